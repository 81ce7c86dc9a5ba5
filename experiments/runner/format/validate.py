#!/usr/bin/python3
"""What an experiment file says of points is held against its plan before anything runs: `at` must mean points, and what is shown as one value
(a cell of a table, a point of a curve, a bar) must be one sample: points that differ in their seed alone.

Places that only results know (an `x` that is measured) are not examined.
"""

from runner.errors import nearest
from runner.format.figure_kinds import KINDS
from runner.format.figure_points import in_panels, maps, panels
from runner.format.named_values import Names
from runner.format.spec_entries import RELATIONS
from runner.planning import selection
from runner.point import shown
from runner.results import claims, samples
from runner.results.series import label
from runner.results.values import DERIVED


def validate(experiment, plans):
    """UsageError if an entry of `printed`, `checks` or `tables`, or a figure, means points that are not in the (full) plan, or several as one."""
    for entry in experiment.printed:
        own = at_of(experiment, plans, entry)
        if "among" not in entry:
            plan = plans[experiment.part_of(entry).name]
            selection.one_but_for_seeds(experiment, plan, own, entry.get("at", {}), entry.lines.get("at", entry.line))
    for entry in experiment.checks:
        at_of(experiment, plans, entry)
        other = next(entry[key] for key in RELATIONS if key in entry)
        if isinstance(other, dict) and ("at" in other or "part" in other):
            line = other.lines.get("at", other.line)
            plan = plans[other.get("part", experiment.part_of(entry).name)]
            at = other.get("at", {})
            selection.one_but_for_seeds(experiment, plan, selection.check_at(experiment, plan, at, line), at, line)
    for entry in experiment.tables:
        at_of(experiment, plans, entry)
    for test in (test for entry in experiment.claims for test in entry["tests"]):
        counterparts(experiment, plans, test)
    for figure in experiment.figures:
        option, plan = figure.get("panels"), plans[experiment.part_of(figure).name]
        if isinstance(option, str) and option not in plan.cases[0].options:
            raise experiment.error(figure.lines["panels"], f"{plan.part.command} has no option '{option}'{nearest(option, plan.cases[0].options)}")
        for panel in [figure, *(one for key in ("panels", "series", *(["curves"] if figure["kind"] != "curves" else [])) for one in maps(figure.get(key)))]:
            if "at" in panel:
                plan = plans[panel.get("part", experiment.part_of(figure).name)]
                selection.check_at(experiment, plan, panel["at"], panel.lines["at"])
        if figure["kind"] == "curves":
            curves_in_panels(experiment, plans, figure)
        if figure["kind"] == "network":
            network(experiment, plans, figure)
    samples_alone(experiment, plans)
    Names(experiment, plans).check()


def counterparts(experiment, plans, test):
    """A test of a claim must have something to compare."""
    other = next(test[key] for key in claims.DIRECTIONS if key in test)
    if not isinstance(other, dict):
        return
    plan, but = plans[other.get("part", experiment.part_of(test).name)], other.get("but", {})
    for name in but:
        if name not in plan.cases[0].options:
            raise experiment.error(but.lines[name], f"{plan.part.command} has no option '{name}'{nearest(name, plan.cases[0].options)}")
    theirs = {claims.options_of([case]) for case in plan.cases}
    if not any(claims.options_of([case], but) in theirs for case in at_of(experiment, plans, test)):
        raise experiment.error(other.line, "no sample that the test means has a counterpart with these options")


def at_of(experiment, plans, entry):
    return selection.check_at(experiment, plans[experiment.part_of(entry).name], entry.get("at", {}), entry.lines.get("at", entry.line))


def samples_alone(experiment, plans):
    """UsageError if points that differ in more than their seed would be shown as one value."""
    for entry in experiment.tables:
        if "list" not in entry:
            alone(experiment, plans, entry, entry, (entry["rows"], entry["columns"]), "a cell of the table")
    for figure in experiment.figures:
        for one, names in KINDS[figure["kind"]].alone(figure):
            alone(experiment, plans, figure, one, names, f"a point of '{figure['file']}'")


def curves_in_panels(experiment, plans, figure):
    """Each curve has points in one of the panels."""
    for curve in maps(figure.get("curves")):
        own = in_panels(figure, curve)
        if not any(selection.meant(plans[one.get("part", experiment.part_of(figure).name)].cases, one.get("at", {})) for one in own):
            raise experiment.error(curve.line, "no point of any panel is meant by this curve")


def network(experiment, plans, figure):
    """Its points are exact loads of one topology; what was measured is of the same networks, at a load."""
    line, own = figure.lines.get("at", figure.line), []
    for one in panels(figure):
        plan = plans[one.get("part", experiment.part_of(figure).name)]
        if plan.part.command != "loads":
            raise experiment.error(one.lines.get("part", one.line), f"a network map is of a part that runs loads, not {plan.part.command}")
        own += selection.meant(plan.cases, one.get("at", {}))
    if len({case.options["topology"] for case in own}) > 1:
        raise experiment.error(line, "a network map is of one topology: name it in 'at'")
    if any(case.options.get("sample-paths") for case in own):
        raise experiment.error(line, "a network map needs exact loads, not those of 'sample-paths'")
    if "measured" not in figure:
        return
    other, line = plans[figure["measured"]], figure.lines["measured"]
    if other.part.command != "simulate" or other.searches or "channels" not in other.part.outputs:
        raise experiment.error(line, f"'measured' is a part that runs simulate with 'outputs: [channels]', not '{figure['measured']}'")
    if any(case.options.get("workload") or not case.options.get("load") for case in other.cases):
        raise experiment.error(line, f"part '{figure['measured']}' has no 'load' to hold measured channels against")
    for case in own:
        if not any(selection.agrees(case, simulated) for simulated in other.cases):
            raise experiment.error(line, f"no point of part '{figure['measured']}' has the network and traffic of {label(case.given) or 'the exact loads'}")


def alone(experiment, plans, entry, source, names, what):
    """`source` has `at` and perhaps `part`; the points it means must be one sample wherever `names` have the same values."""
    plan = plans[source.get("part", experiment.part_of(entry).name)]
    found = {}
    for case in selection.meant(plan.cases, source.get("at", {})):
        found.setdefault(tuple(known(case, name) for name in names), []).append(case)
    for place, own in found.items():
        apart = selection.apart(plan, own, source.get("at", {}), names)
        if apart and None not in place:
            where = label(dict(zip(names, map(shown, place)))) or "all"
            line = source.lines.get("at", source.line)
            many = len(samples.together(own))
            raise experiment.error(line, f"{what} ({where}) would be {many if many > 1 else 'several'} points that differ in {', '.join(apart)}: "
                                         "name one in 'at', or tell them apart")


def known(case, name):
    """The text of a value before there are results: of an option, or what follows from options; None otherwise."""
    if name in case.options:
        return case.options[name] if case.options[name] is not None else ""
    found = DERIVED[name](case) if name in DERIVED and name != samples.TIMES else None
    return None if found is None else str(found)
