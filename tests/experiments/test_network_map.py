#!/usr/bin/python3
"""The network map: where nodes and channels stand, the numbers of channels, what is refused, and the page in a browser."""

import csv
import json
import math
import re
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

import browser
from support import ExperimentCase, FinishedCase
from runner import page as live
from runner.figures.drawing import channel_paths, channel_values, layout

MAP = """\
parts:
  exact:
    command: loads
    options: {topology: torus:4x4, traffic: uniform}
    grid: {routing: [dor, romm]}
    outputs: [channel-pairs]
  simulated:
    command: simulate
    options: {topology: torus:4x4, traffic: uniform, cycles: 8000}
    grid: {routing: [dor, romm], load: [0.1, 0.2, 0.5]}
    seeds: [1, 2, 3]
    outputs: [channels]
figures:
- {kind: network, part: exact, measured: simulated}
"""
CHANNELS = 64


class Written(FinishedCase):
    TEXT = MAP

    def rows_of_map(self):
        with open(self.results / "small/network.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_numbers_are_those_of_the_results(self):
        rows = self.rows_of_map()
        self.assertEqual(len(rows), 2 * 3 * CHANNELS)  # routings, loads
        for row in rows:
            exact = 4 if (row["dimension"], row["sign"]) == ("0", "1") else 0
            self.assertEqual(float(row["exact"]), exact)
            if row["run"] == "saturated":
                self.assertEqual({row[name] for name in ("measured", "low", "high", "difference", "waiting", "blocked")}, {"nan"})
                continue
            # three seeds with 0, 1 and 2 flits more than expected: mean 1, standard deviation 1
            load, half = float(row["load"]), 4.303 / math.sqrt(3) / 8000
            self.assertAlmostEqual(float(row["measured"]), load * exact + 1 / 8000, places=12)
            self.assertAlmostEqual(float(row["high"]) - float(row["measured"]), half, places=9)
            self.assertAlmostEqual(float(row["difference"]), 1 / 8000, places=12)
            self.assertEqual((float(row["waiting"]), float(row["blocked"])), (0.25, 0.125))
        self.assertEqual({row["load"] for row in rows if row["run"] == "saturated"}, {"0.5"})
        self.assertIn("Saturated, so that there are no measured loads: dor load 0.5, romm load 0.5.", (self.results / "small/summary.md").read_text())

    def test_the_same_results_give_the_same_files(self):
        first = self.left()
        (self.results / "small/.settled").unlink()
        (self.results / "small/network.svg").unlink()
        self.run_it("small")
        self.assertEqual(self.left(), first)
        self.assertIn(b"dor: exact load", first["network.svg"])

    def test_the_page_holds_as_many_pairs_as_it_can_and_the_sum_of_the_rest(self):
        page = (self.results / "small/report.html").read_text()
        (content,) = [json.loads(text) for text in re.findall(r'<script type="application/json" data-for="figure-network">(.*?)</script>', page)]
        self.assertEqual((len(content["nodes"]), len(content["shapes"]), len(content["maps"])), (16, CHANNELS, 2))
        for own in content["maps"]:
            self.assertEqual(len(own["pairs"]), 16)  # dimension 0, +
            for channel, pairs in own["pairs"].items():
                loads = [Fraction(content["exact"][load]) for *_, load, _ in pairs]
                self.assertEqual(sum(loads), Fraction(content["exact"][own["exact"][int(channel)]]))
                self.assertEqual((len(pairs), sum(count for *_, count in pairs), pairs[-1][:2]), (21, 30, [None, None]))
        found = [(1, 2, Fraction(1, 3), 1), (1, 3, Fraction(1, 4), 1), (2, 3, Fraction(1, 5), 1), (None, None, Fraction(1, 2), 7)]
        self.assertEqual(channel_values.shortened(found, 2), [*found[:2], (None, None, Fraction(7, 10), 8)])


class Refused(ExperimentCase):
    def test_what_cannot_be_shown_is_refused(self):
        for old, new, words in (
                ("part: exact, measured: simulated", "part: simulated", "runs loads, not simulate"), ("measured: simulated", "measured: exact", "outputs: .channels"),
                ("    outputs: [channels]\n", "", "outputs: .channels"), ("measured: simulated", "measured: simulatd", "nearest: simulated"),
                ("topology: torus:4x4, traffic: uniform}", "traffic: uniform}\n    series: [{topology: [torus:4x4, torus:6x6]}]", "of one topology"),
                ("traffic: uniform, cycles", "traffic: tornado, cycles", "no point of part 'simulated' has the network and traffic of"),
                ("traffic: uniform}", "traffic: uniform, sample-paths: 10}", "exact loads"), ("load: [0.1, 0.2, 0.5]", 'workload: ["permutation:transpose"]', "no 'load'")):
            with self.subTest(words=words, new=new):
                self.define(MAP.replace(old, new, 1))
                done = self.run_it("small")
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, rf"small\.yaml:\d+: .*{words}")


