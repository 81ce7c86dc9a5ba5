#!/usr/bin/python3
"""The results of an experiment as rows with named values; what `value`, `x`, `y` and the like mean in an experiment file.

A value is a column of results.csv (latency.mean), an element of a list in the JSON (channels[from=0,to=1].load: the element whose fields
are these; points[-1].gamma: by number), the length of a list (faults.nodes.count), the mean of what is there in a list (per_terminal.backlog.mean), an option (vcs), or one of nodes, radix (that of dimension 0), bytes
and window (parameters of a workload), and seconds (the wall time of the run, the median of repeated ones).
PART.value is that of the corresponding point of another part: the one that agrees in all options that tell its points apart, the seed only
where both parts have it.
A text between single quotes is meant literally. Values are computed with + - * /, // (the whole part of a quotient) and max (the larger) between blanks, brackets and max first, then products.
Rationals stay exact. The times of the FFT are those of fft.py.
"""

import re
import statistics
from dataclasses import dataclass, field
from fractions import Fraction

from runner import fft, load
from runner.exact import as_fraction
from runner.network import nodes_of, radices
from runner.paths import inside
from runner.planning import grow, selection
from runner.planning.part_plan import Search
from runner.point import varying
from runner.results import search as searching
from runner.results import verdicts

PARAMETER = r"[:,]{}=([0-9]+)(?:,|$)"  # of a workload
BRACKET = re.compile(r"\(([^()]*)\)")
SIGNS = ("[+-]", "//|[*/]", "max")  # those that bind less first


@dataclass
class Row:
    """A point or a search with its result; None if it has none (yet)."""

    part: str
    case: object
    result: dict
    failed: bool = False
    times: list = field(default_factory=list)  # wall times that were measured
    verdict: str = ""  # of its load, as its curve says it; "" where it says so itself

    @property
    def options(self):
        return self.case.options

    @property
    def seconds(self):
        """The median, of runs that were repeated for it."""
        return statistics.median(self.times) if self.times else None

    @property
    def status(self):
        return "ok" if self.result is not None else "failed" if self.failed else "missing"


def result_of(store, case):
    """What is known of a point or of a search; None as long as a run of it is missing."""
    if not isinstance(case, Search):
        return store.load(case)
    results = [store.load(point) for point in case.points]
    return None if None in results else searching.outcome(results)


