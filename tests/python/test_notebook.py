#!/usr/bin/python3
"""docs/notebook.ipynb runs from its first cell to its last, and every plot is there."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs/notebook.ipynb"
NEEDED = ("nbconvert", "ipykernel", "matplotlib")


class Notebook(unittest.TestCase):
    def test_no_output_is_committed(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertFalse(cell.get("outputs"), cell["id"])

    @unittest.skipIf(None in map(importlib.util.find_spec, NEEDED), f"skipped: not all of {', '.join(NEEDED)} are installed")
    def test_it_runs_and_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "DATELINE_RESULTS": folder, "HOME": folder}
            environment.setdefault("DATELINE", str(ROOT / "build/release/dateline"))
            done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, NOTEBOOK], cwd=folder,
                                  env=environment, capture_output=True, text=True, timeout=600, check=False)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            cells = json.loads((pathlib.Path(folder) / NOTEBOOK.name).read_text())["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", ())]
        self.assertEqual(sum("image/png" in output.get("data", {}) for output in outputs), 3)
        self.assertFalse([output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"])
        tables = ["".join(output["data"]["text/plain"]) for output in outputs if "'half'" in "".join(output.get("data", {}).get("text/plain", ""))]
        self.assertEqual([table.count("'half'") for table in tables], [6])  # two depths, three loads


if __name__ == "__main__":
    unittest.main()
