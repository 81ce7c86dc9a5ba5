"""The Markdown of this repository, as git hosts show it, in the form that Python-Markdown reads: lists and tables behind a blank line, lists in lists
four columns deep; and its links, rewritten."""
import re

ITEM = re.compile(r"( *)([-*]|\d+\.) +")
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
FENCE = re.compile(r" *```")


def pieces(text):
    """(whether it is code, text): the text in its order, fenced blocks and code in a line apart from prose."""
    for part in re.split(r"(^ *```.*?^ *```[^\n]*$)", text, flags=re.MULTILINE | re.DOTALL):
        if FENCE.match(part):
            yield True, part
        else:
            for number, one in enumerate(re.split(r"(`[^`\n]*`)", part)):
                yield number % 2 == 1, one


def links(text):
    """Where the links of a page lead, as they stand there."""
    joined = "".join(" " if is_code else part for is_code, part in pieces(text))
    return [found[2] for found in LINK.finditer(joined)]


def relinked(text, change):
    """The text with every target replaced by what `change` makes of it. A link's text may hold code, so code is set aside first."""
    kept = []

    def aside(part):
        kept.append(part)
        return f"\0{len(kept) - 1}\0"

    plain = "".join(aside(part) if is_code else part for is_code, part in pieces(text))
    plain = LINK.sub(lambda found: found[1] + change(found[2]) + found[3], plain)
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], plain)


def rewritten(text):
    lines, offsets = [], []  # offsets: columns at which the texts of the open list items begin
    fenced, in_item = False, False  # in_item: the line before belongs to the first block of a list item
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        if not line.strip():
            lines.append("")
            in_item = False
            continue
        indent = len(line) - len(line.lstrip(" "))
        item = None if fenced else ITEM.match(line)
        if not fenced:
            while offsets and indent < offsets[-1] and (item or not before.strip()):
                offsets.pop()
            table = line.lstrip().startswith("|") and not before.lstrip().startswith("|")
            if before.strip() and (table or (item and not in_item)):
                lines.append("")
            in_item = in_item or bool(item)
        shown = 4 * len(offsets) + max(0, indent - (offsets[-1] if offsets else 0)) if indent or item or not offsets else 0
        lines.append(" " * shown + line.lstrip(" "))
        if item:
            offsets.append(indent + len(item[2]) + 1)
        fenced ^= bool(FENCE.match(line))
    return "\n".join(lines)
