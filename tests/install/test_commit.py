#!/usr/bin/python3
"""What cmake/commit.cmake writes for `dateline --version`, and that all places name one version."""
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GIT = ["git", "-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]


class Commit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "source"
        (self.source / "inner").mkdir(parents=True)

    def git(self, *words):
        return subprocess.run([*GIT, *words], cwd=self.source, capture_output=True, text=True, check=True).stdout.strip()

    def repository(self):
        self.git("init", "-q")
        (self.source / "file").write_text("one\n")
        self.git("add", "file")
        self.git("commit", "-qm", "first")
        self.git("tag", "a-tag")

    def commit(self, source):
        output = self.folder / "commit.cpp"
        subprocess.run(["cmake", f"-Dsource={source}", f"-Doutput={output}", "-P", ROOT / "cmake/commit.cmake"], check=True)
        return re.search(r'kCommit = "(.*)";', output.read_text())[1]

    def test_a_checkout_has_the_first_digits_of_its_commit(self):
        self.repository()
        self.assertEqual(self.commit(self.source), self.git("rev-parse", "HEAD")[:12])

    def test_a_changed_file_is_a_plus(self):
        self.repository()
        (self.source / "file").write_text("two\n")
        self.assertEqual(self.commit(self.source), self.git("rev-parse", "HEAD")[:12] + "+")

    def test_without_a_checkout_of_its_own_it_is_unknown(self):
        self.assertEqual(self.commit(self.source), "unknown")
        self.repository()
        self.assertEqual(self.commit(self.source / "inner"), "unknown")  # a copy inside another project's checkout

    def test_the_file_is_written_only_when_the_commit_changes(self):
        self.repository()
        self.commit(self.source)
        output = self.folder / "commit.cpp"
        before = output.stat().st_mtime_ns
        self.commit(self.source)
        self.assertEqual(output.stat().st_mtime_ns, before)


class Version(unittest.TestCase):
    def test_every_place_names_the_same(self):
        places = {"CMakeLists.txt": r"project\(dateline VERSION (\S+)", "CITATION.cff": r"(?m)^version: (\S+)$",
                  "python/dateline/__init__.py": r'__version__ = "(.*)"', "docs/guide/install.md": r"dateline_([\d.]+)_amd64\.deb"}
        found = {name: set(re.findall(pattern, (ROOT / name).read_text())) for name, pattern in places.items()}
        self.assertEqual(set.union(*found.values()), found["CMakeLists.txt"], found)

    def test_the_citation_is_of_its_format(self):
        import yaml
        citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
        self.assertLessEqual({"cff-version", "message", "title", "authors", "version", "license"}, set(citation))
        self.assertEqual((citation["cff-version"], citation["license"]), ("1.2.0", "Apache-2.0"))


if __name__ == "__main__":
    unittest.main()
