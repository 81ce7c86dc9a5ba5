#!/usr/bin/python3
"""The page of a film, pixel by pixel: a map of the processors for each panel, enlarged rows below it and columns beside it, and the packets under way."""

import numpy

from runner.figures.drawing.film_clock import Film, bits

MARGIN, GAP, TITLE, THICK = 28, 6, 22, 10  # pixels; THICK: of an enlarged row or column


class Page(Film):
    """`shown`: a list of panels (film.Panel) with one crop; `scale`: pixels a processor."""

    def __init__(self, shown, entry):
        self.shown = shown
        self.crop = shown[0].crop
        self.scale = max(1, 360 // max(self.crop.high, self.crop.wide))
        self.wide, self.high = self.scale * self.crop.wide, self.scale * self.crop.high
        self.below, self.beside = (THICK * len(lines) for lines in (self.crop.rows, self.crop.columns))
        self.across = self.wide + (GAP + self.beside if self.beside else 0)
        self.pitch = self.across + MARGIN + 4
        bottom = TITLE + 16 + self.high + (GAP + self.below + 14 if self.below else 0)
        last = max(panel.frames.last for panel in shown)
        super().__init__(MARGIN + len(shown) * self.pitch, bottom, max(panel.frames.most() for panel in shown), (0, last), entry)
        self.grid = self.canvas.colour(self.mix(0.3))
        self.pale = self.canvas.colour(self.mix(0.85))
        self.lines = self.colours_of_lines(len(shown))
        for index in range(len(shown)):
            self.frame_of(index)
        self.chart("packets under way", [panel.frames.under_way() for panel in shown])
        self.legend("packets in a processor", 1)

    def mix(self, share):
        """Between the colour of an empty processor and white."""
        return tuple((1 - share) * part + share * 255 for part in self.canvas.palette[self.heat[0]])

    def origin(self, index):
        return MARGIN + index * self.pitch, TITLE + 16

    def frame_of(self, index):
        """What stands still in a panel: title, subplanes, labels, the places of the enlarged rows and columns."""
        panel, crop, (x, y) = self.shown[index], self.crop, self.origin(index)
        self.canvas.text(x, 4, panel.label, self.lines[index], size=15)
        self.canvas.box(x, y, self.wide, self.high, self.heat[0])
        size = crop.size * self.scale
        for start in range(size, self.wide, size):
            self.canvas.box(x + start, y, 1, self.high, self.grid)
        for start in range(size, self.high, size):
            self.canvas.box(x, y + start, self.wide, 1, self.grid)
        for text, row, column in panel.labels:
            left, top = x + (column - 1) * size - crop.left * self.scale, y + (row - 1) * size - crop.top * self.scale
            for number, line in enumerate(text.split("\n")):
                self.canvas.text(left + size // 2, top + size // 2 - 16 + 15 * number, line, self.pale, self.heat[0], 12, anchor=0.5)
        for number in range(crop.high // crop.size):
            self.canvas.text(x - 16, y + number * size + size // 2 + 26, f"row {crop.top // crop.size + number + 1}", self.grey, size=11, upright=True)
        for number in range(crop.wide // crop.size):
            self.canvas.text(x + number * size + size // 2, y - 15, f"column {crop.left // crop.size + number + 1}", self.grey, size=11, anchor=0.5)
        if crop.rows:
            self.canvas.text(x, self.bottom - 14, f"rows {crop.rows[0]} to {crop.rows[-1]}, enlarged", self.grey, size=11)
        if crop.columns:
            self.canvas.text(x + self.across, self.bottom - 14, f"columns {crop.columns[0]} to {crop.columns[-1]}", self.grey, size=11, anchor=1.0)

    def times(self, every):
        return [*range(0, self.last + 1, every), self.last + 1]

    def states(self, times):
        return zip(*(panel.frames.at(times) for panel in self.shown))

    def panel(self, index, packets):
        crop, (x, y) = self.crop, self.origin(index)
        heats = numpy.array(self.heat, dtype=numpy.uint8)
        shown = enlarged(grown(crop.of(packets)) if self.scale < 3 else crop.of(packets), self.scale, self.scale)
        self.paint(x, y, shown, heats, over=True)
        if crop.rows:
            self.paint(x, y + self.high + GAP, enlarged(crop.band(packets, "rows"), THICK, self.scale), heats)
        if crop.columns:
            self.paint(x + self.wide + GAP, y, enlarged(crop.band(packets, "columns"), self.scale, THICK), heats)

    def paint(self, x, y, levels, heats, over=False):
        """`over`: empty processors leave what is there."""
        own = self.canvas.pixels[y:y + levels.shape[0], x:x + levels.shape[1]]
        where = levels > 0 if over else numpy.ones_like(levels, dtype=bool)
        own[where] = heats[levels[where]]


def grown(levels):
    """Every processor as large as its neighbourhood of 3 x 3, the fullest on top: single packets can be seen then."""
    padded = numpy.pad(levels, 1)
    high, wide = levels.shape
    return numpy.max([padded[i:i + high, j:j + wide] for i in range(3) for j in range(3)], axis=0)


def enlarged(levels, high, wide):
    return numpy.repeat(numpy.repeat(levels, high, axis=0), wide, axis=1)
