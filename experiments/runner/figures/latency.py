#!/usr/bin/python3
"""latency-vs-load: (a) mean latency and its 99th percentile against offered load, (b) accepted against offered load.

Only neighbouring sustained loads are joined; a saturated load has no latency and stands as a hollow mark along the top of (a), a load without
a result as a cross on the axis. With `bounds` (a part that runs the command `bounds`) the analytic latency lies under the measured curves.
What the marks mean is said in the caption, not in the figure.
"""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from runner import select, summary
from runner.figures import style
from runner.figures.labels import along_line
from runner.point import number


def draw(entry, data, part):
    series = [one for one in summary.curves(data, part) if one.samples]
    if not series:
        return None
    if "bounds" in entry:
        add_analytic(series, data, part, entry["bounds"])
    figure, (left, right) = style.pyplot.subplots(1, 2, figsize=(style.TWO_COLUMNS, 2.9), gridspec_kw={"width_ratios": (1.3, 1)})
    figure.subplots_adjust(left=0.1, right=0.985, top=0.925, bottom=0.135, wspace=0.21)
    limit = x_limit(series)
    for axes, letter in ((left, "(a)"), (right, "(b)")):
        axes.set_xlim(0, limit)
        axes.set_xlabel("offered load (flits/node/cycle)")
        axes.text(0.0, 1.03, letter, transform=axes.transAxes, va="bottom", ha="right", fontsize=8)
    latency_panel(left, series)
    accepted_panel(right, series)
    return figure


def add_analytic(series, data, part, bounds):
    """Gives each series the analytic curve of the point of `bounds` that agrees with it."""
    cases = [row.case for row in data.rows[bounds]]
    for one in series:
        case = next(row.case for row in data.rows[part] if all(row.options[name] == value for name, value in one.values.items()))
        other = select.partner(case, cases)
        row = next((row for row in data.rows[bounds] if row.case is other and row.result), None)
        one.analytic = analytic(data, row) if row else []


def analytic(data, row):
    """[(load, latency)]: the model as far as it is validated; where it is not, the light-traffic slope over a fifth of the way to the ideal."""
    zero_load, slope, ideal, end = (data.number(row, text) for text in ("zero_load_latency", "slope.cycles_per_load", "ideal_throughput", "valid_to"))
    if end is not None:
        curve = [(number(at.get("load")), number(at.get("latency"))) for at in row.result.get("curve") or []]
        return [(0.0, zero_load)] + [(load, latency) for load, latency in curve if load is not None and latency is not None and 0 < load <= end]
    if None in (zero_load, slope, ideal):
        return []
    return [(share * ideal, zero_load + slope * share * ideal) for share in (0, 0.05, 0.1, 0.15, 0.2)]


def caption(entry, data, part):
    """What a figure's reader must know; the figure itself has no title."""
    cases = [row.case for row in data.rows[part]]
    cycles = number(cases[0].options.get("cycles"))
    return (
        "(a) Mean latency in cycles from generation of a message to ejection of its tail"
        + (f", of the messages generated in {cycles:g} cycles after warm-up" if cycles else "") +
        "; bars: 95% confidence; thin dashed: 99th percentile; ticks at the left: computed zero-load latency. "
        "Dotted lines with a triangle: the highest sustained load below the first saturated one. "
        "Hollow marks along the top: saturated loads, which have no mean; a cross on the axis: no result. "
        "Dashed grey lines: the ideal throughput, at which the busiest channel is full. "
        + ("Broad pale lines: the analytic latency, from the queueing model as far as it is validated, else from the slope in light traffic. "
           if "bounds" in entry else "") +
        "(b) Accepted throughput of the sending nodes: mean (solid), and of the worst-served node (dashed); hollow: saturated; "
        "thin line: accepted equals offered.")


def x_limit(series):
    """Just past the largest bound, or the largest load."""
    return 1.06 * max([one.ideal for one in series if one.ideal] + [sample.load for one in series for sample in one.samples])


def runs(samples, wanted):
    """Neighbouring samples that are sustained and have the value `wanted`: what may be joined by a line."""
    result = [[]]
    for sample in samples:
        if sample.sustained and getattr(sample, wanted) is not None:
            result[-1].append(sample)
        elif result[-1]:
            result.append([])
    return [run for run in result if run]


