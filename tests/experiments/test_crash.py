#!/usr/bin/python3
"""kill -9 of the runner and of its simulations at random moments, and a disk that is full: resumed, the results are the same bytes.

A few moments by default; DATELINE_MOMENTS=50 in the long tests.
"""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from support import ExperimentCase

MOMENTS = int(os.environ.get("DATELINE_MOMENTS", 4))
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
tables: [{part: measured, at: {routing: dor}, rows: traffic, columns: load, value: latency.mean}]
figures: [{kind: curves, part: measured, at: {routing: dor}, x: load, y: accepted, by: traffic}]
"""


def children(pid):
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue  # it has just ended
        if parent == pid:
            found.append(int(stat.parent.name))
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Crash(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(EXPERIMENT)

    def left(self):
        """{name: bytes} of all that is in the results; of provenance, which says when a result was made, the name alone."""
        return {str(file.relative_to(self.results)): b"" if file.name.endswith(".provenance.json") else file.read_bytes() for file in self.results.rglob("*") if file.is_file() and not file.name.startswith(".") and file.parent.name != "proofs" and file.name != "proofs"}

    def whole(self):
        """What a run leaves that nothing disturbs, and how long it takes."""
        start = time.monotonic()
        done = self.run_it("small", "--jobs", "2", STANDIN_SLEEP="0.02")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.left(), time.monotonic() - start

    def assert_same(self, left, wanted, where=""):
        self.assertEqual(sorted(left), sorted(wanted), where)
        for name, content in wanted.items():
            self.assertEqual(left[name].decode(errors="replace"), content.decode(errors="replace"), f"{where} {name}")

    def test_killed_at_any_moment_and_resumed_it_leaves_the_same_bytes(self):
        wanted, seconds = self.whole()
        moments = random.Random(1)
        cut_short = 0
        for number in range(MOMENTS):
            shutil.rmtree(self.results)
            process = self.start("small", "--jobs", "2", STANDIN_SLEEP="0.02")
            time.sleep(moments.uniform(0, 1.1 * seconds))
            cut_short += process.poll() is None
            process.send_signal(signal.SIGSTOP)  # so that it starts nothing between our look and our blow
            own = children(process.pid)
            if number % 4 == 3:  # the simulations alone: the runner lives on, and says that they failed
                process.send_signal(signal.SIGCONT)
            else:
                process.kill()
            for pid in own:
                kill(pid)
            process.communicate(timeout=60 + 20 * seconds)  # it hangs, or the machine is busy
            done = self.run_it("small", "--jobs", "2")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_same(self.left(), wanted, f"moment {number}")
        self.assertGreater(cut_short, 0, "no run was cut short")

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
            done = self.run_it("small", "--jobs", "2")
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
