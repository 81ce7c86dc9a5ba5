#!/usr/bin/python3
"""What there is to run of an experiment, and when: points at once or after those whose files they need, probes as their search goes on."""

from dataclasses import dataclass

from runner import search as searching


@dataclass
class Pursuit:
    """A search under way."""

    search: object
    trace: object = None


class Work:
    """Points and searches of all parts that are wanted; each point is given out once."""

    def __init__(self, plans, wanted, store):
        self.store = store
        self.failed = set()  # keys
        self.given_out = set()
        self.points = {}
        self.pursuits = []
        for plan in plans.values():
            cases = [case for case in plan.cases if (plan.part.name, case.key) in wanted]
            if plan.searches:
                self.pursuits += [Pursuit(search) for search in cases]
            else:
                for point in cases:
                    if not store.holds(point) and not (point.key in self.points and self.points[point.key].outputs):
                        self.points[point.key] = point
        for pursuit in self.pursuits:
            self.follow(pursuit)

    def follow(self, pursuit):
        pursuit.trace = searching.walk(pursuit.search, lambda text: known(pursuit.search.points(text), self.store, self.failed))

    def to_run(self):
        """The points known to be missing: those of searches are only the next."""
        result = dict(self.points)
        for pursuit in self.pursuits:
            if pursuit.trace.next is not None:
                for point in pursuit.search.points(pursuit.trace.next):
                    if not self.store.holds(point) and point.key not in self.failed:
                        result.setdefault(point.key, point)
        return list(result.values())

    def ready(self):
        """Points that can start now and have not been given out, long ones first, probes before others."""
        probes = {point.key for pursuit in self.pursuits if pursuit.trace.next for point in pursuit.search.points(pursuit.trace.next)}
        found = [point for point in self.to_run() if point.key not in self.given_out and all(map(self.store.has, point.needs()))]
        self.given_out |= {point.key for point in found}
        return sorted(found, key=lambda point: (point.key not in probes, -point.weight()))

    def ended(self, outcome):
        """Takes note of a result or failure; what it makes ready is in the next ready()."""
        key = outcome.point.key
        if outcome.problem:
            self.failed.add(key)
        self.points.pop(key, None)
        for pursuit in self.pursuits:
            if pursuit.trace.next is not None and key in {point.key for point in pursuit.search.points(pursuit.trace.next)}:
                self.follow(pursuit)

    def expected(self, command=None):
        """(number of runs, their weight) that are still to end, of one command or of all; searches by an estimate."""
        own = [point for point in self.points.values() if command in (None, point.command)]
        count, weight = len(own), sum(point.weight() for point in own)
        for pursuit in self.pursuits:
            if pursuit.trace.next is not None:
                points = pursuit.search.points(pursuit.trace.next)
                if command not in (None, points[0].command):
                    continue
                probes = searching.remaining(pursuit.trace, pursuit.search.settings["resolution"])
                count += probes * len(points)
                weight += probes * sum(point.weight() for point in points)
        return count, weight

    def blocked(self):
        """Points that never became ready: what they need has failed or is not wanted."""
        return [point for point in self.points.values() if point.key not in self.given_out]


def known(points, store, failed):
    """What search.walk asks: the results of a probe."""
    if any(point.key in failed for point in points):
        return searching.FAILED
    results = [store.load(point) for point in points]
    return searching.MISSING if any(result is None for result in results) else results
