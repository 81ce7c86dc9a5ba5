#!/usr/bin/python3
"""multiples: the same curves in several panels, laid out as a paper has them: a value against another.

`panels`: [{at, label, part, y, y-label, lines}], in rows of `columns` (2): which points a panel is of, and what it shows where that is not the `y` of the figure.
`curves`: [{at, label, colour, dashed, y, bound}]: which of a panel's points are a curve, in those panels that have them; `colour`: its number in the palette; `dashed`: a second
kind; `y`: another value than that of the panel; `bound`: a grey line without marks.
Panels that show one value have common axes. Saturated samples are hollow; of what has no mean there (latencies) they stand along the top edge and are joined
to nothing; other values are drawn where they are, and joined with `join: true`.
"""

from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator

from runner.figures.drawing import content, legends, panels, style
from runner.figures.drawing.labels import renderer
from runner.results import samples
from runner.results.samples import STEADY

HIGH = 1.9  # inches of a row of panels
MARGIN = 0.04  # of the axis: left of marks at 0, which stand whole
CROWDED, FEW = 0.8, 5  # of the width of an axis: its labels without blanks; ticks then
WIDE = 50  # of a logarithmic axis: the ratio of its ends from which on only powers of ten are written
TOP, STEP = 4.0, 4.2  # points: of the first row of saturated marks below the edge, and between rows


