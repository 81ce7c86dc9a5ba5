"""How far a sweep has come, in plain text.

A line that is drawn again on a terminal and in a notebook; elsewhere, if asked for, a line every 10%.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sys
import time
from typing import Any, Optional, TextIO

from dateline import places

WIDTH = 20  # characters
ERASE = "\r\x1b[K"
PAUSE = 0.1  # seconds between two drawings in a notebook


class Bar:
    """Counts points as they end, and shows nothing. The time left is estimated from the cost of the points."""

    def __init__(self, total: int, weight: float) -> None:
        self.total, self.weight = total, weight
        self.start = time.monotonic()
        self.done = self.failed = 0
        self.weight_done = 0.0

    def __enter__(self) -> None:
        self.show()

    def __exit__(self, *error: object) -> None:
        if self.done < self.total:  # interrupted
            self.hide()

    def add(self, weight: float, failed: bool) -> None:
        """A point has ended."""
        self.done += 1
        self.failed += failed
        self.weight_done += weight

    def show(self) -> None:
        """Draws the line."""

    def hide(self) -> None:
        """Makes room for what the caller prints until the line is shown again."""

    def line(self) -> str:
        """'[##########..........] 12/24 points, 1 failed, 4 s left'."""
        full = WIDTH * self.done // self.total
        words = [f"[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} points"]
        if self.failed:
            words.append(f"{self.failed} failed")
        elapsed, duration = time.monotonic() - self.start, places.runner("running.terminal").duration
        if self.done == self.total:
            words.append(f"took {duration(elapsed)}")
        elif self.weight_done > 0:
            words.append(f"{duration(elapsed * (self.weight - self.weight_done) / self.weight_done)} left")
        return ", ".join(words)


class Terminal(Bar):
    """Draws the line again and again; the last one stays."""

    def __init__(self, total: int, weight: float, stream: TextIO) -> None:
        super().__init__(total, weight)
        self.stream = stream

    def show(self) -> None:
        """Draws the line in place of what stands there."""
        line = self.line()[:shutil.get_terminal_size().columns - 1]
        print(ERASE + line, end="\n" if self.done == self.total else "", file=self.stream, flush=True)

    def hide(self) -> None:
        """Empties the line."""
        print(ERASE, end="", file=self.stream, flush=True)


class Lines(Bar):
    """Prints the line when another tenth has ended."""

    def __init__(self, total: int, weight: float, stream: TextIO) -> None:
        super().__init__(total, weight)
        self.stream = stream
        self.tenth = 0

    def show(self) -> None:
        """Prints the line, if it is time."""
        tenth = 10 * self.done // self.total
        if tenth > self.tenth:
            self.tenth = tenth
            print(self.line(), file=self.stream, flush=True)


class Notebook(Bar):
    """Draws the line again in the output of a cell; `display` is IPython's module of that name."""

    def __init__(self, total: int, weight: float, display: Any) -> None:
        super().__init__(total, weight)
        self.drawn = self.start
        self.handle = display.display({"text/plain": self.line()}, raw=True, display_id=True)

    def show(self) -> None:
        """Draws the line, if it is time."""
        if self.done == self.total or time.monotonic() - self.drawn >= PAUSE:
            self.drawn = time.monotonic()
            self.handle.update({"text/plain": self.line()}, raw=True)


def bar(total: int, weight: float, wanted: Optional[bool]) -> Bar:
    """For where this process runs. `wanted` None: where it can be drawn again; True: elsewhere too; False: nowhere."""
    if wanted is False or total == 0:
        return Bar(total, weight)
    display = notebook()
    if display is not None:
        return Notebook(total, weight, display)
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return Terminal(total, weight, sys.stderr)
    return Lines(total, weight, sys.stderr) if wanted else Bar(total, weight)


def notebook() -> Any:
    """IPython.display where a kernel runs this process; None elsewhere, IPython's own terminal too."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found is not None else None
    return importlib.import_module("IPython.display") if hasattr(shell, "kernel") else None
