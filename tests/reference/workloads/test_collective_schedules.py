#!/usr/bin/python3
"""Collectives of the program beside those written from their specification: every message, its bytes, and what is
before it; and what those of the specification are: messages, bytes and depth of the table, and that they do their work.
All numbers of ranks up to 64 with DATELINE_WHOLE=1."""

import math
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "sim" / "cli"))

import collective_steps as steps  # noqa: E402
from plan_check import after_run, depth, differences  # noqa: E402
from program import WHOLE, ProgramTest  # noqa: E402
from schedule_lines import read  # noqa: E402

RANKS = range(1, 65) if WHOLE else (1, 2, 6, 7, 8)
ALL_REDUCES = {"ring": steps.ring_all_reduce, "recursive-doubling": steps.recursive_doubling, "halving-doubling": steps.halving_doubling,
               "direct": steps.direct, "double-tree": steps.double_tree}
OTHERS = {"reduce-scatter": steps.reduce_scatter, "all-gather": steps.all_gather, "broadcast": steps.broadcast, "reduce": steps.reduce}
TO_ALL = {f"all-to-all:{how}": steps.all_to_all(how, lambda size, members, target: size) for how in ("direct", "pairwise", "xor")}
# Name of the network -> its radices.
GRIDS = {f"torus:{'x'.join(map(str, radices))}": radices
         for radices in ((5,), (2, 2), (3, 2), (4, 4), (3, 5), (5, 2), (8, 8), (2, 3, 4), (4, 4, 4), (2, 3, 2, 3))}
GRIDS |= {"mesh:2x4": (2, 4), "hypercube:6": (2,) * 6}
SQUARES = {f"torus:{'x'.join(map(str, radices))}": radices
           for radices in ((4,), (8,), (2,), (16,), (32,), (64,), (2, 2), (4, 4), (8, 8), (2, 2, 2), (4, 4, 4))} | {"hypercube:5": (2,) * 5}
GRIDS_NOW, SQUARES_NOW = ((list(networks.items())[:None if WHOLE else count]) for networks, count in ((GRIDS, 4), (SQUARES, 2)))


def sizes(members):
    """Bytes: not a multiple of anything, and with DATELINE_WHOLE=1 some that leave chunks empty."""
    return (1000, members - 1, 0) if WHOLE and members < 17 else (1000 + members % 2,)


def own(plan):
    """Every rank has its own contribution to every block."""
    return [[1 << x] * len(plan.sizes) for x in range(plan.members)]


def everything(plan):
    return [[(1 << plan.members) - 1] * len(plan.sizes)] * plan.members


def logarithms(members):
    """m, p = 2^m <= P < 2p, r = P - p, l = ceil(log2 P)."""
    m = members.bit_length() - 1
    return m, 1 << m, members - (1 << m), (members - 1).bit_length()


def table(name, p_, size):
    """Messages, bytes and depth of the specification's table, for P ranks."""
    m, p, r, log = logarithms(p_)
    pairs, folded = p_ * (p_ - 1), 2 * (r > 0)
    return {
        "ring": (2 * pairs, 2 * (p_ - 1) * size, 2 * (p_ - 1)),
        "recursive-doubling": (2 * r + p * m, (2 * r + p * m) * size, m + folded),
        "halving-doubling": (2 * r + 2 * p * m, (2 * r + 2 * p - 2) * size, 2 * m + folded),
        "direct": (2 * pairs, 2 * (p_ - 1) * size, 2 * (p_ > 1)),
        "double-tree": (4 * (p_ - 1), 2 * (p_ - 1) * size, None),
        "swing": (2 * p_ * log, 2 * (p_ - 1) * size, 2 * log),
        "swing-latency": (p_ * log, p_ * log * size, log),
        "reduce-scatter": (pairs, (p_ - 1) * size, p_ - 1),
        "all-gather": (pairs, (p_ - 1) * size, p_ - 1),
        "broadcast": (p_ - 1, (p_ - 1) * size, m),
        "reduce": (p_ - 1, (p_ - 1) * size, m),
        "all-to-all:direct": (pairs, pairs * size, int(p_ > 1)),
        "all-to-all:pairwise": (pairs, pairs * size, p_ - 1),
        "all-to-all:xor": (pairs, pairs * size, (1 << log) - 1),
        "barrier:dissemination": (p_ * log, 0, log),
    }[name]


