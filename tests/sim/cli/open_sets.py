"""Option sets for external routers: every combination of the golden sets' options (tests/golden/option_sets.py) once in 384, over every registered
routing, with packets of 1, 2, 3 and 32 flits, channels of latency 1 and 3, full load, workloads, what fails, and networks that deadlock."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "golden"))
from dice import Dice  # noqa: E402
from networks import Network, routings  # noqa: E402
from option_sets import SMALL, STEPS, OptionSet  # noqa: E402

KINDS = ["torus", "torus", "mesh", "mesh", "hypercube", "hypercube", "graph"]
LENGTHS = [1, 2, 3, 32]
# Routings that golden sets do not draw, with the fewest virtual channels of each.
ANYWHERE = {"updown": 1, "layered": 4, "duato-updown": 2}
ESCAPE = ("duato", "sw-adaptive", "duato-updown")  # which need atomic reuse
CUBES = {"duato": 2, "sw-deterministic": 1, "sw-adaptive": 2}
MORE = {
    "torus": {"duato": 3, "sw-deterministic": 2, "sw-adaptive": 3},
    "mesh": {**CUBES, "west-first": 1, "north-last": 1, "negative-first": 1, "odd-even": 1},
    "hypercube": {**CUBES, **{name: 1 for name in ("negative-first", "p-cube", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3")}},
    "graph": {},
}


class OpenSet(OptionSet):
    """own: files of this set alone, by name; subsets: values of --external."""

    def __init__(self, number):
        self.number, self.own = number, {}
        super().__init__(number % len(STEPS), f"open-{number // len(STEPS)}")
        self.draw_later_options()
        if self.number % 20 == 7:
            self.draw_deadlock()
        nodes = self.network.nodes
        self.subsets = [str(self.dice.below(nodes)), *(f"half:{3 * number + i}" for i in range(3)), "all"]

    def draw_network(self):
        dice, kind = self.dice, self.dice.pick(KINDS)
        self.network = network = Network(f"{kind}:{dice.pick(SMALL[kind])}")
        self.give("topology", f"graph:{self.file('graph-' + network.name)}" if kind == "graph" else network.text)
        fitting = {**routings(network), **MORE[kind], **ANYWHERE}
        unfit = {"odd-even"} if network.dimensions != 2 else set()
        unfit.update({"table"} if network.nodes > 32 else (), ESCAPE if STEPS[self.index][1] == "tail" else (),
                     {"updown", "duato-updown"} if network.text == "graph:one-way" else ())
        self.routing = dice.pick(sorted(set(fitting) - unfit))
        self.fewest = fitting[self.routing]
        name = f"table:{self.file(f'table-{network.text.replace(chr(58), chr(46))}-{dice.between(1, 6)}')}" if self.routing == "table" else self.routing
        self.give("routing", name)
        self.give("tie-rule", dice.pick(["split", "plus", "parity", "union"]), mostly=True)

    def draw_pattern(self):
        pattern = super().draw_pattern()
        return "uniform" if pattern.startswith("worst-case") else pattern  # of relations that have pair loads alone

    def draw_traffic(self):
        self.length = self.dice.pick(LENGTHS)
        super().draw_traffic()
        self.options["packet-length"] = str(self.length)

    def draw_load(self, length):
        if self.dice.one_in(4):
            self.give("load", 1)
        else:
            super().draw_load(self.length)

    def draw_protocol(self, length):
        super().draw_protocol(self.length)

    def drop_unused(self):
        super().drop_unused()
        if self.routing not in routings(self.network):
            self.options.pop("tie-rule", None)

    def draw_later_options(self):
        dice, options = Dice("open-later", self.number), self.options
        options.pop("progress", None)  # its lines go by the clock
        if options["router.channel-latency"] != "1" and not dice.one_in(4):
            options["router.channel-latency"] = "3"
        if not dice.one_in(3) and (options["router.vc-reuse"] == "tail" or self.routing in ESCAPE):
            options["router.vc-reuse"] = "whole" if self.routing in ESCAPE or dice.one_in(2) else "place"
        if dice.one_in(4):
            options["router.pipeline"] = str(dice.between(1, 3))
        if dice.one_in(4):
            options["router.credit-latency"] = str(dice.between(1, 5))
        if options["router.crossbar"] == "per-port" and dice.one_in(2):
            options["router.switch-allocator"] = dice.pick(["iterate:2", "iterate:3", "wavefront"])
        if dice.one_in(8):
            options["router.source"] = "one-at-a-time"
        later = Dice("open-stages", self.number)
        if options["router.crossbar"] == "per-port" and options["router.output-arbitration"] == "round-robin" and later.one_in(4):
            options["router.switch-allocator"] = later.pick(["islip:1", "islip:2"])
        if options.get("router.routing-delay", "0") != "0" and later.one_in(3):
            options["router.vc-stage"] = "own"
            if options["router.ejection"] == "channel" and self.routing not in ("sw-deterministic", "sw-adaptive"):
                options["router.ejection-delay"] = "router"
        if not dice.one_in(4):
            self.draw_faults(dice)

    def draw_faults(self, dice):
        """A node that has failed, or fails and is repaired in the course of the run."""
        options = self.options
        if self.routing not in ("sw-deterministic", "sw-adaptive", *ANYWHERE) or self.network.dimensions < 2 or 2 in self.network.radices:
            return
        node, other = dice.shuffled(range(self.network.nodes))[:2]
        if self.routing in ANYWHERE or "cycles" not in options or dice.one_in(3):
            options["faults"] = f"nodes:{node}"
        else:
            options["fault-events"] = f"fail@20:{node},repair@90:{node},fail@95:{other}"
        if self.routing not in ANYWHERE and dice.one_in(2):
            options[dice.pick(["absorption.limit", "absorption.delay"])] = str(dice.between(1, 9))

    def draw_deadlock(self):
        """A ring of one class of virtual channels under full load, which nothing proves."""
        dice, options = Dice("open-deadlock", self.number), self.options
        ring = dice.between(3, 7)
        self.network, self.reads = Network(f"torus:{ring}"), []
        self.own["ring.graph"] = "".join(f"{v} > {(v + 1) % ring}\n" for v in range(ring))
        self.own["ring.table"] = "".join(f"1: {s} " + " ".join(f"{(s + i) % ring}@0" for i in range(1, n + 1)) + "\n"
                                         for s in range(ring) for n in range(1, ring))
        for name in ("tie-rule", "vc-policy", "workload", "traffic", "deliveries", "faults", "fault-events", "absorption.limit", "absorption.delay"):
            options.pop(name, None)
        options.update({"topology": "graph:ring.graph", "routing": "table:ring.table", "vcs": str(dice.between(1, 2)), "load": "1", "prove": "never",
                        "cycles": "2000", "warmup": "0", "packet-length": str(self.length)})

    def words(self):
        return ["simulate", *(word for name, value in self.options.items() for word in (f"--{name}", value))]
