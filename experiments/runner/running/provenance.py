#!/usr/bin/python3
"""What the runner adds to KEY.json.provenance.json: when a result was made, by which command, from which tree, on which processor, in how much memory."""

import datetime
import functools
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
GIT_TIMEOUT = 20.0  # seconds


class Measured(subprocess.Popen):
    """A process that knows what it held in memory at its peak, in bytes, once it has been waited for."""

    peak = None
    grace = 0.0  # seconds that it has to end by itself

    def _try_wait(self, wait_flags):
        """As Popen's own, by wait4, which says what the process used."""
        try:
            pid, status, usage = os.wait4(self.pid, wait_flags)
        except ChildProcessError:  # it has been waited for elsewhere
            return self.pid, 0
        if pid == self.pid:
            self.peak = usage.ru_maxrss * 1024
        return pid, status


@dataclass(frozen=True)
class Origin:
    """Of the results that one run of the runner makes."""

    simulator: object
    commit: tuple = None  # what tree() says, where that is known already

    def of(self, words, started, process):
        """The entries of one result. Memory is as the system counts it: at least that of the runner when it started the process."""
        commit, changed = self.commit or tree()
        return {"started": started, "command_line": shlex.join(words), "directory": str(self.simulator.top), "commit": commit, "changed": changed,
                "cpu": cpu(), "peak_memory": process.peak}


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


@functools.cache
def tree():
    """(commit, whether files of it were changed) of the checkout that the runner belongs to; None where that is not known."""
    commit = git("rev-parse", "HEAD")
    changed = commit and git("status", "--porcelain", "--untracked-files=no")
    return commit, None if changed is None else changed != ""


def git(*words):
    try:
        done = subprocess.run(["git", "-C", str(CHECKOUT), *words], capture_output=True, text=True, errors="replace", timeout=GIT_TIMEOUT,
                              stdin=subprocess.DEVNULL, start_new_session=True)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


@functools.cache
def cpu():
    """The model of the processor, or None."""
    try:
        with open("/proc/cpuinfo", errors="replace") as file:
            return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), None)
    except OSError:
        return None
