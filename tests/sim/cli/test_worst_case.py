#!/usr/bin/python3
"""The worst-case command, its files, and what the other commands do with them: loads of a worst case, sampled loads, simulation after proof."""
import collections
import csv
import fractions
import io
import json
import math
import unittest

from program import SIMULATE, WHOLE, ProgramTest

KEYS = {"faults", "schema", "version", "result_version", "options", "injection_limit", "gamma_max", "capacity_load", "throughput", "fraction_of_capacity", "mean_hops", "channel",
        "permutation", "fixed_points_may_load", "loaded_fixed_points", "certificate", "focus_channels", "all_channels_searched", "per_channel", "symmetries", "sampled",
        "random_permutations"}
CHANNEL = {"from", "to", "dimension", "sign"}
ROMM = ["worst-case", "--topology", "torus:5x5", "--routing", "romm"]
LARGE = ["--topology", "mesh:512x512"]


def exact(text):
    return fractions.Fraction(text)


class CommandTest(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def gamma(self, *arguments):
        return exact(self.json_of("loads", *arguments)["gamma_max"])


class WorstCase(CommandTest):
    def test_the_keys_are_those_of_the_design(self):
        result = self.json_of(*ROMM)
        self.assertEqual(set(result), KEYS)
        self.assertEqual(result["schema"], "dateline.worst-case/2")
        self.assertEqual(set(result["channel"]), CHANNEL)
        self.assertEqual(set(result["certificate"]), {"scale", "bandwidth", "u", "v"})
        self.assertEqual((result["gamma_max"], result["capacity_load"], result["throughput"], result["fraction_of_capacity"]), ("8/3", "3/5", "3/8", "9/40"))
        self.assertEqual(sorted(result["permutation"]), list(range(25)))
        self.assertEqual((len(result["certificate"]["u"]), len(result["certificate"]["v"])), (25, 25))
        self.assertEqual((result["focus_channels"], result["all_channels_searched"]), (1, False))
        self.assertEqual((result["sampled"], result["random_permutations"]), (None, None))
        self.assertEqual(len(result["symmetries"]), 5)  # two translations, two reflections, one swap
        for symmetry in result["symmetries"]:
            self.assertEqual(set(symmetry), {"name", "pairs", "exhaustive"})
            self.assertEqual((symmetry["pairs"], symmetry["exhaustive"]), (625, True))

    def test_every_focus_channel_is_listed_with_the_channels_like_it(self):
        for topology, routing, count, channels in (("torus:4x3", "dor", 2, 48), ("mesh:4x4", "dor", 12, 48), ("hypercube:4", "dor", 4, 64)):
            result = self.json_of("worst-case", "--topology", topology, "--routing", routing)
            self.assertEqual(len(result["per_channel"]), count)
            self.assertEqual(result["focus_channels"], count)
            self.assertEqual(sum(c["orbit"] for c in result["per_channel"]), channels)
            self.assertEqual(max(exact(c["gamma"]) for c in result["per_channel"]), exact(result["gamma_max"]))
            for channel in result["per_channel"]:
                self.assertEqual(set(channel), CHANNEL | {"orbit", "gamma"})
            self.assertIn({**result["channel"], "gamma": result["gamma_max"]},
                          [{k: c[k] for k in (*CHANNEL, "gamma")} for c in result["per_channel"]])
        self.assertEqual({c["sign"] for c in result["per_channel"]}, {0})  # of a hypercube

    def test_all_channels_find_the_same(self):
        focus = self.json_of(*ROMM)
        for flag in (["--all-channels"], ["--all-channels", "true"], ["--all-channels=true"]):
            every = self.json_of(*ROMM, *flag)
            self.assertEqual(every["gamma_max"], focus["gamma_max"])
            self.assertEqual((every["focus_channels"], every["all_channels_searched"], every["symmetries"]), (100, True, []))
            self.assertEqual({c["gamma"] for c in every["per_channel"]}, {"8/3"})
        self.assertEqual(self.json_of(*ROMM, "--all-channels", "false"), focus)

    def test_people_are_told_load_channel_throughput_and_proof(self):
        text = self.good("worst-case", "--topology", "torus:9x9", "--routing", "romm")
        for part in ("exact worst case", "32/5", "5/32", "25/144", "0.173611", "1 of 324", "all 6561 pairs", "certificate"):
            self.assertIn(part, text)
        self.assertRegex(text, r"on channel +\d+->\d+ \(dimension [01] [+-]\)")
        self.assertIn("all 48, no symmetry", self.good("worst-case", "--topology", "torus:4x3", "--all-channels"))

    def test_jobs_do_not_change_a_byte(self):
        base = ["worst-case", "--topology", "mesh:4x4", "--routing", "valiant", "--random-permutations", "10"]
        one = self.good(*base, "--json", "-")
        for jobs in (2, 7, 256):
            self.assertEqual(self.good(*base, "--jobs", jobs, "--json", "-"), one)
            self.good(*base, "--jobs", jobs, "--json", f"{jobs}.json", "--out", f"permutation={jobs}.txt", "--out", f"weights={jobs}.w")
            self.assertEqual((self.folder / f"{jobs}.json").read_text(), one)
            self.assertEqual((self.folder / f"{jobs}.txt").read_bytes(), (self.folder / "2.txt").read_bytes())
            self.assertEqual((self.folder / f"{jobs}.w").read_bytes(), (self.folder / "2.w").read_bytes())

    def test_more_jobs_than_the_machine_has_threads_for_change_nothing(self):
        """A thread has a stack of 8 MiB or so: there is no place for all."""
        base = ["worst-case", "--topology", "mesh:8x8", "--json", "-", "--all-channels", "--progress", "never"]
        done = self.run_program([*base, "--jobs", "200"], memory=500_000_000)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout.decode(), self.good(*base))

    def test_a_config_file_equals_the_command_line(self):
        self.write("run.cfg", "topology=torus:5x5\nrouting=romm\nall-channels=true\nrandom-permutations=3\nseed=4\n")
        self.assertEqual(self.good("worst-case", "--config", "run.cfg", "--json", "-"),
                         self.good(*ROMM, "--all-channels", "--random-permutations", 3, "--seed", 4, "--json", "-"))

    def test_one_file_may_be_all_of_stdout(self):
        lines = self.good(*ROMM, "--out", "permutation=-").splitlines()
        self.assertEqual(sorted(int(line) for line in lines if not line.startswith("#")), list(range(25)))
        self.assertRegex(self.good(*ROMM, "--out", "weights=-"), r"^# nodes 25 scale \d+\n(\d+ \d+ \d+\n)+$")


