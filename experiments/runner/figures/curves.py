#!/usr/bin/python3
"""curves: a value against another, in one panel or several: a curve for each value of the options `by`, or those that `curves` lists, or both.

`x`, `y`: values of the points, or with `list` (a list in the result) fields of its elements. An x without numbers has categories.
`panels`: [{at, part, label, y, y-label, lines}], in rows of `columns` (2): which points a panel is of, and what it shows where that is not the `y` of the figure.
`curves`: [{label, at, y, colour, dashed, bound}]: which points are a curve, in those panels that have them; `colour`: its number in the palette; `dashed`: a
second kind; `y`: another value; `bound`: a grey line without marks, the least of the points at each x.
`join`: true joins saturated samples too, false none (so it is with categories unless it says otherwise). Those of a value that has no mean (latencies) stand along the top edge and are joined to nothing.
`lines`: [{x or y, label}]; `marks`: [{label, points: [[x, y], ...]}], e.g. printed values. `fit`: power, drawn as a line with its exponent in the legend (of several panels:
the exponent beside each curve), or inverse, drawn beyond the points, with its limit as a dotted line. `from`: points with a smaller x are not fitted.
"""

from matplotlib.lines import Line2D

from runner.exact import as_fraction
from runner.figures.drawing import content, fits, legends, panel_grid, panels, style, table_points
from runner.results import samples

CROWDED = 40  # places of a joined curve: with more it has no marks
TOP, STEP = 4.0, 4.2  # points: of the first row of saturated marks below the edge, and between rows


def draw(entry, data, part):
    found, names = table_points.panels_of(entry, data, part)
    if not any(one.places for own in found for one in own):
        return None
    return several(entry, found, names) if "panels" in entry else single(entry, found[0], names)


def single(entry, own, names):
    figure, axes = panels.one_column()
    settle(axes, entry, {}, own, own, names)
    handles, lines = [], list(entry.get("lines", []))
    for row, one in enumerate(own):
        draw_curve(axes, entry, one, own[:row], False)
        lines += draw_fit(axes, entry, one)
        exponent = fits.exponent(entry, one.places)
        label = one.label if exponent is None else f"{one.label}, exponent {exponent:.2f}"
        handles += [Line2D([], [], **look_of(entry, one, False), label=label)] * bool(one.places)
    panels.reference_lines(axes, entry)
    handles = [handle for handle in handles if handle.get_label()] + draw_marks(axes, entry)
    panels.finish(figure, axes, entry, len(own), handles + panels.overload_mark(all_places([own])), lines)
    return figure


def several(entry, found, names):
    shared = len({value_of(entry, panel) for panel in entry["panels"]}) == 1
    figure, grid = panel_grid.of(len(entry["panels"]), int(entry.get("columns", 2)), shared)
    flat = list(grid.flat)
    everywhere = [one for own in found for one in own]
    for axes, panel, own in zip(flat, entry["panels"], found):
        settle(axes, entry, panel, everywhere, everywhere if shared else own, names, found if shared else [own])
        for row, one in enumerate(own):
            draw_curve(axes, entry, one, own[:row], True)
        panels.reference_lines(axes, panel)
        draw_marks(axes, entry)
        axes.set_title(str(panel.get("label", "")), fontsize=7.5, pad=3, loc="left")
    panel_grid.tidy(grid, len(entry["panels"]), shared)
    if entry.get("fit") == "power":
        left, right = flat[0].get_xlim()
        flat[0].set_xlim(left, right * (right / left) ** 0.08 if "x" in entry.get("log", []) else 1.08 * right)  # for the exponents
    legends.fit(figure, grid)
    for axes, own in zip(flat, found):
        panel_grid.write_exponents(axes, [(one, fits.exponent(entry, one.places)) for one in own if not one.bound and one.places])
    unnamed = [handle for axes, panel in zip(flat, entry["panels"]) for handle in panels.name_lines(axes, panel.get("lines", []))]
    shown = {(one.number, one.label): one for own in found for one in own if one.places and one.label}
    handles = [Line2D([], [], **look_of(entry, shown[name], True), label=name[1]) for name in sorted(shown)]
    marks = [Line2D([], [], **look, label=label) for label, look, _ in marks_of(entry) if label]
    legends.below(figure, handles + marks + unnamed + panels.overload_mark(all_places(found)))
    return figure


def value_of(entry, panel):
    return panel.get("y", entry["y"])


def all_places(found):
    return [place for own in found for one in own for place in one.places]


def settle(axes, entry, panel, across, up, names, rows=None):
    """The axes of a panel; saturated samples that have no value count for x alone. `across`, `up`: the curves that share its axes, `rows`: by panel."""
    drawn = [place for one in up for place in one.places if not (place.saturated and one.top)]
    marked = [place for mark in entry.get("marks", []) for place in mark["points"]]
    y = value_of(entry, panel)
    own = {**entry, "y": y, **({"y-label": panel["y-label"]} if "y-label" in panel else {})}
    places = [place.x for one in across for place in one.places]
    beyond = 1.35 if entry.get("fit") == "inverse" and "x" not in entry.get("log", []) else 1
    panels.settle(axes, own, [*(beyond * x for x in places), *(number(x) for x, _ in marked), *panels.line_values(entry, "x")],
                  [*panels.drawn_values(drawn), *(number(y) for _, y in marked), *panels.line_values(entry, "y"), *panels.line_values(panel, "y")])
    count = max((sum(one.overloaded and one.top for one in own) for own in rows or [up]), default=0)
    if count and "y-limits" not in entry and "y" not in entry.get("log", []):
        axes.set_ylim(top=axes.get_ylim()[1] / (1 - (TOP + count * STEP) / panel_grid.height(axes)))
    panel_grid.settle_across(axes, entry, places, names)


