#!/usr/bin/python3
"""The kinds of figures there are: the module of figures/ that draws each, and the settings it needs and takes in an experiment file, with their shapes.

Every kind also takes `file` (the name of the figure's files; default: the kind), `part` and `caption`.
"""

from dataclasses import dataclass, field

from runner.format.shapes import any_of, fields, flag, groups, law, line_at, listed, name, number, one_of, options, positive, text, whole


@dataclass(frozen=True)
class Kind:
    module: str
    needs: dict = field(default_factory=dict)  # setting -> shape
    takes: dict = field(default_factory=dict)
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
SOURCE = fields(("value",), part=text, at=options, value=name)
SPAN = listed(whole(0), 2)
MARK = fields(("points",), label=text, points=listed(TWO))
SUBPLANE = fields(("text", "subplane"), text=text, subplane=SPAN)

KINDS = {
    "latency-vs-load": Kind("latency", takes={"bounds": text, "panels": text, "show": listed(one_of("percentiles", "worst-served", "analytic"))}),
    "channel-heat": Kind("heat", takes={"panels": PANELS, "at": options, "columns": whole(1)}),
    "network": Kind("channel_map", takes={"measured": text, "at": options}),
    "curves": Kind("curves", {"x": name, "y": name}, {"by": BY, **LINES, "marks": listed(MARK), "fit": one_of("power", "inverse"), "from": number,
                                                      "at": options, **LEGEND, **AXES}),
    "bars": Kind("bars", {"groups": name, "by": name, "ideal": SOURCE},
                 {"measured": SOURCE, "more": listed(fields(("group", "value"), group=text, part=text, at=options, value=name)),
                  "printed": listed(fields(("group", "by", "printed"), group=text, by=text, printed=number)), "y-label": text}),
    "reached": Kind("reached", {"ideal": name, "measured": name, "by": name, "markers": name}),
    "steps": Kind("steps", {"series": listed(fields((), step=positive, **PANEL)), "y": name}, {**LINES, **LEGEND, **AXES}),
    "trade-off": Kind("tradeoff", {"curves": fields(("value", "x", "y"), part=text, at=options, value=name, x=name, y=name),
                                   "algorithms": fields(("x", "y"), part=text, at=options, x=name, y=name, by=name)}, AXES),
    "elements": Kind("elements", {"value": name, "x": name, "y": name},
                     {"by": BY, "at": options, "also": listed(fields(("y",), y=name, label=text)), "join": flag, **LINES, **LEGEND, **AXES}),
    "row-schedule": Kind("row_schedule", takes={"at": options}),
    "grouped": Kind("grouped", {"groups": listed(groups), "series": listed(fields(("by", "value", "label"), by=name, value=name, colour=whole(0), pale=flag,
                                                                                  **PANEL))}, AXES),
    "scaling": Kind("scaling", {"panels": PANELS, "x": name, "y": name, "by": BY}, {"bound": name, "from": number, "columns": whole(1), **AXES}),
    "multiples": Kind("multiples", {"panels": listed(fields((), y=name, y_label=text, **LINES, **PANEL)), "x": name, "y": name,
                                    "curves": listed(fields(("label",), at=options, label=text, y=name, colour=whole(0), dashed=flag, bound=flag))},
                      {"columns": whole(1), "join": flag, **AXES}),
    "crossing": Kind("crossing", {"curves": listed(law), "x": name, "until": positive, "crossings": listed(listed(text, 2))}, AXES),
    "film": Kind("film", {"panels": listed(fields((), labels=listed(SUBPLANE), **PANEL)), "every": whole(1), "stills": listed(whole(0))},
                 {"enlarge": fields(("rows", "columns"), rows=SPAN, columns=SPAN), "milliseconds": whole(1)}, moves=True),
    "space-time": Kind("spacetime", {"panels": PANELS, "rows": SPAN}),
    "tail": Kind("tail", {"value": name}, {"at": options, "limits": listed(fields(("value",), value=name, label=text)), "x-label": text, "y-label": text}),
}
