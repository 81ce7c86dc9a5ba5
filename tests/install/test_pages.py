#!/usr/bin/python3
"""The steps of docs/guide/install.md and of the Dockerfile are the same; so are the packages, and the ten lines of CMake."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = "docs/guide/install.md"


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text(page), re.MULTILINE | re.DOTALL)


def steps(page):
    [found] = [block for block in blocks(page, "sh") if block.startswith("apt-get update\n")]
    return found.splitlines()


class Pages(unittest.TestCase):
    def test_the_dockerfile_has_the_steps_of_the_page(self):
        self.assertTrue(re.search(r"^FROM debian:12$", text("Dockerfile"), re.MULTILINE))
        self.assertEqual(re.findall(r"^RUN (.*)$", text("Dockerfile"), re.MULTILINE), steps(PAGE))

    def test_their_packages_are_those_that_the_build_needs(self):
        [line] = [step for step in steps(PAGE) if step.startswith("apt-get install ")]
        named = {word for word in line.split()[2:] if not word.startswith("-")}
        base = {line.split()[1] for line in text("experiments/packages.txt").splitlines() if line.startswith("base ")}
        self.assertEqual(named, {name for name in base if not name.startswith("python3")} - {"catch2", "node-d3"})  # what only tests and experiments need

    def test_the_lines_of_cmake_shown_are_those_that_are_tested(self):
        self.assertEqual(blocks("docs/extend/library.md", "cmake"), [text("tests/install/consumer/CMakeLists.txt")])


if __name__ == "__main__":
    unittest.main()
