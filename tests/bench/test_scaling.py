#!/usr/bin/python3
"""`tests/bench/run scaling`, with times that are made up: what is subtracted, what a ratio is of, what the machine itself gains
and what verdict follows, what is left out, and that results which differ are an error."""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
import scaling  # noqa: E402
from paired_time import RunFailed  # noqa: E402

SUMMARY = "tiles             2 on 2 threads; 6.2% of the channels are between tiles, synchronised every 3.84 cycles, " \
    "the busiest works 1.9% above the mean, 3.5% waited\n"
ROW = scaling.Row("ring", "--topology torus:8", 500, 1.5)


class Standins:
    """In place of walled: start-ups, then times of whole runs, by threads, each used once; results that may differ. In place of at_once: `together`,
    likewise; as long as one alone if none are given."""

    def __init__(self, starts, wholes, results=None, together=None):
        self.starts = {count: iter(values) for count, values in starts.items()}
        self.wholes = {count: iter(values) for count, values in wholes.items()}
        self.together = {count: iter(values) for count, values in (together or {}).items()}
        self.results = results or {}
        self.calls = []

    def __call__(self, _dateline, options, threads, cycles):
        assert options == ROW.options
        said = scaling.SAID.search(SUMMARY) if threads != 1 else None
        if threads == "auto":
            return 0, b"", said
        self.calls.append((threads, cycles))
        times = self.starts if cycles == 1 else self.wholes
        return next(times[threads]), self.results.get(threads, b'{"simulated_cycles": 1000}'), said

    def at_once(self, _dateline, options, runs, cycles):
        assert options == ROW.options
        self.calls.append((f"{runs} runs", cycles))
        return next(self.together[runs]) if self.together else 1, {self.results.get(f"{runs} runs", b'{"simulated_cycles": 1000}')}


