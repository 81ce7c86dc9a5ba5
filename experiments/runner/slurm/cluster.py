#!/usr/bin/python3
"""Runs points on a cluster, as execute.Pool does on this machine: what is ready goes out as an array of tasks, what it makes ready as the next one.

Results come by the store, problems by the files of the tasks. A point of which neither comes until the array has left the queue is lost, whatever the
reason (cancelled, out of time or memory, a node that failed), and is part of the next array; at most ROUNDS times.
"""

import sys
import time
from collections import Counter

from runner.running.execute import Outcome
from runner.running.slots import MOST, Slots
from runner.running.terminal import duration
from runner.slurm import chunks, commands, request, submission
from runner.slurm.job_array import Array, waits
from runner.slurm.state import Place, State

ROUNDS = 3
LONGEST_PAUSE = 5.0  # seconds between looks at an array; the first come sooner
LOST = "lost by the cluster"  # how the problem of such a point begins
WHY = "cancelled, out of time or memory, or its node failed"


class Cluster:
    def __init__(self, simulator, store, settings, directory, costs, progress, detach=False):
        self.simulator = simulator
        self.store = store
        self.settings = settings
        self.place = Place(directory)
        self.name = directory.name
        self.costs = costs
        self.progress = progress
        self.detach = detach
        self.left = ""  # of `detach`: what is under way when run() has ended, and what to do about it
        self.state = self.place.load()
        cpus = settings.get("cpus")
        self.slots = Slots(cpus or MOST, simulator, cpus or 1)
        self.waiting = {}  # key -> point that has been given out and has not ended

    def run(self, work, jobs, tick):
        """Yields an Outcome for each point that `work` gives out; `jobs`: tasks at a time, None for as many as the cluster runs."""
        commands.check()
        self.take(work)
        try:
            for key, (problem, stderr) in list(self.state.failed.items()):
                if key in self.waiting:
                    yield self.ended(work, Outcome(self.waiting[key], problem, tuple(stderr)))
            while self.waiting or self.state.job:
                if not self.state.job:
                    self.submit(jobs)
                array = Array(self.state, self.place, self.store, self.simulator)
                for outcome in self.follow(array, tick):
                    yield self.ended(work, outcome)
                if not array.over():
                    self.place.save(self.state)
                    self.left = self.remaining(work, array)
                    return
                for outcome in self.lost(array):
                    yield self.ended(work, outcome)
                self.state.job = ""
            self.place.clear()
        except Exception:
            self.cancel()
            raise

    def take(self, work):
        self.waiting.update({point.key: point for point in work.ready()})

    def ended(self, work, outcome):
        key = outcome.point.key
        del self.waiting[key]
        if outcome.problem:
            self.store.check_space()
            self.state.failed[key] = [outcome.problem, list(outcome.stderr)]
        else:
            self.costs.add(outcome.point, self.store.wall_seconds(outcome.point))
        work.ended(outcome)
        self.take(work)
        return outcome

    def submit(self, jobs):
        points, cpus = self.widest()
        for rejected in filter(None, map(self.store.set_aside, points)):
            self.progress.interrupt(rejected)
        lists, seconds = chunks.chunks(points, self.costs, *request.division(self.settings))
        folder = submission.prepare(self.place.directory, lists, self.simulator, self.store, cpus)
        tasks = [[point.key for point in chunk] for chunk in lists]
        tries = {key: self.state.tries.get(key, 0) for key in self.waiting}
        tries.update({point.key: tries[point.key] + 1 for point in points})
        with submission.undisturbed():  # nothing comes between the array and the note of it
            job = submission.submit(folder, len(lists), self.name, jobs, self.settings, cpus)
            self.state = State(job, folder.name, tasks, tries, self.state.failed)
            self.place.save(self.state)
        self.place.clear(keep=folder.name)
        long = f", the longest about {duration(seconds)}" if seconds else ""
        self.progress.interrupt(f"job {job}: {self.state.counted()}{long}")

    def widest(self):
        """(the points of most threads, processors that each takes): those of an array have as many each, and one runs at a time in a task."""
        widths = {key: self.slots.width(point) for key, point in self.waiting.items()}
        most = max(widths.values())
        return [point for key, point in self.waiting.items() if widths[key] == most], most

    def follow(self, array, tick):
        """Yields outcomes until the array is over, or (`detach`) is seen to be under way."""
        begin, said = time.monotonic(), ""
        while True:
            yield from array.outcomes(self.waiting)
            if array.over():
                return
            if array.left_queue is None:
                tasks, why = commands.queue(self.state.job)
                said = self.tell(tasks, why, said)
                if tasks == {}:
                    array.leave_queue()
                    yield from array.outcomes(self.waiting)
                    if array.pending:
                        array.refuse_blind()
                    continue
                if self.detach:
                    return
            tick()
            time.sleep(min(LONGEST_PAUSE, max(0.25, (time.monotonic() - begin) / 10)))

    def tell(self, tasks, why, said):
        """Says once that Slurm does not answer, or that tasks wait for something; what has been said."""
        if tasks is not None:
            self.progress.jobs = Counter(state for state, _ in tasks.values())["RUNNING"]
            why = waits(tasks)
        if why and why != said:
            self.progress.interrupt(f"job {self.state.job}: {why}")
        return why or said

    def lost(self, array):
        """Outcomes of the points that an array has lost for the last time; the others wait for the next."""
        keys = [key for key in array.task_of if key in array.pending and key in self.waiting]
        last = {key for key in keys if self.state.tries.get(key, 0) >= ROUNDS}
        again = len(keys) - len(last)
        if again:
            self.progress.interrupt(f"job {self.state.job}: {again} point{'s' * (again != 1)} {LOST} ({WHY}), submitted again")
        for key in last:
            yield Outcome(self.waiting[key], f"{LOST} {ROUNDS} times: {WHY}", array.log(key))

    def remaining(self, work, array):
        """What `detach` leaves, in words."""
        later = work.expected()[0] - sum(key in array.pending for key in self.waiting)
        after = f"\nabout {later} more wait for results of these" if later > 0 else ""
        return (f"job {self.state.job}: {self.state.counted()} under way, {len(array.pending)} point{'s' * (len(array.pending) != 1)} left{after}\n"
                "experiments/run status NAME says how far it is; run the same command again to go on")

    def cancel(self):
        """Ends the array that is under way; what it has finished is stored. The number of the job, "" if there was none."""
        job, self.state.job = self.state.job, ""
        problem = job and commands.cancel(job)
        if problem:
            print(f"job {job} could not be cancelled: {problem}", file=sys.stderr)
        self.place.clear()
        return job


def forget(directory):
    """Of an experiment of which nothing is missing: tasks that are still to begin find nothing to do."""
    Place(directory).clear()


def status(directory):
    """Lines that say what an experiment has on the cluster."""
    state = Place(directory).load()
    if not state.job:
        return []
    tasks, why = commands.queue(state.job)
    if tasks is None:
        return [f"job {state.job}: {state.counted()}; {why}"]
    if not tasks:
        return [f"job {state.job}: {state.counted()}, all have left the queue: the command that submitted it collects what they left"]
    states = Counter(state.lower() for state, _ in tasks.values())
    own = [f"{count} {name}" for name, count in sorted(states.items())]
    over = len(state.tasks) - len(tasks)
    return [f"job {state.job}: {state.counted()}: {', '.join(own + [f'{over} ended'] * (over > 0))}", *filter(None, [waits(tasks)])]
