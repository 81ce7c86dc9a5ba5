"""The 3,000 option sets: every set is a stream of dice of its own, so that one can be changed or added without touching another.

STEPS sets go through every combination of the options that the machine has separate code for, once with each packet length of LENGTHS;
the rest of each set, and the sets after them, are drawn: longer runs on larger networks, long idle times, and packets of thousands of flits.
"""
import itertools

from dice import Dice
from networks import Network, permutations, routings

COUNT = 3000
RARE = 60  # the last ones: by turns sources that send once in thousands of cycles, and packets of thousands of flits
SMALL = {
    "torus": ["2", "3", "5", "8", "2x2", "3x2", "2x5", "4x4", "4x4", "5x3", "6x4", "5x5", "2x2x2", "4x2x3", "3x3x3", "4x4x2", "8x4"],
    "mesh": ["2", "6", "3x3", "4x2", "4x4", "4x4", "4x5", "8x4", "5x5", "2x3x2", "3x3x3", "2x2x2x2", "8x3"],
    "hypercube": ["1", "2", "3", "4", "4", "5", "6"],
    "graph": ["petersen", "complete", "chords", "one-way", "star"],
}
LARGE = {"torus": ["8x8", "16x4", "4x4x3", "9x7"], "mesh": ["8x8", "12x6", "5x4x3"], "hypercube": ["5", "6", "6"], "graph": ["petersen", "chords"]}
TINY = {"torus": ["3", "4x4", "3x2"], "mesh": ["4", "3x3"], "hypercube": ["2", "3"], "graph": ["complete"]}
SHAPES = {"steps": SMALL, "large": LARGE, "idle": SMALL, "long": TINY}
KINDS = ["torus"] * 5 + ["mesh"] * 2 + ["hypercube"] * 2 + ["graph"]
STEPS = list(itertools.product(["1", "more"], ["atomic", "tail"], ["ideal", "channel"], ["per-vc", "per-port"], ["1", "more"],
                               ["random", "lowest", "round-robin"], ["fcfs", "round-robin"], ["round-robin", "oldest"]))
TIES = {"dor": ("plus", "parity"), "o1turn": ("plus", "parity"), "romm": ("plus", "parity", "union"), "valiant": ("plus", "parity"),
        "val": ("plus", "parity"), "ival": ("plus",)}  # those that a routing honours on a torus, beside split
LENGTHS = [(1, 1), (2, 2), (5, 5), (3, 16), (17, 32), (33, 64), (1, 64)]


