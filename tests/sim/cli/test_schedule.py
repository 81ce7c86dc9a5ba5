#!/usr/bin/python3
"""`dateline schedule`: the files of generated schedules, their sizes, what is refused."""
import json
import unittest

from program import ProgramTest


class ScheduleTest(ProgramTest):
    def lines(self, *arguments):
        """The words of each line of the file."""
        self.good("schedule", *arguments, "--out", "schedule=made.schedule")
        return [line.split() for line in (self.folder / "made.schedule").read_text().splitlines()]


class Made(ScheduleTest):
    def test_a_reduction_by_hand(self):
        self.assertEqual(self.good("schedule", "reduce,bytes=7", "--workload.ranks", "3", "--out", "schedule=-"),
                         "ranks 3\n0 recv 7 from 2 reduces\n0 recv 7 from 1 reduces\n1 send 7 to 0\n2 send 7 to 0\n")

    def test_a_ring_by_hand_with_times_and_repetitions(self):
        # 2 bytes in chunks of 1, 1, 0. A round waits for the send and the recv before; the send for the computation too: 2us are 4 cycles of 0.57us.
        rank = [["send", "1", "to", "1"], ["recv", "0", "from", "2"], ["compute", "4", "after", "0", "1"], ["send", "0", "to", "1", "after", "2"],
                ["recv", "1", "from", "2", "after", "0", "1"]]
        made = self.lines("all-gather,bytes=2,compute=2us,repeat=9", "--workload.ranks", "3", "--workload.cycle-time", "0.57us")
        self.assertEqual(made[:2], [["ranks", "3"], ["repeat", "9"]])
        self.assertEqual([line[1:] for line in made if line[0] == "0"], rank)
        self.assertEqual(len(made), 2 + 3 * 5)

    def test_the_file_holds_what_the_result_counts(self):
        for name, ranks in (("all-reduce:ring,bytes=100", 7), ("halo:3d,bytes=9,compute=5", 24), ("fft:256", 16), ("barrier:dissemination", 5)):
            result = json.loads(self.good("schedule", name, "--workload.ranks", ranks, "--json", "-"))
            made = self.lines(name, "--workload.ranks", ranks)[1:]
            of = {kind: [line for line in made if line[1] == kind] for kind in ("send", "recv", "compute")}
            self.assertEqual((len(made), len(of["send"]), len(of["recv"]), len(of["compute"])),
                             (result["operations"], result["messages"], result["messages"], result["computes"]))
            self.assertEqual(sum(int(line[2]) for line in of["send"]), result["bytes"])
            self.assertEqual({int(line[0]) for line in made}, set(range(ranks)))
            self.assertEqual(result["ranks"], ranks)

    def test_computations_of_an_fft_are_not_alike(self):
        # 16 points a rank: own stages of d 4^d / 2 = 2 * 8 butterflies, halves of 16: half as long, behind each of four exchanges, where M = 256 on 16 ranks.
        fft = ["fft:256,butterfly=3,half-butterfly=5", "--workload.ranks", "16"]
        result = json.loads(self.good("schedule", *fft, "--json", "-"))
        lengths = [int(line[2]) for line in self.lines(*fft) if line[1] == "compute"]
        self.assertEqual(set(lengths), {48, 80})
        self.assertEqual((result["computes"], result["compute_cycles"]), (16 * 6, 80))
        self.assertIn(f"{16 * 6} computations of at most 80 cycles", self.good("schedule", *fft))

    def test_a_topology_gives_ranks_and_radices(self):
        made = self.lines("all-reduce:torus,bytes=12", "--topology", "torus:3x4")
        self.assertEqual(made[0], ["ranks", "12"])
        first = [(line[1], line[4]) for line in made if line[0] == "0" and line[1] == "send"]
        self.assertEqual(first, [("send", "1")] * 2 + [("send", "3")] * 6 + [("send", "1")] * 2)
        self.assertEqual(self.lines("sweep,bytes=1", "--topology", "hypercube:4"), self.lines("sweep,bytes=1", "--workload.ranks", "16"))

    def test_the_name_may_be_given_as_an_option_and_anywhere(self):
        plain = self.good("schedule", "sweep,bytes=3", "--workload.ranks", "6", "--out", "schedule=-")
        for arguments in (["--workload.ranks", "6", "sweep,bytes=3"], ["--workload", "sweep,bytes=3", "--workload.ranks", "6"],
                          ["--config", self.write("run.cfg", "workload=sweep,bytes=3\nworkload.ranks=6\n")]):
            self.assertEqual(self.good("schedule", *arguments, "--out", "schedule=-"), plain)
        self.assertIn("usage: dateline schedule WORKLOAD --option value", self.good("schedule", "--help"))

    def test_a_summary_is_printed_where_the_file_does_not_go(self):
        text = self.good("schedule", "broadcast,bytes=8,repeat=2", "--workload.ranks", "5", "--out", "schedule=x")
        self.assertIn("5 ranks, 4 messages of 32 bytes in all", text)
        self.assertIn("2 times", text)
        self.assertEqual(self.good("schedule", "broadcast,bytes=8", "--workload.ranks", "5", "--out", "schedule=x", "--json", "-")[:1], "{")

    def test_all_generators_are_listed_with_what_they_take(self):
        listed = json.loads(self.good("list", "--json", "-"))["schedules"]
        text = self.good("list")
        self.assertEqual(set(listed), {"all-reduce:ring", "all-reduce:recursive-doubling", "all-reduce:halving-doubling", "all-reduce:torus",
                                       "all-reduce:torus-all", "all-reduce:hierarchical", "all-reduce:direct", "all-reduce:double-tree",
                                       "all-reduce:swing", "all-reduce:swing-latency",
                                       "reduce-scatter", "all-gather", "all-to-all:direct", "all-to-all:pairwise", "all-to-all:xor", "broadcast",
                                       "reduce", "barrier:dissemination", "halo:2d", "halo:3d", "sweep", "fft:M", "pipeline"})
        for name, entry in listed.items():
            self.assertIn(f"  {name} ", text)
            own = {"butterfly", "half-butterfly"} & set(entry["parameters"])
            self.assertEqual(bool(own), name == "fft:M")
            given = ",".join(f"{key}=1" for key in entry["parameters"] if key not in own)
            name = name.replace("fft:M", "fft:64")
            if own:
                self.good("schedule", ",".join([name, "repeat=1", *(f"{key}=1" for key in own)]), "--topology", "torus:4x4")
                self.refused("schedule", f"{name},{given},butterfly=1", "--topology", "torus:4x4", says=["compute", "butterfly"])
            self.good("schedule", f"{name},{given}", "--topology", "torus:4x4")
            for key in {"bytes", "repeat", "compute"} - set(entry["parameters"]):
                self.refused("schedule", f"{name},{given},{key}=1", "--topology", "torus:4x4", says=[f"'{key}'", "allowed"])


