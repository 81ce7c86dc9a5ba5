#!/usr/bin/python3
"""Legends that hide nothing: inside the axes in a corner that covers no mark, or, from five series on and where no corner is free, below them.

Also the last word on a page: labels that are longer than their axis are broken, and margins grow until every text is on the page.
"""

import textwrap

import numpy

from runner.figures.drawing.labels import mark_boxes, pixels, renderer
from runner.format.figure_kinds import CORNERS

MOST_INSIDE = 4  # series; with more of them the legend stands below
DATA = 2  # the zorder from which on lines are data, not references or fits
ROOM = 3  # points between a legend and what is above it


def legend(axes, series, handles=None, place=None, **style):
    """For `axes` alone. `series`: how many there are; `place`: the corner that is tried first."""
    handles = axes.get_legend_handles_labels()[0] if handles is None else handles
    if not handles:
        return
    if series <= MOST_INSIDE and inside(axes, handles, place, style):
        return
    below(axes.figure, handles, **style)


def inside(axes, handles, place, style):
    """Draws it in the corner that covers no mark and no line of data, and least of the other lines; whether there is one."""
    drawn, data, marks = pixels(axes, axes.texts), pixels(axes, [], DATA), mark_boxes(axes) + [text.get_window_extent(renderer(axes)) for text in axes.texts]
    wanted = [place] if place in CORNERS else []
    best = None
    for corner in [*wanted, *(corner for corner in CORNERS if corner not in wanted)]:
        box = axes.legend(handles=handles, loc=corner, **style).get_window_extent(renderer(axes))
        room = box.width <= axes.bbox.width and box.height <= axes.bbox.height
        if room and not any(map(box.overlaps, marks)) and not within(box, data):
            covered = within(box, drawn)
            if best is None or covered < best[0]:
                best = (covered, corner)
            if corner in wanted or covered == 0:
                break
    if best is None:
        axes.get_legend().remove()
        return False
    axes.legend(handles=handles, loc=best[1], **style)
    return True


def within(box, places):
    """How many of the rows of x, y are in a box."""
    return int(((box.x0 <= places[:, 0]) & (places[:, 0] <= box.x1) & (box.y0 <= places[:, 1]) & (places[:, 1] <= box.y1)).sum())


def below(figure, handles, **style):
    """At the foot of the page, which grows by its height: everything above keeps its size. As few rows as there is room for, of about one length."""
    found = None
    for rows in range(1, len(handles) + 1):
        columns = -(-len(handles) // rows)
        if found is not None:
            found.remove()
        found = figure.legend(handles=handles, loc="lower center", ncol=columns, borderaxespad=0.2, columnspacing=1.4, **style)
        if found.get_window_extent(renderer_of(figure)).width <= 0.98 * figure.bbox.width:
            break
    else:
        widest = max(len(text.get_text()) for text in found.get_texts())
        room = int(widest * 0.9 * figure.bbox.width / found.get_window_extent(renderer_of(figure)).width)
        for text in found.get_texts():
            text.set_text("\n".join(textwrap.wrap(text.get_text(), max(room, 8))))
    grow(figure, found.get_window_extent(renderer_of(figure)).height / figure.dpi + ROOM / 72)


def beside(figure, axes, handles, **style):
    """Right of the axes, which become narrower by its width; below them if that would leave too little."""
    fit(figure, [axes])
    found = figure.legend(handles=handles, loc="center right", borderaxespad=0.2, **style)
    box, margins = found.get_window_extent(renderer_of(figure)), figure.subplotpars
    right = 1 - (box.width + 8) / figure.bbox.width
    if right < margins.left + 0.5 or box.height > figure.bbox.height:
        found.remove()
        below(figure, handles, **style)
    else:
        figure.subplots_adjust(right=min(right, margins.right))


def grow(figure, inches):
    """Adds a strip at the foot of the page."""
    width, old = figure.get_size_inches()
    margins = figure.subplotpars
    bottom, top = margins.bottom * old, (1 - margins.top) * old
    figure.foot = getattr(figure, "foot", 0.0) + inches
    figure.set_size_inches(width, old + inches)
    figure.subplots_adjust(bottom=(bottom + inches) / (old + inches), top=1 - top / (old + inches))


def fit(figure, grid):
    """Breaks labels that are longer than their axis, then makes room at the edges for what leaves the page (or stands in the legend's strip)."""
    grid = list(numpy.ravel(grid))
    for _ in range(2):
        for axes in grid:
            shorten(axes.xaxis.label, axes.bbox.width, "width")
            shorten(axes.yaxis.label, axes.bbox.height, "height")
        boxes = [axes.get_tightbbox(renderer_of(figure)) for axes in grid if axes.axison or axes.texts]
        margins, edge, foot = figure.subplotpars, 4.0, getattr(figure, "foot", 0.0) * figure.dpi
        left = max(0.0, edge - min(box.x0 for box in boxes)) / figure.bbox.width
        right = max(0.0, max(box.x1 for box in boxes) + edge - figure.bbox.width) / figure.bbox.width
        bottom = max(0.0, foot + edge - min(box.y0 for box in boxes)) / figure.bbox.height
        top = max(0.0, max(box.y1 for box in boxes) + edge - figure.bbox.height) / figure.bbox.height
        if not (left or right or bottom or top):
            return  # the axes keep their size: a second look would find the same
        figure.subplots_adjust(left=margins.left + left, right=max(margins.right - right, margins.left + left + 0.1), bottom=margins.bottom + bottom,
                               top=max(margins.top - top, margins.bottom + bottom + 0.1))


def shorten(label, room, side):
    """Breaks a label of an axis into as few lines as fit."""
    text = " ".join(label.get_text().split("\n")) if label.get_text().count("\n") > 3 else label.get_text()
    for lines in range(1, 5):
        if getattr(label.get_window_extent(renderer_of(label.figure)), side) <= 1.05 * room or not text:
            return
        label.set_text("\n".join(textwrap.wrap(text.replace("\n", " "), max(8, -(-len(text) // (lines + 1)) + 4), break_long_words=False)))


def renderer_of(figure):
    return figure.canvas.get_renderer()
