#!/usr/bin/python3
"""report.html in headless Chromium (package chromium; skipped without): what answers to pointer and keys, what is drawn, copied and saved, at all widths.

Expected values come from results.csv and from what the figures are given; the experiment is computed by the stand-in's formulas: uniform is saturated at
0.418, tornado at 0.262.
"""

import csv
import io
import itertools
import json
import re
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import browser

if browser.CHROMIUM is None:  # before matplotlib is loaded
    raise unittest.SkipTest("no chromium: the live report is not tested (apt-get install chromium)")

import test_pages  # noqa: E402
from runner import figures  # noqa: E402
from runner import page as live  # noqa: E402
from runner.results import collect, document, report  # noqa: E402

TEXT = """\
command: simulate
options: {topology: torus:8x8, routing: dor}
grid: {traffic: [uniform, tornado], load: [0.02, 0.1, 0.2, 0.3, 0.45]}
seeds: [1, 2]
figures:
- latency-vs-load
- {kind: curves, x: load, y: accepted, by: traffic, lines: [{y: 0.4, label: a <line>}, {x: 0.3, label: one bound}, {x: 0.302, label: another}]}
"""
SAMPLES, POINTS, PANELS = 10, 20, 3
SERIES = "#figure-curves .series"
PLOT = "#figure-curves .plot"
TIP = f"document.querySelector('{PLOT} .tip')"
TICKS = "[...document.querySelectorAll('#figure-curves .axis.{} text')].map(text => text.textContent).filter(text => text)"


