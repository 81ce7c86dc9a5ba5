#!/usr/bin/python3
"""200 points on a real Slurm on loopback, one task cancelled and slurmd killed once: all are there, as a run on this machine leaves them. A long
test; skipped where Slurm is not installed, or its daemons cannot be started as root."""

import shutil
import subprocess
import tempfile
import unittest

from slurm_case import bytes_of
from slurm_loopback import CPUS, Slurm, lacking
from support import HANGS, WHOLE, ExperimentCase

POINTS = """\
command: simulate
options: {topology: torus:8x8, routing: dor, traffic: tornado}
grid: {load: [%s], packet-length: [8, 16, 32, 64]}
slurm: {mem: 100, time: 10m, chunk: 0.05}
""" % ", ".join(f"{0.004 * step:.3f}" for step in range(1, 51))


@unittest.skipUnless(WHOLE, "skipped: a long test (tests/run --long)")
@unittest.skipIf(lacking(), f"skipped, no Slurm of our own: {lacking()}")
class RealSlurm(ExperimentCase):
    def setUp(self):
        super().setUp()
        place = tempfile.mkdtemp(prefix="slurm-")
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        self.slurm = Slurm(place)
        self.addCleanup(self.slurm.stop)
        self.slurm.start()

    def environment(self, **more):
        return {**super().environment(), **self.slurm.environment, "XDG_CONFIG_HOME": str(self.place), "STANDIN_SLEEP": "0.05", **more}

    def stored_after(self, count, process):
        self.wait_for(lambda: len(self.stored()) >= count or process.poll() is not None)
        self.assertIsNone(process.poll(), "it ended too soon")

    def running(self):
        """A task that runs, as scancel names it."""
        lines = self.slurm.call("squeue", "-h", "-r", "-o", "%i %T").splitlines()
        return next(line.split()[0] for line in lines if line.endswith(" RUNNING"))

    def test_a_cancelled_task_and_a_killed_slurmd_lose_nothing(self):
        self.define(POINTS)
        local = self.run_it("small", "--jobs", str(CPUS))
        self.assertEqual(local.returncode, 0, local.stderr)
        wanted = bytes_of(self.results)
        one = self.stored()[0]
        kept = self.place / "kept"
        kept.mkdir()
        for file in (one, one.with_name(one.name + ".provenance.json")):  # so that costs are known
            shutil.copy(file, kept)
        shutil.rmtree(self.results)
        shutil.copytree(kept, self.points)

        process = self.start("small", "--slurm")
        self.stored_after(10, process)
        cancelled = self.running()
        self.slurm.call("scancel", cancelled)
        self.stored_after(40, process)
        self.slurm.kill_node()
        self.stored_after(60, process)
        self.slurm.start_node()
        stdout, stderr = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 0, stderr)
        self.assertIn("200 points, 1 stored, 199 to run on the cluster", stdout)
        self.assertRegex(stderr, r"job \d+: \d+ points? lost by the cluster \(cancelled, ")
        self.assertEqual(sorted(bytes_of(self.results)), sorted(wanted))
        self.assertEqual(bytes_of(self.results), wanted)

    def test_what_it_refuses_is_one_line(self):
        (self.place / "dateline").mkdir()
        for profile, line in (("partition: nope", r"sbatch refuses the array: invalid partition specified: nope; .*\(partitions here: loop\)"),
                              ("mem: 9000G", "sbatch refuses the array: Memory specification can not be satisfied; .*")):
            (self.place / "dateline/slurm.yaml").write_text(profile)
            done = self.run_it("small", "--slurm")
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, f"^error: {line}\n$")

    def test_a_node_that_does_not_see_the_results_is_one_line(self):
        """Slurmd of its own mount name space, in which the results are another folder."""
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
            self.skipTest("mount name spaces are not allowed here")
        self.slurm.kill_node()
        hidden = self.place / "results"
        hidden.mkdir()
        self.slurm.start_node("unshare", "--mount", "sh", "-c", f'mount -t tmpfs none {hidden} && exec "$@"', "sh")
        done = self.run_it("small", "--slurm")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], rf"^error: node \S+ does not see {hidden}/small/\.slurm or \S+: results and checkout must be on ")
        self.assertEqual(self.stored(), [])

    def test_ctrl_c_leaves_no_task(self):
        process = self.start("small", "--slurm", STANDIN_HOLD=".")
        self.slurm.wait_for(lambda: "RUNNING" in self.slurm.call("squeue", "-h", "-r", "-o", "%T"), "no task runs")
        process.send_signal(2)
        _, stderr = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(stderr, r"stopped: 0 of 5 points are stored; job \d+ is cancelled; run the same command to go on\n$")
        self.slurm.wait_for(lambda: not self.slurm.call("squeue", "-h"), "tasks are left")


if __name__ == "__main__":
    unittest.main()
