#!/usr/bin/python3
"""Collectives of import-chakra: messages, bytes and depth against the formulas of the specification, and what the messages carry."""

import math
import unittest

from chakra_files import COMPUTE, METADATA, ChakraCase, Read, collective, node
from support import WHOLE  # first: it puts experiments/ on the path
from chakra import collectives as own

SIZE = 1000
# Numbers of the schema.
TYPES = dict(zip(("all-reduce", "reduce", "all-gather", "gather", "scatter", "broadcast", "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier"),
                 range(10)))


def added(name, members, size):
    """Bytes that ranks add to what they have: every partial sum once. Of two ranks that exchange everything both do it."""
    m = members.bit_length() - 1
    if name == "all-reduce recursive-doubling":
        return (members - (1 << m) + (1 << m) * m) * size
    return (members - 1) * size if name.startswith(("all-reduce", "reduce")) else 0


def formulas(name, members, size):
    """Messages, bytes, depth; P > 1."""
    m = members.bit_length() - 1
    p, log = 1 << m, (members - 1).bit_length()
    r, pairs = members - (1 << m), members * (members - 1)
    root = size - own.chunk(size, members, 0)
    return {
        "all-reduce ring": (2 * pairs, 2 * (members - 1) * size, 2 * (members - 1)),
        "all-reduce recursive-doubling": (2 * r + p * m, (2 * r + p * m) * size, m + 2 * (r > 0)),
        "all-reduce halving-doubling": (2 * r + 2 * p * m, (2 * r + 2 * p - 2) * size, 2 * m + 2 * (r > 0)),
        "reduce": (members - 1, (members - 1) * size, m),
        "all-gather": (pairs, (members - 1) * size, members - 1),
        "gather": (members - 1, root, 1),
        "scatter": (members - 1, root, 1),
        "broadcast": (members - 1, (members - 1) * size, m),
        "all-to-all direct": (pairs, pairs * size, 1),
        "all-to-all pairwise": (pairs, pairs * size, members - 1),
        "all-to-all xor": (pairs, pairs * size, 2 ** log - 1),
        "reduce-scatter": (pairs, (members - 1) * size, members - 1),
        "reduce-scatter-block": (pairs, (members - 1) * size, members - 1),
        "barrier": (members * log, 0, log),
    }[name]


