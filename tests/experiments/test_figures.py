#!/usr/bin/python3
"""Every kind of figure from made-up results: it is drawn, is SVG with text as text, has the same bytes twice, and says what it should."""

import base64
import collections
import html.parser
import importlib
import itertools
import re
import unittest
import xml.etree.ElementTree
from unittest import mock

from every_figure import EXPERIMENT, KINDS_OF_FILES, NAMES
from support import FORMATS, STANDIN, TOP, WHOLE, ExperimentCase
from runner.figures import channel_map, latency, reached, tail, timeline, tradeoff
from runner.figures.drawing import channel_paths, fits, style
from runner.format import spec
from runner.format.figure_kinds import KINDS
from runner.planning import plan
from runner.results import samples, values
from runner.results.samples import Place
from runner.running.simulator import Simulator
from runner.running.store import Store

TEXT = "{http://www.w3.org/2000/svg}text"

WITH_INTERVALS = {"latency-vs-load", "curves", "bars", "reached", "trade-off"}  # files; with DATELINE_WHOLE all are drawn, and these have some:
WITH_INTERVALS |= {"grouped", "multiples", "words", "scaling", "crossing"} if WHOLE else set()


class Drawn(ExperimentCase):
    """An experiment with a figure of every kind."""

    def setUp(self):
        super().setUp()
        self.define(EXPERIMENT)

    def texts(self, name):
        svg = (self.results / "small" / f"{name}.svg").read_text()
        self.assertNotIn("dc:date", svg)
        return ["".join(element.itertext()).strip() for element in xml.etree.ElementTree.fromstring(svg).iter(TEXT)]

    def test_every_kind(self):
        self.FORMATS = FORMATS if WHOLE else ("svg",)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        first = self.files()
        self.assertEqual(sorted(first), sorted(["film.gif", "queues.gif"] + [f"{name}.{kind}" for name in NAMES for kind in ("csv", *self.FORMATS)]))
        summary = (self.results / "small/summary.md").read_text()
        for name in NAMES:
            self.assertIn(f"![{name}]({name}.svg)", summary)
        for name, texts in SAID.items():
            with self.subTest(figure=name):
                found = self.texts(name)
                for text in texts:
                    self.assertTrue(any(re.fullmatch(text, other) for other in found), (text, found))
        for text in CAPTIONS:
            self.assertIn(text, summary)
        # the fit of dor, which is 1/4 + 1/(4k), has the limit 1/4: it is drawn as a known limit already, not as a fitted one
        self.assertEqual([text for text in self.texts("curves") if text.startswith("fitted")], [])
        self.values()
        self.intervals()
        self.the_report((self.results / "small/report.html").read_text(), summary)
        self.again(first)

    def files(self):
        return {name: content for name, content in self.left().items() if name[-4:] in KINDS_OF_FILES and not name.startswith("results")}

    def again(self, first):
        """Other surroundings leave the same bytes, by default of a part of the figures."""
        head, *entries = EXPERIMENT.split("\n- {kind: ")
        own = entries if WHOLE else [entries[0], next(entry for entry in entries if entry.startswith("film"))]
        self.define("\n- {kind: ".join([head, *own]).rstrip("\n") + "\n")
        for name in first:
            (self.results / "small" / name).unlink()
        done = (self.run_process if WHOLE else self.run_it)("small", MPLBACKEND="svg", TZ="Asia/Tokyo")
        self.assertEqual(done.returncode, 0, done.stderr)
        films = sum(entry.startswith(("film", "queue-film")) for entry in own)
        self.assertEqual(len(self.files()), len(own) * (1 + len(FORMATS if WHOLE else self.FORMATS)) + films)
        self.assertEqual([name for name, content in self.files().items() if content != first.get(name, content)], [])

    def the_report(self, page, summary):
        """It loads nothing, is well-formed, and holds every figure and every table of the summary."""
        self.assertEqual(re.findall(r"<(?:script[^>]* src|link|iframe)|@import|(?:src|href)=\"\s*(?!\s|#|data:)", page), [])
        checker = Elements()
        checker.feed(page)
        self.assertEqual(checker.open, [])
        self.assertEqual((checker.count["svg"], checker.count["img"], checker.count["figcaption"]), (len(NAMES), 2, len(NAMES) + 2))
        (film,) = re.findall(r'<img alt="film" src="data:image/gif;base64,([^"]+)">', page)
        self.assertEqual(base64.b64decode(film), (self.results / "small/film.gif").read_bytes())
        self.assertEqual(checker.count["table"] - checker.count["details"], summary.count("\n|---"))
        self.assertIn("<td>dor, torus:5x5</td>", page)

    def collected(self):
        experiment = spec.load(self.place / "small.yaml", "small.yaml")
        return experiment, values.Data(plan.plans(experiment, experiment.parts.values(), Simulator(STANDIN, TOP).catalogue(), TOP), Store(self.results, 1), set())

    def values(self):
        """What two of the figures draw, from the stand-in's formulas."""
        experiment, data = self.collected()
        entry = next(figure for figure in experiment.figures if figure["kind"] == "trade-off")
        # valiant has 8 hops where dor has 4, and gamma 10/9 of a capacity load of 3/5; the optimum has gamma twice the capacity load
        self.assertIn(("torus:5x5", "valiant", (2.0, 0.54, None, None, False, False)), tradeoff.marks_of(entry, data, "optimum"))
        self.assertEqual(dict(tradeoff.curves_of(entry, data, "optimum"))["torus:5x5"][-1], (1.5, 0.5))
        # a model valid up to 0.1, where latency is 37 + (100 load)^2; elsewhere the slope of 100 up to a fifth of 1/2
        model, slope = (latency.analytic(data, row) for row in data.rows["bounds"])
        self.assertEqual((model[0], model[-1], len(model)), ((0.0, 37.0), (0.1, 137.0), 11))
        self.assertEqual((slope[0], slope[-1]), ((0.0, 37.0), (0.1, 47.0)))

    def intervals(self):
        """Of every kind, were they as wide as the value or five times as wide: both ends are inside the axes, on logarithmic ones those above 0."""
        experiment, data = self.collected()
        seen, shares = {}, itertools.cycle((0.9, 5))
        widths = {}  # the same numbers have the same width each time
        with mock.patch.object(samples, "half_width", lambda found: widths.setdefault(tuple(found), next(shares)) * max(map(abs, found)) if found else None):
            for entry in (entry for entry in experiment.figures if WHOLE or entry["file"] in WITH_INTERVALS):
                module, part = importlib.import_module(f"runner.figures.{KINDS[entry['kind']].module}"), experiment.part_of(entry).name
                figure = module.draw(entry, data, part)
                if hasattr(module, "drawn"):
                    found = [(panel.axes, spot) for panel in module.drawn(entry, data, part, figure) for curve in panel.curves for spot in curve.spots]
                else:
                    marks = module.numbers(entry, data, part)
                    found = [(figure.axes[1 if mark.panel == "b" else 0], mark) for mark in marks] if isinstance(marks, list) else []
                for axes, one in found:
                    for end in (one.low, one.high):
                        if end is not None and (end > 0 or axes.get_yscale() != "log"):
                            seen[entry["file"]] = seen.get(entry["file"], 0) + 1
                            self.assertTrue(axes.get_ylim()[0] <= end <= axes.get_ylim()[1], (entry["kind"], one, axes.get_ylim()))
                style.pyplot.close(figure)
        self.assertLessEqual(WITH_INTERVALS, set(seen))

    def test_without_any_result_figures_are_left_out_and_the_rest_is_made(self):
        done = self.run_it("small", STANDIN_FAIL=".")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual([file.stem for file in (self.results / "small").glob("*.svg")], ["latency-vs-load"])

    def test_a_figure_says_what_it_needs_and_refuses_what_it_does_not_know(self):
        for old, new, words in (
                ("x: radix, ", "", "a figure 'curves' needs 'x'"), ("fit: inverse", "fti: inverse", "nearest: fit"),
                ("kind: curves, part", "kind: curve, part", "nearest: curves"), (", file: cost", "", "two figures have the file 'curves'"),
                ("at: {routing: dor}", "at: {routing: xyz}", "no point"),
                ("{at: {traffic: uniform}, label: U}", "{at: {traffic: transpose}, label: U}", "no point of any panel"),
                ("{at: {traffic: uniform}, label: U}", "{label: U}", "differ in traffic"), ("series: [{part: rows,", "series: [{part: row,", "nearest: rows")):
            self.define(EXPERIMENT.replace(old, new))
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2, new)
            self.assertRegex(done.stderr, rf"small\.yaml:\d+: .*{words}")


