"""A sweep: every combination of options that are lists, run by the experiments' runner, kept in the store that experiments share."""

import contextlib
import os
from pathlib import Path

from dateline import places, rows
from dateline.places import DatelineError
from dateline.program import is_flag, option_of, text_of


def sweep(command, *, program=None, results=None, jobs=None, search=None, **options):
    """Rows as their runs end: every combination of the options that are lists. What the store has is not run again.

    A row is a dictionary: the options given, `status` ("ok" or "failed"), the numbers of the result by their names in results.csv
    (`latency.mean`), `key`, and `problem` where it failed. With `search={"option": "load"}` a row is the highest load that all seeds
    sustain. DatelineError for options that do not exist, before anything runs."""
    return Sweep(command, places.program(program), places.results_folder(results), jobs, search, options)


class Sweep:
    """What is to be run; runs it when it is iterated over. frame() gives all rows as a pandas DataFrame."""

    def __init__(self, command, program, results, jobs, search, options):
        self.jobs = len(os.sched_getaffinity(0)) if jobs is None else jobs
        if not isinstance(self.jobs, int) or self.jobs < 1:
            raise DatelineError(f"jobs {jobs}: at least 1")
        self.errors = places.runner("errors")
        top = Path.cwd()
        with self.said():
            self.simulator = places.runner("running.simulator").Simulator(program, top)
            catalogue = self.simulator.catalogue()
            experiment = places.runner("format.spec").Reader("sweep").experiment(document(command, search, options), "sweep")
            self.plans = places.runner("planning.plan").plans(experiment, list(experiment.parts.values()), catalogue, top)
        self.store = places.runner("running.store").Store(results, catalogue.result_version)
        [self.plan] = self.plans.values()

    def __len__(self):
        return len(self.plan.cases)

    def __iter__(self):
        cases = {case.key for case in self.plan.cases}
        failed = {}
        with self.said():
            self.store.prepare()
            work = places.runner("running.work").Work(self.plans, {("", key) for key in cases}, self.store)
            if not self.plan.searches:
                waiting = {point.key for point in work.to_run()}
                yield from (self.row(case, failed) for case in self.plan.cases if case.key not in waiting)
            pool = places.runner("running.execute").Pool(self.simulator, self.store, lambda text: None)
            with contextlib.closing(pool.run(work, self.jobs, lambda: None)) as outcomes:
                for outcome in outcomes:
                    if outcome.problem:
                        failed[outcome.point.key] = ": ".join([outcome.problem, *outcome.stderr[-1:]])
                    if not self.plan.searches:
                        yield self.row(outcome.point, failed)
            if self.plan.searches:
                yield from [self.row(case, failed) for case in self.plan.cases]

    def rows(self):
        """All rows, in the order of the options' values."""
        found = {row["key"]: row for row in self}
        return rows.Rows(found[case.key] for case in self.plan.cases)

    def frame(self):
        """All rows as a pandas DataFrame."""
        return self.rows().frame()

    def row(self, case, failed):
        found = places.runner("results.values").Data(self.plans, self.store, set(failed)).row("", case)
        collect, point = places.runner("results.collect"), places.runner("point")
        measured = {name: value for name, value in (found.result or {}).items() if name not in collect.NOT_MEASURED}
        row = {name: rows.value_of(point.text_of(value)) for name, value in case.given.items()}
        numbers = collect.flatten(measured)
        row.update({f"options.{name}": row[name] for name in list(row) if name in numbers})
        row.update({"status": found.status, **numbers, "key": case.key})
        if found.status == "failed":
            row["problem"] = failed.get(case.key, "a run of the search failed")
        return row

    @contextlib.contextmanager
    def said(self):
        """What the runner refuses, and results that cannot be written, as a DatelineError."""
        try:
            yield
        except (self.errors.UsageError, self.errors.SimulatorMissing) as error:
            raise DatelineError(str(error).removeprefix("sweep:1: ")) from None
        except OSError as error:
            raise DatelineError(f"{error.filename or 'results'}: {error.strerror}") from None


def document(command, search, options):
    """The experiment that a file would have described."""
    tree = {"command": command, "options": {}, "grid": {}, "search": search}
    for name, value in options.items():
        if value is None:
            continue
        listed = isinstance(value, (list, tuple, range)) or type(value).__name__ == "ndarray"
        texts = [bool(v) if is_flag(v) else text_of(name, v) for v in (value if listed else [value])]
        option = option_of(name)
        if option == "seed" and listed:
            if not all(text.isascii() and text.isdigit() for text in texts):
                raise DatelineError(f"seed: {value!r} are not whole numbers")
            tree["seeds"] = [int(text) for text in texts]
        else:
            tree["grid" if listed else "options"][option] = texts if listed else texts[0]
    return mapped({name: value for name, value in tree.items() if value})


def mapped(value):
    """Dictionaries as the runner reads them from a file, all of line 1."""
    yaml_tree = places.runner("yaml_tree")
    if isinstance(value, dict):
        result = yaml_tree.Map(1)
        for name, inner in value.items():
            result.put(str(name), mapped(inner), 1)
        return result
    if isinstance(value, list):
        result = yaml_tree.Sequence(1)
        result.extend(map(mapped, value))
        return result
    return value
