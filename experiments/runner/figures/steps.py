#!/usr/bin/python3
"""steps: a value that builds up over the points of a part, taken in their order; the increment is written at each step.

`series`: [{part, at, label, step}], a curve each; `step` is what a point advances along x (1).
"""

from runner.exact import as_fraction
from runner.figures.drawing import content, panels, style
from runner.results import samples


def draw(entry, data, part):
    found = series_of(entry, data, part)
    if not found:
        return None
    figure, axes = panels.one_column()
    right = max(step * (len(values) - 1) for _, step, values in found)
    panels.settle(axes, entry, [right], [*(float(value) for _, _, values in found for value in values), *panels.line_values(entry, "y")])
    axes.set_xlim(-0.04 * right, 1.14 * right)
    for index, (label, step, values) in enumerate(found):
        look = style.look(index)
        places, heights = [step * number for number in range(len(values))], [float(value) for value in values]
        axes.step(places, heights, where="post", color=look["color"], linewidth=0.9)
        axes.plot(places, heights, **{**look, "linestyle": "none"}, label=label)
        below = index % 2 == 0  # where increments are written: right of the riser, or above its top
        for number in range(1, len(values)):
            if values[number] != values[number - 1]:
                middle = (heights[number] + heights[number - 1]) / 2
                axes.annotate(f"+{values[number] - values[number - 1]}", (places[number], middle if below else heights[number]), (2.5, 0) if below else (-2, 2),
                              textcoords="offset points", ha="left" if below else "right", va="center" if below else "bottom", fontsize=6,
                              color=look["color"])
    panels.reference_lines(axes, entry)
    axes.xaxis.get_major_locator().set_params(integer=True)
    panels.finish(figure, axes, entry, len(found))
    return figure


def series_of(entry, data, part):
    """[(label, step, values)]"""
    found = []
    for one in entry["series"]:
        estimates = [samples.estimate(data, own, entry["y"]) for own in samples.together(data.where(one.get("part", part), one.get("at", {})))]
        values = [None if own.saturated and own.steady else as_fraction(own.value) for own in estimates]
        if values and None not in values:
            found.append((str(one.get("label", "")), float(one.get("step", 1)), values))
    return found


def drawn(entry, data, part, figure):
    own = [content.curve(label, [samples.Place(step * number, float(value)) for number, value in enumerate(values)], index, look=("steps",))
           for index, (label, step, values) in enumerate(series_of(entry, data, part))]
    return [content.Panel(figure.axes[0], own, content.reference_lines(entry))]


def caption(entry, data, part):
    return "Each step's increment is written beside it."
