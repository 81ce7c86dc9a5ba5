#!/usr/bin/python3
"""network: where a network's load is: every node and every directed channel of one topology, coloured by the channel's exact load, and beside it by
the flits that a simulation saw there. On the page one chooses what is shown, and a channel shows its numbers and the pairs that load it.

`part` runs `loads` (with `outputs: [channel-pairs]`, for the pairs), a map for each of its points that `at` means, or for those of `panels`, [{part, at, label}], in rows of
`columns` (3); `measured` is a part that runs `simulate` with `outputs: [channels]`, drawn beside them; with `energy` among these the page shows what each channel took, too.
"""

from matplotlib.collections import PathCollection
from matplotlib.colors import Normalize
from matplotlib.path import Path

from runner.exact import show_exact
from runner.figures.drawing import channel_paths, channel_values, layout, listing, style

EMPTY, RING = "#e9e9e9", style.COLOURS[1]
BAR = 0.62  # inches, of a bar of colours with its numbers
MOST_PAIRS = 20_000  # of a figure on the page
MOST_PATHS = 2_048  # of a map in SVG and PDF: more channels are a picture there
LABELLED = 128  # nodes: in a larger network they have no room for numbers


def network(data, found):
    """(positions of the nodes, shapes of the channels)"""
    topology, channels = found[0].row.options["topology"], found[0].row.result["channels"]
    count = 1 + max(max(channel["from"], channel["to"]) for channel in channels)
    places = channel_paths.positions(topology, count)
    if places is None:
        places = layout.kept(data.store.directory.parent / "layouts", count, [(channel["from"], channel["to"]) for channel in channels])
    return places, channel_paths.shapes(topology, channels, places)


def best(one):
    """The run that is drawn beside the exact loads: of the highest load that is sustained."""
    return next((run for run in reversed(one.runs) if not run.saturated), None)


def draw(entry, data, part):
    found = channel_values.maps(entry, data, part)
    if not found:
        return None
    places, shapes = network(data, found)
    paths = [Path(*codes(shape)) for shape in shapes]
    if not any(best(one) for one in found):
        return exact_maps(entry, found, places, shapes, paths)
    figure, grid, box = page(places, shapes, len(found), 2, 2)
    for column, unit in enumerate(("exact load (packets/cycle)", "measured (flits/cycle)")):
        shown = [one.exact if column == 0 else measured(one) for one in found]
        scale = scale_of(shown)
        for axes, one, values in zip(grid[:, column], found, shown):
            one_map(axes, places, paths, values, scale, box)
            what = "exact load" if column == 0 else f"measured, {best(one).label}" if best(one) else "no sustained run"
            axes.set_title(f"{one.label}: {what}" if one.label else what, fontsize=7.5, pad=2, loc="left")
        bar_of_colours(figure, list(grid[:, column]), scale, unit)
    return figure


