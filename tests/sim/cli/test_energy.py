#!/usr/bin/python3
"""--energy: counts by hand, sums over routers and channels, and whole runs in which every flit is accounted for."""
import csv
import io
import json
import unittest

from program import ROOT, ProgramTest

# Primes, so that no count stands in for another; latencies count.
COSTS = """
buffer-write 2 pJ/flit  # comment
buffer-read 3 pJ/flit
crossbar 5 pJ/flit
switch-allocation 7 pJ/flit
vc-allocation 11 pJ/packet
link 13 pJ/flit
link 17 pJ/flit/cycle
link.injection 19 pJ/flit
link.ejection 23 pJ/flit
router 1/4 pJ/cycle
"""
LINE = ["--topology", "mesh:3", "--vcs", "2"]
KINDS = ("buffer_writes", "buffer_reads", "crossbar", "switch_allocations", "vc_allocations", "links", "routers")
WHOLE = ["--topology", "torus:4x4", "--workload", "all-to-all:direct,bytes=9"]


class Energy(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("costs.energy", COSTS)
        self.write("one.schedule", "ranks 3\n0 send 3 to 2\n2 recv 3 from 0\n")  # four flits from end to end of the line

    def run_with(self, *options, costs="costs.energy"):
        """The result, and the rows of the table by part."""
        result = json.loads(self.good("simulate", *options, "--energy", costs, "--out", "energy=energy.csv", "--json", "-"))
        parts = {}
        for row in csv.DictReader(io.StringIO((self.folder / "energy.csv").read_text())):
            parts.setdefault(row["part"], []).append(row)
        return result, parts

    def counts(self, result):
        return {kind: result["energy"][kind]["count"] for kind in KINDS}

    def test_one_packet_by_hand(self):
        result, parts = self.run_with(*LINE, "--workload", "schedule:one.schedule", "--router.channel-latency", "dim0=3", "--buffer-depth", "6")
        cycles = result["cycles"]
        # Written at all three routers, read there; through two crossbars, over two channels of latency 3 and in by one.
        self.assertEqual(self.counts(result), {"buffer_writes": 12, "buffer_reads": 12, "crossbar": 8, "switch_allocations": 8, "vc_allocations": 2,
                                               "links": 12, "routers": 3 * cycles})
        forwarding = 4 * 2 + 4 * 3 + 4 * 5 + 4 * 7 + 11 + cycles / 4
        self.assertEqual(result["energy"]["per_router"], [forwarding, forwarding, 4 * 2 + 4 * 3 + cycles / 4])
        on = {(row["from"], row["to"]): float(row["energy"]) for row in parts["channel"]}
        self.assertEqual(on, {("0", "1"): 4 * (13 + 3 * 17), ("1", "2"): 4 * (13 + 3 * 17), ("1", "0"): 0, ("2", "1"): 0})
        self.assertEqual([(row["from"], row["to"], row["flits"], float(row["energy"])) for row in parts["injection"]],
                         [("0", "0", "4", 76.0), ("1", "1", "0", 0.0), ("2", "2", "0", 0.0)])
        self.assertNotIn("ejection", parts)
        self.assertEqual(result["energy"]["total"], 2 * forwarding + 20 + cycles / 4 + 8 * 64 + 76)
        self.assertEqual(result["energy"]["per_flit"], result["energy"]["total"] / 4)

    def test_ejection_channels_pass_a_crossbar_and_take_a_vc(self):
        for ports in ("1", "2"):
            result, parts = self.run_with(*LINE, "--workload", "schedule:one.schedule", "--router.ejection", "channel", "--nic-ports", ports)
            self.assertEqual(self.counts(result), {"buffer_writes": 12, "buffer_reads": 12, "crossbar": 12, "switch_allocations": 12,
                                                   "vc_allocations": 3, "links": 16, "routers": 3 * result["cycles"]})
            self.assertEqual([(row["from"], row["to"], row["flits"], float(row["energy"])) for row in parts["ejection"]],
                             [("0", "0", "0", 0.0), ("1", "1", "0", 0.0), ("2", "2", "4", 92.0)])

    def test_a_kind_has_a_cost_of_its_own_and_what_is_not_named_costs_nothing(self):
        self.write("kinds.energy", "link 1 pJ/flit\nlink.dim1 10 pJ/flit\nlink.dim1 1 pJ/flit/cycle\n")
        result, parts = self.run_with("--topology", "mesh:3x3", "--workload", "permutation:transpose", "--router.channel-latency", "dim1=4",
                                      "--buffer-depth", "8", costs="kinds.energy")
        for row in parts["channel"]:
            self.assertEqual(float(row["energy"]), int(row["flits"]) * (14 if row["dimension"] == "1" else 1))
        self.assertEqual(sum(result["energy"]["per_router"]), 0)
        self.assertGreater(result["energy"]["total"], 0)

    def check_sums(self, result, parts):
        energy = result["energy"]
        self.assertAlmostEqual(energy["total"], sum(energy[kind]["energy"] for kind in KINDS), delta=1e-9 * energy["total"])
        self.assertAlmostEqual(energy["total"], sum(float(row["energy"]) for rows in parts.values() for row in rows), delta=1e-9 * energy["total"])
        self.assertEqual([float(row["energy"]) for row in parts["router"]], energy["per_router"])
        self.assertEqual([float(row["energy"]) for row in parts["channel"]], energy["per_channel"])
        for column, kind in (("buffer_writes",) * 2, ("buffer_reads",) * 2, ("vc_allocations",) * 2, ("crossings", "crossbar")):
            self.assertEqual(sum(int(row[column]) for row in parts["router"]), energy[kind]["count"])
        flits = {part: sum(int(row["flits"]) for row in rows) for part, rows in parts.items() if part != "router"}
        self.assertEqual(sum(flits.values()), energy["links"]["count"])
        self.assertEqual(flits["channel"] + flits["injection"], energy["buffer_writes"]["count"])
        self.assertEqual(flits["channel"] + flits.get("ejection", 0), energy["crossbar"]["count"])
        return flits

    def test_in_a_whole_run_every_flit_is_accounted_for(self):
        for options in ([], ["--router.ejection", "channel"], ["--router", "onchip"], ["--router", "booksim"], ["--buffer-depth", "1"],
                        ["--router.channel-latency", "dim0=1,dim1=5", "--buffer-depth", "12"], ["--external", "half:1"],
                        ["--external", "half:2", "--router.ejection", "channel"], ["--routing", "duato", "--nic-ports", "2"]):
            with self.subTest(options=options):
                result, parts = self.run_with(*WHOLE, *options)
                flits = self.check_sums(result, parts)
                self.assertEqual(flits["channel"], result["flit_hops"])
                self.assertEqual(flits["injection"], result["energy"]["accepted_flits"])
                self.assertEqual(result["energy"]["buffer_writes"]["count"], result["energy"]["buffer_reads"]["count"])

    def test_in_a_window_what_is_written_and_not_read_is_in_buffers(self):
        network = ["--topology", "torus:4x4", "--load", "0.4", "--packet-length", "5", "--cycles", "1000"]
        self.write("islands.graph", "0 1\n1 2\n2 0\n3 4\n4 5\n5 3\n0 3 2/3 4\n1 4 1/7 9\n")
        graph = ["--topology", "graph:islands.graph", "--routing", "updown", "--buffer-depth", "40", "--load", "0.05", "--cycles", "2000"]
        events = ["--routing", "sw-adaptive", "--fault-events", "fail@300:5,fail@700:0-1,repair@900:5", "--retransmit", "20"]
        for options, places in (([*network, "--router.pipeline", "2", "--buffer-depth", "8"], 8), ([*network, "--vcs", "2"], 2),
                                ([*network, *events], 2), ([*network, *events, "--router.ejection", "channel"], 2),
                                ([*network, "--routing", "sw-deterministic", "--faults", "nodes:5"], 2), (graph, 40)):
            with self.subTest(options=options):
                result, parts = self.run_with(*options)
                self.check_sums(result, parts)
                for row in parts["router"]:
                    held = int(row["buffer_writes"]) - int(row["buffer_reads"])
                    self.assertLessEqual(abs(held), 5 * 8 * places + (200 if events[0] in options else 0), row)  # ports, VCs; lost flits

    def test_nothing_else_of_a_result_depends_on_it(self):
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.3", "--packet-length", "4", "--cycles", "500", "--json", "-"]
        plain, costed = json.loads(self.good(*run)), json.loads(self.good(*run, "--energy", "costs.energy"))
        self.assertEqual((costed["options"].pop("energy"), costed.pop("energy")["accepted_flits"]), ("costs.energy", round(plain["accepted"] * 16 * 500)))
        self.assertEqual(plain, costed)
        self.assertIn("pJ/flit accepted", self.good(*run[:-2], "--energy", "costs.energy"))

    def test_packets_that_arrive_with_errors_cost_what_others_do(self):
        run = ["--topology", "torus:4x4", "--load", "0.3", "--packet-length", "4", "--cycles", "500", "--router.error-detection", "end-to-end", "--flit-error"]
        for more in ([], ["--router.ejection", "channel"], ["--tiles", "3"]):
            whole, _ = self.run_with(*run, "0", *more)
            some, parts = self.run_with(*run, "0.02", *more)  # every cycle is what it would be without errors
            self.check_sums(some, parts)
            self.assertEqual(self.counts(whole), self.counts(some))
            self.assertEqual(whole["energy"]["total"], some["energy"]["total"])
            self.assertLess(some["energy"]["accepted_flits"], whole["energy"]["accepted_flits"])
            self.assertGreater(some["energy"]["per_flit"], whole["energy"]["per_flit"])
            again, parts = self.run_with(*run, "0.02", "--retransmit", "20", *more)
            self.check_sums(again, parts)
            self.assertGreater(again["energy"]["links"]["count"], some["energy"]["links"]["count"])

    def test_links_that_send_again_pay_for_it(self):
        errors = ["--flit-error", "0.2", "--router.replay-buffer", "8"]
        # The costs of a flit that is sent again: 3 out of the buffer, 13 and 17 a cycle of latency over the channel.
        for latency, more in ((1, []), (3, []), (1, ["--router.ejection", "channel"]), (3, ["--tiles", "3"])):
            network = [*WHOLE, "--router.channel-latency", str(latency), "--buffer-depth", str(2 * latency), *more]
            plain, _ = self.run_with(*network)
            self.assertNotIn("resent", plain["energy"])
            never, _ = self.run_with(*network, "--flit-error", "0", "--router.replay-buffer", "8")
            self.assertEqual(never["energy"].pop("resent"), {"count": 0, "energy": 0})
            self.assertEqual(never["energy"]["per_channel"], plain["energy"]["per_channel"])
            for kind in KINDS[:-1]:
                self.assertEqual(never["energy"][kind], plain["energy"][kind])
            for window in ("1", "2", "8"):
                with self.subTest(more=more, latency=latency, window=window):
                    result, parts = self.run_with(*network, *errors, "--router.retry-window", window)
                    resent, retries = result["energy"]["resent"], result["link_errors"]["retries"]
                    self.assertEqual(resent["energy"], resent["count"] * (3 + 13 + 17 * latency))
                    (self.assertEqual if window == "1" else self.assertGreater)(resent["count"], retries)
                    # At most as many follow as the link has cycles, or its window lets go.
                    self.assertLessEqual(resent["count"], retries * min(2 * latency, int(window)))
                    over = sum(int(row["flits"]) for row in parts["channel"])
                    self.assertEqual(over, result["flit_hops"])
                    self.assertAlmostEqual(sum(result["energy"]["per_channel"]), over * (13 + 17 * latency) + resent["energy"], delta=1e-6)
                    kinds = sum(result["energy"][kind]["energy"] for kind in (*KINDS, "resent"))
                    self.assertAlmostEqual(result["energy"]["total"], kinds, delta=1e-9 * kinds)

    def test_of_a_window_only_what_is_sent_in_it_is_paid(self):
        run = ["--topology", "torus:4x4", "--load", "0.3", "--packet-length", "4", "--flit-error", "0.1", "--router.channel-latency", "2", "--buffer-depth", "4",
               "--fault-events", "fail@250:0-1,repair@420:0-1", "--routing", "sw-adaptive", "--retransmit", "20", "--seed", "5"]
        parts = [self.run_with(*run, "--warmup", str(warmup), "--cycles", str(cycles))[0]["energy"]["resent"]["count"]
                 for warmup, cycles in ((0, 300), (300, 400), (0, 700))]
        self.assertEqual(parts[0] + parts[1], parts[2])
        for tiles in ("2", "5"):
            self.assertEqual(self.run_with(*run, "--warmup", "300", "--cycles", "400", "--tiles", tiles)[0]["energy"]["resent"]["count"], parts[1])

    def test_the_example_is_marked_as_one_and_is_read(self):
        example = ROOT / "experiments" / "data" / "example.energy"
        self.assertIn("no technology", example.read_text().splitlines()[0])
        result, _ = self.run_with(*WHOLE, costs=str(example))
        self.assertGreater(result["energy"]["total"], 0)

    def test_what_is_wrong_is_refused_with_its_line(self):
        for line, *says in (("crossbar 1", "2 words", "NAME VALUE UNIT"), ("crossbar 1 pJ / flit", "5 words"), ("crossbar x pJ/flit", "'x'", "number"),
                            ("crossbar -1 pJ/flit", "'-1'", "not negative"), ("crossbar 1 pJ/bit", "pJ/bit", "pJ/flit"),
                            ("vc-allocation 1 pJ/flit", "pJ/packet"), ("router 1 mW", "mW", "pJ/cycle"), ("link 1 pJ/cycle", "pJ/flit | pJ/flit/cycle"),
                            ("link.dim9 1 pJ/flit", "'dim9'", "dim0, dim1, injection, ejection"), ("wire 1 pJ/flit", "'wire'", "buffer-write", "link.KIND"),
                            ("link 1 pJ/flit\nlink 2 pJ/flit", "line 3", "twice")):
            with self.subTest(line=line):
                self.write("wrong.energy", f"# first\n{line}\n")
                self.refused("simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "10", "--energy", "wrong.energy",
                             says=["simulate: energy=wrong.energy line ", *says])
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "10"]
        self.refused(*run, "--energy", "none.energy", says=["energy=none.energy", "no such file"])
        self.refused(*run, "--out", "energy=e.csv", says=["out=energy=e.csv", "energy"])
        for kind in ("trace", "timeline", "vcd"):
            self.refused(*run, "--energy", "costs.energy", "--out", f"{kind}=x", says=[f"out={kind}=x", "energy"])


if __name__ == "__main__":
    unittest.main()
