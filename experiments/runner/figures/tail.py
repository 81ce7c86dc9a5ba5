#!/usr/bin/python3
"""tail: how many of a sample reach a value, from lists of {gamma, count}: for each point of a part the share of the sample with at least this gamma, on a
logarithmic axis; with `limits`, [{value, label}], values of the same point, as dashed lines.
"""

from matplotlib.lines import Line2D

from runner.exact import as_fraction, show_exact
from runner.figures.drawing import content, panels, style
from runner.results.summary import label


def draw(entry, data, part):
    found = tails(entry, data, part)
    if not found:
        return None
    figure, axes = panels.one_column()
    smallest = min(1 / total for _, _, total in found)
    limits = [limits_of(entry, data, row) for row, _, _ in found]
    right = max([gamma for _, places, _ in found for gamma, _ in places] + [float(limit) for own in limits for limit in own if limit is not None])
    handles, lines = [], []
    for index, ((row, places, total), own) in enumerate(zip(found, limits)):
        colour = style.COLOURS[index % len(style.COLOURS)]
        axes.step([0, *(gamma for gamma, _ in places), places[-1][0]], [1, *(share for _, share in places), FOOT * smallest], where="pre", color=colour)
        handles.append(Line2D([], [], color=colour, label=label(data, part, row, seeds=True)))
        for limit, value in zip(entry.get("limits", []), own):
            if value is not None:
                axes.axvline(float(value), color=colour, linestyle=(0, (5, 3)), linewidth=0.9)
                lines.append({"x": value, "colour": colour, "text": f"{limit.get('label', '')} {show_exact(value, 4)}".strip()})
    axes.set_yscale("log")
    axes.set(ylim=(0.5 * smallest, 1.6), xlim=(0, 1.1 * right), xlabel=str(entry.get("x-label", "load (packets/cycle)")),
             ylabel=str(entry.get("y-label", "share of the sample")))
    panels.finish(figure, axes, {"legend": "lower left"}, len(found), handles, lines)
    return figure


FOOT = 0.3  # of the smallest share: where a curve ends, below the axes


def limits_of(entry, data, row):
    return [data.exact(row, limit["value"]) for limit in entry.get("limits", [])]


def drawn(entry, data, part, figure):
    own, lines = [], []
    for index, (row, places, _) in enumerate(tails(entry, data, part)):
        colour, name = style.COLOURS[index % len(style.COLOURS)], label(data, part, row, seeds=True)
        own.append(content.Curve(name, [content.Spot(0.0, 1.0), *(content.Spot(*place) for place in places)], colour, look=("steps-before",)))
        lines += [content.Line("x", float(value), str(limit.get("label", "")), name, colour)
                  for limit, value in zip(entry.get("limits", []), limits_of(entry, data, row)) if value is not None]
    return [content.Panel(figure.axes[0], own, lines)]


def tails(entry, data, part):
    """[(row, [(gamma, share of the sample that reaches it)], size of the sample)]"""
    result = []
    for row in data.where(part, entry.get("at", {})):
        bins = data.value(row, entry["value"])
        if isinstance(bins, list) and bins:
            bins = sorted((float(as_fraction(each["gamma"])), each["count"]) for each in bins)
            total = sum(count for _, count in bins)
            result.append((row, [(gamma, sum(count for _, count in bins[index:]) / total) for index, (gamma, _) in enumerate(bins)], total))
    return result


def caption(entry, data, part):
    sizes = sorted({total for _, _, total in tails(entry, data, part)})
    return f"Size of the sample: {', '.join(map(str, sizes))}." if sizes else ""
