#!/usr/bin/python3
"""Requests and replies as a user runs them: round trips and completion by hand, bounds, what people read, and what is refused."""
import json
import unittest

from program import ProgramTest

PAIR = ["simulate", "--topology", "hypercube:1", "--traffic", "bit-complement"]
TORUS = ["simulate", "--topology", "torus:4x4"]
READ = "request=2,reply=18,service=20"


class RequestReply(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def test_the_worked_example(self):
        result = self.result(*PAIR, "--workload", f"request-reply:window=1,{READ}", "--warmup", "440", "--cycles", "4400")
        own = result["request_reply"]
        self.assertEqual([own[part][key] for part in ("round_trip", "request", "reply") for key in ("min", "p50", "p99", "max")],
                         [44] * 4 + [4] * 4 + [20] * 4)
        self.assertAlmostEqual(own["throughput"], 1 / 44)
        self.assertAlmostEqual(result["bounds"]["zero_load_round_trip"], 44)
        self.assertAlmostEqual(result["bounds"]["request_throughput"], 1 / 44)
        self.assertEqual((result["packets"]["measured"], result["saturated"], result["verdict"], result["completion_cycle"]), (400, None, None, None))

    def test_batches_end(self):
        result = self.result(*PAIR, "--workload", f"request-reply:batch=10,window=1,{READ}")
        self.assertEqual((result["completion_cycle"], result["request_reply"]["requests"], result["request_reply"]["replies"]), (440, 20, 20))
        self.assertIsNone(result["request_reply"]["round_trip"]["ci95"])
        for name in ("cycles", "warmup"):
            self.assertNotIn(name, result["options"])
        self.assertIn("completion        440 cycles", self.good(*PAIR, "--workload", f"request-reply:batch=10,window=1,{READ}"))

    def test_no_run_passes_its_bounds(self):
        for more in (["--routing", "valiant"], ["--routing", "dor", "--traffic", "tornado"], ["--traffic", "hotspot:5@0.5"]):
            for window in (1, 3, 40):
                result = self.result(*TORUS, *more, "--workload", f"request-reply:window={window},request=4,reply=4,service=3", "--cycles", "4000")
                own, bounds = result["request_reply"], result["bounds"]
                if "hotspot:5@0.5" not in more:  # there the nodes near it send more than others
                    self.assertGreaterEqual(own["round_trip"]["mean"], bounds["zero_load_round_trip"] - 0.5)  # destinations are drawn
                self.assertLessEqual(own["throughput"], bounds["request_throughput"] * 1.01 + window / 4000)
                self.assertLessEqual(bounds["request_throughput"], 1 / 8)
        # Several injection channels carry as many times as much: here more than one could.
        result = self.result(*TORUS, "--vcs", "8", "--buffer-depth", "8", "--nic-ports", "2", "--workload",
                             "request-reply:window=24,request=2,reply=2", "--cycles", "1500")
        self.assertEqual(result["bounds"]["request_throughput"], 2 / 4)
        self.assertTrue(1 / 4 < result["request_reply"]["throughput"] < 2 / 4)
        absorbing = self.result(*TORUS, "--routing", "sw-adaptive", "--workload", "request-reply:window=1", "--cycles", "500")
        self.assertIsNone(absorbing["bounds"]["zero_load_round_trip"])
        self.assertEqual(absorbing["bounds"]["request_throughput"], 0.5)

    def test_the_zero_load_round_trip_is_exact_where_one_node_asks(self):
        # Four hops to node 10 and four back, each 3 + 1 cycles: 16 + 5 + 1, 9 of service, 16 + 7 + 1.
        name = self.write("one.txt", "\n".join(["0 " * 10 + "1 " + "0 " * 5] + ["0 " * 16] * 15))
        result = self.result(*TORUS, "--traffic", f"matrix:{name}", "--workload", "request-reply:batch=5,window=1,request=5,reply=7,service=9",
                             "--router.channel-latency", "3", "--router.routing-delay", "1", "--buffer-depth", "8")
        self.assertEqual(result["bounds"]["zero_load_round_trip"], 22 + 9 + 24)
        self.assertEqual(result["completion_cycle"], 5 * result["bounds"]["zero_load_round_trip"])

    def test_a_window_of_few_round_trips_says_so(self):
        # Two nodes, each round trip 44 cycles: 1 request in 44 cycles, but for one more or less in the window.
        for cycles in (30, 44, 50, 100, 443, 879, 880, 2000):
            run = [*PAIR, "--workload", f"request-reply:window=1,{READ}", "--cycles", cycles, "--warmup", "13"]
            own = self.result(*run)["request_reply"]
            self.assertAlmostEqual(own["round_trips_in_window"], cycles / 44, places=9)
            self.assertLessEqual(abs(own["throughput"] * 44 - 1), 44 / cycles)
            note = f"the window holds {cycles / 44:.2f} round trips: one more or less moves the throughput by {4400 / cycles:.0f}%; 880 cycles hold 20"
            self.assertEqual(note in self.good(*run), cycles < 880, cycles)
        self.assertIsNone(self.result(*PAIR, "--workload", f"request-reply:batch=10,window=1,{READ}")["request_reply"]["round_trips_in_window"])

    def test_a_window_whose_requests_are_not_answered_knows_its_round_trips_by_the_others(self):
        # Terminal 1 sends all replies, of 100 flits, one in 101 cycles. Of 40 outstanding requests each waits for 40 such
        # times: 4,040 cycles hold one round trip, a window of 202 cycles 2 / 40 of one, and ten of them no answer to its own.
        name = self.write("one.txt", "0 1\n0 0")
        run = [*PAIR[:-1], f"matrix:{name}", "--vcs", "1", "--router.injection-vcs", "1", "--workload",
               "request-reply:window=40,request=1,reply=100,vcs=shared", "--warmup", "9000"]
        few = self.result(*run, "--cycles", "202")["request_reply"]
        self.assertIsNone(few["round_trip"]["mean"])
        self.assertAlmostEqual(few["round_trips_in_window"], 2 / 40)
        self.assertIn("the window holds 0.05 round trips: one more or less moves the throughput by 2000%; 80800 cycles hold 20", self.good(*run, "--cycles", "202"))
        # In 20 cycles after 9,000 no reply comes; alone a round trip takes 3 + 102 cycles.
        self.assertAlmostEqual(self.result(*run, "--cycles", "20")["request_reply"]["round_trips_in_window"], 20 / 105)

    def test_a_closed_loop_has_no_verdict_also_where_replies_outlast_the_drain(self):
        for cycles in ("10", "2000"):  # a crossing takes 64 cycles, the drain ten windows
            result = self.result("simulate", "--topology", "torus:8x8", "--router.channel-latency", "64", "--workload", "request-reply:window=1",
                                 "--cycles", cycles, "--warmup", "0")
            self.assertEqual((result["verdict"], result["saturated"]), (None, None))
            self.assertEqual(result["simulated_cycles"] >= 11 * int(cycles), cycles == "10")

    def test_people_are_told_why_there_is_no_protocol_deadlock(self):
        text = self.good(*TORUS, "--workload", f"request-reply:window=4,{READ},vcs=shared", "--cycles", "1000")
        for said in ("requests of 2 flits, service 20 cycles, replies of 18, closed loop, 4 outstanding, traffic uniform", "round trip ", "request ", "reply ",
                     "an interface takes every request and holds its reply, at most 4 a requester", "no protocol deadlock",
                     "zero-load round trip", "requests/terminal/cycle answered"):
            self.assertIn(said, text)

    def test_requests_and_replies_have_vc_sets_of_their_own_where_the_vcs_suffice(self):
        run = ["--workload", f"request-reply:window=4,{READ}", "--cycles", "500"]
        result = self.result(*TORUS, *run)  # dor: 2 classes, 4 VCs
        self.assertEqual(result["request_reply"]["vcs"], "separate")
        self.assertEqual([(s["name"], s["first_vc"], s["vcs"], s["classes"]) for s in result["vc_sets"]], [("requests", 0, 2, 2), ("replies", 2, 2, 2)])
        self.assertIn("deadlock-free", result["proof"])
        self.assertIn("(each of 2 VC sets)", result["proof"])
        self.assertIn("requests have VCs 0..1, replies VCs 2..3", self.good(*TORUS, *run))
        self.assertEqual([s["vcs"] for s in self.result(*TORUS, *run, "--vcs", "7")["vc_sets"]], [4, 3])
        separate = self.result(*TORUS, "--workload", f"request-reply:window=4,{READ},vcs=separate", "--cycles", "500")
        self.assertEqual(separate["request_reply"], result["request_reply"])
        # Too few of them: shared, and the results say so.
        for few in (["--vcs", "3"], ["--router.injection-vcs", "1"], ["--routing", "duato"], ["--vcs", "3", "--vc-policy", "shared"]):
            shared = self.result(*TORUS, *run, *few)
            self.assertEqual((shared["request_reply"]["vcs"], "vc_sets" in shared), ("shared", False), few)
            self.assertIn("an interface takes every request", shared["request_reply"]["protocol"])
            wanted = self.result(*TORUS, "--workload", f"request-reply:window=4,{READ},vcs=shared", "--cycles", "500", *few)
            self.assertEqual(shared["request_reply"], wanted["request_reply"])
        self.assertEqual(self.result(*TORUS, *run, "--vc-policy", "shared")["request_reply"]["vcs"], "separate")  # two VCs each are enough
        separate = ["--workload", "request-reply:window=4,vcs=separate"]
        self.refused(*TORUS, *separate, "--vcs", "3", says=["vcs=3", "vcs=separate", "2 VC classes of each", "4..16"])
        self.refused(*TORUS, *separate, "--router.injection-vcs", "1", says=["router.injection-vcs=1", "2..16"])
        self.refused(*TORUS, "--workload", "request-reply:window=4,vcs=both", says=["vcs=both", "separate, shared"])

    def test_packets_of_either_set_are_those_of_the_same_nodes(self):
        # One request outstanding, nothing in the way: the same cycles with sets and without.
        for choice in ("separate", "shared"):
            result = self.result(*PAIR, "--workload", f"request-reply:batch=10,window=1,{READ},vcs={choice}")
            self.assertEqual(result["completion_cycle"], 440)

    def test_faults_leave_requests_among_the_nodes_that_live(self):
        result = self.result(*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5,15", "--workload", "request-reply:batch=20,window=2,reply=5")
        self.assertEqual((result["request_reply"]["requests"], result["request_reply"]["replies"]), (14 * 20, 14 * 20))
        self.assertEqual([source is None for source in result["per_terminal"]], [node in (5, 15) for node in range(16)])

    def test_what_has_no_use_is_refused(self):
        window, batch = ["--workload", "request-reply:window=2"], ["--workload", "request-reply:batch=2"]
        for option, value in (("load", "0.1"), ("load", "0.1pkt"), ("injection", "bernoulli"), ("packet-length", "5"), ("deliveries", "9"),
                              ("mapping", "random:1"), ("workload.flit-bytes", "2"), ("workload.cycle-time", "2ns"), ("workload.send-overhead", "3")):
            self.refused(*TORUS, *window, f"--{option}", value, says=[f"{option}={value}"])
        for option in ("cycles", "warmup"):
            self.refused(*TORUS, *batch, f"--{option}", "100", says=[f"{option}=100", "workload=request-reply:batch=2"])
        self.refused(*TORUS, "--workload", "request-reply:window=0", says=["window=0", "1..65535"])
        self.refused(*TORUS, "--workload", "request-reply:window=2,colour=3", says=["colour", "service=C"])
        self.refused(*TORUS, "--workload", "request-reply:request=2", says=["neither window= nor batch="])
        self.refused(*TORUS, "--workload", "request-reply:", says=["neither window= nor batch="])
        self.refused("simulate", "--topology", "torus:32x32", "--workload", "request-reply:batch=1000000000", says=["outstanding", "a window of fewer"])

    def test_over_slow_channels_a_round_trip_alone_is_the_formula_beside_a_routing_delay(self):
        # A request: (2 + 4) cycles of the channel and the router, 9 flits each 2 cycles behind the one before, 2.
        self.write("slow.graph", "0 1 1/2\n")
        result = json.loads(self.good("simulate", "--topology", "graph:slow.graph", "--routing", "updown", "--router.routing-delay", "4",
                                      "--buffer-depth", "20", "--workload", "request-reply:batch=1,request=10,reply=10,service=5", "--json", "-"))
        self.assertEqual(result["bounds"]["zero_load_round_trip"], 2 * (6 + 18 + 2) + 5)
        self.assertEqual(result["request_reply"]["round_trip"]["mean"], 57)


if __name__ == "__main__":
    unittest.main()
