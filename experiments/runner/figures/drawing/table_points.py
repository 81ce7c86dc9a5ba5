#!/usr/bin/python3
"""The points of a table as curves: in every panel of a figure, for each value of the options `by`, and for each of the entry's `curves`.

x and y are values of the points, or, with `list`, fields of the elements of a list in the result. An x that has no numbers has categories: its places are their
numbers, 0, 1, ..., in the order of the file, a little to the left or right for each curve. Of a curve that is a `bound` several points at one x are one, the least.
"""

from dataclasses import dataclass, field

from runner.exact import as_fraction
from runner.figures.drawing import content, panels, style
from runner.point import distinguished, identity
from runner.results import samples
from runner.results.samples import STEADY


STEP, ROOM = 0.12, 0.6  # of the distance of categories: between curves, and for all of them


@dataclass
class Drawn:
    label: str
    number: int  # of its marker and, without a `colour`, of its colour: the same in all panels
    places: list  # of samples.Place
    values: dict = field(default_factory=dict)  # option -> value, as of content.Curve
    settings: dict = field(default_factory=dict)  # of the entry's `curves`
    y: str = ""
    joined: bool = None  # whether neighbours are, where the experiment file does not say: categories are not

    @property
    def bound(self):
        return bool(self.settings.get("bound"))

    @property
    def overloaded(self):
        return any(place.saturated for place in self.places)

    @property
    def top(self):
        """Whether a saturated point has no y that says anything: it stands along the top edge."""
        return STEADY.search(self.y) is not None and "absorbed." not in self.y

    def look(self, small):
        """Colour, marker and line, as matplotlib has them; `small`: one of several panels."""
        dashes = (0, (4, 2)) if self.settings.get("dashed") else "-"
        if self.bound:
            return {"color": style.GREY, "marker": "none", "linestyle": dashes, "linewidth": 1.6, "alpha": 0.6, "zorder": 1.2}
        colour = style.COLOURS[int(self.settings.get("colour", self.number)) % len(style.COLOURS)]
        return {**style.look(self.number), "color": colour, "linestyle": dashes, **({"markersize": 3.2, "linewidth": 1.0} if small else {})}


def panels_of(entry, data, part):
    """(panels: [[Drawn]], categories of x or None). A panel has every curve of the entry's `curves`, with or without points."""
    rows = [data.where(panel.get("part", part), {**entry.get("at", {}), **panel.get("at", {})}) for panel in entry.get("panels") or [{}]]
    names = None if "list" in entry else categories(data, [row for own in rows for row in own], entry["x"])
    found, numbers = [], {}
    for panel, own in zip(entry.get("panels") or [{}], rows):
        y, drawn = panel.get("y", entry.get("y")), []
        if "by" in entry or "curves" not in entry:
            for label, of_group in panels.groups(own, entry.get("by")):
                for places in places_of(entry, data, of_group, y, names):
                    drawn.append(Drawn(label, numbers.setdefault(label, len(numbers)) if "list" not in entry else len(drawn), places,
                                       content.values_of(of_group, entry.get("by")), y=y))
        found.append(drawn)
    for number, curve in enumerate(entry.get("curves", []), max((one.number + 1 for drawn in found for one in drawn), default=0)):
        for panel, drawn in zip(entry.get("panels") or [{}], found):
            y = curve.get("y", panel.get("y", entry.get("y")))
            own = data.where(panel.get("part", part), {**entry.get("at", {}), **panel.get("at", {}), **curve.get("at", {})})
            flat = [place for places in places_of(entry, data, own, y, names) for place in places]
            drawn.append(Drawn(str(curve["label"]), number, least(flat) if curve.get("bound") else flat, plain(curve.get("at", {})), curve, y))
    return [spread(own) for own in found] if names else found, names


def spread(own):
    """Curves over categories, each a little beside the others, so that no mark lies on another."""
    shown = [one for one in own if one.places]
    step = min(STEP, ROOM / max(1, len(shown)))
    for number, one in enumerate(shown):
        one.joined = False
        one.places = [place._replace(x=place.x + (number - (len(shown) - 1) / 2) * step) for place in one.places]
    return own


def places_of(entry, data, rows, y, names):
    """Lists of samples.Place: one, or with `list` one for each sample; none without points."""
    if "list" in entry:
        found = (averaged([fields(data.value(row, entry["list"]), entry["x"], y) for row in own]) for own in samples.together(rows))
    elif names is None:
        found = [samples.places(data, rows, entry["x"], y)]
    else:
        found = [in_categories(data, rows, entry["x"], y, names)]
    return [places for places in found if places]


def categories(data, rows, x):
    """{value: its text} of a value that is not always a number, in the order of the rows; None of one that is, or that no row has."""
    values = [value for value in (data.value(row, x) for row in rows) if value is not None]
    return None if all(as_fraction(value) is not None for value in values) else distinguished(values)


def in_categories(data, rows, x, y, names):
    found = []
    for own in samples.together(rows):
        value, up = data.value(own[0], x), samples.estimate(data, own, y)
        if value is not None and as_fraction(up.value) is not None:
            found.append(samples.Place(float(list(names).index(identity(value))), float(up.value), up.low, up.high, up.saturated, up.undecided))
    return sorted(found, key=lambda place: place[:2])


def least(places):
    """Of several at one x the smallest, by x."""
    best = {}
    for place in places:
        if place.x not in best or place.y < best[place.x].y:
            best[place.x] = place
    return [best[x] for x in sorted(best)]


def fields(elements, x, y):
    found = [(as_fraction(each.get(x)), as_fraction(each.get(y))) for each in elements or [] if isinstance(each, dict)]
    return [samples.Place(float(a), float(b)) for a, b in found if a is not None and b is not None]


def averaged(lists):
    """Of several seeds: the mean at each x, by x; a list alone stays in its order."""
    if len(lists) == 1:
        return lists[0]
    heights = {}
    for place in (place for places in lists for place in places):
        heights.setdefault(place.x, []).append(place.y)
    return [samples.Place(x, samples.mean(own)) for x, own in sorted(heights.items())]


def plain(at):
    """What `at` means alone: no pattern and no list."""
    return {name: value for name, value in at.items() if not isinstance(value, list) and not set(str(value)) & set("*?[")}
