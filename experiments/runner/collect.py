#!/usr/bin/python3
"""results.csv: a row per point, the options that vary first, then everything measured; holes keep their row."""

import csv
import io

from runner.plan import text_of, varying

# Of a result: what is no measurement, or stands in the first columns.
NOT_MEASURED = ("schema", "version", "result_version", "command", "options", "seed")


def flatten(result, prefix=""):
    """{"latency.mean": 41.2, ...}: the scalars of a result; lists are left to the JSON."""
    flat = {}
    for name, value in result.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{name}."))
        elif not isinstance(value, list):
            flat[prefix + name] = value
    return flat


def results_csv(points, results, failed):
    names = varying(points)
    measured = {key: flatten({k: v for k, v in result.items() if k not in NOT_MEASURED}) for key, result in results.items()}
    columns = list(dict.fromkeys(column for point in points for column in measured.get(point.key, {})))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, "status", *columns, "key"])
    for point in points:
        status = "ok" if point.key in results else "failed" if point.key in failed else "missing"
        own = measured.get(point.key, {})
        writer.writerow([*(text_of(point.options[name]) for name in names), status, *(cell(own.get(column)) for column in columns), point.key])
    return text.getvalue()


def cell(value):
    """Numbers with all their digits; nothing for null."""
    return text_of(value) if value is None or isinstance(value, (bool, str)) else repr(value)
