#!/usr/bin/python3
"""What is drawn and tabled: samples, saturation, means over seeds and sources; and the progress line."""

import io
import re
import unittest
from types import SimpleNamespace

import support  # noqa: F401 - the path to the runner
from runner.figures import latency
from runner.figures.drawing import panels, style
from runner.figures.drawing.labels import along_line
from runner.point import Point, Seeded
from runner.results import claims, samples, series, summary, verdicts
from runner.running import terminal


def point(load, seed=1, **more):
    options = {"load": str(load), "seed": str(seed), **more}
    return Point("simulate", options, options, f"{load}/{seed}/{more}")


def result(mean=40.0, saturated=False, sources=((0.1, 0.1),), **more):
    return {"saturated": saturated, "latency": {"mean": mean, "ci95": 1.5, "ci95_low": mean - 1, "ci95_high": mean + 2, "p99": 3 * mean}, "accepted": 0.09, "accepted_min": 0.0,
            "bounds": {"zero_load_latency": 37.5, "ideal_throughput": 1.875, "sustainable": 0.5, "limited_by": "ejection"},
            "per_terminal": [{"offered": offered, "accepted": accepted} for offered, accepted in sources], **more}


def one_series(*pairs):
    points = [point for point, _ in pairs]
    found = series.group(points, {point.key: own for point, own in pairs if own is not None}, set())
    assert len(found) == 1
    return found[0]


class Saturation(unittest.TestCase):
    def test_it_is_the_highest_sustained_load_below_the_first_saturated_one(self):
        one = one_series((point(0.1), result()), (point(0.2), result()), (point(0.3), result(saturated=True)), (point(0.4), result()))
        self.assertEqual((one.saturation, one.first_saturated), (0.2, 0.3))

    def test_a_load_is_saturated_if_one_seed_is(self):
        one = one_series((point(0.1), result()), (point(0.2, 1), result()), (point(0.2, 2), result(saturated=True)))
        self.assertEqual((one.saturation, one.first_saturated), (0.1, 0.2))

    def test_not_reached(self):
        self.assertIsNone(one_series((point(0.1), result())).first_saturated)
        self.assertIsNone(one_series((point(0.1), result(saturated=True))).saturation)

    def test_bounds_and_zero_load_come_from_the_results(self):
        one = one_series((point(0.1), None), (point(0.2), result()))
        self.assertEqual((one.zero_load, one.bound, one.counts), (37.5, 0.5, {"ok": 1, "failed": 0, "missing": 1}))


    def test_a_series_of_which_no_option_varies_is_called_by_what_is_sent(self):
        for options, name in (({"traffic": "tornado"}, "tornado"), ({"traffic": "uniform", "workload": "schedule:step.schedule"}, "schedule:step.schedule"), ({}, "all")):
            self.assertEqual(one_series((point(0.1, **options), result()), (point(0.2, **options), result())).label, name)


