#!/usr/bin/python3
"""Experiment files and places that mean harm, or are just broken: one line, exit status 2, nothing outside the results, nothing left in them."""

import os
import resource
import signal
import subprocess
import unittest
from types import SimpleNamespace
from unittest import mock

from support import HANGS, SMALL, STANDIN, TOP, WHOLE, ExperimentCase, sample
from runner import yaml_tree
from runner.errors import UsageError
from runner.planning import plan
from runner.running.store import alive
from runner.yaml_tree import Map

FIGURE = SMALL + "figures:\n- {kind: latency-vs-load, file: %s}\n"


class Refused(ExperimentCase):
    def refused(self, pattern, *words, status=2, **more):
        before = sorted(self.place.rglob("*"))
        done = self.run_it(*(words or ("small",)), **more)
        self.assertEqual(done.returncode, status, (pattern, done.stdout, done.stderr[-2000:]))
        self.assertRegex(done.stderr, rf"^error: .*({pattern})[^\n]*\n$")
        self.assertTrue(done.stderr.isprintable() or done.stderr[:-1].isprintable(), done.stderr)
        self.assertEqual(self.simulations(), [])
        self.assertEqual(sorted(self.place.rglob("*")), before)

    def test_a_figures_file_stays_in_the_results(self):
        for name in ("../../evil", "/tmp/evil", "..", ".", "'a b'", "a/b", "'\"'", "-a", "'../evil'", "[1]", "''", "a" * 101):
            self.define(FIGURE % name)
            self.refused(r"small\.yaml:12: 'file' is ")

    def test_no_experiment_has_the_name_of_the_store(self):
        self.define(SMALL, "points")
        self.refused("cannot be called 'points'", "points")

    def test_yaml_that_contains_itself_is_deep_or_grows(self):
        bomb = "a0: &a0 [1, 1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}, *a{n - 1}, *a{n - 1}, *a{n - 1}, *a{n - 1}, *a{n - 1}]\n"
                                            for n in range(1, 30))
        for text, line, words in (("command: simulate\noptions: &o {load: *o}\n", 2, "contains itself"), ("&a [*a]\n", 1, "contains itself"),
                                  ("command: " + "[" * 5000 + "]" * 5000, 1, "nested deeper"), ("a:\n" + "".join(" " * n + "b:\n" for n in range(1, 900)), 51, "nested"),
                                  (bomb, r"\d+", "aliases written out"), ("command: simulate\nnotes: [" + "x" * 5000 + "]\n", 2, "5000 characters"),
                                  ("? [a]\n: b\n", 1, "a key is a name"), ('about: "a\\x07b"\n', 1, "control characters"), ("about: 2026-13-45\n", 1, "not YAML"),
                                  ('"\\e[31mred": 1\n', 1, "name with control characters"), ('command: loads\noptions: {"\\u202eleft": 1}\n', 2, "name with control"),
                                  ("- a\n", 1, "is a mapping"), ("", 1, "'command' is needed"), ("a: 0x" + "f" * 3000, 1, "300 digits")):
            self.define(text)
            with mock.patch.object(yaml_tree, "MOST", 1_000_000 if WHOLE else 20_000):  # a million take seconds
                self.refused(rf"small\.yaml:{line}: .*{words}")

    def test_a_file_that_is_none(self):
        spec = self.place / "small.yaml"
        spec.unlink()
        spec.mkdir()
        self.refused("not a regular file")
        spec.rmdir()
        for make in (lambda: os.mkfifo(spec), lambda: spec.symlink_to("/dev/zero"), lambda: spec.symlink_to("/dev/stdin")):
            make()
            self.refused("not a regular file")
            spec.unlink()
        spec.symlink_to("small.yaml")
        self.refused(r"small\.yaml: ")
        spec.unlink()
        spec.write_bytes(b"about: \xff\n")
        self.refused("not UTF-8")
        spec.write_bytes(b"#" * (1 << 21))
        self.refused("bytes, at most")

    def test_more_than_a_million_points_are_counted_not_made(self):
        axis = str(list(range(1, 801)))
        self.define(f"command: simulate\noptions: {{topology: torus:8x8}}\ngrid:\n  load: {axis}\n  vcs: {axis}\n  cycles: {axis}\n")
        self.refused(r"small\.yaml:1: 512000000 points, at most 1000000")
        self.define(f"command: simulate\nseries:\n- {{load: {axis}}}\nzip:\n  vcs: {axis}\n  cycles: {axis}\nseeds: [1, 2]\n")
        self.refused(r"small\.yaml:1: 1280000 points, at most 1000000")

    def test_a_list_of_many_values_is_looked_at_value_by_value(self):
        """Not each beside all before it: of 3,000 values none is compared with more than a few others."""
        compared = []

        class Value(str):
            def __eq__(self, other):
                compared.append(1)
                return str.__eq__(self, other)
            __hash__ = str.__hash__

        mapping = Map(1)
        mapping.put("load", [Value(n) for n in range(1, 3001)], 3)
        experiment = SimpleNamespace(error=lambda line, message: UsageError(message))
        catalogue = SimpleNamespace(outputs=lambda command: set(), names={})
        planner = SimpleNamespace(experiment=experiment, catalogue=catalogue, defaults={"load": None}, part=SimpleNamespace(command="simulate", search=None),
                                  in_range=lambda *words: None)
        self.assertEqual(len(plan.Planner.values(planner, mapping, "load")), 3000)
        self.assertLess(len(compared), 9000)

    def test_seeds_and_numbers_that_there_are_not(self):
        for text, line, words in ((SMALL + "seeds: [1, 18446744073709551616]\n", 11, "'seeds' holds 18446744073709551616"), (SMALL + "seeds: [1.5]\n", 11, "whole numbers"),
                                  (SMALL + "seeds: [.inf]\n", 11, "whole numbers"), (SMALL + "grid: {seed: [1, -2]}\n", 11, "'seed' is -2"),
                                  (SMALL + "grid: {seed: [18446744073709551615, 18446744073709551616]}\n", 11, "'seed' is 18446744073709551616"),
                                  (SMALL + "grid: {seed: [abc]}\n", 11, "'seed' is abc"), (SMALL.replace("0.3", ".inf"), 8, "'load' is inf"),
                                  (SMALL.replace("0.3", "-.INF"), 8, "'load' is -inf"), (SMALL.replace("0.3", ".nan"), 8, "'load' is nan"),
                                  (SMALL.replace("0.3", "1e400"), 8, "finite number"), (SMALL.replace("0.3", "'NaN'"), 8, "finite number"),
                                  (SMALL.replace("load: [0.1, 0.2]", "vcs: 2") + "search: {resolution: .inf}\n", 11, "'resolution' is a number in 0.005..1"),
                                  (SMALL + "printed:\n- {at: {load: 0.1, traffic: uniform}, value: accepted, printed: .inf}\n", 12, "'printed' is a number"),
                                  (SMALL + "printed:\n- {at: {load: 0.1, traffic: uniform}, value: accepted, printed: 1e999999999}\n", 12, "'printed' is a number"),
                                  (SMALL + "timeout: soon\n", 11, "'timeout' is a time such as"), (SMALL + "timeout: 0s\n", 11, "'timeout'"),
                                  (SMALL + "timeout: 10\n", 11, "'timeout'"), (SMALL + "repeat: 0\n", 11, "'repeat'"),
                                  (SMALL + "quick: {search: {resolution: 0.1}}\n", 11, "'search' under quick")):
            self.define(text)
            self.refused(rf"small\.yaml:{line}: .*{words}")

    def test_settings_of_figures_have_their_shapes(self):
        for text, line, words in (("kind: curves, x: [1], y: accepted", 11, "'x' is a name"), ("kind: curves, x: load, y: accepted, lines: 5", 11, "'lines' is a list"),
                                  ("kind: curves, x: load, y: accepted, lines: [{label: a}]", 11, "'x' or 'y'"), ("kind: [curves]", 11, "unknown figure"),
                                  ("kind: curves, x: load, y: accepted, lines: [{y: .nan}]", 11, "'y' is a number"),
                                  ("kind: curves, x: load, y: accepted, x-limits: [a, b]", 11, "'x-limits' is a list"), ("kind: latency-vs-load, panels: [a]", 11, "'panels'"),
                                  ("kind: latency-vs-load, panels: topolgy", 11, "nearest: topology"), ("kind: latency-vs-load, bounds: none", 11, "no part 'none'"), ("kind: curves, x: load, y: accepted, at: [1]", 11, "'at' is"),
                                  ("kind: curves, x: load, y: accepted, legend: everywhere", 11, "'legend' is one of"),
                                  ("kind: crossing, x: load, until: -1, crossings: [], curves: []", 11, "'until' is a number above 0"),
                                  ("kind: crossing, x: load, until: 9, crossings: [], curves: [{y: accepted, label: a}]", 11, "'powers' or 'law'"),
                                  ("kind: bars, x: traffic, y: accepted, outline: accepted", 11, "'outline' is a mapping of"),
                                  ("kind: heat, x: load, y: traffic, value: accepted, panels: [{labl: a}]", 11, "nearest: label")):
            self.define(SMALL + f"figures:\n- {{{text}}}\n".replace("figures:\n- ", "figures: [").replace("}\n", "}]\n"))
            self.refused(rf"small\.yaml:{line}: .*{words}")


