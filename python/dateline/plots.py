"""Curves of means with intervals, by matplotlib where it is installed."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from dateline import places
from dateline.places import DatelineError


def curves(means: Sequence[Mapping[str, Any]], x: str, y: str, by: Sequence[str], ax: Any) -> Any:
    """Draws the means of `y` (Rows.means) over x, a curve for each combination of the values of `by`; the Axes."""
    found: Dict[Tuple[Any, ...], List[Mapping[str, Any]]] = {}
    for row in means:
        if row[x] is not None:
            found.setdefault(tuple(row[name] for name in by), []).append(row)
    if not any(row["mean"] is not None for own in found.values() for row in own):
        raise DatelineError(f"{y}: no point has a mean: all are saturated, or lack it")
    axes = ax if ax is not None else figure()
    for values, own in found.items():
        if all(isinstance(row[x], (int, float)) for row in own):
            own.sort(key=lambda row: float(row[x]))
        middle = [math.nan if row["mean"] is None else row["mean"] for row in own]
        half = [row["half"] or 0.0 for row in own]
        place = [row[x] for row in own]
        name = ", ".join(map(str, values))
        axes.errorbar(place, middle, half if any(half) else None, marker="o", markersize=4, capsize=3, label=name)
    if all(type(row[x]) is int for own in found.values() for row in own):
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(label(x))
    axes.set_ylabel(label(y))
    if by:
        axes.legend(title=", ".join(name.replace("_", " ") for name in by))
    return axes


def figure() -> Any:
    """The Axes of a new figure."""
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError:
        raise DatelineError("plot() needs matplotlib, which is not installed") from None
    return pyplot.subplots(layout="constrained")[1]


def label(name: str) -> str:
    """What an axis says: the words of the name, and its unit where the runner knows it: 'mean latency (cycles)'."""
    units = places.runner("units")
    stem, _, last = name.rpartition("_")
    as_written = [f"{stem}.{last}"] if stem and last in units.STATISTICS else [name, name.replace("_", "-")]
    return str(units.label(next(filter(units.unit_of, as_written), as_written[0])))
