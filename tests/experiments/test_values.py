#!/usr/bin/python3
"""Values of results, and how they are held against printed ones and against each other."""

import csv
import unittest
from fractions import Fraction

from support import MEAN, ExperimentCase
from runner import load
from runner.format import spec_part
from runner.planning import plan, selection
from runner.point import Point
from runner.results import printed, series, values


class Rows(unittest.TestCase):
    """Two parts of made-up results."""

    def setUp(self):
        self.results = {}
        self.data = values.Data({"loads": self.part("loads", [("dor", 9), ("romm", 9), ("dor", 5)]),
                                 "worst": self.part("worst", [("dor", 9), ("romm", 9)])}, self, set())
        self.results.update({
            "loads/dor/9": {"gamma_max": "4", "accepted": 0.25, "flag": True, "latency": {"mean": 41.5},
                            "channels": [{"from": 0, "to": 1, "sign": 1, "load": "32/5"}, {"from": 1, "to": 0, "sign": -1, "load": "0"}]},
            "loads/romm/9": {"gamma_max": "6"}, "worst/dor/9": {"gamma_max": "4"}, "worst/romm/9": {"gamma_max": "32/5"}})
        for rows in self.data.rows.values():
            for row in rows:
                row.result = self.results.get(row.case.key)

    def part(self, name, cases):
        points = []
        for routing, radix in cases:
            options = {"routing": routing, "topology": f"torus:{radix}x{radix}"}
            points.append(Point("loads", options, {**options, "vcs": "4"}, f"{name}/{routing}/{radix}"))
        return plan.PartPlan(spec_part.Part(name, "loads", {}, {}, [], {}, {}, [], None, [], [], {}), points)

    def load(self, point):
        return self.results.get(point.key)

    def wall_seconds(self, point):
        return 0.5

    def times(self, point):
        return []

    def row(self, part="loads", index=0):
        return self.data.rows[part][index]

    def exact(self, text, **where):
        return self.data.exact(self.row(**where), text)


