"""Icons without words: where they are unknown to the guard, and where they are known to be harmless."""

from dataclasses import replace

import pytest
from hierarchies import node
from test_guard_structure import button, page, words
from test_guard_unknown import known

from appagent.actions import Tap
from appagent.screen import Screen


def icon(top: int) -> str:
    return node("ImageButton", at=(900, top, 1020, top + 120), can="clickable")


def test_an_icon_in_a_row_with_a_persons_name_is_unknown():
    for name, expected in (("Olaf Brekke", "unknown"), ("Dark Theme", "none"), ("Shopping list", "none")):
        listed = node("LinearLayout", words(name, 520), at=(0, 500, 800, 620), can="clickable")
        screen = page(words("Visits", 100), listed, icon(500))
        assert known(Tap(len(screen.elements)), screen) == expected


def test_an_icon_is_unknown_where_a_page_offers_nothing_but_the_way_back_and_such_icons():
    back = node("ImageButton", content_desc="Back", at=(0, 60, 120, 180), can="clickable")
    for parts, expected in (
        ((back, icon(2000)), "unknown"),
        ((back, icon(500), icon(700), icon(900)), "unknown"),  # one in each line
        ((icon(2000),), "none"),  # the first page of an app
        ((back, button("Details"), icon(2000)), "none"),
    ):
        screen = page(*parts, words("Tuesday", 300))
        assert known(Tap(len(screen.elements)), screen) == expected
    screen = page(back, icon(2000))
    sign = replace(screen.elements[0], mark=3, text="Fog", bounds=(100, 700, 300, 800), source="pixels")
    screen = replace(screen, elements=(*screen.elements, sign))
    assert known(Tap(2), screen) == "unknown"  # a look that reads no picture says the same


def in_a_row(*parts: str, words_at: int = 0) -> Screen:
    """A list with one row that opens, and controls in its line."""
    listed = node("LinearLayout", words("Crates", 510), *parts, at=(words_at, 500, 1080, 620), can="clickable")
    return page(words("Store", 100), node("ListView", listed, at=(0, 490, 1080, 2000), can="scrollable"))


def test_an_icon_at_the_end_of_a_row_with_an_amount_is_unknown():
    """One at its beginning shows what is sold."""
    for price, left, expected in (("99 kr", 960, "unknown"), ("99 kr", 0, "none"), ("9 m", 960, "none")):
        icon = node("ImageButton", at=(left, 510, left + 100, 610), can="clickable")
        screen = in_a_row(node(text=price, at=(400, 510, 600, 610)), icon)
        assert known(Tap(len(screen.elements)), screen) == expected, (price, left)


def test_icons_beside_each_other_in_a_row_that_opens_by_itself_are_unknown():
    less, more = (node("ImageButton", at=(left, 510, left + 90, 600), can="clickable") for left in (740, 960))
    number = node(text="2", at=(850, 510, 930, 600))
    for parts, expected in (((less, more), "unknown"), ((more,), "none"), ((less, number, more), "none")):
        screen = in_a_row(*parts)
        assert known(Tap(len(screen.elements)), screen) == expected


@pytest.mark.parametrize(("heading", "chosen", "expected"), [("2 selected", 2, "unknown"), ("3 tabs", 1, "none")])
def test_an_icon_on_a_page_whose_heading_counts_what_is_selected_is_unknown(heading: str, chosen: int, expected: str):
    rows = [
        node(
            "LinearLayout",
            words(f"Photo {at}", 410 + 120 * at),
            at=(0, 400 + 120 * at, 1080, 520 + 120 * at),
            can="clickable",
            selected="true" if at < chosen else "false",
        )
        for at in range(3)
    ]
    bar = node("ImageButton", at=(500, 2200, 600, 2300), can="clickable")
    screen = page(words(heading, 100), node("ListView", *rows, at=(0, 390, 1080, 2000), can="scrollable"), bar)
    assert known(Tap(len(screen.elements)), screen) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("None for this lesson", "none"),
        ("Bem colocados agora", "none"),
        ("Put on hold", "none"),
        ("Hier spenden Sie meistens", "none"),
        ("Delete this account for ever?", "unknown"),
        ("Send your message to the group", "unknown"),
    ],
)
def test_a_sentence_makes_its_page_one_about_something_only_where_that_is_certain(sentence: str, expected: str):
    """A page has twenty texts, so that one in thirty taken wrongly would make most pages matter."""
    screen = page(words("Tuesday", 100), words(sentence, 300), button("Details"), icon(2000))
    assert known(Tap(len(screen.elements)), screen) == expected
