"""Where the program, the runner and the results are: of the checkout that this file stands in, or installed."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, Iterable, Optional, Tuple, Union

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent  # of a checkout
IN_CHECKOUT = (TOP / "experiments/runner/planning/plan.py").is_file()
CARRIED = HERE / "bin/dateline"  # of a wheel that was built beside a built program

PathName = Union[str, "os.PathLike[str]"]


class DatelineError(Exception):
    """What the program, the runner or the package refuses, in one line.

    Of a run that failed: `status`, its exit status; `command`, the words that were run; `result`, the dictionary that
    it left nevertheless (a deadlock, a network that is not proved), or None."""

    status: Optional[int]
    command: Tuple[str, ...]
    result: Optional[Dict[str, Any]]

    def __init__(self, line: str, status: Optional[int] = None, command: Iterable[str] = (),
                 result: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(line)
        self.status, self.command, self.result = status, tuple(command), result


def program(chosen: Optional[PathName] = None) -> Path:
    """The simulator: the one chosen, that of the variable DATELINE, of the checkout, of the wheel, or of the PATH."""
    named = chosen or os.environ.get("DATELINE")
    if named:
        found = shutil.which(str(named))
        if not found:
            raise DatelineError(f"no simulator: {named} is not an executable file")
        return Path(found).absolute()
    own = TOP / "build/release/dateline" if IN_CHECKOUT else CARRIED
    if os.access(own, os.X_OK):
        return own
    found = shutil.which("dateline")
    if not found:
        where = "nor build/release of this checkout" if IN_CHECKOUT else "nor the wheel"
        raise DatelineError(f"no simulator: neither the variable DATELINE, {where}, nor the PATH has one")
    return Path(found).absolute()


def results_folder(chosen: Optional[PathName] = None) -> Path:
    """The folder of results and of the store: the one chosen, that of DATELINE_RESULTS, the checkout's, ./results."""
    named = chosen or os.environ.get("DATELINE_RESULTS")
    if named:
        return Path(named).absolute()
    return (TOP if IN_CHECKOUT else Path.cwd()) / "results"


def runner(name: str) -> Any:
    """The runner's module of that name: of the package `runner` of experiments/, or of its copy beside this file."""
    folder = TOP / "experiments" if IN_CHECKOUT else HERE / "experiments"
    found = sys.modules.get("runner")
    if found is not None and folder / "runner" not in map(Path, getattr(found, "__path__", ())):
        raise DatelineError("another module called 'runner' is imported: the experiments' runner needs that name")
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"runner.{name}")
    finally:
        sys.path.remove(str(folder))
