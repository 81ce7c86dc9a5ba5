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
        result = self.json_of("optimal", *network, "--out", "table=best.txt")["optimum"]
        self.assertEqual((result["gamma_max"], result["rounded"]), ("6/5", False))
        self.assertEqual(self.json_of("worst-case", *network, "--routing", "table:best.txt")["gamma_max"], "6/5")

    def test_even_square_meshes_need_no_linear_program(self):
        # Half of the rows send k^2 / 2 packets over k channels to the others; O1TURN takes shortest paths and loads none more.
        for k in (2, 4, 8):
            result = self.json_of("optimal", "--topology", f"mesh:{k}x{k}", "--out", "table=best.txt")
            best = result["optimum"]
            self.assertEqual((best["gamma_max"], best["named"], best["rows"], best["locality_exact"]), (str(fractions.Fraction(k, 2)), "o1turn", 0, "1"))
            self.assertEqual(self.json_of("worst-case", "--topology", f"mesh:{k}x{k}", "--routing", "table:best.txt")["gamma_max"], best["gamma_max"])
        odd = self.json_of("optimal", "--topology", "mesh:3x3")["optimum"]
        self.assertEqual((odd["gamma_max"], odd["named"]), ("7/6", None))

    def test_routers_have_any_number_of_terminals(self):
        # A leaf of two terminals has two links up; one spine takes all three of a leaf; router 1 of the graph only forwards the three of router 0.
        self.write("path.graph", "0 1\n1 2\nterminals 0 3\nterminals 1 0\nterminals 2 2\n")
        for network, gamma, mean in (("clos:3,2,2", "1", "4/3"), ("clos:2,1,3", "3", "1"), ("graph:path.graph", "2", "24/25")):
            result = self.json_of("optimal", "--topology", network, "--out", "table=best.txt")
            self.assertEqual((result["optimum"]["gamma_max"], result["mean_distance"]), (gamma, mean))
            self.assertEqual(self.json_of("worst-case", "--topology", network, "--routing", "table:best.txt")["gamma_max"], gamma)

    def test_effort_that_is_spent_leaves_a_routing_and_a_bound(self):
        """By way of random terminals, where the program has none yet; its worst case is found anew by another command."""
        stopped = 0
        for topology in ("mesh:3x3x2", "torus:4x4", "hypercube:3", "mesh:2x2:t2"):
            best = self.json_of("optimal", "--topology", topology)["optimum"]
            found = self.json_of("optimal", "--topology", topology, "--effort", "4", "--out", "table=found.txt")["optimum"]
            if best["named"] or not found["stopped"]:
                continue
            self.assertLessEqual(found["gamma_at_least"], float(fractions.Fraction(best["gamma_max"])) + 1e-12, topology)
            self.assertLessEqual(fractions.Fraction(best["gamma_max"]), fractions.Fraction(found["gamma_max"]), topology)
            again = self.json_of("worst-case", "--topology", topology, "--routing", "table:found.txt")
            self.assertEqual(again["gamma_max"], found["gamma_max"], topology)
            stopped += 1
        self.assertGreater(stopped, 1)

    def test_a_limit_is_never_exceeded(self):
        for limit in ("1.27183", "1.2345678", "12199/9973", "1.3"):
            result = self.json_of("optimal", "--topology", "torus:5x5", "--gamma-limit", limit)["optimum"]
            self.assertLessEqual(fractions.Fraction(result["gamma_max"]), fractions.Fraction(limit))


# A ring of three, by hand. Every pair has a way of one hop and one of two; by symmetry all send the share p the long way. Everybody's next
# neighbour loads the short ways with 1 - p and the others with 2p, and no permutation loads a channel more: p = 1/3 is best, 2/3 the load.
# Within a load g of 2/3 to 1 the fewest hops have p = 1 - g: of 9 pairs 6 travel, 6 (1 + p) / 9 hops; the shortest are 6/9 = 2/3.
RING = ["--topology", "torus:3"]