class Patterns(CommandTest):
    NETWORKS = (["--topology", "torus:5x5", "--routing", "romm"], ["--topology", "torus:4x4", "--routing", "dor", "--tie-rule", "plus"],
                ["--topology", "mesh:4x3", "--routing", "o1turn"], ["--topology", "hypercube:4", "--routing", "dor"],
                ["--topology", "torus:4x4", "--routing", "rlb"])

    def test_the_permutation_read_back_has_the_load_found(self):
        for network in self.NETWORKS:
            with self.subTest(network):
                result = self.json_of("worst-case", *network, "--out", "permutation=p.txt")
                self.assertEqual(result["loaded_fixed_points"], 0)
                written = [int(line) for line in (self.folder / "p.txt").read_text().splitlines() if not line.startswith("#")]
                self.assertEqual(written, result["permutation"])
                loads = self.json_of("loads", *network, "--traffic", "permutation:p.txt")
                self.assertEqual(loads["gamma_max"], result["gamma_max"])
                busiest = [c for c in loads["channels"] if c["load"] == loads["gamma_max"]]
                self.assertIn(result["channel"], [{k: c[k] for k in CHANNEL} for c in busiest])

    def test_the_worst_case_is_a_pattern_in_one_step(self):
        for network in self.NETWORKS:
            with self.subTest(network):
                result = self.json_of("worst-case", *network, "--out", "permutation=p.txt")
                by_name = self.json_of("loads", *network, "--traffic", "worst-case")
                by_file = self.json_of("loads", *network, "--traffic", "permutation:p.txt")
                self.assertEqual(by_name["gamma_max"], result["gamma_max"])
                self.assertEqual(by_name["channels"], by_file["channels"])

    def test_the_worst_case_of_another_routing(self):
        there = ["--topology", "torus:9x9"]
        self.good("worst-case", *there, "--routing", "romm", "--out", "permutation=p.txt")
        by_name = self.json_of("loads", *there, "--routing", "dor", "--traffic", "worst-case:romm")
        by_file = self.json_of("loads", *there, "--routing", "dor", "--traffic", "permutation:p.txt")
        self.assertEqual(by_name["channels"], by_file["channels"])
        self.assertLessEqual(exact(by_name["gamma_max"]), 4)  # nothing loads DOR more
        self.assertEqual(self.gamma(*there, "--routing", "romm", "--traffic", "worst-case:romm"), exact("32/5"))
        self.assertEqual(self.gamma(*there, "--routing", "romm", "--traffic", "worst-case"), exact("32/5"))

    def test_the_machine_runs_it_too(self):
        result = self.json_of("simulate", "--topology", "torus:4x4", "--routing", "romm", "--vcs", "6", "--load", "0.1", "--cycles", "200",
                              "--traffic", "worst-case")
        self.assertEqual(result["bounds"]["ideal_throughput_exact"], "2/3")
        self.assertEqual(result["options"]["traffic"], "worst-case")


