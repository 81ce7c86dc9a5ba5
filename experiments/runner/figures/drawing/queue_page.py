#!/usr/bin/python3
"""The page of a film of queues: for each panel a map of the routers with the buffers around them, and the flits in all buffers over time.

On a map a router is the middle of a cross, and each of its arms the input buffer of the channel that arrives on that side; x1 goes upwards.
"""

import numpy

from runner.figures.drawing.film_clock import MARGIN, Film, bits
from runner.network import coordinates

CELL = 4  # of the map, a router: three for the cross, and a gap
LARGE = 310  # pixels of a map, about
TITLE, GAP = 22, 14
MOST_LEVELS = 16
ROUTER, FAILED, EMPTY = "#4a3a66", "#e02020", 0  # colours; the level of what is neither
# (dimension, sign of a hop) -> row and column of the cross where it arrives.
SIDES = {(0, 1): (1, 0), (0, -1): (1, 2), (1, 1): (2, 1), (1, -1): (0, 1)}


class Map:
    """Where the buffers of a two-dimensional network stand. `channels`: [(from, to)]."""

    def __init__(self, channels, radices):
        self.radices = radices
        self.shape = (CELL * radices[1] - 1, CELL * radices[0] - 1)
        self.places = [self.place(*ends) for ends in channels]

    def corner(self, node):
        x, y = coordinates(node, self.radices)
        return CELL * (self.radices[1] - 1 - y), CELL * x

    def place(self, origin, to):
        """Row and column of the buffer at the end of a channel."""
        here, there = coordinates(origin, self.radices), coordinates(to, self.radices)
        dimension = 0 if here[0] != there[0] else 1
        sign = 1 if (here[dimension] + 1) % self.radices[dimension] == there[dimension] else -1
        (row, column), (down, right) = self.corner(to), SIDES[dimension, sign]
        return row + down, column + right

    def levels(self, fills, failed, router, dead):
        """An array of levels: of buffers by `fills`, `router` for those that work, `dead` for what has failed. `failed`: (nodes, links)."""
        found = numpy.full(self.shape, EMPTY, dtype=numpy.uint8)
        for place, fill in zip(self.places, fills):
            found[place] = fill
        nodes, links = failed
        for node in range(self.radices[0] * self.radices[1]):
            row, column = self.corner(node)
            found[row + 1, column + 1] = dead if node in nodes else router
            if node in nodes:
                for down, right in SIDES.values():
                    found[row + down, column + right] = dead
        for origin, to in links:
            found[self.place(origin, to)] = found[self.place(to, origin)] = dead
        return found


class Page(Film):
    """`shown`: a list of panels (queue_film.Panel) of one network; `span`: (first, last cycle)."""

    def __init__(self, shown, entry, span):
        self.shown, self.map, self.step = shown, shown[0].map, step_of(shown)
        self.columns = min(int(entry.get("columns", 2)), len(shown))
        self.scale = max(2, LARGE // max(self.map.shape))
        self.high, self.wide = (self.scale * cells for cells in self.map.shape)
        rows = -(-len(shown) // self.columns)
        width = max(MARGIN + self.columns * (self.wide + MARGIN), 640)  # for the legend
        super().__init__(width, rows * (TITLE + self.high + GAP), most_level(shown, self.step), span, entry, "cycle")
        self.lines = self.colours_of_lines(len(shown))
        own = [self.canvas.colour(bits(colour)) for colour in (ROUTER, FAILED)]
        self.colours = numpy.array([*self.heat, *own], dtype=numpy.uint8)
        for index, panel in enumerate(shown):
            x, y = self.origin(index)
            self.canvas.text(x, y - TITLE + 2, panel.label, self.lines[index], size=14)
        marks = [(cycle, text) for cycle, text in shown[0].moments() if span[0] <= cycle <= span[1]]
        self.chart("flits in all buffers", [panel.buffers.total(*span) for panel in shown], marks)
        self.legend("flits in a buffer", self.step)

    def origin(self, index):
        return MARGIN + index % self.columns * (self.wide + MARGIN), TITLE + index // self.columns * (TITLE + self.high + GAP)

    def times(self, every):
        return range(self.first, self.last + 1, every)

    def states(self, times):
        return ([levels_of(panel, time, self.step, self.most) for panel in self.shown] for time in times)

    def panel(self, index, levels):
        x, y = self.origin(index)
        shown = numpy.repeat(numpy.repeat(self.colours[levels], self.scale, axis=0), self.scale, axis=1)
        self.canvas.pixels[y:y + self.high, x:x + self.wide] = shown


def step_of(shown):
    """Flits that a level stands for: one, or more where buffers hold many."""
    return max(1, -(-max(panel.buffers.most() for panel in shown) // MOST_LEVELS))


def most_level(shown, step):
    return max(1, -(-max(panel.buffers.most() for panel in shown) // step))


def levels_of(panel, cycle, step, most):
    """A panel's map at the end of a cycle: of buffers 0 .. most, then routers, then what has failed."""
    return panel.map.levels(-(-panel.buffers.at(cycle) // step), panel.failed(cycle), most + 1, most + 2)
