#!/usr/bin/python3
"""Finds what the simulator refuses before anything runs: of the points that differ in load and seed alone one is tried, until its run has begun; of
those that have no such others the first few.

A trial is the point's own command with a line of progress: where the first line is drawn all checks are behind it, and it is ended. One that ends by
itself with status 1 or 2 refuses them all; where a seed draws (faults), only if those of other seeds refuse too. Anything else is left to the run.
"""

import os
import re
import select
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from runner import load
from runner.point import canonical, identity, number, text_of, varying
from runner.running.execute import NUMBER, end

TRIED = ("simulate", "saturate")  # commands
MOST = 200  # trials: those that stand for most points
ALONE = 20  # of them, those that stand for a single one
DRAWS = 3  # seeds that are tried
PATIENCE = 60.0  # seconds after which a trial counts as begun
REFUSED = (1, 2)  # exit statuses
NAMED = re.compile(r"^([a-z -]+): ([a-z.-]+)(?:=(\S+)|:| )")  # what refuses; the option at the head of its reason, and its value


@dataclass(frozen=True)
class Refusal:
    reason: str  # the last line of stderr
    points: list

    def where(self, parts):
        """The line of the experiment file that sets the option at the head of the reason."""
        named = NAMED.match(self.reason)
        for name in (named[2], named[1]) if named else ():  # what refuses is mostly called as the option that it is of: "traffic: permutation=..."
            found = [mapping for part in parts for mapping in (*part.series, part.grid, part.zip, part.options) if name in mapping]
            own = [mapping for mapping in found if named[3] in map(text_of, map(canonical, values(mapping[name])))] or found
            if own:
                return own[0].lines[name]
        return parts[0].lines["command"]

    def text(self, cases):
        """'40 points are refused: ...', with the options that tell them apart from the others of their command."""
        names = [name for name in varying(cases) if name not in ("load", "seed") and len({identity(point.options.get(name)) for point in self.points}) == 1]
        own = ", ".join(f"{name}={text_of(self.points[0].options[name])}" for name in names)
        count = len(self.points)
        return f"{count} point{'s are' if count != 1 else ' is'} refused{f' ({own})' if own else ''}: {self.reason}"


def values(value):
    """Of an option, one or several; those that other points make are none."""
    return [one for one in (value if isinstance(value, list) else [value]) if not isinstance(one, dict)]


def refusals(simulator, points, jobs):
    """A Refusal for each reason; none where the simulator draws no progress."""
    commands = simulator.catalogue().commands
    drawn = [command for command in TRIED if commands.get(command, {}).get("progress", {}).get("default") == "auto"]
    sets = {}
    for point in points:
        if point.command in drawn and not point.needs():
            own = tuple((name, identity(value)) for name, value in point.given.items() if name not in ("load", "seed"))
            sets.setdefault((point.command, own), []).append(point)
    several = sorted((own for own in sets.values() if len(own) > 1), key=lambda own: -len(own))[:MOST]
    several += [own for own in sets.values() if len(own) == 1][:ALONE]
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as executor:
        said = list(executor.map(lambda own: refused(simulator, own), several))
    found = {}
    for reason, own in zip(said, several):
        if reason:
            found.setdefault(alike(reason), Refusal(reason, [])).points.extend(own)
    return list(found.values())


def refused(simulator, points):
    """Why all of them are refused; "" if they are not."""
    by_seed = {}
    for point in sorted(points, key=lambda point: number(load.flits(point.options), 0.0)):
        by_seed.setdefault(point.options.get("seed"), point)
    reasons = []
    for point in list(by_seed.values())[:DRAWS]:
        reasons.append(tried(simulator, point))
        if not reasons[-1]:
            return ""
    return reasons[0] if len(set(map(alike, reasons))) == 1 else ""


def tried(simulator, point):
    """Why a point is refused; "" if its run has begun, or nothing can be said."""
    words = [word for name, value in point.given.items() for word in simulator.option_words(name, value)]
    if point.checkpoint:
        words += ["--checkpoint", os.path.join(tempfile.gettempdir(), f"{point.key}.checkpoint")]  # which SIGKILL leaves unwritten
    try:
        process = subprocess.Popen([simulator.shown(), *point.command.split(), *words, *simulator.proof_words(point), "--progress", "always"], cwd=simulator.top,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    except OSError:
        return ""
    said, until = b"", time.monotonic() + PATIENCE
    try:
        while b"\r" not in said and time.monotonic() < until:
            if select.select([process.stderr], [], [], 1.0)[0]:
                more = process.stderr.read1(4096)
                if not more:
                    process.wait()
                    break
                said += more
    finally:
        if process.poll() is None:
            end(process, signal.SIGKILL)
            process.wait()
        process.stderr.close()
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("dateline: ") if process.returncode in REFUSED and lines and b"\r" not in said else ""


def alike(reason):
    """The same for reasons that differ in their numbers."""
    return NUMBER.sub("#", reason)
