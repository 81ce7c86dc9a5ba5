#!/usr/bin/python3
"""reached: (a) the measured saturation of searches against the ideal throughput, (b) the share of the ideal that was reached, by routing.

Colour is the option `by`, marker the option `markers`. A point above the diagonal would be a violation of the bound; it is ringed.
"""

from matplotlib.lines import Line2D

from runner import samples
from runner.figures import legends, listing, panels, style


def draw(entry, data, part):
    found = points_of(entry, data, part)
    if not found:
        return None
    names, kinds = (list(dict.fromkeys(one[index] for one in found)) for index in (0, 1))
    figure, (left, right) = panels.two_panels(3.0)
    top = 1.06 * max(ideal for _, _, ideal, _ in found)
    left.plot([0, top], [0, top], color=style.GREY, linewidth=0.8, zorder=1)
    for share in (0.6, 0.75):
        left.plot([0, top], [0, share * top], color=style.GREY, linewidth=0.5, linestyle=(0, (5, 3)), zorder=1)
        right.axhline(share, color=style.GREY, linewidth=0.5, linestyle=(0, (5, 3)), zorder=1)
    right.axhline(1, color=style.GREY, linewidth=0.8, zorder=1)
    for by, kind, ideal, measured in found:
        look = {"color": style.COLOURS[names.index(by) % len(style.COLOURS)], "marker": style.MARKERS[kinds.index(kind) % len(style.MARKERS)],
                "linestyle": "none", "markerfacecolor": "white", "markeredgewidth": 1.0, "markersize": 4}
        own = [one for one in found if one[0] == by]
        spread = (own.index((by, kind, ideal, measured)) + 0.5) / len(own) - 0.5
        left.plot(ideal, measured, **look)
        right.plot(names.index(by) + 0.7 * spread, measured / ideal, **look)
        if measured > ideal:
            for axes, place in ((left, (ideal, measured)), (right, (names.index(by) + 0.7 * spread, measured / ideal))):
                axes.plot(*place, marker="o", markersize=11, markerfacecolor="none", markeredgecolor="#000000", linestyle="none")
    left.set(xlim=(0, top), ylim=(0, top), xlabel="ideal throughput (flits/node/cycle)", ylabel="highest sustained load (flits/node/cycle)")
    right.set(xlim=(-0.5, len(names) - 0.5), ylim=(0, max(1.08, 1.05 * max(m / i for _, _, i, m in found))), ylabel="sustained / ideal")
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
    """[(value of `by`, value of `markers`, ideal, measured)]"""
    return [(panels.name_of(rows[0], entry["by"]), panels.name_of(rows[0], entry["markers"]), place.x, place.y)
            for rows in samples.together(data.rows[part]) for place in samples.places(data, rows, entry["ideal"], entry["measured"])]


def numbers(entry, data, part):
    found = points_of(entry, data, part)
    names = list(dict.fromkeys(by for by, *_ in found))
    marks = [listing.Mark(by, kind, ideal, measured, panel="a") for by, kind, ideal, measured in found]
    return marks + [listing.Mark(by, kind, names.index(by), measured / ideal, label=by, panel="b") for by, kind, ideal, measured in found]


def caption(entry, data, part):
    rows = [(data.exact(row, entry["ideal"]), data.exact(row, entry["measured"])) for row in data.rows[part]]
    shares = sorted(float(measured / ideal) for ideal, measured in rows if ideal and measured is not None)
    above = sum(share > 1 for share in shares)
    if not shares:
        return ""
    return (f"(a) The thin line is the bound, where every source gets what the busiest channel allows; dashed: 60% and 75% of it. (b) The share reached: "
            f"{100 * shares[0]:.0f}% to {100 * shares[-1]:.0f}%, in the middle {100 * shares[len(shares) // 2]:.0f}%. "
            f"{len(shares)} searches, {above or 'none'} above the bound.")
