#!/usr/bin/python3
"""Certificates of worst-case permutations, checked by a program that knows nothing of dateline; tampered ones must not pass."""
import copy
import json
import pathlib
import subprocess
import unittest

import check_certificate
from program import HANGS, WHOLE, ProgramTest, sample

CHECKER = pathlib.Path(__file__).with_name("check_certificate.py")
NETWORKS = (
    ["--topology", "torus:9x9", "--routing", "romm"],
    ["--topology", "torus:4x4", "--routing", "dor", "--tie-rule", "plus"],
    ["--topology", "torus:5x4", "--routing", "rlb"],
    ["--topology", "torus:6x6", "--routing", "romm", "--tie-rule", "union"],
    ["--topology", "torus:3x3x3", "--routing", "valiant"],
    ["--topology", "mesh:5x4", "--routing", "o1turn", "--all-channels"],
    ["--topology", "mesh:4x4", "--routing", "valiant"],
    ["--topology", "hypercube:5", "--routing", "romm"],
    ["--topology", "torus:4x4", "--routing", "romm", "--sample-paths", "50"],
    ["--topology", "mesh:45x2", "--routing", "romm"],  # weights beyond 64 bits
    *([["--topology", "mesh:95x2", "--routing", "romm"]] if WHOLE else []),  # beyond 128, four seconds
)


class Certificate(ProgramTest):
    def result(self, network):
        self.good("worst-case", *network, "--json", "x.json", "--out", "weights=w.txt")
        return json.loads((self.folder / "x.json").read_text())

    def check(self, result):
        """The reason why the certificate fails; empty if it holds."""
        return check_certificate.fault(json.loads(json.dumps(result)), (self.folder / "w.txt").read_text()) or ""

    def check_by_program(self, result):
        self.write("checked.json", json.dumps(result))
        done = subprocess.run([CHECKER, "checked.json", "w.txt"], cwd=self.folder, capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertEqual(done.returncode, 1 if done.stderr else 0)
        self.assertEqual(done.stdout, "")
        self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)  # a reason, no traceback
        return done.stderr

    def weights(self):
        lines = (self.folder / "w.txt").read_text().splitlines()[1:]
        return {(int(i), int(j)): int(w) for i, j, w in map(str.split, lines)}

    def test_certificates_hold(self):
        for network in NETWORKS:
            with self.subTest(network):
                self.assertEqual(self.check(self.result(network)), "")

    def test_the_program_says_why(self):
        for network in NETWORKS[1:3]:
            result = self.result(network)
            self.assertEqual(self.check_by_program(result), "")
            result["certificate"]["v"].pop()
            self.assertIn(self.check(result), self.check_by_program(result))
            self.assertIn("other weights", self.check(result))

    def test_large_integers_are_strings(self):
        for network, bits in zip(NETWORKS[9:], (64, 124)):
            certificate = self.result(network)["certificate"]
            self.assertIsInstance(certificate["scale"], str)
            self.assertGreater(int(certificate["scale"]), 2**53)
            self.assertGreater(max(self.weights().values()).bit_length() + 7, bits)
            for x in certificate["u"] + certificate["v"]:
                self.assertEqual(isinstance(x, str), int(x) > 2**53)

    def tamper(self, result, change):
        result = copy.deepcopy(result)
        for name in "uv":
            result["certificate"][name] = [int(x) for x in result["certificate"][name]]
        self.assertEqual(self.check(result), "")
        change(result)
        return self.check(result)

    def test_tampered_results_do_not_pass(self):
        def paired(result):  # a source whose pair weighs something
            return next(i for i, j in enumerate(result["permutation"]) if self.weights().get((i, j), 0) > 0)

        def lower_u(result):
            u = result["certificate"]["u"]
            u[u.index(max(u))] -= 1

        def shift_u(result):  # the sum stays
            i, u = paired(result), result["certificate"]["u"]
            u[i] -= 1
            u[i - 1] += 1

        def swap_two(result):
            i, to = paired(result), result["permutation"]
            k = next(k for k in range(len(to)) if k != i and self.weights().get((i, to[k]), 0) + self.weights().get((k, to[i]), 0)
                     < self.weights().get((i, to[i]), 0) + self.weights().get((k, to[k]), 0))
            to[i], to[k] = to[k], to[i]

        def repeat_one(result):
            result["permutation"][0] = result["permutation"][1]

        def raise_gamma(result):
            result["gamma_max"] = result["gamma_max"] + "0" if "/" not in result["gamma_max"] else "1" + result["gamma_max"]

        def change_scale(result):
            result["certificate"]["scale"] = 2 * int(result["certificate"]["scale"])

        def change_bandwidth(result):
            result["certificate"]["bandwidth"] = "2"

        def shorten(result):
            result["certificate"]["v"].pop()

        def negative(result):
            u, v = result["certificate"]["u"], result["certificate"]["v"]
            low = v.index(min(v))
            u[:] = [x + 1 for x in u]
            v[low] -= 1 + len(u)

        for network in sample(NETWORKS[:4], 2):
            found = self.result(network)
            for change, reason in ((lower_u, "u["), (shift_u, "u["), (swap_two, "weighs"), (repeat_one, "permutation"), (raise_gamma, "load"),
                                   (change_scale, "other weights"), (change_bandwidth, "load"), (shorten, "other weights"), (negative, "negative")):
                with self.subTest(network=network, change=change.__name__):
                    said = self.tamper(found, change)
                    self.assertTrue(said)
                    if change is not lower_u:  # it may break the sum only
                        self.assertIn(reason, said)

    def test_other_weights_do_not_pass(self):
        result = self.result(NETWORKS[0])
        header, *lines = (self.folder / "w.txt").read_text().splitlines()
        to = result["permutation"]
        used = next(k for k, line in enumerate(lines) if to[int(line.split()[0])] == int(line.split()[1]))
        i, j, w = lines[used].split()
        for changed in (lines[:used] + lines[used + 1:], [*lines, lines[0]], lines[:used] + [f"{i} {j} {int(w) + 1}"] + lines[used + 1:],
                        [*lines, "0 99 1"]):
            self.write("w.txt", "\n".join([header, *changed]))
            self.assertTrue(self.check(result))


if __name__ == "__main__":
    unittest.main()
