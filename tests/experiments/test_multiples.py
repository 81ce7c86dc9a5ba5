#!/usr/bin/python3
"""Panels of the same curves: where saturated samples stand, what is joined, marks at 0, and the legend below them."""

import collections
import unittest

import support  # noqa: F401 - the path to the runner
from runner.figures import multiples
from runner.figures.drawing import style
from runner.results.samples import Place


class Rows:
    """Data of which nothing is read: the places are given."""

    def where(self, part, at):
        return []


class Multiples(unittest.TestCase):
    def figure_of(self, places, labels=("one",), **more):
        entry = {"panels": [{}], "curves": [{"label": label} for label in labels], "x": "load", "y": "latency.mean", **more}
        real, multiples.samples.places = multiples.samples.places, lambda *_: places
        try:
            figure = multiples.draw(entry, Rows(), "")
        finally:
            multiples.samples.places = real
        self.addCleanup(style.pyplot.close, figure)
        return figure

    def test_saturated_samples_stand_at_the_top_where_there_is_no_mean_and_at_their_value_elsewhere(self):
        places = [Place(0.1, 40), Place(0.2, 50), Place(0.3, 900, saturated=True)]

        def marks(axes):
            return [(line.get_xydata().tolist(), line.get_markerfacecolor() == "white") for line in axes.lines if line.get_marker() == "o"]

        axes = self.figure_of(places).axes[0]
        self.assertLess(axes.get_ylim()[1], 100)
        (solid, hollow) = sorted(marks(axes), key=lambda one: one[1])
        self.assertEqual(solid, ([[0.1, 40], [0.2, 50]], False))
        self.assertEqual(hollow[0][0][0], 0.3)
        self.assertTrue(0.9 < hollow[0][0][1] < 1, "along the edge, in parts of the axes")
        axes = self.figure_of(places, y="accepted").axes[0]
        self.assertIn(([[0.3, 900]], True), marks(axes))
        self.assertEqual(sum(len(line.get_xydata()) == 3 for line in axes.lines), 0, "joined to nothing")
        self.assertEqual(sum(len(line.get_xydata()) == 3 for line in self.figure_of(places, y="accepted", join=True).axes[0].lines), 1)

    def test_a_curve_may_be_of_another_value_and_a_bound_is_a_grey_line_without_marks(self):
        entry = {"panels": [{}], "x": "load", "y": "time", "curves": [{"label": "one"}, {"label": "least", "y": "bound", "bound": True}]}
        heights = {"time": 40, "bound": 30}
        real, multiples.samples.places = multiples.samples.places, lambda data, rows, x, y: [Place(1, heights[y]), Place(2, 2 * heights[y])]
        try:
            figure = multiples.draw(entry, Rows(), "")
        finally:
            multiples.samples.places = real
        self.addCleanup(style.pyplot.close, figure)
        own, bound = figure.axes[0].lines
        self.assertEqual(([y for _, y in own.get_xydata()], [y for _, y in bound.get_xydata()]), ([40, 80], [30, 60]))
        self.assertEqual((own.get_marker(), bound.get_marker(), bound.get_color()), ("o", "none", style.GREY))
        self.assertIn("least", [text.get_text() for text in figure.legends[0].get_texts()])

    def test_a_narrow_logarithmic_axis_has_numbers_and_a_wide_one_the_powers_of_ten(self):
        for ends, wanted in (((16, 64), [20, 50]), ((512, 32768), [1000, 10000])):
            axes = self.figure_of([Place(end, 40) for end in ends], panels=[{}, {}, {}], columns=3, log=["x"]).axes[0]
            left, right = axes.get_xlim()
            self.assertEqual([round(x) for x in axes.get_xticks() if left <= x <= right], wanted)

    def test_a_mark_at_0_stands_whole_inside_the_axes(self):
        for first, left in ((0, True), (1, False)):
            axes = self.figure_of([Place(first, 40), Place(10, 50)]).axes[0]
            room = axes.transData.transform((first, 0))[0] - axes.bbox.x0
            self.assertGreater(room / axes.figure.dpi * 72, 3.2 / 2, "half a mark, in points")
            self.assertEqual(axes.get_xlim()[0] < 0, left)

    def test_the_numbers_along_an_axis_stand_apart_from_each_other_and_from_those_of_the_next_panel(self):
        figure = self.figure_of([Place(0.0003, 40), Place(0.0156, 50)], panels=[{}, {}])
        figure.canvas.draw()
        boxes = [text.get_window_extent() for axes in figure.axes for text in axes.get_xticklabels() if axes.get_xlim()[0] <= text.get_position()[0] <= axes.get_xlim()[1]]
        self.assertGreater(len(boxes), 5)
        for box, other in zip(boxes, boxes[1:]):
            self.assertGreater(other.x0 - box.x1, box.height / 2)

    def test_the_rows_of_a_legend_are_about_equally_long(self):
        for count, rows in ((3, 1), (8, 2), (9, 2), (16, 3)):
            figure = self.figure_of([Place(1, 40)], [f"curve of fifteen {number:02}" if count > 3 else "short" for number in range(count)])
            figure.canvas.draw()
            (legend,) = figure.legends
            heights = collections.Counter(round(text.get_window_extent().y0) for text in legend.get_texts())
            with self.subTest(count=count):
                self.assertEqual(sum(heights.values()), count)
                self.assertLessEqual(max(heights.values()) - min(heights.values()), len(heights) - 1)
                self.assertLess(legend.get_window_extent().width, figure.bbox.width)
                self.assertTrue(len(heights) >= rows, heights)


if __name__ == "__main__":
    unittest.main()
