#!/usr/bin/python3
"""`refine` adds loads around saturation, `replicate` seeds until intervals are narrow."""

import math
import random
import shutil
import unittest
from types import SimpleNamespace

from support import HANGS, ExperimentCase, sample
from test_search import FOUND
from runner.planning import grow

REFINED = """\
command: simulate
options: {topology: torus:8x8, routing: dor}
series:
- {traffic: uniform, load: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
- {traffic: tornado, load: [0.1, 0.3]}
refine: {around: saturation, points: 6}
"""
REPLICATED = """\
command: simulate
options: {topology: torus:8x8, routing: dor}
grid: {traffic: [uniform, tornado], load: [0.1, 0.2, 0.5]}
seeds: [1, 2]
replicate: {ci: 1%, at-most: 6}
"""


def curve(loads, seeds=(1,), refine=None, replicate=None):
    part = SimpleNamespace(seeds=list(seeds), refine=None if refine is None else {"points": 6, "resolution": 0.02, **refine},
                           replicate=None if replicate is None else {"ci": 0.02, "at-most": 20, "value": "latency.mean", **replicate})

    def make(load, seed):
        return SimpleNamespace(key=f"{load} {seed}", options={"load": load, "seed": seed}, weight=lambda: 1.0)
    return grow.Curve(part, {}, tuple(map(str, loads)), make)


def finish(own, result):
    """The Growth of a curve when all that it asks for has run, and the points in the order in which it asked."""
    there, asked = {point.key: result(point) for point in own.first_pass()}, []
    while True:
        growth = grow.walk(own, lambda point: there.get(point.key, grow.MISSING))
        if growth.ended:
            return growth, asked
        asked += growth.next
        there.update({point.key: result(point) for point in growth.next})


def network(knee, bound=None):
    def result(point):
        load = float(point.options["load"])
        return {"saturated": load > knee, "latency": {"mean": 36 / max(0.01, 1 - load / knee)}, "bounds": {"sustainable": bound} if bound else None}
    return result


class Refine(unittest.TestCase):
    def test_with_six_points_after_six_the_knee_is_that_of_a_grid_of_a_hundredth(self):
        for step in range(110, 590, 7):
            knee = step / 1000
            growth, asked = finish(curve([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], refine={}), network(knee))
            self.assertEqual((len(asked), len(growth.added)), (6, 6), knee)
            found = max(load for load in [0.1, 0.2, 0.3, 0.4, 0.5, *(float(point.options["load"]) for point in growth.added)] if load <= knee)
            grid = math.floor(knee * 100) / 100
            self.assertLess(abs(found - grid), 0.01, knee)

    def test_it_halves_what_is_open_and_then_goes_where_latency_is_steep(self):
        growth, asked = finish(curve([0.1, 0.2, 0.4], refine={"resolution": 0.26}), network(0.33))
        # By hand: 0.3 is sustained, 0.35 saturated and within 26%. Latencies at 0.1, 0.2, 0.3 are 52, 91, 396: 0.25, which is within 26% of both;
        # then 0.15 (66), 0.175 in the steeper half of what is left, and 0.125.
        self.assertEqual([point.options["load"] for point in asked], ["0.3", "0.35", "0.25", "0.15", "0.175", "0.125"])
        self.assertEqual([point.options["load"] for point in growth.added], ["0.125", "0.15", "0.175", "0.25", "0.3", "0.35"])

    def test_a_curve_that_is_not_saturated_is_followed_up_to_its_bound(self):
        _, asked = finish(curve([0.1, 0.2], refine={}), network(0.45, bound=0.5))
        self.assertEqual(asked[0].options["load"], "0.55")
        _, asked = finish(curve([0.1, 0.2], refine={}), network(0.35))
        self.assertEqual([point.options["load"] for point in asked[:2]], ["0.3", "0.45"])
        _, asked = finish(curve([0.5, 1.0], refine={"resolution": 2.0}), network(5))
        self.assertEqual(asked, [], "there is no load above 1")

    def test_a_curve_that_sustains_nothing_is_followed_down(self):
        _, asked = finish(curve([0.4, 0.5], refine={"points": 2}), network(0.15))
        self.assertEqual([point.options["load"] for point in asked], ["0.2", "0.1"])

    def test_one_saturated_seed_of_several_is_enough_and_all_seeds_are_run(self):
        def result(point):
            return network(0.3 if point.options["seed"] == "2" else 0.5)(point)
        growth, asked = finish(curve([0.1, 0.6], seeds=(1, 2), refine={}), result)
        self.assertEqual([point.options["seed"] for point in asked], ["1", "2"] * 6)
        sustained = [float(point.options["load"]) for point in growth.added if float(point.options["load"]) <= 0.3]
        self.assertGreater(max(sustained), 0.28)

    def test_it_waits_for_the_first_pass_and_stops_at_a_failure(self):
        own = curve([0.1, 0.6], refine={})
        growth = grow.walk(own, lambda point: grow.MISSING)
        self.assertEqual((growth.ended, growth.next, growth.waits), (False, [], True))
        growth = grow.walk(own, lambda point: network(0.3)(point) if point.options["load"] in ("0.1", "0.6") else grow.FAILED)
        self.assertEqual((growth.ended, [point.options["load"] for point in growth.added]), (True, ["0.35"]))


