#!/usr/bin/python3
"""summary.md, and the table that ends a run: a row per series, the printed values, the figures with their captions, the holes."""

from runner.plan import number, text_of, varying
from runner.series import FAILED, MISSING, OK

HOLES_SHOWN = 20


def rows_of(series):
    """(header, rows): zero-load latency, saturation and bound only where some series has them."""
    curves = any(one.samples and any(sample.results for sample in one.samples) for one in series)
    header = ["series"]
    if curves:
        header += ["zero-load latency", "sustained to", "saturated from", "ideal bound", "% of bound"]
    header += ["ok", "failed", "missing"]
    return header, [row_of(one, curves) for one in series]


def row_of(one, curves):
    row = [one.label]
    if curves:
        share = one.saturation and one.ideal and 100 * one.saturation / one.ideal
        row += [show(one.zero_load), show(one.saturation), show(one.first_saturated) if one.first_saturated is not None else "not reached",
                show(one.ideal), f"{share:.1f}" if share else "-"]
    return row + [str(one.counts[status]) for status in (OK, FAILED, MISSING)]


def show(value, digits=4):
    return "-" if value is None else f"{value:.{digits}g}"


def markdown_table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join(["---"] + ["---:"] * (len(header) - 1)) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def printed_rows(comparisons):
    def percent(comparison):
        return "-" if comparison.difference is None else f"{100 * float(comparison.difference):+.2f}%"
    header = ["quantity", "source", "printed", "ours", "difference", "tolerance", "verdict"]
    return header, [[c.what, c.source, f"{c.printed:g}", "-" if c.ours is None else show(float(c.ours), 6), percent(c),
                     f"{100 * float(c.tolerance):g}%", c.verdict] for c in comparisons]


def fixed_options(points):
    """'topology torus:8x8, vcs 4, ...': what the experiment sets and all points share."""
    apart = varying(points)
    return ", ".join(f"{name} {text_of(value)}" for name, value in points[0].given.items() if name not in apart)


def caption(points):
    """What a figure's reader must know; the figure itself has no title."""
    cycles = number(points[0].options.get("cycles"))
    return (
        f"`{points[0].command}`: {fixed_options(points)}. "
        "(a) Mean latency in cycles from generation of a message to ejection of its tail"
        + (f", of the messages generated in {cycles:g} cycles after warm-up" if cycles else "") +
        "; bars: 95% confidence; thin dashed: 99th percentile; ticks at the left: computed zero-load latency. "
        "Dotted lines with a triangle: the highest sustained load below the first saturated one. "
        "Hollow marks along the top: saturated loads, which have no mean; a cross on the axis: no result. "
        "Dashed grey lines: the ideal throughput, at which the busiest channel is full. "
        "(b) Accepted throughput of the sending nodes: mean (solid), and of the worst-served node (dashed); hollow: saturated; "
        "thin line: accepted equals offered.")


def summary_md(experiment, points, series, comparisons, figures, failed, results):
    header, rows = rows_of(series)
    parts = [f"# {experiment.name}", experiment.about, f"`{points[0].command}`: {fixed_options(points)}",
             "Loads in flits/node/cycle, latencies in cycles. \"Sustained to\" is the highest sustained load below the first saturated one; "
             "the bound is the ideal throughput, at which the busiest channel is full." if len(header) > 4 else "",
             markdown_table(header, rows)]
    holes = [point for point in points if point.key not in results]
    if holes:
        names = varying(points)
        parts.append(f"**{len(holes)} of {len(points)} points have no result:**")
        listed = [f"- {'failed' if point.key in failed else 'missing'} `{point.key}` "
                  + ", ".join(f"{name}={text_of(point.options[name])}" for name in names) for point in holes[:HOLES_SHOWN]]
        if len(holes) > HOLES_SHOWN:
            listed.append(f"- and {len(holes) - HOLES_SHOWN} more: status in results.csv")
        parts.append("\n".join(listed))
    if comparisons:
        parts += ["## Printed values", markdown_table(*printed_rows(comparisons))]
    for figure in figures:
        parts += [f"![{figure}]({figure}.svg)", caption(points)]
    return "\n\n".join(part for part in parts if part) + "\n"
