#!/usr/bin/python3
"""timeline: what the ranks of a schedule do, from what `simulate --out timeline=FILE` leaves (the part has `outputs: [timeline]`): a line a rank, time across.

`panels`: [{part, at, label}], below each other with one time; else the points of `part` that `at` means. `ranks`: [first, last]; `cycles`: [first, last]. A collective is a band
over the lines of its members, from where each is ready to where it has done its part; those that begin one after the other have different colours.
"""

import functools
import json
from dataclasses import dataclass, field

from matplotlib.patches import Patch

from runner.figures.drawing import listing, style

MOST_LINES = 64  # of ranks, where `ranks` names none
MOST_SHAPES = 4_000  # of a figure in SVG and PDF: more are a picture there
LEGEND = 0.25  # inches above the panels
COMPUTE, SEND = style.COLOURS[0], style.COLOURS[4]
BANDS = (style.COLOURS[1], style.COLOURS[2], style.COLOURS[3], style.COLOURS[5])


@dataclass
class Ranks:
    """{rank: [(begin, end)]} of what occupies ranks, and {(collective, rank): (begin, end)}."""

    compute: dict = field(default_factory=dict)
    send: dict = field(default_factory=dict)
    collectives: dict = field(default_factory=dict)

    def last(self):
        spans = [span for own in (*self.compute.values(), *self.send.values()) for span in own] + list(self.collectives.values())
        return max((end for _, end in spans), default=0)

    def ranks(self):
        return sorted({*self.compute, *self.send, *(rank for _, rank in self.collectives)})


@dataclass
class Panel:
    label: str
    ranks: Ranks


@functools.lru_cache(maxsize=8)
def read(file):
    found, begins = Ranks(), {}
    for event in json.loads(file.read_text())["traceEvents"]:
        if event["ph"] == "X" and event["pid"] == 1:
            spans = found.compute if event["name"] == "compute" else found.send
            spans.setdefault(event["tid"], []).append((event["ts"], event["ts"] + event["dur"]))
        elif event.get("cat") == "collective" and event["pid"] == 3:
            key = (event["name"], event["tid"])
            if event["ph"] == "b":
                begins[key, event["id"]] = event["ts"]
            else:
                found.collectives[key] = (begins[key, event["id"]], event["ts"])
    return found


def panels_of(entry, data, part):
    found = []
    for one in entry.get("panels", [{"at": entry.get("at", {})}]):
        for row in data.where(one.get("part", part), one.get("at", {})):
            file = data.output(row, "timeline")
            if file is not None and row.result is not None:
                found.append(Panel(str(one.get("label", "")), read(file)))
    return [panel for panel in found if panel.ranks.ranks()]


def lines_of(entry, panel):
    """The ranks that are shown."""
    first, last = map(int, entry.get("ranks", (0, MOST_LINES - 1)))
    return [rank for rank in panel.ranks.ranks() if first <= rank <= last]


def colours_of(shown):
    """{name of a collective: its colour}: those that follow each other on a rank differ."""
    names = sorted({name for panel in shown for name, _ in panel.ranks.collectives}, key=lambda name: min(
        begin for panel in shown for (own, _), (begin, _) in panel.ranks.collectives.items() if own == name))
    return {name: BANDS[index % len(BANDS)] for index, name in enumerate(names)}


def draw(entry, data, part):
    shown = panels_of(entry, data, part)
    if not shown:
        return None
    begin, end = cycles_of(entry, shown)
    heights = [max(0.6, min(3.2, 0.09 * len(lines_of(entry, panel)))) for panel in shown]
    height = sum(heights) + 0.35 * len(shown) + 0.45 + LEGEND
    figure, grid = style.pyplot.subplots(len(shown), 1, figsize=(style.TWO_COLUMNS, height), squeeze=False, sharex=True,
                                         gridspec_kw={"height_ratios": heights})
    colours = colours_of(shown)
    for axes, panel in zip(grid[:, 0], shown):
        one_panel(axes, lines_of(entry, panel), panel, colours)
        axes.set_title(panel.label.replace("\n", " "), fontsize=7.5, pad=3, loc="left")
        axes.set(xlim=(begin, end), ylabel="rank")
    grid[-1, 0].set_xlabel("cycle")
    own = [Patch(color=COMPUTE, label="computes"), Patch(color=SEND, label="sends")]
    if colours:
        own.append(Patch(facecolor=BANDS[0], alpha=0.35, label="collective in progress"))
    figure.legend(handles=own, loc="upper right", ncol=len(own))
    figure.tight_layout(pad=0.4, rect=(0, 0, 1, 1 - LEGEND / height))
    return figure


def one_panel(axes, lines, panel, colours):
    ranks = panel.ranks
    shapes = sum(len(ranks.compute.get(rank, ())) + len(ranks.send.get(rank, ())) for rank in lines)
    picture = shapes > MOST_SHAPES
    for place, rank in enumerate(lines):
        for spans, colour in ((ranks.compute, COMPUTE), (ranks.send, SEND)):
            if rank in spans:
                axes.broken_barh([(begin, end - begin) for begin, end in spans[rank]], (place - 0.3, 0.6), color=colour, linewidth=0, rasterized=picture)
    where = {rank: place for place, rank in enumerate(lines)}
    for (name, rank), (begin, end) in ranks.collectives.items():
        if rank in where:
            axes.broken_barh([(begin, end - begin)], (where[rank] - 0.5, 1), facecolor=colours[name], alpha=0.35, linewidth=0, zorder=0, rasterized=picture)
    every = max(1, -(-len(lines) // 16))
    axes.set(ylim=(len(lines) - 0.4, -0.6), yticks=range(0, len(lines), every))
    axes.set_yticklabels([str(lines[place]) for place in range(0, len(lines), every)])
    axes.grid(False)


def cycles_of(entry, shown):
    return tuple(map(int, entry["cycles"])) if "cycles" in entry else (0, max(panel.ranks.last() for panel in shown))


def numbers(entry, data, part):
    rows = []
    for panel in panels_of(entry, data, part):
        for rank in lines_of(entry, panel):
            rows += [(panel.label, rank, "compute", *span) for span in panel.ranks.compute.get(rank, ())]
            rows += [(panel.label, rank, "send", *span) for span in panel.ranks.send.get(rank, ())]
            rows += [(panel.label, rank, name, *span) for (name, own), span in panel.ranks.collectives.items() if own == rank]
    return listing.Table(("panel", "rank", "what", "begin", "end"), rows)


def caption(entry, data, part):
    collectives = {name for panel in panels_of(entry, data, part) for name, _ in panel.ranks.collectives}
    text = "A line a rank: where it computes, else where a message of it is being sent."
    return text + f" Bands: the {len(collectives)} collectives, on each member from where it is ready to where it has done its part." * bool(collectives)
