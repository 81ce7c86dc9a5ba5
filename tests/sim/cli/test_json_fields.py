#!/usr/bin/python3
"""Numbers of results, field by field, against what the packets and flits of the run say, and cases worked out by hand: no field may stand for another."""
import json
import unittest

from journeys import Journeys
from program import ProgramTest
from test_summaries import statistics_of

# Node 5 has failed; packets are absorbed. Sources draw different numbers of packets, some of which are in flight at the end.
RUN = ["simulate", "--topology", "torus:4x3", "--routing", "sw-deterministic", "--faults", "nodes:5", "--load", "0.45", "--packet-length", "3..6",
       "--cycles", "400", "--warmup", "100", "--router.ejection", "channel", "--seed", "11"]


class JsonFields(ProgramTest):
    def run_and_journeys(self, *options):
        result = json.loads(self.good(*options, "--json", "-", "--out", "record=m.csv"))
        return result, Journeys((self.folder / "m.csv").read_text(), self.good(*options, "--out", "trace=-"))

    def test_every_number_of_a_run_with_a_window(self):
        result, run = self.run_and_journeys(*RUN)
        window, living = range(100, 500), [node for node in range(12) if node != 5]
        everything = run.packets.values()
        measured = run.generated_in(window)
        self.assertTrue(all(m.delivered is not None for m in measured))  # drained
        per_cycle = 400
        self.assertAlmostEqual(result["offered"], sum(m.length for m in measured) / (per_cycle * len(living)), places=12)
        self.assertAlmostEqual(result["accepted"], run.ejected_in(window) / (per_cycle * len(living)), places=12)
        self.assertAlmostEqual(result["accepted_min"], min(run.ejected_in(window, node) for node in living) / per_cycle, places=12)
        self.assertEqual([source is None for source in result["per_terminal"]], [node == 5 for node in range(12)])
        for node in living:
            source = result["per_terminal"][node]
            self.assertAlmostEqual(source["offered"], sum(m.length for m in run.generated_in(window, node)) / per_cycle, places=12)
            self.assertAlmostEqual(source["accepted"], run.ejected_in(window, node) / per_cycle, places=12)
            waiting = [m for m in run.generated_in(range(500), node) if m.injected is None or m.injected >= 500]
            self.assertEqual(source["backlog"], len(waiting))
        self.assertGreater(sum(source["backlog"] for source in result["per_terminal"] if source), 0)
        delivered = [m for m in everything if m.delivered is not None]
        self.assertEqual(result["packets"], {"generated": len(everything), "delivered": len(delivered), "measured": len(measured), "lost": 0,
                                             "retransmitted": 0, "in_flight": len(everything) - len(delivered)})
        self.assertEqual((result["cycles"], result["simulated_cycles"]), (400, max(m.delivered for m in measured) + 1))
        self.assertEqual(len({len(everything), len(delivered), len(measured)}), 3)
        for name, values in (("latency", [m.latency for m in measured]), ("network_latency", [m.network_latency for m in measured]),
                             ("hops", [m.hops for m in measured])):
            for field, value in statistics_of(values).items():
                self.assertAlmostEqual(result[name][field], value, places=9, msg=f"{name}.{field}")
        self.assertEqual(result["flit_hops"], len(run.crossed))
        absorbed = result["absorbed"]
        self.assertEqual(absorbed["total"] + absorbed["intermediate"], sum(m.absorptions for m in everything))
        self.assertEqual(absorbed["total"], absorbed["reverse"] + absorbed["orthogonal"] + absorbed["last_resort"])
        self.assertGreater(absorbed["total"], 20)
        by_hops = {row["hops"]: row for row in result["latency_by_hops"]}
        self.assertEqual(sorted(by_hops), sorted({m.hops for m in measured}))
        for hops, row in by_hops.items():
            latencies = [m.latency for m in measured if m.hops == hops]
            self.assertEqual((row["count"], row["min"], row["max"]), (len(latencies), min(latencies), max(latencies)))
            self.assertAlmostEqual(row["mean"], sum(latencies) / len(latencies), places=9)

    def absorbed(self, *packets):
        """Of packets (cycle, source, destination) of two flits on a mesh of 5x3 whose node 7, in the middle, has failed."""
        self.write("trace.csv", "cycle,source,destination,flits\n" + "".join(f"{cycle},{a},{b},2\n" for cycle, a, b in packets))
        return json.loads(self.good("simulate", "--topology", "mesh:5x3", "--routing", "sw-deterministic", "--faults", "nodes:7", "--workload",
                                    "trace:trace.csv", "--json", "-"))["absorbed"]

    def test_absorptions_and_the_peaks_of_memory(self):
        """Along the middle row, 5 to 9: absorbed at node 6 before the fault, led off to an outer row (orthogonal), and on from its end (intermediate)."""
        one = self.absorbed((0, 5, 9))
        self.assertEqual((one["total"], one["orthogonal"], one["reverse"], one["last_resort"]), (1, 1, 0, 0))
        self.assertEqual((one["peak_node"], one["peak"]), (1, 1))
        # From both sides: at nodes 6 and 8 at the same time; twice as many of everything, but of what one node holds.
        both = self.absorbed((0, 5, 9), (0, 9, 5))
        self.assertEqual({name: 2 * one[name] for name in ("total", "orthogonal", "reverse", "last_resort", "intermediate")},
                         {name: both[name] for name in ("total", "orthogonal", "reverse", "last_resort", "intermediate")})
        self.assertEqual((both["peak_node"], both["peak"]), (1, 2))
        # One after the other, when the first has long arrived.
        apart = self.absorbed((0, 5, 9), (100, 9, 5))
        self.assertEqual((apart["total"], apart["peak_node"], apart["peak"]), (2, 1, 1))
        # Of node 6 itself and of node 5: in one memory, the first of them held there by --absorption.delay.
        self.write("trace.csv", "cycle,source,destination,flits\n0,5,9,1\n0,6,9,1\n0,9,5,1\n")
        held = json.loads(self.good("simulate", "--topology", "mesh:5x3", "--routing", "sw-deterministic", "--faults", "nodes:7", "--workload",
                                    "trace:trace.csv", "--absorption.delay", "50", "--json", "-"))["absorbed"]
        self.assertEqual((held["total"], held["peak_node"], held["peak"]), (3, 2, 3))
        text = self.good("simulate", "--topology", "mesh:5x3", "--routing", "sw-deterministic", "--faults", "nodes:7", "--workload", "trace:trace.csv",
                         "--absorption.delay", "50")
        self.assertRegex(text, r"absorbed +3 by a fault \(0 reverse, 3 orthogonal, 0 last resort\), \d+ at an intermediate node\n")
        self.assertRegex(text, r"memory +at most 2 packets in one node, 3 in all\n")

    def test_one_of_a_thing_is_singular(self):
        """Every count of people's text says 1 node, 1 link, 1 packet, 2 nodes."""
        self.assertIn("torus:4x4: 1 of 16 nodes failed, 1 link\n", self.good("faults", "--topology", "torus:4x4", "--faults", "nodes:5+links:0-1"))
        text = self.good("loads", "--topology", "torus:4x4", "--routing", "updown", "--faults", "nodes:5+links:0-1")
        self.assertRegex(text, r"faults +1 node, 1 link failed; 15 nodes live\n")
        self.assertRegex(self.good("reliability", "--topology", "torus:4x4", "--counts", "1..2"), r"(?m)^1 node failed: .*\n(.*\n)*2 nodes failed: ")
        self.write("trace.csv", "cycle,source,destination,flits\n0,5,9,2\n")
        one = self.good("simulate", "--topology", "mesh:5x3", "--routing", "sw-deterministic", "--faults", "nodes:7", "--workload",
                        "trace:trace.csv")
        self.assertIn("1 packet of 2 flits", one)
        self.assertRegex(one, r"memory +at most 1 packet in one node, 1 in all\n")
        self.assertRegex(self.good("simulate", "--topology", "mesh:3", "--vcs", "1", "--load", "0.1", "--cycles", "50").split("\n")[0], r"^mesh:3 dor, 1 VC, depth 2, ")


if __name__ == "__main__":
    unittest.main()
