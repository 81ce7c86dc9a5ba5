#!/usr/bin/python3
"""The files of a trace and the nodes in them, each rank checked by itself: PREFIX.R.et of ranks R = 0..N-1, a folder with one such trace, or one file that
stands for all ranks."""

import os
import re
from collections import Counter
from heapq import heapify, heappop, heappush

from chakra.nodes import Reader
from chakra.wire import Malformed, other_kind
from runner.errors import UsageError

NUMBERED = re.compile(r"(.*)\.(0|[1-9][0-9]{0,17})\.et(?:\.gz)?", re.DOTALL)
DEPENDENCIES = ("both", "data", "ctrl")


class Dropped(Counter):
    """Dependencies left out: on ids that no node has ("absent"), and of nodes on themselves ("own")."""

    def __init__(self):
        super().__init__()
        self.ids = set()  # (rank, id) that is absent

    def note(self):
        own = f"{self['own']} of nodes on themselves" if self["own"] else ""
        absent = f"{self['absent']} on {len(self.ids)} id{'s' if len(self.ids) > 1 else ''} that no node has" if self.ids else ""
        return f"dependencies left out: {' and '.join(filter(None, (absent, own)))} (--strict refuses them)"


def read(prefix, replicate, deps, dropped):
    """The nodes of all ranks; `replicate`: of that many, all alike. `dropped` counts; None: nothing may be."""
    names = files(prefix)
    if replicate and len(names) > 1:
        raise UsageError(f"--replicate {replicate}: one file for all ranks, but {prefix} has {len(names)}")
    reader = Reader(None if replicate else len(names))
    found = []
    for rank, name in enumerate(names):
        try:
            own = list(reader.nodes(name, rank))
            check(own, rank, deps, dropped)
        except Malformed as error:
            raise UsageError(f"{name}: {other_kind(name) or error}") from None
        except Broken as error:
            raise UsageError(f"{name}: {error}") from None
        found.append(own)
    return found * replicate if replicate else found


def files(prefix):
    """The names of the files by rank; UsageError if one is missing."""
    if os.path.isdir(prefix):
        return files_of_folder(prefix)
    if os.path.isfile(prefix):
        return [prefix]
    return numbered(prefix)


def files_of_folder(folder):
    names = sorted(name for name in os.listdir(folder) if name.endswith((".et", ".et.gz")))
    prefixes = sorted({NUMBERED.fullmatch(name)[1] for name in names if NUMBERED.fullmatch(name)})
    if len(names) == 1:
        return [os.path.join(folder, names[0])]
    if len(prefixes) > 1:
        others = [os.path.join(folder, prefix) for prefix in prefixes]
        raise UsageError(f"{folder}: several traces; name one of them: {', '.join(others[:4])}{', ...' if len(others) > 4 else ''}")
    if not prefixes:
        raise UsageError(f"{folder}: {'no trace' if not names else 'several traces'}; expected files PREFIX.0.et, PREFIX.1.et, ... of one PREFIX")
    return numbered(os.path.join(folder, prefixes[0]))


def numbered(prefix):
    directory, name = os.path.split(prefix)
    matches = (NUMBERED.fullmatch(entry) for entry in os.listdir(directory or ".") if entry.startswith(name + "."))
    ranks = {}
    for match in matches:
        if match and match[1] == name:
            if int(match[2]) in ranks:
                raise UsageError(f"{prefix}.{match[2]}.et and {prefix}.{match[2]}.et.gz are both there")
            ranks[int(match[2])] = os.path.join(directory, match[0])
    missing = next(rank for rank in range(len(ranks) + 1) if rank not in ranks)
    if missing < len(ranks) or not ranks:
        there = f", but there is {prefix}.{max(ranks)}.et" if ranks else ""
        raise UsageError(f"{prefix}.{missing}.et is missing{there}")
    return [ranks[rank] for rank in range(len(ranks))]


class Broken(Exception):
    """Nodes that do not fit together."""


def check(own, rank, deps, dropped):
    """Settles what each node is `after`. Broken if two nodes have one id, or nodes wait for each other."""
    place = {node.id: i for i, node in enumerate(own)}
    if len(place) < len(own):
        raise Broken(f"two nodes have id {next(id_ for id_, times in Counter(node.id for node in own).items() if times > 1)}")
    for node in own:
        node.after = kept(node, place, deps, rank, dropped)
    places = [[place[other] for other in node.after] for node in own]
    order, waits = in_order(places)
    if order is None:
        cycle = [own[i].id for i in cycle_of(places, waits)]
        shown = " waits for ".join(map(str, cycle[:8]))
        data = [[place[other] for other in node.data if other in place and other != node.id] for node in own]
        hint = "; --deps data has no such cycle" if deps != "data" and in_order(data)[0] is not None else ""
        raise Broken(f"nodes wait for each other: {shown}{' ...' if len(cycle) > 8 else ''}{hint}")


def kept(node, place, deps, rank, dropped):
    """The ids that a node waits for, each once, without itself and those that are not there. What is left out is counted in both fields."""
    if not node.control and not node.data:
        return ()
    wanted = dict.fromkeys(node.data if deps == "data" else node.control if deps == "ctrl" else node.control + node.data)
    if node.id not in node.control and node.id not in node.data and place.keys() >= set(node.control) and place.keys() >= set(node.data):
        return tuple(wanted)
    for field, own in (("ctrl_deps", node.control), ("data_deps", node.data)):
        for other in own:
            if other == node.id or other not in place:
                leave_out(node, rank, field, other, dropped)
    return tuple(other for other in wanted if other in place and other != node.id)


def leave_out(node, rank, field, other, dropped):
    if dropped is None:
        raise Broken(f"node {node.id}: {field} names {'itself' if other == node.id else f'{other}, which is no node of this rank'}")
    dropped["own" if other == node.id else "absent"] += 1
    if other != node.id:
        dropped.ids.add((rank, other))


def in_order(places):
    """The nodes, each behind all it waits for and else by place, or None if some wait for each other; and how many each waits for still."""
    waits = [len(after) for after in places]
    followers = [[] for _ in places]
    for i, after in enumerate(places):
        for other in after:
            followers[other].append(i)
    ready = [i for i, number in enumerate(waits) if number == 0]
    heapify(ready)
    order = []
    while ready:
        now = heappop(ready)
        order.append(now)
        for follower in followers[now]:
            waits[follower] -= 1
            if waits[follower] == 0:
                heappush(ready, follower)
    return order if len(order) == len(places) else None, waits


def cycle_of(places, waits):
    """Nodes each of which waits for the next, the first also last."""
    at = next(i for i, number in enumerate(waits) if number)
    seen = {}  # node -> its place on the way
    while at not in seen:
        seen[at] = len(seen)
        at = next(other for other in places[at] if waits[other])
    return [*list(seen)[seen[at]:], at]
