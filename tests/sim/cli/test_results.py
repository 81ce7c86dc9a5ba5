#!/usr/bin/python3
"""Good runs: status 0, the keys that the design lists, the same bytes every time, and nothing of the machine in them."""
import fractions
import json
import math
import re
import socket
import time
import unittest

from program import ROOT, SIMULATE, JsonTest, sample

SUMMARY = {"mean", "stddev", "ci95", "ci95_low", "ci95_high", "min", "max", "p50", "p90", "p95", "p99", "p999"}
HEADER = {"schema", "version", "options"}
SIMULATE_KEYS = HEADER | {"seed", "offered", "accepted", "overloaded", "verdict", "saturated", "overload_excluded", "decides_after", "worst_served",
                          "cycles", "packets", "latency", "network_latency", "hops", "flit_hops", "simulated_cycles", "absorbed",
                          "bounds", "accepted_min", "per_terminal", "deadlock", "completion_cycle"}
LOADS_KEYS = HEADER | {"gamma_max", "capacity_load", "throughput", "fraction_of_capacity", "channels"}
VERIFY_KEYS = HEADER | {"deadlock_free", "classes", "channels", "dependencies", "cycle", "pairs", "delivered_pairs", "self_pairs", "delivered_self_pairs",
                        "absorptions", "intermediate_stops",
                        "last_resort_pairs", "zero_load_latency"}
# The design allows extra keys; these are the ones there are. A key that goes or comes is a change of the format.
EXTRA = {"simulate": {"result_version", "proof", "latency_by_hops", "left_out_flows", "faults", "no_interval"},
         "loads": {"result_version", "faults", "left_out_flows", "injection_limit", "mean_hops", "mean_absorptions",
                   "mean_intermediate_stops", "by_symmetry", "sampled", "network_throughput"},
         "verify": {"result_version", "faults", "by_escape", "reason", "zero_load_latency_exact", "sampled", "mean_hops", "mean_hops_exact", "max_hops",
                    "adaptiveness", "adaptiveness_exact"}}
COLUMNS = "from,to,dimension,sign,packets,flits,utilisation,head_blocked,flit_blocked"  # of --out channels=FILE


