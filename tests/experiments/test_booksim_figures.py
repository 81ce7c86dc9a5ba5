#!/usr/bin/python3
"""What import-booksim writes, run here, against figures of BookSim 2 itself (tests/data/booksim.json; docs/guide/booksim.md).

A knee is the load at which the mean latency is three times that of an empty network, in either simulator.
"""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import HANGS, TOP, WHOLE, call, sample
from booksim.main import main
from booksim.options import OFFSET

FIGURES = json.loads((TOP / "tests/data/booksim.json").read_text())
CLOSE = 0.05
WINDOW = ("--cycles", "10000", "--warmup", "2500", "--seed", "1", "--prove", "never", "--json", "-")


@unittest.skipUnless(os.environ.get("DATELINE"), "no simulator is named by DATELINE")
class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def imported(self, settings):
        """The options' file of a configuration."""
        runfile, options = self.folder / "runfile", self.folder / "options"
        settings = {**FIGURES["common"], **settings, "injection_rate": "0.01"}
        runfile.write_text("".join(f"{name} = {value};\n" for name, value in settings.items()))
        call([runfile, "--out", options], self.folder, os.environ, main)
        return options

    def run_at(self, options, load):
        done = subprocess.run([os.environ["DATELINE"], "simulate", "--config", options, "--load", str(load), *WINDOW],
                              capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def test_light_loads(self):
        """Of the drawn configurations at least 20 have every latency below 80% of the knee within 5% of BookSim's, constant included; those of the
        default sample have all."""
        self.assertEqual(len(FIGURES["light"]), 23)
        outside = {}
        for number, drawn in sample(enumerate(FIGURES["light"]), 1):
            options = self.imported(drawn["settings"])
            for load, latency in drawn["points"]:
                ratio = (self.run_at(options, load)["latency"]["mean"] + OFFSET) / latency
                if abs(ratio - 1) > CLOSE:
                    outside.setdefault(number, []).append((load, round(ratio, 3)))
        self.assertLessEqual(len(outside), 3 if WHOLE else 0, outside)

    def test_adaptive_points(self):
        """Of 36 points of min_adapt, mended to adapt, at least 30 are within 5%: all on meshes, and on a torus all but the highest load."""
        self.assertEqual(sum(len(drawn["points"]) for drawn in FIGURES["adaptive"]), 36)
        outside = {}
        for number, drawn in sample(enumerate(FIGURES["adaptive"]), 1):
            options = self.imported(drawn["settings"])
            for load, latency in sample(drawn["points"], 2):
                ratio = (self.run_at(options, load)["latency"]["mean"] + OFFSET) / latency
                if abs(ratio - 1) > CLOSE:
                    outside.setdefault(number, []).append((load, round(ratio, 3)))
        self.assertLessEqual(sum(len(points) for points in outside.values()), 6 if WHOLE else 0, outside)
        self.assertEqual([number for number in outside if FIGURES["adaptive"][number]["settings"]["topology"] == "mesh"], [])

    def test_knees(self):
        """The latency passes three times that of an empty network between 95% and 105% of the load at which BookSim's does. Of the others
        docs/guide/booksim.md has the cause."""
        wrong = {}
        for curve in sample((curve for curve in FIGURES["knees"] if "cause" not in curve), 1):
            options = self.imported(curve["settings"])
            for part, above in ((1 - CLOSE, False), (1 + CLOSE, True)):
                run = self.run_at(options, round(part * curve["knee"], 5))
                empty = run["bounds"]["zero_load_latency"] + OFFSET
                if (run["latency"]["mean"] + OFFSET > 3 * empty) != above:
                    wrong[json.dumps(curve["settings"])] = part, round((run["latency"]["mean"] + OFFSET) / empty, 2)
        self.assertEqual(wrong, {})


if __name__ == "__main__":
    unittest.main()