class Curve(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good("optimal", *arguments, "--json", "-"))

    def check(self, point, limit, load, hops):
        load, hops, capacity = fractions.Fraction(load), fractions.Fraction(hops), fractions.Fraction(1, 3)
        self.assertEqual([point[key] for key in ("gamma_limit", "gamma_max", "throughput", "capacity_load", "fraction_of_capacity", "mean_hops",
                                                 "locality_exact", "injection_limit", "rounded", "stopped")],
                         [limit, *map(str, (load, 1 / load, capacity, capacity / load, hops, hops / fractions.Fraction(2, 3))), "1", False, False])
        self.assertAlmostEqual(point["locality"], float(hops / fractions.Fraction(2, 3)), places=12)
        self.assertAlmostEqual(point["gamma_lp"], float(load), places=6)
        self.assertAlmostEqual(point["mean_hops_lp"], float(hops), places=6)

    def test_the_curve_of_a_ring_of_three(self):
        result = self.json_of(*RING, "--points", "3")
        self.assertEqual((result["schema"], result["mean_distance"]), ("dateline.optimal/2", "2/3"))
        self.assertEqual(len(result["points"]), 3)
        for point, expected in zip(result["points"], ((None, "2/3", "8/9"), ("5/6", "5/6", "7/9"), ("1", "1", "2/3"))):
            self.check(point, *expected)
        self.assertEqual(result["optimum"], result["points"][0])
        self.check(result["best_minimal"], None, "1", "2/3")

    def test_points_are_evenly_spaced_from_the_optimum_to_shortest_paths(self):
        loads = [point["gamma_limit"] for point in self.json_of(*RING, "--points", "5")["points"]]
        self.assertEqual(loads, [None, "3/4", "5/6", "11/12", "1"])

    def test_one_point_is_the_optimum_alone(self):
        result = self.json_of(*RING)
        self.check(result["optimum"], None, "2/3", "8/9")
        self.assertEqual((len(result["points"]), result["best_minimal"]), (1, None))

    def test_shortest_paths_only_and_a_limit_of_ones_own(self):
        self.check(self.json_of(*RING, "--minimal-only")["optimum"], None, "1", "2/3")
        self.check(self.json_of(*RING, "--gamma-limit", "3/4")["optimum"], "3/4", "3/4", "5/6")
        self.refused("optimal", *RING, "--gamma-limit", "0.6", says="gamma-limit")

    def test_mean_distance_is_that_of_all_pairs_by_hand(self):
        # Tori add up by dimension: a ring of 4 has (0 + 1 + 2 + 1) / 4 = 1, one of 3 has 2/3; a row of 3 has 8/9.
        for topology, mean in (("torus:4", "1"), ("torus:4x3", "5/3"), ("mesh:3", "8/9"), ("hypercube:3", "3/2")):
            self.assertEqual(self.json_of("--topology", topology)["mean_distance"], mean, topology)

    def test_people_see_the_curve(self):
        lines = self.good("optimal", *RING, "--points", "3", "--progress", "never").splitlines()
        rows = [" ".join(line.split()[:-2]) for line in lines[2:-1]]
        self.assertEqual(rows, ["optimum 2/3 3/2 1/2 1.3333", "load <= 0.8333 5/6 6/5 2/5 1.1667", "load <= 1.0000 1 1 1/3 1.0000",
                                "best minimal 1 1 1/3 1.0000"])
        self.assertIn("over the 0.6667 of shortest paths", lines[-1])

    def test_the_table_written_is_the_routing_of_the_optimum(self):
        self.good("optimal", *RING, "--points", "3", "--out", "table=best.txt")
        routing = [*RING, "--routing", "table:best.txt", "--json", "-"]
        self.assertEqual(json.loads(self.good("worst-case", *routing))["gamma_max"], "2/3")
        # Over pairs of different nodes: 1 + p.
        self.assertEqual(json.loads(self.good("loads", *routing))["mean_hops"], "4/3")

    def test_bandwidths_count(self):
        # Loads are relative to bandwidths: doubling all of them halves every load, and changes no path.
        text = "0 1 {0}\n1 3 {0}\n0 2 {1}\n2 3 {1}\n"
        one, two = (self.json_of("--topology", f"graph:{self.write(name, text.format(*bands))}")["optimum"]
                    for name, bands in (("one.graph", ("1", "2")), ("two.graph", ("2", "4"))))
        self.assertEqual(fractions.Fraction(one["gamma_max"]), 2 * fractions.Fraction(two["gamma_max"]))
        self.assertEqual(one["mean_hops"], two["mean_hops"])


