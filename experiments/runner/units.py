#!/usr/bin/python3
"""What an axis says where the experiment file does not: the name of the value, and its unit where it is known."""

import re

CYCLES, RATE, FLITS, STEPS, HOPS, LOAD = "cycles", "flits/terminal/cycle", "flits", "steps", "hops", "packets/cycle"

# Of a value, or its last component, or the one before a statistic.
UNITS = {
    **dict.fromkeys(("latency", "network_latency", "cycles", "simulated_cycles", "completion_cycle", "warmup", "decides_after", "channel-latency", "routing-delay",
                     "absorption.delay", "zero_load_latency", "model_latency"), CYCLES),
    **dict.fromkeys(("load", "offered", "accepted", "accepted_min", "throughput", "ideal", "bound", "ideal_throughput", "sustainable", "sustained", "knee_at_least", "saturated_from", "served"), RATE),
    **dict.fromkeys(("packet-length", "buffer-depth"), FLITS),
    **dict.fromkeys(("steps", "budget", "lower_bound", "diameter", "last_exit_step", "undelayed_exit_step", "linear_bound"), STEPS),
    **dict.fromkeys(("hops", "mean_hops"), HOPS),
    **dict.fromkeys(("gamma_max", "capacity_load"), LOAD),
    "saturation_limit": "%", "fraction_of_capacity": "of capacity", "seconds": "s",
}
STATISTICS = ("mean", "stddev", "ci95", "ci95_low", "ci95_high", "min", "max", "p50", "p90", "p95", "p99", "p999")
CHANNEL_LOAD = re.compile(r"channels\[.*\]\.load")


def label(text):
    """'mean latency (cycles)', 'gamma max (packets/cycle)', 'side'; of a computed value the expression with the unit that follows from its parts."""
    words = re.split(" ([-+*/]) ", text)
    found = unit(words)
    name = " ".join(word if word in "+-*/" else named(word) for word in words)
    return f"{name} ({found})" if found else name


def named(word):
    """latency.mean: 'mean latency'; bounds.ideal_throughput: 'ideal throughput'; router.vc-reuse: 'vc reuse', but absorption.delay: 'absorption delay'."""
    if CHANNEL_LOAD.fullmatch(word):
        return "channel load"
    parts = word.split(".")
    if parts[0] == "absorption":
        return spaced(" ".join(parts))
    if len(parts) > 1 and parts[-1] in STATISTICS:
        return f"{parts[-1]} {spaced(parts[-2])}"
    return spaced(parts[-1] if not re.search(r"\[", word) else word)


def spaced(word):
    return word.replace("_", " ").replace("-", " ")


def unit(words):
    """Of a value, or of a quotient or a sum of values; None where it has none or none is known."""
    if len(words) == 1:
        return unit_of(words[0])
    first, sign, second = words[0], words[1], words[2]
    if len(words) > 3 or unit_of(first) is None:
        return None
    if sign in "+-":
        return unit_of(first) if unit_of(first) == unit_of(second) else None
    if is_number(second):
        return unit_of(first)
    if sign == "/" and unit_of(second):
        return None if unit_of(first) == unit_of(second) else f"{unit_of(first)}/{unit_of(second).removesuffix('s')}"
    return None


def unit_of(word):
    if CHANNEL_LOAD.fullmatch(word):
        return LOAD
    parts = word.split(".")
    return UNITS.get(word) or UNITS.get(parts[-1]) or (UNITS.get(parts[-2]) if len(parts) > 1 and parts[-1] in STATISTICS else None)


def is_number(word):
    return re.fullmatch(r"[0-9./]+", word) is not None
