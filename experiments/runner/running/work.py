#!/usr/bin/python3
"""What there is to run of an experiment, and when: points at once or after those whose files they need, and the points that
curves grow by. What an outcome changes is found by its key, so that each costs the same however many points there are."""

from dataclasses import dataclass, field, replace

from runner.planning import grow


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
    """Points, those of searches among them, and growing curves of all parts that are wanted; each point is given out once."""

    def __init__(self, plans, wanted, store):
        self.store = store
        self.failed = set()  # keys
        self.absent = set()  # keys that have been looked for and were not there
        self.given_out = set()
        self.points = {}  # not ended, those that curves grow by aside
        self.growing = []
        for plan in plans.values():
            cases = [case for case in plan.cases if (plan.part.name, case.key) in wanted]
            for point in [point for search in cases for point in search.points] if plan.searches else cases:
                if not store.holds(point):
                    self.points[point.key] = both(self.points.get(point.key), point)
            self.growing += [Growing(curve) for curve in plan.curves if all((plan.part.name, point.key) in wanted for point in curve.first_pass())]
        self.totals = {}  # command -> [runs, weight], of the points
        for point in self.points.values():
            self.count(point, 1)
        self.warm_ups = {}  # by key, those that had to be run
        self.waiting = {}  # key -> those that look at its result
        for point in list(self.points.values()):
            self.add_warm_up(point)
        self.leads = {}  # id -> [command, runs, weight] of a curve
        for one in self.growing:
            self.follow(one)
        self.fresh = None  # points that may have become ready; None: all

    def add_warm_up(self, point):
        """What a point branches from is run for those that need it."""
        own = point.warm_up
        if own is not None and own.key not in self.points and own.key not in self.failed and not self.store.holds(own):
            self.points[own.key] = self.warm_ups[own.key] = own
            self.count(own, 1)

    def follow(self, one):
        one.follow(self.look)
        for point in one.watched():
            own = self.waiting.setdefault(point.key, [])
            if not any(other is one for other in own):
                own.append(one)
        count, weight = one.left
        command = one.curve.part.command
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
        """Points of curves that are known to be missing."""
        return [point for point in each_once(point for one in self.growing for point in one.next) if self.look(point) == grow.MISSING]

    def look(self, point):
        """The result of a point of a curve, MISSING or FAILED. What is not there is looked for again when the point has run."""
        if point.key in self.failed:
            return grow.FAILED
        found = self.store.load(point) if point.key not in self.absent and self.store.holds(point) else None
        if found is None:
            self.absent.add(point.key)
        return found or grow.MISSING

    def to_run(self):
        """The points known to be missing: those of curves are only the next."""
        pursued = self.pursued()
        for point in pursued:
            self.add_warm_up(point)
        return each_once([*self.points.values(), *pursued])

    def ready(self):
        """Points that can start now and have not been given out, those of curves before others, long ones first."""
        found = self.to_run() if self.fresh is None else self.fresh
        for point in found:
            self.add_warm_up(point)
        found = [point for point in each_once([*found, *(point.warm_up for point in found if point.warm_up)]) if self.startable(point)]
        self.fresh = []
        self.given_out |= {point.key for point in found}
        return sorted(found, key=lambda point: (point.key in self.points, -point.weight()))

    def startable(self, point):
        if point.key in self.given_out or (point.warms and (point.key not in self.points)):
            return False
        missing = [other for other in point.needs() if not self.store.holds(other)]
        for other in missing:
            self.waiting.setdefault(other.key, []).append(point)
        return not missing

    def ended(self, outcome):
        """Takes note of a result or failure; what it makes ready is in the next ready()."""
        key = outcome.point.key
        self.absent.discard(key)
        if outcome.problem:
            self.failed.add(key)
        else:
            self.given_out.discard(key)  # another file of it needs another run
        if key in self.points:
            self.count(self.points.pop(key), -1)
        for one in self.waiting.pop(key, ()):
            if hasattr(one, "follow"):
                self.follow(one)
                self.fresh += [point for point in one.next if self.look(point) == grow.MISSING]
            elif not outcome.problem:
                self.fresh.append(one)

    def expected(self, command=None):
        """(number of runs, their weight) that are still to end, of one command or of all; curves by an estimate."""
        own = [total for name, total in self.totals.items() if command in (None, name)]
        return sum(count for count, _ in own), max(0.0, sum(weight for _, weight in own))

    def blocked(self):
        """Points that never became ready: what they need has failed or is not wanted."""
        return [point for point in self.points.values() if point.key not in self.given_out]


def both(first, second):
    """The point whose run leaves what each of two of the same key is to leave; `first`: or None."""
    if first is None or first is second:
        return second
    outputs = tuple(dict.fromkeys((*first.outputs, *second.outputs)))
    return replace(second, outputs=outputs, timeout=max(first.timeout, second.timeout), repeat=max(first.repeat, second.repeat),
                   checkpoint=second.checkpoint or first.checkpoint)


def each_once(points):
    """The points by their keys, each with all that one of them is to leave."""
    found = {}
    for point in points:
        found[point.key] = both(found.get(point.key), point)
    return list(found.values())