class Undecided(unittest.TestCase):
    """`saturated` null beside the verdict "undecided"; before there were verdicts, null alone."""

    def marks(self, *pairs):
        return [(sample.load, sample.verdict) for sample in one_series(*pairs).samples]

    def test_what_a_run_says(self):
        for own, wanted in (({"verdict": "sustained", "saturated": False}, "sustained"), ({"verdict": "saturated", "saturated": True}, "saturated"),
                            ({"verdict": "undecided", "saturated": None}, "undecided"), ({"verdict": None, "saturated": None}, "sustained"),
                            ({"saturated": True}, "saturated"), ({"saturated": False}, "sustained"), ({"saturated": None}, "undecided"), ({}, "sustained"),
                            ({"steps": 5}, "sustained")):
            self.assertEqual(verdicts.verdict(own), wanted, own)
        self.assertEqual(verdicts.verdict(None), "sustained")

    def test_a_sample_is_saturated_if_one_run_is_else_undecided_if_one_is(self):
        for own, wanted in ((("sustained", "undecided", "saturated"), "saturated"), (("sustained", "undecided"), "undecided"), (("sustained",), "sustained")):
            self.assertEqual(verdicts.together(own), wanted)

    def test_below_a_sustained_run_of_the_same_seed_it_counts_as_sustained(self):
        null, fine, over = result(saturated=None), result(), result(saturated=True)
        self.assertEqual(self.marks((point(0.1), null), (point(0.2), fine), (point(0.3), null), (point(0.4), over)),
                         [(0.1, "sustained"), (0.2, "sustained"), (0.3, "undecided"), (0.4, "saturated")])
        self.assertEqual(self.marks((point(0.1, 1), null), (point(0.1, 2), fine), (point(0.2, 2), fine)), [(0.1, "undecided"), (0.2, "sustained")])
        self.assertEqual(self.marks((point(0.1, 1), null), (point(0.1, 2), fine), (point(0.2, 1), fine)), [(0.1, "sustained"), (0.2, "sustained")])
        self.assertEqual(self.marks((point(0.1), fine), (point(0.2), null), (point(0.3), fine)), [(0.1, "sustained"), (0.2, "sustained"), (0.3, "sustained")])
        self.assertEqual(self.marks((point(0.1), null), (point(0.2), null)), [(0.1, "undecided"), (0.2, "undecided")])
        self.assertEqual(self.marks((point(0.1), null), (point(0.2), over)), [(0.1, "undecided"), (0.2, "saturated")])
        cases = [(point(0.1, vcs="2"), null), (point(0.2, vcs="4"), fine)]
        self.assertEqual(list(verdicts.along(cases).values()), ["undecided", "sustained"], "another curve says nothing")

    def test_it_is_no_end_of_a_curve_and_joined_to_nothing(self):
        pairs = (point(0.1), result()), (point(0.2), result()), (point(0.3), result(saturated=None)), (point(0.4), result(saturated=True))
        one = one_series(*pairs)
        self.assertEqual((one.saturation, one.first_saturated), (0.2, 0.4))
        self.assertEqual([[sample.load for sample in run] for run in latency.runs(one.samples, "latency")], [[0.1, 0.2]])
        [curve] = [curve for curve in latency.latency_curves(one, "", 0) if curve.what == "mean latency"]
        self.assertEqual([(spot.y, spot.state) for spot in curve.spots], [(40.0, ""), (40.0, ""), (40.0, "undecided"), (None, "saturated")])
        self.assertEqual([spot.state for spot in latency.accepted_curves(one, "", 0)[0].spots], ["", "", "undecided", "saturated"])

    def test_in_figures_it_is_a_pale_mark_without_a_line(self):
        axes = style.pyplot.subplots()[1]
        axes.set_xlim(0, 1)
        latency.latency_panel(axes, [(0, one_series((point(0.1), result(40.0)), (point(0.2), result(50.0, saturated=None))))])
        [pale] = [line for line in axes.lines if line.get_alpha() == 0.4 and len(line.get_xdata())]
        self.assertEqual((list(pale.get_xdata()), list(pale.get_ydata()), pale.get_linestyle()), ([0.2], [50.0], "None"))
        own = style.pyplot.subplots()[1]
        panels.draw_samples(own, [samples.Place(1, 2), samples.Place(2, 3, undecided=True), samples.Place(3, 4, saturated=True)], 0)
        self.assertEqual([(list(line.get_xdata()), line.get_alpha(), line.get_markerfacecolor()) for line in own.lines],
                         [([1], None, "#0072B2"), ([3], None, "white"), ([2], 0.4, "#0072B2")])
        labels = [handle.get_label() for handle in panels.overload_mark([samples.Place(1, 2, undecided=True), samples.Place(3, 4, saturated=True)])]
        self.assertEqual(labels, ["saturated", "undecided"])
        style.pyplot.close("all")

    def test_tables_say_so_and_claims_have_no_say(self):
        row = SimpleNamespace(result={"saturated": None, "verdict": "undecided"}, options={"seed": "1"})
        data = SimpleNamespace(value=lambda row, text: 40.5, number=lambda row, text: None, named=lambda row, text: [("", text)],
                               partners=lambda row, text: [])
        self.assertEqual(samples.estimate(data, [row], "latency.mean").show(), "40.5, undecided")
        test = claims.Test("")
        claims.compare(test, data, [row], "latency.mean", "more-than", 1)
        self.assertEqual((test.silent, test.held), (1, 0))
        row.verdict = "sustained"  # as its curve has it
        self.assertEqual(samples.estimate(data, [row], "latency.mean").show(), "40.5")


