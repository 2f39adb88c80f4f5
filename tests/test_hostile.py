"""Screens made to take forever: each test would not end, or take minutes, were its limit not there."""

import pytest
from hierarchies import DISPLAY, dump, node
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tables import cases

from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.errors import DeviceError
from appagent.prompting.pictures.marks import mark
from appagent.screen import structure, unchanged
from appagent.screen.language.lexicon import folded
from appagent.screen.texts.wording import lasting

pytestmark = pytest.mark.slow

MANY = 500_000


def crowd(number: int) -> str:
    """So many buttons of one kind, a few px each, as far as they fit on the display."""
    places = (((turn % 100) * 10, (turn // 100) * 10) for turn in range(number))
    return node("FrameLayout", *(node("Button", at=(x, y, x + 9, y + 9), can="clickable") for x, y in places))


@cases("text", ["1," * MANY, "1" * MANY, "1 " * MANY, "(1" * MANY, "$ " * MANY, "上午 " * MANY, "a\u0301\u0327" * MANY])
def test_a_name_is_made_of_any_words(text: str):
    assert len(lasting(text)) <= 1000
    button = node("Button", at=(0, 0, 90, 90), can="clickable", text=text)
    (element,) = read_dump(dump(node("FrameLayout", button)), size=DISPLAY).elements
    assert len(element.text) <= 80


def test_accents_heaped_on_one_letter_are_folded():
    assert len(folded("A" + "\u0301\u0327" * MANY)) > MANY


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet="1２,.$( agominsk", max_size=40))
def test_where_a_long_number_begins_does_not_matter(text: str):
    assert lasting(f"x {'7' * 30}{text}") == lasting(f"x {'7' * 9}{text}")


def test_no_more_than_500_elements_get_marks_and_the_screen_says_how_many_do_not():
    screen = read_dump(dump(crowd(2000)), Image.new("RGB", DISPLAY))
    assert [element.mark for element in screen.elements] == list(range(1, 501))
    assert screen.unmarked == 1500
    assert screen.elements[-1].bounds == (990, 40, 999, 49)
    assert mark(screen).size == (576, 1280)


def test_an_ordinary_screen_marks_all_that_it_has():
    screen = read_dump(dump(crowd(120)), size=DISPLAY)
    assert (len(screen.elements), screen.unmarked) == (120, 0)


def test_of_thousands_of_windows_the_largest_are_read():
    small = (node("FrameLayout", at=(0, 0, 90, 90)) for _ in range(15_000))
    button = node("Button", at=(100, 300, 500, 400), can="clickable", text="Save")
    hierarchy = dump(*small, node("FrameLayout", button))
    screen = read_dump(hierarchy, size=DISPLAY)
    assert [element.text for element in screen.elements] == ["Save"]
    assert structure(screen.tree) == structure(parse_dump(hierarchy.replace("Save", "Saved")))
    assert not unchanged(screen, read_dump(hierarchy.replace("Save", "Saved"), size=DISPLAY))


def test_a_tree_of_more_nodes_than_any_screen_has_is_refused():
    with pytest.raises(DeviceError, match="60001 nodes is no screen"):
        read_dump(dump(node("FrameLayout", "<node/>" * 60_000)))


def test_what_one_reader_was_given_another_reads_unchanged():
    hierarchy = dump(crowd(20))
    first = read_dump(hierarchy, size=DISPLAY)
    assert read_dump(hierarchy, size=(100, 50)).elements != first.elements
    assert read_dump(hierarchy, size=DISPLAY).elements == first.elements
