#!/usr/bin/python3
"""Points on a cluster: arrays, waves, lost tasks, detached runs; with a stand-in for Slurm that runs tasks as processes of this machine."""

import json
import os
import shutil
import signal
import unittest

from slurm_case import SlurmCase
from support import HANGS, SMALL, WHOLE, sample
from runner.running.store import alive
from test_crash import EXPERIMENT

GROWN = """\
command: simulate
options: {topology: torus:8x8, routing: dor, traffic: tornado}
grid: {load: [0.1, 0.2]}
refine: {points: 4}
"""


class Runs(SlurmCase):
    def test_results_are_those_of_a_local_run_byte_for_byte(self):
        """Files of other points, a search, an undecided one, and seeds among them: wave after wave."""
        self.define(EXPERIMENT)
        local = self.run_it("small")
        self.assertEqual(local.returncode, 0, local.stderr)
        wanted = self.bytes_left()
        shutil.rmtree(self.results)
        done = self.run_it("small", "--slurm")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = self.bytes_left()
        self.assertEqual(sorted(found), sorted(wanted))
        self.assertEqual([name for name in wanted if found[name] != wanted[name]], [])
        self.assertEqual(done.stdout.splitlines()[1:], local.stdout.splitlines()[1:])
        self.assertGreater(len(self.arrays()), 2)  # the curve that grows goes on after what it has seen
        self.assertFalse((self.results / "small/.slurm").exists())

    def test_provenance_says_what_it_says_of_a_local_run(self):
        self.run_it("small", "--slurm", "--only", "load=0.5")
        [slurm] = [json.loads(file.read_text()) for file in self.points.glob("*.provenance.json")]
        shutil.rmtree(self.results)
        self.run_it("small", "--only", "load=0.5")
        [local] = [json.loads(file.read_text()) for file in self.points.glob("*.provenance.json")]
        different = ("started", "peak_memory")
        self.assertEqual({key: value for key, value in slurm.items() if key not in different}, {key: value for key, value in local.items() if key not in different})

    def test_what_is_stored_is_not_submitted(self):
        self.run_it("small", "--only", "traffic=uniform")
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, self.arrays()), (0, ["0-0"]), done.stderr)  # by what those stored took, one task suffices
        self.assertIn("job 1: 2 points in 1 task, the longest about 0 s\n", done.stderr)
        self.assertEqual(len(self.simulations()), 5)
        again = self.run_it("small", "--slurm")
        self.assertEqual((again.returncode, len(self.arrays())), (0, 1), again.stderr)

    def test_a_failed_point_is_told_as_of_a_local_run(self):
        local = self.run_it("small", STANDIN_FAIL="--load 0.3")
        wanted = self.bytes_left()
        shutil.rmtree(self.results)
        done = self.run_it("small", "--slurm", STANDIN_FAIL="--load 0.3")
        self.assertEqual((done.returncode, local.returncode), (1, 1))
        self.assertEqual(self.bytes_left(), wanted)
        self.assertIn("  exit status 1\n  | line 3 of the reason\n", done.stderr)

    def test_times_out_where_the_point_does(self):
        self.define(SMALL + "timeout: 0.2s\n")
        done = self.run_it("small", "--slurm", "--only", "load=0.5", STANDIN_HOLD=".")
        self.assertEqual(done.returncode, 1)
        self.assertIn("  timeout: stopped after 0 s\n", done.stderr)
        self.assertEqual(len(self.arrays()), 1)

    def test_jobs_are_tasks_at_a_time(self):
        self.run_it("small", "--slurm", "--jobs", "3")
        self.assertEqual(self.arrays(), ["0-4%3"])

    def test_a_file_that_is_no_result_is_set_aside(self):
        self.run_it("small", "--only", "load=0.5")
        [stored] = self.stored()
        stored.write_text("{")
        done = self.run_it("small", "--slurm", "--only", "load=0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"rejected {stored.stem}: not a JSON object", done.stderr)
        self.assertTrue(stored.with_name(stored.name + ".rejected").exists())


class Threads(SlurmCase):
    """Tasks have a processor for each thread of their runs, and all those of an array as many."""

    MIXED = SMALL.replace("- traffic: uniform", "- traffic: uniform\n    threads: 3")

    def cpus(self):
        return [word.partition("=")[2] for words in self.calls("sbatch") for word in words if word.startswith("--cpus-per-task=")]

    def threads(self):
        return sorted(words.partition(" --threads ")[2].partition(" ")[0] for words in self.simulations() if words.startswith("simulate"))

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_those_of_most_threads_are_an_array_and_the_others_the_next(self):
        self.define(self.MIXED)
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, self.cpus(), self.arrays()), (0, ["3", "1"], ["0-2", "0-0"]), done.stderr)
        self.assertEqual(self.threads(), ["", "", "3", "3", "3"])

    def test_no_task_has_more_processors_than_the_profile_says(self):
        self.define(self.MIXED + "slurm: {cpus: 2}\n")
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, self.cpus()), (0, ["2", "1"]), done.stderr)
        self.assertEqual(self.threads(), ["", "", "2", "2", "2"])

    def test_auto_is_counted_up_to_those(self):
        self.define(SMALL.replace("torus:8x8", "torus:32x32\n  threads: auto"))
        self.assertEqual(self.run_it("small", "--slurm", "--only", "load=0.5").returncode, 0)
        self.define(SMALL.replace("torus:8x8", "torus:32x32\n  threads: auto") + "slurm: {cpus: 4}\n")
        self.assertEqual(self.run_it("small", "--slurm", "--only", "load=0.3").returncode, 0)
        self.assertEqual((self.cpus(), self.threads()), (["1", "4"], ["1", str(min(4, os.cpu_count()))]))

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_lost_points_keep_their_count_while_others_run(self):
        self.define(self.MIXED)
        done = self.run_it("small", "--slurm", FAKE_LOSE=r"1\.0|2\.0|3\.0")
        self.assertEqual((done.returncode, self.cpus()), (1, ["3", "3", "3", "1"]), done.stderr)
        self.assertIn("  lost by the cluster 3 times: ", done.stderr)
        self.assertEqual(len(self.stored()), 4)


