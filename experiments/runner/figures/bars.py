#!/usr/bin/python3
"""bars: a bar for each value of `x` (a group) and, side by side, of the option `by`: the height is `y`, its interval is over seeds.

`outline`: {part, value, label}, a second value of the same groups, drawn as an outline (a bound, an ideal): the number above is then its own, with the share that the bar
reaches; `more`: [{group, part, value, at}], groups that have an outline alone; `printed`: [{group, by, printed}], marks across the bars.
Or, of results that belong together although their options have different names: `groups`: [{label, OPTION: value, ...}], under every name a group has, and `series`:
[{part, at, by, value, label}], a bar in each group: the point of the part at which the option `by` has the group's value, if there is one alone. `colour`: its
number in the palette; `pale`: a lighter one.
"""

from dataclasses import dataclass

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from runner.exact import as_fraction, show_any
from runner.figures.drawing import legends, listing, panel_grid, panels, style
from runner.point import number
from runner.results import samples

WIDTH = 0.84  # of a group
MANY = 24  # bars: with more of them the numbers above are turned
UNSTEADY = "sat."  # what stands in the place of a bar that has no height: a latency of a saturated load
SEARCHED = "Pale: undecided, the ends of the search are farther apart than its resolution."
PRINTED = {"color": "#000000", "linewidth": 1.2, "linestyle": (0, (1.5, 1))}


@dataclass
class Bar:
    group: str
    series: str
    value: float = None
    low: float = None
    high: float = None
    outline: float = None
    state: str = ""  # "saturated" or "undecided"
    steady: bool = False  # saturated, and then without a value

    @property
    def top(self):
        return max(value for value in (self.value, self.high, self.outline, 0.0) if value is not None)

    @property
    def ends(self):
        return [value for value in (self.value, self.low, self.high, self.outline) if value is not None]


def draw(entry, data, part):
    found = bars_of(entry, data, part)
    if not any(bar.ends for bar in found):
        return None
    groups, names = (list(dict.fromkeys(getattr(bar, what) for bar in found)) for what in ("group", "series"))
    figure, axes = style.pyplot.subplots(figsize=(style.TWO_COLUMNS, 2.7))
    figure.subplots_adjust(left=0.075, right=0.99, top=0.97, bottom=0.12)
    width, marks = WIDTH / len(names), printed_of(entry)
    ends = [end for bar in found for end in bar.ends] + list(marks.values())
    panels.settle(axes, {"y": values_of(entry)[0], **entry, "x": ""}, (), scaled(ends, "y" in entry.get("log", [])))
    axes.set_xlabel(str(entry.get("x-label", "")))
    for bar in found:
        index = names.index(bar.series)
        place = groups.index(bar.group) + (index - (len(names) - 1) / 2) * width
        draw_bar(axes, bar, place, 0.9 * width, look_of(entry, index), 90 if len(names) * len(groups) > MANY else 0)
        if (bar.group, bar.series) in marks:
            axes.plot([place - 0.43 * width, place + 0.43 * width], [marks[bar.group, bar.series]] * 2, zorder=4, **PRINTED)
    panel_grid.name_categories(axes, groups)
    handles = [Patch(facecolor=look_of(entry, index)[0], alpha=look_of(entry, index)[1], linewidth=0, label=name) for index, name in enumerate(names) if name]
    handles += [Patch(facecolor="none", edgecolor=style.GREY, linewidth=1.2, label=outline_label(entry))] * any(bar.outline is not None for bar in found)
    handles += [Line2D([], [], **PRINTED, label="printed")] * bool(marks)
    legends.fit(figure, [axes])
    legends.below(figure, handles, fontsize=6.5) if handles else None
    return figure


def draw_bar(axes, bar, place, width, look, turned):
    colour, alpha = look
    if bar.outline is not None:
        alpha = 0.55 * alpha
        axes.bar(place, bar.outline, width, facecolor="none", edgecolor=colour, linewidth=1.2, zorder=3)
    if bar.value is not None:
        alpha = alpha * style.PALE if bar.state == "undecided" else alpha
        hollow = {"facecolor": "none", "edgecolor": colour, "hatch": "////", "linewidth": 0} if bar.state == "saturated" else {"color": colour, "linewidth": 0}
        axes.bar(place, bar.value, width, alpha=alpha, zorder=2, **hollow)
        if bar.low is not None:
            axes.errorbar(place, bar.value, [[max(0.0, bar.value - bar.low)], [max(0.0, bar.high - bar.value)]], fmt="none", ecolor="#000000", elinewidth=0.7, zorder=3.5)
    text = UNSTEADY if bar.steady else written(bar)
    if text:
        axes.annotate(text, (place, bar.top), (0, 1.5), textcoords="offset points", ha="center", va="bottom", fontsize=5 if turned else 6, rotation=turned)


