#!/usr/bin/python3
"""The list of mutants fits the tree: what each changes stands once in its file."""
import os
import sys
import unittest

import mutants
from steps import steps_for

sys.dont_write_bytecode = True
TEXT = "# of two\n1 a.cpp: breaks x\n- a < b\n+ a <= b\n\n2 b/c.py: drops a line\n-   first\n-   second\n+\n"


def tree(name):
    return (mutants.ROOT / name).read_text()


class List(unittest.TestCase):
    def test_every_mutant_changes_a_text_that_stands_once_in_its_file(self):
        self.assertEqual(list(mutants.problems(mutants.read(mutants.LIST.read_text()), tree)), [])

    def test_there_are_142_over_all_folders(self):
        found = mutants.read(mutants.LIST.read_text())
        self.assertEqual(len(found), 142)
        folders = ("models/network", "models/proof", "models/analysis", "models/mesh", "routing", "traffic", "sim/core", "sim/measure",
                   "sim/systemc", "sim/cli", "experiments/runner")
        for folder in folders:
            self.assertTrue(any(mutant.file.startswith(f"{folder}/") for mutant in found), folder)
        for file in sorted({mutant.file for mutant in found})[::1 if "DATELINE_WHOLE" in os.environ else 10]:
            self.assertTrue(steps_for(mutants.ROOT, file, 1), file)

    def test_every_race_changes_a_text_that_stands_once_in_its_file(self):
        races = mutants.read(mutants.LIST.with_name("races.txt").read_text())
        self.assertEqual(list(mutants.problems(races, tree)), [])
        self.assertEqual(len(races), 4)

    def test_a_mutant_is_read_and_applied(self):
        one, two = mutants.read(TEXT)
        self.assertEqual((one.number, one.file, one.breaks, one.old, one.new), (1, "a.cpp", "breaks x", "a < b", "a <= b"))
        self.assertEqual(one.applied("if (a < b) f();"), "if (a <= b) f();")
        self.assertEqual(two.applied("{\n  first\n  second\n}"), "{\n\n}")

    def test_what_does_not_fit_is_named(self):
        texts = {"a.cpp": "a < b; a < b", "b/c.py": "  first\n  third\n"}
        self.assertEqual(list(mutants.problems(mutants.read(TEXT), texts.__getitem__)),
                         ["1: its text stands 2 times in a.cpp, not once", "2: its text stands 0 times in b/c.py, not once"])
        for wrong in ("1 a.cpp: no text", "one a.cpp: x\n- a\n+ b", "1 a.cpp: x\n- a\nb"):
            with self.assertRaises(ValueError):
                mutants.read(wrong)

    def test_a_changed_mutant_has_another_mark(self):
        one, two = mutants.read(TEXT)
        again = mutants.read(TEXT.replace("a <= b", "a == b"))[0]
        self.assertEqual(len({one.mark, two.mark, again.mark}), 3)


if __name__ == "__main__":
    unittest.main()
