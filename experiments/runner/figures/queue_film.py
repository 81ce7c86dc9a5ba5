#!/usr/bin/python3
"""queue-film: the flits in the buffers of a torus or mesh of two dimensions, cycle by cycle, from what `simulate --out vcd=FILE` leaves (the part has
`outputs: [vcd]`): a GIF, and its decisive cycles as a still figure. Nodes and links that have failed are drawn as such.

`panels`: [{part, at, label}], in rows of `columns` (2), with one clock. `every`: cycles a picture; `stills`: the cycles of the figure;
`cycles`: [first, last], else those of the run; `milliseconds`: a picture (80).
"""

import functools
from dataclasses import dataclass

from matplotlib.colors import BoundaryNorm, ListedColormap

from runner.figures.drawing import listing, style
from runner.figures.drawing.buffer_fills import Buffers
from runner.figures.drawing.queue_page import FAILED, ROUTER, Map, Page, levels_of, most_level, step_of
from runner.network import coordinates, radices


@dataclass(frozen=True)
class Panel:
    label: str
    buffers: Buffers
    map: Map
    changes: list  # (cycle, nodes, links as pairs of nodes), ascending

    def failed(self, cycle):
        """(nodes, links) in that cycle."""
        return next(((nodes, links) for at, nodes, links in reversed(self.changes) if at <= cycle), (set(), []))

    def moments(self):
        """[(cycle, what happens)]"""
        found, before = [], 0
        for cycle, nodes, links in self.changes:
            now = len(nodes) + len(links)
            if cycle > 0 and now != before:
                found.append((cycle, "failure" if now > before else "repair"))
            before = now
        return found


def panels_of(entry, data, part):
    """The panels that have a result; all of one network."""
    found = []
    for one in entry["panels"]:
        for row in data.where(one.get("part", part), one.get("at", {})):
            file, own = data.output(row, "vcd"), radices(row.options.get("topology"))
            if file is not None and row.result is not None and own is not None and len(own) == 2:
                found.append((str(one.get("label", "")), buffers_in(file), own, row.result))
    if len({own for _, _, own, _ in found}) != 1 or not all(buffers.channels for _, buffers, _, _ in found):
        return []
    return [Panel(label, buffers, Map(buffers.channels, own), changes_of(result, own)) for label, buffers, own, result in found]


@functools.lru_cache(maxsize=8)
def buffers_in(file):
    return Buffers(file)


def changes_of(result, own):
    """What has failed from each cycle on; a link [node, port] by its ends."""
    static = result.get("faults") or {}
    events = [{"cycle": 0, "nodes": static.get("nodes", []), "links": static.get("links", [])}, *result.get("fault_events", [])]
    return [(one["cycle"], set(one["nodes"]), [(node, neighbour(node, port, own)) for node, port in one["links"]]) for one in events]


def neighbour(node, port, own):
    """Behind port 2d (2d + 1) of a torus or mesh: one up (down) in dimension d."""
    place = list(coordinates(node, own))
    place[port // 2] = (place[port // 2] + (-1 if port % 2 else 1)) % own[port // 2]
    return place[0] + own[0] * place[1]


def span_of(entry, shown):
    last = max(panel.buffers.last for panel in shown)
    first, end = map(int, entry.get("cycles", (0, last)))
    return min(first, last), min(end, last)


def stills_of(entry):
    return sorted(map(int, entry["stills"]))


def film(entry, data, part):
    """The GIF, or None."""
    shown = panels_of(entry, data, part)
    return Page(shown, entry, span_of(entry, shown)).film() if shown else None


def draw(entry, data, part):
    shown = panels_of(entry, data, part)
    if not shown:
        return None
    times, step = stills_of(entry), step_of(shown)
    most = most_level(shown, step)
    high = 0.35 + 0.93 * style.TWO_COLUMNS / len(times) * len(shown)
    figure, grid = style.pyplot.subplots(len(shown), len(times), squeeze=False, figsize=(style.TWO_COLUMNS, high))
    figure.subplots_adjust(left=0.03, right=0.92, top=1 - 0.17 / high, bottom=0.04 / high, wspace=0.06, hspace=0.06)
    style.levels_bar(figure, most, [0.93, 0.1, 0.012, 0.8], f"flits in a buffer, in steps of {step}" if step > 1 else "flits in a buffer")
    colours = ListedColormap([*style.level_colours(most), ROUTER, FAILED])
    norm = BoundaryNorm([level - 0.5 for level in range(most + 4)], most + 3)
    for index, (panel, row) in enumerate(zip(shown, grid)):
        for axes, cycle in zip(row, times):
            axes.imshow(levels_of(panel, cycle, step, most), cmap=colours, norm=norm, interpolation="nearest")
            axes.set(xticks=[], yticks=[])
            axes.grid(False)
            for side in axes.spines.values():
                side.set_visible(False)
            if index == 0:
                axes.set_title(f"cycle {cycle}", fontsize=7.5, pad=3)
        row[0].set_ylabel(panel.label, fontsize=7, color=style.COLOURS[index % len(style.COLOURS)], labelpad=3)
    return figure


def numbers(entry, data, part):
    """Buffers that hold flits in the stills."""
    rows = []
    for panel in panels_of(entry, data, part):
        for cycle in stills_of(entry):
            fills = panel.buffers.at(cycle)
            rows += [(panel.label, cycle, *panel.buffers.channels[channel], int(fills[channel])) for channel in fills.nonzero()[0]]
    return listing.Table(("panel", "cycle", "from", "to", "flits"), rows)


def caption(entry, data, part):
    shown = panels_of(entry, data, part)
    if not shown:
        return ""
    moments = "; ".join(f"{what} in cycle {cycle}" for cycle, what in shown[0].moments())
    return ("Each cross is a router, x1 upwards: its arms are the input buffers at its four sides, by the flits in all their virtual channels at the "
            "end of the cycle."
            + (f" Red: what has failed ({moments})." if moments else ""))
