#!/usr/bin/python3
"""What runs say of their load (sustained, saturated or undecided: docs/theory/saturation-test.md), alone, as samples and along a curve; and what of a run its
seed has drawn.

A sample is saturated if one of its runs is, undecided if none is saturated and one undecided. Along a curve an undecided run below a sustained one
of the same draw counts as sustained: what carries more carries less.
"""

import json

from runner import load as offered
from runner.exact import as_fraction
from runner.point import Seeded, canonical, number

SUSTAINED, SATURATED, UNDECIDED = "sustained", "saturated", "undecided"


def verdict(result):
    """Of a run's result. One without a verdict (a workload, another command) was not offered too much."""
    if not result:
        return SUSTAINED
    if result.get("saturated") is True:
        return SATURATED
    open_end = result["verdict"] == UNDECIDED if "verdict" in result else "saturated" in result and result["saturated"] is None
    return UNDECIDED if open_end else SUSTAINED


def together(verdicts):
    """Of a sample."""
    found = set(verdicts)
    return next((one for one in (SATURATED, UNDECIDED) if one in found), SUSTAINED)


def along(pairs):
    """{key: verdict} of (case, result), each seen along its curve: the runs that agree in all options but the load."""
    found = {case.key: verdict(result) for case, result in pairs}
    if UNDECIDED not in found.values():
        return found
    top = {}  # curve -> the highest load that is sustained by itself
    for case, result in pairs:
        load = offered.flits(case.options)
        if result and load is not None and found[case.key] == SUSTAINED:
            top[curve_of(case)] = max(load, top.get(curve_of(case), load))
    for case, _ in pairs:
        load = offered.flits(case.options)
        if found[case.key] == UNDECIDED and load is not None and load < top.get(curve_of(case), load):
            found[case.key] = SUSTAINED
    return found


def curve_of(case):
    return tuple((name, str(value)) for name, value in case.options.items() if name != "load")


def failed_of(result):
    """What of the network has failed, as a text."""
    faults = result.get("faults") if isinstance(result.get("faults"), dict) else {}
    return json.dumps([faults.get("nodes"), faults.get("links")])


def draw_of(case, result):
    """What decides the network and who sends in it, as far as the seed has a say: values with the seed in them, what has failed, and by its bounds
    whatever else was drawn. Runs of one draw are alike in them at every load."""
    bounds = bounds_of(result)
    return (tuple(value for value in case.given.values() if isinstance(value, Seeded)), failed_of(result),
            bounds.get("zero_load_latency"), bounds.get("ideal_throughput_exact", bounds.get("ideal_throughput")))


def bounds_of(result):
    return result["bounds"] if isinstance(result.get("bounds"), dict) else {}


def exact(bounds, name):
    """The text of a rational; None without one."""
    value = bounds.get(f"{name}_exact")
    return canonical(bounds.get(name) if value is None else value)


def bound(bounds):
    """The text of what no run sustains more than, and no source can offer more than; None where it is not known."""
    text = exact(bounds, "sustainable")
    value = as_fraction(text)
    return "1" if value is not None and value > 1 else text
