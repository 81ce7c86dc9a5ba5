#!/usr/bin/python3
"""Many points: an outcome costs the same however many there are; a run with nothing to do does nothing; a plan is of a known size."""

import json
import unittest
from types import SimpleNamespace

from support import SMALL, ExperimentCase
from runner.point import Options
from runner.running.work import Work

CHECKED = SMALL + "checks:\n- {value: accepted, at-most: 1}\n"


class Many(unittest.TestCase):
    def test_each_outcome_is_looked_at_once_and_what_is_left_is_counted(self):
        asked = []

        class Store:
            def holds(self, point):
                asked.append(point.key)
                return False

        points = [SimpleNamespace(key=str(number), command="simulate", outputs=(), needs=lambda: [], warm_up=None, warms=False, weight=lambda number=number: float(number)) for number in range(2000)]
        plan = SimpleNamespace(part=SimpleNamespace(name=""), cases=points, searches=[], curves=[])
        work = Work({"": plan}, {("", point.key) for point in points}, Store())
        order = work.ready()
        self.assertEqual([point.key for point in order[:2]], ["1999", "1998"])
        self.assertEqual(len(order), 2000)
        self.assertEqual(len(asked), 2000)
        for number, point in enumerate(order, 1):
            work.ended(SimpleNamespace(point=point, problem=""))
            self.assertEqual(work.ready(), [])
            if number % 500 == 0:
                left = range(2000 - number)
                self.assertEqual(work.expected(), (len(left), float(sum(left))))
        self.assertEqual(len(asked), 2000, "no point is asked for again")

    def test_options_are_what_is_given_over_the_defaults(self):
        options = Options({"b": "2", "c": "3"}, {"a": "0", "b": "1"})
        plain = {"a": "0", "b": "2", "c": "3"}
        self.assertEqual((dict(options), list(options.items()), len(options)), (plain, list(plain.items()), 3))
        self.assertEqual([options.get(name) for name in "abcd"] + [options.get("d", "4")], ["0", "2", "3", None, "4"])
        self.assertEqual(["a" in options, "c" in options, "d" in options, {**options}], [True, True, False, plain])
        with self.assertRaises(KeyError):
            options["d"]


class NothingToDo(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.define(CHECKED)
        self.first = self.run_it("small")
        self.assertEqual(self.first.returncode, 0, self.first.stderr)

    def times(self):
        return {file.name: file.stat().st_mtime_ns for file in (self.results / "small").iterdir() if not file.name.startswith(".")}

    def made_again(self, *words, **more):
        """Whether a run writes the files anew; it must say the same as one that does."""
        before = self.times()
        done = self.run_it("small", *words, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return any(time != before.get(name) for name, time in self.times().items()), done.stdout

    def test_nothing_is_written_and_the_same_is_said(self):
        again, said = self.made_again()
        self.assertFalse(again)
        self.assertEqual(said.splitlines()[0], "small: 5 points, 5 stored, 0 to run")
        self.assertEqual(said.splitlines()[1:], self.first.stdout.splitlines()[1:])
        self.assertEqual(len(self.simulations()), 5)

    def test_whatever_decides_the_output_makes_it_anew(self):
        (self.results / "small/summary.md").unlink()
        self.assertTrue(self.made_again()[0])
        self.assertFalse(self.made_again()[0])
        page = self.results / "small/report.html"
        page.write_text("edited")
        self.assertTrue(self.made_again()[0])
        self.assertNotEqual(page.read_text(), "edited")
        self.define(CHECKED.replace("a small one", "another text"))
        self.assertTrue(self.made_again()[0])
        self.assertIn("another text", page.read_text())
        stored = self.points / f"{self.rows()[0]['key']}.json"
        stored.write_text(json.dumps({**json.loads(stored.read_text()), "accepted": 0.75}))
        self.assertTrue(self.made_again()[0])
        self.assertEqual(self.rows()[0]["accepted"], "0.75")
        stored.write_text("{")
        self.assertTrue(self.made_again()[0])
        self.assertEqual(len(self.simulations()), 6)

    def test_paths_are_those_of_where_one_stands(self):
        self.assertIn("\nresults/small/results.csv\n", self.made_again(cwd=self.place)[1])
        self.assertIn("\nsmall/results.csv\n", self.made_again(cwd=self.results)[1])
        self.assertFalse(self.made_again(cwd=self.results)[0])

    def test_a_note_that_is_damaged_or_in_the_way_is_no_error(self):
        note = self.results / "small/.settled"
        for text in ("{", "[]", "{}", json.dumps({**json.loads(note.read_text()), "files": 5}), json.dumps({**json.loads(note.read_text()), "keys": [1]})):
            note.write_text(text)
            self.assertTrue(self.made_again()[0], text)
        note.unlink()
        note.mkdir()
        self.assertTrue(self.made_again()[0])

    def test_what_does_not_hold_is_said_every_time(self):
        self.define(CHECKED.replace("at-most: 1", "at-most: 0.2"))
        for _ in range(2):
            done = self.run_it("small")
            self.assertEqual(done.returncode, 1)
            self.assertIn("VIOLATED", done.stderr)

    def test_holes_are_filled_when_another_run_stores_them(self):
        self.define(CHECKED.replace("[0.1, 0.2]", "[0.1, 0.15]"), "other")
        self.run_it("other", "--only", "load=0.1")
        self.assertEqual([row["status"] for row in self.rows("other")].count("missing"), 1)
        self.define(CHECKED.replace("[0.1, 0.2]", "[0.1, 0.15]").replace("a small one", "a third"), "third")
        self.run_it("third")
        self.run_it("other", "--only", "load=0.1")
        self.assertEqual([row["status"] for row in self.rows("other")].count("missing"), 0)


if __name__ == "__main__":
    unittest.main()
