#!/usr/bin/python3
"""Reads what is made of the results from an experiment file: figures, tables, printed values and checks."""

import re

from runner.errors import nearest
from runner.exact import as_fraction
from runner.format import shapes
from runner.format.figure_kinds import KINDS
from runner.format.spec_part import PartReader
from runner.results import claims, tables
from runner.yaml_tree import Map, one_line

PRINTED_KEYS = ("what", "part", "at", "value", "printed", "exact", "tolerance", "among", "percentile", "source")
RELATIONS = ("equals", "at-most", "at-least")
CHECK_KEYS = ("what", "part", "at", "value", *RELATIONS)
ELSEWHERE_KEYS = ("part", "at", "value")
COUNTERPART = shapes.any_of(shapes.number, shapes.fields((), part=shapes.text, but=shapes.options, times=shapes.positive))
CLAIM = shapes.fields(("claim", "tests"), claim=shapes.text, source=shapes.text, tests=shapes.listed(shapes.fields(
    ("value",), what=shapes.text, part=shapes.text, at=shapes.options, value=shapes.name, more_than=COUNTERPART, less_than=COUNTERPART)))
FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")  # the name of a figure's files: nothing that leads elsewhere

OTHER_PARTS = {"latency-vs-load": ("bounds",), "network": ("measured",)}  # settings of figures that name a part
RESULTS = re.compile(r"results(-.*)?")  # the names of tables that are written beside figures (collect.py)


