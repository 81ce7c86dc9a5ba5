"""Rows as a table of HTML, for notebooks: the options that vary and the values that say most."""

from __future__ import annotations

import html
from typing import Any, List, Mapping, Sequence

MOST_ROWS = 60
MOST_COLUMNS = 10
SAYS_MOST = ("sustained", "saturated_from", "latency_mean", "latency_ci95", "latency_p99", "accepted", "verdict",
             "completion_cycle", "gamma_max", "steps", "problem")
DIGITS = 5


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], varying: Sequence[str]) -> str:
    """Of the rows, whose names are `columns`; `varying` are the options among them that tell the rows apart."""
    shown = chosen(rows, columns, varying)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in shown)
    cells = ("".join(f"<td>{cell(row.get(name))}</td>" for name in shown) for row in rows[:MOST_ROWS])
    body = "".join(f"<tr>{own}</tr>\n" for own in cells)
    counts = ((MOST_ROWS, len(rows), "rows"), (len(shown), len(columns), "columns"))
    left_out = [f"{most} of {count} {what}" for most, count, what in counts if most < count]
    caption = f"<p>{', '.join(left_out)}; frame() has all</p>\n" if left_out else ""
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n{caption}"


def chosen(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], varying: Sequence[str]) -> List[str]:
    """The columns that are shown: all where they are few."""
    if len(columns) <= MOST_COLUMNS:
        return list(columns)
    status = ["status"] if any(row.get("status") != "ok" for row in rows) else []
    main = [name for name in SAYS_MOST if any(row.get(name) is not None for row in rows)]
    first = list(dict.fromkeys([*varying, *status, *main]))
    return first[:MOST_COLUMNS] if main else [*first, *(name for name in columns if name not in first)][:MOST_COLUMNS]


def cell(value: object) -> str:
    """Five digits of a decimal, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return html.escape(f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value))
