#!/usr/bin/python3
"""Channels that go one way, differ in latency and bandwidth, or stand several between a terminal and its router."""
import csv
import fractions
import io
import json
import pathlib
import random
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest  # noqa: E402

DIRECT = "".join(f"1: {a} {b}\n" for a in range(3) for b in range(3) if a != b)
RUN = ["--load", "0.1", "--cycles", "200"]


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
                self.assertLessEqual(float(row["utilisation"]), 1 + 1 / (20000 * rate))  # a part of the bandwidth
                # Poisson packets of 4 flits: five standard deviations, and what is on its way at the window's ends.
                spread = 5 * (expected / 4 * run["cycles"]) ** 0.5 * 4 + 64
                self.assertLessEqual(abs(int(row["flits"]) - expected * run["cycles"]), spread, (seed, row, expected))

    def test_nic_ports_share_a_halo(self):
        """Packets of 257 flits to all neighbours: as many after each other as go over one injection channel."""
        for topology, halo, ports, cycles in (("torus:8x8", "halo:2d", 1, 1033), ("torus:8x8", "halo:2d", 2, 517), ("torus:8x8", "halo:2d", 4, 259),
                                              ("torus:4x4x4", "halo:3d", 1, 1546), ("torus:4x4x4", "halo:3d", 6, 259)):
            run = self.simulated("--topology", topology, "--workload", f"{halo},bytes=256", "--router.ejection", "channel", "--nic-ports", str(ports))
            self.assertEqual(run["completion_cycle"], cycles, (halo, ports))

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

    def test_as_many_latencies_as_there_may_be_in_tiles(self):
        for count, good in ((254, True), (255, False)):
            graph = self.write("many.graph", "".join(f"{i // 85} {i // 85 + 1} 1 {i + 1}\n" for i in range(count)))
            run = ["simulate", "--topology", f"graph:{graph}", "--routing", "updown", "--load", "0.05", "--packet-length", "4", "--cycles", "2000",
                   "--buffer-depth", "8"]
            if good:
                self.assertEqual(self.good(*run, "--tiles", "2", "--json", "-"), self.good(*run, "--json", "-"))
            else:
                self.refused(*run, says=["more than 254 different delays"])

    def test_the_ports_that_leave_room_for_nics_are_named(self):
        self.write("star.graph", "".join(f"0 {i}\n" for i in range(1, 201)) + "terminals 0 0\n")
        self.refused("simulate", "--topology", "graph:star.graph", "--routing", "updown", "--load", "0.01", "--cycles", "20", "--nic-ports", "60",
                     says=["nic-ports=60", "200 network ports, as many as any router has", "allowed 1..55"])


if __name__ == "__main__":
    unittest.main()
