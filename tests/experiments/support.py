#!/usr/bin/python3
"""A private place for an experiment and its results, and the runner as a user starts it, with the stand-in for the simulator."""

import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
STANDIN = TOP / "tests/experiments/standin.py"
HANGS = 1500  # seconds after which what has not ended hangs, however busy the machine
sys.path.insert(0, str(TOP / "experiments"))

SMALL = """\
about: a small one
command: simulate
options:
  topology: torus:8x8
  routing: dor
series:
  - traffic: uniform
    load: [0.1, 0.3, 0.5]
  - traffic: tornado
    load: [0.1, 0.2]
"""
DRAWN = SMALL + "figures: [latency-vs-load]\n"


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


def kill_all(process, itself=True):
    """kill -9 of the runner and of its simulations; with itself=False of those alone."""
    process.send_signal(signal.SIGSTOP)  # so that it starts nothing between our look and our blow
    own = children(process.pid)
    process.send_signal(signal.SIGKILL if itself else signal.SIGCONT)
    for pid in own:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


class ExperimentCase(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name).resolve()
        self.results = self.place / "results"
        self.points = self.results / "points"
        self.log = self.place / "log"
        self.go = self.place / "go"
        self.define(SMALL)

    def define(self, text, name="small"):
        (self.place / f"{name}.yaml").write_text(text)

    def words(self, *words, simulator=STANDIN):
        return [sys.executable, "-I", str(TOP / "experiments/runner/main.py"), *words, "--experiments", str(self.place),
                "--results", str(self.results), "--simulator", str(simulator)]

    def environment(self, **more):
        return {**os.environ, "STANDIN_LOG": str(self.log), "STANDIN_UNTIL": str(self.go), **more}

    def run_it(self, *words, simulator=STANDIN, cwd=TOP, **environment):
        return subprocess.run(self.words(*words, simulator=simulator), cwd=cwd, env=self.environment(**environment), text=True,
                              capture_output=True, timeout=HANGS)

    def start(self, *words, **environment):
        """The runner in the background, in a process group of its own; Ctrl-C reaches it even where the tests run with SIGINT ignored."""
        process = subprocess.Popen(self.words(*words), cwd=TOP, env=self.environment(**environment), text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, condition):
        end = time.monotonic() + HANGS
        while not condition():
            self.assertLess(time.monotonic(), end, "nothing happened")
            time.sleep(0.01)

    def release(self):
        """Lets those simulations end that STANDIN_HOLD holds until this."""
        self.go.touch()

    def simulations(self):
        """The words of all simulations started so far."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def stored(self):
        return sorted(file for file in self.points.glob("*.json") if "provenance" not in file.name)

    def left(self, name="small"):
        """{name: bytes} of the files that an experiment leaves, the hidden ones aside: those are no results."""
        return {file.name: file.read_bytes() for file in (self.results / name).iterdir() if not file.name.startswith(".")}

    def rows(self, name="small"):
        with open(self.results / name / "results.csv", newline="") as file:
            return list(csv.DictReader(file))
