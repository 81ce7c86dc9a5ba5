#!/usr/bin/python3
"""`dateline saturate` and the runner's search walk the same loads to the same bracket: one definition (docs/measurement.md)."""
import json
import os
import subprocess
import unittest

from support import TOP
from runner import search as searching
from runner.plan import Search

PROGRAM = os.environ.get("DATELINE") or str(TOP / "build" / "release" / "dateline")
NETWORKS = [["--topology", "torus:4x4", "--traffic", "tornado"], ["--topology", "torus:8", "--traffic", "uniform", "--seed", "3"],
            ["--topology", "mesh:4x4", "--routing", "odd-even", "--traffic", "transpose"], ["--topology", "hypercube:3", "--ejection", "channel"]]
WINDOW = ["--message-length", "8", "--cycles", "3000"]
SETTINGS = [{}, {"start": 0.9, "resolution": 0.1}, {"over": 1.5, "resolution": 0.005}]


def result_of(*arguments):
    return json.loads(subprocess.run([PROGRAM, *arguments, "--json", "-"], capture_output=True, check=True).stdout)


class SameWalk(unittest.TestCase):
    def test_program_and_runner_probe_the_same_loads_and_find_the_same(self):
        for network in NETWORKS:
            for changed in SETTINGS if network is NETWORKS[0] else SETTINGS[:1]:
                with self.subTest(network=network, changed=changed):
                    settings = {"option": "load", "start": 0.02, "over": 1.1, "resolution": 0.02, **changed}
                    trace = searching.walk(Search(settings, {}, {}, None, ""),
                                           lambda load, run=network: [result_of("simulate", *run, *WINDOW, "--load", load)])
                    found = result_of("saturate", *network, *WINDOW, *(f"--{name}={value}" for name, value in changed.items()))
                    self.assertEqual([(float(p["load"]), p["saturated"]) for p in found["probes"]],
                                     [(float(load), saturated) for load, saturated in trace.probes])
                    outcome = searching.outcome(trace)
                    for theirs, ours in (("sustained", "sustained"), ("saturated_from", "saturated_from"), ("served", "served"), ("reached", "reached"),
                                         ("ideal", "ideal_throughput_exact")):
                        self.assertEqual(outcome[theirs], found[ours], theirs)


if __name__ == "__main__":
    unittest.main()
