#!/usr/bin/python3
"""The throughput command: theta of tables computed elsewhere, certificates checked by a page of Python, scipy's linear program as a second method where it
is installed, and what the other commands do with its table."""
import fractions
import importlib.util
import itertools
import json
import pathlib
import random
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import check_throughput  # noqa: E402
from program import WHOLE, JsonTest, sample  # noqa: E402

Fraction = fractions.Fraction
PATTERNS = ("uniform", "transpose", "tornado", "bit-complement")
# theta by a linear program of its own: the four patterns, and tornado on shortest paths only.
TABLE = {
    "torus:3x3": ("8/3", "8/3", "3/2", "2", "1"),
    "torus:4x4": ("15/8", "2", "4/3", "1", "1"),
    "torus:5x5": ("8/5", "3/2", "5/6", "1", "1/2"),
    "mesh:3x3": ("4/3", "4/3", "1", "1", "1"),
    "mesh:4x4": ("15/16", "1", "1", "1/2", "1"),
    "mesh:5x5": ("4/5", "3/4", "1/2", "1/2", "1/2"),
}
PETERSEN = "".join(f"{a} {b}\n" for i in range(5) for a, b in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)))
# The largest sum of hops of a permutation.
LONGEST = {"torus:3x3": 18, "mesh:4x4": 64, "mesh:5x5": 120, "hypercube:4": 64, "graph:petersen.graph": 20}


def drawn(seed):
    """A strongly connected graph: a ring and some links; and a matrix."""
    dice = random.Random(seed)
    nodes = dice.randint(4, 12)
    links = {(i, (i + 1) % nodes): None for i in range(nodes)}
    for _ in range(dice.randint(0, 2 * nodes)):
        a, b = dice.sample(range(nodes), 2)
        if (b, a) not in links:
            links[a, b] = None
    links = {link: dice.choice(("1/2", "1", "2")) for link in links}
    kind = dice.randrange(3)
    matrix = [["0"] * nodes for _ in range(nodes)]
    to = dice.sample(range(nodes), nodes)
    if kind == 0 and to == sorted(to):
        kind = 1
    for s in range(nodes):
        for t in range(nodes):
            if kind == 0:
                matrix[s][t] = str(int(to[s] == t))
            elif kind == 1:
                matrix[s][t] = str(Fraction(1, nodes))
            else:
                matrix[s][t] = str(Fraction(dice.choice((0, 0, 1, 2, 5)), 6 * nodes))
    matrix[0][1] = matrix[0][1] if kind < 2 else str(Fraction(1, 3 * nodes))
    return nodes, links, matrix


