#!/usr/bin/python3
"""All-reduces on idle networks against their closed forms: to the cycle."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

WIDTH = 16


def flits(size, width=WIDTH):
    """Of one packet, the head flit included."""
    return -(-size // width) + 1


def logarithm(count):
    return count.bit_length() - 1


class CollectiveTimes(ProgramTest):
    def completion(self, topology, workload, *more, width=WIDTH):
        found = json.loads(self.good("simulate", "--topology", topology, "--vcs", "4", "--buffer-depth", "8", "--workload", workload,
                                     "--workload.flit-bytes", str(width), *more, "--json", "-"))
        self.assertGreaterEqual(found["completion_cycle"], found["bounds"]["completion_critical_path"], workload)
        return found["completion_cycle"]

    def test_swing_shares_no_channel_on_sides_of_four(self):
        for topology, ranks, cycles in (("torus:4", 4, 396), ("torus:4x4", 16, 1944), ("torus:4x4x4", 64, 8100)):
            size = 1024 * ranks
            self.assertEqual(2 * sum(1 + flits(size >> s + 1) + 1 for s in range(logarithm(ranks))), cycles)
            self.assertEqual(self.completion(topology, f"all-reduce:swing,bytes={size}"), cycles)
            self.assertEqual(self.completion(topology, "all-reduce:swing-latency,bytes=1024"), logarithm(ranks) * (flits(1024) + 2))

    def test_swing_beats_halving_on_a_torus_of_eight(self):
        # steps of 1, 1, 1, 1, 3 and 3 hops
        cycles = 2 * sum(hops + flits(512 >> s + 1, 64) + 1 for s, hops in enumerate((1, 1, 1, 1, 3, 3)))
        self.assertEqual(cycles, 64)
        self.assertEqual(self.completion("torus:8x8", "all-reduce:swing,bytes=512", width=64), cycles)
        self.assertGreater(self.completion("torus:8x8", "all-reduce:halving-doubling,bytes=512", width=64), cycles)

    def test_two_trees_on_a_complete_graph(self):
        for ranks, cycles in ((4, 5133), (8, 8212), (16, 11291)):
            m = logarithm(ranks)
            self.assertEqual((3 * m - 1) * flits(16384) + 4 * m, cycles)
            self.assertEqual(self.completion(f"fullmesh:{ranks}", "all-reduce:double-tree,bytes=32768"), cycles)

    def test_directly_on_a_complete_graph(self):
        for ranks, cycles in ((3, 264), (4, 394), (8, 914), (16, 1954)):
            self.assertEqual(2 * ((ranks - 1) * flits(1024) + 2), cycles)
            self.assertEqual(self.completion(f"fullmesh:{ranks}", f"all-reduce:direct,bytes={1024 * ranks}"), cycles)

    def test_a_ring_in_chunks(self):
        for ranks, one, two in ((4, 1608, 1573), (8, 3752, 3669), (16, 8040, 7861)):
            ring = f"all-reduce:ring,bytes={4096 * ranks},chunks=4,active="
            self.assertEqual(4 * 2 * (ranks - 1) * (flits(1024) + 2), one)
            self.assertEqual(self.completion(f"torus:{ranks}", ring + "1"), one)
            self.assertEqual(self.completion(f"torus:{ranks}", ring + "2"), two)

    def test_groups_of_ranks(self):
        for topology, group, others, cycles in (("torus:4x4", 4, 4, 1956), ("torus:8x2", 8, 2, 1968), ("torus:2x8", 2, 8, 1968)):
            size = 1024 * group * others
            self.assertEqual(2 * (group - 1) * (flits(size // group) + 2) + 2 * (others - 1) * (flits(1024) + 2), cycles)
            self.assertEqual(self.completion(topology, f"all-reduce:hierarchical,bytes={size},group={group}"), cycles)

    def test_two_rings_need_two_injection_channels(self):
        for ranks, one, two in ((4, 788, 402), (8, 1836, 938), (16, 3928, 2010)):
            ring = f"all-reduce:ring,bytes={2048 * ranks},rings=2"
            self.assertEqual(2 * (ranks - 1) * (flits(1024) + 2), two)
            self.assertEqual(self.completion(f"torus:{ranks}", ring, "--nic-ports", "2"), two)
            self.assertEqual(self.completion(f"torus:{ranks}", ring), one)

    def test_all_ways_of_a_torus_take_what_one_way_takes_for_its_part(self):
        part = 2 * 3 * (flits(4096) + 2) + 2 * 3 * (flits(1024) + 2)
        self.assertEqual(self.completion("torus:4x4", "all-reduce:torus,bytes=16384"), part)
        self.assertEqual(self.completion("torus:4x4", "all-reduce:torus-all,bytes=65536", "--nic-ports", "4"), part)


if __name__ == "__main__":
    unittest.main()
