#!/usr/bin/python3
"""Networks of real machines: what `topology` says of them, loads and worst cases over terminals, and their routings."""
import csv
import fractions
import io
import json
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, ProgramTest  # noqa: E402

GUIDE = "".join((ROOT / "docs/guide" / name).read_text(encoding="utf-8") for name in ("networks.md", "routing-tables.md"))
RUN = ["--load", "0.1", "--cycles", "200"]


class Topologies(ProgramTest):
    """dateline topology."""

    def shown(self, *arguments):
        result = json.loads(self.good("topology", *arguments, "--json", "-"))
        return {key: result[key] for key in ("routers", "terminals", "radix", "channels", "diameter", "mean_distance_exact", "bisection")}

    def test_the_numbers_of_networks_known_by_hand(self):
        for name, routers, terminals, radix, channels, diameter, mean, bisection in (
                ("torus:4x4", 16, 16, 5, 64, 4, "32/15", 8), ("mesh:4x4:t2x2", 16, 64, 8, 48, 6, "160/63", 4),
                ("hyperx:4x4:t4", 16, 64, 10, 96, 2, "32/21", 16), ("fattree:4,2", 8, 16, 8, 32, 2, "8/5", 8), ("clos:4,2,4", 6, 16, 6, 16, 2, "8/5", 4),
                ("slimfly:5", 50, 200, 11, 350, 2, "364/199", None), ("dragonfly:4,8,4", 264, 1056, 15, 2904, 3, None, None)):
            with self.subTest(name):
                found = self.shown(name)
                if mean is None:
                    mean = found["mean_distance_exact"]
                self.assertEqual(tuple(found.values()), (routers, terminals, radix, channels, diameter, mean, bisection))

    def test_channels_are_counted_by_kind_with_their_latencies(self):
        result = json.loads(self.good("topology", "dragonfly:2,4,2", "--router.channel-latency", "global=10", "--json", "-"))
        self.assertEqual(result["kinds"], [{"kind": "local", "channels": 108, "least_latency": 1, "largest_latency": 1},
                                           {"kind": "global", "channels": 72, "least_latency": 10, "largest_latency": 10}])
        text = self.good("topology", "dragonfly:2,4,2", "--router.channel-latency", "global=10")
        self.assertIn("180 one-way: 108 local, 72 global of 10 cycles\n", text)
        self.assertIn("36 routers, 72 terminals\n", text)
        self.assertIn("no closed form is known\n", text)
        self.refused("topology", "dragonfly:2,4,2", "--router.channel-latency", "dim0=2", says=["router.channel-latency=dim0=2", "local, global"])

    def test_a_clos_of_more_terminals_than_spines_is_worse_than_a_fat_tree(self):
        for name, routing, worst in (("clos:4,2,4", "nca-random", "2"), ("clos:3,4,5", "d-mod-k", "3"), ("fattree:4,2", "nca-random", "1")):
            found = json.loads(self.good("worst-case", "--topology", name, "--routing", routing, "--json", "-"))
            self.assertEqual(found["gamma_max"], worst, name)
            if routing == "d-mod-k":  # routers 3 and above are spines
                self.assertEqual(max(c["gamma"] for c in found["per_channel"] if c["from"] >= 3), "2")

    def test_a_router_of_a_graph_has_255_links_beside_its_terminals(self):
        self.write("star.graph", "".join(f"0 {i}\n" for i in range(1, 201)) + "terminals 0 200\n")
        self.assertEqual(self.shown("graph:star.graph")["radix"], 400)

    def test_large_meshes_and_slim_flies_are_described_at_once(self):
        found = self.shown("mesh:1024x512")
        self.assertEqual(found["diameter"], 1023 + 511)
        # Of a row of k the mean over all k^2 pairs is (k^2 - 1) / (3 k).
        n = 1024 * 512
        mean = (fractions.Fraction(1024 ** 2 - 1, 3 * 1024) + fractions.Fraction(512 ** 2 - 1, 3 * 512)) * fractions.Fraction(n, n - 1)
        self.assertEqual(fractions.Fraction(found["mean_distance_exact"]), mean)
        self.assertEqual(self.shown("slimfly:43:t1")["diameter"], 2)

    def test_routers_without_terminals_take_no_memory_of_the_check_of_symmetries(self):
        done = self.run_program(["loads", "--topology", "fattree:2,9", "--routing", "nca-random"], memory=400_000_000)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_is_written_is_the_same_network(self):
        for name, latency in (("dragonfly:2,4,2", "local=2,global=10"), ("fattree:2,3", "3"), ("mesh:3x3:t2x2", "dim1=4"), ("hyperx:3x3:t2", "1")):
            with self.subTest(name):
                self.good("topology", name, "--router.channel-latency", latency, "--out", "graph=written.graph")
                once, again = (json.loads(self.good("topology", *words, "--json", "-"))
                               for words in ((name, "--router.channel-latency", latency), ("graph:written.graph",)))
                for key in ("routers", "terminals", "radix", "channels", "diameter", "mean_distance_exact"):
                    self.assertEqual(once[key], again[key])
                kinds = again["kinds"]
                self.assertEqual((min(k["least_latency"] for k in once["kinds"]), max(k["largest_latency"] for k in once["kinds"])),
                                 (kinds[0]["least_latency"], kinds[0]["largest_latency"]))
        self.good("topology", "clos:4,2,2", "--out", "graph=clos.graph")
        run = ["simulate", "--routing", "updown", "--load", "0.2", "--cycles", "300", "--json", "-"]
        simulated = [json.loads(self.good(*run, "--topology", name)) for name in ("clos:4,2,2", "graph:clos.graph")]
        for result in simulated:
            del result["options"]
        self.assertEqual(*simulated)

    def test_a_network_that_no_graph_file_holds_is_not_written(self):
        self.refused("topology", "torus:256x256:t5", "--out", "graph=x", says=["torus:256x256:t5", "327680 terminals", "262144"])
        self.assertEqual(self.listing(), [])

    def test_sizes_that_make_no_network_are_refused(self):
        for name, *says in (("hyperx:4x1", "2..255"), ("fullmesh:1", "2..255"), ("torus:4x4:t0", "1..255"), ("hyperx:4x4:t0", "1..255"),
                            ("dragonfly:0,4,2", "P=0"), ("clos:4,2,0", "T=0"), ("slimfly:5:t0", "1..255"), ("dragonfly:2,4,2,8", "must divide A H = 8"),
                            ("dragonfly:2,4,2,1", "2..9"), ("slimfly:2", "3, 4, 5, 7"), ("slimfly:6", "3, 4, 5, 7"), ("slimfly:10", "3, 4, 5, 7"),
                            ("fattree:1,3", "2..127"), ("dragonfly:2,4,2:star", "palmtree, absolute, relative"), ("dragonfy:2,4,2", "dragonfly:P,A,H"),
                            ("hyperx:102x102x102", "1061208 routers", "GiB")):
            self.refused("topology", name, says=says)


