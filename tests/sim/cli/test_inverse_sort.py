#!/usr/bin/python3
"""dateline mesh row and dateline mesh column: published orders, schedules and figures, and each mistake once."""
import json
import pathlib
import unittest
from fractions import Fraction

from program import ProgramTest, sample

EXPECTED = json.loads((pathlib.Path(__file__).resolve().parents[2] / "data/mesh-routing.json").read_text(encoding="utf-8"))
SORT = ["mesh", "row", "--length"]
COLUMN = ["mesh", "column", "--length", "1024", "--queue", "1", "--attack"]


class JsonTest(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))


class InverseSort(JsonTest):
    def test_the_published_orders_and_budgets(self):
        for example in EXPECTED["inverse_sort_examples"][1:]:
            result = self.json_of(*SORT, len(example["x"]))
            self.assertEqual(result["schema"], "dateline.mesh-row/2")
            self.assertEqual(set(result), {"schema", "version", "result_version", "options", "length", "order", "positions", "t2_budget", "windows",
                                           "violations", "stronger_violations", "tightest", "schedule"})
            self.assertEqual(result["order"], example["inverse_sorted"])
            self.assertEqual([result["order"][p - 1] for p in result["positions"]], example["x"])
            self.assertEqual((result["windows"], result["tightest"], result["schedule"]), (None, None, None))
        for n, steps in EXPECTED["budget_formula"]["T2_values"].items():
            self.assertEqual(self.json_of(*SORT, n)["t2_budget"], steps)

    def test_the_published_minima_of_single_windows(self):
        for entry in EXPECTED["lemma1_small"]:
            result = self.json_of(*SORT, entry["n"], "--window", entry["k"])
            (window,) = result["windows"]
            self.assertEqual((window["window"], window["first_to_third"], window["bound"]), (entry["k"], entry["min_first_to_third"], entry["bound"]))
            self.assertEqual((window["holds"], result["violations"]), (True, 0))

    def test_the_window_shown_reaches_the_minimum(self):
        result = self.json_of(*SORT, 78, "--window", 7)
        tightest = result["tightest"]
        self.assertEqual((tightest["first_to_third"], tightest["bound"], tightest["stronger_bound"], tightest["stronger_holds"]), (11, 6, 12, False))
        self.assertEqual(Fraction(tightest["ratio_exact"]), Fraction(11 * 7, 78))
        self.assertLess(max(tightest["ranks"]) - min(tightest["ranks"]), 7)
        self.assertEqual([result["positions"][rank - 1] for rank in tightest["ranks"]], tightest["positions"])
        self.assertEqual(tightest["positions"][2] - tightest["positions"][0], 11)

    def test_all_windows_of_5600(self):
        result = self.json_of(*SORT, 5600, "--window", "all")
        self.assertEqual([w["window"] for w in result["windows"]], list(range(3, 5601)))
        self.assertEqual(result["violations"], 0)
        self.assertEqual(result["stronger_violations"], sum(w["first_to_third"] < -(-5600 // w["window"]) for w in result["windows"]))
        self.assertEqual((result["tightest"]["window"], round(result["tightest"]["ratio"], 3)), (46, 0.550))
        self.assertEqual(min(Fraction(w["ratio_exact"]) for w in result["windows"]), Fraction(result["tightest"]["ratio_exact"]))

    def test_ceil_n_over_k_fails_first_at_78(self):
        for n in (76, 77):
            self.assertEqual(self.json_of(*SORT, n, "--window", "all")["stronger_violations"], 0)
        self.assertGreater(self.json_of(*SORT, 78, "--window", "all")["stronger_violations"], 0)

    def test_the_row_of_the_paper(self):
        paper = EXPECTED["lemma2_paper"]
        sequence = ",".join(paper["sequence"])
        schedule = self.json_of("mesh", "row", "--sequence", sequence)["schedule"]
        self.assertEqual(schedule["packets"], [
            {"packet": p["packet"], "start": int(p["start"][1:]), "enter_step": p["enters_P9_at_step"], "rank": p["rank_in_w"],
             "stop": int(p["stops_at"][1:]), "stop_step": p["at_step"]} for p in paper["schedule"]])
        self.assertEqual((schedule["final_row"], schedule["last_step"]), (paper["final_right_half"], paper["last_step"]))
        text = self.good("mesh", "row", "--sequence", sequence, "--length", "8")
        lines = [line.split() for line in text.splitlines()]
        self.assertIn(["a2", "P4", "9", "7", "P12", "12"], lines)
        self.assertIn(["18", *"........", *paper["final_right_half"]], lines)  # the last step of the table of steps
        self.assertIn(["0", *paper["sequence"], *"........"], lines)

    def test_null_packets_come_last_and_are_never_sent(self):
        schedule = self.json_of("mesh", "row", "--sequence", "-,a1,b3,-")["schedule"]
        # Ranks 4 and 3 enter P5 in steps 4 and 5; positions 4 and 2.
        self.assertEqual([(p["packet"], p["rank"], p["stop"], p["stop_step"]) for p in schedule["packets"]], [("a1", 4, 8, 7), ("b3", 3, 6, 6)])
        self.assertEqual(schedule["final_row"], ["-", "b3", "-", "a1"])

    def test_people_are_shown_the_order_and_the_verdict(self):
        text = self.good(*SORT, "256", "--window", "all")
        self.assertIn("1 129 65 193", text)
        self.assertIn("0 of 254 windows violate ceil(n/2k)", text)
        self.assertIn("NO", text)
        self.assertNotIn("NO", self.good(*SORT, "77", "--window", "all"))

    def test_mistakes_are_refused(self):
        self.refused("mesh", "row", says=["length", "missing"])
        for length in ("0", "-4", "1048577", "many"):
            self.refused(*SORT, length, says=[f"length={length}", "1048576"])
        for window in ("2", "9", "0"):
            self.refused(*SORT, "8", "--window", window, says=[f"window={window}", "3..8"])
        self.refused(*SORT, "8", "--window", "some", says=["window=some", "3..length | all"])
        self.refused(*SORT, "2", "--window", "all", says="at least 3")
        self.refused(*SORT, "65537", "--window", "all", "--json", "x.json", says=["window=all", "65536"])
        self.refused("mesh", "row", "--sequence", "a1,b1", "--length", "3", says=["sequence", "2 packets", "length is 3"])
        for sequence, why in (("a1,,b1", "''"), ("a1,B1", "'B1'"), ("a1,b1,a1", "'a1' twice"), ("1a", "'1a'"), ("a1234567", "a1234567"), ("a\x1b[1m", r"\x1b")):
            self.refused("mesh", "row", "--sequence", sequence, says=why)
        self.refused("mesh", "row", "--sequence", ",".join(["-"] * 2049), says="at most 2048")
        self.refused(*SORT, "8", "--queue", "1", says="--queue")
        self.refused(*SORT, "8", "--json", "nowhere/x.json", says="cannot be written")


class MeshColumn(JsonTest):
    def test_the_published_counterexamples(self):
        attacks = [(8192, 2, "64,32,2048,1", 40, 64), (1024, 1, "32,8,256,1", 2, 32), (2048, 1, "48,8,512,977", 38, 48),
                   (16384, 2, "128,32,2048,1", 108, 128)]
        for n, queue, attack, blocked, row in sample(attacks, 3):
            result = self.json_of("mesh", "column", "--length", n, "--queue", queue, "--attack", attack)
            self.assertEqual(result["schema"], "dateline.mesh-column/2")
            self.assertEqual((result["packets"], result["blocked_packet_steps"]), (n, blocked))
            self.assertEqual(result["blocked_packet_steps"], sum(b["steps"] for b in result["blocked"]))
            self.assertEqual(({b["row"] for b in result["blocked"]}, result["victim"]["row"]), ({row}, row))
            self.assertEqual(result["blocked_packets"], len(result["blocked"]))
            self.assertEqual((result["max_left_queue"], result["max_out_queue"]), (queue, queue))
            self.assertTrue(result["undelayed_exit_step"] <= result["last_exit_step"] <= result["linear_bound"] == 5 * n - 4)
            if n == 8192:
                self.assertEqual([b["step"] for b in result["blocked"]], [3180, 3196, 4204, 4220])

    def test_the_keys(self):
        result = self.json_of(*COLUMN, "32,8,256,1")
        self.assertEqual(set(result), {"schema", "version", "result_version", "options", "packets", "blocked_packet_steps", "refused_steps", "blocked_packets",
                                       "blocked", "victim", "last_exit_step", "undelayed_exit_step", "linear_bound", "max_left_queue",
                                       "max_below_queue", "max_out_queue"})
        self.assertEqual(result["options"], {"length": "1024", "queue": "1", "attack": "32,8,256,1"})
        (blocked,) = result["blocked"]
        self.assertEqual((blocked["row"], blocked["steps"]), (32, 2))
        self.assertEqual(blocked["step"] % 16, 12)  # ranks 1..n/4 stand at positions 1, 5, 9, ...
        self.assertEqual(result["victim"], {"row": 32, "longest_wait": 2})

    def test_four_packets_that_never_wait(self):
        # Row 0: one packet of rank 1, due in step 4 (4 - 1) = 12, out in step 13.
        result = self.json_of("mesh", "column", "--length", "4", "--queue", "1", "--attack", "0,4,1,16")
        # The train: rows 1, 2, 3 due in step 12 as well, out in steps 14, 15, 16.
        self.assertEqual((result["packets"], result["last_exit_step"], result["undelayed_exit_step"]), (4, 16, 16))

    def test_people_are_shown_the_refusals(self):
        text = self.good("mesh", "column", "--length", "8192", "--queue", "2", "--attack", "64,32,2048,1")
        for part in ("40 packet-steps", "row 64 in 18 steps from step 3180", "from step 4220", "40956"):
            self.assertIn(part, text)
        self.assertIn(" 0 packet-steps", self.good("mesh", "column", "--length", "8192", "--queue", "3", "--attack", "64,32,2048,1"))

    def test_mistakes_are_refused(self):
        self.refused(*COLUMN[:-1], says=["attack", "missing"])
        self.refused("mesh", "column", "--length", "64", "--attack", "1,1,1,1", says=["queue", "missing"])
        self.refused("mesh", "column", "--queue", "2", "--attack", "1,1,1,1", says=["length", "missing"])
        for attack in ("32,8,256", "32,8,256,1,1", "32;8;256;1"):
            self.refused(*COLUMN, attack, says=["attack=", "M,KU,KV,LO"])
        for attack, why in (("x,8,256,1", "M=x"), ("32,,256,1", "KU="), ("32,8,-1,1", "KV=-1"), ("32,8,256,1.5", "LO=1.5"), ("1024,1,0,1", "upper rows=1024"),
                            ("32,0,256,1", "upper packets=0"), ("32,3,256,1", "does not divide"), ("32,8,1025,1", "victim packets=1025"),
                            ("32,8,769,1", "1025 packets"), ("32,8,256,0", "train step=0"), ("32,8,256,4097", "train step=4097")):
            self.refused(*COLUMN, attack, says=why)
        for length in ("3", "65537", "-1"):
            self.refused("mesh", "column", "--length", length, "--queue", "1", "--attack", "1,1,1,1", says=[f"length={length}", "4..65536"])
        for queue in ("0", "65", "two"):
            self.refused("mesh", "column", "--length", "64", "--queue", queue, "--attack", "1,1,1,1", says=[f"queue={queue}", "1..64"])
        self.refused("mesh", "column", "--length", "96", "--queue", "1", "--attack", "4,1,1,1", says="power of two")
        self.refused(*COLUMN, "32,8,256,1", "--sequence", "a1", says="--sequence")


class List(JsonTest):
    def test_a_name_means_one_thing_to_each_command(self):
        commands = self.json_of("list")["commands"]
        self.assertEqual(commands["mesh row"]["options"]["length"]["values"], "1..1048576")
        self.assertEqual(commands["mesh column"]["options"]["length"]["values"], "4..65536")
        self.assertEqual(commands["mesh column"]["options"]["queue"]["values"], "1..64")


if __name__ == "__main__":
    unittest.main()
