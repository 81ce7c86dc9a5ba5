#!/usr/bin/python3
"""Workloads that are schedules, as a user runs them: completion, bounds, times of ranks, options of sizes and times, and what is refused."""
import json
import unittest

from program import ProgramTest, sample

PAIR = ["--topology", "hypercube:1", "--buffer-depth", "4"]
# Rank 0 computes 5 cycles and sends 3 bytes (4 flits, generated in 5, sent in 8, delivered in 10); rank 1 computes 11..13.
EXAMPLE = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 3 after 0\n"


class Schedules(ProgramTest):
    def result(self, *arguments, status=0):
        return json.loads(self.good("simulate", *arguments, "--json", "-", status=status))

    def run_file(self, text, *arguments):
        return self.result(*PAIR, "--workload", f"schedule:{self.write('own.txt', text)}", *arguments)

    def test_the_worked_example(self):
        result = self.run_file(EXAMPLE)
        self.assertEqual(result["completion_cycle"], 14)
        self.assertEqual(result["bounds"]["completion_critical_path"], 14)
        self.assertEqual(result["bounds"]["completion_bandwidth_exact"], "4")
        self.assertEqual(result["ranks"], [{"node": 0, "compute": 5, "send": 4, "wait": 0, "end": 9},
                                           {"node": 1, "compute": 3, "send": 0, "wait": 11, "end": 14}])
        self.assertEqual((result["packets"]["delivered"], result["flit_hops"]), (1, 4))

    def test_people_see_completion_bounds_and_ranks(self):
        text = self.good("simulate", *PAIR, "--workload", f"schedule:{self.write('own.txt', EXAMPLE)}")
        for said in ("completion        14 cycles", "14 cycles critical path", "4 cycles bandwidth", "1.0000 of the larger bound"):
            self.assertIn(said, text)

    def test_the_completions_that_are_exact(self):
        ring = ["--topology", "torus:8x8", "--vcs", "4", "--buffer-depth", "4", "--workload", "all-reduce:ring,bytes=1984"]  # 31 bytes a chunk: 32 flits
        self.assertEqual(self.result(*ring)["completion_cycle"], 4300)
        # Along a Hamiltonian cycle, column by column and back, every message takes one hop: 126 rounds of 1 + 32 + 1 cycles.
        snake = [x + 8 * y for x in range(8) for y in (range(1, 8) if x % 2 == 0 else range(7, 0, -1))] + [x for x in reversed(range(8))]
        mapping = self.write("snake.txt", "".join(f"{node}\n" for node in snake))
        result = self.result(*ring, "--mapping", mapping)
        self.assertEqual(result["completion_cycle"], 126 * 34)
        self.assertEqual(result["hops"]["max"], 1)
        self.assertEqual([rank["node"] for rank in result["ranks"]], snake)
        times = sample(100, 10)
        doubling = self.result("--topology", "hypercube:8", "--vcs", "4", "--workload", f"all-reduce:recursive-doubling,bytes=63,repeat={times}")
        self.assertEqual(doubling["completion_cycle"], 8 * 66 * times)

    def test_sizes_and_times(self):
        times = "ranks 2\n0 compute 2.5ns\n0 send 30 to 1 after 0\n1 recv 30 from 0\n"
        # 30 bytes: 31 flits; 8 bytes a flit: 4 + 1. A cycle of 2 ns: 2.5 ns are 2 cycles. h + M + 1 after that.
        self.assertEqual(self.run_file(times)["completion_cycle"], 3 + 33)
        self.assertEqual(self.run_file(times, "--workload.flit-bytes", "8")["completion_cycle"], 3 + 7)
        self.assertEqual(self.run_file(times, "--workload.cycle-time", "2ns")["completion_cycle"], 2 + 33)
        # Four packets of 8, 8, 8, 8 and one of 3 flits: 35 in all.
        cut = self.run_file(times, "--packet-length", "8")
        self.assertEqual((cut["completion_cycle"], cut["packets"]["generated"]), (3 + 37, 5))
        self.assertEqual(self.run_file(times, "--workload.send-overhead", "4ns", "--workload.receive-overhead", "10")["completion_cycle"], 3 + 4 + 33 + 10)

    def test_ranks_are_placed(self):
        result = self.run_file(EXAMPLE, "--mapping", self.write("swap.txt", "1\n0\n"))
        self.assertEqual([rank["node"] for rank in result["ranks"]], [1, 0])
        both = self.run_file(EXAMPLE, "--mapping", self.write("one.txt", "1\n1\n"))  # no hop: 5 + 4 + 1, then 3
        self.assertEqual((both["completion_cycle"], both["flit_hops"]), (13, 0))
        drawn = self.result("--topology", "torus:4x4", "--workload", "broadcast,bytes=3", "--mapping", "random:5")
        self.assertEqual(sorted(rank["node"] for rank in drawn["ranks"]), list(range(16)))
        for words in (["--workload", "broadcast,bytes=3"], ["--load", "0.1", "--traffic", "transpose", "--cycles", "200"]):
            own, none = (self.result("--topology", "torus:4x4", *words, *more) for more in (["--mapping", "identity"], []))
            self.assertEqual(own["options"].pop("mapping"), "identity")
            self.assertEqual(own, none)
        # A generator has as many ranks as the mapping names.
        few = self.result("--topology", "torus:4x4", "--workload", "broadcast,bytes=3", "--mapping", self.write("few.txt", "3\n9\n12\n"))
        self.assertEqual([rank["node"] for rank in few["ranks"]], [3, 9, 12])
        # With faults the random ones are among those that live; by default rank r is at node r.
        faults = ["--topology", "torus:4x4", "--routing", "sw-adaptive", "--faults", "nodes:2"]
        placed = self.result(*faults, "--workload", f"schedule:{self.write('own.txt', EXAMPLE)}", "--mapping", "random:1")
        self.assertNotIn(2, [rank["node"] for rank in placed["ranks"]])
        self.refused("simulate", *faults, "--workload", "broadcast,bytes=3", says=["rank 2", "node 2", "failed"])

    def test_adaptive_routings_have_the_bandwidth_of_their_best_split(self):
        result = self.result("--topology", "mesh:4x4", "--routing", "odd-even", "--workload", "all-to-all:direct,bytes=9")
        # The bisection: 8 x 8 messages of 10 flits over 4 channels; odd-even spreads them evenly.
        self.assertEqual(result["bounds"]["completion_bandwidth"], 160)
        self.assertGreaterEqual(result["completion_cycle"], max(160, result["bounds"]["completion_critical_path"]))

    def test_a_goal_file(self):
        goal = "num_ranks 2\nrank 0 {\n a: calc 5\n b: send 3b to 1 nic 1\n b requires a\n}\nrank 1 {\n c: recv 3b from 0\n d: calc 3\n d requires c\n}\n"
        name = self.write("own.goal", goal)
        self.assertEqual(self.result(*PAIR, "--workload", f"goal:{name}")["completion_cycle"], 14)
        self.assertIn("NICs 0 to 1 of a rank are the one injection channel", self.good("simulate", *PAIR, "--workload", f"goal:{name}"))

    def test_what_has_no_use_is_refused(self):
        workload = ["simulate", *PAIR, "--workload", f"schedule:{self.write('own.txt', EXAMPLE)}"]
        for option, value in (("load", "0.1"), ("load", "0.1pkt"), ("cycles", "100"), ("warmup", "1"), ("deliveries", "7"), ("traffic", "uniform-self"),
                              ("injection", "bernoulli"), ("fixed-points", "send")):
            self.refused(*workload, f"--{option}", value, says=[f"{option}={value}", "workload"])
        for option, value in (("workload.noise", "exponential:3"), ("workload.reduce-cost", "1"), ("workload.background", "uniform@0.1"), ("workload.flit-bytes", "8"), ("workload.cycle-time", "2ns"), ("workload.send-overhead", "3"),
                              ("workload.receive-overhead", "3")):
            self.refused("simulate", *PAIR, "--workload", "permutation:reverse", f"--{option}", value, says=[f"{option}={value}", "workload"])
            self.refused("simulate", *PAIR, "--load", "0.1", f"--{option}", value, says=[f"{option}={value}", "workload"])

    def test_bad_input_is_refused(self):
        base = ["simulate", *PAIR]
        own = f"schedule:{self.write('own.txt', EXAMPLE)}"
        for arguments, says in ((["--workload", "all-reduce:rong,bytes=4"], ["all-reduce:rong", "all-reduce:ring"]),
                                (["--workload", "nonsense"], ["workload=nonsense", "schedule:FILE", "all-reduce |"]),
                                (["--workload", "schedule:none.txt"], ["none.txt", "cannot be read"]),
                                (["--workload", "schedule:"], ["workload", "file name"]),
                                (["--workload", own, "--workload.flit-bytes", "0"], ["workload.flit-bytes=0", "1.."]),
                                (["--workload", own, "--packet-length", "1"], ["packet-length=1", "2..65535"]),
                                (["--workload", own, "--packet-length", "4..32"], ["packet-length=4..32", "2..65535"]),
                                (["--workload", own, "--workload.cycle-time", "0ns"], ["workload.cycle-time=0ns"]),
                                (["--workload", own, "--workload.send-overhead", "4"*17], ["workload.send-overhead="]),
                                (["--workload", own, "--mapping", "random:x"], ["mapping", "random:x"[7:]]),
                                (["--workload", own, "--mapping", "none.txt"], ["mapping=none.txt", "cannot be read"]),
                                (["--workload", own, "--mapping", self.write("far.txt", "0\n2\n")], ["far.txt", "line 2", "0..1"]),
                                (["--workload", own, "--mapping", self.write("short.txt", "0\n")], ["2 ranks", "1"]),
                                (["--workload", own, "--mapping", self.write("empty.txt", "# none\n")], ["empty.txt"])):
            self.refused(*base, *arguments, says=says)
        self.refused(*base, "--workload", f"schedule:{self.write('three.txt', 'ranks 3')}", says=["3 ranks", "2"])
        long = self.write("long.txt", "ranks 1\n" + "0 compute 900000000000000\n0 compute 900000000000000 after 0\n")
        self.refused(*base, "--workload", f"schedule:{long}", says=["1.8e+15", "1e+15"])
        many = self.write("many.txt", "ranks 1\n" + "0 compute 900000000000000\n" * 20500)  # together more than 2^64
        self.refused(*base, "--workload", f"schedule:{many}", says=["1.8e+19", "1e+15"])
        often = self.write("often.txt", "ranks 1\nrepeat 2048\n0 compute 9007199254740993\n")  # 2^64 + 2048
        self.refused(*base, "--workload", f"schedule:{often}", says=["1.8e+19", "1e+15"])
        huge = self.write("huge.txt", "ranks 1\n0 send 1000000000000000 to 0\n0 recv 1000000000000000 from 0\n")
        self.refused(*base, "--workload", f"schedule:{huge}", "--packet-length", "2", says=["packets"])


if __name__ == "__main__":
    unittest.main()
