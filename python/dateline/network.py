"""The network of another simulator, in this process: messages go in, events come out, time passes within run()."""

from __future__ import annotations

import ctypes
import importlib
import operator
import os
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from dateline.names import option_of
from dateline.places import CARRIED, IN_CHECKOUT, TOP, DatelineError, PathName
from dateline.values import text_of

NAME = "libdateline.so.1"
ABI = 1
NEVER = 2**64 - 1
KINDS = ("arrived", "sent", "timer", "lost", "deadlock")
ROOM = 256  # events that are taken at a time


class Event(NamedTuple):
    """`at`: the first cycle in which the client can act on it. docs/extend/embed.md"""

    kind: str
    user: int
    bytes: int
    at: int
    offered: int
    injected: int
    packets: int
    source: int
    destination: int
    hops: int


class _Event(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("kind", ctypes.c_uint32),
                *((name, ctypes.c_uint64) for name in ("user", "bytes", "at", "offered", "injected", "packets")),
                *((name, ctypes.c_uint32) for name in ("source", "destination", "hops", "reserved"))]


class _SendOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("report_sent", ctypes.c_uint32)]


_FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "abi": (ctypes.c_uint32, ()),
    "error": (ctypes.c_char_p, ()),
    "new": (ctypes.c_void_p, (ctypes.c_char_p,)),
    "free": (None, (ctypes.c_void_p,)),
    "terminals": (ctypes.c_int64, (ctypes.c_void_p,)),
    "now": (ctypes.c_uint64, (ctypes.c_void_p,)),
    "send": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64,
                            ctypes.c_uint64, ctypes.POINTER(_SendOptions))),
    "wake": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)),
    "run": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_uint64)),
    "take": (ctypes.c_int64, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)),
    "idle": (ctypes.c_int, (ctypes.c_void_p,)),
    "queued": (ctypes.c_int64, (ctypes.c_void_p, ctypes.c_uint32)),
    "save": (ctypes.c_int64, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)),
    "restore": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)),
    "cycles": (ctypes.c_int64, (ctypes.c_void_p, ctypes.c_char_p)),
    "cycle_time": (ctypes.c_int, (ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_uint64))),
    "proof": (ctypes.c_char_p, (ctypes.c_void_p,)),
    "deadlock": (ctypes.c_char_p, (ctypes.c_void_p,)),
}
_loaded: Dict[str, ctypes.CDLL] = {}


def library(chosen: Optional[PathName] = None) -> str:
    """The one chosen, that of the variable DATELINE_LIBRARY, of the checkout, of the wheel, or of the system."""
    named = chosen or os.environ.get("DATELINE_LIBRARY")
    if named:
        return str(named)
    own = [TOP / "build" / preset / NAME for preset in ("release", "shared")] if IN_CHECKOUT else [CARRIED.with_name(NAME)]
    return next((str(file) for file in own if file.is_file()), NAME)


def _load(path: str) -> ctypes.CDLL:
    if path not in _loaded:
        try:
            loaded = ctypes.CDLL(path)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(loaded, f"dateline_{name}")
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise DatelineError(f"no library: {Path(path).name}: {error}") from None
        if loaded.dateline_abi() != ABI:
            raise DatelineError(f"{path}: ABI {loaded.dateline_abi()}; this package has {ABI}")
        _loaded[path] = loaded
    return _loaded[path]


def _c_text(text: str) -> bytes:
    """A text of C ends at its first NUL."""
    if "\0" in text:
        raise DatelineError(f"network: {text!r} has a NUL in it")
    return text.encode()


def _unquoted(name: str, value: Any) -> str:
    text = text_of(name, value)
    if '"' in text:
        raise DatelineError(f"network: {option_of(name)}={text} has a quote, which ends a value")
    return text


