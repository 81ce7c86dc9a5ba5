#!/usr/bin/python3
"""Which points are meant: by `at` in an experiment file, by --only on the command line, and by a point of another part."""

import fnmatch

from runner.errors import UsageError, nearest
from runner.point import Reference, Seeded, canonical, text_of, varying
from runner.results import samples


def meant(cases, at):
    """The cases for which all options of `at` hold; a value with a * is a pattern, the file of another part goes by what it is `called`, a value
    with a seed in it by how it is written too."""
    return [case for case in cases if all(holds(case.options.get(name), canonical(value)) for name, value in at.items())]


def holds(own, wanted):
    if (isinstance(own, Reference) and own.called == wanted) or (isinstance(own, Seeded) and own.written == wanted):
        return True
    return own == wanted or (isinstance(wanted, str) and "*" in wanted and matches(own, wanted))


def check_at(experiment, plan, at, line):
    """The cases that `at` means in the full form of an experiment; UsageError if it names no option, or no case."""
    cases = plan.cases
    for name in at:
        if name not in cases[0].options:
            where = at.lines[name] if hasattr(at, "lines") else line
            raise experiment.error(where, f"{plan.part.command} has no option '{name}'{nearest(name, cases[0].options)}")
    own = meant(cases, at)
    if not own:
        for name, value in at.items():
            if not meant(cases, {name: value}):
                names = list(dict.fromkeys(text_of(case.options.get(name)) for case in cases))
                raise experiment.error(at.lines[name] if hasattr(at, "lines") else line, f"'at': no point has {name} {text_of(canonical(value))}{nearest(text_of(canonical(value)), names)}")
        raise experiment.error(line, f"'at': no point has all of {', '.join(f'{name} {text_of(canonical(value))}' for name, value in at.items())}")
    return own


def apart(plan, own, at, known=()):
    """The options in which cases that `at` means differ, the seed aside; with `refine` the load too, of which there will be more, unless `at` names it
    or it is one of `known`, by which they are distinguished."""
    found = samples.apart(own)
    grows = plan.part.refine and "load" not in (*known, *found) and "*" in str(at.get("load", "*"))
    return [*found, "load"] if grows else found


def one_but_for_seeds(experiment, plan, own, at, line):
    found = apart(plan, own, at)
    if found:
        many = f"{len(own)} points" if len(own) > 1 else "points that 'refine' adds"
        raise experiment.error(line, f"'at' means {many}, which differ in {', '.join(found)}")


def partner(case, cases):
    """The case of another part that agrees with `case` in all options that tell the others apart (of several seeds, the first); None without one."""
    return next(iter(partners(case, cases)), None)


def partners(case, cases):
    """All of them: that with the same seed, or else every seed."""
    names = [name for name in varying(cases) if name != "seed"]
    own = [other for other in cases if all(name in case.options and other.options[name] == case.options[name] for name in names)]
    return [other for other in own if other.options.get("seed") == case.options.get("seed")] or own


def agrees(case, other):
    """Whether cases of two commands agree in every option that both commands have, the seed aside."""
    return all(other.options[name] == value for name, value in case.options.items() if name in other.options and name != "seed")


def only(plans, filters):
    """Keys of the points and searches of all parts for which every OPTION=PATTERN holds (shell patterns); a part is an option too."""
    chosen = [(plan.part.name, case) for plan in plans.values() for case in plan.cases]
    known = {name: None for plan in plans.values() for case in plan.cases for name in case.options}
    if len(plans) > 1:
        known["part"] = None
    for text in filters:
        name, equals, pattern = text.partition("=")
        if not equals:
            raise UsageError(f"--only {text}: not OPTION=VALUE")
        if name not in known:
            raise UsageError(f"--only {text}: no option '{name}'{nearest(name, known)}")
        chosen = [(part, case) for part, case in chosen if matches(part if name == "part" else case.options.get(name), pattern)]
        if not chosen:
            raise UsageError(f"--only {text}: no point left")
    return {(part, case.key) for part, case in chosen}


def matches(value, pattern):
    return value is not None and fnmatch.fnmatchcase(text_of(value), pattern)


def by_key(points, text):
    """The point (of key -> point) whose key begins with a text; UsageError unless it is one."""
    found = [key for key in points if key.startswith(text)] if text else []
    if len(found) != 1:
        raise UsageError(f"{len(found)} points have a key that begins with '{text}'" if found else f"no point with the key '{text}'{nearest(text, points)}")
    return points[found[0]]
