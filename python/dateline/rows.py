"""Rows of results: dictionaries, means over them, a table of a notebook, a pandas frame, a figure."""

from __future__ import annotations

import csv
import statistics
from typing import (Any, Dict, Iterable, List, Mapping, Optional, Sequence, SupportsIndex, Tuple, Union,
                    overload)

from dateline import places, plots, tables
from dateline.names import name_of, names_of
from dateline.places import DatelineError, PathName
from dateline.values import value_of

STATUS = "status"  # the column behind the options that a row begins with


class Row(Dict[str, Any]):
    """One row: a dictionary whose keys are names in Python (`latency_mean`).

    A name as it stands in results.csv (`latency.mean`), or as a keyword, finds its value too."""

    def __missing__(self, name: str) -> Any:
        own = name_of(name)
        if own == name:
            raise KeyError(name)
        return self[own]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or isinstance(name, str) and super().__contains__(name_of(name))

    def get(self, name: str, default: Any = None, /) -> Any:
        """The value of that name, or the default."""
        return self[name] if name in self else default


class Rows(List[Row]):
    """A list of rows. A notebook shows it as a table."""

    def __init__(self, rows: Iterable[Mapping[str, Any]] = ()) -> None:
        super().__init__(row if isinstance(row, Row) else renamed(row) for row in rows)

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> Row: ...

    @overload
    def __getitem__(self, place: slice, /) -> Rows: ...

    def __getitem__(self, place: Union[SupportsIndex, slice], /) -> Union[Row, Rows]:
        found = super().__getitem__(place)
        return found if isinstance(found, Row) else Rows(found)

    def frame(self) -> Any:
        """The rows as a pandas.DataFrame: a column for every name, so that `frame().latency_mean` is one."""
        try:
            import pandas  # type: ignore[import]
        except ImportError:
            raise DatelineError("frame() needs pandas, which is not installed") from None
        return pandas.DataFrame(list(self))

    def means(self, value: str, by: Union[str, Sequence[str]]) -> Rows:
        """Rows of the means of one value over rows that agree in the names `by`.

        Each has those names, `mean`, `half` (half the width of the 95% interval by Student's t; None of a single row),
        `count`, and `saturated`: where one of the rows is, or lacks the value, there is no mean."""
        value, names = column(self, value), [name_of(name) for name in listed(by)]
        for name in names:
            if not all(name in row for row in self):
                raise DatelineError(f"by: a row has no '{name}'{places.runner('errors').nearest(name, columns(self))}")
        groups: Dict[Tuple[Any, ...], List[Row]] = {}
        for row in self:
            groups.setdefault(tuple(row[name] for name in names), []).append(row)
        half_width = places.runner("results.samples").half_width
        result = Rows()
        for key, rows in groups.items():
            numbers = [row.get(value) for row in rows]
            for number in numbers:
                if isinstance(number, str):
                    raise DatelineError(f"{value}: '{number}' is no number")
            found = [number for number in numbers if number is not None]
            saturated = any(row.get("saturated") for row in rows) or len(found) < len(rows)
            mean = None if saturated else statistics.fmean(found)
            half = None if saturated or len(rows) < 2 else half_width(found)
            own = {"mean": mean, "half": half, "count": len(rows), "saturated": saturated}
            result.append(Row({**dict(zip(names, key)), **own}))
        return result

    def plot(self, x: Optional[str] = None, y: str = "latency_mean", by: Union[str, Sequence[str], None] = None,
             ax: Any = None) -> Any:
        """Draws means with their 95% intervals by matplotlib, and returns its Axes.

        x    the name along the axis: `load` where it varies, else the first option that does
        y    the value: its mean over the rows that agree in x and `by`, so over the seeds. Saturated points have none
             and are left out
        by   names whose values tell curves apart: all other options that vary, the seed aside
        ax   the Axes to draw into, else one of a new figure"""
        apart = [name for name in varying(self) if name != "seed"]
        across = column(self, x if x is not None else "load" if "load" in apart else next(iter(apart), "load"))
        curves = [column(self, name) for name in (apart if by is None else listed(by)) if name_of(name) != across]
        own = column(self, y)
        return plots.curves(self.means(own, [*curves, across]), across, own, curves, ax)

    def _repr_html_(self) -> str:
        return tables.table(self, columns(self), varying(self))


def listed(names: Union[str, Sequence[str]]) -> Sequence[str]:
    """Several names, or the only one."""
    return (names,) if isinstance(names, str) else names


def columns(rows: Sequence[Row]) -> List[str]:
    """The names of all values, in their order."""
    return list(dict.fromkeys(name for row in rows for name in row))


def varying(rows: Sequence[Row]) -> List[str]:
    """The options that are not the same in all rows, of those that rows of a sweep, or of an experiment, begin with."""
    first = rows[0] if rows else Row()
    options = list(first)[:list(first).index(STATUS)] if STATUS in first else []
    return [name for name in options if any(row.get(name) != first[name] for row in rows)]


def column(rows: Sequence[Row], name: str) -> str:
    """The name of a column that some row has, as it stands in the rows; DatelineError with the nearest for another."""
    own = name_of(name)
    if not any(own in row for row in rows):
        raise DatelineError(f"no row has '{name}'{places.runner('errors').nearest(own, columns(rows))}")
    return own


def renamed(row: Mapping[str, Any]) -> Row:
    """A row with names in Python."""
    names = names_of(row)
    return Row((names[name], value) for name, value in row.items())


def results(name: str, *, part: Optional[str] = None, folder: Optional[PathName] = None) -> Rows:
    """The rows of the table that `experiments/run NAME` wrote: of its first part, or of the one named.

    folder   where results are; else that of the variable DATELINE_RESULTS, of the checkout, or ./results"""
    where = places.results_folder(folder) / name
    file = where / (f"results-{part}.csv" if part else "results.csv")
    try:
        with open(file, newline="", encoding="utf-8") as table:
            lines = csv.reader(table)
            header: List[str] = next(lines, [])
            names = names_of(header)
            own = [names[column] for column in header]
            return Rows(Row((name, cell if name == "key" else value_of(cell)) for name, cell in zip(own, line))
                        for line in lines)
    except OSError as error:
        there = sorted(found.parent.name for found in where.parent.glob("*/results.csv"))
        listed = f" (there are: {', '.join(there)})" if there else ""
        raise DatelineError(f"no results of '{name}': {file}: {error.strerror}{listed}") from None
