#!/usr/bin/python3
"""A class or struct of the product has at most 25 members: names of its fields and functions, as ctags finds them in headers.

A class that grows beyond holds two ideas: find the cut by asking which members each file uses. EXCEPTIONS are those that may have more.
Prints one line per violation and fails; a self-test first shows that made-up classes are counted. Skipped without universal-ctags.
"""
import collections
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("models", "routing", "traffic", "sim")
MOST = 25
EXCEPTIONS = {"CompiledNetwork", "ExternalRouters", "TiledNetwork", "VcNumbering", "VcStore"}
MOST_EXCEPTIONS = 5
SKIPPED = 77  # as CMake's SKIP_RETURN_CODE has it


def ctags():
    """The program, if it is universal-ctags: others count otherwise."""
    program = shutil.which("ctags")
    if program is None:
        return None
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return program if version.startswith("Universal Ctags") else None


def members(program, files):
    """Class or struct -> its members: distinct names of fields, of functions that are declared and of those that are defined in it."""
    run = subprocess.run([program, "-f", "-", "--languages=C++", "--kinds-C++=mpf", "--fields=+sKk", "--langmap=C++:+.hpp", "-L", "-"],
                         input="\n".join(map(str, files)), capture_output=True, text=True, check=True)
    found = collections.defaultdict(set)
    for line in run.stdout.splitlines():
        name, _, *fields = line.split("\t")
        for field in fields:
            if field.startswith(("class:", "struct:")):
                found[field.partition(":")[2].removeprefix("dateline::")].add(name)
                break
    return found


def violations(found):
    for name, own in sorted(found.items()):
        if len(own) > MOST and name not in EXCEPTIONS:
            yield f"{name} has {len(own)} members; at most {MOST}"
    for name in sorted(EXCEPTIONS):
        if len(found.get(name, ())) <= MOST:
            yield f"{name} has no more than {MOST} members: it is no exception"
    if len(EXCEPTIONS) > MOST_EXCEPTIONS:
        yield f"{len(EXCEPTIONS)} exceptions; at most {MOST_EXCEPTIONS}"


def self_test(program):
    """Yields what is counted wrong."""
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "a.hpp"
        fields = "".join(f"  int f{i}_ = 0;\n" for i in range(MOST - 4))
        body = f"  A();\n  int f() const {{ return 1; }}\n  int f(int) const;\n  template <typename T>\n  void g(T);\n{fields}"
        for extra, least in (("", 0), ("  void one_more();\n", 0), ("  void one_more();\n  bool two_more_;\n", 1)):
            header.write_text(f"namespace dateline {{\nclass A {{\n public:\n{body}{extra}  struct B {{\n    int own;\n  }};\n}};\n}}  // namespace dateline\n")
            found = members(program, [header])
            own = {name: len(names) for name, names in found.items()}
            if own != {"A": MOST - 1 + extra.count(";"), "A::B": 1} or sum("exception" not in line for line in violations(found)) != least:
                yield f"{own} with {extra!r}"


def main():
    program = ctags()
    if program is None:
        print("skipped: universal-ctags is not installed")
        return SKIPPED
    problems = [f"self-test: {problem}" for problem in self_test(program)]
    found = members(program, [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.hpp"))])
    if len(found) < 100:
        problems.append(f"only {len(found)} classes found: the check looks in the wrong place")
    problems += violations(found)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{len(found)} classes have at most {MOST} members, but for {len(EXCEPTIONS)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
