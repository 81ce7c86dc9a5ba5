#!/usr/bin/python3
"""Tables of paths in a network that changes (docs/guide/faults.md): what the paths left do, and which pairs are left without one."""
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import JsonTest  # noqa: E402

NODES = 6
RING = "".join(f"{a} {(a + 1) % NODES}\n" for a in range(NODES))
RUN = ["simulate", "--topology", "graph:ring.graph", "--vcs", "4", "--packet-length", "4"]
SHORT = ["--load", "0.1", "--cycles", "4000", "--warmup", "400"]
DRAWN = {"options", "provenance", "command", "fault_events", "reconfigurations", "faults"}  # what says how it was asked for


def around(source, target, step):
    path = [source]
    while path[-1] != target:
        path.append((path[-1] + step) % NODES)
    return path


def table(keeps=lambda path: True, weights=(3, 1)):
    """Both ways around the ring, those that are kept."""
    lines = []
    for source in range(NODES):
        for target in range(NODES):
            for step, weight in zip((1, -1), weights):
                path = around(source, target, step)
                if source != target and keeps(path):
                    lines.append(f"{weight}: {' '.join(map(str, path))}\n")
    return "".join(lines)


def avoids(a, b):
    return lambda path: not any({path[i], path[i + 1]} == {a, b} for i in range(len(path) - 1))


class TableEvents(JsonTest):
    def setUp(self):
        super().setUp()
        self.write("ring.graph", RING)
        self.write("both.table", table())

    def test_paths_over_what_has_failed_are_left_out(self):
        """From the first cycle on: as a table that never had them."""
        self.write("left.table", table(avoids(0, 1)))
        changed = self.json_of(*RUN, *SHORT, "--routing", "table:both.table", "--fault-events", "fail@0:0-1", "--reconfigure", "static")
        written = self.json_of(*RUN, *SHORT, "--routing", "table:left.table", "--faults", "links:0-1")
        for key in set(written) - DRAWN:
            self.assertEqual(changed[key], written[key], key)

    def test_a_link_fails_and_works_again_under_load(self):
        for how in ("drain", "static"):
            with self.subTest(how=how):
                run = [*RUN, *SHORT, "--routing", "table:both.table", "--fault-events", "fail@1500:0-1,repair@2500:0-1", "--reconfigure", how]
                result = self.json_of(*run)
                packets = result["packets"]
                self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
                fail, repair = result["reconfigurations"]
                self.assertEqual((fail["cycle"], repair["cycle"], packets["lost"]), (1500, 2500, fail["lost"] + repair["lost"]))
                if how == "drain":
                    self.assertEqual(repair["lost"], 0)
                again = self.json_of(*run, "--retransmit", "30")
                self.assertEqual(again["packets"]["lost"], 0)
                self.assertEqual(again["packets"]["retransmitted"], sum(change["lost"] for change in again["reconfigurations"]))

    def test_a_ring_without_a_link_is_a_line(self):
        """Its mean distance between two nodes is (n + 1) / 3; with both ways around, 3 of 4 packets one of them, it is n / 2."""
        run = [*RUN, "--routing", "table:both.table", "--load", "0.05", "--warmup", "1000", "--cycles", "40000"]
        self.assertAlmostEqual(self.json_of(*run)["hops"]["mean"], NODES / 2, delta=0.1)
        broken = self.json_of(*run, "--fault-events", "fail@10:0-1", "--reconfigure", "static")
        self.assertAlmostEqual(broken["hops"]["mean"], (NODES + 1) / 3, delta=0.1)

    def test_a_node_that_fails_takes_no_path_of_others(self):
        result = self.json_of(*RUN, *SHORT, "--routing", "table:both.table", "--fault-events", "fail@1000:3,repair@3000:3", "--reconfigure", "drain", "--retransmit", "50")
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
        self.assertGreater(packets["delivered"], 0)

    def test_a_relative_table_is_spelled_out(self):
        """A torus of one dimension: the same ring, the same paths from node 0 alone."""
        self.write("relative.table", "relative\n" + "".join(line for line in table().splitlines(keepends=True) if line.split(": ")[1].split()[0] == "0"))
        torus = ["torus:6" if word == "graph:ring.graph" else word for word in [*RUN, *SHORT]]
        events = ["--fault-events", "fail@0:0-1", "--reconfigure", "static"]
        spelled = self.json_of(*torus, "--routing", "table:both.table", *events)
        relative = self.json_of(*torus, "--routing", "table:relative.table", *events)
        for key in set(spelled) - DRAWN:
            self.assertEqual(relative[key], spelled[key], key)

    def test_what_is_left_without_a_path_is_refused(self):
        self.write("single.table", table(lambda path: path[1] == (path[0] + 1) % NODES))
        run = [*RUN, *SHORT, "--routing", "table:single.table", "--fault-events", "fail@1500:0-1"]
        self.refused(*run, "--reconfigure", "drain", says=["single.table", "no path from node 0 to node 1"])
        self.refused(*run, says=["single.table", "0->1"])
        both = [*RUN, *SHORT, "--routing", "table:both.table", "--fault-events", "fail@1500:0-1"]
        self.refused(*both, says=["both.table", "has failed", "around faults go: ", "--reconfigure drain or static"])  # as above
        self.refused(*both, "--reconfigure", "proved", says=["reconfigure=proved", "table", "drain, static"])


if __name__ == "__main__":
    unittest.main()
