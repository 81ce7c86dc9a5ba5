#!/usr/bin/python3
"""Puts text along a vertical line where it covers least of what is drawn: tries heights from the top down, on both sides."""

import numpy


def along_line(axes, x, text, **style):
    """Writes `text` beside the line at x (data). Call it when all else is drawn and the limits are final."""
    label = axes.annotate(text, (x, 1), (0, 0), xycoords=axes.get_xaxis_transform(), textcoords="offset points", rotation=90,
                          annotation_clip=False, **style)
    box = label.get_window_extent(axes.figure.canvas.get_renderer())
    point = axes.figure.dpi / 72  # pixels
    frame = axes.bbox
    foot = axes.transData.transform((x, 1))[0]
    drawn = pixels(axes, [text for text in axes.texts if text is not label])
    places = []
    for top in numpy.arange(frame.y1 - point, frame.y0 + box.height, -2 * point):
        for side, left in ((0, foot + 1.5 * point), (1, foot - 1.5 * point - box.width)):
            if frame.x0 <= left and left + box.width <= frame.x1:
                x_apart = numpy.abs(drawn[:, 0] - left - box.width / 2) - box.width / 2
                y_apart = numpy.abs(drawn[:, 1] - top + box.height / 2) - box.height / 2
                inside = numpy.maximum(x_apart, y_apart) < drawn[:, 2]
                places.append((int(inside.sum()), side, left, top))
    if places:
        _, _, left, top = min(places, key=lambda place: place[:1])  # the first of the best: highest, right before left
        label.set_position(((left + box.width / 2 - foot) / point, (top - box.height / 2 - frame.y1) / point))
        label.set(ha="center", va="center")


def pixels(axes, texts):
    """What is drawn as lines, markers and text: rows of x, y and the room to leave, in pixels; along lines about a pixel apart."""
    point = axes.figure.dpi / 72
    found = [numpy.empty((0, 3))]
    for line in axes.lines:
        corners = line.get_transform().transform(line.get_xydata())
        marker = line.get_markersize() / 2 if line.get_marker() != "None" else 0
        found.append(with_room(corners, point * (marker + 1)))
        if line.get_linestyle() != "None":
            for start, end in zip(corners[:-1], corners[1:]):
                steps = max(2, int(numpy.hypot(*(end - start))))
                found.append(with_room(start + numpy.linspace(0, 1, steps)[:, None] * (end - start), point))
    for text in texts:
        box = text.get_window_extent(axes.figure.canvas.get_renderer())
        grid = numpy.meshgrid(numpy.arange(box.x0, box.x1), numpy.arange(box.y0, box.y1))
        found.append(with_room(numpy.column_stack([axis.ravel() for axis in grid]), point))
    return numpy.concatenate(found)


def with_room(places, room):
    return numpy.column_stack([places, numpy.full(len(places), room)])
