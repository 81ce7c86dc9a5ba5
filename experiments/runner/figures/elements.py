#!/usr/bin/python3
"""elements: the elements of a list in a result as points, a curve per point of the part (`by`: distinguished by these options).

`value`: the list; `x`, `y`: fields of its elements; `also`: [{y, label}], fields that are the same for all curves or bounds of the first, dashed; `lines` as
for curves; `join: false`: marks alone.
"""

from runner.exact import as_fraction
from runner.figures.drawing import content, panels, style
from runner.results import samples


def draw(entry, data, part):
    found = curves_of(entry, data, part)
    if not found:
        return None
    figure, axes = panels.one_column()
    every = [place for _, places in found for place in places]
    panels.settle(axes, {**entry, "x": str(entry["x"]), "y": str(entry["y"])}, [x for x, _ in every], [y for _, y in every] + panels.line_values(entry, "y"))
    for index, (label, places) in enumerate(found):
        look = style.look(index) if marked(entry, places) else {"color": style.look(index)["color"]}
        axes.plot(*zip(*places), **{**look, **({} if entry.get("join", True) else {"linestyle": "none"})}, label=label or None)
    for index, one in enumerate(entry.get("also", [])):
        places = common(entry, data, part, one)
        if places:
            axes.plot(*zip(*places), color=style.GREY, linewidth=0.9, linestyle=((0, (5, 3)), (0, (1, 1.5)))[index % 2], zorder=1.5, label=one.get("label"))
    panels.reference_lines(axes, entry)
    panels.finish(figure, axes, entry, len(found) + len(entry.get("also", [])))
    return figure


def drawn(entry, data, part, figure):
    own = []
    for index, (label, places) in enumerate(curves_of(entry, data, part)):
        own.append(content.curve(label, spots(places), index, line="solid" if entry.get("join", True) else "none",
                                 **({} if marked(entry, places) else {"marker": ""})))
    for index, one in enumerate(entry.get("also", [])):
        own.append(content.Curve(str(one.get("label", "")), [content.Spot(*place) for place in common(entry, data, part, one)],
                                 line=("dashed", "dotted")[index % 2]))
    return [content.Panel(figure.axes[0], [curve for curve in own if curve.spots], content.reference_lines(entry))]


def spots(places):
    return [samples.Place(x, y) for x, y in places]


def marked(entry, places):
    """Whether every place has a mark: many joined ones have none."""
    return not entry.get("join", True) or len(places) <= 40


def common(entry, data, part, one):
    """Of an `also`: [(x, y)]."""
    return fields(data.value(data.where(part, entry.get("at", {}))[0], entry["value"]), entry["x"], one["y"])


def curves_of(entry, data, part):
    """[(label, [(x, y), ...])] in the order of the list."""
    result = []
    for label, rows in panels.groups(data.where(part, entry.get("at", {})), entry.get("by")):
        for own in samples.together(rows):
            places = averaged([fields(data.value(row, entry["value"]), entry["x"], entry["y"]) for row in own])
            if places:
                result.append((label, places))
    return result


def averaged(lists):
    """Of several seeds: the mean at each x, by x; a list alone stays in its order."""
    if len(lists) == 1:
        return lists[0]
    heights = {}
    for x, y in (place for places in lists for place in places):
        heights.setdefault(x, []).append(y)
    return [(x, samples.mean(own)) for x, own in sorted(heights.items())]


def fields(elements, x, y):
    found = [(as_fraction(each.get(x)), as_fraction(each.get(y))) for each in elements or [] if isinstance(each, dict)]
    return [(float(a), float(b)) for a, b in found if a is not None and b is not None]


def caption(entry, data, part):
    return ""
