#!/usr/bin/python3
"""The kinds of figures there are: what each needs and takes in an experiment file, and the module of figures/ that draws it.

Every kind also takes `file` (the name of the figure's files; default: the kind), `part` and `caption`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    module: str
    needs: tuple = ()
    takes: tuple = ()
    moves: bool = False  # there is a GIF too


AXES = ("x-label", "y-label", "log", "x-limits", "y-limits")

KINDS = {
    "latency-vs-load": Kind("latency", takes=("bounds",)),
    "channel-heat": Kind("heat", takes=("panels", "at", "columns")),
    "curves": Kind("curves", needs=("x", "y"), takes=("by", "lines", "marks", "fit", "from", "at", "legend", *AXES)),
    "bars": Kind("bars", needs=("groups", "by", "ideal"), takes=("measured", "more", "printed", "y-label")),
    "reached": Kind("reached", needs=("ideal", "measured", "by", "markers")),
    "steps": Kind("steps", needs=("series", "y"), takes=("lines", "legend", *AXES)),
    "trade-off": Kind("tradeoff", needs=("curves", "algorithms"), takes=AXES),
    "elements": Kind("elements", needs=("value", "x", "y"), takes=("by", "at", "also", "join", "lines", "legend", *AXES)),
    "row-schedule": Kind("row_schedule", takes=("at",)),
    "grouped": Kind("grouped", needs=("groups", "series"), takes=AXES),
    "scaling": Kind("scaling", needs=("panels", "x", "y", "by"), takes=("bound", "from", "columns", *AXES)),
    "crossing": Kind("crossing", needs=("curves", "x", "until", "crossings"), takes=AXES),
    "film": Kind("film", needs=("panels", "every", "stills"), takes=("enlarge", "milliseconds"), moves=True),
    "space-time": Kind("spacetime", needs=("panels", "rows")),
    "tail": Kind("tail", needs=("value",), takes=("at", "limits", "x-label", "y-label")),
}
