#!/usr/bin/python3
"""Curves, bars and heat of any table: where saturated samples stand, what is joined, marks at 0, categories, and the legend below panels."""

import collections
import unittest

import support  # noqa: F401 - the path to the runner
from runner.figures import bars, curves, heat
from runner.figures.drawing import style, table_points
from runner.results.samples import Place


class Rows:
    """Data of which nothing is read: the places are given."""

    def where(self, part, at):
        return []

    def value(self, row, text):
        return None


class Panels(unittest.TestCase):
    def figure_of(self, places, labels=("one",), **more):
        entry = {"panels": [{}], "curves": [{"label": label} for label in labels], "x": "load", "y": "latency.mean", **more}
        real, table_points.samples.places = table_points.samples.places, lambda *_: places
        try:
            figure = curves.draw(entry, Rows(), "")
        finally:
            table_points.samples.places = real
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
        real, table_points.samples.places = table_points.samples.places, lambda data, rows, x, y: [Place(1, heights[y]), Place(2, 2 * heights[y])]
        try:
            figure = curves.draw(entry, Rows(), "")
        finally:
            table_points.samples.places = real
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


class Row:
    """A run with a pattern, a routing, a number of virtual channels and a latency."""

    verdict = ""

    def __init__(self, traffic, routing, vcs, mean, seed=1, saturated=False):
        self.options = self.given = {"traffic": traffic, "routing": routing, "vcs": str(vcs), "seed": str(seed)}
        self.result = {"latency": {"mean": mean}, "saturated": saturated}


class Table:
    def __init__(self, *rows):
        self.rows = {"": list(rows)}

    def where(self, part, at):
        return [row for row in self.rows[part] if all(row.options[name] == str(value) for name, value in at.items())]

    def value(self, row, text):
        return row.options[text] if text in row.options else row.result["latency"]["mean"]

    def number(self, row, text):
        return None

    def named(self, row, text):
        return [("", text)]

    def partners(self, row, text):
        return []


def table():
    """dor under uniform traffic: 40 and 44 in two seeds, else one seed each; valiant is saturated under tornado."""
    return Table(Row("uniform", "dor", 2, 40.0), Row("uniform", "dor", 2, 44.0, seed=2), Row("tornado", "dor", 2, 60.0), Row("uniform", "valiant", 2, 70.0),
                 Row("tornado", "valiant", 2, 900.0, saturated=True))


STUDENT = 12.706 * 2  # t of one degree of freedom times the standard error of 40 and 44


class Categories(unittest.TestCase):
    def test_words_are_places_beside_each_other_joined_by_nothing(self):
        entry = {"x": "traffic", "y": "latency.mean", "by": "routing"}
        (own,), names = table_points.panels_of(entry, table(), "")
        self.assertEqual(list(names.values()), ["uniform", "tornado"])
        self.assertEqual([[round(place.x) for place in one.places] for one in own], [[0, 1], [0, 1]])
        self.assertEqual([round(one.places[0].x + other.places[0].x, 9) for one, other in [own]], [0.0], "left and right of their place")
        figure = curves.draw(entry, table(), "")
        self.addCleanup(style.pyplot.close, figure)
        self.assertEqual([text.get_text() for text in figure.axes[0].get_xticklabels()], ["uniform", "tornado"])
        self.assertFalse([line for line in figure.axes[0].lines if line.get_linestyle() not in ("None", "none") and len(line.get_xdata()) > 1])
        panels = curves.drawn(entry, table(), "", figure)
        self.assertEqual(panels[0].names, ["uniform", "tornado"])
        joined = curves.draw({**entry, "join": True}, table(), "")
        self.addCleanup(style.pyplot.close, joined)
        self.assertTrue([line for line in joined.axes[0].lines if line.get_linestyle() == "-" and len(line.get_xdata()) == 2])

    def test_numbers_are_no_categories_even_if_an_option_holds_them_as_texts(self):
        _, names = table_points.panels_of({"x": "vcs", "y": "latency.mean", "by": ["routing", "traffic"]}, table(), "")
        self.assertIsNone(names)

    def test_an_interval_and_a_saturated_sample_are_as_elsewhere(self):
        ((dor, valiant),), _ = table_points.panels_of({"x": "traffic", "y": "latency.mean", "by": "routing"}, table(), "")
        self.assertAlmostEqual(dor.places[0].high - 42, STUDENT)
        self.assertTrue(valiant.places[1].saturated and valiant.top)


