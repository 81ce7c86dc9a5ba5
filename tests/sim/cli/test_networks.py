#!/usr/bin/python3
"""Networks and routings from files: what the commands make of them, each file damaged in every way once, and what the guide says of them."""
import csv
import io
import json
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
        self.table(DIRECT + "9007199254740993: 0 2 1\n", "line 7", "1..9007199254740992")
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


if __name__ == "__main__":
    unittest.main()
