#!/usr/bin/python3
"""VC sets and priorities of streams, as a user runs them: who has which VCs, the proof of each set, what they are good for, and what is refused."""
import json
import unittest

from program import ProgramTest

TORUS = ["simulate", "--topology", "torus:4x4", "--cycles", "1500"]
BUSY = "control load=0.02 packet-length=2{control}\nbulk load=0.6 packet-length=32{bulk}\n"
PRIORITY = ["--router.output-arbitration", "priority"]


class VcSets(ProgramTest):
    def result(self, text, *arguments):
        return json.loads(self.good(*TORUS, "--traffic", "streams:" + self.write("own.streams", text), *arguments, "--json", "-"))

    def sets(self, text, *arguments):
        return [(s["name"], s["first_vc"], s["vcs"]) for s in self.result(text, *arguments)["vc_sets"]]

    def test_numbers_are_taken_and_the_rest_is_shared_equally(self):
        line = "{} load=0.01{}\n".format
        self.assertEqual(self.sets(line("a", " vc-set=2") + line("b", "")), [("a", 0, 2), ("default", 2, 2)])
        self.assertEqual(self.sets(line("a", " vc-set=x:3") + line("b", " vc-set=y") + line("c", " vc-set=x") + line("d", ""), "--vcs", "8"),
                         [("x", 0, 3), ("y", 3, 3), ("default", 6, 2)])
        result = self.result(line("a", " vc-set=x:2") + line("b", "") + line("c", " vc-set=x"))
        self.assertEqual([stream["vc_set"] for stream in result["streams"]], ["x", "default", "x"])
        self.assertNotIn("priority", result["streams"][0])
        self.assertNotIn("vc_sets", self.result(line("a", "") + line("b", "")))
        self.assertNotIn("vc_sets", self.result(line("a", " vc-set=all") + line("b", " vc-set=all")))

    def test_one_set_for_all_is_the_run_without(self):
        plain, named = ({k: v for k, v in self.result(BUSY.format(control=s, bulk=s)).items()} for s in ("", " vc-set=all:4"))
        self.assertEqual(plain, named)

    def test_equal_priorities_are_round_robin(self):
        plain = self.result(BUSY.format(control="", bulk=""))
        equal = self.result(BUSY.format(control=" priority=3", bulk=" priority=3"), *PRIORITY)
        for key in ("latency", "network_latency", "flit_hops", "accepted", "per_terminal"):
            self.assertEqual(equal[key], plain[key], key)
        self.assertEqual([stream["priority"] for stream in equal["streams"]], [3, 3])

    def test_a_set_and_a_priority_keep_a_small_stream_out_of_the_way_of_a_saturated_one(self):
        shared, own, first = (self.result(BUSY.format(control=control, bulk=""), *more)["streams"][0]["latency"]["mean"]
                              for control, more in (("", []), (" vc-set=2", []), (" vc-set=2 priority=1", PRIORITY)))
        self.assertLess(own, shared / 5)
        self.assertLess(first, own)
        alone = self.result("control load=0.02 packet-length=2\n", "--vcs", "2")["streams"][0]["latency"]["mean"]
        self.assertAlmostEqual(first, alone, delta=0.1)

    def test_every_set_is_proved(self):
        same = self.result("a load=0.1\nb load=0.1 vc-set=2\n")
        self.assertRegex(same["proof"], r"\Adeadlock-free: .* \(each of 2 VC sets\)\Z")
        other = self.result("a load=0.1 vc-set=2\nb load=0.1\n", "--vcs", "5", "--vc-policy", "shared")
        self.assertEqual([s["classes"] for s in other["vc_sets"]], [2, 3])  # of three VCs one is free for all: another proof
        for entry in other["vc_sets"]:
            self.assertIn("deadlock-free", entry["proof"])
        self.assertTrue(other["vc_sets"][0]["proof"] == other["vc_sets"][1]["proof"] or "a: deadlock-free" in other["proof"])

    def test_a_set_that_is_not_safe_is_named(self):
        # A one-way ring of four, all in one class: its four channels wait for each other in a circle.
        self.write("ring.graph", "".join(f"{node} > {(node + 1) % 4}\n" for node in range(4)))
        self.write("ring.table", "".join(f"1: {node}" + "".join(f" {(node + i) % 4}@0" for i in range(1, far + 1)) + "\n" for node in range(4) for far in (1, 2, 3)))
        text = self.write("own.streams", "a load=0.1 vc-set=1\nb load=0.1\n")
        run = ["simulate", "--topology", "graph:ring.graph", "--routing", "table:ring.table", "--table.classes", "given", "--traffic", f"streams:{text}",
               "--cycles", "300"]
        done = self.run_program([*run, "--vcs", "2"])
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        for said in (b"VC set a of 1 VCs: ", b"is not safe"):
            self.assertIn(said, done.stderr)

    def test_streams_say_together_what_the_run_says_and_the_same_seed_is_the_same_run(self):
        text = BUSY.format(control=" vc-set=2 priority=1", bulk=" vc-set=rest") + "third load=0.1 packet-length=1..9 vc-set=rest\n"
        result = self.result(text, *PRIORITY)
        for key in ("generated", "delivered", "measured"):
            self.assertEqual(sum(stream["packets"][key] for stream in result["streams"]), result["packets"][key])
        self.assertEqual(result["packets"]["generated"], result["packets"]["delivered"] + result["packets"]["in_flight"])
        self.assertAlmostEqual(sum(stream["offered"] for stream in result["streams"]), result["offered"])
        self.assertEqual(self.result(text, *PRIORITY), result)
        other = self.result(text, *PRIORITY, "--seed", "2")
        self.assertNotEqual(other["latency"], result["latency"])
        # What a stream sends does not depend on how the VCs are divided.
        plain = self.result(BUSY.format(control="", bulk="") + "third load=0.1 packet-length=1..9\n")
        self.assertEqual([stream["offered"] for stream in plain["streams"]], [stream["offered"] for stream in result["streams"]])

    def test_people_see_the_sets(self):
        sets = self.write("own.streams", BUSY.format(control=" vc-set=2 priority=7", bulk=" vc-set=rest"))
        text = self.good(*TORUS, "--traffic", f"streams:{sets}", *PRIORITY)
        for said in ("control: VCs 0..1 of control", "rest: VCs 2..3 of bulk", "poisson, priority 7;", "poisson, priority 0;", "(each of 2 VC sets)"):
            self.assertIn(said, text)
        self.assertNotIn("share the VCs", text)

    def test_sets_work_with_every_option_of_the_router(self):
        text = BUSY.format(control=" vc-set=2 priority=7", bulk=" vc-set=rest")
        for more in (["--router.ejection", "channel"], ["--router.source", "one-at-a-time"],
                     ["--router.crossbar", "per-port", "--router.switch-allocator", "wavefront"],
                     ["--router.crossbar", "per-port", "--router.switch-allocator", "iterate:3"], ["--router.vc-reuse", "tail"],
                     ["--router.injection-vcs", "2"], ["--routing", "valiant", "--vcs", "8"],
                     ["--routing", "sw-adaptive", "--faults", "nodes:5", "--vcs", "8"]):
            sets = text.replace("vc-set=2", "vc-set=4") if "8" in more else text
            result = self.result(sets, *more, *PRIORITY)
            self.assertIsNone(result["deadlock"], more)
            self.assertFalse(any(s["packets"]["delivered"] == 0 for s in result["streams"]), more)

    def test_what_does_not_fit_is_refused(self):
        for text, *says in (("a load=0.1 vc-set=0\n", "line 1", "0", "1..16"), ("a load=0.1 vc-set=17\n", "1..16"), ("a load=0.1 vc-set=x:\n", "vc-set"),
                            ("a load=0.1 vc-set=:3\n", "vc-set=:3"), ("a load=0.1 vc-set=x:y\n", "1..16"), ("a load=0.1 vc-set\n", "no value"),
                            ("a load=0.1 priority=16\n", "0..15"), ("a load=0.1 priority=-1\n", "0..15"), ("a load=0.1 priority=1 priority=2\n", "stands twice"),
                            ("a load=0.1 vc-set=x:2\nb load=0.1 vc-set=x:3\n", "'x'", "2 VCs", "3 VCs"), ("a load=0.1 vc-set=4\nb load=0.1\n", "vcs=4", "too few"),
                            ("a load=0.1 vc-set=3\nb load=0.1 vc-set=3\n", "vcs=4", "too few"), ("a load=0.1 vc-set=3\n", "vcs=4", "leaves 1"),
                            ("a load=0.1 vc-set=3\nb load=0.1\n", "'default'", "1 of 4 VCs", "dor", "2 VC classes"),
                            ("a load=0.1 priority=1\n", "priorities", "router.output-arbitration")):
            self.refused(*TORUS, "--traffic", "streams:" + self.write("bad.streams", text), says=["streams", *says] if "line" not in says[0] else says)
        plain = "streams:" + self.write("own.streams", "a load=0.1\n")
        for arguments in ([*TORUS, "--load", "0.1"], [*TORUS, "--traffic", plain], ["saturate", "--topology", "torus:4x4"],
                          [*TORUS, "--workload", "request-reply:window=2"]):
            self.refused(*arguments, *PRIORITY, says=["router.output-arbitration=priority", "streams"])
        two = ["--traffic", "streams:" + self.write("own.streams", "a load=0.1 vc-set=2\nb load=0.1\n")]
        self.refused(*TORUS, *two, "--router.injection-vcs", "1", says=["router.injection-vcs=1", "2 VC sets", "2..16"])

    def test_a_refusal_of_reuse_of_a_set_is_one_of_the_option(self):
        text = self.write("two.streams", "a load=0.1 vc-set=a\nb load=0.1 vc-set=b\n")
        self.refused("simulate", "--topology", "torus:4x4", "--routing", "duato", "--vcs", "8", "--traffic", f"streams:{text}", "--router.vc-reuse", "place",
                     "--cycles", "100", says=["router.vc-reuse=place"])


if __name__ == "__main__":
    unittest.main()
