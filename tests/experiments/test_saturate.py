#!/usr/bin/python3
"""The runner's search says what `dateline saturate` says: it is that program's run, an undecided one included."""
import json
import os
import subprocess
import unittest

from support import TOP, ExperimentCase

PROGRAM = os.environ.get("DATELINE") or str(TOP / "build" / "release" / "dateline")
SEARCH = """\
command: simulate
options: {{topology: "mesh:3x3", packet-length: 4, traffic: {traffic}}}
search: {{resolution: {resolution}}}
seeds: [1, 2]
"""


class SameAnswer(ExperimentCase):
    def test_a_search_with_seeds_has_the_least_of_what_the_program_finds(self):
        for traffic, resolution in (("uniform", "0.2"), ("transpose", "0.1")):
            with self.subTest(traffic=traffic):
                self.define(SEARCH.format(traffic=traffic, resolution=resolution))
                done = self.run_it("small", simulator=PROGRAM)
                self.assertEqual(done.returncode, 0, done.stderr)
                runs = [subprocess.run([PROGRAM, "saturate", "--topology", "mesh:3x3", "--packet-length", "4", "--traffic", traffic, "--search.resolution", resolution,
                                        "--seed", seed, "--json", "-"], capture_output=True) for seed in "12"]
                found = [json.loads(run.stdout) for run in runs]
                (row,) = self.rows()
                for name in ("sustained", "saturated_from", "knee_at_least", "served"):
                    self.assertEqual(float(row[name]), min(one[name] for one in found), name)
                self.assertEqual(int(row["undecided"]), sum(run.returncode == 1 for run in runs))
                self.assertEqual(int(row["probes"]), sum(len(one["probes"]) for one in found))
                self.assertAlmostEqual(float(row["reached"]), sum(one["reached"] for one in found) / 2)


if __name__ == "__main__":
    unittest.main()
