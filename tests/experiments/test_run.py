#!/usr/bin/python3
"""A whole run: what it leaves, what it skips, what it says when points fail, and its exit status."""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest
from types import SimpleNamespace

from support import DRAWN, FORMATS, HANGS, MEAN, SMALL, STANDIN, TOP, WHOLE, ExperimentCase
from runner import yaml_tree
from runner.format import spec
from runner.job import Job
from runner.running import execute, terminal, trial


class Run(ExperimentCase):
    def test_results_csv_has_the_varying_options_first_and_a_row_per_point(self):
        self.run_it("small")
        rows = self.rows()
        self.assertEqual(list(rows[0])[:2], ["traffic", "load"])
        self.assertEqual([(row["traffic"], row["load"], row["saturated"]) for row in rows],
                         [("uniform", "0.1", "false"), ("uniform", "0.3", "false"), ("uniform", "0.5", "true"),
                          ("tornado", "0.1", "false"), ("tornado", "0.2", "false")])
        self.assertNotIn("vcs", rows[0])
        self.assertGreater(float(rows[1]["latency.mean"]), float(rows[0]["latency.mean"]))

    def test_the_summary_gives_saturation_bound_and_their_ratio(self):
        done = self.run_it("small")
        summary = (self.results / "small/summary.md").read_text()
        # zero-load latency of the stand-in's uniform traffic: 256/63 hops + 32 flits + 1; bound 63/64
        self.assertRegex(summary, rf"\| uniform \| 37.06 \| {MEAN} \| 0.3 \| 0.5 \| 0.9844 \| 30.5 \| 3 \| 0 \| 0 \|")
        self.assertRegex(summary, rf"\| tornado \| 36 \| {MEAN} \| 0.2 \| not reached \| 0.3333 \| 60.0 \| 2 \| 0 \| 0 \|")
        self.assertRegex(done.stdout, rf"tornado +36 +{MEAN} +0\.2 +not reached +0\.3333 +60\.0")

    def test_it_leaves_table_summary_and_figures_and_a_second_run_starts_no_simulation_and_leaves_the_same_bytes(self):
        self.define(DRAWN)
        self.FORMATS = FORMATS
        done = self.run_it("small")
        self.assertEqual((done.returncode, len(self.stored())), (0, 5), done.stderr)
        figure = {f"latency-vs-load.{kind}" for kind in ("svg", "pdf", "png", "csv")}
        self.assertEqual(set(self.left()), {"results.csv", "summary.md", "report.html", *figure})
        self.assertIn("small: 5 points, 0 stored, 5 to run", done.stdout)
        first = self.left()
        shutil.rmtree(self.results / "small")
        (self.place / "matplotlibrc").write_text("axes.titlesize: 30\nlines.solid_capstyle: round\nxtick.direction: in\n")
        done = self.run_process("small", MPLBACKEND="svg", TZ="Asia/Tokyo", MATPLOTLIBRC=str(self.place))
        self.assertIn("5 stored, 0 to run", done.stdout)
        self.assertEqual(len(self.simulations()), 5)
        self.assertEqual(self.left(), first)

    def test_a_load_added_runs_exactly_the_new_points(self):
        self.run_it("small")
        self.define(SMALL.replace("[0.1, 0.2]", "[0.1, 0.15, 0.2]"))
        self.assertIn("5 stored, 1 to run", self.run_it("small").stdout)
        self.assertIn("--load 0.15", self.simulations()[-1])
        self.assertEqual(len(self.simulations()), 6)

    def test_two_experiments_share_equal_points(self):
        self.run_it("small")
        self.define(SMALL.replace("a small one", "another"), "other")
        self.assertIn("5 stored, 0 to run", self.run_it("other").stdout)

    def test_a_new_result_version_runs_everything_again(self):
        self.run_it("small")
        self.assertIn("0 stored, 5 to run", self.run_it("small", STANDIN_RESULT_VERSION="2").stdout)

    def test_long_points_run_first(self):
        self.run_it("small", "--jobs", "1")
        loads = [float(line.split("--load ")[1].split()[0]) for line in self.simulations()]
        self.assertEqual(loads, sorted(loads, reverse=True))

    def test_a_damaged_result_is_run_again(self):
        self.run_it("small")
        self.stored()[2].write_text("{")
        self.assertIn("4 stored, 1 to run", self.run_it("small").stdout)

    def test_only_runs_the_points_that_match_and_marks_the_others_as_holes(self):
        done = self.run_it("small", "--only", "traffic=torn*", "--only", "load=0.2")
        self.assertEqual((done.returncode, len(self.simulations())), (0, 1))
        self.assertEqual([row["status"] for row in self.rows()], ["missing"] * 4 + ["ok"])
        self.assertIn("4 of 5 points have no result", (self.results / "small/summary.md").read_text())

    def test_quick_runs_a_short_form_beside_the_full_one(self):
        self.define(SMALL + "quick: {cycles: 100}\n")
        done = self.run_it("small", "--quick")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(all("--cycles 100" in line for line in self.simulations()))
        self.assertTrue((self.results / "small-quick/results.csv").exists())
        self.assertFalse((self.results / "small").exists())

    def test_a_dry_run_prints_commands_and_leaves_nothing(self):
        done = self.run_it("small", "--dry-run")
        self.assertEqual((done.returncode, done.stdout.count(" simulate ")), (0, 5))
        self.assertFalse(self.results.exists())
        self.assertEqual(self.simulations(), [])

    def test_all_simulations_keep_verdicts_in_one_place_and_commands_shown_do_not_say_it(self):
        self.run_it("small")
        kept = f" --proof-store {self.results / 'proofs'}"
        self.assertEqual([line.count(kept) for line in self.log.read_text().splitlines()], [1] * 5)
        self.define(SMALL.replace("0.5", "0.6"))
        shown = self.run_it("small", "--dry-run").stdout
        self.assertIn(" simulate ", shown)
        self.assertNotIn("proof-store", shown)

    def test_status_counts_and_runs_nothing(self):
        self.run_it("small", "--only", "traffic=tornado")
        done = self.run_it("status", "small")
        self.assertIn("2 of 5 points stored", done.stdout)
        self.assertEqual(len(self.simulations()), 2)

    def test_list_names_the_experiments(self):
        done = self.run_it("list")
        self.assertEqual((done.returncode, done.stdout), (0, "small  a small one\n"))

    def test_the_estimate_comes_from_stored_wall_times(self):
        self.assertIn("time unknown", self.run_it("small", "--dry-run").stdout)
        self.define(SMALL.replace("[0.1, 0.2]", "[0.1, 0.2, 50, 70]"))
        self.run_it("small", "--only", "load=0.?")
        # the stand-in says a second per unit of load: 120 s for 50 and 70, on two processes 60 s
        self.assertIn("2 to run on 2 processes, about 60 s", self.run_it("small", "--dry-run", "--jobs", "2").stdout)

    def test_printed_values_are_compared(self):
        self.define(SMALL + "printed:\n" + "".join(
            f"- {{at: {{traffic: tornado, load: 0.1}}, value: bounds.zero_load_latency, printed: {value}, tolerance: 0.05, source: t}}\n"
            for value in (35, 30)))
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("| t | 35 | 36 | +2.86% | 5% | agrees |", summary)
        self.assertIn("| t | 30 | 36 | +20.00% | 5% | differs |", summary)


