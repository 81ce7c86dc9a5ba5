#!/usr/bin/python3
"""The average command: exact means over all permutations, samples with intervals, and what it refuses."""
import fractions
import itertools
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import JsonTest, sample  # noqa: E402

Fraction = fractions.Fraction
# Over all 9! permutations: E[1/gamma] without the identity, and E[gamma] where that is told too.
ENUMERATED = {
    ("torus:3x3", "dor"): ("1", None),
    ("torus:3x3", "o1turn"): ("363089/362879", None),
    ("mesh:3x3", "dor"): ("248927/362879", "590783/362880"),
    ("mesh:3x3", "o1turn"): ("806255/1088637", "14003/10080"),
}
# torus:4x4, E[1/gamma] of 20,000 permutations and of 2,000 sums of ten, with the half widths of their intervals.
SAMPLED = {"dor": ((0.6849, 0.0011), (1.058, 0.005)), "o1turn": ((0.7916, 0.0012), (1.187, 0.005)), "romm": ((0.8133, 0.0009), (1.210, 0.005)),
           "valiant": ((1.0019, 0.0002), (1.014, 0.001)), "ival": ((1.0008, 0.0002), (1.025, 0.001))}


def line_gamma(to):
    """The largest load of a permutation on a line, every packet straight to its place."""
    loads = [sum((s <= c < d) for s, d in enumerate(to)) for c in range(len(to) - 1)] + [sum((d <= c < s) for s, d in enumerate(to)) for c in range(len(to) - 1)]
    return max(loads)


class Average(JsonTest):
    def test_all_permutations_of_small_networks(self):
        for (topology, routing), (throughput, gamma) in sample(ENUMERATED.items(), 1):
            found = self.json_of("average", "--topology", topology, "--routing", routing, "--enumerate")["routings"][0]
            self.assertEqual((found["mean_throughput_exact"], found["draws"], found["silent"]), (throughput, 362880, 1), (topology, routing))
            if gamma:
                self.assertEqual(found["mean_gamma_exact"], gamma)

    def test_a_line_by_hand(self):
        gammas = [line_gamma(to) for to in itertools.permutations(range(5))]
        loading = sorted(Fraction(1, g) for g in gammas if g)
        found = self.json_of("average", "--topology", "mesh:5", "--enumerate")["routings"][0]
        self.assertEqual(Fraction(found["mean_throughput_exact"]), sum(loading) / len(loading))
        self.assertEqual(Fraction(found["mean_gamma_exact"]), Fraction(sum(gammas), len(gammas)))
        self.assertEqual(found["median_throughput"], float(loading[(len(loading) - 1) // 2]))
        self.assertEqual(found["least_throughput"], float(loading[0]))

    def test_samples_of_both_measures(self):
        for column, more in enumerate((["--samples", "20000"], ["--samples", "2000", "--measure", "birkhoff:10"])):
            result = self.json_of("average", "--topology", "torus:4x4", "--routing", ",".join(SAMPLED), *more)
            for found in result["routings"]:
                mean, half = SAMPLED[found["routing"]][column]
                own = (found["mean_throughput_ci95"][1] - found["mean_throughput_ci95"][0]) / 2
                self.assertLess(abs(found["mean_throughput"] - mean), 2 * (half + own) + 0.0005, found["routing"])  # printed to three or four digits
                self.assertLess(0.5 * own, half + 0.0005)
                self.assertGreaterEqual(found["mean_throughput"], found["inverse_mean_gamma"])  # Jensen
                self.assertTrue(found["least_throughput"] <= found["median_throughput"] and found["silent"] == 0)
            pairs = {(d["first"], d["second"]): d for d in result["differences"]}
            self.assertEqual(len(pairs), 10)
            both = pairs["dor", "o1turn"]
            means = {found["routing"]: found["mean_throughput"] for found in result["routings"]}
            self.assertAlmostEqual(both["mean"], means["dor"] - means["o1turn"], places=9)

    def test_the_same_draws_for_every_routing_and_one_permutation_of_a_sum_is_a_permutation(self):
        base = ["average", "--topology", "mesh:4x4", "--samples", "50"]
        alone = self.json_of(*base, "--routing", "romm")["routings"][0]
        beside = self.json_of(*base, "--routing", "dor,romm")["routings"][1]
        self.assertEqual(alone, beside)
        single = self.json_of(*base, "--routing", "romm", "--measure", "birkhoff:1")["routings"][0]
        self.assertAlmostEqual(single["mean_throughput"], alone["mean_throughput"], places=12)

    def test_two_turns_for_a_sample_are_judged_on_another(self):
        base = ["optimal", "--topology", "torus:4x4", "--paths", "2turn"]
        plain, made = self.json_of(*base), self.json_of(*base, "--average", "60", "--seed", "3", "--out", "table=t.txt")
        self.assertEqual((plain["optimum"]["gamma_max"], plain["optimum"]["mean_hops"]), ("1", "27/10"))
        self.assertNotIn("average", plain)
        average = made["average"]
        self.assertEqual(average["draws"], 60)
        self.assertAlmostEqual(average["own"]["mean_gamma"], average["mean_gamma_lp"], places=5)
        self.assertLessEqual(average["own"]["mean_gamma"], average["others"]["mean_gamma"] + 0.02)  # fitted to its own
        self.assertGreaterEqual(Fraction(made["optimum"]["gamma_max"]), 1)
        others = self.json_of("average", "--topology", "torus:4x4", "--routing", "table:t.txt,2turn,romm", "--samples", "2000")["routings"]
        self.assertLess(others[0]["mean_gamma"], others[1]["mean_gamma"])  # better than 2TURN in the mean
        self.assertLess(others[0]["mean_gamma"], others[2]["mean_gamma"])  # and than romm

    def test_what_is_refused(self):
        base = ["average", "--topology", "torus:4x4"]
        self.refused(*base, "--routing", "duato", says=["duato"])
        self.refused(*base, "--routing", "dor,dor", says=["routing=dor,dor", "twice"])
        self.refused(*base, "--routing", "dor,rom", says=["rom", "romm"])
        self.refused(*base, "--measure", "birkhoff", says=["measure=birkhoff", "birkhoff:Q"])
        self.refused(*base, "--measure", "birkhoff:0", says=["measure=birkhoff:0", "1..1000"])
        self.refused(*base, "--samples", "1", says=["samples=1"])
        self.refused(*base, "--enumerate", says=["enumerate", "at most 9", "16"])
        self.refused("optimal", "--topology", "torus:3x3x3", "--paths", "2turn", says=["paths=2turn", "two dimensions"])
        self.refused("loads", "--topology", "mesh:9x9", "--routing", "2turn", says=["2turn", "mesh:9x9", "64"])


if __name__ == "__main__":
    unittest.main()