class Branches(SlurmCase):
    def test_warm_ups_are_an_array_and_what_branches_from_them_the_next(self):
        self.define(SMALL + "seeds: [1, 2]\nbranch: {seed: 1}\n")
        local = self.run_it("small")
        self.assertEqual(local.returncode, 0, local.stderr)
        wanted = self.bytes_left()
        shutil.rmtree(self.results)
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, self.arrays()), (0, ["0-4", "0-9"]), done.stderr)
        self.assertEqual(self.bytes_left(), wanted)


class Lost(SlurmCase):
    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_a_lost_tasks_points_are_part_of_the_next_array(self):
        done = self.run_it("small", "--slurm", FAKE_LOSE="1.[12]")
        self.assertEqual((done.returncode, self.arrays()), (0, ["0-4", "0-0"]), done.stderr)  # two points whose cost is known by now
        self.assertIn("job 1: 2 points lost by the cluster (cancelled, out of time or memory, or its node failed), submitted again\n", done.stderr)
        self.assertEqual((len(self.simulations()), len(self.stored())), (5, 5))

    def test_what_a_killed_task_has_finished_is_kept(self):
        self.run_it("small", "--only", "load=0.1")  # from here on the cost is known: one task for all
        done = self.run_it("small", "--slurm", FAKE_CUT="1.0")
        self.assertEqual((done.returncode, self.arrays()), (0, ["0-0", "0-0"]), done.stderr)
        self.assertIn("2 points lost", done.stderr)
        self.assertEqual(len(self.stored()), 5)

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_three_arrays_and_no_more(self):
        done = self.run_it("small", "--slurm", FAKE_LOSE=r"1.2|[2-9]\.0")
        self.assertEqual((done.returncode, self.arrays()), (1, ["0-4", "0-0", "0-0"]), done.stderr)
        self.assertIn("  lost by the cluster 3 times: cancelled, out of time or memory, or its node failed\n", done.stderr)
        summary = (self.results / "small/summary.md").read_text()
        self.assertIn("**1 point was lost by the cluster:** the same command runs them again", summary)
        self.assertIn("failed", [row["status"] for row in self.rows()])
        again = self.run_it("small", "--slurm")
        self.assertEqual((again.returncode, len(self.arrays())), (0, 4), again.stderr)
        self.assertNotIn("lost", (self.results / "small/summary.md").read_text())

    def test_what_slurm_says_of_a_lost_task_is_told(self):
        self.assertEqual(self.run_it("small", "--only", "load=0.5").returncode, 0)  # from here on the cost is known
        done = self.run_it("small", "--slurm", FAKE_CUT=r"\d\.0")  # a task for four points, cut after one of them, three times
        self.assertEqual((done.returncode, self.arrays(), len(self.stored())), (1, ["0-0"] * 3, 4), done.stderr)
        self.assertRegex(done.stderr, r"  lost by the cluster 3 times: .*\n  \| slurmstepd: error: \*\*\* JOB 3 ON n1 CANCELLED AT .* DUE TO TIME LIMIT \*\*\*\n")

    def test_a_slurm_that_is_away_for_a_while_ends_nothing(self):
        done = self.run_it("small", "--slurm", FAKE_DEAF="2")
        self.assertEqual((done.returncode, len(self.arrays())), (0, 1), done.stderr)
        self.assertEqual(done.stderr.count("job 1: squeue: slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n"), 1)

    def test_why_tasks_wait_is_told(self):
        process = self.start("small", "--slurm", FAKE_HOLD="1.3")
        line = next(line for line in process.stderr if "tasks wait" in line)
        self.assertEqual(line, "job 1: tasks wait: ReqNodeNotAvail\n")


