#!/usr/bin/python3
"""A permutation that hurts a routing, by search on the machine: a program that experiments use beside the simulator (near-worst-search.yaml).

    search.py permutation-search --topology NETWORK --routing ROUTING [--evaluations N] [--seed S] [--out permutation=FILE] [--json FILE] [--dateline FILE]
    search.py list --json -

Measured is what the worst-served source gets at full load (`accepted_min` of `simulate`), over equal seeds for both of two permutations. From the longest
permutation, the worst one that climbs find (`throughput --worst`), and a random one: two destinations change places, and that is kept where the difference
is below 0 with one-sided confidence of 95% by Student's t. Writes the permutation of the start that came lowest, with what the search saw and how
many evaluations it took. What it saw is no result, since it chose by these seeds: the experiments near-worst and near-worst-search measure on fresh ones.
"""
import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

COMMAND = "permutation-search"
OPTIONS = {"topology": None, "routing": None, "evaluations": "150", "seed": "1"}  # with their defaults
SEEDS = range(101, 106)  # of the search; the experiment has others
STUDENT = 2.132  # one-sided 95% of four degrees of freedom
MACHINE = ["--vcs", "4", "--packet-length", "4", "--load", "1", "--cycles", "2000"]
ROOT = pathlib.Path(__file__).resolve().parents[3]


class Search:
    def __init__(self, settings, folder):
        self.settings, self.folder, self.runs, self.known = settings, folder, 0, {}

    def program(self, *arguments):
        return subprocess.run([self.settings.dateline, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout

    def measured(self, number, seed):
        result = json.loads(self.program("simulate", "--topology", self.settings.topology, "--routing", self.settings.routing, *MACHINE, "--traffic",
                                         f"permutation:{self.folder}/{number}.txt", "--seed", str(seed), "--json", "-"))
        return result["accepted_min"]

    def values(self, to):
        """Of a permutation, one for each seed."""
        to = tuple(to)
        if to not in self.known:
            number = len(self.known)
            (self.folder / f"{number}.txt").write_text("".join(f"{d}\n" for d in to))
            self.known[to] = [self.measured(number, seed) for seed in SEEDS]
            self.runs += len(SEEDS)
        return self.known[to]

    def is_worse(self, to, than):
        differences = [a - b for a, b in zip(self.values(to), self.values(than))]
        mean, spread = statistics.mean(differences), statistics.stdev(differences)
        return mean < 0 and mean < -STUDENT * spread / len(differences) ** 0.5

    def starts(self, dice):
        path = self.folder / "climbed.txt"
        longest = self.program("throughput", "--topology", self.settings.topology, "--worst", "--starts", "1", "--effort", "1", "--out", "permutation=-").decode()
        self.program("throughput", "--topology", self.settings.topology, "--worst", "--starts", "4", "--out", f"permutation={path}")
        numbers = [[int(line) for line in text.splitlines() if line[0] != "#"] for text in (longest, path.read_text())]
        drawn = list(range(len(numbers[0])))
        dice.shuffle(drawn)
        return {"longest": numbers[0], "climbed": numbers[1], "random": drawn}

    def improved(self, to, evaluations, dice):
        for _ in range(evaluations):
            a, b = dice.sample(range(len(to)), 2)
            other = list(to)
            other[a], other[b] = other[b], other[a]
            if other[a] != a and other[b] != b and self.is_worse(other, to):
                to = other
        return to


def searched(settings):
    """What the starts came to: {start: (value at the end, at the beginning, permutation)}, and how many runs that took."""
    dice = random.Random(int(settings.seed))
    with tempfile.TemporaryDirectory() as folder:
        search = Search(settings, pathlib.Path(folder))
        found = {}
        for start, to in search.starts(dice).items():
            before = statistics.mean(search.values(to))
            to = search.improved(to, int(settings.evaluations), dice)
            found[start] = (statistics.mean(search.values(to)), before, to)
        return found, search.runs


def write(file, text):
    """In one step."""
    temporary = pathlib.Path(f"{file}.{os.uname().nodename}.{os.getpid()}.tmp")
    temporary.write_text(text)
    os.replace(temporary, file)


def catalogue():
    options = {name: {"default": default, "output": False} for name, default in OPTIONS.items()}
    return {"result_version": 0, "commands": {COMMAND: {"options": {**options, "out=permutation": {"default": None, "output": True}}}}}


def parsed():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("command", choices=(COMMAND, "list"))
    for name, default in OPTIONS.items():
        arguments.add_argument(f"--{name}", default=default)
    arguments.add_argument("--out", help="permutation=FILE")
    arguments.add_argument("--json", help="the result")
    arguments.add_argument("--dateline", default=str(ROOT / "build" / "release" / "dateline"), help="the simulator")
    settings = arguments.parse_args()
    if settings.command == COMMAND and not (settings.topology and settings.routing):
        arguments.error("--topology and --routing are needed")
    for name in ("evaluations", "seed"):
        if not getattr(settings, name).isdigit():
            arguments.error(f"{name}={getattr(settings, name)} is no whole number")
    if settings.out and not settings.out.startswith("permutation="):
        arguments.error(f"out={settings.out}: allowed is permutation=FILE")
    settings.dateline = os.path.abspath(settings.dateline)
    return settings


def main():
    settings = parsed()
    if settings.command == "list":
        print(json.dumps(catalogue()))
        return
    begun = time.monotonic()
    try:
        version = json.loads(subprocess.run([settings.dateline, "list", "--json", "-"], capture_output=True, check=True).stdout)["result_version"]
        found, runs = searched(settings)
    except subprocess.CalledProcessError as error:
        sys.exit(error.stderr.decode(errors="replace").rstrip().rpartition("\n")[2] or f"{settings.dateline}: exit status {error.returncode}")
    except OSError as error:
        sys.exit(f"{settings.dateline}: {error.strerror}")
    for start, (after, before, _) in found.items():
        print(f"{settings.topology} {settings.routing} from {start}: {before:.4f} -> {after:.4f}")
    start = min(found, key=lambda name: found[name][0])
    after, before, to = found[start]
    text = f"# {settings.topology} {settings.routing}: found by search.py from the {start} permutation, {before:.4f} -> {after:.4f} at its own seeds, {runs} runs\n"
    if settings.out:
        write(settings.out.partition("=")[2], text + "".join(f"{d}\n" for d in to))
    if settings.json:
        options = {name: getattr(settings, name) for name in OPTIONS}
        result = {"schema": f"dateline.{COMMAND}/1", "result_version": version, "options": options, "start": start, "before": before, "after": after,
                  "runs": runs, "starts": {name: {"before": own[1], "after": own[0]} for name, own in found.items()}, "permutation": to}
        write(f"{settings.json}.provenance.json", json.dumps({"wall_seconds": round(time.monotonic() - begun, 3)}) + "\n")
        write(settings.json, json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
