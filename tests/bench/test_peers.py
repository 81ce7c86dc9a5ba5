#!/usr/bin/python3
"""`tests/bench/run peers`, with stand-ins: what a simulator prints becomes figures and ratios by hand, and what is not the
same work is an error.

The stand-in for BookSim reports 5 routers of a packet, 4 channels: in 20,000 cycles 64 terminals send 0.2 flits a cycle
each over 4 channels, 1,024,000 flit-hops. dateline's are ten times as many.
"""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
import paired_time  # noqa: E402
import peers  # noqa: E402
from peer_programs import TOP, BookSim, Noxim, NotEqual, number  # noqa: E402
from peer_rows import MESHES, WORKLOADS, Workload, workload  # noqa: E402

TORUS = workload("torus 8x8", 4, 4, 32, "uniform", 0.2, 5000)
MESH = workload("mesh 2x2", 1, 4, 8, "uniform", 0.1, 1000)
CONSTANT = 1  # cycle that a latency of BookSim is longer by default: docs/guide/booksim.md
SAMPLE = """\
Packet latency average = 900.5
Hops average = 77 (1 samples)
Time taken is 20000 cycles
====== Overall Traffic Statistics ======
====== Traffic class 0 ======
Packet latency average = {latency} (1 samples)
\tminimum = 50 (1 samples)
Injected flit rate average = 0.9 (1 samples)
Accepted packet rate average = 0.00625 (1 samples)
Accepted flit rate average = {accepted} (1 samples)
\tminimum = 0.1 (1 samples)
Hops average = {hops} (1 samples)
Total run time 18.6
"""
# 4 terminals, 1,000 cycles: 400 flits, 0.1 of a terminal and cycle; 400 first hops and 132 more, 532 flit-hops.
DETAILED = """\
routed_flits = [
           33        33
           33        33
];
% Total received packets: 50
% Total received flits: 400
% Global average delay (cycles): {latency}
"""


class Standins:
    """In place of paired_time's timed and simulated: user times by variant and round, and figures that may be off."""

    def __init__(self, seconds, booksim=None, dateline=None):
        self.seconds = {name: iter(values) for name, values in seconds.items()}
        self.booksim = {"latency": 100, "accepted": 0.2, "hops": 5, **(booksim or {})}
        self.dateline = {"accepted": 0.2, "latency": 100 - CONSTANT, "hops": 4, "flit_hops": 10240000, **(dateline or {})}
        self.calls = []
        self.runfile = ""

    def timed(self, words):
        self.calls.append("BookSim 2")
        self.runfile = Path(words[1]).read_text(encoding="utf-8")
        return next(self.seconds["BookSim 2"]), 255, SAMPLE.format(**self.booksim)

    def simulated(self, _dateline, words):
        options = dict(zip(words[::2], words[1::2]))
        assert options["--cycles"] == "150000" and options["--prove"] == "never", options
        name = "equal" if "--router.pipeline" in options else "default"
        self.calls.append(name)
        figures = self.dateline
        return next(self.seconds[name]), {"accepted": figures["accepted"], "latency": {"mean": figures["latency"]}, "hops": {"mean": figures["hops"]},
                                          "flit_hops": figures["flit_hops"], "simulated_cycles": 200000}

    def table(self, rows=(TORUS,), rounds=1):
        """(what `peers.table` printed, the number of errors)"""
        with mock.patch.multiple(peers, timed=self.timed, simulated=self.simulated), contextlib.redirect_stdout(io.StringIO()) as printed:
            errors = peers.table(BookSim, "booksim", "dateline", rows, rounds)
        return printed.getvalue(), errors


def once(**figures):
    return Standins({"BookSim 2": [2.048] * 9, "default": [0.2048] * 9, "equal": [0.4096] * 9}, **figures)


