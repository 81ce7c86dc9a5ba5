#!/usr/bin/python3
"""report.html: what summary.md says, with the figures inside, as one file that opens from disk and prints; it loads nothing."""

import base64
import html
import re

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; font-weight: 600; }
h2 { margin-top: 2.2rem; border-bottom: 1px solid #ddd; padding-bottom: .2rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem .2rem 0; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { border-bottom: 1px solid #888; font-weight: 600; }
tbody tr:nth-child(even) { background: #f6f6f6; }
.bad { color: #b00020; font-weight: 600; }
figure { margin: 1.5rem 0; }
figure svg, figure img { max-width: 100%; height: auto; }
figcaption { font-size: 13px; color: #444; max-width: 50rem; }
code { font-size: .92em; }
@media print { body { max-width: none; margin: 0; } figure, tr { break-inside: avoid; } .table { overflow: visible; } }
""".strip()


def page(found, directory):
    """The page of the blocks (document.py) of an experiment whose figures are in `directory`."""
    title = next(content[1] for kind, *content in found if kind == "heading")
    body = "\n".join(block(kind, content, directory) for kind, *content in found)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>{html.escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n")


def block(kind, content, directory):
    if kind == "heading":
        return f"<h{content[0]}>{html.escape(content[1])}</h{content[0]}>"
    if kind == "text":
        return f"<p>{marked(content[0])}</p>"
    if kind == "list":
        return "<ul>\n" + "\n".join(f"<li>{marked(text)}</li>" for text in content[0]) + "\n</ul>"
    if kind == "table":
        return table(*content)
    if kind == "film":
        return f"<figure>\n{film(directory / f'{content[0]}.gif')}\n<figcaption>{marked(content[1])}</figcaption>\n</figure>"
    return f"<figure>\n{drawing(directory / f'{content[0]}.svg')}\n<figcaption>{marked(content[1])}</figcaption>\n</figure>"


def marked(text):
    """`code` and **strong** as elements."""
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))
    return re.sub(r"\*\*(.*?)\*\*", r"<strong>\1</strong>", text)


def table(header, rows):
    def cells(texts, element):
        return "".join(f'<{element}{bad(text)}>{html.escape(text, quote=False)}</{element}>' for text in texts)
    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="table"><table>\n<thead><tr>{cells(header, "th")}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def bad(text):
    return ' class="bad"' if text.startswith(("VIOLATED", "differs")) else ""


def drawing(file):
    """The svg element of a figure's file."""
    text = file.read_text()
    return text[text.index("<svg"):].rstrip()


def film(file):
    """An img element that holds the film itself."""
    return f'<img alt="{html.escape(file.stem)}" src="data:image/gif;base64,{base64.b64encode(file.read_bytes()).decode()}">'
