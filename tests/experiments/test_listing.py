#!/usr/bin/python3
"""NAME.csv beside every figure has the numbers that are drawn, as results.csv has them, in a form that pgfplots reads; NAME.pdf is for a paper."""

import csv
import math
import re
import statistics
import unittest

from support import FORMATS, SMALL, ExperimentCase, FinishedCase
from runner.figures.drawing import listing
from runner.results import samples

SEEDS = SMALL + "seeds: [1, 2, 3]\nfigures: [latency-vs-load, {kind: curves, x: load, y: latency.mean, by: traffic}]\n"
COLUMNS = ["curve", "panel", "series", "kind", "state", "x", "y", "low", "high", "label"]


class Beside(FinishedCase):
    TEXT, FORMATS = SEEDS, FORMATS

    def setUp(self):
        super().setUp()
        self.place_of = self.results / "small"
        for kind in ("svg", "pdf", "png", "csv"):
            self.assertIn(f"latency-vs-load.{kind}", self.first.stdout)

    def listed(self, name):
        with open(self.place_of / f"{name}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), COLUMNS)
        return rows

    def measured(self):
        """{(traffic, load): rows of results.csv, a seed each}"""
        found = {}
        for row in self.rows():
            found.setdefault((row["traffic"], float(row["load"])), []).append(row)
        return found

    def test_a_mean_is_that_of_its_rows_in_the_table_with_students_interval(self):
        for name, kind in (("latency-vs-load", "mean latency"), ("curves", "")):
            drawn = {(row["series"], float(row["x"])): row for row in self.listed(name) if row["kind"] == kind and not row["state"]}
            sustained = {place: rows for place, rows in self.measured().items() if all(row["saturated"] == "false" for row in rows)}
            self.assertEqual(set(drawn), set(sustained))
            for place, rows in sustained.items():
                values = [float(row["latency.mean"]) for row in rows]
                half = samples.student(2) * statistics.stdev(values) / math.sqrt(3)
                for column, value in (("y", statistics.mean(values)), ("low", statistics.mean(values) - half), ("high", statistics.mean(values) + half)):
                    self.assertAlmostEqual(float(drawn[place][column]), value, places=9)

    def test_a_saturated_load_has_no_latency_but_what_it_accepts(self):
        rows = self.listed("latency-vs-load")
        (latency,) = [row for row in rows if row["kind"] == "mean latency" and row["state"]]
        self.assertEqual((latency["series"], latency["state"], latency["x"], latency["y"], latency["low"]), ("uniform", "saturated", "0.5", "nan", "nan"))
        (accepted,) = [row for row in rows if row["kind"] == "accepted" and row["state"]]
        own = [float(row["accepted"]) for row in self.measured()["uniform", 0.5]]
        self.assertAlmostEqual(float(accepted["y"]), statistics.mean(own), places=9)

    def test_a_curve_has_a_number_of_its_own(self):
        found = {}
        for row in self.listed("latency-vs-load"):
            found.setdefault(row["curve"], set()).add((row["panel"], row["series"], row["kind"], row["state"]))
        self.assertTrue(all(len(names) == 1 for names in found.values()))
        self.assertEqual(len(set.union(*found.values())), len(found))
        self.assertEqual(sorted(map(int, found)), list(range(1, len(found) + 1)))

    def test_a_pdf_holds_its_fonts_and_no_date(self):
        content = (self.place_of / "latency-vs-load.pdf").read_bytes()
        self.assertTrue(content.startswith(b"%PDF-1."))
        self.assertIn(b"/FontFile2", content)  # TrueType, which journals ask for
        self.assertNotRegex(content, rb"/Subtype /Type3|CreationDate|/Producer")


class Names(ExperimentCase):
    def test_a_figure_cannot_take_the_place_of_a_table(self):
        for name in ("results", "results-bounds"):
            self.define(SEEDS.replace("[latency-vs-load,", f"[{{kind: latency-vs-load, file: {name}}},"))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"small\.yaml:\d+: 'file' {name} is the name of a table")


class Cells(unittest.TestCase):
    def test_no_label_breaks_a_row(self):
        marks = [listing.Mark('100%, "a"\n$x_0$ & #1 {b}\\c', "k,i", 1, None, label="")]
        lines = listing.text(marks).splitlines()
        self.assertEqual([len(line.split(",")) for line in lines], [len(COLUMNS)] * 2)
        self.assertIsNone(re.search(r'["%#$&\\{}_^~]', lines[1]))
        self.assertEqual(lines[1].split(",")[5:], ["1.0", "nan", "nan", "nan", ""])

    def test_curves_stand_together_in_the_order_in_which_they_begin(self):
        marks = [listing.Mark(series, "", x, 0.1) for x in (1, 2) for series in "ba"]
        self.assertEqual([line.split(",")[0:3:2] + line.split(",")[5:6] for line in listing.text(marks).splitlines()[1:]],
                         [["1", "b", "1.0"], ["1", "b", "2.0"], ["2", "a", "1.0"], ["2", "a", "2.0"]])

    def test_numbers_keep_all_their_digits(self):
        self.assertIn(",0.1,0.30000000000000004,", listing.text([listing.Mark("", "", 0.1, 0.1 + 0.2)]))


if __name__ == "__main__":
    unittest.main()
