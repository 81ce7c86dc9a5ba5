#!/usr/bin/python3
"""Holds results against printed values (`printed`), and values against each other (`checks`).

A printed value without a tolerance is compared digit by digit: ours, rounded to as many decimals as are printed, must give it; one that
ours gives when cut off is called truncated. With a tolerance it is compared relatively; with a percentile it must be in the middle of a sample. `exact` is the rational that ours must be.
"""

import re
import statistics
from dataclasses import dataclass
from fractions import Fraction

from runner.exact import as_fraction
from runner.format.spec_entries import RELATIONS
from runner.point import canonical, shown, text_of
from runner.results import samples

LEAST_SAMPLE = 10  # values, for a percentile
ROUNDS = ("equal", "equals after rounding")
DECIMAL = re.compile(r"[-+]?[0-9]*(?:\.([0-9]*))?(?:[eE]([-+]?[0-9]+))?")


@dataclass(frozen=True)
class Comparison:
    what: str
    source: str
    printed: str  # as printed; None if only an exact value is expected
    ours: Fraction  # None without a result
    tolerance: Fraction = None
    exact: Fraction = None
    ours_exact: bool = False  # the result is a rational, not a measurement
    half: float = None  # 95% half width of ours over seeds
    found: str = None  # of an entry with `among`: where the printed value was found

    @property
    def difference(self):
        """Relative to what is printed, or else expected; absolute if that is zero. None without a result."""
        reference = as_fraction(self.printed) if self.printed is not None else self.exact
        if self.ours is None:
            return None
        return (self.ours - reference) / abs(reference) if reference else self.ours

    @property
    def verdict(self):
        if self.found is not None:
            return self.found
        if self.ours is None:
            return "no result"
        if self.exact is not None and self.ours != self.exact:
            return f"differs from {self.exact}"
        if self.printed is None:
            return "equal"
        if self.tolerance is not None:
            return "agrees" if abs(self.difference) <= self.tolerance else "differs"
        return by_digits(self.ours, self.printed)

    @property
    def failed(self):
        """An exact value is not what it must be: the fault is ours. A printed value that differs is a finding."""
        return self.ours is not None and self.exact is not None and self.ours != self.exact


def by_digits(ours, printed):
    """How a value relates to a printed decimal."""
    reference = as_fraction(printed)
    if ours == reference:
        return "equal"
    unit = last_digit(printed)
    if unit is None:
        return "differs"
    if abs(ours - reference) <= unit / 2:
        return "equals after rounding"
    sign = -1 if ours < 0 else 1
    return "truncated" if abs(ours) // unit * unit * sign == reference else "differs"


def last_digit(printed):
    """What one unit in the last digit of a printed number is; None of a rational, which has no digits."""
    found = DECIMAL.fullmatch(str(printed).replace("_", ""))
    return Fraction(10) ** (int(found[2] or 0) - len(found[1] or "")) if found else None


def compare(experiment, data):
    """A Comparison for each entry of `printed` whose points are in this form of the experiment."""
    result = []
    for entry in experiment.printed:
        rows = data.where(experiment.part_of(entry).name, entry.get("at", {}))
        if rows:
            result.append(among(entry, rows, data) if "among" in entry else one(entry, rows, data))
    return result


def one(entry, rows, data):
    if "percentile" in entry:
        return in_sample(entry, [value for value in (data.exact(row, entry["value"]) for row in rows) if value is not None])
    found = samples.estimate(data, rows, entry["value"])
    if found.saturated and found.steady:
        return Comparison(described(entry), str(entry.get("source", "")), text(entry.get("printed")), None, exact=as_fraction(entry.get("exact")),
                          found="saturated: there is no mean")
    ours = as_fraction(found.value)
    exact = isinstance(found.exact, (str, Fraction))
    return Comparison(described(entry), str(entry.get("source", "")), text(entry.get("printed")), ours, as_fraction(entry.get("tolerance")),
                      as_fraction(entry.get("exact")), exact, half=found.half)


