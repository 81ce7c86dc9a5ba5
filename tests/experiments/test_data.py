#!/usr/bin/python3
"""The experiments that come with the program, and their data files."""

import hashlib
import importlib.util
import json
import os
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from support import STANDIN, TOP, WHOLE, call, sample, written
from runner import folders
from runner.format import spec, validate
from runner.planning import plan
from runner.running.simulator import Simulator

DATA = TOP / "experiments/data"


def figure8():
    module = importlib.util.spec_from_file_location("figure8", DATA / "figure8.py")
    loaded = importlib.util.module_from_spec(module)
    module.loader.exec_module(loaded)
    return loaded


def destinations(text):
    return [int(line) for line in text.splitlines() if not line.startswith("#")]


def load(permutation):
    """On (0,0)->(1,0) under ROMM, by enumeration of paths."""
    script = figure8()
    return sum((script.load_on_c((i % 9, i // 9), (to % 9, to // 9)) for i, to in enumerate(permutation) if to != i), Fraction(0))


class Adversary(unittest.TestCase):
    def test_a_pair_loads_the_channel_as_known(self):
        script = figure8()
        # worked out independently: (0,0)->(2,3) 11/24, (7,8)->(2,2) 1/8, and a row of tornado 1 for the four that cross
        self.assertEqual(script.load_on_c((0, 0), (2, 3)), Fraction(11, 24))
        self.assertEqual(script.load_on_c((7, 8), (2, 2)), Fraction(1, 8))
        self.assertEqual([script.load_on_c((x, 0), ((x + 4) % 9, 0)) for x in range(9)], [1, 0, 0, 0, 0, 0, 1, 1, 1])
        self.assertEqual(script.load_on_c((2, 3), (0, 0)), 0)

    def test_the_files_are_what_the_script_writes(self):
        files = figure8().files()
        self.assertEqual({file.name: file.read_text() for file in (DATA / "figure8").iterdir()}, files)
        self.assertEqual(len(files), 7 + 8)

    def test_every_step_is_a_permutation_that_adds_to_the_one_before(self):
        for name, loads in (("by-row", [Fraction(4) + Fraction(2 * step, 5) for step in range(7)]),
                            ("greedy", [4, Fraction(13, 3), Fraction(14, 3), 5, Fraction(21, 4), Fraction(11, 2), Fraction(57, 10), Fraction(59, 10)])):
            previous = None
            for step, expected in enumerate(loads):
                own = destinations((DATA / f"figure8/{name}-{step}.txt").read_text())
                self.assertEqual(sorted(own), list(range(81)))
                self.assertEqual(load(own), expected)
                if previous:
                    self.assertTrue(all(to == own[node] for node, to in enumerate(previous) if to != node), "a pair was given up")
                previous = own
        self.assertEqual(load(destinations((DATA / "figure8/by-row-6.txt").read_text())), Fraction(32, 5))

    def test_the_printed_worst_case_is_a_permutation_with_load_32_5(self):
        own = destinations((DATA / "figure9.txt").read_text())
        self.assertEqual(sorted(own), list(range(81)))
        # the first row and the last entry of the printed matrix: (0,0) -> (4,0), (0,1) -> (4,6), ..., (8,8) -> (3,3)
        self.assertEqual([own[9 * j] for j in range(9)], [a + 9 * b for a, b in
                         ((4, 0), (4, 6), (4, 7), (4, 8), (8, 8), (6, 7), (4, 1), (4, 2), (4, 3))])
        self.assertEqual(own[80], 3 + 9 * 3)
        self.assertEqual(load(own), Fraction(32, 5))


class Experiments(unittest.TestCase):
    NAMES = ("availability", "average-case", "bounds", "buffers", "bursty", "collective-mappings", "collectives", "collectives-best",
             "compare-routings", "competitive", "fault-sweep", "faults-claims", "faults-fig3", "faults-fig4", "faults-fig5", "faults-fig6",
             "faults-fig7", "faults-knees", "faults-links", "faults-parameters", "faults-process", "faults-recovery", "faults-routings", "fft", "figure4", "figure8", "figure9",
             "first-result", "goal-example", "growth", "hypercube-fig5", "hypercube-fig6", "hypercube-fig7", "hypercube-set", "interference",
             "job-mapping", "latency-energy", "link-errors", "mesh-film", "mesh-gap", "mesh-lemmas", "mesh-machines", "mesh-scaling", "near-worst", "near-worst-search",
             "network-limits", "network-map", "networks-bias", "networks-depth", "networks-dragonfly", "networks-fattree", "networks-hyperx",
             "networks-slimfly", "networks-table", "networks-training", "optimal", "quickstart", "random-faults", "request-reply", "table1",
             "training-timeline", "vc-policies")

    @unittest.skipUnless(os.environ.get("DATELINE"), "DATELINE names no program")
    def test_all_can_be_planned_in_full_and_quick_form(self):
        simulator = Simulator(Path(os.environ["DATELINE"]), TOP)  # the stand-in has not all options
        files = folders.files(TOP / "experiments")
        self.assertEqual(sorted(files), sorted(self.NAMES))
        for name in self.NAMES if WHOLE else sample(self.NAMES[1:], 4):  # others than below, where it is the program itself
            with self.subTest(experiment=name):
                experiment = spec.load(files[name], name)
                parts = list(experiment.parts.values())
                _, catalogue = simulator.beside(experiment.programs)
                full = plan.plans(experiment, parts, catalogue, TOP)
                validate.validate(experiment, full)
                self.assertTrue(experiment.about)
                quick = plan.plans(experiment, map(spec.quick_form, parts), catalogue, TOP)
                self.assertLessEqual(sum(len(each.cases) for each in quick.values()), sum(len(each.cases) for each in full.values()))

    def test_bounds_has_about_sixty_combinations(self):
        catalogue = Simulator(STANDIN, TOP).catalogue()
        experiment = spec.load(TOP / "experiments/saturation/bounds.yaml", "bounds")
        (own,) = plan.plans(experiment, experiment.parts.values(), catalogue, TOP).values()
        self.assertTrue(55 <= len(own.searches) <= 70, len(own.searches))


@unittest.skipUnless(os.environ.get("DATELINE"), "DATELINE names no program")
class Program(unittest.TestCase):
    """The same with the program itself."""

    def run_it(self, *words):
        with tempfile.TemporaryDirectory() as place, written(("svg",)):
            done = call([*words, "--simulator", os.environ["DATELINE"], "--results", place], TOP, os.environ)
            return done, "".join(file.read_text() for file in Path(place).glob("*/summary.md"))

    def test_it_knows_every_command_option_and_name_of_the_experiments(self):
        for name in sample(Experiments.NAMES, 2):
            with self.subTest(experiment=name):
                done, _ = self.run_it(name, "--dry-run")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_run_records_the_options_that_its_key_is_made_of(self):
        catalogue = Simulator(Path(os.environ["DATELINE"]), TOP).catalogue()
        self.assertEqual(catalogue.unused("simulate", {"workload": "all-reduce:ring,bytes=64", "fixed-points": "silent", "workload.flit-bytes": "1"}), {"fixed-points"})
        self.assertEqual(catalogue.unused("simulate", {"workload": "permutation:reverse", "packet-length": "32", "workload.flit-bytes": "1"}), {"workload.flit-bytes"})
        self.assertEqual(catalogue.unused("simulate", {"workload": "request-reply:window=2", "packet-length": "32", "cycles": "30000"}), {"packet-length"})
        for given in ({"workload": "all-reduce:ring,bytes=64", "mapping": "random:{seed}", "workload.flit-bytes": "16", "packet-length": "64"},
                      {"workload": "goal:experiments/data/goal/workers.goal"}, {"workload": "permutation:random:1", "packet-length": "5"},
                      {"load": "0.1", "injection": "on-off:8,1", "packet-length": "1@0.8,17@0.2", "cycles": "200"},
                      {"load": "0.02pkt", "router": "booksim", "router.pipeline": "1", "packet-length": "5", "cycles": "200"}, {"workload": "all-reduce:ring,bytes=64"}):
            with self.subTest(given=given), tempfile.TemporaryDirectory() as place:
                options = {"topology": "torus:8", **given, "seed": "3"}
                Path(place, "own.yaml").write_text(json.dumps({"command": "simulate", "options": options}))
                done = call(["own", "--simulator", os.environ["DATELINE"], "--experiments", place, "--results", f"{place}/results"], TOP, os.environ)
                self.assertEqual(done.returncode, 0, done.stderr)
                (file,) = (one for one in Path(place, "results/points").glob("*.json") if "provenance" not in one.name)
                recorded = json.loads(file.read_text())["options"]
                goal = TOP / "experiments/data/goal/workers.goal"
                files = {"workload": hashlib.sha256(goal.read_bytes()).hexdigest()} if "goal:" in given.get("workload", "") else {}
                everything = {**catalogue.inputs("simulate"), **recorded}
                used = {name: value for name, value in everything.items() if name in recorded or value is None}  # what is not set is not recorded
                for name in catalogue.unused("simulate", everything) | catalogue.inert("simulate"):
                    self.assertNotIn(name, recorded)
                    used.pop(name, None)
                self.assertEqual(plan.key_of(catalogue.result_version, "simulate", used, files), file.stem)
                self.assertEqual({name: recorded[name] for name in given}, {name: value.replace("{seed}", "3") for name, value in given.items()})

    def test_the_exact_experiments_come_out_as_printed(self):
        for name, verdict in sample((("figure9", "| truncated |"), ("figure4", "| 2 | 2 | 2 |"), ("figure8", "| 32/5 | 32/5 = 6.4 |")), 1):
            with self.subTest(experiment=name):
                done, summary = self.run_it(name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(verdict, summary)
                self.assertNotIn("VIOLATED", summary)
                self.assertNotIn("no result", summary)

    def test_the_mesh_experiments_come_out_as_expected(self):
        verdicts = (("mesh-gap", "| 3180 | 3180 | +0.00% | equal |"), ("mesh-lemmas", "| 73594 | 73594 |"), ("mesh-scaling", "| 230 | 230 |"))
        for name, verdict in sample(verdicts, 1):
            with self.subTest(experiment=name):
                done, summary = self.run_it(name, "--quick")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(verdict, summary)
                self.assertNotIn("VIOLATED", summary)
                self.assertNotIn("no result", summary)


if __name__ == "__main__":
    unittest.main()