class Drawn(unittest.TestCase):
    """A value with the seed in it, "random:{seed}", is one curve of as many seeds."""

    def one(self, *sources):
        return one_series(*((point(load, seed, traffic=Seeded("random:{seed}", str(seed))), result(30.0 + seed, sources=own, bounds=bounds))
                            for seed, (own, bounds) in enumerate(sources) for load in (0.1, 0.2)))

    def test_it_has_the_means_over_its_seeds(self):
        one = self.one(*((((0.1, 0.1),), {"zero_load_latency": 30.0 + seed, "sustainable": 0.5 + seed / 10}) for seed in (0, 1, 2)))
        self.assertEqual([(sample.load, sample.latency, len(sample.results)) for sample in one.samples], [(0.1, 31.0, 3), (0.2, 31.0, 3)])
        self.assertAlmostEqual(one.samples[0].high - 31, 4.303 / 3 ** 0.5, places=12)
        self.assertAlmostEqual(31 - one.samples[0].low, 4.303 / 3 ** 0.5, places=12)
        self.assertAlmostEqual(one.zero_load, 31.0)
        self.assertAlmostEqual(one.bound, 0.6)

    def test_beside_other_values_it_is_still_one(self):
        points = [point(0.1, seed, traffic=value) for seed in (1, 2) for value in (Seeded("random:{seed}", str(seed)), "uniform")]
        self.assertEqual([(one.label, len(one.samples[0].results)) for one in series.group(points, {one.key: result() for one in points}, set())],
                         [("random:{seed}", 2), ("uniform", 2)])

    def test_who_sends_hangs_on_the_seed(self):
        one = self.one((((0.1, 0.1), (0.0, 0.0)), {}), (((0.1, 0.1), (0.1, 0.1)), {}))
        self.assertEqual((one.samples[0].accepted, one.samples[0].accepted_min), (0.1, 0.1))


class DrawnByTheRun(unittest.TestCase):
    """`--faults random:1` draws with the run's own seed: no option holds what, the results do."""

    def one(self, draws, loads=(0.1, 0.2)):
        """`draws`: for each seed the failed node and the bounds; a failed node has no row, all others send what is offered."""
        def own(load, failed, bounds):
            rows = [None if node == failed else {"offered": load, "accepted": load} for node in range(4)]
            return result(faults={"nodes": [failed], "links": []}, per_terminal=rows, bounds=bounds)
        return one_series(*((point(load, seed), own(load, *draw)) for seed, draw in enumerate(draws) for load in loads))

    def test_accepted_is_that_of_the_sources_that_live_in_each_draw(self):
        one = self.one([(0, {}), (1, {}), (2, {})])
        for sample in one.samples:  # by the union of all senders it would be 3/4 of the load, and the worst-served would get nothing
            self.assertAlmostEqual(sample.accepted, sample.load, places=12)
            self.assertAlmostEqual(sample.accepted_min, sample.load, places=12)

    def test_bounds_are_means_over_the_seeds(self):
        bounds = [{"zero_load_latency": 30.0 + seed, "sustainable": bound} for seed, bound in enumerate((0.3204, 0.35, 0.3733))]
        one = self.one(list(enumerate(bounds)))
        self.assertAlmostEqual(one.zero_load, 31.0)
        self.assertAlmostEqual(one.bound, (0.3204 + 0.35 + 0.3733) / 3)
        self.assertAlmostEqual(self.one([(1, bounds[0]), (1, bounds[0]), (2, bounds[1])]).bound, (2 * 0.3204 + 0.35) / 3, msg="two seeds that draw alike are two")
        self.assertEqual(summary.row_of(one, True)[4], "0.3479")

    def test_the_bound_is_one_at_most_whatever_channels_carry(self):
        one = self.one([(1, {"zero_load_latency": 30.0, "ideal_throughput": 1.875, "sustainable": 1.875, "sustainable_exact": "15/8"})])
        self.assertEqual(one.bound, 1)
        self.assertEqual(summary.row_of(one, True)[4:6], ["1", "20.0"])  # sustained to 0.2

    def test_what_is_the_same_for_all_seeds_stays_that_number(self):
        self.assertEqual(self.one([(1, {"zero_load_latency": 37.1, "ideal_throughput": 0.1})] * 3).zero_load, 37.1)


