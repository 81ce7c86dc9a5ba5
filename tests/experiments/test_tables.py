#!/usr/bin/python3
"""Tables that an experiment asks for, patterns in `at`, texts as values, and the figures that compare parts or go beyond what was measured."""

import unittest
from fractions import Fraction
from types import SimpleNamespace

from support import ExperimentCase
from test_values import Rows
from runner.figures import bars, crossing
from runner.figures.drawing import fits, panels, table_points
from runner.planning import selection
from runner.point import Point, Reference
from runner.results import document, printed, tables
from runner.results.samples import Estimate, Place

EXPERIMENT = """\
parts:
  sides:
    command: mesh run
    options: {permutation: transpose}
    grid: {algorithm: [a0, new], side: [128, 16, 64]}
  row:
    command: mesh row
    options: {sequence: "a1,b1"}
tables:
- {title: how it grows, part: sides, rows: algorithm, columns: side, value: steps, ratio: true}
- {title: new alone, part: sides, at: {algorithm: new}, rows: algorithm, columns: side, value: budget}
- {title: the row, part: row, list: schedule.packets, columns: [packet, enter_step, stop_step]}
checks:
- {what: in the end, part: row, value: schedule.final_row, equals: "'b1 a1'"}
"""


class Tables(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(EXPERIMENT)

    def test_rows_and_columns_by_options_with_ratios_and_lists(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        # side^2 / 8 + side
        self.assertIn("how it grows\n\n| algorithm \\ side | 16 | 64 | 128 |\n|---|---:|---:|---:|\n| a0 | 48 | 576 (x12.00) | 2176 (x3.78) |\n"
                      "| new | 11200 | 44800 (x4.00) | 89600 (x2.00) |\n", summary)
        self.assertIn("new alone\n\n| algorithm \\ side | 16 | 64 | 128 |\n|---|---:|---:|---:|\n| new | 11520 | 46080 | 92160 |\n", summary)
        self.assertIn("the row\n\n| packet | enter step | stop step |\n|---|---:|---:|\n| a1 | 2 | 3 |\n| b1 | 3 | 3 |\n", summary)
        self.assertIn("| in the end | holds at 1 |", summary)
        self.assertIn("<td>576 (x12.00)</td>", (self.results / "small/report.html").read_text())

    def test_a_hole_is_a_hole_and_a_table_without_any_result_is_left_out(self):
        self.run_it("small", STANDIN_FAIL="side 64|mesh row")
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("| a0 | 48 | - | 2176 |", summary)
        self.assertNotIn("the row\n", summary)

    def test_files_of_one_name_in_two_folders_are_two_rows_two_series_and_two_curves(self):
        for folder in ("here", "there"):
            (self.place / folder).mkdir()
            (self.place / folder / "p.txt").write_text(folder)
        names = [f"permutation:{self.place}/{folder}/p.txt" for folder in ("here", "there")]
        self.define(f"command: simulate\noptions: {{topology: 'torus:8x8'}}\ngrid: {{traffic: {names}, load: [0.1, 0.2]}}\n"
                    "tables: [{title: t, rows: traffic, columns: load, value: latency.mean}]\n")
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        for name in names:
            self.assertEqual(summary.count(f"\n| {name} | "), 2, "a row of the table and one of the series")
        rows = [SimpleNamespace(options={"traffic": name}) for name in names]
        self.assertEqual([label for label, _ in panels.groups(rows, "traffic")], names)
        self.assertEqual([label for label, _ in panels.groups(rows[:1], "traffic")], ["permutation:p.txt"])
        made = [SimpleNamespace(options={"routing": Reference("table:", key, "table", "optimum")}) for key in ("0123", "4567")]
        self.assertEqual([(label, len(own)) for label, own in panels.groups(made, "routing")], [("optimum", 2)], "made for two topologies")

    def test_a_text_that_differs_violates_a_check(self):
        self.define(EXPERIMENT.replace("'b1 a1'", "'a1 b1'"))
        done = self.run_it("small")
        self.assertEqual(done.returncode, 1)
        self.assertIn("b1 a1, not equals a1 b1", done.stderr)

    def test_mistakes_name_their_line(self):
        for old, new, line, words in (
                ("title: how", "titel: how", 10, "nearest: title"), ("rows: algorithm, columns: side, value: steps", "rows: algorithm, value: steps", 10, "needs 'columns'"),
                ("part: sides, rows", "part: side, rows", 10, "nearest: sides"), ("at: {algorithm: new}", "at: {algorithm: old}", 11, "no point"),
                ("columns: [packet, enter_step, stop_step]", "columns: packet", 12, "is a list of fields")):
            self.define(EXPERIMENT.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, (new, done.stderr))
            self.assertRegex(done.stderr, rf"small\.yaml:{line}: .*{words}")

    def test_equal_ratios_need_a_number_before(self):
        row = [None, *(Estimate(value, exact=value) for value in (3, 6, "x", 12))]
        self.assertEqual([tables.cell({"ratio": True}, row, index) for index in range(5)], ["-", "3", "6 (x2.00)", "x", "12"])


class Cells(ExperimentCase):
    FFT = """\
fft-times: {byte: 0.5}
command: simulate
options: {topology: "hypercube:8", workload: "permutation:bit-reverse"}
grid: {packet-length: [17, 65]}
seeds: [1, 2]
tables:
- {title: decimals, rows: topology, columns: packet-length, value: fft-communication, decimals: 1}
- {title: range, rows: topology, columns: packet-length, value: fft-communication + seed, range: true}
printed:
- {what: the time, at: {packet-length: 17}, value: fft-communication, printed: "249.0"}
"""

    def test_decimals_ranges_and_what_a_printed_value_is_called(self):
        self.define(self.FFT)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        # 164 us and half a microsecond for each of 10 cycles a flit
        self.assertIn("decimals\n\n| topology \\ packet-length | 17 | 65 |\n|---|---:|---:|\n| hypercube:8 | 249.0 | 489.0 |\n", summary)
        self.assertIn("range\n\n| topology \\ packet-length | 17 | 65 |\n|---|---:|---:|\n| hypercube:8 | 250 to 251 | 490 to 491 |\n", summary)
        self.assertIn("| the time at packet-length 17 |  | 249.0 | 249 | +0.00% | equal |", summary)

    def test_half_a_unit_is_rounded_up(self):
        for value, decimals, text in (("2248.85", 1, "2248.9"), ("-0.25", 1, "-0.3"), ("3/2", 0, "2"), ("0.049", 1, "0.0"), ("7", 2, "7.00")):
            self.assertEqual(tables.rounded(Fraction(value), decimals), text)

    def test_times_that_are_none_name_their_line(self):
        for old, new, line, words in (("byte: 0.5", "bytes: 0.5", 1, "nearest: byte"), ("byte: 0.5", "byte: -1", 1, "a number above 0"), ("{byte: 0.5}", "fast", 1, "a mapping of"),
                                      ("decimals: 1", "decimals: x", 7, "a whole number"), ("range: true", "range: yes please", 8, "true or false")):
            self.define(self.FFT.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, (new, done.stderr))
            self.assertRegex(done.stderr, rf"small\.yaml:{line}: .*{words}")


class Markdown(unittest.TestCase):
    def test_a_bar_in_a_cell_does_not_end_it(self):
        self.assertEqual(document.markdown_table(["name", "load"], [["a|b", "0.1"]]), "| name | load |\n|---|---:|\n| a\\|b | 0.1 |")


class Meant(unittest.TestCase):
    def test_a_star_is_a_pattern_and_a_file_goes_by_what_it_is_called(self):
        made = Reference("permutation:", "0123", "permutation", "worst of dor")
        cases = [Point("mesh", {}, {"permutation": value, "side": "8"}, str(index)) for index, value in enumerate(("lump:4,1,11", "lumponly:4,1,11", "transpose", made))]

        def keys(**at):
            return [case.key for case in selection.meant(cases, at)]
        self.assertEqual(keys(permutation="lump:*"), ["0"])
        self.assertEqual(keys(permutation="lump*", side=8), ["0", "1"])
        self.assertEqual(keys(permutation="worst of dor"), ["3"])
        self.assertEqual(keys(permutation="lump"), [])
        self.assertEqual(keys(queue="*"), [])


class Literals(Rows):
    def test_a_text_between_quotes_is_meant_literally(self):
        self.assertEqual(self.data.value(self.row(), "'d1 - b2'"), "d1 - b2")
        self.row().result["order"] = [1, 3, 2]
        for text, verdict in (("'1 3 2'", "holds at 1"), ("'1 2 3'", "VIOLATED at 1 of 1")):
            at = {"routing": "dor", "topology": "torus:9x9"}
            found = printed.check({"value": "order", "equals": text, "at": at}, "loads", self.data.where("loads", at), self.data)
            self.assertEqual(found.verdict, verdict)


class Beyond(unittest.TestCase):
    def test_laws_are_fitted_exactly_and_cross_where_they_must(self):
        places = [Place(x, x * x / 8 + 3 * x) for x in (16.0, 64.0, 256.0)]
        (two, square), (one, linear) = crossing.law_of({"powers": [2, 1]}, places)
        self.assertEqual((two, one), (2, 1))
        self.assertAlmostEqual(square, 1 / 8)
        self.assertAlmostEqual(linear, 3)
        known = crossing.law_of({"law": [[1, "864"]]}, places)
        self.assertEqual(known, [(1.0, 864.0)])
        self.assertIsNone(crossing.law_of({"powers": [2, 1], "from": 100}, places))
        found = [("slow", places, [(two, square), (one, linear)]), ("fast", places, known), ("never", places, [(1.0, 1e9)])]
        entry = {"until": 100000, "crossings": [["slow", "fast"], ["slow", "never"], ["slow", "absent"]]}
        ((x, y, names),) = crossing.crossings(entry, found)
        self.assertAlmostEqual(x / (8 * 861), 1, 2)  # x/8 + 3 = 864
        self.assertAlmostEqual(y / (864 * 8 * 861), 1, 2)
        self.assertEqual(names, ["slow", "fast"])
        # a crossing among the points themselves is not extrapolated
        self.assertEqual(crossing.crossings({"until": 1e5, "crossings": [["a", "b"]]}, [("a", [Place(1e4, 0)], [(2, 1.0)]), ("b", [Place(1e4, 0)], [(1, 100.0)])]), [])

    def test_numbers_are_written_shortly(self):
        self.assertEqual(crossing.formula([(2, 1 / 176), (1, 1.09)]), "x²/176 + 1.09 x")
        self.assertEqual(crossing.formula([(1, 864.0)]), "864 x")
        self.assertEqual([crossing.two_digits(x) for x in (151872, 39424, 9.96)], ["1.5·10⁵", "3.9·10⁴", "1.0·10¹"])

    def test_an_exponent_is_that_of_the_points_asked_for(self):
        places = [Place(2.0, 100.0), Place(4.0, 16.0), Place(8.0, 64.0), Place(16.0, 256.0)]
        self.assertAlmostEqual(fits.exponent({"fit": "power", "from": 4}, places), 2)
        self.assertIsNone(fits.exponent({"fit": "power", "from": 8}, places), "two points fit anything")


class Compared(Rows):
    def test_bars_find_their_point_under_every_name_of_the_group(self):
        entry = {"groups": [{"label": "one", "routing": "dor"}, {"label": "two", "routing": "romm"}, {"label": "none", "traffic": "x"}],
                 "series": [{"part": "loads", "at": {"topology": "torus:9x9"}, "by": "routing", "value": "gamma_max", "label": "loads"},
                            {"part": "loads", "by": "routing", "value": "gamma_max", "label": "several"},
                            {"part": "worst", "by": "routing", "value": "gamma_max * 10", "label": "worst"}]}
        found = [bar.value for bar in bars.bars_of(entry, self.data, "loads")]
        self.assertEqual([found[:3], found[3:6], found[6:]], [[4, 6, None], [None, 6, None], [40, 64, None]])

    def test_a_bound_is_the_smallest_of_a_place(self):
        for row, (x, y) in zip(self.data.rows["loads"], ((1, 5), (1, "7/2"), (2, 6))):
            row.result = {"x": x, "y": y}
        entry = {"x": "x", "y": "y", "curves": [{"label": "least", "bound": True}]}
        ((one,),), _ = table_points.panels_of(entry, self.data, "loads")
        self.assertEqual([place[:2] for place in one.places], [(1, 3.5), (2, 6)])

    def test_elements_of_a_list_are_points(self):
        self.row().result["windows"] = [{"k": 3, "d": 8}, {"k": 4, "d": 8}, {"k": 5, "d": "13/2"}, {"k": 6}, "text"]
        entry = {"list": "windows", "x": "k", "y": "d", "by": ["routing", "topology"]}
        ((one,),), _ = table_points.panels_of(entry, self.data, "loads")
        self.assertEqual((one.label, [place[:2] for place in one.places]), ("dor, torus:9x9", [(3, 8), (4, 8), (5, 6.5)]))
        self.assertEqual(self.exact("windows[k=5].d"), Fraction(13, 2))


if __name__ == "__main__":
    unittest.main()
