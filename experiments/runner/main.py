#!/usr/bin/python3
"""The program behind experiments/run: plan, run what is missing, collect. experiments/run --help says how it is used."""

import argparse
import contextlib
import fcntl
import os
import signal
import statistics
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "experiments"))

from runner import collect, execute, plan, printed, series, spec, store, summary, terminal  # noqa: E402
from runner.errors import SimulatorMissing, UsageError, nearest  # noqa: E402
from runner.simulator import Simulator  # noqa: E402

OPTIONS = ("--jobs", "--only", "--quick", "--dry-run", "--simulator", "--results", "--help")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UsageError(message)


def arguments(words):
    parser = Parser(prog="experiments/run", add_help=False, allow_abbrev=False)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--simulator", type=Path, default=TOP / "build/release/dateline")
    parser.add_argument("--results", type=Path, default=TOP / "results")
    parser.add_argument("--experiments", type=Path, default=TOP / "experiments")  # for tests
    chosen, unknown = parser.parse_known_args(words)
    for word in unknown:
        raise UsageError(f"unknown option {word}{nearest(word.split('=')[0], OPTIONS)}")
    if chosen.jobs < 1:
        raise UsageError(f"--jobs {chosen.jobs}: at least 1")
    words = chosen.words
    expected = {"list": 1, "status": 2}.get(words[0], 1) if words else 1
    if len(words) != expected:
        raise UsageError("expected: NAME, status NAME or list (experiments/run --help)")
    chosen.action = words[0] if words[0] in ("list", "status") else "run"
    chosen.name = words[-1]
    chosen.simulator, chosen.results = chosen.simulator.resolve(), chosen.results.resolve()
    return chosen


def load_experiment(directory, name):
    names = sorted(file.stem for file in directory.glob("*.yaml"))
    if name not in names:
        raise UsageError(f"no experiment '{name}'{nearest(name, names)}")
    return spec.load(directory / f"{name}.yaml", f"experiments/{name}.yaml")


def list_experiments(directory):
    found = [(file.stem, spec.load(file, f"experiments/{file.name}").about) for file in sorted(directory.glob("*.yaml"))]
    width = max((len(name) for name, _ in found), default=0)
    for name, about in found:
        print(f"{name.ljust(width)}  {about}".rstrip())
    return 0


