#!/usr/bin/python3
"""What the settings of a figure mean, for validate.py and named_values.py, which hold them against the points: which settings name a value, an option or a field
(a function `names` of a row of KINDS, Named of each), and what is drawn as one value, so that it must be one sample (`alone`: (source, the values that tell one
thing drawn from another)). A source is a mapping with `at`, and perhaps `part`.
"""

from typing import NamedTuple

from runner.yaml_tree import Map

NUMBER, VALUE, OPTION, FIELD = "number", "value", "option", "field"


class Named(NamedTuple):
    what: str
    own: Map  # whose `key` it is
    key: str
    of: Map  # whose `part` it is of
    path: str = ""  # of a field: the list


def maps(value):
    """The mappings in a setting that is one, or a list of them; a name alone is none."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]


def words(value):
    return (value,) if isinstance(value, str) else tuple(value or ())


def at_top(figure):
    """x, y and value are numbers of the figure's own points, by and markers options."""
    return [Named(NUMBER, figure, key, figure) for key in ("x", "y", "value")] + [Named(OPTION, figure, key, figure) for key in ("by", "markers")]


def merged(figure, *others):
    """Of several mappings the options that they mean together, and the part that the last of them names."""
    own = Map(others[-1].line if others else figure.line)
    for mapping in (figure, *others):
        for name in ("part", "at"):
            if name in mapping:
                own.put(name, {**own.get("at", {}), **mapping["at"]} if name == "at" else mapping[name], mapping.lines[name])
    return own


def panels(figure):
    return maps(figure.get("panels")) or [figure]


def curves(figure):
    found = []
    for panel in panels(figure):
        own = [(figure, "x"), (panel if "y" in panel else figure, "y"), *((curve, "y") for curve in maps(figure.get("curves")))]
        if "list" in figure:
            found += [Named(FIELD, one, key, panel, figure["list"]) for one, key in own]
        else:
            found += [Named(VALUE if key == "x" else NUMBER, one, key, panel) for one, key in own]
        found.append(Named(OPTION, figure, "by", panel))
    return found


def curve_samples(figure):
    """Every curve of every panel, without bounds, of which the least of several counts."""
    if "list" in figure:
        return []
    own = [] if "curves" in figure and "by" not in figure else [(merged(figure, panel), (figure["x"], *words(figure.get("by")))) for panel in maps(figure.get("panels"))]
    if "panels" not in figure and ("by" in figure or "curves" not in figure):
        own.append((figure, (figure["x"], *words(figure.get("by")))))
    return own + [(one, (figure["x"],)) for curve in maps(figure.get("curves")) if not curve.get("bound") for one in in_panels(figure, curve)]


def in_panels(figure, curve):
    """A curve as it is in each of the panels, their options and its own together."""
    return [merged(figure, panel, curve) if panel is not figure else merged(figure, curve) for panel in panels(figure)]


def crossing(figure):
    return [name for curve in figure["curves"] for name in (Named(NUMBER, figure, "x", curve), Named(NUMBER, curve, "y", curve))]


def crossing_samples(figure):
    return [(one, (figure["x"],)) for one in figure["curves"]]


def steps(figure):
    return [Named(NUMBER, figure, "y", one) for one in figure["series"]]


def bars(figure):
    found = []
    for one in maps(figure.get("series")):
        found += [Named(NUMBER, one, "value", one), Named(OPTION, one, "by", one)]
    if "x" in figure:
        found += [Named(VALUE, figure, "x", figure), Named(NUMBER, figure, "y", figure), Named(OPTION, figure, "by", figure)]
        for one in (*maps(figure.get("outline")), *maps(figure.get("more"))):
            found += [Named(NUMBER, one, "value", one), Named(OPTION, figure, "by", one)]
    return found


def bar_samples(figure):
    if "x" not in figure:
        return []
    own = (figure["x"], *words(figure.get("by")))
    return [(figure, own), *((one, own) for one in maps(figure.get("outline"))), *((one, words(figure.get("by"))) for one in maps(figure.get("more")))]


def heat(figure):
    return [name for panel in panels(figure) for name in (Named(VALUE, figure, "x", panel), Named(VALUE, figure, "y", panel), Named(NUMBER, figure, "value", panel))]


def heat_samples(figure):
    return [(panel if panel is figure else merged(figure, panel), (figure["x"], figure["y"])) for panel in panels(figure)]


def reached(figure):
    return [Named(NUMBER, figure, key, figure) for key in ("ideal", "measured")] + [Named(OPTION, figure, key, figure) for key in ("by", "markers")]


def trade_off(figure):
    own, marks = figure["curves"], figure["algorithms"]
    return [name for key in ("x", "y") for name in (Named(FIELD, own, key, own, own["value"]), Named(NUMBER, marks, key, marks))] + [Named(OPTION, marks, "by", marks)]


def tail(figure):
    return [Named(VALUE, figure, "value", figure), *(Named(NUMBER, one, "value", figure) for one in maps(figure.get("limits")))]
