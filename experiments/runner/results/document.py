#!/usr/bin/python3
"""What an experiment leaves to read, as a list of blocks; summary.md and report.html are two renderings of it.

Blocks: ("heading", level, text), ("text", text), ("list", texts), ("table", header, rows), ("figure", name of its files, caption,
what the page needs to make it live: page/__init__.py; None of one that stands still), ("film", name of its GIF, caption),
("points", header, rows, part, options that tell its series apart: of the page alone).
In texts `code` and **strong** stand as in Markdown.
"""

from runner.exact import as_fraction
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
        result += [("heading", 2, "Printed values"), ("table", *(own := summary.printed_rows(comparisons))), ("text", "`-`: the source gives none." * has_dash(own))]
    if judged:
        result += [("heading", 2, "Claims"), ("table", *claims.table(judged))]
    if checks:
        violated = [f"{check.what}: {text}" for check in checks for text in check.violated]
        result += [("heading", 2, "Checks"), ("table", *summary.check_rows(checks)), ("list", shortened(violated, VIOLATIONS_SHOWN))]
    if drawn:
        result += [("heading", 2, "Figures"), *drawn]
    found = tables.tables(experiment, data)
    if found:
        result += [("heading", 2, "Tables"), *(block for title, *own in found for block in (
            ("text", title), ("table", *own), ("text", "`-`: there is no such point, or its result has no such value." * has_dash(own))))]
    for part in data.rows:
        header, rows = summary.part_table(data, part)
        result += [("heading", 2, part or "Points"), ("text", summary.part_heading(data, part)), ("text", summary.explanation(data, part, header)),
                   ("table", header, rows), ("text", summary.dashes(data, part, header, rows)), *wide(data, part), *holes(data, part), *points(data, part)]
    return [block for block in result if block[0] == "heading" or block[1]]


def has_dash(table):
    return any(cell == "-" for row in table[1] for cell in row)


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


FIRST = 10  # columns of the points that are shown at first
MAIN = ("verdict", "latency.mean", "latency.ci95", "latency.p99", "accepted", "completion_cycle")  # those of them that are chosen, where the part names no `columns`
ENDS = ("key", "command")  # and these close them
DIGITS = 5


def points(data, part):
    """A row a point or search, as in results.csv, without the columns that are the same in all rows: the options first, then what matters most, the key and the
    command, then all else; measured numbers of five digits."""
    rows = data.rows[part]
    if sum(map(len, data.rows.values())) > POINTS_SHOWN:
        return []
    header, *found = collect.cells([(row.case, row.status, row.result) for row in rows])
    kept = [index for index, name in enumerate(header) if name in ("status", *ENDS) or len({row[index] for row in found}) > 1]
    options = header.index("status")
    by = [name for name in header[:options] if name not in ("load", "seed")]
    kept = ordered(header, kept, options, [*data.plans[part].part.columns, *MAIN, *summary.COLUMNS.get(data.plans[part].part.command, ())])
    return [("points", [header[index] for index in kept], [[short(row[index]) if index > options and header[index] not in ENDS else row[index] for index in kept] for row in found], part, by)] if found else []


def ordered(header, kept, options, main):
    """The columns kept, the first ten of them the ones to look at first."""
    wanted = [header.index(name) for name in dict.fromkeys(main) if name in header and header.index(name) in kept]
    rest = [index for index in kept if index > options and index not in wanted and header[index] not in ENDS]
    own, ends = [index for index in kept if index <= options], [header.index(name) for name in ENDS]
    middle = [*wanted, *rest]
    room = max(0, FIRST - len(own) - len(ends))
    return [*own, *middle[:room], *ends, *middle[room:]]


def short(text):
    """A measured number with five digits; a long rational as its value, anything else as it is."""
    number = as_fraction(text)
    return text if number is None or len(text) <= DIGITS + 2 or text.lstrip("-").isdigit() else f"{float(number):.{DIGITS}g}"


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