class Elements(html.parser.HTMLParser):
    """Counts elements, and sees that each is closed; cells and rows may end where the next one begins."""

    def __init__(self):
        super().__init__()
        self.open, self.count = [], collections.Counter()

    def handle_starttag(self, tag, attrs):
        self.count[tag] += 1
        if tag in ("td", "th", "tr"):
            self.leave(("td", "th") if tag != "tr" else ("td", "th", "tr"))
        if tag not in ("meta", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("td", "th"):
            self.leave(("td", "th") if tag == "tr" else ("td", "th", "tr"))
        assert self.open and self.open.pop() == tag, tag

    def leave(self, tags):
        while self.open[-1] in tags:
            self.open.pop()


class Grid:
    """Data with one row: a 4x4 torus in which one channel has a load."""

    class Row:
        options = {"topology": "torus:4x4"}
        result = {"channels": [{"from": 0, "to": 1, "dimension": 0, "sign": 1, "load": "32/5"}, {"from": 1, "to": 0, "dimension": 0, "sign": -1, "load": "0"}]}

    def where(self, part, at):
        return [self.Row()]

    def output(self, row, name):
        return None


# Regular expressions that match a text of the figure as a whole.
SAID = {
    "network": (r"exact load \(packets/cycle\)", "uniform", r"permutation:p-3\.txt", r"busiest 4 \(16 channels\)", r"busiest 26/5 = 5\.2"),
    "curves": ("dor", "k", "fraction", r"limit 1/4 = 0\.25", "printed"),
    "cost": (r"dor, exponent 0\.\d\d", r"romm, exponent \d\.\d\d", "N"),
    "bars": ("dor", "romm", "exact ideal", "printed", "uniform", "tornado", "sample", "fraction", r"0\.278"),
    "reached": (r"bound \(flits/terminal/cycle\)", "sustained / bound", "tornado", "romm"),
    "tail": ("dor", "worst case 4", "load", "share"),
    "steps": (r"\+2/5", r"\+6/5", "by row", r"worst 32/5 = 6\.4", "pairs added", "load"),
    "trade-off": ("k = 3", "k = 5", "dor", "valiant", r"optimum \(LP\)", "locality", "throughput"),
    "scaling": ("transposed", "a0", "new", "lower bound", r"1\.00", r"1\.84", "side", "steps"),  # the exponents
    "crossing": (r"A0: x²/8 \+ 1 x", "new: 720 x", "extrapolated", r"5\.8·10³"),
    "film": ("step 0", "step 8", "one", "other", "packets in a processor", "1"),
    "queues": ("cycle 0", "cycle 4", "all of them", "flits in a buffer", "2"),
    "space-time": ("one", "other", "step", "column", "packets in a processor, at most"),
    "elements": ("length 16", "length 32", "Lemma 1", "k"),
    "row-schedule": ("a1", "b1", "P1", "P4", "step"),
    "grouped": ("transposed", "A0", "wormhole", "48", "10", "time"),
    "multiples": ("one", "other", "U", "T", "saturated", r"load \(flits/terminal/cycle\)", r"mean latency \(cycles\)", r"offered .*0\.3"),
    "heat": ("torus:3x3", "torus:11x11", "valiant", "largest load"),
    "timeline": ("two ranks", "rank", "cycle", "computes", "sends", "collective in progress"),
    "words": ("torus:3x3", "dor", "valiant", "routing"),
    "latency-vs-load": (r"offered load \(flits/terminal/cycle\)", "uniform", "tornado", "saturated"),
}
CAPTIONS = ("A0 and new at side = 5.8·10³", "arrives in step 15 (step 1015 of the run)", "![film](film.gif)", "Stills of the film", "dor a = 0.2500", "4 searches, none above the bound", "Size of the sample: 1000.", "behind buttons: 99th percentile, worst-served terminal, analytic")


def arrows(channel, radices):
    """The corners of a channel's paths on the map of a torus."""
    topology = "torus:" + "x".join(map(str, radices))
    (shape,) = channel_paths.shapes(topology, [channel], channel_paths.positions(topology, radices[0] * radices[1]))
    return [[step[-2:] for step in path] for path in shape]


class Pieces(unittest.TestCase):
    def test_what_stands_above_a_panel_of_channels_does_not_overlap(self):
        for label, count in (("short", 2), ("short", 3), ("a label too long to stand beside it", 2), ("a label of some length", 3)):
            figure = channel_map.draw({"panels": [{"at": {}, "label": label}] * count}, Grid(), "")
            figure.canvas.draw()
            renderer = figure.canvas.get_renderer()
            for axes in figure.axes[:count]:
                left, right = axes._left_title, axes._right_title
                lines = left.get_text().count("\n")
                box = left.get_window_extent(renderer)
                if not lines:
                    self.assertLess(box.x1, right.get_window_extent(renderer).x0)
                self.assertLess(box.y1, figure.bbox.y1 + 1)
                self.assertEqual(lines, 0 if label == "short" else 1)
            style.pyplot.close(figure)

    def test_the_legend_of_a_timeline_covers_no_rank(self):
        busy = timeline.Ranks({rank: [(0, 1000)] for rank in range(8)}, {}, {("c1", rank): (0, 1000) for rank in range(8)})
        for labels in (("",), ("torus", "islands"), ("a torus of eight ranks that compute and send all the time, and a label as long as the figure is wide",)):
            with mock.patch.object(timeline, "panels_of", return_value=[timeline.Panel(label, busy) for label in labels]):
                figure = timeline.draw({}, None, "")
            figure.canvas.draw()
            renderer = figure.canvas.get_renderer()
            (legend,) = figure.legends
            for axes in figure.axes:
                self.assertGreater(legend.get_window_extent(renderer).y0, axes.get_window_extent(renderer).y1)
                self.assertGreater(legend.get_window_extent(renderer).y0, axes._left_title.get_window_extent(renderer).y1)
            style.pyplot.close(figure)

    def test_a_channel_is_an_arrow_on_its_right_and_a_wrap_around_two_stubs(self):
        (east,) = arrows({"from": 0, "to": 1, "dimension": 0, "sign": 1}, (4, 4))
        (west,) = arrows({"from": 1, "to": 0, "dimension": 0, "sign": -1}, (4, 4))
        self.assertTrue(all(y < 0 and 0 < x < 1 for x, y in east))
        self.assertTrue(all(y > 0 and 0 < x < 1 for x, y in west))
        self.assertEqual(max(east)[0], east[2][0], "it points east")
        self.assertEqual(min(west)[0], west[2][0], "it points west")
        leaving, arriving = arrows({"from": 3, "to": 0, "dimension": 0, "sign": 1}, (4, 4))
        self.assertTrue(all(3 < x < 4 for x, _ in leaving) and all(-1 < x < 0 for x, _ in arriving))
        leaving, arriving = arrows({"from": 0, "to": 12, "dimension": 1, "sign": -1}, (4, 4))
        self.assertTrue(all(-1 < y < 0 and x < 0 for x, y in leaving) and all(3 < y < 4 for _, y in arriving))

    def test_a_power_law_is_found_again(self):
        height, exponent = fits.fit({"fit": "power"}, [Place(x, 3 * x ** 2.5) for x in (2, 4, 9, 20)])
        self.assertAlmostEqual(height, 3)
        self.assertAlmostEqual(exponent, 2.5)
        limit = fits.fit({"fit": "inverse", "from": 3}, [Place(1, 100)] + [Place(x, 0.25 + 2 / x - 1 / x ** 2) for x in (3, 5, 8, 20)])
        for found, known in zip(limit, (0.25, 2, -1)):
            self.assertAlmostEqual(found, known)
        self.assertIsNone(fits.fit({"fit": "inverse"}, [Place(1, 1), Place(2, 2)]))

    def test_a_tail_falls_from_one_to_the_share_of_the_worst(self):
        class Sample:
            def where(self, part, at):
                return ["row"]

            def value(self, row, text):
                return [{"gamma": "7/2", "count": 1}, {"gamma": "3", "count": 3}, {"gamma": "2", "count": 6}]
        self.assertEqual(tail.tails({"value": "histogram"}, Sample(), ""), [("row", [(2.0, 1.0), (3.0, 0.4), (3.5, 0.1)], 10)])

    def test_what_is_above_its_bound_is_ringed_in_both_panels(self):
        class Row:
            given = options = {"routing": "dor", "topology": "torus:4x4"}
            result = {}

            def __init__(self, number):
                self.options = {**self.options, "vcs": str(number)}

        class Searches:
            rows = {"": [Row(1), Row(2)]}

            def __init__(self, *measured):
                self.measured = iter(measured)

            def value(self, row, text):
                return 0.5 if text == "ideal" else next(self.measured)

            def named(self, row, text):
                return [("", text)]

            def partners(self, row, text):
                return []

        for measured, rings in (((0.4, 0.5), 0), ((0.4, 0.51), 1)):
            figure = reached.draw({"by": "routing", "markers": "topology", "ideal": "ideal", "measured": "sustained"}, Searches(*measured), "")
            for axes in figure.axes:
                self.assertEqual(sum(line.get_markersize() == 11 for line in axes.lines), rings)
            style.pyplot.close(figure)

    def test_knees_of_several_seeds_have_their_interval_in_both_panels(self):
        class Row:
            given = {"routing": "dor", "topology": "torus:4x4"}
            result = {}

            def __init__(self, seed, knee):
                self.options, self.knee = {**self.given, "seed": seed}, knee

        class Searches:
            rows = {"": [Row("1", 0.38), Row("2", 0.42)]}

            def value(self, row, text):
                return 0.5 if text == "ideal" else row.knee

            def named(self, row, text):
                return [("", text)]

            def partners(self, row, text):
                return []

        entry, half = {"by": "routing", "markers": "topology", "ideal": "ideal", "measured": "sustained"}, 12.706 * 0.02  # Student's t for one degree of freedom, 0.95
        figure = reached.draw(entry, Searches(), "")
        for axes, unit in zip(figure.axes, (1, 0.5)):
            (bar,) = [line for line in axes.lines if line.get_linewidth() == 0.8 and len(set(line.get_xdata())) == 1]
            for end, wanted in zip(bar.get_ydata(), ((0.4 - half) / unit, (0.4 + half) / unit)):
                self.assertAlmostEqual(end, wanted, 4)
        style.pyplot.close(figure)

    def test_every_kind_has_its_module(self):
        for kind in KINDS.values():
            module = importlib.import_module(f"runner.figures.{kind.module}")
            self.assertTrue(callable(module.draw) and callable(module.caption))
            self.assertNotEqual(hasattr(module, "drawn"), hasattr(module, "numbers"), f"{kind.module}: one function says what is drawn")


if __name__ == "__main__":
    unittest.main()