class Simulate(JsonTest):
    def test_the_keys_are_those_of_the_design(self):
        result = self.json_of(*SIMULATE)
        self.assertEqual(set(result), SIMULATE_KEYS | EXTRA["simulate"])
        self.assertEqual(set(result["packets"]), {"generated", "delivered", "measured", "lost", "retransmitted", "in_flight"})
        for name in ("latency", "network_latency"):
            self.assertEqual(set(result[name]), SUMMARY)
        self.assertLessEqual({"mean", "max"}, set(result["hops"]))
        self.assertEqual(set(result["absorbed"]), {"total", "reverse", "orthogonal", "last_resort", "intermediate", "peak_node", "peak"})
        self.assertLessEqual({"zero_load_latency", "ideal_throughput"}, set(result["bounds"]))
        self.assertEqual(len(result["per_terminal"]), 16)
        for source in result["per_terminal"]:
            self.assertEqual(set(source), {"offered", "accepted", "backlog"})
        self.assertIsNone(result["deadlock"])
        self.assertIsNone(result["completion_cycle"])
        self.assertEqual(result["seed"], 1)

    def test_every_option_is_in_the_result_with_its_value(self):
        options = self.json_of(*SIMULATE, "--vcs", "3")["options"]
        self.assertEqual({k: options[k] for k in ("topology", "load", "cycles", "vcs", "routing", "tie-rule", "seed")},
                         {"topology": "torus:4x4", "load": "0.1", "cycles": "200", "vcs": "3", "routing": "dor", "tie-rule": "auto", "seed": "1"})
        self.assertNotIn("json", options)  # where a result went does not change it

    def test_the_numbers_agree_with_each_other(self):
        result = self.json_of("simulate", "--topology", "torus:4x4", "--load", "0.2", "--cycles", "3000", "--packet-length", "8")
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"])
        self.assertEqual(result["cycles"], 3000)
        self.assertFalse(result["saturated"])
        self.assertAlmostEqual(result["offered"], 0.2, delta=0.02)
        self.assertAlmostEqual(sum(s["offered"] for s in result["per_terminal"]) / 16, result["offered"], places=9)
        self.assertAlmostEqual(sum(s["accepted"] for s in result["per_terminal"]) / 16, result["accepted"], places=9)
        self.assertEqual(min(s["accepted"] for s in result["per_terminal"]), result["accepted_min"])
        # M + 1 cycles for no hop: nothing is faster than the nearest neighbour, and the mean never beats the zero-load bound by hop count.
        self.assertGreaterEqual(result["latency"]["min"], 1 + 8 + 1)
        self.assertGreaterEqual(result["latency"]["mean"], result["hops"]["mean"] + 8 + 1)
        self.assertEqual(result["bounds"]["zero_load_latency_exact"], "167/15")  # 32/15 hops + 9
        self.assertEqual(result["bounds"]["ideal_throughput_exact"], "15/8")
        percentiles = [result["latency"][p] for p in ("min", "p50", "p90", "p95", "p99", "p999", "max")]
        self.assertEqual(percentiles, sorted(percentiles))

    def test_two_runs_give_the_same_bytes(self):
        for name in ("a", "b"):
            self.good(*SIMULATE, "--json", f"{name}.json", "--out", f"channels={name}.csv")
        for kind in ("json", "csv"):
            self.assertEqual((self.folder / f"a.{kind}").read_bytes(), (self.folder / f"b.{kind}").read_bytes())
        self.good(*SIMULATE, "--seed", "2", "--json", "c.json")
        self.assertNotEqual((self.folder / "a.json").read_bytes(), (self.folder / "c.json").read_bytes())

    def test_the_file_holds_what_stdout_would(self):
        printed = self.good(*SIMULATE, "--json", "-")
        self.assertNotEqual(self.good(*SIMULATE, "--json", "x.json"), "")  # the summary for people
        self.assertEqual((self.folder / "x.json").read_text(), printed)
        self.assertEqual(self.listing(), ["x.json", "x.json.provenance.json"])

    def test_host_build_and_time_are_in_the_provenance_only(self):
        begin = time.monotonic()
        self.good(*SIMULATE, "--json", "x.json")
        longest = time.monotonic() - begin
        text = (self.folder / "x.json").read_text()
        provenance = json.loads((self.folder / "x.json.provenance.json").read_text())
        self.assertLessEqual({"build", "host", "wall_seconds"}, set(provenance))
        self.assertEqual(provenance["host"], socket.gethostname())
        self.assertTrue(0 < provenance["wall_seconds"] < longest, provenance)
        self.assertNotIn(provenance["build"], text)
        self.assertIsNone(re.search(r'"[^"]*(host|build|wall|date|time|seconds|compiler)[^"]*":', text.replace('"simulated_cycles":', "")))
        self.assertNotIn(str(self.folder), text)
        self.assertIsNone(re.search(r"\b20\d\d-\d\d-\d\d\b", text))

    def test_a_config_file_equals_the_command_line(self):
        self.write("run.cfg", "# the same run\n topology = torus:4x4\nload=0.1\n\ncycles=200\n")
        self.assertEqual(self.good("simulate", "--config", "run.cfg", "--json", "-"), self.good(*SIMULATE, "--json", "-"))

    def test_the_command_line_wins_over_the_config_file(self):
        self.write("run.cfg", "topology=torus:4x4\nload=0.1\ncycles=200\nseed=5\n")
        self.assertEqual(self.good("simulate", "--seed", "9", "--config", "run.cfg", "--json", "-"), self.good(*SIMULATE, "--seed", "9", "--json", "-"))

    def test_a_value_may_stand_behind_an_equals_sign(self):
        joined = ["simulate", "--topology=torus:4x4", "--load=0.1", "--cycles=200", "--json=-"]
        self.assertEqual(self.good(*joined), self.good(*SIMULATE, "--json", "-"))

    def test_a_load_of_flits_and_one_of_packets_are_the_same_traffic(self):
        base = ["simulate", "--topology", "torus:4x4", "--cycles", "300", "--packet-length", "10", "--json", "-"]
        in_flits, in_packets = (json.loads(self.good(*base, *given)) for given in (("--load", "1/5"), ("--load", "1/50pkt")))
        for result in (in_flits, in_packets):
            del result["options"]
        self.assertEqual(in_flits, in_packets)

    def test_auto_is_what_it_says(self):
        def without_options(*more):
            result = self.json_of(*SIMULATE, *more)
            del result["options"]
            return result
        self.assertEqual(without_options(), without_options("--warmup", "20", "--router.injection-vcs", "4"))

    def test_a_workload_gives_its_completion_cycle(self):
        result = self.json_of("simulate", "--topology", "torus:4x4", "--workload", "permutation:transpose")
        self.assertEqual(result["packets"]["generated"], 12)  # the diagonal is silent
        self.assertEqual(result["packets"]["delivered"], 12)
        self.assertEqual(result["completion_cycle"], result["latency"]["max"])
        # (1,3) <-> (3,1) and (0,2) <-> (2,0) are four hops apart: 4 + 32 + 1 at least.
        self.assertGreaterEqual(result["completion_cycle"], 37)
        # One hop, alone: 1 + 5 + 1, by file.
        name = self.write("swap.txt", "1\n0\n2\n3\n")
        lone = self.json_of("simulate", "--topology", "torus:4", "--workload", f"permutation:{name}", "--packet-length", "5")
        self.assertEqual(lone["completion_cycle"], 7)

    def test_a_silent_pattern_ends_with_nothing_measured(self):
        name = self.write("identity.txt", "0\n1\n2\n3\n")
        for arguments in (["--traffic", f"permutation:{name}", "--load", "0.5", "--cycles", "100"], ["--workload", f"permutation:{name}"]):
            result = self.json_of("simulate", "--topology", "torus:4", *arguments)
            self.assertEqual(result["packets"]["generated"], 0)
            self.assertIsNone(result["latency"]["mean"])
            self.assertFalse(result["saturated"])

    def test_deliveries_stop_the_run_at_their_number(self):
        result = self.json_of("simulate", "--topology", "torus:4x4", "--load", "0.1", "--deliveries", "500", "--warmup", "100")
        self.assertEqual(result["packets"]["measured"], 400)
        self.assertGreaterEqual(result["packets"]["delivered"], 500)
        tenth = self.json_of("simulate", "--topology", "torus:4x4", "--load", "0.1", "--deliveries", "500")  # auto: a tenth of them is discarded
        self.assertEqual(tenth["packets"]["measured"], 450)

    def test_the_channel_table_sums_to_the_flit_hops(self):
        # Without a warm-up the window begins with the run, so the table misses only what crosses while it drains.
        self.good("simulate", "--topology", "torus:4x4", "--load", "0.2", "--cycles", "5000", "--warmup", "0", "--packet-length", "8",
                  "--out", "channels=c.csv", "--json", "x.json")
        text = (self.folder / "c.csv").read_text()
        self.assertEqual(text.splitlines()[0], COLUMNS)
        rows = self.rows("c.csv")
        self.assertEqual(len(rows), 64)
        result = json.loads((self.folder / "x.json").read_text())
        flits = sum(int(row["flits"]) for row in rows)
        self.assertLessEqual(flits, result["flit_hops"])
        self.assertGreater(flits, 0.97 * result["flit_hops"])
        hops = result["hops"]["mean"] * result["packets"]["measured"]
        self.assertAlmostEqual(sum(int(row["packets"]) for row in rows), hops, delta=0.001)
        for row in rows:
            self.assertAlmostEqual(float(row["utilisation"]), int(row["flits"]) / 5000, places=12)
            self.assertIn(row["sign"], ("1", "-1"))
            self.assertLessEqual(int(row["flits"]) + int(row["flit_blocked"]), 5000)
        self.assertGreater(sum(int(row["head_blocked"]) for row in rows), 0)
        self.assertGreater(sum(int(row["flit_blocked"]) for row in rows), 0)
        self.assertEqual(len({(row["from"], row["dimension"], row["sign"]) for row in rows}), 64)

    def test_channels_of_a_hypercube_have_sign_0(self):
        self.good("simulate", "--topology", "hypercube:3", "--load", "0.1", "--cycles", "50", "--out", "channels=c.csv")
        self.assertEqual({row["sign"] for row in self.rows("c.csv")}, {"0"})

    def test_a_table_on_stdout_is_all_of_stdout(self):
        self.assertEqual(self.good(*SIMULATE, "--out", "channels=-").splitlines()[0], COLUMNS)

    def test_progress_stays_on_stderr_and_off_in_a_pipe(self):
        done = self.run_program([*SIMULATE, "--progress", "always", "--json", "-"])
        self.assertEqual(json.loads(done.stdout)["schema"], "dateline.simulate/2")