def exact_maps(entry, found, places, shapes, paths):
    """Side by side, the busiest channel of each ringed."""
    columns = min(len(found), int(entry.get("columns", 3)))
    cell = (style.TWO_COLUMNS - BAR) / columns if columns > 1 else style.ONE_COLUMN - BAR
    two_lines = any(4.1 * len(one.label + busiest_channel(one)[1]) + 26 > 72 * cell for one in found)  # in points
    figure, grid, box = page(places, shapes, -(-len(found) // columns), columns, 1, 0.14 * two_lines)
    scale = scale_of([one.exact for one in found])
    for axes, one in zip(grid.flat, found):
        one_map(axes, places, paths, one.exact, scale, box)
        ring(axes, shapes, one)
        axes.set_title(one.label + "\n" * two_lines, fontsize=7.5, pad=2, loc="left")
    for axes in grid.flat[len(found):]:
        axes.set_axis_off()
    bar_of_colours(figure, list(grid.flat), scale, "exact load (packets/cycle)")
    return figure


def page(places, shapes, rows, columns, bars, higher=0.0):
    """(figure, axes, box of the map) with room for so many bars of colours; `higher`: inches more above each map."""
    left, bottom, wide, high = box = channel_paths.box(places, shapes)
    width = style.ONE_COLUMN if columns == 1 else style.TWO_COLUMNS
    above = 0.2 + higher  # inches
    cell = (width - bars * BAR) / columns
    tall = min(6.0, cell * high / wide) + above
    figure, grid = style.pyplot.subplots(rows, columns, figsize=(width, rows * tall), squeeze=False)
    figure.subplots_adjust(left=0.01, right=1 - BAR / width, top=1 - above / (rows * tall), bottom=0.01, wspace=BAR / cell if bars > 1 else 0.05, hspace=above / (tall - above))
    return figure, grid, box


def scale_of(shown):
    return Normalize(0, float(max((value for values in shown for value in values), default=1) or 1))


def bar_of_colours(figure, axes, scale, unit):
    own = figure.colorbar(style.pyplot.cm.ScalarMappable(norm=scale, cmap="viridis"), ax=axes, fraction=0.035, pad=0.01)
    own.set_label(unit)
    own.ax.grid(False)


def busiest_channel(one):
    """(the number of the channel of the largest load, of several that tie the first; what is said of it); (None, "") without any load."""
    top = max(one.exact)
    many = f" ({one.exact.count(top)} channels)" if one.exact.count(top) > 1 else ""
    return (one.exact.index(top), f"busiest {show_exact(top, 4)}{many}") if top else (None, "")


def ring(axes, shapes, one):
    """Round the busiest channel; its load above the map."""
    channel, text = busiest_channel(one)
    if channel is None:
        return
    corners = [step[-2:] for step in shapes[channel][0]]
    axes.plot([sum(x for x, _ in corners) / len(corners)], [sum(y for _, y in corners) / len(corners)], marker="o", markersize=11, markerfacecolor="none",
              markeredgecolor=RING, markeredgewidth=1.1, zorder=4)
    axes.set_title(text, fontsize=7, pad=2, loc="right", color=RING)


def measured(one):
    return [mean for mean, _ in best(one).flits] if best(one) else []


def one_map(axes, places, paths, values, scale, box):
    left, bottom, wide, high = box
    colours = [style.pyplot.cm.viridis(scale(float(value))) if value else EMPTY for value in values] or [EMPTY] * len(paths)
    axes.add_collection(PathCollection(paths, facecolors=colours, edgecolors="none", zorder=2, rasterized=len(paths) > MOST_PATHS))
    axes.plot(*zip(*places), linestyle="none", marker="o", markersize=2.2, color=style.GREY, zorder=3)
    axes.set(aspect="equal", xlim=(left, left + wide), ylim=(bottom, bottom + high))
    axes.set_axis_off()


def codes(shape):
    """Vertices and codes, as matplotlib has them."""
    vertices, kinds = [], []
    for path in shape:
        for letter, *numbers in path:
            points = list(zip(numbers[::2], numbers[1::2]))
            vertices += points
            kinds += {"M": [Path.MOVETO], "L": [Path.LINETO], "Q": [Path.CURVE3] * 2}[letter]
        vertices.append(path[0][1:])
        kinds.append(Path.CLOSEPOLY)
    return vertices, kinds


HEADER = ("map", *channel_values.CHANNEL, "exact", "run", "load", "measured", "low", "high", "difference", "waiting", "blocked")


def numbers(entry, data, part):
    """A row per map, run and channel, also of runs that the page alone shows."""
    rows = []
    for one in channel_values.maps(entry, data, part):
        for run in one.runs or [None]:
            for index, (channel, exact) in enumerate(zip(one.row.result["channels"], one.exact)):
                rows.append((one.label, *(channel[name] for name in channel_values.CHANNEL), float(exact), *of_run(run, index, exact)))
    return listing.Table(HEADER, rows)


def of_run(run, index, exact):
    if run is None or run.saturated:
        return ("saturated" if run else "", float(run.load) if run else None, *[None] * 6)
    mean, half = run.flits[index]
    ends = (None, None) if half is None else (mean - half, mean + half)
    return (run.label, float(run.load), mean, *ends, mean - float(run.load * exact), run.head_blocked[index][0], run.flit_blocked[index][0])


def live(entry, data, part):
    found = channel_values.maps(entry, data, part)
    places, shapes = network(data, found)
    channels = found[0].row.result["channels"]
    shown = max(3, min(20, MOST_PAIRS // max(1, len(channels) * len(found))))
    values = {}  # exact value -> its number
    own = [page_map(one, shown, values) for one in found]
    left, bottom, wide, high = channel_paths.box(places, shapes)
    return {"kind": "network", "title": f"network map of {found[0].row.options['topology']}",
            "desc": f"{len(places)} nodes, {len(channels)} directed channels. {busiest(found)}", "numbered": len(places) <= LABELLED,
            "box": [round(number, 2) for number in (left, -bottom - high, wide, high)], "nodes": [[round(x, 3), round(-y, 3)] for x, y in places],
            "shapes": [channel_paths.svg(shape) for shape in shapes],
            "channels": [name_of(channel) for channel in channels],
            "exact": [str(value) for value in values], "maps": own}


def name_of(channel):
    """'3 → 4 (dimension 0 +)'"""
    way = {1: " +", -1: " −"}.get(channel["sign"], "")
    return f"{channel['from']} → {channel['to']}" + (f" (dimension {channel['dimension']}{way})" if channel["dimension"] >= 0 else "")


def page_map(one, shown, values):
    def number(value):
        return values.setdefault(value, len(values))
    pairs = {channel: [[source, to, number(load), count] for source, to, load, count in channel_values.shortened(own, shown)] for channel, own in one.pairs.items()}
    runs = [{"label": run.label, "load": float(run.load), "saturated": run.saturated,
             **{name: [[rounded(mean), rounded(half)] for mean, half in getattr(run, name)] for name in shown_of(run)}} for run in one.runs]
    return {"label": one.label, "exact": [number(value) for value in one.exact], "pairs": pairs, "runs": runs}


def shown_of(run):
    return [*channel_values.MEASURED, *(["energy"] if run.energy else [])]


def rounded(value):
    return None if value is None else float(f"{value:.5g}")


def busiest(found):
    """What the maps' largest loads are."""
    texts = [f"{f'{one.label}: ' if one.label else ''}{show_exact(max(one.exact), 4)} on {one.exact.count(max(one.exact))} channels" for one in found]
    return f"Largest exact load, in packets/cycle: {'; '.join(texts)}."


def caption(entry, data, part):
    found = channel_values.maps(entry, data, part)
    texts = ["An arrow is a directed channel, on the right of its direction; stubs are wrap-around channels; grey: no load. Exact: expected packets/cycle when every "
             f"node sends one packet a cycle. {busiest(found)}" + " A ring marks the busiest channel." * (not any(best(one) for one in found))]
    runs = [run for one in found for run in one.runs]
    if runs:
        texts.append("Measured: flits that crossed per cycle of the window, mean over seeds. On the page also the difference (measured minus offered load "
                     "times exact load) and what was blocked: head flits that wait for a virtual channel, and the share of cycles in which flits wait for buffers.")
    if any(run.energy for run in runs):
        texts.append("And the energy of each channel, in pJ a cycle.")
    overloaded = [f"{one.label} {run.label}".strip() for one in found for run in one.runs if run.saturated]
    if overloaded:
        texts.append(f"Saturated, so that there are no measured loads: {', '.join(overloaded)}.")
    return " ".join(texts)
