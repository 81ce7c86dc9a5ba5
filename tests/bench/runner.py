#!/usr/bin/python3
"""What the runner of experiments costs beside the simulations: processor time a point, a run with nothing to do, the plan of a million points, and how
many times as fast two jobs are as one. Usage: runner.py DATELINE [POINTS]   (10,000 points of about 0.01 s; fewer for a look)"""
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
MAIN = TOP / "experiments/runner/main.py"
# Runs the runner and says, last on stderr, its own processor time in seconds and its peak memory in MB; of its children neither.
MEASURED = """
import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as end:
    status = end.code
own = resource.getrusage(resource.RUSAGE_SELF)
print(own.ru_utime + own.ru_stime, own.ru_maxrss / 1000, file=sys.stderr)
sys.exit(status)
"""
LIMITS = {"processor time a point, ms": 5, "nothing to do, s": 1, "plan of 10^6 points, s": 60, "its memory, MB": 2000, "two jobs, times one": -1.9}


def experiment(loads, seeds, cycles):
    """A file's text: loads x seeds points of a 4x4 torus."""
    rates = ", ".join(f"{(number + 1) / (2 * loads):.8f}" for number in range(loads))
    return (f"command: simulate\noptions: {{topology: torus:4x4, cycles: {cycles}}}\ngrid:\n  load: [{rates}]\n"
            f"seeds: [{', '.join(str(seed + 1) for seed in range(seeds))}]\n")


def run(dateline, folder, text, *words):
    """(wall seconds, processor seconds, MB) of a run of the experiment."""
    file = folder / "bench.yaml"
    file.write_text(text, encoding="utf-8")
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", MEASURED, MAIN, file, "--simulator", dateline, *words], capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"runner: failed: {done.stdout[-300:]}{done.stderr[-500:]}")
    return (wall, *map(float, done.stderr.splitlines()[-1].split()))


def rows(dateline, points):
    """(name, value) of each row, as it is measured."""
    with tempfile.TemporaryDirectory() as place:
        small = experiment(points // 100, 100, 2000)
        yield "processor time a point, ms", 1000 * run(dateline, Path(place), small)[1] / (points // 100 * 100)
        yield "nothing to do, s", run(dateline, Path(place), small)[0]
        _, own, memory = run(dateline, Path(place), experiment(1000, 1000, 2000), "--dry-run")
        yield "plan of 10^6 points, s", own
        yield "its memory, MB", memory
    walls = []
    for jobs in ("1", "2"):
        with tempfile.TemporaryDirectory() as place:
            walls.append(run(dateline, Path(place), experiment(1, 40, 600000), "--jobs", jobs)[0])
    yield "two jobs, times one", walls[0] / walls[1]


def main():
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and not sys.argv[2].isdigit()):
        sys.exit(__doc__)
    points = max(100, int(sys.argv[2]) if len(sys.argv) == 3 else 10000)
    print(f"{f'runner, {points} points':40}{'':>10}{'target':>16}")
    missed = 0
    for name, value in rows(sys.argv[1], points):
        limit = LIMITS[name]
        good = value >= -limit if limit < 0 else value <= limit
        missed += not good
        print(f"{name:40}{value:10.2f}{f'{abs(limit)} ' + ('ok' if good else 'MISSED'):>16}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
