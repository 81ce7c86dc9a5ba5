#!/usr/bin/python3
"""The program behind experiments/run: plan, run what is missing, collect. experiments/run --help says how it is used."""

import os
import sys
from argparse import Namespace
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "experiments"))

from runner import folders, index  # noqa: E402
from runner.arguments import Parser, path  # noqa: E402
from runner.errors import ClusterError, SimulatorMissing, UsageError  # noqa: E402
from runner.format import spec  # noqa: E402
from runner.job import Job, shown  # noqa: E402
from runner.streams import ended_by, failed, open_streams, set_handlers  # noqa: E402

OPTIONS = ("--jobs", "--only", "--quick", "--dry-run", "--no-install", "--simulator", "--results", "--slurm", "--detach", "--profile", "--programs", "--help")
WORDS = {"list": 1, "all": 1, "status": 2, "show": 3}  # actions, and how many words they take with their own; a name alone is run
RESERVED = ("points", "proofs")  # folders of results that belong to no experiment


def arguments(words):
    parser = Parser("experiments/run", OPTIONS)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--no-install", action="store_true")  # experiments/run looks after it
    parser.add_argument("--simulator", type=path, default=TOP / "build/release/dateline")
    parser.add_argument("--results", type=path)
    parser.add_argument("--slurm", action="store_true")
    parser.add_argument("--detach", action="store_true")
    parser.add_argument("--profile", type=path)
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("--experiments", type=path, default=TOP / "experiments")  # for tests
    chosen = parser.parse(words)
    if chosen.jobs is None and not chosen.slurm:
        chosen.jobs = len(os.sched_getaffinity(0))
    if chosen.jobs is not None and chosen.jobs < 1:
        raise UsageError(f"--jobs {chosen.jobs}: at least 1")
    words = chosen.words
    if not words or len(words) != WORDS.get(words[0], 1):
        raise UsageError("expected: NAME or FILE.yaml, status NAME, show NAME KEY, list or all (experiments/run --help)")
    chosen.action = words[0] if words[0] in WORDS else "run"
    chosen.name = words[0] if chosen.action == "run" else words[min(1, len(words) - 1)]
    check_slurm(chosen)
    place(chosen)
    try:
        chosen.simulator, chosen.results = chosen.simulator.resolve(), (chosen.results or chosen.base / "results").resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a null byte
        raise UsageError(f"--simulator or --results: {error}") from None
    return chosen


def check_slurm(chosen):
    """What goes with --slurm does not stand alone, and --slurm stands where something runs."""
    for name in ("detach", "profile"):
        if getattr(chosen, name) and not chosen.slurm:
            raise UsageError(f"--{name} goes with --slurm")
    if chosen.slurm and chosen.action in ("status", "show", "list"):
        raise UsageError(f"{chosen.action} runs nothing: --slurm has no meaning there")
    if chosen.detach and chosen.action == "all":
        raise UsageError("--detach takes one experiment: each has its own results to collect")
    if chosen.detach and chosen.dry_run:
        raise UsageError("--detach and --dry-run do not go together: nothing is submitted")


def place(chosen):
    """Which file is meant, how messages name it, and `base`: what the file names in it are relative to, and beside which results go.
    NAME is an experiment of this checkout, a word that ends in .yaml or .yml a file."""
    own = chosen.name.endswith((".yaml", ".yml"))
    chosen.base = TOP
    if own:
        try:
            folder = Path(chosen.name).parent.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise UsageError(f"{chosen.name}: {error}") from None
        own = folders.is_own(chosen.experiments, folder)  # else one of this checkout, by its path
        chosen.file, chosen.shown, chosen.name = Path(chosen.name), chosen.name, Path(chosen.name).stem
    if own:
        chosen.base = folder
    chosen.own = own


def load_experiment(chosen):
    if not chosen.own:
        chosen.file = folders.file_of(chosen.experiments, chosen.name)
        chosen.shown = folders.shown(chosen.experiments, chosen.file)
    if chosen.name in RESERVED or not chosen.name.strip("."):
        raise UsageError(f"an experiment cannot be called '{chosen.name}': results/{chosen.name}/ is not its own")
    return spec.load(chosen.file, chosen.shown)


def list_experiments(directory):
    found = [(name, spec.load(file, folders.shown(directory, file)).about) for name, file in folders.files(directory).items()]
    width = max((len(name) for name, _ in found), default=0)
    for name, about in found:
        print(f"{name.ljust(width)}  {about}".rstrip())
    return 0


def run_all(words):
    """Runs every experiment, one after the other, and writes an index of their pages; the first exit status that is not 0. With --quick those that
    have a short form run in that."""
    chosen = arguments(words)
    rows = []
    for name in folders.files(chosen.experiments):
        chosen.name = name
        about, status = "", 2
        own = Namespace(**vars(chosen))
        try:
            experiment = load_experiment(own)
            about = experiment.about
            own.quick = chosen.quick and any("quick" in part.lines for part in experiment.parts.values())
            job = Job(own, experiment, chosen.base)
            print(f"{'' if not rows else chr(10)}== {name}", flush=True)
            status = job.dry_run() if chosen.dry_run else job.run()
        except UsageError as error:
            failed(error, 2)
        rows.append((name + ("-quick" if own.quick else ""), about, status))
    if not chosen.dry_run:
        print(f"\n{shown(index.write(chosen.results, rows))}")
    return next((status for _, _, status in rows if status), 0)


def act(words):
    """Does what the words ask for; the exit status."""
    job = None
    try:
        chosen = arguments(words)
        if chosen.action == "all":
            return run_all(words)
        if chosen.action == "list":
            return list_experiments(chosen.experiments)
        job = Job(chosen, load_experiment(chosen), chosen.base)
        if chosen.action == "status":
            return job.status()
        if chosen.action == "show":
            return job.show(chosen.words[2])
        return job.dry_run() if chosen.dry_run else job.run()
    except KeyboardInterrupt:
        stored = f"{job.progress()}; " if job else ""
        stored += f"job {job.cancelled} is cancelled; " if job and job.cancelled else ""
        print(f"stopped: {stored}run the same command to go on", file=sys.stderr)
        return 130


def main(words):
    """The exit status. Whatever goes wrong is one line on stderr."""
    try:
        open_streams()
        set_handlers()
        status = act(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        return failed(error, 2)
    except (SimulatorMissing, ClusterError) as error:
        return failed(error, 3)
    except ModuleNotFoundError as error:
        return failed(f"no module {error.name} for {sys.executable} (experiments/packages.txt lists what is needed)", 3)
    except (OSError, MemoryError) as error:
        return ended_by(error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
