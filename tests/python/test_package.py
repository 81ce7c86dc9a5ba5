#!/usr/bin/python3
"""The Python package: runs and sweeps by the program."""
import fractions
import numbers
import os
import unittest

from support import TORUS, PackageTest, dateline


class Run(PackageTest):
    def test_a_result_is_a_dictionary(self):
        result = dateline.run("loads", topology="torus:9x9", routing="dor", traffic="transpose")
        self.assertEqual(result["schema"], "dateline.loads/2")
        self.assertEqual(result["options"]["traffic"], "transpose")

    def test_underscores_flags_and_none(self):
        result = dateline.run("simulate", **TORUS, buffer_depth=3, load=0.1, deliveries=None, packet_length=8)
        self.assertEqual((result["options"]["buffer-depth"], result["options"]["packet-length"]), ("3", "8"))
        result = dateline.run("simulate", **TORUS, load=0.1, router__vc_reuse="at-tail", **{"router.ejection": "channel"})
        self.assertEqual((result["options"]["router.vc-reuse"], result["options"]["router.ejection"]), ("at-tail", "channel"))
        result = dateline.run("optimal", topology="torus:3x3", minimal_only=True)
        self.assertEqual(result["options"]["minimal-only"], "true")

    def test_a_command_of_two_words_and_files_beside_a_result(self):
        result = dateline.run("mesh run", side=8, algorithm="a0", permutation="transpose", out={"frames": self.folder / "frames.csv", "trace": "trace.csv"}, cwd=self.folder)
        self.assertEqual((result["schema"], result["options"]["side"]), ("dateline.mesh-run/2", "8"))
        self.assertEqual([(self.folder / name).read_text().partition(",")[0] for name in ("frames.csv", "trace.csv")], ["step", "step"])
        dateline.run("loads", topology="torus:3", out=f"channels={self.folder}/loads.csv")
        self.assertTrue((self.folder / "loads.csv").is_file())
        [row] = dateline.sweep("mesh run", results=self.folder, side=8, algorithm="a0", permutation=["transpose"]).rows()
        self.assertEqual((row["status"], row["steps"]), ("ok", result["steps"]))

    def test_numbers_of_every_kind(self):
        class Whole:  # as numpy's integers, which are no int
            numerator, denominator = property(int), 1

            def __init__(self, value):
                self.value = value

            def __int__(self):
                return self.value
        numbers.Integral.register(Whole)
        result = dateline.run("simulate", topology="torus:4x4", cycles=Whole(500), load=fractions.Fraction(1, 8))
        self.assertEqual((result["options"]["cycles"], result["options"]["load"]), ("500", "1/8"))
        rows = self.sweep(load=0.1, vcs=[Whole(2), Whole(4)], seed=[Whole(1), Whole(2)]).rows()
        self.assertEqual([(row["vcs"], row["seed"], row["status"]) for row in rows], [(vcs, seed, "ok") for vcs in (2, 4) for seed in (1, 2)])

    def test_what_cannot_be_run_or_written_is_one_line(self):
        self.refused("null byte", dateline.run, "simulate", topology="torus:4x4\0")
        self.refused(f"does not run in {self.folder}/no: ", dateline.run, "list", cwd=f"{self.folder}/no")
        (self.folder / "points").write_text("")
        self.refused(f"{self.folder}/points: ", self.sweep(load=0.1).rows)

    def test_a_mistake_raises_the_programs_line(self):
        error = self.refused("simulate: option=--lod unknown; nearest: load", dateline.run, "simulate", lod=0.1)
        self.assertEqual((error.status, error.result), (2, None))
        self.assertEqual(error.command[1:], ("simulate", "--lod=0.1", "--json=-"))
        self.refused("command=simulat", dateline.run, "simulat")
        self.refused("sweep() takes several", dateline.run, "simulate", load=[0.1, 0.2])
        self.refused("neither text, number nor flag", dateline.run, "simulate", load={})

    def test_a_run_that_failed_has_its_result_in_the_error(self):
        ring = self.folder / "ring.graph"  # one-way, of four nodes: in one class of VCs every head flit waits for the next
        ring.write_text("".join(f"{a} > {(a + 1) % 4}\n" for a in range(4)))
        table = self.folder / "ring.table"
        table.write_text("".join(f"1: {a}{''.join(f' {(a + i) % 4}@0' for i in range(1, hops + 1))}\n" for a in range(4) for hops in (1, 2, 3)))
        error = self.refused("", dateline.run, "verify", topology=f"graph:{ring}", routing=f"table:{table}", table__classes="given")
        self.assertEqual(error.status, 1, error)
        self.assertEqual(error.result["schema"], "dateline.verify/2")

    def test_a_search_that_ends_undecided_has_its_result_too(self):
        program = self.folder / "undecided"
        for decided, status in (("false", 1), ("true", 1), ("false", 2)):
            program.write_text(f"#!/bin/sh\necho '{{\"decided\": {decided}, \"sustained\": 0.2}}'\nexit {status}\n")
            program.chmod(0o755)
            if (decided, status) == ("false", 1):
                self.assertEqual(dateline.run("saturate", program=program, load=0.2), {"decided": False, "sustained": 0.2})
            else:
                self.refused("", dateline.run, "saturate", program=program, load=0.2)

    def test_no_program(self):
        self.refused("no simulator: /no/such/file is not an executable file", dateline.run, "list", program="/no/such/file")

    def test_a_time_limit(self):
        self.refused("stopped after 0.01 s", dateline.run, "simulate", topology="torus:8x8", load=0.1, cycles=10_000_000, timeout=0.01)


