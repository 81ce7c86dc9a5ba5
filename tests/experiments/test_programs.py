#!/usr/bin/python3
"""Programs of an experiment beside the simulator: their commands, the files that they leave for other parts, when their points are made again, what is
refused; and the search for permutations, on a machine whose answers are known."""

import importlib.util
import json
import os
import tempfile
import unittest
from pathlib import Path

from support import TOP, ExperimentCase

PROGRAM = '''\
#!/usr/bin/python3
import json, sys
if sys.argv[1] == "list":
    options = {"topology": {"default": None}, "times": {"default": "1"}, "out=permutation": {"default": None, "output": True}}
    print(json.dumps({"result_version": 0, "commands": {"COMMAND": {"options": options}}}))
else:
    given = dict(zip(sys.argv[2::2], sys.argv[3::2]))
    assert given["--dateline"].endswith("standin_program.py")
    with open(given["--out"].partition("=")[2], "w") as file:
        file.write("1\\n0\\n")
    result = {"schema": "dateline.COMMAND/1", "result_version": VERSION, "options": {"topology": given["--topology"], "times": given.get("--times", "1")}, "found": 3}
    with open(given["--json"], "w") as file:
        json.dump(result, file)
'''
EXPERIMENT = """\
programs: [PROGRAM]
parts:
  search:
    command: find
    options: {topology: torus:8x8, times: 2}
    outputs: [permutation]
    columns: [found]
  simulated:
    command: simulate
    options: {topology: torus:8x8, load: 0.1}
    grid: {traffic: [{part: search, output: permutation, as: "permutation:", called: found}, uniform]}
"""
SEARCH = TOP / "experiments/data/near-worst/search.py"


class Programs(ExperimentCase):
    def setUp(self):
        super().setUp()
        from support import STANDIN, Simulator  # pylint: disable=import-outside-toplevel
        self.version = Simulator(STANDIN, TOP).catalogue().result_version
        self.program("find")
        self.define(EXPERIMENT.replace("PROGRAM", str(self.place / "find.py")))

    def program(self, command, more=""):
        file = self.place / "find.py"
        file.write_text(PROGRAM.replace("COMMAND", command).replace("VERSION", str(self.version)) + more)
        file.chmod(0o755)

    def test_a_part_is_made_by_a_program_and_leaves_a_file_for_another(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("| 3 |", summary)
        self.assertTrue(any("--traffic permutation:" in words and ".permutation" in words for words in self.simulations()))
        self.assertIn("0 to run", self.run_it("small").stdout)

    def test_another_text_of_the_program_makes_its_points_anew(self):
        self.run_it("small")
        self.program("find", "# changed\n")
        self.assertIn("3 points, 1 stored, 2 to run", self.run_it("small").stdout)  # the one that needs its file, too

    def test_what_is_refused(self):
        self.program("simulate")
        self.assertIn("another program has its command 'simulate'", self.run_it("small").stderr)
        self.program("find")
        done = self.run_it("small", "--slurm")
        self.assertEqual(done.returncode, 2)
        self.assertIn("leave --slurm out", done.stderr)
        self.define(EXPERIMENT.replace("PROGRAM", "none.py"))
        self.assertIn("none.py is not an executable file", self.run_it("small").stderr)
        self.define(EXPERIMENT.replace("PROGRAM", str(self.place / "find.py")).replace("times: 2", "time: 2"))
        self.assertIn("find has no option 'time'", self.run_it("small").stderr)


    def test_a_file_elsewhere_runs_none_that_its_user_has_not_allowed(self):
        elsewhere = self.place / "far" / "elsewhere"
        elsewhere.mkdir(parents=True)
        self.program("find", f"\nopen({str(elsewhere / 'it ran')!r}, 'w').close()\n")
        (elsewhere / "own.yaml").write_text(EXPERIMENT.replace("PROGRAM", str(self.place / "find.py")))
        for words in ([], ["--dry-run"], ["status"]):
            done = self.run_it(*words, str(elsewhere / "own.yaml"))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"own\.yaml: runs programs of its own, .*find\.py: .*--programs")
            self.assertFalse((elsewhere / "it ran").exists())
        self.assertEqual(self.run_it(str(elsewhere / "own.yaml"), "--programs").returncode, 0)
        self.assertTrue((elsewhere / "it ran").exists())


class Search(unittest.TestCase):
    """A machine that serves a source the worse the more destinations are not their own successor."""

    def setUp(self):
        module = importlib.util.spec_from_file_location("search", SEARCH)
        self.module = importlib.util.module_from_spec(module)
        module.loader.exec_module(self.module)

    def search(self, noise=0.0):
        import random  # pylint: disable=import-outside-toplevel
        dice = random.Random(5)
        found = self.module.Search(None, None)

        def values(to):
            found.runs += 5
            away = sum(d != (i + 1) % len(to) for i, d in enumerate(to))
            return [1 - away / 100 + noise * dice.random() for _ in range(5)]
        found.values = values
        return found, random.Random(1)

    def test_it_keeps_what_is_worse_on_equal_seeds(self):
        search, dice = self.search()
        start = [(i + 1) % 8 for i in range(8)]
        to = search.improved(start, 100, dice)
        self.assertEqual(sorted(to), list(range(8)))
        self.assertEqual(sum(d == (i + 1) % 8 for i, d in enumerate(to)), 0)
        self.assertTrue(all(d != i for i, d in enumerate(to)))  # none stays at its router

    def test_differences_that_chance_may_make_change_nothing(self):
        search, dice = self.search(noise=100.0)
        kept = sum(search.is_worse([1, 0, 3, 2], [1, 2, 3, 0]) for _ in range(200))
        self.assertLess(kept, 24)  # one-sided 95%: 10 of 200 expected, 24 with a chance of 10^-4
        del dice

    def test_it_lists_its_options_as_the_simulator_does(self):
        listed = self.module.catalogue()["commands"]["permutation-search"]["options"]
        self.assertEqual({name for name, option in listed.items() if option["output"]}, {"out=permutation"})

    @unittest.skipUnless(os.environ.get("DATELINE"), "DATELINE names no program")
    def test_the_same_seed_finds_the_same_and_it_is_a_permutation(self):
        import subprocess  # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory() as place:
            results = []
            for name in ("one", "two"):
                words = [SEARCH, "permutation-search", "--topology", "torus:3x3", "--routing", "dor", "--evaluations", "1", "--json", f"{place}/{name}.json",
                         "--out", f"permutation={place}/{name}.txt", "--dateline", os.environ["DATELINE"]]
                subprocess.run(list(map(str, words)), check=True, capture_output=True)
                results.append(json.loads(Path(place, f"{name}.json").read_text()))
                lines = [int(line) for line in Path(place, f"{name}.txt").read_text().splitlines() if line[0] != "#"]
                self.assertEqual((sorted(lines), lines), (list(range(9)), results[-1]["permutation"]))
            self.assertEqual(results[0], results[1])
            self.assertLessEqual(results[0]["after"], results[0]["before"])


if __name__ == "__main__":
    unittest.main()
