#!/usr/bin/python3
"""How often the verdict of `dateline simulate` is wrong (docs/theory/saturation-test.md, "How often it is wrong").

  verdict.py BINARY [--seeds N] [--only TEXT] [--jobs N]

Each row is a network and a length of run T (warm-up included), at 0.9 and at 1.1 of its knee: of N seeds how many are
called sustained, saturated, undecided. At 0.9 a saturated run is a false alarm, at 1.1 a sustained one is a miss. The
knee is the middle of the bracket that `saturate --search.resolution 0.01` finds, the mean of three seeds. Exits with 1 if more
than 1 in 1,400 of all runs at 1.1 is a miss, or more than 1 in 7,000 at 0.9 an alarm.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys

MESH = ["--topology", "mesh:4x4", "--packet-length", "4"]
TRANSPOSE = ["--topology", "mesh:4x4", "--packet-length", "8", "--traffic", "transpose", "--vcs", "2"]
HOT = [*MESH, "--traffic", "hotspot:0@0.2"]
LINK = ["--topology", "hypercube:1", "--packet-length", "4", "--router.injection-vcs", "1"]
TORUS = ["--topology", "torus:8x8"]
MESH8 = ["--topology", "mesh:8x8", "--packet-length", "8"]
FAULTY = [*TORUS, "--packet-length", "8", "--vcs", "6", "--faults", "random:5@2"]
ROWS = [
    ("mesh:4x4 M4", MESH, 1000), ("mesh:4x4 M4", MESH, 4000),
    ("mesh:4x4 M8 transpose 2 VCs", TRANSPOSE, 3000), ("mesh:4x4 M8 transpose 2 VCs", TRANSPOSE, 12000),
    ("mesh:4x4 M4 hotspot", HOT, 1500), ("mesh:4x4 M4 hotspot", HOT, 6000),
    ("hypercube:1 M4", LINK, 2000),
    ("torus:8x8 M32", TORUS, 11000),
    ("torus:8x8 M8 duato 3 VCs", [*TORUS, "--routing", "duato", "--vcs", "3", "--packet-length", "8"], 4000),
    ("mesh:4x4 odd-even M4", [*MESH, "--routing", "odd-even"], 3000),
    ("mesh:8x8 odd-even M8 transpose", [*MESH8, "--routing", "odd-even", "--traffic", "transpose"], 6000),
    ("torus:8x8 M8 duato 3 VCs hotspot", [*TORUS, "--routing", "duato", "--vcs", "3", "--packet-length", "8", "--traffic", "hotspot:0@0.1"], 6000),
    ("torus:8x8 M8 sw-adaptive 5 faults", [*FAULTY, "--routing", "sw-adaptive"], 4000),
    ("torus:8x8 M8 sw-adaptive 5 faults", [*FAULTY, "--routing", "sw-adaptive"], 12000),
    ("torus:8x8 M8 sw-deterministic 5 faults", [*FAULTY, "--routing", "sw-deterministic"], 6000),
    ("mesh:4x4 1@0.8,17@0.2", ["--topology", "mesh:4x4", "--packet-length", "1@0.8,17@0.2"], 6000),
    ("mesh:4x4 M4 on-off:10,4", [*MESH, "--injection", "on-off:10,4"], 20000),
    ("torus:4x4 sw-deterministic 3 faults", ["--topology", "torus:4x4", "--routing", "sw-deterministic", "--vcs", "10", "--faults", "random:3@2",
                                             "--packet-length", "4"], 6000),
]
VERDICTS = ("sustained", "saturated", "undecided")


def result(binary, *arguments, allowed=(0,)):
    done = subprocess.run([binary, *arguments, "--prove", "never", "--json", "-"], capture_output=True, check=False)
    if done.returncode not in allowed:
        sys.exit(f"verdict.py: {' '.join(arguments)}: {done.stderr.decode().strip()}")
    return json.loads(done.stdout)


def knee_of(binary, network, pool):
    found = list(pool.map(lambda seed: result(binary, "saturate", *network, "--search.resolution", "0.01", "--seed", str(seed), allowed=(0, 1)), (1, 2, 3)))
    return sum((r["sustained"] + r["saturated_from"]) / 2 for r in found) / 3


def tally(binary, network, load, cycles, seeds, pool):
    window = cycles * 10 // 11

    def verdict(seed):
        return result(binary, "simulate", *network, "--load", f"{load:.5g}", "--warmup", str(cycles - window), "--cycles", str(window),
                      "--seed", str(seed))["verdict"]

    found = list(pool.map(verdict, range(1001, 1001 + seeds)))
    return [found.count(v) for v in VERDICTS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    settings = parser.parse_args()
    rows = [row for row in ROWS if settings.only in row[0]]
    if not rows:
        sys.exit(f"verdict.py: no row has {settings.only!r} in its name")
    knees, alarms, misses = {}, 0, 0
    print(f"{'network':<38}{'T':>7}{'knee':>8}   sustained/saturated/undecided at 0.9      at 1.1", flush=True)
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        for name, network, cycles in rows:
            if name not in knees:
                knees[name] = knee_of(settings.binary, network, pool)
            below, above = (tally(settings.binary, network, part * knees[name], cycles, settings.seeds, pool) for part in (0.9, 1.1))
            alarms, misses = alarms + below[1], misses + above[0]
            print(f"{name:<38}{cycles:>7}{knees[name]:>8.4f}   {'/'.join(map(str, below)):>28}{'/'.join(map(str, above)):>20}", flush=True)
    runs = settings.seeds * len(rows)
    print(f"{alarms} alarms, {misses} misses in {runs} runs each")
    return 1 if alarms > runs / 7000 or misses > 5 * runs / 7000 else 0


if __name__ == "__main__":
    sys.exit(main())
