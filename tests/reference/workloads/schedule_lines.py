"""Schedules as text, read back: what each line says, which send a recv belongs to, and what must have ended before an
operation starts.

The form is that of docs/guide/workloads/schedules.md, without `nic`, `started` and `repeat`."""

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

LINE = re.compile(r"(?P<rank>\d+) (?:compute (?P<time>\d+(?:\.\d+)?)(?P<unit>us|)"
                  r"|(?P<kind>send|recv) (?P<bytes>\d+) (?P<way>to|from) (?P<peer>\d+)(?: tag (?P<tag>\d+))?)"
                  r"(?: cpu (?P<cpu>\d+))?(?P<reduces> reduces)?(?: after (?P<after>[^ ]+(?: [^ ]+)*?))?(?: as (?P<label>[^ ]+))?"
                  r"(?: (?P<mark>begins|ends) (?P<name>[^ ]+))?")
WAYS = {"send": "to", "recv": "from"}


@dataclass
class Operation:
    rank: int
    kind: str  # compute, send, recv
    bytes: int = 0
    peer: int = -1
    tag: int = 0
    time: Fraction = Fraction(0)  # of a compute
    unit: str = ""  # of that: us, or cycles
    cpu: int = 0
    reduces: bool = False
    label: str = ""
    mark: tuple = ()  # ("begins", name) or ("ends", name)
    after: tuple = ()  # numbers of operations, in the whole file

    @property
    def names(self):
        """Of its messages: all that go the same way from this rank have the same."""
        return self.kind, self.peer


@dataclass
class Schedule:
    ranks: int
    operations: list
    collectives: dict  # name -> (type, bytes, group)
    gpus: set


def read(text):
    """AssertionError of what is not the form."""
    first, *lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    found = Schedule(int(re.fullmatch(r"ranks (\d+)", first)[1]), [], {}, set())
    places, waits = defaultdict(dict), []  # rank -> label or number -> operation
    for line in lines:
        words = line.split()
        if words[0] == "gpu":
            found.gpus.update(map(int, words[1:]))
            continue
        if words[0] == "collective":
            assert words[1] not in found.collectives, line
            found.collectives[words[1]] = (words[2], int(words[3]), words[5] if len(words) > 4 else "")
            continue
        said = LINE.fullmatch(line)
        assert said and (said["kind"] is None or WAYS[said["kind"]] == said["way"]), line
        rank, own = int(said["rank"]), len(found.operations)
        number = sum(isinstance(name, int) for name in places[rank])
        places[rank][number] = own
        if said["label"]:
            assert said["label"] not in places[rank], line
            places[rank][said["label"]] = own
        waits.append((said["after"] or "").split())
        found.operations.append(Operation(rank, said["kind"] or "compute", int(said["bytes"] or 0), int(said["peer"] or -1), int(said["tag"] or 0),
                                          Fraction(said["time"] or 0), said["unit"] or "", int(said["cpu"] or 0), bool(said["reduces"]), said["label"] or "",
                                          (said["mark"], said["name"]) if said["mark"] else ()))
    for each, names in zip(found.operations, waits):
        each.after = tuple(places[each.rank][int(name) if name.isdigit() else name] for name in names)
    return found


def matched(operations):
    """recv -> send: the k-th of each (source, destination, tag). AssertionError of what has no partner, or another
    size."""
    waiting = defaultdict(list)
    for i, each in enumerate(operations):
        if each.kind == "send":
            waiting[each.rank, each.peer, each.tag].append(i)
    found = {}
    for i, each in reversed(list(enumerate(operations))):
        if each.kind == "recv":
            sends = waiting[each.peer, each.rank, each.tag]
            assert sends, f"a recv of rank {each.rank} without its send"
            found[i] = sends.pop()
            assert operations[found[i]].bytes == each.bytes, f"sizes of a message from {each.peer} to {each.rank} differ"
    assert not any(waiting.values()), "a send without its recv"
    return found


def in_order(waits):
    """`waits`: key -> keys. All keys in an order in which none stands before one that it waits for; None where some
    wait for each other."""
    left = {key: len(set(keys)) for key, keys in waits.items()}
    followers = defaultdict(list)
    for key, keys in waits.items():
        for other in set(keys):
            followers[other].append(key)
    ready = [key for key, count in left.items() if count == 0]
    for key in ready:
        for follower in followers[key]:
            left[follower] -= 1
            if left[follower] == 0:
                ready.append(follower)
    return ready if len(ready) == len(waits) else None


def before(waits):
    """For each key the set of all that come before it, as bits in the order of `waits`; None where some wait for each
    other."""
    numbers, found = {key: i for i, key in enumerate(waits)}, {}
    order = in_order(waits)
    for key in order or ():
        bits = 0
        for other in waits[key]:
            bits |= found[other] | 1 << numbers[other]
        found[key] = bits
    return found if order is not None else None


def can_finish(schedule):
    """Whether no operations wait for each other; a recv's end waits for its send."""
    waits = {i: list(each.after) for i, each in enumerate(schedule.operations)}
    for recv, send in matched(schedule.operations).items():
        waits[recv].append(send)
    return in_order(waits) is not None