class Values(Rows):
    def test_columns_options_and_what_follows_from_them(self):
        for text, value in (("gamma_max", 4), ("latency.mean", Fraction(83, 2)), ("vcs", 4), ("nodes", 81), ("radix", 9), ("seconds", Fraction(1, 2))):
            self.assertEqual(self.exact(text), value)
        self.assertEqual(self.data.value(self.row(), "routing"), "dor")
        self.assertIs(self.data.value(self.row(), "flag"), True)
        for text in ("nothing", "latency.median", "channels", "latency"):
            self.assertIsNone(self.exact(text))

    def test_elements_of_lists_by_fields_and_by_number(self):
        self.assertEqual(self.exact("channels[from=0,to=1].load"), Fraction(32, 5))
        self.assertEqual(self.exact("channels[sign=-1].from"), 1)
        self.assertEqual(self.exact("channels[-1].load"), 0)
        for text in ("channels[from=7].load", "channels[2].load", "gamma_max[0]", "channels[from=0].nothing"):
            self.assertIsNone(self.exact(text))
        self.row().result["channels"].append({"from": 0, "to": 1, "load": "9"})
        self.assertIsNone(self.exact("channels[from=0,to=1].load"), "two elements are meant")

    def test_a_list_has_a_count(self):
        self.row().result["faults"] = {"nodes": [3, 17], "links": []}
        self.assertEqual((self.exact("channels.count"), self.exact("faults.nodes.count"), self.exact("faults.links.count")), (2, 2, 0))
        self.assertEqual(self.exact("faults.links.count + faults.nodes.count / 2"), 1)
        for text in ("latency.count", "channels.length", "gamma_max.count"):
            self.assertIsNone(self.exact(text))

    def test_a_list_has_a_mean_and_so_has_a_field_of_its_elements(self):
        self.row().result["per_terminal"] = [{"backlog": 3}, {"backlog": None}, {"backlog": 0}]
        self.row().result["empty"] = []
        self.assertEqual((self.exact("per_terminal.backlog.mean"), self.exact("per_terminal.backlog.count")), (Fraction(3, 2), 3))
        for text in ("per_terminal.mean", "per_terminal.nothing.mean", "empty.mean", "empty.backlog.mean"):
            self.assertIsNone(self.exact(text), text)

    def test_arithmetic_stays_exact_and_products_come_first(self):
        for text, value in (("gamma_max * 1/3", Fraction(4, 3)), ("gamma_max / vcs / 2", Fraction(1, 2)), ("radix - 1 + gamma_max * 2", 16),
                            ("gamma_max * accepted", 1), ("1 / accepted", 4)):
            self.assertEqual(self.exact(text), value)
        self.assertIsNone(self.exact("gamma_max * nothing"))
        self.assertIsNone(self.exact("1 / channels[-1].load"))

    def test_brackets_come_first_and_whole_parts_are_quotients(self):
        for text, value in (("(gamma_max + 2) * 3", 18), ("gamma_max - (2 - 1)", 3), ("12 / (gamma_max * (1 + 1/2))", 2), ("(1 - 3) * 2", -4), ("7 // 2", 3), ("latency.mean // 2 * 2", 40),
                            ("(0 - 7) // 2", -4), ("radix * (vcs max (5 - 2))", 36)):
            self.assertEqual(self.exact(text), value, text)
        for text in ("(gamma_max + nothing) * 2", "7 // (1 - 1)", "(gamma_max"):
            self.assertIsNone(self.exact(text), text)
        self.assertEqual(self.data.value(self.row(), "'(1 + 2)'"), "(1 + 2)")

    def test_times_of_the_fft(self):
        # 256 processors, 4 points each: 2 stages of 2 butterflies, 8 of 4 halves; 533 cycles.
        self.row().case.options.update({"topology": "hypercube:8", "packet-length": "65"})
        self.row().result["completion_cycle"] = 533
        self.assertEqual((self.exact("fft-computation"), self.exact("fft-communication")), (Fraction("163.52"), Fraction("467.81")))
        self.data.fft_times = {"message": Fraction(1), "byte": Fraction(2), "butterfly": Fraction(3), "half-butterfly": Fraction(5)}
        self.assertEqual((self.exact("fft-computation"), self.exact("fft-communication")), (2 * 2 * 3 + 8 * 4 * 5, 1 + 2 * 533))
        for length in ("64", "33", "1", "49"):  # no whole points, 2, 0 and 3 of them
            self.row().case.options["packet-length"] = length
            self.assertIsNone(self.exact("fft-computation"), length)
        del self.row().result["completion_cycle"]
        self.assertIsNone(self.exact("fft-communication"))

    def test_the_larger_of_values_comes_before_products(self):
        for text, value in (("gamma_max max vcs", 4), ("accepted max latency.mean", Fraction(83, 2)), ("vcs * 3 max 2", 12), ("12 / 1 max 6 max 2", 2)):
            self.assertEqual(self.exact(text), value)
        self.assertIsNone(self.exact("gamma_max max nothing"))

    def test_the_bytes_of_a_generated_workload_and_the_window_of_requests(self):
        for workload, value in (("all-reduce:ring,bytes=64", 64), ("halo:3d,bytes=4096,repeat=10", 4096), ("fft:64", None), ("goal:a,kilobytes=3.goal", None)):
            self.row().case.options["workload"] = workload
            self.assertEqual(self.exact("bytes"), value)
        for workload, value in (("request-reply:window=8,reply=4", 8), ("request-reply:batch=9,window=2", 2), ("request-reply:batch=9", None), ("fft:64", None)):
            self.row().case.options["workload"] = workload
            self.assertEqual(self.exact("window"), value)

    def test_the_corresponding_point_of_another_part(self):
        self.assertEqual(self.exact("worst.gamma_max", index=1), Fraction(32, 5))
        self.assertEqual(self.exact("gamma_max / worst.gamma_max", index=1), Fraction(15, 16))
        self.assertEqual(self.exact("worst.gamma_max", index=2), 4, "the radix does not tell the points of 'worst' apart")
        cases = [row.case for row in self.data.rows["loads"]]
        self.assertIs(selection.partner(self.row("worst").case, cases), cases[0])
        for options in ({"routing": "dor"}, {"routing": "romm", "topology": "torus:5x5"}):
            self.assertIsNone(selection.partner(Point("loads", options, options, ""), cases))


