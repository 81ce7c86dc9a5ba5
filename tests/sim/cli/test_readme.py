#!/usr/bin/python3
"""What the README says works: its commands run, its routing algorithm is the one that is compiled and tested."""
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from program import HANGS, PROGRAM, WHOLE

ROOT = pathlib.Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MESH = (ROOT / "docs/guide/mesh.md").read_text(encoding="utf-8")
EXTEND = (ROOT / "docs/extend/routing-algorithm.md").read_text(encoding="utf-8")
# Their commands always run; those of all other pages with DATELINE_WHOLE=1.
ALWAYS = ("reference/commands", "guide/faults", "guide/reliability", "guide/waveforms", "guide/workloads/chakra",
          "guide/workloads/generators", "guide/workloads/traces", "guide/workloads/request-reply", "tutorial/first-run", "tutorial/deadlock")
OTHERS = sorted({path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
                - {*ALWAYS, "guide/booksim"})  # which runs what the importer wrote


def blocks(language, page=README):
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def words_of(command):
    """Those after the program's name; by default a million cycles are a fiftieth of that, and `reliability` counts up to three failures, or the most on
    20 sets: the pages' take seconds."""
    words = shlex.split(command, comments=True)[1:]
    if not WHOLE:
        words = ["20000" if word == "1000000" else word for word in words]
    if words[0] == "reliability" and not WHOLE:
        counts = words.index("--counts") + 1
        if "--sample-orders" in words:
            words[counts], words[words.index("--sample-orders") + 1] = words[counts].rpartition(".")[2], "20"
        else:
            words[counts] = re.sub(r"\.\.\d+$", "..3", words[counts])
    return words


class Readme(unittest.TestCase):
    def test_every_program_command_runs(self):
        pages = {title: (ROOT / f"docs/{title}.md").read_text(encoding="utf-8") for title in ALWAYS + tuple(OTHERS if WHOLE else ())}
        for title, page in {"README": README, **pages}.items():
            commands = [line for block in blocks("sh", page) for line in block.splitlines() if line.startswith("build/release/dateline")]
            if title in ALWAYS:
                self.assertGreaterEqual(len(commands), 1, title)
            with tempfile.TemporaryDirectory() as folder:  # of a page: a command may use what one before it wrote
                for name in ("experiments", "docs"):  # whose files commands name
                    (pathlib.Path(folder) / name).symlink_to(ROOT / name)
                for command in commands:
                    with self.subTest(command):
                        run = subprocess.run([PROGRAM, *words_of(command)], cwd=folder, capture_output=True, text=True, timeout=HANGS, check=False)
                        said = re.sub(r"^dateline: progress: .*\n", "", run.stderr, flags=re.MULTILINE)  # of what takes longer than ten seconds
                        self.assertEqual((run.returncode, said), (0, ""))
                        self.assertTrue(run.stdout)

    def test_the_scripts_named_exist_and_can_be_run(self):
        scripts = {line.split()[0] for block in blocks("sh") for line in block.splitlines() if line.startswith("./")}
        self.assertEqual(scripts, {"./experiments/run", "./tests/run"})
        for script in scripts:
            self.assertTrue((ROOT / script).stat().st_mode & 0o100, script)

    def test_it_has_at_most_900_words(self):
        self.assertLessEqual(len(README.split()), 900)

    def test_the_experiment_shown_is_the_one_of_the_tutorial_and_draws_its_figure(self):
        (shown,) = blocks("yaml")
        self.assertEqual(shown, (ROOT / "experiments/tutorial/first-result.yaml").read_text(encoding="utf-8"))
        self.assertIn(shown, blocks("yaml", (ROOT / "docs/tutorial/first-run.md").read_text(encoding="utf-8")))
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "first.yaml").write_text(shown)
            part = [] if WHOLE else ["--only", "routing=dor", "--only", "load=0.05"]  # three runs
            run = subprocess.run([ROOT / "experiments/run", "first.yaml", "--no-install", "--simulator", PROGRAM, *part], cwd=folder, capture_output=True,
                                 text=True, timeout=HANGS, check=False)
            self.assertEqual(run.returncode, 0, run.stderr)
            for name in ("report.html", "latency-vs-load.svg"):
                self.assertTrue((pathlib.Path(folder) / "results/first" / name).is_file(), name)

    def test_the_files_named_exist(self):
        for path in re.findall(r"\]\(([\w/.-]+)\)", README):
            self.assertTrue((ROOT / path).exists(), path)
        for row in re.findall(r"^\| `([\w/]+)/` \|.*\| (.*) \|$", (ROOT / "docs/extend/source-tree.md").read_text(encoding="utf-8"), re.MULTILINE):
            for name in re.findall(r"`([\w/.]+)`", row[1]):
                self.assertTrue((ROOT / row[0] / name).exists(), f"{row[0]}/{name}")

    def test_the_routing_algorithm_shown_is_the_one_compiled(self):
        source = (ROOT / "tests/support/oracles/descending_order.hpp").read_text(encoding="utf-8")
        compiled = re.search(r"// docs/extend/routing-algorithm.md begins\n(.*?)// docs/extend/routing-algorithm.md ends", source, re.DOTALL).group(1)
        self.assertIn(compiled, blocks("cpp", EXTEND))

    def test_the_mesh_algorithm_shown_is_the_one_compiled(self):
        source = (ROOT / "tests/support/oracles/row_then_column.hpp").read_text(encoding="utf-8")
        compiled = re.search(r"// docs/guide/mesh.md begins\n(.*?)// docs/guide/mesh.md ends", source, re.DOTALL).group(1)
        self.assertIn(compiled, blocks("cpp", MESH))

    def test_the_rigid_worm_example_completes_when_published(self):
        run = subprocess.run([PROGRAM, *"simulate --topology hypercube:8 --vcs 1 --router.ejection channel --packet-length 17 "
                              "--workload permutation:bit-reverse".split()], capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertRegex(run.stdout, r"completion +149 cycles")  # Hou et al. 2001, 16 bytes: 8 (B+2) + 5


if __name__ == "__main__":
    unittest.main()
