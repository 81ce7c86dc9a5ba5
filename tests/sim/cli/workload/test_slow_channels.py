#!/usr/bin/python3
"""Workloads over channels of bandwidths below 1, and random traffic beside them: bounds that hold, and are reached alone."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest  # noqa: E402

SEND = "ranks 2\n0 send {0} to 1\n1 recv {0} from 0\n"


class SlowChannels(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good("simulate", *arguments, "--json", "-"))

    def message(self, bytes_sent, *arguments):
        self.write("own.txt", SEND.format(bytes_sent))
        found = self.result(*arguments, "--workload", "schedule:own.txt")
        return found["completion_cycle"], found["bounds"]["completion_critical_path"]

    def test_a_message_alone_takes_as_long_as_its_critical_path(self):
        # Head and 3 flits over 1/2: two cycles on the channel, a flit each two cycles, one at each end.
        self.write("half.graph", "0 1 1/2\n")
        self.write("half.table", "1: 0 1\n1: 1 0\n")
        half = ["--topology", "graph:half.graph", "--routing", "table:half.table"]
        self.assertEqual(self.message(3, *half), (10, 10))
        # 5 flits over 1/2, 2/3 and then 1/9, which is 20 cycles long: 2 + 2 + 28, four times 9, and 2.
        self.write("line.graph", "0 1 1/2\n1 2 2/3\n2 3 1/9 20\n")
        line = ["--topology", "graph:line.graph", "--routing", "updown", "--buffer-depth", "64"]
        self.write("own.places", "0\n3\n")
        self.assertEqual(self.message(4, *line, "--mapping", "own.places"), (70, 70))

    def test_a_critical_path_holds_whatever_the_routers(self):
        self.write("mixed.graph", "0 1 2/3\n1 2 1/2\n2 3\n3 0 1/3\n0 2 3/4\n")
        for router in ([], ["--router.routing-delay", "3"], ["--router.pipeline", "2", "--router.routing-delay", "1"], ["--router", "onchip"]):
            for routing in ("updown", "layered"):
                for bytes_sent in (1, 7, 40):
                    end, path = self.message(bytes_sent, "--topology", "graph:mixed.graph", "--routing", routing, "--buffer-depth", "20", *router)
                    self.assertLessEqual(path, end)

    def test_a_round_trip_alone_is_the_bound(self):
        # 2 and 4 flits over 1/2: 2 + 2 + 1 + 1 and 2 + 6 + 1 + 1, and 5 of service.
        self.write("half.graph", "0 1 1/2\n")
        found = self.result("--topology", "graph:half.graph", "--routing", "updown", "--workload", "request-reply:window=1,request=2,reply=4,service=5",
                            "--cycles", "2000")
        self.assertEqual((found["request_reply"]["round_trip"]["mean"], found["bounds"]["zero_load_round_trip"]), (21, 21))

    def test_what_a_channel_passes_is_a_part_of_its_bandwidth(self):
        self.write("slow.graph", "0 1 2/3\n")
        self.result("--topology", "graph:slow.graph", "--routing", "updown", "--load", "1", "--packet-length", "4", "--cycles", "3000", "--out", "channels=c.csv")
        rows = (self.folder / "c.csv").read_text().splitlines()
        column = rows[0].split(",").index("utilisation")
        for row in rows[1:]:
            self.assertGreater(float(row.split(",")[column]), 0.99)
            self.assertLess(float(row.split(",")[column]), 1.001)

    def test_a_gather_needs_its_ejection_channel(self):
        # Seven messages of 64 bytes and a head flit each come to rank 0.
        self.write("gather.txt", "ranks 8\n" + "".join(f"{rank} send 64 to 0\n0 recv 64 from {rank}\n" for rank in range(1, 8)))
        gather = ["--topology", "fullmesh:8", "--workload", "schedule:gather.txt"]
        for ejection, flits in (("channel", 7 * 65), ("ideal", 65)):
            found = self.result(*gather, "--router.ejection", ejection)
            self.assertEqual(found["bounds"]["completion_bandwidth"], flits)
            self.assertGreaterEqual(found["completion_cycle"], flits)

    def test_one_flit_packets_beside_long_ones_prove_nothing(self):
        self.write("one.streams", "a load=0.001 packet-length=1\n")
        run = ["simulate", "--topology", "mesh:3x3", "--routing", "duato", "--vcs", "2", "--router.vc-reuse", "place", "--workload", "all-reduce:ring,bytes=64"]
        self.refused(*run, says=["router.vc-reuse=place"])
        self.refused(*run, "--workload.background", "streams:one.streams", says=["router.vc-reuse=place"])

    def test_a_background_that_the_network_does_not_carry_is_said(self):
        self.write("own.txt", SEND.format(3))
        run = ["simulate", "--topology", "torus:8", "--workload", "schedule:own.txt", "--workload.background"]
        done = self.run_program([*run, "uniform@0.95"])  # 7/8 is carried
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"workload.background offers 19/20 flits/terminal/cycle, of which the network carries 7/8 at most", done.stderr)
        self.assertNotIn(b"carries", self.run_program([*run, "uniform@0.2"]).stderr)
        self.good("simulate", "--topology", "torus:3", *run[3:], "uniform@1.2", "--nic-ports", "2")
        self.refused(*run, "uniform@1.2", says=["workload.background=uniform@1.2", "nic-ports=1"])

    def test_a_sum_that_takes_longer_than_the_longest_run_is_refused(self):
        self.write("red.txt", "ranks 2\n0 send 2048 to 1\n1 recv 2048 from 0 reduces\n")
        run = ["simulate", "--topology", "torus:2", "--workload", "schedule:red.txt", "--workload.flit-bytes", "1024", "--workload.reduce-cost"]
        self.refused(*run, "9007199254740992", says=["workload.reduce-cost=9007199254740992", "2048 bytes", "longest run"])
        self.good(*run, "10")

    def test_lists_of_jobs_with_a_bad_part_are_lists_of_jobs(self):
        ring = "all-reduce:ring,bytes=4096"
        for text in (f"{ring}@0-3+{ring}", f"{ring}@0-3+", f"{ring}@"):
            self.refused("simulate", "--topology", "torus:8", "--workload", text, says=["is no list of jobs", "SCHEDULE@PLACES"])
        self.write("bad.jobs", f'a"b {ring} 0-3\n')
        self.refused("simulate", "--topology", "torus:8", "--workload", "jobs:bad.jobs", says=["bad.jobs", "line 1", "no name of a job"])
        self.write("group.txt", "ranks 1\ncollective a all-reduce 5 group\n0 compute 1\n")
        self.refused("simulate", "--topology", "torus:2", "--workload", "schedule:group.txt", says=["line 2", "group WORD"])


if __name__ == "__main__":
    unittest.main()