class Loads(unittest.TestCase):
    def test_a_load_of_packets_is_one_of_flits_by_their_mean_length(self):
        for text, length, flits in (("0.2", "32", "1/5"), ("0.01pkt", "32", "8/25"), ("1/64pkt", "4..32", "9/32"), ("0.1pkt", "1@0.8,17@0.2", "21/50"),
                                    ("0.1pkt", "1@4,17@1", "21/50")):
            self.assertEqual(load.flits({"load": text, "packet-length": length}), Fraction(flits), text)
        for text, length in ((None, "32"), ("pkt", "32"), ("x", "32"), ("0.1pkt", "x"), ("0.1pkt", None), ("0.1pkt", "1@x"), ("0.1pkt", "1@0"), ("0.1pkt", "4..")):
            self.assertIsNone(load.flits({"load": text, "packet-length": length}), (text, length))
        self.assertEqual([load.value({"load": text, "packet-length": "10", "vcs": "4"}, name) for text, name in (("0.1", "load"), ("0.01pkt", "load"), ("0.1", "vcs"))],
                         ["0.1", Fraction(1, 10), "4"])


class Packets(ExperimentCase):
    def test_they_make_the_same_curves_and_axes(self):
        head = "command: simulate\noptions: {topology: torus:8x8, routing: dor}\nfigures: [{kind: curves, x: load, y: latency.mean}]\n"
        found = []
        for loads in ("0.064, 0.16, 0.32", "0.002pkt, 0.005pkt, 0.01pkt"):
            self.define(f"{head}grid: {{load: [{loads}]}}\n")
            done = self.run_it("small")
            self.assertEqual(done.returncode, 0, done.stderr)
            found.append([row["x"] for row in csv.DictReader((self.results / "small/curves.csv").read_text().splitlines())])
            self.assertRegex((self.results / "small/summary.md").read_text(), rf"\| uniform \| 37.06 \| {MEAN} \| 0.32 \| not reached \|")
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], ["0.064", "0.16", "0.32"])
        self.assertEqual(series.label({"traffic": "tornado", "load": "0.01pkt"}), "tornado, load 0.01pkt")