def draw(entry, data, part):
    found = places_of(entry, data, part)
    if not any(places for own in found for places in own):
        return None
    columns = min(int(entry.get("columns", 2)), len(entry["panels"]))
    rows = -(-len(entry["panels"]) // columns)
    shared = len({value_of(entry, panel) for panel in entry["panels"]}) == 1
    high = 0.5 + HIGH * rows
    figure, grid = style.pyplot.subplots(rows, columns, figsize=(style.TWO_COLUMNS, high), squeeze=False, sharex=True, sharey=shared)
    figure.subplots_adjust(left=0.085, right=0.985, top=1 - 0.2 / high, bottom=0.42 / high, wspace=0.08 if shared else 0.25, hspace=0.2 if shared else 0.3)
    flat = list(grid.flat)
    for axes, panel, own in zip(flat, entry["panels"], found):
        everywhere = [place for one in found for places in one for place in places]
        settle(axes, entry, panel, everywhere, everywhere if shared else [place for places in own for place in places], rows_of_marks(found if shared else [own]))
        for index, (curve, places) in enumerate(zip(entry["curves"], own)):
            draw_curve(axes, entry, panel, look_of(curve, index), places, sum(overloaded(one) for one in own[:index]))
        panels.reference_lines(axes, panel)
        axes.set_title(str(panel.get("label", "")), fontsize=7.5, pad=3, loc="left")
    for axes in flat[len(entry["panels"]):]:
        axes.set_axis_off()
    for number, axes in enumerate(flat[:len(entry["panels"])]):
        tidy(axes, number, columns, shared, number + columns >= len(entry["panels"]))
    legends.fit(figure, grid)
    unnamed = [handle for axes, panel in zip(flat, entry["panels"]) for handle in panels.name_lines(axes, panel.get("lines", []))]
    handles = [Line2D([], [], **look_of(curve, index), label=str(curve["label"]))
               for index, curve in enumerate(entry["curves"]) if any(own[index] for own in found)]
    legends.below(figure, handles + unnamed + panels.overload_mark([place for own in found for places in own for place in places]))
    return figure


def drawn(entry, data, part, figure):
    found = places_of(entry, data, part)
    return [content.Panel(axes, [curve_of(entry, panel, curve, index, places) for index, (curve, places) in enumerate(zip(entry["curves"], own)) if places],
                          content.reference_lines(panel)) for axes, panel, own in zip(figure.axes, entry["panels"], found)]


def curve_of(entry, panel, curve, index, places):
    look, top = look_of(curve, index), unsteady(entry, panel)
    through = not top and bool(entry.get("join"))
    values = {name: value for name, value in curve.get("at", {}).items() if not isinstance(value, list) and not set(str(value)) & set("*?[")}
    return content.Curve(str(curve["label"]), content.spots_of(places, through, top), look["color"], look["marker"].replace("none", ""), values=values,
                         line="solid" if look["linestyle"] == "-" else "dashed",
                         look=(*["pale"] * bool(curve.get("bound")), *["top"] * top, *["through"] * through))


def places_of(entry, data, part):
    """For each panel, for each curve, its samples.Place, by x."""
    result = []
    for panel in entry["panels"]:
        own = []
        for curve in entry["curves"]:
            rows = data.where(panel.get("part", part), {**panel.get("at", {}), **curve.get("at", {})})
            own.append(samples.places(data, rows, entry["x"], curve.get("y", value_of(entry, panel))))
        result.append(own)
    return result


def value_of(entry, panel):
    return panel.get("y", entry["y"])


def overloaded(places):
    return any(place.saturated for place in places)


def rows_of_marks(found):
    """The most curves of a panel that are saturated somewhere."""
    return max(sum(map(overloaded, own)) for own in found)


def settle(axes, entry, panel, across, up, rows):
    """The axes of a panel; saturated samples that have no value count for x alone."""
    drawn = [place for place in up if not (place.saturated and unsteady(entry, panel))]
    own = {**entry, "y": value_of(entry, panel), **({"y-label": panel["y-label"]} if "y-label" in panel else {})}
    panels.settle(axes, own, [place.x for place in across], panels.drawn_values(drawn) + panels.line_values(panel, "y"))
    if "x-limits" not in entry and "x" not in entry.get("log", []) and min(place.x for place in across) == 0:
        axes.set_xlim(left=-MARGIN * axes.get_xlim()[1])
    if unsteady(entry, panel) and rows and "y-limits" not in entry and "y" not in entry.get("log", []):
        axes.set_ylim(top=axes.get_ylim()[1] / (1 - (TOP + rows * STEP) / height(axes)))
    thin(axes)


def thin(axes):
    """Fewer ticks where their labels would meet, or those of the next panel: on a wide logarithmic axis the powers of ten."""
    left, right = axes.get_xlim()
    if axes.get_xscale() == "log":
        if right > WIDE * left:
            axes.xaxis.set_major_locator(LogLocator())
    elif sum(label.get_window_extent(renderer(axes)).width for label in axes.get_xticklabels()) > CROWDED * axes.bbox.width:
        axes.locator_params(axis="x", nbins=FEW)


def unsteady(entry, panel):
    return STEADY.search(value_of(entry, panel)) is not None and "absorbed." not in value_of(entry, panel)


def draw_curve(axes, entry, panel, look, places, row):
    """`row`: of its saturated marks along the edge."""
    if unsteady(entry, panel):
        for run in samples.joined(places, lambda place: place.sustained):
            panels.draw_samples(axes, run, 0, **look)
        panels.draw_undecided(axes, places, look)
        top = [place.x for place in places if place.saturated]
        edge = 1 - (TOP + STEP * row) / height(axes)
        axes.plot(top, [edge] * len(top), transform=axes.get_xaxis_transform(), **style.hollow(0, color=look["color"], marker=look["marker"]))
        return
    if entry.get("join"):
        axes.plot([place.x for place in places], [place.y for place in places], color=look["color"], linestyle=look["linestyle"], linewidth=0.8, zorder=1.8)
        panels.draw_intervals(axes, [place for place in places if place.saturated], look["color"])
    panels.draw_samples(axes, places, 0, **look)


def look_of(curve, index):
    if curve.get("bound"):
        dashes = (0, (4, 2)) if curve.get("dashed") else "-"
        return {"color": style.GREY, "marker": "none", "linestyle": dashes, "linewidth": 1.6, "alpha": 0.6, "zorder": 1.2}
    number = int(curve.get("colour", index))
    return {**style.look(index), "color": style.COLOURS[number % len(style.COLOURS)], "marker": style.MARKERS[index % len(style.MARKERS)],
            "linestyle": (0, (4, 2)) if curve.get("dashed") else "-", "markersize": 3.2, "linewidth": 1.0}


def height(axes):
    """In points."""
    return axes.bbox.height / axes.figure.dpi * 72


def tidy(axes, number, columns, shared, last):
    """Labels stand at the outer panels alone, those of y also where panels differ in it."""
    if not last:
        axes.set_xlabel("")
        axes.tick_params(labelbottom=False)
    else:
        axes.tick_params(labelbottom=True)
    if shared and number % columns:
        axes.set_ylabel("")
        axes.tick_params(labelleft=False)


def caption(entry, data, part):
    found = [place for own in places_of(entry, data, part) for places in own for place in places]
    texts = []
    if any(place.low is not None for place in found):
        texts.append("Bars: 95% confidence of the mean, over seeds if there are several.")
    if any(place.saturated for place in found):
        at_top = any(unsteady(entry, panel) for panel in entry["panels"])
        texts.append("Hollow: saturated in at least one run" + (", where there is no mean latency: along the top edge." if at_top else "."))
    if any(place.undecided for place in found):
        texts.append(panels.UNDECIDED)
    return " ".join(texts)
