#!/usr/bin/python3
"""Puts text where it covers no mark: along vertical and horizontal lines, beside points. What is drawn is measured in pixels."""

import numpy

from matplotlib.transforms import Bbox


def along_line(axes, x, texts, **style):
    """Writes the first of `texts` that finds a place beside the vertical line at x (data) where it covers no mark and no other text, as little as
    possible of what else is drawn: heights from the top down, on both sides. Without such a place nothing is written. Call it when all else
    is drawn and the limits are final."""
    for text in [texts] if isinstance(texts, str) else texts:
        label = axes.annotate(text, (x, 1), (0, 0), xycoords=axes.get_xaxis_transform(), textcoords="offset points", rotation=90,
                              annotation_clip=False, **style)
        if beside(axes, x, label):
            return True
        label.remove()
    return False


def beside(axes, x, label):
    """Moves the label to the best place along the line at x; whether there is one."""
    box = label.get_window_extent(renderer(axes))
    point = pixel(axes)
    frame = axes.bbox
    foot = axes.transData.transform((x, 1))[0]
    others = [text for text in axes.texts if text is not label]
    drawn, marks = pixels(axes, others), [*mark_boxes(axes), *(text.get_window_extent(renderer(axes)) for text in others)]
    places = []
    for top in numpy.arange(frame.y1 - point, frame.y0 + box.height, -2 * point):
        for side, left in ((0, foot + 1.5 * point), (1, foot - 1.5 * point - box.width)):
            own = Bbox.from_extents(left, top - box.height, left + box.width, top)
            if frame.x0 <= left and left + box.width <= frame.x1 and not any(map(own.overlaps, marks)):
                places.append((covered(own, drawn), side, left, top))
    if places:
        _, _, left, top = min(places, key=lambda place: place[:1])  # the first of the best: highest, right before left
        label.set_position(((left + box.width / 2 - foot) / point, (top - box.height / 2 - frame.y1) / point))
        label.set(ha="center", va="center")
    return bool(places)


def at_edge(axes, texts, **style):
    """Writes the first of `texts` that finds a place at the right edge where it covers no mark and no other text, from the top down, as little as possible of what
    else is drawn; whether one did."""
    point, frame = pixel(axes), axes.bbox
    for text in texts:
        label = axes.annotate(text, (1, 1), (-2, 0), xycoords="axes fraction", textcoords="offset points", ha="right", va="top", annotation_clip=False, **style)
        box = label.get_window_extent(renderer(axes))
        others = [other for other in axes.texts if other is not label]
        drawn, marks = pixels(axes, others), [*mark_boxes(axes), *(other.get_window_extent(renderer(axes)) for other in others)]
        places = []
        for top in numpy.arange(frame.y1 - point, frame.y0 + box.height, -2 * point):
            own = Bbox.from_extents(box.x0, top - box.height, box.x1, top)
            if own.x0 >= frame.x0 and not any(map(own.overlaps, marks)):
                places.append((covered(own, drawn), top))
        if places:
            _, top = min(places, key=lambda place: place[0])  # the highest of the best
            label.set_position((-2, (top - frame.y1) / point))
            return True
        label.remove()
    return False


def covered(box, drawn):
    """How many of the places that are drawn (pixels()) lie in a box, or nearer than the room that they want."""
    apart = [numpy.abs(drawn[:, side] - (low + high) / 2) - (high - low) / 2 for side, (low, high) in enumerate(((box.x0, box.x1), (box.y0, box.y1)))]
    return int((numpy.maximum(*apart) < drawn[:, 2]).sum())


def first_clear(axes, place, text, offsets, **style):
    """Writes `text` beside a place (data) at the first of `offsets` ((x, y) in points, ha, va) where it covers no mark, no text and stays in the page;
    whether there is one."""
    found = [*mark_boxes(axes), *(other.get_window_extent(renderer(axes)) for other in axes.texts)]
    page = axes.figure.bbox
    for offset, ha, va in offsets:
        label = axes.annotate(text, place, offset, textcoords="offset points", ha=ha, va=va, **style)
        box = label.get_window_extent(renderer(axes))
        if not any(map(box.overlaps, found)) and page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1:
            return True
        label.remove()
    return False


def mark_boxes(axes):
    """The boxes of all markers, and of the bars, in pixels."""
    point = pixel(axes)
    found = [patch.get_window_extent() for patch in axes.patches if patch.get_visible() and patch.get_label() != "_background"]
    for line in axes.lines:
        if line.get_marker() in (None, "None", "none", "", " "):
            continue
        reach = (line.get_markersize() / 2 + line.get_markeredgewidth() / 2) * point
        flat = 0.5 * reach if line.get_marker() in ("_", "|") else reach
        for x, y in line.get_transform().transform(line.get_xydata()):
            if numpy.isfinite(x) and numpy.isfinite(y):
                found.append(Bbox.from_extents(x - reach, y - flat, x + reach, y + flat))
    return found


def pixels(axes, texts, above=0):
    """What is drawn as lines (of this zorder at least), markers and text: rows of x, y and the room to leave, in pixels; along lines about a pixel apart."""
    point = pixel(axes)
    found = [numpy.empty((0, 3))]
    for line in (line for line in axes.lines if line.get_zorder() >= above):
        corners = line.get_transform().transform(line.get_xydata())
        marker = line.get_markersize() / 2 if line.get_marker() != "None" else 0
        found.append(with_room(corners, point * (marker + 1)))
        if line.get_linestyle() != "None":
            for start, end in zip(corners[:-1], corners[1:]):
                steps = max(2, int(min(numpy.hypot(*(end - start)), 1e5)))
                found.append(with_room(start + numpy.linspace(0, 1, steps)[:, None] * (end - start), point))
    for text in texts:
        box = text.get_window_extent(renderer(axes))
        grid = numpy.meshgrid(numpy.arange(box.x0, box.x1), numpy.arange(box.y0, box.y1))
        found.append(with_room(numpy.column_stack([axis.ravel() for axis in grid]), point))
    return numpy.concatenate(found)


def with_room(places, room):
    return numpy.column_stack([places, numpy.full(len(places), room)])


def pixel(axes):
    """Pixels of a point."""
    return axes.figure.dpi / 72


def renderer(axes):
    return axes.figure.canvas.get_renderer()
