#!/usr/bin/python3
"""What is drawn and tabled: samples, saturation, means over seeds and sources; and the progress line."""

import io
import re
import unittest

import support  # noqa: F401 - the path to the runner
from runner import series, terminal
from runner.figures import latency, style
from runner.figures.labels import along_line
from runner.point import Point, Seeded


def point(load, seed=1, **more):
    options = {"load": str(load), "seed": str(seed), **more}
    return Point("simulate", options, options, f"{load}/{seed}/{more}")


def result(mean=40.0, saturated=False, sources=((0.1, 0.1),), **more):
    return {"saturated": saturated, "latency": {"mean": mean, "ci95": 1.5, "p99": 3 * mean}, "accepted": 0.09, "accepted_min": 0.0,
            "bounds": {"zero_load_latency": 37.5, "ideal_throughput": 0.5},
            "per_source": [{"offered": offered, "accepted": accepted} for offered, accepted in sources], **more}


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
        self.assertEqual((one.zero_load, one.ideal, one.counts), (37.5, 0.5, {"ok": 1, "failed": 0, "missing": 1}))


class Drawn(unittest.TestCase):
    """A value with the seed in it, "random:{seed}", is one curve of as many seeds."""

    def one(self, *sources):
        return one_series(*((point(load, seed, traffic=Seeded("random:{seed}", str(seed))), result(30.0 + seed, sources=own, bounds=bounds))
                            for seed, (own, bounds) in enumerate(sources) for load in (0.1, 0.2)))

    def test_it_has_the_means_over_its_seeds(self):
        one = self.one(*((((0.1, 0.1),), {"zero_load_latency": 30.0 + seed, "ideal_throughput": 0.5 + seed / 10}) for seed in (0, 1, 2)))
        self.assertEqual([(sample.load, sample.latency, len(sample.results)) for sample in one.samples], [(0.1, 31.0, 3), (0.2, 31.0, 3)])
        self.assertAlmostEqual(one.samples[0].ci95, 4.303 / 3 ** 0.5, places=12)
        self.assertAlmostEqual(one.zero_load, 31.0)
        self.assertAlmostEqual(one.ideal, 0.6)

    def test_beside_other_values_it_is_still_one(self):
        points = [point(0.1, seed, traffic=value) for seed in (1, 2) for value in (Seeded("random:{seed}", str(seed)), "uniform")]
        self.assertEqual([(one.label, len(one.samples[0].results)) for one in series.group(points, {one.key: result() for one in points}, set())],
                         [("random:{seed}", 2), ("uniform", 2)])

    def test_who_sends_hangs_on_the_seed(self):
        one = self.one((((0.1, 0.1), (0.0, 0.0)), {}), (((0.1, 0.1), (0.1, 0.1)), {}))
        self.assertEqual((one.samples[0].accepted, one.samples[0].accepted_min), (0.1, 0.1))


class Means(unittest.TestCase):
    def test_one_seed_has_the_interval_of_its_batches(self):
        sample = one_series((point(0.1), result(40.0))).samples[0]
        self.assertEqual((sample.latency, sample.ci95, sample.p99), (40.0, 1.5, 120.0))

    def test_several_seeds_have_students_interval(self):
        sample = one_series(*((point(0.1, seed), result(mean)) for seed, mean in enumerate((39.0, 40.0, 41.0)))).samples[0]
        # standard deviation 1, t(2) = 4.303, n = 3
        self.assertEqual(sample.latency, 40.0)
        self.assertAlmostEqual(sample.ci95, 4.303 / 3 ** 0.5, places=12)

    def test_accepted_is_per_sending_node_and_its_minimum_ignores_silent_ones(self):
        sample = one_series((point(0.1), result(sources=((0.2, 0.2), (0.2, 0.1), (0, 0), (0.2, 0.15))))).samples[0]
        self.assertAlmostEqual(sample.accepted, 0.15)
        self.assertEqual(sample.accepted_min, 0.1)

    def test_a_node_that_sends_at_any_load_counts_at_all(self):
        one = one_series((point(0.1), result(sources=((0.2, 0.2), (0, 0)))), (point(0.2), result(sources=((0.2, 0.2), (0.2, 0.2)))))
        self.assertEqual((one.samples[0].accepted, one.samples[0].accepted_min), (0.1, 0.0))

    def test_without_sources_the_results_own_numbers_stand(self):
        sample = one_series((point(0.1), result(per_source=None))).samples[0]
        self.assertEqual((sample.accepted, sample.accepted_min), (0.09, 0.0))

    def test_a_run_in_which_nothing_was_measured_has_no_latency(self):
        sample = one_series((point(0.1), result(mean=40, latency={"mean": None, "ci95": None, "p99": None}))).samples[0]
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
