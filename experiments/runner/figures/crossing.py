#!/usr/bin/python3
"""crossing: where curves that do not meet in what was measured would meet: points, and beyond them the laws drawn dashed, on logarithmic axes.

`curves`: [{part, at, y, label, powers}]: y = sum of c x^p over the powers, fitted to the points from `from` on by least squares of relative errors; or, where the
law is known, `law: [[power, coefficient], ...]`. `until`: the end of the x axis; `crossings`: [[label, label], ...]. What lies beyond the points is extrapolated.
"""

import numpy

from runner.exact import as_fraction
from runner.figures.drawing import content, labels, legends, panels, style
from runner.results import samples


def draw(entry, data, part):
    found = curves_of(entry, data, part)
    if not found:
        return None
    until = float(entry["until"])
    figure, axes = panels.one_column(2.9)
    first = min(places[0].x for _, places, _ in found)
    last = max(places[-1].x for _, places, _ in found)
    heights = [float(height(law, until)) for _, _, law in found if law]
    every = [place for _, places, _ in found for place in places]
    panels.settle(axes, {"y": entry["curves"][0]["y"], **entry, "log": ["x", "y"]}, [first, until], panels.drawn_values(every) + heights)
    axes.axvspan(last, axes.get_xlim()[1], color="#f1f1f1", linewidth=0, zorder=0, label="_background")
    handles = []
    for index, (label, places, law) in enumerate(found):
        handles.append(panels.draw_samples(axes, places, index, f"{label}: {formula(law)}" if law else label))
        if law:
            x = beyond(places, until)
            axes.plot(x, height(law, x), color=style.look(index)["color"], linewidth=0.9, linestyle=(0, (4, 2)), zorder=1)
    met = crossings(entry, found)
    for x, y, _ in met:
        axes.plot(x, y, marker="o", markersize=8, markerfacecolor="none", markeredgecolor="#000000", linestyle="none", zorder=5)
    legends.fit(figure, [axes])
    for x, y, _ in met:
        labels.first_clear(axes, (x, y), two_digits(x), BESIDE, fontsize=7)
    for share in (0.03, 0.92):
        foot = axes.transData.inverted().transform(axes.transAxes.transform((0.5, share)))[1]
        if labels.first_clear(axes, (last, foot), "extrapolated", [((4, 0), "left", "baseline")], fontsize=7, color=style.GREY):
            break
    legends.legend(axes, len(found), handles + panels.overload_mark(every), "upper left", fontsize=6.5)
    return figure


BESIDE = (((5, -5), "left", "top"), ((5, 5), "left", "bottom"), ((-5, 5), "right", "bottom"), ((-5, -5), "right", "top"))  # of a ring


def beyond(places, until):
    return numpy.geomspace(places[-1].x, until, 100)


def drawn(entry, data, part, figure):
    found = curves_of(entry, data, part)
    own = []
    for index, (label, places, law) in enumerate(found):
        name = f"{label}: {formula(law)}" if law else label
        own.append(content.curve(name, places, index))
        if law:
            x = beyond(places, float(entry["until"]))
            along = [samples.Place(*map(float, place)) for place in zip(x, height(law, x))]
            own.append(content.curve(name, along, index, what="extrapolated", look=("thin",), marker="", line="dashed"))
    met = [content.Spot(x, y) for x, y, _ in crossings(entry, found)]
    own += [content.Curve("crossing", met, "#000000", "o", line="none", look=("hollow",))] if met else []
    return [content.Panel(figure.axes[0], own)]


def curves_of(entry, data, part):
    """[(label, [samples.Place] by x, law or None)]"""
    result = []
    for one in entry["curves"]:
        places = samples.places(data, data.where(one.get("part", part), one.get("at", {})), entry["x"], one["y"])
        if places:
            result.append((str(one["label"]), places, law_of(one, places)))
    return result


def law_of(one, places):
    """[(power, coefficient)]; None if there are fewer points than powers."""
    if "law" in one:
        return [(float(as_fraction(power)), float(as_fraction(coefficient))) for power, coefficient in one["law"]]
    powers = [float(power) for power in one["powers"]]
    own = [(place.x, place.y) for place in places if place.x >= float(one.get("from", 0)) and place.y > 0 and place.sustained]
    if len(own) < len(powers):
        return None
    x, y = (numpy.array(values) for values in zip(*own))
    found = numpy.linalg.lstsq(numpy.column_stack([x ** power / y for power in powers]), numpy.ones_like(x), rcond=None)[0]
    return list(zip(powers, map(float, found)))


def height(law, x):
    return sum(coefficient * numpy.asarray(x, dtype=float) ** power for power, coefficient in law)


def formula(law):
    """'x²/176 + 1.1 x'"""
    def term(power, coefficient):
        own = "x" if power == 1 else "x²" if power == 2 else f"x^{power:g}"
        return f"{own}/{1 / coefficient:.0f}" if 0 < coefficient < 0.2 else f"{coefficient:.3g} {own}"
    return " + ".join(term(*one) for one in law).replace("+ -", "- ")


def crossings(entry, found):
    """[(x, y, labels)]: the first place beyond the points of both, up to `until`, where one law overtakes the other."""
    laws = {label: (places[-1].x, law) for label, places, law in found if law}
    result = []
    for names in entry["crossings"]:
        if not all(name in laws for name in names):
            continue
        (left, first), (right, second) = (laws[name] for name in names)
        x = numpy.geomspace(max(left, right), float(entry["until"]), 20000)
        apart = height(first, x) - height(second, x)
        change = numpy.nonzero(apart[:-1] * apart[1:] <= 0)[0]
        if len(change):
            result.append((float(x[change[0]]), float(height(first, x[change[0]])), names))
    return result


def two_digits(x):
    """'1.5·10⁵'"""
    digits, _, power = f"{x:.1e}".partition("e")
    return f"{digits}·10" + str(int(power)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def caption(entry, data, part):
    found = curves_of(entry, data, part)
    met = "; ".join(f"{names[0]} and {names[1]} at {entry['x']} = {two_digits(x)}" for x, _, names in crossings(entry, found))
    texts = panels.explanation([place for _, places, _ in found for place in places], entry["curves"][0]["y"])
    return (f"Marks: results. {texts} ".replace("  ", " ") + "Dashed, on grey: the laws in the legend, which no simulation has confirmed there. "
            + (f"By these laws they would meet: {met}." if met else "By these laws they do not meet in this range."))
