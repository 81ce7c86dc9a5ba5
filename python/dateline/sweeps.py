"""A sweep: every combination of options that are lists, run by the experiments' runner, kept in their common store."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from dateline import places, progress
from dateline.names import name_of, option_of
from dateline.places import DatelineError, PathName
from dateline.rows import STATUS, Row, Rows
from dateline.values import axis_of, is_flag, text_of, value_of


def sweep(command: str, *, program: Optional[PathName] = None, results: Optional[PathName] = None,
          jobs: Optional[int] = None, search: Optional[Mapping[str, Any]] = None, progress: Optional[bool] = None,
          **options: Any) -> Sweep:
    """Every combination of the options that are lists; its rows come as their runs end, those of the store first.

    program   the simulator; else that of the variable DATELINE, of the checkout, of the wheel, or of the PATH
    results   the folder of the store; else that of the variable DATELINE_RESULTS, of the checkout, or ./results
    jobs      how many points run at once; else one for each processor
    search    {"option": "load", "resolution": 0.05}: a row is the highest load that all seeds sustain
    progress  True: a progress bar on stderr; False: none; None: one on a terminal and in a notebook
    options   as those of run(); a list, tuple, range, numpy array or pandas Series is an axis

    A row is a dictionary by names in Python: the options given, `status` ("ok" or "failed"), the numbers of the result
    (`latency_mean`), `key`, and `problem` where it failed. What the store has is not run again. DatelineError for
    options that do not exist, before anything runs."""
    return Sweep(command, places.program(program), places.results_folder(results), jobs, search, progress, options)


class Sweep:
    """What is to be run; runs it when it is iterated over."""

    def __init__(self, command: str, program: Path, results: Path, jobs: Optional[int],
                 search: Optional[Mapping[str, Any]], progress: Optional[bool], options: Mapping[str, Any]) -> None:
        self.jobs = len(os.sched_getaffinity(0)) if jobs is None else jobs
        if not isinstance(self.jobs, int) or self.jobs < 1:
            raise DatelineError(f"jobs {jobs}: at least 1")
        self.progress = progress
        top = Path.cwd()
        with said():
            self.simulator = places.runner("running.simulator").Simulator(program, top)
            catalogue = self.simulator.catalogue()
            reader = places.runner("format.spec").Reader("sweep")
            experiment = reader.experiment(document(command, search, options), "sweep")
            parts = list(experiment.parts.values())
            self.plans = places.runner("planning.plan").plans(experiment, parts, catalogue, top)
        self.store = places.runner("running.store").Store(results, catalogue.result_version)
        [self.plan] = self.plans.values()

    def __repr__(self) -> str:
        return f"<Sweep: {len(self)} points of {self.plan.part.command}>"

    def __len__(self) -> int:
        return len(self.plan.cases)

    def __iter__(self) -> Iterator[Row]:
        row = Maker(self.store, self.plan.cases)
        with said():
            self.store.prepare()
            missing: List[Any] = []
            for case in self.plan.cases:
                if self.plan.searches or not self.store.holds(case):
                    missing.append(case)
                else:
                    yield row.of(case)
            work = places.runner("running.work").Work(self.plans, {("", case.key) for case in missing}, self.store)
            waiting = work.to_run()
            bar = progress.bar(len(waiting), sum(point.weight() for point in waiting), self.progress)
            pool = places.runner("running.execute").Pool(self.simulator, self.store, lambda text: None)
            with bar, contextlib.closing(pool.run(work, self.jobs, lambda: None)) as outcomes:
                for outcome in outcomes:
                    row.note(outcome)
                    bar.add(outcome.point.weight(), bool(outcome.problem))
                    if not self.plan.searches:
                        bar.hide()
                        yield row.of(outcome.point)
                    bar.show()
            if self.plan.searches:
                yield from map(row.of, missing)

    def rows(self) -> Rows:
        """All rows, in the order of the options' values."""
        found = {row["key"]: row for row in self}
        return Rows(found[case.key] for case in self.plan.cases)

    def frame(self) -> Any:
        """All rows as a pandas.DataFrame."""
        return self.rows().frame()


class Maker:
    """Makes rows of cases (points or searches) from what the store has and from what became of their runs."""

    def __init__(self, store: Any, cases: Sequence[Any]) -> None:
        self.store = store
        # A point is not given a flag's default.
        self.options = dict.fromkeys(option for case in cases for option in case.given)
        self.problems: Dict[str, str] = {}  # by key
        self.collect, self.point, self.values = map(places.runner, ("results.collect", "point", "results.values"))

    def note(self, outcome: Any) -> None:
        """A run has ended."""
        if outcome.problem:
            self.problems[outcome.point.key] = ": ".join([outcome.problem, *outcome.stderr[-1:]])

    def of(self, case: Any) -> Row:
        """The row of a point or of a search."""
        result = self.values.result_of(self.store, case)
        runs = getattr(case, "points", (case,))
        for run in runs:
            self.store.forget(run)  # so that it may be changed here
        measured = result or {}
        for name in self.collect.NOT_MEASURED:
            measured.pop(name, None)
        numbers = {name_of(name): value for name, value in self.collect.flatten(measured).items()}
        row = Row()
        for option in self.options:
            name, value = name_of(option), case.given.get(option, case.options.get(option))
            row[f"options_{name}" if name in numbers else name] = value_of(self.point.text_of(value))
        row[STATUS] = "failed" if result is None else "ok"
        row.update(numbers)
        row["key"] = case.key
        if result is None:
            row["problem"] = next((self.problems[run.key] for run in runs if run.key in self.problems), "no result")
        return row


@contextlib.contextmanager
def said() -> Iterator[None]:
    """What the runner refuses, and results that cannot be written, as a DatelineError."""
    errors = places.runner("errors")
    try:
        yield
    except (errors.UsageError, errors.SimulatorMissing) as error:
        raise DatelineError(str(error).removeprefix("sweep:1: ")) from None
    except OSError as error:
        raise DatelineError(f"{error.filename or 'results'}: {error.strerror}") from None


def document(command: str, search: Optional[Mapping[str, Any]], options: Mapping[str, Any]) -> Any:
    """The experiment that a file would have described."""
    tree: Dict[str, Any] = {"command": command, "options": {}, "grid": {}, "search": search}
    for name, value in options.items():
        if value is None:
            continue
        axis = axis_of(name, value)
        texts = [bool(one) if is_flag(one) else text_of(name, one) for one in ([value] if axis is None else axis)]
        option = option_of(name)
        if option == "seed" and axis is not None:
            seeds = [text for text in texts if isinstance(text, str) and text.isascii() and text.isdigit()]
            if len(seeds) < len(texts):
                raise DatelineError(f"seed: {', '.join(map(str, texts))} are not whole numbers")
            tree["seeds"] = [int(text) for text in seeds]
        else:
            tree["options" if axis is None else "grid"][option] = texts[0] if axis is None else texts
    return mapped({name: value for name, value in tree.items() if value})


def mapped(value: Any) -> Any:
    """Dictionaries as the runner reads them from a file, all of line 1."""
    yaml_tree = places.runner("yaml_tree")
    if isinstance(value, Mapping):
        result = yaml_tree.Map(1)
        for name, inner in value.items():
            result.put(str(name), mapped(inner), 1)
        return result
    if isinstance(value, list):
        sequence = yaml_tree.Sequence(1)
        sequence.extend(map(mapped, value))
        return sequence
    return value
