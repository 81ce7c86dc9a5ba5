#!/usr/bin/python3
"""latency-vs-load: (a) mean latency with its interval against offered load, (b) accepted against offered load; the knee of every series, and its exact bound
with the series' name and colour.

Only neighbouring sustained loads are joined; a saturated load has no latency and stands as a hollow mark along the top of (a), an undecided one as a
pale mark, a load without a result as a cross on the axis. The axis ends at 1.15 times the largest load, at 1 at most: a bound beyond it is named at
the right edge, with an arrow. `show`: what is drawn too, each of which the page has behind a button: percentiles, worst-served (terminal) and analytic
(latency, of the part `bounds`, which runs the command `bounds`). `panels`: an option, of which each value has a row of panels; eight series or more
have several rows unless it says otherwise. What the marks mean is said in the caption, not in the figure.
"""

from matplotlib.lines import Line2D

from runner.figures.drawing import content, legends, style
from runner.figures.drawing.latency_panels import WHAT, accepted_panel, draw_bounds, having, latency_panel, marks, runs
from runner.planning import selection
from runner.point import number, shown
from runner.results import summary, verdicts
from runner.results.series import label


MOST_TOGETHER = 7  # series in a panel, where the experiment file does not say by what they are parted


def draw(entry, data, part):
    series = series_of(entry, data, part)
    if not series:
        return None
    multiples, shown_too = by_panel(series, entry.get("panels")), entry.get("show", ())
    labels = labels_of(multiples)
    high = 2.9 + 0.09 * max(0, max(len(own) for _, own in multiples) - 3)  # inches: a row of saturated marks a series
    figure, grid = style.pyplot.subplots(len(multiples), 2, figsize=(style.TWO_COLUMNS, high * len(multiples)), squeeze=False,
                                         gridspec_kw={"width_ratios": (1.3, 1)})
    figure.subplots_adjust(left=0.1, right=0.985, top=1 - 0.22 / (high * len(multiples)), bottom=0.39 / (high * len(multiples)), wspace=0.21, hspace=0.32)
    limit = x_limit(series)
    for row, (title, own) in zip(grid, multiples):
        numbered = [(labels.index(label), one) for label, one in own.items()]
        for axes, letter in zip(row, "ab"):
            axes.set_xlim(0, limit)
            axes.set_xlabel("offered load (flits/terminal/cycle)")
            name = f"({letter})" if not title else f"({letter}) {title}"
            axes.set_title(name, loc="left", fontsize=8, pad=4, x=0.0 if title else -0.03)
        latency_panel(row[0], numbered, shown_too)
        accepted_panel(row[1], numbered, shown_too)
    legends.fit(figure, grid)
    named = [draw_bounds(row[0], [(label, labels.index(label), one) for label, one in own.items()]) for row, (_, own) in zip(grid, multiples)]
    handles = [Line2D([], [], **style.look(index), label=label) for index, label in enumerate(labels)] + marks(series, shown_too, all(named))
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
    labels, off, result = labels_of(multiples), {what for name, what in WHAT.items() if name not in entry.get("show", ())}, []
    for row, (title, own) in enumerate(multiples):
        latencies, shares, lines = [], [], []
        for label, one in own.items():
            index = labels.index(label)
            latencies += latency_curves(one, label, index)
            shares += accepted_curves(one, label, index)
            lines += lines_of(one, label, style.look(index)["color"])
        for thing in latencies + shares + lines:
            thing.off = thing.what in off
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
        own.append(curve(WHAT["percentiles"], [content.Spot(s.load, s.p99) if s.sustained and s.p99 is not None else content.Spot(s.load, state=content.NOTHING)
                                             for s in one.samples], line="dashed", look=("thin", "hollow")))
    if one.analytic:
        own.append(curve(WHAT["analytic"], [content.Spot(*place) for place in one.analytic], marker="", look=("pale",)))
    return own


def accepted_curves(one, label, index):
    def spots(value, bar=None):
        return [unplaced(s) if getattr(s, value) is None or not s.results else
                content.Spot(s.load, getattr(s, value), *around(getattr(s, value), bar and getattr(s, bar)), STATES[s.verdict]) for s in one.samples]
    own = [content.curve(label, spots("accepted", "accepted_ci95"), index, one.values, "accepted")]
    if any(s.accepted_min is not None for s in one.samples):
        own.append(content.curve(label, spots("accepted_min"), index, one.values, WHAT["worst-served"], ("thin",), marker="_", line="dashed"))
    return own


