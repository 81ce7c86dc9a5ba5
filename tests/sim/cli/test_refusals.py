#!/usr/bin/python3
"""Each kind of bad option, name and size, provoked once: one line, status 2, nothing left behind."""
import json
import os
import pathlib
import subprocess
import threading
import unittest

from program import HANGS, PROGRAM, SIMULATE, WHOLE, ProgramTest, sample

MANY = 2**64 + 1


class Names(ProgramTest):
    def test_an_unknown_command_names_the_commands(self):
        self.refused("simulat", "--topology", "torus:4x4", says=["simulat", "simulate", "saturate"])

    def test_no_command_is_one_line_on_stderr(self):
        self.refused()

    def test_an_unknown_option_is_refused_with_the_nearest_names(self):
        self.refused(*SIMULATE, "--topologi", "torus:4x4", says=["--topologi", "topology"])
        self.refused("list", "--jsn", "-", says=["json"])

    def test_the_value_given_does_not_change_the_nearest_names(self):
        self.refused("simulate", "--trafic", "permutation:transpose", says=" traffic")
        self.refused("simulate", "--jsn", "result.json", says=" json")

    def test_a_pattern_without_its_argument_is_near_the_one_with_it(self):
        self.refused(*SIMULATE, "--traffic", "random", says="random:SEED")

    def test_an_option_of_another_command_is_refused(self):
        self.refused("verify", "--topology", "torus:4x4", "--traffic", "uniform", says="--traffic")
        self.refused("loads", "--topology", "torus:4x4", "--cycles", "1", says="--cycles")
        self.refused("list", "--topology", "torus:4x4", says="--topology")

    def test_options_are_not_abbreviated(self):
        self.refused("loads", "--topo", "torus:4x4", says="--topo")

    def test_an_unknown_pattern_is_refused_with_the_nearest_names(self):
        self.refused(*SIMULATE, "--traffic", "unifrom", says=["traffic=unifrom", "uniform"])
        self.refused("loads", "--topology", "torus:4x4", "--traffic", "transpos", says=["transpos", "transpose"])

    def test_an_unknown_routing_is_refused_with_the_nearest_names(self):
        for command in ("simulate", "loads", "verify"):
            self.refused(command, "--topology", "torus:4x4", "--routing", "dorr", says=["routing=dorr", "dor"])

    def test_an_unknown_topology_is_refused_with_those_known(self):
        for text, near in (("torsu:4x4", "torus:K0xK1x..."), ("4x4", "nearest"), ("dragnfly:2,4,2", "dragonfly:P,A,H"), ("TORUS:4x4", "torus:K0xK1x..."),
                           ("", "torus:K0xK1x...")):
            argument = f"--topology={text}" if text else "--topology= "
            self.refused("loads", argument, says=["topology=", "unknown", near])
        self.refused("loads", "--topology", "graph", says=["topology=graph", "is written graph:FILE"])

    def test_an_unknown_value_of_a_choice_names_the_choices(self):
        for option, values in {"tie-rule": ["split", "plus", "parity", "union"], "vc-policy": ["split", "static", "relaxed", "shared"],
                               "table.classes": ["given", "automatic"], "absorption.blocked-escape": ["absorb", "wait"],
                               "router": ["dally1992", "onchip", "booksim"],
                               "router.ejection": ["ideal", "channel"], "router.ejection-delay": ["none", "router"], "router.vc-stage": ["merged", "own"], "router.vc-selection": ["random", "lowest", "round-robin"],
                               "router.crossbar": ["per-vc", "per-port"], "router.vc-reuse": ["atomic", "whole", "place", "tail"], "escape": ["free", "sticky"],
                               "router.vc-allocator": ["one-by-one", "islip"], "router.vc-arbitration": ["fcfs", "round-robin"], "router.output-arbitration": ["round-robin", "oldest"],
                               "injection": ["poisson", "bernoulli", "on-off:B,P", "periodic"], "progress": ["auto", "always", "never"]}.items():
            self.refused(*SIMULATE, f"--{option}", "nosuch", says=[f"{option}=nosuch", *values])

    def test_a_load_that_is_a_range_or_a_list_is_refused_with_the_experiments_way(self):
        run = ["simulate", "--topology", "torus:4x4"]
        for text in ("0.1:0.9:0.1", "0.1,0.2", "0.001,0.002pkt", "0.001pkt,0.002pkt"):
            self.refused(*run, "--load", text, says=[f"load={text} ", "one load", "grid: {load: [", "search", "option: load", "experiments/README.md"])
        self.refused("bounds", "--topology", "torus:4x4", "--load", "0.1:0.3", says=["load=0.1:0.3", "grid: {load: ["])

    def test_a_routing_with_classes_of_its_own_refuses_other_policies(self):
        for routing in ("o1turn", "romm", "rlb", "valiant", "val"):
            self.refused("verify", "--topology", "torus:4x4", "--routing", routing, "--vc-policy", "shared", says=["vc-policy=shared", "split"])
        for routing in ("rlb", "valiant", "ival"):
            self.refused("verify", "--topology", "torus:4x4", "--routing", routing, "--vc-policy", "static", says=["vc-policy=static", "minimal ways", "k-1"])
        self.refused("verify", "--topology", "torus:4x4", "--routing", "sw-deterministic", "--vc-policy", "static",
                     says=["sw-deterministic", "vc-policy=static", "minimal ways", "split, relaxed, shared"])
        self.refused("verify", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vc-policy", "relaxed", says=["vc-policy=relaxed", "split"])
        self.refused("loads", "--topology", "mesh:4x4", "--routing", "rlb", says=["mesh:4x4", "torus"])

    def test_routings_around_faults_have_ties_by_parity_alone(self):
        for routing in ("sw-deterministic", "sw-adaptive"):
            for rule in ("split", "plus", "union"):
                self.refused("verify", "--topology", "torus:4x4", "--routing", routing, "--tie-rule", rule, says=[f"tie-rule={rule}", "allowed: parity"])

    def test_only_adaptive_packets_can_wait_for_a_blocked_escape_and_only_for_a_failed_one(self):
        for routing in ("dor", "duato", "sw-deterministic"):
            self.refused("verify", "--topology", "torus:4x4", "--routing", routing, "--absorption.blocked-escape", "wait",
                         says=[routing, "absorption.blocked-escape=wait", "sw-adaptive"])
        self.refused("verify", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--absorption.blocked-escape", "wait",
                     says=["absorption.blocked-escape=wait", "nothing has failed"])

    def test_more_than_16_classes_are_refused_where_they_matter(self):
        network = ("--topology", "torus:4x4x4x4x4", "--routing", "romm")
        self.refused("simulate", *network, "--load", "0.1", "--vcs", "16", says=["18 VC classes", "at most 16"])
        self.refused("verify", *network, says=["18 VC classes", "16"])
        self.refused("simulate", "--topology", "torus:8x8", "--routing", "romm", "--load", "0.1", "--vcs", "5", says=["vcs=5", "6 VC classes", "6..16"])

    def test_a_name_with_control_characters_is_shown_as_text(self):
        self.refused("loads", "--topology", "torus:4x4", "--traffic", "uni\x1b[31m\nform", says=r"uni\x1b[31m\x0aform")
        self.refused("\x1b]0;x\x07", says=r"\x1b]0;x\x07")

    def test_an_endless_value_is_cut(self):
        self.refused("loads", "--topology", "torus:" + "4x" * 10000 + "4", says="...")
        self.refused("loads", "--topology", "torus:4x4", "--traffic", "u" * 100000, says="...")


class CommandLine(ProgramTest):
    def test_a_repeated_option_is_refused(self):
        self.refused(*SIMULATE, "--load", "0.2", says=["load=0.2", "twice"])
        self.refused(*SIMULATE, "--load", "0.1", says=["load=0.1", "twice"])

    def test_a_missing_value_is_refused(self):
        self.refused(*SIMULATE, "--seed", says="--seed")
        self.refused(*SIMULATE, "--seed=", says="--seed")
        self.refused(*SIMULATE, "--seed", "", says="--seed")

    def test_an_option_is_never_the_value_of_the_one_before(self):
        self.refused(*SIMULATE, "--json", "--out", "channels=x", says="--json")

    def test_a_stray_argument_is_refused(self):
        for word in ("stray", "-x", "-", "--", "", "0.1"):
            self.refused(*SIMULATE, word, says=f"argument={word}")
        self.refused("verify", "torus:4x4", says="argument=torus:4x4")

    def test_a_topology_is_needed(self):
        for command in ("simulate", "loads", "verify"):
            self.refused(command, says=["topology", "missing"])

    def test_a_load_is_needed_and_only_one(self):
        self.refused("simulate", "--topology", "torus:4x4", says=["load", "missing", "pkt"])
        self.refused(*SIMULATE, "--load", "0.001pkt", says=["load=0.001pkt", "twice"])

    def test_options_that_exclude_each_other_are_refused(self):
        base = ["simulate", "--topology", "torus:4x4"]
        for option, value in (("load", "0.1"), ("load", "0.001pkt"), ("traffic", "uniform"), ("injection", "poisson"), ("cycles", "100"), ("warmup", "1"),
                              ("deliveries", "10")):
            self.refused(*base, "--workload", "permutation:transpose", f"--{option}", value, says=[f"{option}={value}", "workload"])
        self.refused(*base, "--load", "0.1", "--deliveries", "100", "--cycles", "100", says=["cycles=100", "deliveries=100"])
        self.refused(*base, "--load", "0.1", "--deliveries", "100", "--warmup", "100", says=["warmup=100", "0..99"])

    def test_a_workload_is_a_permutation_or_a_schedule(self):
        for text in ("uniform", "transpose", "matrix:x", "gaol:x"):
            self.refused("simulate", "--topology", "torus:4x4", "--workload", text, says=[f"workload={text}", "permutation:"])


class Sizes(ProgramTest):
    def test_radices_are_whole_numbers_from_2(self):
        for text in ("torus:0x4", "torus:1x4", "torus:4x1", "mesh:1", "torus:-4x4", "torus:4x-1", "torus:4.5", "torus:4x", "torus:x4", "torus:", "torus",
                     "mesh:axb", "torus:0x8", "torus:4 x4", "torus:4X4", "torus:32769", "mesh:65536x2", f"torus:{MANY}x4", "torus:4e1", "torus:+4"):
            self.refused("loads", "--topology", text, says=["topology", "2..32768"])

    def test_a_hypercube_has_1_to_16_dimensions(self):
        for text in ("hypercube:0", "hypercube:17", "hypercube:-1", "hypercube:", "hypercube", "hypercube:3x3", "hypercube:2.5", f"hypercube:{MANY}"):
            self.refused("verify", "--topology", text, says=["hypercube", "1..16"])

    def test_too_many_dimensions_or_nodes_are_refused(self):
        self.refused("loads", "--topology", "torus:" + "x".join("2" * 17), says="1..16 dimensions")
        self.refused("loads", "--topology", "torus:32768x32768", says=["torus:32768x32768", "at most 1048576 routers"])
        self.refused("loads", "--topology", "mesh:1024x1025", says=["mesh:1024x1025", "at most 1048576 routers"])
        self.refused("loads", "--topology", "torus:" + "x".join(["32768"] * 16), says="at most 1048576 routers")

    def test_a_network_too_large_for_memory_is_refused(self):
        # 65,536 routers of 17 channels with 16 virtual channels each do not fit in 200 MB, whatever the machine has; nor 16,384 of 15 in 70 MB.
        cube, limit = ("hypercube:16", 200_000_000) if WHOLE else ("hypercube:14", 70_000_000)
        self.refused("simulate", "--topology", cube, "--load", "0.01", "--cycles", "10", "--vcs", "16", memory=limit, says="too large")

    def most_memory(self, topology):
        words = [PROGRAM, "simulate", "--topology", topology, "--vcs", "4", "--load", "0.001", "--cycles", "100", "--warmup", "0"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024

    def test_a_large_network_starts_in_little_memory(self):
        # 64x64x64 may take 1.3 GB with all of the program; of what is the network's, a network of 1/8 of its nodes may take 1/8.
        self.needs_to_start_within(200_000_000)
        program = self.most_memory("torus:2")
        self.assertLess(self.most_memory("torus:32x32x32") - program, (1.3e9 - program) / 8)

    def test_loads_and_proofs_too_large_to_compute_are_refused(self):
        self.refused("loads", "--topology", "mesh:512x512", says=["mesh:512x512", "budget"])
        self.refused("verify", "--topology", "torus:512x512", "--routing", "valiant", says=["torus:512x512", "too large"])
        self.refused("verify", "--topology", "torus:256x256", "--sample-pairs", "9", says=["sample-pairs=9", "line by line"])

    def test_exact_bounds_of_a_long_ring_are_given_up_beforehand(self):
        # 32768 destinations, 8192 hops on the way to each: 2.7e8 steps, beyond the budget of a bound that only accompanies a run.
        run = self.run_program(["simulate", "--topology", "torus:32768", "--load", "0.00001", "--cycles", "10", "--json", "run.json"])
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stdout.decode(), r"bounds +not given: .* needs about [23]\.\de\+08 steps")
        bounds = json.loads((self.folder / "run.json").read_text())["bounds"]
        self.assertIsNone(bounds["ideal_throughput_exact"])
        self.assertRegex(bounds["left_out"], r"needs about [23]\.\de\+08 steps for exact loads; the budget is 3\.0e\+07")

    def test_bounds_that_are_not_left_out_say_nothing_of_it(self):
        for network in (["--topology", "torus:4x4"], ["--topology", "mesh:4x4", "--routing", "west-first"]):
            run = json.loads(self.good("simulate", *network, "--load", "0.1", "--cycles", "50", "--json", "-"))
            self.assertNotIn("left_out", run["bounds"])

    def test_fewer_vcs_than_classes_are_refused(self):
        self.refused(*SIMULATE, "--vcs", "1", says=["vcs=1", "2..16"])
        self.refused(*SIMULATE, "--vcs", "1", "--vc-policy", "shared", says=["vcs=1", "2..16"])
        self.good("simulate", "--topology", "mesh:4x4", "--load", "0.1", "--cycles", "50", "--vcs", "1")

    def test_a_proof_is_of_the_vcs_given(self):
        romm = ["--topology", "torus:8x8", "--routing", "romm"]
        for vcs in ("1", "5"):
            for command in (["verify"], ["simulate", "--load", "0.1"], ["bounds"]):
                self.refused(*command, *romm, "--vcs", vcs, says=[f"vcs={vcs}", "6 VC classes", "6..16"])
        self.refused("verify", "--topology", "torus:4x4", "--vcs", "1", says=["vcs=1", "2..16"])
        self.assertIn("6: as many VCs are needed", self.good("verify", *romm, "--vcs", "6"))
        self.assertIn("deadlock-free", self.good("verify", *romm))  # auto: as many as it needs
        self.refused("verify", *romm, "--vcs", "17", says=["vcs=17", "1..16"])
        self.refused("verify", *romm, "--vcs", "some", says=["vcs=some"])

    def test_a_routing_on_the_wrong_topology_is_refused(self):
        for topology in ("torus:4x4", "mesh:4x4", "torus:2x2x2"):
            for command in ("simulate", "loads", "verify"):
                self.refused(command, "--topology", topology, "--routing", "e-cube", says=["e-cube", topology, "hypercube"])

    def test_a_pattern_that_the_network_does_not_allow_is_refused(self):
        for topology, traffic, why in (("hypercube:3", "transpose", "even"), ("torus:4x3", "transpose", "backwards"), ("torus:8", "transpose", "two"),
                                       ("torus:3x3", "bit-reverse", "power of two"), ("mesh:5x3", "reverse-flip", "power of two"),
                                       ("hypercube:4", "tornado", "3"), ("torus:2x4", "tornado", "3")):
            self.refused("loads", "--topology", topology, "--traffic", traffic, says=[traffic, topology, why])
            self.refused("simulate", "--topology", topology, "--workload", f"permutation:{traffic}", says=[f"workload=permutation:{traffic}", topology])
        for rule, why in (("random:x", "whole number"), ("tornado:9", "no pattern"), ("affine:2", "affine:A,B")):
            self.refused("simulate", "--topology", "torus:4x4", "--workload", f"permutation:{rule}", says=[f"workload=permutation:{rule} ", why])

    def test_reuse_that_can_deadlock_beside_escapes_is_refused_with_the_cycle_and_the_jump(self):
        for reuse in ("place", "tail"):
            for vcs in (3, 4):
                self.refused(*SIMULATE, "--vc-policy", "shared", "--vcs", vcs, "--router.vc-reuse", reuse,
                             says=[f"router.vc-reuse={reuse}", "vc-policy=shared", "(class ", "jump at ", "allowed: atomic, whole"])
            self.good(*SIMULATE, "--vc-policy", "shared", "--vcs", "2", "--router.vc-reuse", reuse)  # escapes alone
            for topology in ("torus:4x4", "mesh:4x4", "hypercube:4"):
                run = ["simulate", "--topology", topology, "--load", "0.1", "--cycles", "200", "--routing", "duato", "--router.vc-reuse", reuse]
                self.refused(*run, says=[f"router.vc-reuse={reuse}", "routing=duato", "(class ", "jump at ", "allowed: atomic, whole"])
                self.good(*run, "--prove", "never")
        large = ["simulate", "--topology", "torus:32x32", "--routing", "duato", "--load", "0.01", "--cycles", "10", "--router.vc-reuse", "place"]
        self.refused(*large, "--escape", "sticky", says=["router.vc-reuse=place", "is not proved", "--prove always"])
        self.good(*large, "--packet-length", "1")  # whole wherever it is

    def test_escapes_are_sticky_where_a_routing_can_have_them_so(self):
        for routing in ("dor", "duato-updown", "west-first"):
            self.refused("verify", "--topology", "mesh:4x4", "--routing", routing, "--escape", "sticky", says=[routing, "escape=sticky", "duato", "allowed: free"])

    def test_too_few_vcs_for_the_escapes_are_refused(self):
        for topology, vcs in (("torus:4x4", 2), ("mesh:4x4", 1), ("hypercube:3", 1)):
            self.refused("simulate", "--topology", topology, "--load", "0.1", "--routing", "duato", "--vcs", vcs, says=[f"vcs={vcs}", f"allowed {vcs + 1}..16"])


class Numbers(ProgramTest):
    LIMITS = {  # option: lowest, highest
        "vcs": (2, 16), "buffer-depth": (1, 255), "router.routing-delay": (0, 64), "router.channel-latency": (1, 4095), "nic-ports": (1, 251), "router.injection-vcs": (1, 16),
        "packet-length": (1, 65535), "seed": (0, 2**64 - 1)}

    def test_every_whole_number_works_at_its_limits_and_not_beyond(self):
        for number, (option, (low, high)) in enumerate(self.LIMITS.items()):
            for value in (low, high):
                self.good(*SIMULATE, f"--{option}", value)
            far = (MANY, 10**30, "1" * 200, -1)
            for value in (high + 1, *([low - 1] if low > 0 else []), *(far if WHOLE else [far[number % 4]])):
                self.refused(*SIMULATE, f"--{option}", value, says=f"{option}=")

    def test_whole_numbers_are_decimal_digits_only(self):
        words = ("1.0", "1e1", "0x4", " 4", "4 ", "+4", "four", "4,5", "4;")
        for number, option in enumerate((*self.LIMITS, "warmup", "deliveries")):
            for value in words if WHOLE else words[number % 4::4]:
                line = self.refused("simulate", "--topology", "torus:4x4", "--load", "0.1", f"--{option}", value)
                self.assertIn(f"{option}={value}", line)

    def test_lengths_of_runs_work_at_their_limits_and_not_beyond(self):
        base = ["simulate", "--topology", "torus:4x4", "--load", "0.1"]
        most = 10**15
        self.good(*base, "--cycles", 1)
        self.good(*base, "--cycles", 1, "--warmup", 0)
        self.good(*base, "--deliveries", 1)
        self.good(*base, "--deliveries", 5, "--warmup", 4)
        for value in (0, -1, most + 1, MANY):
            whole = value >= 0  # else no number, and perhaps a word
            self.refused(*base, "--cycles", value, says=[f"cycles={value}", f"1..{most}" if whole else "1..10^15 | auto"])
            self.refused(*base, "--deliveries", value, says=[f"deliveries={value}", f"1..{most}"])
        for value in (-1, most + 1, MANY, "none"):
            whole = str(value).isdigit()
            self.refused(*base, "--warmup", value, says=[f"warmup={value}", f"0..{most}" if whole else "0..10^15 | auto | detect"])
        self.refused(*base, "--deliveries", 5, "--warmup", 5, says=["warmup=5", "0..4"])
        for value in (-1, MANY):
            self.refused(*base, "--deliveries", 5, "--warmup", value, says=[f"warmup={value}", "0..10"])

    def test_loads_are_above_0_and_at_most_1(self):
        base = ["simulate", "--topology", "torus:4x4", "--cycles", "50"]
        self.good(*base, "--load", "1")
        self.good(*base, "--load", "1/3")
        self.good(*base, "--load", "2.5e-3")
        self.good(*base, "--load", "1e-99")
        values = ("0", "0.0", "0/5", "-0.1", "-1", "1.0001", "3/2", "2", "1e99", "nan", "inf", "abc", "1/0", "0.1.2", "1e", ".", "0x1", "1/-3", "0,1",
                  "9" * 70)
        for value in sample(values, 10):
            self.refused(*base, "--load", value, says=f"load={value[:60]}")

    def test_loads_in_packets_are_at_most_one_packet_length_apart(self):
        base = ["simulate", "--topology", "torus:4x4", "--cycles", "50", "--packet-length", "20"]
        self.good(*base, "--load", "0.05pkt")
        self.good(*base, "--load", "1/20pkt")
        for value in ("0.0500001", "1", "0", "-1", "x"):
            self.refused(*base, "--load", f"{value}pkt", says=f"load={value}pkt ")
        self.refused(*base, "--load", "0.06pkt", says="1/20")


class Outputs(ProgramTest):
    COMMANDS = (SIMULATE, ["loads", "--topology", "torus:4x4"], ["verify", "--topology", "torus:4x4"], ["list"])

    def test_results_that_cannot_be_written_are_refused_before_the_run(self):
        (self.folder / "folder").mkdir()
        (self.folder / "file").write_text("kept")
        paths = ("missing/x.json", "folder", ".", "/", "file/x.json", "x" * 300, "/proc/nosuch/x")
        for number, command in enumerate(self.COMMANDS):
            for path in paths if WHOLE else paths[number::4]:
                self.refused(*command, "--json", path, says=f"json={path[:60]}")
        for path in ("missing/x.csv", "folder"):
            self.refused(*SIMULATE, "--out", f"channels={path}", says=f"out=channels={path}")
            self.refused(*SIMULATE, "--json", "good.json", "--out", f"channels={path}", says=f"out=channels={path}")
            self.refused("loads", "--topology", "torus:4x4", "--out", f"channels={path}", says=f"out=channels={path}")
        self.assertEqual((self.folder / "file").read_text(), "kept")

    def test_a_provenance_that_cannot_be_written_is_refused(self):
        (self.folder / "x.json.provenance.json").mkdir()
        self.refused(*SIMULATE, "--json", "x.json", says="provenance.json")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_read_only_folder_is_refused(self):
        folder = self.folder / "locked"
        folder.mkdir()
        folder.chmod(0o500)
        self.addCleanup(folder.chmod, 0o700)
        self.refused(*SIMULATE, "--json", "locked/x.json", says="json=locked/x.json")

    def test_a_long_run_is_not_made_before_a_bad_path_is_found(self):
        self.refused("simulate", "--topology", "torus:16x16", "--load", "0.3", "--cycles", 10**12, "--json", "missing/x", says="missing/x")

    def test_an_old_result_survives_a_refused_run(self):
        self.good(*SIMULATE, "--json", "x.json")
        before = (self.folder / "x.json").read_bytes()
        self.refused(*SIMULATE, "--json", "x.json", "--vcs", "0", says="vcs=0")
        self.refused(*SIMULATE, "--json", "x.json", "--out", "channels=missing/c", says="missing/c")
        self.assertEqual((self.folder / "x.json").read_bytes(), before)

    def test_two_results_in_one_file_are_refused(self):
        self.refused(*SIMULATE, "--json", "x", "--out", "channels=x", says="x")

    def test_two_results_on_stdout_are_refused(self):
        self.refused(*SIMULATE, "--json", "-", "--out", "channels=-", says="-")

    def test_a_result_goes_where_a_link_points(self):
        self.write("target.json", "old")
        (self.folder / "link.json").symlink_to("target.json")
        self.good(*SIMULATE, "--json", "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertIn("dateline.simulate", (self.folder / "target.json").read_text())

    def test_what_is_no_file_is_not_replaced_by_one(self):
        os.mkfifo(self.folder / "pipe")
        received = []
        reader = threading.Thread(target=lambda: received.append((self.folder / "pipe").read_text()))
        reader.start()
        self.run_program([*SIMULATE, "--json", "pipe"])
        reader.join(60)
        self.assertTrue((self.folder / "pipe").is_fifo())
        self.assertIn("dateline.simulate", received[0])

    @unittest.skipUnless(pathlib.Path("/dev/full").is_char_device(), "needs /dev/full")
    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="ascii") as full:  # only ever as stdout, never by name
            done = subprocess.run([PROGRAM, *SIMULATE, "--json", "-"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, timeout=HANGS, check=False)
        self.assertNotEqual(done.returncode, 0)

    def test_a_refusal_of_reuse_does_not_grow_with_the_network(self):
        for reuse in ("tail", "place"):
            self.refused("simulate", "--topology", "torus:32", "--routing", "duato", "--vcs", "4", "--router.vc-reuse", reuse, "--load", "0.1",
                         "--cycles", "10", says=[f"router.vc-reuse={reuse}", "more (dateline verify shows them)"])


if __name__ == "__main__":
    unittest.main()
