#!/usr/bin/python3
"""Process groups: the members of each, from a file of the user's, and which nodes of the ranks are one collective.

The file is JSON, as other tools for these traces have it: {"0": [0, 1, 2, 3], "tensor parallel": [0, 2]}. The order of the members is their order in rings
and trees; the first is the root of broadcast, reduce, gather and scatter.
"""

import json
from itertools import count

from chakra.nodes import COLLECTIVE, LARGEST_TAG, RECV, SEND
from chakra.ranks import content
from runner.errors import UsageError


def read(name, ranks):
    """Group -> its members."""
    try:
        found = json.loads(content(name).decode(), object_pairs_hook=once)
    except Twice as error:
        raise UsageError(f"{name}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name}: not JSON: {str(error) or 'nested too deeply'}") from None
    if not isinstance(found, dict):
        raise UsageError(f'{name}: expected an object like {{"group": [0, 1]}}')
    for group, members in found.items():
        wrong = fault(members, ranks)
        if wrong:
            raise UsageError(f"{name}: group '{group}': {wrong}")
    return found


class Twice(Exception):
    """A group with two lists of members."""


def once(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise Twice(f"group '{name}' is there twice")
        found[name] = value
    return found


def fault(members, ranks):
    """What is wrong with a list of members; None if nothing is."""
    if not isinstance(members, list) or not members:
        return "expected a list of ranks"
    for member in members:
        if type(member) is not int or not 0 <= member < ranks:
            return f"member {json.dumps(member)[:40]} (allowed: 0..{ranks - 1})"
    seen = set()
    twice = next((member for member in members if member in seen or seen.add(member)), None)
    return None if twice is None else f"member {twice} is there twice"


def name_of(group):
    return "the group of all ranks" if group is None else f"group '{group}'"


class Groups:
    """Who takes part in which collective, at which place, and under which tag."""

    def __init__(self, trace, members=None):
        """`trace`: the nodes of all ranks; `members`: those of the groups that have a name. UsageError if collectives do not fit together."""
        self.members = {None: list(range(len(trace))), **(members or {})}
        self.place = {group: {member: i for i, member in enumerate(own)} for group, own in self.members.items()}
        collectives = self.sort(trace)
        for group, by_rank in collectives.items():
            self.check(group, by_rank)
        self.give_tags(trace, collectives)

    def sort(self, trace):
        """Group -> rank -> its collectives in the order of the file."""
        found = {}
        for rank, own in enumerate(trace):
            for node in own:
                if node.type == COLLECTIVE:
                    self.check_member(rank, node)
                    found.setdefault(node.group, {}).setdefault(rank, []).append(node)
        return found

    def check_member(self, rank, node):
        where = f"rank {rank}, node {node.id}"
        if node.group not in self.members:
            raise UsageError(f"{where}: no members of group '{node.group}' are known; name them in a file (--groups FILE)")
        if rank not in self.place[node.group]:
            raise UsageError(f"{where}: rank {rank} is no member of {name_of(node.group)}")

    def check(self, group, by_rank):
        """The k-th collective of a group is one on all members: as many of them, of one kind and size."""
        first, *others = self.members[group]
        for rank in others:
            one, other = by_rank.get(first, []), by_rank.get(rank, [])
            if len(one) != len(other):
                raise UsageError(f"{name_of(group)}: {len(one)} collectives on rank {first}, {len(other)} on rank {rank}")
            for a, b in zip(one, other):
                if (a.collective, a.size) != (b.collective, b.size):
                    raise UsageError(f"{name_of(group)}: node {a.id} of rank {first} is {a.collective} of {a.size} bytes, "
                                     f"node {b.id} of rank {rank} {b.collective} of {b.size} bytes")

    def give_tags(self, trace, collectives):
        """Every collective a tag of its own that no message between two ranks has."""
        used = {node.tag for own in trace for node in own if node.type in (SEND, RECV)}
        free = (tag for tag in count(1) if tag not in used)
        for by_rank in collectives.values():
            for same in zip(*by_rank.values()):
                tag = next(free)
                if tag > LARGEST_TAG:
                    raise UsageError("more collectives than there are tags")
                for node in same:
                    node.tag = tag
