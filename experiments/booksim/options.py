#!/usr/bin/python3
"""What a configuration of BookSim 2 is to `dateline simulate`: its options, and the settings that have none, each with the reason.

The defaults are those of BookSim's booksim_config.cpp: what a file leaves out counts as these say. docs/booksim.md has the table.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from booksim.runfile import Setting
from runner.errors import UsageError

DEFAULTS = {"topology": "torus", "k": "8", "n": "2", "c": "1", "use_noc_latency": "1", "num_vcs": "16", "vc_buf_size": "8",
            "wait_for_tail_credit": "0", "routing_delay": "1", "vc_alloc_delay": "1", "sw_alloc_delay": "1", "st_prepare_delay": "0",
            "st_final_delay": "1", "sw_allocator": "islip", "alloc_iters": "1", "sw_alloc_iters": "0", "traffic": "uniform", "perm_seed": "0",
            "injection_rate": "0.1", "injection_rate_uses_flits": "0", "injection_process": "bernoulli", "packet_size": "1",
            "sample_period": "1000", "max_samples": "10", "warmup_periods": "0", "seed": "0", "routing_function": "none"}
ROUTINGS = {"mesh": {"dim_order": "dor", "romm": "romm", "valiant": "valiant", "min_adapt": "duato", "xy_yx": "o1turn"},
            "torus": {"dim_order": "dor", "valiant": "valiant", "min_adapt": "duato"}}
PATTERNS = {"uniform": "uniform-self", "bitcomp": "bit-complement", "bitrev": "bit-reverse", "transpose": "transpose", "shuffle": "shuffle",
            "tornado": "tornado:all", "neighbor": "neighbour"}
# Settings that the options above have read, or that change no result.
SILENT = {"print_activity", "print_csv_results", "print_vc_stats", "viewer_trace", "stats_out", "watch_file", "watch_flits", "watch_packets",
          "watch_transactions", "watch_out", "flow_out", "latency_thres", "deadlock_warn_timeout", "sim_power", "power_output_file", "tech_file",
          "channel_width", "channel_sweep", "in_ports", "out_ports", "include_queuing", "x", "y", "xr", "yr"}
# Settings that mean nothing while they have this value.
PLAIN = {"c": "1", "subnets": "1", "classes": "1", "router": "iq", "output_delay": "0", "internal_speedup": "1", "input_speedup": "1",
         "output_speedup": "1", "speculative": "0", "shared_buf_size": "0", "buf_size": "-1", "buffer_policy": "private", "vct": "0",
         "vc_busy_when_full": "0", "hold_switch_for_packet": "0", "priority": "none", "class_priority": "0", "use_read_write": "0",
         "link_failures": "0", "limit": "0", "sim_type": "latency", "sim_count": "1", "express_channels": "0", "network_file": "", "channel_file": "",
         "noq": "0", "vc_alloc_iters": "0", "measure_stats": "1", "drain_measured_only": "0", "vc_priority_donation": "0"}
# Option of simulate: the setting that says it, and what `dateline list` allows.
LIMITS = {"vcs": ("num_vcs", 1, 16), "buffer-depth": ("vc_buf_size", 1, 64), "routing-delay": ("routing_delay", 0, 64),
          "router-pipeline": ("sw_alloc_delay", 0, 64), "credit-latency": ("credit_delay", 1, 64), "message-length": ("packet_size", 1, 65535),
          "cycles": ("sample_period", 1, 10 ** 15), "warmup": ("warmup_periods", 0, 10 ** 15)}
PASSES = 8  # of an allocator
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
        latency = 2 if topology.value == "torus" and self.whole("use_noc_latency") else 1  # a folded torus has links of twice the length
        self.get("use_noc_latency")
        options["channel-latency"] = str(latency)

    def router(self):
        options = self.result.options
        options["vcs"] = str(self.whole("num_vcs"))
        options["buffer-depth"] = str(self.whole("vc_buf_size"))
        options["vc-reuse"] = "atomic" if self.whole("wait_for_tail_credit") else "at-tail"
        options["routing-delay"] = str(self.whole("routing_delay") + self.whole("vc_alloc_delay"))
        options["router-pipeline"] = str(sum(map(self.whole, ("sw_alloc_delay", "st_prepare_delay", "st_final_delay"))))
        if options["routing"] == "duato" and options["vc-reuse"] == "at-tail":
            options["vc-reuse"] = "atomic"
            self.miss(self.get("wait_for_tail_credit"), "min_adapt takes atomic VCs here: at-tail is not proved with escape channels")

    def switch(self):
        allocator, options = self.get("sw_allocator"), self.result.options
        passes = self.whole("sw_alloc_iters") or self.whole("alloc_iters")
        self.read.add("alloc_iters")
        if allocator.value in ("islip", "pim") and passes > PASSES:
            self.refuse(self.get("sw_alloc_iters" if self.whole("sw_alloc_iters") else "alloc_iters"), f"is more than {PASSES} passes")
        options["crossbar"] = "per-port"
        if allocator.value in ("islip", "pim"):
            options["allocation"] = f"iterate:{passes}"
        elif allocator.value == "wavefront":
            options["allocation"] = "wavefront"
        if allocator.value not in ("islip", "wavefront"):
            self.miss(allocator, f"the switch is allocated by {options.get('allocation', 'one-pass')} here")
        vc_allocator = self.get("vc_allocator")
        if vc_allocator.line:
            self.miss(vc_allocator, "VCs are given to headers one by one here, in the order of header-arbitration")
        for name in ("vc_alloc_arb_type", "sw_alloc_arb_type"):
            if self.get(name).value not in ("", "round_robin"):
                self.miss(self.get(name), "arbiters are round-robin here")
        credit = self.get("credit_delay")
        if credit.line and self.whole("credit_delay"):
            options["credit-latency"] = str(int(options["channel-latency"]) + self.whole("credit_delay"))

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

    def load(self):
        options, size = self.result.options, self.get("packet_size")
        older = self.get("const_flits_per_packet")
        size = size if size.line or not older.line else older
        if not re.fullmatch(r"[0-9]+", size.value):
            self.refuse(size, "is no single length; lists of lengths are not supported")
        options["message-length"] = size.value
        rate = self.get("injection_rate")
        if not re.fullmatch(r"[0-9]*\.?[0-9]+", rate.value) or float(rate.value) == 0:
            self.refuse(rate, "is no single rate above 0")
        flits = self.whole("injection_rate_uses_flits")
        if Fraction(rate.value) * (1 if flits else int(size.value)) > 1:
            self.refuse(rate, "is more than one flit a node and cycle")
        options["load" if flits else "rate"] = rate.value
        process = self.get("injection_process")
        options["injection"] = "bernoulli"
        if process.value != "bernoulli":
            self.miss(process, "sources are bernoulli here; --injection on-off:B,P has bursts of its own kind")

    def window(self):
        options, period = self.result.options, self.whole("sample_period")
        options["cycles"] = str(period * self.whole("max_samples"))
        if self.whole("warmup_periods"):
            options["warmup"] = str(period * self.whole("warmup_periods"))
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
