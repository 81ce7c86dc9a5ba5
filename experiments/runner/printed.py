#!/usr/bin/python3
"""Holds results against printed values: an experiment's `printed` list names a point, a column, the value and its tolerance.

`at` must select runs that differ in their seed only, of which the mean is taken. The tolerance is relative; exact rationals ("7/2")
are compared exactly.
"""

from dataclasses import dataclass
from fractions import Fraction

from runner.collect import flatten
from runner.errors import nearest
from runner.plan import canonical, varying


@dataclass(frozen=True)
class Comparison:
    what: str
    source: str
    printed: float
    ours: Fraction  # None without a result
    tolerance: Fraction

    @property
    def difference(self):
        """Relative; absolute if the printed value is zero. None without a result."""
        if self.ours is None:
            return None
        printed = Fraction(str(self.printed))
        return (self.ours - printed) / abs(printed) if printed else self.ours

    @property
    def verdict(self):
        if self.difference is None:
            return "no result"
        return "agrees" if abs(self.difference) <= self.tolerance else "differs"


def selections(experiment, points):
    """The points of each entry; UsageError if `at` names no point, or several that differ in more than the seed."""
    result = []
    for entry in experiment.printed:
        at = entry["at"]
        for name in at:
            if name not in points[0].options:
                raise experiment.error(at.lines[name], f"{experiment.command} has no option '{name}'{nearest(name, points[0].options)}")
        own = [point for point in points if all(point.options[name] == canonical(value) for name, value in at.items())]
        if not own:
            raise experiment.error(entry.lines["at"], "no point of this experiment is meant by 'at'")
        apart = [name for name in varying(own) if name != "seed"]
        if apart:
            raise experiment.error(entry.lines["at"], f"'at' means {len(own)} points, which differ in {', '.join(apart)}")
        result.append(own)
    return result


def compare(experiment, points, results):
    comparisons = []
    for entry, own in zip(experiment.printed, selections(experiment, points)):
        where = ", ".join(f"{name} {canonical(value)}" for name, value in entry["at"].items())
        found = [exact(flatten(results[point.key]).get(entry["value"])) for point in own if point.key in results]
        found = [value for value in found if value is not None]
        ours = sum(found) / len(found) if found else None
        comparisons.append(Comparison(f"{entry['value']} at {where}", str(entry.get("source", "")), entry["printed"], ours,
                                      Fraction(str(entry["tolerance"]))))
    return comparisons


def exact(value):
    """A number or a rational in a string, exactly as written; None for anything else."""
    try:
        return None if isinstance(value, bool) or value is None else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