class RandomPermutations(CommandTest):
    def test_they_are_reproducible_and_those_of_the_seeds_that_follow(self):
        base = [*ROMM, "--random-permutations", 100, "--json", "-"]
        first = self.good(*base, "--seed", 3)
        self.assertEqual(self.good(*base, "--seed", 3), first)
        self.assertNotEqual(self.good(*base, "--seed", 4), first)
        sample = json.loads(first)["random_permutations"]
        self.assertEqual(set(sample), {"count", "seed", "worst", "worst_fraction", "worst_permutation", "mean", "histogram"})
        self.assertEqual((sample["count"], sample["seed"]), (100, 3))
        network = ROMM[1:]
        seeds = range(3, 13 if WHOLE else 8)
        small = self.json_of(*ROMM, "--random-permutations", len(seeds), "--seed", seeds[0])["random_permutations"]
        loads = [self.gamma(*network, "--traffic", f"random:{seed}") for seed in seeds]
        self.assertEqual(exact(small["worst"]), max(loads))
        self.assertEqual(small["worst_permutation"], f"random:{seeds[loads.index(max(loads))]}")
        self.assertEqual({exact(h["gamma"]): h["count"] for h in small["histogram"]}, collections.Counter(loads))
        self.assertAlmostEqual(small["mean"], float(sum(loads) / len(loads)), places=12)
        self.assertEqual(exact(small["worst_fraction"]), exact("3/5") / max(loads))

    def test_the_histogram_adds_up(self):
        sample = self.json_of(*ROMM, "--random-permutations", 1000)["random_permutations"]
        histogram = {exact(h["gamma"]): h["count"] for h in sample["histogram"]}
        self.assertEqual(sum(histogram.values()), 1000)
        self.assertEqual(max(histogram), exact(sample["worst"]))
        self.assertLessEqual(max(histogram), exact("8/3"))
        self.assertAlmostEqual(sample["mean"], float(sum(g * n for g, n in histogram.items()) / 1000), places=12)

    def test_people_see_how_near_they_come(self):
        text = self.good(*ROMM, "--random-permutations", 50, "--seed", 7)
        self.assertRegex(text, r"random permutations +\d\.\d+ += \d+(/\d+)? is the worst of 50 \(random:\d+\), \d+\.\d% of the largest load")


