#!/usr/bin/python3
"""A private place for an experiment and its results, and the runner with the stand-in for the simulator: in the process of the tests, which loads them
once, or where signals, streams or the start itself matter in one of its own, as a user starts it."""

import contextlib
import csv
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import unittest
import warnings
from pathlib import Path
from unittest import mock

TOP = Path(__file__).resolve().parent.parent.parent
STANDIN = TOP / "tests/experiments/standin_program.py"
HANGS = 1500  # seconds after which what has not ended hangs, however busy the machine
sys.path.insert(0, str(TOP / "experiments"))
sys.path.append(str(TOP / "tests/support"))
from runner import main  # noqa: E402
from runner.running import execute  # noqa: E402
from runner.running.simulator import Simulator  # noqa: E402
from runner.streams import STOPPING  # noqa: E402
from sample import WHOLE, sample  # noqa: E402, F401: for the tests too
import played  # noqa: E402: which needs the runner

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
MEAN = r"[0-9.]+ \(-[0-9.]+, \+[0-9.]+\)"  # a latency of one run, with its interval
FORMATS = ("svg", "pdf", "png")
LISTED = {}  # what the stand-in lists: its environment -> the catalogue, packed: every run has a copy
ASK = Simulator.catalogue


def catalogue(simulator):
    """As Simulator.catalogue; the stand-in is asked once for each environment of its own."""
    if simulator.path != STANDIN:
        return ASK(simulator)
    own = tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith("STANDIN_") and name not in ("STANDIN_LOG", "STANDIN_UNTIL")))
    if own not in LISTED:
        LISTED[own] = pickle.dumps(ASK(simulator))
    return pickle.loads(LISTED[own])


def call(words, cwd, environment, program=main.main):
    """What the runner, or the main function of another program, does with these words, in this process; as of subprocess.run. The working directory,
    environment, streams, handlers of signals and warnings are then as they were."""
    before, handlers = os.getcwd(), {number: signal.getsignal(number) for number in STOPPING}
    with contextlib.ExitStack() as stack:
        out, err = (stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")) for _ in range(2))
        with mock.patch.dict(os.environ, environment, clear=True), mock.patch.object(Simulator, "catalogue", catalogue), \
                mock.patch.object(execute, "Measured", played.started), warnings.catch_warnings(), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            warnings.resetwarnings()  # to what Python begins with
            for kind in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
                warnings.simplefilter("ignore", kind)
            os.chdir(cwd)
            try:
                status = program(list(map(str, words)))
            except SystemExit as end:
                status = end.code or 0
            except Exception:  # as Python ends a program
                traceback.print_exc()
                status = 1
            finally:
                os.chdir(before)
                for number, handler in handlers.items():
                    signal.signal(number, handler)
        texts = [file.read() for file in (out, err) if file.seek(0) == 0]
    return subprocess.CompletedProcess(words, status, *texts)


def written(formats):
    """Figures are written in these formats alone."""
    from runner.figures.drawing import style
    return mock.patch.object(style, "METADATA", {kind: metadata for kind, metadata in style.METADATA.items() if kind in formats})


def remove(place):
    """A temporary folder, in which simulations that lost their parent may still be about to begin; without it they end."""
    end = time.monotonic() + HANGS
    while True:
        try:
            return place.cleanup()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


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
    FORMATS = ("svg",)  # of the figures that run_it leaves: the page needs the first; in a process all are left

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(remove, place)
        self.work_in(place.name)
        self.define(SMALL)

    def work_in(self, place):
        self.place = Path(place).resolve()
        self.results = self.place / "results"
        self.points = self.results / "points"
        self.log = self.place / "log"
        self.go = self.place / "go"

    def define(self, text, name="small"):
        (self.place / f"{name}.yaml").write_text(text)

    def words(self, *words, simulator=STANDIN):
        return [sys.executable, "-I", str(TOP / "experiments/runner/main.py"), *words, "--experiments", str(self.place),
                "--results", str(self.results), "--simulator", str(simulator)]

    def environment(self, **more):
        return {**os.environ, "STANDIN_LOG": str(self.log), "STANDIN_UNTIL": str(self.go), **more}

    def run_it(self, *words, simulator=STANDIN, cwd=TOP, **environment):
        """The runner in this process."""
        drawn = any("figures" in file.read_text(errors="replace") for file in self.place.glob("*.yaml") if file.is_file())
        with written(self.FORMATS) if drawn else contextlib.nullcontext():  # matplotlib is loaded only where there are any
            return call(self.words(*words, simulator=simulator)[3:], cwd, self.environment(**environment))

    def run_process(self, *words, simulator=STANDIN, cwd=TOP, **environment):
        """The same in a process of its own."""
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


class FinishedCase(ExperimentCase):
    """The experiment TEXT has run once, as `first`; every test works in that place and leaves it as it was."""

    TEXT = SMALL

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.shared = place.name
        case = cls("run_it")
        case.work_in(place.name)
        case.define(cls.TEXT)
        cls.first = case.run_it("small")
        case.assertEqual(cls.first.returncode, 0, cls.first.stderr)

    def setUp(self):
        self.work_in(self.shared)
