"""The picture of the grid: its numbers and lines stand out, and hide as little as they can."""

import io
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hierarchies import node
from PIL import Image, ImageDraw
from tables import cases
from test_grid import SHOP, screen

from appagent.errors import UsageError
from appagent.phone.fonts import font
from appagent.prompting.pictures.grid import draw_grid
from appagent.prompting.pictures.marks import encode, shrink
from appagent.screen.grid import cells_of


def grounds():
    busy = np.random.default_rng(1).integers(0, 255, (300, 135, 3), dtype=np.uint8)
    yield "light", Image.new("RGB", (1080, 2400), "white")
    yield "dark", Image.new("RGB", (1080, 2400), (18, 18, 20))
    yield "grey", Image.new("RGB", (1080, 2400), (128, 128, 128))
    yield "busy", Image.fromarray(busy).resize((1080, 2400))
    yield "small", Image.new("RGB", (720, 1280), "white")
    yield "landscape", Image.new("RGB", (2400, 1080), "black")


@pytest.mark.slow
@cases("picture", [pytest.param(picture, id=name) for name, picture in grounds()])
def test_numbers_and_lines_stand_out_after_jpeg(picture):
    drawn = draw_grid(screen(picture=picture, size=picture.size))
    seen = np.asarray(Image.open(io.BytesIO(encode(drawn))).convert("L")).astype(int)
    bare = np.asarray(shrink(picture, 1280).convert("L")).astype(int)
    assert max(drawn.size) == 1280
    cells = replace(cells_of(picture.size), size=drawn.size)
    for number in (1, 23, cells.rows * cells.cols):
        left, top, right, bottom = cells.bounds(number)
        height, width = 16, 2 + 8 * len(str(number))
        places = product(range(top, bottom - height), range(left, right - width))
        tags = (tuple(each[y : y + height, x : x + width] for each in (seen, bare)) for y, x in places)
        assert any(  # digits on their tag, which is darker than what it covers
            np.median(tag) <= 0.6 * np.median(under) + 8 and np.percentile(tag, 97) - np.median(tag) > 90
            for tag, under in tags
        )
    _, top, right, bottom = cells.bounds(1)
    across = seen[bottom - 12 : bottom - 4, right - 6 : right + 6].mean(axis=0)
    assert across.max() - across.min() > 25  # the line between two cells


def test_the_grid_hides_nothing_but_corners_and_lines():
    plain = Image.new("RGB", (1080, 2400), "white")
    changed = np.asarray(draw_grid(screen(picture=plain), side=2400).convert("L")) != 255
    assert 0.03 < changed.mean() < 0.15


def test_a_number_moves_within_its_cell_where_it_would_cover_a_word():
    plain = Image.new("RGB", (720, 1280), "white")
    left, top, _, _ = cells_of(plain.size).bounds(12)
    worded = plain.copy()
    ImageDraw.Draw(worded).text((left + 3, top + 3), "42", "black", font(22))
    word = (left + 3, top + 5, left + 27, top + 24)
    for picture, hidden in ((plain, True), (worded, False)):
        drawn = draw_grid(screen(picture=picture, size=picture.size))
        same = np.asarray(drawn.crop(word)) == np.asarray(picture.crop(word))
        assert bool(same.mean() < 0.5) is hidden
        assert hidden or same.all()


def test_passwords_are_hidden_under_the_grid():
    picture = Image.new("RGB", (1080, 2400), "white")
    ImageDraw.Draw(picture).text((400, 1000), "hunter2", "black", font_size=80)
    shown = screen(
        node("EditText", at=(0, 950, 1080, 1150), can="clickable", password="true", package=SHOP), picture=picture
    )
    empty = Image.new("RGB", (1080, 2400), "white")
    assert draw_grid(shown).tobytes() == draw_grid(replace(shown, picture=empty)).tobytes()


def test_no_grid_is_drawn_on_nothing():
    with pytest.raises(UsageError, match="no picture"):
        draw_grid(screen())
