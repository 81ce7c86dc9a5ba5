#!/usr/bin/python3
"""Whether `dateline saturate` finds the knee: drawn networks, against grids of long runs (docs/guide/highest-load.md, "The
highest sustained load").

  knees.py BINARY [--networks N] [--first SEED] [--jobs N] [--cycles N]

Draws N networks (topology, routing, faults, virtual channels, pattern, length, ejection), searches each with the default
resolution r, and runs loads of a grid, 0.5% apart, for 300,000 cycles each. A load of the grid is sustained if no source
has more than 20 packets and 0.5% of what it generated in its queue at the end, and if it is below the exact bound; the
knee is the highest one below the first that is not. Of each network: whether the lower end is above the exact bound,
which is an error, and whether [lower end / (1 + r), upper end] holds the knee. Exits with 1 if a bound is exceeded, or
if fewer than 48 of 50 hold it.
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys

RESOLUTION = 0.05
STEP = 1.005
CUBES = ["mesh:4x4", "mesh:8x8", "mesh:5x4", "mesh:6", "torus:4x4", "torus:8x8", "torus:5x5", "torus:4x4x4", "torus:8", "hypercube:3", "hypercube:4",
         "hypercube:6"]
ROUTINGS = ["dor", "dor", "dor", "valiant", "romm", "o1turn", "duato", "odd-even", "west-first", "updown", "sw-deterministic", "sw-adaptive", "p-cube"]
PATTERNS = ["uniform", "uniform", "transpose", "hotspot:0@0.1", "hotspot:3@0.3", "random:1", "random:2", "bit-complement", "tornado", "shuffle",
            "neighbour"]


def drawn(draw):
    topology, routing = draw.choice(CUBES), draw.choice(ROUTINGS)
    vcs = draw.choice([10, 12] if routing.startswith("sw-") else [1, 2, 3, 4, 6, 8])
    options = ["--topology", topology, "--routing", routing, "--traffic", draw.choice(PATTERNS), "--vcs", str(vcs),
               "--packet-length", str(draw.choice([1, 4, 8, 16, 32])), "--buffer-depth", str(draw.choice([2, 2, 4, 8])),
               "--router.ejection", draw.choice(["ideal", "channel"])]
    if routing.startswith("sw-") or draw.random() < 0.15:
        options += ["--faults", f"random:{draw.choice([1, 2, 3])}@{draw.randrange(100)}"]
    return options


def result(binary, command, options, *more):
    done = subprocess.run([binary, command, *options, *more, "--json", "-"], capture_output=True, check=False)
    if done.returncode == 2:  # what does not go together
        return None
    if not done.stdout:
        sys.exit(f"knees.py: {command} {' '.join(options)}: status {done.returncode}: {done.stderr.decode().strip()}")
    return json.loads(done.stdout)


def sustained(binary, options, load, cycles):
    length = int(options[options.index("--packet-length") + 1])
    run = result(binary, "simulate", options, "--load", f"{load:.5g}", "--warmup", "0", "--cycles", str(cycles), "--prove", "never")
    sources = [source for source in run["per_terminal"] if source and source["offered"]]
    return all(source["backlog"] <= max(20, 0.005 * source["offered"] * cycles / length) for source in sources)


def knee_on_grid(binary, options, start, bound, cycles):
    """By halving between a load that is sustained and one that is not; the loads are start x 1.005^i."""
    def held(step):
        load = start * STEP ** step
        return load < bound and sustained(binary, options, load, cycles)

    low, high = -6, 6
    while not held(low):
        low, high = 2 * low, low
    while high > 0 and held(high):
        low, high = high, 2 * high
    while high > low + 1:
        middle = (low + high) // 2
        if held(middle):
            low = middle
        else:
            high = middle
    return start * STEP ** low


def judged(binary, options, cycles):
    """(options, lower end, upper end, decided, bound, knee), or None of what the program refuses."""
    found = result(binary, "saturate", options)
    if found is None:
        return None
    low, high = found["sustained"], found["saturated_from"]
    bound = min(1, found["bounds"]["sustainable"])
    return options, low, high, found["decided"], bound, knee_on_grid(binary, options, low or high / 2, bound, cycles)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--networks", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--cycles", type=int, default=300000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    settings = parser.parse_args()
    draw = random.Random(settings.first)
    held = above = count = 0
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        while count < settings.networks:
            several = [drawn(draw) for _ in range(settings.networks - count)]
            for one in pool.map(lambda options: judged(settings.binary, options, settings.cycles), several):
                if one is None:
                    continue
                options, low, high, decided, bound, knee = one
                holds = (low or 0) / (1 + RESOLUTION) <= knee <= high
                count, held, above = count + 1, held + holds, above + (low is not None and low > bound)
                print(f"{'held' if holds else 'NOT HELD':<9}{low!s:>8} ..{high:>8.5g} knee {knee:>8.5g} bound {bound:>8.5g} {'' if decided else 'undecided '}"
                      f"{' '.join(word for word in options if not word.startswith('--'))}", flush=True)
    print(f"{held} of {count} hold the knee; {above} above the bound")
    return 1 if above or held < 48 * count / 50 else 0


if __name__ == "__main__":
    sys.exit(main())
