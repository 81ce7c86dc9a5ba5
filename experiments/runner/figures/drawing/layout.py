#!/usr/bin/python3
"""Positions of the nodes of any network, by forces: between every two nodes there is a spring as long as the channels between them (Kamada and Kawai 1989),
and the energy is made small by majorization (Gansner, Koren and North 2004). Computed once and kept in results/layouts/, since other versions of
the numerical libraries may end elsewhere.
"""

import hashlib
import json
import math

import numpy

from runner.running import store

VERSION = 1
STEPS = 400  # at most
STILL = 1e-5  # relative change of the energy at which it ends
SMALL, TRIES = 150, 16  # nodes: up to so many the clearest of several settled states is taken
CLEAR, LARGEST = 0.7, 3.0  # how far apart what does not touch should be (0.1: the width of a channel), and how much all is drawn larger for it


def kept(folder, count, links):
    """[(x, y)]: from the folder, or computed and put there. `links`: pairs of nodes."""
    pairs = sorted({(min(link), max(link)) for link in links if link[0] != link[1]})
    text = json.dumps([VERSION, count, pairs], separators=(",", ":"))
    file = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
    found = (store.read_object(file) or {}).get("positions")
    if not isinstance(found, list) or len(found) != count:
        found = computed(count, pairs)
        folder.mkdir(parents=True, exist_ok=True)
        store.write(file, json.dumps({"positions": found}) + "\n")
    return [(float(x), float(y)) for x, y in found]


def computed(count, pairs):
    if count < 2 or not pairs:
        return [[float(node), 0.0] for node in range(count)]
    wanted = distances(count, pairs)
    starts = [classical(wanted)]
    if count <= SMALL:
        starts += [wanted.max() * numpy.random.default_rng(seed).standard_normal((count, 2)) for seed in range(1, TRIES)]
    best = settled(wanted, starts[0])
    for start in starts[1:]:
        places = settled(wanted, start)
        best = places if clearance(places, pairs) > 1.1 * clearance(best, pairs) else best
    return upright(best, clearance(best, pairs))


def settled(wanted, places):
    """Where nodes that begin at `places` come to rest."""
    weight = 1.0 / numpy.maximum(wanted, 1.0) ** 2
    numpy.fill_diagonal(weight, 0.0)
    inverse = numpy.linalg.pinv(numpy.diag(weight.sum(axis=1)) - weight, hermitian=True)
    places = places + 0.05 * numpy.random.default_rng(0).standard_normal(places.shape)
    energy = math.inf
    for _ in range(STEPS):
        apart = numpy.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
        now = float((weight * (apart - wanted) ** 2).sum())
        if energy - now < STILL * now:
            break
        energy = now
        pull = weight * wanted / numpy.maximum(apart, 1e-9)
        numpy.fill_diagonal(pull, 0.0)
        places = inverse @ ((numpy.diag(pull.sum(axis=1)) - pull) @ places)
    return places


def clearance(places, pairs):
    """How far nodes are from each other and from channels that are not theirs: of all nodes the nearest, but for one in twenty."""
    ends = numpy.array(pairs)
    nearest = []
    for node, place in enumerate(places):
        own = ends[(ends != node).all(axis=1)]
        start, along = places[own[:, 0]], places[own[:, 1]] - places[own[:, 0]]
        share = numpy.clip(((place - start) * along).sum(axis=1) / numpy.maximum((along ** 2).sum(axis=1), 1e-12), 0, 1)
        others = numpy.delete(places, node, axis=0)
        nearest.append(min(numpy.linalg.norm(points - place, axis=1).min(initial=numpy.inf) for points in (start + share[:, None] * along, others)))
    return float(numpy.percentile(nearest, 5))


def distances(count, pairs):
    """Hops between all nodes, a breadth-first search each; the parts of a network in pieces stand a little apart."""
    beside = [[] for _ in range(count)]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    found = numpy.full((count, count), -1.0)
    for start in range(count):
        row, front, far = found[start], [start], 0
        row[start] = 0
        while front:
            far += 1
            front = [node for node in dict.fromkeys(node for own in front for node in beside[own]) if row[node] < 0]
            row[front] = far
    found[found < 0] = found.max() + 2
    return found


def classical(wanted):
    """Where the energy is small already: classical scaling of the distances."""
    square = wanted ** 2
    centred = -0.5 * (square - square.mean(axis=0) - square.mean(axis=1)[:, None] + square.mean())
    values, vectors = numpy.linalg.eigh(centred)
    return vectors[:, -2:] * numpy.sqrt(numpy.maximum(values[-2:], 0))


def upright(places, clear):
    """The longest side across, no node on another or on a channel; numbers that a file holds."""
    places = places - places.mean(axis=0)
    _, _, turn = numpy.linalg.svd(places, full_matrices=False)
    return [[round(float(x), 3), round(float(y), 3)] for x, y in places @ turn.T * min(LARGEST, max(1.0, CLEAR / max(clear, 1e-9)))]
