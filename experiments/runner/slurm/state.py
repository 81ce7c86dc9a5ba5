#!/usr/bin/python3
"""The array that an experiment has under way: results/NAME/.slurm/state.json, and in a folder beside it, for each task K, chunk-K.json, outcomes-K (task.py)
and task-K.log. It outlives the process that submitted: the next run goes on with it.
"""

import json
import shutil
from dataclasses import asdict, dataclass, field

from runner.running import store

FOLDER = ".slurm"


@dataclass
class State:
    job: str = ""  # its number; "": none is under way
    folder: str = ""  # its files
    tasks: list = field(default_factory=list)  # the keys of each task
    tries: dict = field(default_factory=dict)  # key -> arrays that have had it
    failed: dict = field(default_factory=dict)  # key -> [problem, end of stderr], of earlier arrays too

    def counted(self):
        """'200 points in 12 tasks'"""
        points, tasks = sum(map(len, self.tasks)), len(self.tasks)
        return f"{points} point{'s' * (points != 1)} in {tasks} task{'s' * (tasks != 1)}"


class Place:
    """The folder .slurm of an experiment."""

    def __init__(self, directory):
        self.directory = directory / FOLDER

    def load(self):
        """What stands there; an empty State if nothing does, or nothing of use."""
        found = store.read_object(self.directory / "state.json") or {}
        try:
            state = State(**found)
            sound = all(isinstance(getattr(state, name), type(value)) for name, value in asdict(State()).items())
            return state if sound and (not state.job or (self.directory / state.folder).is_dir()) else State()
        except TypeError:
            return State()

    def save(self, state):
        self.directory.mkdir(parents=True, exist_ok=True)
        store.write(self.directory / "state.json", json.dumps(asdict(state)) + "\n")

    def clear(self, keep=""):
        """Removes all, but for the folder of an array that is to be kept."""
        for entry in self.directory.glob("*") if keep else [self.directory]:
            if entry.name != keep and entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)


class Records:
    """The lines that the tasks of an array write, as they come."""

    def __init__(self, folder, tasks):
        self.files = [folder / f"outcomes-{number}" for number in range(tasks)]
        self.read = [0] * tasks  # bytes
        self.over = set()  # numbers of tasks that have written their last line

    def new(self):
        """The records since the last call; lines that are not complete yet are left for the next."""
        found = []
        for number, file in enumerate(self.files):
            for record in self.lines(number, file):
                if "end" in record:
                    self.over.add(number)
                else:
                    found.append(record)
        return found

    def lines(self, number, file):
        try:
            with open(file, "rb") as opened:
                opened.seek(self.read[number])
                whole = opened.read().rpartition(b"\n")[0]
        except OSError:
            return []  # not begun, or not seen yet
        self.read[number] += len(whole) + bool(whole)
        return [record for record in map(parsed, whole.splitlines()) if record]


def parsed(line):
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None
