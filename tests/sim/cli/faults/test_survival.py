#!/usr/bin/python3
"""dateline reliability --times and --repair: closed forms, and every set of faults of small networks by a second implementation."""
import itertools
import json
import math
import pathlib
import sys
import unittest
from fractions import Fraction

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest, sample  # noqa: E402


def torus_links(k):
    """Links of a k x k torus (k > 2) as pairs of nodes; node x + k y."""
    nodes = [(x, y) for y in range(k) for x in range(k)]
    return nodes, [frozenset([(x, y), ((x + 1) % k, y)]) for x, y in nodes] + [frozenset([(x, y), (x, (y + 1) % k)]) for x, y in nodes]


def mesh_links(k):
    nodes = [(x, y) for y in range(k) for x in range(k)]
    return nodes, [frozenset(pair) for pair in itertools.combinations(nodes, 2) if sum(abs(a - b) for a, b in zip(*pair)) == 1]


def survives(nodes, links, gone, route=None):
    """Whether the rest is connected, and, with a route, every pair's path is whole."""
    alive = [n for n in nodes if n not in gone]
    if not alive:
        return False
    whole = {link for link in links if link not in gone and not link & gone}
    reached, left = {alive[0]}, [alive[0]]
    while left:
        at = left.pop()
        for link in whole:
            if at in link:
                for other in link - reached:
                    reached.add(other)
                    left.append(other)
    if len(reached) != len(alive):
        return False
    return route is None or all(frozenset(step) in whole for a in alive for b in alive for step in route(a, b))


def dor3(a, b):
    """The steps of dimension order on a 3 x 3 torus, on which no two ways are as short."""
    steps, at = [], list(a)
    for d in range(2):
        while at[d] != b[d]:
            before = tuple(at)
            at[d] = (at[d] + (1 if (b[d] - at[d]) % 3 == 1 else 2)) % 3
            steps.append((before, tuple(at)))
    return steps


class Brute:
    """All sets of faults, each by itself: sets that stand and survivors by size, changes; and what follows from them."""

    def __init__(self, components, stands):
        n = self.n = len(components)
        standing = {}
        for bits in range(1 << n):
            standing[bits] = stands({components[i] for i in range(n) if bits >> i & 1})
        orders = {}
        self.sets, self.orders, self.changes = [0] * (n + 1), [0] * (n + 1), [0] * (n + 1)
        for bits in sorted(standing, key=lambda b: bin(b).count("1")):
            size = bin(bits).count("1")
            less = [bits & ~(1 << i) for i in range(n) if bits >> i & 1]
            orders[bits] = (1 if not less else sum(orders[b] for b in less)) if standing[bits] else 0
            self.sets[size] += standing[bits]
            self.orders[size] += orders[bits]
            self.changes[size] += sum(standing[b] != standing[bits] for b in less)
        self.survivors = [Fraction(self.orders[f], math.factorial(f)) for f in range(n + 1)]

    def reliability(self, t):
        p = math.exp(-t)
        return sum(float(c) * (1 - p) ** f * p ** (self.n - f) for f, c in enumerate(self.survivors))

    def time(self):
        return sum(self.survivors[f] / math.comb(self.n, f) / (self.n - f) for f in range(self.n))

    def availability(self, repair):
        p = 1 / (1 + Fraction(repair))
        return sum(s * (1 - p) ** f * p ** (self.n - f) for f, s in enumerate(self.sets))

    def failures(self, repair):
        """How often it ceases to stand, in a mean lifetime."""
        p = 1 / (1 + Fraction(repair))
        return sum(c * (1 - p) ** f * p ** (self.n - f) for f, c in enumerate(self.changes)) / Fraction(repair)


