#!/usr/bin/python3
"""results/index.html: a row for each experiment that `experiments/run all` ran, with its verdict and the way to its page."""

import html
from urllib.parse import quote

from runner.results import report
from runner.running import store

VERDICTS = {0: "all well", 1: "points failed, or a check does not hold", 2: "not run", 3: "no simulator"}


def link(name):
    """Of the page of an experiment: a path, whatever its name looks like (javascript:..., //host, a?b)."""
    return f"./{quote(name, safe='')}/report.html"


def write(results, rows):
    """`rows`: (name of the folder, about, exit status). The file."""
    lines = []
    for name, about, status in rows:
        place = results / name / "report.html"
        title = f'<a href="{link(name)}">{html.escape(name)}</a>' if place.is_file() else html.escape(name)
        verdict = VERDICTS.get(status, f"exit status {status}")
        bad = ' class="bad"' if status else ""
        lines.append(f"<tr><td>{title}</td><td>{html.escape(about)}</td><td{bad}>{verdict}</td></tr>")
    file = results / "index.html"
    body = "\n".join(lines)
    store.write(file, f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
                      f"<title>Experiments</title>\n<style>\n{report.STYLE}\ntd {{ text-align: left; white-space: normal; vertical-align: top; }}\n</style>\n"
                      f'</head>\n<body>\n<main>\n<h1>Experiments</h1>\n<div class="table" tabindex="0" role="group" aria-label="experiments"><table>\n<thead><tr><th>experiment</th><th>about</th><th>state</th></tr></thead>\n'
                      f"<tbody>\n{body}\n</tbody>\n</table></div>\n</main>\n</body>\n</html>\n")
    return file
