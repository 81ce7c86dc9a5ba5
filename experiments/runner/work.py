#!/usr/bin/python3
"""What there is to run of an experiment, and when: points at once or after those whose files they need, probes as their search goes on, and the
points that curves grow by. What an outcome changes is found by its key, so that each costs the same however many points there are."""

from dataclasses import dataclass, field

from runner import grow
from runner import search as searching


@dataclass
class Pursuit:
    """A search under way."""

    search: object
    trace: object = None
    next: list = field(default_factory=list)  # points to run next
    left: tuple = (0, 0.0)  # about how many runs are left, and their weight

    def follow(self, look):
        self.trace = searching.pursue(self.search, lambda points: together([look(point) for point in points]))
        self.next = searching.wanted(self.search, self.trace)
        self.left = searching.runs_left(self.search, self.trace)

    def watched(self):
        """The points whose results it waits for."""
        return self.next


@dataclass
class Growing:
    """A curve that grows."""

    curve: object
    growth: object = None
    next: list = field(default_factory=list)
    left: tuple = (0, 0.0)

    def follow(self, look):
        self.growth = grow.walk(self.curve, look)
        self.next = self.growth.next
        weight = max((point.weight() for point in self.next or self.curve.first_pass()[-1:]), default=0.0)
        self.left = self.growth.left, weight * self.growth.left

    def watched(self):
        return [*self.next, *(self.curve.first_pass() if self.growth.waits else [])]


class Work:
    """Points, searches and growing curves of all parts that are wanted; each point is given out once."""

    def __init__(self, plans, wanted, store):
        self.store = store
        self.failed = set()  # keys
        self.absent = set()  # keys that have been looked for and were not there
        self.given_out = set()
        self.points = {}  # not ended, those of pursuits aside
        self.pursuits = []
        self.growing = []
        for plan in plans.values():
            cases = [case for case in plan.cases if (plan.part.name, case.key) in wanted]
            if plan.searches:
                self.pursuits += [Pursuit(search) for search in cases]
                continue
            for point in cases:
                if not store.holds(point) and not (point.key in self.points and self.points[point.key].outputs):
                    self.points[point.key] = point
            self.growing += [Growing(curve) for curve in plan.curves if all((plan.part.name, point.key) in wanted for point in curve.first_pass())]
        self.totals = {}  # command -> [runs, weight], of the points
        for point in self.points.values():
            self.count(point, 1)
        self.waiting = {}  # key -> those that look at its result
        self.leads = {}  # id -> [command, runs, weight] of what is pursued
        for one in [*self.pursuits, *self.growing]:
            self.follow(one)
        self.fresh = None  # points that may have become ready; None: all

    def follow(self, one):
        one.follow(self.look)
        for point in one.watched():
            own = self.waiting.setdefault(point.key, [])
            if not any(other is one for other in own):
                own.append(one)
        count, weight = one.left
        command = one.next[0].command if one.next else one.curve.part.command if hasattr(one, "curve") else one.search.command
        before = self.leads.get(id(one), (command, 0, 0.0))
        total = self.totals.setdefault(command, [0, 0.0])
        total[0] += count - before[1]
        total[1] += weight - before[2]
        self.leads[id(one)] = (command, count, weight)

    def count(self, point, sign):
        total = self.totals.setdefault(point.command, [0, 0.0])
        total[0] += sign
        total[1] += sign * point.weight()

    def pursued(self):
        """Points of searches and curves that are known to be missing."""
        found = {point.key: point for one in [*self.pursuits, *self.growing] for point in one.next}
        return [point for point in found.values() if self.look(point) == searching.MISSING]

    def look(self, point):
        """The result of a point of a search or a curve, MISSING or FAILED. What is not there is looked for again when the point has run."""
        if point.key in self.failed:
            return searching.FAILED
        found = None if point.key in self.absent else self.store.load(point)
        if found is None:
            self.absent.add(point.key)
        return found or searching.MISSING

    def to_run(self):
        """The points known to be missing: those of searches and curves are only the next."""
        result = dict(self.points)
        for point in self.pursued():
            result.setdefault(point.key, point)
        return list(result.values())

    def ready(self):
        """Points that can start now and have not been given out, long ones first, probes before others."""
        probes = {point.key for one in self.pursuits for point in one.next} if self.fresh is None else None
        found = self.to_run() if self.fresh is None else self.fresh
        found = [point for point in {point.key: point for point in found}.values() if self.startable(point)]
        self.fresh = []
        self.given_out |= {point.key for point in found}
        if probes is None:
            probes = {point.key for point in found if point.key not in self.points}
        return sorted(found, key=lambda point: (point.key not in probes, -point.weight()))

    def startable(self, point):
        if point.key in self.given_out:
            return False
        missing = [other for other in point.needs() if not self.store.has(other)]
        for other in missing:
            self.waiting.setdefault(other.key, []).append(point)
        return not missing

    def ended(self, outcome):
        """Takes note of a result or failure; what it makes ready is in the next ready()."""
        key = outcome.point.key
        self.absent.discard(key)
        if outcome.problem:
            self.failed.add(key)
        if key in self.points:
            self.count(self.points.pop(key), -1)
        for one in self.waiting.pop(key, ()):
            if hasattr(one, "follow"):
                self.follow(one)
                self.fresh += [point for point in one.next if self.look(point) == searching.MISSING]
            elif not outcome.problem:
                self.fresh.append(one)

    def expected(self, command=None):
        """(number of runs, their weight) that are still to end, of one command or of all; searches and curves by an estimate."""
        own = [total for name, total in self.totals.items() if command in (None, name)]
        return sum(count for count, _ in own), max(0.0, sum(weight for _, weight in own))

    def blocked(self):
        """Points that never became ready: what they need has failed or is not wanted."""
        return [point for point in self.points.values() if point.key not in self.given_out]


def together(found):
    """What search.walk asks: the results of a probe's seeds."""
    return searching.FAILED if searching.FAILED in found else searching.MISSING if searching.MISSING in found else found
