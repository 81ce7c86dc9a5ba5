#!/usr/bin/python3
"""An array that has been submitted: which of its points have ended, as the store and the files of its tasks tell; what is to be said of those that have not."""

import os
import time

from runner.errors import ClusterError
from runner.running.execute import Outcome
from runner.slurm import commands
from runner.slurm.state import Records
from runner.slurm.submission import NO_PYTHON, TASK, UNSEEN

PATIENCE = 30.0  # seconds until a shared file system shows what has been written elsewhere
LOCAL = ("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay", "ramfs")  # file systems without such a delay
UNFIT = ("signal SIGILL", "Exec format error")  # how problems end that are not the point's
NO_OUTPUT = "0:53"  # how Slurm ends a task whose output it cannot open
EXPECTED = {"None", "Priority", "Resources", "JobArrayTaskLimit", "BeginTime"}  # reasons to wait that need no report


class Array:
    def __init__(self, state, place, store, simulator, clock=time.monotonic):
        self.state = state
        self.folder = place.directory / state.folder
        self.store = store
        self.simulator = simulator
        self.clock = clock
        self.records = Records(self.folder, len(state.tasks))
        self.task_of = {key: number for number, keys in enumerate(state.tasks) for key in keys}
        self.pending = set(self.task_of)  # keys of which no outcome is known
        self.arrived = set()  # those of them whose task says that they are stored
        self.left_queue = None  # when that was noticed

    def outcomes(self, waiting):
        """What is new of the points of `waiting` (key -> point); of the others it is only noted that they have ended."""
        for record in self.records.new():
            self.refuse_unfit(record)
            key, problem = record.get("key"), record.get("problem")
            if key not in self.pending:
                continue
            if not problem:
                self.arrived.add(key)
                continue
            self.pending.discard(key)
            if key in waiting:
                yield Outcome(waiting[key], problem, tuple(record.get("stderr", ())))
        for key in sorted(self.arrived & self.pending if self.left_queue is None else self.pending):
            point = waiting.get(key)
            if self.store.holds(point) if point else key in self.arrived:
                self.pending.discard(key)
                if point:
                    yield Outcome(point, "")

    def over(self):
        """Whether no outcome is to be expected any more; in the queue or just out of it there may be some."""
        if not self.pending:
            return True
        if self.left_queue is None:
            return False
        # What a task that has written its last line has not said stays unsaid; others may have been cut short, or are seen late.
        late = any(key in self.arrived or self.task_of[key] not in self.records.over for key in self.pending)
        return not late or self.clock() - self.left_queue >= patience(self.folder)

    def leave_queue(self):
        self.left_queue = self.clock()

    def refuse_unfit(self, record):
        """ClusterError if a node cannot run the simulator."""
        own = str(record.get("problem"))
        problem = record.get("unfit") or (own if own.endswith(UNFIT) else "")
        if problem:
            other = ": built for another processor, build it on the oldest of the partition" if problem.endswith(UNFIT) else ""
            cpu = f" ({record['cpu']})" if record.get("cpu") else ""
            raise ClusterError(f"node {record.get('node')}{cpu} does not run {self.simulator.path}: {problem}{other} (docs/guide/cluster.md)")

    def refuse_blind(self):
        """ClusterError if tasks ended because their nodes do not see our files, or have no Python."""
        endings = commands.endings(self.state.job)
        node = endings.get(f"{UNSEEN}:0") or endings.get(NO_OUTPUT)
        if node:
            raise ClusterError(f"node {node} does not see {self.folder.parent} or {TASK.parent}: results and checkout must be on a file system "
                               "that all nodes share, under the same path (docs/guide/cluster.md)")
        if f"{NO_PYTHON}:0" in endings:
            raise ClusterError(f"node {endings[f'{NO_PYTHON}:0']} has no python3 (docs/guide/cluster.md)")

    def log(self, key):
        """The end of what the task of a point said."""
        try:
            text = (self.folder / f"task-{self.task_of[key]}.log").read_text(errors="replace")
        except (OSError, KeyError):
            return ()
        return tuple(text.rstrip().splitlines()[-5:])


def waits(tasks):
    """What of {task: (state, reason)} people should hear; "" if nothing."""
    found = {reason for state, reason in tasks.values() if state == "PENDING"} - EXPECTED
    return f"tasks wait: {', '.join(sorted(found))}" if found else ""


def patience(folder):
    """Seconds for which what has been written on another machine may not be seen here."""
    try:
        with open("/proc/self/mounts") as file:
            mounts = [line.split()[1:3] for line in file]
    except OSError:
        return PATIENCE
    above = [(len(path), kind) for path, kind in mounts if os.path.join(folder, "").startswith(os.path.join(path, ""))]
    return 0.0 if max(above, default=(0, ""))[1] in LOCAL else PATIENCE
