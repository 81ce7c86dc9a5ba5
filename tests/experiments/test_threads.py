#!/usr/bin/python3
"""Runs of several threads: how many slots each takes, what runs beside what, and what is asked of the simulator; and with the simulator itself, that its
`--threads auto` is counted as it counts."""

import os
import re
import subprocess
import threading
import unittest
from types import SimpleNamespace

from support import HANGS, SMALL, ExperimentCase
from runner.point import Options, Point, Reference
from runner.running.execute import Outcome, Pool
from runner.running.simulator import Simulator
from runner.running.slots import Slots

DEFAULTS = {"threads": "1", "tiles": "auto", "external": None, "vcs": "4", "topology": "torus:8x8"}
CHANNELS = {"torus:8x8": 5 * 64, "torus:16x16": 5 * 256, "torus:32x32": 5 * 1024, "torus:20x20": 5 * 400, "mesh:3x3": 24 + 9}  # injection channels among them


def point(key="0", checkpoint="", outputs=(), weight=1.0, **given):
    given = {name: str(value) for name, value in given.items()}
    made = Point("simulate", given, Options(given, DEFAULTS), key, outputs, checkpoint=checkpoint)
    object.__setattr__(made, "weight", lambda: weight)
    return made


def slots(count, processors=64):
    return Slots(count, SimpleNamespace(channels=CHANNELS.__getitem__), processors)


class Widths(unittest.TestCase):
    def test_one_for_each_thread_and_never_more_than_there_are(self):
        for threads, count, width in ((1, 4, 1), (2, 4, 2), (4, 4, 4), (8, 4, 4), (8, 1, 1), (0, 4, 1), ("many", 4, 1)):
            self.assertEqual(slots(count).width(point(threads=threads)), width, (threads, count))
        self.assertEqual(slots(4).width(point()), 1)

    def test_auto_is_a_thread_for_every_2000_vcs(self):
        for topology, vcs, width in (("torus:8x8", 4, 1), ("torus:8x8", 12, 1), ("torus:8x8", 13, 2), ("torus:16x16", 4, 2), ("torus:20x20", 4, 4), ("mesh:3x3", 4, 1)):
            self.assertEqual(slots(64).width(point(threads="auto", topology=topology, vcs=vcs)), width, (topology, vcs))

    def test_auto_is_no_more_than_processors_slots_tiles_and_256(self):
        large = {"threads": "auto", "topology": "torus:32x32"}  # 10 by its VCs
        self.assertEqual(slots(64).width(point(**large)), 10)
        self.assertEqual(slots(64, 6).width(point(**large)), 6)
        self.assertEqual(slots(3, 6).width(point(**large)), 3)
        self.assertEqual(slots(64).width(point(tiles=7, **large)), 7)
        self.assertEqual(slots(1000, 1000).width(point(vcs=400, **large)), 256)

    def test_auto_is_one_where_simulate_takes_one(self):
        large = {"threads": "auto", "topology": "torus:32x32"}
        self.assertEqual(slots(64).width(point(external="all", **large)), 1)
        self.assertEqual(slots(64).width(point(outputs=("vcd",), **large)), 1)
        self.assertEqual(slots(64).width(point(checkpoint="10m", **large)), 1, "the checkpoint is of one tile")
        self.assertEqual(slots(64).width(point(checkpoint="10m", tiles=4, **large)), 4)
        made = point(threads="auto")
        made.given["topology"] = made.options.given["topology"] = Reference("graph:", "0" * 16, "graph", "best")
        self.assertEqual(slots(64).width(made), 1, "the network is not there yet")

    def test_a_run_is_given_the_threads_that_it_has_slots_for(self):
        def given(own, count):
            return {name: value for name, value in slots(count).fitted(own).given.items() if name in ("threads", "tiles")}
        self.assertEqual(given(point(threads=4), 4), {"threads": "4"})
        self.assertEqual(given(point(threads=4), 2), {"threads": "2"})
        self.assertEqual(given(point(), 2), {})
        self.assertEqual(given(point(threads="auto", topology="torus:32x32"), 4), {"threads": "4"})
        self.assertEqual(given(point(threads=4, checkpoint="10m"), 2), {"threads": "2", "tiles": "4"}, "its checkpoint is of as many tiles on every machine")
        self.assertEqual(given(point(threads=4, tiles=6, checkpoint="10m"), 2), {"threads": "2", "tiles": "6"})

    def test_the_wider_begin_first_and_no_slot_that_something_fits_stays_free(self):
        own = slots(4)
        points = [point(key, threads=threads) for key, threads in (("a", 1), ("b", 3), ("c", 1), ("d", 2), ("e", 3))]
        own.add(points)
        keys = {one.key: one for one in points}

        def begun():
            return [one.key for one in iter(own.next, None)]
        self.assertEqual(begun(), ["b", "a"])
        own.release(keys["a"])
        self.assertEqual(begun(), ["c"])
        own.release(keys["b"])
        self.assertEqual(begun(), ["e"])
        own.release(keys["c"])
        self.assertEqual(begun(), [])
        own.release(keys["e"])
        self.assertEqual(begun(), ["d"])

    def test_how_many_run_at_once(self):
        self.assertEqual(slots(4).at_once([point(), point()]), 4)
        self.assertEqual(slots(4).at_once([point(threads=2), point(threads=2)]), 2)
        self.assertEqual(slots(4).at_once([point(threads=4, weight=3.0), point(weight=1.0)]), 1)  # 4 of 3.25
        self.assertEqual(slots(2).at_once([point(threads=8)]), 1)


