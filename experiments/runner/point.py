#!/usr/bin/python3
"""A point: one run of one command of the simulator; and how the values of its options are written."""

from collections.abc import Mapping
from dataclasses import dataclass

from runner import load
from runner.network import nodes_of

SEED = "{seed}"


class Reference(str):
    """The text of an option's value that is a file left by another point: "table:@KEY.table"."""

    def __new__(cls, prefix, key, output, called, point=None):
        text = super().__new__(cls, f"{prefix}@{key}.{output}")
        text.prefix, text.key, text.output, text.called, text.point = prefix, key, output, called, point
        return text


class Seeded(str):
    """The text of an option's value that the seed of its run is part of: "random:3", written "random:{seed}"."""

    def __new__(cls, written, seed):
        text = super().__new__(cls, written.replace(SEED, seed))
        text.written = written
        return text


class Options(Mapping):
    """Name -> value of every option: what is given over the defaults, which many points share."""

    __slots__ = ("given", "defaults")

    def __init__(self, given, defaults):
        self.given, self.defaults = given, defaults

    def __getitem__(self, name):
        return self.given[name] if name in self.given else self.defaults[name]

    def get(self, name, otherwise=None):
        return self.given[name] if name in self.given else self.defaults.get(name, otherwise)

    def __contains__(self, name):
        return name in self.defaults or name in self.given

    def __iter__(self):
        return iter({**self.defaults, **self.given})

    def __len__(self):
        return len({**self.defaults, **self.given})

    def items(self):
        return {**self.defaults, **self.given}.items()


@dataclass(frozen=True)
class Point:
    """One run of one command."""

    command: str
    given: dict  # what the experiment sets, in its order; flags only where they differ from their default
    options: Mapping  # every option that decides the result
    key: str
    outputs: tuple = ()  # options that name files to be kept beside the result
    timeout: float = 3600.0  # seconds
    repeat: int = 1  # runs, for their wall times
    checkpoint: str = ""  # how often a run writes its state, so that one that is stopped goes on from there: "10m"; "" if it does not
    inert: tuple = ()  # names of what is given that says how a run is made, and that its result does not have
    warms: bool = False  # it is no result but a warm-up, a checkpoint that others branch from
    warm_up: object = None  # the point that is the warm-up of this one; None: it has its own

    def weight(self):
        """Expected cost, up to a factor that is about the same for all points of a command."""
        if self.command == "mesh run":
            paths = 10 if str(self.options.get("algorithm")).startswith("new") else 1
            return 2e6 + paths * number(self.options.get("side"), 1.0) ** 3
        nodes = nodes_of(self.options.get("topology")) or 1
        if self.command == "saturate":
            return nodes * number(self.options.get("packet-length"), 1.0) * 10 / number(self.options.get("search.resolution"), 0.05) ** 2
        if self.command != "simulate":
            return 100.0 * nodes ** 2  # about as many steps as the flits of a simulation that takes as long
        deliveries = number(self.options.get("deliveries"))
        if deliveries:
            return deliveries * number(self.options.get("packet-length"), 1.0)
        return nodes * number(load.flits(self.options), 1.0) * number(self.options.get("cycles"), 1.0)

    def needs(self):
        """The points that must be stored before this one can run."""
        return [value.point for value in self.given.values() if isinstance(value, Reference)] + [self.warm_up] * (self.warm_up is not None)

    def kept(self):
        """Whether a state of its run is, which is of as many tiles wherever it goes on."""
        return bool(self.checkpoint or self.warms or self.warm_up)


def number(value, otherwise=None):
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return otherwise


def canonical(value):
    """The text of a scalar, the same for 4 and "4"; flags stay true or false. None for what is no scalar."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        return repr(value)
    return str(value) if isinstance(value, int) else None


def text_of(value):
    """A value as a person writes it."""
    if value is None:
        return ""
    if isinstance(value, Reference):
        return value.called
    return str(value).lower() if isinstance(value, bool) else value


def identity(value):
    """What is the same in runs that differ in their seed alone."""
    return value.written if isinstance(value, Seeded) else str(value)


def shown(value):
    """The same for labels and tables: a file by its name alone, a value with a seed in it as it was written."""
    if isinstance(value, Seeded):
        return value.written
    kind, colon, rest = text_of(value).partition(":")
    return kind + colon + rest.rpartition("/")[2] if colon else text_of(value)


def distinguished(values):
    """Identity -> how a value is shown: in full where two of them would look alike, as files of one name in two folders. What other points leave goes by
    what it is called, of however many points it is."""
    alike = {}
    for own, value in {identity(value): value for value in values}.items():
        alike.setdefault(shown(value), []).append((own, value))
    return {own: text if len(same) == 1 or isinstance(value, Reference) else own for text, same in alike.items() for own, value in same}


def varying(cases):
    """The options that are not the same in all cases, in the order in which the experiment gives them."""
    names = {name: None for case in cases for name in case.given}
    return [name for name in names if len({identity(case.options.get(name)) for case in cases}) > 1]
