#!/usr/bin/python3
"""The search for a saturation point: where it probes, what it concludes, and that it goes on from the store."""

import json
import shutil
import unittest

from support import ExperimentCase
from runner import search as searching
from runner.plan import Search

FOUND = """\
command: simulate
options:
  topology: torus:8x8
  routing: dor
grid:
  traffic: [uniform, tornado]
search: {option: load, resolution: 0.02}
"""


def search(**settings):
    return Search({"option": "load", "start": 0.02, "over": 1.1, "resolution": 0.02, **settings}, {}, {}, None, "")


def result(saturated, ideal="1/2", **more):
    return {"saturated": saturated, "bounds": {"ideal_throughput_exact": ideal} if ideal else None, "accepted_min": 0.25, **more}


class Network:
    """Saturates above a threshold; remembers what it was asked."""

    def __init__(self, threshold, ideal="1/2"):
        self.threshold, self.ideal, self.asked = threshold, ideal, []

    def __call__(self, text):
        self.asked.append(text)
        return [result(float(text) > self.threshold, self.ideal)]


class Walk(unittest.TestCase):
    def test_it_brackets_the_threshold_to_the_resolution(self):
        for step in range(1, 50):
            for resolution in (0.1, 0.02, 0.003):
                threshold = 0.5 * step / 50
                trace = searching.walk(search(resolution=resolution), Network(threshold))
                self.assertTrue(trace.ended)
                self.assertLessEqual(trace.low, threshold)
                self.assertGreater(trace.high, threshold)
                self.assertLessEqual(trace.high, trace.low * (1 + resolution))
                self.assertLess(len(trace.probes), 18)

    def test_the_bound_itself_is_tested_and_what_lies_just_above_it_is_not(self):
        network = Network(0.49)
        trace = searching.walk(search(), network)
        loads = [float(text) for text in network.asked]
        self.assertIn(0.55, loads)
        self.assertEqual([load for load in loads if 0.5 < load < 0.55], [])
        self.assertLessEqual(searching.outcome(trace)["reached"], 1)

    def test_a_network_that_sustains_more_than_its_bound_is_found_out(self):
        for threshold in (0.56, 0.7, 0.95):
            found = searching.outcome(searching.walk(search(), Network(threshold)))
            self.assertLessEqual(found["sustained"], threshold)
            self.assertGreater(found["sustained"], 0.98 * threshold)
            self.assertGreater(found["reached"], 1.1)

    def test_a_load_of_one_is_the_end(self):
        trace = searching.walk(search(), Network(5, "2"))
        self.assertEqual((trace.low, trace.high, trace.ended), (1.0, None, True))
        self.assertEqual(searching.outcome(trace)["reached"], 1.0)

    def test_a_start_that_is_saturated_is_quartered(self):
        network = Network(0.003, "1/200")
        trace = searching.walk(search(), network)
        self.assertEqual(network.asked[:3], ["0.02", "0.005", "0.00125"])
        self.assertTrue(0.00294 < trace.low <= 0.003)

    def test_a_network_that_sustains_nothing_is_given_up(self):
        trace = searching.walk(search(), Network(0))
        self.assertTrue(trace.ended)
        self.assertEqual((trace.low, searching.outcome(trace)["sustained"], len(trace.probes)), (None, None, searching.LOWEST_STARTS))

    def test_without_a_bound_the_load_is_doubled(self):
        network = Network(0.3, None)
        found = searching.outcome(searching.walk(search(), network))
        self.assertEqual(network.asked[:5], ["0.02", "0.04", "0.08", "0.16", "0.32"])
        self.assertTrue(0.294 < found["sustained"] <= 0.3)
        self.assertIsNone(found["reached"])

    def test_loads_have_four_digits(self):
        network = Network(0.3137, "1/3")
        searching.walk(search(resolution=0.0001), network)
        self.assertTrue(all(float(text) == float(f"{float(text):.4g}") for text in network.asked))

    def test_it_stops_at_what_is_missing_and_names_it(self):
        network = Network(0.3)
        whole = searching.walk(search(), network)
        for known in range(len(whole.probes)):
            stored = network.asked[:known]
            trace = searching.walk(search(), lambda text: network(text) if text in stored else searching.MISSING)
            self.assertEqual((trace.next, trace.ended, searching.outcome(trace)), (whole.probes[known][0], False, None))
            self.assertGreaterEqual(searching.remaining(trace, 0.02), 1)

    def test_a_failed_probe_ends_it_without_a_result(self):
        trace = searching.walk(search(), lambda text: searching.FAILED)
        self.assertEqual((trace.next, trace.problem, trace.ended), (None, True, False))

    def test_one_saturated_seed_of_several_is_enough(self):
        trace = searching.walk(search(), lambda text: [result(False), result(float(text) > 0.2), result(float(text) > 0.3)])
        self.assertTrue(0.196 < trace.low <= 0.2)

    def test_whichever_seed_it_is_that_saturates_first_the_walk_is_the_same(self):
        def seeds(*thresholds):
            return lambda text: [result(float(text) > threshold) for threshold in thresholds]
        walks = [searching.walk(search(), seeds(*order)) for order in ((0.2, 0.3, 0.4), (0.4, 0.2, 0.3), (0.3, 0.4, 0.2), (0.2,))]
        self.assertTrue(0.196 < walks[0].low <= 0.2 < walks[0].high)
        for walk in walks[1:]:
            self.assertEqual((walk.probes, walk.low, walk.high), (walks[0].probes, walks[0].low, walks[0].high))

    def test_what_is_served_is_the_least_of_all_seeds_at_the_highest_sustained_load(self):
        for shares in ((0.9, 0.7, 0.8), (0.7, 0.8, 0.9), (0.8, 0.9, 0.7)):
            trace = searching.walk(search(), lambda text: [result(float(text) > 0.2, accepted_min=share * float(text)) for share in shares])
            self.assertAlmostEqual(trace.served, 0.7 * trace.low, places=12)
        unknown = searching.walk(search(), lambda text: [result(float(text) > 0.2), result(float(text) > 0.2, accepted_min=None)])
        self.assertEqual((unknown.ended, unknown.served), (True, None))

    def test_a_probe_that_fails_on_the_way_ends_it_there(self):
        network = Network(0.3)
        whole = searching.walk(search(), network)
        for known in range(len(whole.probes)):
            stored = [text for text, _ in whole.probes[:known]]
            trace = searching.walk(search(), lambda text: network(text) if text in stored else searching.FAILED)
            self.assertEqual((trace.next, trace.problem, trace.ended, searching.outcome(trace)), (None, True, False, None))
            self.assertEqual(trace.probes, whole.probes[:known])

    def test_nothing_but_the_simulator_says_what_is_saturated(self):
        def network(text):  # a source that gets half of what it offers, and a limit that shows nothing
            sources = [{"offered": float(text), "accepted": float(text) / 2, "backlog": 99}]
            return [result(float(text) > 0.3, per_source=sources, cycles=10000, options={"message-length": "8"}, saturation_limit=None)]
        self.assertTrue(0.294 < searching.walk(search(), network).low <= 0.3)

    def test_what_is_served_is_that_of_the_worst_source_at_the_highest_sustained_load(self):
        found = searching.outcome(searching.walk(search(), lambda text: [result(float(text) > 0.2, accepted_min=0.9 * float(text))]))
        self.assertEqual(found["served"], 0.9 * found["sustained"])