class Printed(Rows):
    def compared(self, ours, **entry):
        self.row().result["ours"] = ours
        entry = {"value": "ours", "at": {"routing": "dor", "topology": "torus:9x9"}, **entry}
        return printed.one(entry, self.data.where("loads", entry["at"]), self.data)

    def test_digit_by_digit(self):
        for ours, text, verdict in (("5/18", 0.278, "equals after rounding"), ("25/144", 0.173, "truncated"), ("25/144", 0.174, "equals after rounding"),
                                    ("25/144", 0.172, "differs"), ("5/9", "0.5556", "equals after rounding"), ("1", 1, "equal"), ("1/2", 0.5, "equal"),
                                    ("0.304", "0.30", "equals after rounding"), ("0.306", "0.30", "truncated"), ("0.306", 0.3, "equals after rounding"),
                                    ("-25/144", -0.173, "truncated"), ("-25/144", 0.173, "differs"), (0.62501, 0.625, "equals after rounding")):
            with self.subTest(ours=ours, printed=text):
                self.assertEqual(self.compared(ours, printed=text).verdict, verdict)

    def test_a_value_in_the_middle_of_two_decimals_rounds_to_both_and_to_no_other(self):
        for ours, below, above in (("1/8", "0.12", "0.13"), ("0.305", "0.30", "0.31"), ("5/2", "2", "3"), ("-1/8", "-0.12", "-0.13")):
            for text in (below, above):
                with self.subTest(ours=ours, printed=text):
                    self.assertEqual(self.compared(ours, printed=text).verdict, "equals after rounding")
        self.assertEqual(self.compared("1/8", printed="0.11").verdict, "differs")
        self.assertEqual(self.compared("1/8", printed="0.14").verdict, "differs")
        # a little off the tie
        self.assertEqual(self.compared("1250001/10000000", printed="0.12").verdict, "truncated")
        self.assertEqual(self.compared("1249999/10000000", printed="0.13").verdict, "differs")

    def test_of_a_power_of_ten_the_digits_before_it_count_and_a_rational_has_none(self):
        for ours, text, verdict in (("1240", "1.2e+3", "equals after rounding"), ("1260", "1.2e+3", "truncated"), ("1300", "1.2e+3", "differs"),
                                    ("0.00123", "1.2e-3", "equals after rounding"), ("0.00126", "1.2e-3", "truncated"), ("1/3", "5/18", "differs"),
                                    ("5/18", "5/18", "equal")):
            with self.subTest(ours=ours, printed=text):
                self.assertEqual(self.compared(ours, printed=text).verdict, verdict)

    def test_at_the_very_tolerance_it_agrees(self):
        for ours, verdict in (("21/20", "agrees"), ("19/20", "agrees"), ("1050001/1000000", "differs"), ("949999/1000000", "differs")):
            self.assertEqual(self.compared(ours, printed="1", tolerance="0.05").verdict, verdict, ours)

    def test_values_that_round_to_the_printed_one_are_neither_below_nor_above_it(self):
        entry = {"value": "ours", "printed": "0.12", "percentile": 50}
        for value in (Fraction(115, 1000), Fraction(12, 100), Fraction(125, 1000)):
            self.assertRegex(printed.in_sample(entry, [value] * 20).found, r"^agrees: percentile 0 to 100 of 20")
        # 15 of 20 below are a share of 3/4, the end of the middle half; one more is beyond it.
        self.assertRegex(printed.in_sample(entry, [Fraction(1, 10)] * 15 + [Fraction(12, 100)] * 5).found, r"^agrees: percentile 75 to 100")
        self.assertRegex(printed.in_sample(entry, [Fraction(1, 10)] * 16 + [Fraction(12, 100)] * 4).found, r"^differs: percentile 80 to 100")
        self.assertRegex(printed.in_sample(entry, [Fraction(2, 10)] * 15 + [Fraction(12, 100)] * 5).found, r"^agrees: percentile 0 to 25")
        self.assertRegex(printed.in_sample(entry, [Fraction(2, 10)] * 16 + [Fraction(12, 100)] * 4).found, r"^differs: percentile 0 to 20")

    def test_an_exact_value_must_be_equal(self):
        self.assertEqual(self.compared("32/5", exact="32/5").verdict, "equal")
        self.assertEqual(self.compared("32/5", exact=6.4).verdict, "equal")
        wrong = self.compared("25/144", printed=0.173, exact="0.173")
        self.assertEqual((wrong.verdict, wrong.failed), ("differs from 173/1000", True))
        self.assertFalse(self.compared("25/144", printed=0.172).failed, "a printed value that differs is a finding")
        self.assertFalse(self.compared(None, exact="1").failed)

    def test_with_a_tolerance_it_is_relative(self):
        self.assertEqual(self.compared(1.04, printed=1, tolerance=0.05).verdict, "agrees")
        self.assertEqual(self.compared(1.06, printed=1, tolerance=0.05).verdict, "differs")

    def test_over_seeds_the_mean_is_compared(self):
        rows = self.data.rows["loads"][:2]
        for row, ours in zip(rows, (1, 2)):
            row.result = {"ours": ours}
        self.assertEqual(printed.one({"value": "ours", "printed": 1.5}, rows, self.data).verdict, "equal")

    def test_among_says_which_points_round_to_it(self):
        for index, ours in enumerate(("9/34", "5/19", "4/15")):
            row = self.data.rows["loads"][index]
            row.result = {"ours": ours}
        entry = {"value": "ours", "among": "routing", "printed": 0.26}
        self.assertEqual(printed.among(entry, self.data.rows["loads"], self.data).verdict, "rounds to it: dor, romm")
        self.assertEqual(printed.among({**entry, "printed": 0.31}, self.data.rows["loads"][:2], self.data).verdict, "none of 2 rounds to it")