class Places(ExperimentCase):
    def one_line(self, done, pattern, status=2):
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], rf"^error: .*{pattern}")
        self.assertNotIn("Traceback", done.stderr)

    def test_an_empty_path_names_no_folder(self):
        for option in ("--results", "--simulator", "--profile"):
            self.one_line(self.run_it("small", option, ""), f"{option}.*'' is no path")

    def test_results_that_cannot_be_written(self):
        self.results.write_text("a file")
        self.one_line(self.run_it("small"), "results.*(Not a directory|File exists)")
        self.assertEqual(self.results.read_text(), "a file")
        self.results.unlink()
        self.results.symlink_to("results")
        self.one_line(self.run_it("small"), "results")

    def test_what_cannot_be_written_at_the_end_leaves_no_temporary(self):
        self.run_it("small")
        file = self.results / "small/results.csv"
        file.unlink()
        file.mkdir()
        (file / "in the way").touch()
        done = self.run_it("small")
        self.one_line(done, r"results\.csv: (Is a directory|Directory not empty|File exists)")
        self.assertEqual(list(self.results.rglob("*.tmp")), [])

    def test_output_that_goes_nowhere(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(self.words("small"), cwd=TOP, env=self.environment(), stdout=full, stderr=subprocess.PIPE, text=True)
        self.one_line(done, "standard output: No space left on device")
        for words in sample((("list",), ("small",), ("status", "small")), 1):
            with open("/dev/full", "w") as full:
                done = subprocess.run(self.words(*words), cwd=TOP, env=self.environment(), stdout=full, stderr=subprocess.PIPE, text=True)
            self.one_line(done, "standard output: No space left on device")
            done = subprocess.run(["/bin/sh", "-c", 'exec "$@" >&-', "sh", *self.words(*words)], cwd=TOP, env=self.environment(), stderr=subprocess.PIPE, text=True)
            self.one_line(done, "standard output is closed")
            self.assertEqual(done.stderr.count("\n"), 1)
        done = subprocess.run(["/bin/sh", "-c", 'exec "$@" 2>&- <&-', "sh", *self.words("small")], cwd=TOP, env=self.environment(), stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0)

    def test_a_simulator_that_lists_nothing(self):
        fake = self.place / "fake"
        fake.write_text("#!/bin/sh\nprintf '\\377'\n")
        fake.chmod(0o755)
        done = self.run_it("small", simulator=fake)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, "^error: no simulator: .*\n$")

    @unittest.skipUnless(hasattr(resource, "RLIMIT_FSIZE"), "no limit of file sizes")
    def test_a_file_that_may_not_grow(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        self.run_it("small")
        (self.results / "small/results.csv").unlink()
        done = subprocess.run(self.words("small"), cwd=TOP, env=self.environment(), text=True, capture_output=True, preexec_fn=limit)
        self.one_line(done, r"results\.csv: File too large")
        self.assertEqual(list(self.results.rglob("*.tmp")), [])


class Undrawn(ExperimentCase):
    def test_a_figure_that_cannot_be_drawn_is_one_line_and_costs_nothing_else(self):
        self.define(SMALL + "figures:\n- {kind: curves, x: load, y: accepted, by: traffic, x-label: '$\\frac$'}\n- latency-vs-load\n")
        done = self.run_it("small")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?m)^error: experiments/small\.yaml:12: figure 'curves' cannot be drawn: ValueError: .*$")
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(sorted(file.name for file in (self.results / "small").glob("*.svg")), ["latency-vs-load.svg"])
        self.assertIn("latency-vs-load.svg", (self.results / "small/summary.md").read_text())


