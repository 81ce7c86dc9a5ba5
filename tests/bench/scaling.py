#!/usr/bin/python3
"""How many times as fast a run is on 2, 4, ... threads as on one, up to the processors that this machine has.

A round has, for every number of threads, a long run and one of a single cycle beside it: their difference is the wall
time of the cycles, without start-up and files, which one thread does. The numbers of threads take turns in being first,
so that what else runs meets all. A ratio is of one round; printed are medians, with the least and the greatest. All
results of a row must have the same bytes.

  µs           wall time of a cycle on one thread
  start        seconds of the run of a single cycle on one thread: what does not become faster
  between      the part of the network channels that lead from one tile to another
  busiest      how much longer the busiest thread works than the mean
  waited       the part of all threads' time that they waited
  auto         the threads that --threads auto takes on this machine
  machine      what so many independent runs gain here, each on one thread, at once: how many times the work of one alone
               they do in the same time; in each round behind those on so many threads

On a machine that does other work too, or whose processors slow each other, threads gain little, and so do independent
runs. Where these do not reach the bar the verdict is `undecided`: free processors would decide it. Else it is `holds`
or `missed`. The machine's load is printed. The exit status is 0 whatever the ratios are, 1 where results differ or a run fails.
"""
import argparse
import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from paired_time import RunFailed
from peers import processor

LADDER = (2, 4, 8, 16)  # threads
SAID = re.compile(r"^tiles +\d+ on (\d+) threads?; ([0-9.]+)% .*? ([0-9.]+)% above the mean, ([0-9.]+)% waited", re.M)


@dataclass(frozen=True)
class Row:
    name: str
    options: str
    cycles: int  # of the long run: half a second or more on one thread
    bar: float = None  # on two threads, of issue 29; None: no limit, `auto` takes one thread


ROWS = (
    Row("torus:8x8x8, 6 VCs, 0.2", "--topology torus:8x8x8 --vcs 6 --load 0.2", 60_000, 1.5),
    Row("torus:32x32, 0.1", "--topology torus:32x32 --load 0.1", 30_000, 1.6),
    Row("torus:16x16x16, 0.05", "--topology torus:16x16x16 --load 0.05", 15_000, 1.7),
    Row("torus:32x32x32, 0.05", "--topology torus:32x32x32 --load 0.05", 1_000, 1.85),
    Row("dragonfly:4,8,4, 0.2", "--topology dragonfly:4,8,4 --routing min --load 0.2", 20_000),
    Row("fattree:10,3, 0.2", "--topology fattree:10,3 --routing nca --load 0.2", 10_000),
    Row("torus:8x8, 0.2", "--topology torus:8x8 --load 0.2", 700_000),
)


class Differ(Exception):
    """Results of one row on different numbers of threads."""


def ladder(processors):
    """(numbers of threads that are measured, those that this machine has no processors for)"""
    return [count for count in LADDER if count <= processors], [count for count in LADDER if count > processors]


def walled(dateline, options, threads, cycles):
    """(seconds, bytes of the result, what the run says of its tiles) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "result")
        words = [dateline, "simulate", *options.split(), "--prove", "never", "--warmup", "0", "--cycles", str(cycles), "--threads", str(threads), "--json", file]
        begin = time.perf_counter()
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - begin
        if done.returncode != 0:
            raise RunFailed(f"{' '.join(words)}: {done.stderr.strip()[-300:]}")
        with open(file, "rb") as result:
            return seconds, result.read(), SAID.search(done.stdout)


def at_once(dateline, options, runs, cycles):
    """(seconds until the last has ended, results) of so many runs on one thread each."""
    with concurrent.futures.ThreadPoolExecutor(runs) as pool:
        begin = time.perf_counter()
        found = list(pool.map(lambda _: walled(dateline, options, 1, cycles), range(runs)))
        return time.perf_counter() - begin, {result for _, result, _ in found}


@dataclass(frozen=True)
class Timed:
    """A round's runs on one number of threads."""

    start: float  # seconds of a single cycle
    whole: float
    result: bytes
    said: object
    at_once: float = None  # seconds of as many runs on one thread each; None: one

    @property
    def cycles(self):
        return self.whole - self.start


