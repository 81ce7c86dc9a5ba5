#!/usr/bin/python3
"""Every default of every option, as README and docs/machine.md promise them: one that changes changes what a command line means."""
import json
import unittest

from program import ProgramTest

# None: there is no value unless one is given. A flag's is false.
DEFAULTS = {
    # network
    "topology": None, "routing": "dor", "tie-rule": "auto", "vcs": "4", "classes": None, "vc-policy": "split", "blocked-escape": "absorb",
    "fault-kind": "nodes", "counts": "1", "lifetime": None,
    "faults": "none", "fault-events": None, "retransmit": None,
    # router
    "buffer-depth": "2", "routing-delay": "0", "router-pipeline": "0", "channel-latency": "1", "credit-latency": "auto", "injection-vcs": "auto",
    "source": "interleaved", "ejection": "ideal", "selection": "random", "crossbar": "per-vc", "allocation": "one-pass", "vc-reuse": "atomic",
    "header-arbitration": "fcfs", "channel-arbitration": "round-robin",
    "reinjection-delay": None, "absorb-limit": None,
    # traffic
    "traffic": "uniform", "fixed-points": "silent", "injection": "poisson", "load": None, "rate": None, "message-length": "32", "workload": None, "streams": None,
    "mapping": None, "flit-bytes": "1", "packet-length": "65535", "cycle-time": "1ns", "send-overhead": "0", "receive-overhead": "0",
    "ranks": None,
    # measurement
    "cycles": "10000", "warmup": "auto", "messages": None, "warmup-messages": "auto", "until-ci": None, "windows": None, "resolution": "0.05", "verify": "auto", "seed": "1",
    # analysis
    "all-channels": False, "sample": None, "random-permutations": None, "points": "1", "minimal-only": False, "gamma-limit": None,
    "time-limit": "1800",
    # communications
    "lcc": None, "dims": None, "count": False, "objective": "max-max",
    # mesh and rows
    "side": None, "algorithm": "new", "permutation": None, "queue": "auto", "home": "queue", "order": "inverse-sort", "spacing": "3",
    "length": None, "window": None, "sequence": None, "attack": None,
    # output
    "frames": None, "trace": None, "frame-every": "1", "jobs": "1", "table": None, "weights": None, "certificate": None, "channel-loads": None, "record": None,
    "histogram": None, "pair-latency": None, "timeline": None, "trace-messages": None, "vcd": None, "vcd-channels": None, "vcd-nodes": None,
    "open": None, "stall-limit": "100000",
    "proof-store": None, "csv": None, "channel-pairs": None, "out": None, "mapping-file": None, "json": None, "progress": "auto", "config": None,
}
# What a name means to one command alone.
OWN = {("reliability", "routing"): "none", ("verify", "vcs"): "auto", ("mesh-column", "queue"): None, ("contention", "routing"): None}


class Defaults(ProgramTest):
    def test_every_option_of_every_command_has_the_default_that_is_promised(self):
        commands = json.loads(self.good("list", "--json", "-"))["commands"]
        listed = {(command, name): option["default"] for command, entry in commands.items() for name, option in entry["options"].items()}
        self.assertEqual(listed, {key: OWN.get(key, DEFAULTS.get(key[1], "not pinned in this test")) for key in listed})
        self.assertEqual({name for _, name in listed}, set(DEFAULTS))

    def test_a_whole_number_is_recorded_without_its_zeros(self):
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--json", "-"]
        plain = self.good(*run, "--cycles", "100", "--warmup", "20", "--vcs", "7", "--buffer-depth", "3", "--seed", "0", "--injection-vcs", "2")
        zeros = self.good(*run, "--cycles", "0100", "--warmup", "020", "--vcs", "07", "--buffer-depth", "003", "--seed", "00", "--injection-vcs", "02")
        self.assertEqual(zeros, plain)

    def test_a_run_without_options_records_them(self):
        used = ("routing", "tie-rule", "vcs", "vc-policy", "buffer-depth", "routing-delay", "router-pipeline", "channel-latency", "credit-latency",
                "injection-vcs", "source", "ejection", "selection", "crossbar", "allocation", "vc-reuse", "header-arbitration", "channel-arbitration",
                "traffic", "injection", "message-length", "warmup", "verify", "seed")
        result = json.loads(self.good("simulate", "--topology", "torus:4x4", "--load", "0.01", "--cycles", "100", "--json", "-"))
        self.assertLessEqual({name: DEFAULTS[name] for name in used}.items(), result["options"].items())


if __name__ == "__main__":
    unittest.main()
