#!/usr/bin/python3
"""The kinds of figures there are: the module of figures/ that draws each, the settings it needs and takes in an experiment file, with their shapes, and what
these settings mean (figure_points.py). A new kind is a row here and its module.

Every kind also takes `file` (the name of the figure's files; default: the kind), `part` and `caption`.
"""

from dataclasses import dataclass, field

from runner.format import figure_points
from runner.format.shapes import any_of, fields, flag, groups, law, line_at, listed, name, number, one_of, options, positive, text, whole


def nothing(figure):
    return []


@dataclass(frozen=True)
class Kind:
    module: str
    needs: dict = field(default_factory=dict)  # setting -> shape
    takes: dict = field(default_factory=dict)
    forms: tuple = ()  # where it has several, the settings of each, of which one must be there
    names: object = figure_points.at_top  # what its settings name
    alone: object = nothing  # what it draws as one value
    moves: bool = False  # there is a GIF too

    @property
    def settings(self):
        return {**self.needs, **self.takes, "kind": text, "file": text, "part": text, "caption": text}


CORNERS = ("upper right", "upper left", "lower right", "lower left", "center right", "center left", "upper center", "lower center", "center")
TWO = listed(number, 2)
AXES = {"x-label": text, "y-label": text, "log": listed(one_of("x", "y")), "x-limits": TWO, "y-limits": TWO}
LEGEND = {"legend": one_of("best", *CORNERS)}
LINES = {"lines": listed(line_at)}
BY = any_of(name, listed(name))
PANEL = {"part": text, "at": options, "label": text}
PANELS = listed(fields((), **PANEL))
SOURCE = fields(("value",), part=text, at=options, value=name, label=text)
SPAN = listed(whole(0), 2)
MARK = fields(("points",), label=text, points=listed(TWO))
SUBPLANE = fields(("text", "subplane"), text=text, subplane=SPAN)

KINDS = {
    "latency-vs-load": Kind("latency", takes={"bounds": text, "panels": text, "show": listed(one_of("percentiles", "worst-served", "analytic"))}),
    "network": Kind("channel_map", takes={"measured": text, "at": options, "panels": PANELS, "columns": whole(1)}),
    "curves": Kind("curves", {"x": name, "y": name},
                   {"by": BY, "list": name, "at": options, "join": flag, "columns": whole(1), "fit": one_of("power", "inverse"), "from": number,
                    "panels": listed(fields((), y=name, y_label=text, **LINES, **PANEL)), "marks": listed(MARK), **LINES, **LEGEND, **AXES,
                    "curves": listed(fields(("label",), at=options, label=text, y=name, colour=whole(0), dashed=flag, bound=flag))},
                   names=figure_points.curves, alone=figure_points.curve_samples),
    "bars": Kind("bars", {}, {"x": name, "y": name, "by": name, "at": options, "outline": SOURCE,
                              "more": listed(fields(("group", "value"), group=text, part=text, at=options, value=name)),
                              "printed": listed(fields(("group", "by", "printed"), group=text, by=text, printed=number)), "groups": listed(groups),
                              "series": listed(fields(("by", "value", "label"), by=name, value=name, colour=whole(0), pale=flag, **PANEL)), **AXES},
                 forms=(("x", "y"), ("groups", "series")), names=figure_points.bars, alone=figure_points.bar_samples),
    "heat": Kind("heat", {"x": name, "y": name, "value": name}, {"at": options, "panels": PANELS, "columns": whole(1), "x-label": text, "y-label": text, "label": text},
                 names=figure_points.heat, alone=figure_points.heat_samples),
    "reached": Kind("reached", {"ideal": name, "measured": name, "by": name, "markers": name}, names=figure_points.reached),
    "steps": Kind("steps", {"series": listed(fields((), step=positive, **PANEL)), "y": name}, {**LINES, **LEGEND, **AXES}, names=figure_points.steps),
    "trade-off": Kind("tradeoff", {"curves": fields(("value", "x", "y"), part=text, at=options, value=name, x=name, y=name),
                                   "algorithms": fields(("x", "y"), part=text, at=options, x=name, y=name, by=name)}, AXES, names=figure_points.trade_off),
    "row-schedule": Kind("row_schedule", takes={"at": options}),
    "crossing": Kind("crossing", {"curves": listed(law), "x": name, "until": positive, "crossings": listed(listed(text, 2))}, AXES,
                     names=figure_points.crossing, alone=figure_points.crossing_samples),
    "film": Kind("film", {"panels": listed(fields((), labels=listed(SUBPLANE), **PANEL)), "every": whole(1), "stills": listed(whole(0))},
                 {"enlarge": fields(("rows", "columns"), rows=SPAN, columns=SPAN), "milliseconds": whole(1)}, moves=True),
    "queue-film": Kind("queue_film", {"panels": PANELS, "every": whole(1), "stills": listed(whole(0))},
                       {"cycles": SPAN, "columns": whole(1), "milliseconds": whole(1)}, moves=True),
    "space-time": Kind("spacetime", {"panels": PANELS, "rows": SPAN}),
    "timeline": Kind("timeline", takes={"at": options, "panels": PANELS, "ranks": SPAN, "cycles": SPAN}),
    "tail": Kind("tail", {"value": name}, {"at": options, "limits": listed(fields(("value",), value=name, label=text)), "x-label": text, "y-label": text},
                 names=figure_points.tail),
}
