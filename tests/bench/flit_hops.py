#!/usr/bin/python3
"""Instructions per flit-hop, counted by callgrind as the difference of a long and a short run.

A flit-hop is a flit crossing a network channel; injection, ejection, traffic generation and statistics are included in
the cost. Instruction counts do not depend on the machine's mood. Usage: flit_hops.py DATELINE [--only TEXT]
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BASE = "--topology torus:8x8 --vcs 4 --buffer-depth 4 --load 0.2 --message-length 32"
# name, options (later ones win), cycles of the short and the long run, limit and its unit
ROWS = [
    ("8x8 V=4 depth 4, 32 flits, load 0.2", "", (2000, 6000), 200, "flit-hop"),
    ("  per-port crossbar", "--crossbar per-port", (2000, 6000), 280, "flit-hop"),
    ("  8-flit messages", "--message-length 8", (2000, 6000), 270, "flit-hop"),
    ("  1-flit messages", "--message-length 1", (2000, 6000), 850, "flit-hop"),
    ("  load 0.05", "--load 0.05", (4000, 16000), None, None),
    ("  load 0.4", "--load 0.4", (1000, 4000), None, None),
    ("  load 0.9 (overload)", "--load 0.9", (1000, 3000), None, None),
    ("  load 0.005: cost follows activity", "--load 0.005", (20000, 320000), 600, "cycle"),
    ("8x8x8 V=6, load 0.2", "--topology torus:8x8x8 --vcs 6", (400, 1200), None, None),
    ("32x32 V=4, load 0.1", "--topology torus:32x32 --load 0.1", (400, 1200), None, None),
    ("hypercube:8 V=1, 20 flits, load 0.1", "--topology hypercube:8 --vcs 1 --message-length 20 --load 0.1", (500, 2000), None, None),
    ("idle 8x8 (one message in 10^7 cycles)", "--load 0.00000005", (1000000, 9000000), None, None),
]


def merged(options):
    """BASE with the row's options in place of its own."""
    words = (BASE + " " + options).split()
    values = dict(zip(words[::2], words[1::2]))
    return [word for pair in values.items() for word in pair]


def count(dateline, options, cycles):
    """(instructions, flit-hops, simulated cycles) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.json")
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(folder, "callgrind"), dateline,
                   "simulate", *merged(options), "--warmup", "0", "--cycles", str(cycles), "--json", result]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not found:
            sys.exit("flit_hops: failed: " + " ".join(command) + "\n" + run.stderr[-500:])
        with open(result, encoding="utf-8") as file:
            measured = json.load(file)
    return int(found.group(1)), measured["flit_hops"], measured["simulated_cycles"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dateline")
    parser.add_argument("--only", default="", help="rows whose name contains this text")
    arguments = parser.parse_args()
    rows = [row for row in ROWS if arguments.only in row[0]]
    print(f"{'':40}{'instr/flit-hop':>15}{'instr/cycle':>13}{'limit':>18}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [[pool.submit(count, arguments.dateline, options, cycles) for cycles in lengths] for _, options, lengths, _, _ in rows]
        for (name, _, _, limit, unit), (short, long) in zip(rows, pending):
            (i0, h0, c0), (i1, h1, c1) = short.result(), long.result()
            per_hop = (i1 - i0) / (h1 - h0) if h1 > h0 else float("nan")
            per_cycle = (i1 - i0) / (c1 - c0)
            text = ""
            if limit is not None:
                value = per_hop if unit == "flit-hop" else per_cycle
                text = f"{limit}/{unit} {'ok' if value <= limit else 'OVER'}"
            print(f"{name:40}{per_hop:15.1f}{per_cycle:13.2f}{text:>18}", flush=True)


if __name__ == "__main__":
    main()
