#!/usr/bin/python3
"""Reads an experiment file and checks its form. The format is described in experiments/README.md.

What only the simulator knows (commands, options) is checked by plan.py, what only the points know (`at`) by select.py.
"""

from dataclasses import dataclass, field, replace

from runner import tables
from runner.errors import UsageError, nearest
from runner.exact import as_fraction
from runner.figure_kinds import KINDS
from runner.yaml_tree import Map, parse

PART_KEYS = ("command", "options", "series", "grid", "zip", "seeds", "search", "outputs", "columns", "quick")
KEYS = ("about", "notes", "parts", *PART_KEYS, "figures", "tables", "printed", "checks")
SECTIONS = ("series", "grid", "zip", "seeds", "search")  # that `quick` may replace whole; its other keys are options
SEARCH_KEYS = {"option": "load", "start": 0.02, "over": 1.1, "resolution": 0.02}
PRINTED_KEYS = ("part", "at", "value", "printed", "exact", "tolerance", "among", "source")
RELATIONS = ("equals", "at-most", "at-least")
CHECK_KEYS = ("what", "part", "at", "value", *RELATIONS)
ELSEWHERE_KEYS = ("part", "at", "value")


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


@dataclass(frozen=True)
class Experiment:
    name: str
    file: str  # as shown in messages
    about: str
    notes: list
    parts: dict  # name -> Part
    figures: list = field(default_factory=list)  # of Map
    tables: list = field(default_factory=list)
    printed: list = field(default_factory=list)
    checks: list = field(default_factory=list)

    def error(self, line, message):
        return UsageError(f"{self.file}:{line}: {message}")

    def part_of(self, entry):
        """The part that an entry of figures, printed or checks names: the only one, if there is but one."""
        if "part" in entry:
            return self.parts[entry["part"]]
        return next(iter(self.parts.values()))


