#!/usr/bin/python3
"""User time a flit-hop of dateline beside BookSim 2 and Noxim on the same workloads, interleaved in one run, as ratios.

A flit-hop is a flit crossing a network channel. Every round has a run of the other simulator and one of dateline for
each variant, another of them first each time, so that what else runs meets all; a ratio is of one round, and printed
are medians, with the least and the greatest of the rounds.
  default   dateline as it comes: the same network, VCs, buffers, traffic and load, its own router
  equal     the other's router, by the options that experiments/import-booksim writes (of Noxim: peer_programs.py)
  modules   of Noxim, equal with every router a SystemC module, as Noxim's are
dateline runs a window ten times as long, so that there is enough to be timed; both start-ups are in the times.

A row counts only if both did the same work: flits accepted within 3% of each other and of the load, flit-hops a cycle
within 3%, hops of a packet within 2%, and mean latency, the known constant apart, within 5% (not of the default router,
whose pipeline is another). Else it is an error, and the exit status 1.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from paired_time import RunFailed, simulated, timed
from peer_programs import BookSim, Figures, Noxim, NotEqual
from peer_rows import MESHES, WORKLOADS

ROOT = Path(__file__).resolve().parents[2]
TOLERANCES = {"accepted": 0.03, "hops": 0.02, "flit-hops a cycle": 0.03, "latency": 0.05}
LONGER = 10  # windows of dateline for one of the other


def there(program):
    """(seconds, figures) of a run of the other simulator."""
    seconds, status, printed = timed(program.words)
    if status not in program.statuses:
        raise RunFailed(f"{' '.join(program.words)}: exit status {status}: {printed.strip()[-300:]}")
    return seconds, program.read(printed)


def here(dateline, options):
    """The same of dateline."""
    longer = {**options, "cycles": LONGER * int(options["cycles"]), "prove": "never"}
    seconds, result = simulated(dateline, [word for name, value in longer.items() for word in (f"--{name}", str(value))])
    return seconds, Figures(result["accepted"], result["latency"]["mean"], result["hops"]["mean"], result["flit_hops"], result["simulated_cycles"])


def close(one, other, tolerance):
    return other > 0 and abs(one / other - 1) <= tolerance


def unequal(program, load, theirs, ours, variant):
    """Why this pair of runs is no comparison; empty if it is one."""
    pairs = [("accepted", theirs.accepted, load), ("accepted", ours.accepted, load), ("accepted", ours.accepted, theirs.accepted),
             ("hops", ours.hops, theirs.hops), ("flit-hops a cycle", ours.flit_hops / ours.cycles, theirs.flit_hops / theirs.cycles)]
    if variant != "default":
        pairs.append(("latency", program.latency(ours.latency), theirs.latency))
    return [f"{what} {one:.4g} against {other:.4g} ({variant})" for what, one, other in pairs if not close(one, other, TOLERANCES[what])]


def rounds_of(program, dateline, load, rounds):
    """Each round's nanoseconds a flit-hop by variant, those of the other simulator by its title, and the last round's figures likewise."""
    names, times = [program.title, *program.variants], []
    for number in range(rounds):
        runs = {}
        for name in names[number % len(names):] + names[:number % len(names)]:
            runs[name] = there(program) if name == program.title else here(dateline, program.variants[name])
        figures = {name: run[1] for name, run in runs.items()}
        wrong = [why for variant in program.variants for why in unequal(program, load, figures[program.title], figures[variant], variant)]
        if wrong:
            raise NotEqual("; ".join(wrong))
        if min(seconds for seconds, _ in runs.values()) <= 0:
            raise NotEqual("a run was too short to be timed")
        times.append({name: 1e9 * seconds / figures[name].flit_hops for name, (seconds, _) in runs.items()})
    return times, figures


def digits(value):
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def ratios(times, title, variant):
    """How many times as fast dateline is, by round."""
    return [each[title] / each[variant] for each in times]


def cells(program, times, figures):
    """The row behind the workload's name: times, ratios and what the runs agree in."""
    yield digits(statistics.median(each[program.title] for each in times))
    for variant in program.variants:
        found = ratios(times, program.title, variant)
        yield digits(statistics.median(each[variant] for each in times))
        yield f"**{digits(statistics.median(found))}** ({digits(min(found))} to {digits(max(found))})"
    theirs, ours = figures[program.title], figures["equal"]
    yield f"{theirs.accepted:.4f}, {ours.accepted:.4f}"
    yield f"{theirs.hops:.2f}, {ours.hops:.2f}"
    yield f"{theirs.latency:.1f}, {program.latency(ours.latency):.1f}"


