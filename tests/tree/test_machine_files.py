#!/usr/bin/python3
"""docs/reference/router-cycle.md and sim/core/ correspond: the page names every file there and no other, and no file there has more than 200 lines.

Prints one line per violation and fails; a self-test first shows that each rule notices a made-up violation.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE, FOLDER = "docs/reference/router-cycle.md", "sim/core"
LONGEST = 200  # lines
NAMED = re.compile(r"`(?:sim/core/)?((?:(?:state/)?\w+/)?\w+)\.[hc]pp`")  # by its path from FOLDER


def violations(page, files):
    """`files`: name -> text. A header and the source beside it are one unit, named by its header."""
    units, named = {name.rpartition(".")[0] for name in files}, set(NAMED.findall(page))
    for unit in sorted(units - named):
        yield f"{PAGE}: does not name {unit}.hpp of {FOLDER}/"
    for unit in sorted(named - units):
        yield f"{PAGE}: names {unit}.hpp, which {FOLDER}/ does not have"
    for name, text in sorted(files.items()):
        if text.count("\n") > LONGEST:
            yield f"{FOLDER}/{name}: {text.count(chr(10))} lines; at most {LONGEST}"


def self_test():
    page = "| `a.hpp`, `y/b.hpp` | `State` | `sim/core/z/c.hpp` `docs/w/x.hpp`\n"
    files = {"a.hpp": "x\n" * LONGEST, "a.cpp": "", "y/b.hpp": "", "z/c.hpp": ""}
    yield from violations(page, files)
    for wrong in ({**files, "d.cpp": ""}, {"a.hpp": "", "y/b.hpp": ""}, {**files, "a.cpp": "x\n" * (LONGEST + 1)}):
        if len(list(violations(page, wrong))) != 1:
            yield f"self-test: {sorted(wrong)} are not told from {sorted(files)}"


def main():
    files = {path.relative_to(ROOT / FOLDER).as_posix(): path.read_text() for path in (ROOT / FOLDER).rglob("*") if path.suffix in (".hpp", ".cpp")}
    problems = [f"self-test: {problem}" for problem in self_test()]
    if len(files) < 20:
        problems.append(f"only {len(files)} files found in {FOLDER}/: the check looks in the wrong place")
    problems += violations((ROOT / PAGE).read_text(), files)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{len(files)} files of {FOLDER}/ are as {PAGE} says")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