class Detached(SlurmCase):
    def status(self):
        done = self.run_it("status", "small")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    @property
    def released(self):
        """What a node does before a task that is not to end at once."""
        return f"until [ -e '{self.go}' ] || [ ! -d '{self.place}' ]; do sleep 0.02; done"

    def ended(self):
        self.release()
        self.wait_for(lambda: not self.pending())

    def test_it_returns_at_once_and_the_same_command_collects(self):
        done = self.run_it("small", "--slurm", "--detach", FAKE_HOLD="1.[34]", STANDIN_FAIL="--load 0.3", FAKE_BEFORE=self.released)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("job 1: 5 points in 5 tasks under way, 5 points left\n", done.stdout)
        self.assertFalse((self.results / "small/results.csv").exists())
        self.release()
        self.wait_for(lambda: len(self.pending()) == 2)
        self.assertRegex(self.status(), r"small: 2 of 5 points stored\njob 1: 5 points in 5 tasks: 2 pending, 3 ended\n")
        for file in self.pending():
            file.write_text("0:15")  # as if cancelled
        self.assertIn("all have left the queue: the command that submitted it collects", self.status())
        done = self.run_it("small", "--slurm", "--detach")
        self.assertEqual((done.returncode, len(self.arrays())), (0, 2), done.stderr)
        self.assertIn("FAILED", done.stderr)
        self.ended()
        done = self.run_it("small", "--slurm", "--detach")
        self.assertEqual((done.returncode, len(self.arrays())), (1, 2), done.stderr)  # the failed point of the first array is told, and not run again
        self.assertIn("\n1 points failed:\n", done.stderr)
        self.assertEqual(sorted(row["status"] for row in self.rows()), ["failed"] + ["ok"] * 4)
        self.assertNotIn("job", self.status())
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, len(self.arrays())), (0, 3), done.stderr)

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_without_detach_the_command_goes_on_with_what_is_under_way(self):
        self.run_it("small", "--slurm", "--detach", FAKE_BEFORE=self.released)
        process = self.start("small", "--slurm")
        self.release()
        stdout, stderr = process.communicate(timeout=HANGS)
        self.assertEqual((process.returncode, len(self.arrays()), len(self.simulations())), (0, 1, 5), stdout + stderr)
        self.assertEqual(len(self.rows()), 5)

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_what_has_been_collected_is_forgotten(self):
        for words in (("small", "--slurm", "--detach"), ("small",)):
            shutil.rmtree(self.results, ignore_errors=True)
            self.run_it("small", "--slurm", "--detach")
            self.ended()
            self.assertEqual(len(self.stored()), 5)
            done = self.run_it(*words)
            self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, "small: 5 points, 5 stored, 0 to run"))
            self.assertFalse((self.results / "small/.slurm").exists())
            self.assertNotIn("job", self.status())

    @unittest.skipUnless(WHOLE, "as others here, half a second: tests/run --long")
    def test_a_curve_that_grows_is_a_wave_a_load_and_says_what_is_left(self):
        self.define(GROWN)
        done = self.run_it("small", "--slurm", "--detach", FAKE_BEFORE=self.released)
        self.assertRegex(done.stdout, r"under way, 2 points left\nabout \d+ more wait for results of these\n")
        for _ in range(20):
            self.ended()
            done = self.run_it("small", "--slurm", "--detach")
            if "under way" not in done.stdout:
                break
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((len(self.arrays()), len(self.stored())), (5, 6))

    def test_a_run_on_this_machine_says_that_a_job_is_under_way(self):
        self.run_it("small", "--slurm", "--detach", FAKE_HOLD=".*")
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("job 1: 5 points in 5 tasks: 5 pending; these points run here too (with --slurm the command goes on with that job)", done.stderr)

    def test_a_note_of_the_job_that_is_damaged_is_as_none(self):
        for text in sample(("{", "[]", '{"job": 5}', '{"other": 1}', '{"job": "7", "folder": "gone"}'), 3):
            shutil.rmtree(self.results, ignore_errors=True)
            (self.results / "small/.slurm").mkdir(parents=True)
            (self.results / "small/.slurm/state.json").write_text(text)
            done = self.run_it("small", "--slurm", "--only", "load=0.5")
            self.assertEqual(done.returncode, 0, done.stderr)


