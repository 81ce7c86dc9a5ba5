#!/usr/bin/python3
"""Laws fitted to the points of a curve, by least squares: power (y = a x^b, in logarithms) or inverse (y = a + b/x + c/x^2, whose limit is a). `from`: points
with a smaller x are not fitted; saturated and undecided ones never are.
"""

import numpy

from runner.exact import as_fraction
from runner.figures.drawing import panels
from runner.results import samples

MINIMUM = {"power": 3, "inverse": 4}  # points that a fit needs


def fitted(entry, places):
    """The places that a fit is made to: those that are sustained, from `from` on; of a power law, those above zero."""
    found = [(place.x, place.y) for place in places if place.sustained and place.x >= float(as_fraction(entry.get("from", 0)))]
    return [(x, y) for x, y in found if entry.get("fit") != "power" or (x > 0 and y > 0)]


def fit(entry, places):
    """The coefficients of the fit the entry asks for; None if there are too few points."""
    kind = entry.get("fit")
    if kind is None:
        return None
    x, y = (numpy.array(values) for values in zip(*fitted(entry, places) or [(0, 0)]))
    if len(set(x)) < MINIMUM[kind]:
        return None
    if kind == "power":
        slope, height = numpy.polyfit(numpy.log(x), numpy.log(y), 1)
        return float(numpy.exp(height)), float(slope)
    return tuple(map(float, numpy.linalg.lstsq(numpy.column_stack([numpy.ones_like(x), 1 / x, 1 / x ** 2]), y, rcond=None)[0]))


def exponent(entry, places):
    """Of a power law; None without one."""
    found = fit(entry, places) if entry.get("fit") == "power" else None
    return None if found is None else found[1]


def law(entry, places, right):
    """[(what it is, [samples.Place], line)]: the fit as far as it is drawn, and its limit, dotted up to `right`, unless that is known and drawn."""
    found = fit(entry, places)
    if found is None:
        return []
    last = max(place.x for place in places)
    if entry["fit"] == "power":
        x = numpy.geomspace(min(x for x, _ in fitted(entry, places)), last, 50)
        return [("fit", spots(x, found[0] * x ** found[1]), "dashed")]
    x = numpy.linspace(last, right, 50)
    own = [("fit", spots(x, found[0] + found[1] / x + found[2] / x ** 2), "dashed")]
    if any(abs(found[0] - known) < 0.01 * abs(known) for known in panels.line_values(entry, "y")):
        return own
    return [*own, ("fitted limit", spots([0.0, right], [found[0]] * 2), "dotted")]


def spots(x, y):
    return [samples.Place(float(across), float(up)) for across, up in zip(x, y)]


def caption(entry, curves):
    """What the laws are; `curves`: [(label, places)]."""
    kind = entry.get("fit")
    found = [(label, own) for label, own in ((label, fit(entry, places)) for label, places in curves) if own is not None]
    if not found:
        return ""
    origin = f" to the points from {entry['x']} {entry['from']} on" if "from" in entry else ""
    if kind == "power":
        return f"Dashed: a least-squares power law{origin}: " + ", ".join(f"{label} {own[0]:.2g} x^{own[1]:.2f}" for label, own in found) + "."
    return (f"Dashed, dotted: a + b/x + c/x^2 fitted by least squares{origin}, and its limit a, which is an extrapolation, not a theorem: "
            + ", ".join(f"{label} a = {own[0]:.4f}" for label, own in found) + ".")
