#!/usr/bin/python3
"""The Python package: runs, sweeps, results; from a checkout by PYTHONPATH, and installed in a virtual environment."""
import fractions
import importlib.util
import numbers
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
os.environ.setdefault("DATELINE", str(ROOT / "build/release/dateline"))
import dateline  # noqa: E402

TORUS = {"topology": "torus:4x4", "cycles": 2000}


class PackageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def sweep(self, **options):
        return dateline.sweep("simulate", results=self.folder, **{**TORUS, **options})

    def refused(self, says, act, *words, **options):
        with self.assertRaises(dateline.DatelineError) as raised:
            act(*words, **options)
        self.assertNotIn("\n", str(raised.exception))
        self.assertIn(says, str(raised.exception))
        return raised.exception


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
        self.assertEqual(rows[-1]["latency.mean"], alone["latency"]["mean"])
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
        self.assertEqual((row["status"], row["table.classes"], row["classes"]), ("ok", "automatic", 1))
        [row] = dateline.sweep("simulate", results=self.folder, topology="torus:4x4", load=0.1, cycles=["auto"]).rows()
        self.assertEqual((row["status"], row["options.cycles"]), ("ok", "auto"))
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


class Results(PackageTest):
    def test_the_rows_of_an_experiment(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/results.csv").write_text("load,traffic,status,latency.mean,saturated,key\n0.1,uniform,ok,40.5,false,00e1\n0.9,uniform,failed,,,0123\n")
        (self.folder / "mine/results-exact.csv").write_text("gamma_max,key\n64/63,ab\n")
        rows = dateline.results("mine", folder=self.folder)
        self.assertEqual(rows[0], {"load": 0.1, "traffic": "uniform", "status": "ok", "latency.mean": 40.5, "saturated": False, "key": "00e1"})
        self.assertIsNone(rows[1]["latency.mean"])
        self.assertEqual(dateline.results("mine", part="exact", folder=self.folder), [{"gamma_max": "64/63", "key": "ab"}])
        self.refused("there are: mine", dateline.results, "yours", folder=self.folder)

    def test_means_over_seeds_with_students_interval(self):
        rows = dateline.Rows({"load": load, "seed": seed, "value": value, "saturated": load == 0.9} for load, seed, value in
                             [(0.1, 1, 10.0), (0.9, 1, 70.0), (0.1, 2, 14.0), (0.1, 3, 12.0), (0.9, 2, 80.0), (0.2, 1, 20.0)])
        low, high, alone = rows.means("value", by=["load"])
        self.assertEqual((low["mean"], low["count"], low["saturated"]), (12.0, 3, False))
        self.assertAlmostEqual(low["half"], 4.303 * 2 / 3 ** 0.5, places=3)  # t of two degrees of freedom, deviation 2
        self.assertEqual((high["mean"], high["half"], high["saturated"]), (None, None, True))  # a saturated number is no number
        self.assertEqual((alone["mean"], alone["half"]), (20.0, None))

    def test_means_of_what_is_no_number_or_no_name_are_refused(self):
        rows = dateline.Rows([{"load": 0.1, "value": 1.0, "exact": "64/63"}, {"load": 0.1, "value": 3.0, "exact": "2"}])
        self.assertEqual(rows.means("value", by="load"), rows.means("value", by=["load"]))
        self.refused("by: a row has no 'laod'", rows.means, "value", by=["laod"])
        self.refused("exact: '64/63' is no number", rows.means, "exact", by=["load"])

    def test_a_frame_has_the_rows_or_says_that_pandas_is_missing(self):
        rows = dateline.Rows([{"load": 0.1, "mean": 1.5}, {"load": 0.2, "mean": 2.5}])
        if importlib.util.find_spec("pandas") is None:
            self.refused("pandas", rows.frame)
        else:
            self.assertEqual(rows.frame()["mean"].tolist(), [1.5, 2.5])


class Packaging(PackageTest):
    def test_the_version_is_the_programs(self):
        first = subprocess.run([os.environ["DATELINE"], "--version"], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(first[:2], ["dateline", dateline.__version__])

    def test_only_the_standard_library_is_imported(self):
        code = "import sys; before = set(sys.modules); import dateline; list(dateline.sweep('list')) if 0 else 0\n" \
               "print(*sorted({n.partition('.')[0] for n in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
        done = subprocess.run([sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(ROOT / "python")}, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["dateline"])

    @unittest.skipIf(None in map(importlib.util.find_spec, ("pip", "setuptools")), "pip is not installed (Debian: python3-pip)")
    def test_pip_puts_in_place_all_that_a_sweep_needs(self):
        place = self.folder / "site"
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps", "-q", "--target", place, ROOT],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.sweeps([sys.executable, "-S"], place, PYTHONPATH=str(place))

    def sweeps(self, python, place, **environment):
        """What is installed there is imported, and runs points."""
        code = "import dateline; print(dateline.__file__, *[row['status'] for row in dateline.sweep('simulate', topology='torus:4x4', cycles=500, load=[0.1, 0.2])])"
        done = subprocess.run([*python, "-c", code], cwd=self.folder, env={"DATELINE": os.environ["DATELINE"], **environment}, capture_output=True, text=True,
                              check=False)
        self.assertRegex(done.stdout, rf"^{place}/.*dateline/__init__.py ok ok\n", done.stderr)
        self.assertTrue(list((self.folder / "results/points").glob("*.json")))

    @unittest.skipUnless("DATELINE_WHOLE" in os.environ, "a virtual environment takes long (tests/run --long)")
    @unittest.skipUnless(importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"), "venv is not installed (Debian: python3-venv)")
    def test_it_is_installed_by_pip_and_sweeps_without_the_checkout(self):
        subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True, capture_output=True)
        python = self.folder / "venv/bin/python"
        done = subprocess.run([python, "-m", "pip", "install", "--no-build-isolation", "--no-index", "-q", ROOT], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.sweeps([python], self.folder / "venv/lib")

    def test_the_page_names_what_there_is(self):
        page = (ROOT / "docs/guide/python.md").read_text()
        for name in dateline.__all__:
            self.assertTrue(re.search(rf"`?{name}\b", page), name)


if __name__ == "__main__":
    unittest.main()
