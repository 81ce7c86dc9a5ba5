#!/usr/bin/python3
"""The tables that an experiment asks for (`tables`), as (title, header, rows) of texts. An entry has `title`, `part`, `at`, and one of two forms:

list, columns      a list in the result of one point, a row per element: `columns` are its fields
rows, columns, value   a row per value of one option (or result), a column per value of another; `ratio: true` adds to each cell its ratio to the one before it; `range: true`:
                       the least and the largest of its seeds, instead of their mean; `decimals: 1`: so many

A cell is what its seeds say together (samples.py). Points of a cell that differ in more than their seed are refused (validate.py).
"""

from dataclasses import dataclass
from fractions import Fraction

from runner.exact import as_fraction, show, show_any
from runner.point import identity, number, distinguished
from runner.results import samples
from runner.results.values import inside

KEYS = ("title", "part", "at", "list", "rows", "columns", "value", "ratio", "range", "decimals")


def needs(entry):
    """What an entry of its form must have."""
    return ("list", "columns") if "list" in entry else ("rows", "columns", "value")


def tables(experiment, data):
    result = []
    for entry in experiment.tables:
        part = experiment.part_of(entry).name
        header, rows = (elements if "list" in entry else crossed)(entry, data, data.where(part, entry.get("at", {})))
        if rows:
            result.append((str(entry.get("title", "")), header, rows))
    return result


def elements(entry, data, points):
    """Of all points meant that have a result."""
    columns = [str(name) for name in entry["columns"]]
    found = [each for row in points for each in data.value(row, entry["list"]) or [] if isinstance(each, dict)]
    return [words(name) for name in columns], [[show_any(inside(each, name)) for name in columns] for each in found]


def words(name):
    return name.replace("_", " ")


def crossed(entry, data, points):
    own, texts = {}, {name: distinguished(row.options[name] for row in points if name in row.options) for name in (entry["rows"], entry["columns"])}
    for row in points:
        own.setdefault(tuple(text(data, row, entry[axis], texts) for axis in ("rows", "columns")), []).append(row)
    cells = {place: (ends if entry.get("range") else samples.estimate)(data, rows, entry["value"]) for place, rows in own.items()}
    names, heads = (list(dict.fromkeys(place[index] for place in cells)) for index in (0, 1))
    if all(number(head) is not None for head in heads):
        heads.sort(key=number)
    rows = [[name, *(cell(entry, [cells.get((name, head)) for head in heads], index) for index in range(len(heads)))] for name in names]
    return [f"{words(entry['rows'])} \\ {words(entry['columns'])}", *heads], rows if any(one.value is not None for one in cells.values()) else []


def rounded(value, decimals):
    """Half a unit upwards, as `printed` takes it."""
    units = (abs(value) * 10 ** decimals + Fraction(1, 2)) // 1
    return f"{'-' if value < 0 else ''}{units // 10 ** decimals}" + (f".{units % 10 ** decimals:0{decimals}d}" if decimals else "")


@dataclass(frozen=True)
class Ends:
    """The least and the largest of a sample; None without values. No ratio is made of them."""

    value: Fraction = None
    largest: Fraction = None
    saturated: bool = False
    steady: bool = False

    def show(self):
        return "saturated" if self.saturated and self.steady else "-" if self.value is None else f"{show(self.value)} to {show(self.largest)}"


def ends(data, rows, value):
    own = samples.estimate(data, rows, value)
    found = [number for number in (data.exact(row, value) for row in rows) if number is not None]
    return Ends(min(found), max(found), own.saturated, own.steady) if found else Ends()


def text(data, row, name, texts):
    return texts[name][identity(row.options[name])] if name in row.options else show_any(data.value(row, name))


def cell(entry, estimates, index):
    """`estimates`: of a row of the table; None where it has no point."""
    own = estimates[index]
    if own is None:
        return "-"
    before, now = (None if one is None or (one.saturated and one.steady) else as_fraction(one.value) for one in (estimates[index - 1] if index else None, own))
    if "decimals" in entry and now is not None and not entry.get("range"):
        return rounded(now, entry["decimals"])
    return f"{own.show()} (x{float(now / before):.2f})" if entry.get("ratio") and before and now is not None else own.show()