class Formulas(ChakraCase):
    def read(self, name, members, size, *words):
        kind, _, algorithm = name.partition(" ")
        self.trace(*([collective(0, TYPES[kind], size)] for _ in range(members)))
        return Read(self.converted(*words, *([f"--{kind}", algorithm] if algorithm else [])))

    def test_messages_bytes_and_depth_of_each_for_up_to_sixteen_members(self):
        for members in range(2, 17) if WHOLE else (2, 3, 5, 8, 11, 16):
            for size in (SIZE, 3) if members in (5, 8) else (SIZE,):
                self.trace(*([collective(type_, type_, size) for type_ in TYPES.values()] for _ in range(members)))
                for chosen in (("ring", "direct"), ("recursive-doubling", "pairwise"), ("halving-doubling", "xor")):
                    lines = self.converted("--all-reduce", chosen[0], "--all-to-all", chosen[1], "--comm-size", "generator")
                    for kind, type_ in TYPES.items():
                        name = f"{kind} {chosen[kind == 'all-to-all']}" if kind.startswith("all-") and kind != "all-gather" else kind
                        with self.subTest(name=name, members=members, size=size):
                            found = Read(lines, only=type_)
                            self.assertEqual((len(found.sends), found.bytes(), found.depth()), formulas(name, members, size))
                            self.assertEqual(sum(int(each["size"]) for each in found.operations if each["adds"]), added(name, members, size))
                            self.assertEqual(own.Algorithms(*chosen).messages(kind, members), len(found.sends))

    def test_a_torus_of_rings(self):
        for name, radices in (("torus:8", [8]), ("torus:4x4", [4, 4]), ("torus:2x3x2", [2, 3, 2]), ("torus:5x3", [5, 3]), ("torus:1x7", [1, 7])):
            members, turns = math.prod(radices), sum(k - 1 for k in radices)
            with self.subTest(name=name):
                found = self.read(f"all-reduce {name}", members, SIZE)
                self.assertEqual((len(found.sends), found.bytes(), found.depth()), (2 * members * turns, 2 * (members - 1) * SIZE, 2 * turns))
                self.assertEqual(own.Algorithms(name).messages("all-reduce", members), len(found.sends))

    def test_what_a_rank_puts_in_when_that_is_the_size(self):
        for name, expected in (("all-gather", (20, 4 * 5 * 7, 4)), ("gather", (4, 4 * 7, 1)), ("reduce-scatter", (20, 4 * 7, 4)), ("scatter", (4, 5, 1)),
                               ("all-reduce ring", (40, 8 * 7, 8)), ("broadcast", (4, 28, 2))):
            with self.subTest(name=name):
                found = self.read(name, 5, 7, *(("--comm-size", "input") if name in ("all-gather", "gather") else ()))
                self.assertEqual((len(found.sends), found.bytes(), found.depth()), expected)
        for algorithm, depth in (("direct", 1), ("pairwise", 4), ("xor", 7)):
            # chunks of 7 bytes for 5 members: 2, 2, 1, 1, 1, each sent by four
            found = self.read(f"all-to-all {algorithm}", 5, 7, "--comm-size", "input")
            self.assertEqual((len(found.sends), found.bytes(), found.depth()), (20, 28, depth))

    def test_an_option_about_collectives_that_the_trace_has_not_is_refused(self):
        self.trace([collective(1, TYPES["broadcast"], 9)], [collective(1, TYPES["broadcast"], 9)])
        for option, value, missing in (("--all-reduce", "halving-doubling", "all-reduce"), ("--all-reduce", "ring", "all-reduce"), ("--all-to-all", "xor", "all-to-all"),
                                       ("--comm-size", "generator", "all-to-all, no all-gather, no gather")):
            self.assertEqual(self.refused("t", option, value), f"{option} {value}: has no use, the trace has no {missing}")
        self.trace(*([collective(1, TYPES["broadcast"], 9), collective(2, TYPES["gather"], 9)] for _ in range(2)))
        self.converted("--comm-size", "generator")

    def test_more_operations_than_a_schedule_has_are_refused_before_any_is_written(self):
        def operations(members):  # a compute, a message's two, and where each member begins and ends
            return members + 2 * 2 * members * (members - 1) + 2 * members
        self.trace([node(1, COMPUTE, duration=1), collective(2, 0, 9)])
        done = self.convert("t", "--replicate", "16", "--out", "some.schedule")
        self.assertEqual(done.stdout, f"16 ranks, {operations(16)} operations, {2 * 16 * 15} messages\n")
        for ranks in (16_385, 1_000_000):
            self.assertEqual(self.refused("t", "--replicate", str(ranks)),
                             f"the schedule would have {operations(ranks)} operations; a schedule has at most {1 << 30}")
        # Groups of two, side by side: 2^14 of them, or 2^18.
        ranks, each = (1 << 19, 398) if WHOLE else (1 << 15, 6400)
        pair = [node(1, METADATA, pg_name="pair", ranks="[0, 1]"), *(collective(i, 0, 9, pg_name="pair") for i in range(2, each + 2))]
        self.trace(pair)
        self.assertIn(f"would have {ranks + each * ranks // 2 * (2 * 4 + 4)} operations", self.refused("t", "--replicate", str(ranks)))
        self.trace(*([collective(1, 6, 9)] for _ in range(3)))
        self.assertEqual(self.convert("t", "--out", "some.schedule").stdout, f"3 ranks, {2 * 6 + 2 * 3} operations, 6 messages\n")

    def test_groups_that_share_pairs_of_ranks_do_not_mix(self):
        (self.place / "groups").write_text('{"a": [0, 1, 2], "b": [2, 1, 0]}')
        a, b = collective(1, 0, 9, pg_name="a"), collective(2, 0, 90, pg_name="b")
        self.trace([a, b], [b, a], [a, b])
        found = Read(self.converted("--groups", "groups"))
        self.assertEqual((len(found.sends), found.bytes()), (24, 4 * 99))