class Failures(ExperimentCase):
    FAIL = "tornado.*--load 0.2"

    def test_status_1_and_everything_else_is_still_made(self):
        self.define(DRAWN)
        done = self.run_it("small", STANDIN_FAIL=self.FAIL)
        self.assertEqual((done.returncode, len(self.stored())), (1, 4))
        self.assertEqual([row["status"] for row in self.rows()], ["ok"] * 4 + ["failed"])
        self.assertTrue((self.results / "small/latency-vs-load.svg").exists())
        self.assertRegex((self.results / "small/summary.md").read_text(), rf"\| tornado \| 36 \| {MEAN} \| 0.1 \| not reached \| 0.3333 \| 30.0 \| 1 \| 1 \| 0 \|")

    def test_the_block_has_options_status_five_lines_and_a_command_that_works(self):
        done = self.run_it("small", STANDIN_FAIL=self.FAIL)
        block = done.stderr[done.stderr.index("FAILED "):].splitlines()
        self.assertRegex(block[0], r"^FAILED [0-9a-f]{16}  traffic=tornado, load=0\.2$")
        self.assertEqual(block[1].strip(), "exit status 1")
        self.assertEqual(block[2:7], [f"  | line {number} of the reason" for number in range(3, 8)])
        again = subprocess.run(shlex.split(block[7]), cwd=TOP)
        self.assertEqual(again.returncode, 0)
        self.assertIn("5 stored, 0 to run", self.run_it("small").stdout)

    def test_the_command_works_from_another_directory(self):
        done = self.run_it("small", cwd=self.place, STANDIN_FAIL=self.FAIL)
        command = next(line for line in done.stderr.splitlines() if " simulate " in line)
        self.assertEqual(subprocess.run(command, cwd=self.place, shell=True).returncode, 0)

    def test_it_is_told_at_once_and_again_at_the_end_and_in_failed_txt(self):
        done = self.run_it("small", STANDIN_FAIL=self.FAIL)
        self.assertEqual(done.stderr.count("FAILED "), 2)
        self.assertEqual((self.results / "small/failed.txt").read_text().count("FAILED "), 1)

    def test_those_of_one_reason_are_told_once_at_once_and_once_at_the_end(self):
        self.define(SMALL.replace("[0.1, 0.2]", str([round(0.01 * step, 2) for step in range(1, 14)])))
        done = self.run_it("small", STANDIN_FAIL="tornado", STANDIN_KILL="uniform.*0.3")
        before, _, end = done.stderr.partition("14 points failed, for 2 reasons:")
        self.assertEqual((before.count("FAILED "), end.count("FAILED ")), (2, 2), done.stderr)
        self.assertIn("  and 12 more for the same reason: ", end)
        self.assertLess(end.index("exit status 1"), end.index("signal SIGKILL"), "most of them first")
        self.assertEqual((self.results / "small/failed.txt").read_text().count("FAILED "), 14)

    def test_reasons_are_alike_that_differ_in_their_numbers(self):
        own = [execute.Outcome(None, problem, stderr) for problem, stderr in (
            ("exit status 1", ("a", "deadlock in cycle 15: 2.5e-3 of 3")), ("exit status 1", ("b", "deadlock in cycle 7: 1 of 30")),
            ("exit status 1", ("deadlock",)), ("exit status 2", ("deadlock",)), ("needs 0123456789abcdef, which failed", ()), ("needs 1123456789abcde0, which failed", ()))]
        self.assertEqual([len(group) for group in terminal.by_kind(own)], [2, 2, 1, 1])

    def test_at_most_ten_reasons_at_the_end(self):
        words = [chr(ord("a") + number) * 3 for number in range(13)]
        own = [execute.Outcome(SimpleNamespace(key=word, options={}, given={}), word) for word in words]
        said = io.StringIO()
        data = SimpleNamespace(rows={})
        job = SimpleNamespace(print_tables=lambda data: None, directory=self.place, failure=lambda outcome: f"FAILED {outcome.problem}")
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            Job.report(job, data, [], [], own, [])
        self.assertEqual(said.getvalue().count("FAILED "), 10)
        self.assertIn("and 3 more reasons: ", said.getvalue())

    def test_a_failed_point_is_tried_again_and_failed_txt_goes(self):
        self.run_it("small", STANDIN_FAIL=self.FAIL)
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0)
        self.assertIn("4 stored, 1 to run", done.stdout)
        self.assertFalse((self.results / "small/failed.txt").exists())

    def test_a_signal_is_named(self):
        done = self.run_it("small", STANDIN_KILL=self.FAIL)
        self.assertEqual(done.returncode, 1)
        self.assertIn("  signal SIGKILL\n", done.stderr)

    def test_all_points_failing_still_makes_the_table(self):
        self.define(DRAWN)
        done = self.run_it("small", STANDIN_FAIL="simulate")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([row["status"] for row in self.rows()], ["failed"] * 5)


