#!/usr/bin/python3
"""What a run says while it works: on a terminal one redrawn line, otherwise a plain line every 10%; failures at once."""

import os
import shlex
import signal
import time

from runner.point import text_of

SHOWN_AT_END = 10


class Progress:
    """Counts outcomes and reports them on `stream` (stderr). Time left is estimated from the cost of the points, not their number."""

    def __init__(self, stream, total, weight, jobs, clock=time.monotonic):
        self.stream = stream
        self.clock = clock
        self.start = clock()
        self.total = total
        self.jobs = jobs
        self.weight = weight
        self.weight_done = 0.0
        self.done = self.failed = 0
        self.tenth = 0
        self.drawn = float("-inf")
        terminal = stream.isatty()
        self.redraws = terminal and os.environ.get("TERM", "dumb") != "dumb"
        self.colours = terminal and not os.environ.get("NO_COLOR")

    def add(self, outcome, count_left=None, weight_left=None):
        """`count_left`, `weight_left`: what is still to end, if that has changed otherwise than by this outcome."""
        self.done += 1
        self.failed += bool(outcome.problem)
        self.weight_done += outcome.point.weight()
        if count_left is not None:
            self.total, self.weight = self.done + count_left, self.weight_done + weight_left
        self.tick(last=self.done == self.total)

    def tick(self, last=False):
        tenth = self.done * 10 // self.total
        if self.redraws:
            if last or self.clock() - self.drawn >= 0.1:
                self.drawn = self.clock()
                self.stream.write("\r\x1b[K" + self.line())
                self.stream.flush()
        elif tenth > self.tenth:
            self.tenth = tenth
            print(self.line(), file=self.stream, flush=True)

    def line(self):
        elapsed = max(self.clock() - self.start, 1e-9)
        running = min(self.jobs, self.total - self.done)
        words = [f"{self.done}/{self.total}", f"{running} running", f"{self.failed} failed", rate(self.done / elapsed)]
        if self.done == self.total:
            words.append(f"took {duration(elapsed)}")
        elif self.weight_done > 0:
            words.append(f"{duration(elapsed * (self.weight - self.weight_done) / self.weight_done)} left")
        return ", ".join(words)

    def interrupt(self, text):
        """Prints a block of lines above the redrawn line."""
        if self.redraws:
            self.stream.write("\r\x1b[K")
        if self.colours:
            head, newline, rest = text.partition("\n")
            text = f"\x1b[31m{head}\x1b[0m{newline}{rest}"
        print(text, file=self.stream, flush=True)
        self.drawn = float("-inf")

    def close(self):
        if self.redraws:
            self.stream.write("\n")
            self.stream.flush()


def rate(per_second):
    return f"{per_second:.3g}/s" if per_second >= 1 else f"{60 * per_second:.3g}/min"


def duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def ending(returncode):
    """How a process ended, by what subprocess calls its return code."""
    if returncode >= 0:
        return f"exit status {returncode}"
    try:
        return f"signal {signal.Signals(-returncode).name}"
    except ValueError:
        return f"signal {-returncode}"


def failure_block(outcome, names, command):
    """Key, the options that differ between points, what happened, the end of stderr, the command to paste."""
    options = ", ".join(f"{name}={text_of(outcome.point.options[name])}" for name in names if name in outcome.point.options)
    lines = [f"FAILED {outcome.point.key}" + (f"  {options}" if options else ""), f"  {outcome.problem}"]
    lines += [f"  | {line}" for line in outcome.stderr]
    lines.append(f"  {command}")
    return "\n".join(lines)


def by_kind(outcomes):
    """Those that failed for one reason together, most of them first."""
    found = {}
    for outcome in outcomes:
        found.setdefault(outcome.kind, []).append(outcome)
    return sorted(found.values(), key=lambda own: -len(own))


def pasted(words, top):
    """A command line that works from the current directory."""
    command = shlex.join(words)
    return command if os.path.realpath(".") == str(top) else f"(cd {shlex.quote(os.path.relpath(top))} && {command})"


def table(header, rows):
    """Columns of text: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    return "\n".join("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in [header, *rows])