def table(maker, binary, dateline, workloads, rounds):
    """Prints the rows, each as it is ready, and the range of their medians; the number of rows that are errors."""
    of_names = [cell for name in maker.names for cell in (f"{name}, ns", "times as fast")]
    head = ["workload", f"{maker.title}, ns", *of_names, "accepted", "hops", "latency"]
    print(f"\n| {' | '.join(head)} |\n|---|{'---:|' * (len(head) - 1)}", flush=True)
    medians, errors = {name: [] for name in maker.names}, 0
    for workload in workloads:
        try:
            with tempfile.TemporaryDirectory() as folder:
                program = maker(binary, workload, Path(folder))
                times, figures = rounds_of(program, dateline, workload.settings["injection_rate"], rounds)
        except (NotEqual, RunFailed) as error:
            errors += 1
            print(f"| {workload.name} | ERROR: {' '.join(str(error).split())} |", flush=True)
            continue
        print(f"| {workload.name} | {' | '.join(cells(program, times, figures))} |", flush=True)
        for name in maker.names:
            medians[name].append(statistics.median(ratios(times, maker.title, name)))
    print()
    for name, found in medians.items():
        if found:
            print(f"{name}: {digits(min(found))} to {digits(max(found))} times as fast as {maker.title}, {len(found)} of {len(workloads)} workloads")
    return errors


def commit(binary):
    """Of the checkout in which the binary lies."""
    words = ["git", "-C", str(Path(binary).resolve().parent), "log", "-1", "--format=commit %h of %cs"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit known"


def processor():
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "an unknown processor")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default=ROOT / "build/release/dateline", help="dateline")
    parser.add_argument("--dateline", metavar="BINARY", help="the same, in place of the one named first")
    parser.add_argument("--booksim", metavar="BINARY", help="BookSim 2's booksim")
    parser.add_argument("--noxim", metavar="BINARY", help="Noxim's bin/noxim, in its checkout: power.yaml and config_examples/ are read there")
    parser.add_argument("--only", default="", metavar="TEXT", help="the workloads whose name contains it")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="of each workload; default 5")
    arguments = parser.parse_args()
    dateline = os.path.abspath(arguments.dateline or arguments.binary)
    peers = [(maker, os.path.abspath(binary), [row for row in rows if arguments.only in row.name])
             for maker, binary, rows in ((BookSim, arguments.booksim, WORKLOADS), (Noxim, arguments.noxim, MESHES)) if binary]
    if not peers:
        parser.error("--booksim BINARY or --noxim BINARY is missing: there is nothing to compare with")
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: at least 1")
    for binary in (dateline, *(binary for _, binary, _ in peers)):
        if not (os.path.isfile(binary) and os.access(binary, os.X_OK)):
            parser.error(f"{binary}: no program")
    for file in Noxim.files(arguments.noxim) if arguments.noxim else ():
        if not file.exists():
            parser.error(f"--noxim {arguments.noxim}: there is no {file}")
    if not any(rows for _, _, rows in peers):
        parser.error(f"--only {arguments.only}: no such workload; they are {'; '.join(row.name for row in WORKLOADS + MESHES)}")
    version = subprocess.run([dateline, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    print(f"{time.strftime('%Y-%m-%d')}, {processor()}, load {os.getloadavg()[0]:.0f}; {version}; {arguments.rounds} rounds")
    for maker, binary, _ in peers:
        print(f"{maker.title}: {commit(binary)}")
    errors = sum(table(maker, binary, dateline, rows, arguments.rounds) for maker, binary, rows in peers if rows)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
