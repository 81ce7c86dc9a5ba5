#!/usr/bin/python3
"""The optimal command with less effort than it needs: an interval that holds the optimum, which tables computed elsewhere give, and the routing of its upper
end, whose worst case another command finds anew."""
import fractions
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import check_ratio  # noqa: E402
from program import WHOLE, JsonTest, sample  # noqa: E402

Fraction = fractions.Fraction
PETERSEN = "".join(f"{a} {b}\n" for i in range(5) for a, b in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)))
# The least worst case: of meshes of odd sides by linear programs, of tori half of the bisection's, of hypercubes 1.
LEAST = {"mesh:3x3": "7/6", "mesh:5x5": "11/5", "mesh:7x7": "45/14", "torus:3x3": "2/3", "torus:4x4": "1", "torus:5x5": "6/5", "torus:6x6": "3/2",
         "hypercube:3": None, "mesh:3x3x2": None, "mesh:2x2:t2": None, "graph:petersen.graph": None, "graph:thin.graph": None, "hyperx:3x3": None,
         "fattree:2,2": None}
# The least ratio to the best routing for the same traffic, by linear programs of Applegate and Cohen's.
RATIOS = {"torus:3x3": "2", "mesh:3x3": "29/15", "hypercube:3": "2", "torus:4x4": "42/17"}
FROM_BELOW = ("cut", "uniform", "permutation", "prices")
FROM_ABOVE = ("program", "named", "half-optimum")


