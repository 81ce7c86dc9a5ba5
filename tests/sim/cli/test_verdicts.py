#!/usr/bin/python3
"""What a run says of whether its load is sustained: overloaded, verdict, worst-served source."""
from fractions import Fraction
import json
import unittest

from program import ROOT, WHOLE, JsonTest, ProgramTest, sample

EXPECTED = json.loads((ROOT / "tests" / "data" / "hypercube-mapping.json").read_text())["sustained"]
LENGTH = 20


class Verdicts(JsonTest):
    def test_a_saturated_run_says_so_and_succeeds(self):
        result = self.json_of("simulate", "--topology", "mesh:4x4", "--traffic", "transpose", "--load", "1", "--cycles", "2000")
        self.assertTrue(result["saturated"])
        self.assertLess(result["accepted"], 0.9)
        self.assertIn("SATURATED", self.good("simulate", "--topology", "mesh:4x4", "--traffic", "transpose", "--load", "1", "--cycles", "2000"))

    def test_a_network_that_falls_behind_from_generation_to_ejection_is_not_sustained(self):
        topology, load = ("torus:32x32", "0.1") if WHOLE else ("torus:16x16", "0.2")
        result = self.json_of("simulate", "--topology", topology, "--vcs", "4", "--buffer-depth", "4", "--packet-length", "32", "--load", load,
                              "--traffic", "uniform-self", "--warmup", "1000", "--cycles", "4000", "--router", "onchip", "--router.channel-latency", "3",
                              "--injection", "bernoulli", "--router.vc-selection", "round-robin", "--router.vc-arbitration", "round-robin")
        self.assertLess(result["accepted"], 0.95 * result["offered"])
        self.assertNotEqual(result["verdict"], "sustained")  # ten packets a source

    def test_arrivals_that_no_chance_draws_may_be_sustained_at_the_bound(self):
        ring = ["simulate", "--topology", "hypercube:1", "--packet-length", "1", "--cycles", "3000"]
        self.write("two.streams", "a load=1/2 packet-length=1 injection=periodic\nb load=1/2 packet-length=1 injection=periodic\n")
        for more in (["--injection", "bernoulli", "--load", "1"], ["--injection", "periodic", "--load", "1"]):
            result = self.json_of(*ring, *more)
            self.assertEqual((result["verdict"], result["accepted"], result["latency"]["stddev"]), ("sustained", 1, 0))
        streams = self.json_of("simulate", "--topology", "hypercube:1", "--cycles", "3000", "--traffic", "streams:two.streams")
        self.assertNotEqual(streams["verdict"], "saturated")
        self.assertEqual(self.json_of(*ring, "--load", "1")["verdict"], "saturated")

    def test_packets_that_may_be_on_their_way_all_the_while_saturate_nothing(self):
        far = ["simulate", "--topology", "mesh:8x2", "--load", "0.01", "--warmup", "0", "--packet-length", "4", "--router.channel-latency", "1000", "--buffer-depth", "255",
               "--router.vc-reuse", "tail"]
        for run in ([*far, "--cycles", "500"],  # ten windows are five hops
                    ["simulate", "--topology", "torus:32x32", "--load", "0.01", "--cycles", "2", "--warmup", "0", "--packet-length", "4", "--prove", "never"]):
            self.assertEqual(self.json_of(*run)["verdict"], "undecided")
        self.assertEqual(self.json_of(*far, "--cycles", "400000")["verdict"], "sustained")

    def test_where_packets_are_expected_and_none_came_nothing_is_known(self):
        for run in (["--topology", "torus:8x8", "--load", "0.9", "--cycles", "100", "--packet-length", "65535"],  # twice what it sustains
                    ["--topology", "torus:4x4", "--load", "0.01", "--cycles", "2", "--packet-length", "4"]):
            result = self.json_of("simulate", *run, "--warmup", "0")
            self.assertEqual((result["packets"]["generated"], result["verdict"], result["overload_excluded"]), (0, "undecided", None))

    def test_a_load_above_the_exact_bound_is_overloaded_however_short_the_run(self):
        # Transpose on a 4x4 mesh: three packets share a channel. Ejection: 0.2 of what 15 send, and their share of the rest.
        cases = ((["--traffic", "transpose"], Fraction(1, 3), "channel"),
                 (["--traffic", "hotspot:0@0.2", "--router.ejection", "channel"], Fraction(5, 19), "ejection"))
        for network, bound, limit in cases:
            run = ["simulate", "--topology", "mesh:4x4", *network, "--packet-length", "4", "--cycles", "200"]
            for load, overloaded in ((bound * Fraction(99, 100), False), (bound * Fraction(101, 100), True)):
                result = self.json_of(*run, "--load", f"{load.numerator}/{load.denominator}")
                self.assertEqual((result["bounds"]["sustainable_exact"], result["bounds"]["limited_by"]), (str(bound), limit))
                self.assertEqual(result["overloaded"], overloaded)
                if overloaded:
                    self.assertEqual((result["verdict"], result["saturated"]), ("saturated", True))
                    self.assertIn(f"above the exact bound of {float(bound):.5f}", self.good(*run, "--load", f"{load.numerator}/{load.denominator}"))
            at = self.json_of(*run, "--load", f"{bound.numerator}/{bound.denominator}")
            self.assertEqual((at["overloaded"], at["verdict"]), (False, "saturated"))  # arrivals at random pile up at the bound

    def test_a_short_window_is_undecided_and_says_so(self):
        ring = ["simulate", "--topology", "mesh:2", "--vcs", "1", "--packet-length", "1", "--load", "0.25"]
        short, long = self.json_of(*ring, "--cycles", "8"), self.json_of(*ring, "--cycles", "12000")
        self.assertEqual((short["verdict"], short["saturated"]), ("undecided", None))
        self.assertIn("UNDECIDED", self.good(*ring, "--cycles", "8"))
        self.assertEqual((long["verdict"], long["saturated"], long["decides_after"]), ("sustained", False, None))
        self.assertIn(f"overloads of {100 * long['overload_excluded']:.0f}% and more are excluded", self.good(*ring, "--cycles", "12000"))
        workload = self.json_of("simulate", "--topology", "mesh:4", "--workload", "permutation:bit-complement")
        self.assertEqual((workload["verdict"], workload["saturated"], workload["overloaded"]), (None, None, None))

    def test_the_commonest_run_a_light_load_in_the_default_window_is_sustained(self):
        for seed in range(1, 6):
            result = self.json_of("simulate", "--topology", "torus:8x8", "--load", "0.02", "--seed", seed)
            self.assertEqual(result["verdict"], "sustained", seed)

    def test_cycles_auto_goes_on_until_the_verdict_stands(self):
        for load, verdict in (("0.1", "sustained"), ("0.36", "sustained"), ("0.45", "saturated")):
            result = self.json_of("simulate", "--topology", "torus:8x8", "--load", load, "--cycles", "auto", "--warmup", "500")
            self.assertEqual(result["verdict"], verdict, load)
            self.assertGreaterEqual(result["cycles"], 10000)
            self.assertEqual(result["options"]["cycles"], "auto")

    def test_the_worst_served_source_stands_beside_the_mean(self):
        result = self.json_of("simulate", "--topology", "mesh:4x4", "--traffic", "transpose", "--load", "0.9", "--cycles", "2000")
        worst = min((s["accepted"] / s["offered"], t) for t, s in enumerate(result["per_terminal"]) if s["offered"])[1]
        self.assertEqual(result["worst_served"], {"source": worst, **{key: result["per_terminal"][worst][key] for key in ("offered", "accepted")}})