def written(bar):
    """'0.278', with the share of an outline that the bar reaches: '0.278\\n(93%)'."""
    shown = bar.value if bar.outline is None else bar.outline
    if shown is None:
        return ""
    share = f"\n({100 * bar.value / bar.outline:.0f}%)" if bar.outline and bar.value is not None else ""
    return (f"{shown:.3g}" if abs(shown) < 1000 else f"{shown:.0f}") + share


def look_of(entry, index):
    """(colour, alpha)"""
    own = entry["series"][index] if "series" in entry else {}
    return style.COLOURS[int(own.get("colour", index)) % len(style.COLOURS)], 0.5 if own.get("pale") else 1


def values_of(entry):
    """The values that bars are of."""
    return [str(one["value"]) for one in entry["series"]] if "series" in entry else [entry["y"]]


def outline_label(entry):
    return str(entry.get("outline", {}).get("label", "outline"))


def scaled(ends, logarithmic):
    """The heights that the axis must show, with room for the numbers above the bars."""
    if logarithmic:
        above = [end for end in ends if end > 0]
        return [0.5 * min(above), 2 * max(above)] if above else []
    return [1.1 * end for end in ends]


def printed_of(entry):
    return {(mark["group"], mark["by"]): float(mark["printed"]) for mark in entry.get("printed", [])}


def bars_of(entry, data, part):
    """A Bar for each group and series that has one; groups in the order of the file, numbers ascending."""
    if "series" in entry:
        return [bar for one in entry["series"] for group in entry["groups"] for bar in of_group(data, one, group, one.get("part", part))]
    found = {}
    for source in entry.get("more", []):
        for own in samples.together(data.where(source.get("part", part), source.get("at", {}))):
            place = (source["group"], name_of(data, own[0], entry.get("by")))
            found.setdefault(place, Bar(*place)).outline = height(samples.estimate(data, own, source["value"]))
    last = found
    found = {}
    for own in rows_of(data, entry.get("outline"), part):
        bar = bar_at(found, data, own, entry)
        bar.outline = height(samples.estimate(data, own, entry["outline"]["value"]))
    for own in samples.together(data.where(part, entry.get("at", {}))):
        fill(bar_at(found, data, own, entry), samples.estimate(data, own, entry["y"]))
    groups = list(dict.fromkeys(group for group, _ in found))
    if all(number(group) is not None for group in groups):
        groups.sort(key=number)
    return [*sorted(found.values(), key=lambda bar: groups.index(bar.group)), *last.values()]


def rows_of(data, source, part):
    """The samples of an outline."""
    return samples.together(data.where(source.get("part", part), source.get("at", {}))) if source else []


def bar_at(found, data, own, entry):
    place = (name_of(data, own[0], entry["x"]), name_of(data, own[0], entry.get("by")))
    return found.setdefault(place, Bar(*place))


def name_of(data, row, name):
    return "" if name is None else panels.name_of(row, name) if name in row.options else show_any(data.value(row, name))


def of_group(data, one, group, part):
    rows = data.where(part, {**one.get("at", {}), one["by"]: group[one["by"]]}) if one["by"] in group else []
    bar = Bar(str(group["label"]), str(one["label"]))
    if len(samples.together(rows)) == 1:
        fill(bar, samples.estimate(data, rows, one["value"]))
    return [bar]


def fill(bar, own):
    bar.state = "saturated" if own.saturated else "undecided" if own.undecided else ""
    bar.steady = own.saturated and own.steady
    if not bar.steady:
        bar.value = height(own)
        bar.low, bar.high = (own.low, own.high) if bar.value is not None and own.half else (None, None)


def height(own):
    return None if as_fraction(own.value) is None or (own.saturated and own.steady) else float(own.value)


def numbers(entry, data, part):
    """x is the number of the group, from 0."""
    found, printed = bars_of(entry, data, part), printed_of(entry)
    groups = list(dict.fromkeys(bar.group for bar in found))
    marks = []
    for bar in found:
        for kind, value, ends, state in (("outline", bar.outline, (None, None), ""), ("bar", bar.value, (bar.low, bar.high), bar.state),
                                         ("printed", printed.get((bar.group, bar.series)), (None, None), "")):
            if value is not None:
                marks.append(listing.Mark(bar.series, kind, groups.index(bar.group), value, *ends, state, label=bar.group))
    return marks


def caption(entry, data, part):
    found = bars_of(entry, data, part)
    texts = [(any(bar.outline is not None for bar in found), f"Outlines: {outline_label(entry)}; in brackets the share of it that the bar reaches."),
             ("printed" in entry, "Dotted black: as printed."), (any(bar.low is not None for bar in found), "Bars: 95% confidence of the mean, over seeds if there are several."),
             (any(bar.state == "saturated" and not bar.steady for bar in found), "Hatched: saturated in at least one run."),
             (any(bar.steady for bar in found), f"'{UNSTEADY}': saturated in at least one run, where there is no mean."),
             (any(bar.state == "undecided" for bar in found), SEARCHED if data.plans[part].searches else panels.UNDECIDED)]
    return " ".join(text for there, text in texts if there)
