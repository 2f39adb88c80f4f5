"""Marks on a picture leave nothing of what is typed into a password field to be seen."""

import numpy as np
import pytest
from hierarchies import dump, node
from PIL import Image, ImageDraw
from tables import cases
from test_overlay import LIGHT, changed, element, screen

from appagent.devices.captures.hierarchy import read_dump
from appagent.prompting.pictures.marks import mark, mask


def secret_screen():
    picture = Image.new("RGB", (600, 1200), LIGHT)
    draw = ImageDraw.Draw(picture)
    for y in (150, 550):
        draw.text((60, y), "hunter2", (255, 0, 0), font_size=60, anchor="lm")
    fields = [element(1, (50, 100, 550, 200)), element(2, (50, 500, 550, 600), password=True)]
    return screen(picture, fields)


def test_what_is_typed_into_a_password_field_is_not_on_the_picture():
    typed = secret_screen()
    hidden = np.asarray(mask(typed.picture, typed.secrets))
    field = hidden[500:600, 50:550]
    assert (field[..., 0] == field[..., 1]).all()  # nothing of the red words
    assert np.median(field) == 96
    assert field.max() > 200  # but words that say so
    visible = np.asarray(typed.picture)
    assert (hidden[:499] == visible[:499]).all()
    assert (hidden[601:] == visible[601:]).all()


def test_the_block_does_not_tell_an_empty_field_from_a_full_one():
    full = secret_screen()
    empty = Image.new("RGB", (600, 1200), LIGHT)
    below = (0, 300, 600, 1200)
    assert changed(mask(full.picture, full.secrets).crop(below), mask(empty, full.secrets).crop(below)) is None


def test_a_small_password_field_is_hidden_without_touching_its_neighbours():
    plain = Image.new("RGB", (600, 1200), LIGHT)
    hidden = np.asarray(mask(plain, [(50 + 60 * n, 500, 70 + 60 * n, 540) for n in range(4)]))
    assert (hidden[500:540, 50:70] < 255).all()
    assert (hidden[:, 72:108] == LIGHT).all()


@cases("side", [1280, 300])
@cases("only", [None, (), (1,)])
def test_marking_masks_passwords_whatever_is_marked(only, side):
    marked = np.asarray(mark(secret_screen(), only=only, side=side, outline=0)).astype(int)
    reddish = marked[..., 0] - marked[..., 1] > 100
    half = marked.shape[0] // 3
    assert reddish[:half].any()  # the field that is no password
    assert only is None or not reddish[half:].any()
    assert not (marked[half:] == (255, 0, 0)).all(axis=-1).any()


@cases("side", [1280, 1279, 641, 333])
@cases("shift", range(4))
def test_scaling_lets_nothing_of_a_password_field_through_at_its_edge(side, shift):
    left, top, right, bottom = box = (101 + shift, 903 + shift, 777 + shift, 1001 + 2 * shift)
    picture = Image.new("RGB", (1080, 2400), (0, 0, 255))
    ImageDraw.Draw(picture).rectangle((left, top, right - 1, bottom - 1), fill=(255, 0, 0))
    pixels = np.asarray(mark(screen(picture, [element(1, box, password=True)]), side=side, only=()))
    assert not (pixels[..., 0] > pixels[..., 1]).any()


def test_a_picture_with_nothing_to_hide_is_not_copied():
    picture = Image.new("RGB", (10, 10))
    assert mask(picture, []) is picture


@pytest.mark.parametrize("out_of_reach", ["disabled", "beneath a dialog"])
def test_a_password_field_that_no_finger_can_reach_is_masked_too(out_of_reach):
    field = node("EditText", at=(100, 500, 500, 600), can="password", enabled=str(out_of_reach != "disabled").lower())
    page = node("FrameLayout", field, at=(0, 0, 600, 1200))
    asking = node("FrameLayout", node("Button", at=(200, 900, 400, 1000), can="clickable focused", text="OK"),
                  at=(100, 800, 500, 1000))  # fmt: skip
    windows = [page, asking] if out_of_reach == "beneath a dialog" else [page]
    seen = read_dump(dump(*windows), Image.new("RGB", (600, 1200), (255, 0, 0)))
    assert not any(element.password for element in seen.elements)
    assert not (np.asarray(mark(seen))[500:600, 100:500] == (255, 0, 0)).all(axis=-1).any()
