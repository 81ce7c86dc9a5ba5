#!/usr/bin/python3
"""What counts as a result, runs that are repeated for their times, samples held against a printed value, and what a short form does not say."""

import errno
import json
import os
import pathlib
import unittest
from unittest import mock

from support import SMALL, ExperimentCase
from runner.point import Reference
from runner.results import printed
from runner.running import store
from runner.yaml_tree import Map


class Space(unittest.TestCase):
    """A file system's blocks have any size; what counts is bytes."""

    def refused(self, **free):
        kept = store.Store(pathlib.Path("."), 1)
        with mock.patch("os.statvfs", return_value=mock.Mock(**{"f_files": 1000, "f_favail": 1000, **free})):
            try:
                kept.check_space()
            except OSError as error:
                return error.strerror
        return ""

    def test_a_result_needs_16_kib_whatever_the_size_of_a_block(self):
        for size in (512, 4096, 65536):
            least = -(-(16 << 10) // size)
            self.assertEqual(self.refused(f_bavail=least, f_frsize=size), "", size)
            self.assertEqual(self.refused(f_bavail=least - 1, f_frsize=size), os.strerror(errno.ENOSPC), size)

    def test_a_file_system_that_counts_its_files_needs_one_more(self):
        self.assertEqual(self.refused(f_bavail=1000, f_frsize=4096, f_favail=0), os.strerror(errno.ENOSPC))
        self.assertEqual(self.refused(f_bavail=1000, f_frsize=4096, f_files=0, f_favail=0), "")


class Rejected(ExperimentCase):
    def spoil(self, change):
        """Changes the third result; its name."""
        self.run_it("small")
        file = self.stored()[2]
        result = json.loads(file.read_text())
        changed = change(result)
        file.write_text(changed if isinstance(changed, str) else json.dumps(changed))
        return file, file.read_text()

    def test_only_a_result_that_says_it_is_the_points_counts(self):
        for change, why in (
                (lambda result: {}, "schema None, not dateline.simulate/N"),
                (lambda result: "{", "not a JSON object"),
                (lambda result: "[]", "not a JSON object"),
                (lambda result: {**result, "schema": "dateline.loads/2"}, "schema dateline.loads/2, not dateline.simulate/N"),
                (lambda result: {**result, "schema": "dateline.simulate"}, "schema dateline.simulate, not dateline.simulate/N"),
                (lambda result: {**result, "schema": "a dateline.simulate/2"}, "schema a dateline.simulate/2, not dateline.simulate/N"),
                (lambda result: {**result, "result_version": 2}, "result_version 2, not 1"),
                (lambda result: {**result, "options": {**result["options"], "load": "0.77"}}, "load 0.77, not 0."),
                (lambda result: {**result, "options": {}}, "no option topology"),
                (lambda result: {**result, "options": 5}, "no options")):
            with self.subTest(why=why):
                file, spoiled = self.spoil(change)
                self.assertIn("4 of 5 points stored", self.run_it("status", "small").stdout)
                self.assertEqual(file.read_text(), spoiled, "a look changes nothing")
                started = len(self.simulations())
                done = self.run_it("small")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("4 stored, 1 to run", done.stdout)
                self.assertEqual(len(self.simulations()) - started, 1)
                lines = [line for line in done.stderr.splitlines() if line.startswith("rejected ")]
                self.assertEqual(len(lines), 1, done.stderr)
                self.assertIn(f"rejected {file.stem}: {why}", lines[0])
                self.assertTrue(lines[0].endswith(f"kept as {file.name}.rejected, run again"))
                self.assertEqual(file.with_name(file.name + ".rejected").read_text(), spoiled)
                self.assertIn("5 stored, 0 to run", self.run_it("small").stdout)

    def test_a_result_of_other_options_is_a_failure_of_the_point(self):
        done = self.run_it("small", STANDIN_OPTIONS="0.3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("exit status 0, but another result: load 9, not 0.3", done.stderr)


    def test_a_file_of_another_point_is_known_by_what_stands_before_it_and_by_its_name_wherever_it_was(self):
        own = Reference("table:", "a" * 16, "table", "optimum")
        for recorded in (f"table:{own.key}.table", f"table:points/{own.key}.table", f"table:/elsewhere/results/points/{own.key}.table"):
            self.assertTrue(store.same(own, recorded), recorded)
        for recorded in (f"points/{own.key}.table", f"graph:points/{own.key}.table", f"a table:points/{own.key}.table", f"table:points/{'b' * 16}.table",
                         f"table:points/b{own.key}.table", f"table:points/{own.key}.tables", f"table:points/{own.key}.table/x", "", None, 1):
            self.assertFalse(store.same(own, recorded), recorded)


class Repeated(ExperimentCase):
    def test_a_point_runs_as_often_as_its_times_are_wanted_and_no_more(self):
        self.define(SMALL + "repeat: 3\ncolumns: [seconds]\n")
        done = self.run_it("small")
        self.assertEqual((done.returncode, len(self.simulations())), (0, 15), done.stderr)
        for file in self.points.glob("*.times.json"):
            self.assertEqual(len(json.loads(file.read_text())["wall_seconds"]), 3)
        self.run_it("small")
        self.assertEqual(len(self.simulations()), 15)
        file = self.stored()[0].with_suffix(".times.json")
        file.write_text('{"wall_seconds": [1.0, 9.0, 2.0]}')
        self.assertIn("| 2 (1 to 9) |", self.run_it("small") and (self.results / "small/summary.md").read_text())
        file.write_text('{"wall_seconds": [1.0]}')
        self.run_it("small")
        self.assertEqual(len(self.simulations()), 17)


class Quick(ExperimentCase):
    def test_a_short_form_does_not_say_what_the_full_one_leads_to(self):
        said = 'notes: ["what it is"]\nconclusions: ["what follows"]\n'
        for quick, absent in (("quick: {cycles: 100}\n", True), ("quick: {}\n", False)):
            self.define(said + SMALL + quick)
            self.run_it("small")
            self.run_it("small", "--quick")
            for name in ("summary.md", "report.html"):
                full, short = ((self.results / folder / name).read_text() for folder in ("small", "small-quick"))
                self.assertIn("what follows", full)
                self.assertIn("what it is", short)
                self.assertEqual("what follows" not in short, absent)
                self.assertEqual("A short form" in short, absent)


class Samples(unittest.TestCase):
    def verdict(self, values, value, share=95):
        entry = Map(1)
        entry.update({"value": "v", "printed": value, "percentile": share})
        return printed.in_sample(entry, values).verdict

    def test_a_printed_value_is_in_the_middle_of_the_sample_or_not(self):
        values = list(range(100))
        self.assertEqual(self.verdict(values, 50), "agrees: percentile 50 to 51 of 100, middle 95% wanted")
        self.assertTrue(self.verdict(values, 97).startswith("agrees"))  # 97 below, 2 above
        self.assertTrue(self.verdict(values, 99).startswith("differs: percentile 99"))
        self.assertTrue(self.verdict(values, -3).startswith("differs: percentile 0 of 100"))
        self.assertTrue(self.verdict(values, 60, 20).startswith("agrees"))  # from 40 to 60
        self.assertTrue(self.verdict(values, 62, 20).startswith("differs"))

    def test_digits_that_were_not_printed_count_for_the_printed_value(self):
        self.assertTrue(self.verdict([0.2551] * 20, 0.255).startswith("agrees: percentile 0 to 100"))

    def test_few_values_are_no_sample(self):
        self.assertEqual(self.verdict([1] * 9, 1), "no verdict: 9 values, at least 10 wanted")
        self.assertEqual(self.verdict([], 1), "no result")


if __name__ == "__main__":
    unittest.main()
