#!/usr/bin/python3
"""Whether what an experiment file calls a value (values.py) can be found: an option, a result of the command as its schema (docs/schemas) has it, or
one of those that follow from them. What can never be there is refused before anything runs, with the nearest name.

A value may still be missing from one run or another: null, or left out with the options of that run.
"""

import functools
import json
import re
from pathlib import Path

from runner import fft, load
from runner.errors import nearest
from runner.exact import as_fraction
from runner.results.values import DERIVED, SIGNS
from runner.yaml_tree import one_line

SCHEMAS = Path(__file__).resolve().parents[3] / "docs/schemas"
STEP = re.compile(r"(?P<name>[^.\[\]]+)(?P<index>\[[^\[\]]+\])?(?:\.|$)")
SEARCHED = ("sustained", "saturated_from", "knee_at_least", "served", "ideal", "bound", "reached", "undecided", "probes", "knee.mean", "knee.ci95", "knee.min", "knee.max")  # search.outcome


@functools.cache
def schema_of(command):
    """None where there is none: then nothing is known of its results."""
    try:
        return json.loads((SCHEMAS / f"{command.replace(' ', '-')}.json").read_text())
    except (OSError, ValueError):
        return None


def alternatives(schema, whole):
    """The schema with its references followed, and every form that it may have."""
    if "$ref" in schema:
        target = whole
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        yield from alternatives({**target, **{key: value for key, value in schema.items() if key != "$ref"}}, whole)
        return
    yield schema
    for form in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from alternatives(form, whole)


def forms_at(whole, path):
    """The schemas of what a path leads to, as paths.inside goes; none where it leads nowhere."""
    forms, at = list(alternatives(whole, whole)), 0
    while at < len(path):
        step = STEP.match(path, at)
        if not step:
            return []
        forms = list(named(forms, step["name"], whole))
        if step["index"]:
            forms = [form for each in forms if "items" in each for form in alternatives(each["items"], whole)]
        at = step.end()
    return forms


def named(forms, name, whole):
    for form in forms:
        found = form.get("properties", {}).get(name)
        if found is None:
            found = next((own for pattern, own in form.get("patternProperties", {}).items() if re.search(pattern, name)), None)
        if found is not None:
            yield from alternatives(found, whole)
        if "items" in form:
            if name in ("count", "mean"):
                yield {"type": "number"}
            else:
                yield from ({"items": own} for own in named(list(alternatives(form["items"], whole)), name, whole))  # that field of each


def columns(whole, forms=None, prefix="", depth=0):
    """The paths of all values of a result, for messages that name the nearest."""
    for form in forms or alternatives(whole, whole):
        for name, own in form.get("properties", {}).items():
            yield prefix + name
            if depth < 2:
                yield from columns(whole, list(alternatives(own, whole)), f"{prefix}{name}.", depth + 1)


class Names:
    """What the values of an experiment may be called. `plans`: of all its parts."""

    def __init__(self, experiment, plans):
        self.experiment = experiment
        self.plans = plans

    def value(self, text, part, line):
        """UsageError if a value of points of a part, computed or not, names something that is nowhere."""
        if len(text) > 1 and text[0] == text[-1] == "'":
            return
        for word in re.split("|".join(f" (?:{sign}) " for sign in SIGNS), re.sub(r"[()]", "", text)):
            self.word(word.strip(), part, line)

    def word(self, word, part, line):
        own, dot, rest = word.partition(".")
        if dot and own in self.plans and own != part and word not in self.plans[part].cases[0].options:
            self.word(rest, own, line)
        elif as_fraction(word) is None and not self.known(word, part):
            plan = self.plans[part]
            names = [*plan.cases[0].options, *DERIVED, *(SEARCHED if plan.searches else dict.fromkeys(columns(schema_of(plan.part.command))))]
            raise self.experiment.error(line, f"{plan.part.command} has no value '{one_line(word)}'{nearest(word, names)}")

    def known(self, word, part):
        plan = self.plans[part]
        if word in plan.cases[0].options or word in DERIVED or word in fft.VALUES:
            return True
        if plan.searches:
            return word in SEARCHED or word == "knee"
        whole = schema_of(plan.part.command)
        return whole is None or bool(forms_at(whole, word))

    def number(self, text, part, line, what):
        """The same of an axis: an option that is one must have numbers."""
        self.value(text, part, line)
        cases = self.plans[part].cases
        if text not in cases[0].options or (schema_of(self.plans[part].part.command) or {}).get("properties", {}).get(text):
            return
        if all(as_fraction(load.value(case.options, text)) is None for case in cases):
            numbers = [name for name in cases[0].options if any(as_fraction(case.given.get(name)) is not None for case in cases)] + list(DERIVED)
            example = next((case.options[text] for case in cases if case.options[text] is not None), "nothing")
            raise self.experiment.error(line, f"'{what}' is a number, and '{text}' is {one_line(example)}{nearest(text, numbers)}")

    def option(self, name, part, line):
        """UsageError if the points of a part are not distinguished by an option of this name."""
        plan = self.plans[part]
        if name not in plan.cases[0].options:
            raise self.experiment.error(line, f"{plan.part.command} has no option '{one_line(name)}'{nearest(name, plan.cases[0].options)}")

    def field(self, name, path, part, line):
        """UsageError if the elements of a list in a result have no such field."""
        self.value(path, part, line)
        whole = schema_of(self.plans[part].part.command)
        forms = [form for each in forms_at(whole, path) if "items" in each for form in alternatives(each["items"], whole)] if whole else []
        fields = [name for form in forms for name in form.get("properties", ())]
        if whole and not list(named(forms, name.partition(".")[0], whole)):
            raise self.experiment.error(line, f"the elements of '{path}' have no '{one_line(name)}'{nearest(name, fields)}")

    def check(self):
        """Every value that the experiment's columns, tables, figures, printed values, checks and claims name."""
        for name, plan in self.plans.items():
            for column in plan.part.columns:
                self.value(column, name, plan.part.lines["columns"])
        for entry in self.experiment.tables:
            self.table(entry, self.experiment.part_of(entry).name)
        for entry in [*self.experiment.printed, *self.experiment.checks, *(test for claim in self.experiment.claims for test in claim["tests"])]:
            self.value(entry["value"], self.experiment.part_of(entry).name, entry.lines["value"])
        for entry in self.experiment.figures:
            Axes(self, entry).check()

    def table(self, entry, part):
        if "list" in entry:
            for column in entry["columns"]:
                self.field(column, entry["list"], part, entry.lines["columns"])
        else:
            for key in ("rows", "columns", "value"):
                self.value(entry[key], part, entry.lines[key])


