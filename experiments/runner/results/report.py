#!/usr/bin/python3
"""report.html: what summary.md says, with the figures inside, as one file that opens from disk and prints; it loads nothing. What in it is live,
page/__init__.py says."""

import base64
import html
import json
import re

from runner import page as live
from runner.results.document import FIRST

STYLE = live.STYLE


def page(found, directory):
    """The page of the blocks (document.py) of an experiment whose figures are in `directory`."""
    title = next(content[1] for kind, *content in found if kind == "heading")
    first = next((number for number, (kind, *content) in enumerate(found) if kind == "heading" and content[0] > 1), len(found))
    head, body = ("\n".join(block(kind, content, directory) for kind, *content in own) for own in (found[:first], found[first:]))
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f'<meta name="color-scheme" content="light dark">\n<title>{html.escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<header>\n{head}\n{contents(found)}</header>\n<main>\n{body}\n</main>\n'
            f"{live.scripts(found)}</body>\n</html>\n")


def contents(found):
    """The way to the sections of a page that has some."""
    names = [content[1] for kind, *content in found if kind == "heading" and content[0] > 1]
    links = "".join(f'<li><a href="#{identity(name)}">{html.escape(name)}</a></li>' for name in names)
    return f'<nav aria-label="sections"><ul>{links}</ul></nav>\n' if len(names) > 2 else ""


def identity(heading):
    """Of a heading's element."""
    return "section-" + re.sub(r"[^A-Za-z0-9]+", "-", heading)


def block(kind, content, directory):
    if kind == "heading":
        return f'<h{content[0]} id="{identity(content[1])}">{html.escape(content[1])}</h{content[0]}>'
    if kind == "text":
        return f"<p>{marked(content[0])}</p>"
    if kind == "list":
        return "<ul>\n" + "\n".join(f"<li>{marked(text)}</li>" for text in content[0]) + "\n</ul>"
    if kind == "table":
        return table(*content)
    if kind == "points":
        return points(*content)
    if kind == "film":
        return f"<figure>\n{film(directory / f'{content[0]}.gif')}\n<figcaption>{marked(content[1])}</figcaption>\n</figure>"
    return figure(*content, directory)


def figure(name, caption, content, directory):
    """`content`: what makes it live; None of one that stands still."""
    own = html.escape(f"figure-{name}")
    title, about = (content or {}).get("title") or name.replace("-", " "), (content or {}).get("desc") or live.plain(caption)
    data = "" if content is None else "\n" + live.data(own, content)
    return (f'<figure id="{own}">\n{drawing(directory / f"{name}.svg", own, title, about)}\n'
            f'<figcaption id="{own}-caption">{marked(caption)}</figcaption>\n</figure>{data}')


def marked(text):
    """`code` and **strong** as elements."""
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))
    return re.sub(r"\*\*(.*?)\*\*", r"<strong>\1</strong>", text)


def table(header, rows):
    def cells(texts, element):
        return "".join(f'<{element}{bad(text)}>{html.escape(text, quote=False)}</{element}>' for text in texts)
    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="table" tabindex="0" role="group" aria-label="table"><table>\n<thead><tr>{cells(header, "th")}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def points(header, rows, part, by):
    """A row a point, closed at first, its first ten columns until all are wanted; page/points.js sorts and filters it. Cells and rows end where the next one begins, as HTML allows: of 1,000
    points that is a third of a megabyte."""
    command = header.index("command")

    def cells(texts, element):
        return "".join(f"<{element}{' class=c' if index == command else ''}>{html.escape(text, quote=False)}" for index, text in enumerate(texts))
    body = "\n".join(f"<tr>{cells(row, 'td')}" for row in rows)
    more = f'<label><input type="checkbox"> all {len(header)} columns</label>\n' if len(header) > FIRST else ""
    return (f'<details class="points" data-by="{html.escape(json.dumps(by))}">\n<summary>{"1 point" if len(rows) == 1 else f"{len(rows)} points, a row each"}</summary>\n{more}'
            f'<div class="table" tabindex="0" role="group" aria-label="points{html.escape(f" of {part}" if part else "")}"><table>\n'
            f'<thead><tr>{cells(header, "th")}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n</details>')


def bad(text):
    return ' class="bad"' if text.startswith(("VIOLATED", "differs")) else ""


def drawing(file, own, title, about):
    """The svg element of a figure's file, with a title and a description for who cannot see it."""
    text = file.read_text()
    text = compact(text[text.index("<svg"):].rstrip(), own)
    names = f'<title id="{own}-title">{html.escape(title)}</title><desc id="{own}-desc">{html.escape(about)}</desc>'
    head, tag, rest = text.partition(">")
    return f'{head} role="img" aria-labelledby="{own}-title" aria-describedby="{own}-desc"{tag}{names}{rest}'


def compact(svg, own):
    """The same picture in half the bytes: styles that recur have a class, coordinates end at a hundredth of a point."""
    styles = {}
    svg = re.sub(r' style="([^"]*)"', lambda match: f' class="s{styles.setdefault(match[1], len(styles))}"', svg)
    svg = re.sub(r' (?:d|x|y)="[^"]*"', lambda match: re.sub(r"(\.\d\d)\d+", r"\1", match[0]), svg)
    rules = "".join(f"#{own} .s{number}{{{style}}}" for style, number in styles.items())
    return re.sub(r"\n\s+", "\n", svg).replace("</svg>", f"<style>{html.unescape(rules)}</style></svg>")


def film(file):
    """An img element that holds the film itself."""
    return f'<img alt="{html.escape(file.stem)}" src="data:image/gif;base64,{base64.b64encode(file.read_bytes()).decode()}">'
