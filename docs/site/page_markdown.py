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
    lines, offsets, fenced = [], [], False  # offsets: columns at which the texts of the open list items begin
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        fence = FENCE.match(line)
        if not line.strip():
            lines.append("")
            continue
        indent = len(line) - len(line.lstrip(" "))
        item = None if fenced else ITEM.match(line)
        if not fenced:
            if not before.strip() or item:
                while offsets and indent < offsets[-1] and not (item and indent >= offsets[-1]):
                    offsets.pop()
            new_list = item and not offsets and before.strip() and not ITEM.match(before) and not before.startswith(" ")
            if before.strip() and (new_list or (line.lstrip().startswith("|") and not before.lstrip().startswith("|"))):
                lines.append("")
        depth = len(offsets)
        shown = 4 * depth + max(0, indent - (offsets[-1] if offsets else 0)) if indent or item or not depth else 0
        lines.append(" " * shown + line.lstrip(" "))
        if item:
            offsets.append(indent + len(item[2]) + 1)
        fenced ^= bool(fence)
    return "\n".join(lines)
