#!/usr/bin/python3
"""Wall and processor time of whole `dateline worst-case` runs, the fastest of several, beside their targets. Usage: worst_case.py DATELINE"""
import resource
import subprocess
import sys
import time

# name, options, target in seconds of processor time
ROWS = [
    ("torus:9x9 romm", "--topology torus:9x9 --routing romm", None),
    ("torus:33x33 romm", "--topology torus:33x33 --routing romm", 2),
    ("torus:63x63 romm", "--topology torus:63x63 --routing romm", 15),
    ("mesh:32x32 romm", "--topology mesh:32x32 --routing romm", 5),
    ("hypercube:9 romm", "--topology hypercube:9 --routing romm", 9),
    ("torus:33x33 valiant", "--topology torus:33x33 --routing valiant", None),
    ("torus:16x16 romm, all 1,024 channels", "--topology torus:16x16 --routing romm --all-channels", None),
    ("  the same on all cores", "--topology torus:16x16 --routing romm --all-channels --jobs 2", None),
    ("mesh:16x16 o1turn", "--topology mesh:16x16 --routing o1turn", None),
    ("dragonfly:4,8,4 valiant-group", "--topology dragonfly:4,8,4 --routing valiant-group", 1),
]
REPEATS = 3


def timed(command):
    """(wall, processor) seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        sys.exit("worst_case: failed: " + " ".join(command) + "\n" + run.stderr[-500:])
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(f"{'':40}{'wall s':>10}{'cpu s':>10}{'target':>14}")
    missed = 0
    for name, options, target in ROWS:
        runs = [timed([sys.argv[1], "worst-case", *options.split(),]) for _ in range(REPEATS)]
        wall, cpu = (min(column) for column in zip(*runs))
        verdict = "" if target is None else f"{target} s {'ok' if cpu <= target else 'MISSED'}"
        missed += verdict.endswith("MISSED")
        print(f"{name:40}{wall:10.2f}{cpu:10.2f}{verdict:>14}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
