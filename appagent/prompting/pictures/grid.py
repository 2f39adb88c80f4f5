"""Draw the grid over a screenshot: lines between the cells, and in each cell its number, where it covers least."""

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from appagent.errors import UsageError
from appagent.prompting.pictures.marks import digit_font, mask, shrink
from appagent.prompting.pictures.tags import ink, place
from appagent.screen import Screen
from appagent.screen.grid import cells_of

_FONT = 0.24  # font size as a share of a cell's height
_LINES = ((0, 0, 0, 110), (255, 255, 255, 150))  # side by side: on every background one of the two is visible
_TAG, _DIGITS = (0, 0, 0, 165), (255, 255, 255, 255)


def draw_grid(screen: Screen, *, side: int = 1280) -> Image.Image:
    """Return a screen's screenshot with the numbered grid, scaled down so that its longest side is at most `side` px.

    A number stands in the top left corner of its cell, and moves only where it would cover something.
    Password fields are masked. Raises UsageError if the screen has no picture.
    Source: AppAgent's grid mode, arXiv:2312.13771.
    """
    if screen.picture is None or 0 in screen.picture.size:
        raise UsageError("no picture to draw the grid on: this screen was read from a hierarchy alone")
    image = mask(shrink(screen.picture, side), screen.secrets, screen.size)
    cells = replace(cells_of(screen.size), size=image.size)
    layer = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(layer)
    width, height = image.size
    for row in range(1, cells.rows):
        y = row * height // cells.rows
        for shift, colour in enumerate(_LINES):
            draw.line((0, y + shift, width, y + shift), colour)
    for col in range(1, cells.cols):
        x = col * width // cells.cols
        for shift, colour in enumerate(_LINES):
            draw.line((x + shift, 0, x + shift, height), colour)
    font = digit_font(max(11, round(_FONT * height / cells.rows)))
    digits = -round(font.getbbox("0", anchor="ls")[1])
    numbers = range(1, cells.rows * cells.cols + 1)
    sizes = [(6 + round(font.getlength(str(number))), digits + 6) for number in numbers]
    tags = place([cells.bounds(number) for number in numbers], sizes, ink(np.asarray(image)), inside=True)
    for number, (left, top, right, bottom) in zip(numbers, tags, strict=True):
        draw.rectangle((left + 1, top + 1, right - 1, bottom - 1), _TAG)
        draw.text((left + 4, bottom - 4), str(number), _DIGITS, font, anchor="ls")
    return Image.alpha_composite(image.convert("RGBA"), layer).convert("RGB")
