#!/usr/bin/python3
"""--packet-length with several lengths, --injection on-off:B,P and periodic: what they are equal to, and what is refused."""
import json
import unittest

from program import ProgramTest

TORUS = ["--topology", "torus:4x4"]
RUN = ["simulate", *TORUS, "--load", "0.3", "--cycles", "2000"]


class LengthsAndBursts(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def without_options(self, *arguments):
        result = self.result(*arguments)
        del result["options"]
        return result

    def test_one_length_written_in_three_ways_is_the_same_run(self):
        one = self.without_options(*RUN, "--packet-length", "8")
        for same in ("8..8", "8@1", "8@2/2"):
            self.assertEqual(self.without_options(*RUN, "--packet-length", same), one)

    def test_a_load_of_flits_and_one_of_packets_of_a_mix_are_the_same_traffic(self):
        base = ["simulate", *TORUS, "--cycles", "500", "--packet-length", "1@0.8,17@0.2", "--injection", "periodic"]
        self.assertEqual(self.without_options(*base, "--load", "0.42"), self.without_options(*base, "--load", "0.1pkt"))

    def test_a_mix_is_bounded_by_its_mean_and_has_no_curve(self):
        torus = ["simulate", "--topology", "torus:8x8", "--vcs", "10", "--load", "0.1", "--cycles", "500"]
        mix, one = (self.result(*torus, "--packet-length", text)["bounds"] for text in ("16@1/2,48@1/2", "32"))
        self.assertEqual(mix["zero_load_latency_exact"], one["zero_load_latency_exact"])
        self.assertIsNotNone(one["model_latency"])
        self.assertIsNone(mix["model_latency"])
        self.assertIsNone(self.result(*torus, "--injection", "periodic")["bounds"]["model_latency"])

    def test_the_summary_names_the_lengths(self):
        self.assertIn("packets of 1 to 17 flits, mean 21/5,", self.good(*RUN, "--packet-length", "1@0.8,17@0.2").splitlines()[0])
        self.assertIn("8-flit packets,", self.good(*RUN, "--packet-length", "8..8").splitlines()[0])

    def test_flits_of_packets_sent_again_are_offered_once(self):
        faults = ["--routing", "sw-adaptive", "--packet-length", "1@0.5,31@0.5", "--fault-events", "fail@700:5-6,repair@900:5-6"]
        lost, again = (self.result(*RUN, *faults, *more) for more in ([], ["--retransmit", "30"]))
        self.assertGreater(lost["packets"]["lost"], 0)
        self.assertGreater(again["packets"]["retransmitted"], 0)
        self.assertEqual([s["offered"] for s in again["per_terminal"]], [s["offered"] for s in lost["per_terminal"]])

    def test_a_workload_takes_a_mix(self):
        result = self.result("simulate", *TORUS, "--workload", "permutation:transpose", "--packet-length", "4..32")
        self.assertEqual(result["packets"]["delivered"], 12)
        self.assertGreater(result["latency"]["stddev"], 0)

    def test_what_takes_one_length_refuses_a_mix(self):
        for command in ("bounds", "verify"):
            self.refused(command, *TORUS, "--packet-length", "4..32", says=["packet-length=4..32", "1..65535"])

    def test_bad_mixes_are_refused(self):
        for text, says in (("1@0.8,17@0.1", "sum to 9/10"), ("8,9", "without a share"), ("9..8", "A of at most B"), ("1..65536", "65535"),
                           ("1@0,2@1", "above 0"), ("2@0.5,2@0.5", "twice"), ("eight", "A..B")):
            self.refused(*RUN, "--packet-length", text, says=[f"packet-length={text}", says])

    def test_bursts_that_cannot_offer_the_load_are_refused(self):
        for text, says in (("on-off", "on-off:B,P"), ("on-off:4", "two numbers"), ("on-off:0.9,1", "1 or more"), ("on-off:4,0.3", "P above 3/10"),
                           ("on-off:4,0.2", "P above 3/10"), ("on-off:4,33", "at most 32"), ("on-off:x,1", "two numbers")):
            self.refused(*RUN, "--injection", text, says=[f"injection={text}", says])
        self.refused("simulate", *TORUS, "--load", "0.6", "--packet-length", "1", "--injection", "on-off:1,1", says=["loads of at most 1/2"])
        self.refused("simulate", *TORUS, "--workload", "permutation:transpose", "--injection", "periodic", says=["injection=periodic", "workload"])

    def test_bursts_wait_longer_and_periods_less(self):
        mean = {text: self.result(*RUN[:-1], "20000", "--injection", text)["latency"]["mean"] for text in ("poisson", "on-off:10,0.9", "periodic")}
        self.assertLess(mean["periodic"], mean["poisson"])
        self.assertLess(mean["poisson"], mean["on-off:10,0.9"])


if __name__ == "__main__":
    unittest.main()
