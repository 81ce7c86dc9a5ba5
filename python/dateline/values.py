"""Values of options as they stand on the command line, and of cells as they are in Python."""

from __future__ import annotations

import numbers
from typing import Any, List, Optional, Union

from dateline.places import DatelineError

Value = Union[str, int, float, bool, None]  # of a cell


def is_flag(value: object) -> bool:
    """True or False, numpy's own ones too."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def text_of(name: str, value: object) -> str:
    """A value as it stands on the command line."""
    if is_flag(value):
        return str(bool(value)).lower()
    if isinstance(value, numbers.Integral):  # numpy's too
        return str(int(value))
    if isinstance(value, numbers.Rational):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, (str, numbers.Real)) or hasattr(value, "__fspath__"):
        return str(value)
    many = "; sweep() takes several" if axis_of(name, value) is not None else ""
    raise DatelineError(f"{name}: {value!r} is neither text, number nor flag{many}".replace("\n", " "))


def axis_of(name: str, value: Any) -> Optional[List[Any]]:
    """The values of a list, tuple or range, a numpy array, a pandas Series or Index; None of a single value."""
    if isinstance(value, (list, tuple, range)):
        return list(value)
    array = value.to_numpy() if hasattr(value, "to_numpy") else value
    dimensions = getattr(array, "ndim", 0)
    if not hasattr(array, "__array__") or dimensions == 0:
        return None
    if dimensions > 1:
        raise DatelineError(f"{name}: an array of {dimensions} dimensions; an axis has one")
    return list(array)


def value_of(text: str) -> Value:
    """A cell of a table as what it is: a number, True or False, None where there is nothing, else the text."""
    if text in ("", "true", "false"):
        return {"": None, "true": True, "false": False}[text]
    for kind in (int, float):
        try:
            return kind(text) if text[0] in "-0123456789." else text
        except ValueError:
            pass
    return text
