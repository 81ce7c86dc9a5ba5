#!/usr/bin/python3
"""The waveform of routers (--out vcd=FILE,routers=...): by hand for one packet, against the trace of the compiled network for many, and what is refused."""
import collections
import csv
import io
import json
import re
import unittest

import router_waves
import vcd
from program import ROOT as TREE
from program import WHOLE, ProgramTest

RUN = ["simulate", "--topology", "torus:4x4", "--load", "0.4", "--cycles", "150", "--warmup", "20"]
ROOT = "SystemC.network."
PAGE = TREE / "docs" / "vcd"


class VcdNodes(ProgramTest):
    def waves(self, *options, nodes, channels=""):
        """The result of a run, and the values of its waveform after each cycle; with and without the waveform all else is the same."""
        plain = self.good(*options, "--json", "-")
        text = self.good(*options, "--json", "result.json", "--out", f"vcd=o.vcd,routers={nodes}{channels}")
        self.assertEqual((self.folder / "result.json").read_text(), plain)
        self.assertNotIn("Info", text)
        self.assertNotIn("Warning", text)
        result = json.loads(plain)
        return result, vcd.by_cycle((self.folder / "o.vcd").read_text(), result["simulated_cycles"])

    def check_signals(self, wanted, seen, where):
        for t, (a, b) in enumerate(zip(wanted, seen)):
            self.assertEqual(a, {name: b[name] for name in a}, f"{where}, cycle {t}")

    def check_against_trace(self, topology, length, *options, nodes="5+6", load="0.5", cycles="120", **rules):
        arguments = ["simulate", "--topology", topology, "--load", load, "--cycles", cycles, "--warmup", "20", "--packet-length", length, *options]
        _, values = self.waves(*arguments, nodes=nodes)
        self.good(*arguments, "--out", "trace=t.csv", "--out", "record=r.csv")  # by the compiled network
        numbers, destination = collections.Counter(), {}
        for r in csv.DictReader(io.StringIO((self.folder / "r.csv").read_text())):
            source = int(r["source"])
            destination[source, numbers[source]] = r["destination"]
            numbers[source] += 1
        rows = list(csv.DictReader(io.StringIO((self.folder / "t.csv").read_text())))
        known = router_waves.Rules(rows, destination, length, **rules)
        with self.subTest(topology=topology, options=options):
            for node in nodes.split("+"):
                self.assertGreater(router_waves.check(self, known, values, int(node), ROOT), 20)
            self.assertEqual({name.split(".")[2] for name in values[0] if name.startswith(ROOT)}, {f"node_{n}" for n in nodes.split("+")})

    def test_one_packet_by_hand(self):
        # 0 and 1 change places, 3 flits each: a flit is in the buffer behind its injection channel in cycle 1, crosses in 1, is in the next buffer in 2.
        self.write("one.txt", "1\n0\n")
        result, values = self.waves("simulate", "--topology", "mesh:2", "--packet-length", "3", "--workload", "permutation:one.txt",
                                    "--router.vc-selection", "lowest", nodes="0+1")
        self.assertEqual(result["simulated_cycles"], 5)
        for place, signal, wanted in (
                ("node_0.in_2_from_t0", "fill", [0, 1, 1, 1, 0]), ("node_0.in_2_from_t0", "state", [0, 2, 2, 2, 0]),
                ("node_0.in_2_from_t0", "granted", [0, 1, 0, 0, 0]), ("node_0.in_2_from_t0", "blocked", [0] * 5),
                ("node_0.out_0_to_1", "granted", [0, 1, 0, 0, 0]), ("node_0.out_0_to_1", "crossing", [0, 1, 1, 1, 0]),
                ("node_0.out_0_to_1", "held", [0, 1, 1, 1, 0]), ("node_0.out_0_to_1", "free", [1, 0, 0, 0, 0]),
                ("node_0.out_0_to_1", "credits", [2, 2, 1, 1, 1]), ("node_0.out_0_to_1", "in_port", [0, 2, 2, 2, 2]),
                ("node_1.in_1_from_0", "fill", [0, 0, 1, 1, 1]), ("node_1.in_1_from_0", "state", [0, 0, 3, 3, 3]),
                ("node_1.in_2_from_t1", "out_port", [0, 1, 1, 1, 1]), ("node_1.in_2_from_t1", "source", [0, 1, 1, 1, 1])):
            self.assertEqual([state[f"{ROOT}{place}.vc0.{signal}"] for state in values], wanted, (place, signal))
            if signal == "fill":
                self.assertFalse(any(state[f"{ROOT}{place}.vc1.{signal}"] for state in values))

    def test_the_example_of_the_page_by_hand(self):
        # One VC, two packets to 3: node 1's own head flit is given the VC to 2 in cycle 1, its tail crosses in 3 and leaves the next buffer in 4, so that
        # of node 0, there from 2 on, is given it in 5.
        _, values = self.waves("simulate", "--topology", "mesh:4", "--vcs", "1", "--workload", f"trace:{PAGE / 'two-worms.csv'}", nodes="1+2")
        self.assertEqual(len(values), 11)  # the head flit is ejected in cycle 7, the tail three later
        for place, signal, wanted in (
                ("node_1.in_1_from_0", "state", [0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 0]), ("node_1.in_1_from_0", "blocked", [0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
                ("node_1.in_1_from_0", "fill", [0, 0, 1, 2, 2, 2, 1, 1, 1, 0, 0]), ("node_1.in_1_from_0", "granted", [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
                ("node_1.out_0_to_2", "held", [0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0]), ("node_1.out_0_to_2", "free", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
                ("node_1.out_0_to_2", "source", [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]), ("node_1.out_0_to_2", "credits", [2, 2, 1, 1, 1, 2, 1, 1, 1, 1, 2]),
                ("node_2.in_1_from_1", "fill", [0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0]), ("node_2.in_1_from_1", "granted", [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0])):
            self.assertEqual([state[f"{ROOT}{place}.vc0.{signal}"] for state in values], wanted, (place, signal))
        shown = re.findall(r"^\+\{.*\} ([^[\n]+)", (PAGE / "routers.gtkw").read_text(), re.MULTILINE)
        self.assertGreater(len(shown), 10)
        self.assertLessEqual(set(shown), set(values[0]))
        numbers = dict(line.split() for line in (PAGE / "states.txt").read_text().splitlines())
        self.assertEqual([numbers[str(i)] for i in range(4)], ["idle", "waiting", "forwarding", "ejecting"])

    def test_the_page_names_every_signal(self):
        _, values = self.waves(*RUN, "--router.ejection", "channel", nodes="3")
        tables = (TREE / "docs/guide/waveforms.md").read_text().partition("## Routers")[2].partition("## Channels")[0].partition("| VC of an output")
        for table, kind in ((tables[0], "in_"), (tables[2], "out_")):
            named = {name for line in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)}
            self.assertEqual(named, {n.rsplit(".", 1)[1] for n in values[0] if n.startswith(f"{ROOT}node_3.{kind}")})

    def test_every_signal_fits_the_crossings_and_the_rules(self):
        self.check_against_trace("torus:4x4", 4)
        self.check_against_trace("torus:4x4", 1, "--router.ejection", "channel", ideal=False, nodes="0+3+15")
        self.check_against_trace("mesh:3x3", 3, "--vcs", "2", "--buffer-depth", "1", nodes="4+1", depth=1)
        self.check_against_trace("hypercube:3", 5, "--routing", "duato", "--vcs", "3", "--router.crossbar", "per-port", nodes="5")

    def test_over_cycles_in_which_nothing_happens(self):
        load, cycles = ("0.01", "2000") if WHOLE else ("0.02", "1000")
        self.check_against_trace("torus:4x4", 2, load=load, cycles=cycles)
        self.check_against_trace("torus:4x4", 2, "--router.channel-latency", "4", "--router.ejection", "channel", load=load, cycles=cycles, latency=4,
                                 ideal=False)

    def test_under_at_tail_reuse_and_with_latencies(self):
        self.check_against_trace("torus:4x4", 3, "--router.vc-reuse", "at-tail", "--buffer-depth", "4", depth=4, at_tail=True)
        self.check_against_trace("torus:4x4", 1, "--router.vc-reuse", "at-tail", "--router.ejection", "channel", "--vcs", "2", at_tail=True, ideal=False)
        self.check_against_trace("torus:4x4", 4, "--router.channel-latency", "3", "--buffer-depth", "5", depth=5, latency=3)
        self.check_against_trace("torus:4x4", 4, "--router.channel-latency", "2", "--router.credit-latency", "4", "--router.pipeline", "2",
                                 "--router.routing-delay", "3", "--router.ejection", "channel", ideal=False, latency=2, credit=4, pipeline=2, delay=3)
        self.check_against_trace("torus:4x4", 1, "--router.channel-latency", "2", "--router.vc-reuse", "at-tail", "--router.pipeline", "1", latency=2,
                                 pipeline=1, at_tail=True)

    def test_blocked_head_flits_are_those_of_the_channel_table(self):
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.7", "--vcs", "2", "--packet-length", "6", "--cycles", "100", "--warmup", "30"]
        _, values = self.waves(*run, nodes="9")
        self.good(*run, "--out", "channels=c.csv")
        blocked, name = collections.Counter(), f"{ROOT}node_9."
        for t, state in enumerate(values):
            for place in (n[:-len("blocked")] for n, value in state.items() if n.startswith(name) and n.endswith(".blocked") and value):
                later = next(v for v in values[t:] if not v[place + "blocked"])  # the only channel that dor offers it
                blocked[later[place + "out_port"]] += 30 <= t < 130
        table = {r["to"]: int(r["head_blocked"]) for r in csv.DictReader(io.StringIO((self.folder / "c.csv").read_text())) if r["from"] == "9"}
        ports = {n[len(name):].split(".")[0].split("_")[3]: int(n[len(name):].split("_")[1]) for n in values[0] if n.startswith(name + "out_")}
        self.assertGreater(sum(table.values()), 50)
        self.assertEqual({to: blocked[port] for to, port in ports.items()}, table)

    def test_beside_other_options(self):
        # Whatever the run, results stay; buffers hold at most their depth, and no VC is both free and held.
        for extra in (["--routing", "sw-deterministic", "--fault-events", "fail@60:5,repair@90:5"], ["--external", "half:3"], ["--external", "all"],
                      ["--routing", "sw-adaptive", "--faults", "nodes:9", "--absorption.limit", "1"],
                      ["--routing", "valiant", "--vcs", "4", "--router.crossbar", "per-port", "--router.switch-allocator", "iterate:2"], []):
            _, values = self.waves(*RUN, *extra, nodes="6+5+6") if extra else self.beside_channels()
            self.assertEqual(max(value for state in values for name, value in state.items() if name.endswith(".fill")), 2)
            for state in values:
                for name, value in state.items():
                    self.assertFalse(name.endswith(".free") and value and state[name[:-len("free")] + "held"], name)

    def beside_channels(self):
        _, values = self.waves(*RUN, nodes="5+6", channels=",channels=5-6+t6-6")
        self.assertEqual({name.split(".")[2] for name in values[0] if name.startswith(ROOT)}, {"node_5", "node_6", "from_5_to_6", "from_t6_to_6"})
        for state in values:  # both say what crosses
            for vc in range(4):
                self.assertEqual(state[f"{ROOT}from_5_to_6.vc{vc}.crossing"], state[f"{ROOT}node_5.out_0_to_6.vc{vc}.crossing"])
        return None, values

    def test_those_routers_are_external(self):
        def count(*options):
            return self.good(*RUN, *options).partition("external routers")[2].split()[:3]
        self.assertEqual(count("--out", "vcd=o.vcd,routers=3+4+3"), ["2", "of", "16"])
        self.assertEqual(count("--out", "vcd=o.vcd,routers=3+4", "--external", "4,7"), ["3", "of", "16"])
        self.assertEqual(count("--out", "vcd=o.vcd,routers=3", "--external", "stall=500"), ["1", "of", "16"])
        self.assertEqual(count("--out", "vcd=o.vcd,channels=0-1"), [])

    def test_the_same_run_writes_the_same_bytes(self):
        first, second = (self.good(*RUN, "--out", "vcd=-,routers=0+7") for _ in range(2))
        self.assertEqual(first, second)
        self.assertFalse(list(self.folder.glob("*.vcd")))

    def test_what_is_refused(self):
        for nodes in ("16", "3+", "+3", "3++4", "x", "0-1", "-1", "all"):
            self.refused(*RUN, "--out", f"vcd=o.vcd,routers={nodes}", says="simulate: out, routers=")
        self.refused(*RUN, "--out", "vcd=o.vcd,routers=", says=["out=vcd=o.vcd,routers=", "no value of routers"])
        self.refused(*RUN, "--out", "vcd=o.vcd,routers=3,channels=0-1,routers=4", says=["out=vcd=o.vcd,routers=3,channels=0-1,routers=4", "routers twice"])
        self.refused(*RUN, "--out", "vcd=o.vcd,channels=0-1", "--external", "stall=500", says=["external=stall=500", "routers"])
        self.refused("simulate", "--topology", "torus:16x16", "--load", "0.1", "--vcs", "16", "--out",
                     "vcd=o.vcd,routers=" + "+".join(str(v) for v in range(29)), says=["routers=", "4096 VCs"])
        self.refused("saturate", "--topology", "torus:4x4", "--out", "vcd=o.vcd,routers=3", says="--out")
        self.assertFalse(list(self.folder.glob("*vcd*")))


if __name__ == "__main__":
    unittest.main()