class Places(unittest.TestCase):
    def channel(self, here, there, dimension=0, sign=1):
        return {"from": here, "to": there, "dimension": dimension, "sign": sign}

    def test_cubes_stand_as_their_coordinates_say(self):
        self.assertEqual(channel_paths.positions("mesh:3x2", 6), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)])
        three = channel_paths.positions("torus:2x2x2", 8)
        self.assertEqual(len(set(three)), 8)
        self.assertEqual((three[0][1], three[4][1]), (0, 0))  # dimension 2 goes across, a block beside the other
        self.assertGreater(three[4][0], three[1][0])
        wide = channel_paths.positions("hypercube:4", 16)  # 6 = 0110: the two lower bits across
        self.assertEqual(wide[6], (2 * wide[1][0], wide[4][1]))
        self.assertIsNone(channel_paths.positions("graph:x.graph", 3))

    def test_a_wrap_around_is_two_stubs_and_a_far_neighbour_bent(self):
        places = channel_paths.positions("torus:4x4", 16)
        near, wrap = channel_paths.shapes("torus:4x4", [self.channel(0, 1), self.channel(3, 0)], places)
        self.assertEqual((len(near), len(wrap)), (1, 2))
        self.assertTrue(all(x > 3 for _, x, _ in wrap[0]) and all(x < 0 for _, x, _ in wrap[1]))
        both = channel_paths.shapes("torus:2x4", [self.channel(0, 1, 0, 1), self.channel(0, 1, 0, -1)], channel_paths.positions("torus:2x4", 8))
        self.assertEqual(list(map(len, both)), [1, 2])  # two channels with the same ends do not lie on each other
        there, back = channel_paths.shapes("hypercube:3", [self.channel(0, 2, 1, 0), self.channel(2, 0, 1, 0)], channel_paths.positions("hypercube:3", 8))
        self.assertEqual([step[0] for step in there[0]], ["M", "Q", "L", "L", "Q"])
        self.assertTrue(all(y < 0 for step in there[0] for y in step[2::2]) and all(y > 0 for step in back[0] for y in step[2::2]))

    def test_parallel_channels_of_a_graph_lie_beside_each_other(self):
        one, other = channel_paths.shapes("graph:x", [self.channel(0, 1, -1, 0)] * 2, [(0.0, 0.0), (2.0, 0.0)])
        self.assertGreater(min(y for _, _, y in one[0]), max(y for _, _, y in other[0]))

    def test_forces_make_a_ring_of_a_ring_and_keep_a_line_straight(self):
        ring = layout.computed(8, [(node, (node + 1) % 8) for node in range(8)])
        far = [math.hypot(x, y) for x, y in ring]
        self.assertLess(max(far) - min(far), 0.05 * max(far))
        line = layout.computed(5, [(node, node + 1) for node in range(4)])
        self.assertLess(max(abs(y) for _, y in line), 0.02 * (max(line)[0] - min(line)[0]))
        self.assertEqual(sorted(line), line if line[0] < line[-1] else line[::-1])

    def test_nodes_of_a_layout_keep_apart_from_each_other_and_from_channels_of_others(self):
        pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (5, 7), (7, 9), (6, 9), (6, 8), (5, 8)]
        places = layout.computed(10, pairs)
        self.assertGreater(layout.clearance(layout.numpy.array(places), pairs), 0.5)
        self.assertEqual(places, layout.computed(10, pairs))

    def test_positions_are_kept_and_another_network_has_others(self):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "layouts"
            first = layout.kept(folder, 3, [(0, 1), (1, 2), (2, 1)])
            (file,) = folder.iterdir()
            file.write_text(json.dumps({"positions": [[7, 7], [8, 8], [9, 9]]}))
            self.assertEqual(layout.kept(folder, 3, [(1, 0), (1, 2)]), [(7, 7), (8, 8), (9, 9)])
            layout.kept(folder, 3, [(0, 1), (1, 2), (2, 0)])
            self.assertEqual(len(list(folder.iterdir())), 2)
            file.write_text("{")
            self.assertEqual(layout.kept(folder, 3, [(0, 1), (1, 2)]), first)


