#!/usr/bin/python3
"""A task that a cluster takes its node from, and starts again: with the simulator itself, whose result must be that of a run that was never stopped."""

import os
import re
import signal
import subprocess
import unittest

from slurm_case import SlurmCase
from support import HANGS, sample

RUN = """command: simulate
options: {topology: "mesh:4x4", load: 0.2, packet-length: 4, vcs: 2, cycles: 1500000}
"""


@unittest.skipUnless("DATELINE" in os.environ, "needs the simulator")
class Preempted(SlurmCase):
    def setUp(self):
        super().setUp()
        self.logged = self.place / "dateline"  # the simulator, which says what it was asked
        self.logged.write_text(f'#!/bin/sh\necho "$*" >> {self.log}\nexec {os.environ["DATELINE"]} "$@"\n')
        self.logged.chmod(0o755)

    def words(self, *words, simulator=None):
        return super().words(*words, simulator=self.logged)

    def resumed(self):
        """Of each run so far, whether it went on from a checkpoint."""
        return ["--resume" in line for line in self.logged.with_name("log").read_text().splitlines() if line.startswith("simulate ")]

    def checkpoint(self):
        """(cycle, bytes) of the only one, once it is there."""
        self.wait_for(lambda: list(self.points.glob("*.checkpoint")))
        content = next(self.points.glob("*.checkpoint")).read_bytes()
        return int(re.search(rb"\ncycle (\d+)\n", content)[1]), content

    def task(self):
        """The only one of the array begins on a node, as Slurm begins one that it has put back into its queue."""
        script = next(self.results.rglob("array-*")) / "job.sh"
        process = subprocess.Popen(["/bin/sh", str(script)], cwd="/", start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**self.environment(), "SLURM_ARRAY_TASK_ID": "0"})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_it_goes_on_from_its_checkpoint_to_the_bytes_of_a_run_that_was_not(self):
        self.define(RUN)
        self.assertEqual(self.run_it("small").returncode, 0)
        [whole] = self.stored()
        name, wanted = whole.name, whole.read_bytes()
        for number in sample((signal.SIGKILL, signal.SIGTERM), 2):  # a node that is lost, and one that is taken away
            with self.subTest(number=number):
                self.work_in(self.place / f"by-{int(number)}")
                self.place.mkdir()
                self.define(RUN + "checkpoint: 5000cycles\n")
                self.assertEqual(self.run_it("small", "--slurm", "--detach", FAKE_HOLD=".*").returncode, 0)
                first = self.task()
                before, _ = self.checkpoint()
                self.end(first, number)
                self.assertEqual(self.stored(), [])
                cycle, _ = self.checkpoint()
                self.assertGreaterEqual(cycle, before)
                second = self.task()
                self.assertEqual(second.wait(HANGS), 0)
                [went_on] = self.stored()
                self.assertEqual((went_on.name, went_on.read_bytes()), (name, wanted))
                self.assertEqual(self.resumed()[-2:], [False, True])
                self.assertEqual(list(self.points.glob("*.checkpoint")), [])

    def end(self, task, number):
        """As Slurm does it, all processes of the task: the simulation has a group of its own."""
        groups = {task.pid}
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            try:
                with open(f"/proc/{pid}/environ", "rb") as environment:
                    mine = f"FAKE_SLURM={self.slurm}".encode() in environment.read().split(b"\0")
                if mine and pid != os.getpid():
                    groups.add(os.getpgid(pid))
            except OSError:
                continue  # it has just ended
        for group in groups:
            try:
                os.killpg(group, number)
            except ProcessLookupError:
                continue
        task.wait(HANGS)


if __name__ == "__main__":
    unittest.main()