def unplaced(sample):
    return content.Spot(sample.load, state=content.SATURATED if sample.saturated else content.NOTHING if sample.results else content.HOLE)


STATES = {verdicts.SUSTAINED: content.OK, verdicts.SATURATED: content.SATURATED, verdicts.UNDECIDED: content.UNDECIDED}


def around(value, half):
    return (None, None) if half is None else (value - half, value + half)


def lines_of(one, label, colour):
    own = [content.Line("y", one.zero_load, "zero-load latency", label, colour, "solid", "tick", WHAT["analytic"])] if one.zero_load else []
    if one.first_saturated is not None and one.saturation is not None:
        own.append(content.Line("x", one.saturation, "sustained to", label, colour, "none", "triangle"))
    return own + ([content.Line("x", one.bound, "bound", label, colour, "dashed", "arrow")] if one.bound else [])


def by_panel(series, option):
    """[(title, {label: series})]: one panel, or small multiples, a panel per value of an option, in which that option goes unnamed."""
    option = option or parting(series)
    if option is not None:
        found = {}
        for one in series:
            rest = {name: value for name, value in one.values.items() if name != option}
            title = shown(one.values[option]) if option in one.values else ""
            found.setdefault(title, {})[label(rest) or one.label] = one
        return list(found.items())
    count = -(-len(series) // MOST_TOGETHER)
    size = -(-len(series) // count)
    parts = [series[first:first + size] for first in range(0, len(series), size)]
    return [("" if count == 1 else f"{own[0].label} to {own[-1].label}" if len(own) > 1 else own[0].label, {one.label: one for one in own}) for own in parts]


def parting(series):
    """The option by which many series are parted into the fewest panels, with at most MOST_TOGETHER in each; None if none does, or none need."""
    if len(series) <= MOST_TOGETHER:
        return None
    texts = {name: [shown(one.values[name]) for one in series if name in one.values] for name in series[0].values}
    able = [name for name, own in texts.items() if len(own) == len(series) and 1 < max(map(own.count, own)) <= MOST_TOGETHER]
    return min(able, key=lambda name: len(set(texts[name])), default=None)


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
    found, too = series_of(entry, data, part), entry.get("show", ())
    there = [name for name, is_there in having(found) if is_there]
    hidden = [WHAT[name] for name in there if name not in too]
    return (
        "(a) Mean latency in cycles from generation of a packet to ejection of its tail"
        + (f", of the packets generated in {cycles:g} cycles after warm-up" if cycles else "") +
        "; bars: 95% confidence, over seeds if there are several"
        + ("; thin dashed: 99th percentile" if "percentiles" in too else "") + ("; ticks at the left: computed zero-load latency" if "analytic" in too else "") + ". "
        "Triangles on the axis: the highest sustained load below the first saturated one. "
        "Hollow marks along the top: saturated loads, which have no mean; pale ones: undecided loads, whose window is too short to tell; a cross on the axis: "
        "no result. "
        "Dashed lines: the exact bound, of what channels, injection and ejection carry; 1 at most; an arrow at the right edge: it lies beyond. "
        + ("Broad pale lines: the analytic latency, from the queueing model as far as it is validated, else from the slope in light traffic. "
           if "analytic" in too and "analytic" in there else "") +
        "(b) Accepted throughput of the sending terminals" + (": mean (solid), and of the worst-served terminal (dashed)" if "worst-served" in too else "") +
        "; hollow: saturated; pale: undecided; thin line: accepted equals offered."
        + (f" On the page, behind buttons: {', '.join(hidden)}." if hidden else ""))


BEYOND = 1.15  # times the largest load: where the axis ends


def x_limit(series):
    """A little past the largest load, whatever the bounds are; at most 1, beyond which no terminal sends, unless a load is."""
    largest = max(sample.load for one in series for sample in one.samples)
    return max(largest, min(1.0, BEYOND * largest)) or 1.0
