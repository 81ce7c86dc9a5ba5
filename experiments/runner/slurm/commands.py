#!/usr/bin/python3
"""The programs of Slurm: sbatch, squeue, scancel, and scontrol and sinfo for what messages say."""

import re
import shutil
import subprocess

from runner.errors import ClusterError

NEEDED = ("sbatch", "squeue", "scancel")
TIMEOUT = 60.0  # seconds
EXIT = re.compile(r"\bExitCode=(\d+:\d+)\b")
NODE = re.compile(r"\bBatchHost=(\S+)")


def check():
    """ClusterError unless there is a Slurm to submit to."""
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        raise ClusterError(f"no {missing[0]}: Slurm is not installed here, or not on the PATH; without --slurm points run on this machine")


def call(*words):
    """(exit status, output, errors); the status is None where the program does not start or end. Ctrl-C does not reach it."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=TIMEOUT, stdin=subprocess.DEVNULL, start_new_session=True)
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, "", getattr(error, "strerror", None) or f"does not answer within {TIMEOUT:.0f} s"
    return done.returncode, done.stdout, done.stderr


def submit(words, script):
    """Submits an array; the number of the job."""
    status, output, errors = call("sbatch", "--parsable", *words, str(script))
    found = re.match(r"\d+", output.strip().rpartition("\n")[2])
    if status == 0 and found:
        return found[0]
    raise ClusterError(f"sbatch refuses the array: {reason(errors or output)}{partitions(errors)}")


def reason(errors):
    """What Slurm's programs say of themselves, on one line."""
    texts = [re.sub(r"^(\w+: )?(error|fatal): ", "", line.strip()) for line in errors.splitlines()]
    return "; ".join(filter(None, texts))[:300] or "it does not say why"


def partitions(errors):
    if "partition" not in errors.lower():
        return ""
    names = sorted(set(call("sinfo", "-h", "-o", "%R")[1].split()))
    return f" (partitions here: {', '.join(names)})"[:100] if names else ""


def queue(job):
    """({number of a task: (state, why it waits)} of the tasks that have not ended, ""), or (None, why Slurm does not say)."""
    status, output, errors = call("squeue", "-h", "-r", "-j", job, "-o", "%K|%T|%r")
    if status == 0:
        rows = [line.strip().split("|") for line in output.splitlines()]
        return {row[0]: (row[1], row[2]) for row in rows if len(row) == 3}, ""
    if "Invalid job id" in errors:
        return {}, ""  # it ended a while ago
    return None, f"squeue: {reason(errors)}"


def cancel(job):
    """"" or why it could not be cancelled."""
    status, _, errors = call("scancel", job)
    return "" if status == 0 or "Invalid job id" in errors else reason(errors)


def endings(job):
    """{"STATUS:SIGNAL": a node on which a task ended so}, as far as Slurm remembers."""
    lines = call("scontrol", "show", "job", "-o", job)[1].splitlines()
    found = [(EXIT.search(line), NODE.search(line)) for line in lines]
    return {status[1]: node[1] if node else "(name unknown)" for status, node in found if status}
