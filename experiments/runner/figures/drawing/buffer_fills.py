#!/usr/bin/python3
"""The flits in the input buffers of a network, cycle by cycle, from the waveform that `simulate --out vcd=FILE` leaves (docs/guide/waveforms.md)."""

import re

import numpy

SCOPE = re.compile(r"from_(\d+)_to_(\d+)(_port_\d+)?")  # of a channel of the network; those of terminals have another
UNITS = 10  # of the file's time, a cycle; signals of cycle t change at 10 t + 5


class Buffers:
    """`channels`: [(from, to)], as the file has them; `last`: the last cycle. Of a channel all VCs count together."""

    def __init__(self, file):
        lines = iter(file.read_text().splitlines())
        self.channels, variables = [], declared(lines)
        numbers = {}
        for scope, ends in variables.values():
            if scope not in numbers:
                numbers[scope] = len(self.channels)
                self.channels.append(ends)
        own = {name: numbers[scope] for name, (scope, _) in variables.items()}
        cycles, places, changes = changes_of(lines, own)
        self.last = max(cycles, default=0)
        fills = numpy.zeros((self.last + 1, len(self.channels)), dtype=numpy.int32)
        numpy.add.at(fills, (cycles, places), changes)
        self.fills = numpy.cumsum(fills, axis=0)

    def most(self):
        """In one buffer, ever."""
        return int(self.fills.max(initial=0))

    def total(self, first, last):
        """In all buffers, in each of the cycles; behind the end of the run as at its end."""
        return self.fills[numpy.minimum(numpy.arange(first, last + 1), self.last)].sum(axis=1)

    def at(self, cycle):
        """Of each of the channels."""
        return self.fills[min(cycle, self.last)]


def declared(lines):
    """{name: (scope, (from, to))} of the signals `buffer` of channels; the lines are read as far as the declarations go."""
    scopes, found = [], {}
    for words in map(str.split, lines):
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"] and words[4] == "buffer" and len(scopes) > 1:
            ends = SCOPE.fullmatch(scopes[-2])
            if ends:
                found[words[3]] = (scopes[-2], (int(ends[1]), int(ends[2])))
        elif words[:1] == ["$enddefinitions"]:
            break
    return found


def changes_of(lines, places):
    """(cycles, places, by how much) of all changes of the signals."""
    before, cycle = dict.fromkeys(places, 0), 0
    cycles, where, changes = [0], [0], [0]  # so that there are always some
    for line in lines:
        if line.startswith("#"):
            cycle = int(line[1:]) // UNITS
        elif line.startswith("b"):
            value, _, name = line[1:].partition(" ")
            if name in before:
                fill = int(value, 2)
                cycles.append(cycle)
                where.append(places[name])
                changes.append(fill - before[name])
                before[name] = fill
    return cycles, where, changes
