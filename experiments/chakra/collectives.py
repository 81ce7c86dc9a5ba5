#!/usr/bin/python3
"""Collectives as messages (docs/guide/workloads/chakra.md, "Chakra"): what each member of a group sends and receives, round by round.

A function takes the number of members P, a member x (0..P-1) and the bytes S, and gives x's rounds: lists of transfers (kind, other member, bytes). A
round begins when all of the one before has ended. Between two members the order of sends is the order of recvs.
Chunk i of P has floor(S/P) bytes, one more for i < S mod P; empty chunks are sent too.
"""

import re
from math import prod

from runner.errors import UsageError, nearest

MOST_DIMENSIONS = 16


def chunk(size, parts, i):
    return size // parts + (i < size % parts)


def span(size, parts, begin, count):
    """Bytes of chunks begin .. begin + count - 1."""
    return count * (size // parts) + max(0, min(begin + count, size % parts) - begin)


def ring(members, x, sizes, rounds):
    """Round t: chunk x - t to x + 1, chunk x - 1 - t from x - 1; `sizes`: of the chunks."""
    return [[("send", (x + 1) % members, sizes[(x - t) % members]), ("recv", (x - 1) % members, sizes[(x - 1 - t) % members])] for t in range(rounds)]


def chunks(size, members):
    return [chunk(size, members, i) for i in range(members)]


def one_ring(members, x, size):
    """Reduce-scatter, and all-gather: P - 1 rounds."""
    return ring(members, x, chunks(size, members), members - 1)


def ring_all_reduce(members, x, size):
    """Both, one after the other: what x has reduced last, chunk x + 1, is what it sends first."""
    return ring(members, x, chunks(size, members), 2 * (members - 1))


def folded(inner, members, x, size):
    """`inner` on a power of two: of the first 2 (P - 2^m) members the even ones hand theirs to the next, and get the result last."""
    power = 1 << (members.bit_length() - 1)
    rest = members - power
    if x < 2 * rest and x % 2 == 0:
        return [[("send", x + 1, size)], [("recv", x + 1, size)]]
    own = inner(power, x // 2 if x < 2 * rest else x - rest, size)
    named = [[(kind, 2 * other + 1 if other < rest else other + rest, count) for kind, other, count in steps] for steps in own]
    return [[("recv", x - 1, size)], *named, [("send", x - 1, size)]] if x < 2 * rest else named


def doubling(members, x, size):
    """Everything with the members 1, 2, 4, ... away."""
    return [[("send", x ^ 1 << k, size), ("recv", x ^ 1 << k, size)] for k in range(members.bit_length() - 1)]


def halving_doubling_power(members, x, size):
    """Halves with members P/2, P/4, ... away until each has reduced its chunk, and back."""
    down, up = [], []
    for k in reversed(range(members.bit_length() - 1)):
        far = 1 << k
        kept, given = span(size, members, x & -far, far), span(size, members, (x ^ far) & -far, far)
        down.append([("send", x ^ far, given), ("recv", x ^ far, kept)])
        up.append([("send", x ^ far, kept), ("recv", x ^ far, given)])
    return down + up[::-1]


def recursive_doubling(members, x, size):
    return folded(doubling, members, x, size)


def halving_doubling(members, x, size):
    return folded(halving_doubling_power, members, x, size)


def torus(radices):
    """Members as nodes of a torus, the first coordinate fastest: rings of reduce-scatter by ascending dimension, each on the chunks that the one before
    left, then rings of all-gather back. Of the P chunks a ring moves runs: its share of those left, cut into as many as it has members."""
    def rounds(members, x, size):
        down, up, stride, first, count = [], [], 1, 0, members
        for radix in radices:
            at, count = x // stride % radix, count // radix
            sizes = [span(size, members, first + i * count, count) for i in range(radix)]
            steps = [[(kind, x + (other - at) * stride, part) for kind, other, part in step] for step in ring(radix, at, sizes, 2 * (radix - 1))]
            down += steps[:radix - 1]
            up = steps[radix - 1:] + up
            first, stride = first + (at + 1) % radix * count, stride * radix
        return down + up
    return rounds


def broadcast(members, x, size):
    """From member 0 along a binomial tree, x < 2^k to x + 2^k: what a member has received goes to all its children, the nearest first."""
    first = x.bit_length()  # children are x + 2^k, k from here
    children = [x + (1 << k) for k in range(first, (members - 1).bit_length()) if x + (1 << k) < members]
    parent = [] if x == 0 else [("recv", x - (1 << first - 1), size)]
    return [parent, [("send", child, size) for child in children]]


def turned(rounds):
    """Backwards: what was sent is received."""
    return [[("recv" if kind == "send" else "send", other, size) for kind, other, size in reversed(step)] for step in reversed(rounds)]


def reduce(members, x, size):
    return turned(broadcast(members, x, size))


def scatter(members, x, size):
    """Member 0 sends every other one its chunk, all in one round."""
    if x > 0:
        return [[("recv", 0, chunk(size, members, x))]]
    return [[("send", other, chunk(size, members, other)) for other in range(1, members)]]


def gather(members, x, size):
    return turned(scatter(members, x, size))


def dissemination(members, x, _size):
    """Empty messages to x + 1, x + 2, x + 4, ..."""
    return [[("send", (x + (1 << k)) % members, 0), ("recv", (x - (1 << k)) % members, 0)] for k in range((members - 1).bit_length())]


def direct(members, x, share):
    """All at once, x + 1 first; `share`: bytes for a member, of any."""
    return [[("send", (x + s) % members, share((x + s) % members)) for s in range(1, members)]
            + [("recv", (x - s) % members, share(x)) for s in range(1, members)]]


def pairwise(members, x, share):
    """Round s: to x + s, from x - s."""
    return [[("send", (x + s) % members, share((x + s) % members)), ("recv", (x - s) % members, share(x))] for s in range(1, members)]


def exclusive_or(members, x, share):
    """Round s: with x xor s, where there is such a member."""
    return [[("send", x ^ s, share(x ^ s)), ("recv", x ^ s, share(x))] for s in range(1, 1 << (members - 1).bit_length()) if x ^ s < members]


ALL_REDUCE = {"ring": ring_all_reduce, "recursive-doubling": recursive_doubling, "halving-doubling": halving_doubling}
ALL_TO_ALL = {"direct": direct, "pairwise": pairwise, "xor": exclusive_or}
OTHERS = {"reduce": reduce, "all-gather": one_ring, "gather": gather, "scatter": scatter, "broadcast": broadcast, "reduce-scatter": one_ring,
          "reduce-scatter-block": one_ring, "barrier": dissemination}
MEANINGS = ("input", "generator")


class Algorithms:
    """What the user has chosen: how all-reduce and all-to-all are done, and what comm_size means."""

    # What an option is about: given without one of these in the trace it has no use.
    OF = {"--all-reduce": ("all-reduce",), "--all-to-all": ("all-to-all",), "--comm-size": ("all-to-all", "all-gather", "gather")}

    def __init__(self, all_reduce=None, all_to_all=None, comm_size=None):
        self.given = {option: value for option, value in zip(self.OF, (all_reduce, all_to_all, comm_size)) if value is not None}
        all_reduce, all_to_all, comm_size = (self.given.get(option, default) for option, default in zip(self.OF, ("ring", "direct", MEANINGS[0])))
        self.text = f"all-reduce {all_reduce}, all-to-all {all_to_all}, comm-size {comm_size}"
        self.all_reduce_name, self.radices = all_reduce, None
        if all_reduce.startswith("torus:"):
            self.radices = radices_of(all_reduce)
            self.all_reduce = torus(self.radices)
        else:
            self.all_reduce = chosen("--all-reduce", all_reduce, ALL_REDUCE, "torus:AxB...")
        self.all_to_all = chosen("--all-to-all", all_to_all, ALL_TO_ALL)
        self.input = chosen("--comm-size", comm_size, dict.fromkeys(MEANINGS, False) | {"input": True})

    def check_use(self, collectives):
        """UsageError if an option was given that none of the trace's collectives has a use for."""
        for option, value in self.given.items():
            if not collectives.intersection(self.OF[option]):
                raise UsageError(f"{option} {value}: has no use, the trace has no {', no '.join(self.OF[option])}")

    def check(self, collective, members, name):
        """UsageError if a group cannot do a collective as chosen."""
        if collective == "all-reduce" and self.radices and prod(self.radices) != members:
            raise UsageError(f"--all-reduce {self.all_reduce_name}: {prod(self.radices)} members, but {name} has {members}")

    def buffer(self, collective, members, size):
        """Bytes by which the bandwidth of a collective is reckoned: of all-gather, reduce-scatter and all-to-all the parts of all ranks."""
        gathers = self.input and collective in ("all-gather", "gather")
        pairs = not self.input and collective == "all-to-all"
        return members * size if gathers or pairs else size

    def messages(self, collective, members):
        """Of all members together."""
        power = 1 << (members.bit_length() - 1)
        rest, pairs = members - power, members * (members - 1)
        doubled = power * (power.bit_length() - 1)
        if collective == "all-reduce":
            if self.radices:
                return 2 * members * sum(radix - 1 for radix in self.radices)
            return {ring_all_reduce: 2 * pairs, recursive_doubling: 2 * rest + doubled, halving_doubling: 2 * rest + 2 * doubled}[self.all_reduce]
        if collective == "all-to-all":
            return pairs
        return {one_ring: pairs, dissemination: members * (members - 1).bit_length()}.get(OTHERS[collective], members - 1)

    def rounds(self, collective, members, x, size):
        """The rounds of member x that have a transfer; "add" is a recv whose bytes are added up."""
        if collective == "all-to-all":
            share = (lambda other: chunk(size, members, other)) if self.input else (lambda other: size)
            found = self.all_to_all(members, x, share)
        elif collective == "all-reduce":
            found = self.all_reduce(members, x, size)
        else:
            gathers = self.input and collective in ("all-gather", "gather")
            found = OTHERS[collective](members, x, members * size if gathers else size)
        adds = self.adding(collective, members, x, len(found))
        return [[("add" if adding and kind == "recv" else kind, *rest) for kind, *rest in step] for step, adding in zip(found, adds) if step]

    def adding(self, collective, members, x, rounds):
        """Of each round, whether the member adds what it receives to what it has."""
        if collective != "all-reduce":
            return [collective in ("reduce", "reduce-scatter", "reduce-scatter-block")] * rounds
        rest = members - (1 << (members.bit_length() - 1)) if self.all_reduce in (recursive_doubling, halving_doubling) else 0
        if x < 2 * rest:  # its neighbour's come first, and go last
            return [False, False] if x % 2 == 0 else [True, *self.halves(rounds - 2), False]
        return self.halves(rounds)

    def halves(self, rounds):
        """All rounds of recursive doubling, of the others those before the way back."""
        return [True] * rounds if self.all_reduce is recursive_doubling else [number < rounds // 2 for number in range(rounds)]


def chosen(option, name, table, *more):
    if name not in table:
        raise UsageError(f"{option} {name}: no such value{nearest(name, [*table, *more])}")
    return table[name]


def radices_of(name):
    sizes = name.removeprefix("torus:").split("x")
    if len(sizes) > MOST_DIMENSIONS or not all(re.fullmatch("[1-9][0-9]{0,7}", size) for size in sizes):
        raise UsageError(f"--all-reduce {name}: expected torus:AxB..., at most {MOST_DIMENSIONS} radices of 1..99999999")
    return [int(size) for size in sizes]
