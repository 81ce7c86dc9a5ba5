#!/usr/bin/python3
"""Sweeps: their axes, how often stored points are read, and the progress bar."""
import contextlib
import importlib.util
import io
import os
import pty
import re
import subprocess
import sys
import types
import unittest
from unittest import mock

from support import ROOT, PackageTest, dateline

from dateline import places, progress

SHORT = {"topology": "torus:4x4", "cycles": 200, "load": 0.1}
ERASE = "\r\x1b[K"


def missing(module):
    return unittest.skipIf(importlib.util.find_spec(module) is None, f"{module} is not installed")


class Axes(PackageTest):
    def keys(self, **options):
        return [case.key for case in self.sweep(**options).plan.cases]

    def setUp(self):
        super().setUp()
        self.wanted = self.keys(load=[0.1, 0.25], vcs=[2, 4], seed=[1, 2], prove=["auto"])

    @missing("numpy")
    def test_arrays_of_numpy(self):
        import numpy
        others = {"vcs": numpy.array([2, 4]), "seed": numpy.arange(1, 3), "prove": numpy.array(["auto"])}
        for kind in ("float64", "float32"):
            self.assertEqual(self.keys(load=numpy.array([0.1, 0.25], dtype=kind), **others), self.wanted)
        self.refused("load: an array of 2 dimensions; an axis has one", self.sweep, load=numpy.ones((2, 2)))
        self.refused("sweep() takes several", dateline.run, "simulate", load=numpy.array([0.1, 0.2]))
        self.refused("'load' is nan", self.sweep, load=numpy.array([0.1, numpy.nan]))
        self.refused("seed: 0.5 are not whole numbers", self.sweep, seed=numpy.array([0.5]))

    @missing("pandas")
    def test_series_and_indices_of_pandas(self):
        import pandas
        table = pandas.DataFrame({"load": [0.1, 0.25], "vcs": [2, 4], "seed": [1, 2]}, index=[7, 3])
        others = {"vcs": pandas.Index(table.vcs), "prove": pandas.Series(["auto"])}
        self.assertEqual(self.keys(load=table.load, seed=table.seed, **others), self.wanted)
        self.refused("sweep() takes several", dateline.run, "simulate", load=table.load)

    def test_a_flag_is_in_every_row(self):
        rows = dateline.sweep("optimal", results=self.folder, topology="torus:3", minimal_only=[False, True]).rows()
        self.assertEqual([row["minimal_only"] for row in rows], [False, True])
        self.assertEqual([row["minimal_only"] for row in rows.means("optimum_rows", by="minimal_only")], [False, True])

    def test_it_says_what_it_is(self):
        self.assertEqual(repr(self.sweep(load=[0.1, 0.2])), "<Sweep: 2 points of simulate>")


class Stored(PackageTest):
    def test_each_stored_point_is_read_once_and_nothing_else(self):
        wanted = {**SHORT, "seed": range(1, 9)}
        first = self.sweep(**wanted).rows()
        store, read = places.runner("running.store"), []
        really = store.read_object

        def noted(file):
            read.append(file.name)
            return really(file)
        sweep = self.sweep(**wanted)
        with mock.patch.object(store, "read_object", noted):
            self.assertEqual(sweep.rows(), first)
        self.assertEqual(sorted(read), sorted(f"{row['key']}.json" for row in first))
        self.assertEqual(sweep.store.read, {})  # results are not kept in memory

    def test_a_search_whose_run_fails_says_why(self):
        search = {"option": "load", "resolution": 0.2}
        [row] = dateline.sweep("simulate", results=self.folder, topology="torus:4x4", vcs=1, search=search).rows()
        self.assertEqual(row["status"], "failed")
        self.assertIn("vcs=1 is too few", row["problem"])


