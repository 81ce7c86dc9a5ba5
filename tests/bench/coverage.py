#!/usr/bin/python3
"""Measures how often the 95% interval of a mean covers it, as docs/theory/intervals.md, "Intervals", shows it.

Usage: coverage.py BENCH [--seeds N] [--jobs N] [--only TEXT] [--markdown]. BENCH is bench_coverage of the release build.
Cells: three networks (dor, uniform traffic, 4-flit packets, 4 VCs) at four fractions of what they sustain, and two queues, after 4,096, 16,384 and
65,536 packets; at each load also as many packets as the shortest window that shows an interval has (sim/measure/statistics/interval_rule.hpp); and runs that
end by --until-ci. The true mean of a queue is Pollaczek and Khinchine's, that of a network the mean over the longest streams of all seeds.
Exit status 1 if a cell covers fewer than the specification says, by more than three standard errors of the difference, or if an interval that is shown
covers fewer than 90%, by more than three standard errors.
"""
import argparse
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

COUNTS = (4096, 16384, 65536)
MEASURES = ("latency", "network latency", "hops")
SHOWN = 0.90  # what is shown covers at least this
LEAST_HOPS = 0.955  # the specification's least value for hops
CELL_SEEDS, QUEUE_SEEDS, UNTIL_SEEDS = 200, 600, 200  # of the specification's values


class Load(NamedTuple):
    """A network at a load: what the specification measured for latency, method before and this one, at each of COUNTS."""

    name: str
    fraction: float  # of what it sustains
    before: tuple
    expected: tuple


class Network(NamedTuple):
    sources: int
    channels: float  # exact bound of the busiest channel, flits/terminal/cycle
    sustained: float  # loads a little above are not, in 5,000 packets a source: 0.465, 0.412, 0.977
    warmup: int  # packets

    @property
    def bound(self):
        """An injection channel takes a flit a cycle."""
        return min(1, self.channels)


NETWORKS = {
    "torus:4x4": Network(16, 15 / 8, 0.94, 6400), "torus:8x8": Network(64, 63 / 64, 0.45, 25600), "mesh:8x8": Network(64, 63 / 128, 0.39, 25600),
    "md1": Network(1, 1, 1, 4096), "mm1": Network(1, 1, 1, 4096)}
LOADS = (
    Load("torus:4x4", 0.3, (0.960, 0.960, 0.975), (0.980, 0.975, 0.985)), Load("torus:4x4", 0.6, (0.890, 0.940, 0.945), (0.940, 0.965, 0.950)),
    Load("torus:4x4", 0.85, (0.515, 0.795, 0.920), (0.900, 0.925, 0.960)), Load("torus:4x4", 0.95, (0.225, 0.485, 0.725), (0.745, 0.900, 0.940)),
    Load("torus:8x8", 0.3, (0.945, 0.960, 0.965), (0.960, 0.985, 0.980)), Load("torus:8x8", 0.6, (0.870, 0.940, 0.950), (0.960, 0.960, 0.975)),
    Load("torus:8x8", 0.85, (0.700, 0.845, 0.935), (0.915, 0.950, 0.975)), Load("torus:8x8", 0.95, (0.355, 0.610, 0.815), (0.710, 0.865, 0.935)),
    Load("mesh:8x8", 0.3, (0.930, 0.940, 0.940), (0.960, 0.965, 0.970)), Load("mesh:8x8", 0.6, (0.855, 0.935, 0.950), (0.945, 0.965, 0.975)),
    Load("mesh:8x8", 0.85, (0.610, 0.835, 0.915), (0.890, 0.945, 0.965)), Load("mesh:8x8", 0.95, (0.325, 0.455, 0.700), (0.700, 0.860, 0.905)),
    Load("md1", 0.9, (0.758, 0.892, 0.932), (0.885, 0.953, 0.967)), Load("md1", 0.95, (0.537, 0.737, 0.898), (0.833, 0.890, 0.945)),
    Load("mm1", 0.9, (0.668, 0.858, 0.930), (0.870, 0.927, 0.955)))
# Network, fraction, part of the mean, before, expected.
UNTIL = (("torus:4x4", 0.3, 0.02, 0.920, 0.985), ("torus:8x8", 0.6, 0.02, 0.815, 0.965), ("mesh:8x8", 0.6, 0.02, 0.870, 0.964),
         ("torus:4x4", 0.3, 0.05, 0.755, 0.975), ("torus:8x8", 0.6, 0.05, 0.735, 0.960), ("mesh:8x8", 0.85, 0.05, 0.495, 0.888))


def shortest(name, fraction):
    """The packets in the shortest window that shows an interval: of those that pass what is busy for rho of the time there must be
    c min(1, 2 rho)^3 / (1 - rho)^2, with c = 160 for the busiest channel and 160 / sqrt(sources) for the sources."""
    network = NETWORKS[name]
    load = fraction * network.sustained

    def in_all(bound, least):
        rho = load / bound
        return math.ceil(network.sources * bound * least * min(1, 2 * rho) ** 3 / (1 - rho) ** 2)
    return max(in_all(network.channels, 160), in_all(network.bound, 160 / math.sqrt(network.sources)))


