#!/usr/bin/python3
"""Stops the golden option sets at every 97th cycle, each time by a checkpoint, and goes on from it: the result, and the files, have the bytes of the
run that was not stopped. DATELINE names the binary.

  resume.py                 all of them at every 97th cycle, but at no more than 60 cycles of a set, spread over the run
  resume.py --part 7/30     those from the 8th on, each 30th
  resume.py --most 0        at every 97th cycle of the longest too
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import files
from option_sets import option_sets

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST = 300  # seconds of one run; the longest takes half a second
EVERY, MOST = 97, 60
STOPPED = 75


def spread(cycles, most):
    """So many of them at most, the first among them; 0: all."""
    return cycles[::max(1, -(-len(cycles) // most))] if most else cycles


def resumed(binary, option_set, folder, every=EVERY, most=MOST):
    """(at how many cycles the set was stopped and went on, what was not as it should be)."""
    own = folder / str(option_set.index)
    own.mkdir(exist_ok=True)
    (own / "options.conf").write_text(option_set.config_file())

    def run(*more):
        words = [str(binary), *option_set.arguments(own.name), *more]
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, check=False)
        left = [path for path in own.iterdir() if path.name not in ("options.conf", "state")]
        written = {path.name: path.read_bytes() for path in left if not path.name.endswith(".provenance.json")}
        for path in left:
            path.unlink()
        return (done.returncode, done.stdout, written), done.stderr.decode()

    whole, said = run()
    if whole[0] != 0:
        return 0, [f"set {option_set.index}: status {whole[0]}: {said.strip()[-300:]}"]
    end = json.loads(whole[1] if option_set.json == "-" else whole[2][option_set.json])["simulated_cycles"]
    state, count, wrong = f"{own.name}/state", 0, []
    for cycle in spread(range(every, end, every), most):
        stopped, said = run("--checkpoint", state, "--checkpoint-at", str(cycle))
        if "does not come: the run has ended" in said:
            break  # nothing happens from there on
        if stopped[0] != STOPPED:
            wrong.append(f"set {option_set.index}: status {stopped[0]} at cycle {cycle}: {said.strip()[-300:]}")
            continue
        again, said = run("--resume", state)
        count += 1
        if again != whole:
            wrong.append(f"set {option_set.index}: another result from cycle {cycle} on, status {again[0]}: {said.strip()[-300:]}")
    return count, wrong


def check(binary, sets, folder, every=EVERY, most=MOST, jobs=1):
    """(how many runs went on, what was not as it should be) of all sets; prints the latter as it is found."""
    files.write(folder, sorted({name for option_set in sets for name in option_set.reads}))
    total, problems = 0, []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for count, wrong in pool.map(lambda option_set: resumed(binary, option_set, folder, every, most), sets):
            total += count
            problems += wrong
            print("".join(f"{line}\n" for line in wrong), end="", flush=True)
    return total, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--every", type=int, default=EVERY, metavar="CYCLES")
    parser.add_argument("--most", type=int, default=MOST, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    settings = parser.parse_args()
    part, parts = map(int, settings.part.split("/"))
    binary = pathlib.Path(os.environ.get("DATELINE") or ROOT / "build/release/dateline").resolve()
    sets = option_sets()[part::parts]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        total, problems = check(binary, sets, pathlib.Path(folder), settings.every, settings.most, settings.jobs)
    spent = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    print(f"{len(sets)} option sets, {total} runs went on from a checkpoint, {len(problems)} differ; {spent:.0f} s of processor time")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
