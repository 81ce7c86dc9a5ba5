#!/usr/bin/python3
"""The NICs that sends name are injection channels of their terminals, each with a queue: times of messages alone, by hand (h + M + 1 cycles)."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

# From node 0 of a ring of 8 to its neighbours: no channel of the network is shared by two directions.
RING = ["--topology", "torus:8", "--vcs", "4"]
FLITS = 100  # of a message of 99 bytes, a byte a flit
ALONE = FLITS + 2


def goal(*sends):
    """A GOAL file of three ranks; sends: (destination, clause)."""
    own = "".join(f"send 99b to {to} tag {tag} {clause}\n" for tag, (to, clause) in enumerate(sends))
    others = [f"rank {rank} {{\n" + "".join(f"recv 99b from 0 tag {tag}\n" for tag, (to, _) in enumerate(sends) if to == rank) + "}\n" for rank in (1, 2)]
    return f"num_ranks 3\nrank 0 {{\n{own}}}\n" + "".join(others)


class Nics(ProgramTest):
    def ends(self, text, *more, ports=2):
        """Of ranks 1 and 2, at the two neighbours of rank 0; the summary."""
        self.write("own.goal", text)
        self.write("own.map", "0\n1\n7\n")
        run = ["simulate", *RING, "--workload", "goal:own.goal", "--mapping", "own.map", "--nic-ports", str(ports), *more]
        result = json.loads(self.good(*run, "--json", "-"))
        return [rank["end"] for rank in result["ranks"][1:]], self.good(*run)

    def test_a_nic_is_an_injection_channel(self):
        two = [(1, "nic 0"), (2, "nic 1")]
        self.assertEqual(self.ends(goal(*two))[0], [ALONE, ALONE])
        # One channel for both: the second of two whose flits take turns ends as late as all flits take.
        shared, text = self.ends(goal(*two), ports=1)
        self.assertEqual(max(shared), 2 * FLITS + 2)
        self.assertIn("NICs 0 to 1 of a rank are the one injection channel", text)
        # Another message of this NIC waits, though the other channel is free; one of no NIC in a file that names some is of NIC 0.
        ends, text = self.ends(goal((1, ""), (2, "nic 0"), (1, "nic 1")))
        self.assertEqual(ends[1], 2 * FLITS + 2)
        self.assertNotIn("NICs", text)

    def test_a_queue_for_each(self):
        # More messages of NIC 0 than there are injection VCs; that of NIC 1 leaves in the first cycle all the same.
        ends, _ = self.ends(goal(*[(1, "nic 0")] * 12, (2, "nic 1")))
        self.assertEqual(ends[1], ALONE)
        self.assertGreaterEqual(ends[0], 12 * FLITS + 2)
        # With NIC 0 alone no NIC is named: both channels serve all.
        ends, _ = self.ends(goal(*[(1, "nic 0")] * 6, *[(2, "nic 0")] * 6))
        self.assertTrue(6 * FLITS + 2 <= max(ends) < 7 * FLITS, ends)

    def test_more_nics_than_channels(self):
        ends, text = self.ends(goal((1, "nic 2"), (2, "nic 5")))
        self.assertEqual(ends, [ALONE, ALONE])
        self.assertIn("NIC k of 0 to 5 of a rank is injection channel k mod 2", text)

    def test_a_schedule_names_them_too(self):
        self.write("own.txt", "ranks 3\n0 send 99 to 1 nic 1\n0 send 99 to 2\n0 send 99 to 1 nic 1\n1 recv 99 from 0\n1 recv 99 from 0\n2 recv 99 from 0\n")
        self.write("own.map", "0\n1\n7\n")
        run = ["simulate", *RING, "--workload", "schedule:own.txt", "--mapping", "own.map", "--nic-ports", "2"]
        result = json.loads(self.good(*run, "--json", "-"))
        self.assertEqual([rank["end"] for rank in result["ranks"][1:]], [2 * FLITS + 2, ALONE])
        tiled = json.loads(self.good(*run, "--tiles", "3", "--threads", "2", "--json", "-"))
        self.assertEqual(tiled, result)

    def test_nics_beside_failures(self):
        # From node 0 to its neighbours; 7 to 1 of NIC 1, so that some are queued when node 1 fails, and one of NIC 0 to the other neighbour.
        self.write("own.txt", "ranks 3\n" + "0 send 99 to 1 nic 1\n" * 7 + "0 send 99 to 2\n" + "1 recv 99 from 0\n" * 7 + "2 recv 99 from 0\n")
        self.write("own.map", "0\n1\n7\n")
        run = ["simulate", *RING, "--workload", "schedule:own.txt", "--mapping", "own.map", "--nic-ports", "2", "--routing", "sw-adaptive"]
        for event, least, most, delivered in (("fail@50:3", 7 * FLITS + 2, 8 * FLITS, 8), ("fail@50:1", 50, 50, 1)):
            with self.subTest(event=event):
                words = [*run, "--fault-events", event, "--json", "-"]
                result = json.loads(self.good(*words))
                first, second = (rank["end"] for rank in result["ranks"][1:])
                self.assertEqual(second, ALONE)
                self.assertTrue(least <= first <= most, first)
                packets = result["packets"]
                self.assertEqual((packets["generated"], packets["delivered"], packets["lost"], packets["in_flight"]), (8, delivered, 8 - delivered, 0))
                self.assertEqual(json.loads(self.good(*words, "--tiles", "3", "--threads", "2")), result)


if __name__ == "__main__":
    unittest.main()
