#!/usr/bin/python3
"""Draws the figures of an experiment. A kind (figure_kinds.py) is a module here; drawing/ has what they share. Its functions:

draw(entry, data, part)     the matplotlib figure, or None if there is nothing to draw
caption(entry, data, part)  what its reader must know
film(entry, data, part)     of a kind that moves: a GIF that goes with the figure, or None
drawn(entry, data, part, figure)  of a kind with curves: what is drawn, as numbers (content.Panel)
numbers(entry, data, part)  of any other kind: the same (listing.Mark or listing.Table)
live(entry, data, part)     of a kind that is live on the page without curves: what its script needs (page/__init__.py)
`entry` is what the experiment file says of the figure, `data` all results (values.Data), `part` the name of the part it draws first.
"""

import importlib

from runner.figures.drawing import content, listing, style
from runner.format import figure_points
from runner.format.figure_kinds import KINDS
from runner.results.summary import part_heading
from runner.running.store import write
from runner.yaml_tree import one_line


def draw_all(experiment, data, directory):
    """(blocks of document.py, files, what could not be drawn: texts). A figure that cannot be drawn costs none of the others, nor the page."""
    drawn, files, problems = [], [], []
    for entry in experiment.figures:
        try:
            blocks, own = draw_one(entry, data, experiment.part_of(entry).name, directory)
        except OSError:
            raise  # results that cannot be written
        except Exception as error:  # results and settings that do not go together, e.g. a label that is no mathematical text
            style.pyplot.close("all")
            problems.append(f"{experiment.file}:{entry.line}: figure '{entry['file']}' cannot be drawn: {type(error).__name__}: {one_line(error)}")
            continue
        if not blocks and all(row.result is not None for rows in data.rows.values() for row in rows) and meant(entry, data, experiment.part_of(entry).name):
            problems.append(f"{experiment.file}:{entry.line}: figure '{entry['file']}' has nothing to draw: no point that it means has its values")
        drawn += blocks
        files += own
    return drawn, files, problems


def meant(entry, data, part):
    """Whether there are points of the figure in this form of the experiment."""
    return any(data.where(panel.get("part", part), {**entry.get("at", {}), **panel.get("at", {})}) for panel in figure_points.panels(entry))


def draw_one(entry, data, part, directory):
    """(blocks, files) of a figure; none without results."""
    module = importlib.import_module(f"runner.figures.{KINDS[entry['kind']].module}")
    figure = module.draw(entry, data, part)
    if figure is None:
        return [], []
    panels = module.drawn(entry, data, part, figure) if hasattr(module, "drawn") else []
    shown = module.live(entry, data, part) if hasattr(module, "live") else content.page(panels)
    numbers = listing.of_rows(content.rows(panels)) if panels else module.numbers(entry, data, part)
    files = [*style.save(figure, directory, entry["file"]), directory / f"{entry['file']}.csv"]
    write(files[-1], listing.text(numbers))
    texts = [entry.get("caption", ""), f"{part_heading(data, part)}.", module.caption(entry, data, part)]
    caption = " ".join(str(text).strip() for text in texts if text)
    moving = module.film(entry, data, part) if KINDS[entry["kind"]].moves else None
    if moving is None:
        return [("figure", entry["file"], caption, shown)], files
    files.append(directory / f"{entry['file']}.gif")
    write(files[-1], moving)
    return [("film", entry["file"], caption), ("figure", entry["file"], f"Stills of the film above. {part_heading(data, part)}.", shown)], files
