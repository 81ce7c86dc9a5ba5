#!/usr/bin/python3
"""No text of a figure leaves its page or stands on a mark, for 1 to 8 series, one seed or several, short names and long ones."""

import itertools
import unittest
from unittest import mock

from matplotlib.text import Text

import standin_options
import standin_results
import support
from runner import yaml_tree
from runner.figures import crossing, curves, heat, latency
from runner.figures.drawing import style
from runner.format import spec
from runner.planning import plan
from runner.results import series, values
from runner.running.simulator import Simulator

CATALOGUE = Simulator(support.STANDIN, support.TOP).catalogue()
LOADS = "[0.02, 0.06, 0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.36, 0.42, 0.45]"
TRAFFICS = ("uniform", "tornado", "transpose", "bit-complement")


def some(*counts):
    """Numbers of series: these by default, among them the ends and 4 and 5, where the legend moves."""
    return range(1, 9) if support.WHOLE else counts


class Computed:
    """A store that has every result, from the stand-in's formulas."""

    def load(self, point):
        defaults = {**standin_options.INPUTS[point.command], **{name: value for name, value in point.options.items()}}
        return standin_results.COMMANDS[point.command](defaults)

    def wall_seconds(self, point):
        return 0.5

    def times(self, point):
        return []


def data_of(text):
    experiment = spec.Reader("test.yaml").experiment(yaml_tree.parse(text, "test.yaml"), "test")
    return experiment, values.Data(plan.plans(experiment, experiment.parts.values(), CATALOGUE, support.TOP), Computed(), set())


def simulated(count, seeds, more=""):
    """`count` series: 4 patterns, then the same again with another number of virtual channels."""
    names = ", ".join(TRAFFICS[:min(count, 4)])
    series = f"- {{traffic: [{names}], vcs: 2, load: {LOADS}}}\n"
    if count > 4:
        series += f"- {{traffic: [{', '.join(TRAFFICS[:count - 4])}], vcs: 16, load: {LOADS}}}\n"
    return data_of(f"command: simulate\noptions: {{topology: torus:8x8, routing: dor}}\nseries:\n{series}seeds: {list(range(1, seeds + 1))}\n{more}")


def meshes(count):
    algorithms = ", ".join(f"{name}{number}" for number in (1, 2) for name in ("a", "farthest-first-", "new-", "lumps-"))
    return data_of("command: mesh run\noptions: {permutation: transpose}\n"
                   f"grid: {{algorithm: [{', '.join(algorithms.split(', ')[:count])}], side: [16, 32, 64, 128]}}\n")


def crossed(box, other):
    """Whether one lies on the other by more than half a pixel: lines of a text that follow each other may touch."""
    return min(box.x1, other.x1) - max(box.x0, other.x0) > 0.5 and min(box.y1, other.y1) - max(box.y0, other.y0) > 0.5


