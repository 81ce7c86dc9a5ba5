#!/usr/bin/python3
"""Holds what a source claims against the results (`claims`): its verdict follows from tests, by one rule for all.

A test takes every sample that `part` and `at` mean and its counterpart: the sample (of `part`, if `more-than` or `less-than` names one) that has the options of `but` and else the
same. It holds where ours is above (below) `times` theirs with the whole 95% interval of the difference, fails where it is below (above) with the whole interval, and is undecided
in between. Differences are taken seed by seed where both have the same seeds: these share their draws. Values without an interval are compared as they are.
A counterpart may be a number, which has no interval.
Values of a steady state, as latencies are, nothing is known of where a sample is undecided. A saturated sample has no mean latency; it is above every sustained one, and two of them say nothing. Nor does a saturated sample say how often its packets were absorbed.
"""

import math
from dataclasses import dataclass, field

from runner.exact import as_fraction, show
from runner.point import canonical, identity
from runner.results import samples

DIRECTIONS = ("more-than", "less-than")
ENDLESS = ("latency", "network_latency")  # without a mean where they saturate, and then above all others


@dataclass
class Test:
    """Counts of the samples at which it held, failed, ..., and the ratios ours / theirs."""

    what: str
    held: int = 0
    failed: int = 0
    undecided: int = 0
    silent: int = 0  # no result, undecided, or both saturated
    ratios: list = field(default_factory=list)

    def ratio(self):
        if not self.ratios:
            return "-"
        low, high = show(min(self.ratios), 3), show(max(self.ratios), 3)
        return low if low == high else f"{low} to {high}"


@dataclass
class Claim:
    text: str
    source: str
    tests: list

    @property
    def verdict(self):
        held, failed = sum(test.held for test in self.tests), sum(test.failed for test in self.tests)
        if not held and not failed:
            return "undecided"
        return "reproduces" if not failed else "does not reproduce" if not held else f"in part: {held} of {held + failed}"


def judge(experiment, data):
    """A Claim for each entry of `claims` whose points are in this form of the experiment."""
    result = []
    for entry in experiment.claims:
        tests = [test for test in (one(experiment, part_entry, data) for part_entry in entry["tests"]) if test is not None]
        if tests:
            result.append(Claim(str(entry["claim"]), str(entry.get("source", "")), tests))
    return result


def one(experiment, entry, data):
    direction = next(key for key in DIRECTIONS if key in entry)
    other = entry[direction]
    part = experiment.part_of(entry).name
    what = entry.get("what") or f"{entry['value']} {direction.replace('-', ' ')} {'its counterpart' if isinstance(other, dict) else other}"
    test = Test(str(what))
    own = samples.together(data.where(part, entry.get("at", {})))
    if not isinstance(other, dict):
        for rows in own:
            compare(test, data, rows, entry["value"], direction, as_fraction(other))
        return test if own else None
    theirs = {options_of(rows): rows for rows in samples.together(data.rows[other.get("part", part)])}
    met = False
    for rows in own:
        partner = theirs.get(options_of(rows, other.get("but", {})))
        if partner is not None:
            met = True
            decide(test, data, rows, partner, entry["value"], direction, as_fraction(other.get("times", 1)))
    return test if met else None


def options_of(rows, but=()):
    """What distinguishes a sample from others, as a key; with the options of `but` in place of its own."""
    options = {name: identity(value) for name, value in rows[0].options.items() if name != "seed"}
    options.update({name: str(canonical(but[name])) for name in but})
    return tuple(sorted(options.items()))


def compare(test, data, rows, value, direction, limit):
    """Ours against a number."""
    ours = samples.estimate(data, rows, value)
    if ours.saturated and ours.steady and value.split(".")[0] in ENDLESS:
        count(test, direction == "more-than")
    elif unsteady(ours) or as_fraction(ours.value) is None:
        test.silent += 1
    else:
        if limit:
            test.ratios.append(float(as_fraction(ours.value) / limit))
        settle(test, float(as_fraction(ours.value) - limit), ours.half or 0.0, direction)


def unsteady(one):
    """A value of a steady state that the sample is not known to have."""
    return one.steady and (one.saturated or one.undecided)


def decide(test, data, rows, partner, value, direction, times):
    ours, theirs = samples.estimate(data, rows, value), samples.estimate(data, partner, value)
    endless = value.split(".")[0] in ENDLESS
    if any(one.undecided and one.steady for one in (ours, theirs)):
        test.silent += 1
        return
    over, under = (one.saturated and one.steady for one in (ours, theirs))
    if over or under:
        if endless and over != under and (ours.value is not None and theirs.value is not None):
            count(test, over == (direction == "more-than"))
        else:
            test.silent += 1
        return
    if as_fraction(ours.value) is None or as_fraction(theirs.value) is None:
        test.silent += 1
        return
    if theirs.value:
        test.ratios.append(float(as_fraction(ours.value) / as_fraction(theirs.value)))
    centre, half = difference(data, rows, partner, value, times, (ours, theirs))
    settle(test, centre, half, direction)


def settle(test, centre, half, direction):
    """By ours less theirs, with its half width."""
    if abs(centre) <= half:
        test.undecided += 1
    else:
        count(test, (centre > 0) == (direction == "more-than"))


def count(test, held):
    if held:
        test.held += 1
    else:
        test.failed += 1


def difference(data, rows, partner, value, times, estimates):
    """(ours - times theirs, 95% half width)."""
    by_seed = [{row.options.get("seed"): data.exact(row, value) for row in each} for each in (rows, partner)]
    if len(by_seed[0]) > 1 and by_seed[0].keys() == by_seed[1].keys() and None not in (*by_seed[0].values(), *by_seed[1].values()):
        own = [float(by_seed[0][seed] - times * by_seed[1][seed]) for seed in by_seed[0]]
        return samples.mean(own), samples.half_width(own)
    ours, theirs = estimates
    return (float(as_fraction(ours.value) - times * as_fraction(theirs.value)), math.hypot(ours.half or 0.0, float(times) * (theirs.half or 0.0)))


def table(found):
    """(header, rows): a row a test; the claim and its verdict stand in the first of them."""
    header = ["claim", "test", "holds", "fails", "undecided", "no say", "ours / theirs", "verdict"]
    rows = []
    for claim in found:
        for number, test in enumerate(claim.tests):
            said = f"{claim.text} ({claim.source})" if claim.source else claim.text
            rows.append(["" if number else said, test.what, str(test.held), str(test.failed), str(test.undecided), str(test.silent), test.ratio(), "" if number else claim.verdict])
    return header, rows
