#!/usr/bin/python3
"""Points that share a warm-up: it runs once, before them, and they branch from it; with the simulator itself too, whose results must be those of the
commands that the runner shows."""

import json
import os
import shlex
import subprocess
import unittest

from support import HANGS, SMALL, TOP, ExperimentCase

SEEDS = SMALL + "seeds: [1, 2, 3]\nbranch: {seed: 1}\n"
WHOLE = "command: simulate\noptions: {topology: 'mesh:4x4', load: 0.2, packet-length: 4, warmup: 300, cycles: 900}\n"


class Shared(ExperimentCase):
    def kinds(self):
        """How many simulations were warm-ups, branches and neither."""
        words = self.simulations()
        warm, branch = (sum(f" --{name}" in each for each in words) for name in ("checkpoint-at warmup", "branch"))
        return warm, branch, len(words) - warm - branch

    def test_each_warm_up_runs_once_and_its_points_branch_from_it(self):
        self.define(SEEDS)
        done = self.run_it("small")
        self.assertEqual((done.returncode, self.kinds(), len(self.stored())), (0, (5, 15, 0), 15), done.stderr)
        self.assertIn("15 points, 0 stored, 20 to run", done.stdout)
        warm = [words for words in self.simulations() if "--checkpoint-at" in words]
        self.assertTrue(all(" --seed 1 " in words and "--json" not in words for words in warm), warm)
        for file in self.stored():
            result = json.loads(file.read_text())
            self.assertEqual(result["branch"]["options"], {} if result["seed"] == 1 else {"seed": "1"})
        self.assertEqual(list(self.points.glob("*.warmup")), [], "nothing needs them any more")
        self.assertIn(" 0 to run", self.run_it("small").stdout)
        self.assertEqual(len(self.rows()), 15)

    def test_one_warm_up_for_all_loads(self):
        self.define(SMALL + "branch: {load: 0.1}\n")
        self.assertEqual(self.run_it("small").returncode, 0)
        self.assertEqual(self.kinds(), (2, 5, 0))
        self.assertTrue(all(" --load 0.1 " in words for words in self.simulations() if "--checkpoint-at" in words))

    def test_an_option_that_the_warm_up_does_not_have(self):
        self.define("command: simulate\noptions: {topology: 'torus:8x8', load: 0.1}\ngrid: {faults: [none, 'nodes:3']}\nbranch: {faults: }\n")
        self.assertEqual(self.run_it("small").returncode, 0)
        self.assertEqual(self.kinds(), (1, 2, 0))
        self.assertEqual([words for words in self.simulations() if "--checkpoint-at" in words and "--faults" in words], [])

    def test_a_branch_is_another_point_than_the_run_of_the_same_options(self):
        self.define(SEEDS)
        self.run_it("small")
        self.define(SEEDS.replace("branch: {seed: 1}\n", ""), "other")
        self.assertIn("15 points, 0 stored, 15 to run", self.run_it("other").stdout)
        self.define(SEEDS.replace("branch: {seed: 1}", "branch: {seed: 2}"), "third")
        self.assertIn("15 points, 0 stored, 20 to run", self.run_it("third").stdout)
        self.assertEqual(len(self.stored()), 45)

    def test_what_is_stored_needs_no_warm_up(self):
        self.define(SEEDS)
        self.run_it("small", "--only", "load=0.5")
        self.assertEqual(self.kinds(), (1, 3, 0))
        self.assertEqual(len(list(self.points.glob("*.warmup"))), 1, "more may be wanted")
        self.run_it("small")
        self.assertEqual(self.kinds(), (5, 15, 0))

    def test_seeds_that_are_added_branch_too(self):
        self.define(SEEDS + "replicate: {ci: 0.0001%, at-most: 4}\n")
        done = self.run_it("small", "--only", "load=0.1")
        self.assertEqual((done.returncode, self.kinds()), (0, (2, 8, 0)), done.stderr)

    def test_a_warm_up_that_fails_is_said_and_so_is_what_needed_it(self):
        self.define(SEEDS)
        done = self.run_it("small", STANDIN_FAIL="--load 0.5.*checkpoint-at")
        self.assertEqual((done.returncode, len(self.stored())), (1, 12), done.stderr)
        self.assertIn("4 points failed", done.stderr)
        self.assertRegex((self.results / "small/failed.txt").read_text(), "needs [0-9a-f]{16}, which failed or is not wanted")

    def test_a_result_that_is_no_branch_is_not_that_of_one(self):
        self.define(SEEDS)
        self.run_it("small")
        file = self.stored()[0]
        result = json.loads(file.read_text())
        del result["branch"]
        file.write_text(json.dumps(result))
        self.assertIn(f"rejected {file.stem}: no branch; kept as {file.name}.rejected", self.run_it("small").stderr)

    def test_what_is_no_branch_is_refused_with_its_line(self):
        for more, what in (("branch: 3\n", "'branch' is a mapping"), ("branch: {}\n", "'branch' is a mapping"), ("branch: {sed: 1}\n", r"simulate has no option 'sed' \(nearest: seed"),
                           ("branch: {seed: [1, 2]}\n", "'seed' under branch has one value")):
            self.define(SMALL + more)
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"^error: experiments/small\.yaml:11: {what}")
        self.define("command: loads\nbranch: {seed: 1}\n")
        self.assertIn("small.yaml:2: 'branch' is for runs of 'simulate'", self.run_it("small").stderr)


@unittest.skipUnless("DATELINE" in os.environ, "needs the simulator")
class Simulated(ExperimentCase):
    def test_results_are_those_of_the_commands_that_are_shown(self):
        self.define(WHOLE + "seeds: [1, 2]\nbranch: {seed: 5}\n")
        program = os.environ["DATELINE"]
        shown = [line for line in self.run_it("small", "--dry-run", simulator=program).stdout.splitlines() if " simulate " in line]
        self.assertEqual(len(shown), 3)
        done = self.run_it("small", simulator=program)
        self.assertEqual(done.returncode, 0, done.stderr)
        results = {file.name: file.read_bytes() for file in self.stored()}
        for name in results:
            (self.points / name).unlink()
        self.assertIn("--checkpoint-at", shown[0], "in the order in which they can run")
        for line in shown:
            subprocess.run(shlex.split(line), cwd=TOP, timeout=HANGS, check=False, capture_output=True)
        self.assertEqual({file.name: file.read_bytes() for file in self.stored()}, results)
        self.assertEqual({json.loads(text)["branch"]["options"]["seed"] for text in results.values()}, {"5"})


if __name__ == "__main__":
    unittest.main()
