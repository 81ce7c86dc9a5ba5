#!/usr/bin/python3
"""--faults: the same in every command; `dateline faults` shows a pattern; draws follow the rule of docs/guide/faults.md, written down here once more."""
import json
import unittest

from program import ROOT, ProgramTest

WORD = (1 << 64) - 1
TORUS = ["--topology", "torus:8x8"]
NOTHING = {"nodes": [], "links": [], "connected": True, "convex": True}
NETWORKS = [["simulate", "--load", "0.1", "--cycles", "300"], ["loads"], ["worst-case"], ["bounds"], ["verify"]]


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & WORD
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def take(candidates, count, seed, stream, attempt):
    """The first `count` steps of a shuffle."""
    key = mix((mix(seed ^ 0x7FA17B09C3D2E5A1) + (stream << 40) + attempt) & WORD)
    for j in range(count):
        k = j + (mix((key + j) & WORD) * (len(candidates) - j) >> 64)
        candidates[j], candidates[k] = candidates[k], candidates[j]
    return candidates[:count]


def torus_links(side):
    """(node, port) -> the other node, of both ends; port 0: x + 1, 1: x - 1, 2: y + 1, 3: y - 1."""
    for node in range(side * side):
        x, y = node % side, node // side
        for port, (dx, dy) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
            yield (node, port), (x + dx) % side + side * ((y + dy) % side)


def lesser(side, link):
    """The name of a link by its lesser end; side > 2."""
    peer = dict(torus_links(side))[link]
    return min(link, (peer, link[1] ^ 1))


def connected(side, nodes, links):
    alive = set(range(side * side)) - set(nodes)
    reached, stack = set(), [min(alive)]
    while stack:
        node = stack.pop()
        if node in reached:
            continue
        reached.add(node)
        stack += [peer for end, peer in torus_links(side) if end[0] == node and peer in alive and lesser(side, end) not in links]
    return reached == alive


class Draws(ProgramTest):
    def drawn(self, side, nodes, links, seed):
        """Nodes drawn, then links among those whose ends both live, until the rest is connected."""
        for attempt in range(10000):
            failed = take(list(range(side * side)), nodes, seed, 0, attempt)
            left = sorted({lesser(side, end) for end, peer in torus_links(side) if end[0] not in failed and peer not in failed})
            cut = take(left, links, seed, 1, attempt)
            if connected(side, failed, cut):
                return sorted(failed), sorted(map(list, cut))
        raise AssertionError("never connected")

    def test_they_follow_the_rule(self):
        for side, nodes, links, seed in ((8, 5, 0, 7), (8, 0, 9, 7), (4, 7, 0, 1), (4, 8, 0, 2), (4, 3, 3, 5), (3, 0, 8, 11), (5, 4, 4, WORD)):
            parts = [f"{kind}:{count}@{seed}" for kind, count in (("random", nodes), ("random-links", links)) if count]
            with self.subTest(side=side, parts=parts):
                topology = ["--topology", f"torus:{side}x{side}"]
                found = json.loads(self.good("faults", *topology, "--faults", "+".join(parts), "--json", "-"))
                self.assertEqual((found["nodes"], found["links"]), self.drawn(side, nodes, links, seed))
                self.assertTrue(found["connected"])
                bare = "+".join(part.partition("@")[0] for part in parts)
                other = json.loads(self.good("faults", *topology, "--faults", bare, "--seed", seed, "--json", "-"))
                self.assertEqual((found["nodes"], found["links"]), (other["nodes"], other["links"]))

    def test_the_order_of_the_parts_does_not_matter_to_another_kind(self):
        one, other = (json.loads(self.good("faults", *TORUS, "--faults", text, "--json", "-"))
                      for text in ("random-links:3@4+nodes:9+random:2@7", "random:2@7+random-links:3@4+nodes:9"))
        self.assertEqual((one["nodes"], one["links"]), (other["nodes"], other["links"]))


