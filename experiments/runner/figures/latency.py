#!/usr/bin/python3
"""latency-vs-load: (a) mean latency and its 99th percentile against offered load, (b) accepted against offered load.

Only neighbouring sustained loads are joined; a saturated load has no latency and stands as a hollow mark along the top of (a), an undecided one as a
pale mark, a load without a result as a cross on the axis. `panels`: an option, of which each value has a row of panels. With `bounds` (a part that runs the command `bounds`) the analytic latency lies under the measured curves.
What the marks mean is said in the caption, not in the figure.
"""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from runner.figures.drawing import content, legends, style
from runner.figures.drawing.labels import along_line
from runner.planning import selection
from runner.point import number, shown
from runner.results import samples, summary, verdicts
from runner.results.series import label


def draw(entry, data, part):
    series = series_of(entry, data, part)
    if not series:
        return None
    multiples = by_panel(series, entry.get("panels"))
    labels = labels_of(multiples)
    high = 2.9 + 0.09 * max(0, len(labels) - 3)  # inches: a row of saturated marks a series
    figure, grid = style.pyplot.subplots(len(multiples), 2, figsize=(style.TWO_COLUMNS, high * len(multiples)), squeeze=False,
                                         gridspec_kw={"width_ratios": (1.3, 1)})
    figure.subplots_adjust(left=0.1, right=0.985, top=1 - 0.22 / (high * len(multiples)), bottom=0.39 / (high * len(multiples)), wspace=0.21, hspace=0.32)
    limit = x_limit(series)
    for number_of_row, (row, (title, own)) in enumerate(zip(grid, multiples)):
        numbered = [(labels.index(label), one) for label, one in own.items()]
        for axes, letter in zip(row, "ab"):
            axes.set_xlim(0, limit)
            axes.set_xlabel("offered load (flits/terminal/cycle)")
            name = f"({letter})" if not title else f"({letter}) {title}"
            axes.set_title(name, loc="left", fontsize=8, pad=4, x=0.0 if title else -0.03)
        latency_panel(row[0], numbered)
        accepted_panel(row[1], numbered)
    legends.fit(figure, grid)
    for row, (_, own) in zip(grid, multiples):
        draw_bounds(row[0], [(label, one) for label, one in own.items()])
    handles = [Line2D([], [], **style.look(index), label=label) for index, label in enumerate(labels)] + marks(series)
    legends.legend(grid[0, 1], len(labels) if len(multiples) == 1 else legends.MOST_INSIDE + 1, handles, "lower right")
    return figure


def series_of(entry, data, part):
    found = [one for one in summary.curves(data, part) if one.samples]
    if "bounds" in entry:
        add_analytic(found, data, part, entry["bounds"])
    return found


def labels_of(multiples):
    return list(dict.fromkeys(label for _, own in multiples for label in own))


def drawn(entry, data, part, figure):
    multiples = by_panel(series_of(entry, data, part), entry.get("panels"))
    labels, result = labels_of(multiples), []
    for row, (title, own) in enumerate(multiples):
        latencies, shares, lines = [], [], []
        for label, one in own.items():
            index = labels.index(label)
            latencies += latency_curves(one, label, index)
            shares += accepted_curves(one, label, index)
            lines += lines_of(one, label, style.look(index)["color"])
        left, right = figure.axes[2 * row:2 * row + 2]
        end = min(right.get_xlim()[1], right.get_ylim()[1])
        shares.append(content.Curve("", [content.Spot(0.0, 0.0), content.Spot(end, end)], what="accepted equals offered", look=("thin",)))
        result += [content.Panel(left, latencies, lines, f"(a) {title}".strip()), content.Panel(right, shares, [], f"(b) {title}".strip())]
    return result


def latency_curves(one, label, index):
    def curve(what, spots, **more):
        return content.curve(label, spots, index, one.values, what, **more)
    means = [content.Spot(s.load, s.latency, s.low, s.high) if s.sustained and s.latency is not None
             else content.Spot(s.load, s.latency, state=content.UNDECIDED) if s.undecided and s.latency is not None else unplaced(s) for s in one.samples]
    own = [curve("mean latency", means, look=("top",))]
    if runs(one.samples, "p99"):
        own.append(curve("99th percentile", [content.Spot(s.load, s.p99) if s.sustained and s.p99 is not None else content.Spot(s.load, state=content.NOTHING)
                                             for s in one.samples], line="dashed", look=("thin", "hollow")))
    if one.analytic:
        own.append(curve("analytic", [content.Spot(*place) for place in one.analytic], marker="", look=("pale",)))
    return own


