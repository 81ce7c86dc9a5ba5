#!/usr/bin/python3
"""Workloads and streams where failures are not known at once (docs/guide/faults.md): who sends to whom until then, and what becomes of it."""
import json
import pathlib
import struct
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import WHOLE, ProgramTest, sample  # noqa: E402

TORUS = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vcs", "4", "--prove", "never"]
# Rank 0 computes 5 cycles, sends 3 bytes (generated in 5), then waits; rank 1 waits for them and answers.
PAIR = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n0 recv 7 from 1\n1 recv 3 from 0\n1 compute 3 after 0\n1 send 7 to 0 after 1\n"
EVENTS = ["--fault-events", "fail@40:5,fail@60:0-1,repair@90:5"]
HEADER = "cycle,source,destination,flits\n"


def netrace(packets, nodes=16):
    """`packets`: (cycle, id, source, destination, ids that wait for it), of type 1, 8 bytes."""
    data = struct.pack("<If30sBBQQII8x", 0x484A5455, 1.0, b"", nodes, 0, 1000, len(packets), 0, 0)
    for cycle, number, source, destination, *waiting in packets:
        data += struct.pack("<QII5B", cycle, number, 0, 1, source, destination, 0, len(waiting)) + struct.pack(f"<{len(waiting)}I", *waiting)
    return data