class Patterns(ProgramTest):
    def test_a_pattern_is_drawn_and_listed(self):
        text = self.good("faults", "--topology", "torus:4x3", "--faults", "nodes:5,6+links:0-1,3.0,1.3,10.2")
        # Node x + 4 y; 3.0 wraps in x; 1.3 leads from y = 0 down to y = 2, and 10.2 from y = 2 up to y = 0.
        self.assertEqual(text, "torus:4x3: 2 of 12 nodes failed, 4 links\n"
                               "          x x\n"
                               "      2 . . . .\n"
                               "      1 . # # .\n"
                               "      0 .x. . .x\n"
                               "        0 1 2 3\n"
                               "failed nodes  5,6\n"
                               "failed links  0.0 (0-1), 0.1 (0-3), 1.3 (1-9), 2.3 (2-10)\n"
                               "regions       {5,6}\n"
                               "convex        yes\n"
                               "connected     yes\n")

    def test_the_page_shows_what_is_drawn(self):
        page = (ROOT / "docs/guide/faults.md").read_text(encoding="utf-8")
        self.assertIn("```\n" + self.good("faults", *TORUS, "--faults", "region:U5@3,3+links:0-1,0-8") + "```\n", page)

    def test_planes_in_which_something_failed_are_drawn(self):
        text = self.good("faults", "--topology", "mesh:2x2x3", "--faults", "nodes:7")
        self.assertIn("x2 = 1\n      1 . #\n      0 . .\n        0 1\n", text)
        self.assertNotIn("x2 = 0", text)

    def test_other_topologies_are_lists(self):
        text = self.good("faults", "--topology", "hypercube:3", "--faults", "nodes:1,2,4")
        self.assertEqual(text, "hypercube:3: 3 of 8 nodes failed, 0 links\nfailed nodes  1,2,4\nfailed links  none\nregions       {1} {2} {4}\n"
                               "convex        yes\nconnected     no: refused wherever a network is routed\n")

    def test_the_list_for_machines_is_that_for_people(self):
        self.write("some.faults", "node 3\nlink 0 1\nlink 9.2 # up\n")
        found = json.loads(self.good("faults", *TORUS, "--faults", "some.faults+region:L3@6,7", "--json", "-"))
        self.assertEqual(found["nodes"], [3, 6, 62, 63])  # (6,7), (6,0), (7,7)
        self.assertEqual(found["links"], [[0, 0], [9, 2]])
        self.assertEqual((found["connected"], found["convex"], found["healthy_nodes"]), (True, False, 60))


class Networks(ProgramTest):
    def test_every_result_says_what_has_failed(self):
        for run in NETWORKS:
            with self.subTest(run=run):
                self.assertEqual(json.loads(self.good(*run, *TORUS, "--json", "-"))["faults"], NOTHING)
                ring = json.loads(self.good(*run, "--topology", "torus:3", "--faults", "nodes:1+links:1-2", "--json", "-"))
                self.assertEqual(ring["faults"], {"nodes": [1], "links": [[1, 0]], "connected": True, "convex": True})
        self.assertEqual(json.loads(self.good("optimal", "--topology", "torus:3", "--json", "-"))["faults"], NOTHING)

    def test_sets_that_disconnect_and_bad_sets_are_refused_by_every_command(self):
        for run in NETWORKS:
            self.refused(*run, *TORUS, "--faults", "nodes:1,7,8,56", says=["nodes:1,7,8,56", "disconnects"])
            self.refused(*run, *TORUS, "--faults", "links:0.0,0.1,0.2,0.3", says=["links:0.0,0.1,0.2,0.3", "disconnects"])
            self.refused(*run, *TORUS, "--faults", "nodes:64", says=["nodes:64", "0..63"])
            self.refused(*run, *TORUS, "--faults", "region:X5@1,1", says=["region:X5@1,1", "U5"])
            self.refused(*run, *TORUS, "--faults", "random:64", says=["random:64", "0..63"])
            self.refused(*run, *TORUS, "--faults", "nodes:" + ",".join(map(str, range(64))), says=["no node alive"])

    def test_a_routing_that_can_meet_a_fault_is_refused_with_a_pair(self):
        for run in NETWORKS:
            line = self.refused(*run, *TORUS, "--faults", "nodes:9", says=["routing=dor", "cannot go around", "from node"])
            self.assertRegex(line, r"from node \d+ to \d+ meets channel (\d+->9|9->\d+), which has failed; around faults go: sw-deterministic, ")
        self.refused("simulate", *TORUS, "--load", "0.1", "--faults", "links:0-1", "--prove", "never", says=["cannot go around"])
        self.refused("loads", "--topology", "torus:3", "--faults", "nodes:1", "--traffic", "worst-case:valiant", says=["routing=valiant", "cannot"])

    def test_an_option_from_a_file_of_options(self):
        self.write("run.conf", "topology=torus:3\nfaults=nodes:1+links:0-1\n")
        self.assertEqual(json.loads(self.good("faults", "--config", "run.conf", "--json", "-"))["nodes"], [1])

    def test_a_stored_proof_is_not_taken_for_that_of_other_faults(self):
        self.write("a.faults", "node 1\n")
        run = ["simulate", "--topology", "torus:3", "--load", "0.1", "--cycles", "300", "--proof-store", "proofs", "--faults", "a.faults"]
        self.good(*run)
        self.write("a.faults", "node 2\n")
        self.good(*run)
        self.assertEqual(len(list((self.folder / "proofs").iterdir())), 2)
        self.good(*run)
        self.good(*run[:-1], "nodes:2")
        self.assertEqual(len(list((self.folder / "proofs").iterdir())), 2)


