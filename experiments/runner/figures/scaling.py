#!/usr/bin/python3
"""scaling: how a value grows, on logarithmic axes: a panel per part or `at`, in each a curve per value of `by` with the exponent of a power law fitted to it.

`panels`: [{part, at, label}]; `bound`: a value that no curve can be below, dashed; `from`: points with a smaller x are not fitted; `columns`: panels a row (3).
Nothing is drawn between points that were not measured, and nothing beyond them.
"""

from runner.figures import curves
from runner.figures.drawing import content, labels, legends, panels, style


def draw(entry, data, part):
    found = panels_of(entry, data, part)
    if not found:
        return None
    names = names_of(found)
    columns = min(int(entry.get("columns", 3)), len(found))
    lines = -(-len(found) // columns)
    figure, grid = style.pyplot.subplots(lines, columns, figsize=(style.TWO_COLUMNS, 0.4 + 2.5 * lines), squeeze=False, sharex=True, sharey=True)
    figure.subplots_adjust(left=0.085, right=0.99, top=1 - 0.2 / (0.4 + 2.5 * lines), bottom=0.4 / (0.4 + 2.5 * lines), wspace=0.06, hspace=0.2)
    every = [place for _, lines in found for _, places in lines for place in places]
    panels.settle(grid.flat[0], {**entry, "log": ["x", "y"]}, [place.x for place in every], panels.drawn_values(every) + bounds(entry, data, part, found))
    left, right = grid.flat[0].get_xlim()
    grid.flat[0].set_xlim(left, right * (right / left) ** 0.08)  # for the exponents
    handles = {}
    for axes, (one, lines) in zip(grid.flat, found):
        for label, places in lines:
            handles[label] = panels.draw_samples(axes, places, names.index(label), label, markersize=3.2)
        if "bound" in entry and bound(entry, data, one.get("part", part), one):
            handles["lower bound"] = axes.plot(*zip(*bound(entry, data, one.get("part", part), one)), color=style.GREY, linestyle=(0, (5, 3)), linewidth=0.9,
                                               zorder=3, label="lower bound")[0]
        axes.set_title(str(one.get("label", "")), fontsize=7.5, pad=3, loc="left")
        axes.set_xlabel(grid.flat[0].get_xlabel())
    for axes in grid.flat[len(found):]:
        axes.set_axis_off()
    for row in grid:
        row[0].set_ylabel(grid.flat[0].get_ylabel())
    for axes in grid.flat:
        axes.label_outer()
    legends.fit(figure, grid)
    for axes, (_, lines) in zip(grid.flat, found):
        write_exponents(axes, entry, names, lines)
    legends.below(figure, [handles[name] for name in [*names, "lower bound"] if name in handles and name] + panels.overload_mark(every))
    return figure


def panels_of(entry, data, part):
    found = [(one, curves.points_of({**entry, "at": one.get("at", {})}, data, one.get("part", part))) for one in entry["panels"]]
    return [(one, lines) for one, lines in found if lines]


def drawn(entry, data, part, figure):
    found = panels_of(entry, data, part)
    names = names_of(found)
    result = []
    for axes, (one, lines) in zip(figure.axes, found):
        own = [content.curve(label, places, names.index(label), values(entry, data, part, one, label)) for label, places in lines]
        limit = bound(entry, data, one.get("part", part), one) if "bound" in entry else []
        own += [content.Curve("lower bound", [content.Spot(x, y) for x, y in limit], line="dashed")] if limit else []
        result.append(content.Panel(axes, own))
    return result


def values(entry, data, part, one, label):
    rows = dict(panels.groups(data.where(one.get("part", part), one.get("at", {})), entry["by"]))[label]
    return content.values_of(rows, entry["by"])


def write_exponents(axes, entry, names, lines):
    """Right of each curve's last point; at the right edge where a mark stands there; moved apart where they would lie on one another."""
    found = [(axes.transData.transform(places[-1][:2])[1], names.index(label), places[-1], exponent(entry, places)) for label, places in lines]
    for _, index, place, own in sorted((one for one in found if one[3] is not None), key=lambda one: one[:2]):
        look = {"fontsize": 6, "color": style.look(index)["color"]}
        beside = [((5, up), "left", "center") for up in (0, 3.5, -3.5, 7, -7, 10.5, 14)]
        if not labels.first_clear(axes, place[:2], f"{own:.2f}", beside, **look):
            labels.first_clear(axes, (axes.get_xlim()[1], place[1]), f"{own:.2f}", [((-2, up), "right", "center") for up in range(0, 200, 7)], **look)


def names_of(found):
    return list(dict.fromkeys(label for _, lines in found for label, _ in lines))


def bound(entry, data, part, one):
    """[(x, lower bound)], by x; of several rows with one x the smallest."""
    best = {}
    for row in data.where(part, one.get("at", {})):
        x, y = data.number(row, entry["x"]), data.number(row, entry["bound"])
        if x is not None and y is not None:
            best[x] = min(y, best.get(x, y))
    return sorted(best.items())


def bounds(entry, data, part, found):
    return [y for one, _ in found for _, y in bound(entry, data, one.get("part", part), one)] if "bound" in entry else []


def exponent(entry, places):
    fitted = curves.fit({"fit": "power", "from": entry.get("from", 0)}, places)
    return None if fitted is None else fitted[1]


def caption(entry, data, part):
    origin = f" from {entry['x']} {entry['from']} on" if "from" in entry else ""
    bound_text = " Dashed: the lower bound, from the farthest packet and the busiest cut." if "bound" in entry else ""
    found = [place for one in entry["panels"] for _, places in curves.points_of({**entry, "at": one.get("at", {})}, data, one.get("part", part)) for place in places]
    return f"{panels.explanation(found, entry['y'])} The number beside a curve is the exponent of a power law fitted by least squares to the logarithms{origin}.{bound_text}"
