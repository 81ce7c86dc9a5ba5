#!/usr/bin/python3
"""Reads an experiment file and checks its form. The format is described in experiments/README.md.

What only the simulator knows (commands, options) is checked by plan.py, what only the points know (`at`) by selection.py.
"""

from dataclasses import dataclass, field, replace

from runner import fft
from runner.errors import UsageError
from runner.exact import as_fraction
from runner.format import shapes
from runner.format.spec_entries import EntryReader
from runner.format.spec_part import MERGED, PART_KEYS, SECTIONS
from runner.slurm import request
from runner.yaml_tree import Map, one_line, parse, read

KEYS = ("about", "notes", "conclusions", "programs", "parts", *PART_KEYS, "fft-times", "slurm", "figures", "tables", "printed", "checks", "claims")


@dataclass(frozen=True)
class Experiment:
    name: str
    file: str  # as shown in messages
    about: str
    notes: list
    conclusions: list  # of the full form
    parts: dict  # name -> Part
    figures: list = field(default_factory=list)  # of Map
    tables: list = field(default_factory=list)
    printed: list = field(default_factory=list)
    checks: list = field(default_factory=list)
    claims: list = field(default_factory=list)
    fft_times: dict = field(default_factory=dict)  # microseconds, by name (fft.py)
    programs: tuple = ()  # files of programs with commands of their own, relative to the checkout or to the file of an experiment elsewhere
    slurm: dict = field(default_factory=dict)  # what a cluster is asked for (slurm/request.py)

    def error(self, line, message):
        return UsageError(f"{self.file}:{line}: {message}")

    def part_of(self, entry):
        """The part that an entry of figures, printed or checks names: the only one, if there is but one."""
        if "part" in entry:
            return self.parts[entry["part"]]
        return next(iter(self.parts.values()))


def load(path, shown):
    """The Experiment in a file; `shown` is its name in messages."""
    return Reader(shown).experiment(parse(read(path, shown), shown), path.stem)


def quick_form(part):
    """The part with what its `quick` says in place."""
    if not part.quick:
        return part
    sections = {name: part.quick[name] for name in SECTIONS if name in part.quick}
    for name in MERGED:
        if name in sections:
            sections[name] = {**getattr(part, name), **sections[name]}
    options = Map(part.quick.line)
    for mapping in (part.options, part.quick):
        for name in mapping:
            if mapping is part.options or name not in SECTIONS:
                options.put(name, mapping[name], mapping.lines[name])
    return replace(part, options=options, **sections)


class Reader(EntryReader):
    def fft_times(self, tree):
        if "fft-times" not in tree:
            return fft.NCUBE_2
        self.shape(shapes.fields((), **dict.fromkeys(fft.NCUBE_2, shapes.positive)), "fft-times", tree["fft-times"], tree.lines["fft-times"])
        return {**fft.NCUBE_2, **{name: as_fraction(value) for name, value in tree["fft-times"].items()}}

    def slurm(self, tree):
        if "slurm" in tree:
            self.shape(request.SHAPE, "slurm", tree["slurm"], tree.lines["slurm"])
        return tree.get("slurm", {})

    def experiment(self, tree, name):
        if not isinstance(tree, Map):
            self.fail(1, f"an experiment is a mapping of {', '.join(KEYS)}")
        self.keys(tree, KEYS)
        parts = self.parts(tree)
        notes = self.sequence(tree, "notes", str, "texts")
        about = tree.get("about", "")
        if shapes.text(about):
            self.fail(tree.lines["about"], "'about' is a text")
        experiment = Experiment(name, self.file, one_line(about), notes, self.sequence(tree, "conclusions", str, "texts"), parts)
        return replace(experiment, figures=self.figures(tree, parts), tables=self.entries(tree, "tables", parts, self.table),
                       printed=self.entries(tree, "printed", parts, self.printed), checks=self.entries(tree, "checks", parts, self.check),
                       claims=self.claims(tree, parts), fft_times=self.fft_times(tree), slurm=self.slurm(tree),
                       programs=tuple(self.sequence(tree, "programs", str, "texts")))
