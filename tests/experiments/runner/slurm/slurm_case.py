#!/usr/bin/python3
"""An experiment's place with the stand-in for Slurm in it; what it starts ends with the test."""

import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import ExperimentCase  # noqa: E402

STANDIN_SLURM = pathlib.Path(__file__).resolve().with_name("slurm_standin.py")
PROGRAMS = ("sbatch", "squeue", "scancel", "scontrol", "sinfo")


class SlurmCase(ExperimentCase):
    def setUp(self):
        super().setUp()
        self.programs = self.place / "bin"
        self.slurm = self.place / "slurm"
        for folder in (self.programs, self.slurm):
            folder.mkdir()
        for name in PROGRAMS:
            (self.programs / name).symlink_to(STANDIN_SLURM)
        self.addCleanup(self.end_tasks)

    def end_tasks(self):
        for file in sorted(self.slurm.glob("*.pid"), key=lambda file: "-" in file.name):  # those that start tasks first
            try:
                os.killpg(int(file.read_text()), signal.SIGKILL)
            except ProcessLookupError:
                continue

    def environment(self, **more):
        return {**super().environment(), "PATH": f"{self.programs}:{os.environ['PATH']}", "FAKE_SLURM": str(self.slurm),
                "XDG_CONFIG_HOME": str(self.place / "config"), **more}

    def calls(self, name):
        """The words of each call of a program of Slurm."""
        file = self.slurm / "calls"
        lines = file.read_text().splitlines() if file.exists() else []
        return [line.split()[1:] for line in lines if line.split()[0] == name]

    def arrays(self):
        """The option --array of every submission."""
        return [word.partition("=")[2] for words in self.calls("sbatch") for word in words if word.startswith("--array=")]

    def pending(self):
        """Tasks of all jobs that have not ended."""
        return [file for file in self.slurm.glob("*/*") if file.read_text() in ("PENDING", "RUNNING")]

    def bytes_left(self):
        return bytes_of(self.results)


def bytes_of(results):
    """{name: bytes} of all results; of provenance, which says when a result was made, the names alone. Hidden files and proofs are no results."""
    found = [(file.relative_to(results), file) for file in results.rglob("*") if file.is_file()]
    return {str(name): b"" if name.name.endswith(".provenance.json") else file.read_bytes() for name, file in found
            if "proofs" not in name.parts and not any(part.startswith(".") for part in name.parts)}
