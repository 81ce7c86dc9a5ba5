#!/usr/bin/python3
"""What every film has, pixel by pixel: panels with one clock, below them a chart of what there is over time, a legend of levels, and the time.

A film is a subclass, with panel(index, state), which paints one, states(times), which yields for each time the states of all panels, and
times(every), the times that are shown.
"""

from matplotlib.colors import to_rgb

from runner.figures.drawing import style
from runner.figures.drawing.pixels import Canvas, gif

MARGIN, CHART, FOOT = 28, 86, 44  # pixels
SPACINGS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 10 ** 9)  # of the ticks of the chart
MARK = (200, 30, 30)


class Film:
    """`most`: the highest level; `span`: (first, last time) of the chart; `clock`: what the time is called."""

    def __init__(self, width, bottom, most, span, entry, clock="step"):
        self.bottom, self.most, self.entry, self.clock = bottom, most, entry, clock
        self.first, self.last = span
        self.canvas = Canvas(width, bottom + CHART + FOOT + 24, (255, 255, 255))
        self.ink, self.grey = self.canvas.colour((20, 20, 20)), self.canvas.colour((110, 110, 110))
        self.heat = [self.canvas.colour(bits(colour)) for colour in style.level_colours(most)]

    def colours_of_lines(self, count):
        return [self.canvas.colour(bits(style.COLOURS[index % len(style.COLOURS)])) for index in range(count)]

    def chart(self, title, counts, marks=()):
        """Its axes. `counts`: of each panel, from the first time on; `marks`: [(time, text)]."""
        self.counts = counts
        self.highest = max(1, *(int(own.max(initial=1)) for own in counts))
        y = self.bottom + 18
        self.canvas.text(MARGIN, self.bottom + 2, f"{title} (of {self.highest})", self.ink, size=12)
        self.canvas.box(MARGIN, y, 1, CHART, self.grey)
        self.canvas.box(MARGIN, y + CHART, self.canvas.pixels.shape[1] - 2 * MARGIN, 1, self.grey)
        spacing = next(step for step in SPACINGS if (self.last - self.first) / step <= 10)
        for time in range(-(-self.first // spacing) * spacing, self.last + 1, spacing):
            self.canvas.box(round(self.place(time)), y + CHART, 1, 4, self.grey)
            self.canvas.text(round(self.place(time)), y + CHART + 5, str(time), self.grey, size=11, anchor=0.5)
        for time, text in marks:
            colour = self.canvas.colour(MARK)
            self.canvas.box(round(self.place(time)), y, 1, CHART, colour)
            self.canvas.text(round(self.place(time)) + 3, y - 2, text, colour, size=11)

    def legend(self, title, step):
        """A box for each level, of `step` things more than the one before it."""
        x, y = MARGIN, self.canvas.pixels.shape[0] - 24
        self.canvas.text(x, y, title, self.ink, size=12)
        x += 150
        for level, colour in enumerate(self.heat):
            self.canvas.box(x, y, 24, 14, colour)
            ink = self.ink if 3 * level > self.most else self.canvas.colour((255, 255, 255))
            self.canvas.text(x + 12, y, str(level * step), ink, colour, 11, anchor=0.5)
            x += 25

    def place(self, time):
        return MARGIN + (self.canvas.pixels.shape[1] - 2 * MARGIN - 40) * (time - self.first) / max(self.last - self.first, 1)

    def film(self):
        """The GIF."""
        return gif(self.pictures(self.times(self.entry["every"])), self.canvas.palette, self.entry.get("milliseconds", 80))

    def pictures(self, times):
        still = self.canvas.picture()
        for time, held in zip(times, self.states(times)):
            for index, state in enumerate(held):
                self.panel(index, state)
                self.curve(index, self.counts[index][:time - self.first + 1])
            here = round(self.place(time))
            self.canvas.box(here, self.bottom + 18, 1, CHART, self.grey)
            high, wide = self.canvas.pixels.shape
            self.canvas.text(wide - MARGIN, high - 27, f"{self.clock} {time}", self.ink, size=17, anchor=1.0)
            yield self.canvas.picture()
            self.canvas.pixels[:] = still

    def curve(self, index, counts):
        foot = self.bottom + 18 + CHART - 2
        x = [self.place(self.first + number) for number in range(len(counts))]
        self.canvas.path(x, foot - (CHART - 6) * counts / self.highest, self.lines[index])


def bits(colour):
    return tuple(round(255 * part) for part in to_rgb(colour))
