#!/usr/bin/python3
"""The search for a saturation point: one run of saturate a combination and seed, what several of them say together, and that they are points like any other."""

import csv
import json
import math
import unittest

from support import HANGS, STANDIN, ExperimentCase
from runner.results import search

FOUND = """\
command: simulate
options:
  topology: torus:8x8
  routing: dor
grid:
  traffic: [uniform, tornado]
search: {option: load, resolution: 0.02}
"""
SEEDS = "seeds: [1, 2, 3]\n"
KNEES = json.dumps({"1": 0.20, "2": 0.26, "3": 0.23})


def result(sustained, high=0.5, bound="1/2", ideal="1/2", **more):
    """As saturate says it."""
    return {"sustained": sustained, "saturated_from": high, "decided": True, "knee_at_least": sustained and sustained / 1.05, "served": sustained,
            "bounds": {"ideal_throughput_exact": ideal, "sustainable_exact": bound}, "reached": sustained and sustained / float(min(1, eval(bound))),
            "probes": [{"load": "0.1"}, {"load": "0.2"}], **more}


class Outcome(unittest.TestCase):
    def test_of_one_run_it_is_what_the_run_says(self):
        found = search.outcome([result(0.25, 0.26)])
        self.assertEqual(found, {"sustained": 0.25, "saturated_from": 0.26, "knee_at_least": 0.25 / 1.05, "served": 0.25, "ideal": "1/2", "bound": "1/2",
                                 "reached": 0.5, "undecided": 0, "probes": 2})

    def test_of_several_seeds_the_least_and_the_knees_of_each_with_students_interval(self):
        knees = [0.20, 0.26, 0.23]
        found = search.outcome([result(knee, knee + 0.05) for knee in knees])
        mean = sum(knees) / 3
        self.assertEqual((found["sustained"], found["saturated_from"], found["served"], found["probes"]), (0.20, 0.25, 0.20, 6))
        self.assertAlmostEqual(found["knee_at_least"], 0.20 / 1.05)
        self.assertAlmostEqual(found["knee"]["mean"], mean)
        self.assertAlmostEqual(found["knee"]["ci95"], 4.303 * math.sqrt(sum((knee - mean) ** 2 for knee in knees) / 2 / 3))  # t(2)
        self.assertEqual((found["knee"]["min"], found["knee"]["max"]), (0.20, 0.26))
        self.assertAlmostEqual(found["reached"], mean / 0.5)

    def test_seeds_that_draw_other_networks_have_bounds_of_their_own(self):
        found = search.outcome([result(0.2, bound="1/4", ideal="1/4"), result(0.2, bound="1/2", ideal="3/4")])
        self.assertEqual((found["bound"], found["ideal"]), (0.375, 0.5))
        self.assertAlmostEqual(found["reached"], (0.2 / 0.25 + 0.2 / 0.5) / 2)

    def test_the_bound_is_one_at_most_and_the_ideal_throughput_is_not(self):
        found = search.outcome([result(0.9, bound="15/8", ideal="15/8")])
        self.assertEqual((found["bound"], found["ideal"], found["reached"]), ("1", "15/8", 0.9))

    def test_a_seed_that_sustains_nothing_leaves_no_load_that_all_sustain(self):
        found = search.outcome([result(0.2), result(None)])
        self.assertEqual((found["sustained"], found["reached"], found["knee"]["mean"], found["saturated_from"]), (None, None, None, 0.5))

    def test_without_a_bound_there_is_no_share_of_it(self):
        for bounds in (None, {}, {"ideal_throughput": None, "sustainable": None}):
            found = search.outcome([result(0.2, reached=None) | {"bounds": bounds}])
            self.assertEqual((found["bound"], found["ideal"], found["reached"]), (None, None, None))

    def test_it_says_how_many_seeds_are_undecided(self):
        self.assertEqual(search.outcome([result(0.2), result(0.2, decided=False), result(0.3, decided=False)])["undecided"], 2)