def load(path, shown):
    """The Experiment in a file; `shown` is its name in messages."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{shown}:1: not UTF-8") from None
    return Reader(shown).experiment(parse(text, shown), path.stem)


def quick_form(part):
    """The part with what its `quick` says in place."""
    if not part.quick:
        return part
    sections = {name: part.quick[name] for name in SECTIONS if name in part.quick}
    if "search" in sections:
        sections["search"] = {**part.search, **sections["search"]}
    options = Map(part.quick.line)
    for mapping in (part.options, part.quick):
        for name in mapping:
            if mapping is part.options or name not in SECTIONS:
                options.put(name, mapping[name], mapping.lines[name])
    return replace(part, options=options, **sections)


class Reader:
    def __init__(self, file):
        self.file = file

    def fail(self, line, message):
        raise UsageError(f"{self.file}:{line}: {message}")

    def keys(self, mapping, allowed):
        for key, line in mapping.lines.items():
            if key not in allowed:
                self.fail(line, f"unknown key '{key}'{nearest(key, allowed)}")

    def experiment(self, tree, name):
        if not isinstance(tree, Map):
            self.fail(1, f"an experiment is a mapping of {', '.join(KEYS)}")
        self.keys(tree, KEYS)
        parts = self.parts(tree)
        notes = self.sequence(tree, "notes", str, "texts")
        experiment = Experiment(name, self.file, str(tree.get("about", "")), notes, parts)
        return replace(experiment, figures=self.figures(tree, parts), tables=self.entries(tree, "tables", parts, self.table),
                       printed=self.entries(tree, "printed", parts, self.printed), checks=self.entries(tree, "checks", parts, self.check))

    def parts(self, tree):
        if "parts" not in tree:
            return {"": self.part("", tree)}
        for key in PART_KEYS:
            if key in tree:
                self.fail(tree.lines[key], f"'{key}' belongs to a part when there are 'parts'")
        if not isinstance(tree["parts"], Map) or not tree["parts"]:
            self.fail(tree.lines["parts"], "'parts' is a mapping: a name, and what would stand alone without parts")
        result = {}
        for name, part in tree["parts"].items():
            line = tree["parts"].lines[name]
            if not name.replace("-", "").isalnum():
                self.fail(line, f"'{name}': a part's name is letters, digits and dashes")
            if not isinstance(part, Map):
                self.fail(line, f"part '{name}' is a mapping of {', '.join(PART_KEYS)}")
            self.keys(part, PART_KEYS)
            result[name] = self.part(name, part)
        return result

    def part(self, name, tree):
        if not isinstance(tree.get("command"), str):
            self.fail(tree.lines.get("command", tree.line), "'command' names the simulator's command, e.g. simulate")
        quick = self.mapping(tree, "quick")
        for section in quick:
            if section in SECTIONS:
                self.section(quick, section)
        return Part(name, tree["command"], tree.lines, self.mapping(tree, "options"),
                    *(self.section(tree, section) for section in ("series", "grid", "zip", "seeds", "search")),
                    self.sequence(tree, "outputs", str, "options"), self.sequence(tree, "columns", str, "columns"), quick)

    def section(self, tree, key):
        """The axes of a part, checked; what a missing one stands for."""
        if key == "series":
            return self.sequence(tree, key, Map, "mappings")
        if key == "seeds":
            return self.sequence(tree, key, int, "integers")
        if key == "search":
            return self.search(tree)
        return self.mapping(tree, key)

    def search(self, tree):
        if "search" not in tree:
            return None
        mapping = self.mapping(tree, "search")
        self.keys(mapping, SEARCH_KEYS)
        for key in ("start", "over", "resolution"):
            value = mapping.get(key, 1)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
                self.fail(mapping.lines[key], f"'{key}' is a number above 0")
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

    def figures(self, tree, parts):
        """Every figure as a Map with `kind` and `file`; a name alone stands for a figure without settings."""
        result = []
        for entry in self.sequence(tree, "figures", (str, Map), "figures: a kind, or a mapping with its kind"):
            if isinstance(entry, str):
                mapping = Map(tree.lines["figures"])
                mapping.put("kind", entry, mapping.line)
                entry = mapping
            kind = entry.get("kind")
            if kind not in KINDS:
                self.fail(entry.lines.get("kind", entry.line), f"unknown figure '{kind}'{nearest(kind, KINDS)}")
            self.keys(entry, ("kind", "file", "part", "caption", *KINDS[kind].needs, *KINDS[kind].takes))
            self.needs(entry, KINDS[kind].needs, f"a figure '{kind}'")
            self.known_parts(entry, parts)
            entry.setdefault("file", kind)
            if any(other["file"] == entry["file"] for other in result):
                self.fail(entry.line, f"two figures have the file '{entry['file']}'")
            result.append(entry)
        return result

    def known_parts(self, tree, parts):
        """Every `part` in an entry, at any depth, is one there is."""
        if isinstance(tree, Map):
            if "part" in tree and tree["part"] not in parts:
                self.fail(tree.lines["part"], f"no part '{tree['part']}'{nearest(tree['part'], filter(None, parts))}")
            if not isinstance(tree.get("at", tree), (Map, list)):
                self.fail(tree.lines["at"], "'at' is a mapping of options")
            for value in tree.values():
                self.known_parts(value, parts)
        elif isinstance(tree, list):
            for value in tree:
                self.known_parts(value, parts)

    def needs(self, entry, keys, what):
        for key in keys:
            if key not in entry:
                self.fail(entry.line, f"{what} needs '{key}'")

    def entries(self, tree, section, parts, check):
        result = self.sequence(tree, section, Map, "mappings")
        for entry in result:
            self.known_parts(entry, parts)
            if len(parts) > 1 and "part" not in entry:
                self.fail(entry.line, f"an entry of '{section}' needs 'part'")
            check(entry)
        return result

    def table(self, entry):
        """Of the form that tables.py describes."""
        self.keys(entry, tables.KEYS)
        self.needs(entry, tables.needs(entry), "an entry of 'tables'")
        if "list" in entry and not isinstance(entry["columns"], list):
            self.fail(entry.lines["columns"], "'columns' is a list of fields")

    def printed(self, entry):
        """A value to hold a result against: at (which point), value (a column), printed or exact or both, tolerance, source."""
        self.keys(entry, PRINTED_KEYS)
        self.needs(entry, ("value",), "an entry of 'printed'")
        if "printed" not in entry and "exact" not in entry:
            self.fail(entry.line, "an entry of 'printed' needs 'printed' or 'exact'")
        for key in ("printed", "exact", "tolerance"):
            if key in entry and as_fraction(entry[key]) is None:
                self.fail(entry.lines[key], f"'{key}' is a number")
        if not isinstance(entry.get("at", entry), Map):
            self.fail(entry.lines["at"], "'at' is a mapping of options")
        for key in ("exact", "tolerance"):
            if "among" in entry and key in entry:
                self.fail(entry.lines[key], f"'{key}' and 'among' do not go together")

    def check(self, entry):
        """A relation between two values: at (which points; all), value, and one of equals, at-most, at-least."""
        self.keys(entry, CHECK_KEYS)
        self.needs(entry, ("value",), "an entry of 'checks'")
        relations = [key for key in RELATIONS if key in entry]
        if len(relations) != 1:
            self.fail(entry.line, f"an entry of 'checks' needs one of {', '.join(RELATIONS)}")
        other = entry[relations[0]]
        if isinstance(other, Map):
            self.keys(other, ELSEWHERE_KEYS)
            self.needs(other, ("value",), f"'{relations[0]}'")
