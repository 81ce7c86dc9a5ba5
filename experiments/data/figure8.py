#!/usr/bin/python3
"""Writes figure8/: the adversary of ROMM on the 9-ary 2-cube that is built by hand, step by step, as permutation files.

Step 0 is tornado in row y = 0: every node of the row sends four hops right. It loads the channel c = (0,0)->(1,0) with 4, the worst case of
dimension order. ROMM also sends packets of other rows over c if c lies in their minimal quadrant; those *crossing pairs* are added, in two ways:

by-row   a row at a time, nearest first (8, 1, 7, 2, 6, 3): its nodes of columns 6, 7, 8, 0 send four hops right and four hops across row 0
         (from rows 1, 2, 3 down, from rows 6, 7, 8 up). Each pair has a quadrant of 5 x 5 nodes and adds 1/10; all six rows give 32/5.
greedy   always the pair that adds most, with its mirror image in row 0: short quadrants first, 1/6, 1/8, 1/10. It ends at 59/10.

Sources stand in columns 6, 7, 8, 0 and destinations in columns 1..4. So each crossing pair x -> y is completed by y -> x, which goes left and never over c,
and whatever is in no pair stays at home: every step is a permutation. Line i of a file is the destination of node i = x + 9 y.
"""

import sys
from fractions import Fraction
from pathlib import Path

K = 9
COLUMNS = (6, 7, 8, 0)  # from which c is on a shortest way of up to four hops
ROWS = (8, 1, 7, 2, 6, 3)


def offset(a, b):
    """Signed hops of the shorter way round."""
    return (b - a + K // 2) % K - K // 2


def walk(node, target, order):
    """The channels (node, dimension, sign) of dimension order."""
    at = list(node)
    for dimension in order:
        hops = offset(at[dimension], target[dimension])
        sign = 1 if hops > 0 else -1
        for _ in range(abs(hops)):
            yield tuple(at), dimension, sign
            at[dimension] = (at[dimension] + sign) % K


def load_on_c(source, target):
    """Exactly how often a packet of ROMM crosses c: the mean over all intermediate nodes of the quadrant, and both orders in both phases."""
    across = [offset(source[d], target[d]) for d in (0, 1)]
    steps = [[sign * hop for hop in range(abs(own) + 1)] for own, sign in ((own, 1 if own > 0 else -1) for own in across)]
    inner = [((source[0] + dx) % K, (source[1] + dy) % K) for dx in steps[0] for dy in steps[1]]
    crossings = sum(((0, 0), 0, 1) in walk(a, b, order) for middle in inner for a, b in ((source, middle), (middle, target))
                    for order in ((0, 1), (1, 0)))
    return Fraction(crossings, 2 * len(inner))


def tornado_row():
    return {(x, 0): ((x + 4) % K, 0) for x in range(K)}


def by_row():
    """The pairs of each step."""
    for y in ROWS:
        across = (y + 4) % K if y > K // 2 else (y - 4) % K
        yield {(x, y): ((x + 4) % K, across) for x in COLUMNS}


def greedy():
    """The pairs of each step: a pair and its mirror image, the heaviest first; of equals the first by row and column of its source."""
    every = [((x, y), (x2, y2)) for y in range(1, K) for x in COLUMNS for y2 in range(1, K) for x2 in (1, 2, 3, 4)]
    weighed = sorted(((-load_on_c(*pair), pair) for pair in every), key=lambda one: (one[0], one[1][0][::-1], one[1][1][::-1]))
    sources, targets = set(), set()
    for negative, (source, target) in weighed:
        mirrored = tuple((x, (K - y) % K) for x, y in (source, target))
        pairs = {source: target, mirrored[0]: mirrored[1]}
        if negative and not sources & set(pairs) and not targets & set(pairs.values()) and len(set(pairs.values())) == len(pairs):
            sources |= set(pairs)
            targets |= set(pairs.values())
            yield pairs


def permutation(pairs):
    """The destinations of all nodes: the row, the pairs and the way back of each; all others stay at home."""
    there = {**tornado_row(), **pairs, **{target: source for source, target in pairs.items()}}
    return [(lambda to: to[0] + K * to[1])(there.get((x, y), (x, y))) for y in range(K) for x in range(K)]


def files():
    """{name: text}"""
    result = {}
    for name, steps in (("by-row", by_row()), ("greedy", greedy())):
        pairs, added = {}, "tornado in row 0"
        for number, more in enumerate([{}, *steps]):
            pairs.update(more)
            if more:
                added = "added: " + ", ".join(f"{s[0]},{s[1]} -> {t[0]},{t[1]}" for s, t in more.items())
            load = 4 + sum(load_on_c(*pair) for pair in pairs.items())
            lines = "\n".join(map(str, permutation(pairs)))
            result[f"{name}-{number}.txt"] = f"# {added}; load on (0,0)->(1,0): {load}\n{lines}\n"
    return result


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent / "figure8"
    place.mkdir(exist_ok=True)
    for file, text in files().items():
        (place / file).write_text(text)
