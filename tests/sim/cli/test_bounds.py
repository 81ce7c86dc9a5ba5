#!/usr/bin/python3
"""dateline bounds: its numbers, what is missing and why, and what `simulate` says of the same curve."""
import json
import unittest
from fractions import Fraction

from program import ProgramTest

KEYS = {"faults", "left_out_flows", "schema", "version", "result_version", "options", "injection_limit", "zero_load_latency", "zero_load_latency_exact", "ideal_throughput", "ideal_throughput_exact",
        "sustainable", "sustainable_exact", "limited_by", "injection_estimate", "per",
        "gamma_max", "capacity_load", "network_throughput", "throughput", "fraction_of_capacity", "split", "mean_hops", "why_missing", "slope", "curve", "diverges_at", "valid_to",
        "expected_error", "why_not_valid", "at_load"}
BOUNDS = ["bounds", "--topology", "torus:8x8", "--vcs", "10"]


class Bounds(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def test_the_numbers_of_the_8_ary_2_cube(self):
        result = self.json_of(*BOUNDS, "--tie-rule", "parity")
        self.assertEqual(set(result), KEYS)
        self.assertEqual(result["schema"], "dateline.bounds/2")
        self.assertEqual(result["zero_load_latency_exact"], "2335/63")  # 256/63 hops + 33
        self.assertAlmostEqual(result["zero_load_latency"], 2335 / 63, places=12)
        self.assertEqual((result["mean_hops"], result["capacity_load"]), ("256/63", "1"))
        self.assertEqual({result[key] for key in ("ideal_throughput_exact", "throughput", "fraction_of_capacity")}, {"63/64"})
        self.assertEqual((result["gamma_max"], result["ideal_throughput"]), ("64/63", 63 / 64))
        kbar = Fraction(result["slope"]["kbar"])
        self.assertAlmostEqual(float(kbar), 3.23885, delta=6e-6)
        self.assertAlmostEqual(result["slope"]["cycles_per_load"], float(32 * kbar), places=10)
        self.assertEqual((result["valid_to"], result["expected_error"]), (0.2, 0.05))
        self.assertEqual((result["why_missing"], result["slope"]["why_missing"], result["why_not_valid"], result["at_load"]), (None,) * 4)

    def test_what_no_run_sustains_more_than(self):
        # 15 sources send 4/5 / 15 + 1/5 each to node 0; those of the other rows, 12, over one channel.
        spot = ["bounds", "--topology", "mesh:4x4", "--traffic", "hotspot:0@0.2"]
        for arguments, load, what in ((spot, "25/76", "channel"), ([*spot, "--router.ejection", "channel"], "5/19", "ejection"),
                                      ([*spot, "--routing", "duato", "--router.ejection", "channel"], "5/19", "ejection"),
                                      (["bounds", "--topology", "hypercube:3"], "1", "injection"),
                                      (["bounds", "--topology", "torus:8x8", "--router.ejection", "channel"], "63/64", "channel")):
            result = self.json_of(*arguments)
            self.assertEqual((result["sustainable_exact"], result["limited_by"]), (load, what), arguments)
            self.assertEqual(result["sustainable"], float(Fraction(load)))
        # Of a complete graph of four each input port brings a third; two of the three share an ejection channel of two.
        ports = ["bounds", "--topology", "fullmesh:4", "--nic-ports", "2"]
        for more, load, what in (([], "2", "injection"), (["--router.ejection", "channel"], "3/2", "ejection")):
            result = self.json_of(*ports, *more)
            self.assertEqual((result["sustainable_exact"], result["limited_by"], result["injection_limit"]), (load, what, "2"))
            self.assertIsNone(result["curve"])
            self.assertIn("one injection channel", result["why_not_valid"])
            self.assertIn("nic-ports=2", result["slope"]["why_missing"])
        self.assertIn("2 flits/terminal/cycle: a terminal injects no more\n", self.good(*ports))
        # Two hot spots, one of which has failed: 14 sources send 3/5 / 15 + 1/5 each to the other.
        dead = self.json_of("bounds", "--topology", "torus:4x4", "--traffic", "hotspot:0,5@0.4", "--routing", "updown", "--faults", "nodes:5",
                            "--router.ejection", "channel")
        self.assertEqual((dead["sustainable_exact"], dead["limited_by"]), ("25/84", "ejection"))
        text = self.good(*spot, "--router.ejection", "channel")
        self.assertRegex(text, r"sustainable load +0.263158 += 5/19 flits/terminal/cycle at most: the busiest destination's ejection channel")

    def test_one_unit_on_every_topology(self):
        # A ring of four routers, two terminals at one of them; duato-updown has a choice of paths, updown none.
        self.write("ring.graph", "0 1\n1 2\n2 3\n3 0\nterminals 0 2\n")
        for topology in ("graph:ring.graph", "torus:4"):
            for routing in ("duato-updown", "updown"):
                run = ["bounds", "--topology", topology, "--routing", routing]
                self.assertEqual(self.json_of(*run)["per"], "terminal")
                text = self.good(*run, "--load", "0.1")
                self.assertIn("flits/terminal/cycle", text)
                self.assertNotIn("/node/cycle", text)
                self.refused(*run, "--load", "2", says=["load=2", "1 flit/terminal/cycle"])
        self.refused("bounds", "--topology", "torus:4x4", "--nic-ports", "2", "--load", "2.5", says=["load=2.5", "2 flits/terminal/cycle"])
        self.refused("bounds", "--topology", "torus:4x4", "--nic-ports", "252", says=["nic-ports=252", "allowed 1..251"])

    def test_the_curve_rises_from_the_zero_load_latency_to_where_it_diverges(self):
        for arguments in (BOUNDS, ["bounds", "--topology", "mesh:5x4", "--traffic", "bit-complement"], ["bounds", "--topology", "torus:12x12"]):
            result = self.json_of(*arguments)
            loads = [point["load"] for point in result["curve"]]
            latencies = [result["zero_load_latency"], *(point["latency"] for point in result["curve"])]
            self.assertTrue(10 <= len(loads) <= 30, loads)
            self.assertEqual(latencies, sorted(set(latencies)))
            self.assertEqual(loads, sorted(set(loads)))
            for number, load in enumerate(loads, 1):
                self.assertAlmostEqual(load, number * loads[0], places=12)
            self.assertLess(loads[-1], result["diverges_at"])
            self.assertLess(result["diverges_at"], loads[-1] + loads[0])
            self.assertLess(result["diverges_at"], result["ideal_throughput"])

    def test_a_load_is_looked_at(self):
        result = self.json_of(*BOUNDS, "--load", "1/10")
        at = result["at_load"]
        self.assertEqual(set(at), {"load", "latency", "light_traffic"})
        self.assertEqual(at["load"], 0.1)
        self.assertAlmostEqual(at["latency"], next(p["latency"] for p in result["curve"] if p["load"] == 0.1), places=9)
        self.assertAlmostEqual(at["light_traffic"], result["zero_load_latency"] + 0.1 * result["slope"]["cycles_per_load"], places=9)
        self.assertIsNone(self.json_of(*BOUNDS, "--load", "0.9")["at_load"]["latency"])  # the model diverges below

    def test_what_is_missing_has_its_reason(self):
        shallow = self.json_of(*BOUNDS, "--router.channel-latency", "2", "--load", "0.1")
        self.assertIsNone(shallow["zero_load_latency"])
        self.assertIn("channel latency", shallow["why_missing"])
        self.assertEqual((shallow["curve"], shallow["valid_to"]), (None, None))
        self.assertTrue(shallow["why_not_valid"])
        self.assertEqual(shallow["at_load"], {"load": 0.1, "latency": None, "light_traffic": None})
        self.assertEqual(shallow["ideal_throughput_exact"], "63/64")
        for more, why in ((["--router.routing-delay", "1"], "router.routing-delay=1"), (["--vcs", "3"], "vcs=3"),
                          (["--packet-length", "2"], "packet-length=2")):
            result = self.json_of("bounds", "--topology", "torus:4x4", *more)
            self.assertIsNone(result["slope"]["kbar"])
            self.assertIsNone(result["slope"]["cycles_per_load"])
            self.assertIn(why, result["slope"]["why_missing"])
            self.assertTrue(result["curve"])
        self.assertIn("paths", self.json_of("bounds", "--topology", "torus:2x2x2x2x2")["slope"]["why_missing"])

    def test_buffers_below_the_round_trip_have_no_zero_load_latency_and_those_of_it_have(self):
        for latency in (1, 2, 3, 5):
            arguments = ["bounds", "--topology", "torus:4x4", "--packet-length", "7", "--router.channel-latency", str(latency)]
            result = self.json_of(*arguments, "--buffer-depth", str(2 * latency))
            self.assertEqual(Fraction(result["zero_load_latency_exact"]), Fraction(32, 15) * latency + 7 + 1)
            result = self.json_of(*arguments, "--buffer-depth", str(2 * latency - 1))
            self.assertEqual((result["zero_load_latency"], result["zero_load_latency_exact"]), (None, None))
            self.assertIn(f"= {2 * latency} flits", result["why_missing"])

    def test_the_curve_is_claimed_only_where_it_was_compared(self):
        self.assertEqual(self.json_of("bounds", "--topology", "torus:16x16", "--vcs", "4")["valid_to"], 0.05)
        for topology, *more in (("torus:8x8", "--traffic", "tornado"), ("torus:8x8", "--vc-policy", "shared"), ("torus:8x8", "--buffer-depth", "4"),
                                ("torus:8x8", "--packet-length", "16"), ("mesh:8x8",), ("torus:4x4",)):
            result = self.json_of("bounds", "--topology", topology, *more)
            self.assertEqual((result["valid_to"], result["expected_error"]), (None, None))
            self.assertIn("held against the machine", result["why_not_valid"])
            self.assertTrue(result["curve"])

    def test_a_pattern_that_nobody_sends(self):
        self.write("identity.txt", "0\n1\n2\n3\n")
        arguments = ["bounds", "--topology", "torus:4", "--traffic", "permutation:identity.txt"]
        result = self.json_of(*arguments)
        for key in ("zero_load_latency", "ideal_throughput", "throughput", "fraction_of_capacity", "curve"):
            self.assertIsNone(result[key], key)
        self.assertIn("no source", result["why_missing"])
        self.assertIn("no source", result["slope"]["why_missing"])
        self.assertIn("no source", self.good(*arguments))

    def test_people_are_shown_numbers_and_curve(self):
        text = self.good(*BOUNDS, "--load", "0.15")
        for part in ("2335/63", "63/64", "Kbar", "M/G/1", "0.15", "holds up to", "5%"):
            self.assertIn(part, text)
        self.assertIn("not validated", self.good("bounds", "--topology", "mesh:4x4"))

    def test_bad_loads_and_too_few_vcs_are_refused(self):
        for load in ("0", "2", "-1", "much"):
            self.refused(*BOUNDS, "--load", load, says=f"load={load}")
        self.refused("bounds", "--topology", "torus:4x4", "--vcs", "1", says=["vcs=1", "2"])
        self.refused("bounds", says=["topology", "missing"])
        self.refused(*BOUNDS, "--seed", "1", says=["seed=1", "faults"])


class InSimulate(ProgramTest):
    def model_latency(self, *arguments):
        length = [] if "--workload" in arguments else ["--cycles", "50"]
        text = self.good("simulate", "--topology", "torus:8x8", "--vcs", "4", *length, *arguments, "--json", "-")
        return json.loads(text)["bounds"]["model_latency"]

    def test_the_model_is_that_of_bounds(self):
        for load in ("0.02", "0.2"):
            theory = json.loads(self.good("bounds", "--topology", "torus:8x8", "--vcs", "4", "--load", load, "--json", "-"))
            self.assertEqual(self.model_latency("--load", load), theory["at_load"]["latency"])
        self.assertEqual(self.model_latency("--load", "1/320pkt"), self.model_latency("--load", "0.1"))
        self.assertEqual(self.model_latency("--load", "0.1", "--router.injection-vcs", "4"), self.model_latency("--load", "0.1"))

    def test_its_zero_load_latency_needs_buffers_of_channel_pipeline_and_credit(self):
        def exact(latency, pipeline, credit, depth):
            arguments = ["--router.channel-latency", latency, "--router.pipeline", pipeline, "--router.credit-latency", credit, "--buffer-depth", depth]
            text = self.good("simulate", "--topology", "torus:4x4", "--load", "0.01", "--cycles", "50", "--packet-length", "7", *arguments, "--json", "-")
            return json.loads(text)["bounds"]["zero_load_latency_exact"]
        for latency, pipeline, credit in ((1, 0, 1), (2, 0, 2), (1, 3, 1), (1, 0, 4), (4, 0, 1), (2, 3, 1), (3, 1, 2)):
            least = latency + pipeline + credit
            self.assertEqual(Fraction(exact(latency, pipeline, credit, least)), Fraction(32, 15) * (latency + pipeline) + 7 + 1)
            self.assertIsNone(exact(latency, pipeline, credit, least - 1), (latency, pipeline, credit))
        # Credits that are not given an own latency have the channel's.
        self.assertIsNone(exact(3, 2, "auto", 7))
        self.assertIsNotNone(exact(3, 2, "auto", 8))

    def test_the_formula_of_the_proof_is_of_channels_alike(self):
        # Every way is direct, of 20, 5 or 7 cycles; two more at its ends.
        self.write("far.graph", "0 1 1 20\n1 2 1 5\n2 0 1 7\n")
        far = ["--topology", "graph:far.graph", "--routing", "layered", "--packet-length", "1"]
        exact = json.loads(self.good("bounds", *far, "--buffer-depth", "60", "--json", "-"))["zero_load_latency_exact"]
        self.assertEqual(Fraction(exact), Fraction(38, 3))
        self.assertIsNone(json.loads(self.good("verify", *far, "--json", "-"))["zero_load_latency"])

    def test_there_is_none_where_it_is_not_known_to_hold(self):
        self.assertIsNone(self.model_latency("--load", "0.201"))
        self.assertIsNone(self.model_latency("--workload", "permutation:transpose"))
        for name, value in {"traffic": "transpose", "injection": "bernoulli", "router.ejection": "channel", "router.injection-vcs": "1",
                            "router.crossbar": "per-port", "router.vc-reuse": "tail", "router.output-arbitration": "oldest", "vc-policy": "shared",
                            "packet-length": "31", "buffer-depth": "4", "router.routing-delay": "1", "router.channel-latency": "2",
                            "router.vc-selection": "lowest", "router.vc-arbitration": "round-robin", "tie-rule": "plus", "routing": "o1turn"}.items():
            self.assertIsNone(self.model_latency("--load", "0.1", f"--{name}", value), name)

    def test_what_crosses_no_channel_is_not_spaced_by_slow_ones(self):
        # 24 cycles over a channel, 12 to a terminal of the same router.
        slow = ["--lanes", "1/2:dim0", "--packet-length", "11", "--buffer-depth", "20"]
        for network, exact in ((["--topology", "mesh:2", "--traffic", "uniform-self"], "18"), (["--topology", "mesh:2"], "24"),
                               (["--topology", "hyperx:2:t2", "--routing", "dor"], "20"), (["--topology", "hyperx:2:t2", "--routing", "min-adaptive"], "20")):
            found = json.loads(self.good("bounds", *network, *slow, "--json", "-"))
            self.assertEqual(found["zero_load_latency_exact"], exact, network)


if __name__ == "__main__":
    unittest.main()
