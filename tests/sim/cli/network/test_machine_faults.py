#!/usr/bin/python3
"""Faults and reliability beyond cubes, on the command line; and networks under two names that must run alike."""
import itertools
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, ProgramTest, sample  # noqa: E402

RUN = ["--load", "0.2", "--packet-length", "4", "--cycles", "400"]
NETWORKS = {"dragonfly:1,4,2": 1, "hyperx:3x3:t2": 2, "fattree:2,3": 2, "clos:3,2,2": 2, "slimfly:3:t1": 1, "mesh:3x3:t2x2": 4}  # terminals a router
ROUTINGS = ["updown", "layered", "duato-updown"]


class Machines(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))


class Faults(Machines):
    def check_kept(self, result):
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
        self.assertGreater(packets["measured"], 10)
        self.assertIsNone(result["deadlock"])

    def test_around_failed_nodes_all_arrives_that_lives(self):
        for (topology, terminals), routing in list(itertools.product(NETWORKS.items(), ROUTINGS))[::sample(1, 2)]:
            with self.subTest(f"{topology} {routing}"):
                result = self.json_of("simulate", "--topology", topology, "--routing", routing, "--faults", "random:1@4", *RUN)
                self.check_kept(result)
                self.assertEqual(result["packets"]["lost"], 0)
                self.assertTrue(result["proof"].startswith("deadlock-free"))
                failed = len(result["faults"]["nodes"])
                self.assertEqual(failed, 1)
                dead = sum(terminal is None for terminal in result["per_terminal"])
                self.assertIn(dead, {terminals, 0} if topology.startswith(("fattree", "clos")) else {terminals})  # not every router has terminals

    def test_a_failed_link_leaves_all_terminals(self):
        for topology, link in (("dragonfly:1,4,2", "0-1"), ("hyperx:3x3:t2", "0-2"), ("clos:3,2,2", "0-3"), ("fattree:2,3", "0-4")):
            with self.subTest(topology):
                result = self.json_of("simulate", "--topology", topology, "--routing", "layered", "--faults", f"links:{link}", *RUN)
                self.check_kept(result)
                self.assertEqual((result["faults"]["nodes"], len(result["faults"]["links"])), ([], 1))
                self.assertNotIn(None, result["per_terminal"])

    def test_faults_come_and_go_in_the_course_of_a_run(self):
        for topology, routing in (("hyperx:3x3:t2", "updown"), ("hyperx:3x3:t2", "layered"), ("slimfly:3:t1", "duato-updown"), ("mesh:3x3:t2x2", "updown")):
            with self.subTest(f"{topology} {routing}"):
                result = self.json_of("simulate", "--topology", topology, "--routing", routing, "--fault-events", "fail@100:0-1,repair@300:0-1", *RUN)
                self.check_kept(result)
                self.assertIn("also between faults", result["proof"])
                self.assertEqual(len(result["fault_events"]), 2)

    def test_a_change_that_can_deadlock_is_refused_with_its_cycle(self):
        done = self.run_program(["simulate", "--topology", "clos:3,2,2", "--routing", "updown", "--fault-events", "fail@100:0-3,repair@200:0-3", *RUN])
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"between its faults the channel-dependency graph has a cycle: 1->3", done.stderr)

    def test_the_routings_of_the_networks_themselves_do_not_go_round(self):
        for topology, routing, link in (("dragonfly:1,4,2", "min", "0-1"), ("hyperx:3x3:t2", "dor", "0-1"), ("clos:3,2,2", "d-mod-k", "0-3"),
                                        ("slimfly:3:t1", "min", "0-1")):
            self.refused("loads", "--topology", topology, "--routing", routing, "--faults", f"links:{link}", says=[routing])


class Reliability(Machines):
    def sets(self, *arguments):
        return [(count["sets"], count["connected_sets"], [routing["complete_sets"] for routing in count["routings"]])
                for count in self.json_of("reliability", *arguments, "--routing", "updown,layered")["counts"]]

    def test_links_of_a_full_mesh_of_four(self):
        # Of its 20 sets of three links 4 cut off a router; 16 are the complements of spanning trees.
        self.assertEqual(self.sets("--topology", "fullmesh:4", "--fault-kind", "links", "--counts", "1..3"), [(6, 6, [6, 6]), (15, 15, [15, 15]), (20, 16, [16, 16])])

    def test_links_of_a_tree_of_one_spine(self):
        # Both links are needed.
        counts = self.json_of("reliability", "--topology", "clos:2,1,3", "--fault-kind", "links", "--counts", "0..1", "--routing", "updown")["counts"]
        self.assertEqual([(count["sets"], count["connected_sets"]) for count in counts], [(1, 1), (2, 0)])

    def test_every_network_survives_one_failed_link(self):
        for topology in NETWORKS:
            with self.subTest(topology):
                (sets, connected, complete), = self.sets("--topology", topology, "--fault-kind", "links", "--counts", "1")
                self.assertEqual((connected, complete), (sets, [sets, sets]))


class TwoNames(Machines):
    def without_topology(self, *arguments):
        result = self.json_of(*arguments)
        del result["options"]["topology"]
        return result

    def test_one_terminal_a_router_changes_no_byte(self):
        for plain, named in (("torus:4x4", "torus:4x4:t1"), ("mesh:4x4", "mesh:4x4:t1x1"), ("hypercube:4", "hypercube:4:t1"), ("hyperx:3x3", "hyperx:3x3:t1")):
            with self.subTest(named):
                pattern = ["--traffic", "bit-complement"]
                for command in (["simulate", *RUN, *pattern, "--out", "channels=c.csv"], ["loads", *pattern], ["worst-case"], ["verify"]):
                    one, other = (self.without_topology(*command, "--topology", name, "--routing", "dor") for name in (plain, named))
                    self.assertEqual({**one, "channel_use": 0}, {**other, "channel_use": 0})

    def test_a_folded_clos_network_is_its_graph_with_a_table(self):
        # One of two spines, alike, between any two leaves.
        table = self.write("up.table", "".join(f"1: {a} {spine} {b}\n" for a in range(3) for b in range(3) for spine in (3, 4) if a != b))
        self.good("topology", "clos:3,2,2", "--out", "graph=clos.graph")
        routing = ["--routing", f"table:{table}"]
        for command in (["simulate", *RUN], ["loads"], ["worst-case"], ["verify"], ["bounds"]):
            one, other = (self.without_topology(*command, *routing, "--topology", name) for name in ("clos:3,2,2", "graph:clos.graph"))
            for channels in (one.get("channels"), other.get("channels")):
                for channel in channels if isinstance(channels, list) else []:
                    del channel["dimension"], channel["sign"]
            self.assertEqual(one, other, command)
        drawn, paths = (self.json_of("loads", "--topology", "clos:3,2,2", "--routing", name) for name in ("nca-random", routing[1]))
        self.assertEqual(drawn["channels"], paths["channels"])

    def test_tiles_of_a_grid_of_terminals_share_none(self):
        run = ["simulate", "--topology", "mesh:3x3:t2x2", *RUN]
        for more in ([], ["--energy", str(ROOT / "experiments/data/example.energy")], ["--nic-ports", "3", "--router.ejection", "channel"],
                     ["--router.crossbar", "per-port"], ["--routing", "updown", "--fault-events", "fail@100:0-1,repair@300:0-1"]):
            whole = self.json_of(*run, *more)
            for tiles in ("2", "3", "4"):
                self.assertEqual(self.json_of(*run, *more, "--tiles", tiles), whole, (more, tiles))


if __name__ == "__main__":
    unittest.main()
