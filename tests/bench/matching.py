#!/usr/bin/python3
"""Times the matching against scipy's linear_sum_assignment on the same matrices, in one run and one thread, and holds the ratio to a target.

Usage: matching.py [WEIGHTS...]. WEIGHTS are files of `dateline worst-case --out weights=FILE` (tori of ROMM weights); without any, the program writes those of
32x32 and 63x63. Two dense random matrices are made here. Both sides are timed alternately, the fastest of several runs counts; files and the
conversion to scipy's dense matrix of doubles are left out. Exit status 1 if a target is missed or the weights differ.
Needs the targets `dateline` and `bench_matching` of the release build, and python3-scipy.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
from scipy.optimize import linear_sum_assignment

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET_ROMM, TARGET_DENSE = 0.5, 1.2  # of scipy's time
EXACT_IN_DOUBLES = 2**51  # weights up to this leave scipy's sums of a few of them exact


def read_weights(path):
    with open(path, encoding="ascii") as file:
        nodes = int(file.readline().split()[2])
        entries = numpy.loadtxt(file, dtype=numpy.int64, ndmin=2)
    matrix = numpy.zeros((nodes, nodes), dtype=numpy.int64)
    matrix[entries[:, 0], entries[:, 1]] = entries[:, 2]
    return matrix


def write_weights(path, matrix):
    rows, columns = matrix.nonzero()
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# nodes {len(matrix)} scale 1\n")
        for entry in zip(rows.tolist(), columns.tolist(), matrix[rows, columns].tolist()):
            file.write("{} {} {}\n".format(*entry))


def romm_weights(dateline, folder):
    for k in (32, 63):
        path = f"{folder}/romm-{k}x{k}"
        command = [dateline, "worst-case", "--topology", f"torus:{k}x{k}", "--routing", "romm", "--out", f"weights={path}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit("matching: failed: " + " ".join(command) + "\n" + run.stderr[-500:])
        yield f"ROMM {k}x{k}", path


def dense_weights(folder):
    for bits, largest in (("10^6", 10**6), ("2^40", 2**40)):
        path = f"{folder}/dense-{bits}"
        write_weights(path, numpy.random.default_rng(1).integers(0, largest + 1, size=(1024, 1024), dtype=numpy.int64))
        yield f"dense random, up to {bits}", path


def ours(bench, path, repeats):
    run = subprocess.run([bench, path, str(repeats)], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"matching: {path}: {run.stderr.strip()}")
    weight, seconds, _ = run.stdout.split()
    return int(weight), float(seconds)


def scipys(matrix):
    doubles = matrix.astype(numpy.float64)
    start = time.perf_counter()
    rows, columns = linear_sum_assignment(doubles, maximize=True)
    seconds = time.perf_counter() - start
    return sum(matrix[rows, columns].tolist()), seconds


def compare(bench, path, rounds):
    """(nodes, our seconds, scipy's seconds, are the weights right?)"""
    matrix = read_weights(path)
    our_times, their_times = [], []
    right = True
    for _ in range(rounds):
        weight, seconds = ours(bench, path, 5)
        our_times.append(seconds)
        found, seconds = scipys(matrix)
        their_times.append(seconds)
        right = right and (weight == found if matrix.max() <= EXACT_IN_DOUBLES else weight >= found)
    return len(matrix), min(our_times), min(their_times), right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="*")
    parser.add_argument("--bench", default=str(ROOT / "build/release/tests/bench_matching"))
    parser.add_argument("--dateline", default=str(ROOT / "build/release/dateline"))
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    for program in [arguments.bench] + ([] if arguments.weights else [arguments.dateline]):
        if not pathlib.Path(program).exists():
            sys.exit(f"matching: {program} is not built")
    missed = False
    print(f"{'':32}{'nodes':>7}{'ours, ms':>12}{'scipy, ms':>12}{'ratio':>9}{'target':>9}")
    with tempfile.TemporaryDirectory() as folder:
        romm = [(pathlib.Path(p).name, p) for p in arguments.weights] or romm_weights(arguments.dateline, folder)
        cases = [(*case, TARGET_ROMM) for case in romm] + [(*case, TARGET_DENSE) for case in dense_weights(folder)]
        for name, path, target in cases:
            nodes, own, theirs, right = compare(arguments.bench, path, arguments.rounds)
            ratio = own / theirs
            verdict = "WRONG WEIGHT" if not right else "ok" if ratio <= target else "MISSED"
            missed = missed or verdict != "ok"
            print(f"{name:32}{nodes:7}{own * 1e3:12.2f}{theirs * 1e3:12.2f}{ratio:9.3f}{target:9.1f} {verdict}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