class Job:
    """One experiment, planned: its points, the store, and where its tables and figures go."""

    def __init__(self, chosen):
        self.chosen = chosen
        self.experiment = load_experiment(chosen.experiments, chosen.name)
        self.simulator = Simulator(chosen.simulator, TOP)
        planner = plan.Planner(self.experiment, self.simulator.catalogue(), TOP)
        self.points = planner.points(chosen.quick)
        printed.selections(self.experiment, self.points)
        self.selected = plan.select(self.points, chosen.only)
        self.store = store.Store(chosen.results)
        self.directory = chosen.results / (self.experiment.name + ("-quick" if chosen.quick else ""))

    def results(self):
        loaded = {point.key: self.store.load(point.key) for point in self.points}
        return {key: result for key, result in loaded.items() if result is not None}

    def missing(self):
        return [point for point in self.selected if not self.store.has(point.key)]

    def command(self, point):
        return self.simulator.command_line(point, self.store.file(point.key))

    def start_line(self, missing):
        jobs = min(self.chosen.jobs, len(missing))
        text = f"{self.directory.name}: {len(self.selected)} points, {len(self.selected) - len(missing)} stored, {len(missing)} to run"
        return text if not missing else f"{text} on {jobs} process{'es' if jobs > 1 else ''}, {self.estimate(missing, jobs)}"

    def estimate(self, missing, jobs):
        """From the wall times of this experiment's stored points, scaled by load and cycles."""
        walls = [(self.store.wall_seconds(point.key), point.weight()) for point in self.points]
        costs = [wall / weight for wall, weight in walls if isinstance(wall, (int, float)) and weight > 0]
        if not costs:
            return "time unknown"
        return "about " + terminal.duration(statistics.median(costs) * sum(point.weight() for point in missing) / jobs)

    def status(self):
        results = self.results()
        print(f"{self.directory.name}: {len(results)} of {len(self.points)} points stored")
        print(terminal.table(*summary.rows_of(series.group(self.points, results, set()))))
        return 0

    def dry_run(self):
        missing = sorted(self.missing(), key=lambda point: -point.weight())
        print(self.start_line(missing))
        for point in missing:
            print(terminal.pasted(self.command(point), TOP))
        return 0

    def run(self):
        with self.locked():
            self.store.prepare()
            missing = self.missing()
            print(self.start_line(missing), flush=True)
            failures = self.execute(missing)
            self.collect(failures)
        return 1 if failures else 0

    @contextlib.contextmanager
    def locked(self):
        """One run of an experiment at a time; the lock ends with the process, however it ends."""
        self.directory.mkdir(parents=True, exist_ok=True)
        with open(self.directory / ".lock", "a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"{self.directory.name}: waiting for another run of this experiment", file=sys.stderr, flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def execute(self, missing):
        """Runs the points; the outcomes that failed."""
        if not missing:
            return []
        names = plan.varying(self.points)
        progress = terminal.Progress(sys.stderr, missing, self.chosen.jobs)
        failures = []
        with contextlib.closing(execute.Pool(self.simulator, self.store).run(missing, self.chosen.jobs, progress.tick)) as outcomes:
            try:
                for outcome in outcomes:
                    if outcome.problem:
                        failures.append(outcome)
                        command = terminal.pasted(self.command(outcome.point), TOP)
                        progress.interrupt(terminal.failure_block(outcome, names, command))
                    progress.add(outcome)
            finally:
                progress.close()
        return failures

    def collect(self, failures):
        results = self.results()
        failed = {outcome.point.key for outcome in failures}
        curves = series.group(self.points, results, failed)
        comparisons = printed.compare(self.experiment, self.points, results)
        written = [self.directory / "results.csv", self.directory / "summary.md"]
        store.write(written[0], collect.results_csv(self.points, results, failed))
        drawn = self.draw(curves)
        store.write(written[1], summary.summary_md(self.experiment, self.points, curves, comparisons,
                                                   [file.stem for file in drawn if file.suffix == ".svg"], failed, results))
        names = plan.varying(self.points)
        blocks = [terminal.failure_block(outcome, names, terminal.pasted(self.command(outcome.point), TOP)) for outcome in failures]
        self.report(curves, comparisons, blocks, written + drawn)

    def draw(self, curves):
        if not self.experiment.figures:
            return []
        from runner import figures  # takes a while to load
        return figures.draw_all(self.experiment.figures, curves, self.directory)

    def report(self, curves, comparisons, blocks, written):
        print(terminal.table(*summary.rows_of(curves)))
        if comparisons:
            print("\n" + terminal.table(*summary.printed_rows(comparisons)))
        failed_txt = self.directory / "failed.txt"
        if blocks:
            store.write(failed_txt, "\n\n".join(blocks) + "\n")
            written = written + [failed_txt]
            print(f"\n{len(blocks)} points failed:", *blocks[:terminal.SHOWN_AT_END], sep="\n", file=sys.stderr)
            if len(blocks) > terminal.SHOWN_AT_END:
                print(f"and {len(blocks) - terminal.SHOWN_AT_END} more: {shown(failed_txt)}", file=sys.stderr)
        else:
            failed_txt.unlink(missing_ok=True)
        print("\n" + "\n".join(map(shown, written)))


def shown(file):
    """A path as a person would type it from here."""
    return min(os.path.relpath(file), str(file), key=len)


def terminated(number, frame):
    """kill PID stops the simulations too, as Ctrl-C does."""
    sys.exit(128 + number)


def main(words):
    signal.signal(signal.SIGTERM, terminated)
    job = None
    try:
        chosen = arguments(words)
        if chosen.action == "list":
            return list_experiments(chosen.experiments)
        job = Job(chosen)
        if chosen.action == "status":
            return job.status()
        return job.dry_run() if chosen.dry_run else job.run()
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except SimulatorMissing as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        stored = f"{len(job.selected) - len(job.missing())} of {len(job.selected)} points are stored; " if job else ""
        print(f"stopped: {stored}run the same command to go on", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