class Limits(ProgramTest):
    def test_both_limits_are_named_where_a_node_could_not_inject_what_the_channels_carry(self):
        # Two nodes across a ring of four exchange, half of it either way: the channels could carry 2 flits a cycle of a node.
        swap = self.write("swap.txt", "2\n1\n0\n3\n")
        network = ["--topology", "torus:4", "--traffic", f"permutation:{swap}"]
        for command in ("loads", "bounds"):
            text = self.good(command, *network)
            self.assertRegex(text, r"ideal throughput +2\.0+ += 2 flits/terminal/cycle over the channels\ninjection limit +1\.0+ += 1 flit/terminal/cycle")
        result = json.loads(self.good("loads", *network, "--json", "-"))
        self.assertEqual((result["throughput"], result["injection_limit"]), ("2", "1"))
        self.assertIn("1.00000 flits/terminal/cycle at most sustained (1, exact; by injection)",
                      self.good("simulate", *network, "--load", "0.1", "--cycles", "100"))
        self.assertNotIn("injection limit", self.good("loads", "--topology", "torus:8", "--traffic", "tornado"))

    def test_the_table_of_loads_has_the_bandwidths(self):
        graph = self.write("b.graph", "0 > 1 2\n1 > 2 1/2\n2 > 0\n")
        table = self.write("b.table", "0 1 : 1 : 0 1\n")
        del table
        self.good("optimal", "--topology", f"graph:{graph}", "--out", "table=paths.txt")
        rows = list(csv.DictReader(io.StringIO(self.good("loads", "--topology", f"graph:{graph}", "--routing", "table:paths.txt", "--out", "channels=-"))))
        self.assertEqual([(row["from"], row["bandwidth"]) for row in rows], [("0", "2"), ("1", "1/2"), ("2", "1")])

    def test_bandwidths_too_far_apart_for_the_linear_program_are_refused(self):
        for narrow, wide in (("1e-12", "1"), ("1e-7", "1"), ("1", "1e7"), ("1e-4", "1e3")):
            graph = self.write("far.graph", f"0 1 {wide}\n1 2 {wide}\n2 3 {wide}\n3 0 {wide}\n0 2 {narrow}\n")
            self.refused("optimal", "--topology", f"graph:{graph}", says=[f"topology=graph:{graph}", "bandwidths from", "1e+06"])
        # Ways of two hops avoid the narrow chord: the worst case of the ring alone remains.
        graph = self.write("far.graph", "0 1\n1 2\n2 3\n3 0\n0 2 1e-6\n")
        self.assertIn("largest load", self.good("optimal", "--topology", f"graph:{graph}"))

    def test_bandwidths_all_of_which_are_too_small_or_too_large_are_refused(self):
        for bandwidth in ("1e-12", "1e-7", "2e6", "1e9"):
            graph = self.write("far.graph", f"0 1 {bandwidth}\n")
            self.refused("optimal", "--topology", f"graph:{graph}", says=[f"topology=graph:{graph}", "bandwidths from", "1e-06 to 1e+06"])
        for bandwidth, load in (("1e-6", "1000000"), ("1e6", "1/1000000")):  # the one packet of a node, over the only channel
            graph = self.write("far.graph", f"0 1 {bandwidth}\n")
            result = json.loads(self.good("optimal", "--topology", f"graph:{graph}", "--json", "-"))
            self.assertEqual(result["optimum"]["gamma_max"], load)


class TooLarge(ProgramTest):
    def test_a_ratio_that_cannot_be_made_is_refused_before_the_work(self):
        for topology in ("fullmesh:28", "torus:9x9"):
            self.refused("optimal", "--topology", topology, "--competitive", says=["optimal: topology=", "rows"])


if __name__ == "__main__":
    unittest.main()
