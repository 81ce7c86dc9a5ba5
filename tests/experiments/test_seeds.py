#!/usr/bin/python3
"""Several seeds are one value: in tables, in curves of every kind, in printed values; with an interval, and saturated if one of them is."""

import unittest

from support import ExperimentCase
from test_pages import data_of
from runner import units, yaml_tree
from runner.exact import as_fraction
from runner.figures import crossing, curves
from runner.figures.drawing import fits, panels, style, table_points
from runner.format import spec
from runner.results import samples
from runner.results.samples import Estimate, Place

EXPERIMENT = """\
command: simulate
options: {topology: torus:8x8, routing: dor, traffic: uniform}
grid: {vcs: [2, 4], load: [0.1, 0.3, 0.5]}
seeds: [1, 2, 3, 4, 5]
tables:
- {title: latency, rows: vcs, columns: load, value: latency.mean}
- {title: accepted, rows: vcs, columns: load, value: accepted}
"""


class Row:
    """A row of made-up results."""

    def __init__(self, seed, value, saturated=False, **options):
        self.options = {"seed": str(seed), **options}
        self.given = self.options
        self.result = {"value": value, "saturated": saturated}


class Given:
    """Data over such rows."""

    def value(self, row, text):
        return row.result["value"] if text != "x" else row.options["x"]

    def number(self, row, text):
        return float(as_fraction(self.value(row, text)))

    def named(self, row, text):
        return [("", text)]

    def partners(self, row, text):
        return []

    def where(self, part, at):
        return [row for row in self.rows if all(row.options.get(name) == value for name, value in at.items())]

    def __init__(self, *rows):
        self.rows = rows


class Estimates(unittest.TestCase):
    def estimate(self, *values, text="accepted", **more):
        return samples.estimate(Given(), [Row(seed, value, **more) for seed, value in enumerate(values)], text)

    def test_the_mean_has_students_interval(self):
        found = self.estimate(39.0, 40.0, 41.0)
        # standard deviation 1, t(2) = 4.303, three seeds: 4.303 / sqrt(3) = 2.484
        self.assertEqual(found.value, 40)
        self.assertAlmostEqual(found.half, 4.303 / 3 ** 0.5, places=9)
        self.assertEqual(found.show(), "40 ± 2.5")

    def test_means_and_intervals_of_hundreds_and_more_are_shown_without_an_exponent(self):
        # by hand: t(2) / sqrt(3) = 2.4843 times the standard deviation
        self.assertEqual(self.estimate(108.5, 208.5, 308.5).show(), "208.5 ± 250")
        self.assertEqual(self.estimate(33643, 34643, 35643).show(), "34640 ± 2500")
        self.assertEqual(self.estimate(12_345_678.0).show(), "1.235e+07")

    def test_quantiles_of_student_beyond_the_table(self):
        # printed tables: t(40) = 2.0211, t(60) = 2.0003, t(120) = 1.9799, and 1.95996 in the end
        for degrees, value in ((30, 2.0423), (40, 2.0211), (60, 2.0003), (120, 1.9799), (10 ** 9, 1.95996)):
            self.assertAlmostEqual(samples.student(degrees), value, 3)

    def test_one_seed_has_no_interval_and_equal_rationals_stay_exact(self):
        self.assertEqual(self.estimate("25/144").show(), "25/144 = 0.173611")
        self.assertEqual(self.estimate("1/2", "1/2").show(), "1/2 = 0.5")
        self.assertEqual(self.estimate(None).show(), "-")
        self.assertEqual(self.estimate(True, False).value, True)

    def test_the_only_seed_that_has_a_value_has_the_interval_of_its_batches(self):
        class Measured(Given):
            def number(self, row, text):
                ends = {"latency.ci95_low": 39.25, "latency.ci95_high": 42.5}
                return (ends[text] if row.result["value"] else None) if text in ends else super().number(row, text)
        for values in ((40.0,), (40.0, None), (None, 40.0)):
            found = samples.estimate(Measured(), [Row(seed, value) for seed, value in enumerate(values)], "latency.mean")
            self.assertEqual((found.value, found.low, found.high, found.half), (40, 39.25, 42.5, 2.5), values)
            self.assertEqual(found.show(), "40 (-0.75, +2.5)")

    def test_a_run_without_an_interval_has_none(self):
        class Measured(Given):
            def number(self, row, text):
                return None if "ci95" in text else super().number(row, text)
        found = samples.estimate(Measured(), [Row(1, 40.0)], "latency.mean")
        self.assertEqual((found.low, found.half, found.show()), (None, None, "40"))

    def test_saturated_if_one_is(self):
        rows = [Row(1, 50.0), Row(2, 65.9, saturated=True)]
        self.assertEqual(samples.estimate(Given(), rows, "latency.mean").show(), "saturated")
        for mean in ("latency.p99", "network_latency.mean", "hops.mean", "absorbed.mean"):  # of what arrived, not of what was sent
            self.assertEqual(samples.estimate(Given(), rows, mean).show(), "saturated", mean)
        self.assertEqual(samples.estimate(Given(), rows, "streams[name=a].latency.mean").show(), "saturated")
        self.assertEqual(samples.estimate(Given(), [Row(1, 0.2), Row(2, 0.2, saturated=True)], "accepted").show(), "0.2, saturated")

    def test_times_have_a_median_and_their_range(self):
        rows = [Row(1, 7.0)]
        rows[0].times = [7.0, 1.0, 2.0]
        found = samples.estimate(Given(), rows, "seconds")
        self.assertEqual((found.value, found.low, found.high), (2, 1.0, 7.0))