class ByHand(unittest.TestCase):
    """Rounds whose sizes tell which chunk is meant."""

    def test_halving_and_back(self):
        # chunks 2, 2, 1, 1: the upper half to 2, chunk 1 to 1; then what each has reduced
        self.assertEqual(own.halving_doubling(4, 0, 6), [[("send", 2, 2), ("recv", 2, 4)], [("send", 1, 2), ("recv", 1, 2)],
                                                         [("send", 1, 2), ("recv", 1, 2)], [("send", 2, 4), ("recv", 2, 2)]])

    def test_a_torus_cuts_the_chunk_that_the_dimension_before_left(self):
        # chunks 4, 3 of 7; member 0 is left with chunk 1, of which the chunks are 2, 1; member 1 with chunk 0, of which they are 2, 2
        self.assertEqual(own.torus([2, 2])(4, 0, 7), [[("send", 1, 4), ("recv", 1, 3)], [("send", 2, 2), ("recv", 2, 1)],
                                                      [("send", 2, 1), ("recv", 2, 2)], [("send", 1, 3), ("recv", 1, 4)]])
        self.assertEqual(own.torus([2, 2])(4, 1, 7), [[("send", 0, 3), ("recv", 0, 4)], [("send", 3, 2), ("recv", 3, 2)],
                                                      [("send", 3, 2), ("recv", 3, 2)], [("send", 0, 4), ("recv", 0, 3)]])

    def test_a_torus_moves_runs_of_the_chunks_of_all_members(self):
        # chunks 2, 2, 1, 1 of 6, as those of the generator all-reduce:torus: halves are 4 and 2, not 3 and 3
        self.assertEqual(own.torus([2, 2])(4, 0, 6), [[("send", 1, 4), ("recv", 1, 2)], [("send", 2, 1), ("recv", 2, 1)],
                                                      [("send", 2, 1), ("recv", 2, 1)], [("send", 1, 2), ("recv", 1, 4)]])

    def test_a_broadcast_goes_to_the_nearest_child_first(self):
        self.assertEqual([own.broadcast(6, x, 9) for x in (0, 1, 5)], [[[], [("send", 1, 9), ("send", 2, 9), ("send", 4, 9)]],
                                                                      [[("recv", 0, 9)], [("send", 3, 9), ("send", 5, 9)]], [[("recv", 1, 9)], []]])


class Pairs(unittest.TestCase):
    """What a member sends is what the other receives, in the same order; from the rounds themselves, for more members."""

    def test_every_send_meets_a_recv_of_its_size(self):
        table = {**{f"all-reduce {name}": function for name, function in own.ALL_REDUCE.items()}, **own.OTHERS}
        table |= {f"all-to-all {name}": (lambda f: lambda members, x, size: f(members, x, lambda other: own.chunk(size, members, other)))(function)
                  for name, function in own.ALL_TO_ALL.items()}
        for name, function in table.items():
            for members in range(1, 65 if WHOLE else 18):
                with self.subTest(name=name, members=members):
                    self.meet([function(members, x, 10 * members + 7) for x in range(members)])
        for radices in ([3, 5, 2], [2, 2, 2, 2], [4, 1, 3]):
            members = math.prod(radices)
            self.meet([own.torus(radices)(members, x, 1009) for x in range(members)])

    def meet(self, rounds):
        ways = {}
        for x, steps in enumerate(rounds):
            for kind, other, size in (transfer for step in steps for transfer in step):
                self.assertTrue(0 <= other < len(rounds) and other != x)
                ways.setdefault((x, other) if kind == "send" else (other, x), {}).setdefault(kind, []).append(size)
        for sizes in ways.values():
            self.assertEqual(sizes.get("send"), sizes.get("recv"))


if __name__ == "__main__":
    unittest.main()
