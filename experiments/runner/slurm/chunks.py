#!/usr/bin/python3
"""Points as chunks of similar cost, a task of an array each."""

import heapq
import math
import statistics

UNTIMED = 100  # tasks where no wall time is known


def chunks(points, costs, minutes, most):
    """(at most so many lists of points, long ones first, seconds that the longest list should take or None where no wall time is known)."""
    rates = {command: costs.rate(command) for command in {point.command for point in points}}
    known = [rate for rate in rates.values() if rate is not None]
    other = statistics.median(known) if known else 1.0
    own = [((other if rates[point.command] is None else rates[point.command]) * point.weight() * point.repeat, point) for point in points]
    own.sort(key=lambda pair: -pair[0])
    count = math.ceil(min(most, sum(cost for cost, _ in own) / (60 * minutes))) if known else UNTIMED
    lists = balanced(own, max(1, min(count, most, len(points))))
    return [chunk for _, chunk in lists], max(cost for cost, _ in lists) if known else None


def balanced(own, count):
    """(cost, points) of `count` lists: each point goes to the list that costs least so far."""
    heap = [(0.0, 0, number, []) for number in range(count)]
    for cost, point in own:
        total, size, number, chunk = heap[0]
        chunk.append(point)
        heapq.heapreplace(heap, (total + cost, size + 1, number, chunk))
    return [(total, chunk) for total, _, _, chunk in sorted(heap, key=lambda entry: entry[2])]
