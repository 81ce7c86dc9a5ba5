#!/usr/bin/python3
"""The table of a part that asks for no columns: what its command is run for, with intervals; what "-" means; and the table of the points on the page."""

import unittest

import support  # noqa: F401 - the path to the runner
import test_pages
import test_series
from runner.format.named_values import SCHEMAS, forms_at, schema_of
from runner.results import document, report, summary

NOT_RUN = ("list", "provenance", "saturate", "reliability")  # no commands of a part, a search's, and one whose results are lists alone


class Columns(unittest.TestCase):
    def test_every_command_has_some_and_each_is_a_value_of_its_result(self):
        commands = {file.stem for file in SCHEMAS.glob("*.json")} - set(NOT_RUN)
        self.assertEqual({command.replace(" ", "-") for command in summary.COLUMNS}, commands)
        for command, columns in summary.COLUMNS.items():
            for column in columns:
                self.assertTrue(forms_at(schema_of(command), column), f"{command}: {column}")

    def test_exact_loads_have_their_largest_load_and_throughput(self):
        _, data = test_pages.data_of("command: loads\noptions: {topology: torus:9x9, routing: dor}\ngrid: {traffic: [uniform, tornado]}\n")
        header, rows = summary.part_table(data, "")
        self.assertEqual(header[:2], ["series", "gamma_max"])
        self.assertEqual(header[-3:], ["ok", "failed", "missing"])
        self.assertEqual([row[0] for row in rows], ["uniform", "tornado"])
        self.assertEqual({tuple(row[-3:]) for row in rows}, {("1", "0", "0")})


class Latency(unittest.TestCase):
    """Runs of a mean m, whose interval is m - 1 to m + 2 (test_series.result)."""

    def series(self, *runs):
        return test_series.one_series(*((test_series.point(load), test_series.result(mean, saturated)) for load, mean, saturated in runs))

    def test_it_is_that_of_the_highest_load_at_which_none_is_saturated(self):
        one, other = self.series((0.1, 40.0, False), (0.2, 50.0, False), (0.3, 90.0, False)), self.series((0.1, 41.0, False), (0.2, 52.0, False), (0.3, 99.0, True))
        header, rows = summary.rows_of([one, other])
        self.assertEqual(header[2], "mean latency at 0.2")
        self.assertEqual([row[2] for row in rows], ["50 (-1, +2)", "52 (-1, +2)"])

    def test_of_a_single_load_it_says_what_is_saturated(self):
        header, rows = summary.rows_of([self.series((0.2, 50.0, False)), self.series((0.2, 900.0, True))])
        self.assertEqual((header[2], [row[2] for row in rows]), ("mean latency at 0.2", ["50 (-1, +2)", "saturated"]))

    def test_without_a_common_load_there_is_none(self):
        header, _ = summary.rows_of([self.series((0.1, 40.0, False)), self.series((0.2, 50.0, False))])
        self.assertNotIn("mean latency", " ".join(header))


class Dashes(unittest.TestCase):
    def text(self, command, header, row):
        _, data = test_pages.data_of(f"command: {command}\noptions: {{topology: torus:4x4}}\n" if command != "simulate" else simulated())
        return summary.dashes(data, "", header, [row])

    def test_a_table_without_one_says_nothing(self):
        self.assertEqual(self.text("simulate", ["series", "bound"], ["uniform", "1"]), "")

    def test_a_column_of_the_table_has_its_own_reason(self):
        self.assertEqual(self.text("simulate", ["series", "sustained to", "% of bound"], ["uniform", "-", "-"]),
                         "`-`: sustained to: no load is sustained; % of bound: there is no bound, or no load is sustained.")

    def test_of_a_value_the_schema_says_why(self):
        why = schema_of("bounds")["properties"]["fraction_of_capacity"]["null_when"]
        self.assertEqual(self.text("bounds", ["series", "fraction_of_capacity"], ["uniform", "-"]), f"`-`: fraction_of_capacity: none, {why}.")


def simulated():
    return "command: simulate\noptions: {topology: torus:8x8, routing: dor}\nseries: [{traffic: uniform, load: [0.1, 0.2]}]\n"


class Points(unittest.TestCase):
    def test_the_options_and_what_matters_most_are_the_first_ten(self):
        _, data = test_pages.data_of("command: simulate\noptions: {topology: torus:8x8, routing: dor}\ngrid: {traffic: [uniform, tornado], load: [0.1, 0.2]}\nseeds: [1, 2]\n")
        ((_, header, rows, _, _),) = document.points(data, "")
        self.assertEqual(header[:4], ["traffic", "load", "seed", "status"])
        self.assertEqual(header[document.FIRST - 2:document.FIRST], ["key", "command"])
        self.assertIn("latency.mean", header[4:document.FIRST])
        self.assertEqual(len(set(header)), len(header))
        column = header.index("latency.mean")
        self.assertTrue(all(len(row[column].replace(".", "")) <= 5 for row in rows), "five digits")

    def test_numbers_have_five_digits_and_what_is_whole_or_a_text_all_of_its_own(self):
        for text, wanted in (("39.18298765", "39.183"), ("0.000123456789", "0.00012346"), ("123456789", "123456789"), ("5/18", "5/18"), ("1234567/7654321", "0.16129"),
                             ("sustained", "sustained"), ("", ""), ("a1b2c3d4e5f6a7b8", "a1b2c3d4e5f6a7b8")):
            self.assertEqual(document.short(text), wanted)

    def test_the_page_offers_all_columns_where_there_are_more(self):
        header = [f"column {number}" for number in range(12)]
        header[9] = "command"
        page = report.points(header, [[str(number) for number in range(12)]], "", [])
        self.assertIn('<label><input type="checkbox"> all 12 columns</label>', page)
        self.assertNotIn("checkbox", report.points(header[2:], [["1"] * 10], "", []))


if __name__ == "__main__":
    unittest.main()
