#!/usr/bin/python3
"""Packets to the own node: one rule for matrices, for permutations, and for every command that reads them (docs/guide/traffic.md)."""
import json
import unittest

from program import ProgramTest

RING = ["--topology", "torus:3", "--routing", "valiant"]
RUN = ["--packet-length", "4", "--load", "0.02", "--cycles", "200000", "--seed", "3"]
IDENTITY = "1 0 0\n0 1 0\n0 0 1\n"
ALMOST = "999/1000 1/1000 0\n0 999/1000 1/1000\n1/1000 0 999/1000\n"


class SelfPairs(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def test_a_matrix_gives_the_own_node_packets_that_valiant_takes_away_and_back(self):
        # One hop out and one back with 2/3: 4/3 in the mean, over 6 channels 2/3 each. The machine runs what the analysis says.
        own, almost = self.write("own.txt", IDENTITY), self.write("almost.txt", ALMOST)
        loads = self.json_of("loads", *RING, "--traffic", f"matrix:{own}")
        self.assertEqual((loads["gamma_max"], loads["mean_hops"]), ("2/3", "4/3"))
        bounds = self.json_of("bounds", *RING, "--traffic", f"matrix:{own}", "--packet-length", "4")
        self.assertEqual(bounds["zero_load_latency_exact"], "19/3")
        for name in (own, almost):
            result = self.json_of("simulate", *RING, *RUN, "--traffic", f"matrix:{name}")
            self.assertGreater(result["packets"]["measured"], 2000)
            self.assertAlmostEqual(result["hops"]["mean"], 4 / 3, delta=0.1)
            self.assertGreater(result["accepted_min"], 0.015)

    def test_uniform_self_is_the_same_pattern_as_its_matrix(self):
        thirds = self.write("thirds.txt", "1/3 1/3 1/3\n" * 3)
        for command, keys in (("loads", ("gamma_max", "mean_hops")), ("bounds", ("zero_load_latency_exact", "ideal_throughput_exact"))):
            one, other = (self.json_of(command, *RING, "--traffic", traffic) for traffic in ("uniform-self", f"matrix:{thirds}"))
            self.assertEqual([one[key] for key in keys], [other[key] for key in keys])

    def test_fixed_points_are_silent_in_machine_and_analysis(self):
        swap = self.write("swap.txt", "1\n0\n2\n")
        for traffic in (f"permutation:{swap}", "random:4"):  # random:4 on three nodes has a fixed point too
            result = self.json_of("simulate", *RING, *RUN, "--traffic", traffic)
            self.assertEqual(min(s["offered"] for s in result["per_terminal"]), 0)
        self.assertEqual(self.json_of("loads", *RING, "--traffic", f"permutation:{swap}")["options"]["fixed-points"], "silent")

    def test_fixed_points_send_where_they_are_told_to(self):
        swap = self.write("swap.txt", "1\n0\n2\n")
        matrix = self.write("matrix.txt", "0 1 0\n1 0 0\n0 0 1\n")
        for command, more in (("loads", []), ("bounds", [])):
            one = self.json_of(command, *RING, "--traffic", f"permutation:{swap}", "--fixed-points", "send", *more)
            other = self.json_of(command, *RING, "--traffic", f"matrix:{matrix}", *more)
            del one["options"], other["options"]
            self.assertEqual(one, other)
        result = self.json_of("simulate", *RING, *RUN, "--traffic", f"permutation:{swap}", "--fixed-points", "send")
        self.assertGreater(min(s["offered"] for s in result["per_terminal"]), 0.015)
        # As a workload: nine nodes, each to itself, M + 1 cycles.
        line = ["simulate", "--topology", "mesh:3x3", "--workload", "permutation:identity", "--packet-length", "7"]
        self.assertEqual(self.json_of(*line)["packets"]["generated"], 0)
        sent = self.json_of(*line, "--fixed-points", "send")
        self.assertEqual((sent["packets"]["generated"], sent["completion_cycle"], sent["flit_hops"]), (9, 8, 0))

    def test_the_worst_case_of_valiant_sends_as_it_says(self):
        for topology in ("torus:4x4", "torus:3x3"):
            network = ["--topology", topology, "--routing", "valiant"]
            worst = self.json_of("worst-case", *network, "--out", "permutation=worst.txt")
            self.assertIs(worst["fixed_points_may_load"], True)
            sent = self.json_of("loads", *network, "--traffic", "permutation:worst.txt", "--fixed-points", "send")
            self.assertEqual(sent["gamma_max"], worst["gamma_max"])
        self.assertIn("may carry load", self.good("worst-case", *network))
        self.assertIn("carry no load under this routing", self.good("worst-case", "--topology", "torus:4x4", "--routing", "romm"))

    def test_random_permutations_count_fixed_points_if_they_send(self):
        command = ["worst-case", *RING, "--random-permutations", "30"]
        silent, sending = (self.json_of(*command, *more)["random_permutations"] for more in ([], ["--fixed-points", "send"]))
        self.assertLess(silent["mean"], sending["mean"])
        self.refused("worst-case", *RING, "--fixed-points", "send", says=["fixed-points=send", "random-permutations"])

    def test_patterns_without_fixed_points_refuse_to_let_them_send(self):
        matrix = self.write("own.txt", IDENTITY)
        for traffic in ("uniform", "uniform-self", f"matrix:{matrix}"):
            for command in (["simulate", "--load", "0.1"], ["loads"], ["bounds"]):
                self.refused(*command, *RING, "--traffic", traffic, "--fixed-points", "send", says=["fixed-points=send", "only permutations"])

    def test_the_proof_covers_what_is_for_the_own_node(self):
        result = self.json_of("verify", "--topology", "torus:4x4", "--routing", "valiant")
        self.assertEqual((result["self_pairs"], result["delivered_self_pairs"], result["pairs"]), (16, 16, 240))


if __name__ == "__main__":
    unittest.main()
