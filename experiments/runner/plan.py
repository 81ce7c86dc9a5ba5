#!/usr/bin/python3
"""Expands an experiment to points, and names each by the hash of all that decides its result.

The key is SHA-256 (16 hex digits) of the canonical JSON of the simulator's result version, the command and *all* its options,
defaults filled in. A value that names a file (FILE or KIND:FILE, relative to the checkout) brings the digest of its content too.
Order of the points: series entry, zipped row, grid (the last axis fastest), seed.
"""

import fnmatch
import hashlib
import itertools
import json
from dataclasses import dataclass

from runner.errors import UsageError, nearest


@dataclass(frozen=True)
class Point:
    """One run of one command."""

    command: str
    given: dict  # what the experiment sets, in its order; flags only where they differ from their default
    options: dict  # every option that decides the result
    key: str

    def weight(self):
        """Expected cost, up to a factor."""
        return number(self.options.get("load"), 1.0) * number(self.options.get("cycles"), 1.0)


def number(value, otherwise=None):
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise


def canonical(value):
    """The text of a scalar, the same for 4 and "4"; flags stay true or false. None for what is no scalar."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        return repr(value)
    return str(value) if isinstance(value, int) else None


def key_of(result_version, command, options, files):
    """`files`: name -> digest; left out when empty."""
    document = {"result_version": result_version, "command": command, "options": options}
    if files:
        document["files"] = files
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Planner:
    def __init__(self, experiment, catalogue, top):
        self.experiment = experiment
        self.catalogue = catalogue
        self.top = top
        command = experiment.command
        if command not in catalogue.commands:
            message = f"unknown command '{command}'{nearest(command, catalogue.commands)}"
            raise experiment.error(experiment.lines["command"], message)
        self.defaults = catalogue.inputs(command)
        self.digests = {}

    def points(self, quick=False):
        """All points, each once."""
        experiment = self.experiment
        fixed = self.fixed(quick)
        zipped = self.zipped()
        grid = self.axes(experiment.grid, "grid")
        self.apart(options=fixed, grid=experiment.grid, zip=experiment.zip, seeds={"seed": 0} if experiment.seeds else {})
        seeds = [{"seed": str(seed)} for seed in experiment.seeds] or [{}]
        result = {}
        for entry in experiment.series or [{}]:
            axes = {name: self.values(entry, name) for name in entry}
            for values in product(axes):
                for row, cell, seed in itertools.product(zipped, product(grid), seeds):
                    point = self.point({**fixed, **values, **row, **cell, **seed})
                    result.setdefault(point.key, point)
        return list(result.values())

    def fixed(self, quick):
        experiment = self.experiment
        if quick and not experiment.quick:
            raise UsageError(f"{experiment.file}: has no 'quick' options")
        chosen = {}
        for mapping in [experiment.options] + ([experiment.quick] if quick else []):
            for name in mapping:
                if isinstance(mapping[name], list):
                    raise experiment.error(mapping.lines[name], f"'{name}' has several values: put it under series, grid or zip")
                chosen[name] = self.values(mapping, name)[0]
        return chosen

    def axes(self, mapping, section):
        for name in mapping:
            if not isinstance(mapping[name], list):
                raise self.experiment.error(mapping.lines[name], f"'{name}' under {section} is a list of values")
        return {name: self.values(mapping, name) for name in mapping}

    def zipped(self):
        mapping = self.experiment.zip
        axes = self.axes(mapping, "zip")
        lengths = {name: len(values) for name, values in axes.items()}
        if len(set(lengths.values())) > 1:
            counts = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise self.experiment.error(mapping.line, f"zipped lists differ in length: {counts}")
        return [dict(zip(axes, row)) for row in zip(*axes.values())] if axes else [{}]

    def apart(self, **sections):
        """No option is set in two places; a series may not set what is set elsewhere either."""
        seen = {}
        for section, mapping in sections.items():
            for name in mapping:
                if name in seen:
                    line = getattr(mapping, "lines", {}).get(name) or self.experiment.lines[section]
                    raise self.experiment.error(line, f"'{name}' is set under {seen[name]} and under {section}")
                seen[name] = section
        for entry in self.experiment.series:
            for name in entry:
                if name in seen:
                    raise self.experiment.error(entry.lines[name], f"'{name}' is set under {seen[name]} and in a series")

    def values(self, mapping, name):
        """The canonical values of an option, one or several; UsageError for an unknown name or an impossible value."""
        experiment, line = self.experiment, mapping.lines[name]
        if name in self.catalogue.outputs(experiment.command):
            raise experiment.error(line, f"'{name}' says where output goes: the runner sets it, no experiment does")
        if name == "config":
            raise experiment.error(line, "'config' hides options from the plan: write them here")
        if name not in self.defaults:
            message = f"{experiment.command} has no option '{name}'{nearest(name, self.defaults)}"
            raise experiment.error(line, message)
        given = mapping[name] if isinstance(mapping[name], list) else [mapping[name]]
        if not given:
            raise experiment.error(line, f"'{name}' has no value")
        flag = isinstance(self.defaults[name], bool)
        result = []
        for value in given:
            text = canonical(value)
            if text is None or isinstance(text, bool) != flag:
                kind = "true or false" if flag else "a number or a text (in quotes if YAML takes it for something else)"
                raise experiment.error(line, f"'{name}' is {kind}, not {value!r}")
            known = self.catalogue.names.get(name)
            if known and text.partition(":")[0] not in known:
                raise experiment.error(line, f"'{name}' has no value {text}{nearest(text.partition(':')[0], sorted(known))}")
            if text in result:
                raise experiment.error(line, f"'{name}' holds {text} twice")
            result.append(text)
        return result

    def point(self, chosen):
        options = {**self.defaults, **chosen}
        given = {name: value for name, value in chosen.items() if not (isinstance(value, bool) and value == self.defaults[name])}
        files = {name: digest for name, digest in ((name, self.digest(value)) for name, value in options.items()) if digest}
        key = key_of(self.catalogue.result_version, self.experiment.command, options, files)
        return Point(self.experiment.command, given, options, key)

    def digest(self, value):
        """SHA-256 of the file that a value names (FILE with a / or a dot, or KIND:FILE), else None."""
        if value not in self.digests:
            self.digests[value] = None
            if isinstance(value, str) and any(sign in value for sign in ":/."):
                file = self.top / value.partition(":")[2] if ":" in value else self.top / value
                if file.is_file():
                    self.digests[value] = hashlib.sha256(file.read_bytes()).hexdigest()
        return self.digests[value]


def product(axes):
    """Every combination of {name: values}, the last name fastest."""
    return [dict(zip(axes, row)) for row in itertools.product(*axes.values())]


def varying(points):
    """The options that are not the same in all points, in the order in which the experiment gives them."""
    names = {name: None for point in points for name in point.given}
    return [name for name in names if len({str(point.options[name]) for point in points}) > 1]


def select(points, filters):
    """The points for which every OPTION=PATTERN holds (shell patterns)."""
    for text in filters:
        name, equals, pattern = text.partition("=")
        names = points[0].options
        if not equals:
            raise UsageError(f"--only {text}: not OPTION=VALUE")
        if name not in names:
            raise UsageError(f"--only {text}: no option '{name}'{nearest(name, names)}")
        points = [point for point in points if fnmatch.fnmatchcase(text_of(point.options[name]), pattern)]
        if not points:
            raise UsageError(f"--only {text}: no point left")
    return points


def text_of(value):
    """A value as a person writes it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value