class Ends(ExperimentCase):
    def running(self):
        self.wait_for(lambda: list(self.points.glob("*.tmp")))
        return [int(file.name.split(".")[-2]) for file in self.points.glob("*.tmp")]

    def test_a_hang_up_stops_the_simulations_too(self):
        process = self.start("small", "--jobs", "1", STANDIN_HOLD=".")
        pids = self.running()
        process.send_signal(signal.SIGHUP)
        _, stderr = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 129)
        self.assertEqual([pid for pid in pids if alive(pid)], [])
        self.assertNotIn("Traceback", stderr)
        self.assertEqual(list(self.points.glob("*.tmp")), [])

    def test_a_simulation_that_does_not_end_is_stopped_after_its_time(self):
        self.define(SMALL + "timeout: 1s\n")
        done = self.run_it("small", "--only", "load=0.2", STANDIN_HOLD=".")
        self.assertEqual(done.returncode, 1)
        self.assertIn("timeout: stopped after 1 s", done.stderr)
        self.assertEqual([file for file in self.points.iterdir()], [])

    def test_the_time_of_an_experiment_is_that_of_its_parts_unless_they_say_more(self):
        from runner.format import spec
        text = "timeout: 10m\nparts:\n  a: {command: loads}\n  b: {command: loads, timeout: 1.5h}\n"
        parts = spec.Reader("x").experiment(yaml_tree.parse(text, "x"), "x").parts
        self.assertEqual((parts["a"].timeout, parts["b"].timeout), (600, 5400))


if __name__ == "__main__":
    unittest.main()
