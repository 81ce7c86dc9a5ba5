#!/usr/bin/python3
"""Every default of every option, as README and docs/reference/router-cycle.md promise them: one that changes changes what a command line means."""
import json
import unittest

from program import ProgramTest

KINDS = """channels collectives energy fault-events histogram pair-latency prices record trace timeline tree vcd channel-pairs permutation weights table
traffic-table certificate csv schedule mapping frames graph""".split()  # of --out
# None: there is no value unless one is given. A flag's is false.
DEFAULTS = {
    # network
    "topology": None, "routing": "dor", "tie-rule": "auto", "vcs": "4", "vc-policy": "split", "escape": "free",
    "fault-kind": "nodes", "counts": "1", "lifetime": None, "times": None, "repair": None, "region": None,
    "faults": "none", "fault-events": None, "fault-process": None, "reconfigure": None, "detect-delay": None, "retransmit": None, "loss-notice": None,
    # router
    "router": "dally1992", "buffer-depth": "2", "nic-ports": "1", "router.routing-delay": "0", "router.pipeline": "0", "router.channel-latency": "1",
    "router.credit-latency": "auto", "router.injection-vcs": "auto", "router.source": "interleaved", "router.ejection": "ideal", "router.ejection-delay": "none",
    "router.vc-selection": "random", "router.crossbar": "per-vc", "router.switch-allocator": "one-pass", "router.vc-reuse": "atomic",
    "router.vc-allocator": "one-by-one", "router.vc-stage": "merged", "router.vc-arbitration": "fcfs", "router.output-arbitration": "round-robin", "ugal-bias": "auto", "ugal-occupancy": "vcs",
    "lanes": None, "flit-error": None, "router.retry-window": None, "router.replay-buffer": None, "router.error-detection": None,
    # absorption and tables
    "absorption.delay": None, "absorption.limit": None, "absorption.blocked-escape": "absorb", "table.classes": None,
    # traffic
    "traffic": "uniform", "fixed-points": "silent", "injection": "poisson", "load": None, "packet-length": "32", "workload": None, "mapping": None,
    "workload.flit-bytes": "1", "workload.cycle-time": "1ns", "workload.send-overhead": "0", "workload.receive-overhead": "0", "workload.ranks": None,
    "workload.reduce-cost": "0", "workload.noise": None, "workload.background": None,
    # measurement
    "cycles": "10000", "warmup": "auto", "deliveries": None, "until-ci": None, "windows": None, "search.resolution": "0.05", "prove": "auto", "seed": "1",
    "energy": None, "tiles": "auto", "threads": "1", "checkpoint": None, "checkpoint-at": None, "checkpoint-every": None, "resume": None,
    "branch": False,
    # analysis
    "all-channels": False, "sample-paths": None, "sample-pairs": None, "sample-orders": None, "random-permutations": None, "points": "1",
    "minimal-only": False, "gamma-limit": None, "effort": "1000000", "rates": None, "senders": None, "receivers": None, "forbid": None, "within": None, "channel": None,
    "paths": "any", "average": None, "competitive": False, "against-optimum": False, "samples": "10000", "measure": "permutations", "enumerate": False,
    "worst": False, "starts": "3", "gap": "1/100",
    # communications
    "lcc": None, "dims": None, "count": False, "objective": "max-max",
    # mesh and rows
    "side": None, "algorithm": "new", "permutation": None, "queue": "auto", "home": "queue", "order": "inverse-sort", "spacing": "3",
    "length": None, "window": None, "sequence": None, "attack": None,
    # output
    "jobs": "1", "external": None, "proof-store": None, "json": None, "progress": "auto", "config": None,
    **dict.fromkeys(f"out={kind}" for kind in KINDS),
}
# What a name means to one command alone.
OWN = {("throughput", "effort"): "200000", ("reliability", "routing"): "none", ("reliability", "vcs"): None, ("verify", "vcs"): "auto", ("mesh column", "queue"): None, ("lcc contention", "routing"): None}
# Of the settings that a preset of the router changes.
PRESETS = {
    "onchip": {"router.ejection": "channel", "router.crossbar": "per-port", "router.vc-reuse": "tail"},
    "booksim": {"router.routing-delay": "2", "router.pipeline": "2", "router.credit-latency": "2", "router.source": "one-at-a-time",
                "router.ejection": "channel", "router.vc-selection": "round-robin", "router.crossbar": "per-port",
                "router.switch-allocator": "iterate:2", "router.vc-reuse": "tail", "router.vc-arbitration": "round-robin"},
}

ROUTER = [name for name in DEFAULTS if name.split(".")[0] == "router" and DEFAULTS[name]]  # those of links that err have none


class Defaults(ProgramTest):
    def test_every_option_of_every_command_has_the_default_that_is_promised(self):
        commands = json.loads(self.good("list", "--json", "-"))["commands"]
        listed = {(command, name): option["default"] for command, entry in commands.items() for name, option in entry["options"].items()}
        self.assertEqual(listed, {key: OWN.get(key, DEFAULTS.get(key[1], "not pinned in this test")) for key in listed})
        self.assertEqual({name for _, name in listed}, set(DEFAULTS))

    def test_a_whole_number_is_recorded_without_its_zeros(self):
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--json", "-"]
        plain = self.good(*run, "--cycles", "100", "--warmup", "20", "--vcs", "7", "--buffer-depth", "3", "--seed", "0", "--router.injection-vcs", "2")
        zeros = self.good(*run, "--cycles", "0100", "--warmup", "020", "--vcs", "07", "--buffer-depth", "003", "--seed", "00", "--router.injection-vcs", "02")
        self.assertEqual(zeros, plain)

    def test_a_run_without_options_records_them(self):
        used = ("routing", "tie-rule", "vcs", "vc-policy", "buffer-depth", *ROUTER, "traffic", "injection", "packet-length", "warmup", "prove", "seed")
        self.assertLessEqual({name: DEFAULTS[name] for name in used}.items(), self.recorded().items())

    def test_a_preset_of_the_router_has_defaults_of_its_own(self):
        for preset, changed in PRESETS.items():
            options = self.recorded("--router", preset)
            self.assertEqual({name: options[name] for name in ROUTER}, {**{name: DEFAULTS[name] for name in ROUTER}, **changed, "router": preset})

    def test_the_default_length_beside_a_schedule_is_the_longest(self):
        run = ["simulate", "--topology", "torus:4x4", "--json", "-", "--workload"]
        self.assertEqual(json.loads(self.good(*run, "sweep,bytes=1"))["options"]["packet-length"], "65535")
        self.assertEqual(json.loads(self.good(*run, "permutation:transpose"))["options"]["packet-length"], "32")

    def recorded(self, *arguments):
        """The options that a short run records."""
        text = self.good("simulate", "--topology", "torus:4x4", "--load", "0.01", "--cycles", "100", *arguments, "--json", "-")
        return json.loads(text)["options"]


if __name__ == "__main__":
    unittest.main()
