#!/usr/bin/python3
"""Runs that are stopped and go on: with the simulator itself, whose results must be those of runs that were never stopped."""

import os
import signal
import unittest

from support import HANGS, ExperimentCase

RUN = """about: a run that is long enough to be stopped
command: simulate
options: {topology: "mesh:4x4", load: 0.2, packet-length: 4, vcs: 2, cycles: 1500000}
"""


@unittest.skipUnless("DATELINE" in os.environ, "needs the simulator")
class Stopped(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(RUN + "checkpoint: 5000cycles\n")

    def words(self, *words, simulator=None):
        return super().words(*words, simulator=os.environ["DATELINE"])

    def checkpoints(self):
        return list(self.points.glob("*.checkpoint"))

    def result(self):
        done = self.run_it("small")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.checkpoints(), [])
        return [file.read_bytes() for file in self.stored()], done

    def stopped(self, number):
        """Ended by a signal once a checkpoint is there, and before the result."""
        process = self.start("small")
        self.wait_for(self.checkpoints)
        process.send_signal(number)
        process.communicate(timeout=HANGS)
        self.assertEqual(self.stored(), [])
        self.assertEqual(len(self.checkpoints()), 1)

    def test_a_run_goes_on_from_where_it_was_stopped_and_starts_anew_where_its_checkpoint_is_damaged(self):
        self.stopped(signal.SIGTERM)
        damaged = bytearray(self.checkpoints()[0].read_bytes())
        damaged[len(damaged) // 2] ^= 1
        self.stopped_later()
        file = self.checkpoints()[0]
        went_on, done = self.result()
        self.assertNotIn("starts anew", done.stdout + done.stderr)
        for result in self.stored():
            result.unlink()
        file.write_bytes(damaged)
        whole, done = self.result()
        self.assertIn("starts anew: ", done.stdout + done.stderr)
        self.assertIn("resume", done.stdout + done.stderr)
        self.assertEqual(went_on, whole)

    def stopped_later(self):
        """A second time, beyond the first."""
        before = self.checkpoints()[0].read_bytes()
        process = self.start("small")
        self.wait_for(lambda: self.checkpoints()[0].read_bytes() != before)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS)
        self.assertEqual(self.stored(), [])

    def test_what_writes_no_checkpoint_refuses_one(self):
        for text, what in (("command: loads\ncheckpoint: 10m\n", "'checkpoint' is for runs of 'simulate', not of 'loads'"),
                           ("checkpoint: 10m\nparts:\n  a: {command: loads}\n", "'checkpoint' is for runs of 'simulate', and no part has any"),
                           (RUN + "checkpoint: 10\n", "'checkpoint' is how often")):
            self.define(text)
            done = self.run_it("small")
            self.assertEqual(done.returncode, 2)
            self.assertIn(what, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1)

    def test_what_a_run_cannot_keep_in_a_checkpoint_is_refused_before_it_begins(self):
        self.define(RUN.replace("vcs: 2", "vcs: 2, external: all") + "checkpoint: 10m\n")
        done = self.run_it("small")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("checkpoint", done.stderr)
        self.assertEqual(self.stored(), [])


if __name__ == "__main__":
    unittest.main()
