#!/usr/bin/python3
"""Schedules and streams on a network that fails in the course of the run: ranks die with their nodes, and what waits for whom is said."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

TORUS = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vcs", "4"]
# Rank 0 computes 5 cycles, sends 3 bytes (generated in 5), then computes on; rank 1 waits for them and answers.
PAIR = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n0 recv 7 from 1\n1 recv 3 from 0\n1 compute 3 after 0\n1 send 7 to 0 after 1\n"


class RankFailures(ProgramTest):
    def result(self, *arguments, status=0):
        done = self.run_program([*TORUS, *arguments, "--json", "-"])
        self.assertEqual(done.returncode, status, done.stderr.decode())
        self.assertEqual(len([line for line in done.stderr.decode().splitlines() if not line.startswith("dateline: note:")]), status)
        return json.loads(done.stdout)

    def pair(self, events, *more, status=0):
        return self.result("--workload", f"schedule:{self.write('own.txt', PAIR)}", "--fault-events", events, *more, status=status)

    def test_what_fails_after_the_end_changes_nothing(self):
        alone = self.result("--workload", f"schedule:{self.write('own.txt', PAIR)}")
        later = self.pair("fail@5000:1")
        self.assertEqual(later["unfinished"], {"dead": [], "ranks": 0, "waits": []})
        self.assertEqual(later["completion_cycle"], alone["completion_cycle"])
        self.assertEqual(later["ranks"], alone["ranks"])

    def test_a_rank_that_had_ended_ended_when_it_did(self):
        # Rank 0 ends in 9, with its send; rank 1 computes until 311.
        own = self.write("own.txt", "ranks 3\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 300 after 0\n")
        found = self.result("--workload", f"schedule:{own}", "--fault-events", "fail@200:0,fail@200:2")
        self.assertEqual([(rank["wait"], rank["end"]) for rank in found["ranks"]], [(0, 9), (11, 311), (0, 0)])
        self.assertEqual((found["completion_cycle"], found["unfinished"]), (311, {"dead": [0, 2], "ranks": 0, "waits": []}))
        # Nor does the workload end later where a node fails while its background is still under way.
        own = self.write("own.txt", "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 3 after 0\n")
        work = ["--workload", f"schedule:{own}", "--workload.background", "uniform@0.3"]
        alone = self.result(*work)
        self.assertGreater(alone["simulated_cycles"], 30)
        found = self.result(*work, "--fault-events", "fail@30:0")
        self.assertEqual((found["completion_cycle"], found["ranks"]), (alone["completion_cycle"], alone["ranks"]))

    def test_a_rank_that_dies_is_waited_for(self):
        found = self.pair("fail@3:0", status=1)
        self.assertEqual(found["unfinished"], {"dead": [0], "ranks": 1, "waits": [{"rank": 1, "for": 0, "messages": 1, "dead": True}]})
        self.assertIsNone(found["completion_cycle"])
        self.assertEqual(found["packets"]["generated"], 0)
        self.assertEqual(found["ranks"][0]["compute"], 3)  # in cycles 0..2
        # Rank 1 dies with the message under way, or before: rank 0 goes on, and waits for the answer.
        for cycle in (3, 7):
            found = self.pair(f"fail@{cycle}:1", status=1)
            self.assertEqual(found["unfinished"], {"dead": [1], "ranks": 1, "waits": [{"rank": 0, "for": 1, "messages": 1, "dead": True}]})
        both = self.pair("fail@3:0,fail@3:1")
        self.assertEqual(both["unfinished"], {"dead": [0, 1], "ranks": 0, "waits": []})

    def test_what_a_dead_rank_computes_keeps_nothing_going(self):
        own = self.write("own.txt", "ranks 2\n0 compute 20000\n0 send 3 to 1 after 0\n1 compute 10\n1 recv 3 from 0\n")
        for more in ([], ["--workload.background", "uniform@0.3"]):
            found = self.result("--workload", f"schedule:{own}", "--fault-events", "fail@20:0", *more, status=1)
            self.assertEqual(found["ranks"][0]["compute"], 20)
            self.assertLess(found["simulated_cycles"], 1000)  # when nothing can happen any more, and the background is there

    def test_a_rank_that_died_stays_dead_when_its_node_is_repaired(self):
        found = self.pair("fail@3:0,repair@20:0", status=1)
        self.assertEqual(found["unfinished"]["dead"], [0])
        # Nothing goes to it, though its node lives: the send ends in 5, the cycle of its message.
        found = self.pair("fail@3:1,repair@4:1", status=1)
        self.assertEqual((found["unfinished"]["dead"], found["packets"]["generated"]), ([1], 0))
        self.assertEqual((found["ranks"][0]["compute"], found["ranks"][0]["send"]), (5, 1))

    def test_the_summary_says_who_waits_for_whom(self):
        self.write("own.txt", PAIR)
        done = self.run_program([*TORUS, "--workload", "schedule:own.txt", "--fault-events", "fail@3:0"])
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout.decode(), r"(?m)^died +1 rank: 0$")
        self.assertRegex(done.stdout.decode(), r"(?m)^ +rank 1 waits for 1 message from rank 0, which died$")
        self.assertIn("1 of 2 ranks died; 1 cannot end: 1 wait for one that died, 0 for others", done.stderr.decode())

    def test_a_collective_that_does_not_end_has_no_time(self):
        text = "ranks 2\ncollective c all-reduce 6\n" + "".join(
            f"{x} compute {30 * x + 1}\n{x} compute 0 after 0 as b begins c\n{x} send 3 to {1 - x} after b as s\n"
            f"{x} recv 3 from {1 - x} after b as r\n{x} compute 0 after s r ends c\n" for x in (0, 1))
        own = ["--workload", f"schedule:{self.write('own.txt', text)}", "--fault-events", "fail@20:0", "--out", "collectives=c.csv"]
        (found,) = self.result(*own)["collectives"]  # rank 1 has what rank 0 sent before it died
        self.assertEqual([found[key] for key in ("start", "end", "time", "algbw", "busbw")], [1, None, None, None, None])
        line = (self.folder / "c.csv").read_text().splitlines()[1]
        self.assertRegex(line, r"^c,all-reduce,,2,6,1,,30,,,,\d+$")
        shown = self.run_program([*TORUS, *own]).stdout.decode()
        self.assertRegex(shown, r"(?m)^c +all-reduce +- +2 +6 +1 +- +- +- +- +- +\d+$")

    def test_the_cycles_of_ranks_that_die_or_cannot_end_sum_to_their_ends(self):
        # Rank 0 dies while its GPU computes; rank 1 has sent in 0..3 and waits; rank 2 has had a message of rank 3 (generated in 30, four flits, one hop:
        # ejected in 35) and waits for rank 0.
        text = "ranks 4\ngpu 0\ncollective c all-reduce 6\n0 compute 100\n0 compute 0 after 0 begins c\n0 send 3 to 1 after 1\n0 recv 3 from 1 after 1\n"
        text += "0 compute 0 after 2 3 ends c\n0 send 3 to 2 after 4\n1 compute 0 begins c\n1 send 3 to 0 after 0\n1 recv 3 from 0 after 0\n1 compute 0 after 1 2 ends c\n"
        text += "2 recv 3 from 3\n2 recv 3 from 0 after 0\n3 compute 30\n3 send 3 to 2 after 0\n"
        found = self.result("--workload", f"schedule:{self.write('own.txt', text)}", "--fault-events", "fail@90:0", status=1)
        for rank in found["ranks"]:
            self.assertEqual(sum(rank["use"].values()), rank["end"])
            self.assertEqual(rank["compute"] + rank["send"] + rank["wait"], rank["end"])
            self.assertEqual(rank["use"]["compute"], rank["compute"])
        self.assertEqual([rank["end"] for rank in found["ranks"]], [90, 4, 36, 34])
        self.assertEqual([found["ranks"][r]["use"]["exposed"] for r in (1, 2)], [4, 36])

    def test_a_collective_whose_member_never_began_has_not_ended(self):
        text = "ranks 3\ncollective c broadcast 6\n0 compute 0 begins c\n0 send 6 to 1 after 0\n0 send 6 to 2 after 0\n0 compute 0 after 1 2 ends c\n"
        text += "1 compute 0 begins c\n1 recv 6 from 0 after 0\n1 compute 0 after 1 ends c\n2 compute 30\n2 compute 0 after 0 begins c\n2 recv 6 from 0 after 1\n2 compute 0 after 2 ends c\n"
        own = f"schedule:{self.write('own.txt', text)}"
        (whole,) = self.result("--workload", own)["collectives"]
        (found,) = self.result("--workload", own, "--fault-events", "fail@10:2")["collectives"]
        self.assertEqual([one["members"] for one in (whole, found)], [3, 3])
        self.assertIsNotNone(whole["time"])
        self.assertEqual([found[key] for key in ("end", "time", "algbw", "busbw")], [None] * 4)

    def test_a_ring_stops_all_round(self):
        # Every rank waits for the one behind it, one of them for the one that died; some message may be under way through the node.
        found = self.result("--workload", "all-reduce:ring,bytes=6400", "--fault-events", "fail@300:6", status=1)
        unfinished = found["unfinished"]
        self.assertEqual((unfinished["dead"], unfinished["ranks"]), ([6], 15))
        for wait in unfinished["waits"]:
            self.assertEqual(((wait["rank"] - wait["for"]) % 16, wait["messages"], wait["dead"]), (1, 1, wait["for"] == 6))
        self.assertIn(7, [wait["rank"] for wait in unfinished["waits"]])

    def test_links_that_fail_lose_nothing_where_it_is_sent_again(self):
        work = ["--workload", "all-to-all:direct,bytes=200,repeat=3"]
        alone = self.result(*work)
        events = ["--fault-events", "fail@40:0-1,fail@60:5-6,repair@200:0-1", "--retransmit", "20"]
        found = self.result(*work, *events)
        self.assertGreater(found["packets"]["retransmitted"], 0)
        self.assertEqual(found["packets"]["lost"], 0)
        self.assertEqual(found["unfinished"], {"dead": [], "ranks": 0, "waits": []})
        self.assertEqual(found["packets"]["delivered"], alone["packets"]["delivered"])
        # Packets of several, so that a send is of some that have crossed and some that are sent again.
        cut = self.result(*work, *events, "--packet-length", "5")
        self.assertGreater(cut["packets"]["retransmitted"], 0)
        self.assertEqual((cut["unfinished"]["ranks"], cut["packets"]["lost"]), (0, 0))
        lost = self.result(*work, *events[:2], status=1)
        self.assertGreater(lost["packets"]["lost"], 0)
        self.assertGreaterEqual(sum(wait["messages"] for wait in lost["unfinished"]["waits"]), 1)
        self.assertFalse(any(wait["dead"] for wait in lost["unfinished"]["waits"]))

    def test_jobs_go_on_and_background_ends_with_them(self):
        work = "all-reduce:ring,bytes=640"
        found = self.result("--workload", f"{work}@0-3+{work}@8-11", "--workload.background", "uniform@0.05", "--fault-events", "fail@30:1", status=1)
        one, two = found["jobs"]
        self.assertIsNone(one["completion_cycle"])
        self.assertGreater(two["completion_cycle"], 30)
        self.assertEqual(found["unfinished"]["dead"], [1])

    def test_streams_follow_the_nodes_that_live(self):
        lines = self.write("two.streams", "a load=0.1 packet-length=4\nb load=0.05 packet-length=4 traffic=tornado\n")
        found = self.result("--traffic", f"streams:{lines}", "--cycles", "4000", "--warmup", "500", "--fault-events", "fail@1500:5,repair@2500:5")
        events = json.loads(self.good(*TORUS, "--traffic", "uniform", "--load", "0.1", "--packet-length", "4", "--cycles", "4000", "--warmup", "500",
                                      "--fault-events", "fail@1500:5,repair@2500:5", "--json", "-"))
        alone = self.result("--traffic", f"streams:{self.write('one.streams', 'a load=0.1 packet-length=4')}", "--cycles", "4000", "--warmup", "500",
                            "--fault-events", "fail@1500:5,repair@2500:5")
        self.assertEqual(alone["streams"][0]["packets"]["generated"], events["packets"]["generated"])
        self.assertAlmostEqual(alone["streams"][0]["offered"], events["offered"])
        self.assertEqual(alone["latency"], events["latency"])
        for name in ("offered", "accepted"):
            self.assertAlmostEqual(sum(stream[name] for stream in found["streams"]), found[name])


if __name__ == "__main__":
    unittest.main()
