#!/usr/bin/python3
"""What `verify --reconfigure` says of each change: how it is made, and which routings have a cycle together (docs/guide/faults.md)."""
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import WHOLE, JsonTest  # noqa: E402

TORUS = ["--topology", "torus:4x4"]
EVENTS = ["--fault-events", "fail@100:0-1,fail@150:5,repair@200:5"]
FAULTS = ("none", "links:0-1", "links:0-1+nodes:5", "links:0-1")  # what has failed before the first of them, and after each


class VerifyChanges(JsonTest):
    def changes(self, *arguments):
        return self.json_of("verify", *arguments)["reconfigurations"]

    def test_it_says_how_simulate_makes_each_change(self):
        run = ["--load", "0.05", "--packet-length", "4", "--cycles", "400", "--warmup", "50"]
        for network in ([*TORUS, "--routing", "updown"], [*TORUS, "--routing", "duato-updown"], ["--topology", "mesh:4x4", "--routing", "layered"]):
            for how in ("drain", "static", "proved"):
                for delay in ("0", "60") if WHOLE else ("60" if how == "drain" else "0",):
                    with self.subTest(network=network, how=how, delay=delay):
                        words = [*network, "--vcs", "4", *EVENTS, "--reconfigure", how, "--detect-delay", delay]
                        proved, ran = self.json_of("verify", *words), self.json_of("simulate", *words, *run)
                        said, did = ([(change["cycle"], change["how"]) for change in result["reconfigurations"]] for result in (proved, ran))
                        self.assertEqual(said, did)
                        self.assertEqual("deadlock-free: " + proved["reason"], ran["proof"])

    def test_two_routings_together_are_those_of_a_network_that_changes_once(self):
        """A drained network holds packets of one routing: so of each change the two beside it count, which --reconfigure none proves."""
        changes = self.changes(*TORUS, "--routing", "updown", *EVENTS, "--reconfigure", "drain")
        for change, before, event in zip(changes, FAULTS, EVENTS[1].split(",")):
            both = self.json_of("verify", *TORUS, "--routing", "updown", "--faults", before, "--fault-events", event, status=1)
            self.assertEqual(change["together"]["routings"], 2)
            for key in ("deadlock_free", "by_escape", "channels", "dependencies", "cycle"):
                self.assertEqual(change["together"][key], both[key], (event, key))
            cycle = change["together"]["cycle"]
            for one, next_one in zip(cycle, cycle[1:] + cycle[:1]):
                self.assertEqual(one["to"], next_one["from"])

    def test_a_change_is_made_at_once_where_no_cycle_is_and_a_drained_network_begins_anew(self):
        """up*/down* of a mesh whose lost link no way down uses; of a torus both ways around a ring close one."""
        mesh = self.changes("--topology", "mesh:4x4", "--routing", "updown", "--fault-events", "fail@100:0-1,repair@200:0-1", "--reconfigure", "proved")
        self.assertEqual([(change["how"], change["together"]["routings"]) for change in mesh], [("at_once", 2), ("at_once", 3)])
        for network in (TORUS, ["--topology", "mesh:4x4"]):
            together = 1
            for change in self.changes(*network, "--routing", "updown", *EVENTS, "--reconfigure", "proved"):
                together += 1
                self.assertEqual(change["together"]["routings"], together)
                self.assertEqual(change["how"], "at_once" if change["together"]["deadlock_free"] else "drain")
                if change["how"] == "drain":
                    together = 1

    def test_more_than_eight_routings_together_are_not_tried(self):
        events = ",".join(f"{what}@{10 * i + 10}:0-1" for i, what in enumerate(["fail", "repair"] * 5))
        changes = self.changes("--topology", "mesh:4x4", "--routing", "updown", "--fault-events", events, "--reconfigure", "proved")
        self.assertEqual([change["how"] for change in changes], 7 * ["at_once"] + ["drain"] + 2 * ["at_once"])
        self.assertEqual([change["together"] and change["together"]["routings"] for change in changes], [2, 3, 4, 5, 6, 7, 8, None, 2, 3])

    def test_a_routing_with_a_cycle_of_its_own_is_found_under_a_later_map(self):
        """Both ways around a ring with one VC class: without a link it is a line, and whole it has a cycle."""
        nodes = range(4)
        self.write("ring.graph", "".join(f"{a} {(a + 1) % 4}\n" for a in nodes))
        ways = [[(a + step * i) % 4 for i in range(hops + 1)] for a in nodes for hops in (1, 2, 3) for step in (1, -1)]
        self.write("ring.table", "".join(f"1: {' '.join(f'{node}@0' if i else str(node) for i, node in enumerate(way))}\n" for way in ways))
        words = ["--topology", "graph:ring.graph", "--routing", "table:ring.table", "--table.classes", "given", "--faults", "links:0-1", "--fault-events", "repair@70:0-1"]
        for how in ("drain", "static"):
            result = self.json_of("verify", *words, "--reconfigure", how, status=1)
            self.assertFalse(result["deadlock_free"])
            self.assertIn("of the routing from cycle 70 on", result["reason"])
            self.assertEqual(len(result["cycle"]), 4)
            self.assertIsNone(result["reconfigurations"][0]["together"])  # packets keep the paths that they began with

    def test_the_table_for_people(self):
        text = self.good("verify", *TORUS, "--routing", "updown", *EVENTS, "--reconfigure", "proved", "--detect-delay", "60")
        lines = text[text.index("changes  "):].splitlines()
        self.assertEqual([line.split()[:2] for line in lines[1:]], [["100", "stays"], ["150", "stays"], ["160", "drain"], ["200", "stays"]])
        self.assertIn("cycle of 2 channels: 0->3 (dimension 0-, class 0)", text)

    def test_what_has_no_use_is_refused(self):
        self.refused("verify", *TORUS, "--routing", "sw-adaptive", *EVENTS, "--reconfigure", "static", says=["reconfigure=static", "sw-adaptive", "none"])
        self.refused("verify", *TORUS, "--routing", "updown", "--reconfigure", "drain", says=["reconfigure=drain", "fault-events"])
        self.refused("verify", *TORUS, "--routing", "updown", "--detect-delay", "9", says=["detect-delay=9", "fault-events"])
        self.refused("verify", *TORUS, "--routing", "updown", *EVENTS, "--reconfigure", "never", says=["reconfigure=never", "drain", "static", "proved"])


if __name__ == "__main__":
    unittest.main()
