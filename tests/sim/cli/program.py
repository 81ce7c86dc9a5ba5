#!/usr/bin/python3
"""Runs the program for the tests beside it, in an empty folder of its own. DATELINE names the binary."""
import csv
import io
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests" / "support"))
from sample import WHOLE, sample  # noqa: E402 pylint: disable=unused-import

PROGRAM = os.environ.get("DATELINE") or str(ROOT / "build" / "release" / "dateline")

HANGS = 1500  # seconds after which what has not ended hangs, however busy the machine

# A run of a moment, for bad options to be added to.
SIMULATE = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "200"]


def command_of(words):
    """Those of a command line that name the command."""
    return list(words[:2 if words[0] in ("mesh", "lcc") else 1])


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def needs_to_start_within(self, memory):
        """Skips a test whose program cannot start in `memory` bytes: a sanitizer's build reserves more."""
        if self.run_within(memory, [PROGRAM, "--version"], HANGS).returncode != 0:
            self.skipTest(f"this build needs more than {memory} bytes to start")

    def run_within(self, memory, words, timeout):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        return subprocess.run(words, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=timeout, check=False, preexec_fn=limit if memory else None)

    def run_program(self, arguments, memory=None, timeout=HANGS, program=None):
        if memory:
            self.needs_to_start_within(memory)
        return self.run_within(memory, [program or PROGRAM, *map(str, arguments)], timeout)

    def listing(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))

    def good(self, *arguments, status=0):
        done = self.run_program(arguments)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        self.assertEqual(b"".join(line for line in done.stderr.splitlines(True) if not line.startswith((b"dateline: note: ", b"dateline: progress: "))), b"")
        self.assertNotIn(b" is now ", done.stderr)  # no name of earlier versions
        leftovers = [name for name in self.listing() if name.endswith(".tmp")]
        self.assertEqual(leftovers, [])
        return done.stdout.decode()

    def refused(self, *arguments, says=(), memory=None):
        """Status 2, one printable line on stderr that holds every part of `says`, nothing on stdout, no file left behind."""
        before = self.listing()
        done = self.run_program(arguments, memory=memory)
        text = done.stderr.decode(errors="backslashreplace")
        where = f"{list(arguments)}: {text!r}"
        self.assertEqual(done.returncode, 2, where)
        self.assertEqual(done.stdout, b"", where)
        self.assertTrue(text.endswith("\n"), where)
        line = text[:-1]
        self.assertTrue(line and line.isprintable() and line.isascii(), where)
        self.assertLess(len(line), 500, where)
        self.assertNotIn("internal error", line)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, line)
        self.assertEqual(self.listing(), before, where)
        return line


class JsonTest(ProgramTest):
    def json_of(self, *arguments, status=0):
        text = self.good(*arguments, "--json", "-", status=status)
        self.assertEqual(text[:1], "{")
        return json.loads(text)

    def rows(self, name):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))
