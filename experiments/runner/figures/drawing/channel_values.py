#!/usr/bin/python3
"""What a network map shows of each channel: exact loads and the pairs that bring them, from points of `loads`; flits and blocked cycles that
simulations of the same network measured, from what they left with `outputs: [channels]`.

A simulation belongs to a point of `loads` if the two agree in every option that both commands have, the seed aside. Of several seeds a value is the mean
with Student's half width. A saturated sample has none: what its channels carry depends on how long it ran.
"""

import csv
from dataclasses import dataclass, field
from fractions import Fraction

from runner import load
from runner.exact import as_fraction
from runner.planning import selection
from runner.point import number, varying
from runner.results import samples, series, summary, verdicts

CHANNEL = ("from", "to", "dimension", "sign")
MEASURED = ("flits", "head_blocked", "flit_blocked")  # columns of --out channels, sums over the window


@dataclass
class Run:
    """A sample of simulations. Per channel and cycle: (mean, half width or None); empty if it is saturated."""

    label: str
    load: Fraction
    saturated: bool
    flits: list = field(default_factory=list)
    head_blocked: list = field(default_factory=list)
    flit_blocked: list = field(default_factory=list)


@dataclass
class Map:
    """A point of `loads`."""

    label: str
    row: object
    exact: list  # Fraction per channel
    pairs: dict  # number of the channel -> [(source, destination, load, how many pairs)]; source is None of all others together
    runs: list


def maps(entry, data, part):
    return [one for panel in entry.get("panels") or [entry] for one in of_panel(entry, panel, data, panel.get("part", part))]


def of_panel(entry, panel, data, part):
    rows = data.where(part, panel.get("at", {}))
    return [Map(str(panel["label"]) if "label" in panel else summary.label(data, part, row, seeds=True) if len(rows) > 1 or panel is not entry else "", row, [as_fraction(channel["load"]) for channel in row.result["channels"]],
                pairs(data.output(row, "channel-pairs")), runs(entry, data, row)) for row in rows if row.result is not None]


def runs(entry, data, row):
    if "measured" not in entry:
        return []
    found = [one for one in data.rows[entry["measured"]] if selection.agrees(row.case, one.case) and one.result is not None
             and verdicts.failed_of(one.result) == verdicts.failed_of(row.result)]
    names = [name for name in varying([one.case for one in found]) if name != "seed"]
    result = []
    for own in samples.together(found):
        files = [data.output(one, "channels") for one in own]
        overload = samples.verdict(own) == verdicts.SATURATED
        run = Run(series.label({name: own[0].options[name] for name in names}) or f"load {own[0].options['load']}", load.flits(own[0].options), overload)
        if None not in files:
            result.append(run)
            if not overload:
                fill(run, [measured(file, one.result, row.result["channels"]) for file, one in zip(files, own)])
    return sorted(result, key=lambda run: (run.load, run.label))


def fill(run, tables):
    for number_of, name in enumerate(MEASURED):
        values = [[table[number_of][channel] for table in tables] for channel in range(len(tables[0][0]))]
        setattr(run, name, [(samples.mean(own), samples.half_width(own)) for own in values])


def measured(file, result, channels):
    """[[value per channel] for each of MEASURED], per cycle of the window; ValueError if the file is not of these channels."""
    with open(file, newline="") as lines:
        rows = list(csv.DictReader(lines))
    if [[row[name] for name in CHANNEL] for row in rows] != [[str(channel[name]) for name in CHANNEL] for channel in channels]:
        raise ValueError(f"{file.name} is not of the channels of the exact loads")
    return [[number(row[name]) / result["cycles"] for row in rows] for name in MEASURED]


def pairs(file):
    found = {}
    if file is not None:
        with open(file, newline="") as lines:
            for row in csv.DictReader(lines):
                ends = (int(row["source"]), int(row["destination"])) if row["source"] else (None, None)
                found.setdefault(int(row["channel"]), []).append((*ends, Fraction(row["load_exact"]), int(row["pairs"])))
    return found


def shortened(found, shown):
    """Of a channel's pairs the first few; all others are one."""
    if len(found) <= shown:
        return found
    rest = found[shown:]
    return [*found[:shown], (None, None, sum(load for _, _, load, _ in rest), sum(count for *_, count in rest))]
