#!/usr/bin/python3
"""The store of results, common to all experiments: points/KEY.json, and beside it KEY.json.provenance.json and, where an experiment keeps
other output, KEY.OUTPUT. KEY.checkpoint is the state of a run that was stopped and goes on from there, KEY.warmup that of one from which others branch.

The simulator writes to KEY.json.HOST.PID.tmp and renames: a KEY.json that exists is complete. It counts as the result of a point only if it says so
itself: schema, result version and options must be the point's. Anything else (a damaged disk, a file edited by hand) counts as
missing, and is kept as KEY.json.rejected when the point runs again.
"""

import errno
import json
import os
import re
import socket

from runner.point import Reference, text_of

LEAST_SPACE = 16 << 10  # bytes
TEMPORARY = re.compile(r"[0-9a-f]{16}\.(?:json\.provenance\.json|times\.json|[a-z][a-z-]*)\.(?P<host>.+)\.(?P<pid>\d+)\.tmp")


class Store:
    def __init__(self, results, result_version):
        self.directory = results / "points"
        self.result_version = result_version
        self.read = {}  # results do not change once they are there

    def file(self, key):
        return self.directory / f"{key}.json"

    def checkpoint(self, point):
        """Where a run of the point that is stopped leaves its state."""
        return self.directory / f"{point.key}.checkpoint"

    def warm_up(self, point):
        """The state that a warm-up is."""
        return self.directory / f"{point.key}.warmup"

    def has(self, point):
        return self.load(point) is not None

    def holds(self, point):
        """Whether the result of a point is there, and every file it leaves."""
        if point.warms:
            return self.warm_up(point).is_file()
        return (self.has(point) and all((self.directory / f"{point.key}.{name}").is_file() for name in point.outputs)
                and (point.repeat == 1 or len(self.times(point)) >= point.repeat))

    def output(self, key, name):
        """The file that a result left beside it, or None."""
        file = self.directory / f"{key}.{name}"
        return file if file.is_file() else None

    def load(self, point):
        """The result, or None."""
        if point.key not in self.read:
            result = read_object(self.file(point.key))
            if result is None or self.fault(point, result):
                return None
            self.read[point.key] = result
        return self.read[point.key]

    def forget(self, point):
        """Frees the result of a point, which is read again if it is asked for."""
        self.read.pop(point.key, None)

    def fault(self, point, result):
        """Why a JSON object is not the result of a point; "" if it is."""
        schema = f"dateline.{point.command.replace(' ', '-')}"
        if not str(result.get("schema")).startswith(f"{schema}/"):
            return f"schema {result.get('schema')}, not {schema}/N"
        if result.get("result_version") != self.result_version:
            return f"result_version {result.get('result_version')}, not {self.result_version}"
        options = result.get("options")
        if not isinstance(options, dict):
            return "no options"
        if bool(result.get("branch")) != (point.warm_up is not None):
            return "a branch" if point.warm_up is None else "no branch"
        for name, value in point.given.items():
            if name not in options and name not in point.inert:
                return f"no option {name}"
        for name, value in options.items():
            own = point.options.get(name)
            alike = type(own) is str and own == value  # nearly all are, and this is cheap
            if not alike and name in point.options and not same(own, value):
                return f"{name} {value}, not {text_of(own)}"
        return ""

    def undecided(self, point):
        """Whether the result is there and says itself that it could not decide what was asked."""
        return (self.load(point) or {}).get("decided") is False

    def missing(self, point):
        """What a run that ended well should have left and has not; "" if all is there."""
        if point.warms:
            return "" if self.holds(point) else "no warm-up"
        if not self.has(point):
            result = read_object(self.file(point.key))
            return "no result" if result is None else f"another result: {self.fault(point, result)}"
        files = [name for name in point.outputs if not (self.directory / f"{point.key}.{name}").is_file()]
        return f"no {files[0]}" if files else ""

    def set_aside(self, point):
        """Renames a KEY.json that is not the result of its point to KEY.json.rejected; a line that says so, or "" if there is none."""
        file = self.file(point.key)
        if not file.exists() or self.has(point):
            return ""
        result = read_object(file)
        why = "not a JSON object" if result is None else self.fault(point, result)
        os.replace(file, file.with_name(file.name + ".rejected"))
        return f"rejected {point.key}: {why}; kept as {file.name}.rejected, run again"

    def check_space(self):
        """OSError if there is no room for another result: then every other run would fail too."""
        free = os.statvfs(self.directory)
        if free.f_bavail * free.f_frsize < LEAST_SPACE or (free.f_files and not free.f_favail):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.directory))

    def provenance(self, key):
        return read_object(self.directory / f"{key}.json.provenance.json") or {}

    def add_provenance(self, key, entries):
        """Adds entries to what the simulator said of where a result comes from."""
        found = self.provenance(key)
        if found:
            write(self.directory / f"{key}.json.provenance.json", json.dumps({**found, **entries}, indent=1) + "\n", own_ending())

    def wall_seconds(self, point):
        found = self.provenance(point.key).get("wall_seconds")
        return found if isinstance(found, (int, float)) else None

    def times(self, point):
        """Wall times of the runs of a point that is run several times (`repeat`): KEY.times.json."""
        found = (read_object(self.directory / f"{point.key}.times.json") or {}).get("wall_seconds")
        return [time for time in found if isinstance(time, (int, float))] if isinstance(found, list) else []

    def add_time(self, point):
        """Takes note of the wall time of the run that has just ended."""
        found = [*self.times(point), self.wall_seconds(point) or 0.0]
        write(self.directory / f"{point.key}.times.json", json.dumps({"wall_seconds": found}) + "\n", own_ending())

    def prepare(self):
        """Makes the directory and removes what dead processes of this host left."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.sweep()

    def sweep(self):
        for entry in os.scandir(self.directory):
            match = entry.name.endswith(".tmp") and TEMPORARY.fullmatch(entry.name)
            if match and match["host"] == socket.gethostname() and not alive(int(match["pid"])):
                try:
                    os.unlink(entry.path)
                except FileNotFoundError:
                    pass  # another experiment's run sweeps the same store


def own_ending():
    """Of a temporary of this process, which sweep() knows by it."""
    return f"{socket.gethostname()}.{os.getpid()}.tmp"


def same(own, recorded):
    """Whether a recorded option is the point's; a file that another point leaves stands there with the path it had."""
    if isinstance(own, Reference):
        file = recorded[len(own.prefix):].rpartition("/")[2] if isinstance(recorded, str) and recorded.startswith(own.prefix) else ""
        return file == f"{own.key}.{own.output}"
    return text_of(own) == text_of(recorded) if isinstance(recorded, (str, bool)) or recorded is None else False


def read_object(file):
    try:
        value = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def alive(pid):
    """Whether a process of this host still runs; one that only waits to be reaped does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def write(file, content, ending="tmp"):
    """Replaces a file in one step; text or bytes. Where that fails nothing is left, and the error names the file."""
    temporary = file.with_name(f"{file.name}.{ending}")
    try:
        temporary.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.replace(temporary, file)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None
