#!/usr/bin/python3
"""What an embedded network costs, and a run from Python, against limits. Usage: embed.py BENCH_EMBED DATELINE

  save      of a network under load, over a cycle of the same network; into memory that is there
  start     from the options to the end of the first cycle
  message   instructions of a message of one flit, above those of the same packet in the machine alone: by callgrind, as the difference of two lengths
  all-reduce  instructions of ring all-reduces by a client, over those of simulate for the same messages in the same cycles: as the difference of two
            numbers of all-reduces
  run       processor time of dateline.run(), the program's included, over that of the program alone
Times are processor times, each the least of several, as other programs only make them longer."""
import json
import os
import re
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import dateline  # noqa: E402

SAVED = [  # name, options, load, at most so many cycles: 10, and of the smallest 12, as that takes 9 to 11
    ("torus:8x8", "topology=torus:8x8", 0.2, 12),
    ("torus:32x32", "topology=torus:32x32", 0.1, 10),
    ("torus:16x16x16", "topology=torus:16x16x16", 0.2, 10),
    ("dragonfly:4,8,4", "topology=dragonfly:4,8,4 routing=min", 0.2, 10),
]
STARTED = [("torus:8x8", 1), ("torus:32x32", 20)]  # at most so many ms
INSTRUCTIONS, TIMES_THE_PROGRAM, TIMES_SIMULATE = 300, 1.2, 1
CYCLES = (2000, 6000)  # counted
SHORT = {"topology": "torus:8x8", "load": 0.2, "cycles": 5000}
ALL_REDUCES = (1, 3)  # counted
ROUNDS = 25


def printed(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit("embed: failed: " + " ".join(words) + "\n" + done.stderr[-500:])
    return done


def counted(*words):
    """(instructions, what was printed) of a run."""
    done = printed(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words])
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1)), done.stdout


def instructions(bench):
    """Of a message above the machine."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        (most, came), (few, before), (machine, _), (short, _) = pool.map(
            lambda run: counted(bench, *run), [(kind, str(cycles)) for kind in ("network", "machine") for cycles in reversed(CYCLES)])
    return ((most - few) - (machine - short)) / (int(came) - int(before))


def times_simulate(bench, program):
    """Instructions of all-reduces by a client, over those of the program; both end in the same cycle."""
    def simulated(times):
        count, text = counted(program, "simulate", "--topology", "torus:8x8", "--workload", f"all-reduce:ring,bytes=65536,repeat={times}",
                              "--workload.flit-bytes", "16", "--packet-length", "128", "--json", "-")
        return count, json.loads(text)["completion_cycle"]

    def embedded(times):
        count, text = counted(bench, "all-reduce", str(times))
        return count, int(text)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda run: run[0](run[1]), [(run, times) for times in ALL_REDUCES for run in (embedded, simulated)]))
    (few, end), (few_there, end_there), (most, last), (most_there, last_there) = runs
    if (end, last) != (end_there, last_there):
        sys.exit(f"embed: all-reduces end in cycles {end} and {last}, those of simulate in {end_there} and {last_there}")
    return (most - few) / (most_there - few_there)


def least_time(work):
    """Of this process and those that it waits for, in seconds."""
    def spent():
        return sum(sum(resource.getrusage(whose)[:2]) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    times = []
    for _ in range(ROUNDS):
        begin = spent()
        work()
        times.append(spent() - begin)
    return min(times)


def times_the_program(program):
    words = [program, "simulate", *(f"--{name}={value}" for name, value in SHORT.items()), "--json=-"]
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    own = least_time(lambda: os.waitpid(os.posix_spawn(program, words, os.environ, file_actions=quiet), 0))
    return least_time(lambda: dateline.run("simulate", program=program, **SHORT)) / own


def rows(bench, program):
    """(name, value, limit, remark) of each row, as it is measured."""
    for name, options, load, limit in SAVED:
        size, save, restore, cycle = map(float, printed([bench, "save", options, str(load)]).stdout.split())
        remark = f"{size:.0f} bytes, {1e6 * save:.1f} us; restore {1e6 * restore:.0f} us; cycle {1e6 * cycle:.2f} us"
        yield f"save {name} at {load}, cycles", save / cycle, limit, remark
    for name, limit in STARTED:
        yield f"start {name}, ms", 1000 * float(printed([bench, "start", f"topology={name}"]).stdout), limit, ""
    yield "message, instructions", instructions(bench), INSTRUCTIONS, ""
    yield "all-reduce, times simulate's instructions", times_simulate(bench, program), TIMES_SIMULATE, ""
    yield "run() of 5,000 cycles, times the program", times_the_program(program), TIMES_THE_PROGRAM, ""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    missed = 0
    for name, value, limit, remark in rows(*map(os.path.abspath, sys.argv[1:])):
        over = value > limit
        missed += over
        print(f"{name:42}{value:10.2f}  {'OVER' if over else 'within'} {limit:g}{'; ' if remark else ''}{remark}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
