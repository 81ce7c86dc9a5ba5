#!/usr/bin/python3
"""Rows: their names in Python, means, a table of HTML, a figure, a frame; and the rows of an experiment."""
import html.parser
import importlib.util
import json
import keyword
import math
import unittest

from support import ROOT, PackageTest, dateline

from dateline.names import name_of, names_of, option_of
from dateline.plots import label


def missing(module):
    return unittest.skipIf(importlib.util.find_spec(module) is None, f"{module} is not installed")


def scalars(schema, root, prefix=""):
    """The names of what results.csv has of a result of this schema."""
    if "$ref" in schema:
        named = root
        for step in schema["$ref"].lstrip("#/").split("/"):
            named = named[step]
        yield from scalars(named, root, prefix)
    for key in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(key, ()):
            yield from scalars(one, root, prefix)
    for name, inner in schema.get("properties", {}).items():
        if not {"array", "object"} & set(inner.get("type", ())) and "$ref" not in inner:
            yield prefix + name
        yield from scalars(inner, root, f"{prefix}{name}.")


class Names(PackageTest):
    def test_dots_and_dashes_are_underscores(self):
        names = {"latency.mean": "latency_mean", "buffer-depth": "buffer_depth", "router.vc-reuse": "router_vc_reuse",
                 "router__vc_reuse": "router_vc_reuse", "accepted_min": "accepted_min", "load": "load"}
        self.assertEqual({text: name_of(text) for text in names}, names)
        options = {"buffer_depth": "buffer-depth", "router__vc_reuse": "router.vc-reuse", "lambda_": "lambda"}
        self.assertEqual({keyword: option_of(keyword) for keyword in options}, options)

    def test_every_value_of_every_command_has_a_name_of_its_own_that_is_an_identifier(self):
        commands = dateline.run("list")["commands"]
        for command, about in commands.items():
            file = ROOT / f"docs/schemas/{command.replace(' ', '-')}.json"
            schema = json.loads(file.read_text())
            numbers = {name for name in scalars(schema, schema) if not name.startswith("options.")}
            names = names_of(sorted(numbers | {name for name in about["options"] if not name.startswith("out=")}))
            self.assertEqual(len(set(names.values())), len(names), command)
            self.assertGreater(len(names), 3)
            for name in names.values():
                self.assertTrue(name.isidentifier() and not keyword.iskeyword(name), name)

    def test_an_option_whose_name_a_number_has_is_told_from_it(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/results.csv").write_text("random-permutations,status,random_permutations,key\n10,ok,7,00e1\n")
        [row] = dateline.results("mine", folder=self.folder)
        self.assertEqual(row, {"options_random_permutations": 10, "status": "ok", "random_permutations": 7, "key": "00e1"})

    def test_a_row_finds_a_value_by_its_name_in_results_csv_and_by_the_keyword(self):
        [row] = dateline.Rows([{"latency.mean": 40.5, "router.vc-reuse": "at-tail"}])
        self.assertEqual(list(row), ["latency_mean", "router_vc_reuse"])
        self.assertEqual((row["latency_mean"], row["latency.mean"], row.get("latency.mean")), (40.5, 40.5, 40.5))
        self.assertEqual((row["router__vc_reuse"], "router.vc-reuse" in row, "latency.max" in row), ("at-tail", True, False))
        self.assertEqual((row.get("latency.max"), row.get("latency_max", 7)), (None, 7))
        for name in ("latency.max", "latency_max"):
            with self.assertRaises(KeyError):
                row[name]


class Results(PackageTest):
    def test_the_rows_of_an_experiment(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/results.csv").write_text("load,traffic,status,latency.mean,saturated,key\n"
                                                        "0.1,uniform,ok,40.5,false,00e1\n0.9,uniform,failed,,,0123\n")
        (self.folder / "mine/results-exact.csv").write_text("gamma_max,key\n64/63,ab\n")
        rows = dateline.results("mine", folder=self.folder)
        self.assertEqual(rows[0], {"load": 0.1, "traffic": "uniform", "status": "ok", "latency_mean": 40.5,
                                   "saturated": False, "key": "00e1"})
        self.assertIsNone(rows[1]["latency_mean"])
        self.assertEqual(dateline.results("mine", part="exact", folder=self.folder), [{"gamma_max": "64/63", "key": "ab"}])
        self.refused("there are: mine", dateline.results, "yours", folder=self.folder)

    def test_a_part_of_the_rows_is_rows(self):
        rows = dateline.Rows({"load": load} for load in range(5))
        self.assertIsInstance(rows[1:3], dateline.Rows)
        self.assertEqual([row["load"] for row in rows[1:3]], [1, 2])
        self.assertEqual(rows[-1], {"load": 4})


class Means(PackageTest):
    def test_means_over_seeds_with_students_interval(self):
        values = [(0.1, 1, 10.0), (0.9, 1, 70.0), (0.1, 2, 14.0), (0.1, 3, 12.0), (0.9, 2, 80.0), (0.2, 1, 20.0)]
        rows = dateline.Rows({"load": load, "seed": seed, "value": value, "saturated": load == 0.9}
                             for load, seed, value in values)
        low, high, alone = rows.means("value", by=["load"])
        self.assertEqual((low["mean"], low["count"], low["saturated"]), (12.0, 3, False))
        self.assertAlmostEqual(low["half"], 4.303 * 2 / 3 ** 0.5, places=3)  # t of two degrees of freedom, deviation 2
        self.assertEqual((high["mean"], high["half"], high["saturated"]), (None, None, True))
        self.assertEqual((alone["mean"], alone["half"]), (20.0, None))

    def test_names_are_found_as_they_stand_in_results_csv_too(self):
        rows = dateline.Rows([{"buffer-depth": 2, "latency.mean": 1.0}, {"buffer-depth": 2, "latency.mean": 3.0}])
        [mean] = rows.means("latency.mean", by="buffer-depth")
        self.assertEqual((mean["buffer_depth"], mean["mean"], mean["count"]), (2, 2.0, 2))
        self.assertEqual(rows.means("latency_mean", by="buffer_depth"), [mean])

    def test_means_of_what_is_no_number_or_no_name_are_refused(self):
        rows = dateline.Rows([{"load": 0.1, "value": 1.0, "exact": "64/63"}, {"load": 0.1, "value": 3.0, "exact": "2"}])
        self.assertEqual(rows.means("value", by="load"), rows.means("value", by=["load"]))
        self.refused("by: a row has no 'laod' (nearest: load)", rows.means, "value", by=["laod"])
        self.refused("exact: '64/63' is no number", rows.means, "exact", by=["load"])
        self.refused("no row has 'vaule' (nearest: value)", rows.means, "vaule", by="load")


class Cells(html.parser.HTMLParser):
    """The rows of a table as lists of texts, and the text behind it."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.caption, self.depth = [], "", 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.depth += 1
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, data):
        if self.rows and self.depth >= 4:  # table, head or body, row, cell
            self.rows[-1][-1] += data
        elif self.depth == 1:
            self.caption += data.strip()


def run(load, **values):
    """A row as a sweep over the load gives it, with many numbers."""
    return {"topology": "torus:4x4", "load": load, "status": "ok", **{f"number.{i}": i for i in range(20)},
            "latency.mean": 100 / 3, "verdict": "sustained", "saturated": False, "key": "00e1", **values}


class Tables(PackageTest):
    def table(self, rows):
        found = Cells(dateline.Rows(rows)._repr_html_())
        self.assertEqual(found.depth, 0)  # every element is closed
        return found

    def test_what_varies_and_what_says_most_are_shown(self):
        found = self.table([run(0.1), run(0.2, **{"latency.mean": None, "verdict": "saturated"})])
        self.assertEqual(found.rows, [["load", "latency_mean", "verdict"], ["0.1", "33.333", "sustained"],
                                      ["0.2", "", "saturated"]])
        self.assertIn("3 of 27 columns; frame() has all", found.caption)

    def test_few_columns_are_shown_all(self):
        found = self.table([{"load": 0.1, "mean": 1.5, "saturated": False}])
        self.assertEqual((found.rows, found.caption), ([["load", "mean", "saturated"], ["0.1", "1.5", "false"]], ""))

    def test_of_values_that_are_not_known_the_first_are_shown(self):
        found = self.table([{"side": side, "status": "ok", **{f"number.{i}": i for i in range(20)}} for side in (8, 9)])
        self.assertEqual(found.rows[0], ["side", "status", *(f"number_{i}" for i in range(8))])

    def test_a_failure_is_said(self):
        found = self.table([run(0.1), {"topology": "torus:4x4", "load": 0.2, "status": "failed", "key": "1",
                                       "problem": "vcs=1 is <too> few & so on"}])
        self.assertEqual(found.rows[0], ["load", "status", "latency_mean", "verdict", "problem"])
        self.assertEqual(found.rows[2], ["0.2", "failed", "", "", "vcs=1 is <too> few & so on"])

    def test_many_rows_end_with_their_number(self):
        found = self.table([run(i) for i in range(100)])
        self.assertEqual(len(found.rows), 61)
        self.assertIn("60 of 100 rows", found.caption)

    def test_no_rows(self):
        self.assertEqual(self.table([]).rows, [[]])

    @missing("pandas")
    def test_a_frame_has_a_column_for_every_name(self):
        frame = dateline.Rows([{"load": 0.1, "latency.mean": 1.5}, {"load": 0.2, "latency.mean": 2.5}]).frame()
        self.assertEqual((list(frame.columns), frame.latency_mean.tolist()), (["load", "latency_mean"], [1.5, 2.5]))

    @unittest.skipIf(importlib.util.find_spec("pandas"), "pandas is installed")
    def test_without_pandas_a_frame_says_so(self):
        self.refused("pandas", dateline.Rows([{"load": 0.1}]).frame)


@missing("matplotlib")
class Plots(PackageTest):
    def setUp(self):
        super().setUp()
        import matplotlib
        matplotlib.use("agg")
        from matplotlib import pyplot
        self.addCleanup(pyplot.close, "all")
        self.rows = dateline.Rows({"vcs": vcs, "load": load, "seed": seed, "status": "ok", "accepted": load,
                                   "latency.mean": 100 * vcs + 10 * load + spread, "saturated": vcs == 4 and load == 3}
                                  for vcs in (2, 4) for load in (3, 1, 2) for seed, spread in ((1, -1.0), (2, 1.0)))

    def curves(self, axes):
        """{label: [(x, y, half of the interval)]} of what is drawn."""
        found = {}
        for container in axes.containers:
            line, _, bars = container.lines
            ends = bars[0].get_segments() if bars else [[(0, 0), (0, 0)]] * len(line.get_xdata())
            halves = [(own[1][1] - own[0][1]) / 2 if len(own) else math.nan for own in ends]
            found[container.get_label()] = list(zip(line.get_xdata(), line.get_ydata(), halves))
        return found

    def test_means_and_intervals_over_the_load_a_curve_for_each_option_that_varies(self):
        axes = self.rows.plot()
        found = self.curves(axes)
        self.assertEqual(list(found), ["2", "4"])
        half = 12.706 * math.sqrt(2) / math.sqrt(2)  # t of one degree of freedom, deviation sqrt 2, two seeds
        for (x, y, own), load in zip(found["2"], (1, 2, 3)):
            self.assertEqual((x, y), (load, 200 + 10 * load))
            self.assertAlmostEqual(own, half, places=3)
        self.assertEqual([y for _, y, _ in found["4"]][:2], [410, 420])
        self.assertTrue(math.isnan(found["4"][2][1]))  # saturated
        self.assertEqual(axes.get_xlabel(), "load (flits/terminal/cycle)")
        self.assertEqual(axes.get_ylabel(), "mean latency (cycles)")
        self.assertEqual(axes.get_legend().get_title().get_text(), "vcs")

    def test_other_values_over_other_options_into_axes_that_are_given(self):
        from matplotlib import pyplot
        own = pyplot.figure().add_subplot()
        self.assertIs(self.rows[:4].plot(x="vcs", y="accepted", by="load", ax=own), own)
        self.assertEqual(self.curves(own), {"3": [(2, 3.0, 0.0)], "1": [(2, 1.0, 0.0)]})
        self.assertEqual(len(pyplot.get_fignums()), 1)

    def test_texts_are_categories(self):
        rows = dateline.Rows({"traffic": traffic, "status": "ok", "gamma_max": gamma}
                             for traffic, gamma in (("uniform", 1.0), ("tornado", 3.0)))
        axes = rows.plot(y="gamma_max")
        axes.figure.canvas.draw()
        self.assertEqual([tick.get_text() for tick in axes.get_xticklabels()], ["uniform", "tornado"])
        self.assertIsNone(axes.get_legend())

    def test_what_cannot_be_drawn_is_refused(self):
        self.refused("no row has 'latncy_mean' (nearest: latency_mean)", self.rows.plot, y="latncy_mean")
        self.refused("no row has 'vsc' (nearest: vcs)", self.rows.plot, by="vsc")
        saturated = dateline.Rows(row for row in self.rows if row["saturated"])
        self.refused("latency_mean: no point has a mean", saturated.plot)

    def test_an_axis_says_the_unit(self):
        labels = {"network_latency_mean": "mean network latency (cycles)", "packet_length": "packet length (flits)",
                  "accepted": "accepted (flits/terminal/cycle)", "vcs": "vcs", "absorption_delay": "absorption delay"}
        self.assertEqual({name: label(name) for name in labels}, labels)


if __name__ == "__main__":
    unittest.main()