@unittest.skipUnless(browser.CHROMIUM, "no chromium: the live map is not tested (apt-get install chromium)")
@unittest.skipUnless(live.D3.is_file(), "no node-d3: the map is not live (apt-get install node-d3)")
class Live(FinishedCase):
    TEXT = MAP

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        super().setUp()
        self.page = self.browser.page(self.results / "small/report.html")

    def fills(self):
        return self.page.value("[...document.querySelectorAll('.network .channels path')].map(path => path.getAttribute('fill'))")

    def values(self):
        return self.page.value("[...document.querySelectorAll('.network .channels path')].map(path => path.dataset.value ? Number(path.dataset.value) : null)")

    def text(self, selector):
        return self.page.value(f"document.querySelector('{selector}').textContent")

    def tip(self):
        return self.page.value("(box => box.hidden ? '' : box.textContent)(document.querySelector('.network .tip'))")

    def choose(self, name, value):
        self.page.value(f"(made => {{ made.value = {value}; made.dispatchEvent(new Event('change')); }})(document.querySelector('.network select[aria-label={name}]'))")

    def tearDown(self):
        self.assertEqual(self.page.messages(), [])
        self.assertEqual([address for address in self.page.requests() if not address.startswith("file:")], [])
        super().tearDown()

    def test_channels_are_coloured_by_what_is_chosen(self):
        self.assertEqual(self.page.value("[document.querySelectorAll('.network .channels path').length, document.querySelectorAll('.network circle').length]"), [CHANNELS, 16])
        self.assertEqual(sorted(set(self.values())), [0, 4])
        self.assertEqual(len(set(self.fills())), 2)
        self.assertIn("4 packets/cycle", self.text(".network .scale"))
        self.page.click(".network [data-quantity=measured]")
        self.assertEqual([round(value, 4) for value in sorted(set(self.values()))], [0.0001, 0.4001])
        self.choose("run", 1)
        self.assertEqual([round(value, 4) for value in sorted(set(self.values()))], [0.0001, 0.8001])
        self.page.click(".network [data-quantity=difference]")
        self.assertTrue(all(abs(value - 1 / 8000) < 1e-4 for value in self.values()))
        self.page.click(".network [data-quantity=blocked]")
        self.assertEqual(set(self.values()), {0.125})
        self.choose("run", 2)
        self.assertEqual(set(self.values()), {None})
        self.assertIn("saturated", self.text(".network .scale"))
        self.assertEqual(self.page.value("document.querySelectorAll('.network button[aria-pressed=true]').length"), 1)

    def test_a_channel_under_the_pointer_tells_its_numbers(self):
        self.page.move(*self.page.centre(".network .channels path", 0))
        self.page.settle()
        for text in ("0 → 1 (dimension 0 +)", "exact load 4", "at load 0.1: expected 0.4 flits/cycle", "measured load 0.4001 ± 0.0003105", "waiting head flits 0.25"):
            self.assertIn(text, self.tip())
        self.page.move(1, 1)
        self.page.settle()
        self.assertEqual(self.tip(), "")
        self.choose("run", 2)
        self.page.move(*self.page.centre(".network .channels path", 0))
        self.page.settle()
        self.assertIn("saturated, no measured load", self.tip())
        self.assertNotIn("±", self.tip())

    def test_a_click_shows_the_pairs_that_load_a_channel(self):
        self.page.click(".network .channels path", 0)
        rows = self.page.value("[...document.querySelectorAll('.network .pairs li')].map(row => row.textContent)")
        self.assertEqual((len(rows), rows[1], rows[-1]), (21, "0 → 1: 2/15", "10 other pairs: 4/3"))
        self.assertIn("exact load 4, from 30 pairs", self.text(".network .pairs"))
        self.assertEqual(self.page.value("document.querySelectorAll('.network circle.source').length"), 1)
        self.page.click(".network .channels path", 2)  # dimension 1: no load
        self.assertIn("no pair", self.text(".network .pairs"))

    def test_keys_go_from_channel_to_channel(self):
        self.page.value("document.querySelector('.network .plot').focus()")
        self.page.key("ArrowRight")
        self.assertIn("0 → 1", self.tip())
        self.page.key("ArrowRight")
        self.assertIn("0 → 3", self.tip())
        self.page.key("ArrowLeft")
        self.page.key("ArrowDown")  # the next one with the same load
        self.assertIn("1 → 2 (dimension 0 +)", self.tip())
        self.assertEqual(self.text(".network .unseen"), self.tip())
        self.page.key("Enter")
        self.assertIn("1 → 2", self.text(".network .pairs"))
        box = self.page.value("document.querySelector('.network .plot svg').getAttribute('viewBox')")
        self.page.key("+")
        self.assertNotEqual(self.page.value("document.querySelector('.network .plot svg').getAttribute('viewBox')"), box)
        self.page.key("0")
        self.assertEqual(self.page.value("document.querySelector('.network .plot svg').getAttribute('viewBox')"), box)
        self.page.key("Escape")
        self.assertEqual(self.text(".network .pairs"), "")

    def test_a_map_keeps_its_place_in_the_list_of_another(self):
        self.choose("run", 1)
        self.choose("map", 1)
        self.page.move(*self.page.centre(".network .channels path", 0))
        self.page.settle()
        self.assertIn("at load 0.2", self.tip())
        self.assertEqual(self.page.value("[...document.querySelectorAll('.network select')].map(made => made.selectedIndex)"), [1, 1])
        self.assertEqual(self.page.value("document.querySelectorAll('.network select')[1].selectedOptions[0].textContent"), "load 0.2")

    def test_nothing_is_cut_at_a_phones_width_and_the_drawing_is_printed(self):
        self.page.resize(360)
        self.page.click(".network .channels path", 0)
        self.assertLessEqual(self.page.value("document.documentElement.scrollWidth"), 360)
        self.page.media("print")
        self.assertEqual(self.page.value("[getComputedStyle(document.querySelector('.network')).display, getComputedStyle(document.querySelector('figure > svg')).display]"),
                         ["none", "inline"])


if __name__ == "__main__":
    unittest.main()
