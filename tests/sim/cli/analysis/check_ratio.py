#!/usr/bin/python3
"""check_ratio.py RESULT.json GRAPH WEIGHTS TABLE: are both ends of the ratio of a `dateline worst-case --against-optimum` proved? If not: status 1 and why.

GRAPH has lines "from to bandwidth", a channel each, in the order of the channels' numbers, WEIGHTS is the file of --out weights=FILE, TABLE that
of --out traffic-table=FILE; one terminal a router. From above: under prices p of channels every pair's cheapest way costs at least what a packet of it
brings to the channel of the ratio, relative to its bandwidth; so traffic of theta = 1, which pays at most sum of bandwidth x p, loads it no more than
that. From below: `traffic` loads the channel by `load`, and the table carries `theta` times it.
"""
import fractions
import json
import sys

import check_throughput

Fraction = fractions.Fraction


def brought(result, channels, weights):
    """Of each pair, what it brings to the channel of the ratio, relative to its bandwidth."""
    ratio = result["against_optimum"]
    ends = (ratio["channel"]["from"], ratio["channel"]["to"])
    bandwidths = {b for a, to, b in channels if (a, to) == ends}
    header, *lines = weights.splitlines()
    if len(bandwidths) != 1:
        return None  # none of the network, or one of parallel ones that differ
    scale = int(header.split()[4]) * bandwidths.pop()
    return {(int(s), int(t)): int(w) / scale for s, t, w in map(str.split, lines) if s != t}


def upper_fault(ratio, channels, share):
    prices = [Fraction(0)] * len(channels)
    for entry in ratio["prices"]:
        if list(channels[entry["channel"]][:2]) != [entry["from"], entry["to"]] or int(entry["price"]) < 0:
            return "a price is negative, or names another channel"
        prices[entry["channel"]] = int(entry["price"]) * Fraction(ratio["unit"])
    nodes = 1 + max(max(a, b) for a, b, _ in channels)
    for s in range(nodes):
        cost = check_throughput.distances(channels, prices, nodes, s)
        for (a, t), part in share.items():
            if a == s and cost[t] < part:
                return f"a way from {s} to {t} costs {cost[t]}, and its packet brings {part}"
    proved = sum(b * price for (_, _, b), price in zip(channels, prices))
    return None if proved == Fraction(ratio["upper"]) else f"the prices prove {proved}"


def lower_fault(ratio, channels, share, table):
    nodes = 1 + max(max(a, b) for a, b, _ in channels)
    matrix = [[Fraction(0)] * nodes for _ in range(nodes)]
    for flow in ratio["traffic"]:
        if Fraction(flow["amount"]) <= 0 or flow["source"] == flow["destination"]:
            return "the traffic has a flow of nothing"
        matrix[flow["source"]][flow["destination"]] += Fraction(flow["amount"])
    load = sum(amount * share.get((s, t), 0) for s, row in enumerate(matrix) for t, amount in enumerate(row))
    if load != Fraction(ratio["load"]):
        return f"the traffic loads the channel by {load}"
    if load * Fraction(ratio["theta"]) != Fraction(ratio["lower"]):
        return f"load times theta is {load * Fraction(ratio['theta'])}"
    return check_throughput.table_fault({"lower": ratio["theta"]}, channels, matrix, table)


def fault(result, graph, weights, table):
    ratio = result["against_optimum"]
    channels = [(int(a), int(b), Fraction(w)) for a, b, w in map(str.split, graph.splitlines())]
    ends = Fraction(ratio["lower"]), Fraction(ratio["upper"])
    if ends[0] > ends[1] or ratio["exact"] != (ends[0] == ends[1]) or ratio["loaded"] != ratio["channel"]:
        return "the ends do not fit together"
    if max(Fraction(entry["upper"]) for entry in ratio["per_channel"]) != ends[1]:
        return "another channel has a larger ratio"
    share = brought(result, channels, weights)
    if share is None:
        return "the channel is none of the network"
    return upper_fault(ratio, channels, share) or lower_fault(ratio, channels, share, table)


if __name__ == "__main__":
    sys.exit(fault(json.load(open(sys.argv[1], encoding="ascii")), *(open(name, encoding="ascii").read() for name in sys.argv[2:])))