def look_of(entry, one, small):
    look = one.look(small)
    if entry.get("join", one.joined) is False and not one.bound:
        look["linestyle"] = "none"
    elif len(one.places) > CROWDED:
        look["marker"] = "none"
    return look


def draw_curve(axes, entry, one, earlier, small):
    """`earlier`: the curves before it in the panel, whose rows of saturated marks lie above its own."""
    look = look_of(entry, one, small)
    if one.top and not one.bound:
        for run in samples.joined(one.places, lambda place: place.sustained):
            panels.draw_samples(axes, run, 0, **look)
        panels.draw_undecided(axes, one.places, look)
        top = [place.x for place in one.places if place.saturated]
        edge = 1 - (TOP + STEP * sum(other.overloaded and other.top for other in earlier)) / panel_grid.height(axes)
        if top:
            axes.plot(top, [edge] * len(top), transform=axes.get_xaxis_transform(), **style.hollow(0, color=look["color"], marker=look["marker"]))
        return
    if entry.get("join"):
        axes.plot([place.x for place in one.places], [place.y for place in one.places], color=look["color"], linestyle=look["linestyle"], linewidth=0.8, zorder=1.8)
        panels.draw_intervals(axes, [place for place in one.places if place.saturated], look["color"])
    if "list" in entry or one.bound:  # in the order of the list; without verdicts
        axes.plot([place.x for place in one.places], [place.y for place in one.places], **look)
    else:
        panels.draw_samples(axes, one.places, 0, **look)


def draw_fit(axes, entry, one):
    """Draws the law of a curve; returns the lines that it adds, as panels.name_lines takes them."""
    added, colour = [], one.look(False)["color"]
    for what, along, line in fits.law(entry, one.places, axes.get_xlim()[1]) if not one.bound else ():
        if line == "dotted":
            axes.axhline(along[0].y, color=colour, linewidth=0.8, linestyle=":", zorder=1)
            added.append({"y": along[0].y, "text": f"{what} {along[0].y:.3f}", "colour": colour, "below": True, "dashes": ":"})
        else:
            width = 0.7 if entry["fit"] == "power" else 0.8
            axes.plot([spot.x for spot in along], [spot.y for spot in along], color=colour, linewidth=width, linestyle=(0, (4, 2)), zorder=1)
    return added


def marks_of(entry):
    """[(label, look, [(x, y)])]"""
    return [(str(mark.get("label", "")), {"color": "#000000", "linestyle": "none", "marker": ("x", "+")[index % 2], "markersize": 6, "markeredgewidth": 1.1, "zorder": 4},
             [(number(x), number(y)) for x, y in mark["points"]]) for index, mark in enumerate(entry.get("marks", []))]


def draw_marks(axes, entry):
    """What stands for them in a legend."""
    return [line for label, look, places in marks_of(entry) for line in axes.plot(*zip(*places), **look, label=label or "_") if label]


def number(value):
    return float(as_fraction(value))


def drawn(entry, data, part, figure):
    found, names = table_points.panels_of(entry, data, part)
    result = []
    for axes, panel, own in zip(figure.axes, entry.get("panels") or [entry], found):
        curves = []
        for one in own:
            curves += [curve_of(entry, one)] * bool(one.places)
            for what, along, line in fits.law(entry, one.places, axes.get_xlim()[1]) if "panels" not in entry and not one.bound else ():
                curves.append(content.curve(one.label, along, one.number, one.values, what, ("thin",), marker="", line=line))
        for label, look, places in marks_of(entry):
            curves.append(content.Curve(label, [content.Spot(*place) for place in places], look["color"], look["marker"], line="none"))
        result.append(content.Panel(axes, curves, content.reference_lines(panel), names=list(names.values()) if names else []))
    return result


def curve_of(entry, one):
    look = look_of(entry, one, False)
    through = not one.top and bool(entry.get("join"))
    return content.Curve(one.label, content.spots_of(one.places, through, one.top), look["color"], look["marker"].replace("none", ""), values=one.values,
                         line="none" if look["linestyle"] == "none" else "solid" if look["linestyle"] == "-" else "dashed",
                         look=(*["pale"] * one.bound, *["top"] * one.top, *["through"] * through))


def caption(entry, data, part):
    found, _ = table_points.panels_of(entry, data, part)
    places = all_places(found)
    at_top = any(one.top and one.overloaded for own in found for one in own)
    texts = [panels.explanation(places, entry["y"], at_top)]
    if "panels" not in entry:
        texts.append(fits.caption(entry, [(one.label, one.places) for one in found[0]]))
    elif entry.get("fit") == "power":
        origin = f" from {entry['x']} {entry['from']} on" if "from" in entry else ""
        texts.append(f"The number beside a curve is the exponent of a power law fitted by least squares to the logarithms{origin}.")
    return " ".join(filter(None, texts))
