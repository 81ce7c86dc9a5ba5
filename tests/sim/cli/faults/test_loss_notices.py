#!/usr/bin/python3
"""Sources that are told of their losses by packets (docs/guide/faults.md): when they send again, what is counted, and where."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import JsonTest, sample  # noqa: E402

NOTICES = ["--loss-notice", "packets"]
# A message of 20 flits from 0 to 2 on a ring of eight: alone it crosses 0-1 and 1-2 and is delivered in cycle 22.
RING = ["simulate", "--topology", "torus:8", "--routing", "sw-deterministic", "--workload", "schedule:own.txt"]
LINE = "ranks 3\n0 send 19 to 2\n2 recv 19 from 0\n"
RUN = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vcs", "4", "--prove", "never", "--load", "0.3", "--packet-length", "4", "--cycles", "600", "--warmup", "0"]
EVENTS = ["--fault-events", "fail@100:5,fail@160:0-1,fail@163:2-3,fail@166:6-7,repair@300:5"]


class LossNotices(JsonTest):
    def ring(self, *more):
        self.write("own.txt", LINE)
        return self.json_of(*RING, "--fault-events", "fail@5:1-2,repair@10:1-2", *more)

    def test_a_notice_takes_the_way_of_a_packet_of_one_flit(self):
        """Router 1 reports in cycle 5, over one hop: delivered in 5 + 1 + 1, so the source knows from cycle 8 on."""
        for delay in (10, 40):
            at_once, told = self.ring("--retransmit", delay), self.ring("--retransmit", delay, *NOTICES)
            self.assertEqual((at_once["completion_cycle"], told["completion_cycle"]), (5 + delay + 23, 8 + delay + 23))
            self.assertEqual(told["loss_notices"], {"sent": 1, "delivered": 1, "lost": 0})
            self.assertNotIn("loss_notices", at_once)
            self.assertEqual(told["flit_hops"], at_once["flit_hops"] + 1)
            self.assertEqual(told["packets"], at_once["packets"])

    def test_with_a_delay_of_detection_it_is_sent_when_the_failure_is_found(self):
        """Found in cycle 9; repaired before, in 10, in that cycle."""
        for detect, told in ((4, 9), (100, 10)):
            result = self.ring("--retransmit", "10", "--detect-delay", detect, *NOTICES)
            self.assertEqual(result["completion_cycle"], told + 3 + 10 + 23)

    def test_a_source_at_the_reporter_knows_at_once(self):
        self.write("own.txt", LINE)
        words = [*RING, "--retransmit", "10", "--fault-events", "fail@3:0-1,repair@10:0-1"]
        at_once, told = self.json_of(*words), self.json_of(*words, *NOTICES)
        self.assertEqual(told.pop("loss_notices"), {"sent": 0, "delivered": 0, "lost": 0})
        del at_once["options"], told["options"]
        self.assertEqual(at_once, told)

    def test_notices_are_counted_apart(self):
        for more in (["--retransmit", "20"], ["--retransmit", "20,backoff=2", "--detect-delay", "30"], ["--retransmit", "20", "--windows", "3"]):
            with self.subTest(more=more):
                result = self.json_of(*RUN, *EVENTS, *more, *NOTICES)
                packets, notices = result["packets"], result["loss_notices"]
                self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
                self.assertGreater(notices["delivered"], 0)
                self.assertLessEqual(notices["delivered"] + notices["lost"], notices["sent"])
                # Sources offer what they would have offered, and no more is accepted than was delivered.
                self.assertEqual(result["offered"], self.json_of(*RUN, *EVENTS, *more)["offered"])
                lived = 600 * 16 - 200
                self.assertLessEqual(result["accepted"] * lived, packets["delivered"] * 4 + 4 * 16)
                self.assertEqual(self.json_of(*RUN, *EVENTS, *more, *NOTICES, "--tiles", "3"), result)

    def test_streams_and_workloads_never_see_them(self):
        self.write("two.streams", "a load=0.2 packet-length=4\nb load=0.1 packet-length=16 traffic=tornado\n")
        run = [*RUN[:9], *EVENTS, "--retransmit", "20", *NOTICES]
        for words in (["--traffic", "streams:two.streams", "--cycles", "600"], ["--workload", "request-reply:window=3", "--cycles", "600"],
                      ["--workload", "all-to-all:direct,bytes=300,repeat=3"]):
            done = self.run_program([*run, *words, "--json", "-"])
            self.assertIn(done.returncode, (0, 1), done.stderr.decode())  # a rank that dies is waited for
            result = json.loads(done.stdout)
            packets = result["packets"]
            self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
            self.assertGreater(result["loss_notices"]["sent"], 0)
            for stream in result.get("streams", ()):
                own = stream["packets"]
                self.assertEqual(own["generated"], own["delivered"] + own["lost"] + own["in_flight"])

    def test_a_process_is_replayed_from_its_record_with_its_notices(self):
        more = ["--retransmit", "20", "--detect-delay", "15", *NOTICES]
        drawn = self.json_of(*RUN, "--fault-process", "mtbf=2000,mttr=100,of=links", *more, "--out", "fault-events=events.txt")
        again = self.json_of(*RUN, "--fault-events", "events.txt", *more)
        self.assertGreater(drawn["loss_notices"]["sent"], 0)
        for result in (drawn, again):
            del result["options"]
        del drawn["fault_process"]
        self.assertEqual(json.dumps(drawn), json.dumps(again))

    def test_a_resumed_run_is_the_whole_run(self):
        words = [*RUN, *EVENTS, "--retransmit", "20", "--detect-delay", "5", *NOTICES, "--json", "-"]
        whole = self.good(*words)
        for cycle in sample((103, 106, 170, 305), 2):
            self.run_program([*words, "--checkpoint", "state", "--checkpoint-at", cycle])
            self.assertEqual(self.good(*words, "--resume", "state"), whole)
            (self.folder / "state").unlink()

    def test_routings_that_drain_hold_notices_too(self):
        run = ["simulate", "--topology", "mesh:4x4", "--routing", "updown", "--load", "0.1", "--packet-length", "4", "--cycles", "900", "--fault-events", "fail@200:0-1,repair@500:0-1"]
        for how in ("drain", "static"):
            result = self.json_of(*run, "--reconfigure", how, "--retransmit", "20", *NOTICES)
            self.assertEqual(result["packets"]["lost"], 0)
            self.assertEqual(result["packets"]["retransmitted"], sum(change["lost"] for change in result["reconfigurations"]))
            self.assertEqual(result["loss_notices"]["delivered"], result["loss_notices"]["sent"])

    def test_destinations_report_packets_that_arrive_with_errors(self):
        """Over one hop: found with the last flit, so generated a cycle later; known three cycles after that, as above."""
        self.write("pair.txt", "ranks 2\n0 send 3 to 1\n1 recv 3 from 0\n")
        run = ["simulate", "--topology", "mesh:2", "--workload", "schedule:pair.txt", "--router.error-detection", "end-to-end", "--retransmit", "7"]
        tries = set()
        for seed in range(1, 9):
            errs = [*run, "--flit-error", "0.3:0-1" if seed % 2 else "0.3:0.0", "--seed", seed]
            at_once, told = self.json_of(*errs), self.json_of(*errs, *NOTICES)
            again = told["packets"]["retransmitted"]
            tries.add(again)
            notices = told["loss_notices"]
            self.assertEqual(notices["sent"], notices["delivered"] + notices["lost"])
            if seed % 2 == 0:  # no error on the way back: the fates of flits are those of the number that crossed before
                self.assertEqual((at_once["packets"]["retransmitted"], notices), (again, {"sent": again, "delivered": again, "lost": 0}))
                self.assertEqual(told["completion_cycle"], at_once["completion_cycle"] + 3 * again)
            else:
                self.assertEqual(notices["delivered"], again + sum((notices["lost"],)))  # each lost one is reported back by one more
        self.assertGreater(len(tries), 2)

    def test_beside_errors_and_faults_accounts_close(self):
        errors = ["--flit-error", "0.04", "--router.error-detection", "end-to-end", "--retransmit", "20"]
        for more in ([], EVENTS, [*EVENTS, "--detect-delay", "30"], ["--tiles", "3"]):
            with self.subTest(more=more):
                result = self.json_of(*RUN, *errors, *more, *NOTICES)
                packets, notices = result["packets"], result["loss_notices"]
                self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
                self.assertGreater(notices["lost"], 0)
                self.assertLessEqual(notices["delivered"] + notices["lost"], notices["sent"])
                self.assertEqual(result["offered"], self.json_of(*RUN, *errors, *more)["offered"])
        words = [*RUN, *errors, *EVENTS, *NOTICES, "--json", "-"]
        whole = self.good(*words)
        for cycle in (37, 103, 170):
            self.run_program([*words, "--checkpoint", "state", "--checkpoint-at", cycle])
            self.assertEqual(self.good(*words, "--resume", "state"), whole)
            (self.folder / "state").unlink()

    def test_what_has_no_use_is_refused(self):
        self.refused(*RUN, *EVENTS, *NOTICES, says=["loss-notice=packets", "retransmit"])
        self.refused(*RUN, *EVENTS, "--retransmit", "9", "--loss-notice", "letters", says=["loss-notice=letters", "at-once", "packets"])


if __name__ == "__main__":
    unittest.main()
