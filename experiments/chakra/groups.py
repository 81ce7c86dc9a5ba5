#!/usr/bin/python3
"""Process groups: the members of each, from a file of the user's, and which nodes of the ranks are one collective.

The file is JSON, as other tools for these traces have it: {"0": [0, 1, 2, 3], "tensor parallel": [0, 2]}. The order of the members is their order in rings
and trees; the first is the root of broadcast, reduce, gather and scatter.
"""

import json
from itertools import count

from chakra.nodes import COLLECTIVE, LARGEST_TAG, METADATA, RECV, SEND
from chakra.wire import regular
from runner.errors import UsageError


def read(name, ranks):
    """Group -> its members."""
    try:
        with regular(name) as file:
            found = json.loads(file.read().decode(), object_pairs_hook=once)
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
    """Who takes part in which collective, at which place, and under which tag.

    Of one file for all ranks (`replicated`) a group is one of many alike: n members base, base + s, base + 2 s, ... of the file mean that every run of
    n s ranks is s such groups, side by side; the file's has to be one of them."""

    def __init__(self, trace, members=None, replicated=False):
        """`trace`: the nodes of all ranks; `members`: those of the groups that a file names. UsageError if collectives do not fit together."""
        self.ranks, self.replicated = len(trace), replicated
        distinct = trace[:1] if replicated else trace
        self.known = {**self.said(distinct), **(members or {})}
        self.members = {}  # group, or group and the least of its members where there are several -> members
        self.place = {}
        if replicated:
            self.replicate(distinct[0])
            return
        collectives = self.sort(trace)
        for group, by_rank in collectives.items():
            self.check(group, by_rank)
        self.give_tags(trace, collectives)

    def said(self, trace):
        """Groups and members as metadata nodes of the trace have them."""
        found = {}
        for rank, own in enumerate(trace):
            for node in own:
                if node.type == METADATA and node.members is not None:
                    if found.setdefault(node.group, node.members) != node.members:
                        raise UsageError(f"rank {rank}, node {node.id}: group '{node.group}' has other members than another node says")
        limit = max((len(members) for members in found.values() if isinstance(members, list)), default=1) * self.ranks if self.replicated else self.ranks
        for group, members in found.items():
            if wrong := fault(members, limit) if members != [] else None:
                raise UsageError(f"group '{group}' of the metadata: {wrong}")
        return {group: members or list(range(self.ranks)) for group, members in found.items()}

    def of(self, rank, node):
        """The members that a collective of a rank is among, and its place among them."""
        key = self.key(rank, node.group)
        return self.members[key], self.place[key][rank]

    def key(self, rank, group):
        if group == "0" and group not in self.known:
            group = None
        if not self.replicated or self.everyone(group):
            return group, 0
        members = self.known[group]
        span = stride(members) * len(members)
        return group, rank // span * span + rank % stride(members)

    def everyone(self, group):
        return group is None or (group == "0" and group not in self.known) or len(self.known.get(group, ())) == self.ranks

    def add(self, rank, group):
        """Makes the group of a rank known."""
        key = self.key(rank, group)
        if key in self.members:
            return
        if self.everyone(group):
            members = self.known.get(group) or list(range(self.ranks))
        elif self.replicated:
            step = stride(self.known[group])
            members = [key[1] + step * i for i in range(len(self.known[group]))]
        else:
            members = self.known[group]
        self.members[key] = members
        self.place[key] = {member: i for i, member in enumerate(members)}

    def replicate(self, own):
        """All ranks do the same: a collective has one tag on all of them."""
        free = self.free_tags([own])
        for node in own:
            if node.type != COLLECTIVE:
                continue
            self.check_known(0, node)
            if not self.everyone(node.group):
                members = self.known[node.group]
                step = stride(members)
                if step is None or self.ranks % (step * len(members)) or members[0] % (step * len(members)) >= step:
                    raise UsageError(f"{name_of(node.group)}: {len(members)} members that are no regular part of {self.ranks} ranks; name groups that are "
                                     "(--groups FILE), or replicate by another number")
            node.tag = next_tag(free)
            if self.key(0, node.group) not in self.members:  # rank 0 is of the first
                for rank in range(self.ranks):
                    self.add(rank, node.group)

    def sort(self, trace):
        """Group -> rank -> its collectives in the order of the file."""
        found = {}
        for rank, own in enumerate(trace):
            for node in own:
                if node.type == COLLECTIVE:
                    self.check_known(rank, node)
                    self.add(rank, node.group)
                    if rank not in self.place[self.key(rank, node.group)]:
                        raise UsageError(f"rank {rank}, node {node.id}: rank {rank} is no member of {name_of(node.group)}")
                    found.setdefault(self.key(rank, node.group), {}).setdefault(rank, []).append(node)
        return found

    def check_known(self, rank, node):
        if not self.everyone(node.group) and node.group not in self.known:
            raise UsageError(f"rank {rank}, node {node.id}: no members of group '{node.group}' are known; name them in a file (--groups FILE)")

    def check(self, key, by_rank):
        """The k-th collective of a group is one on all members: as many of them, of one kind and size."""
        group = key[0]
        first, *others = self.members[key]
        for rank in others:
            one, other = by_rank.get(first, []), by_rank.get(rank, [])
            if len(one) != len(other):
                raise UsageError(f"{name_of(group)}: {len(one)} collectives on rank {first}, {len(other)} on rank {rank}")
            for a, b in zip(one, other):
                if (a.collective, a.size) != (b.collective, b.size):
                    raise UsageError(f"{name_of(group)}: node {a.id} of rank {first} is {a.collective} of {a.size} bytes, "
                                     f"node {b.id} of rank {rank} {b.collective} of {b.size} bytes")

    @staticmethod
    def free_tags(trace):
        used = {node.tag for own in trace for node in own if node.type in (SEND, RECV)}
        return (tag for tag in count(1) if tag not in used)

    def give_tags(self, trace, collectives):
        """Every collective a tag of its own that no message between two ranks has."""
        free = self.free_tags(trace)
        for by_rank in collectives.values():
            for same in zip(*by_rank.values()):
                tag = next_tag(free)
                for node in same:
                    node.tag = tag


def next_tag(free):
    tag = next(free)
    if tag > LARGEST_TAG:
        raise UsageError("more collectives than there are tags")
    return tag


def stride(members):
    """Between members in ascending order; None if there is no one such."""
    step = members[1] - members[0] if len(members) > 1 else 1
    regular_ = step > 0 and all(b - a == step for a, b in zip(members, members[1:]))
    return step if regular_ else None
