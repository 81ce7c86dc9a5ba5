#!/usr/bin/python3
"""curves: a value against another, a curve per value of the option `by`; with reference lines, marks and fits.

`lines`: [{x or y, label}]; `marks`: [{label, points: [[x, y], ...]}], e.g. printed values. `fit`: power (y = a x^b), drawn as a line, its exponent in the legend;
or inverse (y = a + b/x + c/x^2, by least squares), drawn beyond the points, with the limit a as a dotted line. `from`: points with a smaller x are not fitted.
"""

import numpy

from runner.figures import panels, style

MINIMUM = {"power": 3, "inverse": 4}  # points that a fit needs


def draw(entry, data, part):
    found = points_of(entry, data, part)
    if not found:
        return None
    figure, axes = panels.one_column()
    x_values = [x for _, places in found for x, _ in places]
    y_values = [y for _, places in found for _, y in places]
    marked = [place for mark in entry.get("marks", []) for place in mark["points"]]
    beyond = 1.35 if "fit" in entry and "x" not in entry.get("log", []) else 1
    panels.settle(axes, entry, [*(beyond * x for x in x_values), *(float(x) for x, _ in marked)],
                  [*y_values, *(float(y) for _, y in marked), *panels.line_values(entry, "y")])
    for index, (label, places) in enumerate(found):
        draw_fit(axes, entry, places, index)
        axes.plot([x for x, _ in places], [y for _, y in places], **style.look(index), label=legend_label(entry, label, places))
    panels.reference_lines(axes, entry)
    for index, mark in enumerate(entry.get("marks", [])):
        axes.plot([float(x) for x, _ in mark["points"]], [float(y) for _, y in mark["points"]], color="#000000", linestyle="none",
                  marker=("x", "+")[index % 2], markersize=6, markeredgewidth=1.1, zorder=4, label=mark.get("label"))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc=entry.get("legend", "best"))
    panels.finish(figure, axes)
    return figure


def points_of(entry, data, part):
    """[(label, [(x, y), ...])], by x."""
    result = []
    for label, rows in panels.groups(data.where(part, entry.get("at", {})), entry.get("by")):
        places = [(data.number(row, entry["x"]), data.number(row, entry["y"])) for row in rows]
        places = sorted(place for place in places if None not in place)
        if places:
            result.append((label, places))
    return result


def fit(entry, places):
    """The coefficients of the fit the entry asks for; None if there are too few points."""
    kind = entry.get("fit")
    x, y = (numpy.array(values) for values in zip(*[place for place in places if place[0] >= entry.get("from", 0)] or [(0, 0)]))
    if kind is None or len(x) < MINIMUM[kind]:
        return None
    if kind == "power":
        slope, height = numpy.polyfit(numpy.log(x), numpy.log(y), 1)
        return float(numpy.exp(height)), float(slope)
    return tuple(map(float, numpy.linalg.lstsq(numpy.column_stack([numpy.ones_like(x), 1 / x, 1 / x ** 2]), y, rcond=None)[0]))


def draw_fit(axes, entry, places, index):
    found = fit(entry, places)
    if found is None:
        return
    colour = style.look(index)["color"]
    last = max(x for x, _ in places)
    if entry["fit"] == "power":
        x = numpy.geomspace(max(min(x for x, _ in places), entry.get("from", 0)), last, 50)
        axes.plot(x, found[0] * x ** found[1], color=colour, linewidth=0.7, linestyle=(0, (4, 2)), zorder=1)
        return
    x = numpy.linspace(last, axes.get_xlim()[1], 50)
    axes.plot(x, found[0] + found[1] / x + found[2] / x ** 2, color=colour, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1)
    if any(abs(found[0] - known) < 0.01 * abs(known) for known in panels.line_values(entry, "y")):
        return  # the limit is known and drawn
    axes.axhline(found[0], color=colour, linewidth=0.8, linestyle=":", zorder=1)
    axes.annotate(f"fitted limit {found[0]:.3f}", (0.995, found[0]), (0, -2), xycoords=axes.get_yaxis_transform(), textcoords="offset points",
                  ha="right", va="top", fontsize=6.5, color=colour)


def legend_label(entry, label, places):
    found = fit(entry, places) if entry.get("fit") == "power" else None
    return label if found is None else f"{label}, exponent {found[1]:.2f}"


def caption(entry, data, part):
    kind = entry.get("fit")
    if kind is None:
        return ""
    found = [(label, fit(entry, places)) for label, places in points_of(entry, data, part)]
    found = [(label, own) for label, own in found if own is not None]
    origin = f" to the points from {entry['x']} {entry['from']} on" if "from" in entry else ""
    if kind == "power":
        return f"Dashed: a least-squares power law{origin}: " + ", ".join(f"{label} {own[0]:.2g} x^{own[1]:.2f}" for label, own in found) + "."
    return (f"Dashed, dotted: a + b/x + c/x^2 fitted by least squares{origin}, and its limit a, which is an extrapolation, not a theorem: "
            + ", ".join(f"{label} a = {own[0]:.4f}" for label, own in found) + ".")
