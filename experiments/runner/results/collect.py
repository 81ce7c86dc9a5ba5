#!/usr/bin/python3
"""results.csv: a row per point, the options that vary first, then everything measured, the key, the command, and the options that are the same in
all rows; holes keep their row. An option that has the name of another column is called options.NAME.

That of the first part; each further part has results-PART.csv. A part with a search has a row per search, and a table -probes.csv with a row per probe.
"""

import csv
import io
import shlex

from runner.point import Reference, text_of, varying

# Of a result: what is no measurement, or stands in the first columns.
NOT_MEASURED = ("schema", "version", "result_version", "command", "options", "seed")


def tables(data):
    """{file name: text} for all parts."""
    result = {}
    for number, (part, rows) in enumerate(data.rows.items()):
        name = f"results-{part}" if number else "results"
        result[f"{name}.csv"] = results_csv([(row.case, row.status, row.result) for row in rows])
        if data.plans[part].searches:
            result[f"{name}-probes.csv"] = results_csv([(point, "ok", probe) for point, probe in data.probes(part)])
    return result


def command_of(case):
    """The command of a point as a person types it, the same wherever results are; of a search with several seeds, without the seed."""
    words = ["dateline", *case.command.split()]
    for name, value in case.given.items():
        if isinstance(value, bool):
            words.append(f"--{name}" if value else f"--{name}=false")
        else:
            words += [f"--{name}", f"{value.prefix}points/{value.key}.{value.output}" if isinstance(value, Reference) else value]
    return shlex.join(words)


def fixed_of(cases, taken):
    """{column: option} of what the experiment sets and is the same in all cases."""
    apart = varying(cases)
    names = [name for name in dict.fromkeys(name for case in cases for name in case.given) if name not in apart and name in cases[0].options]
    return {f"options.{name}" if name in taken else name: name for name in names}


def flatten(result, prefix="", flat=None):
    """{"latency.mean": 41.2, ...}: the scalars of a result; lists are left to the JSON."""
    flat = {} if flat is None else flat
    for name, value in result.items():
        kind = type(value)
        if kind is dict:
            flatten(value, prefix + name + ".", flat)
        elif kind is not list:
            flat[prefix + name] = value
    return flat


def results_csv(rows):
    """`rows`: (point or search, status, result or None)."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells(rows))
    return text.getvalue()


def cells(rows):
    """The header and the rows, as texts."""
    names = varying([case for case, _, _ in rows])
    measured = [flatten({k: v for k, v in (result or {}).items() if k not in NOT_MEASURED}) for _, _, result in rows]
    columns = list(dict.fromkeys(column for own in measured for column in own))
    heads = [f"options.{name}" if name in columns else name for name in names]
    fixed = fixed_of([case for case, _, _ in rows], {*names, *columns, "status", "key", "command"}) if rows else {}
    found = [[*heads, "status", *columns, "key", "command", *fixed]]
    for (case, status, _), own in zip(rows, measured):
        found.append([*(text_of(case.options.get(name)) for name in names), status, *(cell(own.get(column)) for column in columns), case.key,
                         command_of(case), *(text_of(case.options.get(name)) for name in fixed.values())])
    return found


def cell(value):
    """Numbers with all their digits; nothing for null."""
    return text_of(value) if value is None or isinstance(value, (bool, str)) else repr(value)