# A hub without terminals, and leaves with 2, 3 and 1.


STAR = "terminals 0 0\n0 1\n0 2\n0 3\nterminals 1 2\nterminals 2 3\n"
OVER_THE_HUB = "".join(f"1: {a} 0 {b}\n" for a in (1, 2, 3) for b in (1, 2, 3) if a != b)


class Terminals(ProgramTest):
    def star(self, table=OVER_THE_HUB):
        return ["--topology", f"graph:{self.write('star.graph', STAR)}", "--routing", f"table:{self.write('star.table', table)}"]

    def test_loads_are_those_of_pairs_of_terminals(self):
        # A pair of terminals sends 1/5: 2 x 4, 3 x 3 and 1 x 5 pairs leave and enter the leaves.
        loads = json.loads(self.good("loads", *self.star(), "--json", "-"))
        per_leaf = {1: "8/5", 2: "9/5", 3: "1"}
        for channel in loads["channels"]:
            self.assertEqual(channel["load"], per_leaf[channel["from"] or channel["to"]])
        self.assertEqual((loads["gamma_max"], loads["throughput"], loads["mean_hops"]), ("9/5", "5/9", "22/15"))
        self.assertIn("flits/terminal/cycle", self.good("loads", *self.star()))

    def test_worst_case_and_proof_are_over_terminals(self):
        worst = json.loads(self.good("worst-case", *self.star(), "--json", "-", "--out", "weights=weights.txt"))
        self.assertEqual(worst["gamma_max"], "3")  # all three of a leaf send elsewhere, or are sent to
        self.assertEqual(sorted(worst["permutation"]), list(range(6)))
        self.assertTrue((self.folder / "weights.txt").read_text().startswith("# terminals 6 scale 1\n"))
        proof = json.loads(self.good("verify", *self.star(), "--json", "-"))
        self.assertTrue(proof["deadlock_free"])
        self.assertEqual((proof["pairs"], proof["delivered_pairs"]), (30, 30))
        self.assertEqual(proof["zero_load_latency_exact"], "517/15")  # 22/15 + 32 + 1

    def test_it_is_simulated(self):
        run = json.loads(self.good("simulate", *self.star(), "--load", "0.2", "--cycles", "20000", "--packet-length", "8", "--out", "channels=flits.csv",
                                   "--json", "-"))
        self.assertIn("deadlock-free", run["proof"])
        self.assertEqual(run["bounds"]["ideal_throughput_exact"], "5/9")
        self.assertEqual(run["bounds"]["zero_load_latency_exact"], "157/15")  # 22/15 + 8 + 1
        self.assertEqual(run["packets"]["generated"], run["packets"]["delivered"] + run["packets"]["in_flight"])
        self.assertEqual((len(run["per_terminal"]), run["latency"]["min"], run["hops"]["min"], run["hops"]["max"]), (6, 9, 0, 2))
        # A Poisson number of packets of 8 flits: six standard deviations of its mean.
        per_leaf = {"1": 8 / 5, "2": 9 / 5, "3": 1}
        for row in csv.DictReader(io.StringIO((self.folder / "flits.csv").read_text())):
            packets = 20000 * 0.2 / 8 * per_leaf[row["to"] if row["from"] == "0" else row["from"]]
            self.assertLess(abs(int(row["flits"]) / 8 - packets), 6 * packets**0.5)
        self.assertIn("flits/terminal/cycle", self.good("simulate", *self.star(), *RUN))

    def test_patterns_count_terminals(self):
        self.write("turn.txt", "2\n3\n0\n1\n5\n4\n")
        self.assertIn("mean hops             2.000000", self.good("loads", *self.star(), "--traffic", "permutation:turn.txt"))
        self.write("four.txt", "1\n0\n3\n2\n")
        self.refused("loads", *self.star(), "--traffic", "permutation:four.txt", says="6 terminals")
        self.refused("loads", *self.star(), "--traffic", "bit-reverse", says="6 terminals are no power of two")

    def test_the_guide_makes_its_table(self):
        example = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL).group(1)
        self.write("star.graph", STAR)
        made = subprocess.run([sys.executable, "-c", example, "star.graph"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(made.splitlines()), sorted(OVER_THE_HUB.splitlines()))

    def test_a_path_from_or_to_a_router_without_terminals_is_refused(self):
        self.refused("loads", *self.star(OVER_THE_HUB + "1: 0 2\n"), says=["star.table", "no terminal can use", "node 0 to node 2"])
        self.refused("loads", *self.star(OVER_THE_HUB + "1: 3 0\n"), says=["star.table", "no terminal can use", "node 3 to node 0"])
        self.refused("loads", *self.star(OVER_THE_HUB.replace("1: 1 0 3\n", "")), says=["star.table", "no path from node 1 to node 3"])

    def test_a_hub_of_200_leaves(self):
        graph = self.write("hub.graph", "terminals 0 0\n" + "".join(f"0 {v}\n" for v in range(1, 201)))
        table = self.write("hub.table", "".join(f"1: {a} 0 {b}\n" for a in range(1, 201) for b in range(1, 201) if a != b))
        network = ["--topology", f"graph:{graph}", "--routing", f"table:{table}"]
        loads = json.loads(self.good("loads", *network, "--json", "-"))
        self.assertEqual((loads["gamma_max"], loads["mean_hops"]), ("1", "2"))
        self.assertIn("39800 of 39800", self.good("verify", *network))


class Machines(ProgramTest):
    """Routings of HyperX, dragonflies, trees and Slim Flies: what every command makes of them."""
    GROUPS = ["--topology", "dragonfly:2,4,2", "--routing", "valiant-group"]
    HOPS = {"hyperx:4x4:t2": {"dor": 2, "valiant": 4, "min-adaptive": 2, "dim-war": 4, "omni-war:1": 3},  # at most
            "dragonfly:2,4,2": {"min": 3, "valiant-group": 5, "valiant": 6}, "fattree:2,3": {"nca": 4, "nca-random": 4, "d-mod-k": 4},
            "clos:4,2,2": {"nca": 2, "nca-random": 2, "d-mod-k": 2}, "slimfly:3:t1": {"min": 2, "valiant": 4}}

    def test_the_worst_case_by_way_of_a_group_is_that_of_the_closed_form(self):
        worst = json.loads(self.good("worst-case", *self.GROUPS, "--json", "-"))
        self.assertEqual((worst["gamma_max"], sorted(worst["permutation"])), ("30/7", list(range(72))))
        self.assertIn("30/7", self.good("worst-case", *self.GROUPS))
        loads = json.loads(self.good("loads", *self.GROUPS, "--traffic", "adv:1", "--json", "-"))
        self.assertEqual(loads["gamma_max"], "16/7")

    def test_every_routing_is_proved_and_delivers_all_packets(self):
        for topology, routings in self.HOPS.items():
            for routing, most in routings.items():
                network = ["--topology", topology, "--routing", routing]
                proof = json.loads(self.good("verify", *network, "--json", "-"))
                self.assertTrue(proof["deadlock_free"], network)
                run = json.loads(self.good("simulate", *network, "--load", "0.2", "--cycles", "400", "--packet-length", "4", "--vcs", proof["classes"],
                                           "--traffic", "shift:3", "--json", "-"))
                packets = run["packets"]
                self.assertEqual((packets["lost"], packets["generated"]), (0, packets["delivered"] + packets["in_flight"]), network)
                self.assertGreater(packets["measured"], 100)
                self.assertFalse(run["saturated"], network)
                self.assertLessEqual(run["hops"]["max"], most, network)

    def test_at_the_lowest_load_a_packet_takes_the_zero_load_latency(self):
        for topology, routing, cycles in (("dragonfly:2,4,2", "min", "1097/71"), ("slimfly:5", "min", "1359/199"), ("fattree:4,2", "d-mod-k", "33/5")):
            bounds = json.loads(self.good("bounds", "--topology", topology, "--routing", routing, "--packet-length", "4", "--buffer-depth", "20",
                                          *(["--router.channel-latency", "local=1,global=10"] if topology[0] == "d" else []), "--json", "-"))
            self.assertEqual(bounds["zero_load_latency_exact"], cycles)

    def test_what_a_routing_needs_is_said_by_kind(self):
        self.refused("simulate", *self.GROUPS, *RUN, "--vcs", "2", says=["vcs=2", "needs 3 VC classes here (local 0-2, global 0-2)", "3..16"])
        self.refused("simulate", "--topology", "hyperx:3x3", "--routing", "omni-war:1", *RUN, "--vcs", "2", says=["vcs=2", "needs 3 VC classes"])
        self.assertIn("3: as many VCs are needed; local 0-2, global 0-2", self.good("verify", *self.GROUPS))
        self.assertIn("1: as many VCs are needed; up1 0, down1 0", self.good("verify", "--topology", "fattree:3,2", "--routing", "nca"))

    def test_what_a_network_has_not_is_refused(self):
        self.refused("simulate", "--topology", "torus:4x4", *RUN, "--routing", "d-mod-k", says=["d-mod-k", "torus:4x4", "allowed: fattree, clos"])
        self.refused("loads", "--topology", "dragonfly:1,2,1,2", "--routing", "valiant-group", says="dragonfly of three groups or more")
        self.refused("loads", "--topology", "hyperx:3x3", "--routing", "omni-war:15", says=["deroutes=15", "0..14"])
        for traffic in ("adv:0", "adv:9"):
            self.refused("loads", *self.GROUPS, "--traffic", traffic, says=["adv I", "1..8"])
        self.refused("loads", *self.GROUPS, "--traffic", "shift:72", says=["shift K=72", "1..71"])
        self.refused("loads", *self.GROUPS, "--tie-rule", "plus", says=["tie-rule=plus", "no rings"])

    def test_a_name_is_listed_once_with_all_its_networks(self):
        listed = json.loads(self.good("list", "--json", "-"))["routing"]
        self.assertEqual((listed["dor"]["topologies"], listed["dor"]["vcs"]),
                         ("torus, mesh, hypercube, hyperx, fullmesh", "2 on a torus, else 1; 1 on hyperx, fullmesh"))
        self.assertEqual(listed["valiant"]["topologies"], "torus, mesh, hypercube, hyperx, fullmesh, dragonfly, slimfly")
        self.assertEqual(listed["omni-war:D"]["vcs"], "n+D")
        self.assertEqual(self.good("list").count("\n  valiant "), 1)


if __name__ == "__main__":
    unittest.main()
