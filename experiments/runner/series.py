#!/usr/bin/python3
"""Groups points to curves: a series is the points that differ in load and seed only; a sample is its points of one load.

A sample is saturated if one of its runs is. The mean is over seeds; its 95% half-width is Student's over seeds if there are several,
else that of the run's batch means. Accepted throughput is per *sending* node, so that it equals the load for as long as the network
keeps up, also in patterns in which some nodes send nothing (the diagonal of a transpose); a node sends if it offers anything at
some load of the series. The saturation load is the highest sustained load below the first saturated one.
"""

import math
from dataclasses import dataclass, field

from runner.point import number, shown, varying

OK, FAILED, MISSING = "ok", "failed", "missing"

# Two-sided 95% quantiles of Student's t for 1, 2, ... degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
           2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)


@dataclass
class Sample:
    load: float
    results: list
    saturated: bool = False
    latency: float = None
    ci95: float = None
    p99: float = None
    accepted: float = None
    accepted_min: float = None

    @property
    def sustained(self):
        return bool(self.results) and not self.saturated


@dataclass
class Series:
    label: str
    values: dict  # of the options that tell the series apart
    counts: dict = field(default_factory=lambda: {OK: 0, FAILED: 0, MISSING: 0})
    samples: list = field(default_factory=list)  # by load; empty if the points have no load
    zero_load: float = None
    ideal: float = None
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
        members.setdefault(tuple(point.options[name] for name in names), []).append(point)
    series = []
    for identity, own in members.items():
        values = dict(zip(names, identity))
        one = Series(label(values) or own[0].options.get("traffic") or "all", values)
        for point in own:
            one.counts[OK if point.key in results else FAILED if point.key in failed else MISSING] += 1
        fill(one, own, results)
        series.append(one)
    return series


def label(values):
    """'tornado, vcs 4': names speak for themselves, numbers and flags do not."""
    def words(name, value):
        return f"{name} {shown(value)}" if number(value) is not None or value is None or isinstance(value, bool) else shown(value)
    return ", ".join(words(name, value) for name, value in values.items())


def fill(series, points, results):
    stored = [results[point.key] for point in points if point.key in results]
    bounds = next((result["bounds"] for result in stored if isinstance(result.get("bounds"), dict)), {})
    series.zero_load = number(bounds.get("zero_load_latency"))
    series.ideal = number(bounds.get("ideal_throughput"))
    if any(number(point.options.get("load")) is None for point in points):
        return
    sending = senders(stored)
    by_load = {}
    for point in points:
        runs = by_load.setdefault(float(point.options["load"]), [])
        if point.key in results:
            runs.append(results[point.key])
    series.samples = [sample(load, runs, sending) for load, runs in sorted(by_load.items())]


def senders(results):
    """Which nodes offer anything in any of the results; empty if they do not say."""
    sources = [result["per_source"] for result in results if result.get("per_source")]
    return {node for rows in sources for node, row in enumerate(rows) if row and (row.get("offered") or 0) > 0}


def sample(load, runs, sending):
    one = Sample(load, runs, saturated=any(run.get("saturated") for run in runs))
    one.latency, one.ci95 = mean_and_ci(values(runs, "latency", "mean"), values(runs, "latency", "ci95"))
    one.p99 = mean(values(runs, "latency", "p99"))
    shares = [accepted(run, sending) for run in runs]
    one.accepted = mean([share[0] for share in shares if share[0] is not None])
    one.accepted_min = mean([share[1] for share in shares if share[1] is not None])
    return one


def values(runs, *path):
    """The numbers found under a path of keys, runs without one left out."""
    found = []
    for run in runs:
        for key in path:
            run = run.get(key) if isinstance(run, dict) else None
        if number(run) is not None:
            found.append(number(run))
    return found


def accepted(run, sending):
    """(mean, minimum) over the sending nodes, of one run."""
    rows = run.get("per_source") or []
    if not sending or max(sending) >= len(rows):
        return number(run.get("accepted")), number(run.get("accepted_min"))
    shares = [number((rows[node] or {}).get("accepted"), 0.0) for node in sorted(sending)]
    return math.fsum(shares) / len(shares), min(shares)


def mean(numbers):
    return math.fsum(numbers) / len(numbers) if numbers else None


def mean_and_ci(means, batch_ci):
    """Mean over runs and its 95% half-width."""
    if len(means) < 2:
        return mean(means), mean(batch_ci)
    centre = mean(means)
    variance = math.fsum((value - centre) ** 2 for value in means) / (len(means) - 1)
    quantile = STUDENT[len(means) - 2] if len(means) - 2 < len(STUDENT) else 1.96
    return centre, quantile * math.sqrt(variance / len(means))
