#!/usr/bin/python3
"""The files of a trace, PREFIX.R.et of ranks R = 0..N-1, and the nodes in them, each rank checked by itself."""

import os
import re
import stat

from chakra import nodes
from chakra.wire import Malformed
from runner.errors import UsageError

NAME = re.compile(r"\.(0|[1-9][0-9]{0,17})\.et")


def read(prefix):
    """The nodes of all ranks."""
    found = []
    ranks = count(prefix)
    for rank in range(ranks):
        name = f"{prefix}.{rank}.et"
        try:
            own = nodes.read(content(name), rank, ranks)
            check(own)
        except (Malformed, Broken) as error:
            raise UsageError(f"{name}: {error}") from None
        found.append(own)
    return found


def count(prefix):
    """How many ranks there are; UsageError if one is missing."""
    directory, name = os.path.split(prefix)
    matches = (NAME.fullmatch(entry, len(name)) for entry in os.listdir(directory or ".") if entry.startswith(name))
    ranks = {int(match[1]) for match in matches if match}
    missing = next(rank for rank in range(len(ranks) + 1) if rank not in ranks)
    if missing < len(ranks) or not ranks:
        there = f", but there is {prefix}.{max(ranks)}.et" if ranks else ""
        raise UsageError(f"{prefix}.{missing}.et is missing{there}")
    return len(ranks)


def content(name):
    """The bytes of a regular file: a pipe would wait for ever."""
    if not stat.S_ISREG(os.stat(name).st_mode):
        raise UsageError(f"{name}: not a regular file")
    with open(name, "rb") as file:
        return file.read()


class Broken(Exception):
    """Nodes that do not fit together."""


def check(own):
    """Broken if two nodes have one id, or one waits for a node that is not there or, through others, for itself."""
    known = {}
    for node in own:
        if known.setdefault(node.id, node) is not node:
            raise Broken(f"two nodes have id {node.id}")
    for node in own:
        for other, field in node.after.items():
            if other not in known:
                raise Broken(f"node {node.id}: {field} names {other}, which is no node of this rank")
    cycle = cycle_of(own, known)
    if cycle:
        shown = " waits for ".join(map(str, cycle[:8]))
        raise Broken(f"nodes wait for each other: {shown}{' ...' if len(cycle) > 8 else ''}")


def cycle_of(own, known):
    """Ids of nodes each of which waits for the next, the first also last; [] if there is no cycle."""
    waits = {node.id: len(node.after) for node in own}
    followers = {}
    for node in own:
        for other in node.after:
            followers.setdefault(other, []).append(node.id)
    ready = [id_ for id_, number in waits.items() if number == 0]
    while ready:
        for follower in followers.get(ready.pop(), ()):
            waits[follower] -= 1
            if waits[follower] == 0:
                ready.append(follower)
    at = next((id_ for id_, number in waits.items() if number), None)
    if at is None:
        return []
    seen = {}  # id -> its place on the way
    while at not in seen:
        seen[at] = len(seen)
        at = next(other for other in known[at].after if waits[other])
    return [*list(seen)[seen[at]:], at]
