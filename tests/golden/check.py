#!/usr/bin/python3
"""Runs the golden option sets and holds each result against its hash in hashes.txt. DATELINE names the binary.

  check.py                     all of them; --part 0/2 the first of two parts; --only 17 203 these
  check.py --every 6           a sixth of them, spread over all combinations of options; all of them where DATELINE_WHOLE is set
  check.py --against BINARY    also says which keys differ from what BINARY gives, for every set that is not as in hashes.txt
  check.py --more="--tiles 3" --more="--threads 2"  with these options as well, which change no result, or those of the next --more
                               for the next set; sets that they refuse are counted
  check.py --only 17 --keep DIR  leaves in DIR what the printed command line reads, to run it again there
  check.py --write             makes hashes.txt anew: only when results are meant to change, and kResultVersion with them
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import coverage
import files
import result
from option_sets import COUNT, STEPS, option_sets

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "support"))
from sample import WHOLE  # noqa: E402

HASHES = pathlib.Path(__file__).with_name("hashes.txt")
LONGEST = 120  # seconds of one run; the longest takes half a second
SHOWN = 8  # differing keys of a set, sets that differ


REFUSED = re.compile(r"which needs the network in one tile|tiles=\d+ not in 1\.\.\d+, the routers")  # a set that --tiles is not for


def run(binary, option_set, folder, more=()):
    """(what is held of the result, command line, what stood on stderr)."""
    own = folder / str(option_set.index)
    own.mkdir(exist_ok=True)
    (own / "options.conf").write_text(option_set.config_file())
    arguments = [*option_set.arguments(own.name), *more]
    command = shlex.join([str(binary), *arguments])
    try:
        done = subprocess.run([binary, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return result.held("none", None, None), command, f"runs for more than {LONGEST} seconds"

    def read(name):
        return (own / name).read_text() if name and (own / name).exists() else None

    text = done.stdout.decode() if option_set.json == "-" else read(option_set.json)
    found = result.held(done.returncode, text, read(option_set.channels))
    for path in own.iterdir():
        if path.name != "options.conf":
            path.unlink()
    return found, command, done.stderr.decode()


def stored():
    return {int(index): value for index, value in (line.split() for line in HASHES.read_text().splitlines() if not line.startswith("#"))}


def report(option_set, outcome, expected, settings, folder):
    found, command, errors = outcome
    print(f"set {option_set.index}: {result.digest(found)} instead of {expected}\n  {command}", flush=True)
    if found["status"]:
        print(f"  status {found['status']}: {errors.strip()}")
    if settings.against:
        other = run(settings.against, option_set, folder)[0]
        if result.digest(other) != expected:
            print(f"  {settings.against} gives {result.digest(other)}")
        lines = result.differences(other, found)
        print("".join(f"  {line}\n" for line in lines[:SHOWN]) + (f"  and {len(lines) - SHOWN} more\n" if len(lines) > SHOWN else ""), end="")


def check(sets, settings, folder):
    expected = {} if settings.write else stored()
    files.write(folder, sorted({name for s in sets for name in s.reads}))
    digests, wrong, refused = {}, 0, 0
    more = itertools.cycle([shlex.split(text) for text in settings.more] or [[]])
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        for option_set, outcome in zip(sets, pool.map(lambda s, own: run(settings.binary, s, folder, own), sets, more)):
            if settings.more and REFUSED.search(outcome[2]):
                refused += 1
                continue
            digests[option_set.index] = result.digest(outcome[0])
            if settings.write:
                if outcome[0]["status"]:
                    print(f"set {option_set.index}: status {outcome[0]['status']}: {outcome[2].strip()}\n  {outcome[1]}")
            elif digests[option_set.index] != expected.get(option_set.index):
                wrong += 1
                if wrong <= SHOWN or settings.only:
                    report(option_set, outcome, expected.get(option_set.index), settings, folder)
    if settings.write:
        header = "# Index and hash of the result of each option set: check.py --write\n"
        HASHES.write_text(header + "".join(f"{index} {value}\n" for index, value in digests.items()))
    print(f"{len(sets)} option sets, {wrong} differ" + (f", {refused} are refused" if refused else "") + (f" (the first {SHOWN} are shown; --only shows others)" if wrong > SHOWN else ""))
    return wrong


def settings_of(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    absolute = lambda text: str(pathlib.Path(text).resolve())  # runs happen in a folder of their own
    parser.add_argument("--binary", type=absolute, default=absolute(os.environ.get("DATELINE") or ROOT / "build" / "release" / "dateline"))
    parser.add_argument("--against", type=absolute, metavar="BINARY")
    parser.add_argument("--only", type=int, nargs="+", choices=range(COUNT), metavar="INDEX")
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--more", default=[], action="append", metavar="OPTIONS")
    parser.add_argument("--write", action="store_true")
    settings = parser.parse_args(arguments)
    if settings.write and (settings.more or settings.only or settings.part != "0/1" or settings.every != 1):
        parser.error("--write makes the whole file")
    return settings


def chosen(every, settings):
    """Of --every, with each round over the combinations the next of these, so that all are met."""
    if settings.only:
        return [every[i] for i in settings.only]
    stride = 1 if WHOLE else settings.every
    part, parts = map(int, settings.part.split("/"))
    return [s for i, s in enumerate(every) if (i + i // len(STEPS)) % stride == 0][part::parts]


def main():
    settings = settings_of(sys.argv[1:])
    every = option_sets()
    sets = chosen(every, settings)
    os.environ["SYSTEMC_DISABLE_COPYRIGHT_MESSAGE"] = "1"
    listed = subprocess.run([settings.binary, "list", "--json", "-"], capture_output=True, check=True).stdout
    problems = coverage.problems(every, json.loads(listed)["commands"]["simulate"]["options"])
    for problem in problems:
        print(problem)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(settings.keep or scratch)
        folder.mkdir(exist_ok=True, parents=True)
        wrong = check(sets, settings, folder)
    return 1 if problems or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
