#!/usr/bin/python3
"""The synchronous mesh machine: instructions per packet-move (one packet crossing one channel) by callgrind, then whole runs timed. Usage: mesh.py DATELINE

Instructions are the difference between the run and one of the same mesh in which no packet moves, so that starting and filling the mesh are left out;
with them for the first row, which has the limit. A step costs what can move in it: the lump rows, where nearly every packet is blocked nearly always,
and the sparse ones cost the same per move.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

COUNTED = [  # name, options, limit of the whole run's instructions per packet-move
    ("a0, random, side 256", "--side 256 --algorithm a0 --permutation random:1", 200),
    ("a0, lumps, side 256: most are blocked", "--side 256 --algorithm a0 --permutation lump:64,6,11", None),
    ("a0, lumps alone, side 512: sparse", "--side 512 --algorithm a0 --permutation lumponly:128,12,11", None),
    ("farthest-first, random, side 256", "--side 256 --algorithm farthest-first --permutation random:1", None),
    ("lumps, random, side 256", "--side 256 --algorithm lumps --permutation random:1", None),
    ("new, random, side 64", "--side 64 --algorithm new --permutation random:1", None),
    ("new-merged, random, side 64", "--side 64 --algorithm new-merged --permutation random:1", None),
    ("new, one phase, side 512: sparse", "--side 512 --algorithm new --permutation zonelump:11", None),
]
TIMED = [
    ("new, random, side 512", "--side 512 --algorithm new --permutation random:1"),
    ("new-merged, random, side 512", "--side 512 --algorithm new-merged --permutation random:1"),
    ("a0, lumps, side 1024", "--side 1024 --algorithm a0 --permutation lump:256,24,11"),
]


def run(command):
    """(result, stderr) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.json")
        done = subprocess.run([*command, "--json", result], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit("mesh: failed: " + " ".join(command) + "\n" + done.stderr[-500:])
        with open(result, encoding="utf-8") as file:
            return json.load(file), done.stderr


def timed(command):
    """(result, seconds, largest resident bytes) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        start = time.perf_counter()
        child = subprocess.Popen([*command, "--json", path], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit("mesh: failed: " + " ".join(command))
        with open(path, encoding="utf-8") as file:
            return json.load(file), time.perf_counter() - start, usage.ru_maxrss * 1024


def instructions(dateline, options):
    """(instructions, packet-moves) of one run."""
    result, text = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", dateline, "mesh", "run", *options.split()])
    return int(re.search(r"Collected : (\d+)", text).group(1)), result["moves"]


def still(options):
    """The same mesh, and nothing to do."""
    words = options.split()
    words[words.index("--permutation") + 1] = "identity"
    return " ".join(words)


def count(dateline):
    """Prints the first table; the number of limits passed."""
    missed = 0
    print(f"{'':42}{'moves':>12}{'instr/move':>12}{'whole run':>12}{'limit':>10}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [(pool.submit(instructions, dateline, options), pool.submit(instructions, dateline, still(options))) for _, options, _ in COUNTED]
        for (name, _, limit), (moving, resting) in zip(COUNTED, pending):
            total, moves = moving.result()
            whole = total / moves
            verdict = "" if limit is None else f"{limit} {'ok' if whole <= limit else 'OVER'}"
            missed += verdict.endswith("OVER")
            print(f"{name:42}{moves:12}{(total - resting.result()[0]) / moves:12.1f}{whole:12.1f}{verdict:>10}", flush=True)
    return missed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    missed = count(sys.argv[1])
    print(f"\n{'':42}{'steps':>9}{'moves':>12}{'seconds':>9}{'ns/move':>9}{'bytes/processor':>17}{'resident':>10}")
    for name, options in TIMED:
        result, seconds, resident = timed([sys.argv[1], "mesh", "run", *options.split()])
        resident /= result["side"] ** 2
        print(f"{name:42}{result['steps']:9}{result['moves']:12}{seconds:9.1f}{1e9 * seconds / result['moves']:9.1f}"
              f"{result['bytes_per_processor']:17.0f}{resident:10.0f}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
