#!/usr/bin/python3
"""The simulator as the runner sees it: the options it lists, and the command line of a point; and beside it programs of an experiment, which answer as it
does: `PROGRAM list --json -` has commands and their options, `PROGRAM COMMAND --OPTION VALUE ... --json FILE` makes a result that says its schema, result
version and options. `--dateline FILE` says to them which simulator it is."""

import functools
import hashlib
import json
import os
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from runner.errors import SimulatorMissing, UsageError
from runner.point import Reference
from runner.running.terminal import ending

LIST_TIMEOUT = 60.0  # seconds
NAMED = ("topology", "routing", "traffic")  # options whose values `list` knows too
STREAMS = ("traffic", "streams:FILE")  # the option, and the value that is no name of a pattern
OUT = "out="  # how the kinds of --out are listed: out=channels


def names_of(rows):
    """Of {NAME or KIND:REST: {aliases}}: how values begin."""
    return {name.partition(":")[0] for name in rows} | {alias for row in rows.values() for alias in row.get("aliases", ())}


@dataclass(frozen=True)
class Catalogue:
    """What `dateline list --json -` says: for each command its options, and kinds of --out, each with `default` and `output`."""

    result_version: int
    commands: dict
    names: dict = field(default_factory=dict)  # option -> the values it has, or how they begin (KIND of KIND:REST)
    digests: dict = field(default_factory=dict)  # command of a program beside the simulator -> that of its file

    def inputs(self, command):
        """Name -> default of the options that decide a result."""
        return {name: option["default"] for name, option in self.commands[command].items() if not option["output"]}

    def holds(self, command, other, options):
        """Whether a condition of `list` is met: an option has another value than its default, one that begins as it says."""
        value = options.get(other["option"])
        if other["option"] not in options or value == self.commands[command][other["option"]]["default"]:
            return False
        begins, excepted = tuple(other.get("begins", ())), tuple(other.get("except", ()))
        return (not begins or str(value).startswith(begins)) and not str(value).startswith(excepted)

    def unused(self, command, options):
        """The names among `options` that a run beside the others has no use for: no result holds them, no key does."""
        def holds(other):
            return self.holds(command, other, options)

        def useless(option):
            needs = option.get("needs", ())
            return any(map(holds, option.get("excluded_by", ()))) or bool(needs) and not any(map(holds, needs))
        return {name for name in options if useless(self.commands[command][name])}

    def other_defaults(self, command, options):
        """Name -> default of those that have another one beside `options`, as router=booksim gives router.pipeline."""
        found = {}
        for name, option in self.commands[command].items():
            beside = next((other for other in option.get("defaults_beside", ()) if self.holds(command, other, options)), None)
            if beside:
                found[name] = beside["default"]
        return found

    def decisive(self, command):
        """The options that can leave others without a use, or with another default."""
        return {other["option"] for option in self.commands[command].values()
                for key in ("excluded_by", "needs", "defaults_beside") for other in option.get(key, ())}

    def inert(self, command):
        """Options that say how a result is made and are in none: no key holds them."""
        return {name for name, option in self.commands[command].items() if option.get("inert")}

    def outputs(self, command):
        """What says where output goes, the kinds of --out by their own names."""
        return {name.removeprefix(OUT) for name, option in self.commands[command].items() if option["output"]}

    def kinds(self, command):
        """Of --out."""
        return {name.removeprefix(OUT) for name in self.commands[command] if name.startswith(OUT)}


