#!/usr/bin/python3
"""Adaptive routings from the command line: proved, simulated, and refused where loads are asked for."""
import json
import unittest

from program import WHOLE, ProgramTest

MESH = ["--topology", "mesh:6x6"]
RUN = ["--load", "0.3", "--cycles", "1000", "--packet-length", "8"]


def refusal(routing):
    return (f"loads: routing={routing} is adaptive: it chooses among routes by what is free, so channel loads and all that follows from them are not defined; "
            "allowed: oblivious routings, all that `dateline list` does not call adaptive")


class Adaptive(ProgramTest):
    def test_they_are_proved_with_one_class(self):
        for routing in ("west-first", "north-last", "negative-first", "odd-even"):
            text = self.good("verify", *MESH, "--vcs", "1", "--routing", routing)
            for part in ("deadlock-free", "acyclic", "1260 of 1260"):
                self.assertIn(part, text)
        self.good("verify", "--topology", "mesh:3x4x3", "--routing", "negative-first")

    def test_they_run_with_the_options_of_an_on_chip_router(self):
        for routing in ("west-first", "north-last", "negative-first", "odd-even"):
            run = ["simulate", *MESH, *RUN, "--routing", routing, "--vcs", "2", "--buffer-depth", "6", "--router.channel-latency", "3"]
            result = json.loads(self.good(*run, "--router", "onchip", "--json", "-"))
            own = ["--router.vc-reuse", "tail", "--router.crossbar", "per-port", "--router.ejection", "channel"]
            by_hand = json.loads(self.good(*run, *own, "--json", "-"))
            self.assertEqual({**result, "options": 0}, {**by_hand, "options": 0})
            self.assertIsNone(result["deadlock"])
            self.assertEqual(result["packets"]["delivered"] + result["packets"]["in_flight"], result["packets"]["generated"])
            self.assertLessEqual(result["hops"]["max"], 10)
            self.assertEqual(result["bounds"]["zero_load_latency"], 4 * 3 + 8 + 1)  # 4 hops in the mean, of 3 cycles each
            self.assertLessEqual(result["accepted_min"], result["bounds"]["ideal_throughput"])
            self.assertIn("acyclic", result["proof"])

    def test_every_analysis_refuses_them_with_the_reason(self):
        for routing in ("west-first", "odd-even"):
            for command in (["loads"], ["loads", "--sample-paths", "10"], ["worst-case"], ["worst-case", "--sample-paths", "10"],
                            ["simulate", *RUN, "--traffic", f"worst-case:{routing}"]):
                chosen = ["--routing", routing] if "simulate" not in command else []
                self.refused(*command, *MESH, *chosen, says=[refusal(routing)])
            self.refused("simulate", *RUN, *MESH, "--routing", routing, "--traffic", "worst-case", says=[refusal(routing)])

    def test_duato_is_proved_by_its_escapes_and_runs_on_all_cubes(self):
        for topology in ("torus:5x4", "mesh:4x5", "hypercube:4"):
            text = self.good("verify", "--topology", topology, "--routing", "duato")
            for part in ("deadlock-free", "Duato"):
                self.assertIn(part, text)
            result = json.loads(self.good("simulate", "--topology", topology, *RUN, "--routing", "duato", "--json", "-"))
            self.assertIsNone(result["deadlock"])
            self.assertIn("Duato", result["proof"])
            self.assertEqual(result["options"]["tie-rule"], "auto")
        for command in (["loads"], ["worst-case"]):
            self.refused(*command, "--topology", "torus:4x4", "--routing", "duato", says=[refusal("duato")])
        for rule in ("split", "plus", "union"):
            self.refused("verify", "--topology", "torus:4x4", "--routing", "duato", "--tie-rule", rule, says=[f"tie-rule={rule}", "allowed: parity"])
        for policy in ("static", "relaxed", "shared"):
            self.refused("verify", "--topology", "torus:4x4", "--routing", "duato", "--vc-policy", policy, says=[f"vc-policy={policy}", "dimension order"])

    def test_packets_of_one_flit_carry_half_a_flit_a_node_and_cycle_where_vcs_are_reused_by_place(self):
        """Over channels of latency 3 an atomic VC carries a flit in seven cycles; by place, and whole, it is free again as soon as there is room."""
        run = ["simulate", "--topology", "torus:8x8", "--routing", "duato", "--packet-length", "1", "--buffer-depth", "8", "--cycles", "2000", "--load", "0.5"]
        for latency, saturated in (("1", ()), ("3", ("atomic",))):
            for reuse in ("atomic", "whole", "place"):
                for escape in ("free", "sticky") if WHOLE or reuse == "place" else ("free",):
                    result = json.loads(self.good(*run, "--router.channel-latency", latency, "--router.vc-reuse", reuse, "--escape", escape, "--json", "-"))
                    self.assertIn("deadlock-free: ", result["proof"])
                    self.assertIsNone(result["deadlock"])
                    self.assertEqual(result["accepted"] < 0.49, reuse in saturated, (latency, reuse, escape, result["accepted"]))

    def test_verify_takes_the_rule_of_reuse_and_the_kind_of_escapes(self):
        for escape, reuse, length, safe in (("free", "whole", "32", True), ("free", "place", "32", False), ("free", "place", "1", True), ("free", "tail", "1", False),
                                            ("sticky", "place", "32", True), ("sticky", "tail", "32", False)):
            words = ["verify", "--topology", "mesh:4x4", "--routing", "duato", "--escape", escape, "--router.vc-reuse", reuse, "--packet-length", length]
            result = json.loads(self.good(*words, "--json", "-", status=0 if safe else 1))
            self.assertEqual((result["deadlock_free"], "jump" in result, result["cycle"] is None), (safe, not safe, safe), words)
            if not safe:
                self.assertIn(result["jump"], result["cycle"])
                self.assertRegex(self.good(*words, status=1), r"\njump +\d+->\d+ ")

    def test_they_are_refused_where_they_are_not_defined(self):
        for topology, routing in (("torus:4x4", "west-first"), ("hypercube:3", "north-last"), ("torus:4", "negative-first"), ("mesh:3x3x3", "odd-even")):
            self.refused("verify", "--topology", topology, "--routing", routing, says=[routing, topology, "allowed: mesh", "dor"])


if __name__ == "__main__":
    unittest.main()
