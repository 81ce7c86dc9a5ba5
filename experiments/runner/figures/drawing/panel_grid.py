#!/usr/bin/python3
"""Panels beside and below each other, with common axes where they show the same value; ticks that do not meet, categories, exponents beside curves."""

import textwrap

from matplotlib.ticker import LogLocator

from runner.figures.drawing import labels, style
from runner.figures.drawing.labels import renderer

HIGH = 1.9  # inches of a row of panels
MARGIN = 0.04  # of the axis: left of marks at 0, which stand whole
CROWDED, FEW = 0.8, 5  # of the width of an axis: its labels without blanks; ticks then
WIDE = 50  # of a logarithmic axis: the ratio of its ends from which on only powers of ten are written
TURNED = 35  # degrees, of the names of categories that have no room beside each other


def of(count, columns, shared):
    """(figure, axes by row) of so many panels; those that are left over are empty."""
    columns = min(columns, count)
    rows = -(-count // columns)
    high = 0.5 + HIGH * rows
    figure, grid = style.pyplot.subplots(rows, columns, figsize=(style.TWO_COLUMNS, high), squeeze=False, sharex=True, sharey=shared)
    figure.subplots_adjust(left=0.085, right=0.985, top=1 - 0.2 / high, bottom=0.42 / high, wspace=0.08 if shared else 0.25, hspace=0.2 if shared else 0.3)
    for axes in list(grid.flat)[count:]:
        axes.set_axis_off()
    return figure, grid


def tidy(grid, count, shared):
    """Labels stand at the outer panels alone, those of y also where panels differ in it."""
    columns = len(grid[0])
    for number, axes in enumerate(list(grid.flat)[:count]):
        last = number + columns >= count
        if not last:
            axes.set_xlabel("")
        axes.tick_params(labelbottom=last)
        if shared and number % columns:
            axes.set_ylabel("")
            axes.tick_params(labelleft=False)


def settle_across(axes, entry, places, names):
    """The axis of x: categories, or numbers with room left of marks at 0."""
    if names is not None:
        name_categories(axes, list(names.values()))
        return
    if "x-limits" not in entry and "x" not in entry.get("log", []) and places and min(places) == 0:
        axes.set_xlim(left=-MARGIN * axes.get_xlim()[1])
    thin(axes)


def thin(axes):
    """Fewer ticks where their labels would meet, or those of the next panel: on a wide logarithmic axis the powers of ten."""
    left, right = axes.get_xlim()
    if axes.get_xscale() == "log":
        if right > WIDE * left:
            axes.xaxis.set_major_locator(LogLocator())
    elif sum(label.get_window_extent(renderer(axes)).width for label in axes.get_xticklabels()) > CROWDED * axes.bbox.width:
        axes.locator_params(axis="x", nbins=FEW)


def name_categories(axes, names):
    """Ticks at 0, 1, ... with these names: broken at blanks, and turned where they would still meet."""
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_xticks(range(len(names)), names)
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")
    room = 0.96 * axes.bbox.width / len(names)

    def meet():
        return any(label.get_window_extent(renderer(axes)).width > room for label in axes.get_xticklabels())
    if meet():
        axes.set_xticks(range(len(names)), ["\n".join(textwrap.wrap(name.replace(",", ", "), 12, break_long_words=False)) for name in names])
    if meet():
        axes.set_xticks(range(len(names)), names)
        axes.tick_params(axis="x", labelrotation=TURNED)
        for label in axes.get_xticklabels():
            label.set(ha="right", va="top", rotation_mode="anchor")


def height(axes):
    """In points."""
    return axes.bbox.height / axes.figure.dpi * 72


def write_exponents(axes, found):
    """`found`: (table_points.Drawn, exponent or None). Right of each curve's last point; at the right edge where a mark stands there; moved apart where they would
    lie on one another."""
    placed = [(axes.transData.transform(one.places[-1][:2])[1], one.number, one, own) for one, own in found if own is not None]
    for _, _, one, own in sorted(placed, key=lambda place: place[:2]):
        place, look = one.places[-1], {"fontsize": 6, "color": one.look(True)["color"]}
        beside = [((5, up), "left", "center") for up in (0, 3.5, -3.5, 7, -7, 10.5, 14)]
        if not labels.first_clear(axes, place[:2], f"{own:.2f}", beside, **look):
            labels.first_clear(axes, (axes.get_xlim()[1], place.y), f"{own:.2f}", [((-2, up), "right", "center") for up in range(0, 200, 7)], **look)
