#!/usr/bin/python3
"""What the runs of several seeds say together: the one definition of mean, interval and saturated, which tables and every kind of figure use.

Rows that differ in `seed` alone are a sample. Its value is the mean over them, its 95% half width Student's over seeds; a single run has
that of its batch means where its result holds one (X.ci95_low and X.ci95_high beside X.mean, seldom as far from it), else none. Its verdict is
that of verdicts.py; of a saturated one latencies have no mean that says anything. Of `seconds`, which are not drawn from one distribution, it is the
median, with the least and the largest.
"""

import math
import re
import statistics
from dataclasses import dataclass
from typing import NamedTuple

from runner.exact import as_fraction, show, show_any
from runner.point import identity, number, varying
from runner.results import verdicts

# Two-sided 95% quantiles of Student's t for 1, 2, ... degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
           2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
NORMAL = 1.959964
ENDS = ("ci95_low", "ci95_high")  # of the interval of a single run

# What a saturated run cannot tell: of the packets that would have taken longest it saw none.
STEADY = re.compile(r"(?<![\w.-])(?:streams\[[^\]]*\]\.)?(latency|network_latency|hops|absorbed)\.")
TIMES = "seconds"


@dataclass(frozen=True)
class Estimate:
    value: object = None  # a Fraction; a flag or a text where the runs have no numbers; None without a result
    low: float = None  # the interval's ends; None if there is none
    high: float = None
    saturated: bool = False
    steady: bool = False  # the value means something only below saturation
    undecided: bool = False
    median: bool = False  # the value is one, and the ends are the least and the largest
    exact: object = None  # the value as it stands in the result, if all runs have the same

    @property
    def half(self):
        """How far from the value the interval reaches: half of it, or more where one end is farther."""
        return None if self.low is None else max(self.high - float(self.value), float(self.value) - self.low)

    def show(self):
        """As a cell of a table: '50.2 ± 1.3', '50.2 (-1.1, +1.6)', 'saturated', '0.262 ± 0.001, saturated', '25/144 = 0.173611'."""
        if self.saturated and self.steady:
            return "saturated"
        if self.value is None:
            return "-"
        text = show_any(self.exact) if self.exact is not None else show(self.value) if as_fraction(self.value) is not None else show_any(self.value)
        if self.median and self.low < self.high:
            text = f"{show(self.value)} ({show(self.low)} to {show(self.high)})"
        elif self.half and not self.median:
            down, up = show(float(self.value) - self.low, 2), show(self.high - float(self.value), 2)
            text = f"{show(self.value)} ± {up}" if up == down else f"{show(self.value)} (-{down}, +{up})"
        state = verdicts.SATURATED if self.saturated else verdicts.UNDECIDED if self.undecided else ""
        return f"{text}, {state}" if state and not isinstance(self.value, bool) else text


class Place(NamedTuple):
    """A sample as a point of a curve."""

    x: float
    y: float
    low: float = None
    high: float = None
    saturated: bool = False
    undecided: bool = False

    @property
    def sustained(self):
        return not (self.saturated or self.undecided)


def together(rows):
    """The samples among rows (or points), each a list, in their order."""
    found = {}
    for row in rows:
        found.setdefault(tuple((name, identity(value)) for name, value in row.options.items() if name != "seed"), []).append(row)
    return list(found.values())


def estimate(data, rows, text):
    """What a sample says of a value (values.py)."""
    found = [value for value in (data.value(row, text) for row in rows) if value is not None]
    numbers = [as_fraction(value) for value in found]
    said = verdict([*rows, *(other for row in rows for other in data.partners(row, text))])
    steady = any(STEADY.match(name) for row in rows[:1] for _, name in data.named(row, text))
    overload = {"saturated": said == verdicts.SATURATED, "undecided": said == verdicts.UNDECIDED, "steady": steady}
    if not found:
        return Estimate(**overload)
    same = found[0] if all(value == found[0] for value in found) else None
    if None in numbers:
        flags = all(isinstance(value, bool) for value in found)
        return Estimate(any(found) if flags else same if same is not None else " / ".join(dict.fromkeys(map(show_any, found))), exact=same, **overload)
    if text == TIMES:
        times = sorted(time for row in rows for time in row.times)
        return Estimate(as_fraction(statistics.median(times)), times[0], times[-1], median=True) if times else Estimate()
    centre = sum(numbers) / len(numbers)
    half = half_width([float(value) for value in numbers])
    ends = (None, None) if half is None else (float(centre) - half, float(centre) + half)
    if half is None and text.endswith(".mean") and " " not in text:
        row = next(row for row in rows if data.value(row, text) is not None)
        ends = tuple(data.number(row, text[:-len("mean")] + end) for end in ENDS)
    return Estimate(centre, *(ends if None not in ends else ()), exact=same, **overload)


def places(data, rows, x, y):
    """[Place] by x: the samples among rows that have both values."""
    found = []
    for own in together(rows):
        across, up = estimate(data, own, x), estimate(data, own, y)
        if across.saturated and across.steady:
            continue  # it has no place
        if as_fraction(across.value) is not None and as_fraction(up.value) is not None:
            found.append(Place(float(across.value), float(up.value), up.low, up.high, up.saturated, up.undecided))
    return sorted(found, key=lambda place: (place.x, place.y))


def joined(found, sustained):
    """Neighbours that may be joined by a line: runs of what is `sustained`."""
    result = [[]]
    for one in found:
        if sustained(one):
            result[-1].append(one)
        elif result[-1]:
            result.append([])
    return [run for run in result if run]


def apart(cases):
    """The options in which cases differ, the seed aside."""
    return [name for name in varying(cases) if name != "seed"]


def verdict(rows):
    """Of a sample: rows know theirs from the curve that they are part of."""
    return verdicts.together(getattr(row, "verdict", None) or verdicts.verdict(row.result) for row in rows)


def mean(numbers):
    return math.fsum(numbers) / len(numbers) if numbers else None


def half_width(numbers):
    """The 95% half width of a mean; None of fewer than two."""
    if len(numbers) < 2:
        return None
    centre = mean(numbers)
    variance = math.fsum((value - centre) ** 2 for value in numbers) / (len(numbers) - 1)
    return student(len(numbers) - 1) * math.sqrt(variance / len(numbers))


def student(degrees):
    """Beyond the table by Hill's expansion in 1/degrees (1970), whose error there is below 0.0005."""
    if degrees <= len(STUDENT):
        return STUDENT[degrees - 1]
    z = NORMAL
    return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)


def numbers_at(runs, *path):
    """The numbers found under a path of keys of results, those without one left out."""
    found = []
    for run in runs:
        for key in path:
            run = run.get(key) if isinstance(run, dict) else None
        if number(run) is not None:
            found.append(number(run))
    return found
