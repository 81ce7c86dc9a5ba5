#!/usr/bin/python3
"""Paths into a result: latency.mean, channels[from=0,to=1].load, points[-1].gamma, faults.nodes.count (values.py says what they mean)."""

import re
import statistics

from runner.point import canonical

ELEMENT = re.compile(r"(?P<list>[^\[\]]+)\[(?P<index>[^\[\]]+)\](?:\.(?P<rest>.+))?")


def inside(tree, text):
    """Follows a path into a result; None where it leads nowhere."""
    match = ELEMENT.match(text)
    if match:
        return inside_list(inside(tree, match["list"]), match["index"], match["rest"])
    for name in text.split("."):
        if isinstance(tree, list):
            tree = of_list(tree, name)
        elif isinstance(tree, dict):
            tree = tree.get(name)
        else:
            return None
    return tree


def of_list(items, name):
    """How many there are, the mean of the numbers among them (None without any), or a field of each."""
    if name == "count":
        return len(items)
    if name == "mean":
        numbers = [item for item in items if item is not None]
        return statistics.fmean(numbers) if numbers and all(isinstance(number, (int, float)) for number in numbers) else None
    return [item.get(name) for item in items] if items and all(isinstance(item, dict) for item in items) else None


def inside_list(items, index, rest):
    if not isinstance(items, list):
        return None
    if re.fullmatch(r"-?\d+", index):
        chosen = items[int(index)] if -len(items) <= int(index) < len(items) else None
    else:
        wanted = dict(pair.partition("=")[::2] for pair in index.replace(" ", "").split(","))
        found = [item for item in items if isinstance(item, dict) and all(canonical(item.get(k)) == v for k, v in wanted.items())]
        chosen = found[0] if len(found) == 1 else None
    return chosen if rest is None else inside(chosen, rest)
