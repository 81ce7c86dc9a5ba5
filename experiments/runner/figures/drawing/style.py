#!/usr/bin/python3
"""How every figure looks, and how it is written: the same bytes on every rerun, text as text."""

import io

import matplotlib
import matplotlib.colors

from runner.running.store import write

matplotlib.use("agg")
matplotlib.rcdefaults()  # whatever the user's matplotlibrc says
matplotlib.rcParams.update({
    "font.family": "DejaVu Sans", "font.size": 7.5, "axes.labelsize": 8, "xtick.labelsize": 7.5, "ytick.labelsize": 7.5,
    "legend.fontsize": 7, "svg.fonttype": "none", "svg.hashsalt": "dateline", "pdf.fonttype": 42, "path.simplify": False,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7, "xtick.major.width": 0.7, "ytick.major.width": 0.7,
    "xtick.minor.width": 0.5, "ytick.minor.width": 0.5, "axes.grid": True, "grid.color": "#e4e4e4", "grid.linewidth": 0.5,
    "axes.axisbelow": True, "lines.linewidth": 1.2, "lines.markersize": 4, "errorbar.capsize": 1.5,
    "legend.frameon": True, "legend.framealpha": 1.0, "legend.edgecolor": "none", "legend.fancybox": False, "legend.borderpad": 0.3,
    "legend.handlelength": 2.2, "legend.labelspacing": 0.35, "axes.labelpad": 3.0,
})

from matplotlib import pyplot  # noqa: E402

ONE_COLUMN, TWO_COLUMNS = 3.5, 7.16  # inches
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")  # Okabe and Ito
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "p")
GREY = "#555555"


def look(index):
    """Colour and marker of a series: the same in all figures of an experiment."""
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)]}


def hollow(index, **others):
    """The same with an empty marker and no line, unless `others` say more."""
    return {**look(index), "markerfacecolor": "white", "markeredgewidth": 0.9, "markersize": 3.2, "linestyle": "none", **others}


def dark(colour):
    """The colour of a series as that of a text, which is thinner than a line."""
    return matplotlib.colors.to_hex([0.75 * part for part in matplotlib.colors.to_rgb(colour)])


PALE = 0.4  # alpha of what is undecided


def light(index, **others):
    """The same for what is undecided: pale, without a line."""
    return {**look(index), "alpha": PALE, "markeredgewidth": 0, "markersize": 3.6, "linestyle": "none", **others}


def level_colours(most):
    """For 0, 1, ..., most things in a place: viridis, with a step between none and one, so that one can be seen."""
    return [pyplot.cm.viridis(0.0 if level == 0 else 0.35 + 0.65 * (level - 1) / max(1, most - 1))[:3] for level in range(most + 1)]


def levels_bar(figure, most, place, label):
    """Colour map and norm of numbers 0..most, with their bar at `place` (of the figure)."""
    colours = matplotlib.colors.ListedColormap(level_colours(most))
    norm = matplotlib.colors.BoundaryNorm([level - 0.5 for level in range(most + 2)], most + 1)
    axes = figure.add_axes(place)
    figure.colorbar(pyplot.cm.ScalarMappable(norm=norm, cmap=colours), cax=axes, ticks=range(most + 1)).set_label(label, labelpad=2)
    axes.tick_params(length=0, which="both")
    axes.minorticks_off()
    axes.grid(False)
    return {"cmap": colours, "norm": norm}


# Neither a date nor a version: the same numbers give the same bytes.
METADATA = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None, "Creator": None, "Producer": None}, "png": {"Software": None}}


def save(figure, directory, name):
    """NAME.svg, NAME.pdf and NAME.png; returns the files."""
    files = []
    for kind, metadata in METADATA.items():
        content = io.BytesIO()
        figure.savefig(content, format=kind, dpi=300, metadata=metadata)
        files.append(directory / f"{name}.{kind}")
        write(files[-1], content.getvalue())
    pyplot.close(figure)
    return files