class OptionSet:
    """arguments: of the command line; config: lines of a configuration file, or None; reads: names of the files of files.py.
    Another stream gives other sets."""

    def __init__(self, index, stream="set"):
        self.index, self.options, self.reads, self.config = index, {}, [], None
        self.json, self.channels = "-", None
        self.dice = Dice(stream, index)
        self.style = "steps" if index < len(STEPS) * len(LENGTHS) else "large" if index < COUNT - RARE else ("idle", "long")[index % 2]
        self.draw_network()
        self.draw_router()
        self.draw_traffic()
        self.drop_unused()
        self.draw_output()

    def give(self, name, value, mostly=False):
        """An option; if only mostly, then a quarter of the sets leave it at its default."""
        if not (mostly and self.dice.one_in(4)):
            self.options[name] = str(value)

    def file(self, name):
        self.reads.append(name)
        return name

    def draw_network(self):
        kind = self.dice.pick(KINDS)
        self.network = network = Network(f"{kind}:{self.dice.pick(SHAPES[self.style][kind])}")
        self.give("topology", f"graph:{self.file('graph-' + network.name)}" if kind == "graph" else network.text)
        fitting = routings(network)
        plain = "table" if kind == "graph" else "dor"
        self.routing = self.dice.pick(sorted(fitting) + [plain] * 4)
        if self.routing == "table" and network.nodes > 32:
            self.routing = plain
        self.fewest = fitting[self.routing]
        name = self.routing
        if name == "table":
            name = "table:" + self.file(f"table-{network.text.replace(':', '.')}-{self.dice.between(1, 6)}")
        self.give("routing", name, mostly=name == "dor")
        self.give("tie-rule", self.dice.pick(["split", "plus", "parity", "union"]), mostly=True)

    def drop_unused(self):
        """Leaves out values that the program refuses because neither the routing nor that of a worst case has a use for them: results are those of
        the default."""
        other = self.options.get("traffic", "").partition("worst-case:")[2]
        routings = (self.routing, other) if self.network.kind == "torus" else ()
        if self.options.get("tie-rule") != "split" and not any(self.options.get("tie-rule") in TIES.get(name, ()) for name in routings):
            self.options.pop("tie-rule", None)
        if "dor" not in routings:
            self.options.pop("vc-policy", None)

    def draw_router(self):
        latency, reuse, ejection, crossbar, depth, selection, heads, outputs = STEPS[self.index % len(STEPS)]
        dice, adaptive = self.dice, self.network.kind != "torus" or self.routing in ("dor", "table")
        policy = dice.pick(["split", "shared", "shared", "relaxed"]) if adaptive else "split"
        vcs = min(16, dice.pick([self.fewest, self.fewest, self.fewest + 1, dice.between(self.fewest, 16), max(self.fewest, 4)]))
        if policy == "shared" and reuse == "tail" and self.network.kind == "torus" and vcs > 2:
            policy, vcs = ("shared", 2) if dice.one_in(2) and self.routing == "dor" else ("relaxed", vcs)  # the program refuses more than 2
        self.give("vcs", vcs, mostly=vcs == 4)
        self.give("vc-policy", policy, mostly=policy == "split")
        self.give("buffer-depth", "1" if depth == "1" else 64 if dice.one_in(40) else dice.between(2, 6))
        self.give("router.routing-delay", 0 if dice.one_in(2) else 64 if dice.one_in(40) else dice.between(1, 4), mostly=True)
        self.give("router.channel-latency", "1" if latency == "1" else 64 if dice.one_in(40) else dice.between(2, 4))
        self.give("router.injection-vcs", dice.pick(["auto", 1, 2, vcs, dice.between(1, 16)]), mostly=True)
        self.options.update({"router.ejection": ejection, "router.vc-selection": selection, "router.crossbar": crossbar, "router.vc-reuse": reuse,
                             "router.vc-arbitration": heads, "router.output-arbitration": outputs})

    def draw_pattern(self):
        dice, nodes = self.dice, self.network.nodes
        style = dice.below(16)
        if style < 5:
            return "uniform"
        if style < 7:
            return f"matrix:{self.file(f'matrix-{nodes}-{dice.below(4)}')}"
        if style == 7:
            return "uniform-self"
        if style == 8 and nodes <= 16 and self.options.get("vc-policy") != "shared":
            split = self.options.get("vc-policy", "split") == "split"
            others = sorted(set(routings(self.network)) - {"table"} if split else {"dor"} & set(routings(self.network)))
            return f"worst-case:{dice.pick(others)}" if others and dice.one_in(2) else "worst-case"
        return self.draw_permutation()

    def draw_permutation(self, always_named=False):
        dice = self.dice
        names = permutations(self.network) + [f"random:{dice.below(1000)}"]
        if dice.one_in(4):
            return f"permutation:{self.file(f'permutation-{self.network.nodes}-{dice.below(4)}')}"
        name = dice.pick(names)
        return f"permutation:{name}" if always_named or dice.one_in(6) else name

    def draw_traffic(self):
        dice = self.dice
        self.length_class = self.index // len(STEPS) % len(LENGTHS)
        length = dice.between(*LENGTHS[self.length_class])
        if self.style == "long":
            length = 65535 if dice.one_in(4) else dice.between(1000, 6000)
        self.give("packet-length", length, mostly=length == 32)
        if length == 65535 or (self.style != "large" and dice.one_in(10)):
            self.give("workload", self.draw_permutation(always_named=True))
        else:
            self.give("traffic", self.draw_pattern(), mostly=True)
            self.give("injection", dice.pick(["poisson", "bernoulli"]), mostly=True)
            self.draw_load(length)
            self.draw_protocol(length)
        self.give("prove", dice.pick(["auto", "always", "never"]), mostly=True)
        self.give("seed", 2**64 - 1 - dice.below(9) if dice.one_in(20) else dice.below(100000), mostly=True)

    def draw_load(self, length):
        """In hundredths of a flit per terminal and cycle, a third lightly loaded, the others contended; idle: a packet in 5,000 cycles or more."""
        if self.style == "idle":
            self.give("load", f"1/{self.dice.pick([5000, 50000, 500000])}pkt")
            return
        low, high = self.dice.pick([(2, 15), (15, 50), (30, 80), (60, 100)])
        load = self.dice.between(low, high)
        if self.dice.one_in(4):
            self.give("load", f"{load}/{100 * length}pkt")
        else:
            self.give("load", self.dice.pick([f"0.{load:02d}" if load < 100 else "1", f"{load}e-2", f"{load}/100"]))

    def draw_protocol(self, length):
        dice, nodes = self.dice, self.network.nodes
        stretch = dice.between(2, 5)
        cycles = (40000 if self.style == "large" else 9000) // (nodes + 10) * stretch // 3 + 30
        if self.style in ("idle", "long"):
            cycles = stretch * (150000 if self.style == "idle" else length // 2)
        if dice.one_in(5):
            deliveries = 2 + nodes * cycles // (8 * length + 16) // dice.between(1, 4)
            self.give("deliveries", deliveries)
            self.give("warmup", dice.pick(["auto", 0, deliveries // 3, deliveries - 1]), mostly=True)
        else:
            self.give("cycles", cycles)
            self.give("warmup", dice.pick(["auto", 0, dice.between(1, 60), dice.between(1, 60)]), mostly=True)

    def draw_output(self):
        dice = self.dice
        self.give("progress", dice.pick(["never", "always", "auto"]), mostly=True)
        self.channels = None if dice.one_in(3) else "channels.csv"
        self.json = "result.json" if dice.one_in(12) else "-"
        if dice.one_in(12):  # every second option stands in a file
            self.config = sorted(self.options)[::2]

    def arguments(self, folder):
        """The command line; `folder` is where the set's own files are written. Those that sets share are beside them, in the working folder."""
        words = ["simulate"]
        for name, value in self.options.items():
            words += [] if self.config and name in self.config else [f"--{name}", value]
        if self.config:
            words += ["--config", f"{folder}/options.conf"]
        if self.channels:
            words += ["--out", f"channels={folder}/{self.channels}"]
        return words + ["--json", "-" if self.json == "-" else f"{folder}/{self.json}"]

    def config_file(self):
        return "".join(f"{name}={self.options[name]}\n" for name in self.config or [])

    def named(self):
        """Every option that the set names, with its value."""
        outputs = {"out=channels": self.channels, "json": self.json, "config": "options.conf" if self.config else None}
        return {**self.options, **{name: value for name, value in outputs.items() if value}}


def option_sets():
    return [OptionSet(index) for index in range(COUNT)]
