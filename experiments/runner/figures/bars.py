#!/usr/bin/python3
"""bars: for each value of the option `groups` a bar per value of `by`: the exact ideal as an outline, what was measured filled, printed values as marks.

`ideal`, `measured`: {part, value}; `more`: [{group, part, value, at}], groups that have an ideal alone; `printed`: draw the printed values of the experiment file,
[{group, by, printed}].
"""

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from runner import units
from runner.exact import as_fraction
from runner.figures.drawing import legends, listing, panels, style
from runner.results import samples

WIDTH = 0.8  # of a group


def draw(entry, data, part):
    found = heights(entry, data, part)
    if not found:
        return None
    names, groups = list(dict.fromkeys(by for _, by, _, _ in found)), list(dict.fromkeys(group for group, _, _, _ in found))
    figure, axes = style.pyplot.subplots(figsize=(style.TWO_COLUMNS, 2.4))
    figure.subplots_adjust(left=0.075, right=0.99, top=0.96, bottom=0.12)
    width = WIDTH / len(names)
    spread, open_ended = halves(entry, data, part), undecided(entry, data, part)
    printed = printed_of(entry)
    for group, by, ideal, measured in found:
        place = groups.index(group) + (names.index(by) - (len(names) - 1) / 2) * width
        colour = style.COLOURS[names.index(by) % len(style.COLOURS)]
        if measured is not None:
            axes.bar(place, measured, 0.86 * width, color=colour, alpha=style.PALE / 2 if (group, by) in open_ended else 0.55, linewidth=0, zorder=2)
        if (group, by) in spread:
            axes.errorbar(place, ideal if measured is None else measured, spread[group, by], fmt="none", ecolor=colour, elinewidth=0.9, zorder=3)
        if ideal is not None:
            axes.bar(place, ideal, 0.86 * width, facecolor="none", edgecolor=colour, linewidth=1.2, zorder=3)
            share = f"\n({100 * measured / ideal:.0f}%)" if measured is not None and ideal else ""
            axes.annotate(f"{ideal:.3f}{share}", (place, ideal), (0, 2), textcoords="offset points", ha="center", va="bottom", fontsize=6)
        if (group, by) in printed:
            axes.plot([place - 0.43 * width, place + 0.43 * width], [printed[group, by]] * 2, color="#000000", linewidth=1.2, zorder=4,
                      linestyle=(0, (1.5, 1)))
    axes.set_xticks(range(len(groups)), groups)
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")
    axes.set_ylabel(str(entry.get("y-label", units.label(entry["ideal"]["value"]))))
    ends = [end for group, by, ideal, measured in found for value in (ideal, measured) if value is not None
            for end in (value, *(value + sign * spread.get((group, by), 0) for sign in (-1, 1) if value is (ideal if measured is None else measured)))]
    axes.set_ylim(min(0.0, 1.1 * min(ends)), 1.16 * max([*ends, *printed.values()]))
    handles = [Patch(facecolor="none", edgecolor=style.COLOURS[index % len(style.COLOURS)], linewidth=1.2, label=f"{name}, exact ideal")
               for index, name in enumerate(names)]
    if any(measured is not None for *_, measured in found):
        handles += [Patch(facecolor=style.COLOURS[index % len(style.COLOURS)], alpha=0.55, label=f"{name}, simulated") for index, name in enumerate(names)]
    if printed:
        handles.append(Line2D([], [], color="#000000", linewidth=1.2, linestyle=(0, (1.5, 1)), label="printed"))
    legends.fit(figure, [axes])
    legends.legend(axes, len(names), handles, "upper right")
    return figure


def printed_of(entry):
    return {(mark["group"], mark["by"]): float(mark["printed"]) for mark in entry.get("printed", [])}


def numbers(entry, data, part):
    """x is the number of the group, from 0; the interval is of what was measured, else of the ideal."""
    found, spread, printed = heights(entry, data, part), halves(entry, data, part), printed_of(entry)
    groups = list(dict.fromkeys(group for group, *_ in found))
    marks = []
    for group, by, ideal, measured in found:
        half = spread.get((group, by))
        for kind, value, own in (("ideal", ideal, half if measured is None else None), ("measured", measured, half), ("printed", printed.get((group, by)), None)):
            if value is not None:
                marks.append(listing.Mark(by, kind, groups.index(group), value, *((value - own, value + own) if own else ()), label=str(group)))
    return marks


def heights(entry, data, part):
    """[(group, by, ideal, measured)]; None for what there is not."""
    found = {}
    for which in ("ideal", "measured"):
        source = entry.get(which)
        if source:
            for place, own in of_source(entry, data, part, source):
                found.setdefault(place, {})[which] = own.value
    for source in entry.get("more", []):
        for place, own in of_source(entry, data, part, source):
            found.setdefault(place, {})["ideal"] = own.value
    found = {place: {which: None if as_fraction(value) is None else float(value) for which, value in own.items()} for place, own in found.items()}
    return [(*place, own.get("ideal"), own.get("measured")) for place, own in found.items() if any(value is not None for value in own.values())]


def of_source(entry, data, part, source):
    """[((group, by), samples.Estimate)] of an `ideal`, a `measured` or one of `more`."""
    rows = data.where(source.get("part", part), source.get("at", {}))
    return [((source["group"] if "group" in source else panels.name_of(own[0], entry["groups"]), panels.name_of(own[0], entry["by"])),
             samples.estimate(data, own, source["value"])) for own in samples.together(rows)]


def halves(entry, data, part):
    """{(group, by): 95% half width} of what was measured in several seeds."""
    sources = ([entry["measured"]] if "measured" in entry else []) + list(entry.get("more", []))
    return {place: own.half for source in sources for place, own in of_source(entry, data, part, source) if own.half}


def undecided(entry, data, part):
    """{(group, by)} of what was measured and is undecided."""
    return {place for place, own in of_source(entry, data, part, entry["measured"]) if own.undecided} if "measured" in entry else set()


def caption(entry, data, part):
    return ("Outlines: the exact ideal, at which the busiest channel is full. "
            + ("Filled: the highest load that every source sustains in the simulation; in brackets its share of the ideal. "
               if "measured" in entry else "") + ("Dotted black: as printed. " if "printed" in entry else "") + ("Bars: 95% confidence of the mean over seeds. " if halves(entry, data, part) else "")
            + ("Pale: undecided, the ends of the search are farther apart than its resolution." if undecided(entry, data, part) else "")).rstrip()
