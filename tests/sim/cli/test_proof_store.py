#!/usr/bin/python3
"""Verdicts that runs keep for each other: found again under the same dependences, missed under any other, never trusted when damaged.
A verdict written here with a reason of its own ("planted") shows which runs found it."""
import json
import re
import resource
import shutil
import signal
import subprocess
import unittest

import program
from program import ProgramTest

WORD = 2**64 - 1
PLANTED = "deadlock-free: planted"
BASE = {"topology": "torus:4x4", "routing": "dor", "vcs": "4", "load": "0.1", "cycles": "100"}
RING = "".join(f"{v} {(v + 1) % 3}\n" for v in range(3))
TABLE = "".join(f"1: {a} {b}\n" for a in range(3) for b in range(3) if a != b)


def mix(x):
    x = (x + 0x9e3779b97f4a7c15) & WORD
    x = ((x ^ (x >> 30)) * 0xbf58476d1ce4e5b9) & WORD
    x = ((x ^ (x >> 27)) * 0x94d049bb133111eb) & WORD
    return x ^ (x >> 31)


def step(state, word):
    state = (state ^ word) * 0x9e3779b97f4a7c15 & WORD
    return state ^ state >> 32


def digest(data):
    """Word i of every 64 bytes, the last of which are filled up with zeros, goes into sum i mod 8; then the sums into one."""
    sums = [1, 2, 3, 4, 5, 6, 7, 8]
    for number, at in enumerate(range(0, (len(data) + 63) // 64 * 64, 8)):
        sums[number % 8] = step(sums[number % 8], int.from_bytes(data[at:at + 8], "little"))
    state = mix(len(data))
    for one in sums:
        state = step(state, one)
    return mix(state)


def summed(data):
    """A verdict's file with the sum that belongs to its content."""
    body = data[:data.rindex(b"sum ")]
    return body + f"sum {digest(body):016x}\n".encode()


class ProofStore(ProgramTest):
    def options(self, **changes):
        return [word for name, value in {**BASE, **changes}.items() for word in (f"--{name.replace('_', '-')}", value)]

    def run_text(self, store="proofs", status=0, **changes):
        kept = ["--proof-store", store] if store else []
        return self.good("simulate", *self.options(**changes), *kept, "--json", "-", status=status)

    def proof(self, **changes):
        return json.loads(self.run_text(**changes))["proof"]

    def verdict(self):
        file, = (self.folder / "proofs").iterdir()
        return file

    def plant(self, old=rb"reason .*", new=b"reason planted", **changes):
        self.run_text(**changes)
        file = self.verdict()
        content, count = re.subn(old, new, file.read_bytes())
        self.assertEqual(count, 1)
        file.write_bytes(summed(content))
        return file

    def test_a_run_gives_the_same_bytes_with_a_verdict_fresh_kept_and_found(self):
        alone = self.run_text(store=None)
        self.assertEqual(self.run_text(), alone)
        content = self.verdict().read_bytes()
        self.assertEqual(content, summed(content))
        self.assertIn(b"\ndeadlock-free 1\npairs 256\ndelivered 256\nreason the channel-dependency graph is acyclic\n", content)
        self.assertEqual(self.run_text(), alone)
        self.assertEqual(self.verdict().read_bytes(), content)

    def test_it_is_found_whatever_it_does_not_depend_on(self):
        self.plant()
        for changes in ({}, {"load": "0.2"}, {"seed": "7"}, {"buffer_depth": "4"}, {"packet_length": "8"}, {"traffic": "tornado"}):
            self.assertEqual(self.proof(**changes), PLANTED, changes)

    def test_prove_always_proves_and_keeps_what_it_has_proved(self):
        fresh = self.proof(store=None)
        planted = self.plant().read_bytes()
        self.assertEqual(self.proof(prove="always"), fresh)
        self.assertNotEqual(self.verdict().read_bytes(), planted)
        self.assertEqual(self.proof(), fresh)
        self.plant(rb"deadlock-free 1", b"deadlock-free 0")
        self.assertEqual(self.proof(prove="always"), fresh)

    def test_whatever_it_depends_on_misses(self):
        self.plant()
        for changes in ({"topology": "torus:4x5"}, {"topology": "mesh:4x4"}, {"routing": "valiant"}, {"vcs": "5"}, {"tie_rule": "plus"},
                        {"vc_policy": "shared"}, {"vc_policy": "relaxed"}):
            fresh = self.proof(store=None, **changes)
            self.assertIn("deadlock-free: ", fresh)
            self.assertEqual(self.proof(**changes), fresh, changes)
        self.assertEqual(self.proof(), PLANTED)

    def test_another_program_misses(self):
        self.plant()
        copy = self.folder / "dateline"
        shutil.copy(program.PROGRAM, copy)
        ours, program.PROGRAM = program.PROGRAM, str(copy)
        try:
            self.assertEqual(self.proof(), PLANTED)  # the same bytes elsewhere
            with open(copy, "ab") as file:
                file.write(b"\0")
            self.assertNotEqual(self.proof(), PLANTED)
        finally:
            program.PROGRAM = ours

    def test_files_count_by_their_content(self):
        network = {"topology": f"graph:{self.write('ring.graph', RING)}", "routing": f"table:{self.write('ring.table', TABLE)}"}
        self.plant(**network)
        self.assertEqual(self.proof(**network), PLANTED)
        self.write("ring.table", TABLE.replace("1: 0 1", "1: 0 2 1"))
        self.assertNotEqual(self.proof(**network), PLANTED)
        self.write("ring.table", TABLE)
        self.assertEqual(self.proof(**network), PLANTED)
        self.write("ring.graph", RING + "# the same network, said otherwise\n")
        self.assertNotEqual(self.proof(**network), PLANTED)

    def test_classes_given_and_found_are_proved_apart(self):
        # One way round, in two classes, of which the given ones close the ring and those found do not.
        hops = {n: [" ".join(f"{(s + i) % 3}@{int(s + i == 2)}" for i in range(1, n + 1)) for s in range(3)] for n in (1, 2)}
        table = "".join(f"1: {s} {hops[n][s]}\n" for n in (1, 2) for s in range(3))
        network = {"topology": f"graph:{self.write('ring.graph', RING)}", "routing": f"table:{self.write('ring.table', table)}"}
        self.assertIn("deadlock-free: ", self.proof(**network, **{"table.classes": "automatic"}))
        for changes in ({}, {"table.classes": "given"}):
            done = self.run_program(["simulate", *self.options(**network, **changes), "--proof-store", "proofs"])
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"is not safe", done.stderr)

    def test_a_verdict_that_is_not_safe_is_one_too(self):
        self.plant(rb"deadlock-free 1", b"deadlock-free 0")
        done = self.run_program(["simulate", *self.options(), "--proof-store", "proofs"])
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"is not safe", done.stderr)

    def test_a_damaged_or_foreign_file_is_made_anew(self):
        fresh = self.proof(store=None)
        self.run_text()
        good = self.verdict().read_bytes()
        planted = self.plant().read_bytes()
        at = planted.index(b"planted")
        other = self.plant(rb"vcs 4", b"vcs 5").read_bytes()
        damaged = [b"", planted[:-1], planted[:len(planted) // 2], planted + b"\n", planted[:at] + b"q" + planted[at + 1:], bytes(200),
                   planted.replace(b"pairs 256", b"pairs 257"), planted.replace(b"pairs 256", b"pairs -1"), b"\xff" * 4096, other]
        for content in damaged:
            self.verdict().write_bytes(content)
            self.assertEqual(self.proof(), fresh, content[:60])
            self.assertEqual(self.verdict().read_bytes(), good)

    def test_a_directory_that_cannot_be_used_keeps_nothing_and_fails_no_run(self):
        alone = self.run_text(store=None)
        self.write("file", "")
        for store in ("file", "file/proofs", "/proc/none/proofs", "x" * 300):
            self.assertEqual(self.run_text(store=store), alone, store)
        self.assertEqual(self.listing(), ["file"])
        self.run_text()
        file = self.verdict()
        file.unlink()
        file.mkdir()  # where the verdict should be
        self.assertEqual(self.run_text(), alone)

    def test_no_directory_is_refused(self):
        self.refused("simulate", *self.options(), "--config", self.write("run.cfg", "proof-store=\n"), says=["proof-store", "needs a value", "DIR"])

    def test_a_full_disk_keeps_nothing_and_fails_no_run(self):
        def full():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # no file gets longer
        alone = self.run_text(store=None)
        words = [program.PROGRAM, "simulate", *self.options(), "--proof-store", "proofs", "--progress", "never", "--json", "-"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False, preexec_fn=full)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, alone, ""))
        self.assertEqual(self.listing(), ["proofs"])

    def test_beyond_the_budget_nothing_is_looked_up(self):
        # 1024 destinations x 4096 channels x 2 classes: more than --prove auto proves, proved already or not.
        large = {"topology": "torus:32x32", "routing": "dor", "cycles": "1"}
        self.assertIn("not made", self.proof(**large))
        self.assertFalse((self.folder / "proofs").exists())


if __name__ == "__main__":
    unittest.main()