class Schedules(ProgramTest):
    """`dateline schedule` writes what the plans say."""

    def agrees(self, name, plan, *where, through_messages=False):
        with self.subTest(name=name, ranks=plan.members, where=where):
            made = read(self.good("schedule", name, *(where or ("--workload.ranks", plan.members)), "--out", "schedule=-"))
            self.assertEqual(made.ranks, plan.members)
            self.assertIsNone(differences(plan, made.operations, through_messages))

    def test_collectives_on_any_number_of_ranks(self):
        for members in RANKS:
            for size in sizes(members):
                for name, make in ALL_REDUCES.items():
                    self.agrees(f"all-reduce:{name},bytes={size}", make(members, size), through_messages=name == "double-tree")
                for name, make in (OTHERS | TO_ALL).items():
                    self.agrees(f"{name},bytes={size}", make(members, size))
            self.agrees("barrier:dissemination", steps.barrier(members, 0))

    def test_several_rings_and_chunks(self):
        for members in [members for members in RANKS if members > 16]:
            self.agrees("all-reduce:ring,bytes=1001,rings=2", steps.several_rings(2)(members, 1001))
            self.agrees("all-reduce:ring,bytes=1001,chunks=2,active=1", steps.chunked(steps.ring_all_reduce, 2, 1)(members, 1001))
        for members in range(1, 17) if WHOLE else (2, 5):
            for rings in (2, 3):
                self.agrees(f"all-reduce:ring,bytes=1001,rings={rings}", steps.several_rings(rings)(members, 1001))
            for active in (1, 2, 4):
                self.agrees(f"all-reduce:ring,bytes=1001,chunks=4,active={active}", steps.chunked(steps.ring_all_reduce, 4, active)(members, 1001))
            self.agrees("all-reduce:ring,bytes=1001,rings=2,chunks=3,active=2", steps.chunked(steps.several_rings(2), 3, 2)(members, 1001))
            for name, make in (ALL_REDUCES if WHOLE else {name: ALL_REDUCES[name] for name in ("direct", "double-tree")}).items():
                self.agrees(f"all-reduce:{name},bytes=999,chunks=3,active=1", steps.chunked(make, 3, 1)(members, 999),
                            through_messages=name == "double-tree")
            for name, make in (OTHERS | TO_ALL if WHOLE else {"reduce": steps.reduce}).items():
                self.agrees(f"{name},bytes=99,chunks=5,active=2", steps.chunked(make, 5, 2)(members, 99))

    def test_groups(self):
        for members in RANKS if WHOLE else (8, 12):
            for group in range(1, members + 1):
                if members % group == 0:
                    self.agrees(f"all-reduce:hierarchical,bytes=1001,group={group}", steps.hierarchical(group)(members, 1001))
        self.agrees("all-reduce:hierarchical,bytes=77,group=2,chunks=2", steps.chunked(steps.hierarchical(2), 2, 1)(6, 77))

    def test_rings_by_dimension_one_way_and_all_ways(self):
        for network, radices in GRIDS_NOW:
            members = math.prod(radices)
            for size in sizes(members):
                self.agrees(f"all-reduce:torus,bytes={size}", steps.torus(radices)(members, size), "--topology", network)
                self.agrees(f"all-reduce:torus-all,bytes={size}", steps.torus_all(radices)(members, size), "--topology", network)
        self.agrees("all-reduce:torus-all,bytes=777,chunks=2", steps.chunked(steps.torus_all((3, 2)), 2, 1)(6, 777), "--topology", "torus:3x2")

    def test_swing(self):
        for network, radices in SQUARES_NOW:
            members = math.prod(radices)
            for size in sizes(members):
                self.agrees(f"all-reduce:swing,bytes={size}", steps.swing(radices)(members, size), "--topology", network)
                self.agrees(f"all-reduce:swing-latency,bytes={size}", steps.swing_latency(radices)(members, size), "--topology", network)
        self.agrees("all-reduce:swing,bytes=77", steps.swing((8,))(8, 77))
        self.agrees("all-reduce:swing,bytes=77,chunks=3,active=2", steps.chunked(steps.swing((4,)), 3, 2)(4, 77))

    def test_a_message_less_or_another_byte_or_wait_is_noticed(self):
        plan = steps.ring_all_reduce(3, 7)
        text = self.good("schedule", "all-reduce:ring,bytes=7", "--workload.ranks", 3, "--out", "schedule=-")
        self.assertIsNone(differences(plan, read(text).operations))
        for old, new in (("0 send 3 to 1\n", "0 send 2 to 1\n"), ("1 recv 3 from 0 reduces\n", "1 recv 3 from 0\n"), (" after 0 1", " after 1"),
                         (" after 2 3", " after 0 1")):
            self.assertIn(old, text)
            changed = text.replace(old, new, 1)
            with self.subTest(old=old), self.assertRaises(AssertionError):
                self.assertIsNone(differences(plan, read(changed).operations))


