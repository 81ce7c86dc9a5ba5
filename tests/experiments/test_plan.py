#!/usr/bin/python3
"""Expansion of an experiment to points, and the keys that name them."""

import hashlib
import json
import unittest
from pathlib import Path

from support import ExperimentCase
from runner.errors import UsageError
from runner.format import spec
from runner.planning import plan, selection
from runner.point import Point, shown
from runner.results import claims, collect, samples
from runner.running.simulator import Catalogue


def option(default, output=False):
    return {"default": default, "output": output}


PRESET = {"option": "router", "begins": ["booksim"], "except": []}
CATALOGUE = Catalogue(1, {"simulate": {"topology": option(None), "traffic": option("uniform"), "load": option(None), "seed": option("1"),
                                       "vcs": option("4"), "retransmit": option(False), "json": option(None, True)}})


class Planning(ExperimentCase):
    def expand(self, text, catalogue=CATALOGUE, quick=False):
        self.define("command: simulate\n" + text)
        experiment = spec.load(self.place / "small.yaml", "small.yaml")
        (part,) = experiment.parts.values()
        return plan.Planner(experiment, spec.quick_form(part) if quick else part, catalogue, self.place).points()

    def only(self, text, **more):
        points = self.expand(text, **more)
        self.assertEqual(len(points), 1)
        return points[0]

    def chosen(self, text, *names, **more):
        return [tuple(point.options[name] for name in names) for point in self.expand(text, **more)]

    def test_a_grid_gives_every_combination_the_last_axis_fastest(self):
        self.assertEqual(self.chosen("grid: {vcs: [2, 4], load: [0.1, 0.2]}", "vcs", "load"),
                         [("2", "0.1"), ("2", "0.2"), ("4", "0.1"), ("4", "0.2")])

    def test_zipped_lists_go_in_step(self):
        self.assertEqual(self.chosen("zip: {vcs: [2, 4], load: [0.1, 0.2]}", "vcs", "load"), [("2", "0.1"), ("4", "0.2")])

    def test_each_series_has_loads_of_its_own(self):
        text = "series:\n- {traffic: tornado, load: [0.1]}\n- {traffic: uniform, load: [0.2, 0.3]}\n"
        self.assertEqual(self.chosen(text, "traffic", "load"), [("tornado", "0.1"), ("uniform", "0.2"), ("uniform", "0.3")])

    def test_each_seed_is_a_point(self):
        self.assertEqual(self.chosen("seeds: [1, 2]\ngrid: {vcs: [2, 4]}", "vcs", "seed"),
                         [("2", "1"), ("2", "2"), ("4", "1"), ("4", "2")])

    def test_a_value_may_hold_the_seed_and_is_one_sample_over_seeds(self):
        points = self.expand("options: {load: 0.2}\ngrid: {traffic: ['random:{seed}', uniform]}\nseeds: [4, 12]\n")
        self.assertEqual([(point.options["traffic"], point.given["traffic"], point.options["seed"]) for point in points],
                         [("random:4", "random:4", "4"), ("random:12", "random:12", "12"), ("uniform", "uniform", "4"), ("uniform", "uniform", "12")])
        self.assertEqual([len(own) for own in samples.together(points)], [2, 2])
        self.assertEqual(samples.apart(points[:2]), [])
        self.assertEqual(samples.apart(points), ["traffic"])
        self.assertEqual([shown(point.options["traffic"]) for point in points[:3]], ["random:{seed}", "random:{seed}", "uniform"])
        self.assertEqual([len(selection.meant(points, {"traffic": value})) for value in ("random:{seed}", "random:4", "random:*")], [2, 1, 2])
        self.assertEqual(claims.options_of(points[:1]), claims.options_of(points[1:2]), "a sample, whichever of its seeds is looked at")
        self.assertEqual(points[0].key, self.only("options: {load: 0.2, traffic: 'random:4', seed: 4}").key, "the key is that of the value written out")
        self.assertEqual(self.only("options: {load: 0.2, traffic: 'random:{seed}'}").options["traffic"], "random:1", "the default seed")

    def test_a_point_meant_twice_is_run_once(self):
        self.assertEqual(len(self.expand("series:\n- {load: [0.1, 0.2]}\n- {load: [0.2, 0.3]}\n")), 3)

    def test_the_key_is_the_hash_of_the_canonical_json_of_version_command_and_all_options(self):
        document = ('{"command":"simulate","options":{"load":"0.2","retransmit":false,"seed":"1","topology":"torus:8x8",'
                    '"traffic":"uniform","vcs":"4"},"result_version":1}')
        expected = hashlib.sha256(document.encode()).hexdigest()[:16]
        self.assertEqual(self.only("options: {topology: 'torus:8x8', load: 0.2}").key, expected)

    def test_an_option_that_changes_no_result_is_in_no_key(self):
        listed = {"simulate": {**CATALOGUE.commands["simulate"], "open": {**option(None), "inert": True}}}
        point = self.only("options: {load: 0.2, open: all}", catalogue=Catalogue(1, listed))
        self.assertEqual(point.given["open"], "all")
        self.assertEqual(point.key, self.only("options: {load: 0.2}").key)

    def test_the_catalogue_is_asked_once_for_all_points_of_a_part(self):
        asked = []

        class Counting(Catalogue):
            def inert(self, command):
                asked.append("inert")
                return super().inert(command)

            def unused(self, command, options):
                asked.append("unused")
                return super().unused(command, options)
        points = self.expand("options: {topology: a}\ngrid: {load: [0.1, 0.2, 0.3], traffic: [uniform, tornado]}\nseeds: [1, 2, 3]\n",
                             catalogue=Counting(1, CATALOGUE.commands))
        self.assertEqual(len(points), 18)
        self.assertEqual(sorted(asked), ["inert", "unused"])

    def test_a_default_that_is_written_out_does_not_change_the_key(self):
        self.assertEqual(self.only("options: {load: 0.2}").key,
                         self.only("options: {load: 0.2, vcs: 4, traffic: uniform, retransmit: false}\nseeds: [1]").key)

    def test_a_number_and_its_text_are_the_same_value(self):
        self.assertEqual(self.only("options: {vcs: 8, load: 0.20}").key, self.only("options: {vcs: '8', load: '0.2'}").key)

    def test_a_default_beside_another_option_is_one_as_if_it_were_written_out(self):
        listed = Catalogue(1, {"simulate": {**CATALOGUE.commands["simulate"], "router": option("dally1992"),
                                            "router.pipeline": {**option("0"), "defaults_beside": [{**PRESET, "default": "2"}]},
                                            "router.passes": {**option("1"), "needs": [{"option": "router.pipeline", "begins": [], "except": []}]}}})
        cases = {text: self.only(f"options: {{{text}}}", catalogue=listed) for text in (
            "load: 0.2", "load: 0.3, router: booksim", "load: 0.3, router: booksim, router.pipeline: 2", "load: 0.3, router: booksim, router.pipeline: 0",
            "load: 0.2, router.pipeline: 2", "load: 0.3, router: booksim, vcs: 4")}
        plain, preset, written, other, single, same = cases.values()
        self.assertEqual([case.options["router.pipeline"] for case in cases.values()], ["0", "2", "2", "0", "2", "2"])
        self.assertEqual(len({case.key for case in cases.values()}), 4)
        self.assertTrue(preset.key == written.key == same.key)
        self.assertEqual(plain.key, self.only("options: {load: 0.2, router: dally1992, router.pipeline: 0}", catalogue=listed).key)
        used = {name: value for name, value in single.options.items() if name != "json"}
        self.assertEqual(single.key, plan.key_of(1, "simulate", used, {}))
        self.assertEqual(plain.key, plan.key_of(1, "simulate", {name: value for name, value in plain.options.items() if name != "router.passes"}, {}))
        points = self.expand("options: {router: booksim}\ngrid: {load: [0.1, 0.2]}", catalogue=listed)
        self.assertIs(points[0].options.defaults, points[1].options.defaults)

    def test_any_option_and_the_result_version_change_the_key(self):
        plain = self.only("options: {load: 0.2}").key
        others = [self.only(f"options: {{load: 0.2, {other}}}").key for other in ("vcs: 8", "seed: 2", "retransmit: true", "topology: t")]
        others.append(self.only("options: {load: 0.2}", catalogue=Catalogue(2, CATALOGUE.commands)).key)
        self.assertEqual(len({plain, *others}), 6)

    def test_the_content_of_a_file_that_a_value_names_changes_the_key(self):
        file = self.place / "p.txt"
        for value in ("permutation:p.txt", "matrix:p.txt normalise"):
            file.write_text("1\n0\n")
            before = self.only(f"options: {{traffic: '{value}'}}").key
            self.assertEqual(self.only(f"options: {{traffic: '{value}'}}").key, before)
            file.write_text("0\n1\n")
            self.assertNotEqual(self.only(f"options: {{traffic: '{value}'}}").key, before)

    def test_so_does_that_of_a_part_of_a_value(self):
        file = self.place / "some.faults"
        file.write_text("node 1\n")
        values = ("some.faults", "nodes:3+some.faults", "nodes:3+some.faults+random:2")
        before = [self.only(f"options: {{traffic: '{value}'}}").key for value in values]
        self.assertEqual([self.only(f"options: {{traffic: '{value}'}}").key for value in values], before)
        file.write_text("node 2\n")
        for value, key in zip(values, before):
            self.assertNotEqual(self.only(f"options: {{traffic: '{value}'}}").key, key, value)

    def test_so_does_that_of_one_in_a_list_and_of_one_whose_name_has_no_dot(self):
        values = ("part", "given:part", "given:one,part", "part*3", "one,part*3", "worst-case:table:part", "schedule:part,repeat=2")
        for value in values:
            keys = set()
            for content in ("1", "2", "1"):
                (self.place / "part").write_text(content)
                keys.add(self.only(f"options: {{topology: '{value}'}}").key)
            self.assertEqual(len(keys), 2, value)

    def test_so_does_that_of_a_file_named_by_a_stream_of_a_file(self):
        (self.place / "two.streams").write_text("a load=0.1 traffic=permutation:part\nb load=0.1\n")
        keys = set()
        for content in ("1", "2", "1"):
            (self.place / "part").write_text(content)
            keys.add(self.only("options: {load: 0.2, traffic: 'streams:two.streams'}").key)
        self.assertEqual(len(keys), 2)

    def test_a_value_that_is_longer_than_any_file_name_is_a_value(self):
        value = "nodes:" + ",".join(map(str, range(100)))
        self.assertEqual(self.only(f"options: {{topology: '{value}'}}").options["topology"], value)

    def test_quick_replaces_options(self):
        text = "options: {vcs: 8, load: 0.2}\nquick: {vcs: 2}\n"
        self.assertEqual(self.chosen(text, "vcs"), [("8",)])
        self.assertEqual(self.chosen(text, "vcs", quick=True), [("2",)])

    def test_filters_all_hold_and_take_patterns(self):
        points = self.expand("grid: {traffic: [tornado, transpose, uniform], load: [0.1, 0.2]}")
        part = spec.load(self.place / "small.yaml", "small.yaml").parts[""]
        chosen = selection.only({"": plan.PartPlan(part, points)}, ["traffic=t*", "load=0.2"])
        self.assertEqual([point.options["traffic"] for point in points if ("", point.key) in chosen], ["tornado", "transpose"])

    def test_mistakes_name_their_line(self):
        for text, line, words in (
                ("options:\n  vsc: 4\n", 3, "nearest: vcs"),
                ("options:\n  vcs: [2, 4]\n", 3, "several values"),
                ("grid:\n  vcs: 4\n", 3, "list"),
                ("zip:\n  vcs: [2, 4]\n  load: [0.1]\n", 3, "length"),
                ("options:\n  vcs: 4\ngrid:\n  vcs: [2]\n", 5, "vcs"),
                ("options:\n  vcs: 4\nseries:\n- vcs: 2\n", 5, "vcs"),
                ("options:\n  seed: 4\nseeds: [1]\n", 4, "seed"),
                ("options:\n  json: here\n", 3, "output"),
                ("options:\n  vcs: true\n", 3, "vcs"),
                ("options:\n  retransmit: 1\n", 3, "true or false"),
                ("options:\n  vcs:\n", 3, "vcs"),
                ("options:\n  vcs: 4\n  vcs: 4\n", 4, "twice"),
                ("grid:\n  vcs: [2, '2']\n", 3, "twice"),
                ("serie: []\n", 2, "nearest: series"),
                ("figures: [latency]\n", 2, "nearest: latency-vs-load"),
                ("options: [1]\n", 2, "options"),
                ("options: {vcs: 4\n", 3, "not YAML")):
            with self.subTest(text=text), self.assertRaises(UsageError) as raised:
                self.expand(text)
            self.assertIn(f"small.yaml:{line}: ", str(raised.exception))
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


