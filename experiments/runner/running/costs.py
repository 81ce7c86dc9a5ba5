#!/usr/bin/python3
"""What runs cost: seconds per weight of each command, learnt from wall times."""

import statistics


class Costs:
    def __init__(self):
        self.found = {}  # command -> seconds per weight

    def add(self, point, seconds):
        """Takes note of a wall time; None says nothing."""
        if seconds is not None and point.weight() > 0:
            self.found.setdefault(point.command, []).append(seconds / point.weight())

    def rate(self, command):
        """Seconds per weight; None where nothing is known of the command."""
        return statistics.median(self.found[command]) if command in self.found else None
