#!/usr/bin/python3
"""curves: a value against another, a curve per value of the option `by`; with reference lines, marks and fits.

`lines`: [{x or y, label}]; `marks`: [{label, points: [[x, y], ...]}], e.g. printed values. `fit`: power (y = a x^b), drawn as a line, its exponent in the legend;
or inverse (y = a + b/x + c/x^2, by least squares), drawn beyond the points, with the limit a as a dotted line. `from`: points with a smaller x are not fitted.
"""

import numpy

from runner.exact import as_fraction
from runner.figures.drawing import content, panels, style
from runner.results import samples

MINIMUM = {"power": 3, "inverse": 4}  # points that a fit needs


def draw(entry, data, part):
    found = points_of(entry, data, part)
    if not found:
        return None
    figure, axes = panels.one_column()
    every = [place for _, places in found for place in places]
    marked = [place for mark in entry.get("marks", []) for place in mark["points"]]
    beyond = 1.35 if entry.get("fit") == "inverse" and "x" not in entry.get("log", []) else 1
    panels.settle(axes, entry, [*(beyond * place.x for place in every), *(number(x) for x, _ in marked), *panels.line_values(entry, "x")],
                  [*panels.drawn_values(every), *(number(y) for _, y in marked), *panels.line_values(entry, "y")])
    handles, lines = [], list(entry.get("lines", []))
    for index, (label, places) in enumerate(found):
        lines += draw_fit(axes, entry, places, index)
        handles.append(panels.draw_samples(axes, places, index, legend_label(entry, label, places)))
    panels.reference_lines(axes, entry)
    for index, mark in enumerate(entry.get("marks", [])):
        handles += axes.plot([number(x) for x, _ in mark["points"]], [number(y) for _, y in mark["points"]], color="#000000", linestyle="none",
                             marker=("x", "+")[index % 2], markersize=6, markeredgewidth=1.1, zorder=4, label=mark.get("label"))
    shown = [handle for handle in handles if handle.get_label() and not handle.get_label().startswith("_")] + panels.overload_mark(every)
    panels.finish(figure, axes, entry, len(found), shown, lines)
    return figure


def drawn(entry, data, part, figure):
    axes = figure.axes[0]
    values = {label: content.values_of(rows, entry.get("by")) for label, rows in panels.groups(data.where(part, entry.get("at", {})), entry.get("by"))}
    own, lines = [], content.reference_lines(entry)
    for index, (label, places) in enumerate(points_of(entry, data, part)):
        own.append(content.curve(label, places, index, values[label]))
        for what, along, line in law(entry, places, axes.get_xlim()[1]):
            own.append(content.curve(label, along, index, values[label], what, ("thin",), marker="", line=line))
    for index, mark in enumerate(entry.get("marks", [])):
        places = [samples.Place(number(x), number(y)) for x, y in mark["points"]]
        own.append(content.curve(str(mark.get("label", "")), places, index, colour="#000000", marker=("x", "+")[index % 2], line="none"))
    return [content.Panel(axes, own, lines)]


def number(value):
    return float(as_fraction(value))


def points_of(entry, data, part):
    """[(label, [samples.Place, ...])], by x: a point a sample."""
    result = []
    for label, rows in panels.groups(data.where(part, entry.get("at", {})), entry.get("by")):
        places = samples.places(data, rows, entry["x"], entry["y"])
        if places:
            result.append((label, places))
    return result


def fitted(entry, places):
    """The places that a fit is made to: those that are sustained, from `from` on; of a power law, those above zero."""
    found = [(place.x, place.y) for place in places if place.sustained and place.x >= number(entry.get("from", 0))]
    return [(x, y) for x, y in found if entry.get("fit") != "power" or (x > 0 and y > 0)]


def fit(entry, places):
    """The coefficients of the fit the entry asks for; None if there are too few points."""
    kind = entry.get("fit")
    if kind is None:
        return None
    x, y = (numpy.array(values) for values in zip(*fitted(entry, places) or [(0, 0)]))
    if len(set(x)) < MINIMUM[kind]:
        return None
    if kind == "power":
        slope, height = numpy.polyfit(numpy.log(x), numpy.log(y), 1)
        return float(numpy.exp(height)), float(slope)
    return tuple(map(float, numpy.linalg.lstsq(numpy.column_stack([numpy.ones_like(x), 1 / x, 1 / x ** 2]), y, rcond=None)[0]))


def draw_fit(axes, entry, places, index):
    """Returns the lines that it adds, as panels.name_lines takes them."""
    colour = style.look(index)["color"]
    added = []
    for what, along, line in law(entry, places, axes.get_xlim()[1]):
        if line == "dotted":
            axes.axhline(along[0].y, color=colour, linewidth=0.8, linestyle=":", zorder=1)
            added.append({"y": along[0].y, "text": f"{what} {along[0].y:.3f}", "colour": colour, "below": True, "dashes": ":"})
        else:
            width = 0.7 if entry["fit"] == "power" else 0.8
            axes.plot([spot.x for spot in along], [spot.y for spot in along], color=colour, linewidth=width, linestyle=(0, (4, 2)), zorder=1)
    return added


def law(entry, places, right):
    """[(what it is, [samples.Place], line)]: the fit as far as it is drawn, and its limit, dotted up to `right`, unless that is known and drawn."""
    found = fit(entry, places)
    if found is None:
        return []
    last = max(place.x for place in places)
    if entry["fit"] == "power":
        x = numpy.geomspace(min(x for x, _ in fitted(entry, places)), last, 50)
        return [("fit", spots(x, found[0] * x ** found[1]), "dashed")]
    x = numpy.linspace(last, right, 50)
    own = [("fit", spots(x, found[0] + found[1] / x + found[2] / x ** 2), "dashed")]
    if any(abs(found[0] - known) < 0.01 * abs(known) for known in panels.line_values(entry, "y")):
        return own
    return [*own, ("fitted limit", spots([0.0, right], [found[0]] * 2), "dotted")]


def spots(x, y):
    return [samples.Place(float(across), float(up)) for across, up in zip(x, y)]


def legend_label(entry, label, places):
    found = fit(entry, places) if entry.get("fit") == "power" else None
    return label if found is None else f"{label}, exponent {found[1]:.2f}"


def caption(entry, data, part):
    kind = entry.get("fit")
    curves = points_of(entry, data, part)
    texts = panels.explanation([place for _, places in curves for place in places], entry["y"])
    if kind is None:
        return texts
    found = [(label, fit(entry, places)) for label, places in curves]
    found = [(label, own) for label, own in found if own is not None]
    origin = f" to the points from {entry['x']} {entry['from']} on" if "from" in entry else ""
    if not found:
        return texts
    if kind == "power":
        return f"{texts} Dashed: a least-squares power law{origin}: " + ", ".join(f"{label} {own[0]:.2g} x^{own[1]:.2f}" for label, own in found) + "."
    return (f"{texts} Dashed, dotted: a + b/x + c/x^2 fitted by least squares{origin}, and its limit a, which is an extrapolation, not a theorem: "
            + ", ".join(f"{label} a = {own[0]:.4f}" for label, own in found) + ".")
