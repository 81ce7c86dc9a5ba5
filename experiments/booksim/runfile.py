#!/usr/bin/python3
"""Reads a configuration of BookSim 2: assignments `name = value;`, comments `//`, values numbers, words or lists `{a,b}`."""

import re
from dataclasses import dataclass

from runner.errors import UsageError

LARGEST = 1 << 20  # bytes
ASSIGNMENT = re.compile(r"\s*([A-Za-z_][\w-]*)\s*=\s*([^;={}]*(?:\{[^{};]*\}[^;={}]*)*);")


@dataclass(frozen=True)
class Setting:
    name: str
    value: str  # without blanks around it
    line: int  # 0: BookSim's own default


def read(path):
    """{name: Setting} in the order of the file; the last of several counts, as in BookSim."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > LARGEST:
        raise UsageError(f"{path}: more than {LARGEST} bytes")
    return parse(content.decode("utf-8", "replace"), path)


def parse(text, path):
    bare = re.sub(r"//[^\n]*", "", text)
    settings, at = {}, 0
    while bare[at:].strip():
        found = ASSIGNMENT.match(bare, at)
        begin = at + len(bare[at:]) - len(bare[at:].lstrip())
        line = bare.count("\n", 0, begin) + 1
        if not found:
            rest = " ".join(bare[begin:].splitlines()[0].split())[:60]
            raise UsageError(f"{path}:{line}: '{rest}' is no assignment 'name = value;'")
        settings.pop(found[1], None)
        settings[found[1]] = Setting(found[1], "".join(found[2].split()), line)
        at = found.end()
    return settings
