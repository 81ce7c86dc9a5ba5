#!/usr/bin/python3
"""What makes computes and recvs of a schedule longer: noise, and adding up what is received."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

PAIR = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 3 after 0\n"  # 14 cycles over one hop (test_workloads.py)


def flits(size):
    return -(-size // 16) + 1


class Times(ProgramTest):
    def result(self, workload, *more, topology="hypercube:1"):
        return json.loads(self.good("simulate", "--topology", topology, "--vcs", "4", "--buffer-depth", "8", "--workload", workload, *more, "--json", "-"))

    def pair(self, *more, text=PAIR):
        return self.result(f"schedule:{self.write('own.txt', text)}", *more)

    def test_noise_of_a_trace_is_added_to_every_compute_that_takes_time(self):
        trace = self.write("noise.txt", "# one\n7\n")
        self.assertEqual(self.pair("--workload.noise", f"trace:{trace}")["completion_cycle"], 14 + 7 + 7)
        self.assertEqual(self.pair("--workload.noise", f"trace:{trace}", text=PAIR.replace("compute 5", "compute 0"))["completion_cycle"], 14 - 5 + 7)
        times = self.write("noise.txt", "3ns\n4.5ns\n")
        ends = {self.pair("--workload.noise", f"trace:{times}", "--seed", str(seed))["completion_cycle"] for seed in range(20)}
        self.assertEqual(ends, {14 + 6, 14 + 8, 14 + 10})  # 3 or 5 cycles each
        found = self.pair("--workload.noise", f"trace:{times}", "--seed", "2")
        self.assertEqual(found["bounds"]["completion_critical_path"], 14)

    def test_exponential_noise_depends_on_the_seed_alone(self):
        ends = [self.pair("--workload.noise", "exponential:100", "--seed", str(seed))["completion_cycle"] for seed in range(12)]
        self.assertGreater(len(set(ends)), 6)
        self.assertTrue(all(end >= 14 for end in ends))
        again = self.pair("--workload.noise", "exponential:100ns", "--seed", "3")["completion_cycle"]
        self.assertEqual(again, ends[3])
        # What is drawn does not depend on the network: 24 computes of a pipeline that waits for nothing else.
        work = "pipeline,bytes=0,compute=10"
        for seed in (1, 2):
            ranks = [self.result(work, "--workload.noise", "exponential:50", "--seed", str(seed), topology=topology)["ranks"] for topology in ("torus:8", "hypercube:3")]
            self.assertEqual([rank["compute"] for rank in ranks[0]], [rank["compute"] for rank in ranks[1]])

    def test_adding_up_takes_the_cpu_of_the_receiver(self):
        adds = PAIR.replace("recv 3 from 0", "recv 3 from 0 reduces")
        self.assertEqual(self.pair("--workload.reduce-cost", "2", text=adds)["completion_cycle"], 14 + 6)
        self.assertEqual(self.pair("--workload.reduce-cost", "0.5ns", text=adds)["completion_cycle"], 14 + 2)
        self.assertEqual(self.pair("--workload.reduce-cost", "2", "--workload.receive-overhead", "4", text=adds)["completion_cycle"], 14 + 10)
        other = "0 send 5 to 1 tag 1\n1 recv 5 from 0 tag 1 reduces\n"  # the recv of 3 bytes takes no time of a cpu
        self.assertEqual(self.pair("--workload.reduce-cost", "2", text=PAIR + other)["ranks"][1]["compute"], 3 + 10)
        found = self.pair("--workload.reduce-cost", "2", text=adds)
        self.assertEqual((found["bounds"]["completion_critical_path"], found["ranks"][1]["compute"]), (20, 9))

    def test_all_reduces_add_up_once(self):
        # A quarter of a cycle a byte; S/P bytes P - 1 times in a ring, S log2 P in doubling, as much as a ring in halving; an all-gather is the other half of a ring.
        for p, topology in ((4, "torus:4"), (8, "torus:8")):
            size = 1024 * p
            ring = 2 * (p - 1) * (flits(1024) + 2)
            more = ["--workload.flit-bytes", "16", "--workload.reduce-cost", "0.25ns"]
            self.assertEqual(self.result(f"all-reduce:ring,bytes={size}", *more, topology=topology)["completion_cycle"], ring + (p - 1) * 256)
            self.assertEqual(self.result(f"reduce-scatter,bytes={size}", *more, topology=topology)["completion_cycle"], ring // 2 + (p - 1) * 256)
            self.assertEqual(self.result(f"all-gather,bytes={size}", *more[:2], topology=topology)["completion_cycle"], ring // 2)
        cube = {name: self.result(f"all-reduce:{name},bytes=4096", "--workload.flit-bytes", "16", "--workload.reduce-cost", "1", topology="hypercube:3")["completion_cycle"]
                - self.result(f"all-reduce:{name},bytes=4096", "--workload.flit-bytes", "16", topology="hypercube:3")["completion_cycle"]
                for name in ("recursive-doubling", "halving-doubling", "direct")}
        at_once = cube.pop("direct")  # the first of seven chunks of 512 bytes is added up while the last are on their way
        self.assertTrue(6 * 512 < at_once <= 7 * 512, at_once)
        self.assertEqual(cube, {"recursive-doubling": 3 * 4096, "halving-doubling": 4096 * 7 // 8})

    def test_a_written_schedule_adds_up_too(self):
        for name in ("ring", "halving-doubling", "swing", "double-tree", "direct"):
            work = f"all-reduce:{name},bytes=4096"
            self.good("schedule", work, "--workload.ranks", "8", "--out", "schedule=own.txt")
            more = ["--workload.reduce-cost", "0.3ns", "--workload.flit-bytes", "16"]
            own = [self.result(which, *more, topology="torus:8")["completion_cycle"] for which in ("schedule:own.txt", work)]
            self.assertEqual(*own)

    def test_what_is_no_time_is_refused_in_one_line(self):
        self.write("own.txt", PAIR)
        run = ["simulate", "--topology", "hypercube:1", "--workload", "schedule:own.txt"]
        for value, *says in (("gauss:3", "exponential:MEAN", "trace:FILE"), ("exponential:", "workload.noise"), ("exponential:-1", "workload.noise"),
                             ("exponential:9000000s", "workload.noise"), ("trace:none.txt", "none.txt"), ("trace:", "workload.noise")):
            self.refused(*run, "--workload.noise", value, says=["workload.noise", *says])
        for text, *says in (("3 4\n", "line 1", "one time"), ("3\nx\n", "line 2"), ("# none\n", "holds no line")):
            self.refused(*run, "--workload.noise", f"trace:{self.write('bad.txt', text)}", says=["bad.txt", *says])
        self.refused(*run, "--workload.reduce-cost", "1s", says="workload.reduce-cost")
        # Each is in time, and both together are later than any run: the bounds do not know.
        noise = f"trace:{self.write('long.txt', '999999999999999')}"
        self.refused(*run, "--workload.noise", noise, "--out", "timeline=t.json", says=[f"workload.noise={noise}", "longer than 1e+15 cycles"])
        self.write("long.txt", "400000000000000")
        self.assertEqual(self.pair("--workload.noise", noise)["completion_cycle"], 14 + 800000000000000)
        torus = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--workload", "schedule:own.txt", "--fault-events", "fail@9:7"]
        self.write("own.txt", PAIR.replace("ranks 2", "ranks 2\nrepeat 4").replace("compute 5", "compute 400000000000000"))
        self.refused(*torus, says=["workload=schedule:own.txt", "1.6e+15 cycles at least"])
        self.write("own.txt", PAIR)
        self.refused("simulate", "--topology", "hypercube:1", "--load", "0.1", "--workload.noise", "exponential:3", says="workload.noise")
        bad = self.write("bad.txt", PAIR.replace("send 3 to 1", "send 3 to 1 reduces"))
        self.refused("simulate", "--topology", "hypercube:1", "--workload", f"schedule:{bad}", says=["line 3", "'reduces' stands here"])


if __name__ == "__main__":
    unittest.main()
