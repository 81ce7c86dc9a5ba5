#!/usr/bin/python3
"""The ratio to the best routing for the same traffic: printed values, both proofs by a page of Python, bandwidths of any size, what is refused."""
import fractions
import json
import pathlib
import random
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import check_ratio  # noqa: E402
from program import JsonTest, sample  # noqa: E402

Fraction = fractions.Fraction
FILES = ["--out", "weights=w.txt", "--out", "traffic-table=t.txt"]
# The least ratio of any routing, by linear programs of Applegate and Cohen's.
LEAST = {"torus:3x3": "2", "mesh:3x3": "29/15", "hypercube:3": "2"}


def drawn(seed, unit=1):
    """A graph of 3 to 5 nodes: a ring and some links."""
    dice = random.Random(seed)
    nodes = dice.randint(3, 5)
    links = [(i, (i + 1) % nodes) for i in range(nodes)]
    links += [link for link in ((a, b) for a in range(nodes) for b in range(a + 2, nodes) if (a, b) != (0, nodes - 1)) if dice.random() < 0.4]
    return nodes, [(a, b, unit * Fraction(dice.choice(("1/2", "1", "2")))) for a, b in links]


class Competitive(JsonTest):
    def graph(self, nodes, links):
        """Writes the graph; its channels as the page has them."""
        self.write("g.graph", "".join(f"{a} {b} {w}\n" for a, b, w in links))
        ports = {v: [] for v in range(nodes)}
        for a, b, w in links:
            ports[a].append((b, w))
            ports[b].append((a, w))
        return "".join(f"{v} {to} {w}\n" for v in range(nodes) for to, w in ports[v])

    def channels_of(self, topology):
        """Of a topology without bandwidths, as `loads` lists them."""
        return "".join(f"{c['from']} {c['to']} 1\n" for c in self.json_of("loads", "--topology", topology)["channels"])

    def ratio(self, channels, *network):
        result = self.json_of("worst-case", *network, "--against-optimum", *FILES)
        self.assertIsNone(check_ratio.fault(result, channels, *((self.folder / name).read_text() for name in ("w.txt", "t.txt"))), network)
        return result

    def test_both_proofs_of_routings_by_name(self):
        for topology, routing, value in (("torus:3x3", "dor", "4"), ("torus:3x3", "romm", None), ("torus:4x3", "valiant", None),
                                         ("mesh:3x3", "o1turn", None)):
            result = self.ratio(self.channels_of(topology), "--topology", topology, "--routing", routing)["against_optimum"]
            self.assertTrue(result["exact"], (topology, routing))
            if value:
                self.assertEqual(result["upper"], value)

    def test_the_least_ratio_is_that_of_its_table(self):
        for topology, value in LEAST.items():
            found = self.json_of("optimal", "--topology", topology, "--competitive", "--out", "table=best.txt")
            own = self.ratio(self.channels_of(topology), "--topology", topology, "--routing", "table:best.txt")["against_optimum"]
            self.assertEqual((found["against_optimum"]["upper"], own["lower"], own["upper"]), (value, value, value), topology)

    def test_drawn_graphs_in_any_unit(self):
        # Bandwidths of all channels a thousand million times as large, as in bytes a second, or as small: the same ratio.
        for seed in sample(range(40), 4):
            ratios = set()
            for unit in (1, 10 ** 9, Fraction(1, 10 ** 9)):
                channels = self.graph(*drawn(seed, unit))
                result = self.ratio(channels, "--topology", "graph:g.graph", "--routing", "updown")["against_optimum"]
                self.assertTrue(result["exact"], (seed, unit))
                ratios.add(result["upper"])
            self.assertEqual(len(ratios), 1, seed)

    def test_changed_proofs_are_refused(self):
        channels = self.graph(*drawn(5))
        result = self.ratio(channels, "--topology", "graph:g.graph", "--routing", "updown")
        files = [(self.folder / name).read_text() for name in ("w.txt", "t.txt")]
        for change in (lambda r: r["prices"].pop(), lambda r: r["prices"][0].update(price=-1), lambda r: r["prices"][0].update(price=10 ** 6),
                       lambda r: r["traffic"].pop(), lambda r: r["traffic"][0].update(amount="99"), lambda r: r.update(theta="99"),
                       lambda r: r.update(lower="1/99", exact=False), lambda r: r["per_channel"][-1].update(upper="99")):
            changed = json.loads(json.dumps(result))
            change(changed["against_optimum"])
            self.assertIsNotNone(check_ratio.fault(changed, channels, *files))

    def test_no_pattern_has_a_higher_ratio(self):
        for topology, routing in (("hyperx:3:t2", "dor"), ("dragonfly:2,2,1", "min"), ("dragonfly:2,2,1", "valiant-group"), ("clos:3,2,2", "d-mod-k")):
            upper = Fraction(self.json_of("worst-case", "--topology", topology, "--routing", routing, "--against-optimum")["against_optimum"]["upper"])
            found = 0
            for traffic in ("uniform", "shift:1", "shift:2", "random:3"):
                loads = self.json_of("loads", "--topology", topology, "--routing", routing, "--traffic", traffic)
                best = loads["network_throughput"]
                if best:
                    found += 1
                    self.assertLessEqual(Fraction(loads["gamma_max"]) * Fraction(best["lower"]), upper, (topology, routing, traffic))
            self.assertGreater(found, 0, topology)

    def test_between_terminals_of_a_router_valiant_has_no_ratio(self):
        for topology in ("hyperx:3:t2", "dragonfly:2,2,1", "fullmesh:4:t3", "torus:3x3:t2"):
            self.refused("worst-case", "--topology", topology, "--routing", "valiant", "--against-optimum", says=["against-optimum", "routing=valiant", "router 0"])

    def test_what_is_refused(self):
        self.refused("worst-case", "--topology", "torus:3x3", "--out", "traffic-table=t.txt", says=["out=traffic-table", "against-optimum"])
        self.refused("worst-case", "--topology", "torus:16x16", "--against-optimum", says=["topology=torus:16x16", "262144 rows"])


if __name__ == "__main__":
    unittest.main()