class Loads(JsonTest):
    def test_the_keys_are_those_of_the_design(self):
        result = self.json_of("loads", "--topology", "torus:9x9", "--traffic", "uniform-self")
        self.assertEqual(set(result), LOADS_KEYS | EXTRA["loads"])
        self.assertEqual(len(result["channels"]), 324)
        for channel in result["channels"]:
            self.assertEqual(set(channel), {"from", "to", "dimension", "sign", "load"})
        self.assertEqual((result["gamma_max"], result["capacity_load"], result["throughput"], result["fraction_of_capacity"]), ("10/9", "10/9", "9/10", "1"))

    def test_transpose_on_9x9_has_the_published_load(self):
        result = self.json_of("loads", "--topology", "torus:9x9", "--traffic", "transpose")
        self.assertEqual((result["gamma_max"], result["fraction_of_capacity"]), ("4", "5/18"))

    def test_absorptions_and_intermediate_stops_are_the_published_counts_of_all_pairs(self):
        patterns = {entry["id"]: entry for entry in json.loads((ROOT / "tests/data/fault-rerouting.json").read_text())["patterns"]}
        for name in sample(("2d-U8@2,2", "2d-bar3@2,2"), 1):
            faults = "nodes:" + ",".join(map(str, patterns[name]["faulty_nodes"]))
            result = self.json_of("loads", "--topology", "torus:8x8", "--routing", "sw-deterministic", "--faults", faults)
            det = patterns[name]["det"]
            self.assertEqual(fractions.Fraction(result["mean_absorptions"]), fractions.Fraction(det["sum_fault_absorptions"], det["ordered_pairs"]))
            self.assertEqual(fractions.Fraction(result["mean_intermediate_stops"]), fractions.Fraction(det["sum_intermediate_stops"], det["ordered_pairs"]))

    def test_the_table_holds_the_exact_loads(self):
        self.good("loads", "--topology", "torus:5x4", "--out", "channels=c.csv", "--json", "x.json")
        rows = self.rows("c.csv")
        channels = json.loads((self.folder / "x.json").read_text())["channels"]
        self.assertEqual([row["load_exact"] for row in rows], [channel["load"] for channel in channels])
        for row in rows:
            self.assertAlmostEqual(float(row["load"]), float(fractions.Fraction(row["load_exact"])), places=12)

    def test_the_pairs_of_each_channel_bring_its_load(self):
        channels = self.json_of("loads", "--topology", "torus:6x5", "--routing", "romm", "--out", "channel-pairs=p.csv")["channels"]
        sums, lines = {}, {}
        for row in self.rows("p.csv"):
            channel = int(row["channel"])
            self.assertEqual([row[name] for name in ("from", "to", "dimension", "sign")],
                             [str(channels[channel][name]) for name in ("from", "to", "dimension", "sign")])
            sums[channel] = sums.get(channel, 0) + fractions.Fraction(row["load_exact"])
            lines.setdefault(channel, []).append(row)
        self.assertEqual([sums.get(number, 0) for number in range(len(channels))], [fractions.Fraction(channel["load"]) for channel in channels])
        for own in lines.values():
            self.assertLessEqual(len(own), 21)
            self.assertEqual([int(row["pairs"]) for row in own[:20]], [1] * min(len(own), 20))
            self.assertTrue(all(row["source"] == row["destination"] == "" and int(row["pairs"]) > 0 for row in own[20:]))
        self.assertIn(21, {len(own) for own in lines.values()})
        self.refused("loads", "--topology", "torus:4x4", "--sample-paths", "10", "--out", "channel-pairs=p.csv",
                     says=["out=channel-pairs=p.csv", "sample-paths=10"])

    def test_a_pattern_that_nobody_sends_has_no_throughput(self):
        name = self.write("identity.txt", "0\n1\n2\n3\n")
        result = self.json_of("loads", "--topology", "torus:4", "--traffic", f"permutation:{name}")
        self.assertEqual((result["gamma_max"], result["throughput"], result["fraction_of_capacity"]), ("0", None, None))
        self.assertIn("no channel", self.good("loads", "--topology", "torus:4", "--traffic", f"permutation:{name}"))

    def test_people_are_shown_the_exact_numbers(self):
        text = self.good("loads", "--topology", "torus:9x9", "--traffic", "uniform-self")
        self.assertIn("10/9", text)
        self.assertIn("9/10", text)


