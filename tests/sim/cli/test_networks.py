#!/usr/bin/python3
"""Networks and routings from files: what the commands make of them, each file damaged in every way once, and what the guide says of them."""
import csv
import fractions
import io
import json
import random
import re
import shlex
import subprocess
import sys
import unittest

from program import ROOT, ProgramTest

NETWORKS = ROOT / "experiments" / "networks"
GUIDE = "".join((ROOT / "docs/guide" / name).read_text(encoding="utf-8") for name in ("networks.md", "routing-tables.md"))
TRIANGLE = "0 1\n1 2\n2 0\n"
DIRECT = "".join(f"1: {a} {b}\n" for a in range(3) for b in range(3) if a != b)
RUN = ["--load", "0.1", "--cycles", "200"]


class Petersen(ProgramTest):
    def setUp(self):
        super().setUp()
        self.network = []
        for kind, option in (("graph", "topology"), ("table", "routing")):
            name = self.write(f"petersen.{kind}", (NETWORKS / f"petersen.{kind}").read_text())
            self.network += [f"--{option}", f"{kind}:{name}"]

    def test_loads_are_5_9_on_every_channel(self):
        # 30 pairs are one hop apart, 60 two; any channel looks like any other: (30 + 2 * 60) / 30 channels / 9 destinations.
        loads = json.loads(self.good("loads", *self.network, "--json", "-", "--out", "channels=loads.csv"))
        self.assertEqual((loads["gamma_max"], loads["throughput"], loads["mean_hops"]), ("5/9", "9/5", "5/3"))
        self.assertEqual((loads["capacity_load"], loads["fraction_of_capacity"]), (None, None))
        self.assertEqual(len(loads["channels"]), 30)
        for channel in loads["channels"]:
            self.assertEqual((channel["dimension"], channel["sign"], channel["load"]), (-1, 0, "5/9"))
            self.assertNotIn("bandwidth", channel)
        rows = list(csv.DictReader(io.StringIO((self.folder / "loads.csv").read_text())))
        self.assertEqual([(row["dimension"], row["load_exact"]) for row in rows], [("-1", "5/9")] * 30)
        self.assertNotIn("dimension", self.good("loads", *self.network))

    def test_it_is_proved_and_simulated(self):
        proof = json.loads(self.good("verify", *self.network, "--json", "-"))
        self.assertTrue(proof["deadlock_free"])
        self.assertEqual((proof["pairs"], proof["delivered_pairs"]), (90, 90))
        self.assertEqual(proof["zero_load_latency_exact"], "104/3")  # 5/3 + 32 + 1
        run = json.loads(self.good("simulate", *self.network, *RUN, "--out", "channels=flits.csv", "--json", "-"))
        self.assertEqual(run["bounds"]["ideal_throughput_exact"], "9/5")
        self.assertEqual(run["bounds"]["zero_load_latency_exact"], "104/3")
        self.assertEqual(run["packets"]["generated"], run["packets"]["delivered"] + run["packets"]["in_flight"])
        rows = list(csv.DictReader(io.StringIO((self.folder / "flits.csv").read_text())))
        self.assertEqual([row["dimension"] for row in rows], ["-1"] * 30)

    def test_patterns_that_need_no_coordinates_work_and_others_are_refused(self):
        self.write("shift.txt", "".join(f"{(v + 3) % 10}\n" for v in range(10)))
        self.write("matrix.txt", ("0.1 " * 10 + "\n") * 10)
        for traffic in ("uniform", "uniform-self", "random:3", "permutation:shift.txt", "matrix:matrix.txt"):
            self.assertIn("mean hops", self.good("loads", *self.network, "--traffic", traffic))
            self.good("simulate", *self.network, *RUN, "--traffic", traffic)
        for traffic in ("tornado", "transpose"):
            self.refused("loads", *self.network, "--traffic", traffic, says=[traffic, "needs coordinates"])
        for traffic in ("bit-reverse", "bit-complement"):
            self.refused("loads", *self.network, "--traffic", traffic, says="power of two")

    def test_other_routings_are_refused_with_what_is_allowed(self):
        for command in (["loads"], ["verify"], ["simulate", *RUN]):
            self.refused(*command, *self.network[:2], says=["routing=dor", "petersen.graph", "table:FILE"])
            self.refused(*command, *self.network[:2], "--routing", "e-cube", says=["e-cube", "table:FILE"])
        self.refused("loads", "--topology", "torus:4x4", "--routing", "tabel:x", says="table:FILE")

    def test_they_are_listed(self):
        text = self.good("list")
        listed = json.loads(self.good("list", "--json", "-"))
        self.assertIn("graph:FILE", text)
        self.assertIn("table:FILE", text)
        self.assertIn("table:FILE", listed["routing"])
        self.assertEqual(set(listed["topology"]), {"torus:K0xK1x...", "mesh:K0xK1x...", "hypercube:N", "hyperx:S0xS1x...", "fullmesh:N",
                                                   "dragonfly:P,A,H", "fattree:K,N", "clos:L,S,T", "slimfly:Q", "graph:FILE"})
        self.assertEqual((listed["routing"]["valiant"]["aliases"], listed["traffic"]["bit-complement"]["aliases"]), (["val"], ["bitcomp", "bit_complement"]))
        self.assertEqual(listed["routing"]["west-first"], {"summary": listed["routing"]["west-first"]["summary"], "topologies": "mesh", "vcs": "1",
                                                           "around_faults": False, "tie_rules": ["split"], "vc_policies": False, "minimal": True,
                                                           "aliases": ["west_first"], "elsewhere": {}})
        for name in ("topology", "routing", "traffic"):
            values = listed["commands"]["loads"]["options"][name]["values"].split(" | ")
            for row, entry in listed[name].items():
                self.assertLessEqual({row, *entry["aliases"]}, set(values))
                self.assertIn(row, text)
        options = listed["commands"]["loads"]["options"]
        self.assertIn("graph:FILE", options["topology"]["values"])
        self.assertIn("table:FILE", options["routing"]["values"])

    def test_what_the_guide_says_works(self):
        (self.folder / "experiments").symlink_to(ROOT / "experiments")
        commands = [line for line in GUIDE.splitlines() if line.startswith("build/release/dateline")]
        self.assertEqual(len(commands), 3)
        for command in commands:
            self.assertTrue(self.good(*shlex.split(command)[1:]))
        example = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL).group(1)
        made = subprocess.run([sys.executable, "-c", example, "petersen.graph"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        written = [line for line in (NETWORKS / "petersen.table").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(made.splitlines(), written)


class Topologies(ProgramTest):
    """dateline topology."""

    def shown(self, *arguments):
        result = json.loads(self.good("topology", *arguments, "--json", "-"))
        return {key: result[key] for key in ("routers", "terminals", "radix", "channels", "diameter", "mean_distance_exact", "bisection")}

    def test_the_numbers_of_networks_known_by_hand(self):
        for name, routers, terminals, radix, channels, diameter, mean, bisection in (
                ("torus:4x4", 16, 16, 5, 64, 4, "32/15", 8), ("mesh:4x4:t2x2", 16, 64, 8, 48, 6, "160/63", 4),
                ("hyperx:4x4:t4", 16, 64, 10, 96, 2, "32/21", 16), ("fattree:4,2", 8, 16, 8, 32, 2, "8/5", 8), ("clos:4,2,4", 6, 16, 6, 16, 2, "8/5", 4),
                ("slimfly:5", 50, 200, 11, 350, 2, "364/199", None), ("dragonfly:4,8,4", 264, 1056, 15, 2904, 3, None, None)):
            with self.subTest(name):
                found = self.shown(name)
                if mean is None:
                    mean = found["mean_distance_exact"]
                self.assertEqual(tuple(found.values()), (routers, terminals, radix, channels, diameter, mean, bisection))

    def test_channels_are_counted_by_kind_with_their_latencies(self):
        result = json.loads(self.good("topology", "dragonfly:2,4,2", "--router.channel-latency", "global=10", "--json", "-"))
        self.assertEqual(result["kinds"], [{"kind": "local", "channels": 108, "least_latency": 1, "largest_latency": 1},
                                           {"kind": "global", "channels": 72, "least_latency": 10, "largest_latency": 10}])
        text = self.good("topology", "dragonfly:2,4,2", "--router.channel-latency", "global=10")
        self.assertIn("180 one-way: 108 local, 72 global of 10 cycles\n", text)
        self.assertIn("36 routers, 72 terminals\n", text)
        self.assertIn("no closed form is known\n", text)
        self.refused("topology", "dragonfly:2,4,2", "--router.channel-latency", "dim0=2", says=["router.channel-latency=dim0=2", "local, global"])

    def test_what_is_written_is_the_same_network(self):
        for name, latency in (("dragonfly:2,4,2", "local=2,global=10"), ("fattree:2,3", "3"), ("mesh:3x3:t2x2", "dim1=4"), ("hyperx:3x3:t2", "1")):
            with self.subTest(name):
                self.good("topology", name, "--router.channel-latency", latency, "--out", "graph=written.graph")
                once, again = (json.loads(self.good("topology", *words, "--json", "-"))
                               for words in ((name, "--router.channel-latency", latency), ("graph:written.graph",)))
                for key in ("routers", "terminals", "radix", "channels", "diameter", "mean_distance_exact"):
                    self.assertEqual(once[key], again[key])
                kinds = again["kinds"]
                self.assertEqual((min(k["least_latency"] for k in once["kinds"]), max(k["largest_latency"] for k in once["kinds"])),
                                 (kinds[0]["least_latency"], kinds[0]["largest_latency"]))
        self.good("topology", "clos:4,2,2", "--out", "graph=clos.graph")
        run = ["simulate", "--routing", "updown", "--load", "0.2", "--cycles", "300", "--json", "-"]
        simulated = [json.loads(self.good(*run, "--topology", name)) for name in ("clos:4,2,2", "graph:clos.graph")]
        for result in simulated:
            del result["options"]
        self.assertEqual(*simulated)

    def test_a_network_that_no_graph_file_holds_is_not_written(self):
        self.refused("topology", "torus:256x256:t5", "--out", "graph=x", says=["torus:256x256:t5", "327680 terminals", "262144"])
        self.assertEqual(self.listing(), [])

    def test_sizes_that_make_no_network_are_refused(self):
        for name, *says in (("hyperx:4x1", "2..255"), ("fullmesh:1", "2..255"), ("torus:4x4:t0", "1..255"), ("hyperx:4x4:t0", "1..255"),
                            ("dragonfly:0,4,2", "P=0"), ("clos:4,2,0", "T=0"), ("slimfly:5:t0", "1..255"), ("dragonfly:2,4,2,8", "must divide A H = 8"),
                            ("dragonfly:2,4,2,1", "2..9"), ("slimfly:2", "3, 4, 5, 7"), ("slimfly:6", "3, 4, 5, 7"), ("slimfly:10", "3, 4, 5, 7"),
                            ("fattree:1,3", "2..127"), ("dragonfly:2,4,2:star", "palmtree, absolute, relative"), ("dragonfy:2,4,2", "dragonfly:P,A,H"),
                            ("hyperx:102x102x102", "1061208 routers", "GiB")):
            self.refused("topology", name, says=says)


# A hub without terminals, and leaves with 2, 3 and 1.
STAR = "terminals 0 0\n0 1\n0 2\n0 3\nterminals 1 2\nterminals 2 3\n"
OVER_THE_HUB = "".join(f"1: {a} 0 {b}\n" for a in (1, 2, 3) for b in (1, 2, 3) if a != b)


class Terminals(ProgramTest):
    def star(self, table=OVER_THE_HUB):
        return ["--topology", f"graph:{self.write('star.graph', STAR)}", "--routing", f"table:{self.write('star.table', table)}"]

    def test_loads_are_those_of_pairs_of_terminals(self):
        # A pair of terminals sends 1/5: 2 x 4, 3 x 3 and 1 x 5 pairs leave and enter the leaves.
        loads = json.loads(self.good("loads", *self.star(), "--json", "-"))
        per_leaf = {1: "8/5", 2: "9/5", 3: "1"}
        for channel in loads["channels"]:
            self.assertEqual(channel["load"], per_leaf[channel["from"] or channel["to"]])
        self.assertEqual((loads["gamma_max"], loads["throughput"], loads["mean_hops"]), ("9/5", "5/9", "22/15"))
        self.assertIn("flits/terminal/cycle", self.good("loads", *self.star()))

    def test_worst_case_and_proof_are_over_terminals(self):
        worst = json.loads(self.good("worst-case", *self.star(), "--json", "-", "--out", "weights=weights.txt"))
        self.assertEqual(worst["gamma_max"], "3")  # all three of a leaf send elsewhere, or are sent to
        self.assertEqual(sorted(worst["permutation"]), list(range(6)))
        self.assertTrue((self.folder / "weights.txt").read_text().startswith("# terminals 6 scale 1\n"))
        proof = json.loads(self.good("verify", *self.star(), "--json", "-"))
        self.assertTrue(proof["deadlock_free"])
        self.assertEqual((proof["pairs"], proof["delivered_pairs"]), (30, 30))
        self.assertEqual(proof["zero_load_latency_exact"], "517/15")  # 22/15 + 32 + 1

    def test_it_is_simulated(self):
        run = json.loads(self.good("simulate", *self.star(), "--load", "0.2", "--cycles", "20000", "--packet-length", "8", "--out", "channels=flits.csv",
                                   "--json", "-"))
        self.assertIn("deadlock-free", run["proof"])
        self.assertEqual(run["bounds"]["ideal_throughput_exact"], "5/9")
        self.assertEqual(run["bounds"]["zero_load_latency_exact"], "157/15")  # 22/15 + 8 + 1
        self.assertEqual(run["packets"]["generated"], run["packets"]["delivered"] + run["packets"]["in_flight"])
        self.assertEqual((len(run["per_terminal"]), run["latency"]["min"], run["hops"]["min"], run["hops"]["max"]), (6, 9, 0, 2))
        # A Poisson number of packets of 8 flits: six standard deviations of its mean.
        per_leaf = {"1": 8 / 5, "2": 9 / 5, "3": 1}
        for row in csv.DictReader(io.StringIO((self.folder / "flits.csv").read_text())):
            packets = 20000 * 0.2 / 8 * per_leaf[row["to"] if row["from"] == "0" else row["from"]]
            self.assertLess(abs(int(row["flits"]) / 8 - packets), 6 * packets**0.5)
        self.assertIn("flits/terminal/cycle", self.good("simulate", *self.star(), *RUN))

    def test_patterns_count_terminals(self):
        self.write("turn.txt", "2\n3\n0\n1\n5\n4\n")
        self.assertIn("mean hops             2.000000", self.good("loads", *self.star(), "--traffic", "permutation:turn.txt"))
        self.write("four.txt", "1\n0\n3\n2\n")
        self.refused("loads", *self.star(), "--traffic", "permutation:four.txt", says="6 terminals")
        self.refused("loads", *self.star(), "--traffic", "bit-reverse", says="6 terminals are no power of two")

    def test_the_guide_makes_its_table(self):
        example = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL).group(1)
        self.write("star.graph", STAR)
        made = subprocess.run([sys.executable, "-c", example, "star.graph"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(made.splitlines()), sorted(OVER_THE_HUB.splitlines()))

    def test_a_path_from_or_to_a_router_without_terminals_is_refused(self):
        self.refused("loads", *self.star(OVER_THE_HUB + "1: 0 2\n"), says=["star.table", "no terminal can use", "node 0 to node 2"])
        self.refused("loads", *self.star(OVER_THE_HUB + "1: 3 0\n"), says=["star.table", "no terminal can use", "node 3 to node 0"])
        self.refused("loads", *self.star(OVER_THE_HUB.replace("1: 1 0 3\n", "")), says=["star.table", "no path from node 1 to node 3"])

    def test_a_hub_of_200_leaves(self):
        graph = self.write("hub.graph", "terminals 0 0\n" + "".join(f"0 {v}\n" for v in range(1, 201)))
        table = self.write("hub.table", "".join(f"1: {a} 0 {b}\n" for a in range(1, 201) for b in range(1, 201) if a != b))
        network = ["--topology", f"graph:{graph}", "--routing", f"table:{table}"]
        loads = json.loads(self.good("loads", *network, "--json", "-"))
        self.assertEqual((loads["gamma_max"], loads["mean_hops"]), ("1", "2"))
        self.assertIn("39800 of 39800", self.good("verify", *network))


class OneWayAndBandwidth(ProgramTest):
    def test_a_one_way_ring_runs(self):
        ring = self.write("ring.graph", "".join(f"{v} > {(v + 1) % 5}\n" for v in range(5)))
        table = self.write("ring.table", "".join(f"1: {' '.join(str((v + i) % 5) for i in range(n + 1))}\n" for v in range(5) for n in range(1, 5)))
        network = ["--topology", f"graph:{ring}", "--routing", f"table:{table}"]
        self.assertIn("20 of 20", self.good("verify", *network))
        self.refused("simulate", *network, *RUN, "--vcs", "1", says=["vcs=1", "2 VC classes", "2..16"])
        run = json.loads(self.good("simulate", *network, "--load", "0.3", "--cycles", "5000", "--packet-length", "4", "--vcs", "2", "--json", "-"))
        self.assertEqual(run["bounds"]["zero_load_latency_exact"], "15/2")  # 5/2 hops + 4 + 1
        self.assertGreater(run["packets"]["delivered"], 1000)
        self.assertIsNone(run["deadlock"])

    def test_a_bandwidth_counts_in_loads_and_is_not_simulated(self):
        graph = self.write("b.graph", "0 1\n1 > 2 5/2\n2 > 1 0.5\n2 0\n")
        network = ["--topology", f"graph:{graph}", "--routing", f"table:{self.write('b.table', DIRECT)}"]
        loads = json.loads(self.good("loads", *network, "--json", "-"))
        self.assertEqual(loads["gamma_max"], "1")  # 1/2 packet/cycle on every channel, over 1/2
        self.assertEqual([(c["from"], c["to"], fractions.Fraction(c["bandwidth"])) for c in loads["channels"] if "bandwidth" in c],
                         [(1, 2, fractions.Fraction(5, 2)), (2, 1, fractions.Fraction(1, 2))])
        self.assertIn("2->1: 1/2 packets/cycle cross it, relative to its bandwidth of 1/2", self.good("loads", *network))
        self.assertIsNone(json.loads(self.good("verify", *network, "--json", "-"))["zero_load_latency"])
        self.refused("simulate", *network, *RUN, says=["topology=graph:b.graph", "1->2", "bandwidth 5/2"])

    def test_more_classes_than_the_machine_has_are_refused(self):
        graph = self.write("pair.graph", "0 1\n")
        for classes, good in ((16, True), (18, False)):
            table = self.write("pair.table", f"1: 0 {'1 0 ' * (classes - 1)}1\n1: 1 0\n")
            network = ["--topology", f"graph:{graph}", "--routing", f"table:{table}"]
            self.assertIn("mean hops", self.good("loads", *network))
            if good:
                self.assertIn("2 of 2", self.good("verify", *network))
                self.good("simulate", *network, *RUN, "--vcs", "16")
            else:
                self.refused("verify", *network, says=["routing=table:pair.table", "18 VC classes", "at most 16"])
                self.refused("simulate", *network, *RUN, "--vcs", "16", says=["routing=table:pair.table", "18 VC classes", "at most 16"])


class GivenClasses(ProgramTest):
    """A one-way ring of four: paths of one to three hops; the channel out of v in the class that `vc_class` gives it after `hops` hops from s."""

    def ring(self, vc_class=lambda source, hops: 0):
        lines = [f"1: {s} " + " ".join(f"{(s + i) % 4}@{vc_class(s, i)}" for i in range(1, n + 1)) for s in range(4) for n in (1, 2, 3)]
        graph = self.write("ring.graph", "".join(f"{v} > {(v + 1) % 4}\n" for v in range(4)))
        return ["--topology", f"graph:{graph}", "--routing", f"table:{self.write('ring.table', chr(10).join(lines))}"]

    def dated(self):
        return self.ring(lambda source, hops: int(source + hops >= 4))  # class 1 from the channel 3 -> 0 on

    def proof(self, *arguments, status=0):
        return json.loads(self.good("verify", *arguments, "--json", "-", status=status))

    def test_a_cycle_is_printed_and_the_watchdog_names_the_same_channels(self):
        network = self.ring()
        proof = self.proof(*network, status=1)
        cycle = {(c["from"], c["to"], c["class"]) for c in proof["cycle"]}
        self.assertEqual((proof["deadlock_free"], proof["classes"]), (False, 1))
        self.assertEqual(cycle, {(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 0, 0)})
        text = self.good("verify", *network, status=1)
        for channel in ("0->1", "1->2", "2->3", "3->0"):
            self.assertIn(f"  {channel} (class 0) ->\n", text)
        done = self.run_program(["simulate", *network, "--vcs", "1", "--load", "1", "--cycles", "5000"])
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"is not safe: the channel-dependency graph has a cycle", done.stderr)
        # All to the node two ahead: each packet holds its first channel and waits for its second.
        two_ahead = self.write("two.txt", "2\n3\n0\n1\n")
        self.assertEqual(sorted(self.waits(network, "--workload", f"permutation:{two_ahead}")), sorted(cycle))
        # A packet over two channels of the cycle stands in it once: under any traffic, channels of the cycle, and no others.
        waits = self.waits(network, "--load", "1", "--cycles", "5000")
        self.assertLessEqual(2, len(waits))
        self.assertLessEqual(set(waits), cycle)

    def waits(self, network, *traffic):
        """(from, to, VC) of each wait of the deadlock that the run ends in."""
        done = self.run_program(["simulate", *network, "--vcs", "1", *traffic, "--prove", "never", "--json", "-"])
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"deadlock at cycle", done.stderr)
        waits = json.loads(done.stdout)["deadlock"]
        return [(*map(int, wait["waits_for"].split("->")), wait["vcs"].bit_length() - 1) for wait in waits]

    def test_classes_with_a_dateline_are_proved_and_run(self):
        network = self.dated()
        proof = self.proof(*network)
        # All four channels in class 0 or 1: 3 -> 0 in class 1 alone, 0 -> 1 and 1 -> 2 in both, 2 -> 3 in class 0.
        self.assertEqual((proof["deadlock_free"], proof["classes"], proof["channels"], proof["delivered_pairs"]), (True, 2, 6, 12))
        self.refused("simulate", *network, *RUN, "--vcs", "1", says=["vcs=1", "2 VC classes", "2..16"])
        run = json.loads(self.good("simulate", *network, "--vcs", "2", "--load", "1", "--cycles", "20000", "--json", "-"))
        self.assertIsNone(run["deadlock"])
        self.assertGreater(run["packets"]["delivered"], 500)

    def test_given_is_the_default_of_a_table_with_classes_and_automatic_of_one_without(self):
        network = self.ring(lambda source, hops: 5)
        self.assertEqual(self.proof(*network, status=1)["classes"], 6)
        self.assertEqual(self.proof(*network, "--table.classes", "given", status=1)["classes"], 6)
        self.assertEqual(self.proof(*network, "--table.classes", "automatic")["classes"], 2)
        self.assertNotIn("table.classes", self.proof(*network, status=1)["options"])
        self.write("ring.table", (self.folder / "ring.table").read_text().replace("@5", ""))
        self.assertEqual(self.proof(*network)["classes"], 2)
        self.assertEqual(self.proof(*network, "--table.classes", "automatic")["classes"], 2)
        self.refused("verify", *network, "--table.classes", "given", says=["table.classes=given", "ring.table", "allowed: automatic"])

    def test_loads_are_those_of_the_paths(self):
        plain, named = [json.loads(self.good("loads", *network, "--json", "-")) for network in (self.ring(), self.dated())]
        self.assertEqual(plain["channels"], named["channels"])
        self.assertEqual(plain["gamma_max"], "2")  # (1 + 2 + 3) / 3 hops from four nodes over four channels

    def test_routings_that_are_no_tables_and_commands_without_classes_refuse_the_option(self):
        for routing in ("dor", "valiant", "ival"):
            for value in ("given", "automatic"):
                self.refused("verify", "--topology", "torus:4x4", "--routing", routing, "--table.classes", value,
                             says=[routing, f"table.classes={value}", "table:FILE"])
        for command in ("loads", "worst-case"):
            self.refused(command, *self.ring(), "--table.classes", "given", says=["--table.classes", "unknown"])
        self.refused("simulate", "--topology", "torus:4", *RUN, "--table.classes", "none", says=["table.classes=none", "given, automatic"])
        other = f"worst-case:{self.relative()}"
        self.refused("simulate", "--topology", "torus:4", *RUN, "--traffic", other, "--table.classes", "given", says=["dor", "table.classes=given"])

    def relative(self):
        return "table:" + self.write("torus.table", "relative\n1: 0 1@0\n1: 0 1@0 2@0\n1: 0 3@0\n")

    def test_the_classes_of_the_traffic_s_own_table_do_not_matter(self):
        plain = self.write("plain.table", (self.folder / self.relative()[6:]).read_text().replace("@0", ""))
        base = ["simulate", "--topology", "torus:4", "--routing", self.relative(), "--traffic", f"worst-case:table:{plain}", *RUN, "--prove", "never"]
        self.good(*base, "--table.classes", "given")


class Machines(ProgramTest):
    """Routings of HyperX, dragonflies, trees and Slim Flies: what every command makes of them."""
    GROUPS = ["--topology", "dragonfly:2,4,2", "--routing", "valiant-group"]
    HOPS = {"hyperx:4x4:t2": {"dor": 2, "valiant": 4, "min-adaptive": 2, "dim-war": 4, "omni-war:1": 3},  # at most
            "dragonfly:2,4,2": {"min": 3, "valiant-group": 5, "valiant": 6}, "fattree:2,3": {"nca": 4, "nca-random": 4, "d-mod-k": 4},
            "clos:4,2,2": {"nca": 2, "nca-random": 2, "d-mod-k": 2}, "slimfly:3:t1": {"min": 2, "valiant": 4}}

    def test_the_worst_case_by_way_of_a_group_is_that_of_the_closed_form(self):
        worst = json.loads(self.good("worst-case", *self.GROUPS, "--json", "-"))
        self.assertEqual((worst["gamma_max"], sorted(worst["permutation"])), ("30/7", list(range(72))))
        self.assertIn("30/7", self.good("worst-case", *self.GROUPS))
        loads = json.loads(self.good("loads", *self.GROUPS, "--traffic", "adv:1", "--json", "-"))
        self.assertEqual(loads["gamma_max"], "16/7")

    def test_every_routing_is_proved_and_delivers_all_packets(self):
        for topology, routings in self.HOPS.items():
            for routing, most in routings.items():
                network = ["--topology", topology, "--routing", routing]
                proof = json.loads(self.good("verify", *network, "--json", "-"))
                self.assertTrue(proof["deadlock_free"], network)
                run = json.loads(self.good("simulate", *network, "--load", "0.2", "--cycles", "400", "--packet-length", "4", "--vcs", proof["classes"],
                                           "--traffic", "shift:3", "--json", "-"))
                packets = run["packets"]
                self.assertEqual((packets["lost"], packets["generated"]), (0, packets["delivered"] + packets["in_flight"]), network)
                self.assertGreater(packets["measured"], 100)
                self.assertFalse(run["saturated"], network)
                self.assertLessEqual(run["hops"]["max"], most, network)

    def test_at_the_lowest_load_a_packet_takes_the_zero_load_latency(self):
        for topology, routing, cycles in (("dragonfly:2,4,2", "min", "1097/71"), ("slimfly:5", "min", "1359/199"), ("fattree:4,2", "d-mod-k", "33/5")):
            bounds = json.loads(self.good("bounds", "--topology", topology, "--routing", routing, "--packet-length", "4", "--buffer-depth", "20",
                                          *(["--router.channel-latency", "local=1,global=10"] if topology[0] == "d" else []), "--json", "-"))
            self.assertEqual(bounds["zero_load_latency_exact"], cycles)

    def test_what_a_routing_needs_is_said_by_kind(self):
        self.refused("simulate", *self.GROUPS, *RUN, "--vcs", "2", says=["vcs=2", "needs 3 VC classes here (local 0-2, global 0-2)", "3..16"])
        self.refused("simulate", "--topology", "hyperx:3x3", "--routing", "omni-war:1", *RUN, "--vcs", "2", says=["vcs=2", "needs 3 VC classes"])
        self.assertIn("3: as many VCs are needed; local 0-2, global 0-2", self.good("verify", *self.GROUPS))
        self.assertIn("1: as many VCs are needed; up1 0, down1 0", self.good("verify", "--topology", "fattree:3,2", "--routing", "nca"))

    def test_what_a_network_has_not_is_refused(self):
        self.refused("simulate", "--topology", "torus:4x4", *RUN, "--routing", "d-mod-k", says=["d-mod-k", "torus:4x4", "allowed: fattree, clos"])
        self.refused("loads", "--topology", "dragonfly:1,2,1,2", "--routing", "valiant-group", says="dragonfly of three groups or more")
        self.refused("loads", "--topology", "hyperx:3x3", "--routing", "omni-war:15", says=["deroutes=15", "0..14"])
        for traffic in ("adv:0", "adv:9"):
            self.refused("loads", *self.GROUPS, "--traffic", traffic, says=["adv I", "1..8"])
        self.refused("loads", *self.GROUPS, "--traffic", "shift:72", says=["shift K=72", "1..71"])
        self.refused("loads", *self.GROUPS, "--tie-rule", "plus", says=["tie-rule=plus", "no rings"])

    def test_a_name_is_listed_once_with_all_its_networks(self):
        listed = json.loads(self.good("list", "--json", "-"))["routing"]
        self.assertEqual((listed["dor"]["topologies"], listed["dor"]["vcs"]),
                         ("torus, mesh, hypercube, hyperx, fullmesh", "2 on a torus, else 1; 1 on hyperx, fullmesh"))
        self.assertEqual(listed["valiant"]["topologies"], "torus, mesh, hypercube, hyperx, fullmesh, dragonfly, slimfly")
        self.assertEqual(listed["omni-war:D"]["vcs"], "n+D")
        self.assertEqual(self.good("list").count("\n  valiant "), 1)


class Damaged(ProgramTest):
    def graph(self, content, *says):
        self.refused("loads", "--topology", f"graph:{self.write('g.graph', content)}", "--routing", "table:none", says=["g.graph", *says])

    def table(self, content, *says, topology=None):
        topology = topology or f"graph:{self.write('g.graph', TRIANGLE)}"
        self.refused("simulate", "--topology", topology, "--routing", f"table:{self.write('t.table', content)}", *RUN, says=["t.table", *says])

    def test_graphs(self):
        self.graph("", "no edges")
        self.graph("0 1\n1 x\n", "line 2", "'x'")
        self.graph("0 1\n2 2\n", "line 2", "itself")
        self.graph("0 1\n0 1 0\n", "line 2", "bandwidth 0")
        self.graph("0 1\n0 1 -1\n", "line 2", "'-1' is no bandwidth")
        self.graph("0 1\n1 3\n", "node 2")
        self.graph("0 1\n1 > 2\n", "not strongly connected", "from node 2 to node 0")
        self.graph("0 1\n2 3\n", "not strongly connected", "from node 0 to node 2")
        self.graph("0 999999\n", "line 1", "262144")
        self.graph("0 1\n" * 256, "line 256", "at most 255")
        self.graph("0 1\n\x1b[31m\n", "line 2")
        self.graph(b"\x00\x01", "line 1", "no text")
        self.graph("0 " + "1" * 1_000_000, "line 1", "longer")
        for name in ("missing.graph", "."):
            self.refused("loads", "--topology", f"graph:{name}", says=f"graph={name}")
        self.refused("loads", "--topology", "graph:", says="file name")

    def test_a_graph_without_end_is_refused(self):
        self.refused("loads", "--topology", "graph:/dev/zero", says=["/dev/zero", "line 1"])

    def test_tables(self):
        self.table("", "no path from node 0 to node 1")
        self.table(DIRECT + "0: 0 2 1\n", "line 7", "'0:'")
        self.table(DIRECT + "4294967296: 0 2 1\n", "line 7", "1..4294967295")
        self.table(DIRECT + "1 0 2 1\n", "line 7", "WEIGHT")
        self.table(DIRECT + "1: 0 2 3\n", "line 7", "'3'", "0..2")
        self.table(DIRECT + "1: 0 2/1 1\n", "line 7", "none of the channels 0..0")
        self.table(DIRECT + "1: 0 2 0\n", "line 7", "ends where it begins")
        self.table(DIRECT + "1: 0 1\n", "the same path twice from node 0 to node 1")
        self.table(DIRECT.replace("1: 2 1\n", ""), "no path from node 2 to node 1")
        self.table("relative\n1: 0 1\n1: 0 2\n", "relative", "no torus or hypercube")
        self.table("relative\n1: 0 1\n1: 0 1 2\n", "relative", "mesh:3", topology="mesh:3")
        self.table("relative\n1: 0 1\n1: 1 2\n", "line 3", "node 0", topology="torus:3")
        self.table("1: 0 2\n", "line 1", "no channel leads from node 0 to node 2", topology="mesh:3")
        self.table(DIRECT + "1: 0 2@0 1@0\n", "line 7", "'2@0' names a VC class", "every hop of the file or at none")
        self.table("1: 0 1@0\n1: 0 2\n", "line 2", "'2' names no VC class", "line 1")
        self.table("1: 0 1@16\n", "line 1", "'1@16'", "C 0..15")
        self.table("1: 0@0 1@0\n", "line 1", "'0@0' begins the path")
        self.table(b"\x00\x01", "line 1", "no text")
        self.table("1: " + "0 1 " * 100 + "\n", "line 1", "76 hops")
        self.table("1: " + "0" * 1_000_000, "line 1", "longer")
        for name in ("missing.table", "."):
            self.refused("loads", "--topology", "torus:4", "--routing", f"table:{name}", says=f"table={name}")
        self.refused("loads", "--topology", "torus:4", "--routing", "table:", says="file name")

    def test_a_table_too_large_for_its_paths_is_refused(self):
        self.table("1: 0 1\n", "4096 nodes", topology="torus:65x65")


# Two islands of four routers with links of one flit a cycle, joined by four of a ninth of that and 20 cycles.
ISLANDS = "".join(f"{a + base} {b + base}\n" for base in (0, 4) for a in range(4) for b in range(a + 1, 4)) \
    + "".join(f"{v} {v + 4} 1/9 20\n" for v in range(4))


class Channels(ProgramTest):
    """Links that differ in latency and bandwidth, and several channels between a terminal and its router."""

    def test_a_packet_alone_takes_the_cycles_of_its_channels(self):
        # From (0, 0) to (2, 1): two hops of 3 cycles, one of 10, 4 flits: 2 x 3 + 10 + 4 + 1.
        self.write("one.schedule", "ranks 16\n0 send 3 to 6\n6 recv 3 from 0\n")
        run = self.simulated("--topology", "mesh:4x4", "--workload", "schedule:one.schedule", "--router.channel-latency", "dim0=3,dim1=10",
                             "--buffer-depth", "20")
        self.assertEqual(run["completion_cycle"], 21)
        self.assertEqual(run["bounds"]["completion_critical_path"], 21)
        # Over links of half a flit a cycle: a flit takes l + ceil(1/b) - 1 cycles, and one follows another after two.
        self.write("line.graph", "0 1 1/2\n1 2 1/2 5\n")
        self.write("line.schedule", "ranks 3\n0 send 3 to 2\n2 recv 3 from 0\n")
        run = self.simulated("--topology", "graph:line.graph", "--routing", "updown", "--workload", "schedule:line.schedule", "--buffer-depth", "8")
        self.assertEqual(run["completion_cycle"], (1 + 1) + (5 + 1) + 3 * 2 + 2)

    def simulated(self, *options):
        return json.loads(self.good("simulate", *options, "--json", "-"))

    def test_zero_load_is_that_of_the_paths(self):
        # Uniform on mesh:2x2: two of three destinations one hop away, one in each dimension, the third both: 4/3 hops, 2/3 of each.
        run = self.simulated("--topology", "mesh:2x2", "--load", "0.001", "--cycles", "2000000", "--router.channel-latency", "dim0=2,dim1=7",
                             "--buffer-depth", "16", "--packet-length", "4")
        self.assertEqual(run["bounds"]["zero_load_latency_exact"], "11")  # 2/3 x 2 + 2/3 x 7 + 4 + 1
        self.assertLess(abs(run["latency"]["mean"] - 11), 0.25)  # 2,000 packets of standard deviation 3

    def test_islands_sustain_nine_tenths_of_their_bound(self):
        self.write("islands.graph", ISLANDS)
        network = ["--topology", "graph:islands.graph", "--routing", "updown", "--vcs", "4", "--buffer-depth", "16"]
        bound = fractions.Fraction(json.loads(self.good("loads", *network[:4], "--json", "-"))["throughput"])
        run = self.simulated(*network, "--load", str(bound * 9 / 10), "--cycles", "40000")
        self.assertIn("deadlock-free", run["proof"])
        self.assertFalse(run["saturated"])
        self.assertAlmostEqual(run["accepted"], float(bound) * 0.9, delta=float(bound) * 0.03)

    def test_a_link_carries_its_bandwidth_and_no_more(self):
        for bandwidth in ("1/2", "2/3", "1/7"):
            self.write("pair.graph", f"0 1 {bandwidth}\n")
            run = self.simulated("--topology", "graph:pair.graph", "--routing", "updown", "--load", "1", "--cycles", "42000", "--warmup", "4200",
                                 "--packet-length", "8", "--buffer-depth", "16")
            self.assertAlmostEqual(run["accepted"], float(fractions.Fraction(bandwidth)), delta=0.0005)

    def test_a_channel_whose_flits_a_fault_took_is_free_when_its_rate_says(self):
        # The first packet's head crosses in cycle 1, and is lost on its way; the channel sends again from cycle 61 on, though no cycle is
        # simulated between: the second packet takes 1 + 59 cycles for the head, 3 x 60 behind it and 2.
        self.write("slow.graph", "0 1 1/60\n1 2\n2 0\n")
        for second in (62, 80, 100):
            self.write("two.csv", f"cycle,source,destination,flits\n0,0,1,4\n{second},0,1,4\n")
            run = self.simulated("--topology", "graph:slow.graph", "--routing", "updown", "--workload", "trace:two.csv", "--buffer-depth", "4",
                                 "--fault-events", "fail@3:0-1,repair@6:0-1")
            self.assertEqual((run["packets"]["lost"], run["latency"]["max"]), (1, 60 + 3 * 60 + 2))

    def test_a_channel_is_used_by_its_load_over_its_rate(self):
        for seed in range(12):
            drawn = random.Random(seed)
            nodes = drawn.randint(4, 8)
            pairs = [(drawn.randrange(v), v) for v in range(1, nodes)] + [tuple(drawn.sample(range(nodes), 2)) for _ in range(3)]
            edges = [(a, b, drawn.choice(("1", "1/2", "2/3", "1/7", "3/4", "1/3")), drawn.randint(1, 9)) for a, b in pairs]
            name = self.write("drawn.graph", "".join(f"{a} {b} {rate} {latency}\n" for a, b, rate, latency in edges))
            network = ["--topology", f"graph:{name}", "--routing", "layered", "--vcs", "4"]
            loads = json.loads(self.good("loads", *network[:4], "--json", "-"))
            load = min(fractions.Fraction(loads["throughput"]), 1) / 2
            run = self.simulated(*network, "--buffer-depth", "32", "--load", str(load), "--packet-length", "4", "--cycles", "20000",
                                 "--out", "channels=used.csv")
            used = list(csv.DictReader(io.StringIO((self.folder / "used.csv").read_text())))
            for row, channel in zip(used, loads["channels"]):
                self.assertEqual((row["from"], row["to"]), (str(channel["from"]), str(channel["to"])))
                rate = fractions.Fraction(channel.get("bandwidth", 1))
                expected = float(load * fractions.Fraction(channel["load"]))  # flits/cycle
                self.assertLessEqual(float(row["utilisation"]), rate + 1 / 20000)
                # Poisson packets of 4 flits: five standard deviations, and what is on its way at the window's ends.
                spread = 5 * (expected / 4 * run["cycles"]) ** 0.5 * 4 + 64
                self.assertLessEqual(abs(int(row["flits"]) - expected * run["cycles"]), spread, (seed, row, expected))

    def test_nic_ports_share_a_halo(self):
        for ports, cycles in ((1, 1033), (2, 517), (4, 259)):
            run = self.simulated("--topology", "torus:8x8", "--workload", "halo:2d,bytes=256", "--router.ejection", "channel", "--nic-ports", str(ports))
            self.assertEqual(run["completion_cycle"], cycles)

    def test_what_no_network_has_is_refused(self):
        run = ("simulate", "--topology", "mesh:3x3", *RUN)
        self.refused(*run, "--router.channel-latency", "4096", says=["router.channel-latency", "4096", "4095"])
        self.refused(*run, "--router.channel-latency", "global=10", says=["global=10", "dim0, dim1"])
        self.refused(*run, "--router.channel-latency", "dim0=0", says=["router.channel-latency", "1..4095"])
        for ports in ("0", "256"):
            self.refused(*run, "--nic-ports", ports, says=["nic-ports", ports, "1..255"])
        self.refused("simulate", "--topology", "mesh:3x3", "--load", "1.5", "--cycles", "200", says=["load=1.5", "1 flit"])
        self.refused(*run, "--nic-ports", "2", "--external", "all", says=["nic-ports=2", "external"])
        self.refused(*run[:-4], "--load", "2.5", "--cycles", "200", "--nic-ports", "2", says=["load=2.5", "2 flits"])
        self.write("none.graph", "0 1 0\n1 2 1\n")
        self.refused("simulate", "--topology", "graph:none.graph", "--routing", "updown", *RUN, says=["none.graph", "line 1", "bandwidth 0"])
        self.write("long.graph", "0 1 1 4096\n1 2 1\n")
        self.refused("simulate", "--topology", "graph:long.graph", "--routing", "updown", *RUN, says=["long.graph", "line 1", "4096"])
        self.write("fast.graph", "0 1 9/2\n1 2 1\n")
        self.refused("simulate", "--topology", "graph:fast.graph", "--routing", "updown", *RUN, says=["bandwidth 9/2", "take 9/2 as the unit"])


if __name__ == "__main__":
    unittest.main()
