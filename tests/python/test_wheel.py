#!/usr/bin/python3
"""The package as it is installed: what a wheel has, that it runs away from the checkout; version, types, docstrings."""
import ast
import base64
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import unittest
import zipfile

from support import ROOT, PackageTest, dateline

import wheel_of_dateline as backend  # of python/, beside the package

PLATFORM = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
STANDIN = "#!/bin/sh\necho '{\"words\": \"'\"$*\"'\"}'\n"
SWEEPS = """
import dateline
sweep = dateline.sweep("simulate", topology="torus:4x4", cycles=500, load=[0.1, 0.2])
print(dateline.__file__, *[row["status"] for row in sweep])
"""
PIP = [sys.executable, "-m", "pip", "-q"]
OFFLINE = ["--no-build-isolation", "--no-index", "--no-deps"]


def output(*words, **keywords):
    return subprocess.run(words, capture_output=True, text=True, check=False, **keywords)


class Wheel(PackageTest):
    def built(self, **settings):
        return self.folder / backend.build_wheel(self.folder, settings)

    def test_with_a_program_it_is_for_this_kind_of_machine(self):
        (self.folder / "program").write_text(STANDIN)
        wheel = self.built(program=str(self.folder / "program"))
        self.assertEqual(wheel.name, f"dateline-{dateline.__version__}-{PLATFORM}.whl")
        with zipfile.ZipFile(wheel) as files:
            about = files.read(f"{backend.INFO}/WHEEL").decode()
            self.assertIn(f"Tag: {PLATFORM}\n", about)
            self.assertIn("Root-Is-Purelib: false\n", about)
            executable = [entry.filename for entry in files.infolist() if entry.external_attr >> 16 & 0o111]
            self.assertEqual(executable, ["dateline/bin/dateline"])
            files.extractall(self.folder / "site")
        program = self.folder / "site/dateline/bin/dateline"
        program.chmod(0o755)  # as pip does
        environment = {"PYTHONPATH": str(self.folder / "site"), "PATH": "/usr/bin:/bin"}
        code = "import dateline; print(dateline.run('list', home=3)['words'])"
        done = output(sys.executable, "-S", "-c", code, cwd=self.folder, env=environment)
        self.assertEqual((done.stdout, done.stderr), ("list --home=3 --json=-\n", ""))
        code = "import sys; sys.argv[1:] = ['help', 'simulate']; from dateline.program import command; command()"
        done = output(sys.executable, "-S", "-c", code, cwd=self.folder, env=environment)
        self.assertEqual(json.loads(done.stdout), {"words": "help simulate"})

    def test_without_one_it_is_for_every_machine(self):
        wheel = self.built(program="")
        self.assertEqual(wheel.name, f"dateline-{dateline.__version__}-py3-none-any.whl")
        with zipfile.ZipFile(wheel) as files:
            self.assertIn("Root-Is-Purelib: true\n", files.read(f"{backend.INFO}/WHEEL").decode())
            names = files.namelist()
        self.assertNotIn("dateline/bin/dateline", names)
        self.assertNotIn(f"{backend.INFO}/entry_points.txt", names)
        self.assertLess({"dateline/__init__.py", "dateline/py.typed", "dateline/experiments/runner/planning/plan.py"}, set(names))

    def test_the_record_has_the_digest_of_every_file(self):
        with zipfile.ZipFile(self.built(program="")) as files:
            record = [line.split(",") for line in files.read(f"{backend.INFO}/RECORD").decode().splitlines()]
            self.assertEqual(sorted(name for name, _, _ in record), sorted(files.namelist()))
            for name, digest, size in record[:-1]:
                wanted = base64.urlsafe_b64encode(hashlib.sha256(files.read(name)).digest()).decode().rstrip("=")
                self.assertEqual((digest, int(size)), (f"sha256={wanted}", len(files.read(name))))

    @unittest.skipIf(importlib.util.find_spec("pip") is None, "pip is not installed (Debian: python3-pip)")
    @unittest.skipUnless("DATELINE_WHOLE" in os.environ, "pip takes a second (tests/run --long)")
    def test_pip_puts_in_place_all_that_a_sweep_needs(self):
        place = self.folder / "site"
        done = output(*PIP, "install", *OFFLINE, "--target", place, ROOT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.sweeps([sys.executable, "-S"], place, PYTHONPATH=str(place), DATELINE=os.environ["DATELINE"])

    def sweeps(self, python, place, **environment):
        """What is installed there is imported, and runs points."""
        done = output(*python, "-c", SWEEPS, cwd=self.folder, env=environment)
        self.assertRegex(done.stdout, rf"^{place}/.*dateline/__init__.py ok ok\n", done.stderr)
        self.assertTrue(list((self.folder / "results/points").glob("*.json")))

    @unittest.skipUnless("DATELINE_WHOLE" in os.environ, "a virtual environment takes long (tests/run --long)")
    @unittest.skipUnless(all(map(importlib.util.find_spec, ("pip", "venv", "ensurepip"))),
                         "pip or venv is not installed (Debian: python3-pip, python3-venv)")
    def test_a_wheel_with_the_program_runs_in_a_fresh_environment(self):
        carries = ["--config-settings", f"program={os.environ['DATELINE']}"]
        done = output(*PIP, "wheel", *OFFLINE, *carries, "--wheel-dir", self.folder, ROOT)
        self.assertEqual(done.returncode, 0, done.stderr)
        [wheel] = self.folder.glob("*.whl")
        self.assertIn(PLATFORM, wheel.name)
        venv = self.folder / "venv"
        self.assertEqual(output(sys.executable, "-m", "venv", venv).returncode, 0)
        done = output(venv / "bin/python", "-m", "pip", "-q", "install", "--no-index", wheel)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.sweeps([venv / "bin/python"], venv / "lib", PATH="/usr/bin:/bin")
        said = [output(program, "--version").stdout for program in (venv / "bin/dateline", os.environ["DATELINE"])]
        self.assertEqual(said[0], said[1])
        self.assertTrue(said[0].startswith("dateline "))


class About(PackageTest):
    def test_the_version_is_the_programs(self):
        first = output(os.environ["DATELINE"], "--version").stdout.split()
        self.assertEqual(first[:2], ["dateline", dateline.__version__])

    def test_only_the_standard_library_is_imported(self):
        code = "import sys; before = set(sys.modules)\n" \
               "import dateline; from dateline import places; places.runner('planning.plan')\n" \
               "print(*sorted({n.partition('.')[0] for n in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
        done = output(sys.executable, "-S", "-c", code, env={"PYTHONPATH": str(ROOT / "python")})
        self.assertEqual(done.stdout.split(), ["dateline", "runner"])

    @unittest.skipIf(shutil.which("mypy") is None, "mypy is not installed (Debian: mypy)")
    def test_its_types_are_strict_and_a_caller_sees_them(self):
        caller = self.folder / "caller.py"
        caller.write_text("import dateline\n"
                          "rows: dateline.Rows = dateline.sweep('simulate', load=[0.1]).rows()\n"
                          "mean: float = rows[0]['latency_mean']\n"
                          "wrong: int = dateline.run('list')\n"
                          "dateline.run(7)\n")
        done = output("mypy", "--strict", "--no-error-summary", "--no-color-output", "--cache-dir", self.folder / "cache",
                      ROOT / "python/dateline", caller, cwd=ROOT / "python")
        places = [re.sub(r"^.*/", "", line).split(": ")[0] for line in done.stdout.splitlines()]
        self.assertEqual(places, ["caller.py:4", "caller.py:5"], done.stdout + done.stderr)

    def test_every_public_name_has_a_docstring(self):
        for file in (ROOT / "python/dateline").glob("*.py"):
            module = ast.parse(file.read_text())
            named = [node for node in ast.walk(module) if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
            bare = [node.name for node in named if node.name[0] != "_" and ast.get_docstring(node) is None]
            self.assertEqual(bare, [], file.name)
            self.assertTrue(ast.get_docstring(module), file.name)

    def test_the_page_names_what_there_is(self):
        page = (ROOT / "docs/guide/python.md").read_text()
        for name in dateline.__all__:
            self.assertTrue(re.search(rf"`?{name}\b", page), name)


if __name__ == "__main__":
    unittest.main()
