#!/usr/bin/python3
"""Groups points to curves: a series is the points that differ in load and seed only; a sample is its points of one load.

What a sample's mean and interval are, samples.py says, what its verdict, verdicts.py. Accepted throughput is per *sending* terminal, so that it equals the
load for as long as the network keeps up, also in patterns in which some terminals send nothing (the diagonal of a transpose); a terminal sends if it offers
anything at some load of the series in a run of the same draw. The saturation load is the highest sustained load below the first saturated one.
Bounds are means over the seeds.
"""

import math
from dataclasses import dataclass, field

from runner import load as offered
from runner.exact import as_fraction
from runner.point import identity, number, shown, distinguished, varying
from runner.results import samples, verdicts

OK, FAILED, MISSING = "ok", "failed", "missing"


@dataclass
class Sample:
    load: float
    results: list
    verdict: str = verdicts.SUSTAINED
    latency: float = None
    low: float = None  # the ends of the latency's interval
    high: float = None
    p99: float = None
    accepted: float = None
    accepted_ci95: float = None
    accepted_min: float = None

    @property
    def saturated(self):
        return self.verdict == verdicts.SATURATED

    @property
    def undecided(self):
        return self.verdict == verdicts.UNDECIDED

    @property
    def sustained(self):
        return bool(self.results) and self.verdict == verdicts.SUSTAINED


@dataclass
class Series:
    label: str
    values: dict  # of the options that tell the series apart
    counts: dict = field(default_factory=lambda: {OK: 0, FAILED: 0, MISSING: 0})
    samples: list = field(default_factory=list)  # by load; empty if the points have no load
    zero_load: float = None
    bound: float = None  # what no run sustains more than, and 1
    analytic: list = field(default_factory=list)  # (load, latency), where a figure has it

    @property
    def first_saturated(self):
        return min((sample.load for sample in self.samples if sample.saturated), default=None)

    @property
    def saturation(self):
        """The highest sustained load below the first saturated one; None if no load was sustained."""
        limit = self.first_saturated
        return max((s.load for s in self.samples if s.sustained and (limit is None or s.load < limit)), default=None)

    @property
    def holes(self):
        return self.counts[FAILED] + self.counts[MISSING]


def group(points, results, failed):
    """The series of an experiment, in its order. `results`: key -> result; `failed`: keys."""
    names = [name for name in varying(points) if name not in ("load", "seed")]
    members = {}
    for point in points:
        members.setdefault(tuple(identity(point.options[name]) for name in names), []).append(point)
    series = []
    texts = {name: distinguished(point.options[name] for point in points) for name in names}
    for own in members.values():
        values = {name: own[0].options[name] for name in names}
        one = Series(label(values, texts) or sent(own[0].options), values)
        for point in own:
            one.counts[OK if point.key in results else FAILED if point.key in failed else MISSING] += 1
        fill(one, own, results)
        series.append(one)
    return series


def sent(options):
    """What a series is called of which no option varies: what is sent."""
    return shown(options.get("workload") or options.get("traffic") or "all")


def label(values, texts=None):
    """'tornado, vcs 4': names speak for themselves, numbers, loads and flags do not. `texts`: distinguished() of each name."""
    def words(name, value):
        text = texts[name][identity(value)] if texts else shown(value)
        return f"{name} {text}" if number(value) is not None or value is None or isinstance(value, bool) or name == "load" else text
    return ", ".join(words(name, value) for name, value in values.items())


def fill(series, points, results):
    stored = [(point, results[point.key]) for point in points if point.key in results]
    bounds = {}
    for point, result in stored:
        bounds.setdefault(point.options.get("seed"), verdicts.bounds_of(result))
    series.zero_load = mean_of(samples.numbers_at(bounds.values(), "zero_load_latency"))
    limits = [number(as_fraction(verdicts.bound(own))) for own in bounds.values()]
    series.bound = mean_of([limit for limit in limits if limit is not None])
    if any(offered.flits(point.options) is None for point in points):
        return
    of_draw = {}
    for point, result in stored:
        of_draw.setdefault(verdicts.draw_of(point, result), []).append(result)
    sending = {draw: senders(own) for draw, own in of_draw.items()}
    said = verdicts.along(stored)
    by_load = {}
    for point in points:
        runs = by_load.setdefault(float(offered.flits(point.options)), [])
        if point.key in results:
            result = results[point.key]
            runs.append((result, sending[verdicts.draw_of(point, result)], said[point.key]))
    series.samples = [sample(load, runs) for load, runs in sorted(by_load.items())]


def mean_of(numbers):
    """Of what is the same for all runs where no seed has drawn anything: then that very number."""
    return numbers[0] if len(set(numbers)) == 1 else samples.mean(numbers)


def senders(results):
    """Which terminals offer anything in any of the results; empty if they do not say."""
    sources = [result["per_terminal"] for result in results if result.get("per_terminal")]
    return {node for rows in sources for node, row in enumerate(rows) if row and (row.get("offered") or 0) > 0}


def sample(load, found):
    """`found`: (result, which terminals send, verdict) of each run."""
    runs = [run for run, _, _ in found]
    one = Sample(load, runs, verdicts.together(said for _, _, said in found))
    means = samples.numbers_at(runs, "latency", "mean")
    one.latency = samples.mean(means)
    half = samples.half_width(means)
    one.low, one.high = ((samples.mean(samples.numbers_at(runs, "latency", end)) for end in samples.ENDS) if half is None else
                         (one.latency - half, one.latency + half))
    one.p99 = samples.mean(samples.numbers_at(runs, "latency", "p99"))
    shares = [accepted(run, sending) for run, sending, _ in found]
    means = [share for share, _ in shares if share is not None]
    one.accepted, one.accepted_ci95 = samples.mean(means), samples.half_width(means)
    one.accepted_min = samples.mean([least for _, least in shares if least is not None])
    return one


def accepted(run, sending):
    """(mean, minimum) over the sending terminals, of one run."""
    rows = run.get("per_terminal") or []
    if not sending or max(sending) >= len(rows):
        return number(run.get("accepted")), number(run.get("accepted_min"))
    shares = [number((rows[node] or {}).get("accepted"), 0.0) for node in sorted(sending)]
    return math.fsum(shares) / len(shares), min(shares)
