#!/usr/bin/python3
"""Reads what runs from an experiment file: the parts, each with its command, options, axes, seeds, search, and limits."""

import math
import re
from dataclasses import dataclass

from runner.errors import UsageError, nearest
from runner.format import shapes
from runner.yaml_tree import Map, one_line

PART_KEYS = ("command", "options", "series", "grid", "zip", "seeds", "search", "refine", "replicate", "outputs", "columns", "quick", "timeout", "repeat",
             "checkpoint", "branch")
SHARED = ("timeout", "checkpoint")  # of them, those that may stand above `parts`, for all of them
SECTIONS = ("series", "grid", "zip", "seeds", "search", "refine", "replicate")  # that `quick` may replace whole; its other keys are options
SEARCH_KEYS = {"option": "load", "resolution": 0.05}
SEARCH, SEARCHED = "saturate", "simulate"  # the command that searches, and the one that a part with a search names: its runs are looked for
REPLACED = {"start": "a search begins at 0.7 of the exact bound", "over": "the exact bound is the upper end of a search, and nothing above it is tried"}
REFINE_KEYS = {"around": "saturation", "points": 6, "resolution": 0.02}
REPLICATE_KEYS = {"ci": 0.02, "at-most": 20, "value": "latency.mean"}
MERGED = ("search", "refine", "replicate")  # settings: `quick` changes some of them
PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?%")
PART_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,99}")
SEEDS = 2 ** 64  # how many there are
TIMEOUT = 3600.0  # seconds
TIME = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(s|m|h)")
SECONDS = {"s": 1, "m": 60, "h": 3600}
INTERVAL = re.compile(r"[1-9][0-9]{0,8}(?:s|m|h|cycles)")
CHECKPOINTED = "simulate"  # the command that writes checkpoints


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
    refine: Map = None  # None, or the keys of REFINE_KEYS
    replicate: Map = None  # None, or the keys of REPLICATE_KEYS
    branch: Map = None  # None, or the options of the run whose warm-up the points share
    checkpoint: str = ""  # how often a run writes its state, as the simulator reads it; "" if it does not


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
            if key in tree and key not in SHARED:
                self.fail(tree.lines[key], f"'{key}' belongs to a part when there are 'parts'")
        if not isinstance(tree["parts"], Map) or not tree["parts"]:
            self.fail(tree.lines["parts"], "'parts' is a mapping: a name, and what would stand alone without parts")
        result = {}
        shared = {"timeout": self.timeout(tree), "checkpoint": self.checkpoint(tree)}
        for name, part in tree["parts"].items():
            line = tree["parts"].lines[name]
            if not PART_NAME.fullmatch(name):
                self.fail(line, f"'{one_line(name)}': a part's name is letters, digits and dashes")
            if name.rpartition("-")[2] == "probes":
                self.fail(line, f"'{name}': a part's name does not end in 'probes', as the tables of what searches probe do")
            if not isinstance(part, Map):
                self.fail(line, f"part '{name}' is a mapping of {', '.join(PART_KEYS)}")
            self.keys(part, PART_KEYS)
            result[name] = self.part(name, part, **shared)
        if shared["checkpoint"] and not any(part.checkpoint for part in result.values()):
            self.fail(tree.lines["checkpoint"], f"'checkpoint' is for runs of '{CHECKPOINTED}', and no part has any")
        return result

    def part(self, name, tree, timeout=TIMEOUT, checkpoint=""):
        if not isinstance(tree.get("command"), str):
            self.fail(tree.lines.get("command", tree.line), "'command' is needed: the simulator's command, e.g. simulate")
        quick = self.mapping(tree, "quick")
        for section in quick:
            if section in SECTIONS:
                self.section(quick, section)
        for key in MERGED:
            if key in quick and key not in tree:
                self.fail(quick.lines[key], f"'{key}' under quick needs the '{key}' that it changes")
        self.growing(tree)
        command = tree["command"]
        if "search" in tree:
            if command != SEARCHED:
                self.fail(tree.lines["search"], f"'search' looks for a load of '{SEARCHED}', not of '{one_line(command)}'")
            command = SEARCH
        if command == CHECKPOINTED:
            checkpoint = self.checkpoint(tree, checkpoint)
        elif "checkpoint" in tree:
            self.fail(tree.lines["checkpoint"], f"'checkpoint' is for runs of '{CHECKPOINTED}', not of '{one_line(command)}'")
        else:
            checkpoint = ""
        return Part(name, command, tree.lines, self.mapping(tree, "options"),
                    *(self.section(tree, section) for section in ("series", "grid", "zip", "seeds", "search")),
                    self.sequence(tree, "outputs", str, "options"), self.sequence(tree, "columns", str, "columns"), quick,
                    self.timeout(tree, timeout), self.repeat(tree), self.section(tree, "refine"), self.section(tree, "replicate"),
                    self.branch(tree), checkpoint)

    def branch(self, tree):
        """The options of a run whose warm-up is that of all points; None where each has its own."""
        if "branch" not in tree:
            return None
        line = tree.lines["branch"]
        if tree["command"] != CHECKPOINTED or "search" in tree:
            self.fail(line, f"'branch' is for runs of '{CHECKPOINTED}', each of one load")
        if not isinstance(tree["branch"], Map) or not tree["branch"]:
            self.fail(line, "'branch' is a mapping: the options, such as seed, of the run whose warm-up the points share")
        for name, value in tree["branch"].items():
            if isinstance(value, (list, dict)):
                self.fail(tree["branch"].lines[name], f"'{name}' under branch has one value: all points share the warm-up")
        return tree["branch"]

    def growing(self, tree):
        """What `refine` and `replicate` need beside them."""
        for key in ("refine", "replicate"):
            if key in tree and "search" in tree:
                self.fail(tree.lines[key], f"'{key}' and 'search' do not go together")
        if "replicate" in tree and len(self.seeds(tree)) < 2:
            self.fail(tree.lines["replicate"], "'replicate' adds to 'seeds': two or more to begin with")
        if "replicate" in tree and max(tree["seeds"]) + 1000 >= SEEDS:
            self.fail(tree.lines["seeds"], "'replicate' counts on from the largest of 'seeds': there are no seeds above it")

    def timeout(self, tree, otherwise=TIMEOUT):
        """Seconds of '90s', '10m' or '2h'."""
        if "timeout" not in tree:
            return otherwise
        found = TIME.fullmatch(str(tree["timeout"]))
        if not found or float(found[1]) == 0:
            self.fail(tree.lines["timeout"], "'timeout' is a time such as 90s, 10m or 2h")
        return float(found[1]) * SECONDS[found[2]]

    def checkpoint(self, tree, otherwise=""):
        """How often a run writes its state: '90s', '10m', '2h' or '1000000cycles'."""
        if "checkpoint" not in tree:
            return otherwise
        value = str(tree["checkpoint"])
        if not INTERVAL.fullmatch(value):
            self.fail(tree.lines["checkpoint"], "'checkpoint' is how often a run writes its state: 90s, 10m, 2h or 1000000cycles")
        return value

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
        if key in MERGED:
            return getattr(self, key)(tree) if key in tree else None
        return self.mapping(tree, key)

    def seeds(self, tree):
        result = self.sequence(tree, "seeds", int, "whole numbers, e.g. [1, 2, 3]")
        for seed in result:
            if not 0 <= seed < SEEDS:
                self.fail(tree.lines["seeds"], f"'seeds' holds {seed}, not in 0..{SEEDS - 1}")
        return result

    def search(self, tree):
        mapping = self.mapping(tree, "search")
        for key, why in REPLACED.items():
            if key in mapping:
                self.fail(mapping.lines[key], f"'{key}' is no setting any more: {why}")
        self.keys(mapping, SEARCH_KEYS)
        value = mapping.get("resolution", 1)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.005 <= value <= 1:
            self.fail(mapping.lines["resolution"], "'resolution' is a number in 0.005..1")
        if mapping.get("option", "load") != "load":
            self.fail(mapping.lines["option"], "'option' is load: no other is searched")
        return {**SEARCH_KEYS, **mapping}

    def refine(self, tree):
        mapping = self.mapping(tree, "refine")
        self.keys(mapping, REFINE_KEYS)
        if mapping.get("around", "saturation") != "saturation":
            self.fail(mapping.lines["around"], "'around' is saturation")
        self.count(mapping, "points", 1, 100)
        value = mapping.get("resolution", 1)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
            self.fail(mapping.lines["resolution"], "'resolution' is a number above 0")
        return {**REFINE_KEYS, **mapping}

    def replicate(self, tree):
        mapping = self.mapping(tree, "replicate")
        self.keys(mapping, REPLICATE_KEYS)
        self.count(mapping, "at-most", 2, 1000)
        if shapes.name(mapping.get("value", "a")) or " " in str(mapping.get("value", "a")):
            self.fail(mapping.lines["value"], "'value' names a measured number, e.g. latency.mean")
        share = mapping.get("ci", REPLICATE_KEYS["ci"])
        found = PERCENT.fullmatch(share) if isinstance(share, str) else None
        share = float(found[1]) / 100 if found else share
        if isinstance(share, (bool, str)) or not isinstance(share, (int, float)) or not 0 < share < 1:
            self.fail(mapping.lines["ci"], "'ci' is a share of the mean, e.g. 2% or 0.02")
        if "ci" in mapping:
            mapping["ci"] = share  # for quick_form(), which takes what is written
        return {**REPLICATE_KEYS, **mapping, "ci": share}

    def count(self, mapping, key, least, most):
        value = mapping.get(key, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fail(mapping.lines[key], f"'{key}' is a whole number in {least}..{most}")

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