class Throughput(JsonTest):
    def theta(self, *arguments):
        result = self.json_of("throughput", *arguments)
        self.assertTrue(result["exact"], arguments)
        return result["theta"]

    def test_theta_of_small_networks(self):
        for topology, row in TABLE.items():
            for pattern, theta in zip(PATTERNS, row):
                self.assertEqual(self.theta("--topology", topology, "--traffic", pattern), theta, (topology, pattern))
            self.assertEqual(self.theta("--topology", topology, "--traffic", "tornado", "--paths", "minimal"), row[-1], topology)
        self.assertEqual(self.theta("--topology", "torus:5x5", "--traffic", "transpose", "--paths", "minimal"), "1")
        for dims, uniform in ((3, "7/4"), (4, "15/8")):
            self.assertEqual(self.theta("--topology", f"hypercube:{dims}"), uniform)
            self.assertEqual(self.theta("--topology", f"hypercube:{dims}", "--traffic", "bit-complement"), "1")
        self.write("petersen.graph", PETERSEN)
        self.assertEqual(self.theta("--topology", "graph:petersen.graph"), "9/5")

    def files(self, nodes, links, matrix):
        """The graph and the matrix as files, and the channels in order for the checker."""
        self.write("g.graph", "".join(f"{a} {b} {w}\n" for (a, b), w in links.items()))
        self.write("m.txt", "".join(" ".join(row) + "\n" for row in matrix))
        ports = {v: [] for v in range(nodes)}  # each link takes the next port of its ends; channels go by node, then port
        for (a, b), w in links.items():
            ports[a].append((b, w))
            ports[b].append((a, w))
        return "".join(f"{v} {to} {w}\n" for v in range(nodes) for to, w in ports[v]), "".join(" ".join(row) + "\n" for row in matrix)

    def solve(self, channels, matrix):
        return self.json_of("throughput", "--topology", "graph:g.graph", "--traffic", "matrix:m.txt", "--out", "table=t.txt"), channels, matrix

    def test_certificates_of_drawn_graphs(self):
        for seed in sample(range(200), 6):
            nodes, links, rows = drawn(seed)
            result, channels, matrix = self.solve(*self.files(nodes, links, rows))
            with self.subTest(seed=seed):
                self.assertTrue(result["exact"])
                self.assertIsNone(check_throughput.fault(result, channels, matrix, (self.folder / "t.txt").read_text()))
                loads = self.json_of("loads", "--topology", "graph:g.graph", "--routing", "table:t.txt", "--traffic", "matrix:m.txt")
                self.assertEqual(loads["throughput"], result["theta"])

    def test_a_linear_program_of_scipy_finds_the_same(self):
        if importlib.util.find_spec("scipy") is None:
            self.skipTest("python3-scipy is not installed")
        from scipy.optimize import linprog  # pylint: disable=import-outside-toplevel,import-error
        for seed in sample(range(200, 230), 2):
            nodes, links, rows = drawn(seed)
            result, channels, _ = self.solve(*self.files(nodes, links, rows))
            list_of = [line.split() for line in channels.splitlines()]
            count, columns = len(list_of), nodes * len(list_of) + 1
            equal, capacity = [], []
            for s in range(nodes):  # by source: what comes to v less what leaves it is theta T(s, v)
                for v in range(nodes):
                    if v == s:
                        continue
                    row = [0.0] * columns
                    for c, (a, b, _) in enumerate(list_of):
                        row[s * count + c] += (int(b) == v) - (int(a) == v)
                    row[-1] = -float(Fraction(rows[s][v]))
                    equal.append(row)
            for c in range(count):
                capacity.append([float(x % count == c) for x in range(columns - 1)] + [0.0])
            found = linprog([0.0] * (columns - 1) + [-1.0], A_ub=capacity, b_ub=[float(Fraction(w)) for _, _, w in list_of],
                            A_eq=equal, b_eq=[0.0] * len(equal), method="highs")
            self.assertAlmostEqual(-found.fun, float(Fraction(result["theta"])), places=7)

    def test_changed_certificates_are_refused(self):
        nodes, links, rows = drawn(3)
        result, channels, matrix = self.solve(*self.files(nodes, links, rows))
        table = (self.folder / "t.txt").read_text()
        self.assertIsNone(check_throughput.fault(result, channels, matrix, table))
        for change in (lambda r: r["prices"][0].update(price=int(r["prices"][0]["price"]) * 7), lambda r: r["prices"].pop(),
                       lambda r: r.update(theta="1/999", lower="1/999", upper="1/999"), lambda r: r["prices"][0].update(price=-1)):
            changed = json.loads(json.dumps(result))
            change(changed)
            self.assertIsNotNone(check_throughput.fault(changed, channels, matrix, table))

    def test_no_routing_carries_more_and_bandwidths_scale(self):
        for topology, pattern in (("torus:4x4", "transpose"), ("mesh:4x4", "bit-complement"), ("torus:5x3", "shift:4")):
            theta = Fraction(self.theta("--topology", topology, "--traffic", pattern))
            for routing in ("dor", "o1turn", "romm", "valiant"):
                loads = self.json_of("loads", "--topology", topology, "--traffic", pattern, "--routing", routing)
                self.assertLessEqual(Fraction(loads["throughput"]), theta)
                self.assertEqual(self.theta("--topology", topology, "--traffic", pattern, "--paths", "relation", "--routing", routing), loads["throughput"])
        nodes, links, rows = drawn(11)
        theta = Fraction(self.solve(*self.files(nodes, links, rows))[0]["theta"])
        double = {link: str(2 * Fraction(w)) for link, w in links.items()}
        self.assertEqual(Fraction(self.solve(*self.files(nodes, double, rows))[0]["theta"]), 2 * theta)
        other = random.Random(1).sample(range(nodes), nodes)  # other numbers of the nodes
        renamed = {(other[a], other[b]): w for (a, b), w in links.items()}
        moved = [["0"] * nodes for _ in range(nodes)]
        for s in range(nodes):
            for t in range(nodes):
                moved[other[s]][other[t]] = rows[s][t]
        self.assertEqual(Fraction(self.solve(*self.files(nodes, renamed, moved))[0]["theta"]), theta)

    def test_an_adaptive_routing_lies_between(self):
        for routing in ("west-first", "odd-even", "duato"):
            within = Fraction(self.theta("--topology", "mesh:4x4", "--traffic", "transpose", "--paths", "relation", "--routing", routing))
            self.assertLessEqual(within, Fraction(self.theta("--topology", "mesh:4x4", "--traffic", "transpose", "--paths", "minimal")))

    def test_the_interval_of_a_large_network_holds_theta(self):
        exact = Fraction(self.theta("--topology", "torus:6x6", "--traffic", "random:1"))
        few = self.json_of("throughput", "--topology", "torus:6x6", "--traffic", "random:1", "--effort", "300", "--out", "table=t.txt")
        self.assertEqual((few["exact"], few["method"], few["theta"]), (False, "rounds", None))
        self.assertTrue(Fraction(few["lower"]) <= exact <= Fraction(few["upper"]))
        loads = self.json_of("loads", "--topology", "torus:6x6", "--routing", "table:t.txt", "--traffic", "random:1")
        self.assertEqual(loads["throughput"], few["lower"])

    def test_routers_with_any_number_of_terminals(self):
        # Three terminals to two over one channel: each of the three sends 1 to one of the others.
        self.write("path.graph", "0 1\nterminals 0 2\nterminals 1 2\n")
        self.write("m.txt", "0 0 1 0\n0 0 0 1\n0 1 0 0\n0 0 0 0\n")
        self.assertEqual(self.theta("--topology", "graph:path.graph", "--traffic", "matrix:m.txt"), "1/2")
        self.assertEqual(self.theta("--topology", "graph:path.graph"), "3/4")  # 2 x 2 pairs of 1/3 each over one channel

    def test_faults_leave_fewer_paths(self):
        # A ring of four without a link: 1 -> 0 passes three channels; of transpose-like shift:2 two flows share each channel of the line.
        whole = Fraction(self.theta("--topology", "torus:4", "--traffic", "shift:2"))
        line = Fraction(self.theta("--topology", "torus:4", "--traffic", "shift:2", "--faults", "links:0-1"))
        self.assertEqual((whole, line), (Fraction(1), Fraction(1, 2)))

    def test_longest_permutations(self):
        self.write("petersen.graph", PETERSEN)
        for topology, hops in LONGEST.items() if WHOLE else [(name, hops) for name, hops in LONGEST.items() if name not in ("mesh:5x5", "mesh:6x6")]:
            found = self.json_of("loads", "--topology", topology, "--traffic", "longest", "--routing", "dor" if "graph" not in topology else "updown")
            self.json_of("throughput", "--topology", topology, "--worst", "--starts", "1", "--out", "permutation=p.txt")
            to = [int(line) for line in (self.folder / "p.txt").read_text().splitlines() if line[0] != "#"]
            self.assertEqual(sorted(to), list(range(len(to))))
            if "graph" not in topology:
                self.assertEqual(sum(Fraction(channel["load"]) for channel in found["channels"]), hops)

    def test_climbs_from_permutations_that_stay_at_home(self):
        # Of two terminals every second random permutation is the identity: it starts no climb.
        climbs = []
        for seed in range(4):
            result = self.json_of("throughput", "--topology", "mesh:2", "--worst", "--starts", "3", "--seed", str(seed))
            self.assertEqual(result["theta"], "1")
            climbs.append(len(result["worst"]["climbs"]))
        self.assertLess(min(climbs), 3)
        self.refused("throughput", "--topology", "graph:" + self.write("one.graph", "0 1\nterminals 0 2\nterminals 1 0\n"), "--worst",
                     says=["no two routers with terminals"])

    def test_a_climb_ends_where_no_permutation_is_longer(self):
        # Under the prices found, of the ways that are open: a longer one would be carried worse.
        for seed in sorted({20, *sample([seed for seed in range(60) if drawn(seed)[0] < 7], 3)}):  # 20: detours are cheaper than shortest paths
            nodes, links, rows = drawn(seed)
            channels = [(int(a), int(b), Fraction(w)) for a, b, w in (line.split() for line in self.files(nodes, links, rows)[0].splitlines())]
            for paths in ("any", "minimal"):
                result = self.json_of("throughput", "--topology", "graph:g.graph", "--worst", "--starts", "1", "--paths", paths)
                prices = [0] * len(channels)
                for entry in result["prices"]:
                    prices[entry["channel"]] = int(entry["price"])
                # With hops in the first place only shortest paths are cheapest.
                far = [price + (10 ** 9 if paths == "minimal" else 0) for price in prices]
                cost = [[d % 10 ** 9 for d in check_throughput.distances(channels, far, nodes, s)] for s in range(nodes)]
                longest = max(sum(cost[s][t] for s, t in enumerate(to)) for to in itertools.permutations(range(nodes)))
                carried = sum(w * price for (_, _, w), price in zip(channels, prices))
                self.assertEqual(carried / longest, Fraction(result["upper"]), (seed, paths))

    def test_no_permutation_lies_below_what_some_oblivious_routing_carries(self):
        # Where the best one is not known: bandwidths in bytes a second, which its program does not take; something failed; no effort; too large.
        self.write("large.graph", "0 1 1000000000\n1 2 1000000000\n2 0 7000000000\n")
        self.write("petersen.graph", PETERSEN)
        for network in (["graph:large.graph"], ["mesh:3x3", "--faults", "nodes:4"], ["mesh:3x3", "--effort", "1"], ["graph:petersen.graph", "--effort", "1"],
                        ["torus:4x3", "--effort", "1", "--paths", "minimal"], ["mesh:3x3", "--faults", "nodes:4", "--paths", "minimal"]):
            worst = self.json_of("throughput", "--topology", *network, "--worst")
            self.assertFalse(worst["worst"]["closed"] and worst["worst"]["best_oblivious"] is None, network)
            at_least = Fraction(worst["worst"].get("at_least") or worst["worst"]["best_oblivious"])
            self.assertGreater(at_least, 0, network)
            self.assertLessEqual(at_least, Fraction(worst["upper"]), network)
            rest = [words for words in network[1:] if words not in ("--effort", "1")]
            for seed in range(1, 1 + len(sample(range(40), 4))):
                done = self.run_program(["throughput", "--topology", network[0], *rest, "--traffic", f"random:{seed}", "--json", "-"])
                if done.returncode == 0:  # else all stay at their routers
                    self.assertLessEqual(at_least, Fraction(json.loads(done.stdout)["upper"]), (network, seed))

    def test_what_carries_it_is_said(self):
        text = self.good("throughput", "--topology", "graph:" + self.write("large.graph", "0 1 1000000000\n1 2 1000000000\n2 0 7000000000\n"), "--worst")
        self.assertRegex(text, "no permutation below .*; the network has bandwidths from 1000000000 to 7000000000; ")
        text = self.good("throughput", "--topology", "mesh:4x4", "--worst", "--faults", "nodes:5")
        self.assertRegex(text, "no permutation below .* networks without faults")
        text = self.good("throughput", "--topology", "torus:3x3", "--worst", "--paths", "minimal")
        self.assertRegex(text, "no permutation below .* the best oblivious routing on shortest paths")
        # The best oblivious routing of the 3 x 3 mesh has 6/7; another one less.
        worst = self.json_of("throughput", "--topology", "mesh:3x3", "--worst", "--effort", "1")["worst"]
        self.assertEqual((worst["best_oblivious"], worst["closed"]), (None, False))
        self.assertLessEqual(Fraction(worst["at_least"]), Fraction(6, 7))

    def test_beyond_small_programs_a_routing_by_name_closes_the_bracket(self):
        # On even tori and meshes half of the terminals can be made to cross a cut of 2k or k channels, and no cut is worse.
        for topology, theta in sample((("mesh:6x6", "1/3"), ("torus:8x8", "1/2"), ("mesh:8x8", "1/4")), 1):
            worst = self.json_of("throughput", "--topology", topology, "--worst", "--starts", "1")
            self.assertEqual((worst["upper"], worst["worst"]["best_oblivious"], worst["worst"]["closed"]), (theta, theta, True))

    def test_runs_of_larger_networks_and_adaptive_routings_have_it_too(self):
        run = ["--load", "0.01", "--cycles", "50", "--warmup", "0"]
        found = self.json_of("simulate", "--topology", "torus:16x16", *run)["bounds"]["network_throughput"]
        self.assertEqual(found, {"lower": "255/512", "upper": "255/512"})  # k/8 of a packet's other destinations lie across a cut
        for topology, seed in sample((("torus:6x6", 3), ("mesh:7x6", 1), ("hyperx:4x4", 2), ("graph:petersen.graph", 4)), 2):
            self.write("petersen.graph", PETERSEN)
            routing = "duato" if "x" in topology and "hyper" not in topology else "min-adaptive" if "hyper" in topology else "duato-updown"
            network = ["--topology", topology, "--traffic", f"random:{seed}"]
            theta = Fraction(self.theta(*network))
            for command in (["simulate", *run], ["bounds"]):
                result = self.json_of(*command, *network, "--routing", routing)
                found = (result if command == ["bounds"] else result["bounds"])["network_throughput"]
                self.assertTrue(0 < Fraction(found["lower"]) <= theta <= Fraction(found["upper"]), (topology, command))

    def test_a_table_has_the_weights_that_theta_needs(self):
        # On torus:7x7 the flows of the longest permutation have a common denominator near 2 10^10.
        topology = "torus:7x7" if WHOLE else "torus:5x5"
        result = self.json_of("throughput", "--topology", topology, "--traffic", "longest", "--out", "table=t.txt")
        self.assertTrue(result["exact"])
        loads = self.json_of("loads", "--topology", topology, "--routing", "table:t.txt", "--traffic", "longest")
        self.assertEqual(loads["throughput"], result["theta"])

    def test_a_gap_is_a_part(self):
        self.refused("throughput", "--topology", "torus:3x3", "--gap", "2", says=["gap=2", "0..1"])

    def test_climbs_end_in_a_worst_permutation_of_tori(self):
        for topology, theta in sample((("torus:3x3", "3/2"), ("torus:4x4", None), ("torus:5x5", "5/6")), 2):
            result = self.json_of("throughput", "--topology", topology, "--worst", "--starts", "4")
            self.assertTrue(result["worst"]["closed"], topology)
            self.assertEqual(result["theta"], result["worst"]["best_oblivious"])
            if theta:
                self.assertEqual(result["theta"], theta)
        mesh = self.json_of("throughput", "--topology", "mesh:3x3", "--worst")
        self.assertEqual(mesh["worst"]["best_oblivious"], "6/7")
        self.assertGreaterEqual(Fraction(mesh["theta"]), Fraction(8, 9))  # the least of all permutations

    def test_it_claims_no_more_than_its_paths(self):
        any_paths = ["throughput", "--topology", "torus:5x5", "--traffic", "tornado"]
        self.assertIn("no routing carries more, and one carries it", self.good(*any_paths))
        self.assertIn("over these paths no more is carried", self.good(*any_paths, "--paths", "minimal"))
        text = self.good("throughput", "--topology", "dragonfly:1,2,1", "--traffic", "adv:1", "--paths", "relation", "--routing", "valiant")
        self.assertIn("over these paths no more is carried", text)
        self.assertNotIn("table of paths", text)
        self.good("throughput", "--topology", "torus:3x3", "--worst", "--paths", "minimal", "--out", "permutation=worst.txt")
        self.assertIn("no routing on shortest paths carries more", (self.folder / "worst.txt").read_text())

    def test_what_is_refused(self):
        base = ["throughput", "--topology", "torus:4x4"]
        self.write("diagonal.txt", "".join(" ".join("1" if i == j else "0" for j in range(16)) + "\n" for i in range(16)))
        self.refused(*base, "--traffic", "matrix:diagonal.txt", says=["traffic=matrix:diagonal.txt", "asks nothing of the channels"])
        self.write("negative.txt", "0 -1" + " 0" * 14 + "\n" + ("0 " * 16 + "\n") * 15)
        self.refused(*base, "--traffic", "matrix:negative.txt", says=["line 1"])
        self.write("word.txt", "0 x" + " 0" * 14 + "\n" + ("0 " * 16 + "\n") * 15)
        self.refused(*base, "--traffic", "matrix:word.txt", says=["line 1"])
        self.refused(*base, "--routing", "romm", says=["routing=romm", "no meaning without"])
        self.refused(*base, "--paths", "fewest", says=["paths=fewest", "minimal"])
        self.refused(*base, "--paths", "relation", "--out", "table=t.txt", says=["no meaning with paths=relation"])
        self.refused(*base, "--starts", "3", says=["starts=3", "worst"])
        self.refused(*base, "--worst", "--traffic", "transpose", says=["traffic=transpose", "worst"])
        self.refused(*base, "--effort", "0", says=["effort=0"])
        self.refused("throughput", "--topology", "torus:40x40", "--worst", says=["1600", "1024"])
        self.refused("loads", "--topology", "torus:80x80", "--traffic", "longest", says=["4096"])
        self.refused("throughput", "--topology", "hypercube:13", says=["hypercube:13"])


if __name__ == "__main__":
    unittest.main()
