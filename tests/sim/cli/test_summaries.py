#!/usr/bin/python3
"""Every number of a summary, against the statistics of latencies known by hand; sampled errors where a bandwidth is not 1."""
import json
import math
import unittest
from fractions import Fraction

from program import ProgramTest

LENGTH = 5


def nearest_rank(values, thousandths):
    """The smallest value that at least this fraction of all values does not exceed."""
    return sorted(values)[-(-thousandths * len(values) // 1000) - 1]


def statistics_of(values):
    mean = Fraction(sum(values), len(values))
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return {"mean": float(mean), "stddev": math.sqrt(variance), "min": min(values), "max": max(values), "p50": nearest_rank(values, 500),
            "p90": nearest_rank(values, 900), "p95": nearest_rank(values, 950), "p99": nearest_rank(values, 990), "p999": nearest_rank(values, 999)}


class Summaries(ProgramTest):
    def test_every_field_is_that_of_the_list_of_latencies(self):
        # Pairs side by side on a row exchange a packet each, alone on their channels: h + M + 1 cycles, h hops. Many are near, few are far.
        distances = [1] * 500 + [2] * 300 + [3] * 150 + [5] * 60 + [9] * 50 + [14] * 38 + [20, 33]
        to, hops = [], []
        for h in distances:
            first = len(to)
            to += [first + h, *range(first + 1, first + h), first]
            hops += [h, h]
        self.write("swap.txt", "".join(f"{node}\n" for node in to))
        exchange = ["simulate", "--topology", f"mesh:{len(to)}", "--workload", "permutation:swap.txt", "--packet-length", LENGTH]
        result = json.loads(self.good(*exchange, "--json", "-"))
        latencies = [h + LENGTH + 1 for h in hops]
        for name, values in (("latency", latencies), ("network_latency", latencies), ("hops", hops)):
            expected = statistics_of(values)
            self.assertEqual(len(set(expected.values())), len(expected), "no two fields have one value")
            self.assertEqual(set(result[name]), {*expected, "ci95", "ci95_low", "ci95_high"})
            for field, value in expected.items():
                self.assertAlmostEqual(result[name][field], value, places=9, msg=f"{name}.{field}")
        own = statistics_of(latencies)
        shown = f"{own['mean']:.2f} cycles   (stddev {own['stddev']:.2f}, min {own['min']}, median {own['p50']}, p99 {own['p99']}, max {own['max']})"
        people = self.good(*exchange).splitlines()
        self.assertIn(f"latency           {shown}", people)
        self.assertIn(f"network latency   {shown}", people)
        self.assertEqual(result["completion_cycle"], max(latencies))
        self.assertEqual(result["flit_hops"], LENGTH * sum(hops))
        self.assertEqual(result["packets"], {"generated": 2200, "delivered": 2200, "measured": 2200, "lost": 0, "retransmitted": 0, "in_flight": 0})

    def test_latency_waits_at_the_source_too_and_the_network_latency_does_not(self):
        # One source, one VC of injection: packets of 5 flits queue, so that the two differ in every field but the count.
        self.write("one.txt", "3\n1\n2\n0\n")
        result = json.loads(self.good("simulate", "--topology", "mesh:4", "--traffic", "permutation:one.txt", "--load", "0.7",
                                      "--packet-length", LENGTH, "--vcs", "1", "--cycles", "60000", "--json", "-"))
        self.assertEqual(result["network_latency"]["min"], 3 + LENGTH + 1)
        for field in ("mean", "stddev", "max", "p50", "p90", "p95", "p99", "p999"):
            self.assertGreater(result["latency"][field], result["network_latency"][field], field)
        self.assertEqual({result["hops"][field] for field in ("mean", "min", "max", "p50", "p90", "p95", "p99", "p999")}, {3})
        self.assertEqual((result["hops"]["stddev"], result["hops"]["ci95"]), (0, 0))
        self.assertGreater(result["latency"]["ci95"], result["network_latency"]["ci95"])


class SampledErrors(ProgramTest):
    """On a ring of four, 0 to 2 goes by 1 or by 3 with probability 1/2; no other pair crosses 0 -> 1, whose bandwidth is a quarter."""
    PATHS = 400

    def network(self):
        self.write("ring.graph", "0 > 1 1/4\n1 > 0 4\n1 2 4\n2 3 4\n3 0 4\n")
        pairs = ["1: 0 1 2", "1: 0 3 2", "1: 0 3 2 1", "1: 0 3", "1: 1 0", "1: 1 2", "1: 1 2 3", "1: 2 3 0", "1: 2 1", "1: 2 3", "1: 3 0", "1: 3 2 1",
                 "1: 3 2"]
        self.write("paths.table", "\n".join(pairs) + "\n")
        return ["--topology", "graph:ring.graph", "--routing", "table:paths.table", "--sample-paths", str(self.PATHS), "--json", "-"]

    def error(self, share):
        """Standard error of the mean of PATHS draws of which `share` crossed."""
        return math.sqrt(share * (1 - share) / (self.PATHS - 1))

    def test_the_error_of_a_load_is_relative_to_the_bandwidth_as_the_load_is(self):
        self.write("swap.txt", "2\n1\n0\n3\n")
        result = json.loads(self.good("loads", *self.network(), "--traffic", "permutation:swap.txt"))
        (channel,) = [c for c in result["channels"] if (c["from"], c["to"]) == (0, 1)]
        share = Fraction(channel["load"])
        self.assertTrue(0.35 < share < 0.65)
        self.assertEqual(Fraction(result["gamma_max"]), 4 * share)
        self.assertAlmostEqual(channel["standard_error"], self.error(share), places=12)
        self.assertAlmostEqual(result["sampled"]["gamma_max_standard_error"], 4 * self.error(share), places=12)

    def test_the_error_of_a_worst_case_is_too(self):
        result = json.loads(self.good("worst-case", *self.network()))
        share = Fraction(result["gamma_max"]) / 4
        self.assertTrue(0.35 < share < 0.65)
        self.assertAlmostEqual(result["sampled"]["standard_error"], 4 * self.error(share), places=12)


if __name__ == "__main__":
    unittest.main()