class Traffic(ProgramTest):
    RUN = ["simulate", "--topology", "torus:3", "--load", "0.2", "--packet-length", "4", "--cycles", "20000", "--json", "-"]

    def test_loads_are_over_the_nodes_that_live(self):
        result = json.loads(self.good(*self.RUN, "--faults", "nodes:1"))
        self.assertIsNone(result["per_terminal"][1])
        alive = [result["per_terminal"][node] for node in (0, 2)]
        self.assertAlmostEqual(result["offered"], sum(s["offered"] for s in alive) / 2, places=12)
        self.assertAlmostEqual(result["accepted"], sum(s["accepted"] for s in alive) / 2, places=12)
        self.assertAlmostEqual(result["offered"], 0.2, delta=0.02)  # 2,000 packets: 0.2 +- 4 x 0.0045
        self.assertEqual(result["accepted_min"], min(s["accepted"] for s in alive))
        self.assertEqual((result["hops"]["max"], result["left_out_flows"]), (1, 0))
        self.assertEqual(result["bounds"]["zero_load_latency"], 6)  # h + M + 1, one hop

    def test_flows_with_a_failed_end_are_left_out(self):
        result = json.loads(self.good(*self.RUN, "--faults", "nodes:1", "--traffic", "neighbour"))
        self.assertEqual(result["left_out_flows"], 2)  # 0 -> 1 and 1 -> 2; what is left is 2 -> 0
        self.assertEqual(result["per_terminal"][0]["offered"], 0)
        self.assertGreater(result["per_terminal"][2]["offered"], 0.15)
        self.assertEqual(json.loads(self.good("loads", "--topology", "torus:3", "--faults", "nodes:1", "--traffic", "neighbour", "--json", "-"))
                         ["left_out_flows"], 2)

    def test_a_workload_leaves_them_out_too(self):
        result = json.loads(self.good("simulate", "--topology", "torus:3", "--faults", "nodes:1", "--workload", "permutation:neighbour", "--json", "-"))
        self.assertEqual((result["packets"]["generated"], result["left_out_flows"]), (1, 2))

    def test_a_router_without_terminals_that_is_cut_off_counts_as_failed(self):
        tree = ["--topology", "clos:2,2,1", "--faults", "links:0-2,1-2"]  # spine 2
        shown = json.loads(self.good("faults", *tree, "--json", "-"))
        self.assertEqual((shown["connected"], shown["healthy_nodes"], shown["nodes"]), (True, 3, []))
        for command in NETWORKS:
            self.good(*command, *tree, "--routing", "updown")
        self.refused("verify", "--topology", "clos:2,2,1", "--faults", "links:0-2,0-3", "--routing", "updown", says=["faults=links:0-2,0-3", "disconnect"])

    def test_pairs_are_those_of_nodes_that_live(self):
        proof = json.loads(self.good("verify", "--topology", "torus:3", "--faults", "nodes:1", "--json", "-"))
        self.assertEqual((proof["pairs"], proof["delivered_pairs"], proof["self_pairs"], proof["delivered_self_pairs"]), (2, 2, 2, 2))


if __name__ == "__main__":
    unittest.main()
