#!/usr/bin/python3
"""check_certificate.py RESULT.json WEIGHTS: is the permutation of a `dateline worst-case` result proved to be a worst one? If not: status 1 and why.

WEIGHTS is the file of --out weights=FILE: "# nodes N scale L", then "source destination weight" for each pair that loads the channel; all others weigh 0.
No permutation weighs more than sum u + sum v if u, v >= 0 and u_i + v_j >= w_ij for all pairs; so one that weighs as much is a heaviest. Of traffic within
limits the rates stand in the certificate, the pairs allowed are those of WEIGHTS, and no matrix weighs more than sum send u + sum receive v.
"""
import fractions
import json
import sys


def rates_fault(result, weight, u, v, load):
    send, receive = ([fractions.Fraction(x) for x in result["certificate"][name]] for name in ("send", "receive"))
    rows, columns, total = [0] * len(u), [0] * len(v), 0
    for flow in result["matrix"]:
        i, j, amount = flow["source"], flow["destination"], fractions.Fraction(flow["amount"])
        if amount <= 0 or (i, j) not in weight:
            return f"the matrix sends {amount} from {i} to {j}"
        rows[i] += amount
        columns[j] += amount
        total += amount * weight[i, j]
    if any(x > a for x, a in zip(rows + columns, send + receive)):
        return "the matrix passes a rate"
    duals = sum(x * a for x, a in zip(u + v, send + receive))
    return None if duals == total == load else f"the duals sum to {duals}, the matrix weighs {total}, the load claimed is {load}"


def fault(result, text):
    header, *lines = text.splitlines()
    nodes, scale = int(header.split()[2]), int(header.split()[4])
    pairs = [tuple(map(int, line.split())) for line in lines]
    weight = {(i, j): w for i, j, w in pairs}
    u, v = (list(map(int, result["certificate"][name])) for name in "uv")
    to = result["permutation"]
    load = fractions.Fraction(result["gamma_max"]) * fractions.Fraction(result["certificate"]["bandwidth"]) * scale
    if len(weight) != len(pairs) or any(w <= 0 or not (0 <= i < nodes and 0 <= j < nodes) for i, j, w in pairs):
        return "the weights are malformed"
    if to is not None and sorted(to) != list(range(nodes)):
        return "the permutation is none"
    if (len(u), len(v), int(result["certificate"]["scale"])) != (nodes, nodes, scale):
        return "the certificate belongs to other weights"
    if min(u) < 0 or min(v) < 0:
        return "a dual is negative"  # else u_i + v_j >= 0 = w_ij holds for the pairs without a line
    for (i, j), w in weight.items():
        if u[i] + v[j] < w:
            return f"u[{i}] + v[{j}] = {u[i] + v[j]} is below the weight {w}"
    if to is None:
        return rates_fault(result, weight, u, v, load)
    total = sum(weight.get(pair, 0) for pair in enumerate(to))
    if not sum(u) + sum(v) == total == load:
        return f"the duals sum to {sum(u) + sum(v)}, the permutation weighs {total}, the load claimed is {load}"
    return None


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as result_file, open(sys.argv[2], encoding="ascii") as weights_file:
        sys.exit(fault(json.load(result_file), weights_file.read()))