class Means(unittest.TestCase):
    def test_one_seed_has_the_interval_of_its_batches(self):
        sample = one_series((point(0.1), result(40.0))).samples[0]
        self.assertEqual((sample.latency, sample.low, sample.high, sample.p99), (40.0, 39.0, 42.0, 120.0))

    def test_several_seeds_have_students_interval(self):
        sample = one_series(*((point(0.1, seed), result(mean)) for seed, mean in enumerate((39.0, 40.0, 41.0)))).samples[0]
        # standard deviation 1, t(2) = 4.303, n = 3
        self.assertEqual(sample.latency, 40.0)
        self.assertAlmostEqual(sample.high - 40, 4.303 / 3 ** 0.5, places=12)
        self.assertAlmostEqual(40 - sample.low, 4.303 / 3 ** 0.5, places=12)

    def test_accepted_is_per_sending_node_and_its_minimum_ignores_silent_ones(self):
        sample = one_series((point(0.1), result(sources=((0.2, 0.2), (0.2, 0.1), (0, 0), (0.2, 0.15))))).samples[0]
        self.assertAlmostEqual(sample.accepted, 0.15)
        self.assertEqual(sample.accepted_min, 0.1)

    def test_a_node_that_sends_at_any_load_counts_at_all(self):
        one = one_series((point(0.1), result(sources=((0.2, 0.2), (0, 0)))), (point(0.2), result(sources=((0.2, 0.2), (0.2, 0.2)))))
        self.assertEqual((one.samples[0].accepted, one.samples[0].accepted_min), (0.1, 0.0))

    def test_without_sources_the_results_own_numbers_stand(self):
        sample = one_series((point(0.1), result(per_terminal=None))).samples[0]
        self.assertEqual((sample.accepted, sample.accepted_min), (0.09, 0.0))

    def test_a_run_in_which_nothing_was_measured_has_no_latency(self):
        sample = one_series((point(0.1), result(mean=40, latency={"mean": None, "ci95": None, "ci95_low": None, "ci95_high": None, "p99": None}))).samples[0]
        self.assertEqual((sample.latency, sample.sustained), (None, True))


class Labels(unittest.TestCase):
    def test_names_stand_alone_and_numbers_do_not(self):
        points = [point(0.1, traffic=traffic, vcs=vcs) for traffic in ("uniform", "tornado") for vcs in ("2", "4")]
        self.assertEqual([one.label for one in series.group(points, {}, set())],
                         ["uniform, vcs 2", "uniform, vcs 4", "tornado, vcs 2", "tornado, vcs 4"])