class Replicate(unittest.TestCase):
    def draw(self, point):
        return {"saturated": False, "latency": {"mean": 100 + random.Random(point.key).gauss(0, 5)}}

    def test_it_stops_at_the_first_count_whose_interval_is_narrow_enough(self):
        growth, asked = finish(curve([0.1], seeds=(3, 7), replicate={"ci": 0.03, "at-most": 50}), self.draw)
        self.assertEqual([point.options["seed"] for point in asked], [str(seed) for seed in range(8, 8 + len(asked))])
        self.assertEqual(growth.wide, [])
        means = [self.draw(SimpleNamespace(key=f"0.1 {seed}"))["latency"]["mean"] for seed in (3, 7, *range(8, 8 + len(asked)))]
        # by the definition: t(n - 1) s / sqrt n over the mean
        quantiles = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262, 11: 2.228, 12: 2.201, 13: 2.179, 14: 2.160,
                     15: 2.145, 16: 2.131, 17: 2.120, 18: 2.110, 19: 2.101, 20: 2.093}
        for count in range(2, len(means) + 1):
            own = means[:count]
            centre = sum(own) / count
            share = quantiles[count] * math.sqrt(sum((mean - centre) ** 2 for mean in own) / (count - 1) / count) / centre
            self.assertEqual(share <= 0.03, count == len(means), count)

    def test_what_stays_wide_says_how_wide(self):
        growth, asked = finish(curve([0.1], seeds=(1, 2), replicate={"ci": 0.0001, "at-most": 5}), self.draw)
        self.assertEqual(len(asked), 3)
        self.assertEqual([(one.load, one.seeds) for one in growth.wide], [("0.1", 5)])
        self.assertGreater(growth.wide[0].share, 0.0001)

    def test_saturated_samples_and_failed_ones_get_no_seeds(self):
        growth, asked = finish(curve([0.5], seeds=(1, 2), replicate={}), network(0.3))
        self.assertEqual((asked, growth.wide), ([], []))
        growth, asked = finish(curve([0.5], seeds=(1, 2), replicate={}), lambda point: grow.FAILED if point.options["seed"] == "2" else self.draw(point))
        self.assertEqual((asked, growth.wide), ([], []))

    def test_equal_runs_are_sure_and_a_value_that_is_not_there_is_said(self):
        self.assertEqual(finish(curve([0.1], seeds=(1, 2), replicate={}), lambda point: {"latency": {"mean": 40}})[1], [])
        growth, _ = finish(curve([0.1], seeds=(1, 2), replicate={"value": "nothing"}), lambda point: {"latency": {"mean": 40}})
        self.assertEqual([one.share for one in growth.wide], [None])

    def test_refined_loads_are_replicated_too(self):
        def result(point):
            return {**network(0.3)(point), "latency": self.draw(point)["latency"]}
        growth, _ = finish(curve([0.1, 0.5], seeds=(1, 2), refine={"points": 1}, replicate={"ci": 0.001, "at-most": 3}), result)
        self.assertEqual({point.key for point in growth.added}, {"0.1 3", "0.3 1", "0.3 2", "0.3 3"})