class Verify(JsonTest):
    def test_the_keys_are_those_of_the_design(self):
        result = self.json_of("verify", "--topology", "torus:8x8", "--packet-length", "32")
        self.assertEqual(set(result), VERIFY_KEYS | EXTRA["verify"])
        self.assertEqual(set(result["absorptions"]), {"total", "mean", "mean_exact", "max", "met", "reverse", "orthogonal", "last_resort", "intermediate"})
        self.assertEqual({**result["absorptions"], "mean_exact": 0}, dict.fromkeys(result["absorptions"], 0))
        self.assertEqual((result["intermediate_stops"], result["last_resort_pairs"], result["sampled"], result["max_hops"]), (0, 0, None, None))
        self.assertEqual((result["mean_hops"], result["mean_hops_exact"]), (256 / 63, "256/63"))
        self.assertTrue(result["deadlock_free"])
        self.assertIsNone(result["cycle"])
        self.assertEqual((result["pairs"], result["delivered_pairs"]), (4032, 4032))
        self.assertAlmostEqual(result["zero_load_latency"], 2335 / 63, places=12)
        self.assertEqual(result["zero_load_latency_exact"], "2335/63")

    def test_where_a_channel_has_another_bandwidth_the_formula_does_not_hold(self):
        # A ring of three: 1 hop + 8 flits + 1.
        for channel, latency in (("2 0", "10"), ("2 0 1/2", None)):
            self.write("ring.graph", f"0 1\n1 2\n{channel}\n")
            result = self.json_of("verify", "--topology", "graph:ring.graph", "--routing", "updown", "--packet-length", "8")
            self.assertEqual(result["zero_load_latency_exact"], latency)

    def test_adaptive_routings_have_a_zero_load_latency_too(self):
        # Minimal: the mean distance of a row of 8 is 21/8, over pairs of different nodes of the mesh 2 x 21/8 x 64/63.
        result = self.json_of("verify", "--topology", "mesh:8x8", "--routing", "west-first", "--packet-length", "32")
        self.assertEqual((result["mean_hops_exact"], result["zero_load_latency_exact"]), ("16/3", "115/3"))
        self.assertIsNone(result["absorptions"]["total"])

    def test_a_sample_proves_nothing_and_says_so(self):
        name = ("--topology", "mesh:256x256", "--routing", "o1turn", "--sample-pairs", "100000")
        text = self.good("verify", *name, status=3)
        self.assertIn("nothing proved", text)
        self.assertIn("65535 of 4294901760 pairs", text)
        result = json.loads(self.good("verify", *name, "--json", "-", status=3))
        self.assertIsNone(result["deadlock_free"])
        self.assertEqual((result["pairs"], result["delivered_pairs"], result["sampled"]), (65535, 65535, {"pairs": 65535, "of": 65536 * 65535}))

    def test_every_policy_is_verified(self):
        for policy in ("split", "static", "relaxed", "shared"):
            for tie in ("split", "plus", "parity"):
                result = self.json_of("verify", "--topology", "torus:5x4", "--vc-policy", policy, "--tie-rule", tie)
                self.assertTrue(result["deadlock_free"], (policy, tie))
                self.assertEqual(result["by_escape"], policy == "shared")

    def test_people_are_told_why(self):
        text = self.good("verify", "--topology", "mesh:4x4")
        self.assertIn("deadlock-free", text)
        self.assertIn("acyclic", text)
        self.assertIn("240 of 240", text)


if __name__ == "__main__":
    unittest.main()
