#!/usr/bin/python3
"""Bounds of adaptive routings: the paper's values, the certificate checked without the program, delivered rates below them, what has none."""
import csv
import functools
import io
import json
import re
import unittest
from fractions import Fraction

from program import WHOLE, ProgramTest, sample

CUBE = ["--topology", "hypercube:6", "--vcs", "1"]
TURNS = ("p-cube", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3")
PATTERNS = ("bit-reverse", "transpose", "reverse-flip")
PAIRS = [(routing, pattern) for routing in TURNS for pattern in PATTERNS]


def image(pattern, x, n):
    bits = [x >> i & 1 for i in range(n)]
    if pattern == "transpose":
        bits = bits[n // 2:] + bits[:n // 2]
    else:
        bits = [bit ^ (pattern == "reverse-flip") for bit in reversed(bits)]
    return sum(bit << i for i, bit in enumerate(bits))


def cheapest(prices, n, source, destination):
    """Over all ways of p-cube: negative crossings first, then positive ones."""
    @functools.lru_cache(None)
    def cost(at):
        left = at ^ destination
        moves = left & at or left
        return min((prices.get((at, at ^ 1 << i), 0) + cost(at ^ 1 << i) for i in range(n) if moves >> i & 1), default=Fraction(0))
    return cost(source)


class AdaptiveBounds(ProgramTest):
    def bounds(self, *arguments):
        return json.loads(self.good("bounds", *arguments, "--json", "-"))

    def test_beyond_cubes_they_are_those_by_hand(self):
        # Full mesh of N routers of T terminals, each router to the next: the link straight on takes the part x, each of N - 2 ways round (1 - x) / (N - 2) on
        # two links, every other link two such ways: T x = 2 T (1 - x) / (N - 2), so x = 2 / N. Among shortest ways there is one, and all T take it.
        # Up from a leaf all of its terminals' packets go over its links, and that is reached, whatever the way by the destination has.
        for topology, routing, traffic, gamma in (
                ("fullmesh:4:t4", "dim-war", "adv:1", "2"), ("fullmesh:5:t2", "omni-war:1", "adv:1", "4/5"), ("fullmesh:5", "dim-war", "adv:2", "2/5"),
                ("hyperx:4x4:t4", "min-adaptive", "adv:1", "4"), ("hyperx:4x4:t4", "min-adaptive", "uniform", "64/63"),
                ("fattree:4,2", "nca", "worst-case:d-mod-k", "1"), ("fattree:2,4", "nca", "worst-case:d-mod-k", "1"), ("fattree:4,2", "nca", "uniform", "4/5"),
                ("clos:4,2,4", "nca", "worst-case:d-mod-k", "2"), ("clos:4,2,4", "nca", "uniform", "8/5")):
            with self.subTest(f"{topology} {routing} {traffic}"):
                self.assertEqual(self.bounds("--topology", topology, "--routing", routing, "--traffic", traffic)["gamma_max"], gamma)

    def test_they_are_exact_fractions_beside_decimals(self):
        expected = {("p-cube", "reverse-flip"): Fraction(15, 8), ("p-cube", "bit-reverse"): 10, ("p-cube", "transpose"): 10}
        for routing, pattern in PAIRS if WHOLE else [(routing, PATTERNS[i % 3]) for i, routing in enumerate(TURNS)][::2]:
            gamma = Fraction(expected.get((routing, pattern), 8))
            result = self.bounds("--topology", "hypercube:8", "--vcs", "1", "--routing", routing, "--traffic", pattern, "--packet-length", "20")
            self.assertEqual((result["gamma_max"], result["split"]), (str(gamma), {"gamma_lower": str(gamma), "gamma_upper": str(gamma)}))
            self.assertEqual((result["ideal_throughput_exact"], result["ideal_throughput"]), (str(1 / gamma), float(1 / gamma)))
            self.assertEqual(result["zero_load_latency_exact"], str(Fraction(1024, 240) + 21))  # sum of distances 1024, 16 fixed points
            self.assertEqual((result["why_missing"], result["curve"]), (None, None))

    def test_the_prices_prove_the_bound_to_anybody(self):
        cases = ("transpose", 8), ("reverse-flip", 6), ("bit-reverse", 5), ("bit-reverse", 8), ("reverse-flip", 8)
        for pattern, n in cases if WHOLE else cases[:3]:
            network = ["--topology", f"hypercube:{n}", "--vcs", "1", "--routing", "p-cube", "--traffic", pattern]
            gamma = Fraction(self.bounds(*network)["gamma_max"])
            rows = list(csv.DictReader(io.StringIO(self.good("bounds", *network, "--out", "certificate=-"))))
            prices = {(int(row["from"]), int(row["to"])): Fraction(row["price"]) for row in rows}
            self.assertEqual((len(prices), sum(prices.values())), (len(rows), 1))
            self.assertGreater(min(prices.values()), 0)
            for (a, b), row in zip(prices, rows):
                self.assertEqual(a ^ b, 1 << int(row["port"]))
            total = sum(cheapest(prices, n, x, image(pattern, x, n)) for x in range(1 << n))
            self.assertEqual(total, gamma, (pattern, n))

    def test_no_source_delivers_more_for_long(self):
        cycles, channels, depth = 30000, 64 * 6, 2
        for routing, pattern in PAIRS if WHOLE else PAIRS[::20]:
            run = ["simulate", *CUBE, "--routing", routing, "--traffic", pattern, "--load", "1", "--packet-length", "20", "--cycles", str(cycles)]
            result = json.loads(self.good(*run, "--json", "-"))
            gamma = 1 / Fraction(result["bounds"]["ideal_throughput_exact"])
            least = min(source["accepted"] for source in result["per_terminal"] if source["offered"] > 0)
            # What was stored in the network before the window may add to what its channels carried.
            self.assertLessEqual(least, (1 + channels * depth / cycles) / gamma, (routing, pattern))
            self.assertTrue(result["saturated"])

    def test_simulate_gives_it_where_it_is_short_and_saturate_as_bounds_does(self):
        run = ["simulate", "--routing", "duato", "--load", "0.1", "--cycles", "100", "--json", "-"]
        short = json.loads(self.good(*run, "--topology", "torus:4x4"))["bounds"]
        # 15 destinations of mean distance 32/15 over 64 channels, which a symmetric split loads alike.
        self.assertEqual((short["zero_load_latency_exact"], short["ideal_throughput_exact"]), (str(Fraction(32, 15) + 33), "15/8"))
        self.assertNotIn("left_out", short)
        long = json.loads(self.good(*run, "--topology", "torus:8x8"))["bounds"]
        self.assertEqual((long["zero_load_latency"], long["ideal_throughput"]), (None, None))
        self.assertIn("1.5e+07", long["left_out"])
        if WHOLE:  # two seconds
            self.assertEqual(self.bounds("--topology", "torus:8x8", "--routing", "duato")["gamma_max"], "64/63")
        for network, bound in ((["--topology", "mesh:4x4", "--routing", "odd-even"], None),
                               (["--topology", "torus:8x8", "--routing", "duato", "--traffic", "hotspot:0@0.1"], "70/129")):
            walk = json.loads(self.good("saturate", *network, "--search.resolution", "1", "--packet-length", "4", "--json", "-"))["bounds"]
            self.assertEqual(walk["ideal_throughput_exact"], bound or self.bounds(*network)["ideal_throughput_exact"])
            self.assertEqual((walk["sustainable_exact"], walk["limited_by"]), (walk["ideal_throughput_exact"], "channel"))

    def test_what_has_no_bound_says_why(self):
        large = self.bounds("--topology", "hypercube:8", "--routing", "p-cube")
        self.assertEqual((large["gamma_max"], large["split"], large["ideal_throughput"], large["zero_load_latency"]), (None,) * 4)
        self.assertIn("3.0e+08", large["why_missing"])
        absorbing = self.bounds("--topology", "torus:32x32" if WHOLE else "torus:16x16", "--routing", "sw-adaptive")
        self.assertIn("absorbs packets on their paths an ideal throughput is computed where its program is small enough", absorbing["why_missing"])
        prices = ["--out", "certificate=prices.csv"]
        self.refused("bounds", "--topology", "hypercube:8", "--routing", "p-cube", *prices, says=["out=certificate=prices.csv", "no bound"])
        self.assertEqual(self.listing(), [])

    def test_with_nothing_failed_sw_adaptive_takes_the_paths_of_duato(self):
        networks = ("torus:4x4", "uniform"), ("torus:4x4", "transpose"), ("mesh:4x4", "uniform"), ("torus:5x3", "tornado"), ("hypercube:4", "bit-reverse")
        for topology, pattern in networks:
            both = [self.bounds("--topology", topology, "--routing", routing, "--traffic", pattern) for routing in ("sw-adaptive", "duato")]
            for key in ("gamma_max", "ideal_throughput_exact", "split", "sustainable_exact", "limited_by", "fraction_of_capacity"):
                self.assertEqual(both[0][key], both[1][key], (topology, pattern, key))
            self.assertIsNotNone(both[0]["ideal_throughput_exact"])
        # A link that no flow leads over: the same channels carry all, and the injection channels beside them carry 1 each.
        self.write("pairs.txt", "".join(f"{v}\n" for v in (1, 0, 3, 2, *range(4, 16))))
        flows = ["--topology", "torus:4x4", "--routing", "sw-adaptive", "--traffic", "permutation:pairs.txt"]
        whole, broken = self.bounds(*flows), self.bounds(*flows, "--faults", "links:8-9")
        self.assertEqual((whole["gamma_max"], broken["gamma_max"]), ("1", "1"))

    def test_under_faults_runs_have_the_bound_too_and_no_source_gets_past_it(self):
        for routing in ("sw-adaptive", "duato-updown"):
            network = ["--topology", "mesh:4x4", "--routing", routing, "--vcs", "6", "--faults", "nodes:5+links:0-1"]
            bounds = self.bounds(*network, "--out", "certificate=prices.csv")
            ideal = Fraction(bounds["ideal_throughput_exact"])
            self.assertEqual(1 / ideal, Fraction(bounds["split"]["gamma_lower"]))
            self.assertIsNotNone(bounds["zero_load_latency"])
            # Prices of channels of bandwidth 1, those of injection among them: they sum to 1.
            rows = (self.folder / "prices.csv").read_text().splitlines()[1:]
            self.assertEqual(sum(Fraction(row.split(",")[-1]) for row in rows), 1)
            self.assertTrue(routing == "sw-adaptive" or not any("injection" in row for row in rows))
            run = json.loads(self.good("simulate", *network, "--load", "1", "--packet-length", "8", "--cycles", "6000", "--warmup", "2000", "--json", "-"))
            self.assertEqual(run["bounds"]["ideal_throughput_exact"], bounds["ideal_throughput_exact"])
            self.assertTrue(run["overloaded"])
            self.assertLess(run["accepted_min"], float(ideal) * 1.01)
            # Beyond the linear program the bound of a run is a little looser than that of `bounds`.
            large = ["--topology", "torus:8x8", "--routing", routing, "--vcs", "6", "--faults", "random:5", "--seed", "3"]
            text = self.good("simulate", *large, "--load", "0.05", "--cycles", "100", "--json", "large.json")
            of_run = json.loads((self.folder / "large.json").read_text())["bounds"]
            self.assertNotIn("left_out", of_run)
            # The text calls it a bound, and says from where on: the other end of what was proved, below the first.
            found = re.search(r"ideal throughput at most \((\d+/\d+); at least ([0-9.]+)\)", text)
            self.assertIsNotNone(found, text)
            self.assertEqual(found[1], of_run["ideal_throughput_exact"])
            self.assertTrue(0.9 * of_run["ideal_throughput"] < float(found[2]) < of_run["ideal_throughput"])
            if WHOLE:  # two seconds
                exact = self.bounds(*large)["ideal_throughput"]
                self.assertTrue(exact * (1 - 1e-9) <= of_run["ideal_throughput"] < exact * 1.05)
        # An 8x8x8 torus has the bound of its network: less than without failures, where hops give 511/512.
        for routing in sample(("duato-updown", "sw-adaptive"), 1):
            larger = ["--topology", "torus:8x8x8", "--routing", routing, "--vcs", "4", "--faults", "random:12", "--prove", "never"]
            text = self.good("simulate", *larger, "--load", "0.02", "--cycles", "100", "--json", "larger.json")
            of_run = json.loads((self.folder / "larger.json").read_text())["bounds"]
            self.assertEqual((of_run["sustainable_exact"], of_run["limited_by"]), (of_run["ideal_throughput_exact"], "channel"))
            self.assertTrue(0.8 < of_run["ideal_throughput"] < 511 / 512)
            self.assertIn(f"ideal throughput at most ({of_run['ideal_throughput_exact']}", text)

    def test_where_packets_have_no_choice_the_certificate_is_the_forced_load_of_one_channel(self):
        def crossings(a, b, source, destination):
            """Of the channel from a to b by dimension order on a hypercube, the lowest dimension first."""
            at, count = source, 0
            while at != destination:
                there = at ^ ((at ^ destination) & -(at ^ destination))
                count += (at, there) == (a, b)
                at = there
            return count
        for pattern, n in (("bit-reverse", 6), ("transpose", 6), ("reverse-flip", 5)):
            network = ["--topology", f"hypercube:{n}", "--routing", "e-cube", "--traffic", pattern]
            result = self.bounds(*network)
            rows = list(csv.DictReader(io.StringIO(self.good("bounds", *network, "--out", "certificate=-"))))
            self.assertEqual([row["price"] for row in rows], ["1"])
            a, b = int(rows[0]["from"]), int(rows[0]["to"])
            forced = sum(crossings(a, b, x, image(pattern, x, n)) for x in range(1 << n))
            self.assertEqual((Fraction(result["gamma_max"]), Fraction(result["ideal_throughput_exact"])), (forced, Fraction(1, forced)))
        # Both channels of the link between 1 and 2 carry 2 x 2 of 3 packets; one half wide, its price is 1 / bandwidth.
        self.write("line.graph", "0 1\n1 2 1/2\n2 3\n")
        network = ["--topology", "graph:line.graph", "--routing", "updown"]
        self.assertEqual(self.bounds(*network)["gamma_max"], "8/3")
        self.assertRegex(self.good("bounds", *network, "--out", "certificate=-"), r"\Achannel,from,port,to,price\n\d+,[12],\d,[12],2\n\Z")

    def test_a_schedule_has_its_bandwidth_however_packets_are_led(self):
        # 6 messages of 99 flits behind a head flit to the corner across: two ways, but one injection channel.
        self.write("corner.txt", "ranks 4\n" + "".join("0 send 99 to 3\n3 recv 99 from 0\n" for _ in range(6)))
        run = ["simulate", "--topology", "mesh:2x2", "--workload", "schedule:corner.txt", "--json", "-"]
        for routing, expected in (("odd-even", 600), ("dor", 600)):
            bounds = json.loads(self.good(*run, "--routing", routing))["bounds"]
            self.assertEqual((bounds["completion_bandwidth"], bounds["completion_bandwidth_exact"]), (expected, str(expected)))
        # Node 1 sends 8 beside them, straight; dimension order takes all fourteen over 1 -> 3.
        both = "".join(f"{rank} send 99 to 3\n3 recv 99 from {rank}\n" for rank in (0,) * 6 + (1,) * 8)
        self.write("corner.txt", "ranks 4\n" + both)
        for routing, expected in (("west-first", 800), ("dor", 1400)):
            bounds = json.loads(self.good(*run, "--routing", routing))["bounds"]
            self.assertEqual(bounds["completion_bandwidth"], expected, routing)

    def test_forced_messages_are_counted(self):
        run = ["lcc", "contention", "--lcc", "bit-reverse,transpose,reverse-flip", "--dims", "8", "--json", "-"]
        plain = json.loads(self.good(*run))
        self.assertEqual([plain["forced"], *(c["forced"] for c in plain["communications"])], [None] * 4)
        for routing, expected in (("p-cube", [1, 1, 0]), *((name, [8, 8, 8]) for name in (*TURNS[1:], "dor"))):
            result = json.loads(self.good(*run, "--routing", routing))
            self.assertEqual([c["forced"]["messages"] for c in result["communications"]], expected, routing)
            self.assertEqual(result["forced"], max(expected))
            if routing == "li-min":  # the paper: ([00010000], [00000000]), x0 first
                self.assertEqual(result["communications"][0]["forced"]["channel"], {"from": 8, "to": 0, "dimension": 3, "sign": 0})
        self.write("scatter.lcc", "scatter\n00\n00\n\n00\n")  # node 0 sends to all: along e-cube two over 0 -> 1
        result = json.loads(self.good("lcc", "contention", "--lcc", "scatter.lcc", "--routing", "dor", "--json", "-"))
        self.assertEqual((result["forced"], result["contention"]), (2, 2))
        self.assertIn("8 through 8->0", self.good("lcc", "contention", "--lcc", "bit-reverse", "--dims", "8", "--routing", "li-min"))
        self.refused("lcc", "contention", "--lcc", "scale", "--dims", "20", "--routing", "p-cube", says=["routing=p-cube", "16 dimensions", "20"])
        self.refused("lcc", "contention", "--lcc", "scale", "--dims", "6", "--routing", "west-first", says=["west-first"])


if __name__ == "__main__":
    unittest.main()