class Sweep(PackageTest):
    def test_every_combination_is_a_row(self):
        sweep = self.sweep(load=[0.1, 0.2], seed=range(1, 4), vcs=2)
        self.assertEqual(len(sweep), 6)
        rows = sweep.rows()
        self.assertEqual([(row["load"], row["seed"]) for row in rows], [(load, seed) for load in (0.1, 0.2) for seed in (1, 2, 3)])
        alone = dateline.run("simulate", **TORUS, load=0.2, seed=3, vcs=2)
        self.assertEqual(rows[-1]["latency_mean"], alone["latency"]["mean"])
        self.assertEqual({row["status"] for row in rows}, {"ok"})

    def test_what_is_stored_is_not_run_again(self):
        first = self.sweep(load=[0.1, 0.2]).rows()
        files = {file: file.stat().st_mtime_ns for file in self.folder.glob("points/*.json")}
        more = self.sweep(load=[0.1, 0.2, 0.3]).rows()
        self.assertEqual(more[:2], first)
        self.assertLess(set(files.items()), {(file, file.stat().st_mtime_ns) for file in self.folder.glob("points/*.json")})

    def test_a_run_that_fails_is_a_row_that_says_why(self):
        bad, good = self.sweep(vcs=[1, 2], load=0.1).rows()
        self.assertEqual((bad["status"], good["status"]), ("failed", "ok"))
        self.assertIn("vcs=1 is too few", bad["problem"])
        self.assertNotIn("problem", good)

    def test_an_option_that_has_the_name_of_a_number_is_told_from_it(self):
        (self.folder / "ring.table").write_text("".join(f"1: {a} {(a + 1) % 3}\n1: {a} {(a + 2) % 3}\n" for a in range(3)))
        [row] = dateline.sweep("verify", results=self.folder, topology="torus:3", routing=f"table:{self.folder}/ring.table", table__classes=["automatic"]).rows()
        self.assertEqual((row["status"], row["table_classes"], row["classes"]), ("ok", "automatic", 1))
        [row] = dateline.sweep("simulate", results=self.folder, topology="torus:4x4", load=0.1, cycles=["auto"]).rows()
        self.assertEqual((row["status"], row["options_cycles"]), ("ok", "auto"))
        self.assertGreater(row["cycles"], 0)

    def test_a_search_is_a_row(self):
        [row] = dateline.sweep("simulate", results=self.folder, topology="torus:4x4", search={"option": "load", "resolution": 0.2}).rows()
        self.assertLess(0.2, row["sustained"])
        self.assertGreater(row["probes"], 1)
        self.assertEqual(row["undecided"], 0)

    def test_mistakes_are_refused_before_anything_runs(self):
        self.refused("simulate has no option 'lod' (nearest: load)", self.sweep, lod=[1])
        self.refused("'load' holds 0.1 twice", self.sweep, load=[0.1, 0.1])
        self.refused("a search takes no 'cycles'", self.sweep, search={"option": "load"})
        self.refused("unknown key 'opton'", self.sweep, search={"opton": "load"})
        self.refused("jobs 0: at least 1", self.sweep, jobs=0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_leaving_early_leaves_no_simulation_behind(self):
        rows = iter(self.sweep(load=[0.1, 0.2, 0.3], cycles=20000, jobs=1))
        next(rows)
        rows.close()
        self.assertFalse(list(self.folder.glob("points/*.tmp")))
        self.assertLess(len(list(self.folder.glob("points/????????????????.json"))), 3)


if __name__ == "__main__":
    unittest.main()