def in_sample(entry, values):
    """Whether the printed value, as far as its digits say, is in the middle `percentile` % of ours, which are a sample (over seeds)."""
    share, reference = as_fraction(entry["percentile"]) / 100, as_fraction(entry["printed"])
    half = (last_digit(text(entry["printed"])) or 0) / 2
    below, above = sum(value < reference - half for value in values), sum(value > reference + half for value in values)
    count = len(values)
    if not count:
        found = "no result"
    elif count < LEAST_SAMPLE:
        found = f"no verdict: {count} values, at least {LEAST_SAMPLE} wanted"
    else:
        inside = max(below, above) <= (1 - (1 - share) / 2) * count
        first, last = (100 * Fraction(number, count) for number in (below, count - above))
        where = f"percentile {float(first):.3g}" + (f" to {float(last):.3g}" if last > first else "")
        found = f"{'agrees' if inside else 'differs'}: {where} of {count}, middle {float(100 * share):g}% wanted"
    return Comparison(described(entry), str(entry.get("source", "")), text(entry["printed"]), statistics.median(values) if values else None, found=found)


def among(entry, rows, data):
    """Which of several points round to the printed value: `among` names the option that distinguishes them."""
    hits = []
    for row in rows:
        value = data.exact(row, entry["value"])
        if value is not None and by_digits(value, text(entry["printed"])) in ROUNDS:
            hits.append(shown(row.options[entry["among"]]))
    stored = [row for row in rows if row.result is not None]
    found = "no result" if not stored else f"rounds to it: {spans(hits)}" if hits else f"none of {len(stored)} rounds to it"
    return Comparison(described(entry), str(entry.get("source", "")), text(entry["printed"]), None, found=found)


def spans(names):
    return ", ".join(names) if len(names) <= 4 else f"{names[0]} ... {names[-1]} ({len(names)})"


def described(entry):
    where = ", ".join(f"{name} {shown(canonical(value))}" for name, value in entry.get("at", {}).items())
    what = str(entry.get("what", entry["value"]))
    return f"{what} at {where}" if where else what


def text(value):
    """As it was written, if it is a decimal of an experiment file: 0.550."""
    return None if value is None else getattr(value, "text", str(value))


@dataclass(frozen=True)
class Check:
    what: str
    held: int
    violated: list  # of texts
    missing: int

    @property
    def verdict(self):
        if self.violated:
            return f"VIOLATED at {len(self.violated)} of {self.held + len(self.violated)}"
        if not self.held:
            return "no result"
        return f"holds at {'all ' if self.held > 1 else ''}{self.held}" + (f", {self.missing} without a result" if self.missing else "")


def check_all(experiment, data):
    result = []
    for entry in experiment.checks:
        part = experiment.part_of(entry).name
        rows = data.where(part, entry.get("at", {}))
        if rows:
            result.append(check(entry, part, rows, data))
    return result


def check(entry, part, rows, data):
    relation = next(key for key in RELATIONS if key in entry)
    other = entry[relation]
    held, violated, missing = 0, [], 0
    for row in rows:
        ours, theirs = data.value(row, entry["value"]), right_side(other, part, row, data)
        if ours is None or theirs is None:
            missing += 1
        elif related(ours, relation, theirs):
            held += 1
        else:
            names = [name for name in data.varying(part) if name in row.options]
            where = ", ".join(f"{name} {shown(row.options[name])}" for name in names)
            violated.append(f"{where}: {text_of_value(ours)}, not {relation.replace('-', ' ')} {text_of_value(theirs)}")
    return Check(str(entry.get("what") or f"{entry['value']} {relation.replace('-', ' ')} {right_text(other)}"), held, violated, missing)


def right_text(other):
    return described(other) if isinstance(other, dict) else text_of_value(other)


def right_side(other, part, row, data):
    """What a value is held against: a number, a flag, another value of the same point, or a value elsewhere."""
    if isinstance(other, dict):
        if "at" not in other and "part" not in other:
            return data.value(row, other["value"])
        rows = data.where(other.get("part", part), other.get("at", {}))
        return samples.estimate(data, rows, other["value"]).value if rows else None
    if isinstance(other, str) and as_fraction(other) is None:
        return data.value(row, other)
    return other


def related(ours, relation, theirs):
    left, right = as_fraction(ours), as_fraction(theirs)
    if left is None or right is None:
        return relation == "equals" and text_of_value(ours) == text_of_value(theirs)
    return left == right if relation == "equals" else left <= right if relation == "at-most" else left >= right


def text_of_value(value):
    if isinstance(value, list):
        return " ".join(map(text_of_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)

