#!/usr/bin/python3
"""The frames of a run of `mesh --out frames`: how many packets each processor holds at the end of a step.

The file has `step,row,column,input,output`: step 0 is the initial placement, after it only processors whose numbers changed are listed. Time is counted here
from the last step in which every packet still stands where it began: an algorithm that works in phases may let hundreds of thousands of steps pass before.
"""

import numpy


class Frames:
    """`delivered`: all packets arrive, so that nothing is left in the step after the last one listed, in which the last of them leave their queues."""

    def __init__(self, file, side, delivered=True):
        self.side = side
        lines = file.read_text().splitlines()[1:]
        table = numpy.loadtxt(lines, delimiter=",", dtype=numpy.int64, ndmin=2) if lines else numpy.zeros((0, 5), dtype=numpy.int64)
        moved = table[table[:, 0] > 0, 0]
        self.base = int(moved[0]) - 1 if len(moved) else 0  # the step of the run that is time 0
        self.times = numpy.maximum(table[:, 0] - self.base, 0)
        self.places = table[:, 1] * side + table[:, 2]
        self.packets = table[:, 3] + table[:, 4]
        self.last = int(self.times[-1]) if len(table) else 0  # in which the last packet arrives
        if delivered:
            held = numpy.unique(self.places)
            self.times = numpy.append(self.times, numpy.full(len(held), self.last + 1))
            self.places, self.packets = numpy.append(self.places, held), numpy.append(self.packets, numpy.zeros_like(held))

    def most(self):
        """In one processor, ever."""
        return int(self.packets.max(initial=0))

    def last_in(self, rows):
        """The last time at which one of the rows (first, last) holds a packet."""
        row = self.places // self.side
        return int(self.times[(row >= int(rows[0])) & (row <= int(rows[1])) & (self.packets > 0)].max(initial=0))

    def touched(self, size):
        """(first row, last row, first column, last column) of the blocks of `size` x `size` processors that ever hold a packet, in blocks."""
        held = self.places[self.packets > 0]
        rows, columns = held // self.side // size, held % self.side // size
        return int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())

    def at(self, times):
        """Yields for each of the times, which ascend, the packets of every processor; the same array each time."""
        now = numpy.zeros(self.side * self.side, dtype=numpy.int64)
        done = 0
        for time in times:
            until = int(numpy.searchsorted(self.times, time, side="right"))
            now[self.places[done:until]] = self.packets[done:until]  # of several changes of a place the last one stays
            done = until
            yield now.reshape(self.side, self.side)

    def under_way(self):
        """How many packets there are at time 0, 1, ..., last + 1."""
        order = numpy.argsort(self.places, kind="stable")
        before = numpy.where(numpy.diff(self.places[order], prepend=-1) == 0, numpy.roll(self.packets[order], 1), 0)
        change = numpy.bincount(self.times[order], weights=self.packets[order] - before, minlength=self.last + 2)
        return numpy.cumsum(change).astype(numpy.int64)