class Refused(ExperimentCase):
    """Points that the simulator refuses whatever their load and seed are."""

    def refused(self, *words, **environment):
        done = self.run_it("small", *words, **environment)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual((self.stored(), self.simulations()), ([], []), "nothing has run")
        self.assertNotIn("Traceback", done.stderr)
        return [line for line in done.stderr.splitlines() if line.startswith("error: ")]

    def test_they_are_found_before_anything_runs_and_are_one_line(self):
        self.define(SMALL.replace("[0.1, 0.2]", str([round(0.01 * step, 2) for step in range(1, 14)])) + "seeds: [1, 2]\n")
        self.assertEqual(self.refused(STANDIN_REFUSE="tornado"),
                         ["error: experiments/small.yaml:9: 26 points are refused (traffic=tornado): simulate: traffic=tornado is refused"])

    def test_one_reason_of_several_sets_is_one_line_and_the_line_is_that_of_the_option(self):
        self.define("command: simulate\noptions: {topology: torus:8x8}\ngrid:\n  routing: [dor, romm]\n  traffic: [uniform, tornado]\n  load: [0.1, 0.2]\n")
        self.assertEqual(self.refused(STANDIN_REFUSE="tornado|romm", STANDIN_REASON="routing: needs 7 VCs"),
                         ["error: experiments/small.yaml:4: 6 points are refused: simulate: routing: needs 7 VCs"])

    def test_a_point_alone_is_found_too(self):
        self.define("command: simulate\noptions:\n  topology: torus:8x8\n  load: 0.1\n")
        self.assertEqual(self.refused(STANDIN_REFUSE=".", STANDIN_REASON="load=0.1 is refused"),
                         ["error: experiments/small.yaml:4: 1 point is refused: simulate: load=0.1 is refused"])

    def test_the_line_is_that_of_the_option_whose_part_refuses(self):
        experiment = spec.Reader("f").experiment(yaml_tree.parse("command: simulate\noptions:\n  topology: torus:8x8\n  traffic: \"permutation:p.txt\"\n  vcs: 4\n", "f"), "f")
        for reason, line in (("traffic: permutation=p.txt cannot be read", 4), ("simulate: vcs=4 is too few", 5), ("topology: torus radix='' is no number", 3),
                             ("simulate: nothing that the file sets", 1)):
            self.assertEqual(trial.Refusal(reason, []).where(list(experiment.parts.values())), line, reason)

    def test_what_is_not_refused_runs_and_its_trial_leaves_nothing(self):
        done = self.run_it("small", STANDIN_REFUSE="nothing")
        self.assertEqual((done.returncode, len(self.simulations())), (0, 5), done.stderr)
        self.assertEqual(list(self.points.glob("*.tmp")), [])
        self.assertIn(" 0 to run", self.run_it("small", STANDIN_REFUSE=".").stdout)  # nothing to try either

    def test_a_draw_that_is_refused_alone_is_a_failed_point(self):
        self.define(SMALL + "seeds: [1, 2]\n")
        done = self.run_it("small", STANDIN_REFUSE="--seed 1")
        self.assertEqual((done.returncode, len(self.stored())), (1, 5), done.stderr)

    def test_a_load_that_is_refused_alone_is_a_failed_point(self):
        done = self.run_it("small", STANDIN_REFUSE="--load 0.5")
        self.assertEqual((done.returncode, len(self.stored())), (1, 4), done.stderr)