def accepted_curves(one, label, index):
    def spots(value, bar=None):
        return [unplaced(s) if getattr(s, value) is None or not s.results else
                content.Spot(s.load, getattr(s, value), *around(getattr(s, value), bar and getattr(s, bar)), STATES[s.verdict]) for s in one.samples]
    own = [content.curve(label, spots("accepted", "accepted_ci95"), index, one.values, "accepted")]
    if any(s.accepted_min is not None for s in one.samples):
        own.append(content.curve(label, spots("accepted_min"), index, one.values, "worst-served terminal", ("thin",), marker="_", line="dashed"))
    return own


def unplaced(sample):
    return content.Spot(sample.load, state=content.SATURATED if sample.saturated else content.NOTHING if sample.results else content.HOLE)


STATES = {verdicts.SUSTAINED: content.OK, verdicts.SATURATED: content.SATURATED, verdicts.UNDECIDED: content.UNDECIDED}


def around(value, half):
    return (None, None) if half is None else (value - half, value + half)


def lines_of(one, label, colour):
    own = [content.Line("y", one.zero_load, "zero-load latency", label, colour, "solid", "tick")] if one.zero_load else []
    if one.first_saturated is not None and one.saturation is not None:
        own.append(content.Line("x", one.saturation, "sustained to", label, colour, "dotted", "triangle"))
    return own + ([content.Line("x", one.bound, "exact bound", label)] if one.bound else [])


def by_panel(series, option):
    """[(title, {label: series})]: one panel, or small multiples, a panel per value of an option, in which that option goes unnamed."""
    if option is None:
        return [("", {one.label: one for one in series})]
    found = {}
    for one in series:
        rest = {name: value for name, value in one.values.items() if name != option}
        title = shown(one.values[option]) if option in one.values else ""
        found.setdefault(title, {})[label(rest) or one.label] = one
    return list(found.items())


def add_analytic(series, data, part, bounds):
    """Gives each series the analytic curve of the point of `bounds` that agrees with it."""
    cases = [row.case for row in data.rows[bounds]]
    for one in series:
        case = next(row.case for row in data.rows[part] if all(row.options[name] == value for name, value in one.values.items()))
        other = selection.partner(case, cases)
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
        "(a) Mean latency in cycles from generation of a packet to ejection of its tail"
        + (f", of the packets generated in {cycles:g} cycles after warm-up" if cycles else "") +
        "; bars: 95% confidence, over seeds if there are several; thin dashed: 99th percentile; ticks at the left: computed zero-load latency. "
        "Dotted lines with a triangle: the highest sustained load below the first saturated one. "
        "Hollow marks along the top: saturated loads, which have no mean; pale ones: undecided loads, whose window is too short to tell; a cross on the axis: "
        "no result. "
        "Dashed grey lines: the exact bound, of what channels, injection and ejection carry; 1 at most. "
        + ("Broad pale lines: the analytic latency, from the queueing model as far as it is validated, else from the slope in light traffic. "
           if "bounds" in entry else "") +
        "(b) Accepted throughput of the sending terminals: mean (solid), and of the worst-served terminal (dashed); hollow: saturated; pale: undecided; "
        "thin line: accepted equals offered.")


def x_limit(series):
    """Just past the largest bound, or the largest load."""
    return 1.06 * max([one.bound for one in series if one.bound] + [sample.load for one in series for sample in one.samples])


def runs(found, wanted):
    """Neighbouring samples that are sustained and have the value `wanted`: what may be joined by a line."""
    return samples.joined(found, lambda one: one.sustained and getattr(one, wanted) is not None)


ROW, TOP = 6.5, 3.5  # points: between the rows of saturated marks, and above the first