class Checks(Rows):
    def check(self, relation, other, part="loads", **entry):
        return printed.check({"value": "gamma_max", relation: other, **entry}, part, self.data.where(part, entry.get("at", {})), self.data)

    def test_every_point_is_checked_unless_at_says_which(self):
        self.assertEqual(self.check("at-most", "worst.gamma_max").verdict, "holds at all 2, 1 without a result")
        self.assertEqual(self.check("at-least", "5", at={"routing": "romm"}).verdict, "holds at 1")

    def test_a_violation_says_where_and_what(self):
        found = self.check("at-most", 5)
        self.assertEqual(found.verdict, "VIOLATED at 1 of 2")
        self.assertEqual(found.violated, ["routing romm, topology torus:9x9: 6, not at most 5"])

    def test_equality_of_values_elsewhere_flags_and_texts(self):
        self.assertEqual(self.check("equals", {"part": "worst", "at": {"routing": "dor"}, "value": "gamma_max"}, at={"topology": "torus:9x9", "routing": "dor"}).verdict,
                         "holds at 1")
        self.assertEqual(self.check("equals", {"value": "radix - 5"}, at={"routing": "dor"}).held, 1)
        self.assertEqual(self.check("equals", True, value="flag").held, 1)
        self.assertEqual(len(self.check("equals", False, value="flag").violated), 1)

    def test_without_a_result_nothing_holds(self):
        self.assertEqual(self.check("equals", 4, at={"topology": "torus:5x5"}).verdict, "no result")


EXACT = """\
command: worst-case
grid: {routing: [dor], topology: [torus:9x9, torus:11x11]}
printed:
- {at: {topology: torus:9x9}, value: fraction_of_capacity, printed: 0.278, exact: 5/18, source: a table}
checks:
- {what: formula, value: gamma_max * 2, equals: radix - 1}
"""


class Outcome(ExperimentCase):
    def test_the_summary_has_printed_expected_and_ours_and_the_run_ends_well(self):
        self.define(EXACT)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("| fraction_of_capacity at topology torus:9x9 | a table | 0.278 | 5/18 | 5/18 = 0.277778 | -0.08% | equals after rounding |", summary)
        self.assertIn("| formula | holds at all 2 |", summary)

    def test_an_exact_value_missed_or_a_check_violated_ends_with_status_1(self):
        for old, new, words in (("exact: 5/18", "exact: 5/19", "differs from 5/19"), ("equals: radix - 1", "equals: radix - 2", "VIOLATED at 2 of 2")):
            self.define(EXACT.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, (self.results / "small/summary.md").read_text())
        self.assertIn("VIOLATED formula: topology torus:9x9: 8, not equals 7", done.stderr)

    def test_a_printed_value_that_differs_does_not(self):
        self.define(EXACT.replace("printed: 0.278, exact: 5/18", "printed: 0.3"))
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0)
        self.assertIn("equals after rounding", done.stdout)
        self.define(EXACT.replace("printed: 0.278, exact: 5/18", "printed: 0.31"))
        self.assertRegex(self.run_it("small").stdout, r"0\.31 .* differs")

    def test_zeros_at_the_end_of_a_printed_value_are_digits(self):
        for text, verdict in (("0.28", "equals after rounding"), ("0.280", "differs"), ("0.2780", "differs")):
            self.define(EXACT.replace("printed: 0.278, exact: 5/18", f"printed: {text}"))
            self.assertRegex(self.run_it("small").stdout, rf" {text} .* {verdict}\n", text)

    def test_mistakes_name_their_line(self):
        for old, new, line, words in (
                ("torus:9x9}, value", "torus:8x8}, value", 4, "no point"), ("at: {topology", "at: {topolgy", 4, "nearest: topology"),
                ("printed: 0.278, exact: 5/18, ", "", 4, "needs 'printed' or 'exact'"), ("exact: 5/18", "exact: x", 4, "'exact' is a number"),
                (", equals: radix - 1", "", 6, "needs one of"), ("equals: radix - 1", "equals: 1, at-most: 2", 6, "needs one of"),
                ("what: formula", "waht: formula", 6, "nearest: what"), ("at: {topology: torus:9x9}, ", "", 4, "2 points, which differ in topology"),
                ("equals: radix - 1", "equals: {at: {topology: torus:5x5}, value: nodes}", 6, "no point")):
            self.define(EXACT.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, (new, done.stderr))
            self.assertRegex(done.stderr, rf"small\.yaml:{line}: .*{words}")


if __name__ == "__main__":
    unittest.main()
