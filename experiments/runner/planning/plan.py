#!/usr/bin/python3
"""Expands the parts of an experiment to points, and names each by the hash of all that decides its result.

The key is SHA-256 (16 hex digits) of the canonical JSON of the simulator's result version, the command and *all* its options that a
run uses (`list` says what another option leaves without a use, and which defaults it changes), defaults filled in. A value that names files (named_files.py; relative to the checkout) brings the digest of their content too.
Order of the points: series entry, zipped row, grid (the last axis fastest), seed. A part with a search expands to searches,
each with a run of `saturate` a seed (search.py).
"""

import functools
import hashlib
import itertools
import json
import math

from runner.errors import UsageError, nearest
from runner.format import named_files
from runner.format.spec_part import SEARCH, SEARCHED, SECTIONS, SEEDS
from runner.planning.grow import Curve
from runner.planning.part_plan import PartPlan, Search
from runner.point import SEED, Options, Point, Reference, Seeded, canonical, number, text_of
from runner.yaml_tree import Map, one_line

MOST_POINTS = 1_000_000
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode
RESOLUTION = "search.resolution"  # of the command that searches
REFERENCE_KEYS = ("part", "at", "output", "as", "called")


def key_of(result_version, command, options, files, more=None):
    """`files`: name -> digest; left out when empty. `more`: what else distinguishes results."""
    document = {"result_version": result_version, "command": command, "options": options}
    if files:
        document["files"] = files
    document.update(more or {})
    return hashlib.sha256(CANONICAL(document).encode()).hexdigest()[:16]


def plans(experiment, parts, catalogue, top):
    """A PartPlan for each of the parts, in their order."""
    result = {}
    planners = [Planner(experiment, part, catalogue, top, result) for part in parts]
    total = sum(planner.count() for planner in planners)
    if total > MOST_POINTS:
        largest = max(planners, key=Planner.count).part
        raise experiment.error(largest.lines["command"], f"{total} points, at most {MOST_POINTS}")
    for planner in planners:
        result[planner.part.name] = planner.plan()
    return result


