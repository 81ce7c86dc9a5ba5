#!/usr/bin/python3
"""Simulations of the stand-in that are played in the process of the tests, which starts none for them: where no signal, no time and no order
of their ends matters."""

import contextlib
import io
import os
import resource
import threading
import traceback
from pathlib import Path

import standin
from runner.running.provenance import Measured

PROGRAM = Path(__file__).resolve().with_name("standin_program.py")
NEEDS_A_PROCESS = ("STANDIN_HOLD", "STANDIN_FIRST", "STANDIN_KILL", "STANDIN_SLEEP")
ONE_AT_A_TIME = threading.Lock()


class Played:
    """As runner.running.provenance.Measured, of a simulation that has ended."""

    pid = None
    grace = 0.0

    def __init__(self, words):
        said = io.StringIO()
        with ONE_AT_A_TIME:
            try:
                self.returncode = standin.main(words, said)
            except SystemExit as end:
                self.returncode = end.code or 0
            except Exception:  # as Python ends a program
                traceback.print_exc(file=said)
                self.returncode = 1
        self.said = said.getvalue().encode()
        self.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def poll(self):
        return self.returncode

    def communicate(self, timeout=None):
        del timeout
        return None, self.said


def started(words, cwd, **more):
    """In place of Measured."""
    here = False
    with contextlib.suppress(OSError):
        here = os.path.samefile(cwd, os.getcwd()) and Path(cwd, words[0]).resolve() == PROGRAM
    if not here or any(name in os.environ for name in NEEDS_A_PROCESS):
        return Measured(words, cwd=cwd, **more)
    return Played([str(word) for word in words[1:]])