class Figure(unittest.TestCase):
    def joined(self, *pairs):
        return [[sample.load for sample in run] for run in latency.runs(one_series(*pairs).samples, "latency")]

    def test_only_neighbouring_sustained_loads_are_joined(self):
        self.assertEqual(self.joined((point(0.1), result()), (point(0.2), result()), (point(0.3), None), (point(0.4), result()),
                                     (point(0.5), result(saturated=True)), (point(0.6), result())), [[0.1, 0.2], [0.4], [0.6]])

    def test_a_saturated_mean_is_nowhere_on_the_latency_panel(self):
        axes = style.pyplot.subplots()[1]
        axes.set_xlim(0, 1)
        latency.latency_panel(axes, [(0, one_series((point(0.1), result(40.0)), (point(0.2), result(777.0, saturated=True))))])
        drawn = [value for line in axes.lines for value in line.get_ydata()]
        self.assertIn(40.0, drawn)
        self.assertNotIn(777.0, drawn)
        self.assertLess(axes.get_ylim()[1], 777.0)
        style.pyplot.close("all")

    def test_the_latency_axis_is_logarithmic_beyond_a_decade(self):
        for top, scale in ((100.0, "linear"), (1000.0, "log")):
            axes = style.pyplot.subplots()[1]
            latency.latency_panel(axes, [(0, one_series((point(0.1), result(40.0)), (point(0.2), result(top))))])
            self.assertEqual(axes.get_yscale(), scale)
        style.pyplot.close("all")

    def test_names_along_lines_cover_no_line_no_mark_and_not_each_other(self):
        axes = style.pyplot.subplots(figsize=(3.5, 2.5))[1]
        axes.set(xlim=(0, 1), ylim=(0, 1))
        axes.plot([0.44, 0.44], [0, 1])
        axes.plot([0.5, 0.5], [0, 1])
        for height in range(100):
            axes.plot([0.05, 0.435], [height / 100] * 2)  # room between 0.44 and 0.5 only, and not for two
            axes.plot([0.505, 0.9], [height / 100] * 2)
        axes.plot(0.47, 1, "o", markersize=40)
        along_line(axes, 0.44, "the first", fontsize=6.5)
        along_line(axes, 0.5, "the second", fontsize=6.5)
        renderer = axes.figure.canvas.get_renderer()
        first, second = [text.get_window_extent(renderer) for text in axes.texts]
        radius = 20 * axes.figure.dpi / 72
        left, right = [axes.transData.transform((x, 1))[0] for x in (0.44, 0.5)]
        self.assertFalse(first.overlaps(second))
        for box in (first, second):
            self.assertLess(box.y1, axes.bbox.y1 - radius)
            self.assertTrue(left < box.x0 and box.x1 < right and axes.bbox.y0 <= box.y0)
        style.pyplot.close("all")


class Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


class Outcome:
    def __init__(self, own, problem=""):
        self.point, self.problem = own, problem


class Progress(unittest.TestCase):
    def report(self, is_terminal, count):
        points = [point(0.1, seed) for seed in range(count)]
        stream = Stream(is_terminal)
        progress = terminal.Progress(stream, count, sum(own.weight() for own in points), 2, clock=iter(range(0, 10 ** 6)).__next__)
        for own in points:
            progress.add(Outcome(own))
        return stream.getvalue()

    def test_a_file_gets_a_plain_line_every_tenth(self):
        lines = self.report(False, 200).splitlines()
        self.assertEqual([line.split(",")[0] for line in lines], [f"{20 * tenth}/200" for tenth in range(1, 11)])
        self.assertNotIn("\x1b", "".join(lines))

    def test_a_terminal_gets_one_redrawn_line(self):
        import os
        from unittest import mock
        with mock.patch.dict(os.environ, {"TERM": "xterm"}):
            text = self.report(True, 20)
        self.assertNotIn("\n", text)
        self.assertTrue(text.split("\r\x1b[K")[-1].startswith("20/20, 0 running, 0 failed"))

    def test_no_color_is_honoured(self):
        import os
        from unittest import mock
        for variables, coloured in (({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False)):
            with mock.patch.dict(os.environ, variables, clear=True):
                stream = Stream(True)
                terminal.Progress(stream, 1, 1.0, 1).interrupt("FAILED x\n  why")
                self.assertEqual(bool(re.search("\x1b\\[[0-9]+m", stream.getvalue())), coloured)


if __name__ == "__main__":
    unittest.main()
