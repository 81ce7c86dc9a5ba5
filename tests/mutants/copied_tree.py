#!/usr/bin/python3
"""A copy of the tree, in which mutants are tried."""
import contextlib
import shutil
import subprocess

import mutants


class Copy:
    """The tree's files in another folder, where they may be changed and built."""

    def __init__(self, root, jobs, preset="release"):
        self.root = root
        self.jobs = jobs
        self.preset = preset

    @property
    def build_folder(self):
        return self.root / "build" / self.preset

    def renew(self):
        """As the tree is now; what is the same already keeps its time, so that it is not built again."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=mutants.ROOT, capture_output=True, check=True)
        names = {name for name in listed.stdout.decode().split("\0") if name and (mutants.ROOT / name).is_file()}
        for path in self.root.rglob("*"):
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and not name.startswith(("build/", ".git")) and name not in names:
                path.unlink()
        for name in names:
            source, target = mutants.ROOT / name, self.root / name
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        if not (self.build_folder / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", self.preset], cwd=self.root, stdout=subprocess.DEVNULL, check=True)

    def stale(self, mutant, target):
        """Whether a target must be built for a mutant: Python goes without where the program is there."""
        return not mutant.file.endswith(".py") or not (self.build_folder / target).exists()

    def build(self, target):
        words = ["cmake", "--build", str(self.build_folder), "-j", str(self.jobs), "--target", target]
        return subprocess.run(words, cwd=self.root, capture_output=True, text=True, check=False)

    @contextlib.contextmanager
    def changed(self, mutant):
        """With the mutant in its file."""
        file = self.root / mutant.file
        before = file.read_text()
        file.write_text(mutant.applied(before))
        try:
            yield
        finally:
            file.write_text(before)
