#!/usr/bin/python3
"""channel-heat: the load of every directed channel of a 2-D torus or mesh, from results of `loads`.

A channel is an arrow beside the line between its nodes, on the right of its direction; a wrap-around channel is two stubs, one where it leaves and one
where it arrives. Grey: no load. The busiest channel is ringed, its load above the panel. `at` means the points, a panel each; or `panels` lists
{at, part, label}. All panels have one scale, from zero.
"""

from matplotlib.collections import PolyCollection
from matplotlib.colors import Normalize

from runner.exact import as_fraction, show_exact
from runner.figures.drawing import listing, style
from runner.network import coordinates, radices
from runner.results.summary import label

HALF_WIDTH, OFFSET, TIP = 0.055, 0.085, 0.12  # of an arrow, in units of the distance of neighbours
FROM_NODE = 0.17
CHANNEL = ("from", "to", "dimension", "sign")
EMPTY, RING = "#e9e9e9", style.COLOURS[1]


def draw(entry, data, part):
    panels = panels_of(entry, data, part)
    if not panels or any(len(radices(row.options["topology"]) or ()) != 2 for _, row in panels):
        return None
    columns = min(len(panels), entry.get("columns", 3))
    rows = -(-len(panels) // columns)
    own = radices(panels[0][1].options["topology"])
    width = style.ONE_COLUMN if columns == 1 else style.TWO_COLUMNS
    bar, side = 0.62, 0.36  # inches: the colour bar, and the margin for labels
    cell = (width - bar - 0.1) / columns
    two_lines = any(4.1 * len(text + busiest(row)[1]) + 12 > 72 * (cell - side) for text, row in panels)  # what stands above a panel, in points
    above = 0.17 + 0.13 * two_lines
    high = (cell - side) * (own[1] + 1.1) / (own[0] + 1.1) + 0.33 + above
    figure, grid = style.pyplot.subplots(rows, columns, figsize=(width, rows * high), squeeze=False)
    figure.subplots_adjust(left=side / width, right=1 - (bar + 0.1) / width, top=1 - above / (rows * high), bottom=0.33 / (rows * high),
                           wspace=side / (cell - side), hspace=(0.33 + above) / (high - 0.33 - above))
    scale = Normalize(0, float(max(as_fraction(channel["load"]) for _, row in panels for channel in row.result["channels"])) or 1.0)
    for axes, (text, row) in zip(grid.flat, panels):
        axes.set_title(text + "\n" * two_lines, fontsize=7.5, pad=2, loc="left")
        panel(axes, row, scale)
    for axes in grid.flat[len(panels):]:
        axes.set_axis_off()
    place = figure.add_axes([1 - bar / width, 0.33 / (rows * high), 0.1 / width, 1 - (0.33 + above) / (rows * high)])
    colours = style.pyplot.cm.ScalarMappable(norm=scale, cmap="viridis")
    figure.colorbar(colours, cax=place).set_label("channel load (packets/cycle)")
    place.grid(False)
    return figure


def panels_of(entry, data, part):
    return [panel for panel in chosen(entry, data, part) if panel[1].result and panel[1].result.get("channels")]


def numbers(entry, data, part):
    rows = [(text, *(channel[name] for name in CHANNEL), float(as_fraction(channel["load"]))) for text, row in panels_of(entry, data, part)
            for channel in row.result["channels"]]
    return listing.Table(("panel", *CHANNEL, "load"), rows)


def chosen(entry, data, part):
    """[(label, row)]"""
    if "panels" in entry:
        found = []
        for one in entry["panels"]:
            own = one.get("part", part)
            rows = data.where(own, one.get("at", {}))
            found += [(str(one["label"]) if "label" in one else label(data, own, row, seeds=True), row) for row in rows]
        return found
    rows = data.where(part, entry.get("at", {}))
    return [(label(data, part, row, seeds=True) if len(rows) > 1 else "", row) for row in rows]


def panel(axes, row, scale):
    own = radices(row.options["topology"])
    shapes, loads = [], []
    for channel in row.result["channels"]:
        load = as_fraction(channel["load"])
        for shape in arrows(channel, own):
            shapes.append(shape)
            loads.append(load)
    colours = [style.pyplot.cm.viridis(scale(float(load))) if load else EMPTY for load in loads]
    axes.add_collection(PolyCollection(shapes, facecolors=colours, edgecolors="none", zorder=2))
    nodes = [(x, y) for x in range(own[0]) for y in range(own[1])]
    axes.plot([x for x, _ in nodes], [y for _, y in nodes], linestyle="none", marker="o", markersize=2.2, color=style.GREY, zorder=3)
    mark_busiest(axes, row, own)
    axes.set(aspect="equal", xlim=(-0.75, own[0] - 0.25), ylim=(-0.75, own[1] - 0.25), xticks=range(own[0]), yticks=range(own[1]))
    axes.set_xlabel("$x_0$", labelpad=0.5)
    axes.set_ylabel("$x_1$", labelpad=2.5)
    axes.tick_params(length=0, pad=1.5, labelsize=6.5)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def busiest(row):
    """The busiest channel, of several that tie the first, and what is said of it; (None, "") without any load."""
    loads = [as_fraction(channel["load"]) for channel in row.result["channels"]]
    top = max(loads)
    found = [channel for channel, load in zip(row.result["channels"], loads) if load == top]
    many = f" ({len(found)} channels)" if len(found) > 1 else ""
    return (found[0], f"busiest {show_exact(top, 4)}{many}") if top else (None, "")


def mark_busiest(axes, row, own):
    """A ring round the busiest channel, and its load above the panel."""
    channel, text = busiest(row)
    if channel is None:
        return
    shape = arrows(channel, own)[0]
    axes.plot([sum(x for x, _ in shape) / len(shape)], [sum(y for _, y in shape) / len(shape)], marker="o", markersize=11, markerfacecolor="none",
              markeredgecolor=RING, markeredgewidth=1.1, zorder=4)
    axes.set_title(text, fontsize=7, pad=2, loc="right", color=RING)


def arrows(channel, own):
    """The corners of a channel's arrow, or of its two stubs."""
    here, there = coordinates(channel["from"], own), coordinates(channel["to"], own)
    dimension, sign = channel["dimension"], channel["sign"] or 1
    along = (sign, 0) if dimension == 0 else (0, sign)
    if all(a + b == c for a, b, c in zip(here, along, there)):
        return [arrow(here, along, FROM_NODE, 1 - FROM_NODE)]
    return [arrow(here, along, FROM_NODE, 0.62), arrow(there, along, -0.62, -FROM_NODE)]


def arrow(node, along, start, end):
    """From `start` to `end` along the line through the node, displaced to the right of its direction."""
    right = (along[1], -along[0])
    centre = (node[0] + OFFSET * right[0], node[1] + OFFSET * right[1])

    def at(forward, sideways):
        return (centre[0] + forward * along[0] + sideways * right[0], centre[1] + forward * along[1] + sideways * right[1])
    return [at(start, -HALF_WIDTH), at(end - TIP, -HALF_WIDTH), at(end, 0), at(end - TIP, HALF_WIDTH), at(start, HALF_WIDTH)]


def caption(entry, data, part):
    return ("An arrow is a directed channel, coloured by its exact load; grey: none. Stubs at the border are wrap-around channels. "
            "The ring marks the busiest channel; its load is above the panel.")