class Arithmetic(unittest.TestCase):
    def table(self, standins, counts, rounds):
        said = io.StringIO()
        with mock.patch.multiple(scaling, walled=standins, at_once=standins.at_once), contextlib.redirect_stdout(said):
            scaling.table("dateline", [ROW], counts, rounds)
        return said.getvalue().splitlines()

    def test_a_ratio_is_of_the_cycles_of_one_round_and_the_median_is_of_the_ratios(self):
        # Cycles: 2 s against 1, 4 against 4, 3 against 1.
        # Two independent runs: 2 * 3 s of work in 5, 2 * 6 in 8, 2 * 4 in 4.
        standins = Standins({1: [1, 2, 1], 2: [2, 1, 1]}, {1: [3, 6, 4], 2: [3, 5, 2]}, together={2: [5, 8, 4]})
        head, line = self.table(standins, [2], 3)
        self.assertEqual(line.split(), ["ring", "2", "3e+03", "2.00", "(1.00", "to", "3.00)", "1.50", "1.50", "holds", "1.00", "6.2%", "1.9%", "3.5%", "2"])
        self.assertEqual(head.split()[:4], ["network,", "load", "threads", "µs"])
        self.assertEqual(head.split()[4:], ["times", "as", "fast", "machine", "bar", "verdict", "start", "between", "busiest", "waited", "auto"])
        self.assertLess(max(map(len, (head, line))), 120)

    def test_a_bar_is_undecided_where_independent_runs_do_not_reach_it_either(self):
        # One alone takes 4 s: two at once 8 s, or 4; two threads 2 s, or 4.
        cases = ((8, 2, "1.00", "undecided"), (8, 4, "1.00", "undecided"), (4, 2, "2.00", "holds"), (4, 4, "2.00", "missed"))
        for together, whole, gain, verdict in cases:
            line = self.table(Standins({1: [0], 2: [0]}, {1: [4], 2: [whole]}, together={2: [together]}), [2], 1)[1]
            self.assertEqual((line.split()[7], line.split()[9]), (gain, verdict), line)
        verdicts = [scaling.verdict(1.5, *gains) for gains in ((1.5, 1.5), (1.49, 1.5), (1.5, 1.49), (None, 2))]
        self.assertEqual(verdicts, ["holds", "missed", "undecided", "undecided"])

    def test_independent_runs_follow_those_on_as_many_threads_and_have_the_same_result(self):
        standins = Standins({1: [0], 2: [0], 4: [0]}, {1: [4], 2: [2], 4: [1]}, together={2: [4], 4: [8]})
        lines = self.table(standins, [2, 4], 1)
        self.assertEqual([call for call in standins.calls if call[1] == 500], [(1, 500), (2, 500), ("2 runs", 500), (4, 500), ("4 runs", 500)])
        self.assertEqual([line.split()[7] for line in lines[1:]], ["2.00", "2.00"], "4 runs in twice the time of one")
        with self.assertRaisesRegex(scaling.Differ, "ring: the results"):
            self.table(Standins({1: [0], 2: [0]}, {1: [1], 2: [1]}, {"2 runs": b"{}"}), [2], 1)

    def test_runs_at_once_are_begun_together_and_last_until_the_last(self):
        meet, waits = threading.Barrier(3, timeout=60), iter((0, 0.2, 0))

        def stand_in(_dateline, _options, threads, cycles):
            meet.wait()  # passed by three together or by none
            time.sleep(next(waits))
            return 0, f"{threads} {cycles}".encode(), None

        with mock.patch.object(scaling, "walled", stand_in):
            seconds, results = scaling.at_once("dateline", ROW.options, 3, 500)
        self.assertEqual(results, {b"1 500"})
        self.assertGreaterEqual(seconds, 0.2)

    def test_each_number_of_threads_is_first_in_turn_and_its_start_up_beside_it(self):
        standins = Standins({1: [0] * 3, 2: [0] * 3, 4: [0] * 3}, {1: [4] * 3, 2: [2] * 3, 4: [1] * 3})
        lines = self.table(standins, [2, 4], 3)
        own = [(threads, cycles) for threads, cycles in standins.calls if threads in (1, 2, 4)]
        self.assertEqual([threads for threads, cycles in own if cycles == 500], [1, 2, 4, 2, 4, 1, 4, 1, 2])
        self.assertEqual([cycles for _, cycles in own], [1, 500] * 9)
        self.assertEqual([line.split()[3] for line in lines[1:]], ["2.00", "4.00"])
        self.assertEqual([line.count("1.50") for line in lines[1:]], [1, 0], "the bar is that of two threads")

    def test_a_start_up_longer_than_its_run_says_nothing(self):
        line = self.table(Standins({1: [1, 1], 2: [9, 1]}, {1: [3, 3], 2: [2, 2]}), [2], 2)[1]
        self.assertIn("2.00 (2.00 to 2.00)", line)
        self.assertIn("too short", self.table(Standins({1: [1], 2: [9]}, {1: [3], 2: [2]}), [2], 1)[1])

    def test_results_that_differ_are_an_error(self):
        with self.assertRaisesRegex(scaling.Differ, "ring: the results on 1, 2 threads are not the same"):
            self.table(Standins({1: [0], 2: [0]}, {1: [1], 2: [1]}, {2: b"{}"}), [2], 1)

    def test_what_there_are_no_processors_for_is_left_out(self):
        for processors, counts, missing in ((1, [], [2, 4, 8, 16]), (2, [2], [4, 8, 16]), (6, [2, 4], [8, 16]), (64, [2, 4, 8, 16], [])):
            self.assertEqual(scaling.ladder(processors), (counts, missing))


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, text):
        file = self.folder / "dateline"
        file.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    def run_with(self, *words):
        return subprocess.run([sys.executable, str(Path(scaling.__file__).resolve()), *words], capture_output=True, text=True, check=False)

    def test_a_run_is_timed_and_its_summary_read(self):
        program = self.program(f"for word; do last=$word; done; printf '{{\"words\": \"%s\"}}' \"$*\" > \"$last\"; echo '{SUMMARY.strip()}'")
        seconds, result, said = scaling.walled(program, "--topology torus:8", 2, 500)
        self.assertGreater(seconds, 0)
        self.assertIn(b"simulate --topology torus:8 --prove never --warmup 0 --cycles 500 --threads 2 --json ", result)
        self.assertEqual(said.groups(), ("2", "6.2", "1.9", "3.5"))

    def test_a_run_that_fails_is_said_with_status_1(self):
        program = self.program("echo 'not so' >&2; exit 2")
        with self.assertRaisesRegex(RunFailed, "not so$"):
            scaling.walled(program, "", 1, 1)
        if len(os.sched_getaffinity(0)) > 1:
            done = self.run_with(program, "--only", "32x32x32")
            self.assertEqual((done.returncode, "not so" in done.stderr), (1, True), done.stderr)

    def test_what_cannot_be_begun_is_refused(self):
        for words, reason in ((("--rounds", "0"), "--rounds 0: at least 1"), (("--only", "ring"), "--only ring: no such row; they are torus:8x8x8, 6 VCs, 0.2; ")):
            done = self.run_with("dateline", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    unittest.main()