def _index(value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise DatelineError(f"network: {value} is no whole number".replace("\n", " ")) from None


def _whole(value: Any, bits: int) -> int:
    """NumPy's whole numbers too; ctypes would take a larger one modulo 2^bits."""
    number = _index(value)
    if not 0 <= number < 2**bits:
        raise DatelineError(f"network: {number} not in 0..2^{bits}-1")
    return number


class Network:
    """A network that is driven step by step; options as of run(): Network(topology="torus:8x8", packet_length=65).

    An object is used by one thread at a time. What is refused raises DatelineError and changes nothing."""

    def __init__(self, *, library_file: Optional[PathName] = None, **options: Any) -> None:
        self._handle: Optional[int] = None
        self._saved = 1  # bytes to make room for
        self._library = _load(library(library_file))
        words = [f'{option_of(name)}="{_unquoted(name, value)}"' for name, value in options.items() if value is not None]
        self._handle = self._library.dateline_new(_c_text(" ".join(words)))
        if not self._handle:
            raise self._refusal()

    def __del__(self) -> None:
        self.close()

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("a network is not copied; what save() gives can be restored in another")

    def __enter__(self) -> Network:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives its memory back."""
        handle, self._handle = self._handle, None
        if handle:
            self._library.dateline_free(handle)

    def _refusal(self) -> DatelineError:
        return DatelineError(self._library.dateline_error().decode(errors="replace"))

    def _checked(self, done: int) -> int:
        if done < 0:
            raise self._refusal()
        return done

    def _open(self) -> int:
        if not self._handle:
            raise DatelineError("network: it is closed")
        return self._handle

    @property
    def terminals(self) -> int:
        """How many there are, numbered from 0."""
        return self._checked(self._library.dateline_terminals(self._open()))

    @property
    def now(self) -> int:
        """The next cycle to be executed."""
        return int(self._library.dateline_now(self._open()))

    @property
    def idle(self) -> bool:
        """Nothing is under way, to come or to be taken."""
        return self._checked(self._library.dateline_idle(self._open())) == 1

    @property
    def proof(self) -> str:
        """What `prove` found before the first cycle."""
        return str(self._library.dateline_proof(self._open()).decode())

    @property
    def deadlock(self) -> str:
        """Which packets wait for each other; empty if there is no deadlock."""
        return str(self._library.dateline_deadlock(self._open()).decode())

    def send(self, at: int, source: int, destination: int, size: int, user: int = 0, report_sent: bool = False) -> None:
        """From cycle `at` on, now or later; `size` in bytes."""
        words = [_whole(value, bits) for value, bits in ((at, 64), (source, 32), (destination, 32), (size, 64), (user, 64))]
        options = ctypes.byref(_SendOptions(ctypes.sizeof(_SendOptions), 1)) if report_sent else None
        self._checked(self._library.dateline_send(self._open(), *words, options))

    def wake(self, at: int, user: int = 0) -> None:
        """An event of kind timer in cycle `at`, now or later."""
        self._checked(self._library.dateline_wake(self._open(), _whole(at, 64), _whole(user, 64)))

    def run(self, until: Optional[int] = None) -> int:
        """Executes cycles before `until`, to the first with an event; gives the next cycle."""
        self._checked(self._library.dateline_run(self._open(), NEVER if until is None else max(0, min(_index(until), NEVER))))
        return self.now

    def queued(self, source: int) -> int:
        """Its packets whose head flit has not left it."""
        return self._checked(self._library.dateline_queued(self._open(), _whole(source, 32)))

    def save(self) -> bytes:
        """All of it."""
        while True:
            room = ctypes.create_string_buffer(self._saved)
            size = self._checked(self._library.dateline_save(self._open(), room, len(room)))
            if size <= len(room):
                return room.raw[:size]
            self._saved = size + size // 8  # the next one may be larger

    def restore(self, saved: bytes) -> None:
        """Goes on from what was saved, of a network of the same options."""
        saved = bytes(memoryview(saved))
        self._checked(self._library.dateline_restore(self._open(), saved, len(saved)))

    def cycles(self, time: str) -> int:
        """Of a time, "0.57us", by workload.cycle-time."""
        return self._checked(self._library.dateline_cycles(self._open(), _c_text(time)))

    @property
    def cycle_time(self) -> Fraction:
        """Of a cycle, in nanoseconds."""
        above, below = ctypes.c_uint64(), ctypes.c_uint64()
        self._checked(self._library.dateline_cycle_time(self._open(), ctypes.byref(above), ctypes.byref(below)))
        return Fraction(above.value, below.value)

    def _take(self) -> Tuple[Any, int]:
        room = (_Event * ROOM)()
        room[0].size = ctypes.sizeof(_Event)
        return room, self._checked(self._library.dateline_take(self._open(), room, ROOM))

    def events(self) -> List[Event]:
        """Takes those that wait."""
        events: List[Event] = []
        while True:
            room, count = self._take()
            events += [Event(KINDS[e.kind], *(getattr(e, name) for name in Event._fields[1:])) for e in room[:count]]
            if count < ROOM:
                return events

    def take(self) -> Any:
        """Takes those that wait, as a structured array of NumPy; `kind` is a place in dateline.network.KINDS."""
        numpy = importlib.import_module("numpy")
        dtype = numpy.dtype([(name, "<u4" if kind is ctypes.c_uint32 else "<u8") for name, kind in _Event._fields_])
        parts = []
        while True:
            room, count = self._take()
            parts.append(numpy.frombuffer(room, dtype=dtype, count=count))
            if count < ROOM:
                return numpy.concatenate(parts)
