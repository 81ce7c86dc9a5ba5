#!/usr/bin/python3
"""The two panels of latency against offered load (latency.py): what is drawn of each series (series.Series), the bounds, what stands for the marks in a legend.
`too`: which of WHAT is drawn besides.
"""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from runner.figures.drawing import style
from runner.figures.drawing.labels import along_line, at_edge
from runner.results import samples

WHAT = {"percentiles": "99th percentile", "worst-served": "worst-served terminal", "analytic": "analytic"}  # setting `show` -> what it is called


def having(series):
    """[(setting `show`, whether the series have what it draws)]"""
    found = [sample for one in series for sample in one.samples]
    return [("percentiles", any(runs(one.samples, "p99") for one in series)), ("worst-served", any(sample.accepted_min is not None for sample in found)),
            ("analytic", any(one.analytic for one in series))]


def runs(found, wanted):
    """Neighbouring samples that are sustained and have the value `wanted`: what may be joined by a line."""
    return samples.joined(found, lambda one: one.sustained and getattr(one, wanted) is not None)


ROW, TOP = 6.5, 3.5  # points: between the rows of saturated marks, and above the first


def latency_panel(axes, series, too=()):
    drawn = [sample for _, one in series for sample in one.samples if (sample.sustained or sample.undecided) and sample.latency is not None]
    values = [value for sample in drawn for value in (sample.latency, sample.low, sample.high) if value is not None]
    if "percentiles" in too:
        values += [sample.p99 for _, one in series for sample in one.samples if sample.sustained and sample.p99]
    if "analytic" in too:
        values += [one.zero_load for _, one in series if one.zero_load] + [latency for _, one in series for _, latency in one.analytic]
    high = axes.bbox.height / axes.figure.dpi * 72
    top_rows = (TOP + ROW * len(series)) / high  # along the top of the axes: the saturated loads, a row per series
    scale_latency(axes, values, top_rows)
    axes.set_ylabel("mean latency (cycles),\ngeneration to tail ejected")
    in_axes = axes.get_xaxis_transform()  # x in data, y in axes
    for row, (index, one) in enumerate(series):
        look = style.look(index)
        if "analytic" in too:
            draw_analytic(axes, one, row, len(series), look["color"])
        for run in runs(one.samples, "p99") if "percentiles" in too else ():
            axes.plot([s.load for s in run], [s.p99 for s in run], zorder=1.4, linewidth=0.6,
                      **style.hollow(index, linestyle=(0, (4, 2)), markersize=2.2, markeredgewidth=0.6))
        for run in runs(one.samples, "latency"):
            reach = [(0, 0) if s.low is None else (s.latency - s.low, s.high - s.latency) for s in run]
            axes.errorbar([s.load for s in run], [s.latency for s in run], list(zip(*reach)), **look, elinewidth=0.8)
        undecided = [s for s in one.samples if s.undecided and s.latency is not None]
        axes.plot([s.load for s in undecided], [s.latency for s in undecided], **style.light(index))
        saturated = [s.load for s in one.samples if s.saturated]
        if saturated:
            axes.plot(saturated, [1 - (TOP + ROW * row) / high] * len(saturated), transform=in_axes, clip_on=False, **style.hollow(index))
        holes = [s.load for s in one.samples if not s.results]
        if holes:
            axes.plot(holes, [0.02] * len(holes), transform=in_axes, color=look["color"], marker="x", linestyle="none", clip_on=False)
        if one.first_saturated is not None and one.saturation is not None:
            axes.plot(one.saturation, 0, transform=in_axes, color=look["color"], marker=10, markersize=5.5, linestyle="none", clip_on=False, zorder=4)


def draw_analytic(axes, one, row, count, colour):
    """The model's latency, broad and pale, and the zero-load latency as a tick at the left, those of several series beside one another."""
    axes.plot([load for load, _ in one.analytic], [latency for _, latency in one.analytic], color=colour, alpha=0.3, linewidth=4.5, solid_capstyle="butt", zorder=1.2)
    if one.zero_load:
        width = min(0.022, 0.1 / count)
        axes.plot([row * width, (row + 0.85) * width], [one.zero_load] * 2, transform=axes.get_yaxis_transform(), color=colour, linewidth=1.8,
                  solid_capstyle="butt", zorder=3)


def scale_latency(axes, values, top_rows):
    """Limits that leave the top rows free; logarithmic when the values span more than a decade. An interval's end of 0 or less is at the foot."""
    if not values:
        axes.set_ylim(0, 1)
        return
    low, high = min((value for value in values if value > 0), default=max(values)), max(values)
    if high > 10 * low:
        axes.set_yscale("log")
        low, high = low / 1.25, high * 1.1
        axes.set_ylim(low, low * (high / low) ** (1 / (1 - top_rows)))
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
    else:
        axes.set_ylim(min(0.0, 1.05 * min(values)), 1.05 * high / (1 - top_rows))