class Plans(unittest.TestCase):
    """What the specification's collectives are."""

    def check(self, name, plan, size, wanted=None):
        with self.subTest(name=name, ranks=plan.members, size=size):
            messages = plan.messages()
            found = len(messages), sum(message.bytes for message in messages), depth(plan)
            expected = wanted or table(name, plan.members, size)
            self.assertEqual(found[:2], expected[:2])
            self.assertEqual(found[2], found[2] if expected[2] is None else expected[2])

    def reduces(self, plan):
        with self.subTest(ranks=plan.members):
            self.assertEqual(after_run(plan, own(plan)), everything(plan))

    def test_messages_bytes_and_depth(self):
        for members in RANKS:
            for name, make in (ALL_REDUCES | OTHERS | TO_ALL | {"barrier:dissemination": steps.barrier}).items():
                self.check(name, make(members, 1001), 1001)
            if members & (members - 1) == 0:
                self.check("swing", steps.swing((members,))(members, 1001), 1001)
                self.check("swing-latency", steps.swing_latency((members,))(members, 1001), 1001)
            for group in (group for group in range(1, members + 1) if members % group == 0):
                others = members // group
                rounds = group - 1 + others - 1
                self.check("hierarchical", steps.hierarchical(group)(members, 99), 99, (2 * members * rounds, 2 * (members - 1) * 99, 2 * rounds))
        for _, radices in GRIDS_NOW:
            members, turns, n = math.prod(radices), sum(k - 1 for k in radices), len(radices)
            self.check("torus", steps.torus(radices)(members, 99), 99, (2 * members * turns, 2 * (members - 1) * 99, 2 * turns))
            self.check("torus-all", steps.torus_all(radices)(members, 99), 99, (4 * n * members * turns, 2 * (members - 1) * 99, 2 * turns))

    def test_all_reduces_bring_everything_to_everybody_once(self):
        for members in RANKS:
            for make in (*ALL_REDUCES.values(), steps.several_rings(3), steps.chunked(steps.double_tree, 3, 2)):
                self.reduces(make(members, 64))
            for group in (group for group in range(1, members + 1) if members % group == 0):
                self.reduces(steps.hierarchical(group)(members, 64))
        for _, radices in GRIDS_NOW:
            self.reduces(steps.torus(radices)(math.prod(radices), 64))
            self.reduces(steps.torus_all(radices)(math.prod(radices), 64))
        for _, radices in SQUARES_NOW:
            self.reduces(steps.swing(radices)(math.prod(radices), 64))
            self.reduces(steps.swing_latency(radices)(math.prod(radices), 64))

    def test_the_others_do_their_work(self):
        for members in RANKS:
            whole = (1 << members) - 1
            with self.subTest(ranks=members):
                plan = steps.reduce_scatter(members, 64)
                self.assertEqual([row[(x + 1) % members] for x, row in enumerate(after_run(plan, own(plan)))], [whole] * members)
                parts = [[(x == c) << x for c in range(members)] for x in range(members)]
                self.assertEqual(after_run(steps.all_gather(members, 64), parts), [[1 << c for c in range(members)]] * members)
                self.assertEqual(after_run(steps.gather(members, 64), parts)[0], [1 << c for c in range(members)])
                root = [[int(x == 0)] * members for x in range(members)]
                self.assertEqual([row[x] for x, row in enumerate(after_run(steps.scatter(members, 64), root))], [1] * members)
                self.assertEqual(after_run(steps.broadcast(members, 64), [row[:1] for row in root]), [[1]] * members)
                self.assertEqual(after_run(steps.reduce(members, 64), [[1 << x] for x in range(members)])[0], [whole])
                plan = steps.barrier(members, 0)
                self.assertEqual(after_run(plan, own(plan), checked=False), everything(plan))
                for make in TO_ALL.values() if members < 17 else ():  # pairs of ranks are blocks
                    pairs = [[(x == b // members) << x for b in range(members ** 2)] for x in range(members)]
                    last = after_run(make(members, 1), pairs)
                    self.assertTrue(all(last[y][x * members + y] == 1 << x for x in range(members) for y in range(members)))


if __name__ == "__main__":
    unittest.main()
