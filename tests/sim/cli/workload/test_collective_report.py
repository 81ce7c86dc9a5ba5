#!/usr/bin/python3
"""What results say of the collectives that a schedule names: a case by hand, what sums must be, and lines that are refused."""
import json
import pathlib
import re
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

# Rank 1 is ready in cycle 0 and has no GPU at work. Rank 0 is ready in 5; its message (4 flits) is sent in 5..8 and ejected in 10, that of rank 1 in 5.
# Its GPU computes in 0..8, another cpu in 9 and 10, when it has all.
HAND = """ranks 2
gpu 1
collective c all-reduce 6 group tp
0 compute 5 cpu 1 as a
0 compute 4 cpu 1 after a
0 compute 0 after a as b begins c
0 send 3 to 1 after b as s
0 recv 3 from 1 after b as r
0 compute 0 after s r as e ends c
0 compute 2 after e
1 compute 0 as b begins c
1 send 3 to 0 after b as s
1 recv 3 from 0 after b as r
1 compute 0 after s r as e ends c
"""


class CollectiveReport(ProgramTest):
    def result(self, text, *more):
        return json.loads(self.good("simulate", "--topology", "hypercube:1", "--buffer-depth", "4", "--workload",
                                    f"schedule:{self.write('own.txt', text)}", *more, "--json", "-"))

    def test_a_case_by_hand(self):
        found = self.result(HAND, "--workload.cycle-time", "2ns")
        self.assertEqual(found["collectives"], [{"name": "c", "type": "all-reduce", "group": "tp", "members": 2, "bytes": 6, "start": 0, "end": 11,
                                                 "skew": 5, "time": 11, "algbw": 6 / 22, "busbw": 6 / 22, "exposed": 11}])
        self.assertEqual([rank["use"] for rank in found["ranks"]], [{"compute": 9, "exposed": 0, "host": 2, "idle": 0},
                                                                    {"compute": 0, "exposed": 11, "host": 0, "idle": 0}])

    def test_a_timeline_draws_what_the_use_of_ranks_counts(self):
        found = self.result(HAND, "--out", "timeline=t.json")
        events = json.loads((self.folder / "t.json").read_text())["traceEvents"]
        self.assertEqual([e["args"]["name"] for e in events if e["ph"] == "M" and e["pid"] == 4], ["use of ranks"])
        spans = [e for e in events if e["ph"] == "X" and e["pid"] == 4]
        self.assertEqual([(e["name"], e["ts"], e["dur"]) for e in spans if e["tid"] == 0], [("compute", 0, 9), ("host", 9, 2)])
        self.assertEqual([(e["name"], e["ts"], e["dur"]) for e in spans if e["tid"] == 1], [("exposed", 0, 11)])
        for rank, own in enumerate(found["ranks"]):
            for name, cycles in own["use"].items():
                self.assertEqual(sum(e["dur"] for e in spans if e["tid"] == rank and e["name"] == name), cycles)
        # Rank 0 is idle from the end of its compute, in 9, to that of its send, in 13.
        self.result("ranks 2\ngpu 1\n0 compute 9\n0 send 3 to 1 after 0\n1 recv 3 from 0\n", "--out", "timeline=t.json")
        spans = [e for e in json.loads((self.folder / "t.json").read_text())["traceEvents"] if e["ph"] == "X" and e["pid"] == 4]
        self.assertEqual([(e["tid"], e["name"], e["ts"], e["dur"]) for e in spans], [(0, "host", 0, 9), (0, "idle", 9, 4), (1, "exposed", 0, 15)])

    def test_without_names_of_gpus_all_cpus_are(self):
        use = self.result(HAND.replace("gpu 1\n", ""))["ranks"][0]["use"]
        self.assertEqual(use, {"compute": 11, "exposed": 0, "host": 0, "idle": 0})

    def test_a_recv_that_waits_is_exposed_and_a_rank_that_waits_for_nothing_is_idle(self):
        text = "ranks 2\ngpu 1\ncollective c barrier 0\n0 compute 9\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 0 begins c\n1 compute 0 ends c\n"
        found = self.result(text)
        # generated in 9, ejected in 14
        self.assertEqual([rank["use"] for rank in found["ranks"]], [{"compute": 0, "exposed": 0, "host": 9, "idle": 4},
                                                                    {"compute": 0, "exposed": 15, "host": 0, "idle": 0}])
        self.assertEqual((found["collectives"][0]["time"], found["collectives"][0]["busbw"]), (0, None))

    def test_the_cycles_of_a_rank_sum_to_its_end_and_no_bandwidth_is_above_that_of_injection(self):
        for size in (64, 4096, 100000):
            lines = ["ranks 4", "gpu 1", f"collective c all-reduce {4 * size}"]
            for x in range(4):
                lines += [f"{x} compute {7 * x} cpu 1 as a", f"{x} compute 30 cpu 1 after a", f"{x} compute 0 after a as t0 begins c"]
                for t in range(6):
                    before = "t0" if t == 0 else f"s{t - 1} r{t - 1}"
                    lines += [f"{x} send {size} to {(x + 1) % 4} after {before} as s{t}", f"{x} recv {size} from {(x + 3) % 4} after {before} as r{t}"]
                lines.append(f"{x} compute 0 after s5 r5 ends c")
            found = json.loads(self.good("simulate", "--topology", "torus:4", "--vcs", "4", "--workload.flit-bytes", "16", "--workload",
                                         f"schedule:{self.write('ring.txt', chr(10).join(lines))}", "--json", "-"))
            for rank in found["ranks"]:
                self.assertEqual(sum(rank["use"].values()), rank["end"])
                self.assertEqual(rank["use"]["compute"], rank["compute"])
            (ring,) = found["collectives"]
            self.assertEqual((ring["members"], ring["start"], ring["skew"]), (4, 0, 21))
            self.assertLess(ring["busbw"], 16)
            self.assertAlmostEqual(ring["busbw"], 1.5 * 4 * size / ring["time"])

    def test_a_collective_that_ends_before_it_begins_takes_no_time(self):
        early = "ranks 2\ncollective c barrier 9\n0 compute 5\n0 compute 0 after 0 begins c\n0 compute 0 ends c\n0 compute 4 after 1\n"
        found = self.result(early + "1 compute 0 begins c\n1 compute 0 ends c\n", "--out", "timeline=t.json", "--out", "collectives=c.csv")
        one = {"name": "c", "type": "barrier", "group": "", "members": 2, "bytes": 9, "start": 0, "end": 5, "skew": 5, "time": 5, "algbw": 9 / 5, "busbw": 9 / 10, "exposed": 0}
        self.assertEqual(found["collectives"], [one])
        self.assertEqual([rank["use"] for rank in found["ranks"]], [{"compute": 9, "exposed": 0, "host": 0, "idle": 0}, {"compute": 0, "exposed": 0, "host": 0, "idle": 0}])

    def test_a_generator_is_one_collective(self):
        # On complete graphs nothing meets: times by hand (a message of f flits takes f + 2), buses as nccl-tests have them.
        def flits(size):
            return -(-size // 16) + 1
        for workload, ranks, kind, size, time, bus in (
                ("all-reduce:ring,bytes=4096", 4, "all-reduce", 4096, 6 * (flits(1024) + 2), 1.5),
                ("all-gather,bytes=4096", 4, "all-gather", 4096, 3 * (flits(1024) + 2), 0.75),
                ("reduce-scatter,bytes=4096", 4, "reduce-scatter", 4096, 3 * (flits(1024) + 2), 0.75),
                ("all-to-all:pairwise,bytes=100", 4, "all-to-all", 400, 3 * (flits(100) + 2), 0.75),
                ("broadcast,bytes=4096", 2, "broadcast", 4096, flits(4096) + 2, 1), ("barrier:dissemination", 4, "barrier", 0, 2 * 3, 0.75)):
            with self.subTest(workload=workload):
                run = ["simulate", "--topology", f"fullmesh:{ranks}", "--vcs", "4", "--buffer-depth", "8", "--workload", workload,
                       "--workload.cycle-time", "2ns", "--out", "collectives=c.csv"]
                run += [] if kind == "barrier" else ["--workload.flit-bytes", "16"]
                result = json.loads(self.good(*run, "--json", "-"))
                (one,) = result["collectives"]
                self.assertEqual(one, {"name": workload.partition(",")[0], "type": kind, "group": "", "members": ranks, "bytes": size, "start": 0, "end": time,
                                       "skew": 0, "time": time, "algbw": size / (2 * time), "busbw": size / (2 * time) * bus, "exposed": time})
                self.assertEqual(result["completion_cycle"], time)
                for rank in result["ranks"]:
                    self.assertEqual(rank["use"], {"compute": 0, "exposed": rank["end"], "host": 0, "idle": 0})
                self.assertEqual(len((self.folder / "c.csv").read_text().splitlines()), 2)
        for workload in ("halo:2d,bytes=9", "fft:16"):
            self.assertNotIn("collectives", json.loads(self.good("simulate", "--topology", "fullmesh:4", "--workload", workload, "--json", "-")))
        jobs = json.loads(self.good("simulate", "--topology", "torus:4x4", "--workload", "all-gather,bytes=64@0-3+halo:2d,bytes=9@4-7+reduce,bytes=5@8-11", "--json", "-"))
        self.assertEqual([(one["job"], one["type"]) for one in jobs["collectives"]], [("1", "all-gather"), ("3", "reduce")])
        computes = json.loads(self.good("simulate", "--topology", "fullmesh:4", "--workload", "all-reduce:recursive-doubling,bytes=8,compute=7", "--json", "-"))
        self.assertEqual(computes["collectives"][0]["exposed"], computes["completion_cycle"] - computes["ranks"][0]["compute"])

    def test_a_gather_is_as_fast_as_the_channels_to_its_root(self):
        # All 7 parts at once, or one after the other through the one ejection channel.
        lines = ["ranks 8", "collective g gather 524288", "0 compute 0 as b begins g"]
        for x in range(1, 8):
            lines += [f"{x} compute 0 as b begins g", f"{x} send 65536 to 0 after b as s", f"0 recv 65536 from {x} after b as r{x}", f"{x} compute 0 after s ends g"]
        own = self.write("gather.txt", "\n".join([*lines, "0 compute 0 after " + " ".join(f"r{x}" for x in range(1, 8)) + " ends g"]))
        for ejection, time in (("ideal", 1025 + 2), ("channel", 7 * 1025 + 2)):
            result = json.loads(self.good("simulate", "--topology", "fullmesh:8", "--vcs", "4", "--buffer-depth", "8", "--router.ejection", ejection, "--workload",
                                          f"schedule:{own}", "--workload.flit-bytes", "64", "--json", "-"))
            (gather,) = result["collectives"]
            self.assertEqual((gather["time"], gather["busbw"]), (time, 524288 / time * 7 / 8))
            self.assertEqual(gather["busbw"] <= 64, ejection == "channel")

    def test_the_ranks_of_generators_compute_or_wait(self):
        # A pipeline of three on a ring: rank x computes 10 cycles when it has what it waits for, and sends f = 5 flits, which take f + 2.
        run = ["simulate", "--topology", "torus:3", "--vcs", "4", "--buffer-depth", "8", "--out", "timeline=t.json", "--workload"]
        found = json.loads(self.good(*run, "pipeline,bytes=4,compute=10", "--json", "-"))
        self.assertEqual([rank["use"] for rank in found["ranks"]], [{"compute": 10, "exposed": 0, "host": 0, "idle": 5},
                                                                    {"compute": 10, "exposed": 17, "host": 0, "idle": 5},
                                                                    {"compute": 0, "exposed": 34, "host": 0, "idle": 0}])
        for workload in ("pipeline,bytes=4,compute=10", "all-reduce:ring,bytes=30,compute=7", "all-reduce:direct,bytes=9,compute=3,repeat=3", "halo:2d,bytes=64,compute=9"):
            with self.subTest(workload=workload):
                ranks = json.loads(self.good(*run, workload, "--json", "-"))["ranks"]
                spans = [e for e in json.loads((self.folder / "t.json").read_text())["traceEvents"] if e["ph"] == "X" and e["pid"] == 4]
                for number, rank in enumerate(ranks):
                    self.assertEqual(sum(rank["use"].values()), rank["end"])
                    self.assertEqual(rank["use"]["compute"], rank["compute"])
                    own = [e for e in spans if e["tid"] == number]
                    for name, cycles in rank["use"].items():
                        self.assertEqual(sum(e["dur"] for e in own if e["name"] == name), cycles)
                    self.assertTrue(all(a["ts"] + a["dur"] == b["ts"] for a, b in zip(own, own[1:])))

    def test_people_see_the_collectives(self):
        text = self.good("simulate", "--topology", "hypercube:1", "--buffer-depth", "4", "--workload", f"schedule:{self.write('own.txt', HAND)}")
        self.assertRegex(text, r"(?m)^collective +type +group +members +bytes +start +end +time +skew +algbw +busbw +exposed$")
        self.assertRegex(text, r"(?m)^exposed +5\.5 cycles mean over 2 ranks \(least 0, most 11\)$")
        self.assertRegex(text, r"(?m)^use of rank +compute +exposed +host +idle\n0 +9 +0 +2 +0\n1 +0 +11 +0 +0$")
        self.assertNotIn("use of rank", self.good("simulate", "--topology", "torus:4", "--workload", "all-reduce:ring,bytes=64"))
        self.assertRegex(text, r"(?m)^c +all-reduce +tp +2 +6 +0 +11 +11 +5 +0\.545 +0\.545 +11$")

    def test_columns_stand_under_their_names_however_long_the_names_of_collectives_are(self):
        for name, size in (("all-reduce:ring,repeat=20", 64), ("all-reduce:ring", 64), ("all-reduce:recursive-doubling", 64), ("barrier:dissemination", None)):
            text = self.good("simulate", "--topology", "torus:4", "--workload", name + (f",bytes={size}" if size else ""))
            head, row = re.search(r"(?m)^(collective .*)\n(.*)$", text).groups()
            ends = [[found.end() for found in re.finditer(r"\S+", line)] for line in (head, row)]
            self.assertEqual(ends[0][1:], ends[1][1:], text)

    def test_lines_that_say_nothing_sensible_are_refused(self):
        for old, new, says in (("all-reduce 6", "all-sum 6", "'all-sum' is no collective"), ("all-reduce 6", "all-reduce -6", "'-6' is no number of bytes"),
                               ("gpu 1", "gpu 256", "0..255"), ("gpu 1", "gpu", "'' is no cpu"), ("group tp", "group tp x", "one word too many"),
                               ("begins c", "begins d", "'d' is no collective"), ("as b begins c", "as b begins c x", "'x' stands here"),
                               ("0 compute 2 after e", "0 compute 2 after e ends c", "'compute 0'"), ("ranks 2", "ranks 2\nrepeat 3", "'repeat'"),
                               ("1 compute 0 as b begins c", "1 compute 0 as b", "begin once and end once on rank 1"),
                               ("0 compute 2 after e", "0 compute 0 after e ends c", "begin once and end once on rank 0"),
                               ("collective c all-reduce 6 group tp", "collective c barrier 0\ncollective c barrier 0", "there twice"),
                               ("collective c", "collective gpu", "no label"), ("as a", "as ends", "no label")):
            text = HAND.replace(old, new, 1)
            self.assertNotEqual(text, HAND)
            self.refused("simulate", "--topology", "hypercube:1", "--workload", f"schedule:{self.write('own.txt', text)}", says=says)


if __name__ == "__main__":
    unittest.main()
