#!/usr/bin/python3
"""A class whose state goes into checkpoints names all its fields where it lists them: `auto& [first, second] = *this;` in its io(), which does not
compile when a field is missing (models/base/state_io.hpp).

Prints one line per violation and fails; a self-test first shows that the rule notices a made-up violation.
"""
import pathlib
import re
import sys

from test_layers import line_of, without_comments

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ("models", "routing", "traffic", "sim")
LISTED = re.compile(r"\bvoid io\(Archive& \w*\) \{(?!\s*(?:\[\[maybe_unused\]\] )?auto& \[[\w\s,]+\] = \*this;)")
DEFINED = re.compile(r"\bvoid io\(Archive&")
FEWEST = 50  # that there are


def violations(files):
    for path, text in sorted(files.items()):
        code = without_comments(text)
        for found in LISTED.finditer(code):
            yield f"{path}:{line_of(code, found.start())}: io() begins with all fields of the class: auto& [...] = *this;"


def self_test():
    body = "template <typename Archive>\nvoid io(Archive& {}) {{\n  {}archive(first_);\n}}\n"
    guilty = [body.format("archive", ""), body.format("", ""), body.format("archive", "auto& first = *this;\n"), body.format("archive", "// auto& [a] = *this;\n")]
    innocent = [body.format("archive", "auto& [first] = *this;\n"), body.format("archive", "[[maybe_unused]] auto& [first] = *this;\n"), body.format("archive", "auto& [first,\n  second] = *this;\n"), "void io(Archive& archive);\n"]
    wrong = [f"self-test: {text!r}: not noticed" for text in guilty if len(list(violations({"sim/a.hpp": text}))) != 1]
    return wrong + [f"self-test: {text!r}: accused" for text in innocent if list(violations({"sim/a.hpp": text}))]


def main():
    files = {path.relative_to(ROOT).as_posix(): path.read_text() for folder in PRODUCT for path in (ROOT / folder).rglob("*") if path.suffix in (".hpp", ".cpp")}
    count = sum(len(DEFINED.findall(without_comments(text))) for text in files.values())
    problems = self_test() + list(violations(files))
    if count < FEWEST:
        problems.append(f"only {count} io() found: the check looks in the wrong place")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{count} classes list all their fields")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