class Searches(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(FOUND)

    def test_it_finds_what_the_simulator_sustains(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        # the stand-in saturates above 0.418 and 0.262; its bounds are 63/64 and 1/3
        rows = {row["traffic"]: row for row in self.rows()}
        for traffic, saturation, ideal in (("uniform", 0.418, 63 / 64), ("tornado", 0.262, 1 / 3)):
            row = rows[traffic]
            self.assertTrue(saturation / 1.02 <= float(row["sustained"]) <= saturation, row)
            self.assertTrue(saturation < float(row["saturated_from"]) <= 1.02 * float(row["sustained"]), row)
            self.assertAlmostEqual(float(row["reached"]), float(row["sustained"]) / ideal, places=9)
        self.assertEqual(rows["tornado"]["ideal"], "1/3")
        self.assertRegex((self.results / "small/summary.md").read_text(), r"\| uniform \| 63/64 = 0.984375 \| 0\.41\d* \| 0\.4\d* \| 4\d\.\d \| \d+ \| found \|")

    def test_every_probe_is_a_point_with_a_row_of_its_own(self):
        self.run_it("small")
        self.assertEqual(len(self.simulations()), len(self.stored()))
        with open(self.results / "small/results-probes.csv") as file:
            header, *rows = file.read().splitlines()
        self.assertEqual(len(rows), len(self.stored()))
        self.assertTrue(header.startswith("traffic,load,status,"))

    def test_a_second_run_probes_nothing_and_leaves_the_same_bytes(self):
        self.run_it("small")
        count = len(self.simulations())
        first = self.left()
        done = self.run_it("small")
        self.assertIn("2 searches, 2 ended, 0 to run", done.stdout)
        self.assertEqual(len(self.simulations()), count)
        self.assertEqual(self.left(), first)

    def test_it_goes_on_from_what_is_stored(self):
        self.run_it("small")
        found = (self.results / "small/results.csv").read_bytes()
        count = len(self.simulations())
        for file in self.stored()[::2]:
            file.unlink()
        gone = count - len(self.stored())
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(self.simulations()) - count, gone)
        self.assertEqual((self.results / "small/results.csv").read_bytes(), found)

    def test_searches_run_side_by_side(self):
        self.run_it("small", "--jobs", "2", STANDIN_SLEEP="0.02")
        order = ["uniform" if "uniform" in line else "tornado" for line in self.simulations()]
        last = {traffic: len(order) - 1 - order[::-1].index(traffic) for traffic in set(order)}
        self.assertTrue(order.index("tornado") < last["uniform"] and order.index("uniform") < last["tornado"], order)

    def test_dry_run_and_status_say_how_far_it_is(self):
        dry = self.run_it("small", "--dry-run")
        self.assertIn("small: 2 searches, 0 ended, about 18 to run", dry.stdout)
        self.assertEqual(dry.stdout.count("--load 0.02 "), 2)
        self.assertIn("and about 16 probes more", dry.stdout)
        self.assertEqual(self.simulations(), [])
        self.run_it("small", "--only", "traffic=tornado")
        status = self.run_it("status", "small").stdout
        self.assertIn("small: 1 of 2 searches ended", status)
        self.assertRegex(status, r"uniform +- +- +- +- +0 +not begun")
        self.assertRegex(status, r"tornado +1/3 = 0.333333 +0\.2\d* .* found")

    def test_a_failing_probe_fails_its_search_alone(self):
        done = self.run_it("small", STANDIN_FAIL="uniform.*--load 1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([row["status"] for row in self.rows()], ["failed", "ok"])
        self.assertRegex(done.stderr, r"(\d+)/\1, 0 running, 1 failed, .*took")
        self.assertIn("1 of 2 searches have no result", (self.results / "small/summary.md").read_text())
        again = self.run_it("small")
        self.assertEqual((again.returncode, [row["status"] for row in self.rows()]), (0, ["ok", "ok"]))

    def test_seeds_are_probed_together(self):
        self.define(FOUND + "seeds: [1, 2]\n")
        self.run_it("small")
        self.assertEqual(len(self.rows()), 2)
        loads = [(line.split("--traffic ")[1].split()[0], line.split("--load ")[1].split()[0]) for line in self.simulations()]
        self.assertTrue(all(loads.count(load) == 2 for load in loads))

    def test_one_failing_seed_fails_the_search_that_it_belongs_to(self):
        self.define(FOUND + "seeds: [1, 2, 3]\n")
        for seed in (1, 3):
            with self.subTest(seed=seed):
                shutil.rmtree(self.results, ignore_errors=True)
                done = self.run_it("small", STANDIN_FAIL=f"uniform(?=.*--load 1.0 )(?=.*--seed {seed} )")
                uniform, tornado = self.rows()
                self.assertEqual((done.returncode, uniform["status"], tornado["status"]), (1, "failed", "ok"))
                self.assertEqual(uniform["sustained"], "")
                self.assertTrue(0.262 / 1.02 <= float(tornado["sustained"]) <= 0.262)
        again = self.run_it("small")
        self.assertEqual((again.returncode, [row["status"] for row in self.rows()]), (0, ["ok", "ok"]))

    def test_seeds_that_differ_give_the_load_that_all_of_them_sustain(self):
        self.define(FOUND.replace("[uniform, tornado]", "[tornado]") + "seeds: [1, 2]\n")
        # The stand-in saturates above 0.262 whatever the seed; what is stored of the second is made to say so from 0.2 on.
        changed = True
        while changed:
            self.assertEqual(self.run_it("small").returncode, 0)
            changed = False
            for file in self.stored():
                document = json.loads(file.read_text())
                if document["options"]["seed"] == "2" and float(document["options"]["load"]) > 0.2 and not document["saturated"]:
                    file.write_text(json.dumps({**document, "saturated": True}))
                    changed = True
        (row,) = self.rows()
        self.assertEqual(row["status"], "ok")
        self.assertTrue(0.196 < float(row["sustained"]) <= 0.2 < float(row["saturated_from"]), row)

    def test_what_is_searched_is_set_nowhere_else(self):
        self.define(FOUND.replace("vcs: 4\n", "") + "zip: {load: [0.1, 0.2]}\n")
        done = self.run_it("small")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"small\.yaml:7: 'load' is searched, so it is set nowhere else")
        self.define(FOUND.replace("option: load", "option: laod"))
        self.assertRegex(self.run_it("small").stderr, r"small\.yaml:7: simulate has no option 'laod' \(nearest: load\)")
        self.define(FOUND.replace("resolution", "resolutoin"))
        self.assertRegex(self.run_it("small").stderr, r"small\.yaml:7: unknown key 'resolutoin' \(nearest: resolution\)")


if __name__ == "__main__":
    unittest.main()