class Rows(unittest.TestCase):
    def test_a_row_by_hand(self):
        """2.048 s by 1,024,000 flit-hops are 2,000 ns, 0.2048 s by 10,240,000 are 20, a hundredth; equal work takes twice that."""
        printed, errors = once().table()
        self.assertEqual(errors, 0)
        self.assertIn("| torus 8x8, V 4, depth 4, M 32, uniform 0.2 | 2000 | 20 | **100** (100 to 100) | 40 | **50** (50 to 50) | "
                      "0.2000, 0.2000 | 4.00, 4.00 | 100.0, 100.0 |", printed)
        self.assertIn("default: 100 to 100 times as fast as BookSim 2, 1 of 1 workloads\nequal: 50 to 50 times", printed)

    def test_a_ratio_is_of_one_round_and_the_median_of_all_is_printed(self):
        """Where a round meets a busy machine, both are slow in it."""
        slow = Standins({"BookSim 2": [2.048, 8.192, 2.048], "default": [0.2048, 0.8192, 0.1024], "equal": [0.2048, 0.4096, 0.2048]})
        printed, errors = slow.table(rounds=3)
        self.assertEqual(errors, 0)
        self.assertIn("| 2000 | 20 | **100** (100 to 200) | 20 | **100** (100 to 200) |", printed)

    def test_rounds_are_interleaved_and_begin_with_another(self):
        standins = once()
        standins.table(rounds=3)
        self.assertEqual(standins.calls, ["BookSim 2", "default", "equal", "default", "equal", "BookSim 2", "equal", "BookSim 2", "default"])

    def test_the_other_gets_the_workload(self):
        standins = once()
        standins.table()
        for line in ("topology = torus;", "k = 8;", "n = 2;", "num_vcs = 4;", "vc_buf_size = 4;", "packet_size = 32;", "injection_rate = 0.2;"):
            self.assertIn(line, standins.runfile.splitlines())

    def test_what_is_not_the_same_work_is_an_error(self):
        """Just within and just outside of the tolerances that peers.py states."""
        within = [{"accepted": 0.2058}, {"hops": 4.07}, {"flit_hops": 10540000}, {"latency": 104.9 - CONSTANT}, {"latency": 95.1 - CONSTANT}]
        outside = {"accepted": {"accepted": 0.2062}, "hops": {"hops": 4.09}, "flit-hops a cycle": {"flit_hops": 10560000},
                   "latency": {"latency": 105.1 - CONSTANT}}
        for figures in within:
            self.assertEqual(once(dateline=figures).table()[1], 0, figures)
        for name, figures in outside.items():
            printed, errors = once(dateline=figures).table()
            self.assertEqual(errors, 1, name)
            self.assertIn(f"uniform 0.2 | ERROR: {name} ", printed)
            self.assertNotIn("times as fast as", printed)
        self.assertEqual(once(dateline={"latency": 94.9 - CONSTANT}).table()[1], 1)

    def test_two_that_saturate_alike_are_an_error(self):
        both = {"accepted": 0.15}
        printed, errors = once(booksim=both, dateline={**both, "flit_hops": 7680000}).table()
        self.assertEqual(errors, 1)
        self.assertIn("accepted 0.15 against 0.2", printed)

    def test_only_the_default_router_may_have_another_latency(self):
        printed, errors = once(dateline={"latency": 60}).table()
        self.assertEqual(errors, 1)
        self.assertIn("ERROR: latency 61 against 100 (equal) |", printed)

    def test_an_error_ends_its_row_alone(self):
        standins = once()
        works, calls = standins.timed, []

        def fails_first(words):
            calls.append(words)
            return (1, -6, "assertion\nfailed") if len(calls) == 1 else works(words)

        standins.timed = fails_first
        printed, errors = standins.table(rows=(TORUS, TORUS))
        self.assertEqual(errors, 1)
        self.assertRegex(printed, r"\| ERROR: booksim \S+: exit status -6: assertion failed \|\n\| torus .* \*\*100\*\*")
        self.assertIn("1 of 2 workloads", printed)

    def test_a_run_without_its_statistics_is_an_error(self):
        standins = once()
        standins.timed = lambda words: (1, 0, SAMPLE.split("====== Overall")[0])
        printed, errors = standins.table()
        self.assertEqual(errors, 1)
        self.assertIn("ERROR: no 'Accepted flit rate average =' and a number", printed)

    def test_no_time_is_an_error(self):
        self.assertEqual(Standins({"BookSim 2": [1], "default": [0], "equal": [1]}).table()[1], 1)


