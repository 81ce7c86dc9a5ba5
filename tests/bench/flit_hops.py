#!/usr/bin/python3
"""Instructions and mispredicted branches of a flit-hop, counted by callgrind as the difference of a long and a short run.

A flit-hop is a flit crossing a network channel; injection, ejection, traffic and statistics are included. Printed are
  i       instructions
  m       mispredicted branches, conditional and indirect (Bcm + Bim), of callgrind's own predictor
  cost    i + 60 m, which predicted measured speed-ups within 18%
  misses  last-level misses of data, of a 32x32 network with caches of 1/32 size in place of one that does not fit: CACHES
          has 1/32 of 32 KiB and of 2 MiB; the code does not grow with a network, so its own cache has full size
Rows of kind "cycle" count a simulated cycle. The row "packet" counts the instructions of a packet without hops: runs of
1-flit packets that all go one and all go two hops along a dimension, extrapolated to none. On commit 2ff1f9a that is 999.
A profile of it by functions gives about 770 of these to generation, injection, delivery, hand-over and statistics (the
"about 730" of issue 9, whose limit of 500 is scaled here); the rest is the head flit in the injection channel, and
what a cycle costs however many packets it has. Rows of kind "each" count a packet of the run, its hops included; those
of kind "window" a window that is reported: what it takes to count what is where in a large network.

No figure depends on the machine's load; caches, environment and names of files are fixed. Instructions are those of the
compiler in use (the committed table: g++ 12, x86-64, -O3). Each row is compared with the committed table and with its
limit: exit status 1 names those whose cost rose by more than 1% or is over the limit. --write makes the table anew. Rows of
Verilated routers are left out where rtl_mesh is not beside the binary (it is built where Verilator is).
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import paired_time
from flit_rows import ROWS, chosen, files, merged

TABLE = Path(__file__).resolve().parent / "flit-hops.tsv"
ROOT = TABLE.parents[2]
COLUMNS = ["row", "i", "m", "cost", "misses"]
DIGITS = {"i": 1, "m": 3, "cost": 1, "misses": 4}  # in the table, behind the point
CACHES = ["--cache-sim=yes", "--I1=32768,8,64", "--D1=1024,8,64", "--LL=65536,16,64"]
PENALTY = 60        # instructions a mispredicted branch counts for
TOLERANCE = 1.01    # of the committed figure
NOISE = 0.1         # a rise of a cycle by no more than this is none: an idle cycle costs next to nothing


def with_length(options, cycles):
    """The options of a run of so many cycles, or of a workload repeated so often; where cycles are given, of so many windows."""
    if "--cycles" in options:
        return [*options, "--windows", str(cycles)]
    if "--workload" not in options:
        return [*options, "--cycles", str(cycles)]
    at = options.index("--workload") + 1
    return [*options[:at], f"{options[at]},repeat={cycles}", *options[at + 1:]]


def counted(command, folder, caches):
    """Runs it under callgrind: events by callgrind's names, and what it printed."""
    words = ["nice", "valgrind", "--tool=callgrind", "--branch-sim=yes", *(CACHES if caches else []), "--callgrind-out-file=events", *command]
    run = subprocess.run(words, cwd=folder, env={"PATH": "/usr/local/bin:/usr/bin:/bin"}, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit("flit_hops: failed: " + " ".join(words) + "\n" + run.stderr[-500:])
    text = Path(folder, "events").read_text(encoding="utf-8")
    names, values = (re.search(f"^{key}: (.*)$", text, re.MULTILINE).group(1).split() for key in ("events", "summary"))
    return dict(zip(names, map(int, values))), run.stdout


def count(dateline, options, cycles, caches):
    """Events of one run by callgrind's names, with its flit-hops, cycles and packets."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(dateline, os.path.join(folder, "dateline"))
        for name, text in files().items():
            if any(name in word for word in options):
                Path(folder, name).write_text(text, encoding="utf-8")
        events, _ = counted(["./dateline", "simulate", *with_length(options, cycles), "--progress", "never", "--json", "result"], folder, caches)
        result = json.loads(Path(folder, "result").read_text(encoding="utf-8"))
    windows = len(result.get("windows") or [])
    return events | {"hop": result["flit_hops"], "cycle": result["simulated_cycles"], "packet": result["packets"]["delivered"], "window": windows}


def count_rtl(program, arguments, cycles):
    """The same of a run of rtl_mesh, with its flit-hops."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(program, os.path.join(folder, "rtl_mesh"))
        events, printed = counted(["./rtl_mesh", *arguments, str(cycles)], folder, False)
    return events | {"hop": int(re.search(r"([0-9]+) flit-hops", printed).group(1))}


def rates(runs, unit):
    """(i, m, misses or None) a unit, from the counts of a short and a long run."""
    short, long = runs
    grown = {name: long[name] - short[name] for name in short}
    misses = grown["DLmr"] + grown["DLmw"] if "DLmr" in grown else None
    return [None if value is None else value / grown[unit] for value in (grown["Ir"], grown["Bcm"] + grown["Bim"], misses)]


def start(pool, dateline, row):
    """Starts a row's runs: pairs of a short and a long one."""
    if row.program == "rtl_mesh":
        program = Path(dateline).parent / row.program
        return [[pool.submit(count_rtl, program, row.options.split(), cycles) for cycles in row.cycles]]
    variants = [["--traffic affine:1,8"], ["--traffic affine:1,16"]] if row.kind == "packet" else [[]]
    return [[pool.submit(count, dateline, merged(row.options, *extra), cycles, row.kind == "misses") for cycles in row.cycles]
            for extra in variants]


def figures(row, pending):
    """The row's figures by column, rounded as the table has them."""
    unit = {"misses": "hop", "instructions": "hop", "each": "packet"}.get(row.kind, row.kind)
    of_runs = [rates([run.result() for run in pair], unit) for pair in pending]
    i, m, misses = of_runs[0]
    if row.kind == "packet":   # one hop and two hops: to none
        i, m = (2 * one - two for one, two in zip(of_runs[0][:2], of_runs[1][:2]))
    return {"i": round(i, 2), "m": round(m, 4), "cost": round(i + PENALTY * m, 2), "misses": None if misses is None else round(misses, 4)}


def binding(row):
    """The column that is limited and compared."""
    return {"misses": "misses", "packet": "i", "window": "i", "instructions": "i"}.get(row.kind, "cost")


def limit_of(row, table):
    """The row's own, or that of a row before it, as measured or as the table has it."""
    if row.relative is None:
        return row.limit
    other, factor = row.relative
    return round(factor * table[other][binding(row)], 1) if other in table else None


def verdict(row, now, before, limit):
    """(what to print, whether it fails) of a row against its limit and the committed figures."""
    value = now[binding(row)]
    parts, failed = [], False
    if before is None or before[binding(row)] is None:
        parts, failed = ["not in the table"], True
    else:
        old = before[binding(row)]
        rose = value > old * TOLERANCE and value - old > (NOISE if row.kind == "cycle" else 0)
        parts.append(f"{100 * (value / old - 1):+.1f}%{' ROSE' if rose else ''}" if old else "")
        failed = rose
    if limit is not None:
        over = value > limit
        parts.append(f"{'OVER' if over else 'within'} {limit:g}")
        failed = failed or over
    return "  ".join(parts), failed


def read_table(path):
    """The committed figures by row's name; none if there is no table."""
    if not path.exists():
        return {}
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return {line[0]: {name: float(text) if text else None for name, text in zip(COLUMNS[1:], line[1:])} for line in lines}


def cell(value, digits):
    if value is None:
        return ""
    return f"{value:.{digits}f}" if abs(value) >= 10 ** -digits else f"{value:.1g}"


def write_table(path, table):
    """Writes the rows of today in their order; rows that exist no longer are dropped."""
    lines = ["\t".join(COLUMNS)]
    for row in ROWS:
        if row.name in table:
            lines.append("\t".join([row.name, *(cell(table[row.name][key], DIGITS[key]) for key in COLUMNS[1:])]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def measure(arguments, rows):
    """Prints every row as it is ready; the figures and the names of the rows that fail."""
    table, failures = read_table(arguments.table), []
    print(f"{'row':24}{'i':>10}{'m':>9}{'cost':>10}{'misses':>8}{'committed':>11}")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for row, pending in [(row, start(pool, arguments.dateline, row)) for row in rows]:
            now, before = figures(row, pending), table.get(row.name)
            text, failed = verdict(row, now, before, limit_of(row, table))
            if failed:
                failures.append(row.name)
            old = f"{before[binding(row)]:11.2f}" if before and before[binding(row)] is not None else " " * 11
            misses = f"{now['misses']:8.2f}" if now["misses"] is not None else " " * 8
            print(f"{row.name:24}{now['i']:10.1f}{now['m']:9.3f}{now['cost']:10.1f}{misses}{old}  {text}", flush=True)
            table[row.name] = now
    return table, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default=ROOT / "build/release/dateline", help="the binary to measure")
    parser.add_argument("--dateline", metavar="BINARY", help="the same, in place of the one named first")
    parser.add_argument("--only", default="", metavar="TEXT", help="the row of this name, or the rows whose name contains it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="runs at once")
    parser.add_argument("--table", type=Path, default=TABLE, metavar="FILE", help="in place of the committed table")
    parser.add_argument("--write", action="store_true", help="write the measured rows into the table")
    parser.add_argument("--against", metavar="BINARY", help="time against another binary instead, interleaved")
    parser.add_argument("--rounds", type=int, default=9, metavar="N", help="rounds of --against")
    arguments = parser.parse_args()
    arguments.dateline = os.path.abspath(arguments.dateline or arguments.binary)
    rows = chosen(arguments.only)
    if not rows:
        parser.error(f"--only {arguments.only}: no such row; rows are {', '.join(row.name for row in ROWS)}")
    left_out = [row.name for row in rows if not (Path(arguments.dateline).parent / row.program).exists() and row.program != "dateline"]
    if left_out:
        print("flit_hops: left out, no rtl_mesh beside the binary: " + ", ".join(left_out))
    rows = [row for row in rows if row.name not in left_out]
    if arguments.against:
        paired_time.compare(arguments.dateline, os.path.abspath(arguments.against), arguments.only, arguments.rounds)
        return 0
    table, failures = measure(arguments, rows)
    if arguments.write:
        write_table(arguments.table, table)
        return 0
    if failures:
        print("flit_hops: risen, over the limit or not in the table: " + ", ".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
