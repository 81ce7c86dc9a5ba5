#!/usr/bin/python3
"""Reads what runs from an experiment file: the parts, each with its command, options, axes, seeds, search, and limits."""

import math
import re
from dataclasses import dataclass

from runner import shapes
from runner.errors import UsageError, nearest
from runner.yaml_tree import Map, one_line

PART_KEYS = ("command", "options", "series", "grid", "zip", "seeds", "search", "outputs", "columns", "quick", "timeout", "repeat")
SECTIONS = ("series", "grid", "zip", "seeds", "search")  # that `quick` may replace whole; its other keys are options
SEARCH_KEYS = {"option": "load", "start": 0.02, "over": 1.1, "resolution": 0.02}
PART_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,99}")
SEEDS = 2 ** 64  # how many there are
TIMEOUT = 3600.0  # seconds
TIME = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(s|m|h)")
SECONDS = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class Part:
    """One command with its options and axes; `name` is "" in an experiment that has no `parts`."""

    name: str
    command: str
    lines: dict  # of its keys
    options: Map
    series: list
    grid: Map
    zip: Map
    seeds: list
    search: Map  # None, or the keys of SEARCH_KEYS
    outputs: list  # options of the simulator that name files to be kept beside the results
    columns: list  # what summary.md tables
    quick: Map
    timeout: float = TIMEOUT  # seconds that a run may take
    repeat: int = 1  # runs of each point, for their wall times


class PartReader:
    def __init__(self, file):
        self.file = file

    def fail(self, line, message):
        raise UsageError(f"{self.file}:{line}: {message}")

    def keys(self, mapping, allowed):
        for key, line in mapping.lines.items():
            if key not in allowed:
                self.fail(line, f"unknown key '{key}'{nearest(key, allowed)}")

    def shape(self, shape, key, value, line):
        try:
            wanted = shape(value)
        except shapes.Misshapen as error:
            self.fail(error.line, error.message)
        if wanted:
            self.fail(line, f"'{key}' is {wanted}")

    def parts(self, tree):
        if "parts" not in tree:
            return {"": self.part("", tree)}
        for key in PART_KEYS:
            if key in tree and key != "timeout":
                self.fail(tree.lines[key], f"'{key}' belongs to a part when there are 'parts'")
        if not isinstance(tree["parts"], Map) or not tree["parts"]:
            self.fail(tree.lines["parts"], "'parts' is a mapping: a name, and what would stand alone without parts")
        result = {}
        for name, part in tree["parts"].items():
            line = tree["parts"].lines[name]
            if not PART_NAME.fullmatch(name):
                self.fail(line, f"'{one_line(name)}': a part's name is letters, digits and dashes")
            if not isinstance(part, Map):
                self.fail(line, f"part '{name}' is a mapping of {', '.join(PART_KEYS)}")
            self.keys(part, PART_KEYS)
            result[name] = self.part(name, part, self.timeout(tree))
        return result

    def part(self, name, tree, timeout=TIMEOUT):
        if not isinstance(tree.get("command"), str):
            self.fail(tree.lines.get("command", tree.line), "'command' names the simulator's command, e.g. simulate")
        quick = self.mapping(tree, "quick")
        for section in quick:
            if section in SECTIONS:
                self.section(quick, section)
        if "search" in quick and "search" not in tree:
            self.fail(quick.lines["search"], "'search' under quick needs the 'search' that it changes")
        return Part(name, tree["command"], tree.lines, self.mapping(tree, "options"),
                    *(self.section(tree, section) for section in ("series", "grid", "zip", "seeds", "search")),
                    self.sequence(tree, "outputs", str, "options"), self.sequence(tree, "columns", str, "columns"), quick,
                    self.timeout(tree, timeout), self.repeat(tree))

    def timeout(self, tree, otherwise=TIMEOUT):
        """Seconds of '90s', '10m' or '2h'."""
        if "timeout" not in tree:
            return otherwise
        found = TIME.fullmatch(str(tree["timeout"]))
        if not found or float(found[1]) == 0:
            self.fail(tree.lines["timeout"], "'timeout' is a time such as 90s, 10m or 2h")
        return float(found[1]) * SECONDS[found[2]]

    def repeat(self, tree):
        value = tree.get("repeat", 1)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
            self.fail(tree.lines["repeat"], "'repeat' is a whole number in 1..1000")
        return value

    def section(self, tree, key):
        """The axes of a part, checked; what a missing one stands for."""
        if key == "series":
            return self.sequence(tree, key, Map, "mappings")
        if key == "seeds":
            return self.seeds(tree)
        if key == "search":
            return self.search(tree)
        return self.mapping(tree, key)

    def seeds(self, tree):
        result = self.sequence(tree, "seeds", int, "integers")
        for seed in result:
            if not 0 <= seed < SEEDS:
                self.fail(tree.lines["seeds"], f"'seeds' holds {seed}, not in 0..{SEEDS - 1}")
        return result

    def search(self, tree):
        if "search" not in tree:
            return None
        mapping = self.mapping(tree, "search")
        self.keys(mapping, SEARCH_KEYS)
        for key in ("start", "over", "resolution"):
            value = mapping.get(key, 1)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
                self.fail(mapping.lines[key], f"'{key}' is a number above 0")
        if not isinstance(mapping.get("option", ""), str):
            self.fail(mapping.lines["option"], "'option' names an option")
        return {**SEARCH_KEYS, **mapping}

    def mapping(self, tree, key):
        value = tree.get(key, Map(1))
        if not isinstance(value, Map):
            self.fail(tree.lines[key], f"'{key}' is a mapping of options")
        return value

    def sequence(self, tree, key, kind, what):
        value = tree.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, kind) and not isinstance(item, bool) for item in value):
            self.fail(tree.lines[key], f"'{key}' is a list of {what}")
        if len(set(map(str, value))) != len(value):
            self.fail(tree.lines[key], f"'{key}' holds a value twice")
        return value
