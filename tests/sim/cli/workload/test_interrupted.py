#!/usr/bin/python3
"""Requests and replies, and Netrace traces, on a network that fails in the course of the run: by hand what is given up and what goes on, and the sums."""
import json
import pathlib
import struct
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest, sample  # noqa: E402

TORUS = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vcs", "4"]


def netrace(packets, nodes=16):
    """`packets`: (cycle, id, type, source, destination, ids that wait for it); types 1 and 2 have 8 and 72 bytes."""
    data = struct.pack("<If30sBBQQII8x", 0x484A5455, 1.0, b"made by hand", nodes, 0, 1000, len(packets), 0, 0)
    for cycle, number, kind, source, destination, *waiting in packets:
        data += struct.pack("<QII5B", cycle, number, 0, kind, source, destination, 0, len(waiting)) + struct.pack(f"<{len(waiting)}I", *waiting)
    return data


class Interrupted(ProgramTest):
    def result(self, *arguments, status=0):
        done = self.run_program([*TORUS, *arguments, "--json", "-"])
        self.assertEqual(done.returncode, status, done.stderr.decode())
        result = json.loads(done.stdout)
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
        return result, done.stderr.decode()


class Requests(Interrupted):
    def pair(self, *more):
        """Nodes 0 and 1, neighbours, ask each other: 2 flits, 1,000 cycles, 18 flits: 4 + 1000 + 20 cycles a round trip."""
        destinations = [1, 0, *range(2, 16)]
        self.write("pair.txt", "".join(f"{node}\n" for node in destinations))
        return self.result("--traffic", "permutation:pair.txt", "--workload", "request-reply:window=1,request=2,reply=18,service=1000", "--warmup", "0",
                           "--cycles", "3000", *more)[0]

    def test_what_a_dead_node_asks_for_and_serves_is_given_up(self):
        result = self.pair("--fault-events", "fail@500:1,repair@700:1")
        own = result["request_reply"]
        # Of cycle 0 both are in service in cycle 500. From 700 on: 700, 1724, 2748, each twice, with its reply.
        self.assertEqual((own["unanswered"], own["round_trip"]["min"], own["round_trip"]["max"]), (2, 1024, 1024))
        self.assertEqual(result["packets"]["measured"], 2 + 6 * 2)
        self.assertEqual(own["vcs"], "shared")
        self.assertIn(own["requests"] - own["replies"] - own["unanswered"], (0, 1, 2))

    def test_a_lost_request_is_followed_by_the_next(self):
        # The 2 flits to node 1 are on their way in cycle 2, and those to node 0.
        events = ["--fault-events", "fail@2:0-1,repair@900:0-1"]
        lost = self.pair(*events)
        self.assertEqual((lost["request_reply"]["unanswered"], lost["packets"]["lost"]), (2, 2))
        again = self.pair(*events, "--retransmit", "10")
        self.assertEqual((again["request_reply"]["unanswered"], again["packets"]["lost"], again["packets"]["retransmitted"]), (0, 0, 2))
        self.assertGreater(again["request_reply"]["round_trip"]["max"], 1024 + 10)

    def test_batches_of_those_that_live_end(self):
        run = ["--workload", "request-reply:batch=30,window=2,reply=5", "--fault-events", "fail@100:5,fail@150:9-10,repair@300:5"]
        for more in ([], ["--retransmit", "40"]):
            result, _ = self.result(*run, *more)
            own = result["request_reply"]
            self.assertEqual(own["requests"], own["replies"] + own["unanswered"])
            self.assertGreaterEqual(own["requests"], 15 * 30)  # all of those that live
            self.assertLess(own["requests"], 16 * 30)
            self.assertGreater(own["unanswered"], 0)
            self.assertIsNotNone(result["completion_cycle"])
            self.assertEqual(self.result(*run, *more, "--tiles", "3")[0], result)

    def test_drawn_failures_leave_no_request_open(self):
        for seed in range(sample(40, 4)):
            first, second, third = (200 + 37 * seed) % 900, 900 + seed, 1300 + 11 * seed
            events = f"fail@{first}:{seed % 16},fail@{second}:{(seed + 5) % 16}-{(seed + 5) % 16 // 4 * 4 + (seed + 6) % 4},repair@{third}:{seed % 16}"
            for more in ([], ["--retransmit", "25"]):
                run = ["--workload", "request-reply:window=3,request=3,reply=9,service=15", "--cycles", "1500", "--warmup", "100", "--seed", str(seed + 1),
                       "--fault-events", events, *more]
                result, _ = self.result(*run)
                own = result["request_reply"]
                outstanding = own["requests"] - own["replies"] - own["unanswered"]
                self.assertTrue(0 <= outstanding <= 16 * 3, own)
                # All that was marked was delivered, lost, or never sent: the run did not go on for ten windows.
                self.assertLess(result["simulated_cycles"], 1600 + 1500)
                self.result(*run, "--checkpoint", "state", "--checkpoint-every", "700cycles")
                self.assertEqual(self.result(*run, "--resume", "state")[0], result)

    def test_sets_of_their_own_are_refused(self):
        self.refused(*TORUS, "--workload", "request-reply:window=2,vcs=separate", "--fault-events", "fail@9:3", says=["vcs=separate", "vcs=shared"])


class Netrace(Interrupted):
    # 72 flits from 0 to 1; what waits for it, and for that; and a packet of its own cycle.
    PACKETS = [(0, 1, 2, 0, 1, 2), (0, 2, 1, 1, 0, 3), (0, 3, 1, 0, 1), (500, 4, 1, 2, 1)]

    def test_what_waits_for_a_lost_packet_waits_for_ever(self):
        self.write("x.tra", netrace(self.PACKETS))
        result, says = self.result("--workload", "netrace:x.tra", "--fault-events", "fail@10:1", status=1)
        self.assertEqual(result["trace"], {"not_sent": 1, "waiting": 2})
        self.assertEqual((result["packets"]["generated"], result["packets"]["lost"], result["completion_cycle"]), (1, 1, None))
        self.assertIn("2 packets wait for others that were lost or not sent", says)

    def test_what_is_sent_again_lets_the_others_go(self):
        self.write("x.tra", netrace(self.PACKETS))
        result, _ = self.result("--workload", "netrace:x.tra", "--fault-events", "fail@10:1,repair@100:1", "--retransmit", "200")
        self.assertEqual(result["trace"], {"not_sent": 0, "waiting": 0})
        # Sent again in 210: 72 flits, the next in 210 + 74, 8 flits, and so on, each 10 cycles; the last of 500 in its own.
        self.assertEqual((result["packets"]["delivered"], result["completion_cycle"]), (4, 500 + len_of(2, 1) + 8 + 1))

    def test_a_failed_channel_is_gone_around(self):
        self.write("x.tra", netrace(self.PACKETS))
        result, _ = self.result("--workload", "netrace:x.tra", "--fault-events", "fail@200:0-1")
        self.assertEqual((result["trace"], result["packets"]["delivered"]), ({"not_sent": 0, "waiting": 0}, 4))


def len_of(source, destination, k=4):
    """Hops between two nodes of a torus of two dimensions."""
    return sum(min((a - b) % k, (b - a) % k) for a, b in zip((source % k, source // k), (destination % k, destination // k)))


if __name__ == "__main__":
    unittest.main()
