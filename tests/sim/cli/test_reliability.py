#!/usr/bin/python3
"""dateline reliability: exact values by hand, draws that hold them in their intervals, and what is refused."""
import csv
import json
import unittest

from program import ProgramTest

RING = ["reliability", "--topology", "torus:6", "--fault-kind", "links"]


class Reliability(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def test_a_ring_of_links(self):
        result = self.result(*RING, "--counts", "0..2", "--lifetime", "30")
        self.assertEqual([count["connected"] for count in result["counts"]], [1, 1, 0])
        self.assertEqual([count["connected_sets"] for count in result["counts"]], [1, 6, 0])
        self.assertEqual((result["disconnection"]["time"], result["disconnection"]["time_exact"]), (11, "11"))  # 30 / 6 + 30 / 5
        self.assertEqual(result["components"], 6)

    def test_the_counts_that_are_known(self):
        four = self.result("reliability", "--topology", "torus:8x8", "--counts", "4")["counts"][0]
        self.assertEqual((four["exact"], four["sets"], four["connected_sets"]), (True, 635376, 635312))
        eight = self.result("reliability", "--topology", "torus:4x4", "--counts", "8")["counts"][0]
        self.assertEqual((eight["exact"], eight["sets"], eight["connected_sets"]), (True, 12870, 7280))

    def test_drawn_sets_have_intervals_and_the_same_bytes(self):
        run = ["reliability", "--topology", "torus:8x8", "--routing", "sw-deterministic,sw-adaptive", "--counts", "3", "--sample-orders", "20"]
        count = self.result(*run)["counts"][0]
        self.assertEqual((count["exact"], count["connected"]), (True, 1))
        for routing, published in zip(count["routings"], (0.195, 0.052)):
            self.assertEqual((routing["exact"], routing["certain"], routing["complete_sets"]), (False, 1, 20))
            low, high = routing["absorptions_interval"]
            self.assertLess(abs(routing["absorptions"] - published), high - low)
            self.assertEqual(routing["complete_interval"][1], 1)
            self.assertLess(routing["complete_interval"][0], 0.85)
            for key in ("certain", "expected", "aware"):
                self.assertEqual(routing[f"{key}_interval"], routing["complete_interval"])  # 20 sets are no certainty
        self.assertEqual(self.result(*run), self.result(*run))
        self.assertNotEqual(self.result(*run, "--seed", "2")["counts"], self.result(*run)["counts"])

    def test_what_routings_deliver_stands_in_a_column(self):
        lines = self.good(*RING, "--counts", "1", "--routing", "dor,sw-deterministic:local,sw-deterministic").splitlines()
        rows = [line for line in lines if " delivers " in line]
        self.assertEqual([row.split()[0] for row in rows], ["dor", "sw-deterministic:local", "sw-deterministic"])
        self.assertEqual(len({row.index("delivers") for row in rows}), 1, rows)

    def test_more_paths_deliver_more_where_choices_see_what_has_failed(self):
        # A 3x2 mesh without node 1: each of 20 pairs by hand in test_delivery.cpp, and the five other nodes beside it.
        run = ["reliability", "--topology", "mesh:3x2", "--counts", "1..2", "--routing", "dor,duato"]
        for count in self.result(*run)["counts"]:  # where two nodes are gone no dead end is left to be known of
            dor, duato = count["routings"]
            self.assertEqual(dor["certain"], dor["expected"])
            self.assertEqual(dor["expected"], dor["aware"])
            self.assertLess(duato["certain"], dor["certain"])
            self.assertLess(dor["expected"], duato["expected"])
            self.assertLess(duato["expected"], duato["aware"] + (count["faults"] == 2) * 1e-12)
        text = self.good(*run)
        self.assertRegex(text, r"duato +delivers certainly 0\.\d+ of the pairs, expected 0\.\d+, aware 0\.\d+; all certainly in 0 of 6 sets, exact\n")
        self.assertIn("certainly: whatever is drawn and whatever is free", text)

    def test_csv_has_every_quantity(self):
        self.good(*RING, "--counts", "1", "--routing", "dor,sw-adaptive:local", "--lifetime", "1", "--out", "csv=all.csv", "--json", "all.json")
        rows = list(csv.DictReader((self.folder / "all.csv").read_text().splitlines()))
        self.assertEqual([(row["routing"], row["quantity"]) for row in rows],
                         [("", "connected"), *(("dor", key) for key in ("certain", "expected", "aware", "complete")),
                          *(("sw-adaptive:local", key) for key in ("certain", "expected", "aware", "complete", "absorptions")), ("", "time")])

    def test_what_makes_no_sense_is_refused(self):
        for wrong in ("", "7", "3..1", "1,1", "2,1", "a", "1..", "..2", "-1", "0..2..3", "1 ", "99999999999999999999"):
            self.refused(*RING, "--counts", wrong, says="counts")
        self.refused("reliability", "--topology", "torus:6", "--counts", "6", says=["counts=6", "0..5"])
        for wrong in ("", "dor,", "dor,dor", "none,dor", "nonesuch", "dor:local", ":local", "sw-deterministic:last", "odd-even"):
            self.refused(*RING, "--routing", wrong, says="routing")
        for wrong in ("0", "-1", "long", ""):
            self.refused(*RING, "--lifetime", wrong, says="lifetime")
        self.refused(*RING, "--fault-kind", "both", says="fault-kind")
        large = ["reliability", "--topology", "torus:8x8"]
        self.refused(*large, "--counts", "12", says=["sample-orders", "is missing", "12 of 64 nodes"])
        self.refused(*large, "--routing", "dor", "--counts", "4", says=["sample-orders", "routes under all sets of 4"])
        self.refused(*large, "--lifetime", "1", says=["sample-orders", "is missing", "orders"])
        for wrong in ("0", "1", "many"):
            self.refused(*large, "--counts", "12", "--sample-orders", wrong, says=f"sample-orders={wrong} ")
        self.refused(*large, "--sample-orders", "5", says=["sample-orders=5", "no use"])


if __name__ == "__main__":
    unittest.main()
