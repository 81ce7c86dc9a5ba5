#!/usr/bin/python3
"""The tables and keys that say more of the measured messages, against the summary of the same run."""
import csv
import io
import json
import unittest

from program import ProgramTest

RUN = ["simulate", "--topology", "torus:4x4", "--load", "0.3", "--message-length", "4", "--cycles", "2000"]


class MeasuredTables(ProgramTest):
    def rows(self, name):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))

    def run_with(self, *arguments):
        return json.loads(self.good(*RUN, "--json", "-", *arguments))

    def test_the_histogram_is_exact(self):
        latency = self.run_with("--histogram", "h.csv")["latency"]
        rows = [(int(row["latency"]), int(row["count"])) for row in self.rows("h.csv")]
        self.assertEqual(rows, sorted(rows))
        values = [value for value, count in rows for _ in range(count)]
        self.assertAlmostEqual(sum(values) / len(values), latency["mean"], places=9)
        self.assertEqual((values[0], values[-1]), (latency["min"], latency["max"]))
        for name, percent in (("p50", 50), ("p90", 90), ("p99", 99)):
            self.assertEqual(values[-(-len(values) * percent // 100) - 1], latency[name])

    def test_pairs_and_hops_add_up(self):
        result = self.run_with("--pair-latency", "p.csv")
        rows = self.rows("p.csv")
        self.assertEqual(list(rows[0]), ["source", "destination", "count", "mean", "min", "max"])
        self.assertEqual(len({(row["source"], row["destination"]) for row in rows}), len(rows))
        measured, latency = result["messages"]["measured"], result["latency"]
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
        self.assertEqual(sum(w["measured"] for w in windows), result["messages"]["measured"])
        for name in ("offered", "accepted"):
            self.assertAlmostEqual(sum(w[name] for w in windows) / 8, result[name], places=12)

    def test_a_schedule_has_tables_too(self):
        self.write("one.txt", "ranks 2\n0 send 16 to 1\n1 recv 16 from 0\n")
        self.good("simulate", "--topology", "torus:4x4", "--workload", "schedule:one.txt", "--histogram", "h.csv", "--pair-latency", "p.csv")
        self.assertEqual(len(self.rows("h.csv")), 1)
        self.assertEqual([(r["source"], r["destination"], r["count"]) for r in self.rows("p.csv")], [("0", "1", "1")])

    def test_a_run_goes_on_until_the_mean_is_known_well_enough(self):
        result = json.loads(self.good(*RUN[:-1], "1000000", "--until-ci", "2%", "--json", "-"))
        found = result["until_ci"]
        self.assertTrue(found["reached"])
        self.assertEqual((found["wanted"], found["half_width"]), (0.02, result["latency"]["ci95"] / result["latency"]["mean"]))
        self.assertLess(found["half_width"], 0.021)
        self.assertLess(result["cycles"], 100000)
        self.assertGreaterEqual(result["messages"]["measured"], 1000)
        short = self.run_with("--until-ci", "0.1%")
        self.assertEqual((short["until_ci"]["reached"], short["cycles"]), (False, 2000))
        self.assertIn("NOT REACHED", self.good(*RUN, "--until-ci", "0.1%"))

    def test_a_detected_warmup_is_that_run(self):
        found = json.loads(self.good(*RUN[:-1], "5000", "--warmup", "detect", "--json", "-"))
        begin = found["warmup"].pop("cycles")
        self.assertEqual(found.pop("warmup")["steady"], True)
        again = json.loads(self.good(*RUN[:-1], 5000 - begin, "--warmup", begin, "--json", "-"))
        self.assertEqual({**found, "options": 0}, {**again, "options": 0})

    def test_without_a_steady_state_nothing_is_called_steady(self):
        crowded = ["simulate", "--topology", "torus:8", "--traffic", "tornado", "--load", "1", "--message-length", "4", "--cycles", "2000", "--warmup", "detect"]
        result = json.loads(self.good(*crowded, "--json", "-", "--histogram", "h.csv"))
        self.assertEqual((result["warmup"]["steady"], result["messages"]["measured"], result["latency"]["mean"]), (False, 0, None))
        self.assertEqual((result["latency_by_hops"], self.rows("h.csv")), ([], []))
        text = self.good(*crowded)
        self.assertIn("NOT FOUND", text)
        self.assertIn("nothing was measured", text)

    def test_what_makes_no_sense_is_refused(self):
        for value in ("0", "0%", "100%", "1", "x", "%", "-2%"):
            self.refused(*RUN, "--until-ci", value, says=f"until-ci={value}")
        self.refused(*RUN, "--until-ci", "2%", "--warmup", "detect", says=["until-ci", "detect"])
        self.refused("saturate", *RUN[1:3], "--warmup", "detect", says="warmup=detect")
        for name, value in (("start", "0"), ("start", "1.1"), ("over", "0.9"), ("resolution", "2")):
            self.refused("saturate", *RUN[1:3], f"--{name}", value, says=f"{name}={value}")
        self.refused(*RUN[:-1], "20", "--windows", "21", says="20 cycles")
        self.refused(*RUN, "--windows", "0", says="windows=0")
        self.refused(*RUN, "--windows", "1001", says="windows=1001")
        self.refused("simulate", "--topology", "torus:65x64", "--load", "0.1", "--pair-latency", "p.csv", says=["4096", "4160"])
        self.refused(*RUN, "--histogram", "x", "--pair-latency", "x", says="x")


if __name__ == "__main__":
    unittest.main()
