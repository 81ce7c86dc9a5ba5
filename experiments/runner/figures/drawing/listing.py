#!/usr/bin/python3
"""NAME.csv: the numbers that a figure draws, for other programs to draw them again.

Of curves, bars and marks (content.py, Mark) a row each: `curve` numbers what belongs together (one series, value and state in one panel) from 1,
since programs that plot choose rows by a number more easily than by a text. Maps and schedules are a Table with columns of their own.
What is not there is nan; no cell has a comma or a quote, whatever the labels say.
"""

from typing import NamedTuple

from runner.exact import as_fraction


class Mark(NamedTuple):
    """A bar or mark. `kind`: which value, where there are several of a series."""

    series: str
    kind: str
    x: float
    y: float = None
    low: float = None
    high: float = None
    state: str = ""
    panel: str = ""
    label: str = ""  # of the place x, where that is no number


class Table(NamedTuple):
    header: tuple
    rows: list


HEADER = ("curve", "panel", "series", "kind", "state", "x", "y", "low", "high", "label")
PLAIN = str.maketrans({",": ";", '"': "'", "\n": " ", "\r": " ", "$": "", "%": " percent", "#": "", "\\": "/", "{": "(", "}": ")", "&": "and", "_": "-",
                       "^": "", "~": "-"})


def of_rows(rows):
    """The marks of content.rows()."""
    return [Mark(row["series"], row["curve"], row["x"], row["y"], row["low"], row["high"], row["state"], row["panel"], row["label"]) for row in rows]


def table(found):
    """A Table of marks."""
    if isinstance(found, Table):
        return found
    curves = {}
    for mark in found:
        curves.setdefault((mark.panel, mark.series, mark.kind, mark.state), len(curves) + 1)
    rows = [(curves[mark.panel, mark.series, mark.kind, mark.state], mark.panel, mark.series, mark.kind, mark.state,
             *(place(value) for value in (mark.x, mark.y, mark.low, mark.high)), mark.label) for mark in found]
    return Table(HEADER, sorted(rows, key=lambda row: row[0]))


def place(value):
    """A coordinate as a float, None for none."""
    return value if value is None or isinstance(value, float) else float(as_fraction(value))


def text(found):
    """The file's content."""
    header, rows = table(found)
    return "\n".join(",".join(map(cell, row)) for row in [header, *rows]) + "\n"


def cell(value):
    if value is None:
        return "nan"
    return repr(float(value)) if isinstance(value, float) else str(value).translate(PLAIN).strip()