def draw_bounds(axes, series):
    """The exact bounds: dashed, with the names of their series and the value along the line; at the right edge, with an arrow, those beyond it. Where there is no
    place for the names, the value stands alone, in the series' colour. Whether every one has a text. `series`: [(label, its number, series)]."""
    by_value = {}
    for name, index, one in series:
        if one.bound:
            by_value.setdefault(round(one.bound, 4), []).append((name, style.look(index)["color"]))
    limit, named = axes.get_xlim()[1], []
    for value, own in by_value.items():
        if value <= limit:
            axes.axvline(value, color=own[0][1] if len(own) == 1 else style.GREY, linestyle=(0, (5, 3)), linewidth=0.8, zorder=1.5)
    for value, own in sorted(by_value.items()):
        look = {"color": style.dark(own[0][1]) if len(own) == 1 else style.GREY, "fontsize": 6.5}
        names = "" if len(by_value) == 1 and len(own) > 1 else ", ".join(name for name, _ in own) if len(own) < 4 else f"{len(own)} series"
        texts = list(dict.fromkeys(text.strip() for text in (f"{names} bound {value:.3g}", f"bound {value:.3g}", f"{value:.3g}")))
        named.append(along_line(axes, value, texts, **look) if value <= limit else at_edge(axes, [f"{text} \u2192" for text in texts], **look))
    return all(named)


def accepted_panel(axes, series, too=()):
    found = [s for _, one in series for s in one.samples if s.accepted is not None]
    limit = axes.get_xlim()[1]
    top = 1.1 * max((s.accepted + (s.accepted_ci95 or 0) for s in found), default=limit) or 1.0
    axes.set_ylim(min([0.0, *(1.1 * (s.accepted - (s.accepted_ci95 or 0)) for s in found)]), top)
    axes.set_ylabel("accepted (flits/terminal/cycle)")
    axes.plot([0, min(limit, top)], [0, min(limit, top)], color=style.GREY, linewidth=0.5, zorder=1)
    for index, one in series:
        look = style.look(index)
        for run in runs(one.samples, "accepted_min") if "worst-served" in too else ():
            axes.plot([s.load for s in run], [s.accepted_min for s in run], color=look["color"], linestyle=(0, (4, 2)), linewidth=0.6,
                      marker="_", markersize=4, markeredgewidth=0.7)
        for run in runs(one.samples, "accepted"):
            axes.plot([s.load for s in run], [s.accepted for s in run], **look)
        saturated = [s for s in one.samples if s.saturated and s.accepted is not None]
        axes.plot([s.load for s in saturated], [s.accepted for s in saturated], **style.hollow(index))
        undecided = [s for s in one.samples if s.undecided and s.accepted is not None]
        axes.plot([s.load for s in undecided], [s.accepted for s in undecided], **style.light(index))
        several = [s for s in one.samples if s.accepted_ci95 is not None]
        axes.errorbar([s.load for s in several], [s.accepted for s in several], [s.accepted_ci95 for s in several], fmt="none", ecolor=look["color"],
                      elinewidth=0.8)
        worst = [s for s in saturated + undecided if s.accepted_min is not None and "worst-served" in too]
        axes.plot([s.load for s in worst], [s.accepted_min for s in worst], color=look["color"], linestyle="none", marker="_",
                  markersize=4, markeredgewidth=0.7)


def marks(series, too, bounds_named):
    """Handles of the marks that are used, for the legend; a bound has its own text wherever there was a place for it."""
    found, there = [sample for one in series for sample in one.samples], dict(having(series))
    dashes = {"linestyle": (0, (4, 2)), "linewidth": 0.6}
    small = {"marker": "o", "markerfacecolor": "white", "markersize": 2.2, "markeredgewidth": 0.6}
    known = [
        (any(sample.saturated for sample in found), "saturated", {**small, "linestyle": "none", "markersize": 3.2, "markeredgewidth": 0.9}),
        (any(sample.undecided for sample in found), "undecided", {"marker": "o", "alpha": style.PALE, "linestyle": "none", "markersize": 3.6, "markeredgewidth": 0}),
        (any(one.first_saturated is not None and one.saturation is not None for one in series), "sustained to", {"marker": 10, "markersize": 5.5, "linestyle": "none"}),
        (any(one.bound for one in series) and not bounds_named, "bound", {"linestyle": (0, (5, 3)), "linewidth": 0.8}),
        *((there[name] and name in too, WHAT[name], look) for name, look in (
            ("analytic", {"alpha": 0.3, "linewidth": 4.5}), ("worst-served", {**dashes, "marker": "_"}), ("percentiles", {**dashes, **small})))]
    return [Line2D([], [], color=style.GREY, label=name, **mark) for wanted, name, mark in known if wanted]
