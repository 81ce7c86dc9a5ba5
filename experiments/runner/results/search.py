#!/usr/bin/python3
"""What a search found: the highest load that every source sustains, of the runs of `dateline saturate`, one a seed.

The program walks the loads and says what it is sure of: docs/guide/highest-load.md.
"""

from runner.exact import as_fraction
from runner.point import number
from runner.results import samples, verdicts


def outcome(results):
    """A result with columns of its own; `results`: of the seeds, in their order."""
    bounds = [result.get("bounds") or {} for result in results]
    knees = [number(result.get("sustained")) for result in results]
    found = {"sustained": least(knees), "saturated_from": least(number(result.get("saturated_from")) for result in results),
             "knee_at_least": least(number(result.get("knee_at_least")) for result in results),
             "served": least(number(result.get("served")) for result in results),
             "ideal": over_draws([verdicts.exact(own, "ideal_throughput") for own in bounds]), "bound": over_draws([verdicts.bound(own) for own in bounds]),
             "reached": mean([number(result.get("reached")) for result in results]), "undecided": sum(result.get("decided") is False for result in results),
             "probes": sum(len(result.get("probes") or []) for result in results)}
    return {**found, "knee": over_seeds(knees)} if len(results) > 1 else found


def over_draws(texts):
    """The text that all seeds have; the mean where they have drawn other networks; None where one has none."""
    return texts[0] if len(set(texts)) == 1 else mean([number(as_fraction(text)) for text in texts])


def over_seeds(knees):
    """The highest load that each seed sustains: mean, 95% half width by Student's t over them, least and most; null where a seed sustains none."""
    found = [] if None in knees else knees
    return {"mean": samples.mean(found), "ci95": samples.half_width(found), "min": min(found, default=None), "max": max(found, default=None)}


def mean(numbers):
    """None where one is missing."""
    return None if None in numbers else samples.mean(numbers)


def least(numbers):
    """None where one is missing."""
    found = list(numbers)
    return None if None in found else min(found)


def probes(points, results):
    """(point, probe) of every probe, in the order in which each run made them."""
    return [(point, probe) for point, result in zip(points, results) for probe in (result or {}).get("probes") or []]