class Bars(PackageTest):
    def on_a_terminal(self, code, **environment):
        """What a terminal gets of both streams."""
        controller, terminal = pty.openpty()
        wanted = {"command": "simulate", "results": str(self.folder), **SHORT, "seed": [1, 2, 3]}
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "TERM": "xterm", "COLUMNS": "80", **environment}
        process = subprocess.Popen([sys.executable, "-c", f"import dateline\nwanted = {wanted!r}\n{code}"],
                                   stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=environment)
        os.close(terminal)
        output = b""
        with contextlib.suppress(OSError):  # the end of what a terminal gets
            while more := os.read(controller, 1 << 16):
                output += more
        os.close(controller)
        self.assertEqual(process.wait(), 0, output)
        return output.decode().replace("\r\n", "\n")

    def off_terminal(self, **options):
        stream = io.StringIO()
        with contextlib.redirect_stderr(stream):
            self.sweep(**SHORT, seed=range(1, 6), **options).rows()
        return stream.getvalue()

    def test_a_terminal_shows_one_line_that_is_drawn_again(self):
        output = self.on_a_terminal("dateline.sweep(**wanted).rows()")
        lines = [line for line in output.split(ERASE) if line]
        self.assertEqual([re.match(r"\[[#.]{20}\] (\d)/3 points", line)[1] for line in lines], ["0", "1", "2", "3"])
        self.assertRegex(lines[-1], r"^\[#{20}\] 3/3 points, took \d+ s\n$")
        self.assertNotIn("\n", "".join(lines[:-1]))
        self.assertEqual(self.on_a_terminal("dateline.sweep(**wanted).rows()"), "")  # nothing is run

    def test_a_loop_over_rows_may_print(self):
        output = self.on_a_terminal("for row in dateline.sweep(**wanted):\n  print('row', row['seed'], flush=True)")
        self.assertEqual(len(re.findall(re.escape(ERASE) + r"row \d\n", output)), 3)

    def test_an_interrupted_sweep_leaves_an_empty_line(self):
        output = self.on_a_terminal("from unittest import mock\nfrom dateline import places\n"
                                    "def run(*words):\n  raise KeyboardInterrupt\n  yield\n"
                                    "with mock.patch.object(places.runner('running.execute').Pool, 'run', run):\n"
                                    "  try: dateline.sweep(**wanted).rows()\n"
                                    "  except KeyboardInterrupt: print('stopped')\n")
        self.assertTrue(output.endswith(f"0/3 points{ERASE}stopped\n"), output)

    def test_it_is_silent_when_asked_and_on_a_dumb_terminal(self):
        self.assertEqual(self.on_a_terminal("dateline.sweep(**wanted, progress=False).rows()"), "")
        self.assertEqual(self.on_a_terminal("wanted['seed'] = 4; dateline.sweep(**wanted).rows()", TERM="dumb"), "")

    def test_elsewhere_it_is_silent_unless_asked(self):
        self.assertEqual(self.off_terminal(), "")
        lines = self.off_terminal(vcs=8, progress=True).splitlines()
        self.assertEqual([line.partition(",")[0] for line in lines],
                         [f"[{'#' * 4 * done}{'.' * 4 * (5 - done)}] {done}/5 points" for done in (1, 2, 3, 4, 5)])

    def test_failures_are_counted_and_the_time_left_follows_the_cost(self):
        with mock.patch.object(progress.time, "monotonic", side_effect=[0.0, 10.0]):
            bar = progress.Bar(4, 100.0)
            bar.add(20.0, failed=True)
            self.assertEqual(bar.line(), "[#####...............] 1/4 points, 1 failed, 40 s left")  # a fifth took 10 s

    def test_a_notebook_draws_it_again_in_its_cell(self):
        said = []
        handle = types.SimpleNamespace(update=lambda data, raw: said.append(data["text/plain"]))

        def display(data, raw, display_id):
            said.append(data["text/plain"])
            return handle
        modules = {"IPython": types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=object())),
                   "IPython.display": types.SimpleNamespace(display=display)}
        with mock.patch.dict(sys.modules, modules):
            self.assertEqual(self.off_terminal(), "")
        self.assertEqual(said[0], f"[{'.' * 20}] 0/5 points")
        self.assertTrue(said[-1].startswith(f"[{'#' * 20}] 5/5 points, took "), said)
        terminal = {"IPython": types.SimpleNamespace(get_ipython=lambda: object())}
        with mock.patch.dict(sys.modules, terminal):
            self.assertIsNone(progress.notebook())


if __name__ == "__main__":
    unittest.main()
