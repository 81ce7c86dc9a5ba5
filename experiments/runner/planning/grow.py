#!/usr/bin/python3
"""Points that follow from results: `refine` adds loads where a curve saturates, `replicate` adds seeds until intervals are narrow.

The walk of a curve is a function of the results stored so far: it goes on after a kill, and adds the same points however many
processes run them.

refine     looks at the seeds of the first pass alone. Up to `points` loads, one after the other: past the highest load while none is saturated
           (below the least while none is sustained); then the middle between the highest sustained load below the first saturated one and that
           one, until they are `resolution` apart; then the middle of the two sustained loads whose latencies differ most.
replicate  for each sample on its own, refined loads included: one seed more, counted on from the largest, until the 95% interval of `value` is
           within `ci` of its mean, or there are `at-most` seeds. A sample that is not sustained has no latency to be sure of: it gets none.
"""

import math
from dataclasses import dataclass, field, replace

from runner import load as offered
from runner.exact import as_fraction
from runner.paths import inside
from runner.point import canonical, number
from runner.results import samples, verdicts

LARGEST = 1.0  # flits/terminal/cycle
MISSING, FAILED = "missing", "failed"  # what is known of a point, beside its result
BEYOND = 1.5  # how far past the highest load, where no bound says more


@dataclass(frozen=True)
class Curve:
    """The points of a part that differ in load and seed only; without `refine`, in their seed only."""

    part: object
    values: dict  # what its points share, as the part sets it
    loads: tuple  # texts, of the first pass; (None,) where loads are not examined
    make: object  # (text of a load, text of a seed) -> point

    def seeds(self):
        return [str(seed) for seed in self.part.seeds] or [None]

    def points(self, load):
        """Of the first pass, or of a load that was added to it."""
        return [self.make(load, seed) for seed in self.seeds()]

    def first_pass(self):
        return [point for load in self.loads for point in self.points(load)]


@dataclass
class Wide:
    """A sample whose interval is still too wide when no seed may be added."""

    load: str
    seeds: int
    share: float  # half width over the mean; None where it is not known


@dataclass
class Growth:
    """How far a curve has come."""

    added: list = field(default_factory=list)  # points, loads and then seeds ascending
    next: list = field(default_factory=list)  # points to run next
    waits: bool = False  # for points of the first pass
    wide: list = field(default_factory=list)
    left: int = 0  # about how many points are still to be added, those of `next` included

    @property
    def ended(self):
        return not self.next and not self.waits


def walk(curve, known):
    """The Growth of a curve. `known`: point -> result, MISSING or FAILED."""
    growth = Growth()
    loads = list(curve.loads)
    if curve.part.refine:
        loads += refined(curve, known, growth)
    for load in loads[len(curve.loads):]:
        growth.added += curve.points(load)
    if curve.part.replicate and len(curve.seeds()) > 1:
        for load in sorted(loads, key=lambda load: number(load, 0.0)):
            replicate(curve, load, known, growth)
    order = {point.key: place for place, point in enumerate(growth.added)}
    growth.added.sort(key=lambda point: (number(offered.flits(point.options), 0.0), order[point.key]))
    growth.left += len(growth.next)
    return growth


def text(load):
    """Of a load that is added: four digits."""
    return canonical(float(f"{load:.4g}"))


def sample(points, known):
    """The results of a load's seeds, or MISSING, or FAILED."""
    found = [known(point) for point in points]
    return MISSING if MISSING in found else FAILED if FAILED in found else found


def refined(curve, known, growth):
    """The loads that were added and have results, ascending."""
    runs, added = {}, []
    for load in curve.loads:
        runs[load] = sample(curve.points(load), known)
        if runs[load] == MISSING:
            growth.waits, growth.left = True, curve.part.refine["points"] * len(curve.seeds())
            return []
    while len(added) < curve.part.refine["points"]:
        load = next_load({load: found for load, found in runs.items() if found != FAILED}, curve.part.refine["resolution"])
        if load is None or load in runs:
            break
        points = curve.points(load)
        runs[load] = sample(points, known)
        if runs[load] == MISSING:
            growth.next += [point for point in points if known(point) == MISSING]
            growth.left += (curve.part.refine["points"] - len(added) - 1) * len(points)
            break
        added.append(load)
        if runs[load] == FAILED:
            break
    return sorted(added, key=float)


def next_load(runs, resolution):
    """The text of the load to add to {text: results}, or None."""
    own = sorted((float(load), results) for load, results in runs.items())
    said = {load: verdicts.together(map(verdicts.verdict, results)) for load, results in own}
    high = min((load for load, one in said.items() if one == verdicts.SATURATED), default=None)
    low = max((load for load, one in said.items() if high is None or (load < high and one == verdicts.SUSTAINED)), default=None)
    if not own or (high is None and low >= LARGEST):
        return None
    if high is None:
        bounds = own[-1][1][0].get("bounds") or {}
        beyond = 1.1 * float(as_fraction(verdicts.bound(bounds)) or 0)
        return text(min(LARGEST, beyond if beyond > low else BEYOND * low))
    if low is None:
        return text(high / 2)
    if high > (1 + resolution) * low:
        return text((low + high) / 2)
    return steepest([(load, results) for load, results in own if load <= low], resolution)


def steepest(own, resolution):
    """The middle of the two neighbours whose latencies differ most and that are apart by more than the resolution; None without such."""
    latencies = [(load, samples.mean(samples.numbers_at(results, "latency", "mean"))) for load, results in own]
    steps = [(abs(after[1] - before[1]), before[0], after[0]) for before, after in zip(latencies, latencies[1:])
             if None not in (before[1], after[1]) and after[0] > (1 + resolution) * before[0]]
    _, low, high = max(steps, default=(None, None, None))
    return None if low is None else text((low + high) / 2)


def replicate(curve, load, known, growth):
    settings = curve.part.replicate
    runs = sample(curve.points(load), known)
    if runs == MISSING:
        growth.waits = True
    if runs in (MISSING, FAILED):
        return
    seed = max(map(int, curve.seeds()))
    while verdicts.together(map(verdicts.verdict, runs)) == verdicts.SUSTAINED:
        share = width(runs, settings["value"])
        if share is not None and share <= settings["ci"]:
            return
        if len(runs) >= settings["at-most"] or share is None:
            growth.wide.append(Wide(load, len(runs), share))
            return
        seed += 1
        point = curve.make(load, str(seed))
        found = known(point)
        if found == MISSING:
            growth.next.append(point)
            return
        growth.added.append(point)
        if found == FAILED:
            return
        runs = [*runs, found]


def width(runs, value):
    """The 95% half width of a value over the runs as a share of its mean; None where it has none."""
    found = [number(inside(run, value)) for run in runs]
    if None in found or not all(map(math.isfinite, found)):
        return None
    centre, half = samples.mean(found), samples.half_width(found)
    if half == 0:
        return 0.0
    return half / abs(centre) if centre and half is not None else None


def grown(plan, growths):
    """A part's plan with the points that were added to it; the plan itself if none were."""
    there = {point.key for point in plan.points}
    added = {point.key: point for growth in growths for point in growth.added if point.key not in there}
    return replace(plan, points=[*plan.points, *added.values()]) if added else plan
