#!/usr/bin/python3
"""heat: a value of the points as a colour, over two others: a cell for each value of `x` and of `y`, options or results, numbers or not.

`panels`: [{at, part, label}], in rows of `columns` (2), with one scale of colours; `label`: of that scale. A cell has its number where there is room; a saturated sample of
what has no mean then (latencies) is hatched, one that is otherwise saturated or undecided has a mark at its number; a cell without a result is empty.
"""

from typing import NamedTuple

import numpy
from matplotlib.colors import Normalize

from runner import units
from runner.exact import as_fraction, show, show_any
from runner.figures.drawing import legends, listing, panel_grid, panels, style
from runner.point import number
from runner.results import samples

MOST_WRITTEN = 16  # cells beside each other: with more of them they have no numbers
SIGNS = {"saturated": "*", "undecided": "?"}
HIGHEST = 4.5  # inches of a panel


class Cell(NamedTuple):
    x: str
    y: str
    value: float = None
    low: float = None
    high: float = None
    state: str = ""
    hatched: bool = False  # saturated, and then without a value


def draw(entry, data, part):
    found = cells_of(entry, data, part)
    values = [cell.value for own in found for cell in own if cell.value is not None]
    if not values and not any(cell.hatched for own in found for cell in own):
        return None
    across, up = (order(cell[index] for own in found for cell in own) for index in (0, 1))
    figure, grid, place = page(len(found), int(entry.get("columns", 2)), len(up) / len(across))
    scale = Normalize(min(values, default=0), max(values, default=1) if max(values, default=1) > min(values, default=0) else min(values, default=0) + 1)
    for axes, panel, own in zip(grid.flat, entry.get("panels") or [{}], found):
        draw_panel(axes, own, across, up, scale)
        axes.set_title(str(panel.get("label", "")), fontsize=7.5, pad=3, loc="left")
    for axis in "xy":
        getattr(grid[-1][0] if axis == "x" else grid[0][0], f"set_{axis}label")(str(entry.get(f"{axis}-label", units.label(entry[axis]))))
    for axes in grid[-1]:
        axes.set_xlabel(grid[-1][0].get_xlabel())
    for row in grid:
        row[0].set_ylabel(grid[0][0].get_ylabel())
    colours = style.pyplot.cm.ScalarMappable(norm=scale, cmap="viridis")
    bar = figure.colorbar(colours, cax=figure.add_axes(place))
    bar.set_label(str(entry.get("label", units.label(entry["value"]))))
    bar.ax.grid(False)
    legends.fit(figure, grid)
    beside(figure, grid, bar.ax)
    return figure


def beside(figure, grid, bar):
    """The bar of colours as high as the panels, and moved with them until its numbers are on the page."""
    boxes = [axes.get_position() for axes in grid.flat if axes.axison]
    left, _, wide, _ = bar.get_position().bounds
    bar.set_position([left, min(box.y0 for box in boxes), wide, max(box.y1 for box in boxes) - min(box.y0 for box in boxes)])
    out = (bar.get_tightbbox(figure.canvas.get_renderer()).x1 + 4 - figure.bbox.width) / figure.bbox.width
    if out > 0:
        figure.subplots_adjust(right=figure.subplotpars.right - out)
        bar.set_position([left - out, *bar.get_position().bounds[1:]])


def page(count, columns, shape):
    """(figure, axes, place of the bar of colours): one column for a panel alone, else two; `shape`: height by width of a panel."""
    columns = min(columns, count)
    rows = -(-count // columns)
    width = style.ONE_COLUMN if count == 1 else style.TWO_COLUMNS
    side, bar, foot, above, gap = 0.55, 0.65, 0.5, 0.22, 0.12  # inches
    wide = (width - side - bar - gap * (columns - 1)) / columns
    high = min(HIGHEST, max(1.0, wide * min(shape, 1.2)))
    tall = rows * (high + above) + foot
    figure, grid = style.pyplot.subplots(rows, columns, figsize=(width, tall), squeeze=False, sharex=True, sharey=True)
    figure.subplots_adjust(left=side / width, right=1 - bar / width, top=1 - above / tall, bottom=foot / tall, wspace=gap / wide, hspace=above / high)
    for axes in list(grid.flat)[count:]:
        axes.set_axis_off()
    return figure, grid, [1 - (bar - 0.08) / width, foot / tall, 0.1 / width, 1 - (foot + above) / tall]


def draw_panel(axes, own, across, up, scale):
    picture = numpy.full((len(up), len(across)), numpy.nan)
    for cell in own:
        picture[up.index(cell.y), across.index(cell.x)] = numpy.nan if cell.value is None else cell.value
    axes.imshow(picture, cmap="viridis", norm=scale, aspect="auto", origin="lower", interpolation="nearest")
    size = 6.5 if len(across) <= 8 else 5
    for cell in own:
        place = across.index(cell.x), up.index(cell.y)
        if cell.hatched:
            axes.add_patch(style.pyplot.Rectangle((place[0] - 0.5, place[1] - 0.5), 1, 1, facecolor="#eeeeee", edgecolor="#999999", hatch="////", linewidth=0))
        elif cell.value is not None and max(len(across), len(up)) <= MOST_WRITTEN:
            ink = "#000000" if luminance(style.pyplot.cm.viridis(scale(cell.value))) > 0.45 else "#ffffff"
            axes.text(*place, show(cell.value, 3) + SIGNS.get(cell.state, ""), ha="center", va="center", fontsize=size, color=ink)
    panel_grid.name_categories(axes, across)
    axes.set_yticks(range(len(up)), up)
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def luminance(colour):
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def order(texts):
    """Each once: numbers ascending, other texts in the order of the file."""
    found = list(dict.fromkeys(texts))
    return sorted(found, key=number) if all(number(text) is not None for text in found) else found


def cells_of(entry, data, part):
    """Of each panel the cells that have a sample."""
    return [[cell_of(entry, data, own) for own in samples.together(data.where(panel.get("part", part), {**entry.get("at", {}), **panel.get("at", {})}))]
            for panel in entry.get("panels") or [{}]]


def cell_of(entry, data, own):
    place = [panels.name_of(own[0], entry[axis]) if entry[axis] in own[0].options else show_any(data.value(own[0], entry[axis])) for axis in ("x", "y")]
    found = samples.estimate(data, own, entry["value"])
    state = "saturated" if found.saturated else "undecided" if found.undecided else ""
    if found.saturated and found.steady:
        return Cell(*place, state=state, hatched=True)
    value = None if as_fraction(found.value) is None else float(found.value)
    return Cell(*place, value, *((found.low, found.high) if value is not None and found.half else (None, None)), state)


def numbers(entry, data, part):
    labels = [str(panel.get("label", "")) for panel in entry.get("panels") or [{}]]
    rows = [(label, cell.x, cell.y, cell.value, cell.low, cell.high, cell.state) for label, own in zip(labels, cells_of(entry, data, part)) for cell in own]
    return listing.Table(("panel", "x", "y", "value", "low", "high", "state"), rows)


def caption(entry, data, part):
    found = [cell for own in cells_of(entry, data, part) for cell in own]
    texts = [(any(cell.low is not None for cell in found), "Intervals are in the table of the figure's numbers."),
             (any(cell.hatched for cell in found), "Hatched: saturated in at least one run, where there is no mean."),
             (any(cell.state == "saturated" and not cell.hatched for cell in found), "*: saturated in at least one run."),
             (any(cell.state == "undecided" for cell in found), "?: undecided."),
             (any(cell.value is None and not cell.hatched for cell in found), "Empty: no result.")]
    return " ".join(text for there, text in texts if there)