class BadInput(ExperimentCase):
    def refused(self, status, pattern, *words, **more):
        done = self.run_it(*words, **more)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, pattern)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(self.simulations(), [])
        self.assertFalse(self.results.exists())

    def test_bad_yaml_says_line_and_nearest_name(self):
        self.define(SMALL.replace("traffic: tornado", "trafic: tornado"))
        self.refused(2, r"^error: experiments/small\.yaml:9: .*'trafic'.*nearest: traffic", "small")
        self.define(SMALL.replace("traffic: tornado", "traffic: tornada"))
        self.refused(2, r"small\.yaml:9: 'traffic' has no value tornada \(nearest: tornado\)", "small")
        self.define(SMALL.replace("routing: dor", "routing: xyz"))
        self.refused(2, r"small\.yaml:5: 'routing' has no value xyz \(allowed: 2turn, chiu, d-mod-k, dim-war, dor, duato, duato-updown, .*, updown, val, valiant, valiant-group\)", "small")
        self.define(SMALL.replace("topology: torus:8x8", "topology: tours:8x8"))
        self.refused(2, r"small\.yaml:4: 'topology' has no value tours:8x8 \(nearest: torus\)", "small")
        self.define(SMALL.replace("command: simulate", "command: simulat"))
        self.refused(2, r"small\.yaml:2: .*nearest: simulate", "small")
        self.define(SMALL.replace("routing: dor", "routing: 'dor"))
        self.refused(2, r"small\.yaml:\d+: not YAML", "small")

    def test_a_name_of_before_0_2_is_refused_with_what_it_is_now(self):
        for old, new, words in (
                ("topology: torus:8x8", "message-length: 4", r"4: simulate has no option 'message-length' \(it is now packet-length\)"),
                ("topology: torus:8x8", "rate: 0.01", r"4: simulate has no option 'rate' \(it is now load: 0\.01pkt for 0\.01\)"),
                ("topology: torus:8x8", "vc-reuse: tail", r"4: .* \(it is now router\.vc-reuse\)"), ("topology: torus:8x8", "streams: a", r"4: .* \(it is now traffic: streams:FILE for FILE\)"),
                ("command: simulate", "command: mesh", r"2: unknown command 'mesh' \(it is now mesh run\)"), ("command: simulate", "command: remap", r"2: .* \(it is now lcc mapping\)"),
                ("command: simulate", "outputs: [channel-loads]\ncommand: simulate", r"2: simulate has no output 'channel-loads' \(it is now channels\)"),
                ("command: simulate", "columns: [messages.delivered]\ncommand: simulate", r"2: simulate has no value 'messages\.delivered' \(it is now packets\.delivered\)"),
                ("command: simulate", "columns: [per_source.backlog.mean]\ncommand: simulate", r"2: .* \(it is now per_terminal\.backlog\.mean\)"),
                ("command: simulate", "checks: [{at: {ejection: ideal}, value: load, at-most: 1}]\ncommand: simulate", r"2: .* \(it is now router\.ejection\)")):
            with self.subTest(new=new):
                self.define(SMALL.replace(old, new))
                self.refused(2, rf"^error: experiments/small\.yaml:{words}\n$", "small")
        self.define(SMALL)
        self.refused(2, r"--only messages=9: no option 'messages' \(it is now deliveries\)", "small", "--only", "messages=9")

    def test_streams_of_a_file_are_traffic_too(self):
        self.define(SMALL.replace("traffic: tornado", "traffic: streams:two"))
        self.assertEqual(self.run_it("small", "--dry-run").returncode, 0)

    def test_an_alias_is_a_value(self):
        self.define(SMALL.replace("routing: dor", "routing: val"))
        self.assertEqual(self.run_it("small").returncode, 0)

    def test_a_name_with_a_file_is_known_by_its_kind(self):
        self.define(SMALL.replace("traffic: tornado", "traffic: permutation:p"))
        self.assertEqual(self.run_it("small", "--dry-run").returncode, 0)

    def test_bad_usage(self):
        self.refused(2, "nearest: small", "smal")
        self.refused(2, "nearest: --dry-run", "small", "--dry-rum")
        self.refused(2, "at least 1", "small", "--jobs", "0")
        self.refused(2, "nearest: traffic", "small", "--only", "trafic=uniform")
        self.refused(2, "no point", "small", "--only", "traffic=transpose")
        self.refused(2, "quick", "small", "--quick")
        self.refused(2, "NAME", "small", "small")
        self.refused(2, "NAME", "status")

    def test_a_printed_value_must_mean_one_point(self):
        self.define(SMALL + "printed:\n- {at: {traffic: tornado}, value: accepted, printed: 1, tolerance: 0}\n")
        self.refused(2, r"small\.yaml:12: .*2 points, which differ in load", "small")
        self.define(SMALL + "printed:\n- {at: {load: 0.7}, value: accepted, printed: 1, tolerance: 0}\n")
        self.refused(2, r"small\.yaml:12: .*no point", "small")

    def test_no_simulator(self):
        self.refused(3, "no simulator", "small", simulator=self.place / "nothing")
        self.refused(3, "no simulator", "small", simulator=self.place / "small.yaml")
        self.refused(3, "exit status 4", "small", STANDIN_LIST_STATUS="4")
        self.refused(3, "no list of commands", "small", simulator="/bin/echo")