class Sustained(ProgramTest):
    """The highest loads that every source of a hypercube sustains (docs/guide/hypercube-routings.md), against values found elsewhere by a rule of their
    own: a source falls behind whose queue grows in the window by more than max(10 packets, 5% of what it generated)."""

    def test_loads_are_sustained_where_they_should_be_and_not_beyond(self):
        wanted = [(traffic, routing, loads) for traffic, routings in EXPECTED["values"].items() for routing, loads in routings.items()]
        self.assertEqual(len(wanted), 21)
        for traffic, routing, (sustained, beyond) in sample(wanted, 1):
            with self.subTest(traffic=traffic, routing=routing):
                self.assertTrue(self.sustains(traffic, routing, sustained * (1 - EXPECTED["tolerance"])))
                self.assertFalse(self.sustains(traffic, routing, beyond * (1 + EXPECTED["tolerance"])))

    def sustains(self, traffic, routing, load):
        """By the rule above; the window's beginning is the end of another whose sources draw the same."""
        begin = self.sources(traffic, routing, load, 0, EXPECTED["warmup"])
        end = self.sources(traffic, routing, load, EXPECTED["warmup"], EXPECTED["cycles"])
        growths = [(after["backlog"] - before["backlog"], after["offered"] * EXPECTED["cycles"] / LENGTH) for before, after in zip(begin, end)]
        return all(growth <= max(10, 0.05 * generated) for growth, generated in growths)

    def sources(self, traffic, routing, load, warmup, cycles):
        run = ["simulate", "--topology", "hypercube:8", "--traffic", traffic, "--routing", routing, "--vcs", "1", "--buffer-depth", "2",
               "--router.ejection", "channel", "--router.vc-selection", "lowest", "--packet-length", str(LENGTH), "--load", f"{load:.6f}"]
        return json.loads(self.good(*run, "--warmup", str(warmup), "--cycles", str(cycles), "--json", "-"))["per_terminal"]


if __name__ == "__main__":
    unittest.main()