def latency_panel(axes, series):
    tops = [value for one in series for sample in one.samples if sample.sustained for value in (sample.latency, sample.p99) if value]
    values = tops + [one.zero_load for one in series if one.zero_load]
    top_rows = 0.03 + 0.055 * len(series)  # along the top of the axes: the saturated loads, a row per series
    scale_latency(axes, values, top_rows)
    axes.set_ylabel("mean latency (cycles),\ngeneration to tail ejected")
    in_axes = axes.get_xaxis_transform()  # x in data, y in axes
    for index, one in enumerate(series):
        look = style.look(index)
        axes.plot([load for load, _ in one.analytic], [latency for _, latency in one.analytic], color=look["color"], alpha=0.3, linewidth=4.5,
                  solid_capstyle="butt", zorder=1.2)
        for run in runs(one.samples, "p99"):
            axes.plot([s.load for s in run], [s.p99 for s in run], zorder=1.4, linewidth=0.6,
                      **style.hollow(index, linestyle=(0, (4, 2)), markersize=2.2, markeredgewidth=0.6))
        for run in runs(one.samples, "latency"):
            axes.errorbar([s.load for s in run], [s.latency for s in run], [s.ci95 or 0 for s in run], **look, elinewidth=0.8)
        row = 1 - 0.02 - 0.055 * index
        saturated = [s.load for s in one.samples if s.saturated]
        axes.plot(saturated, [row] * len(saturated), transform=in_axes, clip_on=False, **style.hollow(index))
        holes = [s.load for s in one.samples if not s.results]
        axes.plot(holes, [0.02] * len(holes), transform=in_axes, color=look["color"], marker="x", linestyle="none", clip_on=False)
        if one.zero_load:
            width = 0.022
            axes.plot([index * width, (index + 0.85) * width], [one.zero_load] * 2, transform=axes.get_yaxis_transform(),
                      color=look["color"], linewidth=1.8, solid_capstyle="butt", zorder=3)
        if one.first_saturated is not None and one.saturation is not None:
            axes.plot([one.saturation] * 2, [0, 1 - top_rows], transform=in_axes, color=look["color"], linestyle=":", linewidth=0.9, zorder=1)
            axes.plot(one.saturation, 0, transform=in_axes, color=look["color"], marker=6, markersize=4.5, clip_on=False, zorder=4)
    draw_bounds(axes, series)


def scale_latency(axes, values, top_rows):
    """Limits that leave the top rows free; logarithmic when the values span more than a decade."""
    if not values:
        axes.set_ylim(0, 1)
        return
    low, high = min(values), max(values)
    if high > 10 * low:
        axes.set_yscale("log")
        low, high = low / 1.25, high * 1.1
        axes.set_ylim(low, low * (high / low) ** (1 / (1 - top_rows)))
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
    else:
        axes.set_ylim(0, 1.05 * high / (1 - top_rows))


def draw_bounds(axes, series):
    """Ideal throughputs: dashed, with the names of the series and the value along the line."""
    by_value = {}
    for one in series:
        if one.ideal:
            by_value.setdefault(round(one.ideal, 4), []).append(one.label)
    for value in by_value:
        axes.axvline(value, color=style.GREY, linestyle=(0, (5, 3)), linewidth=0.8, zorder=1.5)
    for value, names in sorted(by_value.items()):
        who = ", ".join(names) if len(by_value) > 1 else "ideal"
        along_line(axes, value, f"{who} {value:.3g}", color=style.GREY, fontsize=6.5)


def accepted_panel(axes, series):
    accepted = [s.accepted for one in series for s in one.samples if s.accepted is not None]
    limit = axes.get_xlim()[1]
    top = 1.1 * max(accepted, default=limit)
    axes.set_ylim(0, top)
    axes.set_ylabel("accepted (flits/node/cycle)")
    axes.plot([0, min(limit, top)], [0, min(limit, top)], color=style.GREY, linewidth=0.5, zorder=1)
    for index, one in enumerate(series):
        look = style.look(index)
        for run in runs(one.samples, "accepted_min"):
            axes.plot([s.load for s in run], [s.accepted_min for s in run], color=look["color"], linestyle=(0, (4, 2)), linewidth=0.6,
                      marker="_", markersize=4, markeredgewidth=0.7)
        for run in runs(one.samples, "accepted"):
            axes.plot([s.load for s in run], [s.accepted for s in run], **look)
        saturated = [s for s in one.samples if s.saturated and s.accepted is not None]
        axes.plot([s.load for s in saturated], [s.accepted for s in saturated], **style.hollow(index))
        worst = [s for s in saturated if s.accepted_min is not None]
        axes.plot([s.load for s in worst], [s.accepted_min for s in worst], color=look["color"], linestyle="none", marker="_",
                  markersize=4, markeredgewidth=0.7)
    legend(axes, series)


def legend(axes, series):
    samples = [sample for one in series for sample in one.samples]
    dashes = {"linestyle": (0, (4, 2)), "linewidth": 0.6}
    small = {"marker": "o", "markerfacecolor": "white", "markersize": 2.2, "markeredgewidth": 0.6}
    marks = [
        (any(sample.saturated for sample in samples), "saturated", {**small, "linestyle": "none", "markersize": 3.2, "markeredgewidth": 0.9}),
        (any(one.analytic for one in series), "analytic", {"alpha": 0.3, "linewidth": 4.5}),
        (any(one.ideal for one in series), "ideal throughput", {"linestyle": (0, (5, 3)), "linewidth": 0.8}),
        (any(sample.accepted_min is not None for sample in samples), "worst-served node", {**dashes, "marker": "_"}),
        (any(runs(one.samples, "p99") for one in series), "99th percentile", {**dashes, **small})]
    handles = [Line2D([], [], **style.look(index), label=one.label) for index, one in enumerate(series)]
    handles += [Line2D([], [], color=style.GREY, label=name, **mark) for wanted, name, mark in marks if wanted]
    axes.legend(handles=handles, loc="lower right")  # free in every such plot: a network accepts about what it is offered