class LateWorkloads(ProgramTest):
    def result(self, *arguments):
        """A rank that dies is waited for: then the status is 1."""
        done = self.run_program([*TORUS, *arguments, "--json", "-"])
        self.assertIn(done.returncode, (0, 1), done.stderr.decode())
        return json.loads(done.stdout)

    def workloads(self):
        self.write("own.txt", PAIR)
        self.write("two.streams", "a load=0.2 packet-length=4\nb load=0.1 packet-length=16 traffic=tornado\n")
        self.write("own.tra", netrace([(i, i + 1, i % 16, (7 * i + 3) % 16, i + 2) for i in range(60)] + [(60, 61, 5, 0)]))
        return [["--workload", "schedule:own.txt"], ["--workload", "all-to-all:direct,bytes=200,repeat=2"], ["--workload", "permutation:transpose"],
                ["--workload", "request-reply:batch=9,reply=7"], ["--workload", "request-reply:window=3", "--cycles", "150", "--warmup", "20"],
                ["--workload", "netrace:own.tra"], ["--traffic", "streams:two.streams", "--cycles", "150", "--warmup", "20"],
                ["--workload", "all-reduce:ring,bytes=320@0-3+all-reduce:ring,bytes=320@8-11", "--workload.background", "uniform@0.1"]]

    def test_a_delay_of_0_is_the_run_without_it(self):
        for words in self.workloads():
            with self.subTest(words=words):
                without, none = self.result(*words, *EVENTS), self.result(*words, *EVENTS, "--detect-delay", "0")
                self.assertEqual(none["options"].pop("detect-delay"), "0")
                self.assertEqual(json.dumps(without), json.dumps(none))

    def test_accounts_close_and_tiles_change_nothing(self):
        swallowed = 0
        for number, words in enumerate(self.workloads()):
            for more in ([], ["--retransmit", "20"]) if WHOLE else ([["--retransmit", "20"], []][number % 2],):
                with self.subTest(words=words, more=more):
                    late = self.result(*words, *EVENTS, "--detect-delay", "30", *more)
                    packets = late["packets"]
                    self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
                    self.assertEqual(late, self.result(*words, *EVENTS, "--detect-delay", "30", *more, "--tiles", "3"))
                    for stream in late.get("streams", ()):
                        own = stream["packets"]
                        self.assertEqual(own["generated"], own["delivered"] + own["lost"] + own["in_flight"])
                    swallowed += late["undetected"]["packets"]
        self.assertGreater(swallowed, 20)

    def test_a_resumed_run_is_the_whole_run(self):
        for words in self.workloads():
            words = [*words, *EVENTS, "--detect-delay", "30", "--json", "-"]
            whole = self.run_program([*TORUS, *words])
            for cycle in sample((50, 75, 95), 2):  # unknown, partly known, known again
                (self.folder / "state").unlink(missing_ok=True)
                saved = self.run_program([*TORUS, *words, "--checkpoint", "state", "--checkpoint-at", cycle])
                if not (self.folder / "state").exists():
                    continue  # it ends before
                self.assertEqual(saved.returncode, 75, saved.stderr.decode())
                again = self.run_program([*TORUS, *words, "--resume", "state"])
                self.assertEqual((again.returncode, again.stdout), (whole.returncode, whole.stdout), (words, cycle))

    def pair(self, events, delay, *more):
        return self.result("--workload", f"schedule:{self.write('own.txt', PAIR)}", "--fault-events", events, "--detect-delay", delay, *more)

    def test_a_message_to_a_rank_that_is_not_known_to_have_died_is_sent_and_lost(self):
        """It is generated in cycle 5, as four flits; node 1 fails in cycle 3, which is known N later. Its channel takes as many flits as there are
        places in a VC, and the message is taken out in that cycle."""
        for delay in (1, 2, 3, 20):
            for depth in (2, 3, 6):
                found = self.pair("fail@3:1", delay, "--buffer-depth", depth)
                sent = int(3 + delay > 5)
                self.assertEqual((found["packets"]["generated"], found["packets"]["lost"]), (sent, sent), delay)
                self.assertEqual(found["unfinished"], {"dead": [1], "ranks": 1, "waits": [{"rank": 0, "for": 1, "messages": 1, "dead": True}]})
                if delay == 20:
                    self.assertEqual(found["undetected"], {"packets": 1, "flits": min(depth, 4)})
                    self.assertEqual(found["simulated_cycles"], 24)

    def test_a_send_that_a_fault_takes_ends_when_it_is_known(self):
        """With one place in a VC the last flit never leaves the source: the send ends as the message is taken out, in 23."""
        found = self.pair("fail@3:1", 20, "--buffer-depth", "1")
        self.assertEqual((found["ranks"][0]["send"], found["ranks"][0]["end"]), (18, 23))

    def test_a_rank_is_known_to_have_died_when_its_node_works_again(self):
        self.write("two.txt", PAIR + "0 compute 40 after 1\n0 send 3 to 1 after 3\n1 recv 3 from 0\n")
        words = ["--workload", "schedule:two.txt", "--fault-events", "fail@3:1,repair@20:1", "--detect-delay", "100"]
        found = self.result(*words)
        # What was sent in 5 is taken out in 20; what is to be sent from 48 on goes nowhere.
        self.assertEqual((found["packets"]["generated"], found["packets"]["lost"], found["packets"]["delivered"]), (1, 1, 0))
        # Sent again it arrives, at a node that works, whose rank is dead.
        again = self.result(*words, "--retransmit", "10")
        self.assertEqual((again["packets"]["generated"], again["packets"]["retransmitted"], again["packets"]["delivered"]), (1, 1, 1))
        for result in (found, again):
            self.assertEqual((result["unfinished"]["dead"], result["unfinished"]["ranks"]), ([1], 1))

    def test_requests_and_replies_are_sent_to_terminals_that_have_failed(self):
        """Two terminals, a request at a time: node 1 fails with a request of 0's in its service, or with its own in that of 0."""
        self.write("pair.txt", "1\n0\n2\n")
        network = ["simulate", "--topology", "torus:3", "--routing", "sw-deterministic", "--vcs", "4", "--traffic", "permutation:pair.txt"]
        run = [*network, "--workload", "request-reply:window=1,request=2,reply=3,service=20", "--cycles", "200", "--warmup", "0", "--fault-events", "fail@10:1"]
        results = [json.loads(self.good(*run, *delay, "--json", "-")) for delay in ([], ["--detect-delay", "60"])]
        # Requests arrive in 4, both. Known at once: no reply goes to 1, and 0 asks nobody any more.
        self.assertEqual([(r["packets"]["generated"], r["packets"]["lost"]) for r in results], [(2, 0), (3, 1)])
        # Known in 70: the reply of 0 is sent in 25, into a channel that takes two flits.
        self.assertEqual(results[1]["undetected"], {"packets": 1, "flits": 2})
        self.assertEqual([r["request_reply"]["unanswered"] for r in results], [2, 2])

    def test_a_recorded_run_is_replayed_with_all_that_it_lost(self):
        run = ["--load", "0.3", "--packet-length", "4", "--cycles", "150", "--warmup", "0", *EVENTS, "--detect-delay", "30", "--retransmit", "20"]
        first = self.result(*run, "--out", "record=rows.csv")
        again = self.result("--workload", "trace:rows.csv", *EVENTS, "--detect-delay", "30", "--retransmit", "20")
        self.assertGreater(first["undetected"]["packets"], 0)
        self.assertEqual(first["undetected"], again["undetected"])
        self.assertEqual((first["packets"]["generated"], first["packets"]["lost"]), (again["packets"]["generated"], again["packets"]["lost"]))

    def test_a_row_is_not_sent_where_its_source_has_failed_or_its_destination_is_known_to_have(self):
        words = [*TORUS, "--fault-events", "fail@40:5", "--detect-delay", "30", "--workload", "trace:rows.csv"]
        for row, lost, not_sent in (("69,1,5,3", 1, 0), ("70,1,5,3", 0, 1), ("40,5,1,3", 0, 1)):
            self.write("rows.csv", f"{HEADER}{row}\n")
            result = json.loads(self.good(*words, "--json", "-"))
            self.assertEqual((result["packets"]["lost"], result["trace"]["not_sent"]), (lost, not_sent), row)

    def test_what_waits_for_a_packet_that_went_nowhere_waits_for_ever(self):
        self.write("own.tra", netrace([(50, 1, 1, 5, 2), (55, 2, 1, 2)]))
        words = ["--workload", "netrace:own.tra", "--fault-events", "fail@40:5"]
        at_once, late = self.result(*words), self.result(*words, "--detect-delay", "30")
        self.assertEqual((at_once["trace"], at_once["packets"]["generated"]), ({"not_sent": 1, "waiting": 1}, 0))
        self.assertEqual((late["trace"], late["packets"]["generated"], late["packets"]["lost"]), ({"not_sent": 0, "waiting": 1}, 1, 1))


if __name__ == "__main__":
    unittest.main()
