#!/usr/bin/python3
"""What a configuration of BookSim 2 is to `dateline simulate`: its options, the settings that have none, each with the reason, and by how
many cycles a latency there is longer.

The defaults are those of BookSim's booksim_config.cpp: what a file leaves out counts as these say. docs/guide/booksim.md has the table.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from booksim.runfile import Setting
from runner.errors import UsageError

DEFAULTS = {"topology": "torus", "k": "8", "n": "2", "c": "1", "use_noc_latency": "1", "num_vcs": "16", "vc_buf_size": "8",
            "wait_for_tail_credit": "0", "vc_busy_when_full": "0", "routing_delay": "1", "vc_alloc_delay": "1", "sw_alloc_delay": "1", "st_prepare_delay": "0",
            "st_final_delay": "1", "speculative": "0", "credit_delay": "0", "vc_allocator": "islip", "sw_allocator": "islip", "traffic": "uniform", "perm_seed": "0",
            "injection_rate": "0.1", "injection_rate_uses_flits": "0", "injection_process": "bernoulli", "packet_size": "1",
            "sample_period": "1000", "max_samples": "10", "warmup_periods": "3", "seed": "0", "routing_function": "none"}
ROUTINGS = {"mesh": {"dim_order": "dor", "dor": "dor", "romm": "romm", "valiant": "valiant", "min_adapt": "duato", "xy_yx": "o1turn"},
            "torus": {"dim_order": "dor", "dor": "dor", "valiant": "valiant", "min_adapt": "duato"}}
CLASSES = "has VC classes by phase or order there, by turns here"  # of routings that turn freely
PATTERNS = {"uniform": "uniform-self", "bitcomp": "bit-complement", "bitrev": "bit-reverse", "transpose": "transpose", "shuffle": "shuffle",
            "tornado": "tornado:all", "neighbor": "neighbour"}
# Settings that change no result: alloc_iters too, since the router makes its allocators without it (islip(2) has two passes).
SILENT = {"print_activity", "print_csv_results", "print_vc_stats", "viewer_trace", "stats_out", "watch_file", "watch_flits", "watch_packets",
          "watch_transactions", "watch_out", "flow_out", "latency_thres", "deadlock_warn_timeout", "sim_power", "power_output_file", "tech_file",
          "channel_width", "channel_sweep", "in_ports", "out_ports", "x", "y", "xr", "yr", "alloc_iters"}
# Settings that mean nothing while they have this value.
PLAIN = {"c": "1", "subnets": "1", "classes": "1", "router": "iq", "output_delay": "0", "internal_speedup": "1", "input_speedup": "1",
         "output_speedup": "1", "spec_check_elig": "1", "spec_check_cred": "1", "spec_mask_by_reqs": "0", "spec_sw_allocator": "prio",
         "include_queuing": "1", "arb_type": "round_robin", "shared_buf_size": "0", "buf_size": "-1", "buffer_policy": "private", "vct": "0",
         "hold_switch_for_packet": "0", "priority": "none", "class_priority": "0", "use_read_write": "0",
         "link_failures": "0", "limit": "0", "sim_type": "latency", "sim_count": "1", "express_channels": "0", "network_file": "", "channel_file": "",
         "noq": "0", "vc_alloc_iters": "0", "sw_alloc_iters": "0", "measure_stats": "1", "drain_measured_only": "0", "vc_priority_donation": "0"}
# Option of simulate: the setting that says it, and what `dateline list` allows.
LIMITS = {"vcs": ("num_vcs", 1, 16), "buffer-depth": ("vc_buf_size", 1, 255), "router.routing-delay": ("routing_delay", 0, 64),
          "router.pipeline": ("sw_alloc_delay", 0, 64), "router.credit-latency": ("credit_delay", 1, 4095), "packet-length": ("packet_size", 1, 65535),
          "cycles": ("max_samples", 1, 10 ** 15), "warmup": ("warmup_periods", 0, 10 ** 15)}
PASSES = 8  # of an allocator
OFFSET = 1  # cycles that a latency in BookSim is longer: its ways from and to the interfaces take two each
SEEDS = 2 ** 64


@dataclass
class Import:
    options: dict = field(default_factory=dict)  # of simulate
    missed: list = field(default_factory=list)  # (Setting, reason)


class Reader:
    def __init__(self, settings, path):
        self.settings = settings
        self.path = path
        self.read = set()
        self.result = Import()

    def get(self, name):
        self.read.add(name)
        return self.settings.get(name, Setting(name, DEFAULTS.get(name, ""), 0))

    def whole(self, name):
        setting = self.get(name)
        if not re.fullmatch(r"[0-9]{1,9}", setting.value):
            self.refuse(setting, "is no whole number of 0 or more")
        return int(setting.value)

    def refuse(self, setting, reason):
        where = f"{self.path}:{setting.line}" if setting.line else f"{self.path}: by default"
        raise UsageError(f"{where}: {setting.name} = {setting.value}: {reason}")

    def miss(self, setting, reason):
        self.result.missed.append((setting, reason))

    def stage(self, name):
        """Cycles of a stage of the router that cannot be left out."""
        if self.whole(name) == 0:
            self.refuse(self.get(name), "is no stage: BookSim wants 1 or more")
        return self.whole(name)

    def run(self):
        for step in (self.network, self.router, self.switch, self.traffic, self.load, self.window, self.limits):
            step()
        for name, setting in self.settings.items():
            if name not in self.read and name not in SILENT and not same(setting.value, PLAIN.get(name)):
                self.miss(setting, "has no counterpart")
        self.result.missed.sort(key=lambda missed: missed[0].line)
        return self.result

    def limits(self):
        """What the program would refuse is refused here, by its line."""
        for option, (name, least, most) in LIMITS.items():
            value = int(self.result.options.get(option, least))
            if not least <= value <= most:
                self.refuse(self.get(name), f"makes {option} {value}, not in {least}..{most}")

    def seed(self, setting, value):
        if not re.fullmatch(r"[0-9]{1,20}", value) or int(value) >= SEEDS:
            self.refuse(setting, "is no seed in 0..2^64-1")
        return str(int(value))

    def network(self):
        topology, routing, options = self.get("topology"), self.get("routing_function"), self.result.options
        if topology.value not in ROUTINGS:
            self.refuse(topology, f"is not supported; allowed: {', '.join(ROUTINGS)}")
        if self.get("c").value != "1":
            self.refuse(self.get("c"), "concentration is not supported")
        k, n = self.whole("k"), self.whole("n")
        if not 1 <= n <= 16 or k < 2:
            self.refuse(self.get("n" if k > 1 else "k"), "is no network of k >= 2 and n in 1..16")
        options["topology"] = f"{topology.value}:{'x'.join([str(k)] * n)}"
        names = ROUTINGS[topology.value]
        known = routing.value.removesuffix(f"_{topology.value}")
        if known not in names:
            self.refuse(routing, f"is not supported on a {topology.value}; allowed: {', '.join(names)}")
        options["routing"] = names[known]
        if names[known] == "dor" and topology.value == "torus":
            options["vc-policy"] = "static"
            if self.whole("num_vcs") % 2:
                self.miss(self.get("num_vcs"), "both classes there share the VC in the middle, it is of class 0 here")
        elif names[known] not in ("dor", "duato"):
            self.miss(routing, CLASSES)
        folded = self.whole("use_noc_latency") and topology.value == "torus"  # a folded torus has links of twice the length
        options["router.channel-latency"] = "2" if folded else "1"

    def router(self):
        options = self.result.options
        options["vcs"] = str(self.whole("num_vcs"))
        options["buffer-depth"] = str(self.whole("vc_buf_size"))
        waits, full = self.whole("wait_for_tail_credit"), self.whole("vc_busy_when_full")
        options["router.vc-reuse"] = "atomic" if waits else "place" if full else "tail"
        self.pipeline()
        options.update({"router.source": "one-at-a-time", "router.ejection": "channel", "router.ejection-delay": "router",
                        "router.vc-selection": "round-robin"})
        if options["routing"] == "duato":
            self.adaptive()

    def pipeline(self):
        """VC allocation ends with the routing delay, and is a stage of its own unless a speculative router bids for the switch beside it. A flit
        is sent at the end of a cycle and received at the begin of one: channels and credits take one cycle more than their latency."""
        options, routing = self.result.options, self.whole("routing_delay")
        allocation, switch = self.stage("vc_alloc_delay"), self.stage("sw_alloc_delay")
        crossbar = self.whole("st_prepare_delay") + self.whole("st_final_delay")
        if crossbar == 0:
            self.refuse(self.get("st_final_delay"), "is no stage: BookSim wants 1 or more")
        if switch > 1:
            self.miss(self.get("sw_alloc_delay"), "a VC there bids again only when its last bid is decided, here in every cycle")
        before = max(allocation - switch, 0) if self.whole("speculative") else allocation  # cycles of VC allocation before that of the switch
        options["router.routing-delay"] = str(routing + before)
        options["router.vc-stage"] = "own" if before else "merged"
        options["router.pipeline"] = str(switch + crossbar)
        options["router.credit-latency"] = str(int(options["router.channel-latency"]) + 1 + self.whole("credit_delay"))

    def adaptive(self):
        options = self.result.options
        options["escape"] = "sticky"
        if options["router.vc-reuse"] == "tail":
            options["router.vc-reuse"] = "place"
            self.miss(self.get("vc_busy_when_full"), "min_adapt can deadlock there: a packet is given a full VC and has lost its escape; here a VC "
                      "is given with a free place, as there with vc_busy_when_full = 1")
        self.miss(self.get("routing_function"), "keeps to dimension order there, as of channels of one priority a route set has the first alone; here any "
                  "minimal one is taken")
        if options["topology"].startswith("torus:") and self.whole("k") % 2 == 0:
            self.miss(self.get("routing_function"), "at half a ring a packet goes towards - there, on escapes by chance; here either way, on escapes by parity")
        if options["topology"].startswith("torus:"):
            if int(options["vcs"]) < 4:
                self.refuse(self.get("num_vcs"), "is less than the 4 VCs that min_adapt takes on a torus")
            options["router.injection-vcs"], options["vcs"] = options["vcs"], "3"  # of VCs 2, 3, ... it uses 3 alone

    def switch(self):
        allocator, options = self.get("sw_allocator"), self.result.options
        name, _, argument = allocator.value.partition("(")
        options["router.crossbar"] = "per-port"
        if name in ("islip", "pim"):
            passes = argument.rstrip(")") or "1"
            if not re.fullmatch(r"[0-9]{1,9}", passes) or not 1 <= int(passes) <= PASSES:
                self.refuse(allocator, f"is not of 1..{PASSES} passes")
            options["router.switch-allocator"] = f"islip:{int(passes)}"
        elif name == "wavefront":
            options["router.switch-allocator"] = "wavefront"
        if name not in ("islip", "wavefront"):
            self.miss(allocator, f"the switch is allocated by {options.get('router.switch-allocator', 'one-pass')} here")
        self.vc_allocator()
        for name in ("vc_alloc_arb_type", "sw_alloc_arb_type"):
            if self.get(name).value not in ("", "round_robin"):
                self.miss(self.get(name), "arbiters are round-robin here")

    def vc_allocator(self):
        setting, options = self.get("vc_allocator"), self.result.options
        name, _, argument = setting.value.partition("(")
        if name == "islip":
            options["router.vc-allocator"] = "islip"
            if argument.rstrip(")") not in ("", "1"):
                self.miss(setting, "VCs and head flits are matched in one pass here")
            return
        options["router.vc-arbitration"] = "round-robin"
        if name != "piggyback":
            self.miss(setting, "VCs are given to head flits one by one here, in the order of router.vc-arbitration")

    def traffic(self):
        setting, options = self.get("traffic"), self.result.options
        name, _, argument = setting.value.partition("(")
        nodes = int(self.get("k").value) ** int(self.get("n").value)
        if name == "randperm":
            options["traffic"] = f"random:{self.seed(setting, argument.rstrip(')') or self.get('perm_seed').value)}"
            self.miss(setting, "is a random permutation here too, but another one")
        elif name == "hotspot" and re.fullmatch(r"\{?[0-9]+(,[0-9]+)*\}?\)", argument):
            options["traffic"] = f"hotspot:{argument.strip('{})')}@1"
        elif name not in PATTERNS or argument:
            self.refuse(setting, f"is not supported; allowed: {', '.join(PATTERNS)}, randperm, hotspot({{nodes}})")
        else:
            options["traffic"] = PATTERNS[name]
        if name == "transpose" and (self.get("n").value != "2" or nodes & (nodes - 1)):
            self.refuse(setting, "is the same as here in two dimensions of a power of two only")
        if name not in ("uniform", "hotspot"):
            options["fixed-points"] = "send"

    def length(self):
        """Flits of a packet."""
        size, older = self.get("packet_size"), self.get("const_flits_per_packet")
        size = size if size.line or not older.line else older
        if not re.fullmatch(r"[0-9]{1,9}", size.value):
            self.refuse(size, "is no single length; lists of lengths are not supported")
        return int(size.value)

    def load(self):
        options, size = self.result.options, self.length()
        options["packet-length"] = str(size)
        rate = self.get("injection_rate")
        if not re.fullmatch(r"[0-9]*\.?[0-9]+", rate.value) or float(rate.value) == 0:
            self.refuse(rate, "is no single rate above 0")
        flits = self.whole("injection_rate_uses_flits")
        if Fraction(rate.value) * (1 if flits else size) > 1:
            self.refuse(rate, "is more than one flit a terminal and cycle")
        options["load"] = rate.value if flits else f"{rate.value}pkt"
        process = self.get("injection_process")
        options["injection"] = "bernoulli"
        if process.value != "bernoulli":
            self.miss(process, "sources are bernoulli here; --injection on-off:B,P has bursts of its own kind")

    def window(self):
        options, period, warmup = self.result.options, self.whole("sample_period"), self.whole("warmup_periods")
        options["cycles"] = str(period * (self.whole("max_samples") - warmup))  # max_samples counts the periods of the warm-up too
        if warmup:
            options["warmup"] = str(period * warmup)
        else:
            self.miss(self.get("warmup_periods"), "the warm-up ends by thresholds there, after a tenth of the window here")
        if self.get("seed").value == "time":
            self.miss(self.get("seed"), "a run here can be made again: its seed is 1")
        else:
            options["seed"] = self.seed(self.get("seed"), self.get("seed").value)
        for name in ("warmup_thres", "acc_warmup_thres", "stopping_thres", "acc_stopping_thres"):
            if self.get(name).line:
                self.miss(self.get(name), "the window has a fixed length here; --warmup detect and --until-ci find their own")


def same(value, plain):
    """Whether a setting has the value that means nothing: 1.0 is 1."""
    if plain is None:
        return False
    try:
        return float(value) == float(plain)
    except ValueError:
        return value == plain
