#!/usr/bin/python3
"""Films: the frames of a run of the mesh machine, the buffers of a waveform, pictures of few colours, and the GIF that is made of them."""

import io
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image

from support import TOP  # noqa: F401, finds the runner
from runner.figures import film, queue_film, spacetime
from runner.figures.drawing import queue_page
from runner.figures.drawing.buffer_fills import Buffers
from runner.figures.drawing.film_page import Page, enlarged, grown
from runner.figures.drawing.frames import Frames
from runner.figures.drawing.pixels import Canvas, gif
from runner.figures.drawing.queue_page import Map, levels_of, most_level, step_of
from runner.figures.row_schedule import place_of

# Two packets: one of (0, 0) goes right in steps 101 and 102, one of (3, 2) waits a step, goes up in step 102 and meets the other at (2, 2)... in step 104.
LINES = """step,row,column,input,output
0,0,0,1,0
0,3,2,1,0
101,0,0,0,0
101,0,1,1,0
102,0,1,0,0
102,0,2,0,1
102,3,2,0,0
102,2,2,1,0
104,0,2,0,0
104,2,2,1,1
"""


def frames(text, side, delivered=True):
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "KEY.frames"
        file.write_text(text)
        return Frames(file, side, delivered)


def states(own, times):
    return [[tuple(map(int, place)) + (int(now[tuple(place)]),) for place in numpy.argwhere(now)] for now in (each.copy() for each in own.at(times))]


class Reading(unittest.TestCase):
    def test_time_begins_in_the_last_step_in_which_everything_stands_where_it_began(self):
        own = frames(LINES, 4)
        self.assertEqual((own.base, own.last), (100, 4))
        self.assertEqual(states(own, [0, 1, 2, 3]), [[(0, 0, 1), (3, 2, 1)], [(0, 1, 1), (3, 2, 1)], [(0, 2, 1), (2, 2, 1)], [(0, 2, 1), (2, 2, 1)]])
        self.assertEqual(frames(LINES.replace("10", "").replace("1,0,0,0,0\n1,", "1,0,0,0,0\n1,"), 4).base, 0)

    def test_times_may_be_left_out(self):
        self.assertEqual(states(frames(LINES, 4), [3, 4]), [[(0, 2, 1), (2, 2, 1)], [(2, 2, 2)]])

    def test_what_arrived_last_is_gone_a_step_later_unless_it_never_arrived(self):
        self.assertEqual(states(frames(LINES, 4), [4, 5]), [[(2, 2, 2)], []])
        self.assertEqual(states(frames(LINES, 4, delivered=False), [4, 5]), [[(2, 2, 2)], [(2, 2, 2)]])

    def test_packets_are_counted_at_every_time(self):
        self.assertEqual(frames(LINES, 4).under_way().tolist(), [2, 2, 2, 2, 2, 0])
        self.assertEqual(frames(LINES + "106,2,2,0,1\n", 4).under_way().tolist(), [2, 2, 2, 2, 2, 2, 1, 0])
        self.assertEqual(frames(LINES, 4).most(), 2)

    def test_which_part_of_the_mesh_is_ever_used(self):
        self.assertEqual(frames(LINES, 4).touched(1), (0, 3, 0, 2))
        self.assertEqual(frames(LINES, 4).touched(2), (0, 1, 0, 1))
        self.assertEqual(frames("step,row,column,input,output\n0,9,6,1,0\n1,9,6,0,0\n1,8,6,0,1\n", 16).touched(4), (2, 2, 1, 1))

    def test_when_rows_hold_their_last_packet(self):
        own = frames(LINES, 4)
        self.assertEqual([own.last_in(rows) for rows in ([0, 0], [2, 3], [3, 3], [1, 1])], [2, 4, 0, 0])

    def test_nothing_ever_moves(self):
        own = frames("step,row,column,input,output\n", 4)
        self.assertEqual((own.base, own.last, own.most(), own.under_way().tolist()), (0, 0, 0, [0, 0]))