class Programs(unittest.TestCase):
    def test_the_workloads_differ_and_the_importer_has_all_of_their_settings(self):
        self.assertEqual(len(WORKLOADS), 6)
        for name, least in (("topology", 2), ("k", 3), ("num_vcs", 4), ("packet_size", 5), ("traffic", 4), ("injection_rate", 5)):
            self.assertGreaterEqual(len({row.settings[name] for row in WORKLOADS}), least, name)
        with tempfile.TemporaryDirectory() as folder:
            for row in WORKLOADS:
                program = BookSim("booksim", row, Path(folder))  # NotEqual if a setting has no counterpart
                self.assertEqual(program.constant, CONSTANT)
                self.assertFalse([name for name in program.variants["default"] if name.startswith("router.")])
                self.assertEqual(program.variants["equal"]["router.crossbar"], "per-port")
                self.assertLessEqual(program.variants["default"].items(), program.variants["equal"].items())

    def test_every_sample_of_booksim_is_run(self):
        """It ends when three samples after the warm-up agree: with more, some runs would end early."""
        for row in WORKLOADS:
            self.assertEqual(row.settings["max_samples"] - row.settings["warmup_periods"], 3)

    def test_a_setting_without_counterpart_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(NotEqual, "routing_function has VC classes"):
            BookSim("booksim", Workload("other", {**MESH.settings, "routing_function": "xy_yx"}), Path(folder))

    def test_noxim_by_hand(self):
        """532 flit-hops of 400 flits; a tail is 7 flits behind its head, and 4 cycles more, since the second four flits wait for credits."""
        program = Noxim("/x/bin/noxim", MESH, None)
        figures = program.read(DETAILED.format(latency="2.5e+01"))
        self.assertEqual((figures.accepted, figures.latency, figures.hops, figures.flit_hops, figures.cycles), (0.1, 25, 1.33, 532, 1000))
        self.assertEqual(program.latency(36), 25)
        self.assertEqual(Noxim("/x/bin/noxim", workload("mesh 2x2", 1, 4, 4, "uniform", 0.1, 1000), None).latency(28), 25)
        with self.assertRaises(NotEqual):
            program.read(DETAILED.split("];")[1])

    def test_noxim_and_dateline_get_the_same_workload(self):
        program = Noxim("/x/bin/noxim", MESH, None)
        words = " ".join(program.words)
        for part in ("-dimx 2 -dimy 2", "-routing XY", "-vc 1 -buffer 4 -size 8 8", "-traffic random -pir 0.0125 poisson", "-warmup 0 -sim 1000",
                     "-detailed", "-power /x/bin/power.yaml", "-config /x/config_examples/"):
            self.assertIn(part, words)
        self.assertEqual({name: program.variants["default"][name] for name in ("topology", "vcs", "buffer-depth", "packet-length", "load", "warmup")},
                         {"topology": "mesh:2x2", "vcs": 1, "buffer-depth": 4, "packet-length": 8, "load": 0.1, "warmup": 0})
        # Half the rate: 4 flits in channel 1 + pipeline 1 + credit 6 cycles.
        self.assertEqual((program.variants["equal"]["router.pipeline"], program.variants["equal"]["router.credit-latency"]), (1, 6))
        self.assertEqual(program.variants["modules"], {**program.variants["equal"], "external": "all"})

    def test_meshes_are_such_as_noxim_has(self):
        for row in MESHES:
            settings = row.settings
            self.assertEqual((settings["topology"], settings["n"], settings["num_vcs"], settings["traffic"]), ("mesh", 2, 1, "uniform"))
            self.assertGreaterEqual(settings["packet_size"], max(2, settings["vc_buf_size"]))

    def test_a_number_is_the_last_of_its_name(self):
        self.assertEqual(number("a = 1\na = 2.5e+01 (1 samples)", "a ="), 25)
        for text in ("a = nan", "a =", ""):
            with self.assertRaises(NotEqual):
                number(text, "a =")


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name, text):
        file = self.folder / name
        file.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    def run_with(self, *words):
        return subprocess.run([sys.executable, TOP / "tests/bench/peers.py", *words], capture_output=True, text=True, check=False)

    def test_programs_are_run_and_what_fails_is_said(self):
        """Both end with a message: each row is an error, and so is the whole."""
        dateline, booksim = self.program("dateline", "echo dateline 9.9; exit 2"), self.program("booksim", "echo 'no such key' >&2; exit 1")
        done = self.run_with(dateline, "--booksim", booksim, "--rounds", "1", "--only", "torus 8x8")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("dateline 9.9", done.stdout)
        self.assertRegex(done.stdout, r"\| torus 8x8, [^|]* \| ERROR: \S*booksim \S*: exit status 1: no such key \|")

    def test_what_cannot_be_begun_is_refused(self):
        program = self.program("there", "exit 0")
        for words, reason in (((program,), "--booksim BINARY or --noxim BINARY is missing"),
                              ((program, "--booksim", "/absent"), "/absent: no program"),
                              ((program, "--booksim", program, "--rounds", "0"), "--rounds 0: at least 1"),
                              ((program, "--booksim", program, "--only", "ring"), "--only ring: no such workload"),
                              ((program, "--noxim", program), "power.yaml")):
            done = self.run_with(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(reason, done.stderr)

    def test_time_status_and_output_of_a_run(self):
        seconds, status, printed = paired_time.timed(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"])
        self.assertEqual((status, printed.split()), (3, ["out", "err"]))
        self.assertGreaterEqual(seconds, 0)

    def test_a_result_of_dateline_is_read_and_a_failure_raised(self):
        writes = self.program("writes", """for word; do last=$word; done; printf '{"flit_hops": 7, "words": "%s"}' "$*" > "$last" """)
        _, result = paired_time.simulated(writes, ["--load", "0.1"])
        self.assertEqual(result["flit_hops"], 7)
        self.assertRegex(result["words"], "^simulate --load 0.1 --json ")
        with self.assertRaisesRegex(paired_time.RunFailed, "--load 2.*: not so$"):
            paired_time.simulated(self.program("refuses", "echo not so; exit 2"), ["--load", "2"])


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    unittest.main()