class EntryReader(PartReader):
    def figures(self, tree, parts):
        """Every figure as a Map with `kind` and `file`; a name alone stands for a figure without settings."""
        result = []
        for entry in self.sequence(tree, "figures", (str, Map), "figures: a kind, or a mapping with its kind"):
            if isinstance(entry, str):
                mapping = Map(tree.lines["figures"])
                mapping.put("kind", entry, mapping.line)
                entry = mapping
            self.figure(entry, parts)
            if any(other["file"] == entry["file"] for other in result):
                self.fail(entry.line, f"two figures have the file '{entry['file']}'")
            result.append(entry)
        return result

    def figure(self, entry, parts):
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            self.fail(entry.lines.get("kind", entry.line), f"unknown figure '{one_line(kind)}'{nearest(kind, KINDS)}")
        settings = KINDS[kind].settings
        self.keys(entry, tuple(settings))
        self.needs(entry, KINDS[kind].needs, f"a figure '{kind}'")
        forms = KINDS[kind].forms
        if forms and not any(all(key in entry for key in form) for form in forms):
            self.fail(entry.line, f"a figure '{kind}' needs {', or '.join(' and '.join(repr(key) for key in form) for form in forms)}")
        for key, value in entry.items():
            self.shape(settings[key], key, value, entry.lines[key])
        self.known_parts(entry, parts)
        for key in (name for name in OTHER_PARTS.get(kind, ()) if name in entry and entry[name] not in parts):
            self.fail(entry.lines[key], f"no part '{entry[key]}'{nearest(entry[key], filter(None, parts))}")
        entry.setdefault("file", kind)
        if not FILE.fullmatch(str(entry["file"])):
            self.fail(entry.lines["file"], f"'file' is a name of letters, digits, dots, dashes and underlines, not '{one_line(entry['file'])}'")
        entry["file"] = str(entry["file"])
        if RESULTS.fullmatch(entry["file"]):
            self.fail(entry.lines.get("file", entry.line), f"'file' {entry['file']} is the name of a table of results")

    def known_parts(self, tree, parts):
        """Every `part` in an entry, at any depth, is one there is."""
        if isinstance(tree, Map):
            if "part" in tree and (not isinstance(tree["part"], str) or tree["part"] not in parts):
                none = " (this file has no 'parts')" if list(parts) == [""] else ""
                self.fail(tree.lines["part"], f"no part '{tree['part']}'{none or nearest(tree['part'], filter(None, parts))}")
            if "at" in tree:
                self.shape(shapes.options, "at", tree["at"], tree.lines["at"])
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

    def claims(self, tree, parts):
        """What a source claims: tests, each a value of samples against that of their counterparts."""
        result = self.sequence(tree, "claims", Map, "mappings")
        for entry in result:
            self.known_parts(entry, parts)
            self.shape(CLAIM, "claims", entry, entry.line)
            if not entry["tests"]:
                self.fail(entry.lines["tests"], "a claim needs a test")
            for test in entry["tests"]:
                if len(parts) > 1 and "part" not in test:
                    self.fail(test.line, "a test of a claim needs 'part'")
                if len([key for key in claims.DIRECTIONS if key in test]) != 1:
                    self.fail(test.line, f"a test of a claim needs one of {', '.join(claims.DIRECTIONS)}")
        return result

    def table(self, entry):
        """Of the form that tables.py describes."""
        self.keys(entry, tables.KEYS)
        self.needs(entry, tables.needs(entry), "an entry of 'tables'")
        if "list" in entry and (not isinstance(entry["columns"], list) or any(map(shapes.name, entry["columns"]))):
            self.fail(entry.lines["columns"], "'columns' is a list of fields")
        for key in entry:
            shape = {"ratio": shapes.flag, "range": shapes.flag, "decimals": shapes.whole(0, 20), "title": shapes.text}.get(key, shapes.name)
            if key not in ("part", "at") and not (key == "columns" and "list" in entry):
                self.shape(shape, key, entry[key], entry.lines[key])

    def printed(self, entry):
        """A value to hold a result against: at (which point), value (a column), printed or exact or both, tolerance, source."""
        self.keys(entry, PRINTED_KEYS)
        self.needs(entry, ("value",), "an entry of 'printed'")
        if "printed" not in entry and "exact" not in entry:
            self.fail(entry.line, "an entry of 'printed' needs 'printed' or 'exact'")
        for key in ("printed", "exact", "tolerance"):
            if key in entry and shapes.number(entry[key]):
                self.fail(entry.lines[key], f"'{key}' is a number")
        for key, shape in (("value", shapes.name), ("among", shapes.name), ("source", shapes.text), ("what", shapes.text)):
            if key in entry:
                self.shape(shape, key, entry[key], entry.lines[key])
        for one, others in (("among", ("exact", "tolerance")), ("percentile", ("exact", "tolerance", "among"))):
            for key in others:
                if one in entry and key in entry:
                    self.fail(entry.lines[key], f"'{key}' and '{one}' do not go together")
        if "percentile" in entry and not ("printed" in entry and shapes.number(entry["percentile"]) is None and 0 < as_fraction(entry["percentile"]) < 100):
            self.fail(entry.lines["percentile"], "'percentile' is a number between 0 and 100, beside 'printed'")
        if "among" in entry and "printed" not in entry:
            self.fail(entry.line, "'among' needs 'printed'")

    def check(self, entry):
        """A relation between two values: at (which points; all), value, and one of equals, at-most, at-least."""
        self.keys(entry, CHECK_KEYS)
        self.needs(entry, ("value",), "an entry of 'checks'")
        relations = [key for key in RELATIONS if key in entry]
        if len(relations) != 1:
            self.fail(entry.line, f"an entry of 'checks' needs one of {', '.join(RELATIONS)}")
        for key, shape in (("value", shapes.name), ("what", shapes.text)):
            if key in entry:
                self.shape(shape, key, entry[key], entry.lines[key])
        other = entry[relations[0]]
        if isinstance(other, Map):
            self.keys(other, ELSEWHERE_KEYS)
            self.needs(other, ("value",), f"'{relations[0]}'")
            self.shape(shapes.name, "value", other["value"], other.lines["value"])
        elif isinstance(other, list) or other is None:
            self.fail(entry.lines[relations[0]], f"'{relations[0]}' is a number, a flag, a value, or a mapping of {', '.join(ELSEWHERE_KEYS)}")