def decoded(content):
    """[(pixels as RGB, milliseconds)]"""
    image = Image.open(io.BytesIO(content))
    result = []
    for index in range(image.n_frames):
        image.seek(index)
        result.append((numpy.array(image.convert("RGB")), image.info["duration"]))
    return result


class Pictures(unittest.TestCase):
    PALETTE = [(255, 255, 255), (68, 1, 84), (253, 231, 37), (10, 20, 30)]

    def test_a_film_shows_every_picture_pixel_by_pixel_although_only_changes_are_stored(self):
        random = numpy.random.default_rng(1)
        pictures = [random.integers(0, 4, (12, 17), dtype=numpy.uint8)]
        for _ in range(6):
            pictures.append(pictures[-1].copy())
            pictures[-1][random.integers(0, 12), random.integers(0, 17)] = random.integers(0, 4)
            pictures[-1][3:5, 2:4] = random.integers(0, 4)
        shown = decoded(gif(pictures, self.PALETTE, 80))
        colours = numpy.array(self.PALETTE, dtype=numpy.uint8)
        times = [duration for _, duration in shown]
        self.assertEqual(sum(times), 80 * 6 + 2500)
        at = 0
        for picture, duration in shown:
            numpy.testing.assert_array_equal(picture, colours[pictures[at]])
            at += duration // 80
        self.assertEqual(gif(pictures, self.PALETTE, 80), gif(pictures, self.PALETTE, 80))

    def test_pictures_that_are_the_same_last_as_long_as_they_do_together(self):
        picture = numpy.zeros((4, 4), dtype=numpy.uint8)
        other = picture.copy()
        other[1, 1] = 2
        shown = decoded(gif([picture, picture, picture, other], self.PALETTE, 100))
        same = [duration for shows, duration in shown if not (shows == self.PALETTE[2]).all(axis=2).any()]
        self.assertEqual((sum(same), shown[-1][1]), (300, 2500))

    def test_a_text_stays_where_it_was_put_and_may_be_cut_by_the_edge(self):
        for anchor, left, right in ((0.0, 50, 100), (1.0, 0, 50), (0.5, 25, 75)):
            canvas = Canvas(100, 30, (255, 255, 255))
            canvas.text(50, 5, "step 7", canvas.colour((0, 0, 0)), size=12, anchor=anchor)
            drawn = numpy.argwhere(canvas.pixels)
            self.assertTrue(len(drawn) and (drawn[:, 0] >= 5).all() and (drawn[:, 0] < 22).all())
            self.assertTrue((drawn[:, 1] >= left).all() and (drawn[:, 1] < right).all())
        canvas.text(-10, -4, "step 7", 1)
        canvas.text(95, 25, "step 7", 1)
        canvas.text(3, 29, "row 1", 1, upright=True)
        self.assertEqual(canvas.pixels.shape, (30, 100))

    def test_a_colour_has_one_number(self):
        canvas = Canvas(1, 1, (255, 255, 255))
        self.assertEqual([canvas.colour(rgb) for rgb in ((1, 2, 3), (255, 255, 255), (1, 2, 3), (9, 9, 9))], [1, 0, 1, 2])
        with self.assertRaises(ValueError):
            gif([canvas.pixels], [(index % 256, index // 256, 0) for index in range(256)], 80)

    def test_a_packet_grows_over_its_neighbours_and_a_fuller_one_over_it(self):
        levels = numpy.array([[0, 0, 0, 0], [0, 1, 0, 3], [0, 0, 0, 0]])
        self.assertEqual(grown(levels).tolist(), [[1, 1, 3, 3], [1, 1, 3, 3], [1, 1, 3, 3]])
        self.assertEqual(enlarged(numpy.array([[1, 2]]), 2, 3).tolist(), [[1, 1, 1, 2, 2, 2]] * 2)


class Pages(unittest.TestCase):
    def setUp(self):
        own = frames(LINES, 4)
        crop = film.common_crop([own], {"rows": [0, 1], "columns": [2, 2]})
        self.panels = [film.Panel("one", own, crop, []), film.Panel("other", own, crop, [("T", 1, 1)])]

    def test_only_subplanes_that_are_used_are_shown(self):
        crop = self.panels[0].crop
        self.assertEqual((crop.top, crop.left, crop.high, crop.wide, crop.size), (0, 0, 4, 3, 1))
        packets = numpy.arange(16).reshape(4, 4)
        self.assertEqual(crop.of(packets).shape, (4, 3))
        self.assertEqual(crop.band(packets, "rows").tolist(), [[0, 1, 2], [4, 5, 6]])
        self.assertEqual(crop.band(packets, "columns").tolist(), [[2], [6], [10], [14]])

    def test_a_page_shows_each_packet_on_its_map_and_in_its_strip(self):
        page = Page(self.panels, {"every": 1})
        pictures = list(page.pictures([0, 1, 2, 3, 4, 5]))
        x, y = page.origin(1)
        half = page.scale // 2

        def level(picture, row, column):
            return page.heat.index(int(picture[y + row * page.scale + half, x + column * page.scale + 3]))
        self.assertEqual([level(pictures[time], row, column) for time, row, column in ((0, 0, 0), (0, 3, 2), (1, 0, 0), (1, 0, 1), (4, 2, 2))], [1, 1, 0, 1, 2])
        strip = page.origin(1)[1] + page.high + 6
        self.assertEqual([page.heat.index(int(pictures[1][strip + 2, x + column * page.scale + half])) for column in range(3)], [0, 1, 0])
        film_ = decoded(page.film())
        self.assertEqual(len(film_), 6)
        self.assertEqual(film_[0][0].shape[:2], pictures[0].shape)

    def test_rows_over_time(self):
        self.assertEqual(spacetime.history(self.panels[0], [0, 1], 4).tolist(), [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1], [0, 0, 0]])

    def test_a_map_is_made_smaller_by_its_fullest_processors(self):
        self.assertEqual(film.pooled(numpy.array([[0, 1, 5], [2, 0, 5], [9, 9, 9]]), 2).tolist(), [[2]])


# Two VCs of one channel of a 3x3 torus, and the injection channel of a terminal, which is no channel of the network.
WAVEFORM = """$timescale
     100 ps
$end
$scope module SystemC $end
$var wire    1  aaaaa  clock       $end
$scope module network $end
$scope module from_2_to_0 $end
$scope module vc0 $end
$var wire    1  aaaab  occupied       $end
$var wire    8  aaaac  buffer [7:0]  $end
$upscope $end
$scope module vc1 $end
$var wire    8  aaaad  buffer [7:0]  $end
$upscope $end
$upscope $end
$scope module from_t5_to_5 $end
$scope module vc0 $end
$var wire    8  aaaae  buffer [7:0]  $end
$upscope $end
$upscope $end
$scope module from_6_to_0_port_3 $end
$scope module vc0 $end
$var wire    8  aaaaf  buffer [7:0]  $end
$upscope $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions  $end
$dumpvars
1aaaaa
b0 aaaac
b0 aaaad
$end
#15
b1 aaaac
b1 aaaae
1aaaab
#20
0aaaaa
#25
b10 aaaac
b1 aaaad
#45
b0 aaaac
b11 aaaaf
"""


def buffers(text=WAVEFORM):
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "KEY.vcd"
        file.write_text(text)
        return Buffers(file)


class Queues(unittest.TestCase):
    def panel(self, **more):
        own = buffers()
        return queue_film.Panel("one", own, Map(own.channels, (3, 3)), queue_film.changes_of({"faults": {"nodes": [], "links": []}, **more}, (3, 3)))

    def test_a_waveform_says_how_many_flits_each_buffer_holds_after_each_cycle(self):
        own = buffers()
        self.assertEqual((own.channels, own.last, own.most()), ([(2, 0), (6, 0)], 4, 3))
        self.assertEqual([own.at(cycle).tolist() for cycle in range(6)], [[0, 0], [1, 0], [3, 0], [3, 0], [1, 3], [1, 3]])
        self.assertEqual(own.total(1, 5).tolist(), [1, 3, 3, 4, 4])

    def test_a_run_in_which_nothing_changes(self):
        own = buffers(WAVEFORM[:WAVEFORM.index("#15")])
        self.assertEqual((own.last, own.most(), own.at(7).tolist()), (0, 0, [0, 0]))

    def test_a_buffer_stands_on_the_side_on_which_its_channel_arrives(self):
        # Upwards is x1; rows of pixels go down. From node 4, (1,1), to its four neighbours and to it from them.
        places = {ends: Map([ends], (3, 3)).places[0] for ends in ((4, 5), (5, 4), (4, 7), (7, 4))}
        self.assertEqual(places, {(4, 5): (5, 8), (5, 4): (5, 6), (4, 7): (2, 5), (7, 4): (4, 5)})
        # Those that wrap: from 2, (2,0), to 0 it arrives on the left, from 6, (0,2), to 0 from below.
        self.assertEqual(Map([(2, 0), (6, 0)], (3, 3)).places, [(9, 0), (10, 1)])

    def test_what_has_failed_is_drawn_from_its_cycle_on_until_its_repair(self):
        panel = self.panel(fault_events=[{"cycle": 2, "nodes": [4], "links": [[0, 1]]}, {"cycle": 4, "nodes": [], "links": []}])
        self.assertEqual(panel.moments(), [(2, "failure"), (4, "repair")])
        self.assertEqual([panel.failed(cycle) for cycle in (1, 2, 3, 4)], [(set(), []), ({4}, [(0, 2)]), ({4}, [(0, 2)]), (set(), [])])
        before, after = (levels_of(panel, cycle, 1, 3) for cycle in (1, 2))
        self.assertEqual((before[9, 0], before[9, 1], before[5, 5], (before == 5).sum()), (1, 4, 4, 0))
        dead = {(4, 5), (5, 4), (5, 5), (5, 6), (6, 5), (9, 0), (9, 10)}  # node 4 with its buffers, and both ends of the link from 0 to 2
        self.assertEqual({tuple(map(int, place)) for place in numpy.argwhere(after == 5)}, dead)

    def test_of_deep_buffers_a_level_is_several_flits(self):
        own = buffers(WAVEFORM.replace("b11 aaaaf", f"b{50:b} aaaaf"))
        panel = queue_film.Panel("one", own, Map(own.channels, (3, 3)), [])
        self.assertEqual((step_of([panel]), most_level([panel], 4)), (4, 13))
        self.assertEqual([int(levels_of(panel, 4, 4, 13)[place]) for place in ((9, 0), (10, 1))], [1, 13])

    def test_a_page_shows_each_buffer_at_every_cycle_and_the_cycles_asked_for(self):
        panel = self.panel(fault_events=[{"cycle": 2, "nodes": [4], "links": []}])
        page = queue_page.Page([panel, panel, panel], {"every": 1}, (1, 4))
        pictures = list(page.pictures(page.times(1)))
        self.assertEqual(len(pictures), 4)
        for index in range(3):
            x, y = page.origin(index)

            def colour(picture, row, column):
                return int(picture[y + row * page.scale + 2, x + column * page.scale + 2])
            self.assertEqual([page.heat.index(colour(picture, 9, 0)) for picture in pictures], [1, 3, 3, 1])
            self.assertEqual([page.heat.index(colour(picture, 10, 1)) for picture in pictures], [0, 0, 0, 3])
            self.assertEqual(page.canvas.palette[colour(pictures[1], 5, 5)], queue_page.bits(queue_page.FAILED))
        self.assertEqual(len(decoded(page.film())), 4)


class Rows(unittest.TestCase):
    def test_a_packet_of_a_row_is_where_its_schedule_puts_it(self):
        packet = {"start": 4, "enter_step": 9, "stop": 12, "stop_step": 12}  # a2 of the paper's example, n = 8
        self.assertEqual([place_of(packet, step, 8) for step in (0, 1, 8, 9, 10, 12, 15)], [4, None, None, 9, 10, 12, 12])


if __name__ == "__main__":
    unittest.main()
