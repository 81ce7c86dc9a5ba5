"""What the tests of the Python package share: its import from the checkout, and a folder that goes with the test."""
import os
import pathlib
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
