#!/usr/bin/python3
"""What makes report.html live: scripts of this folder, with d3 of Debian's package node-d3 inside the page; nothing is fetched. Without d3, without
JavaScript and in print every figure is the SVG beside the page.

A figure that is more than its SVG has data in its block (document.py): an object that JSON can hold, of which page.py reads
    kind   "curves", "network": the script KIND.js of this folder, taken into the page if some figure has this kind
    title, desc   of the figure, for screen readers; both may be missing
KIND.js defines page.kinds.KIND = (figure, data) => {...}, which page.js calls once the page is there, for each of these figures: `figure` is its
<figure>, with the SVG, `data` the object. It returns the element that stands in the place of the SVG (in print the SVG is back).
page.js has what all kinds need: page.button, page.tip, page.save and the series that are chosen (page.series).
"""

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
D3 = Path("/usr/share/nodejs/d3/dist/d3.min.js")
SCRIPTS = {"curves": ("panel", "curves")}  # of a kind that has more than one
NONE = "report.html: figures stand still, no package node-d3 (/usr/share/nodejs/d3/dist/d3.min.js)"

STYLE = (HERE / "page.css").read_text()


def missing(found):
    """The line to print where figures would be live and d3 is not there; else ""."""
    return NONE if kinds(found) and not D3.is_file() else ""


def kinds(found):
    return list(dict.fromkeys(content[2]["kind"] for kind, *content in found if kind == "figure" and content[2]))


def scripts(found):
    """The script elements of a page; "" if nothing of it is live."""
    live = kinds(found) if D3.is_file() else []
    names = ["points"] * any(kind == "points" for kind, *_ in found) + [name for kind in live for name in SCRIPTS.get(kind, (kind,))]
    texts = ([D3.read_text()] if live else []) + ["\n".join((HERE / f"{name}.js").read_text() for name in ["page", *names])] * bool(names)
    return "".join(f"<script>\n{text.strip()}\n</script>\n" for text in texts)


def data(name, content):
    """The element that holds what a figure needs."""
    return f'<script type="application/json" data-for="{name}">{embedded(content)}</script>'


def embedded(content):
    """JSON that ends no script element, whatever its texts hold; short numbers, all their digits."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def plain(text):
    """A caption without its marks of code and emphasis."""
    return re.sub(r"`|\*\*", "", text)
