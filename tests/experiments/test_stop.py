#!/usr/bin/python3
"""Ctrl-C, kill -9, two runs at once, and what dead simulations leave."""

import json
import os
import signal
import socket
import subprocess
import unittest

from support import HANGS, SMALL, ExperimentCase, kill_all
from runner.running.store import alive


class Stop(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(SMALL.replace("[0.1, 0.2]", str([round(0.01 * step, 2) for step in range(1, 21)])))

    def temporaries(self):
        return list(self.points.glob("*.tmp"))

    def pids(self):
        return [int(file.name.split(".")[-2]) for file in self.temporaries()]

    def assert_gone(self, pids):
        self.assertEqual([pid for pid in pids if alive(pid)], [])

    def interrupted(self, number):
        """Of two processes one runs a simulation that does not end."""
        process = self.start("small", "--jobs", "2", STANDIN_HOLD="--load 0.5")
        self.wait_for(lambda: len(self.stored()) >= 3 and len(self.temporaries()) >= 1)
        pids = self.pids()
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=HANGS)
        return process.returncode, stderr, pids

    def test_ctrl_c_keeps_finished_points_stops_running_ones_and_ends_with_130(self):
        status, stderr, pids = self.interrupted(signal.SIGINT)
        self.assertEqual(status, 130)
        self.assert_gone(pids)
        stored = len(self.stored())
        self.assertIn(f"stopped: {stored} of 23 points are stored; run the same command to go on", stderr)
        self.assertNotIn("Traceback", stderr)
        self.assertLess(stored, 23)
        started = len(self.simulations())
        again = self.run_it("small")
        self.assertEqual(again.returncode, 0)
        self.assertIn(f"{stored} stored, {23 - stored} to run", again.stdout)
        self.assertEqual(len(self.simulations()) - started, 23 - stored)

    def test_ctrl_c_on_a_terminal_does_not_wait_for_long_simulations_nor_call_them_failed(self):
        process = self.start("small", "--jobs", "2", STANDIN_HOLD=".")
        self.wait_for(lambda: len(self.temporaries()) == 2)
        pids = self.pids()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the process group
        _, stderr = process.communicate(timeout=HANGS)
        self.assertEqual((process.returncode, self.stored()), (130, []))
        self.assert_gone(pids)
        self.assertEqual(stderr, "stopped: 0 of 23 points are stored; run the same command to go on\n")

    def test_kill_stops_the_simulations_too(self):
        status, stderr, pids = self.interrupted(signal.SIGTERM)
        self.assertEqual(status, 143)
        self.assert_gone(pids)
        self.assertNotIn("Traceback", stderr)

    def test_kill_9_leaves_nothing_to_repair(self):
        process = self.start("small", "--jobs", "2", STANDIN_HOLD="--load 0.5")
        self.wait_for(lambda: len(self.stored()) >= 3 and len(self.temporaries()) >= 1)
        kill_all(process)
        self.assertEqual(process.wait(HANGS), -signal.SIGKILL)
        for file in self.stored():
            json.loads(file.read_text())
        again = self.run_it("small")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual((len(self.stored()), self.temporaries()), (23, []))

    def test_temporaries_of_dead_processes_of_this_host_are_swept_and_no_others(self):
        dead = subprocess.Popen(["true"])
        dead.wait()
        self.points.mkdir(parents=True)
        host = socket.gethostname()
        swept = [f"{'a' * 16}.json.{host}.{dead.pid}.tmp", f"{'a' * 16}.json.provenance.json.{host}.{dead.pid}.tmp"]
        kept = [f"{'a' * 16}.json.{host}.{os.getpid()}.tmp", f"{'a' * 16}.json.elsewhere.{dead.pid}.tmp", "notes.tmp"]
        for name in swept + kept:
            (self.points / name).touch()
        self.run_it("small", "--only", "load=0.01")
        left = {file.name for file in self.temporaries()}
        self.assertEqual(left, set(kept))

    def test_a_second_run_of_an_experiment_waits_for_the_first(self):
        first = self.start("small", "--jobs", "2", STANDIN_HOLD="--load 0.5")
        self.wait_for(lambda: len(self.stored()) >= 1)
        second = self.start("small")
        self.assertIn("waiting for another run", second.stderr.readline())
        self.release()
        first.communicate(timeout=HANGS)
        stdout, _ = second.communicate(timeout=HANGS)
        self.assertEqual((first.returncode, second.returncode), (0, 0))
        self.assertIn("23 stored, 0 to run", stdout)
        self.assertEqual(len(self.simulations()), 23)

    def test_another_experiment_does_not_wait(self):
        self.define(SMALL, "other")
        first = self.start("small", "--jobs", "1", STANDIN_HOLD=".")
        self.wait_for(lambda: self.simulations())
        self.assertEqual(self.run_it("other").returncode, 0)
        self.assertIsNone(first.poll())
        first.send_signal(signal.SIGINT)  # and its simulations with it: nobody writes into the folder any more
        first.communicate(timeout=HANGS)


if __name__ == "__main__":
    unittest.main()
