#!/usr/bin/python3
"""Several streams of traffic at once, as a user runs them: each measured by itself, what they share, and what is refused."""
import json
import unittest

from program import ProgramTest

TORUS = ["simulate", "--topology", "torus:4x4", "--cycles", "3000"]
THREE = "control load=0.02 packet-length=2 injection=periodic\nbulk load=0.2 packet-length=1@0.5,31@0.5 traffic=transpose  # the most\nrest load=1/400pkt\n"


class Streams(ProgramTest):
    def result(self, text, *arguments):
        return json.loads(self.good(*TORUS, "--traffic", "streams:" + self.write("own.streams", text), *arguments, "--json", "-"))

    def test_each_is_measured_by_itself(self):
        result = self.result(THREE)
        streams = result["streams"]
        self.assertEqual([(stream["name"], stream["load"]) for stream in streams], [("control", 0.02), ("bulk", 0.2), ("rest", 0.08)])
        for key in ("generated", "delivered", "measured"):
            self.assertEqual(sum(stream["packets"][key] for stream in streams), result["packets"][key])
        self.assertAlmostEqual(sum(stream["offered"] for stream in streams), result["offered"])
        self.assertAlmostEqual(sum(stream["accepted"] for stream in streams), result["accepted"], places=12)
        self.assertEqual(streams[0]["packets"]["measured"], 16 * 30)  # a packet each 100 cycles, a whole number of times
        self.assertLess(streams[0]["latency"]["mean"], streams[2]["latency"]["mean"])
        self.assertEqual(result["latency"]["max"], max(stream["latency"]["max"] for stream in streams))
        self.assertFalse(result["saturated"])

    def test_flits_of_packets_ejected_in_part_count(self):
        # A window shorter than a packet: hardly one begins and ends in it.
        long = "a load=0.2 packet-length=64\nb load=0.1 traffic=transpose packet-length=50\nc load=0.05 packet-length=1\n"
        self.write("long.streams", long)
        def streams_of(cycles, *more):
            return json.loads(self.good(*TORUS[:3], "--traffic", "streams:long.streams", "--cycles", cycles, "--warmup", "403", *more, "--json", "-"))
        for more in ([], ["--router.ejection", "channel"], ["--routing", "sw-adaptive", "--faults", "nodes:5"],
                     ["--router.vc-reuse", "tail", "--buffer-depth", "9"], ["--router.crossbar", "per-port"], ["--external", "all"],
                     ["--out", "record=all.csv"]):
            for cycles in (1, 7, 40):
                result = streams_of(cycles, *more)
                for key in ("offered", "accepted"):
                    self.assertAlmostEqual(sum(stream[key] for stream in result["streams"]), result[key], places=12, msg=(more, cycles, key))
        shares = [stream["accepted"] for stream in streams_of(40)["streams"]]
        self.assertGreater(shares[0], shares[2])

    def test_files_that_streams_and_jobs_name_are_files_of_the_run(self):
        matrix = "".join(" ".join("0" if i == j else "0.0625" for j in range(16)) + "\n" for i in range(16))
        self.write("all.matrix", matrix)
        self.write("own.streams", "a load=0.1 traffic=matrix:all.matrix\n")
        self.write("own.schedule", "ranks 2\n0 send 9 to 1\n1 recv 9 from 0\n")
        self.write("own.jobs", "one schedule:own.schedule 0-1\n")
        for named, run in (("all.matrix", ["--traffic", "streams:own.streams", "--cycles", "900"]), ("own.schedule", ["--workload", "jobs:own.jobs"])):
            before = (self.folder / named).read_text()
            self.refused("simulate", *TORUS[1:3], *run, "--json", named, says=[named, "is the place of"])
            self.assertEqual((self.folder / named).read_text(), before)
            self.good("simulate", *TORUS[1:3], *run, "--checkpoint", "state", "--checkpoint-every", "5cycles")
            self.write(named, before.replace("9", "8") + "\n" if "schedule" in named else before.replace("0.0625", "0.05"))
            self.refused("simulate", *TORUS[1:3], *run, "--resume", "state", says=["is of a run with other options", f"digest of {named}"])

    def test_the_bound_is_that_of_all_together(self):
        # The same pattern twice is that pattern.
        once = json.loads(self.good(*TORUS, "--traffic", "tornado", "--load", "0.2", "--json", "-"))
        twice = self.result("a load=0.1 traffic=tornado\nb load=0.1 traffic=tornado packet-length=7\n")
        self.assertEqual(twice["bounds"]["ideal_throughput_exact"], once["bounds"]["ideal_throughput_exact"])
        self.assertIsNone(twice["bounds"]["zero_load_latency"])

    def test_a_stream_alone_is_the_run_without_streams(self):
        plain = json.loads(self.good(*TORUS, "--traffic", "transpose", "--load", "0.3", "--packet-length", "4..12", "--injection", "bernoulli", "--json", "-"))
        alone = self.result("only load=0.3 traffic=transpose packet-length=4..12 injection=bernoulli\n")
        for key in ("offered", "accepted", "latency", "network_latency", "hops", "flit_hops", "packets", "saturated", "per_terminal", "simulated_cycles"):
            self.assertEqual(alone[key], plain[key], key)
        self.assertEqual(alone["streams"][0]["latency"], plain["latency"])
        self.assertEqual(alone["verdict"], plain["verdict"])

    def test_too_much_together_is_saturated(self):
        half = "load=0.45 traffic=tornado packet-length=8\n"
        self.assertTrue(self.result(f"a {half}b {half}", "--routing", "valiant")["saturated"])  # valiant sustains half of what uniform does

    def test_faults_leave_streams_among_the_nodes_that_live(self):
        result = self.result("a load=0.1 traffic=transpose\nb load=0.05\n", "--routing", "sw-adaptive", "--faults", "nodes:5,4")
        plain = json.loads(self.good(*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5,4", "--traffic", "transpose", "--load", "0.1", "--json", "-"))
        self.assertEqual(result["left_out_flows"], plain["left_out_flows"])
        self.assertGreater(result["left_out_flows"], 0)

    def test_notes_on_patterns_are_those_of_the_same_traffic_without_streams(self):
        self.write("m.txt", "\n".join(" ".join("0" if i == j else "0.0666667" for j in range(16)) for i in range(16)))
        for pattern in ("matrix:m.txt", "tornado", "uniform"):
            notes = self.run_program([*TORUS, "--load", "0.1", "--traffic", pattern, "--progress", "never"]).stderr
            self.assertEqual(notes.count(b"\n"), 0 if pattern == "uniform" else 1, notes)
            streams = self.write("own.streams", f"a load=0.05 traffic={pattern}\nb load=0.05 traffic={pattern}\n")
            self.assertEqual(self.run_program([*TORUS, "--traffic", "streams:" + streams, "--progress", "never"]).stderr, notes)

    def test_people_see_each(self):
        text = self.good(*TORUS, "--traffic", "streams:" + self.write("own.streams", THREE))
        for said in ("3 streams of own.streams", "control: traffic uniform, load 1/50, mean length 2, periodic", "bulk: traffic transpose, load 1/5, mean length 16, poisson",
                     "share the VCs"):
            self.assertIn(said, text)

    def test_what_has_no_use_or_is_not_there_yet_is_refused(self):
        own = ["--traffic", "streams:" + self.write("own.streams", THREE)]
        for option, value in (("load", "0.1"), ("load", "0.1pkt"), ("injection", "bernoulli"), ("packet-length", "5"), ("deliveries", "9"),
                              ("fixed-points", "send")):
            self.refused(*TORUS[:3], *own, f"--{option}", value, says=[f"{option}={value}", "traffic=streams:own.streams"])
        self.refused(*TORUS[:3], *own, "--traffic", "tornado", says=["traffic=tornado", "twice"])
        for command in ("loads", "bounds", "saturate"):  # of one pattern
            self.refused(command, *TORUS[1:3], *own, says=["traffic=streams:own.streams"])
        self.refused(*TORUS, *own, "--workload", "request-reply:window=1", says=["traffic=streams:own.streams", "workload"])
        for text, *says in (("a load=0.1 traffic=no-such\n", "no-such"), ("a\n", "line 1", "load=FLITS")):
            self.refused(*TORUS, "--traffic", "streams:" + self.write("bad.streams", text), says=says)
        for option, value in (("warmup", "detect"), ("until-ci", "2%")):
            self.refused(*TORUS, *own, f"--{option}", value, says=[f"{option}={value}"])
        self.refused(*TORUS, "--traffic", "streams:no-such-file", says=["no-such-file"])

    def test_a_bad_pattern_is_said_of_its_stream(self):
        for pattern, says in (("no-such", "traffic=no-such unknown"), ("matrix:none.txt", "none.txt cannot be read"), ("lcc:transpose", "needs a hypercube"),
                              ("permutation:" + "x" * 300, "cannot be read")):
            text = self.write("bad.streams", f"good load=0.1 traffic=tornado\nbad load=0.1 traffic={pattern}\n")
            self.refused(*TORUS, "--traffic", "streams:" + text, says=["traffic=streams:bad.streams", "stream 'bad'", says])

    def test_names_of_any_length_are_cut_in_refusals(self):
        name = "n" * 3000
        for text, says in ((f"{name} load=0.1\n{name} load=0.1\n", "stands twice"),
                           (f"a load=0.1 vc-set={name}:2\nb load=0.1 vc-set={name}:3\n", "2 VCs and 3 VCs"),
                           (f"a load=0.1 vc-set={name}:1\nb load=0.1 vc-set=x:3\n", "1 of 4 VCs")):
            self.refused(*TORUS, "--traffic", "streams:" + self.write("long.streams", text), says=["nnn...", says])


if __name__ == "__main__":
    unittest.main()
