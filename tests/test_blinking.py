"""Test that a cursor which blinks, or a hair's breadth of a picture, does not make what was seen another thing."""

from dataclasses import replace

import pytest
from hierarchies import dump, node
from PIL import Image, ImageDraw

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.pictures.spots import seen_again

FIELD = (100, 400, 980, 520)


def drawn(cursor: bool, words: str = "Search the town"):
    picture = Image.new("RGB", (1080, 2400), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle(FIELD, outline="black", width=4)
    draw.text((130, 430), words, fill="black", font_size=48)
    if cursor:
        draw.rectangle((560, 425, 563, 495), fill="blue")
    return replace(read_dump(dump(node("FrameLayout")), size=(1080, 2400)), picture=picture)


@pytest.mark.parametrize("lit", [True, False])
def test_a_field_on_the_picture_is_the_same_while_its_cursor_blinks(lit):
    assert seen_again(FIELD, drawn(lit), drawn(not lit)) == FIELD


def test_a_field_on_the_picture_with_other_words_is_another():
    assert seen_again(FIELD, drawn(True), drawn(True, "Delete the whole town")) is None
