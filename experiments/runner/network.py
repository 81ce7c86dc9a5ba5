#!/usr/bin/python3
"""What the name of a topology says: radices, number of nodes, coordinates. Node = x0 + k0 (x1 + k1 (...))."""

import math


def radices(topology):
    """(8, 8) of torus:8x8, (2, 2, 2) of hypercube:3; None for what is no cube."""
    kind, _, size = str(topology).partition(":")
    try:
        if kind == "hypercube":
            return (2,) * int(size)
        if kind in ("torus", "mesh"):
            return tuple(int(radix) for radix in size.split("x"))
    except ValueError:
        pass
    return None


def nodes_of(topology):
    """The number of nodes, or None."""
    found = radices(topology)
    return math.prod(found) if found else None


def coordinates(node, own):
    """Of a node of a cube with the radices `own`."""
    result = []
    for radix in own:
        result.append(node % radix)
        node //= radix
    return tuple(result)