class Bars(unittest.TestCase):
    ENTRY = {"x": "traffic", "y": "latency.mean", "by": "routing"}

    def test_a_bar_for_each_value_with_its_interval_and_none_for_a_latency_without_a_mean(self):
        found = {(bar.group, bar.series): bar for bar in bars.bars_of(self.ENTRY, table(), "")}
        self.assertEqual({place: bar.value for place, bar in found.items()},
                         {("uniform", "dor"): 42, ("uniform", "valiant"): 70, ("tornado", "dor"): 60, ("tornado", "valiant"): None})
        self.assertAlmostEqual(found["uniform", "dor"].high - 42, STUDENT)
        figure = bars.draw(self.ENTRY, table(), "")
        self.addCleanup(style.pyplot.close, figure)
        self.assertEqual(sorted(patch.get_height() for patch in figure.axes[0].patches), [42, 60, 70])
        self.assertIn(bars.UNSTEADY, [text.get_text() for text in figure.axes[0].texts])

    def test_an_outline_gives_the_number_and_the_share(self):
        found = bars.Bar("g", "s", 0.25, outline=0.5)
        self.assertEqual((bars.written(found), bars.written(bars.Bar("g", "s", 0.25))), ("0.5\n(50%)", "0.25"))

    def test_groups_of_numbers_ascend(self):
        data = Table(*(Row("uniform", "dor", vcs, 40.0) for vcs in (10, 2, 4)))
        self.assertEqual([bar.group for bar in bars.bars_of({"x": "vcs", "y": "latency.mean"}, data, "")], ["2", "4", "10"])


class Heat(unittest.TestCase):
    ENTRY = {"x": "traffic", "y": "routing", "value": "latency.mean"}

    def test_a_cell_for_each_two_values(self):
        (own,) = heat.cells_of(self.ENTRY, table(), "")
        self.assertEqual([(cell.x, cell.y, cell.value, cell.hatched) for cell in own],
                         [("uniform", "dor", 42, False), ("tornado", "dor", 60, False), ("uniform", "valiant", 70, False), ("tornado", "valiant", None, True)])
        self.assertAlmostEqual(own[0].high - 42, STUDENT)
        figure = heat.draw(self.ENTRY, table(), "")
        self.addCleanup(style.pyplot.close, figure)
        axes = figure.axes[0]
        self.assertEqual([[text.get_text() for text in axis.get_ticklabels()] for axis in (axes.xaxis, axes.yaxis)], [["uniform", "tornado"], ["dor", "valiant"]])
        self.assertEqual(axes.images[0].get_array()[0].tolist(), [42, 60], "dor is the lower row")
        self.assertEqual(sorted(text.get_text() for text in axes.texts), ["42", "60", "70"])

    def test_panels_have_one_scale(self):
        figure = heat.draw({**self.ENTRY, "panels": [{"at": {"routing": "dor"}, "label": "a"}, {"at": {"routing": "valiant"}, "label": "b"}]}, table(), "")
        self.addCleanup(style.pyplot.close, figure)
        self.assertEqual({axes.images[0].norm.vmax for axes in figure.axes[:2]}, {70})

    def test_numbers_ascend_and_words_keep_their_order(self):
        self.assertEqual((heat.order(["10", "2", "10"]), heat.order(["b", "a", "b"])), (["2", "10"], ["b", "a"]))

    def test_its_numbers_stay_on_the_page(self):
        data = Table(*(Row(traffic, "dor", 2, 0.29530 + 0.00002 * number) for number, traffic in enumerate(("uniform", "tornado", "a pattern of a long name"))))
        figure = heat.draw({**self.ENTRY, "label": "a long label of the colours"}, data, "")
        self.addCleanup(style.pyplot.close, figure)
        figure.canvas.draw()
        for axes in figure.axes:
            box = axes.get_tightbbox(figure.canvas.get_renderer())
            self.assertTrue(box.x0 >= -0.5 and box.y0 >= -0.5 and box.x1 <= figure.bbox.x1 + 0.5 and box.y1 <= figure.bbox.y1 + 0.5, box)


if __name__ == "__main__":
    unittest.main()
