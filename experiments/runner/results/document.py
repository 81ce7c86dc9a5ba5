#!/usr/bin/python3
"""What an experiment leaves to read, as a list of blocks; summary.md and report.html are two renderings of it.

Blocks: ("heading", level, text), ("text", text), ("list", texts), ("table", header, rows), ("figure", name of its files, caption,
what the page needs to make it live: page/__init__.py; None of one that stands still), ("film", name of its GIF, caption),
("points", header, rows, part, options that tell its series apart: of the page alone).
In texts `code` and **strong** stand as in Markdown.
"""

from runner.point import text_of
from runner.results import claims, collect, summary, tables

HOLES_SHOWN = 20
VIOLATIONS_SHOWN = 10
POINTS_SHOWN = 1000  # of an experiment; of a larger one results.csv has them


SHORT = "A short form (`--quick`): fewer points, shorter runs. What the full form leads to is said on its own page."


def blocks(experiment, data, comparisons, checks, drawn, short=False, judged=(), lost=0):
    """`drawn`: the blocks of the figures; `judged`: claims.Claim; `short`: the form that ran is not the full one, so what follows from that is not said;
    `lost`: how many points a cluster has lost."""
    conclusions = [SHORT] if short else experiment.conclusions
    result = [("heading", 1, experiment.name), ("text", experiment.about), *(("text", note) for note in [*experiment.notes, *conclusions])]
    if lost:
        result += [("text", f"**{lost} {'points were' if lost > 1 else 'point was'} lost by the cluster:** the same command runs them again (docs/guide/cluster.md).")]
    if comparisons:
        result += [("heading", 2, "Printed values"), ("table", *summary.printed_rows(comparisons))]
    if judged:
        result += [("heading", 2, "Claims"), ("table", *claims.table(judged))]
    if checks:
        violated = [f"{check.what}: {text}" for check in checks for text in check.violated]
        result += [("heading", 2, "Checks"), ("table", *summary.check_rows(checks)), ("list", shortened(violated, VIOLATIONS_SHOWN))]
    if drawn:
        result += [("heading", 2, "Figures"), *drawn]
    found = tables.tables(experiment, data)
    if found:
        result += [("heading", 2, "Tables"), *(block for title, header, rows in found for block in (("text", title), ("table", header, rows)))]
    for part in data.rows:
        header, rows = summary.part_table(data, part)
        result += [("heading", 2, part or "Points"), ("text", summary.part_heading(data, part)), ("text", summary.explanation(data, part, header)),
                   ("table", header, rows), *wide(data, part), *holes(data, part), *points(data, part)]
    return [block for block in result if block[0] == "heading" or block[1]]


def shortened(texts, limit):
    return texts if len(texts) <= limit else texts[:limit] + [f"and {len(texts) - limit} more"]


def wide(data, part):
    """Intervals that stayed wider than asked for."""
    found = summary.wide(data, part)
    if not found:
        return []
    settings = data.plans[part].part.replicate
    text = f"**{len(found)} samples stay wider than {100 * settings['ci']:g}% with at most {settings['at-most']} seeds:**"
    return [("text", text), ("list", shortened(found, HOLES_SHOWN))]


def holes(data, part):
    """What of a part has no result."""
    rows = data.rows[part]
    empty = [row for row in rows if row.result is None]
    if not empty:
        return []
    names = data.varying(part)
    what = "searches" if data.plans[part].searches else "points"
    listed = [f"{row.status} `{row.case.key}` " + ", ".join(f"{name}={text_of(row.options[name])}" for name in names) for row in empty]
    return [("text", f"**{len(empty)} of {len(rows)} {what} have no result:**"), ("list", shortened(listed, HOLES_SHOWN))]


def points(data, part):
    """A row a point or search, as in results.csv, without the columns that are the same in all rows."""
    rows = data.rows[part]
    if sum(map(len, data.rows.values())) > POINTS_SHOWN:
        return []
    header, *found = collect.cells([(row.case, row.status, row.result) for row in rows])
    kept = [index for index, name in enumerate(header) if name in ("status", "key", "command") or len({row[index] for row in found}) > 1]
    by = [name for name in header[:header.index("status")] if name not in ("load", "seed")]
    return [("points", [header[index] for index in kept], [[row[index] for index in kept] for row in found], part, by)] if found else []


def markdown(found):
    """summary.md"""
    texts = []
    for kind, *content in found:
        if kind == "heading":
            texts.append(f"{'#' * content[0]} {content[1]}")
        elif kind == "text":
            texts.append(content[0])
        elif kind == "list":
            texts.append("\n".join(f"- {text}" for text in content[0]))
        elif kind == "table":
            texts.append(markdown_table(*content))
        elif kind != "points":
            texts += [f"![{content[0]}]({content[0]}.{'gif' if kind == 'film' else 'svg'})", content[1]]
    return "\n\n".join(texts) + "\n"


def markdown_table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join(["---"] + ["---:"] * (len(header) - 1)) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
