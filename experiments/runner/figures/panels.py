#!/usr/bin/python3
"""What the kinds of figures share: axes set up from an experiment file's settings, reference lines, marks, groups of rows."""

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from runner import series
from runner.exact import as_fraction, show_exact
from runner.figures import style
from runner.point import shown


def one_column(height=2.6):
    figure, axes = style.pyplot.subplots(figsize=(style.ONE_COLUMN, height))
    figure.subplots_adjust(left=0.15, right=0.97, top=0.96, bottom=0.155)
    return figure, axes


def finish(figure, axes):
    """Makes room at the left for labels that need more, now that they are final."""
    box = axes.get_tightbbox(figure.canvas.get_renderer())
    left = figure.subplotpars.left + max(0.0, 2 - box.x0) / figure.bbox.width
    bottom = figure.subplotpars.bottom + max(0.0, 2 - box.y0) / figure.bbox.height
    figure.subplots_adjust(left=left, bottom=bottom)


def two_panels(height=2.7, widths=(1, 1)):
    figure, both = style.pyplot.subplots(1, 2, figsize=(style.TWO_COLUMNS, height), gridspec_kw={"width_ratios": widths})
    figure.subplots_adjust(left=0.075, right=0.985, top=0.925, bottom=0.145, wspace=0.22)
    for axes, letter in zip(both, ("(a)", "(b)")):
        axes.text(0.0, 1.03, letter, transform=axes.transAxes, va="bottom", ha="right", fontsize=8)
    return figure, both


def groups(rows, by):
    """[(label, rows)] by the values of the options named, in the order of the rows; one group without names."""
    names = [by] if isinstance(by, str) else list(by or [])
    found = {}
    for row in rows:
        found.setdefault(series.label({name: row.options.get(name) for name in names}), []).append(row)
    return list(found.items())


def settle(axes, entry, x_values=(), y_values=()):
    """Labels, scales and limits as the entry says: `x-label`, `y-label`, `log: [x, y]`, `x-limits`, `y-limits`; linear axes begin at 0."""
    for axis, values in (("x", x_values), ("y", y_values)):
        getattr(axes, f"set_{axis}label")(entry.get(f"{axis}-label", ""))
        limits = [float(limit) for limit in entry.get(f"{axis}-limits", [])]
        set_limits = getattr(axes, f"set_{axis}lim")
        if axis in entry.get("log", []):
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
            set_limits(0, 1.06 * max(values))
        if limits:
            set_limits(*limits)


def reference_lines(axes, entry):
    """`lines`: [{x or y, label}]: dashed, with the label and the value along the line."""
    in_axes_y, in_axes_x = axes.get_xaxis_transform(), axes.get_yaxis_transform()
    for line in entry.get("lines", []):
        axis = "x" if "x" in line else "y"
        exact = as_fraction(line[axis])
        text = f"{line.get('label', '')} {show_exact(exact, 4)}".strip()
        look = {"color": style.GREY, "linestyle": (0, (5, 3)), "linewidth": 0.8, "zorder": 1.5}
        if axis == "x":
            axes.axvline(float(exact), **look)
            axes.annotate(text, (float(exact), 0.98), (2, 0), xycoords=in_axes_y, textcoords="offset points", rotation=90, va="top", ha="left",
                          color=style.GREY, fontsize=6.5)
        else:
            axes.axhline(float(exact), **look)
            side = line.get("side", "right")
            axes.annotate(text, (0.995 if side == "right" else 0.01, float(exact)), (0, -2 if line.get("below") else 2), xycoords=in_axes_x,
                          textcoords="offset points", va="top" if line.get("below") else "bottom", ha=side, color=style.GREY, fontsize=6.5)


def line_values(entry, axis):
    return [float(as_fraction(line[axis])) for line in entry.get("lines", []) if axis in line]


def name_of(row, option):
    """The value of an option as a label."""
    return shown(row.options.get(option))
