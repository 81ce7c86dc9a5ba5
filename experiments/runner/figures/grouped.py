#!/usr/bin/python3
"""grouped: bars side by side for results of several parts that belong together although their options have different names.

`groups`: [{label, OPTION: value, ...}], what tells the groups apart, under every name it has; `series`: [{part, at, by, value, label}], a bar in each group: the
point of the part at which the option `by` has the group's value, if there is one alone. `colour`: its number in the palette; `pale: true`: a lighter one.
"""

from runner.figures import panels, style

WIDTH = 0.84  # of a group


def draw(entry, data, part):
    found = heights(entry, data, part)
    if not any(value is not None for row in found for value in row):
        return None
    groups, series = entry["groups"], entry["series"]
    figure, axes = style.pyplot.subplots(figsize=(style.TWO_COLUMNS, 2.7))
    figure.subplots_adjust(left=0.075, right=0.99, top=0.9, bottom=0.08)
    width = WIDTH / len(series)
    largest = max(value for row in found for value in row if value is not None)
    smallest = min(value for row in found for value in row if value)
    panels.settle(axes, entry, (), [0.5 * smallest, 2 * largest] if "y" in entry.get("log", []) else [1.05 * largest])
    for index, (one, row) in enumerate(zip(series, found)):
        places = [(place, value) for place, value in enumerate(row) if value is not None]
        offset = (index - (len(series) - 1) / 2) * width
        axes.bar([place + offset for place, _ in places], [value for _, value in places], 0.9 * width, linewidth=0, zorder=2,
                 color=style.COLOURS[int(one.get("colour", index)) % len(style.COLOURS)], alpha=0.5 if one.get("pale") else 1, label=one["label"])
        for place, value in places:
            axes.annotate(f"{value:.3g}" if value < 1000 else f"{value:.0f}", (place + offset, value), (0, 1.5), textcoords="offset points", ha="center", va="bottom",
                          fontsize=5, rotation=90 if len(series) * len(groups) > 24 else 0)
    axes.set_xticks(range(len(groups)), [str(group["label"]) for group in groups])
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")
    figure.legend(loc="upper center", ncol=min(len(series), 7), fontsize=6.5, borderaxespad=0.1)
    panels.finish(figure, axes)
    return figure


def heights(entry, data, part):
    """For each of the series the value in each group, or None."""
    result = []
    for one in entry["series"]:
        own = []
        for group in entry["groups"]:
            rows = data.where(one.get("part", part), {**one.get("at", {}), one["by"]: group[one["by"]]}) if one["by"] in group else []
            own.append(data.number(rows[0], one["value"]) if len(rows) == 1 else None)
        result.append(own)
    return result


def caption(entry, data, part):
    return ""