@dataclass(frozen=True)
class Simulator:
    path: Path
    top: Path  # root of the checkout, or the folder of an experiment elsewhere: where simulations run, and what file names are relative to
    proofs: Path = None  # where simulations keep verdicts of the proof for each other; no result depends on it
    programs: tuple = ()  # (command, file) of programs beside it

    def catalogue(self):
        name = self.shown()
        if not os.access(self.path, os.X_OK) or self.path.is_dir():
            raise SimulatorMissing(f"no simulator: {name} is not an executable file (experiments/run NAME builds it; status and show do not)")
        try:
            answer = subprocess.run([self.path, "list", "--json", "-"], cwd=self.top, capture_output=True, text=True, errors="replace", timeout=LIST_TIMEOUT)
        except subprocess.TimeoutExpired:
            raise SimulatorMissing(f"no simulator: {name} list --json - does not end") from None
        except OSError as error:
            raise SimulatorMissing(f"no simulator: {name} does not run: {error.strerror}") from None
        if answer.returncode != 0:
            reason = answer.stderr.strip().splitlines()[-1:] or [ending(answer.returncode)]
            raise SimulatorMissing(f"no simulator: {name} list --json - failed: {reason[0]}")
        try:
            document = json.loads(answer.stdout)
            commands = {name: command["options"] for name, command in document["commands"].items()}
            for options in commands.values():
                for option in options.values():
                    option.setdefault("output", False)
                    option.setdefault("default", None)
            names = {option: names_of(document[option]) for option in NAMED if document.get(option)}
            if any(STREAMS[1] in options.get(STREAMS[0], {}).get("values", "") for options in commands.values()):
                names.setdefault(STREAMS[0], set()).add(STREAMS[1].partition(":")[0])
            return Catalogue(document["result_version"], commands, names)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise SimulatorMissing(f"no simulator: {name} list --json - printed no list of commands") from None

    def beside(self, files):
        """(the simulator with the programs of an experiment, the catalogue of all)."""
        catalogue, programs, commands, digests = self.catalogue(), [], {}, {}
        for file in files:
            path = self.top / file
            own = replace(self, path=path).catalogue().commands
            for command in own:
                if command in {**catalogue.commands, **commands}:
                    raise UsageError(f"{file}: another program has its command '{command}'")
                programs.append((command, path))
                digests[command] = hashlib.sha256(path.read_bytes()).hexdigest()
            commands.update(own)
        return replace(self, programs=tuple(programs)), replace(catalogue, commands={**catalogue.commands, **commands}, digests=digests)

    @functools.cache
    def channels(self, topology):
        """How many channels a network has, those of injection included; 0 where the simulator does not say."""
        words = [self.path, "topology", "--topology", topology, "--json", "-"]
        try:
            found = json.loads(subprocess.run(words, cwd=self.top, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIST_TIMEOUT).stdout)
            return found["channels"] + found["terminals"]
        except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired):
            return 0

    def shown(self, path=None):
        """The simulator's name, or that of another program, from where simulations run."""
        name = str(self.relative(path or self.path))
        return name if "/" in name else f"./{name}"

    def relative(self, path):
        return path.relative_to(self.top) if path.is_relative_to(self.top) else path

    def proof_words(self, point):
        """What is added to a command line that is run, and need not be shown."""
        return ["--proof-store", str(self.relative(self.proofs))] if self.proofs and point.command in ("simulate", "saturate") else []

    def option_words(self, name, value):
        """Of a value that is no file of another point."""
        return [f"--{name}" if value else f"--{name}=false"] if isinstance(value, bool) else [f"--{name}", value]

    def command_line(self, point, json_file):
        """The words that compute a point, to be run in `top`; a flag whose default is on is turned off with =false. Files that a point leaves,
        or uses of another, stand beside its result."""
        program = dict(self.programs).get(point.command)
        words = [self.shown(program), *point.command.split(), *(["--dateline", self.shown()] if program else [])]
        for name, value in point.given.items():
            if isinstance(value, Reference):
                words += [f"--{name}", f"{value.prefix}{self.relative(json_file.with_name(f'{value.key}.{value.output}'))}"]
            else:
                words += self.option_words(name, value)
        for name in point.outputs:
            words += ["--out", f"{name}={self.relative(json_file.with_name(f'{point.key}.{name}'))}"]
        if point.warms:
            return words + ["--checkpoint", str(self.relative(json_file.with_suffix(".warmup"))), "--checkpoint-at", "warmup"]
        return words + ["--json", str(self.relative(json_file))]

    def branch_words(self, point, json_file):
        """Of a point that goes on from the warm-up of several."""
        return ["--resume", str(self.relative(json_file.with_name(f"{point.warm_up.key}.warmup"))), "--branch"] if point.warm_up else []
