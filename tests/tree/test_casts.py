#!/usr/bin/python3
"""Networks are asked for what they have (Topology::grid, terminal_grid, automorphisms, group_of), not for what they are: casts to a cube.

Prints one line per violation and fails; a self-test first shows that each rule notices a made-up violation.
"""
import pathlib
import re
import sys

from test_layers import line_of, without_comments

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ("models", "routing", "traffic", "sim")
CAST = re.compile(r"\b(?:dynamic|static)_(?:pointer_)?cast\s*<\s*(?:const\s+)?(?:dateline::)?CubeTopology\b|\bas_cube\s*\(|\bfamily\s*<\s*(?:const\s+)?CubeTopology\b")
# File -> how many there are, and why they may be.
ALLOWED = {
    "models/network/topology/cube.hpp": (2, "as_cube itself"),
    "routing/registry/all_maps.cpp": (1, "a relation that is made for cubes"),
    "routing/registry/registry.cpp": (3, "rows of relations that are made for cubes"),
    "sim/cli/network/fault_report.cpp": (1, "a picture of a cube"),
}


def casts(text):
    code = without_comments(text)
    return [(line_of(code, m.start()), " ".join(m.group(0).split())) for m in CAST.finditer(code)]


def violations(files, allowed):
    for path, text in sorted(files.items()):
        found = casts(text)
        most, reason = allowed.get(path, (0, ""))
        if len(found) > most:
            line, what = found[most]
            beyond = f"; {most} may be there: {reason}" if most else ""
            yield f"{path}:{line}: {what}...: ask the topology for grid(), terminal_grid(), automorphisms() or group_of(){beyond}"
        if len(found) < most:
            yield f"{path}: {len(found)} casts to a cube, not {most}: {pathlib.Path(__file__).name} names it"
    for path in sorted(set(allowed) - set(files)):
        yield f"{path}: is not there; {pathlib.Path(__file__).name} names it"


def self_test():
    guilty = ["auto* a = dynamic_cast<const CubeTopology*>(&t);\n", "auto& a = static_cast<CubeTopology&>(t);\n", "if (as_cube(t)) {}\n",
              "auto a = std::dynamic_pointer_cast<const CubeTopology>(t);\n", "auto& a = family<CubeTopology>(t);\n", "dynamic_cast<\n  const dateline::CubeTopology&>(t);\n"]
    innocent = ["// as_cube(t)\n", 'const char* a = "as_cube(t)";\n', "CubeTopology line(kind, radices);\n", "dynamic_cast<const GraphTopology*>(&t);\n"]
    wrong = [f"self-test: {text.strip()}: not noticed" for text in guilty if len(list(violations({"models/a.cpp": text}, {}))) != 1]
    wrong += [f"self-test: {text.strip()}: accused" for text in innocent if list(violations({"models/a.cpp": text}, {}))]
    one = {"models/a.cpp": (1, "a picture")}
    counts = [len(list(violations({"models/a.cpp": text}, one))) for text in ("as_cube(t);\n", "as_cube(t), as_cube(u);\n", "\n")]
    if counts + [len(list(violations({}, one)))] != [0, 1, 1, 1]:
        wrong.append("self-test: counts of allowed casts are not held")
    return wrong


def main():
    files = {path.relative_to(ROOT).as_posix(): path.read_text() for folder in PRODUCT for path in (ROOT / folder).rglob("*") if path.suffix in (".hpp", ".cpp")}
    problems = self_test() + list(violations(files, ALLOWED))
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{len(files)} files ask networks for what they have")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
