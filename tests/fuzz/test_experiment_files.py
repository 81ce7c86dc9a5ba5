#!/usr/bin/python3
"""Experiment files that somebody or something has damaged: whatever stands in them, the runner runs or refuses them. Status 0 or 2 (1 where
simulations ran and some failed), refusals in one printable line, no traceback, no more than 20 s of CPU and 2 GiB, nothing written outside the results, and
in them no temporary; a dry run writes nothing at all.

12 files are tried by default, 1,500 in the whole; one in ten is run, by the stand-in for the simulator. A case is a function of its number, and a
failure names it and shows the file.
"""
import os
import pathlib
import random
import resource
import subprocess
import sys
import unittest

import yaml

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tests" / "experiments"))
sys.path.append(str(TOP / "tests" / "support"))
from support import DRAWN, STANDIN, ExperimentCase  # noqa: E402
from sample import sample  # noqa: E402

CASES = sample(1500, 12)
SECONDS, MEMORY = 20, 2 << 30  # of CPU; of address space
ONE_OF_RUN = 10
SPECS = [DRAWN] + [path.read_text() for path in sorted((TOP / "experiments").glob("*/*.yaml"))]
WORDS = ["", "-", "..", "../../evil", "/etc/passwd", "/dev/zero", "a b", "NaN", "-.inf", "1e999", "torus:8x8", "torus:99999x99999", "dor", "no such name", "accepted",
         "x" * 5000, "\x1b[31mred", "two\nlines", "\u202eleft", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "channels[from=0,to=1].load",
         "a.b.c[0]", "load * exact.capacity_load", "'\"'", "$\\frac$", "%s{0}", "10m", "0s", "=", "--json", "permutation:/dev/stdin", "points", "results.csv"]
VALUES = [None, True, False, 0, -1, 1, 7, 10**18, 2**64, -2**70, 10**290, 0.1, 1e-300, 1e308, float("inf"), float("nan"), [], {}, [[]], [1, 1], {"a": {"b": "c"}},
          list(range(40)), "2026-01-02", *WORDS]
SCRAPS = ["&a [*a]", "*nobody", "!!python/object/apply:os.system ['true']", "!!binary x", "<<: *a", "? [a]\n: b", "[" * 300, "{" * 60, "]", "}", ": ", "- ", "\t", "\x00",
          "\x07", "\ufeff", "---\n", "...\n", "%YAML 9.9\n", "|\n", ">-\n", "'", '"', "#", "\r", "\n", "  ", "!", "@", "`", "0x" + "f" * 400, "1_0:99:99", "2026-13-45"]
TEMPORARY = (".tmp", ".rejected")


def places(tree):
    """All (container, key) of a tree, which may contain itself."""
    found, open_, seen = [], [tree], {id(tree)}
    while open_:
        node = open_.pop()
        for key in node if isinstance(node, dict) else range(len(node)):
            found.append((node, key))
            if isinstance(node[key], (dict, list)) and id(node[key]) not in seen:
                seen.add(id(node[key]))
                open_.append(node[key])
    return found


def changed_tree(dice, text):
    """The same experiment with one to four values replaced, removed, renamed or moved."""
    tree = yaml.safe_load(text)
    for _ in range(dice.randint(1, 4)):
        node, key = dice.choice(places(tree) or [([0], 0)])
        other, other_key = dice.choice(places(tree) or [([0], 0)])
        action = dice.randrange(7)
        if action == 0:
            del node[key]
        elif action == 1 and isinstance(node, dict):
            node[dice.choice(WORDS)] = node.pop(key)
        elif action == 2:
            node[key] = other[other_key]  # may be its own parent: written as an alias
        elif action == 3:
            node[key] = [node[key]] * dice.randint(1, 3)
        elif action == 4 and isinstance(node, dict):
            node[str(other_key)] = dice.choice(VALUES)
        else:
            node[key] = dice.choice(VALUES)
    return yaml.safe_dump(tree, sort_keys=False, allow_unicode=dice.random() < 0.5)


def changed_text(dice, text):
    """The same file, cut, with scraps in it, or with lines that moved."""
    for _ in range(dice.randint(1, 3)):
        lines = text.splitlines(True) or [""]
        at, line = dice.randrange(len(text) + 1), dice.randrange(len(lines))
        action = dice.randrange(6)
        if action == 0:
            text = text[:at]
        elif action == 1:
            text = text[:at] + dice.choice(SCRAPS) + text[at:]
        elif action == 2:
            text = text[:at] + text[at + dice.randint(1, 30):]
        elif action == 3:
            text = "".join(lines[:line] + lines[line + 1:])
        elif action == 4:
            text = "".join(lines[:line] + [" " * dice.randint(1, 5) + lines[line]] + lines[line:])
        else:
            colon = lines[line].find(":") + 1
            lines[line] = lines[line][:colon] + " " + dice.choice(SCRAPS + WORDS) + "\n"
            text = "".join(lines)
    return text


def damaged(number):
    """The bytes of the experiment file of a case."""
    dice = random.Random(f"experiment file {number}")
    text = SPECS[0] if number % ONE_OF_RUN == 0 else dice.choice(SPECS)
    if dice.random() < 0.6:
        text = changed_tree(dice, text)
    if dice.random() < 0.6:
        text = changed_text(dice, text)
    content = text.encode("utf-8", "surrogatepass")
    if dice.random() < 0.05:
        at = dice.randrange(len(content) + 1)
        content = content[:at] + bytes([dice.randrange(256)]) + content[at:]
    return content


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def tree_of(folder):
    return sorted(str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts)


class DamagedFiles(ExperimentCase):
    def test_each_is_run_or_refused(self):
        checkout = sorted(os.listdir(TOP)), tree_of(TOP / "experiments")
        refused = 0
        for number in range(CASES):
            content = damaged(number)
            with self.subTest(number=number, file=content.decode(errors="backslashreplace")):
                refused += self.look_at(content, dry=number % ONE_OF_RUN != 0)
        self.assertEqual((sorted(os.listdir(TOP)), tree_of(TOP / "experiments")), checkout)
        self.assertTrue(CASES // 4 < refused < CASES, refused)  # both kinds were met

    def look_at(self, content, dry):
        (self.place / "small.yaml").write_bytes(content)
        words = self.words("small", *(["--dry-run"] if dry else ["--jobs", "2"]), simulator=STANDIN)
        before = tree_of(self.place)
        done = subprocess.run(words, cwd=self.place, env=self.environment(TMPDIR=str(self.place)), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=10 * SECONDS, preexec_fn=limit)
        errors = done.stderr.decode()
        self.assertNotIn("Traceback", errors)
        self.assertIn(done.returncode, (0, 2) if dry else (0, 1, 2), errors)
        left = [path for path in tree_of(self.place) if path not in before and path != str(self.log)]
        if dry or done.returncode == 2:
            self.assertEqual(left, [])
        self.assertEqual([path for path in left if not path.startswith(str(self.results)) or path.endswith(TEMPORARY)], [])
        if done.returncode == 2:
            self.assertRegex(errors, r"^error: [^\n]+\n\Z")
            self.assertTrue(errors[:-1].isprintable(), errors)
        return done.returncode == 2


if __name__ == "__main__":
    unittest.main()
