#!/usr/bin/python3
"""Links that err (--flit-error) and links that have lost lanes (--lanes), on the command line."""
import json
import pathlib
import sys
import unittest
from fractions import Fraction

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest  # noqa: E402

TORUS = ["--topology", "torus:4x4"]
RUN = ["simulate", *TORUS, "--load", "0.3", "--packet-length", "4", "--cycles", "3000"]


class Links(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def same_but(self, one, other, keys):
        self.assertEqual({key for key in {**one, **other} if one.get(key) != other.get(key)}, set(keys))

    def test_links_that_never_err_change_nothing_but_what_is_said_of_them(self):
        plain, retried = self.result(*RUN), self.result(*RUN, "--flit-error", "0")
        self.same_but(plain, retried, {"options", "link_errors", "bounds"})
        self.assertEqual(retried["link_errors"], {"flits": plain["flit_hops"], "retries": 0})
        self.same_but(plain["bounds"], retried["bounds"], {"zero_load_latency", "zero_load_latency_exact", "model_latency"}
                      if plain["bounds"]["model_latency"] != retried["bounds"]["model_latency"] else {"zero_load_latency", "zero_load_latency_exact"})

    def test_as_many_tries_err_as_the_probability_says(self):
        result = self.result(*RUN, "--flit-error", "0.1")
        flits, retries = (result["link_errors"][key] for key in ("flits", "retries"))
        self.assertEqual(flits, result["flit_hops"])
        self.assertLess(abs(retries / flits - 1 / 9), 0.02)  # P / (1 - P) of more than 10,000 flits
        self.assertGreater(result["latency"]["mean"], self.result(*RUN)["latency"]["mean"])
        self.assertEqual(result["packets"]["lost"], 0)
        self.assertEqual(self.result(*RUN, "--flit-error", "0.1"), result)
        self.assertNotEqual(self.result(*RUN, "--flit-error", "0.1", "--seed", "2")["link_errors"], result["link_errors"])

    def test_no_try_is_counted_that_the_run_does_not_see(self):
        # Each error costs its link a round trip, so there is one in as many cycles at most; nearly every try errs here.
        for latency, trip in (("1", 2), ("5", 10)):
            run = ["simulate", "--topology", "mesh:2", "--load", "0.5", "--packet-length", "4", "--cycles", "40", "--warmup", "0", "--flit-error", "0.999",
                   "--router.channel-latency", latency]
            result = self.result(*run)
            most = 2 * (result["simulated_cycles"] // trip + 1)
            self.assertLessEqual(result["link_errors"]["retries"], most)
            self.assertGreater(result["link_errors"]["retries"], 0.7 * most)
            self.assertEqual(self.result(*run, "--tiles", "2")["link_errors"], result["link_errors"])
        # Where all has arrived nothing is left to try.
        result = self.result("simulate", "--topology", "mesh:2", "--load", "0.02", "--packet-length", "4", "--cycles", "4000", "--flit-error", "0.3")
        self.assertLess(abs(result["link_errors"]["retries"] / result["link_errors"]["flits"] - 3 / 7), 0.25)

    def test_tiles_and_a_stop_on_the_way_change_nothing(self):
        run = [*RUN, "--flit-error", "0.3:dim0,0.01", "--router.channel-latency", "3", "--router.replay-buffer", "20"]
        whole = self.result(*run)
        for tiles in ("2", "5"):
            self.assertEqual(self.result(*run, "--tiles", tiles, "--threads", "2"), whole)
        for interval in ("97", "1067"):  # flits and answers are under way
            self.assertEqual(self.result(*run, "--checkpoint", "state", "--checkpoint-every", f"{interval}cycles"), whole)
            self.assertEqual(self.result(*run, "--resume", "state"), whole)

    def test_destinations_find_what_links_let_pass(self):
        ends = [*RUN, "--router.error-detection", "end-to-end", "--flit-error"]
        plain, never = self.result(*RUN), self.result(*ends, "0")
        # A packet counts when it is complete: at the borders of the window it makes a difference.
        borders = dict.fromkeys(("accepted", "accepted_min", "worst_served", "per_terminal", "bounds", "options"), 0)
        self.same_but({**plain, **borders}, {**never, **borders}, {"link_errors"})
        self.assertAlmostEqual(plain["accepted"], never["accepted"], delta=0.01)
        self.assertEqual(never["link_errors"], {"flits": plain["flit_hops"], "errors": 0, "packets": 0})
        one_way = ["simulate", "--topology", "mesh:2", "--load", "0.5", "--packet-length", "16", "--cycles", "40000", "--router.error-detection", "end-to-end"]
        for p in (0.001, 0.02):
            lost = self.result(*one_way, "--flit-error", str(p))
            errors, packets = lost["link_errors"], lost["packets"]
            self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
            self.assertEqual((errors["packets"], packets["retransmitted"]), (packets["lost"], 0))
            whole = (1 - p) ** 16  # one channel
            self.assertLess(abs(packets["delivered"] / (packets["delivered"] + packets["lost"]) - whole), 0.04)  # of 2,700 packets: 4 deviations
            self.assertLess(abs(errors["errors"] / errors["flits"] / p - 1), 0.6 if p < 0.01 else 0.15)  # of 43 and 860: 4 deviations
            again = self.result(*one_way, "--flit-error", str(p), "--retransmit", "50")
            self.assertEqual(again["packets"]["lost"], 0)
            waiting = again["link_errors"]["packets"] - again["packets"]["retransmitted"]
            self.assertTrue(0 <= waiting <= again["packets"]["in_flight"])
            self.assertGreater(again["accepted"], lost["accepted"])
            self.assertGreater(again["latency"]["mean"], lost["latency"]["mean"])

    def test_tiles_and_a_stop_on_the_way_change_nothing_of_what_destinations_find(self):
        for more in ([], ["--router.channel-latency", "3", "--router", "onchip"]):
            run = [*RUN, "--flit-error", "0.003:dim0,0.001", "--router.error-detection", "end-to-end", "--retransmit", "70,backoff=2", *more]
            whole = self.result(*run)
            self.assertGreater(whole["packets"]["retransmitted"], 40)  # of 4,000 packets of 4 flits, over a channel that errs at least
            for tiles in ("2", "5"):
                self.assertEqual(self.result(*run, "--tiles", tiles, "--threads", "2"), whole)
            for interval in ("97", "1067"):
                self.assertEqual(self.result(*run, "--checkpoint", "state", "--checkpoint-every", f"{interval}cycles"), whole)
                self.assertEqual(self.result(*run, "--resume", "state"), whole)

    def test_a_channel_that_errs_is_in_one_tile(self):
        one = [*RUN, "--flit-error", "0.3:3.0", "--router.error-detection", "end-to-end", "--retransmit", "70"]
        whole = self.result(*one)
        self.assertGreater(whole["packets"]["retransmitted"], 20)
        for tiles in ("2", "5", "7"):
            self.assertEqual(self.result(*one, "--tiles", tiles), whole)

    def test_some_channels_err(self):
        one = self.result(*RUN, "--flit-error", "0.1:3.0")
        self.assertGreater(one["link_errors"]["flits"], 0)
        self.assertLess(one["link_errors"]["flits"], one["flit_hops"] / 32)
        both = self.result(*RUN, "--flit-error", "0.1:0-1+5.2")
        self.assertLess(one["link_errors"]["flits"], both["link_errors"]["flits"])

    def test_what_makes_no_sense_is_refused(self):
        for wrong, why in (("1", "not below 1"), ("-0.1", "flit-error"), ("", "flit-error"), ("0.1:", "kind"), ("0.1:dim2", "dim0, dim1"), ("0.1:0-5", "no channel"),
                           ("0.1:16-0", "0..15"), ("0.1:0.4", "0..3"), ("0.1,0.2", "two entries"), ("0.1:dim0,0.2:0.0", "twice"), ("0.1:0-1+dim0", "twice"),
                           ("0.1:0-1+", "kind"), ("0.999999999999", "10^6 times")):
            self.refused(*RUN, "--flit-error", wrong, says=["flit-error", why])
        self.refused(*RUN, "--router.retry-window", "3", says="router.retry-window")
        self.refused(*RUN, "--flit-error", "0.1", "--router.retry-window", "5", "--router.replay-buffer", "4", says=["router.replay-buffer=4", "smaller"])
        self.refused(*RUN, "--router.error-detection", "end-to-end", says=["router.error-detection", "flit-error"])
        self.refused("simulate", "--topology", "torus:512x512", "--load", "0.1", "--flit-error", "0.1", "--router.retry-window", "65535",
                     says=["too large for memory", "GiB"])  # a million channels
        self.refused(*RUN, "--flit-error", "0.1", "--router.error-detection", "both", says=["router.error-detection=both", "link", "end-to-end"])
        self.refused(*RUN, "--flit-error", "0.1", "--retransmit", "9", says=["retransmit", "router.error-detection"])
        for link in ("window", "buffer"):
            option = {"window": "--router.retry-window", "buffer": "--router.replay-buffer"}[link]
            self.refused(*RUN, "--flit-error", "0.1", "--router.error-detection", "end-to-end", option, "9", says=[option[2:], "router.error-detection"])
        self.refused("saturate", *TORUS, "--flit-error", "0.1", "--router.error-detection", "end-to-end", says="router.error-detection")
        self.refused(*RUN, "--flit-error", "0.1", "--external", "all", says="flit-error")
        for wrong, why in (("1/2", "FRACTION:CHANNELS"), ("0:dim0", "above 0"), ("2:dim0", "at most 1"), ("1/2:dim0,1/4:0-1", "twice"), ("1/2:0-5", "no channel")):
            self.refused(*RUN, "--lanes", wrong, says=["lanes", why])
        self.refused(*RUN, "--lanes", "1e-9:0-1", says=["lanes=1e-9:0-1", "channel 0->1", "1000000 cycles"])  # each is a slot in memory
        self.good("bounds", *TORUS, "--lanes", "1e-9:0-1")

    def test_a_link_of_half_its_lanes_counts_twice(self):
        # Uniform traffic of 15 destinations over a 4x4 torus, ties split: 16/15 of k/8 = 8/15 on every channel.
        whole, half = self.result("bounds", *TORUS), self.result("bounds", *TORUS, "--lanes", "1/2:0-1")
        self.assertEqual((whole["gamma_max"], half["gamma_max"]), ("8/15", "16/15"))
        self.assertEqual(Fraction(half["ideal_throughput_exact"]), Fraction(15, 16))
        self.assertEqual(self.result("loads", *TORUS, "--lanes", "1/2:0-1")["gamma_max"], "16/15")
        # Two nodes, each of which sends to the other: half of what it sends, whatever it does.
        pair = ["--topology", "mesh:2", "--lanes", "1/2:0-1"]
        self.assertEqual(self.result("worst-case", *pair)["gamma_max"], "2")
        self.assertEqual(self.result("throughput", *pair)["theta"], "1/2")
        self.same_but(self.result(*RUN), self.result(*RUN, "--lanes", "1:dim0"), {"options"})
        # The busiest channel carries a flit a terminal and cycle times 2/3, of a bandwidth of 1/2: 3/4 is the bound.
        search = self.result("saturate", "--topology", "mesh:3", "--packet-length", "4", "--lanes", "1/2:0-1", "--search.resolution", "0.5")
        self.assertLessEqual(search["sustained"], Fraction(search["bounds"]["ideal_throughput_exact"]))
        self.assertGreater(search["sustained"], 0.2)
        slow = self.result("simulate", *TORUS, "--load", "1", "--packet-length", "4", "--cycles", "3000", "--lanes", "1/4:dim0+dim1")
        self.assertLess(slow["accepted"], 0.25 * 15 / 8 * 1.01)  # a quarter of the ideal throughput
        self.assertGreater(slow["accepted"], 0.15)

    def test_links_that_retry_do_so_alike_however_late(self):
        self.write("half.graph", "0 1 499999999/1000000000 3\n")
        took = set()
        for late in (10, 2 * 10 ** 10):
            self.write("late.schedule", f"ranks 2\n0 compute {late}\n0 send 1600 to 1 after 0\n1 recv 1600 from 0\n")
            result = self.result("simulate", "--topology", "graph:half.graph", "--routing", "updown", "--workload", "schedule:late.schedule",
                                  "--packet-length", "65535", "--buffer-depth", "255", "--vcs", "1", "--flit-error", "0.3")
            took.add(result["completion_cycle"] - late)
        self.assertEqual(len(took), 1)

    def test_lanes_of_bandwidths_beyond_64_bits_are_refused(self):
        self.write("big.graph", "0 1 18446744073709551615\n")
        self.refused("loads", "--topology", "graph:big.graph", "--routing", "updown", "--lanes", "999999999/1000000000:0-1", says=["64 bits"])


if __name__ == "__main__":
    unittest.main()