class Curves(unittest.TestCase):
    def data(self):
        return Given(*(Row(seed, value, saturated, x=x) for seed, x, value, saturated in (
            (1, "1", 10.0, False), (2, "1", 12.0, False), (1, "2", 20.0, False), (2, "2", 20.0, False), (1, "3", 90.0, True), (2, "3", 30.0, False),
            (1, "4", 40.0, False), (2, "4", 40.0, False))))

    def test_seeds_are_one_point_with_its_interval(self):
        ((one,),), _ = table_points.panels_of({"x": "x", "y": "value"}, self.data(), "")
        found = one.places
        self.assertEqual([(place.x, place.y, place.saturated) for place in found], [(1, 11, False), (2, 20, False), (3, 60, True), (4, 40, False)])
        # standard deviation sqrt 2, t(1) = 12.706, two seeds: 12.706
        self.assertAlmostEqual(found[0].high - found[0].y, 12.706)

    def test_saturated_means_are_joined_to_nothing(self):
        for module, entry in ((curves, {"x": "x", "y": "value"}), (curves, {"x": "x", "y": "value", "by": "none", "panels": [{}]}),
                              (crossing, {"x": "x", "until": 100, "crossings": [], "curves": [{"y": "value", "label": "a", "powers": [1]}]})):
            figure = module.draw(entry, self.data(), "")
            lines = [line for line in figure.axes[0].lines if line.get_linestyle() != "None" and line.get_marker() not in ("None", "")]
            self.assertEqual([list(line.get_xdata()) for line in lines], [[1, 2], [4]], module.__name__)
            alone = [line for line in figure.axes[0].lines if line.get_linestyle() == "None" and list(line.get_xdata()) == [3]]
            self.assertEqual(len(alone), 1)
            self.assertEqual(alone[0].get_markerfacecolor(), "white")
            self.assertTrue(figure.axes[0].collections, "bars of the interval")
            style.pyplot.close(figure)

    def test_a_fit_leaves_saturated_points_out(self):
        places = [Place(x, 3 * x ** 2) for x in (2, 4, 9, 20)] + [Place(30, 1, saturated=True)]
        self.assertAlmostEqual(fits.fit({"fit": "power"}, places)[1], 2)

    def test_axes_have_name_and_unit_unless_the_file_says_more(self):
        for text, name in (("latency.mean", "mean latency (cycles)"), ("load", "load (flits/terminal/cycle)"), ("packet-length", "packet length (flits)"),
                           ("completion_cycle / packet-length", "completion cycle / packet length (cycles/flit)"), ("gamma_max", "gamma max (packets/cycle)"),
                           ("accepted / load", "accepted / load"), ("latency.mean - bounds.zero_load_latency", "mean latency - zero load latency (cycles)"),
                           ("seconds", "seconds (s)"), ("channels[from=0,to=1].load", "channel load (packets/cycle)"), ("latency.p99 * 2", "p99 latency * 2 (cycles)")):
            self.assertEqual(units.label(text), name)
        figure, axes = panels.one_column()
        panels.settle(axes, {"x": "load", "y": "latency.mean", "y-label": "other"}, [1], [1])
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("load (flits/terminal/cycle)", "other"))
        style.pyplot.close(figure)


