#!/usr/bin/python3
"""Draws the figures of an experiment. A kind (figure_kinds.py) is a module here with two functions:

draw(entry, data, part)     the matplotlib figure, or None if there is nothing to draw
caption(entry, data, part)  what its reader must know
film(entry, data, part)     of a kind that moves: a GIF that goes with the figure, or None
`entry` is what the experiment file says of the figure, `data` all results (values.Data), `part` the name of the part it draws first.
"""

import importlib

from runner.figure_kinds import KINDS
from runner.figures import style
from runner.store import write
from runner.summary import part_heading


def draw_all(experiment, data, directory):
    """(blocks of document.py, files)."""
    drawn, files = [], []
    for entry in experiment.figures:
        module = importlib.import_module(f"runner.figures.{KINDS[entry['kind']].module}")
        part = experiment.part_of(entry).name
        figure = module.draw(entry, data, part)
        if figure is None:
            continue
        files += style.save(figure, directory, entry["file"])
        texts = [entry.get("caption", ""), f"{part_heading(data, part)}.", module.caption(entry, data, part)]
        caption = " ".join(text.strip() for text in texts if text)
        moving = module.film(entry, data, part) if KINDS[entry["kind"]].moves else None
        if moving is not None:
            files.append(directory / f"{entry['file']}.gif")
            write(files[-1], moving)
            drawn.append(("film", entry["file"], caption))
            caption = f"Stills of the film above. {part_heading(data, part)}."
        drawn.append(("figure", entry["file"], caption))
    return drawn, files
