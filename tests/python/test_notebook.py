#!/usr/bin/python3
"""docs/notebook.ipynb runs from its first cell to its last, and every plot is there."""
import ast
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs/notebook.ipynb"
PAGE = ROOT / "docs/guide/python.md"
LIBRARY = pathlib.Path(os.environ.get("DATELINE") or ROOT / "build/release/dateline").with_name("libdateline.so.1")
NEEDED = ("nbconvert", "ipykernel", "matplotlib", "pip", "venv", "ensurepip")
# Runs the cells one after the other; for each the value of its last expression and the number of figures.
CELLS = """
import ast, json, sys
from matplotlib import pyplot
scope, found = {}, []
for cell in json.load(sys.stdin)["cells"]:
    if cell["cell_type"] == "code":
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop().value if isinstance(tree.body[-1], ast.Expr) else ast.Constant(None)
        exec(compile(tree, cell["id"], "exec"), scope)
        value = eval(compile(ast.Expression(last), cell["id"], "eval"), scope)
        found.append([repr(value), len(pyplot.get_fignums())])
        pyplot.close("all")
print(json.dumps(found))
"""


def runnable():
    """The notebook; without the cells that need a library that was not built."""
    notebook = json.loads(NOTEBOOK.read_text())
    if not LIBRARY.is_file():
        notebook["cells"] = [cell for cell in notebook["cells"] if "library" not in cell["metadata"].get("tags", ())]
    return json.dumps(notebook)


def environment(folder):
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {"DATELINE": str(ROOT / "build/release/dateline"), "DATELINE_LIBRARY": str(LIBRARY), **inherited, "DATELINE_RESULTS": folder, "HOME": folder}


class Notebook(unittest.TestCase):
    def test_no_output_is_committed(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertFalse(cell.get("outputs"), cell["id"])

    @unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
    def test_its_cells_run_and_draw(self):
        with tempfile.TemporaryDirectory() as folder:
            own = {**environment(folder), "PYTHONPATH": str(ROOT / "python"), "MPLBACKEND": "agg"}
            done = subprocess.run([sys.executable, "-c", CELLS], input=runnable(), cwd=folder, env=own, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual([figures for _, figures in found if figures], [1] * (4 if LIBRARY.is_file() else 3))
        self.assertEqual([value.count("'half'") for value, _ in found if "'half'" in value], [6])  # two depths, three loads
        if LIBRARY.is_file():
            came, end = ast.literal_eval(found[-1][0])
            self.assertEqual(came, 63)
            # The last of 63 messages of 65 flits crosses the injection channel, h channels, and is there; so is its answer of 2 flits. 1 <= h <= 8.
            least = 63 * 65 + (1 + 1) + (1 + 2 + 1)
            self.assertGreaterEqual(end, least)
            self.assertLessEqual(end, least + 2 * 7)

    @unittest.skipUnless("DATELINE_WHOLE" in os.environ, "a kernel of a notebook takes long (tests/run --long)")
    @unittest.skipIf(None in map(importlib.util.find_spec, NEEDED), f"skipped: not all of {', '.join(NEEDED)} are installed")
    def test_in_an_environment_as_the_page_makes_it_it_runs_and_draws(self):
        [block] = [text for text in re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL) if "ipykernel" in text]
        *steps, last = block.splitlines()
        self.assertEqual(last, "build/venv/bin/python -m notebook docs/notebook.ipynb")
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "copy" / NOTEBOOK.name
            copy.parent.mkdir()
            copy.write_text(runnable())
            steps.append(f"build/venv/bin/python -m nbconvert --to notebook --execute --output-dir={folder} {copy}")
            for step in steps:
                words = re.sub(r"^python3\b", sys.executable, re.sub(r" \.$", f" {ROOT}", step)).split()
                done = subprocess.run(words, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=600, check=False)
                self.assertEqual(done.returncode, 0, f"{step}: {done.stderr[-3000:]}")
            cells = json.loads((pathlib.Path(folder) / NOTEBOOK.name).read_text())["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", ())]
        self.assertEqual(sum("image/png" in output.get("data", {}) for output in outputs), 4 if LIBRARY.is_file() else 3)
        self.assertFalse([output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"])
        tables = ["".join(output["data"]["text/plain"]) for output in outputs if "'half'" in "".join(output.get("data", {}).get("text/plain", ""))]
        self.assertEqual([table.count("'half'") for table in tables], [6])  # two depths, three loads


if __name__ == "__main__":
    unittest.main()
