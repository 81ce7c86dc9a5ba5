#!/usr/bin/python3
"""Experiments of several parts: one store and pool, a table each, files that one part leaves for another, and the quick form."""

import json
import pathlib
import re
import shutil
import unittest

from support import MEAN, ExperimentCase

PARTS = """\
about: exact and simulated
notes: [what it is about]
parts:
  exact:
    command: loads
    options: {topology: torus:9x9, routing: dor}
    grid: {traffic: [uniform, tornado]}
    columns: [gamma_max, throughput * 2]
  simulated:
    command: simulate
    options: {topology: torus:9x9, routing: dor}
    series: [{traffic: tornado, load: [0.1, 0.3]}]
"""
TABLE = """\
parts:
  best:
    command: optimal
    grid: {topology: [torus:3x3, torus:5x5]}
    outputs: [table]
  simulated:
    command: simulate
    options: {topology: torus:5x5, traffic: tornado, load: 0.1}
    series:
      - routing: {part: best, at: {topology: torus:5x5}, output: table, as: "table:", called: optimum}
      - routing: [dor]
"""


class Parts(ExperimentCase):
    def test_each_part_has_a_table_of_its_own_and_all_share_the_store(self):
        self.define(PARTS)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(self.left()), {"results.csv", "results-simulated.csv", "summary.md", "report.html"})
        self.assertEqual(len(self.stored()), 4)
        self.assertIn("small: 4 points, 0 stored, 4 to run", done.stdout)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("| uniform | 4 | 1/2 = 0.5 |", summary)
        self.assertIn("what it is about", summary)
        self.assertIn("## simulated\n\n`simulate`: topology torus:9x9, routing dor, traffic tornado", summary)
        self.assertRegex(summary, rf"\| tornado \| 36 \| {MEAN} \| 0.1 \| 0.3 \|")

    def test_equal_points_of_two_parts_run_once(self):
        self.define(PARTS.replace("  simulated:", "  again:\n    command: loads\n    options: {topology: torus:9x9, routing: dor, traffic: tornado}\n  simulated:"))
        self.run_it("small")
        self.assertEqual(len(self.simulations()), 4)
        self.assertTrue((self.results / "small/results-again.csv").exists())

    def test_a_part_can_be_chosen(self):
        self.define(PARTS)
        self.run_it("small", "--only", "part=exact")
        self.assertTrue(all(line.startswith("loads") for line in self.simulations()))
        self.assertEqual(len(self.simulations()), 2)
        self.run_it("small", "--only", "load=0.3")
        self.assertEqual(len(self.simulations()), 3)

    def test_a_failure_in_one_part_leaves_the_others(self):
        self.define(PARTS)
        done = self.run_it("small", STANDIN_FAIL="^loads.*tornado")
        self.assertEqual(done.returncode, 1)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("1 of 2 points have no result", summary)
        self.assertRegex(summary, rf"\| tornado \| 36 \| {MEAN} \| 0.1 \| 0.3 \|")

    def test_mistakes_name_their_line(self):
        for old, new, line, words in (
                ("about:", "command: loads\nabout:", 1, "belongs to a part"),
                ("    command: loads", "    command: load", 5, "nearest: loads"),
                ("traffic: [uniform", "trafic: [uniform", 7, "nearest: traffic"),
                ("  exact:", "  not exact:", 4, "letters, digits and dashes"),
                ("  exact:", "  probes:", 4, "does not end in 'probes'"),
                ("    columns", "    colums", 8, "nearest: columns")):
            self.define(PARTS.replace(old, new, 1))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"small\.yaml:{line}: .*{words}")
        entry = "{part: exct, value: gamma_max, at: {traffic: tornado}, exact: 4}"
        self.define(PARTS + f"printed: [{entry}]\n")
        self.assertIn("nearest: exact", self.run_it("small").stderr)
        self.define(PARTS + "printed: [{value: gamma_max, exact: 4}]\n")
        self.assertIn("an entry of 'printed' needs 'part'", self.run_it("small").stderr)

    def test_quick_may_replace_axes_and_what_is_then_not_meant_is_left_out(self):
        text = PARTS.replace("    columns", "    quick: {grid: {traffic: [uniform]}, tie-rule: plus}\n    columns")
        for traffic in ("uniform", "tornado"):
            text += f"{'printed:' if traffic == 'uniform' else ''}\n- {{part: exact, at: {{traffic: {traffic}}}, value: gamma_max, exact: 4, source: {traffic}s}}"
        self.define(text)
        self.assertEqual(self.run_it("small", "--quick", "--only", "part=exact").returncode, 0)
        self.assertEqual([line.split("--traffic ")[1].split()[0] for line in self.simulations()], ["uniform"])
        self.assertIn("--tie-rule plus", self.simulations()[0])
        summary = (self.results / "small-quick/summary.md").read_text()
        self.assertIn("uniforms", summary)
        self.assertNotIn("tornados", summary)
        self.run_it("small", "--only", "part=exact")
        self.assertIn("tornados", (self.results / "small/summary.md").read_text())


    def test_an_empty_quick_says_that_the_full_form_is_quick(self):
        self.define(PARTS)
        self.assertEqual(self.run_it("small", "--quick").returncode, 2)
        self.define(PARTS.replace("    columns", "    quick: {}\n    columns"))
        self.assertEqual(self.run_it("small", "--quick").returncode, 0)
        self.assertEqual(len(self.stored()), 4)