class Planner:
    """Of one part; `earlier` holds the plans of the parts before it, by name."""

    def __init__(self, experiment, part, catalogue, top, earlier=None):
        self.experiment = experiment
        self.part = part
        self.catalogue = catalogue
        self.top = top
        self.earlier = {} if earlier is None else earlier
        command = part.command
        if command not in catalogue.commands:
            message = f"unknown command '{command}'{nearest(command, catalogue.commands)}"
            raise experiment.error(part.lines["command"], message)
        self.defaults = catalogue.inputs(command)
        self.digests = {}
        self.decisive = catalogue.decisive(command)
        self.inert = catalogue.inert(command)
        self.shared = {}  # options with another default -> defaults of all
        self.beside = {}  # the options that decide about others -> (names of those without a use, defaults of all)
        for name in part.outputs:
            if name not in catalogue.kinds(command):
                raise experiment.error(part.lines["outputs"], f"{command} has no output '{name}'{nearest(name, sorted(catalogue.kinds(command)))}")
        for name in (name for name in part.quick if name not in SECTIONS and name not in self.defaults):  # in the full form too
            if part.search is not None:
                self.searchable(name, part.quick.lines[name])
            raise experiment.error(part.quick.lines[name], f"{command} has no option '{name}'{nearest(name, [*self.defaults, *SECTIONS])}")

    def count(self):
        """How many points the part has, or searches: known before they are made."""
        def product_of(mapping):
            return math.prod(len(value) if isinstance(value, list) else 1 for value in mapping.values())
        zipped = max((len(value) for value in self.part.zip.values() if isinstance(value, list)), default=1)
        rows = sum(map(product_of, self.part.series)) if self.part.series else 1
        return rows * zipped * product_of(self.part.grid) * max(1, len(self.part.seeds))

    def plan(self):
        result = PartPlan(self.part)
        if self.part.search is None:
            result.points = self.points()
            result.curves = self.curves()
        else:
            result.searches = self.searches()
            result.points = list({point.key: point for search in result.searches for point in search.points}.values())
        return result

    def points(self):
        """All points, each once."""
        seeds = [{"seed": str(seed)} for seed in self.part.seeds] or [{}]
        result = {}
        for chosen in self.combinations():
            for seed in seeds:
                point = self.point({**chosen, **seed})
                result.setdefault(point.key, point)
        return list(result.values())

    def curves(self):
        """The points as curves that grow, each with its loads; none where nothing does."""
        part, found = self.part, {}
        if not (part.refine or part.replicate):
            return []
        if "seed" in self.defaults and any("seed" in mapping for mapping in (part.grid, part.options, *part.series)) and part.replicate:
            raise self.experiment.error(part.lines["replicate"], "'replicate' adds to 'seeds': 'seed' is set nowhere else")
        if part.refine and ("load" not in self.defaults or "load" in part.zip):
            why = "'load' is under zip" if "load" in part.zip else f"{part.command} has no option 'load'"
            raise self.experiment.error(part.lines["refine"], f"'refine' adds loads: {why}")
        for chosen in self.combinations():
            load = chosen.get("load") if part.refine else None
            if part.refine and number(load) is None:
                raise self.experiment.error(part.lines["refine"], "'refine' begins with loads that the part sets, in flits/terminal/cycle")
            values = {name: value for name, value in chosen.items() if name != "load" or not part.refine}
            found.setdefault(tuple(values.items()), (values, {}))[1][load] = None
        return [Curve(part, values, tuple(loads), self.grower(values)) for values, loads in found.values()]

    def grower(self, values):
        """Makes points of a curve: of a load (or None) and a seed (or None)."""
        def make(load, seed):
            return self.point({**values, **({} if load is None else {"load": load}), **({} if seed is None else {"seed": seed})})
        return functools.cache(make)

    def searches(self):
        seeds = [{"seed": str(seed)} for seed in self.part.seeds] or [{}]
        result = {}
        for chosen in self.combinations():
            chosen = {**chosen, RESOLUTION: canonical(self.part.search["resolution"])}
            template = self.point(chosen)
            options = {name: value for name, value in template.options.items() if name != "seed" or not self.part.seeds}
            points = [self.point({**chosen, **seed}) for seed in seeds]
            result.setdefault(template.key, Search(options, chosen, points, template.key, self.part.command))
        return list(result.values())

    def combinations(self):
        """What the part sets, for every entry of its series, row and cell of its grid."""
        part = self.part
        fixed = self.fixed()
        zipped = self.zipped()
        grid = self.axes(part.grid, "grid")
        self.apart(options=fixed, grid=part.grid, zip=part.zip, seeds={"seed": 0} if part.seeds else {})
        for entry in part.series or [{}]:
            axes = {name: self.values(entry, name) for name in entry}
            for values in product(axes):
                for row, cell in itertools.product(zipped, product(grid)):
                    yield {**fixed, **values, **row, **cell}

    def fixed(self):
        mapping = self.part.options
        for name in mapping:
            if isinstance(mapping[name], list):
                raise self.experiment.error(mapping.lines[name], f"'{name}' has several values: put it under series, grid or zip")
        return {name: self.values(mapping, name)[0] for name in mapping}

    def axes(self, mapping, section):
        for name in mapping:
            if not isinstance(mapping[name], list):
                raise self.experiment.error(mapping.lines[name], f"'{name}' under {section} is a list of values")
        return {name: self.values(mapping, name) for name in mapping}

    def zipped(self):
        mapping = self.part.zip
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
                    line = getattr(mapping, "lines", {}).get(name) or self.part.lines.get(section, 1)
                    raise self.experiment.error(line, f"'{name}' is set under {seen[name]} and under {section}")
                seen[name] = section
        for entry in self.part.series:
            for name in entry:
                if name in seen:
                    raise self.experiment.error(entry.lines[name], f"'{name}' is set under {seen[name]} and in a series")

    def values(self, mapping, name):
        """The canonical values of an option, one or several; UsageError for an unknown name or an impossible value."""
        experiment, line = self.experiment, mapping.lines[name]
        if name == "config":
            raise experiment.error(line, "'config' hides options from the plan: write them here")
        if name == "out" or (name in self.catalogue.outputs(self.part.command) and name not in self.defaults):
            raise experiment.error(line, f"'{name}' says where output goes: the runner sets it, no experiment does")
        if self.part.search is not None:
            self.searchable(name, line)
        if name not in self.defaults:
            message = f"{self.part.command} has no option '{name}'{nearest(name, self.defaults)}"
            raise experiment.error(line, message)
        given = mapping[name] if isinstance(mapping[name], list) else [mapping[name]]
        if not given:
            raise experiment.error(line, f"'{name}' has no value")
        flag = isinstance(self.defaults[name], bool)
        result, seen = [], set()
        for value in given:
            text = self.reference(value, line) if isinstance(value, Map) else canonical(value)
            if text is None or isinstance(text, bool) != flag:
                kind = "true or false" if flag else "a number or a text (in quotes if YAML takes it for something else, as it does with no, off, yes and dates)"
                raise experiment.error(line, f"'{name}' is {kind}, not {one_line(text_of(value) if isinstance(value, bool) else value)}")
            known = self.catalogue.names.get(name)
            if known and text.partition(":")[0] not in known:
                raise experiment.error(line, f"'{name}' has no value {one_line(text)}{nearest(text.partition(':')[0], sorted(known))}")
            if text in seen:
                raise experiment.error(line, f"'{name}' holds {text} twice")
            self.in_range(name, text, line)
            seen.add(text)
            result.append(text)
        return result

    def searchable(self, name, line):
        """UsageError for what a search decides itself."""
        if name == "load":
            raise self.experiment.error(line, "'load' is searched, so it is set nowhere else")
        if name in (RESOLUTION, "resolution"):
            raise self.experiment.error(line, f"'{name}' is set under search")
        if name not in self.defaults and name in self.catalogue.inputs(SEARCHED):
            raise self.experiment.error(line, f"a search takes no '{name}': it runs {SEARCH}, whose probes go on until their verdict stands")

    def in_range(self, name, text, line):
        """What can be said of a value before a run: numbers are finite, a seed is one that there is."""
        if isinstance(text, bool):
            return
        if not math.isfinite(number(text, 0.0)):
            raise self.experiment.error(line, f"'{name}' is {text}: a finite number is wanted")
        if name == "seed" and not (text.isascii() and text.isdigit() and int(text) < SEEDS):
            raise self.experiment.error(line, f"'seed' is {text}, not in 0..{SEEDS - 1}")

    def point(self, chosen):
        """With its warm-up, if that is another's."""
        if self.part.branch is None:
            return self.made(chosen)
        changed = {**chosen, **self.branch_from}
        warm_up = self.made({name: value for name, value in changed.items() if value is not None}, warms=True)
        return self.made(chosen, warm_up)

    @functools.cached_property
    def branch_from(self):
        """The options of the warm-up; None: it does not have it."""
        own = self.part.branch
        return {name: None if own[name] is None else self.values(own, name)[0] for name in own}

    def made(self, chosen, warm_up=None, warms=False):
        seed = str(chosen.get("seed", self.defaults.get("seed", "")))
        chosen = {name: Seeded(value, seed) if type(value) is str and SEED in value else value for name, value in chosen.items()}
        unused, defaults = self.others(chosen)
        options = {**defaults, **chosen}
        given = {name: value for name, value in chosen.items() if not (isinstance(value, bool) and value == self.defaults[name])}
        files = {**self.default_files, **{name: self.digest(name, value) for name, value in chosen.items()}}
        files = {name: digest for name, digest in files.items() if digest}
        used = {name: value for name, value in options.items() if (name in chosen or name not in unused) and name not in self.inert}  # or the program refuses it
        more = {"warm-up": True} if warms else {"branch": warm_up.key} if warm_up else {}
        key = key_of(self.catalogue.result_version, self.part.command, used, files, more)
        given = chosen if len(given) == len(chosen) else given
        return Point(self.part.command, given, Options(given, defaults), key, tuple(self.part.outputs), self.part.timeout, self.part.repeat,
                     self.part.checkpoint, tuple(name for name in given if name in self.inert), warms, warm_up)

    @functools.cached_property
    def default_files(self):
        program = self.catalogue.digests.get(self.part.command)
        return {**{name: self.digest(name, value) for name, value in self.defaults.items()}, **({"program": program} if program else {})}

    def others(self, chosen):
        """(names of options without a use, defaults): the same for all points that agree in the options that decide."""
        decide = tuple((name, value) for name, value in chosen.items() if name in self.decisive)
        if decide not in self.beside:
            others = self.catalogue.other_defaults(self.part.command, {**self.defaults, **chosen})
            defaults = self.shared.setdefault(tuple(others.items()), {**self.defaults, **others})
            self.beside[decide] = self.catalogue.unused(self.part.command, {**defaults, **chosen}), defaults
        return self.beside[decide]

    def digest(self, name, value):
        """Of the files that the value of an option names, or None. That of a file which another point makes: its text holds that point's key."""
        if isinstance(value, Reference) or not isinstance(value, str):
            return None
        if (name, value) not in self.digests:
            self.digests[name, value] = named_files.digest(self.top, name, value)
        return self.digests[name, value]

    def reference(self, mapping, line):
        """A value that is a file which a point of an earlier part leaves: {part, at, output, as, called}."""
        fail = self.experiment.error
        for key in mapping:
            if key not in REFERENCE_KEYS:
                raise fail(mapping.lines[key], f"unknown key '{key}'{nearest(key, REFERENCE_KEYS)}")
        for key in mapping:
            if key != "at" and not isinstance(mapping[key], str):
                raise fail(mapping.lines[key], f"'{key}' is a text")
        plan = self.earlier.get(mapping.get("part"))
        if plan is None:
            raise fail(line, f"a value made by another part needs 'part', a part before this one{nearest(mapping.get('part'), self.earlier)}")
        output = mapping.get("output")
        if output not in plan.part.outputs:
            raise fail(line, f"part '{plan.part.name}' keeps no output '{output}'{nearest(output, plan.part.outputs)}")
        at = mapping.get("at", {})
        if not isinstance(at, dict):
            raise fail(mapping.lines["at"], "'at' is a mapping of options")
        own = [point for point in plan.points if all(point.options.get(name) == canonical(value) for name, value in at.items())]
        if len(own) != 1:
            raise fail(line, f"'at' means {len(own)} points of part '{plan.part.name}', not one")
        return Reference(str(mapping.get("as", "")), own[0].key, output, str(mapping.get("called", output)), own[0])


def product(axes):
    """Every combination of {name: values}, the last name fastest."""
    return [dict(zip(axes, row)) for row in itertools.product(*axes.values())]
