#!/usr/bin/python3
"""Experiment files as a stranger gets them wrong, one mistake in each: nothing runs, and one line names the file, its line, the key, and the nearest legal value."""

import unittest

from support import ExperimentCase

RIGHT = """\
about: loads on a small torus
command: simulate
options: {topology: torus:8x8, cycles: 2000}
grid: {load: [0.1, 0.2]}
series: [{traffic: [uniform, tornado], vcs: 2}, {traffic: uniform, vcs: 4}]
figures:
- {kind: curves, x: load, y: latency.mean, by: [traffic, vcs]}
columns: [latency.mean, accepted]
checks: [{value: accepted, at-most: 1}]
quick: {cycles: 500}
"""
# (what stands there, what stands there by mistake, line, what the answer names)
WRONG = (
    ("simulate", "simulat", 2, ("'simulat'", "nearest: simulate")),
    ("command: simulate\n", "", 1, ("'command'", "e.g. simulate")),
    ("cycles: 2000", "cylces: 2000", 3, ("'cylces'", "nearest: cycles")),
    ("cycles: 2000", "message-length: 16", 3, ("'message-length'", "it is now packet-length")),
    ("cycles: 2000", "buffer-depth: [2, 4]", 3, ("'buffer-depth' has several values", "series, grid or zip")),
    ("cycles: 2000", "routing: no", 3, ("'routing'", "not false", "in quotes")),
    ("cycles: 2000", "load: 0.1", 4, ("'load' is set under options and under grid",)),
    ("cycles: 2000", "json: result.json", 3, ("'json'", "the runner sets it")),
    ("grid:", "gird:", 4, ("'gird'", "nearest: grid")),
    ("[0.1, 0.2]", "0.1", 4, ("'load' under grid", "a list of values")),
    ("[0.1, 0.2]", "[0.1, 0.1]", 4, ("'load' holds 0.1 twice",)),
    ("[0.1, 0.2]}", "[0.1, 0.2}", 4, ("not YAML",)),
    ("columns: [latency.mean", "columns: [latency.avg", 8, ("'latency.avg'", "nearest: latency.mean")),
    ("mean, accepted]", "mean, throughput]", 8, ("'throughput'", "nearest: accepted")),
    ("kind: curves", "kind: curve", 7, ("'curve'", "nearest: curves")),
    ("kind: curves", "kind: multiples", 7, ("'multiples'", "it is now curves")),
    ("y: latency.mean", "y: latency", 7, ("'latency' is several values", "nearest: latency.mean")),
    ("by: [traffic, vcs]", "by: [trafic, vcs]", 7, ("'trafic'", "nearest: traffic")),
    ("by: [traffic, vcs]", "by: vcs", 7, ("differ in traffic",)),
    ("by: [traffic, vcs]", "by: [traffic, vcs], at: {vcs: 3}", 7, ("'at': no point has vcs 3", "allowed: 2, 4")),
    ("by: [traffic, vcs]", "by: [traffic, vcs], ylabel: cycles", 7, ("'ylabel'", "nearest: y-label")),
    ("by: [traffic, vcs]", "by: [traffic, vcs], part: measured", 7, ("no part 'measured'", "no 'parts'")),
    ("{kind: curves, x: load, y: latency.mean, by: [traffic, vcs]}", "{kind: heat, x: load, y: vcs}", 7, ("'heat' needs 'value'",)),
    ("{kind: curves, x: load, y: latency.mean, by: [traffic, vcs]}", "{kind: bars, x: load}", 7, ("'bars' needs 'x' and 'y', or 'groups' and 'series'",)),
    ("{kind: curves, x: load, y: latency.mean, by: [traffic, vcs]}", "{kind: latency-vs-load, show: [p99]}", 7, ("'show'", "one of percentiles", "not 'p99'")),
    ("at-most: 1", "atmost: 1", 9, ("'atmost'", "nearest: at-most")),
    ("cycles: 500", "cycle: 500", 10, ("'cycle'", "nearest: cycles")),
    ("quick:", "seeds: 3\nquick:", 10, ("'seeds'", "e.g. [1, 2, 3]")),
    ("quick:", "timeout: 10 minutes\nquick:", 10, ("'timeout'", "10m")),
    ("quick:", "checkpoint: often\nquick:", 10, ("'checkpoint'", "10m", "1000000cycles")),
)


class Wrong(ExperimentCase):
    def test_the_right_one_is_right(self):
        self.define(RIGHT)
        done = self.run_it("small", "--dry-run")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_each_ends_before_the_first_run_in_one_line(self):
        self.assertGreaterEqual(len(WRONG), 20)
        for right, wrong, line, names in WRONG:
            with self.subTest(wrong=wrong):
                self.assertEqual(RIGHT.count(right), 1, "one mistake")
                self.define(RIGHT.replace(right, wrong))
                done = self.run_it("small")
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, rf"^error: experiments/small\.yaml:{line}: [^\n]+\n$")
                for name in names:
                    self.assertIn(name, done.stderr)
                self.assertEqual(self.simulations(), [])
                self.assertFalse(self.results.exists())


if __name__ == "__main__":
    unittest.main()
