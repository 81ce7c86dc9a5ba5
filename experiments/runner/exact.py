#!/usr/bin/python3
"""Numbers that stay exact, and how they are shown."""

import re
from fractions import Fraction


FAR = re.compile(r"[eE][-+]?0*[0-9_]{4}")  # an exponent that would fill the memory


def as_fraction(value):
    """A number, or a text like "0.30" or "5/18", exactly; None for anything else, and beyond 10^999."""
    try:
        return None if isinstance(value, bool) or value is None or FAR.search(str(value)) else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def show(value, digits=4):
    """A measured number, for people: rounded to so many digits, and without an exponent up to a million ('208.5 ± 210', '34640 ± 8100')."""
    if value is None:
        return "-"
    text = f"{float(value):.{digits}g}"
    return f"{float(text):.0f}" if "e+" in text and abs(value) < 10 ** 6 else text


def show_exact(value, digits=6):
    """'25/144 = 0.173611', '4': a rational and its value. Of a long one the value alone."""
    if value is None:
        return "-"
    if value.denominator == 1:
        return str(value)
    return f"{value} = {float(value):.{digits}g}" if value.denominator < 10 ** 6 else f"{float(value):.{digits}g}"


def show_any(value):
    """A value of a result as a cell of a table: a rational exactly, a number with four digits, anything else as it is."""
    if isinstance(value, list):
        return " ".join(map(show_any, value))
    exact = as_fraction(value)
    if exact is None:
        return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, (str, Fraction)):
        return show_exact(exact)
    return str(value) if isinstance(value, int) else show(value)
