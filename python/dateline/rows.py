"""Rows of results: dictionaries, and as a table for pandas."""

import csv
import statistics

from dateline import places
from dateline.places import DatelineError


def frame(rows):
    """A pandas DataFrame with a column for every key."""
    try:
        import pandas
    except ImportError:
        raise DatelineError("frame() needs pandas, which is not installed") from None
    return pandas.DataFrame(list(rows))


class Rows(list):
    """A list of dictionaries."""

    def frame(self):
        """The rows as a pandas DataFrame."""
        return frame(self)

    def means(self, value, by):
        """Rows of the means of one value over rows that agree in the names `by`: those names, `mean`, `half` (half the width of the 95%
        interval by Student's t; None of a single row), `count`, and `saturated`: where one of the rows is, or lacks the value, there is no
        mean."""
        by = (by,) if isinstance(by, str) else tuple(by)
        for name in by:
            if not all(name in row for row in self):
                raise DatelineError(f"by: a row has no '{name}'")
        groups = {}
        for row in self:
            groups.setdefault(tuple(row[name] for name in by), []).append(row)
        half_width = places.runner("results.samples").half_width
        result = Rows()
        for key, rows in groups.items():
            numbers = [row.get(value) for row in rows]
            texts = [number for number in numbers if isinstance(number, str)]
            if texts:
                raise DatelineError(f"{value}: '{texts[0]}' is no number")
            saturated = any(row.get("saturated") for row in rows) or None in numbers
            mean = None if saturated else statistics.fmean(numbers)
            half = None if saturated or len(rows) < 2 else half_width(numbers)
            result.append({**dict(zip(by, key)), "mean": mean, "half": half, "count": len(rows), "saturated": saturated})
        return result


def value_of(text):
    """A cell of a table as what it is: a number, True or False, None where there is nothing, else the text."""
    if text in ("", "true", "false"):
        return {"": None, "true": True, "false": False}[text]
    for kind in (int, float):
        try:
            return kind(text) if text[0] in "-0123456789." else text
        except ValueError:
            pass
    return text


def results(name, *, part=None, folder=None):
    """The rows of the table that `experiments/run NAME` wrote: of its first part, or of the one named."""
    where = places.results_folder(folder) / name
    file = where / (f"results-{part}.csv" if part else "results.csv")
    try:
        with open(file, newline="", encoding="utf-8") as table:
            return Rows({key: cell if key == "key" else value_of(cell) for key, cell in row.items()} for row in csv.DictReader(table))
    except OSError as error:
        there = sorted(found.parent.name for found in where.parent.glob("*/results.csv"))
        listed = f" (there are: {', '.join(there)})" if there else ""
        raise DatelineError(f"no results of '{name}': {file}: {error.strerror}{listed}") from None
