#!/usr/bin/python3
"""Looks for the highest sustained load by bisection. Every probe is a point like any other; the walk is a function of the results
stored so far, so it can be interrupted anywhere and goes on from the store.

The walk is that of `dateline saturate`: docs/measurement.md, "The highest sustained load".
A value is saturated if simulate says so for one of its seeds (docs/measurement.md has the rule). Loads have four digits.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from runner import samples
from runner.point import canonical, number

LARGEST = 1.0  # flits/node/cycle
LOWEST_STARTS = 6
MISSING, FAILED = "missing", "failed"  # what is known of a probe, beside its results


@dataclass
class Trace:
    """How far a search has come."""

    probes: list = field(default_factory=list)  # (value, whether it is saturated), in the order of the walk
    next: str = None  # the value to probe next; None when the search has ended
    problem: bool = False  # it ended because a probe failed
    low: float = None  # the highest sustained value so far
    high: float = None  # the lowest saturated one
    served: float = None  # what the worst-served source got at `low`
    ideal: str = None  # ideal throughput, exactly as the simulator says it; None if it says none
    knees: list = field(default_factory=list)  # of several seeds: the Trace of each seed alone

    @property
    def ended(self):
        return self.next is None and not self.problem and all(knee.ended for knee in self.knees)


class Unknown(Exception):
    """A probe whose result is not there."""


def text(value):
    return canonical(float(f"{value:.4g}"))


def walk(search, known):
    """The Trace of a search. `known`: text of a value -> list of results (one a seed), MISSING or FAILED."""
    trace = Trace()

    def saturated(value):
        results = known(text(value))
        if results in (MISSING, FAILED):
            trace.problem = results == FAILED
            trace.next = None if trace.problem else text(value)
            raise Unknown
        answer = any(bool(result.get("saturated")) for result in results)
        trace.probes.append((text(value), answer))
        bounds = results[0].get("bounds") or {}
        exact = bounds.get("ideal_throughput_exact") or bounds.get("ideal_throughput")
        trace.ideal = trace.ideal or canonical(exact)
        value = float(text(value))
        if answer:
            trace.high = value if trace.high is None else min(value, trace.high)
        elif trace.low is None or value > trace.low:
            least = [number(result.get("accepted_min")) for result in results]
            trace.low, trace.served = value, min(least) if None not in least else None
        return answer

    try:
        bracket(search.settings, trace, saturated)
        bisect(search.settings["resolution"], trace, saturated)
    except Unknown:
        pass
    return trace


def pursue(search, ask):
    """The Trace of a search; of several seeds, once the load is found that all of them sustain, of each of them too.
    `ask`: points -> what walk() wants to know of them."""
    trace = walk(search, lambda text: ask(search.points(text)))
    count = len(search.points(text(search.settings["start"])))
    if count > 1 and trace.ended:
        trace.knees = [walk(search, lambda text, seed=seed: ask(search.points(text)[seed:seed + 1])) for seed in range(count)]
        trace.problem = any(knee.problem for knee in trace.knees)
    return trace


def wanted(search, trace):
    """The points to run next."""
    if trace.next is not None:
        return search.points(trace.next)
    return [search.points(knee.next)[seed] for seed, knee in enumerate(trace.knees) if knee.next is not None]


def probes(search, trace):
    """Every probe as points, in the order of the walks, each once."""
    found = [point for value, _ in trace.probes for point in search.points(value)]
    found += [search.points(value)[seed] for seed, knee in enumerate(trace.knees) for value, _ in knee.probes]
    return list({point.key: point for point in found}.values())


def bracket(settings, trace, saturated):
    value = settings["start"]
    for _ in range(LOWEST_STARTS):
        if not saturated(value):
            break
        value /= 4
    if trace.high is not None or trace.low is None:
        return
    ideal = decimal(trace.ideal)
    value = min(LARGEST, settings["over"] * ideal if ideal else 2 * trace.low)
    violated = False
    while not saturated(value) and value < LARGEST:
        violated = True
        value = min(LARGEST, (1.5 if ideal else 2) * value)
    if ideal and not violated and trace.high is not None and ideal > trace.low:
        trace.high = min(trace.high, ideal)


def bisect(resolution, trace, saturated):
    if trace.low is None or trace.high is None:
        return
    while trace.high > (1 + resolution) * trace.low:
        middle = (trace.low + trace.high) / 2
        if not trace.low < float(text(middle)) < trace.high:
            return
        saturated(middle)


def decimal(exact):
    """The number of "9/10"."""
    return float(Fraction(exact)) if exact else None


def outcome(trace):
    """What a search found, as a result with columns of its own; None while it goes on."""
    if not trace.ended:
        return None
    ideal = decimal(trace.ideal)
    bound = min(ideal, LARGEST) if ideal else None
    result = {"sustained": trace.low, "saturated_from": trace.high, "served": trace.served, "ideal": trace.ideal,
              "reached": trace.low / bound if bound and trace.low is not None else None, "probes": len(trace.probes)}
    return {**result, "knee": over_seeds([knee.low for knee in trace.knees])} if trace.knees else result


def over_seeds(knees):
    """The highest load that each seed sustains: mean, 95% half width by Student's t over them, least and most; null where a seed sustains none."""
    found = [] if None in knees else knees
    return {"mean": samples.mean(found), "ci95": samples.half_width(found), "min": min(found, default=None), "max": max(found, default=None)}


def runs_left(search, trace):
    """About how many runs are left, and their weight."""
    probes_left = remaining(trace, search.settings["resolution"])
    points = wanted(search, trace)
    if trace.next is not None:
        return probes_left * len(points), probes_left * sum(point.weight() for point in points)
    each = [remaining(knee, search.settings["resolution"]) for knee in trace.knees if knee.next is not None]
    return sum(each), sum(count * point.weight() for count, point in zip(each, points))


def remaining(trace, resolution):
    """About how many probes are left."""
    if trace.next is None:
        return 0
    if trace.low is None or trace.high is None:
        return 9
    width, count = trace.high - trace.low, 0
    while width > resolution * max(trace.low, 0.3 * trace.high) and count < 20:
        width, count = width / 2, count + 1
    return max(1, count)

