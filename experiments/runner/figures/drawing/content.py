#!/usr/bin/python3
"""What a figure draws over its axes, as numbers: the page shows them (page/curves.js), and NAME.csv lists them (rows).

A kind of figure that has curves has a function drawn(entry, data, part, figure) beside draw(), which returns its panels in the order of the figure's
axes. It takes its numbers from where draw() takes them, so that nothing is shown that is not drawn.
"""

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runner.figures.drawing import panels, style
from runner.point import text_of

OK, SATURATED, UNDECIDED, HOLE, NOTHING = "", "saturated", "undecided", "no result", "no value"  # states of a spot; the last one only interrupts a line


class Spot(NamedTuple):
    """A point of a curve. Without y it is a saturated one, which stands along the top edge, or it has no result."""

    x: float
    y: float = None
    low: float = None
    high: float = None
    state: str = OK


@dataclass
class Curve:
    series: str  # as the legend has it
    spots: list  # in the order in which they are joined: neighbours that are sustained
    colour: str = style.GREY
    marker: str = ""  # of matplotlib; "" for none
    what: str = ""  # which value, where a panel shows several of a series
    values: dict = field(default_factory=dict)  # option -> value: what its points have in common and others have not
    line: str = "solid"  # or dashed, dotted, none
    off: bool = False  # not drawn: the page alone has it, behind a button that `what` names
    look: tuple = ()  # of "pale", "thin", "hollow", "steps", "top" (saturated spots without y are marked there), "through" (those with y are joined)


@dataclass
class Line:
    """A reference: through all of the panel, or (`end`) a tick at the left, a triangle at its foot, or an arrow at the right edge where it lies beyond."""

    axis: str  # "x" or "y": of the coordinate that is `at`
    at: float
    label: str
    series: str = ""
    colour: str = style.GREY
    line: str = "dashed"
    end: str = ""  # "tick", "triangle" or "arrow"
    what: str = ""  # of the curves that it goes with
    off: bool = False


@dataclass
class Panel:
    axes: object  # of matplotlib: labels, scales, limits
    curves: list
    lines: list = field(default_factory=list)
    title: str = ""
    names: list = field(default_factory=list)  # of the categories 0, 1, ... of x


def spots_of(places, bars=False, top=False):
    """Of samples.Place. `bars`: saturated ones have their interval too; `top`: they have no y."""
    return [Spot(place.x, None, None, None, SATURATED) if place.saturated and top
            else Spot(*place[:4], SATURATED) if place.saturated and bars
            else Spot(place.x, place.y, None, None, SATURATED if place.saturated else UNDECIDED) if not place.sustained else Spot(*place[:4]) for place in places]


def curve(label, places, index, values=None, what="", look=(), **more):
    """Samples (or spots) as panels.draw_samples draws them, with the colour and marker of series number `index`."""
    spots = places if places and isinstance(places[0], Spot) else spots_of(places)
    return Curve(label or "", spots, **{**dict(zip(("colour", "marker"), style.look(index).values())), **more}, what=what, values=values or {}, look=look)


def values_of(rows, by):
    """Those of the options `by` that are the same in all rows."""
    names = [by] if isinstance(by, str) else list(by or [])
    return {name: rows[0].options.get(name) for name in names if len({str(row.options.get(name)) for row in rows}) == 1}


def reference_lines(entry):
    """`lines` of an entry of an experiment file."""
    return [Line("x" if "x" in line else "y", panels.coordinate(line), str(line.get("label", ""))) for line in entry.get("lines", [])]


def rows(drawn):
    """[{column: value}], a row per spot and per reference line that is drawn: what NAME.csv lists. Values are as drawn; None where there is none."""
    found = []
    for panel in drawn:
        title = panel.title or plain(panel.axes.get_title(loc="left"))
        for curve in (curve for curve in panel.curves if not curve.off):
            found += [{"panel": title, "series": curve.series, "curve": curve.what, "x": spot.x, "y": spot.y, "low": spot.low, "high": spot.high,
                       "state": spot.state, "label": panel.names[round(spot.x)] if panel.names else ""} for spot in curve.spots if spot.state != NOTHING]
        found += [{"panel": title, "series": line.series, "curve": line.label, "x": line.at if line.axis == "x" else None,
                   "y": line.at if line.axis == "y" else None, "low": None, "high": None, "state": "", "label": ""} for line in panel.lines if not line.off]
    return found


def page(drawn):
    """What page/curves.js needs, as JSON can hold it; None without a curve."""
    if not any(panel.curves for panel in drawn):
        return None
    own = [{"title": panel.title or plain(panel.axes.get_title(loc="left")), "x": {**axis(panel.axes.xaxis), "names": panel.names}, "y": axis(panel.axes.yaxis),
            "curves": [curve_of(curve) for curve in panel.curves], "lines": [{**vars(line), "at": finite(line.at)} for line in shared(panel.lines)]} for panel in drawn]
    for side in ("x", "y"):  # panels that share an axis have its label once on paper
        for panel in own:
            panel[side]["label"] = panel[side]["label"] or next((other[side]["label"] for other in own if other[side]["label"]), "")
    return {"kind": "curves", "title": title_of(own), "desc": description(own), "panels": own}


def shared(lines):
    """Lines that several series have, once, as of none, with their names before the label."""
    found = {}
    for line in lines:
        found.setdefault((line.axis, line.at, line.label, line.colour if line.end != "arrow" else "", line.end), []).append(line)
    return [own[0] if len(own) == 1 else replace(own[0], series="", label=f"{named(own)} {own[0].label}".strip(),
                                                 colour=own[0].colour if len({line.colour for line in own}) == 1 else style.GREY) for own in found.values()]


def named(lines):
    """Of series that share a line, where the line is named after its series."""
    names = list(dict.fromkeys(line.series for line in lines if line.series and line.end == "arrow"))
    return ", ".join(names) if len(names) < 4 else f"{len(names)} series"


def curve_of(curve):
    return {**vars(curve), "values": {name: text_of(value) for name, value in curve.values.items()},
            "spots": [[*map(finite, spot[:4]), spot.state] for spot in curve.spots]}


def axis(own):
    low, high = sorted(map(float, own.get_view_interval()))
    return {"label": plain(own.get_label_text()), "log": own.get_scale() == "log", "limits": [low, high]}


def title_of(own):
    """'mean latency against offered load; accepted against offered load'"""
    return "; ".join(dict.fromkeys(f"{panel['y']['label'] or 'values'} against {panel['x']['label'] or 'x'}" for panel in own))


def description(own):
    names = dict.fromkeys(curve["series"] for panel in own for curve in panel["curves"] if curve["series"])
    count = sum(len(curve["spots"]) for panel in own for curve in panel["curves"])
    return (f"{len(own)} panel{'s' * (len(own) > 1)}, {count} points" + (f", series: {'; '.join(names)}" if names else "") + ".")


def finite(value):
    return float(value) if value is not None and math.isfinite(value) else None


def plain(text):
    return " ".join(text.split())