class Stopped(SlurmCase):
    def begun(self):
        self.go.unlink(missing_ok=True)
        process = self.start("small", "--slurm", STANDIN_HOLD="--load 0.5")
        self.wait_for(lambda: self.stored())
        return process

    def test_ctrl_c_cancels_the_array_and_keeps_what_has_ended(self):
        process = self.begun()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(self.calls("scancel"), [["1"]])
        self.assertRegex(stderr, r"stopped: \d of 5 points are stored; job 1 is cancelled; run the same command to go on\n$")
        self.assertNotIn("Traceback", stderr)
        self.wait_for(lambda: not self.pending())
        done = self.run_it("small", "--slurm")
        self.assertEqual((done.returncode, len(self.arrays()), len(self.stored())), (0, 2, 5), done.stderr)

    def test_killed_or_hung_up_it_leaves_the_array_and_the_same_command_goes_on_with_it(self):
        for number in sample((signal.SIGTERM, signal.SIGHUP, signal.SIGKILL), 2):
            shutil.rmtree(self.results, ignore_errors=True)
            before = len(self.arrays())
            process = self.begun()
            process.send_signal(number)
            process.communicate(timeout=HANGS)
            self.release()
            done = self.run_it("small", "--slurm")
            self.assertEqual((done.returncode, len(self.arrays()), len(self.stored())), (0, before + 1, 5), done.stderr)
        self.assertEqual(self.calls("scancel"), [])

    def test_a_second_run_of_the_experiment_waits(self):
        first = self.begun()
        second = self.start("small", "--slurm")
        self.assertEqual(second.stderr.readline(), "small: waiting for another run of this experiment\n")
        self.release()
        self.assertEqual([process.communicate(timeout=HANGS) and process.returncode for process in (first, second)], [0, 0])
        self.assertEqual(len(self.arrays()), 1)

    def test_a_cancelled_task_ends_its_simulation(self):
        self.run_it("small", "--slurm", "--detach", STANDIN_HOLD=".")
        self.wait_for(lambda: len(list(self.points.glob("*.tmp"))) == 2)
        pids = [int(file.name.split(".")[-2]) for file in self.points.glob("*.tmp")]
        for file in self.slurm.glob("1*.pid"):
            os.killpg(int(file.read_text()), signal.SIGTERM)
        self.wait_for(lambda: not any(map(alive, pids)))


if __name__ == "__main__":
    unittest.main()