class Axes:
    """What a figure draws."""

    def __init__(self, names, entry):
        self.names = names
        self.entry = entry
        self.part = names.experiment.part_of(entry).name

    def check(self):
        getattr(self, self.entry["kind"].replace("-", "_"), lambda: None)()

    def of(self, own):
        """The part that a mapping in the figure is of."""
        return own.get("part", self.part)

    def number(self, own, key, part=None):
        if key in own:
            self.names.number(own[key], self.of(own) if part is None else part, own.lines[key], key)

    def options(self, own, key, part=None):
        for name in ([own[key]] if isinstance(own.get(key), str) else own.get(key) or ()):
            self.names.option(name, self.of(own) if part is None else part, own.lines[key])

    def curves(self):
        for key in ("x", "y"):
            self.number(self.entry, key)
        self.options(self.entry, "by")

    def scaling(self):
        for panel in self.entry["panels"]:
            for key in ("x", "y", "bound"):
                self.number(self.entry, key, self.of(panel))
            self.options(self.entry, "by", self.of(panel))

    def multiples(self):
        for panel in self.entry["panels"]:
            self.number(self.entry, "x", self.of(panel))
            self.number(panel if "y" in panel else self.entry, "y", self.of(panel))
            for curve in self.entry["curves"]:
                self.number(curve, "y", self.of(panel))

    def crossing(self):
        for curve in self.entry["curves"]:
            self.number(self.entry, "x", self.of(curve))
            self.number(curve, "y")

    def steps(self):
        for one in self.entry["series"]:
            self.number(self.entry, "y", self.of(one))

    def bars(self):
        for one in [*(self.entry[key] for key in ("ideal", "measured") if key in self.entry), *self.entry.get("more", ())]:
            self.number(one, "value")
            self.options(self.entry, "by", self.of(one))
            if "group" not in one:
                self.options(self.entry, "groups", self.of(one))

    def grouped(self):
        for one in self.entry["series"]:
            self.number(one, "value")
            self.options(one, "by")

    def reached(self):
        for key in ("ideal", "measured"):
            self.number(self.entry, key)
        for key in ("by", "markers"):
            self.options(self.entry, key)

    def trade_off(self):
        curves, marks = self.entry["curves"], self.entry["algorithms"]
        for key in ("x", "y"):
            self.names.field(curves[key], curves["value"], self.of(curves), curves.lines[key])
            self.number(marks, key)
        self.options(marks, "by")

    def elements(self):
        for own in (self.entry, *self.entry.get("also", ())):
            for key in ("x", "y"):
                if key in own:
                    self.names.field(own[key], self.entry["value"], self.part, own.lines[key])
        self.options(self.entry, "by")

    def tail(self):
        self.names.value(self.entry["value"], self.part, self.entry.lines["value"])
        for one in self.entry.get("limits", ()):
            self.number(one, "value", self.part)
