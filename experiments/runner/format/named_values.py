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
from runner.format.figure_kinds import KINDS
from runner.format.figure_points import FIELD, NUMBER, OPTION, words
from runner.format.spec_entries import RELATIONS
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


def balanced(text):
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


class Names:
    """What the values of an experiment may be called. `plans`: of all its parts."""

    def __init__(self, experiment, plans):
        self.experiment = experiment
        self.plans = plans

    def value(self, text, part, line):
        """UsageError if a value of points of a part, computed or not, names something that is nowhere."""
        if len(text) > 1 and text[0] == text[-1] == "'":
            return
        if not balanced(text):
            raise self.experiment.error(line, f"'{one_line(text)}': its brackets do not match")
        for word in re.split("|".join(f" (?:{sign}) " for sign in SIGNS), re.sub(r"[()]", "", text)):
            self.word(word.strip(), part, line)

    def word(self, word, part, line):
        own, dot, rest = word.partition(".")
        if not word:
            raise self.experiment.error(line, "a value has no name, or a sign nothing to compute with")
        if dot and own in self.plans and own != part and word not in self.plans[part].cases[0].options:
            self.word(rest, own, line)
        elif as_fraction(word) is None and not self.known(word, part):
            plan = self.plans[part]
            names = [*plan.cases[0].options, *DERIVED, *(SEARCHED if plan.searches else dict.fromkeys(columns(schema_of(plan.part.command))))]
            raise self.experiment.error(line, f"{plan.part.command} has no value '{one_line(word)}'{nearest(word, names)}")
        elif inner := self.inside(word, part):
            best = next((name for name in ("mean", "total", "count") if name in inner), inner[0])
            raise self.experiment.error(line, f"'{one_line(word)}' is several values of {self.plans[part].part.command} (nearest: {word}.{best})")

    def inside(self, word, part):
        """The names in a value that is a mapping; none of one that is a single value, or a list."""
        plan = self.plans[part]
        whole = None if plan.searches or word in plan.cases[0].options else schema_of(plan.part.command)
        forms = forms_at(whole, word) if whole else []
        if any("items" in form or {*([form["type"]] if isinstance(form.get("type"), str) else form.get("type", []))} - {"object", "null"} for form in forms):
            return []
        return list(dict.fromkeys(name for form in forms for name in form.get("properties", ())))

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
            given = dict.fromkeys(own for case in plan.cases for own in case.given)
            raise self.experiment.error(line, f"{plan.part.command} has no option '{one_line(name)}'{nearest(name, plan.cases[0].options, given)}")

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
        for entry in self.experiment.checks:
            self.right_side(entry)
        for name, plan in self.plans.items():
            if plan.part.replicate:
                self.number(plan.part.replicate["value"], name, plan.part.lines["replicate"], "value")
        for entry in self.experiment.figures:
            for one in KINDS[entry["kind"]].names(entry):
                self.setting(entry, one)

    def right_side(self, entry):
        """What a check holds its value against, where that is a value too."""
        key = next(key for key in RELATIONS if key in entry)
        own, part = entry[key], self.experiment.part_of(entry).name
        if isinstance(own, dict):
            self.value(own["value"], own.get("part", part), own.lines["value"])
        elif isinstance(own, str) and as_fraction(own) is None:
            self.value(own, part, entry.lines[key])

    def setting(self, figure, one):
        """What a setting of a figure names."""
        part = one.of.get("part", self.experiment.part_of(figure).name)
        if one.key not in one.own:
            return
        line, texts = one.own.lines[one.key], one.own[one.key]
        if one.what == OPTION:
            for name in words(texts):
                self.option(name, part, line)
        elif one.what == FIELD:
            self.field(texts, one.path, part, line)
        elif one.what == NUMBER:
            self.number(texts, part, line, one.key)
        else:
            self.value(texts, part, line)

    def table(self, entry, part):
        if "list" in entry:
            for column in entry["columns"]:
                self.field(column, entry["list"], part, entry.lines["columns"])
        else:
            for key in ("rows", "columns", "value"):
                self.value(entry[key], part, entry.lines[key])
