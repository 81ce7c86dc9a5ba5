#!/usr/bin/python3
"""updown, layered and duato-updown in runs: with faults on any network, and where faults come and go."""
import json
import sys
import unittest

from program import ProgramTest

RUN = ["--packet-length", "8", "--load", "0.05", "--cycles", "2000", "--seed", "3"]
ONE_WAY = "0 1\n1 2\n2 3\n3 0\n0 > 2\n1 > 3\n"
EVENTS = ["--fault-events", "fail@500:7,repair@1500:7", "--retransmit", "50"]


class SurvivingRoutings(ProgramTest):
    def test_they_run_around_faults_on_cubes_and_graphs(self):
        graph = self.write("one-way.graph", ONE_WAY)
        for routing in ("updown", "layered", "duato-updown"):
            for network in (["--topology", "torus:4x4", "--faults", "nodes:5"], ["--topology", "mesh:4x4", "--faults", "links:5-6"],
                            ["--topology", "hypercube:4", "--faults", "random:3@7"], ["--topology", f"graph:{graph}", "--faults", "links:0-1"]):
                with self.subTest(routing=routing, network=network):
                    run = json.loads(self.good("simulate", *network, "--routing", routing, *RUN, "--json", "-"))
                    self.assertIn("deadlock-free", run["proof"])
                    self.assertGreater(run["packets"]["delivered"], 0)
                    self.assertFalse(run["saturated"])

    def test_a_union_with_a_cycle_is_refused_with_it_and_one_without_runs(self):
        for routing in ("updown", "layered", "duato-updown"):
            done = self.run_program(["simulate", "--topology", "torus:6x6", "--routing", routing, *RUN, *EVENTS])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rb"^dateline: [^\n]*is not safe: between its faults [^\n]*cycle: \d+->\d+ \(class \d\)[^\n]*\n$")
        for routing in ("sw-deterministic", "sw-adaptive"):
            self.good("simulate", "--topology", "torus:6x6", "--routing", routing, *RUN, *EVENTS)

    def test_layers_that_differ_in_number_are_refused(self):
        self.refused("simulate", "--topology", "torus:5x5", "--routing", "layered", *RUN, *EVENTS,
                     says=["layered", "3 VC classes", "2 under the faults from cycle 500 on"])

    def test_no_tree_of_links_is_refused(self):
        ring = self.write("ring.graph", "0 > 1\n1 > 2\n2 > 0\n")
        for routing in ("updown", "duato-updown"):
            self.refused("verify", "--topology", f"graph:{ring}", "--routing", routing, says=[routing, "links that work both ways"])
        self.assertIn("deadlock-free", self.good("verify", "--topology", f"graph:{ring}", "--routing", "layered"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