class Sampled(CommandTest):
    def test_sampled_worst_cases_say_so_and_depend_on_the_seed_alone(self):
        result = self.json_of(*ROMM, "--sample-paths", 400, "--seed", 5)
        self.assertEqual(set(result["sampled"]), {"paths", "standard_error"})
        self.assertEqual(result["sampled"]["paths"], "400")
        self.assertGreater(result["sampled"]["standard_error"], 0)
        self.assertLess(abs(float(exact(result["gamma_max"])) - 8 / 3), 6 * result["sampled"]["standard_error"])
        self.assertEqual(self.json_of(*ROMM, "--sample-paths", 400, "--seed", 5), result)
        self.assertNotEqual(self.json_of(*ROMM, "--sample-paths", 400, "--seed", 6)["certificate"], result["certificate"])
        self.assertEqual(400 % int(result["certificate"]["scale"]), 0)
        text = self.good(*ROMM, "--sample-paths", 400)
        for part in ("estimated worst case", "standard error", "400 paths a pair"):
            self.assertIn(part, text)

    def test_sampled_loads_come_with_standard_errors(self):
        base = ["loads", "--topology", "torus:4x4", "--routing", "romm", "--traffic", "transpose"]
        loads = {(c["from"], c["to"]): float(exact(c["load"])) for c in self.json_of(*base)["channels"]}
        result = self.json_of(*base, "--sample-paths", 500, "--seed", 9, "--out", "channels=c.csv")
        self.assertEqual(set(result["sampled"]), {"paths", "gamma_max_standard_error"})
        rows = list(csv.DictReader(io.StringIO((self.folder / "c.csv").read_text())))
        self.assertEqual(list(rows[0]), ["from", "to", "dimension", "sign", "load", "load_exact", "bandwidth", "standard_error"])
        for channel, row in zip(result["channels"], rows):
            self.assertEqual(set(channel), CHANNEL | {"load", "standard_error"})
            self.assertEqual((channel["load"], channel["standard_error"]), (row["load_exact"], float(row["standard_error"])))
            self.assertLess(abs(float(exact(channel["load"])) - loads[channel["from"], channel["to"]]), 5 * channel["standard_error"] + 0.01)
        largest = max(result["channels"], key=lambda c: exact(c["load"]))
        self.assertTrue(math.isclose(result["sampled"]["gamma_max_standard_error"], largest["standard_error"]))
        self.assertEqual(self.json_of(*base, "--sample-paths", 500, "--seed", 9), self.json_of(*base, "--sample-paths", 500, "--seed", 9))
        self.assertIn("standard error", self.good(*base, "--sample-paths", 500))
        self.assertIsNone(self.json_of(*base)["sampled"])


class Proof(CommandTest):
    def test_deadlock_freedom_is_proved_before_the_first_cycle_or_not_as_asked(self):
        for mode, said in (("always", "deadlock-free"), ("auto", "deadlock-free"), ("never", "not made")):
            self.assertIn(said, self.json_of(*SIMULATE, "--prove", mode)["proof"])
            self.assertRegex(self.good(*SIMULATE, "--prove", mode), rf"\nproof +{said}")
        self.assertEqual(self.json_of(*SIMULATE)["proof"], self.json_of(*SIMULATE, "--prove", "auto")["proof"])

    def test_auto_leaves_out_what_takes_long_and_says_how_to_have_it(self):
        large = ["simulate", "--topology", "torus:32x32", "--load", "0.01", "--cycles", "10"]
        self.assertRegex(self.json_of(*large)["proof"], r"not made: .*\de\+\d+.*--prove always")
        self.assertIn("deadlock-free", self.json_of(*large, "--prove", "always")["proof"])

    def test_the_proof_changes_nothing_else(self):
        results = [self.json_of(*SIMULATE, "--prove", mode) for mode in ("always", "never")]
        for result in results:
            del result["proof"], result["options"]
        self.assertEqual(*results)