@dataclass
class Data:
    """All rows of an experiment, by part."""

    plans: dict
    store: object
    failed: set
    rows: dict = field(default_factory=dict)
    fft_times: dict = field(default_factory=lambda: fft.NCUBE_2)
    growths: dict = field(default_factory=dict)  # by part: of its curves

    def __post_init__(self):
        self.growths = {name: [grow.walk(curve, self.known) for curve in plan.curves] for name, plan in self.plans.items()}
        self.plans = {name: grow.grown(plan, self.growths[name]) for name, plan in self.plans.items()}
        for name, plan in self.plans.items():
            self.rows[name] = [self.row(name, case) for case in plan.cases]
            if not plan.searches:
                said = verdicts.along([(row.case, row.result) for row in self.rows[name]])
                for row in self.rows[name]:
                    row.verdict = said[row.case.key]

    def row(self, part, case):
        found = result_of(self.store, case)
        if not self.plans[part].searches:
            return Row(part, case, found, case.key in self.failed, self.times(case))
        said = verdicts.UNDECIDED if found and found["undecided"] else verdicts.SUSTAINED
        return Row(part, case, found, any(point.key in self.failed for point in case.points), verdict=said)

    def times(self, point):
        several, one = self.store.times(point), self.store.wall_seconds(point)
        return several or ([] if one is None else [one])

    def known(self, point):
        return grow.FAILED if point.key in self.failed else self.store.load(point) or grow.MISSING

    def probes(self, part):
        """(run, probe) of every probe of every search of a part, in the order in which each run made them."""
        return [found for case in self.plans[part].searches for found in searching.probes(case.points, map(self.store.load, case.points))]

    def output(self, row, name):
        """A file that a point left (`outputs` of its part), or None."""
        return self.store.output(row.case.key, name)

    def where(self, part, at):
        return [row for row in self.rows[part] if row.case in selection.meant([row.case], at)]

    def varying(self, part):
        return varying([row.case for row in self.rows[part]])

    def value(self, row, text):
        """The value as it stands in the result: a number, a text, a flag; None if there is none. What is computed is a Fraction."""
        if len(text) > 1 and text[0] == text[-1] == "'":
            return text[1:-1]
        while bracket := BRACKET.search(text):
            inner = self.exact(row, bracket[1])
            if inner is None:
                return None
            text = f"{text[:bracket.start()]}{inner}{text[bracket.end():]}"
        for signs in SIGNS:
            first, *others = re.split(f" ({signs}) ", text)
            if others:
                return self.computed(row, first, zip(others[::2], others[1::2]))
        return self.factor(row, text)

    def computed(self, row, first, others):
        """From left to right; None if a value is missing."""
        result = self.exact(row, first)
        for sign, text in others:
            value = self.exact(row, text)
            if result is None or value is None or (sign in ("/", "//") and value == 0):
                return None
            result = {"+": result + value, "-": result - value, "*": result * value, "/": value and result / value, "//": value and Fraction(result // value),
                      "max": max(result, value)}[sign]
        return result

    def exact(self, row, text):
        """The value as a Fraction; None if it is no number."""
        return as_fraction(self.value(row, text))

    def number(self, row, text):
        exact = self.exact(row, text)
        return None if exact is None else float(exact)

    def factor(self, row, text):
        part, dot, rest = text.partition(".")
        if dot and part in self.rows and part != row.part and text not in row.options:
            return self.of_partners(row, part, rest)
        if as_fraction(text) is not None:
            return Fraction(text)
        found = inside(row.result, text)
        if found is None and text in DERIVED:
            found = DERIVED[text](row)
        if found is None and text in fft.VALUES:
            found = fft.VALUES[text](row, self.fft_times)
        return load.value(row.options, text) if found is None else found

    def named(self, row, text):
        """(part, name) of each word of a value; the part is "" where it is the row's own."""
        for word in re.findall(r"[^\s()]+", text):
            part, dot, rest = word.partition(".")
            yield (part, rest) if dot and part in self.rows and part != row.part and word not in row.options else ("", word)

    def partners(self, row, text):
        """The rows of other parts that a value is of."""
        return [one for part, _ in self.named(row, text) if part for one in self.partners_of(row, part)]

    def partners_of(self, row, part):
        cases = selection.partners(row.case, [one.case for one in self.rows[part]])
        return [one for one in self.rows[part] if any(one.case is case for case in cases)]

    def of_partners(self, row, part, text):
        """The value at the corresponding point of another part; of several seeds, none of them the row's own, the mean."""
        found = [self.factor(one, text) for one in self.partners_of(row, part)]
        numbers = [as_fraction(value) for value in found if value is not None]
        return sum(numbers) / len(numbers) if len(numbers) > 1 and None not in numbers else next(iter(found), None)


def radix(row):
    found = radices(row.options.get("topology"))
    return found[0] if found else None


def nodes(row):
    side = as_fraction(row.options.get("side"))
    return side * side if side else nodes_of(row.options.get("topology"))


def parameter(name):
    """`bytes=` of a generated workload, `window=` of requests and replies."""
    pattern = re.compile(PARAMETER.format(name))

    def value(row):
        found = pattern.search(str(row.options.get("workload")))
        return Fraction(found[1]) if found else None
    return value


DERIVED = {"nodes": nodes, "radix": radix, "bytes": parameter("bytes"), "window": parameter("window"), "seconds": lambda row: row.seconds}