class Refused(ScheduleTest):
    def test_what_is_missing_or_unknown_is_named(self):
        self.refused("schedule", says=["workload is missing", "all-reduce:ring", "fft:M"])
        self.refused("schedule", "sweep,bytes=1", says=["workload.ranks is missing", "--topology"])
        self.refused("schedule", "broadcst,bytes=1", "--workload.ranks", "4", says=["workload=broadcst", "nearest: broadcast"])
        self.refused("schedule", "all-reduce,bytes=1", "--workload.ranks", "4", says=["all-reduce:ring", "all-reduce:torus"])
        self.refused("schedule", "sweep", "--workload.ranks", "4", says=["workload=sweep", "needs bytes"])
        self.refused("schedule", "sweep,bytes=1", "pipeline,bytes=1", "--workload.ranks", "4", says=["workload=pipeline,bytes=1", "twice"])
        self.refused("schedule", "sweep,bytes=1", "--workload.ranks", "4", "--rank", "4", says=["--rank", "ranks"])
        self.refused("loads", "sweep", says=["argument=sweep", "unexpected"])  # the other commands take no plain words

    def test_bad_values_are_refused_with_what_is_allowed(self):
        for ranks in ("0", "-1", "x", "16777217", "1.5", "4 "):
            self.refused("schedule", "sweep,bytes=1", "--workload.ranks", ranks, says=[f"workload.ranks={ranks}", "1..16777216"])
        for given, says in (("bytes=x", "bytes=x"), ("bytes=1000000000000001", "0..1000000000000000"), ("bytes=1,repeat=0", "repeat=0"),
                            ("bytes=1,compute=2s", "compute=2s"), ("bytes=1,bytes=1", "twice"), ("bytes", "needs a value"), ("bytes=1,", "allowed")):
            self.refused("schedule", f"sweep,{given}", "--workload.ranks", "4", says=says)
        for time in ("0ns", "1", "ns", "-1ns", "1s"):
            self.refused("schedule", "sweep,bytes=1,compute=2us", "--workload.ranks", "4", "--workload.cycle-time", time,
                         says=[f"workload.cycle-time={time}", "ns"])
        for text in ("\x1b[31mred", "1\n2", "\u202e"):
            self.refused("schedule", text, "--workload.ranks", "4")
            self.refused("schedule", f"sweep,{text}", "--workload.ranks", "4")
            self.refused("schedule", f"sweep,bytes={text}", "--workload.ranks", "4")
            self.refused("schedule", f"fft:{text}", "--workload.ranks", "4")

    def test_conditions_of_a_generator_are_named(self):
        self.refused("schedule", "fft:64", "--workload.ranks", "6", says=["6 ranks", "power of two"])
        self.refused("schedule", "fft:32", "--workload.ranks", "4", says=["2^(n+2d)", "4, 16, 64"])
        self.refused("schedule", "all-reduce:torus,bytes=1", "--workload.ranks", "4", says="topology")
        self.write("ring.graph", "0 1\n1 2\n2 0\n")
        self.refused("schedule", "all-reduce:torus,bytes=1", "--topology", "graph:ring.graph", says=["coordinates", "torus, mesh, hypercube or HyperX"])

    def test_parameters_of_collectives_are_checked(self):
        for text, says in (("all-reduce:hierarchical,bytes=1", "needs group"), ("all-reduce:hierarchical,bytes=1,group=3", "divisor of the 4 ranks"),
                           ("all-reduce:hierarchical,bytes=1,group=8", "divisor of the 4 ranks"), ("all-reduce:hierarchical,bytes=1,group=0", "group=0"),
                           ("all-reduce:ring,bytes=1,rings=0", "1..64"), ("all-reduce:ring,bytes=1,rings=65", "1..64"),
                           ("all-reduce:direct,bytes=1,rings=2", "allowed with all-reduce:direct"), ("sweep,bytes=1,chunks=2", "allowed with sweep"),
                           ("all-gather,bytes=1,chunks=0", "1..1048576"), ("all-gather,bytes=1,active=2", "1..1"),
                           ("all-gather,bytes=1,chunks=4,active=5", "1..4")):
            self.refused("schedule", text, "--workload.ranks", "4", says=says)
        for ranks in ("3", "12"):
            self.refused("schedule", "all-reduce:swing,bytes=1", "--workload.ranks", ranks, says=[f"a grid of {ranks}", "powers of two"])
        for topology in ("torus:4x8", "torus:3x3", "mesh:6x6"):
            self.refused("schedule", "all-reduce:swing-latency,bytes=1", "--topology", topology, says=topology.split(":")[1])
        self.refused("schedule", "all-reduce:torus-all,bytes=1", "--workload.ranks", "4", says="topology")

    def test_what_is_too_large_is_refused_before_it_is_made(self):
        self.refused("schedule", "all-to-all:direct,bytes=1", "--workload.ranks", "16777216", "--out", "schedule=x",
                     says=["messages", "1073741824 operations"])
        self.refused("schedule", "all-to-all:direct,bytes=1", "--workload.ranks", "20000", "--out", "schedule=x", says="memory", memory=1 << 30)
        self.refused("schedule", "all-to-all:xor,bytes=1000000000000000", "--workload.ranks", "200", "--out", "schedule=x", says="2^64")

    def test_a_file_that_cannot_be_written_is_refused(self):
        self.refused("schedule", "sweep,bytes=1", "--workload.ranks", "4", "--out", "schedule=missing/x", says=["out=schedule=missing/x", "cannot be written"])
        self.refused("schedule", "sweep,bytes=1", "--workload.ranks", "40000", "--out", "schedule=/dev/full",
                     says=["out=schedule=/dev/full", "cannot be written"])
        self.refused("schedule", "sweep,bytes=1", "--workload.ranks", "4", "--out", "schedule=-", "--json", "-", says="is the place of")

    def test_those_who_wait_are_served_in_the_same_order_however_late(self):
        """Around cycle 2^44, where the keys of the order go round."""
        for arbitration in ("fcfs", "oldest"):
            found = set()
            for late in (1000, 2 ** 44 - 20, 2 ** 44 - 60):
                lines = ["ranks 16"]
                for rank in range(1, 16):
                    lines.append(f"{rank} compute {late + rank * 7 % 23} as c")
                    for k in range(6):
                        to = (rank * 5 + k * 3) % 16
                        lines += [f"{rank} send 9 to {to} tag {k} after c", f"{to} recv 9 from {rank} tag {k}"]
                self.write("late.schedule", "\n".join(lines) + "\n")
                result = json.loads(self.good("simulate", "--topology", "mesh:4x4", "--vcs", "1", "--workload", "schedule:late.schedule",
                                              "--router.vc-arbitration", arbitration, "--json", "-"))
                found.add((result["completion_cycle"] - late, round(result["latency"]["mean"], 9)))
            self.assertEqual(len(found), 1, found)


if __name__ == "__main__":
    unittest.main()
