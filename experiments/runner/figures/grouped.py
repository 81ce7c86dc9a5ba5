#!/usr/bin/python3
"""grouped: bars side by side for results of several parts that belong together although their options have different names.

`groups`: [{label, OPTION: value, ...}], what distinguishes the groups, under every name it has; `series`: [{part, at, by, value, label}], a bar in each group: the
point of the part at which the option `by` has the group's value, if there is one alone. `colour`: its number in the palette; `pale: true`: a lighter one.
"""

from runner.exact import as_fraction
from runner.figures.drawing import legends, listing, panels, style
from runner.results import samples

WIDTH = 0.84  # of a group


def draw(entry, data, part):
    found = heights(entry, data, part)
    if not any(value is not None for row in found for value in row):
        return None
    groups, series = entry["groups"], entry["series"]
    intervals = halves_of(entry, data, part)
    figure, axes = style.pyplot.subplots(figsize=(style.TWO_COLUMNS, 2.7))
    figure.subplots_adjust(left=0.075, right=0.99, top=0.97, bottom=0.08)
    width = WIDTH / len(series)
    panels.settle(axes, {"y": str(series[0]["value"]), **entry}, (), scaled(found, intervals, "y" in entry.get("log", [])))
    for index, (one, row) in enumerate(zip(series, found)):
        places = [(place, value) for place, value in enumerate(row) if value is not None]
        offset = (index - (len(series) - 1) / 2) * width
        axes.bar([place + offset for place, _ in places], [value for _, value in places], 0.9 * width, linewidth=0, zorder=2,
                 color=style.COLOURS[int(one.get("colour", index)) % len(style.COLOURS)], alpha=0.5 if one.get("pale") else 1, label=one["label"])
        halves = [intervals.get((index, place)) for place, _ in places]
        if any(halves):
            axes.errorbar([place + offset for place, _ in places], [value for _, value in places], [half or 0 for half in halves], fmt="none",
                          ecolor="#000000", elinewidth=0.7, zorder=3)
        for (place, value), half in zip(places, halves):
            axes.annotate(f"{value:.3g}" if value < 1000 else f"{value:.0f}", (place + offset, value + (half or 0)), (0, 1.5), textcoords="offset points",
                          ha="center", va="bottom", fontsize=5, rotation=90 if len(series) * len(groups) > 24 else 0)
    axes.set_xticks(range(len(groups)), [str(group["label"]) for group in groups])
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")
    legends.fit(figure, [axes])
    legends.below(figure, axes.get_legend_handles_labels()[0], fontsize=6.5)
    return figure


def scaled(found, intervals, logarithmic):
    """The heights that the axis must show, with room for the numbers above the bars."""
    ends = [end for index, row in enumerate(found) for place, value in enumerate(row) if value is not None
            for end in (value, value - intervals.get((index, place), 0), value + intervals.get((index, place), 0))]
    if logarithmic:
        above = [end for end in ends if end > 0]
        return [0.5 * min(above), 2 * max(above)] if above else []
    return [1.05 * end for end in ends]


def numbers(entry, data, part):
    """x is the number of the group, from 0."""
    found, intervals = heights(entry, data, part), halves_of(entry, data, part)
    marks = []
    for index, (one, row) in enumerate(zip(entry["series"], found)):
        for place, value in enumerate(row):
            half = intervals.get((index, place))
            if value is not None:
                marks.append(listing.Mark(str(one["label"]), "point", place, value, *((value - half, value + half) if half else ()),
                                        label=str(entry["groups"][place]["label"])))
    return marks


def heights(entry, data, part):
    """For each of the series the value in each group, or None."""
    return [[None if own is None or as_fraction(own.value) is None else float(own.value) for own in row] for row in estimates(entry, data, part)]


def halves_of(entry, data, part):
    """{(number of the series, number of the group): 95% half width} of what was measured in several seeds."""
    return {(index, place): own.half for index, row in enumerate(estimates(entry, data, part)) for place, own in enumerate(row) if own and own.half}


def estimates(entry, data, part):
    result = []
    for one in entry["series"]:
        own = []
        for group in entry["groups"]:
            rows = data.where(one.get("part", part), {**one.get("at", {}), one["by"]: group[one["by"]]}) if one["by"] in group else []
            own.append(samples.estimate(data, rows, one["value"]) if len(samples.together(rows)) == 1 else None)
        result.append(own)
    return result


def caption(entry, data, part):
    return ""
