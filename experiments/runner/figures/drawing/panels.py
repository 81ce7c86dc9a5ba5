#!/usr/bin/python3
"""What the kinds of figures share: axes set up from an experiment file's settings, reference lines, marks, groups of rows."""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from runner import units
from runner.exact import as_fraction, show_exact
from runner.figures.drawing import labels, legends, style
from runner.point import shown, distinguished
from runner.results import samples, series


def one_column(height=2.6):
    figure, axes = style.pyplot.subplots(figsize=(style.ONE_COLUMN, height))
    figure.subplots_adjust(left=0.15, right=0.97, top=0.96, bottom=0.155)
    return figure, axes


def finish(figure, axes, entry, series, handles=None, lines=None):
    """The last steps of a figure with one panel: room for its labels, texts along the reference `lines` of the entry, the legend."""
    legends.fit(figure, [axes])
    unnamed = name_lines(axes, lines if lines is not None else entry.get("lines", []))
    handles = (axes.get_legend_handles_labels()[0] if handles is None else handles) + unnamed
    legends.legend(axes, series, handles, entry.get("legend"))


def two_panels(height=2.7, widths=(1, 1)):
    figure, both = style.pyplot.subplots(1, 2, figsize=(style.TWO_COLUMNS, height), gridspec_kw={"width_ratios": widths})
    figure.subplots_adjust(left=0.075, right=0.985, top=0.925, bottom=0.145, wspace=0.22)
    for axes, letter in zip(both, ("(a)", "(b)")):
        axes.text(0.0, 1.03, letter, transform=axes.transAxes, va="bottom", ha="right", fontsize=8)
    return figure, both


def groups(rows, by):
    """[(label, rows)] by the values of the options named, in the order of the rows; one group without names."""
    names = [by] if isinstance(by, str) else list(by or [])
    texts = {name: distinguished(row.options.get(name) for row in rows) for name in names}
    found = {}
    for row in rows:
        found.setdefault(series.label({name: row.options.get(name) for name in names}, texts), []).append(row)
    return list(found.items())


def settle(axes, entry, x_values=(), y_values=()):
    """Labels, scales and limits as the entry says: `x-label`, `y-label` (else the name and unit of `x` and `y`), `log: [x, y]`, `x-limits`, `y-limits`;
    linear axes begin at 0."""
    for axis, values in (("x", x_values), ("y", y_values)):
        getattr(axes, f"set_{axis}label")(str(entry.get(f"{axis}-label", units.label(entry[axis]) if axis in entry else "")))
        limits = [float(as_fraction(limit)) for limit in entry.get(f"{axis}-limits", [])]
        set_limits = getattr(axes, f"set_{axis}lim")
        if axis in entry.get("log", []):
            values = [value for value in values if value > 0]
            getattr(axes, f"set_{axis}scale")("log")
            own = getattr(axes, f"{axis}axis")
            if values and max(values) < 100 * min(values):
                own.set_major_locator(LogLocator(subs=(1, 2, 5)))
            if values and min(values) >= 1e-3 and max(values) < 1e5:
                own.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            own.set_minor_formatter(NullFormatter())
            if values:
                set_limits(min(values) / 1.35, max(values) * 1.35)
        elif values:
            set_limits(*(ends(values)))
        if limits:
            set_limits(*limits)


def ends(values):
    """Of a linear axis: from 0 to a little more than the largest, or less than the smallest if that is negative."""
    low, high = min(0.0, 1.06 * min(values)), max(0.0, 1.06 * max(values))
    return (low, high) if low < high else (0.0, 1.0)


def draw_samples(axes, found, index, label=None, **more):
    """Samples (samples.Place) as marks with their intervals, neighbours joined; saturated ones hollow, undecided ones light, and joined to nothing. Returns
    what stands for them in a legend."""
    look = {**style.look(index), **more}
    for run in samples.joined(found, lambda place: place.sustained):
        across, up = [place.x for place in run], [place.y for place in run]
        axes.plot(across, up, **look)
        draw_intervals(axes, run, look["color"])
    overloaded = [place for place in found if place.saturated]
    if overloaded:
        axes.plot([place.x for place in overloaded], [place.y for place in overloaded],
                  **style.hollow(index, color=look["color"], marker=look["marker"]))
    draw_undecided(axes, found, look)
    return Line2D([], [], **look, label=label)


