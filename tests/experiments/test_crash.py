#!/usr/bin/python3
"""kill -9 of the runner and of its simulations at random moments, and a disk that is full: resumed, the results are the same bytes.

A few moments by default, one of each kind; DATELINE_MOMENTS=50 in the long tests.
"""

import os
import random
import shutil
import subprocess
import time
import unittest

from support import FORMATS, HANGS, WHOLE, ExperimentCase, kill_all

MOMENTS = range(int(os.environ.get("DATELINE_MOMENTS", 4))) if WHOLE or "DATELINE_MOMENTS" in os.environ else (3,)
EXPERIMENT = """\
parts:
  best:
    command: optimal
    options: {topology: torus:5x5}
    outputs: [table]
  measured:
    command: simulate
    options: {topology: torus:5x5, cycles: 1000}
    series:
    - {routing: dor, traffic: [uniform, tornado], load: [0.1, 0.2, 0.3]}
    - {routing: {part: best, output: table, as: "table:", called: best}, load: [0.1, 0.3]}
    seeds: [1, 2]
  searched:
    command: simulate
    options: {topology: torus:5x5, routing: dor, traffic: tornado}
    search: {resolution: 0.2}
  grown:
    command: simulate
    options: {topology: torus:5x5, routing: dor, traffic: tornado, vcs: 2}
    grid: {load: [0.1, 0.2]}
    refine: {points: 2}
tables: [{part: measured, at: {routing: dor}, rows: traffic, columns: load, value: latency.mean}]
"""
if WHOLE or "DATELINE_MOMENTS" in os.environ:  # every process that draws loads matplotlib
    EXPERIMENT += "figures: [{kind: curves, part: measured, at: {routing: dor}, x: load, y: accepted, by: traffic}]\n"


class Crash(ExperimentCase):
    FORMATS = FORMATS

    def setUp(self):
        super().setUp()
        self.define(EXPERIMENT)

    def left(self):
        """{name: bytes} of all that is in the results; of provenance, which says when a result was made, the name alone."""
        return {str(file.relative_to(self.results)): b"" if file.name.endswith(".provenance.json") else file.read_bytes() for file in self.results.rglob("*") if file.is_file() and not file.name.startswith(".") and file.parent.name != "proofs" and file.name != "proofs"}

    def whole(self):
        """What a run leaves that nothing disturbs, and how many simulations it starts."""
        done = self.run_it("small", "--jobs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.left(), len(self.simulations())

    def assert_same(self, left, wanted, where=""):
        self.assertEqual(sorted(left), sorted(wanted), where)
        for name, content in wanted.items():
            self.assertEqual(left[name].decode(errors="replace"), content.decode(errors="replace"), f"{where} {name}")

    def test_killed_at_any_moment_and_resumed_it_leaves_the_same_bytes(self):
        wanted, count = self.whole()
        moments = random.Random(1)
        for number in MOMENTS:
            shutil.rmtree(self.results)
            before, last = len(self.simulations()), moments.randint(0, count)
            process = self.start("small", "--jobs", "2", STANDIN_SLEEP="0.02")
            self.wait_for(lambda: len(self.simulations()) - before >= last or process.poll() is not None)
            time.sleep(moments.choice((0, 0.01, 0.05)))
            alone = number % 4 == 3  # the simulations die, the runner lives on and says that they failed
            kill_all(process, itself=not alone)
            process.communicate(timeout=HANGS)
            done = self.run_it("small", "--jobs", "2")
            self.assertEqual(done.returncode, 0, done.stderr)
            left = self.left()
            if alone:  # a curve goes on without the load that failed: the store keeps what it added then
                left = {name: content for name, content in left.items() if name in wanted or not name.startswith("points/")}
            self.assert_same(left, wanted, f"moment {number}, after {last} of {count}")

    def test_a_full_disk_is_one_line_and_with_room_it_goes_on_to_the_same_bytes(self):
        wanted, _ = self.whole()
        shutil.rmtree(self.results)
        self.results.mkdir()
        if os.geteuid() != 0:
            self.skipTest("mounting a small disk needs root")
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(self.results)], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"no small disk: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", str(self.results)], check=True)
        for _ in range(2):  # the second finds what the first could store
            done = self.run_it("small", "--jobs", "2", STANDIN_SLEEP="0")  # simulations that are processes: they end before their files are looked for
            self.assertEqual(done.returncode, 2, done.stderr)
            lines = [line for line in done.stderr.splitlines() if "error" in line]
            self.assertRegex(lines[-1], "^error: .*: No space left on device$")
            self.assertEqual(len(lines), 1)
            self.assertNotIn("Traceback", done.stderr)
            self.assertEqual(list(self.results.rglob("*.tmp")), [])
        subprocess.run(["mount", "-o", "remount,size=64m", str(self.results)], check=True)
        done = self.run_it("small", "--jobs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same(self.left(), wanted)


if __name__ == "__main__":
    unittest.main()