class Undecided(unittest.TestCase):
    def next_load(self, **runs):
        """`runs`: the verdict at a load of so many hundredths."""
        own = {f"0.{load[1:]}": [{"verdict": verdict, "saturated": {"saturated": True, "sustained": False}.get(verdict), "latency": {"mean": 40.0}}]
               for load, verdict in runs.items()}
        return grow.next_load(own, 0.02)

    def test_a_bracket_has_sustained_and_saturated_ends(self):
        self.assertEqual(self.next_load(_10="sustained", _30="saturated"), "0.2")
        self.assertEqual(self.next_load(_10="sustained", _25="undecided", _30="saturated"), "0.2")
        self.assertEqual(self.next_load(_10="undecided", _30="saturated"), "0.15")
        self.assertEqual(self.next_load(_10="sustained", _20="undecided"), "0.3")  # past the highest while none is saturated


class Whole(ExperimentCase):
    def files(self):
        return {file.name: file.read_bytes() for file in (self.results / "small").iterdir() if file.name in ("results.csv", "summary.md", "report.html")}

    def test_the_points_are_the_same_however_many_run_and_whenever_it_is_killed(self):
        self.define(REFINED.replace("points: 6", "points: 4") + "seeds: [1, 2]\nreplicate: {ci: 1%, at-most: 4}\n")
        done = self.run_it("small", "--jobs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted, count = self.files(), len(self.stored())
        self.assertGreater(count, 16 + 8)
        shutil.rmtree(self.results)
        moments = random.Random(2)
        for _ in range(sample(2, 1)):
            before, last = len(self.simulations()), moments.randint(1, count // 2)
            process = self.start("small", "--jobs", "2")
            self.wait_for(lambda: len(self.simulations()) - before >= last or process.poll() is not None)
            process.kill()
            process.communicate(timeout=HANGS)
        done = self.run_it("small", "--jobs", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.files(), wanted)
        self.assertEqual(len(self.stored()), count)
        again = self.run_it("small")
        self.assertIn(" 0 to run", again.stdout)

    def test_the_table_has_the_points_that_were_added(self):
        self.define(REFINED)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("small: 8 points, 0 stored, 0 points added to 2 curves, 2 still growing, about 20 to run", done.stdout)
        rows = self.rows()
        for traffic, knee in (("uniform", 0.418), ("tornado", 0.262)):  # of the stand-in
            loads = [(float(row["load"]), row["saturated"]) for row in rows if row["traffic"] == traffic]
            sustained = max(load for load, saturated in loads if saturated == "false")
            self.assertTrue(knee - 0.01 < sustained <= knee, (traffic, sustained))
        self.assertEqual(len(rows), 20)
        self.assertIn("12 points added to 2 curves\n", self.run_it("status", "small").stdout)
        self.assertIn(rows[-1]["key"], self.run_it("show", "small", rows[-1]["key"]).stdout)
        dry = self.run_it("small", "--dry-run").stdout
        self.assertIn("12 points added to 2 curves, 0 to run", dry)

    def test_without_the_whole_first_pass_nothing_is_added(self):
        self.define(REFINED)
        self.run_it("small", "--only", "load=0.1")
        self.assertEqual(len(self.stored()), 2)
        done = self.run_it("small", "--only", "traffic=tornado")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.stored()), 1 + 2 + 6)

    def test_what_stays_wide_is_said_in_the_terminal_and_on_the_page(self):
        self.define(REPLICATED.replace("1%", "0.01%"))
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.results / "small/summary.md").read_text()
        self.assertIn("**4 samples stay wider than 0.01% with at most 6 seeds:**", text)
        self.assertRegex(text, r"- uniform, load 0\.1: latency\.mean ± [0-9.e-]+% of 6 seeds")
        self.assertEqual(done.stdout.count("wider than asked for: "), 4)
        self.assertEqual(len(self.rows()), 4 * 6 + 2 * 2, "two samples are saturated and stay at two")

    def test_a_point_that_fails_is_a_failure_and_the_next_run_goes_on(self):
        self.define(REFINED)
        done = self.run_it("small", STANDIN_FAIL="tornado.*--load 0.2 ")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([row["status"] for row in self.rows() if row["load"] == "0.2" and row["traffic"] == "tornado"], ["failed"])
        done = self.run_it("small")
        self.assertEqual((done.returncode, len(self.rows())), (0, 20), done.stderr)

    def test_quick_changes_their_settings(self):
        self.define(REFINED + "quick: {refine: {points: 1}}\n")
        self.run_it("small", "--quick")
        self.assertEqual(len(self.rows("small-quick")), 10)

    def test_what_is_one_value_in_the_first_pass_alone_is_refused(self):
        first = "command: simulate\noptions: {topology: torus:8x8, load: 0.2}\ngrid: {traffic: [uniform, tornado]}\nrefine: {points: 2}\n"
        for entry, words in (("printed: [{at: {traffic: uniform%s}, value: latency.mean, printed: 50}]", "'at' means points that 'refine' adds, which differ in load"),
                             ("checks: [{value: latency.mean, at-most: {at: {traffic: uniform%s}, value: latency.mean}}]", "differ in load"),
                             ("tables: [{at: {vcs: 4%s}, rows: traffic, columns: vcs, value: latency.mean}]", "a cell of the table .* differ in load"),
                             ("figures: [{kind: curves, at: {vcs: 4%s}, x: vcs, y: latency.mean, by: traffic}]", "a point of 'curves' .* differ in load")):
            for load in ("", ", load: '0.*'"):
                self.define(first + entry % load)
                done = self.run_it("small", "--dry-run")
                self.assertEqual(done.returncode, 2, entry)
                self.assertRegex(done.stderr, rf"^error: experiments/small\.yaml:5: [^\n]*{words}[^\n]*\n$")
            self.define(first + entry % ", load: 0.2")
            self.assertEqual(self.run_it("small", "--dry-run").returncode, 0, entry)
        self.define(first + "tables: [{rows: traffic, columns: load, value: latency.mean}]\n")
        self.assertEqual(self.run_it("small").returncode, 0)

    def test_bad_settings_are_refused_with_their_line(self):
        for text, line, words in ((REFINED.replace("points: 6", "points: 0"), 6, "'points' is a whole number in 1..100"),
                                  (REFINED.replace("saturation", "noon"), 6, "'around' is saturation"), (REFINED.replace("points: 6", "point: 6"), 6, "nearest: points"),
                                  (REFINED.replace("points: 6", "resolution: 0"), 6, "'resolution' is a number above 0"),
                                  (REFINED.replace("traffic: uniform, load: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]", "traffic: uniform"), 6, "begins with loads"),
                                  (REFINED.replace("simulate", "loads").replace(", load: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]", "").replace(", load: [0.1, 0.3]", ""), 6,
                                   "loads has no option 'load'"),
                                  ("command: simulate\noptions: {topology: torus:8x8}\nzip: {load: [0.1]}\nrefine: {}\n", 4, "'load' is under zip"),
                                  (FOUND + "refine: {}\n", 8, "do not go together"), (REPLICATED.replace("[1, 2]", "[1]"), 5, "two or more"),
                                  (REPLICATED.replace("1%", "0%"), 5, "'ci' is a share"), (REPLICATED.replace("1%", "100%"), 5, "'ci' is a share"),
                                  (REPLICATED.replace("1%", "true"), 5, "'ci' is a share"), (REPLICATED.replace("1%", "wide"), 5, "'ci' is a share"),
                                  (REPLICATED.replace("at-most: 6", "at-most: 1"), 5, "'at-most' is a whole number in 2..1000"),
                                  (REPLICATED.replace("at-most: 6", "value: [1]"), 5, "'value' names"),
                                  (REPLICATED.replace("[1, 2]", "[1, 18446744073709551615]"), 4, "no seeds above"),
                                  (REPLICATED.replace("replicate: {ci: 1%, at-most: 6}", "quick: {replicate: {ci: 5%}}"), 5, "under quick needs")):
            self.define(text)
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, text)
            self.assertRegex(done.stderr, rf"^error: experiments/small\.yaml:{line}: [^\n]*{words}[^\n]*\n$")
        self.assertFalse(self.results.exists())


if __name__ == "__main__":
    unittest.main()