class Files(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(TABLE)

    def test_a_file_of_one_part_is_an_option_of_another(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        tables = sorted(self.points.glob("*.table"))
        self.assertEqual(len(tables), 2)
        used = next(line for line in self.simulations() if "table:" in line)
        (own,) = [table for table in tables if f"--routing table:{table}" in used]
        self.assertIn("--topology torus:5x5", own.read_text())
        self.assertIn("optimum", (self.results / "small/summary.md").read_text())

    def test_what_needs_a_file_waits_for_it_even_where_it_would_run_first(self):
        self.run_it("small", "--jobs", "2", STANDIN_SLEEP="0.1")
        lines = self.simulations()
        maker = next(index for index, line in enumerate(lines) if line.startswith("optimal --topology torus:5x5"))
        user = next(index for index, line in enumerate(lines) if "--routing table:" in line)
        self.assertLess(maker, user)

    def test_what_needs_a_file_that_failed_is_told_and_not_run(self):
        done = self.run_it("small", STANDIN_FAIL="optimal --topology torus:5x5")
        self.assertEqual(done.returncode, 1)
        self.assertFalse([line for line in self.simulations() if "--routing table:" in line])
        self.assertRegex((self.results / "small/failed.txt").read_text(), r"needs [0-9a-f]{16}, which failed")
        self.assertEqual(self.run_it("small").returncode, 0)

    def test_a_lost_file_is_made_again(self):
        self.run_it("small")
        count = len(self.simulations())
        next(self.points.glob("*.table")).unlink()
        self.run_it("small")
        self.assertEqual(len(self.simulations()) - count, 1)
        self.assertEqual(len(list(self.points.glob("*.table"))), 2)

    def test_experiments_that_share_a_point_leave_what_each_needs_in_either_order(self):
        plain = "command: optimal\noptions: {topology: torus:5x5}\n"
        for order in (("small", "plain"), ("plain", "small")):
            self.define(plain, "plain")
            for name in order:
                done = self.run_it(name)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(list(self.points.glob("*.table"))), 2)
            for line in filter(lambda line: "--routing table:" in line, self.simulations()):
                self.assertTrue(pathlib.Path(re.search(r"table:(\S+)", line)[1]).is_file())
            shutil.rmtree(self.results)

    def test_parts_that_share_a_point_leave_what_each_needs_in_either_order(self):
        """Of equal points: nothing, channels or a histogram to be kept; files of it as of a curve that grows."""
        part = "    command: simulate\n    options: {topology: torus:8x8, routing: dor, traffic: tornado"
        forms = {"plain": f"{part}, load: 0.02}}\n", "kept": f"{part}, load: 0.02}}\n    outputs: [channels]\n",
                 "again": f"{part}, load: 0.02}}\n    repeat: 2\n",
                 "grown": f"{part}}}\n    grid: {{load: [0.02]}}\n    refine: {{points: 1}}\n    outputs: [histogram]\n"}
        pairs = (("plain", "kept"), ("kept", "again"), ("kept", "grown"), ("plain", "grown"))
        for order in (order for pair in pairs for order in (pair, pair[::-1])):
            with self.subTest(order=order):
                self.define("parts:\n" + "".join(f"  {name}:\n{forms[name]}" for name in order))
                done = self.run_it("small")
                self.assertEqual(done.returncode, 0, done.stderr)
                [key] = [file.stem for file in self.stored() if "." not in file.stem and json.loads(file.read_text())["options"]["load"] == "0.02"]
                left = {file.name.partition(".")[2] for file in self.points.glob(f"{key}.*")}
                wanted = {"kept": "channels", "grown": "histogram", "again": "times.json"}
                self.assertLessEqual({wanted[name] for name in order if name in wanted}, left)
                self.assertIn(" 0 to run", self.run_it("small").stdout)
                shutil.rmtree(self.results)

    def test_a_second_run_finds_everything(self):
        self.run_it("small")
        self.assertIn("4 points, 4 stored, 0 to run", self.run_it("small").stdout)

    def test_mistakes_name_their_line(self):
        for old, new, words in (
                ("part: best", "part: bst", "nearest: best"),
                ("output: table", "output: tables", "nearest: table"),
                ("outputs: [table]", "outputs: [json]", r"no output 'json' \(nearest|no output 'json' \(allowed"),
                ("at: {topology: torus:5x5}", "at: {topology: torus:7x7}", "means 0 points"),
                ("at: {topology: torus:5x5}, ", "", "means 2 points"),
                ("called:", "caled:", "nearest: called")):
            self.define(TABLE.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, rf"small\.yaml:\d+: .*({words})")


if __name__ == "__main__":
    unittest.main()
