#!/usr/bin/python3
"""Reads an experiment file: YAML whose keys know their lines, checked for its form.

What only the simulator knows (commands, options) is checked by plan.py. The format is described in experiments/README.md.
"""

from dataclasses import dataclass

from runner.errors import UsageError, nearest


class Map(dict):
    """A YAML mapping; `lines` holds the line of each key, `line` its own."""

    def __init__(self, line):
        super().__init__()
        self.line = line
        self.lines = {}


class Sequence(list):
    """A YAML list; `line` is where it begins."""

    def __init__(self, line):
        super().__init__()
        self.line = line


@dataclass(frozen=True)
class Experiment:
    name: str
    file: str  # as shown in messages
    about: str
    command: str
    lines: dict  # of the top-level keys
    options: Map
    series: list
    grid: Map
    zip: Map
    seeds: list
    quick: Map
    figures: list
    printed: list

    def error(self, line, message):
        return UsageError(f"{self.file}:{line}: {message}")


FIGURES = ("latency-vs-load",)
KEYS = ("about", "command", "options", "series", "grid", "zip", "seeds", "quick", "figures", "printed")
PRINTED_KEYS = ("at", "value", "printed", "tolerance", "source")


def parse(text, file):
    """The tree of a YAML text as Map, Sequence and scalars; UsageError with its line for bad YAML and repeated keys."""
    import yaml

    def convert(node):
        line = node.start_mark.line + 1
        if isinstance(node, yaml.SequenceNode):
            result = Sequence(line)
            result.extend(convert(item) for item in node.value)
            return result
        if not isinstance(node, yaml.MappingNode):
            return loader.construct_object(node)
        result = Map(line)
        for key_node, value_node in node.value:
            key, key_line = str(key_node.value), key_node.start_mark.line + 1
            if key in result:
                raise UsageError(f"{file}:{key_line}: '{key}' stands here twice")
            result[key] = convert(value_node)
            result.lines[key] = key_line
        return result

    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        return convert(node) if node is not None else Map(1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UsageError(f"{file}:{mark.line + 1 if mark else 1}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UsageError(f"{file}:1: not YAML: {' '.join(str(error).split())}") from None


def load(path, shown):
    """The Experiment in a file; `shown` is its name in messages."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{shown}:1: not UTF-8") from None
    tree = parse(text, shown)
    if not isinstance(tree, Map):
        raise UsageError(f"{shown}:1: an experiment is a mapping of {', '.join(KEYS)}")

    def fail(line, message):
        raise UsageError(f"{shown}:{line}: {message}")

    for key, line in tree.lines.items():
        if key not in KEYS:
            fail(line, f"unknown key '{key}'{nearest(key, KEYS)}")
    if not isinstance(tree.get("command"), str):
        fail(tree.lines.get("command", 1), "'command' names the simulator's command, e.g. simulate")

    def mapping(key):
        value = tree.get(key, Map(1))
        if not isinstance(value, Map):
            fail(tree.lines[key], f"'{key}' is a mapping of options")
        return value

    def sequence(key, kind, what):
        value = tree.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, kind) and not isinstance(item, bool) for item in value):
            fail(tree.lines[key], f"'{key}' is a list of {what}")
        if len(set(map(str, value))) != len(value):
            fail(tree.lines[key], f"'{key}' holds a value twice")
        return value

    experiment = Experiment(
        name=path.stem, file=shown, about=str(tree.get("about", "")), command=tree["command"], lines=tree.lines,
        options=mapping("options"), series=sequence("series", Map, "mappings"), grid=mapping("grid"), zip=mapping("zip"),
        seeds=sequence("seeds", int, "integers"), quick=mapping("quick"), figures=sequence("figures", str, "figure names"),
        printed=sequence("printed", Map, "mappings"))
    for figure in experiment.figures:
        if figure not in FIGURES:
            fail(tree.lines["figures"], f"unknown figure '{figure}'{nearest(figure, FIGURES)}")
    for entry in experiment.printed:
        check_printed(entry, fail)
    return experiment


def check_printed(entry, fail):
    """A value to hold the results against: at (which point), value (a column), printed, tolerance (relative), source."""
    for key, line in entry.lines.items():
        if key not in PRINTED_KEYS:
            fail(line, f"unknown key '{key}'{nearest(key, PRINTED_KEYS)}")
    for key in ("at", "value", "printed", "tolerance"):
        if key not in entry:
            fail(entry.line, f"an entry of 'printed' needs '{key}'")
    if not isinstance(entry["at"], Map):
        fail(entry.lines["at"], "'at' is a mapping of options")
    for key in ("printed", "tolerance"):
        if isinstance(entry[key], bool) or not isinstance(entry[key], (int, float)):
            fail(entry.lines[key], f"'{key}' is a number")
