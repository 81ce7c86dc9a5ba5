#!/usr/bin/python3
"""The parts that points pass on their way to a cluster and back: chunks, files, what tasks say, how long to wait; computed by hand."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from types import SimpleNamespace
from unittest import mock

import slurm_case  # noqa: F401  (where the runner is)
from support import HANGS, STANDIN, TOP
from runner.point import Options, Point, Reference
from runner.running.costs import Costs
from runner.running.simulator import Simulator
from runner.running.store import Store
from runner.slurm import frozen, job_array, request
from runner.slurm.chunks import chunks
from runner.slurm.state import Place, Records, State


def point(weight, command="a", key="", repeat=1):
    return SimpleNamespace(command=command, weight=lambda: weight, key=key, repeat=repeat)


def weights(lists):
    return [[one.weight() for one in chunk] for chunk in lists]


class Chunks(unittest.TestCase):
    def costs(self, **rates):
        """Seconds per weight of commands."""
        found = Costs()
        for command, rate in rates.items():
            found.add(point(1, command), rate)
        return found

    def test_as_many_as_take_the_time_asked_for_and_of_similar_cost(self):
        points = [point(weight) for weight in (10, 20, 30, 40, 50, 60)]
        lists, longest = chunks(points, self.costs(a=2.0), 3, 1000)  # 420 s: three tasks of 3 minutes
        self.assertEqual(weights(lists), [[60, 10], [50, 20], [40, 30]])
        self.assertEqual(longest, 140)

    def test_never_more_than_there_are_points_and_never_none(self):
        self.assertEqual(weights(chunks([point(1), point(2)], self.costs(a=900.0), 1, 1000)[0]), [[2], [1]])
        self.assertEqual(weights(chunks([point(1), point(2)], self.costs(a=0.001), 1, 1000)[0]), [[2, 1]])

    def test_without_wall_times_by_weights_alone(self):
        lists, longest = chunks([point(1 + number % 2) for number in range(250)], Costs(), 5, 1000)
        self.assertEqual((len(lists), longest), (100, None))
        self.assertEqual({sum(chunk) for chunk in weights(lists)}, {3, 4})  # 375 in 100
        self.assertEqual(sum(map(len, lists)), 250)

    def test_a_command_without_wall_times_costs_as_the_others(self):
        lists, longest = chunks([point(10, "a"), point(10, "b"), point(10, "c")], self.costs(a=1.0, b=3.0), 1, 1000)
        self.assertEqual(([[one.command for one in chunk] for chunk in lists], longest), ([["b", "c", "a"]], 60))  # 30 + 20 + 10

    def test_repeated_runs_cost_as_often(self):
        self.assertEqual(weights(chunks([point(10, repeat=5), point(20), point(30)], self.costs(a=2.0), 2, 1000)[0]), [[10], [30, 20]])

    def test_points_that_cost_nothing_are_spread(self):
        self.assertEqual([len(chunk) for chunk in chunks([point(0) for _ in range(200)], Costs(), 5, 1000)[0]], [2] * 100)

    def test_an_array_has_at_most_so_many_tasks(self):
        for costs in (self.costs(a=1.0), Costs()):
            self.assertEqual(len(chunks([point(60) for _ in range(300)], costs, 1, 70)[0]), 70)

    def test_times_as_slurm_reads_them(self):
        for text, minutes in (("30m", 30), ("2h", 120), ("1d", 1440), ("1-12:00:00", 2160), ("1-00:30", 1470), ("01:30:00", 90), ("01:30:01", 91),
                              ("90:00", 90), ("00:20", 1)):
            self.assertIsNone(request.time(text), text)
            self.assertEqual(request.minutes_of(text), minutes, text)
        for value in (90, 5400, 1.5, True, "90", "90s", "1:2:3:4", "", "1-2", None):
            self.assertTrue(request.time(value), value)
        for own, wanted in (({}, (5, 1000)), ({"chunk": 10, "tasks": 7}, (10, 7)), ({"chunk": 10, "time": "4m"}, (2, 1000)), ({"chunk": "1/2"}, (0.5, 1000))):
            self.assertEqual(request.division(own), wanted)


class Files(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name).resolve()

    def points(self):
        defaults = {"topology": None, "routing": None, "seed": "1", "all-channels": False}
        left = Reference("table:", "a" * 16, "table", "optimum")
        return [Point("simulate", {"topology": "torus:4x4", "routing": left, "all-channels": True}, Options({"topology": "torus:4x4", "routing": left,
                      "all-channels": True}, defaults), "b" * 16, ("table", "frames"), 90.5, 3),
                Point("simulate", {"routing": "dor", "threads": "2"}, Options({"routing": "dor", "threads": "2"}, {**defaults, "seed": "2"}), "d" * 16,
                      inert=("threads",)),
                Point("simulate", {"routing": "dor"}, Options({"routing": "dor"}, defaults), "e" * 16,
                      warm_up=Point("simulate", {}, Options({}, {}), "f" * 16, warms=True)),
                Point("loads", {"topology": "mesh:3x3"}, Options({"topology": "mesh:3x3"}, {"topology": None}), "c" * 16)]

    def test_a_point_comes_back_as_it_went(self):
        simulator, store = Simulator(STANDIN, TOP, self.place / "proofs"), Store(self.place / "results", 4)
        frozen.freeze(self.place / "chunk.json", self.points(), simulator, store, ("abc", True), 3)
        found, own_simulator, own_store, origin, slots = frozen.thaw(self.place / "chunk.json")
        self.assertEqual((own_simulator, own_store.directory, own_store.result_version, origin, slots), (simulator, store.directory, 4, ("abc", True), 3))
        for before, after in zip(self.points(), found):
            plain = [{**vars(own), "options": dict(own.options), "warm_up": own.warm_up and (own.warm_up.key, own.warm_up.warms)} for own in (before, after)]
            self.assertEqual(*plain)
            self.assertEqual(simulator.command_line(before, store.file(before.key)), own_simulator.command_line(after, own_store.file(after.key)))
            self.assertEqual(before.weight(), after.weight())
        self.assertEqual((found[0].given["routing"].key, found[0].given["routing"].called), ("a" * 16, "optimum"))

    def test_a_task_needs_the_standard_library_alone(self):
        """With -S python3 knows no package of Debian's or of a user's."""
        words = [sys.executable, "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import runner.slurm.task; "
                 "print(*sorted({name.partition('.')[0] for name in sys.modules}))", str(TOP / "experiments")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue({"yaml", "matplotlib", "numpy"}.isdisjoint(done.stdout.split()), done.stdout)
        self.assertIn("runner", done.stdout.split())

    def test_records_come_once_and_when_their_line_is_whole(self):
        records = Records(self.place, 2)
        self.assertEqual(records.new(), [])
        file = self.place / "outcomes-1"
        file.write_text('{"key": "a", "problem": ""}\n{"key": "b", ')
        self.assertEqual(records.new(), [{"key": "a", "problem": ""}])
        self.assertEqual(records.new(), [])
        with file.open("a") as opened:
            opened.write('"problem": "exit status 1"}\nnot JSON\n{"end": true}\n')
        self.assertEqual(records.new(), [{"key": "b", "problem": "exit status 1"}])
        self.assertEqual(records.over, {1})

    def test_what_is_under_way_is_noted_and_forgotten(self):
        place = Place(self.place)
        self.assertEqual(place.load(), State())
        state = State("17", "array-x", [["a", "b"], ["c"]], {"a": 1}, {"c": ["exit status 1", ["why"]]})
        for name in ("array-x", "array-y"):
            (self.place / ".slurm" / name).mkdir(parents=True)
        place.save(state)
        self.assertEqual((place.load(), state.counted()), (state, "3 points in 2 tasks"))
        place.clear(keep="array-x")
        self.assertEqual(sorted(file.name for file in place.directory.iterdir()), ["array-x", "state.json"])
        place.clear()
        self.assertEqual(list(self.place.iterdir()), [])


class Late(unittest.TestCase):
    """Results of which a task has said that they are stored, and which this machine does not see yet."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name) / ".slurm/array-x"
        self.folder.mkdir(parents=True)
        self.now, self.seen = 0.0, set()
        store = SimpleNamespace(holds=lambda point: point.key in self.seen)
        self.array = job_array.Array(State("1", "array-x", [["a"], ["b"]]), Place(pathlib.Path(place.name)), store, None, clock=lambda: self.now)
        self.waiting = {key: point(1, key=key) for key in "ab"}
        patched = mock.patch.object(job_array, "patience", lambda folder: 30.0)
        patched.start()
        self.addCleanup(patched.stop)

    def said(self, task, *records):
        with open(self.folder / f"outcomes-{task}", "a") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)

    def outcomes(self):
        return [(outcome.point.key, outcome.problem) for outcome in self.array.outcomes(self.waiting)]

    def test_they_are_waited_for(self):
        self.said(0, {"key": "a", "problem": ""}, {"end": True})
        self.said(1, {"key": "b", "problem": "exit status 1", "stderr": ["why"]}, {"end": True})
        self.assertEqual((self.outcomes(), self.array.over()), ([("b", "exit status 1")], False))
        self.array.leave_queue()
        self.now = 29.0
        self.assertEqual((self.outcomes(), self.array.over()), ([], False))
        self.seen.add("a")
        self.assertEqual((self.outcomes(), self.array.over()), ([("a", "")], True))

    def test_but_not_for_ever(self):
        self.said(0, {"key": "a", "problem": ""}, {"end": True})
        self.array.leave_queue()
        self.now = 30.0
        self.assertEqual((self.outcomes(), self.array.over(), self.array.pending), ([], True, {"a", "b"}))

    def test_a_task_that_said_nothing_may_be_late_too(self):
        self.array.leave_queue()
        self.assertFalse(self.array.over())
        self.seen |= {"a", "b"}
        self.assertEqual((self.outcomes(), self.array.over()), ([("a", ""), ("b", "")], True))

    def test_what_tasks_that_said_their_last_word_did_not_say_is_lost_at_once(self):
        for task in (0, 1):
            self.said(task, {"end": True})
        self.outcomes()
        self.assertFalse(self.array.over())  # requeued, perhaps: it is in the queue
        self.array.leave_queue()
        self.assertTrue(self.array.over())


class Patience(unittest.TestCase):
    def test_only_file_systems_of_other_machines_are_waited_for(self):
        mounts = "none / ext4 rw 0 0\nserver:/home /home nfs4 rw 0 0\nnone /home/local xfs rw 0 0\nwork /work lustre rw 0 0\n"
        for folder, seconds in (("/tmp/a", 0.0), ("/home/a", 30.0), ("/home/local/a", 0.0), ("/homes", 0.0), ("/work", 30.0)):
            with mock.patch("builtins.open", mock.mock_open(read_data=mounts)):
                self.assertEqual(job_array.patience(folder), seconds, folder)


if __name__ == "__main__":
    unittest.main()
