#!/usr/bin/python3
"""A task of an array: works through its chunk on a node, one point after the other. Needs the standard library alone.

    task.py CHUNK.json OUTCOMES

OUTCOMES gains a line of JSON for each point that has ended (its key, the problem or "", the end of stderr, the node), one if this node cannot run the
simulator at all, and a last one. Each is written by itself and closed: another machine sees it as soon as its file system shows it.
"""

import contextlib
import json
import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from runner.errors import SimulatorMissing  # noqa: E402
from runner.running.execute import Outcome, Pool  # noqa: E402
from runner.running.provenance import Origin, cpu  # noqa: E402
from runner.slurm import frozen  # noqa: E402
from runner.streams import set_handlers  # noqa: E402


class Chunk:
    """What a pool is given: the points of a chunk that are not stored yet."""

    def __init__(self, points, store, file):
        self.points = points
        self.store = store
        self.file = file

    def ready(self):
        points, self.points = self.points, []
        missing = []
        for point in points:
            if self.store.holds(point):
                self.ended(Outcome(point, ""))
            else:
                missing.append(point)
        return missing

    def ended(self, outcome):
        self.say(key=outcome.point.key, problem=outcome.problem, stderr=outcome.stderr)

    def say(self, **record):
        """OSError if the file is gone: nothing reads it any more."""
        with open(os.open(self.file, os.O_WRONLY | os.O_APPEND), "w") as file:
            file.write(json.dumps({**record, "node": socket.gethostname()}) + "\n")


def main(words):
    set_handlers()
    points, simulator, store, origin, slots = frozen.thaw(Path(words[0]))
    Path(words[1]).touch()
    chunk = Chunk(points, store, words[1])
    try:
        store.prepare()
        found = simulator.catalogue().result_version
        if found != store.result_version:
            raise SimulatorMissing(f"no simulator: {simulator.shown()} has result version {found}, not {store.result_version}")
        for _ in Pool(simulator, store, print, Origin(simulator, origin)).run(chunk, slots, lambda: None):
            pass
    except SimulatorMissing as error:
        chunk.say(unfit=str(error), cpu=cpu())
    finally:
        with contextlib.suppress(OSError):
            chunk.say(end=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