def standard_error(share, seeds):
    """Of a share that was measured; never 0, so that 1 of N seeds makes no verdict."""
    share = min(max(share, 1 / seeds), 1 - 1 / seeds)
    return math.sqrt(share * (1 - share) / seeds)


def below(found, seeds, expected, their_seeds):
    return found < expected - 3 * math.hypot(standard_error(found, seeds), standard_error(expected, their_seeds))


def rows_of(line):
    """(count, [(mean, low, high)]); no low and high: None."""
    count, *values = line.split()
    return int(count), [(float(mean), *((None, None) if low == "-" else (float(low), float(high)))) for mean, low, high in zip(*[iter(values)] * 3)]


def measured(bench, jobs, words, seeds):
    """The lines that seeds 1..N give, in parts of 20 seeds side by side."""
    def part(first):
        ends = [str(first), str(min(first + 19, seeds))]
        return subprocess.run([bench, *words[:4], *ends, *words[4:]], check=True, capture_output=True, text=True).stdout.splitlines()
    with ThreadPoolExecutor(jobs) as pool:
        return [rows_of(line) for lines in pool.map(part, range(1, seeds + 1, 20)) for line in lines]


def true_means(name, load, rows):
    if name in ("md1", "mm1"):
        return [1000 * (1 + (1 if name == "md1" else 2) * load / (2 * (1 - load))) - 0.5]
    longest = max(count for count, _ in rows)
    ends = [values for count, values in rows if count == longest]
    return [math.fsum(values[i][0] for values in ends) / len(ends) for i in range(len(MEASURES))]


def covered(intervals, mean):
    return sum(low is not None and low <= mean <= high for _, low, high in intervals) / len(intervals)


class Table:
    def __init__(self, arguments):
        self.bench, self.jobs, self.seeds, self.only, self.markdown = arguments.bench, arguments.jobs, arguments.seeds, arguments.only, arguments.markdown
        self.failed, self.means = [], {}

    def row(self, *cells):
        widths = (24, 9, 8, 8, 8, 8, 8, 0)
        print("| " + " | ".join(cells) + " |" if self.markdown else "".join(cell.ljust(width) for cell, width in zip(cells, widths)), flush=True)

    def check(self, wrong, words):
        if wrong:
            self.failed.append(words)
        return "BELOW" if wrong else "ok"

    def loads(self):
        self.row("load", "packets", "before", "spec", "latency", "network", "hops", "verdict")
        for one in LOADS:
            if self.only not in one.name:
                continue
            network = NETWORKS[one.name]
            load, least = one.fraction * network.sustained, shortest(one.name, one.fraction)
            counts = sorted({*COUNTS, least})
            rows = measured(self.bench, self.jobs, ["streams", one.name, f"{load:.6g}", str(network.warmup), *map(str, counts)], self.seeds)
            means = true_means(one.name, load, rows)
            self.means[one.name, one.fraction] = means
            for count in counts:
                shares = [covered([values[i] for at, values in rows if at == count], mean) for i, mean in enumerate(means)]
                self.cell(one, count, least, shares)

    def cell(self, one, count, least, shares):
        words = f"{one.name} {one.fraction:g}, {count} packets"
        wrong, before, spec = False, "", ""
        if count in COUNTS:
            i, seeds = COUNTS.index(count), QUEUE_SEEDS if NETWORKS[one.name].sources == 1 else CELL_SEEDS
            before, spec = f"{one.before[i]:.3f}", f"{one.expected[i]:.3f}"
            wrong = any(below(share, self.seeds, one.expected[i], seeds) for share in shares[:2]) or any(
                below(share, self.seeds, LEAST_HOPS, seeds) for share in shares[2:])
        shown = count >= least
        wrong = wrong or shown and any(share < SHOWN - 3 * standard_error(SHOWN, self.seeds) for share in shares)
        texts = [f"{share:.3f}" for share in shares] + [""] * (len(MEASURES) - len(shares))
        self.row(f"{one.name} {one.fraction:g}", f"{count}", before, spec, *texts, self.check(wrong, words) + ("" if shown else ", not shown"))

    def until(self):
        self.row("until-ci", "packets", "before", "spec", "latency", "network", "hops", "verdict")
        for name, fraction, part, before, expected in UNTIL:
            if self.only not in name:
                continue
            load = fraction * NETWORKS[name].sustained
            rows = measured(self.bench, self.jobs, ["until", name, f"{load:.6g}", str(NETWORKS[name].warmup), f"{part}"], self.seeds)
            mean = math.fsum(count for count, _ in rows) / len(rows)
            shares = [covered([values[i] for _, values in rows], truth) for i, truth in enumerate(self.means[name, fraction])]
            wrong = below(shares[0], self.seeds, expected, UNTIL_SEEDS) or any(
                share < SHOWN - 3 * standard_error(SHOWN, self.seeds) for share in shares)
            self.row(f"{name} {fraction:g}, {part:.0%}", f"{mean:.0f}", f"{before:.3f}", f"{expected:.3f}", *(f"{share:.3f}" for share in shares),
                     self.check(wrong, f"{name} {fraction:g}, until {part:.0%}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="networks whose name holds this")
    parser.add_argument("--markdown", action="store_true")
    table = Table(parser.parse_args())
    table.loads()
    table.until()
    for words in table.failed:
        print(f"coverage: below: {words}", file=sys.stderr)
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