def rounds_of(dateline, row, counts, rounds):
    """[{threads: Timed}], one a round."""
    found = []
    for number in range(rounds):
        first = number % len(counts)
        own, results = {}, set()
        for count in (*counts[first:], *counts[:first]):
            start, _, _ = walled(dateline, row.options, count, 1)
            timed = walled(dateline, row.options, count, row.cycles)
            seconds, others = at_once(dateline, row.options, count, row.cycles) if count > 1 else (None, set())
            own[count] = Timed(start, *timed, seconds)
            results |= {own[count].result, *others}
        if len(results) > 1:
            raise Differ(f"{row.name}: the results on {', '.join(map(str, counts))} threads are not the same")
        found.append(own)
    return found


def ratios(times, count):
    """How many times as fast the cycles are, by round; of rounds whose difference is that of two times, not of what else ran."""
    return [own[1].cycles / own[count].cycles for own in times if own[1].cycles > 0 and own[count].cycles > 0]


def machine(times, count):
    """What so many independent runs gain, by round."""
    return [count * own[1].whole / own[count].at_once for own in times]


def verdict(bar, gained, own):
    """Of a bar, by what the threads have gained (median; None: not known) and what the machine's own runs do."""
    if gained is None or own < bar:
        return "undecided"
    return "holds" if gained >= bar else "missed"


def cells(row, times, count):
    """The row of one number of threads, behind the network's name."""
    found = ratios(times, count)
    gained = statistics.median(found) if found else None
    own = statistics.median(machine(times, count))
    simulated = json.loads(times[-1][1].result)["simulated_cycles"]
    said = times[-1][count].said
    yield str(count)
    yield f"{1e6 * statistics.median(own[1].cycles for own in times) / simulated:.3g}"
    yield f"{gained:.2f} ({min(found):.2f} to {max(found):.2f})" if found else "too short"
    yield f"{own:.2f}"
    yield from (f"{row.bar:.2f}", verdict(row.bar, gained, own)) if row.bar and count == 2 else ("", "")
    yield f"{statistics.median(own[1].start for own in times):.2f}"
    yield from [f"{share}%" for share in said.groups()[1:]] if said else ["", "", ""]


def automatic(dateline, row):
    """The threads that --threads auto takes."""
    said = walled(dateline, row.options, "auto", 1)[2]
    return int(said[1]) if said else 1


def table(dateline, rows, counts, rounds):
    """Prints a line for each row and number of threads, as it is ready."""
    def show(name, threads, micros, fast, machines, bar, judged, start, between, busiest, waited, automatic_threads):
        measured = f"{name:25}{threads:>7}{micros:>6}  {fast:20}{machines:>7}{bar:>5}  {judged:9}"
        print(f"{measured}{start:>6}{between:>8}{busiest:>8}{waited:>7}{automatic_threads:>5}", flush=True)

    show("network, load", "threads", "µs", "times as fast", "machine", "bar", "verdict", "start", "between", "busiest", "waited", "auto")
    for row in rows:
        auto = automatic(dateline, row)
        times = rounds_of(dateline, row, [1, *counts], rounds)
        for count in counts:
            show(row.name, *cells(row, times, count), auto)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dateline", metavar="BINARY")
    parser.add_argument("--dateline", dest="other", metavar="BINARY", help="the same, in place of the one named first")
    parser.add_argument("--only", default="", metavar="TEXT", help="the rows whose name contains it")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="of each row; default 7")
    arguments = parser.parse_args()
    dateline = os.path.abspath(arguments.other or arguments.dateline)
    rows = [row for row in ROWS if arguments.only in row.name]
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: at least 1")
    if not rows:
        parser.error(f"--only {arguments.only}: no such row; they are {'; '.join(row.name for row in ROWS)}")
    processors = len(os.sched_getaffinity(0))
    counts, missing = ladder(processors)
    print(f"{time.strftime('%Y-%m-%d')}, {processors} x {processor()}, load {os.getloadavg()[0]:.1f}; medians of {arguments.rounds} rounds")
    try:
        if counts:
            table(dateline, rows, counts, arguments.rounds)
    except (RunFailed, Differ) as error:
        sys.exit(f"scaling: failed: {error}")
    if missing:
        print(f"left out, for want of processors: {', '.join(map(str, missing))} threads")
    return 0


if __name__ == "__main__":
    sys.exit(main())
