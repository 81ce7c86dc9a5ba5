#!/usr/bin/python3
"""Runs points: a pool of simulator processes, long ones first.

Every simulation has a session of its own, so that Ctrl-C reaches the runner alone, which then stops what runs.
"""

import os
import queue
import re
import signal
import subprocess
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, replace

from runner.running.provenance import Measured, Origin, now
from runner.running.slots import Slots
from runner.running.terminal import duration, ending

KEY = re.compile(r"\b[0-9a-f]{16}\b")
NUMBER = re.compile(rf"{KEY.pattern}|\d+(?:\.\d+)?(?:e[-+]?\d+)?")
WARM = 75  # exit status of a run that has written the checkpoint it was asked for
UNDECIDED = 1  # exit status of a run that has written its result and says in it that it is undecided
GRACE, WRITING = 2.0, 20.0  # seconds between SIGTERM and SIGKILL; of a run that writes its state in between
REFUSED = 2  # exit status


@dataclass(frozen=True)
class Outcome:
    point: object
    problem: str  # "" if the result is stored, else "exit status 1", "signal SIGSEGV", ...
    stderr: tuple = ()  # its last five lines

    @property
    def kind(self):
        """The same for outcomes that differ in the numbers of their reasons alone."""
        return KEY.sub("#", self.problem), NUMBER.sub("#", "".join(self.stderr[-1:]))


class Pool:
    left = ""  # what goes on when run() has ended: nothing, as opposed to an array of a cluster

    def __init__(self, simulator, store, tell=print, origin=None):
        self.simulator = simulator
        self.store = store
        self.tell = tell  # called with a line for people
        self.lock = threading.Lock()
        self.running = set()
        self.stopping = False
        self.origin = origin or Origin(simulator)

    def run(self, work, jobs, tick):
        """Yields an Outcome for each point that `work` gives out, as it ends, and asks it for more after each; calls tick() about once a second
        while it waits. `jobs`: slots, of which a run takes one for each of its threads. On any exception (Ctrl-C, or the caller closes the generator)
        all running simulations are stopped first."""
        done = queue.SimpleQueue()
        slots = Slots(jobs, self.simulator)
        with ThreadPoolExecutor(max_workers=jobs) as executor:
            try:
                under_way = self.submit(work, slots, executor, done)
                while under_way:
                    try:
                        future = done.get(timeout=1.0)
                    except queue.Empty:
                        tick()
                        continue
                    outcome = future.result()
                    slots.release(outcome.point)
                    if outcome.problem:
                        self.store.check_space()
                    work.ended(outcome)
                    under_way += self.submit(work, slots, executor, done) - 1
                    yield outcome
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                self.stop()
                raise

    def submit(self, work, slots, executor, done):
        """Begins what there are slots for; how many points that are."""
        slots.add(work.ready())
        begun = 0
        while (point := slots.next()) is not None:
            rejected = self.store.set_aside(point)
            if rejected:
                self.tell(rejected)
            executor.submit(self.one, point, slots.fitted(point)).add_done_callback(done.put)
            begun += 1
        return begun

    def one(self, point, fitted):
        """Runs a point, with the threads that `fitted` has; as often as its times are wanted."""
        return replace(self.repeated(fitted), point=point)

    def repeated(self, point):
        wanted = 1 if point.repeat == 1 else max(1, point.repeat - len(self.store.times(point)))
        for _ in range(wanted):
            outcome = self.once(point)
            if outcome.problem:
                break
            if point.repeat > 1:
                self.store.add_time(point)
        return outcome

    def once(self, point):
        """A run; where it leaves checkpoints it goes on from the last one, or from the beginning if the simulator refuses it."""
        state = self.store.checkpoint(point)
        branch = self.simulator.branch_words(point, self.store.file(point.key))
        if not point.checkpoint or point.warms:
            return self.started(point, branch)
        keep = ["--checkpoint", str(state), "--checkpoint-every", point.checkpoint]
        if state.exists():
            outcome = self.started(point, [*keep, "--resume", str(state)])
            if outcome.problem != ending(REFUSED) or not any("resume" in line for line in outcome.stderr):
                return self.settled(outcome, state)
            self.tell(f"{point.key} starts anew: {outcome.stderr[-1]}")
            state.unlink(missing_ok=True)
        return self.settled(self.started(point, [*keep, *branch]), state)

    def settled(self, outcome, state):
        """The checkpoint of a run that has ended is of no use."""
        if not outcome.problem:
            state.unlink(missing_ok=True)
        return outcome

    def started(self, point, more):
        words = self.simulator.command_line(point, self.store.file(point.key)) + self.simulator.proof_words(point)
        with self.lock:
            if self.stopping:
                raise CancelledError
            started = now()
            try:
                process = Measured(words + more, cwd=self.simulator.top, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
            except OSError as error:
                return Outcome(point, f"does not start: {error.strerror}")
            process.grace = WRITING if point.checkpoint else GRACE
            self.running.add(process)
        try:
            stderr = process.communicate(timeout=point.timeout)[1]
        except subprocess.TimeoutExpired:
            finish(process)
            return Outcome(point, f"timeout: stopped after {duration(point.timeout)}")
        finally:
            with self.lock:
                self.running.discard(process)
        said = [line for line in stderr.decode(errors="replace").rstrip().splitlines() if not line.startswith("dateline: progress: ")]
        lines = tuple(said[-5:])
        if point.warms and process.returncode == WARM:
            missing = self.store.missing(point)
            return Outcome(point, missing and f"{ending(process.returncode)}, but {missing}", lines if missing else ())
        if (process.returncode != 0 or point.warms) and not (process.returncode == UNDECIDED and self.store.undecided(point)):
            return Outcome(point, ending(process.returncode), lines)
        self.store.add_provenance(point.key, self.origin.of(words, started, process))
        missing = self.store.missing(point)
        return Outcome(point, missing and f"{ending(process.returncode)}, but {missing}", lines if missing else ())

    def cancel(self):
        """What runs has been stopped by run()."""
        return ""

    def stop(self):
        """Ends all running simulations: SIGTERM, and SIGKILL to what is left after a moment."""
        with self.lock:
            self.stopping = True
            processes = list(self.running)
            for process in processes:
                end(process, signal.SIGTERM)
        for process in processes:
            finish(process)


def finish(process):
    """SIGTERM, and SIGKILL if it is there after a moment."""
    end(process, signal.SIGTERM)
    try:
        process.wait(process.grace)
    except subprocess.TimeoutExpired:
        end(process, signal.SIGKILL)
        process.wait()


def end(process, number):
    if process.poll() is None:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
