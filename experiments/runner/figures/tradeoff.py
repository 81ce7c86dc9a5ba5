#!/usr/bin/python3
"""trade-off: worst-case throughput against locality: the curve of the best routings there are (a linear program's points), and routing algorithms as marks.

`curves`: {part, value: a list, x, y: fields of its elements}, a curve per point of the part; `algorithms`: {part, x, y, by}: a mark per point.
Networks are distinguished by colour, algorithms by marker.
"""

import matplotlib.colors
from matplotlib.lines import Line2D

from runner.exact import as_fraction
from runner.figures.drawing import content, legends, panels, style
from runner.network import radices
from runner.results import samples


def draw(entry, data, part):
    curves = curves_of(entry, data, part)
    marks = marks_of(entry, data, part)
    if not curves and not marks:
        return None
    names = list(dict.fromkeys(name for _, name, _ in marks))
    colours = colours_of(curves, marks)
    figure, axes = panels.one_column(3.1)
    figure.set_size_inches(style.TWO_COLUMNS, 3.2)
    figure.subplots_adjust(left=0.075, right=0.82, top=0.97, bottom=0.125)
    for topology, places in curves:
        axes.plot([x for x, _ in places], [y for _, y in places], color=colours[topology], linewidth=1.1, zorder=2)
    for topology, name, place in marks:
        if place.low is not None:
            axes.errorbar(place.x, place.y, panels.intervals([place]), fmt="none", ecolor=colours[topology], elinewidth=0.8)
        axes.plot(place.x, place.y, color=colours[topology], marker=style.MARKERS[names.index(name) % len(style.MARKERS)], linestyle="none",
                  markerfacecolor="white", markeredgewidth=1.1, markersize=4.5, zorder=3)
    every = [(x, y) for _, places in curves for x, y in places] + [place[:2] for _, _, place in marks]
    names_of_axes = {axis: str(entry["curves"][axis]) for axis in ("x", "y")}
    panels.settle(axes, {"x-limits": [0.97 * min(x for x, _ in every), 1.03 * max(x for x, _ in every)], **names_of_axes, **entry}, [x for x, _ in every],
                  [y for _, y in every] + panels.drawn_values([place for _, _, place in marks]))
    handles = [Line2D([], [], color=colours[topology], linewidth=2, label=short(topology)) for topology in colours]
    handles += [Line2D([], [], color=style.GREY, marker=style.MARKERS[index % len(style.MARKERS)], markerfacecolor="white", linestyle="none", label=name)
                for index, name in enumerate(names)]
    if curves:
        handles.append(Line2D([], [], color=style.GREY, linewidth=1.1, label="optimum (LP)"))
    legends.beside(figure, axes, handles)
    return figure


def colours_of(curves, marks):
    topologies = list(dict.fromkeys([topology for topology, _ in curves] + [topology for topology, *_ in marks]))
    return {topology: style.pyplot.cm.viridis(0.92 * index / max(1, len(topologies) - 1)) for index, topology in enumerate(topologies)}


def drawn(entry, data, part, figure):
    curves, marks = curves_of(entry, data, part), marks_of(entry, data, part)
    colours = {topology: matplotlib.colors.to_hex(colour) for topology, colour in colours_of(curves, marks).items()}
    names = list(dict.fromkeys(name for _, name, _ in marks))
    own = [content.Curve(short(topology), [content.Spot(*place) for place in places], colours[topology], what="optimum (LP)") for topology, places in curves]
    for topology, name, place in marks:
        marker = style.MARKERS[names.index(name) % len(style.MARKERS)]
        own.append(content.Curve(short(topology), [content.Spot(*place[:4])], colours[topology], marker, name, line="none", look=("hollow",)))
    return [content.Panel(figure.axes[0], own)]


def short(topology):
    own = radices(topology)
    return f"k = {own[0]}" if own and len(set(own)) == 1 else topology


def curves_of(entry, data, part):
    source = entry["curves"]
    result = []
    for row in data.where(source.get("part", part), source.get("at", {})):
        elements = data.value(row, source["value"])
        if not isinstance(elements, list):
            continue
        places = [(as_fraction(each.get(source["x"])), as_fraction(each.get(source["y"]))) for each in elements if not each.get("timed_out")]
        places = sorted((float(x), float(y)) for x, y in places if x is not None and y is not None)
        if places:
            result.append((row.options["topology"], places))
    return result


def marks_of(entry, data, part):
    source = entry["algorithms"]
    found = [(rows[0].options["topology"], panels.name_of(rows[0], source.get("by", "routing")), place)
             for rows in samples.together(data.where(source.get("part", part), source.get("at", {})))
             for place in samples.places(data, rows, source["x"], source["y"])]
    return found


def caption(entry, data, part):
    return "Each line: the best worst case of any oblivious routing with so many hops, by linear program; marks: routing algorithms, coloured by network."