class Page(unittest.TestCase):
    def assert_clean(self, figure, what):
        figure.draw_without_rendering()
        renderer = figure.canvas.get_renderer()
        page = figure.bbox
        marks = [box for axes in figure.axes for box in self.marks(axes)]
        self.assertTrue(marks, what)
        texts = self.texts(figure, renderer)
        for (text, box), (other, beside) in itertools.combinations(texts, 2):
            self.assertFalse(crossed(box, beside), f"{what}: '{text}' crosses '{other}'")
        for text, box in texts:
            self.assertTrue(box.x0 >= page.x0 - 0.5 and box.y0 >= page.y0 - 0.5 and box.x1 <= page.x1 + 0.5 and box.y1 <= page.y1 + 0.5,
                            f"{what}: '{text}' leaves the page: {box} of {page}")
            for x0, y0, x1, y1 in marks:
                self.assertFalse(box.x0 < x1 and x0 < box.x1 and box.y0 < y1 and y0 < box.y1, f"{what}: '{text}' on a mark at {x0:.0f}, {y0:.0f}")
        style.pyplot.close(figure)

    def texts(self, figure, renderer):
        """(text, box) of all that is written, legends as a whole."""
        legends = [*figure.legends, *(axes.get_legend() for axes in figure.axes if axes.get_legend())]
        found = [("legend", legend.get_window_extent(renderer)) for legend in legends]
        inside = {id(text) for legend in legends for text in legend.findobj(Text)}
        ticks = {id(text) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for text in axis.findobj(Text) if text is not axis.label}
        for axes in figure.axes:
            for axis in (axes.xaxis, axes.yaxis):
                low, high = sorted(axis.get_view_interval())
                for tick in axis.get_major_ticks():
                    if tick.label1.get_visible() and tick.label1.get_text() and low <= tick.get_loc() <= high:
                        found.append((tick.label1.get_text(), tick.label1.get_window_extent(renderer)))
        for text in figure.findobj(Text):
            if text.get_visible() and text.get_text().strip() and id(text) not in inside and id(text) not in ticks:
                found.append((text.get_text(), text.get_window_extent(renderer)))
        return found

    def marks(self, axes):
        """The boxes of the markers that can be seen."""
        point = axes.figure.dpi / 72
        for line in axes.lines:
            if line.get_marker() in (None, "None", ""):
                continue
            half = 0.45 * line.get_markersize() * point
            for x, y in line.get_transform().transform(line.get_xydata()):
                seen = not line.get_clip_on() or axes.bbox.contains(x, y)
                if seen and line.get_marker() == "_":
                    yield x - half, y - point / 2, x + half, y + point / 2
                elif seen and line.get_marker() == 10:  # a triangle above its place
                    yield x - half / 2, y, x + half / 2, y + half
                elif seen:
                    yield x - half, y - half, x + half, y + half

    def test_latency_against_load(self):
        for count in some(1, 5):
            for seeds in (1, 3) if support.WHOLE else (3 if count == 5 else 1,):
                experiment, data = simulated(count, seeds)
                self.assert_clean(latency.draw({}, data, ""), f"{count} series, {seeds} seeds")

    def test_the_first_picture_has_means_knees_and_bounds_and_no_more_unless_the_file_asks(self):
        experiment, data = simulated(3, 1)
        beside = {"99th percentile", "worst-served terminal", "analytic"}
        for show in ([], ["percentiles", "worst-served", "analytic"]):
            entry = {"show": show}
            figure = latency.draw(entry, data, "")
            panels = latency.drawn(entry, data, "", figure)
            off = {one.what for panel in panels for one in [*panel.curves, *panel.lines] if one.off}
            self.assertEqual(off, beside - {latency.WHAT[name] for name in show})
            with self.subTest(show=show):
                self.assertEqual(any(line.get_markersize() == 2.2 for line in figure.axes[0].lines), "percentiles" in show)
                self.assertEqual(any(line.get_marker() == "_" and line.get_markeredgewidth() == 0.7 and len(line.get_xdata()) > 0 for line in figure.axes[1].lines), "worst-served" in show)
            self.assert_clean(figure, f"with {show}")

    def test_a_bound_has_the_name_and_the_colour_of_its_series_and_an_arrow_where_it_lies_beyond(self):
        experiment, data = simulated(3, 1)
        figure = latency.draw({}, data, "")
        figure.draw_without_rendering()
        own = figure.axes[0]
        self.assertAlmostEqual(own.get_xlim()[1], 1.15 * 0.45)
        bounds = {name: standin_results.simulate({**standin_options.INPUTS["simulate"], "topology": "torus:8x8", "traffic": name, "load": "0.1"})["bounds"] for name in TRAFFICS[:3]}
        limits = {name: min(1.0, own_bounds.get("sustainable", own_bounds["ideal_throughput"])) for name, own_bounds in bounds.items()}
        wanted = {f"{name} bound {value:.3g}" + (" \u2192" if value > 1.15 * 0.45 else "") for name, value in limits.items()}
        self.assertEqual({text.get_text() for text in own.texts}, wanted)
        self.assertTrue(any(text.endswith("\u2192") for text in wanted) and not all(text.endswith("\u2192") for text in wanted))
        for text in own.texts:
            number = TRAFFICS.index(text.get_text().split(" ")[0])
            self.assertEqual(text.get_color(), style.dark(style.COLOURS[number]))
        style.pyplot.close(figure)

    def test_labels_of_bounds_never_cross_however_near_they_are(self):
        for loads, bounds in (([0.1, 0.4], [0.4, 0.401, 0.402, 0.403]), ([0.1, 0.2], [0.9, 0.91, 0.92, 0.93, 0.94]), ([0.1, 0.2], [0.2, 0.21, 0.6, 0.7])):
            own = {f"a series of some name {number}": series.Series("", {}, bound=bound, samples=[series.Sample(load, [{}], latency=40.0) for load in loads])
                   for number, bound in enumerate(bounds)}
            with mock.patch.object(latency, "series_of", lambda *_: list(own.values())), mock.patch.object(latency, "by_panel", lambda *_: [("", own)]):
                self.assert_clean(latency.draw({}, None, ""), f"bounds {bounds}")

    def test_eight_series_have_panels_by_the_option_that_makes_the_fewest(self):
        for count, titles in ((7, [""]), (8, ["2", "16"])):
            experiment, data = simulated(count, 1)
            self.assertEqual([title for title, _ in latency.by_panel(latency.series_of({}, data, ""), None)], titles)
        many = [series.Series(f"pattern {number}", {"traffic": f"pattern {number}"}) for number in range(9)]
        found = latency.by_panel(many, None)
        self.assertEqual([(title, list(own)) for title, own in found],
                         [("pattern 0 to pattern 4", [f"pattern {number}" for number in range(5)]), ("pattern 5 to pattern 8", [f"pattern {number}" for number in range(5, 9)])])

    def test_small_multiples(self):
        for count in some(8):
            experiment, data = simulated(count, 1)
            figure = latency.draw({"panels": "vcs"}, data, "")
            self.assert_clean(figure, f"{count} series")
        self.assertEqual(len(figure.axes), 4, "two panels for each value")
        self.assertEqual([axes.get_title(loc="left") for axes in figure.axes], ["(a) 2", "(b) 2", "(a) 16", "(b) 16"])
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertEqual(names[:4], list(TRAFFICS), "each named once, without the option that the panels name")

    def test_a_panel_for_each_topology(self):
        experiment, data = data_of("command: simulate\ngrid:\n  topology: [torus:8x8, mesh:6x6]\n  routing: [dor, romm, valiant]\n"
                                   f"  load: {LOADS}\nfigures: [{{kind: latency-vs-load, panels: topology}}]\n")
        figure = latency.draw(experiment.figures[0], data, "")
        figure.draw_without_rendering()
        self.assertEqual([axes.get_title(loc="left") for axes in figure.axes], ["(a) torus:8x8", "(b) torus:8x8", "(a) mesh:6x6", "(b) mesh:6x6"])
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()][:3], ["dor", "romm", "valiant"])
        self.assert_clean(figure, "two topologies and three routings")
        if support.WHOLE:
            self.assert_clean(latency.draw({}, data, ""), "the same in one panel")

    def test_curves(self):
        settings = ({}, {"log": ["y"]}, {"lines": [{"y": 60, "label": "a line with a long name"}, {"x": 0.3, "label": "a limit"}]},
                    {"x-label": "a long label of this axis, " * 4, "y-label": "and of the other one, " * 5})
        for number, count in enumerate(some(5, 8)):
            for more in settings if support.WHOLE else settings[number:number + 1]:
                seeds = 1 + 2 * (count % 2)
                experiment, data = simulated(count, seeds)
                figure = curves.draw({"x": "load", "y": "latency.mean", "by": ["traffic", "vcs"], **more}, data, "")
                self.assert_clean(figure, f"{count} series, {seeds} seeds, {more}")

    def test_scaling_and_crossing(self):
        for count in some(8):
            experiment, data = meshes(count)
            entry = {"x": "side", "y": "steps", "by": "algorithm", "panels": [{"label": "one"}, {"label": "the same again"}], "log": ["x", "y"], "fit": "power",
                     "curves": [{"y": "lower_bound", "label": "lower bound", "bound": True}]}
            self.assert_clean(curves.draw(entry, data, ""), f"power laws, {count} series")
            own = [{"at": {"algorithm": row}, "y": "steps", "label": f"{row} and more", "powers": [2, 1]} for row in
                   dict.fromkeys(case.options["algorithm"] for case in data.plans[""].cases)]
            names = [one["label"] for one in own]
            entry = {"x": "side", "until": 1e6, "curves": own, "crossings": [[names[0], name] for name in names[1:]]}
            self.assert_clean(crossing.draw(entry, data, ""), f"crossing, {count} series")

    def test_from_five_series_on_the_legend_stands_below_the_axes(self):
        for count in some(4, 5):
            experiment, data = simulated(count, 1)
            for figure in (latency.draw({}, data, ""), curves.draw({"x": "load", "y": "accepted", "by": ["traffic", "vcs"]}, data, "")):
                figure.draw_without_rendering()
                boxes = [legend.get_window_extent() for legend in figure.legends]
                if count >= 5:
                    self.assertEqual(len(boxes), 1)
                    self.assertTrue(all(boxes[0].y1 < axes.get_tightbbox(figure.canvas.get_renderer()).y0 for axes in figure.axes))
                else:
                    self.assertEqual(len(boxes) + sum(axes.get_legend() is not None for axes in figure.axes), 1)
                style.pyplot.close(figure)


if __name__ == "__main__":
    unittest.main()
