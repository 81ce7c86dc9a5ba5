#!/usr/bin/python3
"""experiments/import-booksim: what of BookSim's configurations becomes which option, and what is said of the rest."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import HANGS, TOP, call  # before what it makes findable
from booksim import options
from booksim.main import main

FILES = TOP / "tests/experiments/booksim"
# By hand, from BookSim's manual and defaults. router.routing-delay: routing and VC allocation, of head flits; router.pipeline: switch allocation
# and traversal, of every flit, of the last router too. Channels of BookSim's (folded) torus take two cycles; credits one more than their
# channel, as flits do.
COMMON = {"router.source": "one-at-a-time", "router.ejection": "channel", "router.ejection-delay": "router", "router.vc-selection": "round-robin",
          "router.crossbar": "per-port", "injection": "bernoulli"}
ISLIP = {"router.vc-allocator": "islip", "router.vc-stage": "own"}  # by default, unless it speculates
EXPECTED = {
    "mesh-uniform": {**ISLIP, "topology": "mesh:8x8", "routing": "dor", "router.channel-latency": "1", "vcs": "4", "buffer-depth": "8", "router.vc-reuse": "atomic",
                     "router.routing-delay": "1", "router.pipeline": "2", "router.credit-latency": "2", "router.switch-allocator": "islip:1", "traffic": "uniform-self",
                     "packet-length": "5", "load": "0.02pkt", "cycles": "7000", "warmup": "3000", "seed": "7"},
    "torus-tornado": {**ISLIP, "topology": "torus:4x4x4", "routing": "dor", "vc-policy": "static", "router.channel-latency": "2", "vcs": "2", "buffer-depth": "4",
                      "router.vc-reuse": "tail", "router.routing-delay": "2", "router.pipeline": "2", "router.credit-latency": "3", "router.switch-allocator": "wavefront",
                      "traffic": "tornado:all", "fixed-points": "send", "packet-length": "8", "load": "0.15", "cycles": "500",
                      "warmup": "1500", "seed": "0"},
    "mesh-xy-yx": {**ISLIP, "topology": "mesh:4x4", "routing": "o1turn", "router.channel-latency": "1", "vcs": "4", "buffer-depth": "2", "router.vc-reuse": "tail",
                   "router.routing-delay": "2", "router.pipeline": "2", "router.credit-latency": "2", "router.switch-allocator": "islip:2", "traffic": "transpose",
                   "fixed-points": "send", "packet-length": "4", "load": "0.05pkt", "cycles": "7000", "warmup": "3000", "seed": "0"},
    "torus-adaptive": {"router.vc-arbitration": "round-robin", "router.vc-stage": "merged", "topology": "torus:8x8", "routing": "duato", "router.channel-latency": "2", "vcs": "3", "router.injection-vcs": "6", "buffer-depth": "8",
                       "escape": "sticky", "router.vc-reuse": "place", "router.routing-delay": "1", "router.pipeline": "2", "router.credit-latency": "3",
                       "traffic": "hotspot:0,9@1",
                       "packet-length": "1", "load": "0.001pkt", "cycles": "7000", "warmup": "3000", "seed": "0"},
    "mesh-valiant": {**ISLIP, "topology": "mesh:4x4", "routing": "valiant", "router.channel-latency": "1", "vcs": "16", "buffer-depth": "8", "router.vc-reuse": "tail",
                     "router.routing-delay": "2", "router.pipeline": "2", "router.switch-allocator": "islip:1", "router.credit-latency": "4",
                     "traffic": "random:3", "fixed-points": "send", "packet-length": "16", "load": "0.01pkt",
                     "cycles": "7000", "warmup": "3000", "seed": "0"}}
MISSED = {"mesh-uniform": [], "torus-tornado": [], "mesh-xy-yx": ["3: routing_function"], "mesh-valiant": ["4: routing_function", "5: traffic"],
          "torus-adaptive": [" by default: vc_busy_when_full", "5: routing_function", "5: routing_function", "7: vc_allocator", "8: sw_allocator", "9: sw_alloc_arb_type",
                             "12: injection_process", "14: stopping_thres"]}
PLAIN = "topology = mesh; k = 4; n = 2; routing_function = dim_order; "


def convert(*words):
    return call(words, os.getcwd(), os.environ, main)


def options_of(text):
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


class BookSim(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def of(self, text):
        file = self.folder / "runfile"
        file.write_text(text)
        return convert(file)

    def refused(self, text, says):
        done = self.of(text)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(says, done.stderr)

    def test_every_file_has_its_options_and_lines(self):
        self.assertEqual({file.name for file in FILES.iterdir()}, set(EXPECTED))
        for name, expected in EXPECTED.items():
            done = convert(FILES / name)
            self.assertEqual(options_of(done.stdout), {**COMMON, **expected}, name)
            self.assertIn("# latency in BookSim = latency here + 1 cycle\n", done.stdout, name)
            self.assertEqual([line.removeprefix(f"{FILES / name}:").split(" = ")[0] for line in done.stderr.splitlines()], MISSED[name], name)
            self.assertEqual(done.returncode, 1 if MISSED[name] else 0, name)

    @unittest.skipUnless(os.environ.get("DATELINE"), "no simulator is named by DATELINE")
    def test_the_program_takes_what_is_written(self):
        for name in EXPECTED:
            convert(FILES / name, "--out", self.folder / name)
            done = subprocess.run([os.environ["DATELINE"], "simulate", "--config", self.folder / name, "--cycles", "300", "--warmup", "100"],
                                  capture_output=True, text=True, timeout=HANGS, check=False)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")

    def test_the_last_of_several_settings_counts(self):
        self.assertEqual(options_of(self.of(PLAIN + "num_vcs = 3; // ; num_vcs = 4;\nnum_vcs = 2;").stdout)["vcs"], "2")

    def test_what_changes_with_speculation_and_credits(self):
        """Speculation bids for the switch beside the VC allocation: a head flit takes one cycle less, and holds its VC from the cycle of its bid."""
        for settings, delay, stage in (("", "2", "own"), ("speculative = 1;", "1", "merged"), ("speculative = 1; vc_alloc_delay = 2;", "2", "own"),
                                       ("routing_delay = 0;", "1", "own"), ("routing_delay = 0; speculative = 1;", "0", "merged")):
            done = self.of(PLAIN + settings)
            written = options_of(done.stdout)
            self.assertEqual((done.returncode, written["router.routing-delay"], written["router.vc-stage"]), (0, delay, stage), settings)
        for settings, credit in (("", "2"), ("wait_for_tail_credit = 1;", "2"), ("credit_delay = 3;", "5")):
            self.assertEqual(options_of(self.of(PLAIN + settings).stdout)["router.credit-latency"], credit)

    def test_which_allocators_are_those_of_the_peer(self):
        for settings, option, value, missed in (("", "router.vc-allocator", "islip", 0), ("vc_allocator = islip(1);", "router.vc-allocator", "islip", 0),
                                                ("vc_allocator = islip(2);", "router.vc-allocator", "islip", 1),
                                                ("vc_allocator = piggyback; speculative = 1;", "router.vc-arbitration", "round-robin", 0),
                                                ("vc_allocator = wavefront;", "router.vc-arbitration", "round-robin", 1),
                                                ("sw_allocator = islip(8);", "router.switch-allocator", "islip:8", 0),
                                                ("sw_allocator = pim;", "router.switch-allocator", "islip:1", 1)):
            done = self.of(PLAIN + settings)
            self.assertEqual((done.returncode, options_of(done.stdout)[option]), (missed, value), settings)
            self.assertEqual("router.vc-arbitration" in options_of(done.stdout), "router.vc-allocator" not in options_of(done.stdout), settings)

    def test_what_of_the_classes_differs_is_missed(self):
        torus = "topology = torus; k = 4; n = 2; "
        self.assertEqual(self.of(torus + "routing_function = dor; num_vcs = 4;").returncode, 0)
        for settings, name in (("routing_function = dim_order; num_vcs = 3;", "num_vcs"), ("routing_function = valiant;", "routing_function"),
                               ("routing_function = min_adapt; wait_for_tail_credit = 1; k = 5;", "routing_function"),
                               ("routing_function = dim_order; sw_alloc_delay = 2;", "sw_alloc_delay"),
                               ("routing_function = dim_order; warmup_periods = 0;", "warmup_periods")):
            done = self.of(torus + settings)
            self.assertEqual((done.returncode, [line.split(" = ")[0].split(": ")[-1].rpartition(":")[2] for line in done.stderr.splitlines()]), (1, [name]), settings)
        self.refused(torus + "routing_function = min_adapt; num_vcs = 3;", "num_vcs = 3: is less than the 4 VCs")

    def test_the_rules_of_reuse_and_the_one_that_deadlocks_there(self):
        """BookSim gives a VC when its last tail is sent; with vc_busy_when_full = 1 where a place is free; with wait_for_tail_credit = 1 when it is empty."""
        rules = {"": "tail", "vc_busy_when_full = 1;": "place", "wait_for_tail_credit = 1;": "atomic", "wait_for_tail_credit = 1; vc_busy_when_full = 1;": "atomic"}
        for settings, reuse in rules.items():
            done = self.of(PLAIN + settings)
            self.assertEqual((done.returncode, options_of(done.stdout)["router.vc-reuse"], options_of(done.stdout).get("escape")), (0, reuse, None))
            done = self.of("topology = mesh; k = 4; n = 2; routing_function = min_adapt; " + settings)
            self.assertEqual((options_of(done.stdout)["router.vc-reuse"], options_of(done.stdout)["escape"]), ("place" if reuse == "tail" else reuse, "sticky"))
            self.assertEqual((done.returncode, "vc_busy_when_full = 0: min_adapt can deadlock there" in done.stderr), (1, reuse == "tail"))
            self.assertIn("routing_function = min_adapt: keeps to dimension order there", done.stderr)

    def test_a_setting_with_its_plain_value_is_not_missed(self):
        self.assertEqual(self.of(PLAIN + "internal_speedup = 1.0; priority = none; subnets = 1;").returncode, 0)
        done = self.of(PLAIN + "\ninternal_speedup = 2.0;\nnew_setting = 3;")
        self.assertEqual([line.split(": ")[0].rpartition(":")[2] for line in done.stderr.splitlines()], ["2", "3"])

    def test_what_cannot_be_is_refused_by_its_line(self):
        self.refused("topology = flatfly;", ":1: topology = flatfly: is not supported; allowed: mesh, torus")
        self.refused("topology = torus;\nrouting_function = xy_yx;", ":2: routing_function = xy_yx: is not supported on a torus")
        self.refused("topology = torus;", "routing_function = none")
        self.refused(PLAIN + "c = 4;", "concentration")
        self.refused(PLAIN + "\n\nk = 0;", ":3: k = 0")
        self.refused(PLAIN + "n = 3; traffic = transpose;", "in two dimensions of a power of two only")
        self.refused(PLAIN + "traffic = taper64;", "traffic = taper64: is not supported")
        self.refused(PLAIN + "packet_size = {1,5};", "packet_size = {1,5}: is no single length")
        self.refused(PLAIN + "injection_rate = {0.1,0.2};", "is no single rate")
        self.refused(PLAIN + "num_vcs = many;", "is no whole number")
        self.refused(PLAIN + "\nnum_vcs 4", ":2: 'num_vcs 4' is no assignment")

    def test_what_the_program_would_refuse_is_refused_by_its_line(self):
        for setting, says in (("num_vcs = 17", "makes vcs 17, not in 1..16"), ("vc_buf_size = 0", "makes buffer-depth 0, not in 1..255"),
                              ("packet_size = 65536; injection_rate_uses_flits = 1", "makes packet-length 65536"), ("st_final_delay = 64", "makes router.pipeline 65"),
                              ("vc_alloc_delay = 64", "makes router.routing-delay 65"), ("credit_delay = 4094", "makes router.credit-latency 4096"),
                              ("sw_allocator = islip(9)", "is not of 1..8 passes"), ("sample_period = 0", "makes cycles 0"), ("max_samples = 3", "makes cycles 0"),
                              ("vc_alloc_delay = 0", "is no stage"), ("sw_alloc_delay = 0", "is no stage"), ("st_final_delay = 0", "is no stage"), ("seed = -1", "is no seed"),
                              ("seed = 18446744073709551616", "is no seed"), ("traffic = randperm(x)", "is no seed"),
                              ("injection_rate = 1.01", "more than one flit"), ("packet_size = 16", "by default: injection_rate = 0.1: is more than one flit")):
            self.refused(PLAIN + setting + ";", says)

    @unittest.skipUnless(os.environ.get("DATELINE"), "no simulator is named by DATELINE")
    def test_the_limits_are_those_of_the_program(self):
        done = subprocess.run([os.environ["DATELINE"], "list", "--json", "-"], capture_output=True, text=True, timeout=HANGS, check=True)
        listed = json.loads(done.stdout)["commands"]["simulate"]["options"]
        for option, (_, least, most) in options.LIMITS.items():
            self.assertRegex(listed[option]["values"].replace("10^15", str(10 ** 15)), rf"^{least}\.\.{most}\b", option)
        self.assertIn(f"islip:1..{options.PASSES}", listed["router.switch-allocator"]["values"])

    def test_a_seed_by_the_clock_is_missed(self):
        done = self.of(PLAIN + "\nseed = time;")
        self.assertEqual((done.returncode, options_of(done.stdout).get("seed")), (1, None))
        self.assertIn(":2: seed = time: ", done.stderr)

    def test_files_and_command_lines_that_are_none(self):
        for words in ((), (self.folder / "none",), (self.folder,), ("a", "b"), ("--bad",)):
            done = convert(*words)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), words)
        done = subprocess.run([TOP / "experiments/import-booksim", "--help"], capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertEqual((done.returncode, "usage:" in done.stdout), (0, True))

    def test_the_page_has_every_pattern_and_routing(self):
        page = (TOP / "docs/guide/booksim.md").read_text()
        for name in ("dim_order", "romm", "valiant", "min_adapt", "xy_yx", "bitcomp", "bitrev", "randperm", "hotspot", "wait_for_tail_credit", "sample_period"):
            self.assertIn(f"`{name}", page)


if __name__ == "__main__":
    unittest.main()