class Tables(ExperimentCase):
    def test_a_cell_is_the_mean_over_seeds_with_its_interval(self):
        self.define(EXPERIMENT)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        means = [float(row["latency.mean"]) for row in self.rows() if (row["vcs"], row["load"]) == ("2", "0.1")]
        self.assertEqual(len(means), 5)
        centre = sum(means) / 5
        half = 2.776 * (sum((mean - centre) ** 2 for mean in means) / 4 / 5) ** 0.5  # t(4)
        summary = (self.results / "small/summary.md").read_text()
        latency, accepted = summary.split("latency\n\n|")[1].split("accepted\n\n|")
        self.assertIn(f"| 2 | {centre:.4g} ± {half:.2g} |", latency)
        self.assertEqual(latency.count("saturated"), 2, "the load 0.5 is beyond what the stand-in carries")
        self.assertRegex(accepted, r"\| 0\.\d+ ± \S+, saturated \|")

    def test_columns_are_a_row_for_all_seeds(self):
        self.define(EXPERIMENT + "columns: [latency.mean]\n")
        self.run_it("small")
        summary = (self.results / "small/summary.md").read_text()
        self.assertEqual(summary.split("## Points")[1].count("\n| vcs "), 6)
        self.assertRegex(summary.split("## Points")[1], r"\| vcs 2, load 0\.1 \| \S+ ± \S+ \|")

    def test_a_cell_of_points_that_differ_in_more_is_refused(self):
        for text, line, words in (
                (EXPERIMENT.replace("rows: vcs, columns: load, value: latency.mean", "rows: traffic, columns: load, value: accepted"), 6, r"cell .*10 points|differ in vcs"),
                (EXPERIMENT + "figures: [{kind: curves, x: load, y: accepted}]\n", 8, "point of 'curves' .*differ in vcs"),
                (EXPERIMENT + "figures:\n- kind: curves\n  panels:\n  - {label: a}\n  x: load\n  y: accepted\n  by: traffic\n", 11, "differ in vcs"),
                (EXPERIMENT + "figures:\n- {kind: crossing, x: load, until: 9, crossings: [], curves: [\n  {y: accepted, label: a, powers: [1]}]}\n", 10, "differ in vcs"),
                (EXPERIMENT + "figures:\n- {kind: bars, x: traffic, by: load, y: accepted}\n", 9, "differ in vcs")):
            self.define(text)
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, (text, done.stderr))
            self.assertRegex(done.stderr, rf"^error: experiments/small\.yaml:{line}: .*({words}).*\n$")
            self.assertFalse(self.results.exists())

    def test_a_value_of_another_part_is_that_of_the_same_seed(self):
        experiment, data = data_of("""\
parts:
  a:
    command: simulate
    options: {topology: torus:8x8, load: 0.1}
    seeds: [1, 2]
  b:
    command: simulate
    options: {topology: torus:8x8, load: 0.2}
    seeds: [1, 2]
  c:
    command: loads
    options: {topology: torus:8x8}
""")
        b = [data.exact(row, "latency.mean") for row in data.rows["b"]]
        self.assertNotEqual(*b)
        self.assertEqual([data.exact(row, "b.latency.mean") for row in data.rows["a"]], b)
        self.assertEqual(data.exact(data.rows["c"][0], "b.latency.mean"), sum(b) / 2, "without a seed: the mean")


if __name__ == "__main__":
    unittest.main()