class SpentEffort(JsonTest):
    def setUp(self):
        super().setUp()
        self.write("petersen.graph", PETERSEN)
        self.write("thin.graph", "0 1\n1 2\n2 0\n3 4 2\n4 5\n5 3\n2 3 1/2\n")

    def check(self, topology, effort, least, *options):
        """Whether the effort was spent; then both ends are what they say. What was found is `optimum`."""
        result = self.json_of("optimal", "--topology", topology, "--effort", str(effort), "--out", "table=found.txt", *options)
        found, where = result["optimum"], (topology, effort, options)
        self.optimum = found
        if found["named"] and not found["stopped"]:
            return False
        upper = Fraction(found["gamma_max"])
        again = self.json_of("worst-case", "--topology", topology, "--routing", "table:found.txt")
        self.assertEqual(Fraction(again["gamma_max"]), upper, where)
        self.assertLessEqual(Fraction(least), upper, where)
        if not found["stopped"]:
            self.assertEqual(Fraction(least), upper, where)
        if "gamma_at_least" not in found:
            return False
        self.assertGreater(found["gamma_at_least"], 0, where)
        self.assertLessEqual(found["gamma_at_least"], float(Fraction(least)) + 1e-9, where)
        self.assertEqual(found["stopped"], "gamma_by" in found, where)
        if found["stopped"]:
            self.assertIn(found["gamma_by"], FROM_ABOVE, where)
            self.assertIn(found["gamma_at_least_by"], FROM_BELOW, where)
            self.assertEqual(found["gamma_by"] == "named", found["named"] is not None, where)
        return found["stopped"]

    def test_the_optimum_lies_within(self):
        stopped = 0
        for topology in {"mesh:5x5", *sample([name for name in sorted(LEAST) if WHOLE or name != "mesh:7x7"], 3)}:  # 7x7: the next one
            least = LEAST[topology] or self.json_of("optimal", "--topology", topology)["optimum"]["gamma_max"]
            for effort in (1, 10, 100):
                stopped += self.check(topology, effort, least)
        self.assertGreater(stopped, 1)

    @unittest.skipUnless(WHOLE, "a second: tests/run --long; of two turns and of 5 x 5 below")
    def test_the_7_x_7_mesh_has_a_cut_below_and_a_routing_by_name_above(self):
        # Three rows of seven send 21 packets over 7 channels.
        effort = sample(5000, 1)
        self.assertTrue(self.check("mesh:7x7", effort, "45/14"))
        found = self.optimum
        self.assertGreaterEqual(found["gamma_at_least"], 3)
        self.assertLess(Fraction(found["gamma_max"]), 6)  # dimension order: all of a row's half over its middle
        self.assertNotIn("none found", self.good("optimal", "--topology", "mesh:7x7", "--effort", "1"))

    def test_paths_of_two_turns_have_a_member_that_is_known(self):
        # On tori of 3, 4 and 6 a side, and on odd meshes, they reach the best of all.
        for topology in ("torus:3x3", "torus:4x4", "torus:6x6", "mesh:3x3", "mesh:7x7"):
            for effort in sample((1, 10, 100), 2 if topology == "torus:6x6" else 1):
                self.check(topology, effort, LEAST[topology], "--paths", "2turn")
        found = self.json_of("optimal", "--topology", "torus:4x4", "--effort", "1", "--paths", "2turn")["optimum"]
        self.assertEqual((found["stopped"], found["gamma_by"]), (True, "named"))

    def test_shortest_paths_alone(self):
        # Under tornado on 5 x 5 shortest paths carry 1/2 (a linear program), and dimension order does.
        self.assertTrue(self.check("torus:5x5", 1, "2", "--minimal-only"))
        found = self.json_of("optimal", "--topology", "torus:5x5", "--effort", "1", "--minimal-only")["optimum"]
        self.assertEqual((found["gamma_max"], found["locality_exact"]), ("2", "1"))

    def test_a_curve_has_a_routing_at_every_point(self):
        for effort in sample((1, 10, 40, 160), 2):
            result = self.json_of("optimal", "--topology", "torus:4x4", "--points", "4", "--effort", str(effort))
            for point in result["points"][1:]:
                self.assertLessEqual(Fraction(point["gamma_max"]), Fraction(point["gamma_limit"]))
            for point in (*result["points"], result["best_minimal"]):
                self.assertLessEqual(point.get("gamma_at_least", 0), float(Fraction(point["gamma_max"])))

    def test_a_limit_is_kept_or_not_known_to_be_possible(self):
        # The best of the 3 x 3 torus has 2/3 of any, 1 of shortest paths.
        kept = self.json_of("optimal", "--topology", "torus:3x3", "--gamma-limit", "1", "--effort", "1", "--out", "table=found.txt")["optimum"]
        self.assertLessEqual(Fraction(kept["gamma_max"]), 1)
        self.assertTrue((self.folder / "found.txt").exists())
        for limit, status in (("7/6", 1), ("9/8", 1)):  # of the 3 x 3 mesh the least is 7/6, which no routing by name has
            words = ["optimal", "--topology", "mesh:3x3", "--gamma-limit", limit, "--effort", "1"]
            text = self.good(*words, "--out", "table=none.txt", status=status)
            self.assertIn("whether one keeps the limit is not known", text)
            self.assertFalse((self.folder / "none.txt").exists())

    def test_the_least_ratio_lies_within(self):
        for topology, least in RATIOS.items():
            for effort in sample((1, 10, 100, 1000), 2):
                result = self.json_of("optimal", "--topology", topology, "--competitive", "--effort", str(effort), "--out", "table=found.txt")
                ratio, where = result["against_optimum"], (topology, effort)
                self.assertGreaterEqual(Fraction(ratio["upper"]), Fraction(least), where)
                self.assertEqual(ratio["exact"], ratio["lower"] == ratio["upper"], where)
                self.assertEqual("ratio_at_least" in result, result["ratio_lp"] is None, where)
                self.assertEqual(result.get("ratio_at_least", "1"), "1", where)
                exact = self.json_of("worst-case", "--topology", topology, "--routing", "table:found.txt", "--against-optimum")["against_optimum"]
                self.assertLessEqual(Fraction(ratio["lower"]), Fraction(exact["lower"]), where)
                self.assertGreaterEqual(Fraction(ratio["upper"]), Fraction(exact["upper"]), where)

    def test_ends_of_a_ratio_that_were_made_by_hand_are_proved(self):
        # As those of linear programs are, by the page of Python; what every pair brings is that of the table.
        result = self.json_of("optimal", "--topology", "torus:4x4", "--competitive", "--effort", "1", "--out", "table=found.txt")
        channels = "".join(f"{c['from']} {c['to']} 1\n" for c in self.json_of("loads", "--topology", "torus:4x4")["channels"])
        end = result["against_optimum"]["channel"]
        self.json_of("worst-case", "--topology", "torus:4x4", "--routing", "table:found.txt", "--channel", f"{end['from']}>{end['to']}", "--out", "weights=w.txt")
        parsed = [(int(a), int(b), Fraction(w)) for a, b, w in map(str.split, channels.splitlines())]
        share = check_ratio.brought(result, parsed, (self.folder / "w.txt").read_text())
        self.assertIsNone(check_ratio.upper_fault(result["against_optimum"], parsed, share))
        result["against_optimum"]["prices"][0]["price"] += 1
        self.assertIsNotNone(check_ratio.upper_fault(result["against_optimum"], parsed, share))

    def test_a_mean_has_both_ends(self):
        words = ["optimal", "--topology", "torus:4x4", "--paths", "2turn", "--average", "6"]
        best = self.json_of(*words)["average"]
        for effort in sample((1, 10, 60, 100, 150, 200), 3):
            mean = self.json_of(*words, "--effort", str(effort))["average"]
            self.assertGreaterEqual(mean["own"]["mean_gamma"], best["own"]["mean_gamma"] - 1e-9)
            if mean["mean_gamma_lp"] is None:
                self.assertTrue(0 < mean["mean_gamma_at_least"] <= best["mean_gamma_lp"] + 1e-9)


if __name__ == "__main__":
    unittest.main()
