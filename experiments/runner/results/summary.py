#!/usr/bin/python3
"""The tables of an experiment, as (header, rows) of texts: one per part, the printed values, the checks."""

from runner.exact import show, show_any, show_exact
from runner.point import shown, varying
from runner.results import samples, series


def part_table(data, part):
    """(header, rows) of a part: its searches, the columns it asks for, or its curves."""
    plan = data.plans[part]
    if plan.searches:
        return search_table(data, part)
    if plan.part.columns:
        return column_table(data, part)
    return rows_of(curves(data, part))


def curves(data, part):
    rows = data.rows[part]
    return series.group([row.case for row in rows], {row.case.key: row.result for row in rows if row.result is not None},
                        {row.case.key for row in rows if row.failed})


def rows_of(series):
    """(header, rows): zero-load latency, saturation and bound only where some series has them."""
    curves = any(one.samples and any(sample.results for sample in one.samples) for one in series)
    header = ["series"]
    if curves:
        header += ["zero-load latency", "sustained to", "saturated from", "bound", "% of bound"]
    header += ["ok", "failed", "missing"]
    return header, [row_of(one, curves) for one in series]


def row_of(one, curves):
    row = [one.label]
    if curves:
        share = one.saturation and one.bound and 100 * one.saturation / one.bound
        row += [show(one.zero_load), show(one.saturation), show(one.first_saturated) if one.first_saturated is not None else "not reached",
                show(one.bound), f"{share:.1f}" if share else "-"]
    return row + [str(one.counts[status]) for status in (series.OK, series.FAILED, series.MISSING)]


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


def column_table(data, part):
    columns = data.plans[part].part.columns
    result = [[label(data, part, rows[0]), *(samples.estimate(data, rows, column).show() for column in columns)] for rows in samples.together(data.rows[part])]
    return ["series", *columns], result


def label(data, part, row, seeds=False):
    """Of a sample; `seeds`: of one of its runs."""
    cases = [row.case for row in data.rows[part]]
    return series.label({name: row.options[name] for name in (varying(cases) if seeds else samples.apart(cases))}) or shown(row.options.get("traffic") or "all")


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
        return ("Loads in flits/terminal/cycle, latencies in cycles. \"Sustained to\" is the highest sustained load below the first saturated one; "
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