class Program(ExperimentCase):
    def test_it_starts_without_the_script_too(self):
        """Python then looks in the runner's own folder first: no module of it has the name of one of the standard library."""
        words = [word for word in self.words("small") if word != "-I"]
        done = subprocess.run(words, cwd=self.place, env=self.environment(), text=True, capture_output=True, timeout=HANGS)
        self.assertEqual(done.returncode, 0, done.stderr)
        own = {file.stem for file in (TOP / "experiments").rglob("*.py")} - {"__init__"}
        self.assertEqual(own & set(getattr(sys, "stdlib_module_names", ("select", "profile", "array"))), set())


class Script(unittest.TestCase):
    """experiments/run itself, where it neither installs nor builds."""

    def call(self, *words):
        return subprocess.run([str(TOP / "experiments/run"), *words], cwd="/", text=True, capture_output=True, timeout=HANGS)

    def test_help_tells_options_and_exit_statuses(self):
        done = self.call("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--jobs", "--only", "--quick", "--dry-run", "status NAME", "list", "130"):
            self.assertIn(word, done.stdout)

    def test_help_that_nobody_can_read_is_no_success(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(subprocess.run([str(TOP / "experiments/run"), "--help"], stdout=full, stderr=subprocess.DEVNULL).returncode, 2)

    def test_without_arguments_it_explains_itself_with_status_2(self):
        done = self.call()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("usage:", done.stderr)

    def test_it_works_from_any_directory(self):
        if WHOLE:
            self.assertRegex(self.call("list").stdout, re.compile(r"^quickstart +\S", re.M))
        self.assertEqual(self.call("quikstart").returncode, 2)
        self.assertEqual(self.call("quickstart", "--simulator", str(STANDIN), "--dry-run", "--results", os.devnull + "/no").returncode, 0)


if __name__ == "__main__":
    unittest.main()
