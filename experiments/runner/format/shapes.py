#!/usr/bin/python3
"""What the settings of an experiment file look like: a shape is a function of a value that returns what the value should have been, or nothing.

A mapping or list inside a value is checked by raising Misshapen, which knows its line.
"""

from runner.errors import nearest
from runner.exact import as_fraction
from runner.yaml_tree import Map, one_line

LARGEST = 10 ** 300


class Misshapen(Exception):
    def __init__(self, line, message):
        super().__init__(message)
        self.line, self.message = line, message


def text(value):
    return None if isinstance(value, (str, int, float)) and not isinstance(value, bool) else "a text"


def name(value):
    """Of a value, an option or a field."""
    return None if isinstance(value, str) and value.strip() else "a name"


def flag(value):
    return None if isinstance(value, bool) else "true or false"


def number(value):
    found = as_fraction(value) if not isinstance(value, (Map, list)) else None
    return None if found is not None and abs(found) <= LARGEST else "a number"


def positive(value):
    return None if number(value) is None and as_fraction(value) > 0 else "a number above 0"


def power(value):
    return None if number(value) is None and abs(as_fraction(value)) <= 20 else "a number from -20 to 20"


def whole(least, most=10 ** 9):
    def check(value):
        wanted = f"a whole number, at least {least}" if most == 10 ** 9 else f"a whole number in {least}..{most}"
        return None if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else wanted
    return check


def one_of(*names):
    def check(value):
        return None if isinstance(value, str) and value in names else f"one of {', '.join(names)}, not '{one_line(value)}'"
    return check


def any_of(*shapes):
    def check(value):
        wanted = [shape(value) for shape in shapes]
        return None if None in wanted else ", or ".join(wanted)
    return check


def listed(shape, count=None):
    """A list, of `count` elements if that is given."""
    def check(value):
        many = "" if count is None else f"{count} "
        if not isinstance(value, list) or (count is not None and len(value) != count):
            return f"a list of {many}elements"
        wanted = next(filter(None, map(shape, value)), None)
        return wanted and f"a list, each of it {wanted}"
    return check


def options(value):
    """{OPTION: value}"""
    if not isinstance(value, Map):
        return "a mapping of options"
    for name, own in value.items():
        if isinstance(own, (Map, list)):
            raise Misshapen(value.lines[name], f"'{name}' is a number or a text")
    return None


def fields(needs, **shapes):
    """A mapping with these keys; `needs`: those that must be there; names with _ stand for -."""
    known = {name.replace("_", "-"): shape for name, shape in shapes.items()}

    def check(value):
        if not isinstance(value, Map):
            return f"a mapping of {', '.join(known)}"
        for name, own in value.items():
            if name not in known:
                raise Misshapen(value.lines[name], f"unknown key '{name}'{nearest(name, known)}")
            wanted = known[name](own)
            if wanted:
                raise Misshapen(value.lines[name], f"'{name}' is {wanted}")
        missing = [name for name in needs if name not in value]
        return f"a mapping with '{missing[0]}'" if missing else None
    return check


def line_at(value):
    """{x or y: number, label, ...}: a line parallel to an axis."""
    wanted = fields((), x=number, y=number, label=text, below=flag, side=one_of("left", "right"))(value)
    return wanted or (None if ("x" in value) != ("y" in value) else "a mapping with 'x' or 'y'")


def law(value):
    """A curve of `crossing`: powers to fit, or a law that is known."""
    wanted = fields(("y", "label"), part=text, at=options, y=name, label=text, powers=listed(power), law=listed(listed(number, 2)), **{"from": number})(value)
    return wanted or (None if ("powers" in value) != ("law" in value) else "a mapping with 'powers' or 'law'")


def groups(value):
    """The groups of `grouped`: {label, OPTION: value, ...}."""
    return None if isinstance(value, Map) and "label" in value and options(value) is None else "a mapping with 'label' and options"
