#!/usr/bin/python3
"""Numbers that stay exact, and how they are shown."""

from fractions import Fraction


def as_fraction(value):
    """A number, or a text like "0.30" or "5/18", exactly; None for anything else."""
    try:
        return None if isinstance(value, bool) or value is None else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def show(value, digits=4):
    """A measured number, for people."""
    return "-" if value is None else f"{float(value):.{digits}g}"


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
