#!/usr/bin/python3
"""space-time: some rows of a mesh over time, from what `mesh run --out frames=FILE` leaves: columns across, steps downwards, the fullest of the rows at each place.

`panels`: [{part, at, label}]; `rows`: [first, last]. Packets that move are slanted lines, packets that stand are vertical ones; a step is one from the first in
which anything moves.
"""

import numpy

from runner.figures import film
from runner.figures.drawing import listing, style

TALLEST = 1600  # lines; with more steps than that a line stands for several


def draw(entry, data, part):
    shown = film.panels_of(entry, data, part)
    if not shown:
        return None
    last = last_of(entry, shown)
    left, right = span(shown[0].crop)
    figure, grid = style.pyplot.subplots(1, len(shown), figsize=(style.TWO_COLUMNS, 3.2), squeeze=False, sharey=True)
    figure.subplots_adjust(left=0.08, right=0.9, top=0.93, bottom=0.125, wspace=0.12)
    look = style.levels_bar(figure, max(panel.frames.most() for panel in shown), [0.925, 0.125, 0.015, 0.805], "packets in a processor, at most")
    for index, (axes, panel) in enumerate(zip(grid.flat, shown)):
        axes.imshow(history(panel, entry["rows"], last), extent=(left, right, last, 0), interpolation="nearest", aspect="auto", **look)
        axes.set_title(panel.label.replace("\n", " "), fontsize=7.5, pad=3, loc="left", color=style.COLOURS[index])
        axes.set_xlabel("column")
        axes.set_xticks(range(left, right + 1, panel.crop.size))
        axes.grid(False)
        for line in range(left + panel.crop.size, right, panel.crop.size):
            axes.axvline(line, color="white", alpha=0.35, linewidth=0.5)
    grid[0, 0].set_ylabel("step")
    return figure


def last_of(entry, shown):
    return max(panel.frames.last_in(entry["rows"]) for panel in shown)


def numbers(entry, data, part):
    """Where packets are; elsewhere there is none."""
    shown = film.panels_of(entry, data, part)
    last = last_of(entry, shown)
    rows = []
    for panel in shown:
        found = history(panel, entry["rows"], last)
        every = line_of(last)
        rows += [(panel.label, int(line) * every, int(column) + span(panel.crop)[0], int(found[line, column])) for line, column in zip(*found.nonzero())]
    return listing.Table(("panel", "step", "column", "packets"), rows)


def line_of(last):
    """The steps that a line stands for."""
    return -(-(last + 1) // TALLEST)


def span(crop):
    return crop.left, crop.left + crop.wide


def history(panel, rows, last):
    """An array of (times, columns)."""
    every = line_of(last)
    left, right = span(panel.crop)
    first, end = int(rows[0]), int(rows[1]) + 1
    return numpy.array([packets[first:end, left:right].max(axis=0) for packets in panel.frames.at(range(0, last + 1, every))])


def caption(entry, data, part):
    return (f"Rows {entry['rows'][0]} to {entry['rows'][1]}, the fullest of them at each column. Slanted: packets that move; vertical: packets that stand. "
            "Thin lines: borders of subplanes.")
