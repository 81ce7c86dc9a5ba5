#!/usr/bin/python3
"""Where the nodes of a network stand on its map, and the shape of each directed channel between them.

Dimensions 0 and 1 of a mesh or torus go across and up; further even ones across, odd ones up, as blocks beside blocks; the lower half of the bits of
a hypercube's node across, the rest up. Nodes of other networks stand where forces put them (layout.py). A channel is an arrow on the right of its
direction: straight between neighbours and in graphs, else bent; a wrap-around channel within a block is two stubs, where it leaves and arrives.
A shape is a list of paths, each of which begins with ("M", x, y) and goes on with ("L", x, y) and ("Q", x, y of the control point, x, y); it is closed.
"""

import math

from runner.network import coordinates, radices

HALF_WIDTH, OFFSET, TIP = 0.055, 0.085, 0.12  # of an arrow, in units of the distance of neighbours
FROM_NODE = 0.17
BENT = 0.46  # how far a bent channel lies from the straight line at most, in units of the distance of rows: not as far as the next one


def positions(topology, count):
    """(x, y) of every node of a cube; None for another network."""
    own = radices(topology)
    if own is None:
        return None
    wide = pitch(own)
    if str(topology).startswith("hypercube"):
        half = 1 << -(-len(own) // 2)
        return [(wide * (node % half), wide * (node // half)) for node in range(count)]
    strides = []
    for axis in (0, 1):
        stride = 1
        for dimension in range(axis, len(own), 2):
            strides.append((dimension, axis, stride))
            stride = stride * own[dimension] + 1
    result = []
    for node in range(count):
        at, place = coordinates(node, own), [0, 0]
        for dimension, axis, stride in strides:
            place[axis] += at[dimension] * stride * wide
        result.append(tuple(place))
    return result


def pitch(own):
    """The distance of neighbours: the more dimensions share a row, the wider it is."""
    return 1.0 + 0.5 * (-(-len(own) // 2) - 1)


def shapes(topology, channels, places):
    """Of every channel ({from, to, dimension, sign}) its shape."""
    own = radices(topology)
    seen, result = {}, []
    for channel in channels:
        ends = channel["from"], channel["to"]
        seen[ends] = seen.get(ends, -1) + 1
        here, there = (places[end] for end in ends)
        wide = pitch(own) if own else None
        along = beside(channel, here, there, wide) if own else None
        if own and along is None:
            result.append([bent(here, there, wide)])
        elif own and math.dist((here[0] + wide * along[0], here[1] + wide * along[1]), there) > 0.01:
            result.append([pointed(arrow(here, along, FROM_NODE, 0.62)), pointed(arrow(there, along, -0.62, -FROM_NODE))])
        else:
            result.append([straight(here, there, seen[ends])])
    return result


def beside(channel, here, there, wide):
    """The direction in which a channel of a cube leaves, if its nodes are neighbours on the map or at the ends of a row; else None."""
    dimension, sign = channel["dimension"], channel["sign"]
    if sign and dimension < 2:
        return (sign, 0) if dimension == 0 else (0, sign)
    apart = round((there[0] - here[0]) / wide), round((there[1] - here[1]) / wide)
    return apart if abs(apart[0]) + abs(apart[1]) == 1 else None


def straight(here, there, rank):
    """`rank`: among the channels with these ends."""
    length = math.dist(here, there) or 1.0
    along = ((there[0] - here[0]) / length, (there[1] - here[1]) / length)
    return [(letter, x + rank * OFFSET * 1.4 * along[1], y - rank * OFFSET * 1.4 * along[0])
            for letter, x, y in pointed(arrow(here, along, FROM_NODE, length - FROM_NODE))]


def arrow(node, along, start, end):
    """From `start` to `end` along the line through the node, displaced to the right of its direction."""
    right = (along[1], -along[0])
    centre = (node[0] + OFFSET * right[0], node[1] + OFFSET * right[1])

    def at(forward, sideways):
        return (centre[0] + forward * along[0] + sideways * right[0], centre[1] + forward * along[1] + sideways * right[1])
    return [at(start, -HALF_WIDTH), at(end - TIP, -HALF_WIDTH), at(end, 0), at(end - TIP, HALF_WIDTH), at(start, HALF_WIDTH)]


def pointed(corners):
    return [("L" if number else "M", x, y) for number, (x, y) in enumerate(corners)]


def bent(here, there, wide):
    length = math.dist(here, there)
    along = ((there[0] - here[0]) / length, (there[1] - here[1]) / length)
    right = (along[1], -along[0])
    bend = 2 * BENT * wide * (1 - 1 / (1 + 0.3 * length / wide))
    control = ((here[0] + there[0]) / 2 + bend * right[0], (here[1] + there[1]) / 2 + bend * right[1])
    start, leaves = towards(here, control, FROM_NODE)
    tip, arrives = towards(there, control, FROM_NODE)
    neck = (tip[0] + TIP * arrives[0], tip[1] + TIP * arrives[1])
    width = HALF_WIDTH * 0.7

    def off(point, x, y, side):
        return (point[0] + side * width * y, point[1] - side * width * x)
    back = (-arrives[0], -arrives[1])
    return [("M", *off(start, *leaves, -1)), ("Q", *off(control, *along, -1), *off(neck, *back, -1)), ("L", *tip), ("L", *off(neck, *back, 1)),
            ("Q", *off(control, *along, 1), *off(start, *leaves, 1))]


def towards(point, other, far):
    """The place so far from a point on the way to another, and the direction."""
    length = math.dist(point, other) or 1.0
    along = ((other[0] - point[0]) / length, (other[1] - point[1]) / length)
    return (point[0] + far * along[0], point[1] + far * along[1]), along


def box(places, paths):
    """(left, bottom, width, height) of nodes and channels."""
    x = [place[0] for place in places] + [number for shape in paths for path in shape for step in path for number in step[1::2]]
    y = [place[1] for place in places] + [number for shape in paths for path in shape for step in path for number in step[2::2]]
    left, bottom = min(x) - 0.25, min(y) - 0.25
    return left, bottom, max(x) + 0.25 - left, max(y) + 0.25 - bottom


def svg(shape):
    """The path data of a shape; y goes down there."""
    return "".join("".join(step[0] + " ".join(f"{round(sign * number, 2):g}" for sign, number in zip((1, -1, 1, -1), step[1:])) for step in path) + "Z" for path in shape)
