#!/usr/bin/python3
"""Runs that would not end are refused at once, with what they would take; those just within the limits are made."""
import json
import time
import unittest

from program import WHOLE, ProgramTest

MEMORY = 1_500_000_000
NETWORK = ["simulate", "--topology", "torus:4x4"]


class NeverEnds(ProgramTest):
    def quickly(self, run):
        begin = time.process_time()
        run()
        self.assertLess(time.process_time() - begin, 5)

    def test_a_load_that_sends_nothing_within_the_longest_run_is_refused(self):
        for load in ("1e-20", "1e-30", "1e-99"):
            self.refused(*NETWORK, "--load", load, "--deliveries", "1", says=["deliveries=1", "cycles"], memory=MEMORY)
        self.refused(*NETWORK, "--load", "1e-20pkt", "--deliveries", "1", says="deliveries=1", memory=MEMORY)
        # 10^15 packets of 32 flits from 16 nodes at 0.1: 2 x 10^16 cycles
        self.refused(*NETWORK, "--load", "0.1", "--deliveries", str(10**15), says="2e+16 cycles", memory=MEMORY)

    def test_a_small_load_within_the_longest_run_is_run(self):
        result = json.loads(self.good(*NETWORK, "--load", "1e-12", "--deliveries", "1", "--json", "-"))
        self.assertEqual(result["packets"]["delivered"], 1)

    def test_a_matrix_of_tiny_entries_is_refused_or_runs(self):
        tiny = "0 1e-30 1e-30 1e-30\n" * 4
        name = self.write("tiny.txt", tiny)
        self.refused("simulate", "--topology", "torus:4", "--traffic", f"matrix:{name}", "--load", "1", "--deliveries", "1", says="deliveries=1", memory=MEMORY)
        one = self.write("one.txt", "0 1 0 0\n" + "0 1e-30 0 0\n" * 3)
        result = json.loads(self.good("simulate", "--topology", "torus:4", "--traffic", f"matrix:{one}", "--load", "0.5", "--deliveries", "50", "--json", "-"))
        self.assertGreaterEqual(result["packets"]["delivered"], 50)

    def test_a_matrix_of_unrelated_denominators_is_refused_at_the_line(self):
        def matrix(first, nodes=64):
            rows = [" ".join("0" if u == v else f"1/{first + 2 * (nodes * u + v) + 1}" for v in range(nodes)) for u in range(nodes)]
            return "\n".join(rows) + "\n"
        name = self.write("m.txt", matrix(10**54))  # 180 bits each: the 12th entry passes 2,048
        for command in (["loads"], ["bounds"], ["simulate", "--load", "0.1", "--cycles", "100"]):
            self.quickly(lambda command=command: self.refused(command[0], "--topology", "torus:8x8", *command[1:], "--traffic", f"matrix:{name}",
                                                             says=["m.txt", "line 1", "common denominator", "2048 bits"]))

    def test_bounds_of_a_table_of_many_paths_keep_to_their_budget(self):
        # ival on 4x4x4x4: 625^2 paths of node 0 to all others before equal ones merge; places to one node times 256 that the symmetry check walks to.
        network = ["simulate", "--routing", "ival", "--prove", "never", "--vcs", "16", "--load", "0.1", "--deliveries", "200", "--json", "-"]
        if WHOLE:  # three seconds
            bounds = json.loads(self.good(*network, "--topology", "torus:4x4x4x4"))["bounds"]
            self.assertRegex(bounds["left_out"], r"needs about [1-9]\.\de\+0[78] steps for exact loads; the budget is 3\.0e\+07")
        bounds = json.loads(self.good(*network, "--topology", "torus:7x2x2x3"))["bounds"]
        self.assertNotIn("left_out", bounds)
        self.assertEqual(bounds["ideal_throughput_exact"], "83/140")

    def test_long_decimals_and_all_small_fractions_are_allowed(self):
        decimals = "".join(" ".join(f"0.00{(7**(u + 9 * v)) % 10**50:050d}" for v in range(16)) + "\n" for u in range(16))
        small = "".join(" ".join(f"1/{16 * u + v + 17}" if u != v else "0" for v in range(16)) + "\n" for u in range(1, 17))
        for name, text in (("s.txt", small), ("d.txt", decimals))[:2 if WHOLE else 1]:
            self.assertIn("largest load", self.good("loads", "--topology", "torus:4x4", "--traffic", f"matrix:{self.write(name, text)}"))


if __name__ == "__main__":
    unittest.main()
