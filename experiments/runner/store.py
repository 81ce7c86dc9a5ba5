#!/usr/bin/python3
"""The store of results, common to all experiments: points/KEY.json, and beside it KEY.json.provenance.json and, where an experiment keeps
other output, KEY.OUTPUT.

The simulator writes to KEY.json.HOST.PID.tmp and renames: a KEY.json that exists is complete. A file that is not JSON all the same
(a damaged disk) counts as missing.
"""

import json
import os
import re
import socket

TEMPORARY = re.compile(r"[0-9a-f]{16}\.(?:json\.provenance\.json|[a-z][a-z-]*)\.(?P<host>.+)\.(?P<pid>\d+)\.tmp")


class Store:
    def __init__(self, results):
        self.directory = results / "points"
        self.read = {}  # results do not change once they are there

    def file(self, key):
        return self.directory / f"{key}.json"

    def has(self, key):
        return self.load(key) is not None

    def holds(self, point):
        """Whether the result of a point is there, and every file it leaves."""
        return self.has(point.key) and all((self.directory / f"{point.key}.{name}").is_file() for name in point.outputs)

    def output(self, key, name):
        """The file that a result left beside it, or None."""
        file = self.directory / f"{key}.{name}"
        return file if file.is_file() else None

    def load(self, key):
        """The result, or None."""
        if key not in self.read:
            result = read_object(self.file(key))
            if result is None:
                return None
            self.read[key] = result
        return self.read[key]

    def provenance(self, key):
        return read_object(self.directory / f"{key}.json.provenance.json") or {}

    def wall_seconds(self, key):
        return self.provenance(key).get("wall_seconds")

    def prepare(self):
        """Makes the directory and removes what dead processes of this host left."""
        self.directory.mkdir(parents=True, exist_ok=True)
        for entry in os.scandir(self.directory):
            match = TEMPORARY.fullmatch(entry.name)
            if match and match["host"] == socket.gethostname() and not alive(int(match["pid"])):
                try:
                    os.unlink(entry.path)
                except FileNotFoundError:
                    pass  # another experiment's run sweeps the same store


def read_object(file):
    try:
        value = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def alive(pid):
    """Whether a process of this host still runs; one that only waits to be reaped does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def write(file, content):
    """Replaces a file in one step; text or bytes."""
    temporary = file.with_name(file.name + ".tmp")
    temporary.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.replace(temporary, file)
