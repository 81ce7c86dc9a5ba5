#!/usr/bin/python3
"""What simulate says of a network's use beyond cubes: flits by kind of channel, and the packets on shortest ways."""
import csv
import fractions
import io
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import WHOLE, ProgramTest, sample  # noqa: E402

RUN = ["--load", "0.5", "--packet-length", "4", "--cycles", "1500"]


class NetworkUse(ProgramTest):
    def run_on(self, topology, routing, *more):
        return json.loads(self.good("simulate", "--topology", topology, "--routing", routing, *RUN, *more, "--json", "-"))

    def test_use_by_kind_is_that_of_the_channels_table(self):
        # Routers 2i and 2i + 1 of dragonfly:2,2,1 are a group; the links of a group are local.
        result = self.run_on("dragonfly:2,2,1", "min", "--out", "channels=c.csv")
        rows = list(csv.DictReader(io.StringIO((self.folder / "c.csv").read_text())))
        self.assertEqual(list(result["channel_use"]), ["local", "global"])
        for kind, own_group in (("local", True), ("global", False)):
            flits = [int(row["flits"]) for row in rows if (int(row["from"]) // 2 == int(row["to"]) // 2) is own_group]
            self.assertEqual(result["channel_use"][kind], {"channels": 6, "flits": sum(flits), "mean": sum(flits) / 6 / 1500, "max": max(flits) / 1500})
        self.assertIn("global channels", self.good("simulate", "--topology", "dragonfly:2,2,1", "--routing", "min", *RUN, "--out", "channels=c.csv"))

    def test_packets_on_a_shortest_way_are_counted_of_adaptive_routings(self):
        # One channel leads between any two routers of a full mesh: what takes one has taken a shortest way.
        result = self.run_on("fullmesh:4:t3", "omni-war:1")
        by_hops = {row["hops"]: row["count"] for row in result["latency_by_hops"]}
        self.assertEqual(set(by_hops), {0, 1, 2})  # two terminals of a router are 0 apart
        self.assertEqual(result["minimal_fraction"], (by_hops[0] + by_hops[1]) / sum(by_hops.values()))
        self.assertEqual(self.run_on("fattree:2,3", "nca")["minimal_fraction"], 1)
        self.assertIn("shortest way", self.good("simulate", "--topology", "fullmesh:4", "--routing", "omni-war:1", *RUN))

    def test_minimal_ways_of_routings_that_weigh_hops_are_their_own(self):
        # `min` of dragonfly:1,3,1 crosses three channels where two over a third group would do: with a huge bias all go so.
        for topology, routing in (("dragonfly:1,3,1", "ugal"), ("dragonfly:1,3,1", "par"), ("hyperx:3x3", "ugal"), ("slimfly:3", "ugal"),
                                  ("dragonfly:2,2,4,3", "ugal"), ("dragonfly:2,3,2,4:absolute", "par"))[0:6 if WHOLE else 4]:
            self.assertEqual(self.run_on(topology, routing, "--vcs", "4", "--prove", "never", "--ugal-bias", "1000000")["minimal_fraction"], 1, topology)
            self.assertLess(self.run_on(topology, routing, "--vcs", "4", "--prove", "never", "--ugal-bias", "0")["minimal_fraction"], 1, topology)

    def test_no_source_delivers_more_than_the_bound_for_long(self):
        cycles = 30000
        cases = [("dragonfly:2,2,1", "ugal", "adv:1"), ("hyperx:3x3:t2", "omni-war:1", "adv:1"), ("slimfly:3:t1", "ugal", "shift:1"),
                 ("dragonfly:2,2,1", "par", "uniform"), ("dragonfly:2,2,1", "valiant-group", "adv:1"), ("fattree:2,3", "d-mod-k", "worst-case:d-mod-k"),
                 ("fattree:2,3", "nca", "shift:3"), ("hyperx:3x3:t2", "dim-war", "uniform"), ("hyperx:3x3:t2", "ugal", "worst-case:dor"),
                 ("slimfly:3:t1", "valiant", "adv:1"), ("dragonfly:2,2,1", "min", "adv:1"), ("clos:3,2,2", "nca", "shift:2")]
        for topology, routing, traffic in sample(cases, 3):
            with self.subTest(f"{topology} {routing} {traffic}"):
                result = json.loads(self.good("simulate", "--topology", topology, "--routing", routing, "--traffic", traffic, "--load", "1", "--vcs", "4",
                                              "--packet-length", "4", "--cycles", str(cycles), "--json", "-"))
                bound = fractions.Fraction(result["bounds"]["ideal_throughput_exact"])
                least = min(source["accepted"] for source in result["per_terminal"] if source["offered"] > 0)
                # What was stored before the window may add to what the channels carried in it: of 90 channels and 18 terminals at most, in 4 VCs of 2 flits.
                self.assertLessEqual(least, bound * (1 + fractions.Fraction((90 + 18) * 8, cycles)))
                self.assertGreater(least, bound / 10)

    def test_other_runs_are_silent_of_them(self):
        for topology, routing in (("dragonfly:1,2,1", "valiant"), ("torus:4x4", "duato"), ("fullmesh:4", "dor")):
            result = self.run_on(topology, routing)
            self.assertNotIn("minimal_fraction", result)
            self.assertNotIn("channel_use", result)
        self.assertNotIn("channel_use", self.run_on("torus:4x4", "dor", "--out", "channels=c.csv"))
        self.assertNotIn("minimal_fraction", self.run_on("fullmesh:4", "duato-updown", "--faults", "links:0-1"))


if __name__ == "__main__":
    unittest.main()
