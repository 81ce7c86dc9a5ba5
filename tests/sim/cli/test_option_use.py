#!/usr/bin/python3
"""What is not used is refused, never ignored: every option of every command, and every option of the routing with every routing."""
import json
import subprocess
import unittest

from program import PROGRAM, WHOLE, ProgramTest

TOPOLOGIES = {"torus": "torus:4x4", "mesh": "mesh:4x4", "hypercube": "hypercube:4"}


class OptionUse(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.listed = json.loads(subprocess.run([PROGRAM, "list", "--json", "-"], capture_output=True, check=True).stdout)

    def setUp(self):
        super().setUp()
        self.done = {}  # what ran with these arguments: many options are tried on the same base

    def outcome(self, *arguments, status=(0, 2)):
        """The result without its options; None if it is refused."""
        words = tuple(map(str, arguments))
        if words not in self.done:
            self.done[words] = self.run_program([*words, "--json", "-"])
        done = self.done[words]
        self.assertIn(done.returncode, status, done.stderr.decode())
        if done.returncode == 2:
            self.assertRegex(done.stderr, b"=| is missing")
            return None
        if done.returncode == 1 and not done.stdout:
            return {"failed": done.stderr.decode()}  # saturate, at a probe
        result = json.loads(done.stdout)
        del result["options"]
        return result

    def assert_used_or_refused(self, base, option, value):
        """Whether the option with this value is accepted."""
        before, after = self.outcome(*base), self.outcome(*base, f"--{option}", value)
        self.assertIsNotNone(before, base)
        where = f"{' '.join(map(str, base))} --{option} {value}"
        self.assertTrue(after is None or after != before, f"{where} is accepted and changes nothing")
        return after is not None


class Routings(OptionUse):
    def networks(self, routing):
        """One of each kind of topology that the routing is defined on, with a demand that meets ties: nodes 0 and 10 = (2, 2) change places. By
        default of the first kind alone for three of four routings."""
        every = WHOLE or list(self.listed["routing"]).index(routing) % 4 == 0
        kinds = [text.split()[0] for text in self.listed["routing"][routing]["topologies"].split(", ")]
        swap = self.write("swap.txt", "".join(f"{ {0: 10, 10: 0}.get(node, node)}\n" for node in range(16)))
        for kind, topology in TOPOLOGIES.items():
            if kind in kinds or kinds == ["any"]:
                yield kind, topology, f"permutation:{swap}"
                if not every:
                    return

    def half(self, number):
        """By default every third routing."""
        every = list(self.listed["routing"].items())
        return every if WHOLE else every[number::3]

    def test_every_tie_rule_of_every_routing_changes_loads_or_is_refused(self):
        for routing, entry in self.half(0):
            adaptive = "adaptive" in entry["summary"]
            for kind, topology, traffic in self.networks(routing):
                name = self.table(topology) if routing == "table:FILE" else routing
                for rule in {"split", "plus", "parity", "union"} - {entry["tie_rules"][0]}:
                    with self.subTest(routing=routing, topology=topology, rule=rule):
                        command = ["verify"] if adaptive else ["loads", "--traffic", traffic]
                        base = [*command, "--topology", topology, "--routing", name]
                        accepted = self.assert_used_or_refused(base, "tie-rule", rule)
                        self.assertEqual(accepted, kind == "torus" and rule in entry["tie_rules"])
                        for same in ("auto", entry["tie_rules"][0]) if WHOLE or rule == "union" else ():
                            self.assertEqual(self.outcome(*base, "--tie-rule", same), self.outcome(*base))

    def test_every_vc_policy_of_every_routing_changes_the_proof_or_is_refused(self):
        for routing, entry in self.half(1):
            for kind, topology, _ in self.networks(routing):
                name = self.table(topology) if routing == "table:FILE" else routing
                for policy in ("static", "relaxed", "shared"):
                    with self.subTest(routing=routing, topology=topology, policy=policy):
                        base = ["verify", "--topology", topology, "--routing", name, "--vcs", "8"]
                        accepted = self.assert_used_or_refused(base, "vc-policy", policy)
                        self.assertEqual(accepted, kind == "torus" and entry["vc_policies"] and (entry["minimal"] or policy != "static"))
                        self.assertIsNotNone(self.outcome(*base, "--vc-policy", "split"))

    def test_the_number_of_vcs_changes_every_run(self):
        for routing, _ in self.half(1):
            for _, topology, _ in self.networks(routing):
                name = self.table(topology) if routing == "table:FILE" else routing
                with self.subTest(routing=routing, topology=topology):
                    base = ["simulate", "--topology", topology, "--routing", name, "--load", "0.9", "--cycles", "1000", "--packet-length", "8"]
                    self.assertTrue(self.assert_used_or_refused([*base, "--vcs", "8"], "seed", 2))
                    self.assertFalse(self.outcome(*base, "--vcs", "8") == self.outcome(*base, "--vcs", "16"))

    def table(self, topology):
        """Paths for --routing: those that `optimal` finds there."""
        path = self.folder / (topology.replace(":", "-") + ".table")
        if not path.exists():
            self.good("optimal", "--topology", topology, "--minimal-only", "--out", f"table={path.name}")
        return f"table:{path.name}"

    def test_what_only_the_routing_of_the_worst_case_takes_is_used(self):
        base = ["simulate", "--topology", "torus:4x4", "--routing", "rlb", "--vcs", "8", "--load", "0.3", "--cycles", "500"]
        self.assertTrue(self.assert_used_or_refused([*base, "--traffic", "worst-case:o1turn"], "tie-rule", "plus"))
        self.refused(*base, "--traffic", "worst-case:valiant", "--tie-rule", "union", says=["rlb", "tie-rule=union"])
        self.refused(*base, "--traffic", "uniform", "--tie-rule", "plus", says=["rlb", "tie-rule=plus", "split"])


TORUS = ["--topology", "torus:4x4"]
RUN = ["simulate", *TORUS, "--load", "0.6", "--cycles", "1000", "--packet-length", "8"]
WEIGHED = ["simulate", "--topology", "dragonfly:2,2,1", "--vcs", "3", "--routing", "ugal", "--traffic", "adv:1", "--buffer-depth", "16", "--load", "0.6",
           "--cycles", "1000"]
LOADS = ["loads", *TORUS]
STANDS = ["reliability", *TORUS]
WORST = ["worst-case", *TORUS, "--routing", "romm"]
THROUGHPUT = ["throughput", *TORUS]
AVERAGE = ["average", *TORUS, "--samples", "9"]
OPTIMAL = ["optimal", "--topology", "torus:3x3"]
BOUNDS = ["bounds", *TORUS]
RING = ["--topology", "torus:3"]  # no way leads past a node: dimension order takes any node's failure
CROWDED = ["--topology", "torus:8x8", "--routing", "sw-deterministic", "--faults", "region:U8@2,2"]
LOADED = ["--load", "0.6", "--cycles", "1000"]
AROUND = [*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5,15"]
CLASSED = ["--topology", "torus:4", "--routing", "table:classes.table"]  # every hop in a class of its own
CLASSES = "relative\n1: 0 1@0\n1: 0 1@0 2@1\n1: 0 3@2\n"
MESH = ["mesh", "run", "--side", "16", "--permutation", "lump:4,1,11"]
RANKS = ["simulate", *TORUS, "--workload", "all-reduce:ring,bytes=4000,compute=3"]
# command -> option -> (a base that uses it, another value)
USES = {
    "simulate": {
        "topology": (RUN[:1] + RUN[3:] + ["--topology=torus:4x2"], None),
        "routing": (RUN, "valiant"), "tie-rule": (RUN, "plus"), "vcs": (RUN, 5), "vc-policy": (RUN, "shared"),
        "escape": ([*RUN, "--routing", "duato"], "sticky"),
        "absorption.blocked-escape": (["simulate", *AROUND, *RUN[3:], "--prove", "never"], "wait"),
        "table.classes": (["simulate", *CLASSED, *RUN[3:], "--prove", "never"], "automatic"), "buffer-depth": (RUN, 3), "nic-ports": (RUN, 2),
        "router": (RUN, "onchip"),
        "lanes": (RUN, "1/2:dim0"), "flit-error": (RUN, "0.05"), "router.retry-window": ([*RUN, "--flit-error", "0.05"], 1),
        "router.replay-buffer": ([*RUN, "--flit-error", "0.05"], 9), "router.error-detection": ([*RUN, "--flit-error", "0.05"], "end-to-end"),
        "router.routing-delay": (RUN, 1), "router.pipeline": (RUN, 1), "router.channel-latency": (RUN, 2), "router.credit-latency": (RUN, 2),
        "router.injection-vcs": (RUN, 1), "router.source": (RUN, "one-at-a-time"), "router.ejection": (RUN, "channel"),
        "router.vc-selection": (RUN, "lowest"), "router.crossbar": (RUN, "per-port"),
        "router.switch-allocator": ([*RUN, "--router.crossbar", "per-port"], "wavefront"), "router.vc-reuse": (RUN, "tail"),
        "router.vc-allocator": (RUN, "islip"), "router.vc-stage": ([*RUN, "--router.routing-delay", "1"], "own"),
        "router.ejection-delay": ([*RUN, "--router.routing-delay", "1", "--router.ejection", "channel"], "router"),
        "router.vc-arbitration": (RUN, "round-robin"), "router.output-arbitration": (RUN, "oldest"),
        "ugal-bias": (WEIGHED, "100000"), "ugal-occupancy": (WEIGHED, "channel"),
        "traffic": (RUN, "uniform-self"), "fixed-points": ([*RUN, "--traffic", "transpose"], "send"),
        "injection": (RUN, "bernoulli"), "load": ([*RUN[:3], "--cycles", "1000"], "0.6"), "packet-length": ([*RUN[:7]], 9),
        "cycles": (RUN[:5], 1100), "warmup": (RUN, 50), "deliveries": (RUN[:5], 900), "windows": (RUN, 3), "until-ci": (RUN, "50%"),
        "energy": (RUN, "costs.energy"),
        "absorption.delay": (["simulate", *AROUND, *LOADED], 40), "absorption.limit": (["simulate", *CROWDED, *LOADED], 1),
        "fault-events": (["simulate", *AROUND[:4], *LOADED], "fail@300:3"),
        "fault-process": (["simulate", *AROUND[:4], *LOADED], "mtbf=2000,mttr=200,of=links"),
        "reconfigure": (["simulate", *TORUS, "--routing", "updown", *LOADED, "--prove", "never", "--fault-events", "fail@300:3"], "static"),
        "detect-delay": (["simulate", *AROUND[:4], *LOADED, "--fault-events", "fail@300:3"], 100),
        "retransmit": (["simulate", *AROUND[:4], *LOADED, "--fault-events", "fail@300:3,repair@310:3"], 50),
        "loss-notice": (["simulate", *AROUND[:4], *LOADED, "--fault-events", "fail@300:3,repair@310:3", "--retransmit", "50"], "packets"),
        "workload": (RUN[:3], "permutation:transpose"), "prove": (RUN, "never"), "mapping": ([*RUN, "--traffic", "transpose"], "random:3"),
        "workload.flit-bytes": (RANKS, 8), "workload.cycle-time": ([*RANKS, "--workload.send-overhead", "5ns"], "2ns"),
        "workload.send-overhead": (RANKS, "7ns"), "workload.receive-overhead": (RANKS, 7),
        "workload.reduce-cost": (RANKS, "0.5ns"), "workload.noise": (RANKS, "exponential:30"), "workload.background": (RANKS, "uniform@0.1"),
        "seed": (RUN, 2), "faults": (["simulate", *RING, *RUN[3:]], "nodes:1")},
    "topology": {"topology": (["topology"], "torus:4x2"), "router.channel-latency": (["topology", *TORUS], "dim1=2")},
    "loads": {"lanes": (LOADS, "1/2:0-1"), "topology": (["loads"], "torus:4x2"), "routing": (LOADS, "valiant"), "tie-rule": (LOADS, "plus"), "traffic": (LOADS, "transpose"),
              "fixed-points": ([*LOADS, "--routing", "valiant", "--traffic", "transpose"], "send"), "sample-paths": (LOADS, 5),
              "mapping": ([*LOADS, "--traffic", "transpose"], "random:3"),
              "seed": ([*LOADS, "--sample-paths", "5", "--traffic", "halfshift"], 2), "faults": (["loads", *RING], "nodes:1")},
    "worst-case": {"lanes": (WORST, "1/2:0-1"), "topology": (["worst-case"], "torus:4x2"), "routing": (WORST[:3], "valiant"), "tie-rule": (WORST, "plus"),
                   "all-channels": (WORST, "true"), "sample-paths": (WORST, 5), "random-permutations": (WORST, 10),
                   "fixed-points": (["worst-case", *TORUS, "--routing", "valiant", "--random-permutations", "30"], "send"),
                   "rates": (WORST, "rates.txt"), "senders": (WORST, "even"), "receivers": (WORST, "0-3"), "forbid": (WORST, "pairs.txt"),
                   "within": (WORST, 2), "channel": (WORST, "5>6"), "against-optimum": (WORST, "true"),
                   "seed": ([*WORST, "--random-permutations", "10"], 2), "faults": (["worst-case", *RING], "nodes:1")},
    "average": {"topology": (["average", "--samples", "9"], "torus:4x2"), "routing": (AVERAGE, "valiant"), "samples": (["average", *TORUS], 11),
                "measure": (AVERAGE, "birkhoff:3"), "enumerate": (["average", "--topology", "torus:3x2"], "true"), "seed": (AVERAGE, 2)},
    "optimal": {"topology": (["optimal"], "torus:3x3"), "points": (OPTIMAL, 3), "minimal-only": (["optimal", "--topology", "torus:5x5"], "true"),
                "gamma-limit": (OPTIMAL, "0.8"), "paths": (OPTIMAL, "2turn"), "average": ([*OPTIMAL, "--paths", "2turn"], 5),
                "competitive": (OPTIMAL, "true"), "seed": ([*OPTIMAL, "--paths", "2turn", "--average", "5"], 2), "effort": (["optimal", "--topology", "mesh:3x3"], 10)},
    "throughput": {"lanes": (THROUGHPUT, "1/2:0-1"), "topology": (["throughput"], "torus:4x2"), "traffic": (THROUGHPUT, "transpose"), "paths": ([*THROUGHPUT, "--traffic", "tornado"], "minimal"),
                   "routing": ([*THROUGHPUT, "--paths", "relation"], "valiant"), "tie-rule": ([*THROUGHPUT, "--paths", "relation", "--routing", "romm"], "plus"),
                   "mapping": ([*THROUGHPUT, "--traffic", "transpose"], "random:3"), "effort": ([*THROUGHPUT, "--traffic", "tornado"], 1),
                   "gap": (["throughput", "--topology", "torus:6x6", "--effort", "2000"], "1/2"), "worst": (THROUGHPUT, "true"),
                   "starts": ([*THROUGHPUT, "--worst"], 2), "seed": ([*THROUGHPUT, "--worst", "--starts", "2"], 5), "faults": (["throughput", *RING], "nodes:1")},
    "bounds": {"topology": (["bounds"], "torus:4x2"), "routing": (BOUNDS, "valiant"), "tie-rule": (BOUNDS, "plus"), "vcs": (BOUNDS, 6), "lanes": (BOUNDS, "1/2:0-1"),
               "vc-policy": (BOUNDS, "shared"), "nic-ports": (BOUNDS, 2), "table.classes": (["bounds", *CLASSED, "--vcs", "4", "--load", "0.1"], "automatic"),
               "buffer-depth": (BOUNDS, 1), "router.routing-delay": (BOUNDS, 1), "router.channel-latency": (BOUNDS, 2),
               "traffic": (BOUNDS, "transpose"), "fixed-points": ([*BOUNDS, "--traffic", "transpose"], "send"), "load": (BOUNDS, "0.1"),
               "mapping": ([*BOUNDS, "--traffic", "transpose"], "random:3"),
               "router.ejection": ([*BOUNDS, "--traffic", "hotspot:0@0.2"], "channel"),
               "packet-length": (BOUNDS, 8), "faults": (["bounds", *RING], "nodes:1"),
               "seed": (["bounds", *RING, "--faults", "random:1"], 2)},
    "verify": {"topology": (["verify"], "torus:4x2"), "routing": (["verify", *TORUS], "valiant"), "tie-rule": (["verify", *TORUS], "plus"),
               "vcs": (["verify", *TORUS, "--vc-policy", "shared"], 5), "vc-policy": (["verify", *TORUS], "shared"),
               "escape": (["verify", *TORUS, "--routing", "duato"], "sticky"), "router.vc-reuse": (["verify", *TORUS, "--routing", "duato"], "tail"),
               "absorption.blocked-escape": (["verify", *AROUND], "wait"),
               "table.classes": (["verify", *CLASSED], "automatic"), "packet-length": (["verify", *TORUS], 9),
               "sample-pairs": (["verify", "--topology", "mesh:256x256", "--routing", "o1turn"], 200000),
               "fault-events": (["verify", *AROUND[:4]], "fail@20:5"),
               "reconfigure": (["verify", *TORUS, "--routing", "updown", "--fault-events", "fail@20:0-1,repair@30:0-1"], "drain"),
               "detect-delay": (["verify", *TORUS, "--routing", "updown", "--fault-events", "fail@20:0-1,repair@30:0-1"], 20),
               "faults": (["verify", *RING], "nodes:1"), "seed": (["verify", *RING, "--faults", "random:1"], 3)},
    "faults": {"topology": (["faults"], "torus:4x2"), "faults": (["faults", *TORUS], "nodes:1"),
               "seed": (["faults", *TORUS, "--faults", "random-links:3"], 2)},
    "reliability": {"topology": (["reliability"], "torus:4x2"), "routing": (STANDS, "dor"), "fault-kind": (STANDS, "links"),
                    "counts": (STANDS, "0..3"), "lifetime": (STANDS, "7"), "times": (STANDS, "1"), "repair": (STANDS, "1"),
                    "region": (["reliability", "--topology", "torus:3x3", "--fault-kind", "regions"], "bar2"),
                    "vcs": (["reliability", "--topology", "mesh:2x3", "--fault-kind", "links", "--routing", "layered", "--times", "1"], 1),
                    "sample-orders": (["reliability", "--topology", "torus:16x16", "--counts", "100"], 20),
                    "seed": (["reliability", "--topology", "torus:16x16", "--counts", "100", "--lifetime", "1", "--sample-orders", "20"], 2)},
    "schedule": {"workload": (["schedule", "--workload.ranks", "4"], "sweep,bytes=1"), "workload.ranks": (["schedule", "sweep,bytes=1"], 4),
                 "topology": (["schedule", "sweep,bytes=1"], "torus:4"),
                 "workload.cycle-time": (["schedule", "sweep,bytes=1,compute=5ns", "--workload.ranks", "4"], "2ns")},
    "lcc contention": {"lcc": (["lcc", "contention", "--dims", "8"], "transpose"), "dims": (["lcc", "contention", "--lcc", "transpose"], 8),
                       "count": (["lcc", "contention", "--lcc", "transpose", "--dims", "8"], "true"),
                       "routing": (["lcc", "contention", "--lcc", "transpose", "--dims", "6"], "p-cube")},
    "lcc mapping": {"lcc": (["lcc", "mapping", "--dims", "8"], "transpose"), "dims": (["lcc", "mapping", "--lcc", "transpose"], 8),
                    "objective": (["lcc", "mapping", "--lcc", "transpose,bit-reverse", "--dims", "8"], "sum-sum")},
    "mesh run": {"side": (["mesh", "run", "--permutation", "reverse"], 8), "algorithm": ([*MESH, "--queue", "auto"], "a0"),
                 "permutation": (["mesh", "run", "--side", "8"], "reverse"), "queue": ([*MESH, "--algorithm", "a0"], 3),
                 "home": (MESH, "register"),
                 "order": (["mesh", "run", "--side", "16", "--permutation", "random:1", "--algorithm", "new-merged"], "none"),
                 "spacing": (MESH, 0)},
    "mesh row": {"length": (["mesh", "row"], 9), "window": (["mesh", "row", "--length", "9"], 4), "sequence": (["mesh", "row"], "d1,a1,b1,a2")},
    "mesh column": {"length": (["mesh", "column", "--queue", "2", "--attack", "4,2,8,1"], 64),
                    "queue": (["mesh", "column", "--length", "64", "--attack", "4,2,8,1"], 2),
                    "attack": (["mesh", "column", "--length", "64", "--queue", "2"], "4,2,8,1")},
    "list": {},
}
# Options that several runs use, each another way: (command, option) -> more bases with other values.
MORE_USES = {
    ("simulate", "load"): [([*RUN[:3], "--cycles", "1000"], "0.02pkt")], ("simulate", "warmup"): [([*RUN[:5], "--deliveries", "500"], 10)],
    ("simulate", "packet-length"): [(RANKS, 64)], ("simulate", "traffic"): [(RUN[:3], "streams:two.streams")], ("simulate", "router"): [(RUN, "booksim")],
}
# The options that saturate shares with simulate, with the same bases but for their load; and its own.
SATURATE = ["saturate", *TORUS, "--packet-length", "8"]
UNLOADED = {"load", "router.error-detection", "fault-events", "fault-process", "reconfigure", "detect-delay", "retransmit", "loss-notice", "workload", "workload.flit-bytes", "workload.cycle-time", "workload.send-overhead",
            "workload.receive-overhead", "workload.reduce-cost", "workload.noise", "workload.background", "until-ci", "windows", "cycles", "warmup", "deliveries", "energy"}


def without_load(base):
    own = {"--load", "--cycles", "--warmup", "--deliveries"}
    words = [word for i, word in enumerate(base) if word not in own and (i == 0 or base[i - 1] not in own)]
    return ["saturate", *words[1:], *([] if WHOLE else ["--search.resolution", "0.5"])]  # which needs a tenth of the time


USES["saturate"] = {**{name: (without_load(base), value) for name, (base, value) in USES["simulate"].items() if name not in UNLOADED},
                    "search.resolution": (SATURATE, "0.2")}
# Bases that are refused without the option: it is needed, so it is used.
NEEDED = {("simulate", "load"), ("simulate", "workload"), ("verify", "sample-pairs"), ("reliability", "sample-orders"), ("reliability", "region"), ("schedule", "workload"),
          ("schedule", "workload.ranks"), ("mesh row", "length"), ("mesh row", "sequence"),
          *((command, "topology") for command in USES), ("mesh run", "side"), ("mesh run", "permutation"),
          *((command, name) for command in ("lcc contention", "lcc mapping") for name in ("lcc", "dims")),
          *(("mesh column", name) for name in ("length", "queue", "attack"))}
# Option beside others that leave it no use: refused with their names.
WITHOUT_USE = [
    (["loads", *TORUS, "--seed", "2"], "seed=2", "sample-paths"), ([*WORST, "--seed", "2"], "seed=2", "random-permutations"),
    ([*WORST, "--fixed-points", "send"], "fixed-points=send", "random-permutations"),
    ([*OPTIMAL, "--points", "3", "--minimal-only"], "points=3", "minimal-only"),
    ([*OPTIMAL, "--points", "3", "--gamma-limit", "0.8"], "points=3", "gamma-limit"),
    ([*OPTIMAL, "--points", "3", "--paths", "2turn"], "points=3", "paths"), ([*OPTIMAL, "--average", "3"], "average=3", "paths"),
    ([*OPTIMAL, "--competitive", "--paths", "2turn"], "competitive", "paths"), ([*WORST, "--against-optimum", "--within", "2"], "against-optimum", "within"),
    (["average", "--topology", "torus:3x2", "--enumerate", "--samples", "9"], "samples=9", "enumerate"),
    (["average", "--topology", "torus:3x2", "--enumerate", "--seed", "9"], "seed=9", "enumerate"),
    ([*LOADS, "--fixed-points", "send"], "fixed-points=send", "uniform"), ([*LOADS, "--vcs", "4"], "--vcs", "unknown"),
    ([*WORST, "--vc-policy", "shared"], "--vc-policy", "unknown"),
    ([*RUN, "--table.classes", "automatic"], "table.classes=automatic", "table:FILE"), ([*LOADS, "--table.classes", "given"], "--table.classes", "unknown"),
    (["verify", *TORUS, "--sample-pairs", "9"], "sample-pairs=9", "all pairs"), ([*STANDS, "--sample-orders", "9"], "sample-orders=9", "all sets"),
    ([*STANDS, "--seed", "9"], "seed=9", "sample-orders"),
    ([*RUN[:5], "--deliveries", "9", "--cycles", "9"], "cycles=9", "deliveries=9"),
    ([*RUN[:5], "--deliveries", "9", "--until-ci", "2%"], "until-ci=2%", "deliveries=9"),
    ([*RUN, "--until-ci", "2%", "--windows", "2"], "windows=2", "until-ci"),
    ([*RUN[:5], "--deliveries", "9", "--windows", "2"], "windows=2", "deliveries=9"),
    ([*RUN[:5], "--deliveries", "9", "--warmup", "detect"], "warmup=detect", "deliveries"),
    ([*RUN[:3], "--traffic", "streams:two.streams", "--load", "0.1"], "load=0.1", "traffic=streams:two.streams"),
    ([*RUN[:3], "--traffic", "streams:two.streams", "--deliveries", "9"], "deliveries=9", "traffic=streams:two.streams"),
    ([*LOADS, "--sample-paths", "9", "--out", "channel-pairs=p.csv"], "out=channel-pairs=p.csv", "sample-paths=9"),
    ([*RUN, "--windows", "2", "--out", "vcd=w.vcd"], "out=vcd=w.vcd", "windows=2"),
    (["verify", *TORUS, "--seed", "2"], "seed=2", "faults"), (["faults", *TORUS, "--faults", "random:2@7", "--seed", "2"], "seed=2", "faults"),
    (["loads", *RING, "--faults", "nodes:1", "--seed", "2"], "seed=2", "faults"), ([*OPTIMAL, "--faults", "nodes:1"], "--faults", "unknown"),
    (["schedule", "sweep,bytes=1,compute=5", "--workload.ranks", "4", "--workload.cycle-time", "2ns"], "workload.cycle-time=2ns has no meaning with", "workload=sweep,bytes=1,compute=5"),
    (["schedule", "sweep,bytes=1", "--workload.ranks", "4", *TORUS], "workload.ranks=4", "topology"),
    ([*RUN, "--router.switch-allocator", "wavefront"], "router.switch-allocator=wavefront", "per-vc"),
    ([*RUN, "--router.switch-allocator", "islip:1"], "router.switch-allocator=islip:1", "per-vc"),
    ([*RUN, "--router.crossbar", "per-port", "--router.switch-allocator", "islip:1", "--router.output-arbitration", "oldest"], "router.switch-allocator=islip:1",
     "router.output-arbitration=round-robin"),
    ([*RUN, "--router.vc-stage", "own"], "router.vc-stage=own", "router.routing-delay"),
    ([*RUN, "--router.vc-allocator", "islip", "--router.vc-arbitration", "oldest"], "router.vc-arbitration=oldest", "islip"),
    ([*RUN, "--router.routing-delay", "1", "--router.ejection-delay", "router"], "router.ejection-delay=router", "router.ejection=channel"),
    ([*RUN, "--router.ejection", "channel", "--router.ejection-delay", "router"], "router.ejection-delay=router", "router.routing-delay"),
    (["simulate", *AROUND, *RUN[3:], "--router", "booksim", "--router.ejection-delay", "router"], "router.ejection-delay=router", "absorbs"),
    ([*RUN, "--external", "stall=9"], "external=stall=9", "routers"),
]


def uses_of(command):
    """(option, base, value)."""
    for option, first in USES[command].items():
        for base, value in (first, *MORE_USES.get((command, option), [])):
            yield option, base, value


class Commands(OptionUse):
    def test_every_option_of_every_command_changes_what_is_found_or_is_refused(self):
        self.write("classes.table", CLASSES)
        self.write("costs.energy", "crossbar 1 pJ/flit\n")
        self.write("rates.txt", "".join(f"{t} {1 + t % 3} 1/2\n" for t in range(16)))
        self.write("pairs.txt", "0 5\n3 9\n")
        self.write("two.streams", "one load=0.1\ntwo load=0.1 traffic=transpose\n")
        for command, entry in self.listed["commands"].items():
            inputs = {name for name, option in entry.get("options", {}).items() if not option["output"] and not option["inert"]}
            self.assertEqual(inputs, set(USES[command]), command)
            for option, base, value in list(uses_of(command))[::1 if WHOLE else 4]:  # by default every fourth
                with self.subTest(command=command, option=option):
                    if (command, option) in NEEDED or value == "streams:two.streams":
                        self.assertIsNone(self.outcome(*[word for word in base if not word.startswith("--topology=")]))
                        more = [] if value is None else [f"--{option}={value}"]
                        if command != "mesh column" and option not in ("permutation", "side"):
                            self.assertIsNotNone(self.outcome(*base, *more, status=(0, 2, 3)))  # 3: a sample proves nothing
                        continue
                    before = self.outcome(*base, status=(0, 1))
                    after = self.outcome(*base, f"--{option}", value, status=(0, 1, 2))
                    self.assertIsNotNone(after)
                    self.assertFalse(before == after)

    def test_an_option_that_the_others_leave_no_use_for_is_refused_with_their_names(self):
        for arguments, *says in WITHOUT_USE:
            self.refused(*arguments, says=says)


if __name__ == "__main__":
    unittest.main()
