#!/usr/bin/python3
"""Pictures of a few colours, pixel by pixel, and films (GIF) of them: the same bytes for the same pixels."""

import io

import numpy
from matplotlib.font_manager import findfont
from PIL import Image, ImageDraw, ImageFont

STEPS = 5  # between the colour of a text and that of its background


class Canvas:
    """Pixels as numbers of colours. Places are (x, y) from the upper left."""

    def __init__(self, width, height, background):
        self.palette = [background]
        self.pixels = numpy.zeros((height, width), dtype=numpy.uint8)

    def colour(self, rgb):
        """Its number; 8 bits a channel."""
        rgb = tuple(int(value) for value in rgb)
        if rgb not in self.palette:
            self.palette.append(rgb)
        return self.palette.index(rgb)

    def ramp(self, background, ink):
        """Numbers of colours from one to the other, by their own numbers."""
        ends = numpy.array([self.palette[background], self.palette[ink]], dtype=float)
        return [self.colour(ends[0] + (ends[1] - ends[0]) * step / STEPS) for step in range(STEPS + 1)]

    def box(self, x, y, width, height, colour):
        self.pixels[y:y + height, x:x + width] = colour

    def text(self, x, y, words, ink, background=0, size=12, anchor=0.0, upright=False):
        """Its upper edge at y; `anchor` 0: it begins at x, 1/2: its middle is there, 1: it ends there. `upright`: turned by a quarter, upwards from y."""
        mask = glyphs(words, size)
        if upright:
            mask = numpy.rot90(mask)
            y -= mask.shape[0]
        x -= round(anchor * mask.shape[1])
        levels = numpy.array(self.ramp(background, ink), dtype=numpy.uint8)[(mask.astype(int) * STEPS + 127) // 255]
        own = self.pixels[max(y, 0):y + mask.shape[0], max(x, 0):x + mask.shape[1]]
        cut = tuple(slice(max(-first, 0), max(-first, 0) + length) for first, length in zip((y, x), own.shape))
        own[mask[cut] > 25] = levels[cut][mask[cut] > 25]

    def path(self, x, y, colour, thick=2):
        """A line through points whose x ascend, by columns of pixels."""
        across = numpy.arange(round(x[0]), round(x[-1]) + 1)
        heights = numpy.rint(numpy.interp(across, x, y)).astype(int)
        for place, before, here in zip(across, [heights[0], *heights], heights):
            self.box(place, min(before, here), 1, abs(here - before) + thick, colour)

    def picture(self):
        """Its pixels as they are now."""
        return self.pixels.copy()


def glyphs(words, size):
    """A text as an array of 0..255, all texts of a size equally high."""
    font = ImageFont.truetype(findfont("DejaVu Sans"), size, layout_engine=ImageFont.Layout.BASIC)
    image = Image.new("L", (int(font.getlength(words)) + 2, sum(font.getmetrics())))
    ImageDraw.Draw(image).text((0, 0), words, fill=255, font=font)
    return numpy.asarray(image)


def gif(pictures, palette, milliseconds, last=2500):
    """The pictures (arrays of colour numbers, one at least) as a film that goes on for ever. Each is stored as what differs from the one before it."""
    clear = len(palette)  # the number of no colour: the pixel stays as it was
    if clear > 255:
        raise ValueError("more than 255 colours")
    colours = bytes(value for rgb in palette for value in rgb) + bytes(3 * (256 - clear))
    images, before = [], None
    for picture in pictures:
        stored = picture if before is None else numpy.where(picture == before, clear, picture).astype(numpy.uint8)
        before = picture
        image = Image.fromarray(stored, "P")
        image.putpalette(colours)
        images.append(image)
    content = io.BytesIO()
    images[0].save(content, "GIF", save_all=True, append_images=images[1:], palette=colours, transparency=clear, disposal=1, loop=0,
                   duration=[milliseconds] * (len(images) - 1) + [last], optimize=False)
    return content.getvalue()