def latency_panel(axes, series):
    drawn = [sample for _, one in series for sample in one.samples if (sample.sustained or sample.undecided) and sample.latency is not None]
    values = [value for sample in drawn for value in (sample.latency, sample.low, sample.high) if value is not None]
    values += [sample.p99 for _, one in series for sample in one.samples if sample.sustained and sample.p99]
    values += [one.zero_load for _, one in series if one.zero_load] + [latency for _, one in series for _, latency in one.analytic]
    high = axes.bbox.height / axes.figure.dpi * 72
    top_rows = (TOP + ROW * len(series)) / high  # along the top of the axes: the saturated loads, a row per series
    scale_latency(axes, values, top_rows)
    axes.set_ylabel("mean latency (cycles),\ngeneration to tail ejected")
    in_axes = axes.get_xaxis_transform()  # x in data, y in axes
    for row, (index, one) in enumerate(series):
        look = style.look(index)
        axes.plot([load for load, _ in one.analytic], [latency for _, latency in one.analytic], color=look["color"], alpha=0.3, linewidth=4.5,
                  solid_capstyle="butt", zorder=1.2)
        for run in runs(one.samples, "p99"):
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
        if one.zero_load:
            width = min(0.022, 0.1 / len(series))
            axes.plot([row * width, (row + 0.85) * width], [one.zero_load] * 2, transform=axes.get_yaxis_transform(),
                      color=look["color"], linewidth=1.8, solid_capstyle="butt", zorder=3)
        if one.first_saturated is not None and one.saturation is not None:
            axes.plot([one.saturation] * 2, [0, 1 - top_rows], transform=in_axes, color=look["color"], linestyle=":", linewidth=0.9, zorder=1)
            axes.plot(one.saturation, 0, transform=in_axes, color=look["color"], marker=10, markersize=4.5, clip_on=False, zorder=4)


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
    """The exact bounds: dashed, with the names of the series and the value along the line, or the value alone where there is no place for more.
    `series`: [(label, series)]."""
    by_value = {}
    for name, one in series:
        if one.bound:
            by_value.setdefault(round(one.bound, 4), []).append(name)
    for value in by_value:
        axes.axvline(value, color=style.GREY, linestyle=(0, (5, 3)), linewidth=0.8, zorder=1.5)
    for value, names in sorted(by_value.items()):
        who = ", ".join(names) if len(by_value) > 1 and len(names) < 4 else "bound"
        along_line(axes, value, [f"{who} {value:.3g}", f"bound {value:.3g}", f"{value:.3g}"], color=style.GREY, fontsize=6.5)


def accepted_panel(axes, series):
    found = [s for _, one in series for s in one.samples if s.accepted is not None]
    limit = axes.get_xlim()[1]
    top = 1.1 * max((s.accepted + (s.accepted_ci95 or 0) for s in found), default=limit) or 1.0
    axes.set_ylim(min([0.0, *(1.1 * (s.accepted - (s.accepted_ci95 or 0)) for s in found)]), top)
    axes.set_ylabel("accepted (flits/terminal/cycle)")
    axes.plot([0, min(limit, top)], [0, min(limit, top)], color=style.GREY, linewidth=0.5, zorder=1)
    for index, one in series:
        look = style.look(index)
        for run in runs(one.samples, "accepted_min"):
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
        worst = [s for s in saturated + undecided if s.accepted_min is not None]
        axes.plot([s.load for s in worst], [s.accepted_min for s in worst], color=look["color"], linestyle="none", marker="_",
                  markersize=4, markeredgewidth=0.7)


def marks(series):
    """Handles of the marks that are used, for the legend."""
    found = [sample for one in series for sample in one.samples]
    dashes = {"linestyle": (0, (4, 2)), "linewidth": 0.6}
    small = {"marker": "o", "markerfacecolor": "white", "markersize": 2.2, "markeredgewidth": 0.6}
    known = [
        (any(sample.saturated for sample in found), "saturated", {**small, "linestyle": "none", "markersize": 3.2, "markeredgewidth": 0.9}),
        (any(sample.undecided for sample in found), "undecided", {"marker": "o", "alpha": style.PALE, "linestyle": "none", "markersize": 3.6, "markeredgewidth": 0}),
        (any(one.analytic for one in series), "analytic", {"alpha": 0.3, "linewidth": 4.5}),
        (any(one.bound for one in series), "exact bound", {"linestyle": (0, (5, 3)), "linewidth": 0.8}),
        (any(sample.accepted_min is not None for sample in found), "worst-served terminal", {**dashes, "marker": "_"}),
        (any(runs(one.samples, "p99") for one in series), "99th percentile", {**dashes, **small})]
    return [Line2D([], [], color=style.GREY, label=name, **mark) for wanted, name, mark in known if wanted]