class Survival(ProgramTest):
    def entries(self, *arguments):
        return json.loads(self.good("reliability", *arguments, "--json", "-"))["survival"]["entries"]

    def check_brute(self, entry, brute, times, repair):
        self.assertTrue(entry["exact"])
        self.assertEqual([Fraction(s) for s in entry["survivors"]], brute.survivors)
        self.assertEqual(entry["standing"], brute.sets)
        for at, t in zip(entry["reliability"], times):
            self.assertAlmostEqual(at["value"], brute.reliability(t), delta=1e-12)
            self.assertIsNone(at["value_interval"])
        self.assertEqual(Fraction(entry["time_exact"]), brute.time())
        available = brute.availability(repair)
        self.assertEqual(Fraction(entry["availability_exact"]), available)
        self.assertEqual(Fraction(entry["up_exact"]), available / brute.failures(repair))
        self.assertEqual(Fraction(entry["down_exact"]), (1 - available) / brute.failures(repair))

    def test_a_ring_whose_links_fail(self):
        # Connected with no link gone or one: p^6 + 6 p^5 q. Any link gone, and dimension order has lost a pair: p^6.
        ring, dor = self.entries("--topology", "torus:6", "--fault-kind", "links", "--routing", "dor", "--lifetime", "60", "--times", "0,6,90",
                                 "--repair", "15")
        for at, t in zip(ring["reliability"], (0, 0.1, 1.5)):
            p = math.exp(-t)
            self.assertAlmostEqual(at["value"], p ** 6 + 6 * p ** 5 * (1 - p), delta=1e-14)
        self.assertEqual((ring["time_exact"], dor["time_exact"]), ("22", "10"))  # 60 (1/6 + 1/5), 60 / 6
        p = Fraction(4, 5)
        self.assertEqual(Fraction(ring["availability_exact"]), p ** 6 + 6 * p ** 5 * (1 - p))
        self.assertEqual(Fraction(dor["availability_exact"]), p ** 6)
        # Of six links that all work one fails every 10; then one is repaired every 15 or five more fail.
        self.assertEqual(dor["up_exact"], "10")
        self.assertEqual(ring["standing"], [1, 6, 0, 0, 0, 0, 0])
        self.assertEqual([at["value"] for at in dor["reliability"]][0], 1)

    def test_one_link_is_up_for_its_lifetime_and_down_for_its_repair(self):
        entry, = self.entries("--topology", "mesh:2", "--fault-kind", "links", "--counts", "0", "--lifetime", "7", "--repair", "3")
        self.assertEqual((entry["availability_exact"], entry["up_exact"], entry["down_exact"]), ("7/10", "7", "3"))

    def test_every_set_of_nodes_of_a_3x3_torus(self):
        nodes, links = torus_links(3)
        arguments = ["--topology", "torus:3x3", "--routing", "dor", "--times", "0.05,0.5,2", "--repair", "1/10"]
        network, dor = self.entries(*arguments)
        self.check_brute(network, Brute(nodes, lambda gone: survives(nodes, links, gone)), (0.05, 0.5, 2), "1/10")
        self.check_brute(dor, Brute(nodes, lambda gone: survives(nodes, links, gone, dor3)), (0.05, 0.5, 2), "1/10")

    def test_every_set_of_nodes_and_links_of_a_2x2_mesh(self):
        nodes, links = mesh_links(2)
        network, = self.entries("--topology", "mesh:2x2", "--fault-kind", "both", "--times", "0.05,0.5,2", "--repair", "1/10")
        self.check_brute(network, Brute(nodes + links, lambda gone: survives(nodes, links, gone)), (0.05, 0.5, 2), "1/10")

    def test_regions_fail_as_a_whole(self):
        nodes, links = mesh_links(3)
        bars = [frozenset([(x, y), (x, y + 1)]) for y in range(2) for x in range(3)]
        network, = self.entries("--topology", "mesh:3x3", "--fault-kind", "regions", "--region", "bar2", "--times", "0.05,0.5,2", "--repair", "1/10")
        brute = Brute(bars, lambda gone: survives(nodes, links, set().union(*gone) if gone else set()))
        self.check_brute(network, brute, (0.05, 0.5, 2), "1/10")

    def test_what_is_drawn_holds_what_is_exact(self):
        # Of 18 links connectivity is exact; of dimension order every order ends with the first link.
        arguments = ["--topology", "torus:3x3", "--fault-kind", "links", "--times", "0.1,0.3", "--repair", "1/5"]
        nodes, links = torus_links(3)
        network, dor = self.entries(*arguments, "--routing", "dor", "--sample-orders", "40")
        self.assertTrue(network["exact"])
        self.assertEqual(network["standing"][:3], [1, 18, 153])
        self.assertFalse(dor["exact"])
        for at, t in zip(dor["reliability"], (0.1, 0.3)):
            self.assertAlmostEqual(at["value"], math.exp(-18 * t), delta=1e-12)
        self.assertAlmostEqual(dor["time"], 1 / 18, delta=1e-12)
        self.assertAlmostEqual(dor["availability"], (5 / 6) ** 18, delta=1e-9)
        # The nodes of an 8x8 torus are too many: more orders say the same with a narrower interval.
        few, many = (self.entries("--topology", "torus:8x8", "--times", "0.2", "--repair", "1/5", "--sample-orders", n, "--seed", s)[0]
                     for n, s in (("100", "3"), ("900", "2")))
        for value in (lambda e: (e["reliability"][0]["value"], e["reliability"][0]["value_interval"]),
                      lambda e: (e["time"], e["time_interval"]), lambda e: (e["availability"], e["availability_interval"])):
            (_, (low, high)), (best, (lower, higher)) = value(few), value(many)
            self.assertTrue(low <= higher and lower <= high)
            self.assertLess(higher - lower, high - low)
            self.assertTrue(lower <= best <= higher)

    def test_a_spine_that_is_cut_off_disconnects_nobody(self):
        # Two leaves, each with a terminal, and two spines, of which one must have both its links.
        for entry in self.entries("--topology", "clos:2,2,1", "--routing", "updown", "--fault-kind", "links", "--times", "0.1,1"):
            for at, t in zip(entry["reliability"], (0.1, 1)):
                self.assertAlmostEqual(at["value"], 1 - (1 - math.exp(-2 * t)) ** 2, delta=1e-12)

    def test_draws_that_all_agree_leave_an_interval(self):
        arguments = ["--topology", "torus:3x3", "--fault-kind", "links", "--routing", "layered", "--vcs", "1", "--times", "0.05"]
        few, many = (self.entries(*arguments, "--sample-orders", n)[1] for n in ("10", sample(3000, 1000)))
        low, high = few["time_interval"]
        self.assertLess(low, high)
        self.assertTrue(low <= many["time_interval"][1] and many["time_interval"][0] <= high)

    def test_a_routing_fails_before_its_network_and_fewer_vcs_fail_sooner(self):
        arguments = ["--topology", "mesh:2x3", "--fault-kind", "links", "--times", "0.1"]
        network, updown, layered = self.entries(*arguments, "--routing", "updown,layered")
        self.assertEqual(updown["survivors"], network["survivors"][:len(updown["survivors"])])  # legal ways between all that are connected
        two = self.entries(*arguments, "--routing", "layered", "--vcs", "2")[1]
        self.assertLessEqual(two["time"], layered["time"] + 1e-12)
        self.assertLessEqual(layered["time"], network["time"] * (1 + 0.5))

    def test_text_and_table(self):
        run = ["reliability", "--topology", "torus:6", "--fault-kind", "links", "--routing", "dor", "--times", "1/10", "--repair", "1"]
        text = self.good(*run, "--out", "csv=all.csv")
        self.assertRegex(text, r"(?m)^  connected +R\(1/10\) 0\.8\d+, fails after 0\.366667 in the mean; available 0\.109375, up for .* \(exact\)$")
        rows = (self.folder / "all.csv").read_text().splitlines()
        self.assertIn(",,availability,true,0,0.109375,,", rows)
        self.assertTrue(any(row.startswith(",dor,reliability@1/10,true,") for row in rows))

    def test_what_makes_no_sense_is_refused(self):
        ring = ["reliability", "--topology", "torus:6", "--fault-kind", "links"]
        for wrong in ("", "a", "-1", "1,,2"):
            self.refused(*ring, "--times", wrong, says="times")
        for wrong in ("0", "-1", "never"):
            self.refused(*ring, "--repair", wrong, says="repair")
        self.refused(*ring, "--vcs", "2", says="vcs")
        self.refused(*ring, "--times", "1", "--vcs", "2", says=["vcs=2", "routing"])
        self.refused(*ring, "--vcs", "1", "--routing", "dor", "--times", "1", says=["vcs=1", "too few"])
        self.refused(*ring, "--region", "bar2", says="region")
        self.refused("reliability", "--topology", "torus:6x6", "--fault-kind", "regions", says=["region", "is missing"])
        for wrong in ("bar9", "bar2:dims07", "bar2:", "bar2@0,0"):
            self.refused("reliability", "--topology", "torus:6x6", "--fault-kind", "regions", "--region", wrong, says=f"region={wrong}")
        self.refused("reliability", "--topology", "torus:8x8", "--times", "1", "--counts", "0", says=["sample-orders", "is missing", "orders"])


if __name__ == "__main__":
    unittest.main()