class Quickstart(unittest.TestCase):
    def test_the_quickstart_plans_with_three_patterns_and_dense_knees(self):
        from support import STANDIN, TOP
        from runner.running.simulator import Simulator
        experiment = spec.load(Path(TOP / "experiments/tutorial/quickstart.yaml"), "quickstart.yaml")
        plans = plan.plans(experiment, experiment.parts.values(), Simulator(STANDIN, TOP).catalogue(), TOP)
        points = next(iter(plans.values())).points
        loads = {}
        for point in points:
            self.assertEqual((point.options["topology"], point.options["routing"], point.options["vcs"], point.options["packet-length"]),
                             ("torus:8x8", "dor", "4", "32"))
            loads.setdefault(point.options["traffic"], {}).setdefault(float(point.options["load"]), set()).add(point.options["seed"])
        self.assertEqual(list(loads), ["uniform", "tornado", "transpose"])
        for seeds in loads.values():
            own = list(seeds)
            self.assertTrue(all(one == {"1", "2", "3"} for one in seeds.values()), "an interval wants several seeds")
            self.assertEqual(own, sorted(own))
            self.assertGreaterEqual(len(own), 9)
            self.assertLess(own[-2] - own[-3], own[2] - own[1])


class Simulators(unittest.TestCase):
    def test_the_command_line_sets_what_the_experiment_sets(self):
        from runner.running.simulator import Simulator
        top = Path("/top")
        point = Point("simulate", {"vcs": "4", "retransmit": True, "drain": False}, {}, "0" * 16)
        words = Simulator(top / "build/dateline", top).command_line(point, top / "results/points/k.json")
        self.assertEqual(words, ["build/dateline", "simulate", "--vcs", "4", "--retransmit", "--drain=false", "--json", "results/points/k.json"])

    def test_a_command_may_be_two_words_and_files_are_kinds_of_out(self):
        from runner.running.simulator import Simulator
        top = Path("/top")
        point = Point("mesh run", {"side": "16"}, {}, "0" * 16, ("frames", "trace"))
        words = Simulator(top / "build/dateline", top).command_line(point, top / "results/points/k.json")
        self.assertEqual(words, ["build/dateline", "mesh", "run", "--side", "16", "--out", f"frames=results/points/{'0' * 16}.frames", "--out",
                                 f"trace=results/points/{'0' * 16}.trace", "--json", "results/points/k.json"])
        self.assertEqual(collect.command_of(point), "dateline mesh run --side 16")

    def test_kinds_of_out_are_listed_behind_it(self):
        listed = Catalogue(1, {"loads": {"topology": option(None), "out=channels": option(None, True), "jobs": option("1", True)}})
        self.assertEqual((listed.outputs("loads"), listed.kinds("loads"), set(listed.inputs("loads"))), ({"channels", "jobs"}, {"channels"}, {"topology"}))

    def test_the_catalogue_parts_inputs_from_outputs(self):
        self.assertNotIn("json", CATALOGUE.inputs("simulate"))
        self.assertEqual(CATALOGUE.outputs("simulate"), {"json"})
        json.dumps(CATALOGUE.inputs("simulate"))


if __name__ == "__main__":
    unittest.main()
