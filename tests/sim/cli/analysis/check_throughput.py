#!/usr/bin/python3
"""check_throughput.py RESULT.json GRAPH MATRIX [TABLE]: are both ends of a `dateline throughput` result proved? If not: status 1 and why.

GRAPH has lines "from to bandwidth", a channel each, in the order of the channels' numbers; MATRIX has N lines of N numbers; TABLE is the file of
--out table=FILE. No routing carries theta T if sum b l < theta sum T(s, t) dist_l(s, t), for prices l >= 0; the table carries T / its largest load.
"""
import fractions
import heapq
import json
import sys

Fraction = fractions.Fraction


def distances(channels, prices, nodes, source):
    dist, open_ = [None] * nodes, [(0, source)]
    while open_:
        cost, at = heapq.heappop(open_)
        if dist[at] is not None:
            continue
        dist[at] = cost
        for (a, b, _), price in zip(channels, prices):
            if a == at and dist[b] is None:
                heapq.heappush(open_, (cost + price, b))
    return dist


def price_fault(result, channels, matrix):
    prices = [0] * len(channels)
    for entry in result["prices"]:
        if list(channels[entry["channel"]][:2]) != [entry["from"], entry["to"]]:
            return "a price names another channel"
        prices[entry["channel"]] = int(entry["price"])
    if min(prices) < 0:
        return "a price is negative"
    asked = sum(row[t] * distances(channels, prices, len(matrix), s)[t] for s, row in enumerate(matrix) for t in range(len(row)) if t != s and row[t])
    carried = sum(b * price for (_, _, b), price in zip(channels, prices))
    return None if asked and carried / asked == Fraction(result["upper"]) else f"the prices prove {carried / asked if asked else 'nothing'}"


def table_fault(result, channels, matrix, table):
    paths, load = {}, [Fraction(0)] * len(channels)
    for line in table.splitlines():
        weight, *nodes = line.replace(":", "").split()
        steps = [(int(x.split("/")[0]), int((x.split("/") + ["0"])[1])) for x in nodes]
        way, at = [], steps[0][0]
        for to, rank in steps[1:]:
            parallel = [c for c, (a, b, _) in enumerate(channels) if (a, b) == (at, to)]
            if rank >= len(parallel):
                return f"no channel leads from {at} to {to}"
            way.append(parallel[rank])
            at = to
        paths.setdefault((steps[0][0], at), []).append((int(weight), way))
    for s, row in enumerate(matrix):
        for t, amount in enumerate(row):
            if s == t or not amount:
                continue
            total = sum(weight for weight, _ in paths.get((s, t), []))
            if not total:
                return f"no path {s} -> {t}"
            for weight, way in paths[s, t]:
                for c in way:
                    load[c] += amount * Fraction(weight, total)
    largest = max(x / b for x, (_, _, b) in zip(load, channels))
    return None if 1 / largest == Fraction(result["lower"]) else f"the table carries {1 / largest}"


def fault(result, graph, matrix, table=None):
    channels = [(int(a), int(b), Fraction(w)) for a, b, w in map(str.split, graph.splitlines())]
    amounts = [[Fraction(x) for x in line.split()] for line in matrix.splitlines()]
    lower, upper = Fraction(result["lower"]), Fraction(result["upper"])
    if lower > upper or result["exact"] != (lower == upper) or result["theta"] != (result["lower"] if lower == upper else None):
        return "the ends do not fit together"
    return price_fault(result, channels, amounts) or (table and table_fault(result, channels, amounts, table))


if __name__ == "__main__":
    sys.exit(fault(json.load(open(sys.argv[1], encoding="ascii")), *(open(name, encoding="ascii").read() for name in sys.argv[2:])))
