#!/usr/bin/python3
"""reached: (a) the measured saturation of searches against the bound, (b) the share of it that was reached, by routing.

Colour is the option `by`, marker the option `markers`; bars are the interval over the knees of several seeds. A point above the diagonal would be a
violation of the bound; it is ringed.
"""

from typing import NamedTuple

from matplotlib.lines import Line2D

from runner.figures.drawing import legends, listing, panels, style
from runner.results import samples


class Reached(NamedTuple):
    by: str  # value of the option `by`
    kind: str  # value of the option `markers`
    ideal: float
    measured: float
    low: float  # None, as high, without an interval
    high: float
    undecided: bool = False


def draw(entry, data, part):
    found = points_of(entry, data, part)
    if not found:
        return None
    names, kinds = (list(dict.fromkeys(one[index] for one in found)) for index in (0, 1))
    figure, (left, right) = panels.two_panels(3.0)
    top = 1.06 * max(one.ideal for one in found)
    ends = [end for one in found for end in (one.measured, one.low, one.high) if end is not None]
    shares = [end / one.ideal for one in found for end in (one.measured, one.low, one.high) if end is not None]
    left.plot([0, top], [0, top], color=style.GREY, linewidth=0.8, zorder=1)
    for share in (0.6, 0.75):
        left.plot([0, top], [0, share * top], color=style.GREY, linewidth=0.5, linestyle=(0, (5, 3)), zorder=1)
        right.axhline(share, color=style.GREY, linewidth=0.5, linestyle=(0, (5, 3)), zorder=1)
    right.axhline(1, color=style.GREY, linewidth=0.8, zorder=1)
    for one in found:
        by, kind, ideal, measured, low, high, undecided = one
        look = {"color": style.COLOURS[names.index(by) % len(style.COLOURS)], "marker": style.MARKERS[kinds.index(kind) % len(style.MARKERS)],
                "linestyle": "none", "markerfacecolor": "white", "markeredgewidth": 1.0, "markersize": 4, **({"alpha": style.PALE} if undecided else {})}
        own = [other for other in found if other.by == by]
        at = names.index(by) + 0.7 * ((own.index(one) + 0.5) / len(own) - 0.5)
        for axes, x, unit in ((left, ideal, 1), (right, at, ideal)):
            if low is not None:
                axes.plot([x, x], [low / unit, high / unit], color=look["color"], linewidth=0.8)
            axes.plot(x, measured / unit, **look)
            if measured > ideal:
                axes.plot(x, measured / unit, marker="o", markersize=11, markerfacecolor="none", markeredgecolor="#000000", linestyle="none")
    left.set(xlim=(0, top), ylim=(min(0.0, 1.06 * min(ends)), max(top, 1.06 * max(ends))), xlabel="bound (flits/terminal/cycle)", ylabel="highest sustained load (flits/terminal/cycle)")
    right.set(xlim=(-0.5, len(names) - 0.5), ylim=(min(0.0, 1.05 * min(shares)), max(1.08, 1.05 * max(shares))), ylabel="sustained / bound")
    right.set_xticks(range(len(names)), names)
    right.tick_params(axis="x", length=0)
    right.grid(False, axis="x")
    handles = [Line2D([], [], color=style.GREY, marker=style.MARKERS[index % len(style.MARKERS)], markerfacecolor="white", linestyle="none",
                      label=kind) for index, kind in enumerate(kinds)]
    handles += [Line2D([], [], color=style.COLOURS[index % len(style.COLOURS)], linewidth=3, label=name) for index, name in enumerate(names)]
    legends.fit(figure, [left, right])
    legends.legend(left, len(names), handles, "upper left")
    return figure


def points_of(entry, data, part):
    """A Reached for each search, or for the searches of several seeds."""
    return [Reached(panels.name_of(rows[0], entry["by"]), panels.name_of(rows[0], entry["markers"]), *place[:4], place.undecided)
            for rows in samples.together(data.rows[part]) for place in samples.places(data, rows, entry["ideal"], entry["measured"])]


def numbers(entry, data, part):
    found = points_of(entry, data, part)
    names = list(dict.fromkeys(one.by for one in found))

    def mark(one, x, unit, panel, **more):
        return listing.Mark(one.by, one.kind, x, *(None if value is None else value / unit for value in (one.measured, one.low, one.high)), panel=panel, **more)
    return [mark(one, one.ideal, 1, "a") for one in found] + [mark(one, names.index(one.by), one.ideal, "b", label=one.by) for one in found]


def caption(entry, data, part):
    rows = [(data.exact(row, entry["ideal"]), data.exact(row, entry["measured"])) for row in data.rows[part]]
    shares = sorted(float(measured / ideal) for ideal, measured in rows if ideal and measured is not None)
    above = sum(share > 1 for share in shares)
    if not shares:
        return ""
    found = points_of(entry, data, part)
    return (f"(a) The thin line is the bound, what no run sustains more than; dashed: 60% and 75% of it. (b) The share reached: "
            f"{100 * shares[0]:.0f}% to {100 * shares[-1]:.0f}%, in the middle {100 * shares[len(shares) // 2]:.0f}%. "
            f"{len(shares)} searches, {above or 'none'} above the bound."
            + (" Bars: 95% confidence over seeds." if any(one.low is not None for one in found) else "")
            + (" Pale: undecided, the ends of the search are farther apart than its resolution." if any(one.undecided for one in found) else ""))
