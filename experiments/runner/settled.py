#!/usr/bin/python3
"""What a run leaves for the next one, in results/NAME/.settled: if nothing that decides tables and figures has changed since, the files that stand
there are what it would write again, and what it would print is known. Written only where every point has a result and every check holds.

It is no result: delete it at any time.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

from runner import page
from runner.running import store

HERE = Path(__file__).resolve().parent
CODE = (".py", ".js", ".css")


class Settled:
    def __init__(self, file, points, inputs):
        """`points`: the folder of the store; `inputs`: what JSON can hold that decides the output, beside the stored results."""
        self.file = file
        self.points = points
        self.inputs = digest([inputs, sys.version, os.getcwd(), sorted((str(path), *look(path)) for path in [*HERE.rglob("*.*"), page.D3] if path.suffix in CODE and path.is_file())])

    def recall(self):
        """What the run that was noted printed; None if anything is not as it was."""
        found = store.read_object(self.file) or {}
        if found.get("inputs") != self.inputs or not isinstance(found.get("text"), str):
            return None
        try:
            files = found["files"].items()
            if any(list(look(self.file.with_name(name))) != seen for name, seen in files) or self.stored(set(found["keys"].split())) != found["stored"]:
                return None
        except (KeyError, AttributeError, OSError):
            return None
        return found["text"]

    def note(self, text, keys, files):
        """Takes note of a run: what it printed, the keys of the results that it used, and the files (beside ours) that it wrote."""
        content = {"inputs": self.inputs, "text": text, "keys": " ".join(sorted(keys)), "stored": self.stored(keys),
                   "files": {file.name: look(file) for file in files}}
        store.write(self.file, json.dumps(content) + "\n")

    def stored(self, keys):
        """Of all files of these points in the store: their names, sizes and times."""
        with os.scandir(self.points) as entries:
            own = [entry for entry in entries if entry.name.partition(".")[0] in keys and not entry.name.endswith(".tmp")]
        return digest(sorted((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in own))


def look(file):
    state = os.stat(file)
    return state.st_size, state.st_mtime_ns


def digest(value):
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
