#!/usr/bin/python3
"""results.csv: a row per point, the options that vary first, then everything measured; holes keep their row.

That of the first part; each further part has results-PART.csv. A part with a search has a row per search, and a table -probes.csv with a row per probe.
"""

import csv
import io

from runner.point import text_of, varying

# Of a result: what is no measurement, or stands in the first columns.
NOT_MEASURED = ("schema", "version", "result_version", "command", "options", "seed")


def tables(data):
    """{file name: text} for all parts."""
    result = {}
    for number, (part, rows) in enumerate(data.rows.items()):
        name = f"results-{part}" if number else "results"
        result[f"{name}.csv"] = results_csv([(row.case, row.status, row.result) for row in rows])
        if data.plans[part].searches:
            result[f"{name}-probes.csv"] = results_csv([(point, "ok", data.store.load(point)) for point in data.probes(part)])
    return result


def flatten(result, prefix=""):
    """{"latency.mean": 41.2, ...}: the scalars of a result; lists are left to the JSON."""
    flat = {}
    for name, value in result.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{name}."))
        elif not isinstance(value, list):
            flat[prefix + name] = value
    return flat


def results_csv(rows):
    """`rows`: (point or search, status, result or None)."""
    names = varying([case for case, _, _ in rows])
    measured = [flatten({k: v for k, v in (result or {}).items() if k not in NOT_MEASURED}) for _, _, result in rows]
    columns = list(dict.fromkeys(column for own in measured for column in own))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, "status", *columns, "key"])
    for (case, status, _), own in zip(rows, measured):
        writer.writerow([*(text_of(case.options.get(name)) for name in names), status, *(cell(own.get(column)) for column in columns), case.key])
    return text.getvalue()


def cell(value):
    """Numbers with all their digits; nothing for null."""
    return text_of(value) if value is None or isinstance(value, (bool, str)) else repr(value)
