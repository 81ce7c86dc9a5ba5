#!/usr/bin/python3
"""An experiment file anywhere: what is relative to it, where results go; what installs and builds nothing; a point's command; provenance."""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from support import SMALL, STANDIN, TOP, ExperimentCase, call

NAMED = SMALL.replace("traffic: tornado", "traffic: permutation:given.txt")


class Elsewhere(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.folder = self.place / "a place, of mine"
        self.folder.mkdir()
        self.file = self.folder / "own one.yaml"
        self.file.write_text(NAMED)
        (self.folder / "given.txt").write_text("0\n")

    def run_own(self, *words, cwd=TOP, **environment):
        """Without --results and --experiments."""
        return call(["--simulator", str(STANDIN), *words], cwd, self.environment(**environment))

    def keys(self, results):
        return sorted(file.name for file in (results / "points").glob("*.json") if "provenance" not in file.name)

    def test_results_go_beside_it_and_its_files_are_relative_to_it_wherever_one_stands(self):
        done = self.run_own("own one.yaml", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        keys = self.keys(self.folder / "results")
        self.assertEqual(len(keys), 5)
        self.assertTrue((self.folder / "results/own one/results.csv").is_file())
        for cwd, word in (("/", str(self.file)), (self.place, "a place, of mine/own one.yaml"), (self.folder, "./own one.yaml")):
            self.assertIn("5 points, 5 stored, 0 to run", self.run_own(word, cwd=cwd).stdout)
        (self.folder / "given.txt").write_text("1\n")
        self.assertIn("5 points, 3 stored, 2 to run", self.run_own(str(self.file), "--dry-run", cwd="/").stdout, "the content of its file counts")

    def test_with_results_nothing_is_written_beside_it(self):
        done = self.run_own(str(self.file), "--results", "there", cwd=self.place)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.keys(self.place / "there")), 5)
        self.assertEqual(sorted(os.listdir(self.folder)), ["given.txt", "own one.yaml"])

    def test_an_experiment_of_the_checkout_is_the_same_by_name_and_by_path(self):
        self.run_it("small")
        self.assertIn("5 stored, 0 to run", self.run_it(str(self.place / "small.yaml")).stdout)

    def test_experiments_of_a_subject_stand_in_its_folder_and_are_run_by_their_bare_names(self):
        subject = self.place / "subject"
        subject.mkdir()
        (subject / "deep.yaml").write_text(SMALL)
        self.assertIn("5 points, 0 stored", self.run_it("deep").stdout)
        self.assertTrue((self.results / "deep/results.csv").is_file())
        self.assertIn("5 stored, 0 to run", self.run_it(str(subject / "deep.yaml")).stdout)
        self.assertIn("deep", self.run_it("list").stdout)
        self.assertRegex(self.run_it("depe").stderr, r"^error: no experiment 'depe' \(nearest: deep\)\n$")
        (subject / "deep.yaml").write_text(SMALL.replace("routing: dor", "routing: xyz"))
        self.assertRegex(self.run_it("deep").stderr, r"^error: experiments/subject/deep\.yaml:5: 'routing' has no value xyz")

    def test_two_experiments_of_one_name_are_refused(self):
        (self.place / "subject").mkdir()
        (self.place / "subject/small.yaml").write_text(SMALL)
        done = self.run_it("small")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "error: two experiments are called 'small': experiments/small.yaml and experiments/subject/small.yaml\n"))

    def test_commands_that_are_shown_work_from_where_one_stands(self):
        shown = self.run_own(str(self.file), "--dry-run", cwd="/").stdout.splitlines()
        command = next(line for line in shown if " simulate " in line)
        (self.folder / "results/points").mkdir(parents=True)
        self.assertEqual(subprocess.run(command, shell=True, cwd="/").returncode, 0)
        self.assertIn("5 points, 1 stored", self.run_own(str(self.file), "--dry-run").stdout)

    def test_a_simulator_beside_it_is_not_looked_for_on_the_path(self):
        shutil.copy(STANDIN, self.folder / "simulator")
        for module in STANDIN.parent.glob("standin*.py"):
            shutil.copy(module, self.folder)
        done = self.run_own("own one.yaml", "--simulator", "simulator", cwd=self.folder)
        self.assertEqual((done.returncode, len(self.keys(self.folder / "results"))), (0, 5), done.stderr[-500:])

    def test_messages_name_it_as_it_was_typed(self):
        self.file.write_text(NAMED.replace("routing: dor", "routing: xyz"))
        self.assertRegex(self.run_own("own one.yaml", cwd=self.folder).stderr, r"^error: own one\.yaml:5: 'routing' has no value xyz")
        self.assertEqual(os.listdir(self.folder / "results") if (self.folder / "results").exists() else [], [])

    def test_what_is_no_file_is_one_line(self):
        (self.folder / "folder.yaml").mkdir()
        (self.folder / "loop.yaml").symlink_to("loop.yaml")
        (self.folder / "points.yaml").write_text(NAMED)
        for name, words in (("nothing.yaml", "No such file"), ("folder.yaml", "not a regular file"), ("loop.yaml", "symbolic links"), ("../..yaml", "cannot be called"),
                            ("own one.yaml/x.yaml", "(No such file|Not a directory)"), ("points.yaml", "cannot be called 'points'"), ("nothing/x.yml", "No such file"),
                            ("...yaml", "(cannot be called|No such file)")):
            done = self.run_own(name, cwd=self.folder)
            self.assertEqual(done.returncode, 2, (name, done.stderr))
            self.assertRegex(done.stderr, rf"^error: [^\n]*{words}[^\n]*\n$")
        (self.folder / "..yaml").write_text(NAMED)
        self.assertRegex(self.run_own("..yaml", cwd=self.folder).stderr, r"^error: an experiment cannot be called '\.'")
        self.assertFalse((self.folder / "results").exists())

    def test_a_place_that_cannot_be_written_is_one_line(self):
        (self.folder / "results").write_text("a file\n")
        done = self.run_own("own one.yaml", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^error: [^\n]*results[^\n]*(Not a directory|File exists)\n$")
        done = self.run_own("own one.yaml", "--results", "/proc/nowhere", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^error: /proc/nowhere[^\n]*\n$")


class Table(ExperimentCase):
    def test_every_row_has_its_command_and_the_options_that_all_rows_share(self):
        self.define(SMALL.replace("routing: dor", "routing: dor\n  cycles: 700"))
        self.run_it("small")
        row = self.rows()[4]
        self.assertEqual(row["command"], "dateline simulate --topology torus:8x8 --routing dor --cycles 700 --traffic tornado --load 0.2")
        self.assertEqual((row["topology"], row["routing"]), ("torus:8x8", "dor"))
        # `cycles` is measured too: the option has the name it has in the JSON
        self.assertEqual((row["cycles"], row["options.cycles"]), ("700", "700"))
        with open(self.results / "small/results.csv", newline="") as file:
            header = next(csv.reader(file))
        self.assertEqual(len(header), len(set(header)))
        self.assertEqual(header[:3], ["traffic", "load", "status"])
        self.assertEqual(header[header.index("key"):], ["key", "command", "topology", "routing", "options.cycles"])

    def test_no_column_stands_there_twice(self):
        self.define(SMALL + "grid: {cycles: [300, 700]}\n")
        self.run_it("small")
        with open(self.results / "small/results.csv", newline="") as file:
            header = next(csv.reader(file))
        self.assertEqual(len(header), len(set(header)), header)
        self.assertEqual([(row["options.cycles"], row["cycles"]) for row in self.rows()][:2], [("300", "300"), ("700", "700")])

    def test_without_results_the_columns_are_there_too(self):
        self.run_it("small", STANDIN_FAIL="simulate")
        self.assertEqual([(row["status"], row["topology"]) for row in self.rows()], [("failed", "torus:8x8")] * 5)

    def test_a_search_has_the_command_that_searches(self):
        self.define("command: simulate\noptions: {topology: torus:8x8}\ngrid: {traffic: [uniform, tornado]}\nsearch: {resolution: 0.5}\n")
        self.run_it("small")
        self.assertEqual(self.rows()[0]["command"], "dateline saturate --topology torus:8x8 --traffic uniform --search.resolution 0.5")
        with open(self.results / "small/results-probes.csv", newline="") as file:
            self.assertEqual(next(csv.DictReader(file))["command"], self.rows()[0]["command"])


class Show(ExperimentCase):
    def test_the_command_of_a_key_of_the_table_makes_that_point(self):
        self.run_it("small")
        key = self.rows()[4]["key"]
        for word in (key, key[:9]):
            shown = self.run_it("show", "small", word)
            self.assertEqual((shown.returncode, shown.stdout.count("\n")), (0, 1), shown.stderr)
        self.assertIn("--traffic tornado --load 0.2 ", shown.stdout)
        (self.points / f"{key}.json").unlink()
        self.assertEqual(subprocess.run(shlex.split(shown.stdout), cwd=TOP).returncode, 0)
        self.assertIn("5 stored, 0 to run", self.run_it("small", "--dry-run").stdout)

    def test_it_needs_no_results_and_leaves_none(self):
        commands = self.run_it("small", "--dry-run").stdout.splitlines()[1:]
        key = re.search(r"([0-9a-f]{16})\.json$", commands[0])[1]
        self.assertEqual(self.run_it("show", "small", key).stdout.splitlines(), commands[:1])
        self.assertFalse(self.results.exists())

    def test_runs_of_a_search_have_commands_too(self):
        self.define("command: simulate\noptions: {topology: torus:8x8}\nsearch: {resolution: 0.5}\nseeds: [1, 2]\n")
        self.run_it("small")
        self.assertEqual(len(self.stored()), 2)
        for file in self.stored():
            self.assertIn(f"{file.stem}.json\n", self.run_it("show", "small", file.stem).stdout)

    def test_what_is_no_key_is_one_line_with_status_2(self):
        for words, said in (((), "show NAME KEY"), (("small",), "show NAME KEY"), (("small", "xyz"), "no point with the key 'xyz'"),
                            (("small", ""), "no point with the key ''"), (("small", "a", "b"), "show NAME KEY")):
            done = self.run_it("show", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertRegex(done.stderr, rf"^error: [^\n]*{said}[^\n]*\n$")


class Provenance(ExperimentCase):
    def test_it_says_when_how_from_which_commit_where_and_in_how_much_memory(self):
        self.run_it("small")
        key = self.rows()[4]["key"]
        found = json.loads((self.points / f"{key}.json.provenance.json").read_text())
        self.assertEqual(found["build"], "stand-in", "what the simulator says stays")
        self.assertRegex(found["started"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$")
        self.assertIn("simulate --topology torus:8x8 --routing dor --traffic tornado --load 0.2 --json ", found["command_line"])
        self.assertEqual(found["directory"], str(TOP))
        git = subprocess.run(["git", "-C", str(TOP), "rev-parse", "HEAD"], capture_output=True, text=True)
        self.assertEqual(found["commit"], git.stdout.strip() if git.returncode == 0 else None)
        self.assertIn(found["changed"], (True, False) if git.returncode == 0 else (None,))
        with open("/proc/cpuinfo") as file:
            self.assertTrue(found["cpu"] is None or found["cpu"] in file.read())
        # a Python program: above 4 MB, and below 4 GB
        self.assertTrue(4 << 20 < found["peak_memory"] < 4 << 30, found["peak_memory"])

    def test_without_git_the_commit_is_unknown(self):
        empty = self.place / "bin"
        empty.mkdir()
        os.symlink(shutil.which("python3", path="/usr/bin"), empty / "python3")
        self.run_process("small", PATH=str(empty))
        found = json.loads((self.points / f"{self.rows()[0]['key']}.json.provenance.json").read_text())
        self.assertEqual((found["commit"], found["changed"]), (None, None))


if __name__ == "__main__":
    unittest.main()
