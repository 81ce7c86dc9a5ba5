#!/usr/bin/python3
"""The tables of an experiment, as (header, rows) of texts: one per part, the printed values, the checks."""

from fractions import Fraction

from runner.exact import show, show_any, show_exact
from runner.format.named_values import forms_at, schema_of
from runner.point import shown, varying
from runner.results import samples, series

STATES = (series.OK, series.FAILED, series.MISSING)


# What the table of a part has that asks for no `columns`: the values that its command is run for.
COLUMNS = {
    "simulate": ("completion_cycle", "request_reply.throughput", "latency.mean"),  # of a workload; at loads it has its curves
    "topology": ("routers", "terminals", "radix", "channels", "diameter", "mean_distance", "bisection"),
    "loads": ("gamma_max", "throughput", "fraction_of_capacity", "mean_hops"),
    "worst-case": ("gamma_max", "throughput", "fraction_of_capacity"),
    "average": ("routings[0].mean_throughput", "routings[0].inverse_mean_gamma"),
    "bounds": ("zero_load_latency", "ideal_throughput", "valid_to"),
    "optimal": ("optimum.locality", "optimum.fraction_of_capacity"),
    "throughput": ("lower", "upper"),  # alike where it is exact
    "verify": ("deadlock_free", "pairs", "delivered_pairs", "mean_hops", "max_hops"),
    "faults": ("connected", "convex", "healthy_nodes"),
    "schedule": ("ranks", "messages", "bytes", "compute_cycles"),
    "lcc contention": ("contention",),
    "lcc mapping": ("before.value", "value", "order"),
    "mesh run": ("steps", "lower_bound", "max_input_queue"),
    "mesh row": ("positions", "violations", "stronger_violations"),
    "mesh column": ("blocked_packets", "last_exit_step", "undelayed_exit_step"),
}
# Why a cell is "-", of columns that are no value of the result.
DASHES = {
    "zero-load latency": "the result has none for this network and traffic", "bound": "the result has none for this network and traffic",
    "% of bound": "there is no bound, or no load is sustained", "sustained to": "no load is sustained",
    "sustained": "no load is sustained", "mean over seeds": "no load is sustained", "saturated from": "no load that was tried is saturated",
    "probes": "there is no result", "mean latency": "the series has no result at this load",
}
OTHERWISE = "the result has no such value"


def part_table(data, part):
    """(header, rows) of a part: its searches, the columns it asks for, its curves, or what its command is run for."""
    plan = data.plans[part]
    if plan.searches:
        return search_table(data, part)
    if plan.part.columns:
        return column_table(data, part, plan.part.columns)
    own = curves(data, part)
    if any(one.samples for one in own):
        return rows_of(own)
    header, rows = column_table(data, part, COLUMNS.get(plan.part.command, ()))
    found = [index for index in range(len(header)) if index == 0 or any(row[index] != "-" for row in rows)]
    counts = [[row.status for row in rows].count for rows in samples.together(data.rows[part])]
    return ([*(header[index] for index in found), *STATES],
            [[*(row[index] for index in found), *(str(count(state)) for state in STATES)] for row, count in zip(rows, counts)])


def dashes(data, part, header, rows):
    """What "-" means in a part's table: '`-`: sustained to: no load is sustained; ...'; "" where there is none."""
    reasons, states = {}, {row.status for row in data.rows[part]}
    for index, name in enumerate(header):
        if any(row[index] == "-" for row in rows):
            reasons.setdefault(DASHES.get(name.partition(" at ")[0]) or nothing(data.plans[part].part.command, name), []).append(name)
    if not reasons:
        return ""
    found = [f"{', '.join(names)}: {reason}" for reason, names in reasons.items()] * ("ok" in states) + ["there is no result"] * (states != {"ok"})
    return f"`-`: {'; or '.join(['; '.join(found[:-1]), found[-1]]) if len(found) > 1 and states != {'ok'} else '; '.join(found)}."


def nothing(command, name):
    """When a value of a result is null or missing, as the schema of the results says it."""
    forms = forms_at(schema_of(command), name) if schema_of(command) and " " not in name else []
    said = next((form[key] for key in ("null_when", "only_when") for form in forms if key in form), None)
    return OTHERWISE if said is None else f"none, {said}"


def curves(data, part):
    rows = data.rows[part]
    return series.group([row.case for row in rows], {row.case.key: row.result for row in rows if row.result is not None},
                        {row.case.key for row in rows if row.failed})


def rows_of(series):
    """(header, rows): latencies, saturation and bound only where some series has them."""
    curves = any(one.samples and any(sample.results for sample in one.samples) for one in series)
    header, load = ["series"], common_load(series) if curves else None
    if curves:
        latency = [] if load is None else [f"mean latency at {show(load)}"]
        header += ["zero-load latency", *latency, "sustained to", "saturated from", "bound", "% of bound"]
    header += STATES
    return header, [row_of(one, curves, load) for one in series]


def common_load(series):
    """The highest load at which every series has a mean latency, so that they can be compared; of a single load of all that one; None if there is none."""
    found = [{sample.load for sample in one.samples if sample.results and not sample.saturated and sample.latency is not None} for one in series]
    tried = {sample.load for one in series for sample in one.samples}
    return next(iter(tried)) if len(tried) == 1 else max(set.intersection(*found), default=None)