class Work:
    """Gives out its points at once."""

    def __init__(self, points):
        self.points = points

    def ready(self):
        points, self.points = self.points, []
        return points

    def ended(self, outcome):
        pass


class Observed(Pool):
    """Notes how many slots are held; every run of one thread waits for another of its kind."""

    def __init__(self):
        super().__init__(None, SimpleNamespace(set_aside=lambda point: ""), origin=0)
        self.pair = threading.Barrier(2)
        self.held = self.most = 0
        self.begun = []

    def once(self, point):
        width = int(point.given["threads"])
        with self.lock:
            self.begun.append(point.key)
            self.held += width
            self.most = max(self.most, self.held)
        if width == 1:
            self.pair.wait(HANGS)
        with self.lock:
            self.held -= width
        return Outcome(point, "")


class Pools(unittest.TestCase):
    def test_runs_hold_as_many_slots_as_they_have_threads(self):
        points = [point(str(number), threads=threads) for number, threads in enumerate((1, 2, 1, 8, 1, 1, 2))]
        pool = Observed()
        outcomes = list(pool.run(Work(points), 2, lambda: None))
        self.assertEqual(pool.most, 2)
        self.assertEqual(sorted(outcome.point.key for outcome in outcomes), [str(number) for number in range(7)])
        self.assertTrue(all(outcome.point in points for outcome in outcomes), "as they were given out")
        self.assertEqual(pool.begun[:3], ["1", "3", "6"])


class Runs(ExperimentCase):
    def test_neither_key_nor_result_knows_of_threads(self):
        self.define(SMALL.replace("options:", "options:\n  threads: 4"))
        done = self.run_it("small", "--jobs", "2")
        self.assertEqual((done.returncode, len(self.stored())), (0, 5), done.stderr)
        self.assertIn("5 to run on 1 process, ", done.stdout)
        self.assertTrue(all("--threads 2 " in words for words in self.simulations()), self.simulations())
        self.assertIn("5 stored, 0 to run", self.run_it("small").stdout)
        self.define(SMALL, "other")
        self.assertIn("5 stored, 0 to run", self.run_it("other").stdout)

    def test_the_command_of_a_point_is_as_the_file_says(self):
        self.define(SMALL.replace("options:", "options:\n  threads: auto"))
        done = self.run_it("small", "--jobs", "2", "--dry-run")
        self.assertEqual(done.stdout.count(" --threads auto "), 5, done.stdout)

    def test_auto_asks_for_the_size_of_each_network_once(self):
        self.define(SMALL.replace("torus:8x8", "torus:30x30\n  threads: auto"))
        self.assertEqual(self.run_it("small", "--jobs", "1").returncode, 0)
        self.assertTrue(all("--threads 1 " in words for words in self.simulations() if words.startswith("simulate")))
        self.assertEqual(sum(words.startswith("topology") for words in self.simulations()), 1)


@unittest.skipUnless("DATELINE" in os.environ, "needs the simulator")
class Simulated(ExperimentCase):
    def test_auto_is_counted_as_simulate_counts(self):
        program = os.environ["DATELINE"]
        counted = Slots(256, Simulator(self.place / program, self.place))
        for topology, routing, vcs in (("torus:8x8", "dor", 4), ("torus:16x16", "dor", 4), ("torus:20x20", "dor", 2), ("mesh:24x24", "dor", 1),
                                       ("hypercube:8", "e-cube", 2), ("dragonfly:4,8,4", "min", 2), ("fattree:4,3", "nca", 4)):
            words = [program, "simulate", "--topology", topology, "--routing", routing, "--vcs", str(vcs), "--load", "0.01", "--cycles", "10", "--warmup", "0", "--prove", "never", "--threads", "auto"]
            said = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False)
            self.assertEqual(said.returncode, 0, said.stderr)
            found = re.search(r"^tiles +(\d+) on (\d+) threads?;", said.stdout, re.M)
            self.assertEqual(counted.width(point(threads="auto", topology=topology, vcs=vcs)), int(found[2]) if found else 1, topology)

    def test_a_result_that_does_not_name_its_threads_is_that_of_its_point(self):
        self.define("command: simulate\noptions: {topology: 'mesh:4x4', load: 0.1, cycles: 500, threads: 2}\n")
        for count in (1, 0):
            done = self.run_it("small", "--jobs", "2", simulator=os.environ["DATELINE"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{1 - count} stored, {count} to run", done.stdout)


if __name__ == "__main__":
    unittest.main()
