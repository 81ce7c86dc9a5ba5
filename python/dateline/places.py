"""Where the program, the experiments' runner and the results are: of the checkout that this file stands in, or installed."""

import importlib
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent  # of a checkout
IN_CHECKOUT = (TOP / "experiments/runner/planning/plan.py").is_file()


class DatelineError(Exception):
    """What the program, or the runner, says in one line. Of a run: `status` (its exit status), `command` (its words), and `result`, the
    dictionary that it left nevertheless (a deadlock, a network that is not proved), or None."""

    def __init__(self, line, status=None, command=(), result=None):
        super().__init__(line)
        self.status, self.command, self.result = status, tuple(command), result


def program(chosen=None):
    """The simulator: the one chosen, that of the variable DATELINE, the checkout's, or the first on the PATH."""
    named = chosen or os.environ.get("DATELINE")
    if named:
        found = shutil.which(str(named))
        if not found:
            raise DatelineError(f"no simulator: {named} is not an executable file")
        return Path(found).absolute()
    built = TOP / "build/release/dateline"
    if IN_CHECKOUT and os.access(built, os.X_OK):
        return built
    found = shutil.which("dateline")
    if not found:
        raise DatelineError("no simulator: neither the variable DATELINE, nor build/release of this checkout, nor the PATH has one")
    return Path(found).absolute()


def results_folder(chosen=None):
    """The folder of results and of the store: the one chosen, that of DATELINE_RESULTS, the checkout's, or ./results."""
    named = chosen or os.environ.get("DATELINE_RESULTS")
    if named:
        return Path(named).absolute()
    return (TOP if IN_CHECKOUT else Path.cwd()) / "results"


def runner(name):
    """The runner's module of that name. It is the package `runner` of experiments/, or a copy of it beside this file."""
    folder = TOP / "experiments" if IN_CHECKOUT else HERE / "experiments"
    found = sys.modules.get("runner")
    if found is not None and folder / "runner" not in map(Path, found.__path__ if hasattr(found, "__path__") else ()):
        raise DatelineError("another module called 'runner' is imported: the experiments' runner needs that name")
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"runner.{name}")
    finally:
        sys.path.remove(str(folder))