@unittest.skipUnless(live.D3.is_file(), "no node-d3: the report is not live (apt-get install node-d3)")
class Live(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        experiment, data = test_pages.data_of(TEXT)
        place = Path(folder.name)
        drawn, _, problems = figures.draw_all(experiment, data, place)
        assert not problems, problems
        cls.file = place / "report.html"
        cls.drawn = {name: content for _, name, _, content in drawn}
        cls.file.write_text(report.page(document.blocks(experiment, data, [], [], drawn), place))
        cls.rows = list(csv.DictReader(io.StringIO(collect.tables(data)["results.csv"])))
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.events.clear()
        self.page = self.browser.page(self.file)

    def tearDown(self):
        self.assertEqual(self.page.messages(), [])
        self.assertEqual(set(self.page.requests()), {self.file.resolve().as_uri()})
        self.page.close()

    def test_texts_of_lines_side_by_side_do_not_meet(self):
        boxes = self.page.value(f"[...document.querySelectorAll('{PLOT} text')].filter(text => /^(one bound|another) /.test(text.textContent))"
                                ".map(text => text.getBoundingClientRect()).map(box => [box.left, box.right, box.top, box.bottom])")
        self.assertEqual(len(boxes), 2)
        (left, right, top, bottom), (other_left, other_right, other_top, other_bottom) = boxes
        self.assertTrue(right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top, boxes)

    def count(self, selector):
        return self.page.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def text(self, selector):
        return self.page.value(f"document.querySelector({json.dumps(selector)}).textContent")

    def shown_rows(self, column):
        return self.page.value("(() => { const table = document.querySelector('.points table'); const at = [...table.tHead.rows[0].cells].findIndex(cell => "
                               f"cell.textContent === {json.dumps(column)}); return [...table.tBodies[0].rows].filter(row => !row.hidden)"
                               ".map(row => row.cells[at].textContent.trim()); })()")

    def open_points(self):
        self.page.click("summary")

    def focus_plot(self):
        self.page.value(f"document.querySelector('{PLOT}').focus()")

    def spots(self, name="curves", panel=0):
        return [(curve, spot) for curve in self.drawn[name]["panels"][panel]["curves"] for spot in curve["spots"]]

    def test_every_number_has_its_mark(self):
        self.assertEqual((self.count("figure.live"), self.count(".panel"), self.count(".plot svg[role=img]")), (2, PANELS, PANELS))
        self.assertEqual(self.count(f"{PLOT} .mark"), SAMPLES)
        self.assertEqual(self.count(f"{PLOT} .mark[fill='var(--paper)']"), 3, "saturated: uniform at 0.45, tornado at 0.3 and 0.45")
        self.assertEqual(self.count(f"{PLOT} .bar"), sum(spot[2] is not None for _, spot in self.spots()))
        # (a): a mark for each mean, 3 of them along the top; (b): the same samples
        self.assertEqual([self.page.value(f"document.querySelectorAll('#figure-latency-vs-load .plot')[{panel}].querySelectorAll('.mark').length") for panel in (0, 1)],
                         [10, 10])
        paths = self.page.value(f"[...document.querySelectorAll('{PLOT} .line')].map(path => path.getAttribute('d'))")
        self.assertEqual([path.count("M") + path.count("L") for path in paths], [4, 3], "saturated samples are joined to nothing")
        self.assertEqual(self.count(".points tbody tr"), POINTS)
        self.assertEqual(self.count(".points tbody button"), POINTS)

    def test_the_pointer_shows_the_values_of_a_mark(self):
        x, y = self.page.centre(f"{PLOT} .mark", 2)
        self.page.move(x + 3, y)
        curve, (load, accepted, low, high, _) = self.spots()[2]
        self.assertEqual(self.page.value(f"{TIP}.hidden"), False)
        self.assertEqual(self.page.value(f"{TIP}.textContent"), f"uniform\nload: 0.2 flits/terminal/cycle\naccepted: {six(accepted)} flits/terminal/cycle ({six(low)} to {six(high)})")
        runs = [float(row["accepted"]) for row in self.rows if (row["traffic"], row["load"]) == ("uniform", "0.2")]
        self.assertAlmostEqual(accepted, sum(runs) / 2, 12)
        self.page.move(*self.page.centre(f"{PLOT} .mark[fill='var(--paper)']"))
        self.assertTrue(self.page.value(f"{TIP}.textContent").endswith("\nsaturated"))
        self.page.move(5, 5)
        self.assertEqual(self.page.value(f"{TIP}.hidden"), True)

    def test_keys_walk_along_the_marks(self):
        self.focus_plot()
        told = []
        for key in ("ArrowRight", "ArrowRight", "ArrowDown", "End", "ArrowLeft", "Home"):
            self.page.key(key)
            told.append(self.text(f"{PLOT} [aria-live]").split("\n")[:2])
        self.assertEqual([(series, text.split(" ")[1]) for series, text in told],
                         [("uniform", "0.02"), ("uniform", "0.1"), ("tornado", "0.1"), ("tornado", "0.45"), ("tornado", "0.3"), ("tornado", "0.02")])
        self.page.key("ArrowRight")
        self.page.key("ArrowRight")
        self.page.key("+")
        self.assertIn("load: 0.2 ", self.page.value(f"{TIP}.textContent"), "the mark that is shown stays, in the middle of the part")
        self.page.key("Home")
        self.assertIn("load: 0.1 ", self.page.value(f"{TIP}.textContent"), "0.02 is not in the part")
        self.page.key("Escape")
        self.assertEqual(self.page.value(f"{TIP}.hidden"), True)

    def test_a_series_is_switched_off_in_figures_and_rows(self):
        self.page.click(SERIES)
        self.assertEqual(self.page.value(f"[...document.querySelectorAll('{SERIES}')].map(button => button.ariaPressed)"), ["false", "true"])
        self.assertEqual((self.count(f"{PLOT} .mark"), self.count("#figure-latency-vs-load .series[aria-pressed=false]")), (5, 1))
        self.assertEqual(set(self.shown_rows("traffic")), {"tornado"})
        self.assertEqual(self.text("output"), "10 of 20 points")
        self.open_points()
        self.page.click(".points .series")
        self.assertEqual((self.count(f"{PLOT} .mark"), len(self.shown_rows("traffic"))), (SAMPLES, POINTS))
        before = self.count("#figure-latency-vs-load .mark")
        heights = "[...document.querySelectorAll('#figure-latency-vs-load .axis.y')[0].querySelectorAll('text')].map(text => Number(text.textContent))"
        top = max(self.page.value(heights))
        self.assertEqual(self.page.value("[...document.querySelectorAll('#figure-latency-vs-load .value')].map(button => button.textContent + button.ariaPressed)"),
                         ["99th percentilefalse", "worst-served terminalfalse", "analyticfalse"])
        self.page.click("#figure-latency-vs-load .value")
        self.assertEqual(self.count("#figure-latency-vs-load .mark"), before + 7, "the 99th percentile of the sustained samples")
        self.assertGreater(max(self.page.value(heights)), top, "the axis shows them all")
        self.page.click("#figure-latency-vs-load .value", 1)
        self.assertEqual(self.count("#figure-latency-vs-load .mark"), before + 7 + 10, "the least of every sample")
        self.assertEqual(self.count("#figure-latency-vs-load .reference"), 3, "the bound within the axes, and the triangles' places")

    def test_zoom_by_pointer_buttons_and_keys_and_back(self):
        all_ticks = self.page.value(TICKS.format("x"))
        marks = [self.page.centre(f"{PLOT} .mark", number) for number in (1, 2)]
        self.page.drag((marks[0][0] - 20, marks[0][1] + 20), (marks[1][0] + 20, marks[1][1] - 20))
        ticks = [float(text) for text in self.page.value(TICKS.format("x"))]
        self.assertTrue(0.02 < min(ticks) and max(ticks) < 0.3, ticks)
        self.page.click("#figure-curves .panel .tools button", 4)
        self.assertEqual(self.page.value(TICKS.format("x")), all_ticks)
        self.page.click("#figure-curves .panel .tools button", 2)
        closer = self.page.value(TICKS.format("x"))
        self.assertNotEqual(closer, all_ticks)
        self.focus_plot()
        self.page.key("-")
        self.assertLessEqual({*all_ticks} - {*self.page.value(TICKS.format("x"))}, {"0.00"}, "all but the last bit of the limits")
        self.page.key("+")
        self.assertEqual(self.page.value(TICKS.format("x")), closer)
        self.page.key("0")
        self.assertEqual(self.page.value(TICKS.format("x")), all_ticks)

    def test_the_axes_switch_to_logarithms_and_back(self):
        linear = self.page.value(TICKS.format("y"))
        heights = f"[...document.querySelectorAll('{PLOT} .mark')].slice(0, 3).map(mark => mark.getBoundingClientRect().y)"
        self.page.click("#figure-curves .mode", 1)
        self.assertEqual(self.page.value("document.querySelectorAll('#figure-curves .mode')[1].ariaPressed"), "true")
        # 0.02, 0.1, 0.2: on a logarithmic axis log 5 and log 2 apart
        first, second, third = self.page.value(heights)
        self.assertAlmostEqual((first - second) / (second - third), 2.32, delta=0.25)
        self.assertNotEqual(self.page.value(TICKS.format("y")), linear)
        self.page.click("#figure-curves .mode", 1)
        first, second, third = self.page.value(heights)
        self.assertAlmostEqual((first - second) / (second - third), 0.8, delta=0.1)
        # a latency panel that spans more than a decade is logarithmic at first, as its figure is
        self.assertEqual(self.page.value("[...document.querySelectorAll('.mode')].map(button => button.ariaPressed === 'true')"),
                         [axis["log"] for content in self.drawn.values() for panel in content["panels"] for axis in (panel["x"], panel["y"])])

    def test_tab_reaches_all_in_the_order_of_the_page(self):
        self.page.value("document.querySelector('details').open = true")
        wanted = self.page.value("[...document.querySelectorAll('button, input, summary, [tabindex], a')].filter(one => one.checkVisibility()).length")
        reached = []
        for _ in range(wanted):
            self.page.key("Tab")
            reached.append(self.page.value("[...document.querySelectorAll('button, input, summary, [tabindex], a')].filter(one => one.checkVisibility()).indexOf(document.activeElement)"))
        self.assertEqual(reached, list(range(wanted)))
        self.assertEqual(self.page.value("getComputedStyle(document.activeElement).outlineStyle"), "solid", "what has the focus shows it")

    def test_rows_are_sorted_as_numbers_by_keys_too(self):
        self.open_points()
        names = self.page.value("[...document.querySelectorAll('.points th')].map(cell => cell.textContent)")
        number = names.index("latency.mean")
        self.page.click(".points th button", number)
        given = [f"{value:.5g}" for value in sorted(float(row["latency.mean"]) for row in self.rows)]
        self.assertEqual(self.shown_rows("latency.mean"), given)
        self.assertEqual(self.page.value(f"document.querySelectorAll('.points th')[{number}].ariaSort"), "ascending")
        self.page.key("Enter")
        self.assertEqual(self.shown_rows("latency.mean"), given[::-1])
        self.assertEqual((self.page.value(f"document.querySelectorAll('.points th')[{number}].ariaSort"), self.count("th[aria-sort]")), ("descending", 1))
        self.page.click(".points th button", names.index("traffic"))
        self.assertEqual(self.shown_rows("traffic"), ["tornado"] * 10 + ["uniform"] * 10)

    def test_ten_columns_at_first_all_when_asked_and_their_names_stay(self):
        self.open_points()
        shown = "[...document.querySelectorAll('.points th')].filter(cell => cell.checkVisibility()).length"
        count = self.count(".points th")
        self.assertEqual(self.page.value(shown), 10)
        self.assertGreater(count, 10)
        self.page.click(".points input")
        self.assertEqual(self.page.value(shown), count)
        self.page.click(".points input")
        self.assertEqual(self.page.value(shown), 10)
        self.page.value("document.querySelector('.points .table').style.maxHeight = '200px'")
        top = "document.querySelector('.points th').getBoundingClientRect().top - document.querySelector('.points .table').getBoundingClientRect().top"
        before = self.page.value(top)
        self.page.value("document.querySelector('.points .table').scrollTop = 150")
        self.assertEqual((self.page.value(top), self.page.value("document.querySelector('.points .table').scrollTop")), (before, 150))

    def test_the_page_has_landmarks_and_a_way_to_each_section(self):
        self.assertEqual([self.count(name) for name in ("header", "main", "h1")], [1, 1, 1])
        outside = "[...document.body.children].map(one => one.localName).filter(name => name !== 'script')"
        self.assertEqual(self.page.value(outside), ["header", "main"])
        self.assertEqual(self.count("h2:not([id])"), 0)
        self.assertEqual(self.page.value("[...document.querySelectorAll('nav a')].filter(one => !document.querySelector(one.hash)).length"), 0)

    def test_a_command_is_copied_with_the_clipboard_or_without(self):
        self.open_points()
        self.browser.ask("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.page.click(".points td button", 3)
        self.page.wait("document.querySelector('output').textContent")
        self.assertEqual(self.page.value("navigator.clipboard.readText()"), self.rows[3]["command"])
        self.assertEqual(self.text("output"), f"copied the command of {self.rows[3]['key']}")
        self.page.value("navigator.clipboard.writeText = () => Promise.reject(new Error('none')), document.querySelectorAll('.points td button')[4].focus()")
        self.page.key("Enter")
        self.page.wait(f"document.querySelector('output').textContent.endsWith({json.dumps(self.rows[4]['key'])})")
        self.assertEqual(self.page.value("navigator.clipboard.readText()"), self.rows[4]["command"])

    def test_a_figure_is_saved_as_it_is_shown(self):
        self.page.value("URL.createObjectURL = blob => { window.kept = blob.text(); return '#kept'; }, HTMLAnchorElement.prototype.click = function () "
                        "{ window.called = this.download; }")
        self.page.click(SERIES)
        self.page.value("[...document.querySelectorAll('#figure-curves > .live > .tools button')].pop().click()")
        self.assertEqual(self.page.value("called"), "curves.svg")
        text = self.page.value("kept")
        root = xml.etree.ElementTree.fromstring(text)
        kinds = [element.get("class") for element in root.iter() if element.get("class")]
        self.assertEqual((kinds.count("mark"), kinds.count("brush"), "var(" in text), (5 + 1, 0, False), "five samples, and one in the legend")
        texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("tornado", texts)
        self.assertNotIn("uniform", texts)

    def test_nothing_is_cut_on_a_phone(self):
        self.open_points()
        for width in (360, 320, 768, 1280):
            self.page.resize(width)
            self.assertEqual(self.page.value("document.documentElement.scrollWidth"), width)
            out = self.page.value("[...document.querySelectorAll('body *')].filter(one => !one.closest('.table, figure > svg') && "
                                  "one.getBoundingClientRect().right > innerWidth + 0.5).map(one => one.outerHTML.slice(0, 80))")
            self.assertEqual(out, [])
            self.assertEqual(self.page.value(f"document.querySelector('{PLOT} svg').getBoundingClientRect().width"),
                             self.page.value(f"document.querySelector('{PLOT}').clientWidth"), "figures are as wide as there is room")
        self.page.resize(360)
        self.assertTrue(self.page.value("(box => box.scrollWidth > box.clientWidth)(document.querySelector('.points .table'))"), "it scrolls in its own box")

    def test_labels_of_lines_never_cross(self):
        for width in (360, 1280):
            self.page.resize(width)
            boxes = self.page.value("[...document.querySelectorAll('.plot svg')].map(svg => ['.names text', '.axis text'].map(name => [...svg.querySelectorAll(name)].filter("
                                    "one => one.textContent).map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])))")
            self.assertTrue(any(names for names, _ in boxes))
            for one, other in (pair for names, ticks in boxes for pair in (*itertools.combinations(names, 2), *itertools.product(names, ticks))):
                apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
                self.assertTrue(apart, (width, one, other))

    def test_print_has_the_still_figures(self):
        self.assertEqual(self.page.value("[...document.querySelectorAll('figure > svg')].map(one => getComputedStyle(one).display)"), ["none"] * 2)
        self.page.media("print", dark=True)
        self.assertEqual(self.page.value("[...document.querySelectorAll('figure > svg')].map(one => getComputedStyle(one).display)"), ["inline"] * 2)
        self.assertEqual(self.page.value("[...document.querySelectorAll('figure > .live, .tools')].filter(one => getComputedStyle(one).display !== 'none').length"), 0)
        self.assertEqual(self.page.value("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")

    def test_dark_and_light_can_be_read(self):
        for dark in (False, True):
            self.page.media("screen", dark)
            ink, paper, axis, black, still = self.page.value(
                "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.axis text')).fill,"
                " getComputedStyle(document.documentElement).getPropertyValue('--black'), getComputedStyle(document.querySelector('figure > svg')).backgroundColor]")
            self.assertGreater(contrast(ink, paper), 7)
            self.assertGreater(contrast(axis, paper), 7)
            self.assertEqual((black, still), ("#fff" if dark else "#000", "rgb(255, 255, 255)"))
            for colour in ("rgb(0, 114, 178)", "rgb(213, 94, 0)"):
                self.assertGreater(contrast(colour, paper), 3)

    def test_without_scripts_the_still_figures_stand(self):
        self.page.ask("Emulation.setScriptExecutionDisabled", value=True)
        self.page.ask("Page.reload")
        self.page.wait("document.readyState === 'complete'")
        self.assertEqual((self.count("figure > svg"), self.count(".live"), self.count(".points tbody tr")), (2, 0, POINTS))
        self.assertEqual(self.page.value("[...document.querySelectorAll('figure > svg')].every(one => one.getBoundingClientRect().height > 100)"), True)

    def test_texts_of_an_experiment_are_texts(self):
        self.assertIn("a <line> 0.4", self.page.value(f"[...document.querySelectorAll('{PLOT} text')].map(one => one.textContent)"))


def six(value):
    return str(float(f"{value:.6g}")).removesuffix(".0")


def contrast(one, other):
    """Of two colours, by the rule of WCAG 2."""
    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


if __name__ == "__main__":
    unittest.main()