def latency_at(one, load):
    """'50.2 ± 1.3'"""
    own = next((sample for sample in one.samples if sample.load == load), None)
    if own is None or own.latency is None or not own.results:
        return "-"
    return samples.Estimate(Fraction(own.latency), own.low, own.high, own.saturated, True, own.undecided).show()


def row_of(one, curves, load=None):
    row = [one.label]
    if curves:
        share = one.saturation and one.bound and 100 * one.saturation / one.bound
        row += [show(one.zero_load), *([] if load is None else [latency_at(one, load)]), show(one.saturation), show(one.first_saturated) if one.first_saturated is not None else "not reached",
                show(one.bound), f"{share:.1f}" if share else "-"]
    return row + [str(one.counts[status]) for status in STATES]


def search_table(data, part):
    several = len(data.plans[part].part.seeds) > 1
    header = ["series", "bound", "sustained", *["mean over seeds"] * several, "saturated from", "% of bound", "probes", "state"]
    result = []
    for row in data.rows[part]:
        found = row.result or {}
        state = "failed" if row.failed else "missing" if row.result is None else "undecided" if found["undecided"] else "found"
        share = found.get("reached")
        knee = found.get("knee") or {}
        over = [show(knee.get("mean")) + (f" ± {show(knee['ci95'], 2)}" if knee.get("ci95") else "")] * several
        result.append([label(data, part, row), show_any(found.get("bound")), show(found.get("sustained")), *over, show(found.get("saturated_from")),
                       f"{100 * share:.1f}" if share else "-", show_any(found.get("probes")), state])
    return header, result


def column_table(data, part, columns):
    result = [[label(data, part, rows[0]), *(samples.estimate(data, rows, column).show() for column in columns)] for rows in samples.together(data.rows[part])]
    return ["series", *columns], result


def label(data, part, row, seeds=False):
    """Of a sample; `seeds`: of one of its runs."""
    cases = [row.case for row in data.rows[part]]
    return series.label({name: row.options[name] for name in (varying(cases) if seeds else samples.apart(cases))}) or series.sent(row.options)


def printed_rows(comparisons):
    def percent(comparison):
        return "-" if comparison.difference is None else f"{100 * float(comparison.difference):+.2f}%"

    def tolerance(comparison):
        return "-" if comparison.tolerance is None else f"{100 * float(comparison.tolerance):g}%"

    def ours(comparison):
        text = show_exact(comparison.ours) if comparison.ours_exact else show(comparison.ours, 6)
        return f"{text} ± {show(comparison.half, 2)}" if comparison.half else text
    header = ["quantity", "source", "printed", "expected", "ours", "difference", "tolerance", "verdict"]
    rows = [[c.what, c.source, c.printed or "-", "-" if c.exact is None else str(c.exact), ours(c), percent(c), tolerance(c), c.verdict]
            for c in comparisons]
    empty = [index for index in (2, 3, 6) if all(row[index] == "-" for row in rows)]  # columns that no entry has use for
    header, *rows = [[cell for index, cell in enumerate(row) if index not in empty] for row in [header, *rows]]
    return header, rows


def check_rows(checks):
    return ["check", "verdict"], [[check.what, check.verdict] for check in checks]


def fixed_options(cases):
    """'topology torus:8x8, vcs 4, ...': what the experiment sets and all points share."""
    apart = varying(cases)
    return ", ".join(f"{name} {shown(value)}" for name, value in cases[0].given.items() if name not in apart)


def part_heading(data, part):
    """The command and what its points share."""
    plan = data.plans[part]
    fixed = fixed_options(plan.cases)
    return f"`{plan.part.command}`: {fixed}" if fixed else f"`{plan.part.command}`"


def explanation(data, part, header):
    own = data.plans[part].part
    if data.plans[part].searches:
        seeds = " for every seed; its mean over the seeds, each alone, with the 95% half width" if len(own.seeds) > 1 else ""
        return (f"Loads in flits/terminal/cycle: the highest that every source sustains{seeds}, known to {100 * own.search['resolution']:g}% (undecided: "
                "not so well); the bound is what no run sustains more than, by channels, injection and ejection, and 1 at most.")
    if "sustained to" in header:
        return ("Loads in flits/terminal/cycle, latencies in cycles, with the 95% half width. \"Sustained to\" is the highest sustained load below the first saturated one; "
                "the bound is what no run sustains more than, by channels, injection and ejection, and 1 at most.")
    return ""


def wide(data, part):
    """The samples that `replicate` could not make sure of: how wide their intervals are."""
    own = data.plans[part].part
    found = []
    for curve, growth in zip(data.plans[part].curves, data.growths[part]):
        for one in growth.wide:
            points = curve.points(one.load)
            names = samples.apart([row.case for row in data.rows[part]])
            share = "has no interval" if one.share is None else f"± {100 * one.share:.3g}%"
            found.append(f"{series.label({name: points[0].options[name] for name in names}) or part or 'all'}: {own.replicate['value']} {share} of {one.seeds} seeds")
    return found
