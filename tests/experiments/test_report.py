#!/usr/bin/python3
"""What makes report.html live, without a browser: the numbers are those of the figures, the page is small, the same twice, and stands still without d3."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy

import support
import test_figures
import test_pages
from runner import figures, main
from runner import page as live
from runner.figures.drawing import content, style
from runner.format import spec
from runner.format.figure_kinds import KINDS
from runner.planning import plan
from runner.results import document, report, values
from runner.running.simulator import Simulator

LINES_OF_SCRIPTS = 520
BYTES_OF_1000_POINTS = 2_000_000
KINDS_WITH_CURVES = ("curves", "latency-vs-load", "crossing", "steps", "tail", "trade-off")


def page_of(text):
    """(blocks, page, problems) of an experiment computed by the stand-in's formulas."""
    experiment, data = test_pages.data_of(text)
    with tempfile.TemporaryDirectory() as place:
        with support.written(("svg",)):
            drawn, _, problems = figures.draw_all(experiment, data, Path(place))
        blocks = document.blocks(experiment, data, [], [], drawn)
        return blocks, report.page(blocks, Path(place)), problems


class Numbers(unittest.TestCase):
    """What the page is given is what matplotlib was given."""

    def test_of_every_kind_with_curves(self):
        experiment = spec.Reader("test.yaml").experiment(test_pages.yaml_tree.parse(test_figures.EXPERIMENT, "test.yaml"), "test")
        plans = plan.plans(experiment, experiment.parts.values(), Simulator(support.STANDIN, support.TOP).catalogue(), support.TOP)
        data = values.Data(plans, test_pages.Computed(), set())
        seen = set()
        for entry in experiment.figures if support.WHOLE else experiment.figures[::2]:
            module = figures.importlib.import_module(f"runner.figures.{KINDS[entry['kind']].module}")
            if not hasattr(module, "drawn"):
                continue
            seen.add(entry["kind"])
            part = experiment.part_of(entry).name
            figure = module.draw(entry, data, part)
            panels = module.drawn(entry, data, part, figure)
            with self.subTest(figure=entry["file"]):
                self.compare(panels)
            style.pyplot.close(figure)
        self.assertEqual(seen, set(KINDS_WITH_CURVES) if support.WHOLE else seen & set(KINDS_WITH_CURVES))
        self.assertGreater(len(seen), len(KINDS_WITH_CURVES) // 3)

    def compare(self, panels):
        self.assertTrue(panels)
        for panel in panels:
            caps = [cap for held in panel.axes.containers for cap in held.lines[1]]
            marks = {place for line in panel.axes.lines if line.get_transform() == panel.axes.transData and line not in caps for place in places(line)}
            curves = [curve for curve in panel.curves if not curve.off]
            ours = {(spot.x, spot.y) for curve in curves for spot in curve.spots if spot.y is not None}
            self.assertEqual(ours - marks, set(), "shown but not drawn")
            beside = {(line.at, end) for line in panel.lines for end in (0.0, 1.0)}
            self.assertEqual({place for place in marks - ours - beside if place[1] > panel.axes.get_ylim()[0]}, set(), "drawn but not shown")
            bars = {round(value, 9) for held in panel.axes.containers for lines in held.lines[2] for path in lines.get_segments() for value in path[:, 1]}
            ends = {round(end, 9) for curve in curves for spot in curve.spots for end in (spot.low, spot.high) if end is not None}
            self.assertEqual(ends - bars, set())
            top = sum(len(line.get_xdata()) for line in panel.axes.lines if line.get_transform() == panel.axes.get_xaxis_transform()
                      and line.get_markerfacecolor() == "white")
            self.assertEqual(sum(spot.state == content.SATURATED and spot.y is None for curve in curves if "top" in curve.look for spot in curve.spots), top)

    def test_colours_and_markers_are_those_of_the_figure(self):
        experiment, data = test_pages.simulated(8, 1)
        from runner.figures import curves
        entry = {"x": "load", "y": "accepted", "by": ["traffic", "vcs"]}
        figure = curves.draw(entry, data, "")
        (panel,) = curves.drawn(entry, data, "", figure)
        looks = {(str(line.get_color()), line.get_marker()) for line in panel.axes.lines}
        self.assertEqual({(curve.colour, curve.marker) for curve in panel.curves}, looks)
        self.assertEqual(panel.curves[0].values, {"traffic": "uniform", "vcs": "2"})
        style.pyplot.close(figure)


def places(line):
    return {(float(x), float(y)) for x, y in numpy.asarray(line.get_xydata(), dtype=float)}


LOADS = ", ".join(f"{0.004 * number:.3f}" for number in range(1, 101))
GRID = (f"command: simulate\noptions: {{topology: torus:8x8, routing: dor}}\ngrid: {{traffic: [uniform, tornado, transpose, bit-complement, bit-reverse], vcs: [2, 4],"
        f" load: [{LOADS}]}}\nfigures: [latency-vs-load]\n")


class Run(support.ExperimentCase):
    def test_a_run_without_d3_says_so_in_a_line(self):
        self.define(support.DRAWN)
        said = io.StringIO()
        with support.written(("svg",)), mock.patch.object(live, "D3", self.place / "none.js"), contextlib.redirect_stdout(said), \
                contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(main.act(self.words("small")[3:]), 0)
        self.assertEqual(said.getvalue().splitlines().count(live.NONE), 1)
        self.assertNotIn(live.NONE, self.run_it("small").stdout, "d3 is there: the page is made again")
        self.assertIn("page.kinds.curves", (self.results / "small/report.html").read_text())


class File(unittest.TestCase):
    @unittest.skipUnless(support.WHOLE, "a second: tests/run --long; the next ones have more points and fewer")
    def test_a_thousand_points_are_two_megabytes(self):
        blocks, page, problems = page_of(GRID)
        (points,) = [block for block in blocks if block[0] == "points"]
        self.assertEqual((problems, len(points[2]), page.count("\n<tr><td>") >= 1000), ([], 1000, True))
        self.assertLess(len(page.encode()), BYTES_OF_1000_POINTS)

    def test_one_point_is_not_several(self):
        for count, said in ((1, "1 point"), (2, "2 points, a row each")):
            self.assertIn(f"<summary>{said}</summary>", report.points(["status", "command"], [["ok", "dateline"]] * count, "", []))

    def test_more_points_have_no_rows_in_it(self):
        blocks, page, _ = page_of(GRID.replace("vcs: [2, 4]", "vcs: [2, 4, 8]").replace("figures: [latency-vs-load]", ""))
        self.assertEqual([block for block in blocks if block[0] == "points"], [])

    def test_scripts_are_as_short_as_agreed(self):
        self.assertLessEqual(sum(len(file.read_text().splitlines()) for file in live.HERE.glob("*.js")), LINES_OF_SCRIPTS)

    def test_texts_end_no_script(self):
        text = live.embedded({"label": "</script><!--<b>&amp;"})
        self.assertNotIn("<", text)
        self.assertEqual(live.json.loads(text), {"label": "</script><!--<b>&amp;"})

    def test_a_figure_says_what_it_is(self):
        _, page, _ = page_of(small())
        self.assertRegex(page, r'<svg [^>]*role="img" aria-labelledby="figure-latency-vs-load-title" aria-describedby="figure-latency-vs-load-desc">'
                               r'<title id="figure-latency-vs-load-title">mean latency \(cycles\)[^<]* against offered load[^<]*</title>'
                               r'<desc id="figure-latency-vs-load-desc">2 panels, [0-9]+ points, series: uniform; tornado; transpose\.</desc>')

    def test_the_still_figure_has_the_same_texts_and_places(self):
        svg = '<svg><g style="fill: #fff"><path d="M 1.23456 7.5 L 2 3.999" style="fill: none"/><text style="font: 7px \'A\'" x="3.14159">0.28571</text></g></svg>'
        self.assertEqual(report.compact(svg, "f"), '<svg><g class="s0"><path d="M 1.23 7.5 L 2 3.99" class="s1"/><text class="s2" x="3.14">0.28571</text></g>'
                                                   "<style>#f .s0{fill: #fff}#f .s1{fill: none}#f .s2{font: 7px 'A'}</style></svg>")

    def test_without_d3_figures_stand_still(self):
        with mock.patch.object(live, "D3", Path("/nowhere/d3.min.js")):
            blocks, page, _ = page_of(small())
            self.assertEqual(live.missing(blocks), live.NONE)
            self.assertNotIn("\n", live.NONE)
        self.assertNotIn("page.kinds.curves", page)
        self.assertEqual(len(re.findall("<svg ", page)), 1)

    def test_what_has_no_curves_needs_no_d3(self):
        with mock.patch.object(live, "D3", Path("/nowhere/d3.min.js")):
            blocks, page, _ = page_of(small().replace("figures: [latency-vs-load]", ""))
            self.assertEqual(live.missing(blocks), "")
            self.assertIn("page.points", page)


def small():
    return "command: simulate\noptions: {topology: torus:8x8, routing: dor}\ngrid: {traffic: [uniform, tornado, transpose], load: [0.1, 0.2]}\nfigures: [latency-vs-load]\n"


if __name__ == "__main__":
    unittest.main()