def draw_undecided(axes, found, look):
    open_ended = [place for place in found if place.undecided]
    if open_ended:
        axes.plot([place.x for place in open_ended], [place.y for place in open_ended], **style.light(0, color=look["color"], marker=look["marker"]))


def draw_intervals(axes, found, colour):
    found = [place for place in found if place.low is not None]
    if found:
        axes.errorbar([place.x for place in found], [place.y for place in found], intervals(found), fmt="none", ecolor=colour, elinewidth=0.8)


def intervals(found):
    """As matplotlib wants them: below, above."""
    return [[max(0.0, place.y - place.low) for place in found], [max(0.0, place.high - place.y) for place in found]]


def drawn_values(found):
    """The heights that a panel must show: of the samples, and of both ends of their intervals."""
    return [value for place in found for value in (place.y, place.low, place.high) if value is not None]


def overload_mark(found):
    """What stands for saturated and undecided samples in a legend, if there are any."""
    marks = [(any(place.saturated for place in found), style.hollow, "saturated"), (any(place.undecided for place in found), style.light, "undecided")]
    return [Line2D([], [], **look(0, color=style.GREY, marker="o"), label=label) for wanted, look, label in marks if wanted]


def reference_lines(axes, entry):
    """`lines`: [{x or y, label}]: dashed; name_lines writes the label and the value along them."""
    for line in entry.get("lines", []):
        {"x": axes.axvline, "y": axes.axhline}["x" if "x" in line else "y"](coordinate(line), **LINE)


def coordinate(line):
    return float(as_fraction(line["x" if "x" in line else "y"]))


LINE = {"color": style.GREY, "linestyle": (0, (5, 3)), "linewidth": 0.8, "zorder": 1.5}


def name_lines(axes, lines):
    """Writes what each line is where it covers no mark; returns what stands in the legend for those that have no such place."""
    unnamed = []
    for line in lines:
        axis = "x" if "x" in line else "y"
        exact = as_fraction(line[axis])
        text = line.get("text") or f"{line.get('label', '')} {show_exact(exact, 4)}".strip()
        look = {"color": line.get("colour", style.GREY), "fontsize": 6.5}
        if axis == "x":
            written = labels.along_line(axes, float(exact), text, **look)
        else:
            written = along_height(axes, float(exact), text, line, look)
        if not written:
            unnamed.append(Line2D([], [], **{**LINE, "color": look["color"], "linestyle": line.get("dashes", LINE["linestyle"])}, label=text))
    return unnamed


def along_height(axes, height, text, line, look):
    """Above or below the line (`below`), at its right or left end (`side`) or in its middle; whether there is such a place."""
    sides = [("right", axes.get_xlim()[1]), ("left", axes.get_xlim()[0]), ("center", middle(axes))]
    sides.sort(key=lambda one: one[0] != line.get("side", "right"))
    heights = [(-2, "top"), (2, "bottom")] if line.get("below") else [(2, "bottom"), (-2, "top")]
    for ha, x in sides:
        inwards = {"right": -1, "left": 1, "center": 0}[ha]
        if labels.first_clear(axes, (x, height), text, [((inwards, up), ha, va) for up, va in heights], **look):
            return True
    return False


def middle(axes):
    left, right = axes.transAxes.inverted().transform(axes.transData.transform([(x, 0) for x in axes.get_xlim()]))[:, 0]
    return axes.transData.inverted().transform(axes.transAxes.transform(((left + right) / 2, 0)))[0]


UNDECIDED = "Pale: undecided, the window is too short to tell whether the load is sustained."


def explanation(found, value, at_top=False):
    """What the bars and hollow marks of samples mean, where there are any; `at_top`: saturated ones of a value without a mean stand there."""
    texts = []
    if any(place.low is not None for place in found):
        texts.append("Points are medians, bars from the least to the largest." if value == samples.TIMES else "Bars: 95% confidence of the mean, over seeds if there are several.")
    if any(place.saturated for place in found):
        texts.append("Hollow: saturated in at least one run" + (", where there is no mean latency: along the top edge." if at_top else "."))
    if any(place.undecided for place in found):
        texts.append(UNDECIDED)
    return " ".join(texts)


def line_values(entry, axis):
    return [float(as_fraction(line[axis])) for line in entry.get("lines", []) if axis in line]


def name_of(row, option):
    """The value of an option as a label."""
    return shown(row.options.get(option))
