#!/usr/bin/python3
"""Which tests can see a change of a file, likely ones first; each a Step: what it is called, what it needs built, the words that run it."""
import dataclasses
import functools
import pathlib
import re
import sys

# Modules that see much in a short time, and such as take long.
QUICK = ("results", "summaries", "refusals", "defaults", "values", "tables", "series", "search", "plan", "parts")
SLOW = ("pages", "figures", "films", "crash", "bootstrap", "stop", "hostile", "run", "output", "option_use", "certificate")
# Folder of the change -> its own test binary, and the others that link it.
SEEN_BY = {
    "models": ("models", "routing", "traffic", "sim", "systemc", "reference"),
    "routing": ("routing", "models", "sim", "systemc", "reference"),
    "traffic": ("traffic", "models", "routing", "sim", "systemc", "reference"),
    "sim/core": ("sim", "systemc", "reference"),
    "sim/measure": ("sim", "systemc"),
    "sim/systemc": ("systemc",),
    "sim/options": (),
    "sim/cli": (),
    "experiments": (),
}


@dataclasses.dataclass(frozen=True)
class Step:
    name: str
    target: str  # of the build; "" if none
    words: tuple
    folder: str = "."  # from the root of the tree


@functools.lru_cache(None)
def text_of(path):
    """Of a test; no mutant changes one."""
    return path.read_text()


def folder_of(file):
    return max((folder for folder in SEEN_BY if file.startswith(f"{folder}/")), key=len)


def binary(name, cases, tags=()):
    """A test binary in one process, to its first failure; systemc's cases each in their own, as SystemC wants it."""
    if name == "systemc":
        return Step(cases, "test_systemc", ("ctest", "--test-dir", "build/release", "-L", "^systemc$", "--stop-on-failure", "--output-on-failure"))
    words = (f"build/release/tests/test_{name}", "-a", "-r", "compact")
    specification = ",".join(f"[#{tag}]~[long]" for tag in tags) if tags else "~[long]"
    return Step(cases, f"test_{name}", (*words, "-#", specification))


def near(root, file, name):
    """The cases of files that name the changed unit, or that are named for it; those of the tests' folder beside it."""
    unit = pathlib.PurePath(file).stem
    folders = {"sim": ("sim/core", "sim/measure")}.get(name, (name,))
    tests = sorted(path for folder in folders for path in (root / "tests" / folder).rglob("test_*.cpp"))
    tags = [path.stem for path in tests if unit in path.stem or f"/{unit}.hpp\"" in text_of(path)]
    beside = [path.stem for path in tests if path.parent == root / "tests" / pathlib.PurePath(file).parent]
    found = {f"{name}, cases of {unit}": tags, f"{name}, cases of {pathlib.PurePath(file).parent}": beside}
    return [binary(name, case, own) for case, own in found.items() if own and name != "systemc"]


def modules(root, folder, file):
    """The unittest modules of a folder, those first whose names or texts hold the changed file's, or those of a file that includes it."""
    unit = pathlib.PurePath(file).stem
    word = re.compile(rf"(?<![a-z]){re.escape(unit.replace('_', '.'))}(?![a-z])")
    paths = sorted((root / "tests" / folder).glob("test_*.py"))

    def likely(path):
        own = path.stem.removeprefix("test_")
        return (unit.split("_")[0] not in own, not word.search(text_of(path)), own not in QUICK, own in SLOW)
    return [Step(f"{folder}/{path.stem}", "dateline", (sys.executable, "-B", "-m", "unittest", "-f", path.stem), f"tests/{folder}")
            for path in sorted(paths, key=likely)]


def steps_for(root, file, jobs):
    """Every step of the default tests that can see a change of `file`; the golden results last."""
    folder = folder_of(file)
    if folder == "experiments":
        return modules(root, "experiments", file) + [step for step in modules(root, "sim/cli", file) if "readme" in step.name]
    own, *others = SEEN_BY[folder] or (None,)
    program = modules(root, "sim/cli", file)
    whole = [binary(own, own)] if own else []
    early = 6 if own == "sim" else 0  # of the program's modules: the machine's own cases take longer
    result = (near(root, file, own) if own else []) + program[:early] + whole + program[early:]
    result += [binary(name, name) for name in others]
    # That mutants fit their files is never so of a copy that has one.
    result.append(Step("example", "ping_pong", ("ctest", "--test-dir", "build/release", "-R", "^(example|tree): ", "-E", "mutants fit", "--output-on-failure")))
    result += modules(root, "experiments", file)
    result.append(Step("golden", "dateline", (sys.executable, "-B", "tests/golden/check.py", "--jobs", str(jobs))))
    return result
