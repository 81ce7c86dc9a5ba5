"""User time of two binaries on the same options, interleaved in one run, as medians of ratios.

Each round runs both binaries after another, the first of them alternating, so that what else runs meets both.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

from flit_rows import TIMED, chosen, merged

CYCLES = {"on-chip 1 flit": 100000, "1 flit": 100000}
DEFAULT_CYCLES = 300000


class RunFailed(Exception):
    """Of a simulator: its command, and how what it printed ends."""


def timed(words):
    """(seconds of user time, exit status, what it printed) of one run."""
    with tempfile.TemporaryFile() as printed, subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        return usage.ru_utime, process.returncode, printed.read().decode("utf-8", "replace")


def simulated(dateline, options):
    """(seconds of user time, the result) of one run of dateline."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result")
        words = [dateline, "simulate", *options, "--json", result]
        seconds, status, printed = timed(words)
        if status != 0:
            raise RunFailed(" ".join(words) + ": " + printed.strip()[-300:])
        with open(result, encoding="utf-8") as file:
            return seconds, json.load(file)


def compare(dateline, other, only, rounds):
    """Prints for each timed row ns a flit-hop of both and how many times as fast the first is."""
    rows = [row for row in chosen(only) if row.name in TIMED]
    if not rows:
        sys.exit(f"flit_hops: --only {only}: no such timed row; rows are {', '.join(TIMED)}")
    print(f"{'row':24}{'ns':>8}{'against':>9}{'times as fast':>15}  (medians of {rounds} rounds, least and greatest ratio)")
    for row in rows:
        options = merged(row.options, "--cycles", str(CYCLES.get(row.name, DEFAULT_CYCLES)))
        ours, theirs = [], []
        for number in range(rounds):
            pair = [(dateline, ours), (other, theirs)]
            for binary, times in pair if number % 2 else reversed(pair):
                try:
                    seconds, result = simulated(binary, options)
                except RunFailed as error:
                    sys.exit(f"flit_hops: failed: {error}")
                times.append(1e9 * seconds / result["flit_hops"])
        ratios = [theirs_once / ours_once for ours_once, theirs_once in zip(ours, theirs)]
        print(f"{row.name:24}{statistics.median(ours):8.1f}{statistics.median(theirs):9.1f}"
              f"{statistics.median(ratios):15.2f}  {min(ratios):.2f}..{max(ratios):.2f}", flush=True)
