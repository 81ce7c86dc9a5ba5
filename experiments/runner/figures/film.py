#!/usr/bin/python3
"""film: how packets move, from what `mesh run --out frames=FILE` leaves (the part has `outputs: [frames]`): a GIF, and its decisive steps as a still figure.

`panels`: [{part, at, label, labels: [{text, subplane: [row, column]}]}], side by side with one clock; subplanes are the 4 x 4 of the zone algorithm, from 1.
`every`: steps a picture; `stills`: the steps of the figure; `enlarge`: {rows: [first, last], columns: [first, last]}, processors to be shown larger as well;
`milliseconds`: a picture (80). Time 0 is the last step before anything moves. Only the subplanes that ever hold a packet are drawn.
"""

import functools
from dataclasses import dataclass

import numpy

from runner.figures.drawing import listing, style
from runner.figures.drawing.film_page import Page
from runner.figures.drawing.frames import Frames
from runner.point import number


@dataclass(frozen=True)
class Crop:
    """The processors shown: from `top` and `left` on; `size`: of a subplane; `rows`, `columns`: those enlarged."""

    top: int
    left: int
    high: int
    wide: int
    size: int
    rows: range
    columns: range

    def of(self, packets):
        return packets[self.top:self.top + self.high, self.left:self.left + self.wide]

    def band(self, packets, which):
        if which == "rows":
            return packets[self.rows.start:self.rows.stop, self.left:self.left + self.wide]
        return packets[self.top:self.top + self.high, self.columns.start:self.columns.stop]


@dataclass(frozen=True)
class Panel:
    label: str
    frames: Frames
    crop: Crop
    labels: list  # (text, row, column) of subplanes


def panels_of(entry, data, part):
    """The panels that have a result; all with one crop."""
    found = []
    for one in entry["panels"]:
        for row in data.where(one.get("part", part), one.get("at", {})):
            file = data.output(row, "frames")
            side = number(row.options.get("side"))
            if file is not None and side and row.result is not None:
                found.append((one, frames_in(file, int(side), row.result.get("delivered") == row.result.get("moving_packets"))))
    if not found or not all(frames.most() for _, frames in found) or len({frames.side for _, frames in found}) != 1:
        return []
    crop = common_crop([frames for _, frames in found], entry.get("enlarge", {}))
    labels = [[(str(label["text"]), *map(int, label["subplane"])) for label in one.get("labels", [])] for one, _ in found]
    return [Panel(str(one.get("label", "")), frames, crop, own) for (one, frames), own in zip(found, labels)]


@functools.lru_cache(maxsize=8)
def frames_in(file, side, delivered):
    return Frames(file, side, delivered)


def common_crop(frames, enlarge):
    size = max(1, frames[0].side // 4)
    touched = numpy.array([one.touched(size) for one in frames])
    (top, left), (bottom, right) = touched[:, [0, 2]].min(axis=0), touched[:, [1, 3]].max(axis=0)
    lines = [range(int(enlarge[name][0]), int(enlarge[name][1]) + 1) if name in enlarge else range(0) for name in ("rows", "columns")]
    return Crop(int(top) * size, int(left) * size, int(bottom - top + 1) * size, int(right - left + 1) * size, size, *lines)


def film(entry, data, part):
    """The GIF, or None."""
    shown = panels_of(entry, data, part)
    return Page(shown, entry).film() if shown else None


def draw(entry, data, part):
    shown = panels_of(entry, data, part)
    if not shown:
        return None
    times = stills_of(entry)
    crop = shown[0].crop
    left, bar, above, head = 0.06, 0.62, 0.17, 0.16  # inches
    cell = (style.TWO_COLUMNS - left - bar) / len(times)
    side, strip = 0.8 * cell, 0.13 * cell
    high = head + side * crop.high / crop.wide + (strip + 0.02 if crop.rows else 0)
    total = above + len(shown) * (high + 0.04)
    figure = style.pyplot.figure(figsize=(style.TWO_COLUMNS, total))
    look = style.levels_bar(figure, max(panel.frames.most() for panel in shown), [1 - 0.5 / style.TWO_COLUMNS, 0.1, 0.1 / style.TWO_COLUMNS, 0.8],
                            "packets in a processor")
    for column, time in enumerate(times):
        figure.text((left + column * cell) / style.TWO_COLUMNS, 1 - 0.03 / total, f"step {time}", va="top", fontsize=7.5)
    for index, panel in enumerate(shown):
        top = total - above - index * (high + 0.04)
        figure.text(left / style.TWO_COLUMNS, top / total, panel.label.replace("\n", " "), va="top", ha="left", fontsize=7.5, color=style.COLOURS[index])
        for column, packets in enumerate(panel.frames.at(times)):
            cell_of(figure, crop, packets, look, (left + column * cell, top - head, side, strip))
    return figure


def stills_of(entry):
    return sorted(map(int, entry["stills"]))


def numbers(entry, data, part):
    """Processors that hold packets in the stills."""
    rows = []
    for panel in panels_of(entry, data, part):
        for step, packets in zip(stills_of(entry), panel.frames.at(stills_of(entry))):
            found = panel.crop.of(packets)
            rows += [(panel.label, step, int(row) + panel.crop.top, int(column) + panel.crop.left, int(found[row, column])) for row, column in zip(*found.nonzero())]
    return listing.Table(("panel", "step", "row", "column", "packets"), rows)


def cell_of(figure, crop, packets, look, place):
    """A map with its enlarged rows and columns; `place` in inches: x, top, side, thickness of the strips."""
    x, top, side, strip = place
    high = side * crop.high / crop.wide
    wide, tall = figure.get_size_inches()

    def picture(levels, left, upper, width, height):
        axes = figure.add_axes([left / wide, (upper - height) / tall, width / wide, height / tall])
        axes.imshow(levels, interpolation="nearest", aspect="auto", **look)
        axes.set_axis_off()
        return axes
    pool = max(1, crop.wide // 96)
    axes = picture(pooled(crop.of(packets), pool), x, top, side, high)
    for line in range(crop.size, crop.wide, crop.size):
        axes.axvline(line / pool - 0.5, color="white", alpha=0.35, linewidth=0.4)
    for line in range(crop.size, crop.high, crop.size):
        axes.axhline(line / pool - 0.5, color="white", alpha=0.35, linewidth=0.4)
    if crop.rows:
        picture(crop.band(packets, "rows"), x, top - high - 0.02, side, strip)
    if crop.columns:
        picture(crop.band(packets, "columns"), x + side + 0.02, top, strip, high)


def pooled(levels, size):
    """The fullest processor of every size x size."""
    high, wide = (length // size * size for length in levels.shape)
    return levels[:high, :wide].reshape(high // size, size, wide // size, size).max(axis=(1, 3))


def caption(entry, data, part):
    shown = panels_of(entry, data, part)
    if not shown:
        return ""
    crop = shown[0].crop
    last = "; ".join(f"{panel.label}: the last packet arrives in step {panel.frames.last}"
                     + (f" (step {panel.frames.base + panel.frames.last} of the run)" if panel.frames.base else "") for panel in shown)
    enlarged = [f"{name} {lines[0]} to {lines[-1]}" for name, lines in (("rows", crop.rows), ("columns", crop.columns)) if lines]
    return (f"Subplanes of {crop.size} x {crop.size} processors; only those that ever hold a packet are shown" + (f", {' and '.join(enlarged)} enlarged" if enlarged else "")
            + f". Steps count from the first packet that moves. {last}.")