class Searches(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(FOUND)

    def probes(self):
        with open(self.results / "small/results-probes.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_searches_that_are_refused_are_found_before_anything_runs(self):
        self.define(FOUND + SEEDS)
        done = self.run_it("small", STANDIN_REFUSE="tornado")
        self.assertEqual((done.returncode, self.stored(), self.simulations()), (2, [], []), done.stderr)
        self.assertIn("error: experiments/small.yaml:6: 3 points are refused (traffic=tornado): simulate: traffic=tornado is refused\n", done.stderr)
        self.assertEqual(self.run_it("small", STANDIN_REFUSE="--seed 1").returncode, 1)  # a draw alone: a failed point

    def test_it_finds_what_the_simulator_sustains(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        # the stand-in saturates above 0.418 and 0.262; its bounds are 63/64 and 1/3
        rows = {row["traffic"]: row for row in self.rows()}
        for traffic, saturation, bound in (("uniform", 0.418, 63 / 64), ("tornado", 0.262, 1 / 3)):
            row = rows[traffic]
            self.assertTrue(saturation / 1.02 <= float(row["sustained"]) <= saturation, row)
            self.assertTrue(saturation < float(row["saturated_from"]) <= 1.02 * float(row["sustained"]), row)
            self.assertAlmostEqual(float(row["reached"]), float(row["sustained"]) / bound, places=9)
            self.assertEqual((row["undecided"], row["command"]),
                             ("0", f"dateline saturate --topology torus:8x8 --routing dor --traffic {traffic} --search.resolution 0.02"))
        self.assertEqual((rows["tornado"]["ideal"], rows["tornado"]["bound"]), ("1/3", "1/3"))
        self.assertRegex((self.results / "small/summary.md").read_text(), r"\| uniform \| 63/64 = 0.984375 \| 0\.41\d* \| 0\.4\d* \| 4\d\.\d \| \d+ \| found \|")

    def test_a_search_is_one_run_and_every_probe_has_a_row(self):
        self.run_it("small")
        self.assertEqual((len(self.simulations()), len(self.stored())), (2, 2))
        wanted = [(document["options"]["traffic"], probe["load"], probe["verdict"], str(probe["cycles"]))
                  for document in (json.loads(file.read_text()) for file in self.stored()) for probe in document["probes"]]
        self.assertEqual(sorted((row["traffic"], row["load"], row["verdict"], row["cycles"]) for row in self.probes()), sorted(wanted))
        self.assertEqual({row["key"] for row in self.probes()}, {file.stem for file in self.stored()})

    def test_the_resolution_is_a_twentieth_where_none_is_given(self):
        self.define(FOUND.replace(", resolution: 0.02", ""))
        self.run_it("small")
        self.assertTrue(all(" --search.resolution 0.05 " in line for line in self.simulations()), self.simulations())

    def test_a_second_run_looks_for_nothing_and_leaves_the_same_bytes(self):
        self.run_it("small")
        first = self.left()
        done = self.run_it("small")
        self.assertIn("2 searches, 2 ended, 0 to run", done.stdout)
        self.assertEqual(len(self.simulations()), 2)
        self.assertEqual(self.left(), first)

    def test_it_is_a_point_of_the_store_like_any_other(self):
        """What saturate found as a point of its own is not looked for again."""
        self.define(FOUND.replace("simulate", "saturate").replace("search: {option: load, resolution: 0.02}", "").replace("  routing", "  search.resolution: 0.02\n  routing"))
        self.assertEqual(self.run_it("small").returncode, 0)
        self.define(FOUND)
        self.assertIn("2 searches, 2 ended, 0 to run", self.run_it("small").stdout)

    def test_searches_run_side_by_side(self):
        process = self.start("small", "--jobs", "2", STANDIN_HOLD=".")
        self.wait_for(lambda: len(self.simulations()) == 2)
        self.assertEqual(["uniform" in line for line in sorted(self.simulations())], [False, True])
        self.release()
        process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 0)

    def test_dry_run_and_status_say_how_far_it_is(self):
        dry = self.run_it("small", "--dry-run")
        self.assertIn("small: 2 searches, 0 ended, 2 to run", dry.stdout)
        self.assertEqual(dry.stdout.count(" saturate "), 2)
        self.assertEqual(self.simulations(), [])
        self.run_it("small", "--only", "traffic=tornado")
        status = self.run_it("status", "small").stdout
        self.assertIn("small: 1 of 2 searches ended", status)
        self.assertRegex(status, r"uniform +- +- +- +- +- +missing")
        self.assertRegex(status, r"tornado +1/3 = 0.333333 +0\.2\d* .* found")

    def test_a_failing_run_fails_its_search_alone(self):
        done = self.run_it("small", STANDIN_FAIL="saturate.*uniform")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([row["status"] for row in self.rows()], ["failed", "ok"])
        self.assertEqual({row["traffic"] for row in self.probes()} | {row["options.traffic"] for row in self.probes() if "options.traffic" in row}, {"tornado"})
        self.assertIn("1 of 2 searches have no result", (self.results / "small/summary.md").read_text())
        again = self.run_it("small")
        self.assertEqual((again.returncode, [row["status"] for row in self.rows()]), (0, ["ok", "ok"]))

    def test_every_seed_has_a_run_and_its_own_knee(self):
        self.define(FOUND.replace("uniform, ", "") + SEEDS)
        done = self.run_it("small", STANDIN_KNEES=KNEES)
        self.assertEqual(done.returncode, 0, done.stderr)
        (row,) = self.rows()
        self.assertEqual(len(self.stored()), 3)
        self.assertTrue(0.20 / 1.02 <= float(row["sustained"]) <= 0.20 < float(row["saturated_from"]) <= 1.02 * 0.20, row)
        self.assertTrue(0.26 / 1.02 <= float(row["knee.max"]) <= 0.26, row)
        self.assertEqual(row["knee.min"], row["sustained"])
        self.assertAlmostEqual(float(row["reached"]), 3 * float(row["knee.mean"]))
        self.assertEqual({probe["seed"] for probe in self.probes()}, {"1", "2", "3"})
        self.assertIn("| mean over seeds |", (self.results / "small/summary.md").read_text())
        self.define(FOUND + "seeds: [1]\n")
        self.run_it("small")
        self.assertNotIn("knee.mean", self.rows()[0])

    def test_one_failing_seed_fails_the_search_that_it_belongs_to(self):
        self.define(FOUND + SEEDS)
        done = self.run_it("small", STANDIN_FAIL="uniform.*--seed 3 ")
        uniform, tornado = self.rows()
        self.assertEqual((done.returncode, uniform["status"], tornado["status"], uniform["sustained"]), (1, "failed", "ok", ""))
        self.assertEqual(len(self.stored()), 5)
        again = self.run_it("small")
        self.assertEqual((again.returncode, [row["status"] for row in self.rows()], len(self.stored())), (0, ["ok", "ok"], 6))

    def test_what_a_seed_draws_in_an_option_is_one_search(self):
        self.define(FOUND.replace("  routing: dor\n", '  routing: dor\n  faults: "random:2@{seed}"\n') + SEEDS)
        done = self.run_it("small")
        self.assertEqual((done.returncode, len(self.rows())), (0, 2), done.stderr)
        drawn = {json.loads(file.read_text())["options"]["faults"] for file in self.stored()}
        self.assertEqual(drawn, {"random:2@1", "random:2@2", "random:2@3"})

    def test_an_undecided_run_is_a_result_that_says_so(self):
        bars = "{kind: bars, x: traffic, by: routing, y: sustained, outline: {value: ideal}}"
        self.define(FOUND + "seeds: [1, 2]\nfigures:\n- {kind: reached, ideal: bound, measured: sustained, by: routing, markers: traffic}\n- " + bars + "\n")
        done = self.run_it("small", STANDIN_UNDECIDED="tornado.*--seed 2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(row["status"], row["undecided"]) for row in self.rows()], [("ok", "0"), ("ok", "1")])
        self.assertRegex(done.stdout, r"uniform .* found\n *tornado .* undecided\n")
        self.assertEqual((self.results / "small/summary.md").read_text().count("Pale: undecided, the ends of the search are farther apart than its resolution."), 2)
        self.assertTrue(all("commit" in json.loads(file.read_text()) for file in self.points.glob("*.provenance.json")))
        self.assertIn("2 searches, 2 ended, 0 to run", self.run_it("small").stdout)

    def test_status_1_with_a_result_that_is_decided_is_a_failure(self):
        other = self.place / "other"
        other.write_text(f'#!/bin/sh\n"{STANDIN}" "$@"\n[ "$1" = list ]\n')
        other.chmod(0o755)
        done = self.run_it("small", simulator=other)
        self.assertEqual(done.returncode, 1)
        self.assertIn("exit status 1", done.stderr)

    def test_what_a_search_decides_itself_is_refused_with_its_line(self):
        for old, new, line, words in (
                ("  routing: dor", "  load: 0.1", 4, "'load' is searched, so it is set nowhere else"),
                ("  traffic: [", "  load: [0.1, 0.2]\n  traffic: [", 6, "'load' is searched, so it is set nowhere else"),
                ("  routing: dor", "  resolution: 0.1", 4, "'resolution' is set under search"),
                ("  routing: dor", "  cycles: 1000", 4, "a search takes no 'cycles': it runs saturate, whose probes go on until their verdict stands"),
                ("  routing: dor", "  search.resolution: 0.1", 4, r"'search\.resolution' is set under search"),
                ("  routing: dor", "  warmup: 9", 4, "a search takes no 'warmup'"),
                ("search: {", "quick: {deliveries: 4}\nsearch: {", 7, "a search takes no 'deliveries'"),
                ("  routing: dor", "  ruoting: dor", 4, r"saturate has no option 'ruoting' \(nearest: routing\)"),
                ("option: load", "option: vcs", 7, "'option' is load"),
                ("resolution:", "start: 0.02, resolution:", 7, r"'start' is no setting any more: a search begins at 0\.7 of the exact bound"),
                ("resolution:", "over: 1.1, resolution:", 7, "'over' is no setting any more: the exact bound is the upper end"),
                ("0.02", "0.001", 7, r"'resolution' is a number in 0\.005\.\.1"),
                ("resolution", "resolutoin", 7, r"unknown key 'resolutoin' \(nearest: resolution\)"),
                ("search:", "outputs: [channels]\nsearch:", 7, "saturate has no output 'channels'"),
                ("command: simulate", "command: loads", 7, "'search' looks for a load of 'simulate', not of 'loads'")):
            with self.subTest(words=words):
                self.define(FOUND.replace(old, new))
                done = self.run_it("small", *["--quick"] * ("quick" in new))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, rf"small\.yaml:{line}: {words}")
        self.assertEqual(self.simulations(), [])


if __name__ == "__main__":
    unittest.main()
