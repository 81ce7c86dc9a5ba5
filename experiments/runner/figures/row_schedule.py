#!/usr/bin/python3
"""row-schedule: stage 2 of one row, from `mesh row --sequence`: who stands where at the end of every step, a colour for each destination column.

The left half shows the packets where they begin, in the line of step 0; what happens there until a packet enters the right half is a pipeline that brings the
farthest packets first. From its entry on a packet goes one place a step until it is at its own.
"""

from runner.figures.drawing import listing, style


def draw(entry, data, part):
    result = result_of(entry, data, part)
    if result is None:
        return None
    packets, length, steps = result["schedule"]["packets"], result["length"], steps_of(result)
    first = min(packet["enter_step"] for packet in packets)
    letters = sorted({packet["packet"][0] for packet in packets})
    figure, axes = style.pyplot.subplots(figsize=(style.TWO_COLUMNS, 0.55 + 0.19 * len(steps)))
    figure.subplots_adjust(left=0.06, right=0.995, top=0.9, bottom=0.02)
    for line, step in enumerate(steps):
        for place, held in standing(packets, step, length).items():
            for number, packet in enumerate(held):
                width = 0.92 / len(held)
                left = place - 0.46 + number * width
                colour = style.COLOURS[letters.index(packet["packet"][0]) % len(style.COLOURS)]
                alpha = 1 if arrived(packet, step) else 0.55
                axes.add_patch(style.pyplot.Rectangle((left, line - 0.42), width, 0.84, facecolor=colour, alpha=alpha, linewidth=0))
                axes.text(left + width / 2, line, packet["packet"], ha="center", va="center", fontsize=7, color="white")
    axes.text((length + 1) / 2, len(steps) / 2, f"steps 1 to {first - 1}: on the way to P{length},\nthe farthest first", ha="center", va="center", fontsize=7,
              color=style.GREY)
    axes.axvline(length + 0.5, color=style.GREY, linewidth=0.8)
    axes.set(xlim=(0.4, 2 * length + 0.6), ylim=(len(steps) - 0.4, -0.6), yticks=range(len(steps)), ylabel="step",
             xticks=range(1, 2 * length + 1))
    axes.set_yticklabels(map(str, steps))
    axes.set_xticklabels([f"P{place}" for place in range(1, 2 * length + 1)], fontsize=6.5)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines["bottom"].set_visible(False)
    return figure


def result_of(entry, data, part):
    """The first result with a schedule, or None."""
    return next((row.result for row in data.where(part, entry.get("at", {})) if row.result and row.result.get("schedule")), None)


def steps_of(result):
    """Those that are drawn: the beginning, and from the first entry to the right half to the end."""
    schedule = result["schedule"]
    return [0, *range(min(packet["enter_step"] for packet in schedule["packets"]), schedule["last_step"] + 1)]


def arrived(packet, step):
    return step == 0 or step >= packet["stop_step"]


def numbers(entry, data, part):
    result = result_of(entry, data, part)
    rows = [(step, place, packet["packet"], int(arrived(packet, step))) for step in steps_of(result)
            for place, held in standing(result["schedule"]["packets"], step, result["length"]).items() for packet in held]
    return listing.Table(("step", "place", "packet", "there"), rows)


def standing(packets, step, length):
    """{place: packets there at the end of a step}"""
    result = {}
    for packet in packets:
        place = place_of(packet, step, length)
        if place is not None:
            result.setdefault(place, []).append(packet)
    return result


def place_of(packet, step, length):
    """Where a packet stands at the end of a step, as far as it is known; None in the left half once it has begun."""
    if step == 0:
        return packet["start"]
    if step < packet["enter_step"]:
        return None
    return min(length + 1 + step - packet["enter_step"], packet["stop"])


def caption(entry, data, part):
    return "A letter is a destination column, a the farthest. Full colour: at its place; pale: on its way there. Between step 0 and the entry a packet is in the left half."
