#!/usr/bin/python3
"""How many slots of a pool a run takes: one for each of its threads (`threads` of simulate), never more than there are. The wider ones begin first; what
fits begins, so that no slot stands idle while there is something for it.

`threads: auto` is counted as simulate counts it (docs/reference/tiles.md): a thread for every VCS_OF_A_TILE virtual channels, at most one a processor;
one where the run is in one tile. What a run is to have is then said on its command line.
"""

import os
from collections import deque
from dataclasses import replace

from runner.point import Reference, number

THREADS, TILES = "threads", "tiles"  # options
AUTO = "auto"
MOST = 256  # threads of a run
VCS_OF_A_TILE = 2000  # of all network and injection channels


class Slots:
    """Which points run, and which wait for slots. `processors`: of the machine, which `threads: auto` goes by."""

    def __init__(self, count, simulator, processors=None):
        self.count = self.free = count
        self.simulator = simulator
        self.processors = processors or os.cpu_count() or 1
        self.waiting = {}  # slots -> points, in the order in which they came

    def width(self, point):
        """Slots that a run of the point takes."""
        if THREADS not in point.given:
            return 1
        given = point.given[THREADS]
        wanted = self.automatic(point) if given == AUTO else number(given, 1.0)
        return int(max(1, min(wanted, MOST, self.count)))

    def automatic(self, point):
        tiles = point.options.get(TILES)
        cut = number(tiles)
        alone = point.options.get("external") or "vcd" in point.outputs or (point.kept() and cut is None)
        topology = point.options.get("topology")
        if alone or isinstance(topology, Reference):
            return 1
        pay = self.simulator.channels(topology) * number(point.options.get("vcs"), 1.0) // VCS_OF_A_TILE
        return min(pay, self.processors, MOST if cut is None else cut)

    def at_once(self, points):
        """How many of the points run at a time, in the mean: long ones count more."""
        own = [(self.width(point), point.weight()) for point in points] if any(THREADS in point.given for point in points) else []
        total = sum(weight for _, weight in own)
        return max(1, int(self.count * total / sum(width * weight for width, weight in own))) if total > 0 else self.count

    def fitted(self, point):
        """The point as it runs: with no more threads than it has slots, in as many tiles as it would have with all of them, which its checkpoint is of."""
        width = self.width(point)
        given = point.given.get(THREADS)
        if given in (None, str(width)):
            return point
        tiles = {TILES: given} if given != AUTO and point.kept() and number(point.options.get(TILES)) is None else {}
        return replace(point, given={**point.given, THREADS: str(width), **tiles})

    def add(self, points):
        for point in points:
            self.waiting.setdefault(self.width(point), deque()).append(point)

    def next(self):
        """A point that fits into what is free, which it then holds; None without one."""
        for width in sorted(self.waiting, reverse=True):
            if width <= self.free and self.waiting[width]:
                self.free -= width
                return self.waiting[width].popleft()
        return None

    def release(self, point):
        """Of a point that has ended."""
        self.free += self.width(point)
