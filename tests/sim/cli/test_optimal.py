#!/usr/bin/python3
"""The optimal command: exact worst cases, limits that are kept; and the limits that loads names."""
import csv
import fractions
import io
import json
import unittest

from program import ProgramTest

# A torus of 4 x 3 without the links 0 - 1 and 1 - 9.
LINKS = "0 3,0 4,0 8,1 2,1 5,2 3,2 6,2 10,3 7,3 11,4 5,4 7,4 8,5 6,5 9,6 7,6 10,7 11,8 9,8 11,9 10,10 11"


class Optimal(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def test_an_optimum_without_simple_fractions_is_exact(self):
        network = ["--topology", f"graph:{self.write('t.graph', LINKS.replace(',', chr(10)) + chr(10))}"]
        result = self.json_of("optimal", *network, "--table", "best.txt")["optimum"]
        self.assertEqual((result["gamma_max"], result["rounded"]), ("6/5", False))
        self.assertEqual(self.json_of("worst-case", *network, "--routing", "table:best.txt")["gamma_max"], "6/5")

    def test_a_limit_is_never_exceeded(self):
        for limit in ("1.27183", "1.2345678", "12199/9973", "1.3"):
            result = self.json_of("optimal", "--topology", "torus:5x5", "--gamma-limit", limit)["optimum"]
            self.assertLessEqual(fractions.Fraction(result["gamma_max"]), fractions.Fraction(limit))


class Limits(ProgramTest):
    def test_both_limits_are_named_where_a_node_could_not_inject_what_the_channels_carry(self):
        # Two nodes across a ring of four exchange, half of it either way: the channels could carry 2 flits a cycle of a node.
        swap = self.write("swap.txt", "2\n1\n0\n3\n")
        network = ["--topology", "torus:4", "--traffic", f"permutation:{swap}"]
        for command in ("loads", "bounds"):
            text = self.good(command, *network)
            self.assertRegex(text, r"ideal throughput +2\.0+ += 2 flits/node/cycle over the channels\ninjection limit +1\.0+ += 1 flit/node/cycle")
        result = json.loads(self.good("loads", *network, "--json", "-"))
        self.assertEqual((result["throughput"], result["injection_limit"]), ("2", "1"))
        self.assertIn("a node injects at most 1", self.good("simulate", *network, "--load", "0.1", "--cycles", "100"))
        self.assertNotIn("injection limit", self.good("loads", "--topology", "torus:8", "--traffic", "tornado"))

    def test_the_table_of_loads_has_the_bandwidths(self):
        graph = self.write("b.graph", "0 > 1 2\n1 > 2 1/2\n2 > 0\n")
        table = self.write("b.table", "0 1 : 1 : 0 1\n")
        del table
        self.good("optimal", "--topology", f"graph:{graph}", "--table", "paths.txt")
        rows = list(csv.DictReader(io.StringIO(self.good("loads", "--topology", f"graph:{graph}", "--routing", "table:paths.txt", "--csv", "-"))))
        self.assertEqual([(row["from"], row["bandwidth"]) for row in rows], [("0", "2"), ("1", "1/2"), ("2", "1")])


if __name__ == "__main__":
    unittest.main()
