#!/usr/bin/python3
"""Links that err (--flit-error) beside faults that come and go, and errors that destinations find beside workloads."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest, sample  # noqa: E402

BARE = ["simulate", "--topology", "torus:4x4", "--vcs", "4"]
TORUS = [*BARE, "--routing", "sw-adaptive"]
OPEN = ["--load", "0.3", "--packet-length", "4", "--cycles", "1500", "--retransmit", "30", "--prove", "never"]
RUN = [*TORUS, *OPEN]
DRAINED = [*BARE, "--routing", "updown", "--reconfigure", "drain", *OPEN]
EVENTS = ["--fault-events", "fail@300:5,fail@500:0-1,repair@800:5,fail@900:8-9,repair@1000:8-9"]
ENDS = ["--router.error-detection", "end-to-end"]
# Rank 0 sends to rank 1, which answers.
PAIR = "ranks 2\n0 send 64 to 1\n0 recv 64 from 1\n1 recv 64 from 0\n1 send 64 to 0 after 0\n"


class LinksThatFail(ProgramTest):
    def result(self, *arguments):
        """A rank that waits for ever: then the status is 1."""
        done = self.run_program([*arguments, "--json", "-"])
        self.assertIn(done.returncode, (0, 1), done.stderr.decode())
        return json.loads(done.stdout)

    def closed(self, result):
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
        return packets

    def same_but(self, one, other, keys):
        self.assertEqual({key for key in {**one, **other} if one.get(key) != other.get(key)} - set(keys), set())

    def test_links_that_never_err_change_nothing_beside_faults(self):
        for run in (RUN, DRAINED):
            plain, never = self.result(*run, *EVENTS), self.result(*run, *EVENTS, "--flit-error", "0")
            self.same_but(plain, never, {"options", "link_errors", "bounds_by_map"})
            self.assertEqual(never["link_errors"], {"flits": plain["flit_hops"], "retries": 0})
            borders = {"accepted", "accepted_min", "worst_served", "per_terminal"}  # a packet counts when it is complete
            self.same_but(plain, self.result(*run, *EVENTS, "--flit-error", "0", *ENDS), {"options", "link_errors", "bounds_by_map", *borders})

    def test_accounts_close_and_tiles_change_nothing(self):
        again = 0
        for run in ([*RUN, "--flit-error", "0.1"], [*RUN, "--flit-error", "0.1", "--detect-delay", "60"],
                    [*RUN, "--flit-error", "0.3:dim0", "--router.replay-buffer", "9"], [*RUN, "--flit-error", "0.004", *ENDS],
                    [*DRAINED, "--flit-error", "0.1", "--router.channel-latency", "3"], [*RUN, "--flit-error", "0.2", "--lanes", "1/3:dim1"],
                    [*RUN, "--flit-error", "0.1", "--detect-delay", "60", "--loss-notice", "packets"]):
            with self.subTest(run=run):
                whole = self.result(*run, *EVENTS)
                again += self.closed(whole)["retransmitted"]
                for tiles in sample(("3", "5"), 1):
                    self.assertEqual(whole, self.result(*run, *EVENTS, "--tiles", tiles, "--threads", "2"))
        self.assertGreater(again, 40)

    def test_a_resumed_run_is_the_whole_run(self):
        for more in (["--flit-error", "0.3", "--detect-delay", "60", "--router.channel-latency", "2"], ["--flit-error", "0.01", *ENDS]):
            whole = self.result(*RUN, *EVENTS, *more)
            for cycle in ("301", "540", "950"):  # not known, two of which one is known, links as new
                (self.folder / "state").unlink(missing_ok=True)
                self.assertEqual(self.run_program([*RUN, *EVENTS, *more, "--checkpoint", "state", "--checkpoint-at", cycle]).returncode, 75)
                self.assertEqual(self.result(*RUN, *EVENTS, *more, "--resume", "state"), whole)

    def test_the_record_of_a_process_replays_it(self):
        run = [*RUN, "--flit-error", "0.05"]
        drawn = self.result(*run, "--fault-process", "mtbf=20000,mttr=200,of=links", "--out", "fault-events=own.events")
        self.assertGreater(drawn["fault_process"]["failures"], 0)
        again = self.result(*run, "--fault-events", "own.events")
        self.same_but(drawn, again, {"options", "fault_process"})

    def test_what_a_dead_link_takes_is_what_its_replay_buffer_holds(self):
        # Of one link of two channels that no router knows to have failed for 400 cycles: a busy channel takes N flits, then none.
        for most in ("3", "7"):
            result = self.result("simulate", "--topology", "torus:4", "--routing", "sw-deterministic", "--load", "0.4", "--packet-length", "8", "--vcs", "4",
                                 "--buffer-depth", "8", "--cycles", "1000", "--flit-error", "0", "--router.replay-buffer", most, "--router.retry-window", "2",
                                 "--fault-events", "fail@300:0-1", "--detect-delay", "400")
            self.assertEqual(result["undetected"]["flits"], 2 * int(most))

    def workloads(self):
        self.write("own.txt", PAIR)
        return [["--workload", "schedule:own.txt"], ["--workload", "all-to-all:direct,bytes=200"], ["--workload", "permutation:transpose"],
                ["--workload", "request-reply:batch=9,reply=7"], ["--workload", "request-reply:window=3", "--cycles", "400", "--warmup", "20"],
                ["--workload", "all-reduce:ring,bytes=320@0-3+all-reduce:ring,bytes=320@8-11", "--workload.background", "uniform@0.1"]]

    def test_destinations_that_find_no_errors_change_no_workload(self):
        keys = {"options", "link_errors", "unfinished", "accepted", "accepted_min", "per_terminal", "bounds", "worst_served", "streams"}
        for words in self.workloads():
            with self.subTest(words=words):
                plain, never = self.result(*TORUS, *words), self.result(*TORUS, *words, "--flit-error", "0", *ENDS)
                self.assertEqual(never.get("request_reply", {}).pop("unanswered", 0), 0)
                self.same_but(plain, never, keys)
                if "unfinished" in never:
                    self.assertEqual(never["unfinished"], {"dead": [], "ranks": 0, "waits": []})

    def test_workloads_lose_what_arrives_with_errors_or_send_it_again(self):
        for words in sample(self.workloads(), 3):
            with self.subTest(words=words):
                errors = [*words, "--flit-error", "0.01", *ENDS]
                lost, again = self.result(*TORUS, *errors), self.result(*TORUS, *errors, "--retransmit", "20,backoff=2,limit=100")
                for result, more in ((lost, []), (again, ["--retransmit", "20,backoff=2,limit=100"])):
                    packets = self.closed(result)
                    self.assertIn(result["link_errors"]["packets"] - packets["lost"] - packets["retransmitted"], range(packets["in_flight"] + 1))
                    self.assertEqual(result, self.result(*TORUS, *errors, *more, "--tiles", "3"))
                self.assertEqual(again["packets"]["lost"], 0)
                self.assertEqual(again.get("unfinished", {}).get("ranks", 0), 0)
                self.assertEqual(again.get("request_reply", {}).get("unanswered", 0), 0)
                if "request_reply" in lost:
                    self.assertEqual(lost["request_reply"]["unanswered"], lost["packets"]["lost"])

    def test_faults_and_errors_beside_a_workload(self):
        for words in sample(self.workloads(), 3):
            with self.subTest(words=words):
                run = [*TORUS, *words, "--flit-error", "0.01", *ENDS, "--fault-events", "fail@40:0-1,fail@60:6,repair@90:6", "--retransmit", "20"]
                result = self.result(*run)
                self.closed(result)
                self.assertEqual(result, self.result(*run, "--tiles", "3"))

    def test_who_waits_for_a_message_with_errors(self):
        # Nearly all flits err: the first message is lost, and both ranks wait for the other.
        run = [*TORUS, "--workload", f"schedule:{self.write('own.txt', PAIR)}", "--flit-error", "0.99", *ENDS]
        done = self.run_program([*run, "--json", "-"])
        self.assertEqual((done.returncode, done.stderr.decode().count("\n")), (1, 1))
        self.assertIn("0 of 2 ranks died; 2 cannot end", done.stderr.decode())
        result = json.loads(done.stdout)
        self.assertEqual(result["unfinished"], {"dead": [], "ranks": 2, "waits": [{"rank": 0, "for": 1, "messages": 1, "dead": False},
                                                                                  {"rank": 1, "for": 0, "messages": 1, "dead": False}]})
        self.assertIsNone(result["completion_cycle"])
        self.assertEqual((result["packets"]["generated"], result["packets"]["lost"]), (1, 1))
        self.assertEqual([rank["send"] > 0 for rank in result["ranks"]], [True, False])  # its send has ended: the packet has left

    def test_a_trace_goes_on_without_what_it_loses(self):
        self.write("own.csv", "cycle,source,destination,flits\n" + "".join(f"{i},{i % 16},{(i + 1) % 16},4\n" for i in range(100)))
        run = [*TORUS, "--workload", "trace:own.csv", "--flit-error", "0.1", *ENDS]
        lost, again = self.result(*run), self.result(*run, "--retransmit", "9")
        whole = 0.9 ** 4  # one channel
        self.assertLess(abs(lost["packets"]["delivered"] / 100 - whole), 0.17)  # 3.5 deviations
        self.assertEqual(lost["packets"]["delivered"] + lost["packets"]["lost"], 100)
        self.assertEqual((again["packets"]["delivered"], again["packets"]["lost"]), (100, 0))

    def test_the_words_of_a_summary(self):
        self.assertRegex(self.good(*RUN, *EVENTS, "--flit-error", "0.1"), r"(?m)^faults +\d+ taken by faults and sent again, 0 lost$")
        self.assertRegex(self.good(*RUN, *EVENTS, "--flit-error", "0.01", *ENDS), r"(?m)^losses +\d+ taken by faults or arrived with errors and sent again, \d+ lost$")
        for events in ((), EVENTS):  # the line of notices, whether anything fails or not
            told = self.good(*RUN, *events, "--flit-error", "0.01", *ENDS, "--loss-notice", "packets")
            self.assertRegex(told, r"(?m)^notices +\d+ packets to sources of what was lost, \d+ of them delivered, \d+ lost$")


if __name__ == "__main__":
    unittest.main()
