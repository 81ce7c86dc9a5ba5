#!/usr/bin/python3
"""The tables and keys that say more of the measured packets, against the summary of the same run."""
import collections
import csv
import io
import json
import unittest

from journeys import Journeys
from program import ProgramTest

RUN = ["simulate", "--topology", "torus:4x4", "--load", "0.3", "--packet-length", "4", "--cycles", "2000"]


class MeasuredTables(ProgramTest):
    def rows(self, name):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))

    def run_with(self, *arguments):
        return json.loads(self.good(*RUN, "--json", "-", *arguments))

    def test_the_histogram_is_exact(self):
        latency = self.run_with("--out", "histogram=h.csv")["latency"]
        rows = [(int(row["latency"]), int(row["count"])) for row in self.rows("h.csv")]
        self.assertEqual(rows, sorted(rows))
        values = [value for value, count in rows for _ in range(count)]
        self.assertAlmostEqual(sum(values) / len(values), latency["mean"], places=9)
        self.assertEqual((values[0], values[-1]), (latency["min"], latency["max"]))
        for name, percent in (("p50", 50), ("p90", 90), ("p99", 99)):
            self.assertEqual(values[-(-len(values) * percent // 100) - 1], latency[name])

    def test_pairs_and_hops_add_up(self):
        result = self.run_with("--out", "pair-latency=p.csv")
        rows = self.rows("p.csv")
        self.assertEqual(list(rows[0]), ["source", "destination", "count", "mean", "min", "max"])
        self.assertEqual(len({(row["source"], row["destination"]) for row in rows}), len(rows))
        measured, latency = result["packets"]["measured"], result["latency"]
        for counts in ([(int(r["count"]), float(r["mean"]), int(r["min"]), int(r["max"])) for r in rows],
                       [(r["count"], r["mean"], r["min"], r["max"]) for r in result["latency_by_hops"]]):
            self.assertEqual(sum(count for count, *_ in counts), measured)
            self.assertAlmostEqual(sum(count * mean for count, mean, *_ in counts) / measured, latency["mean"], places=9)
            self.assertEqual((min(c[2] for c in counts), max(c[3] for c in counts)), (latency["min"], latency["max"]))
        self.assertEqual([r["hops"] for r in result["latency_by_hops"]], [1, 2, 3, 4])

    def test_windows_add_up_and_change_nothing_else(self):
        plain, result = self.run_with(), self.run_with("--windows", "8")
        windows = result.pop("windows")
        self.assertEqual({**plain, "options": {**plain["options"], "windows": "8"}}, result)
        self.assertEqual([(w["begin"], w["cycles"]) for w in windows], [(200 + 250 * i, 250) for i in range(8)])
        self.assertEqual(sum(w["measured"] for w in windows), result["packets"]["measured"])
        for name in ("offered", "accepted"):
            self.assertAlmostEqual(sum(w[name] for w in windows) / 8, result[name], places=12)

    def test_every_key_of_a_window_is_what_the_packets_and_flits_of_the_run_say(self):
        """From the list of packets and the trace of flits of the same run; the windows are of 285 and 286 cycles, and over 100 packets."""
        run = ["simulate", "--topology", "torus:4x3", "--routing", "sw-deterministic", "--faults", "nodes:5", "--load", "0.3", "--packet-length", "4",
               "--cycles", "2000", "--warmup", "50", "--router.ejection", "channel", "--seed", "7"]
        windows = json.loads(self.good(*run, "--json", "-", "--windows", "7", "--out", "record=m.csv"))["windows"]
        run = Journeys((self.folder / "m.csv").read_text(), self.good(*run, "--out", "trace=-"))
        self.assertEqual([w["begin"] for w in windows], [50 + 2000 * i // 7 for i in range(7)])
        self.assertEqual((windows[-1]["begin"] + windows[-1]["cycles"], {w["cycles"] for w in windows}), (2050, {285, 286}))
        channels, living = 12 * 4, 11
        for window in windows:
            cycles, inside = window["cycles"], range(window["begin"], window["begin"] + window["cycles"])
            latencies = sorted(m.latency for m in run.generated_in(inside))
            over = collections.Counter(channel for cycle, channel in run.crossed if cycle in inside)
            self.assertGreater(len(latencies), 100)  # so the 99th percentile is not the largest
            self.assertEqual(set(window), {"begin", "cycles", "offered", "accepted", "in_flight", "measured", "latency_mean", "latency_p99",
                                           "utilisation_mean", "utilisation_max"})
            self.assertAlmostEqual(window["offered"], 4 * len(latencies) / (cycles * living), places=12)
            self.assertAlmostEqual(window["accepted"], run.ejected_in(inside) / (cycles * living), places=12)
            self.assertEqual(window["in_flight"], sum(m.generated < inside.stop and (m.delivered is None or m.delivered >= inside.stop)
                                                      for m in run.packets.values()))
            self.assertEqual(window["measured"], len(latencies))
            self.assertAlmostEqual(window["latency_mean"], sum(latencies) / len(latencies), places=9)
            self.assertEqual(window["latency_p99"], latencies[-(-len(latencies) * 99 // 100) - 1])
            self.assertAlmostEqual(window["utilisation_mean"], sum(over.values()) / (cycles * channels), places=12)
            self.assertAlmostEqual(window["utilisation_max"], max(over.values()) / cycles, places=12)

    def test_a_window_in_which_nothing_is_generated_has_no_latency(self):
        result = json.loads(self.good("simulate", "--topology", "torus:4x4", "--load", "0.005", "--packet-length", "4", "--cycles", "40", "--windows", "40",
                                      "--json", "-"))
        empty = [w for w in result["windows"] if w["measured"] == 0]
        self.assertGreater(len(empty), 5)
        self.assertEqual({(w["latency_mean"], w["latency_p99"], w["offered"]) for w in empty}, {(None, None, 0.0)})

    def test_a_schedule_has_tables_too(self):
        self.write("one.txt", "ranks 2\n0 send 16 to 1\n1 recv 16 from 0\n")
        self.good("simulate", "--topology", "torus:4x4", "--workload", "schedule:one.txt", "--out", "histogram=h.csv", "--out", "pair-latency=p.csv")
        self.assertEqual(len(self.rows("h.csv")), 1)
        self.assertEqual([(r["source"], r["destination"], r["count"]) for r in self.rows("p.csv")], [("0", "1", "1")])

    def test_a_run_goes_on_until_the_mean_is_known_well_enough(self):
        result = json.loads(self.good(*RUN[:-1], "1000000", "--until-ci", "2%", "--json", "-"))
        found = result["until_ci"]
        self.assertTrue(found["reached"])
        mean, low, high = (result["latency"][name] for name in ("mean", "ci95_low", "ci95_high"))
        self.assertEqual((found["wanted"], found["half_width"]), (0.02, result["latency"]["ci95"] / mean))
        self.assertEqual(found["farthest"], max(high - mean, mean - low) / mean)
        self.assertLess(found["farthest"], 0.021)
        self.assertLess(result["cycles"], 200000)
        self.assertIsNone(result["no_interval"])
        self.assertGreaterEqual(result["packets"]["measured"], 1000)
        short = self.run_with("--until-ci", "0.1%")
        self.assertEqual((short["until_ci"]["reached"], short["cycles"]), (False, 2000))
        self.assertRegex(self.good(*RUN, "--until-ci", "0.1%"), r"NOT REACHED within --cycles; try --cycles \d+\n")

    def test_the_interval_is_in_json_and_text_or_the_reason_why_not(self):
        loaded = ["simulate", "--topology", "torus:4x4", "--packet-length", "4", "--load", "0.75"]
        result = json.loads(self.good(*loaded, "--cycles", "20000", "--json", "-"))
        for name in ("latency", "network_latency", "hops"):
            own = result[name]
            self.assertTrue(own["ci95_low"] < own["mean"] < own["ci95_high"], name)
            self.assertAlmostEqual(own["ci95"], (own["ci95_high"] - own["ci95_low"]) / 2, places=12)
        own = result["latency"]
        self.assertIn(f"latency           {own['mean']:.2f} -{own['mean'] - own['ci95_low']:.2f} +{own['ci95_high'] - own['mean']:.2f} cycles",
                      self.good(*loaded, "--cycles", "20000"))
        # All channels are alike: 64 of them carry 16 * 0.75 flits 32/15 hops far, 0.4 each: 160 4 0.8^3 / (0.4 0.6^2) = 2275.6 cycles;
        # of the 16 sources 160/4 4 / (0.75 0.25^2) = 3413.3.
        short = json.loads(self.good(*loaded, "--cycles", "3413", "--json", "-"))
        self.assertEqual(short["no_interval"], {"reason": "short-window", "cycles": 3414})
        self.assertEqual([short["latency"][name] for name in ("ci95", "ci95_low", "ci95_high")], [None] * 3)
        self.assertIn("window too short for one at this load; try --cycles 3414\n", self.good(*loaded, "--cycles", "3413"))
        self.assertIsNone(json.loads(self.good(*loaded, "--cycles", "3414", "--json", "-"))["no_interval"])
        few = self.good(*loaded[:-1], "0.001", "--cycles", "1000")
        self.assertIn("interval          none: too few packets, 6; it takes 64 batches of them\n", few)

    def test_a_detected_warmup_is_that_run(self):
        found = json.loads(self.good(*RUN[:-1], "5000", "--warmup", "detect", "--json", "-"))
        begin = found["warmup"].pop("cycles")
        self.assertEqual(found.pop("warmup")["steady"], True)
        again = json.loads(self.good(*RUN[:-1], 5000 - begin, "--warmup", begin, "--json", "-"))
        self.assertEqual({**found, "options": 0}, {**again, "options": 0})

    def test_the_window_behind_a_detected_transient_ends_where_it_was_to_end(self):
        """A run of 5,000 cycles stays one of 5,000: its window is what the transient leaves of them, and so are its parts."""
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.8", "--packet-length", "16", "--warmup", "detect"]
        for seed in (1, 2, 3):
            found = json.loads(self.good(*run, "--cycles", "5000", "--windows", "10", "--seed", seed, "--json", "-"))
            begin = found["warmup"]["cycles"]
            self.assertEqual((found["warmup"]["steady"], found["warmup"]["discarded"] % 5), (True, 0))
            self.assertGreater(begin, 0)
            self.assertEqual(found["cycles"], 5000 - begin)
            first, last = found["windows"][0], found["windows"][-1]
            self.assertEqual((first["begin"], last["begin"] + last["cycles"]), (begin, 5000))
            self.assertEqual(sum(w["cycles"] for w in found["windows"]), found["cycles"])
            self.assertLess(found["simulated_cycles"], 5000 + 1000)  # the window, then the drain
            text = self.good(*run, "--cycles", "5000", "--seed", seed)
            self.assertRegex(text, rf"warm-up +{begin} cycles, found behind {found['warmup']['discarded']} of {found['warmup']['deliveries']} deliveries")
        self.refused(*run, "--cycles", "1000", "--windows", "1000", says=["windows=1000", "cycles behind the transient"])

    def test_without_a_steady_state_nothing_is_called_steady(self):
        crowded = ["simulate", "--topology", "torus:8", "--traffic", "tornado", "--load", "1", "--packet-length", "4", "--cycles", "2000", "--warmup", "detect"]
        result = json.loads(self.good(*crowded, "--json", "-", "--out", "histogram=h.csv"))
        self.assertEqual((result["warmup"]["steady"], result["packets"]["measured"], result["latency"]["mean"]), (False, 0, None))
        self.assertEqual((result["latency_by_hops"], self.rows("h.csv")), ([], []))
        text = self.good(*crowded)
        self.assertRegex(text, r"NOT FOUND in \d+ deliveries .* window too short to detect it; try --cycles 8000, or a lower load\n")
        self.assertIn("nothing was measured", text)

    def test_what_makes_no_sense_is_refused(self):
        for value in ("0", "0%", "100%", "1", "x", "%", "-2%"):
            self.refused(*RUN, "--until-ci", value, says=f"until-ci={value}")
        self.refused(*RUN, "--until-ci", "2%", "--warmup", "detect", says=["until-ci", "detect"])
        for value in ("0", "0.001", "2", "x"):
            self.refused("saturate", *RUN[1:3], "--search.resolution", value, says=f"search.resolution={value}")
        silent = self.write("silent.txt", "0\n1\n2\n3\n")
        self.refused("saturate", "--topology", "torus:2x2", "--traffic", f"permutation:{silent}", says=["saturate: traffic=permutation:silent.txt", "no source"])
        for name in ("cycles", "warmup", "start", "over"):  # a probe is as long as its verdict takes
            self.refused("saturate", *RUN[1:3], f"--{name}", "1", says=f"--{name}")
        for other, value in (("windows", "2"), ("until-ci", "2%")):
            self.refused(*RUN[:-1], "auto", f"--{other}", value, says=["cycles=auto", other])
        self.refused(*RUN[:-1], "auto", "--warmup", "detect", says="warmup=detect")
        self.refused(*RUN[:-1], "20", "--windows", "21", says="20 cycles")
        self.refused(*RUN, "--windows", "0", says="windows=0")
        self.refused(*RUN, "--windows", "1001", says="windows=1001")
        self.refused("simulate", "--topology", "torus:65x64", "--load", "0.1", "--out", "pair-latency=p.csv", says=["4096", "4160"])
        self.refused(*RUN, "--out", "histogram=x", "--out", "pair-latency=x", says="x")


if __name__ == "__main__":
    unittest.main()