class Refusals(CommandTest):
    def test_wrong_names_and_numbers(self):
        base = ["worst-case", "--topology", "torus:4x4"]
        self.refused(*base, "--routing", "rom", says=["routing=rom", "romm"])
        self.refused(*base, "--routing", "e-cube", says=["e-cube", "torus:4x4"])
        self.refused("worst-case", says=["topology", "missing"])
        for option, values, allowed in (("sample-paths", (0, 1, 1000001, "x", -1), "2..1000000"), ("jobs", (0, 257, "two"), "1..256"),
                                        ("random-permutations", (0, 10000001, "1e3"), "1..10000000")):
            for value in values:
                self.refused(*base, f"--{option}", value, says=[f"worst-case: {option}={value}", allowed])
        for value in (0, 1, 1000001):
            self.refused("loads", "--topology", "torus:4x4", "--sample-paths", value, says=[f"loads: sample-paths={value}", "2..1000000"])
        self.refused(*base, "--all-channels", "yes", says=["all-channels=yes", "true", "false"])
        self.refused(*base, "--sample-paths", says="sample-paths")
        self.refused(*SIMULATE, "--prove", "maybe", says=["prove=maybe", "auto", "always", "never"])
        self.refused(*base, "--random-permutations", 3, "--seed", "x", says="seed=x")

    def test_options_of_other_commands_and_options_without_meaning(self):
        base = ["worst-case", "--topology", "torus:4x4"]
        for option in ("traffic", "sample-pairs", "load"):
            self.refused(*base, f"--{option}", "x", says=f"--{option}")
        self.refused(*base, "--out", "channels=x", says=["out=channels=x", "permutation, traffic-table, weights"])
        self.refused(*base, "--seed", "5", says=["seed=5", "sample-paths", "random-permutations"])
        self.refused("loads", "--topology", "torus:4x4", "--seed", "5", says=["seed=5", "sample-paths"])
        self.refused("loads", "--topology", "torus:4x4", "--all-channels", says="--all-channels")

    def test_wrong_patterns(self):
        base = ["--topology", "torus:4x4"]
        for command in (["loads", *base], ["simulate", *base, "--load", "0.1", "--cycles", "10"]):
            self.refused(*command, "--traffic", "worst-case:rom", says=["rom", "romm"])
            self.refused(*command, "--traffic", "worst-case:", says="routing=")
            self.refused(*command, "--traffic", "worst-case:e-cube", says=["e-cube", "torus:4x4"])
            self.refused(*command, "--traffic", "worst-cases", says=["worst-cases", "worst-case"])

    def test_files_that_cannot_be_written(self):
        (self.folder / "folder").mkdir()
        for path in ("folder", "missing/x", "/"):
            self.refused(*ROMM, "--json", path, says=f"json={path}")
            for kind in ("permutation", "weights"):
                self.refused(*ROMM, "--out", f"{kind}={path}", says=f"out={kind}={path}")

    def test_a_search_is_not_made_before_a_bad_path_is_found(self):
        long = ["--topology", "torus:128x128", "--routing", "romm"]  # minutes
        self.refused("worst-case", *long, "--out", "weights=missing/x", says="out=weights=missing/x")
        self.refused("loads", *long, "--traffic", "worst-case", "--json", "missing/x", says="json=missing/x")
        self.refused("simulate", *long, "--vcs", "6", "--load", "0.1", "--traffic", "worst-case", "--json", "missing/x", says="json=missing/x")

    def test_two_results_in_one_place(self):
        for place in ("x", "-"):
            for kind in ("weights", "permutation"):
                self.refused(*ROMM, "--json", place, "--out", f"{kind}={place}", says=["json", kind])
            self.refused(*ROMM, "--out", f"permutation={place}", "--out", f"weights={place}", says=["permutation", "weights"])

    def test_a_network_too_large_names_the_estimate(self):
        # 2^36 pairs of about 170 x 2 hops and more: 10^13 steps.
        line = self.refused("worst-case", *LARGE, says=["mesh:512x512", "budget", "--sample-paths"])
        self.assertRegex(line, r"needs about [1-9]\.\de\+1[234] steps")
        if WHOLE:
            self.refused("worst-case", *LARGE, "--sample-paths", 2, says=["mesh:512x512", "budget"])
            self.refused("loads", *LARGE, "--traffic", "worst-case", says=["mesh:512x512", "budget"])
        self.refused("loads", *LARGE, says=["mesh:512x512", "budget", "--sample-paths"])


if __name__ == "__main__":
    unittest.main()
