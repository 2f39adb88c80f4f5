"""Test that three dots on a button are known to open a menu, and that nothing else is taken for them."""

import pytest
from hierarchies import dump, node
from PIL import Image, ImageDraw

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.guard import effect_of
from appagent.prompting.words.outline import outline
from appagent.screen import Screen
from appagent.screen.names.menu_button import opens_menu

BUTTON, MIDDLE = (960, 100, 1056, 196), (1008, 148)


def drawn(*shapes: tuple[str, tuple[int, int, int, int]], ink: str = "white", ground: str = "teal", text: str = ""):
    """A page with a way back and one button, on which shapes are drawn: (kind, bounds from the button's middle)."""
    picture = Image.new("RGB", (1080, 2400), ground)
    draw = ImageDraw.Draw(picture)
    for kind, (left, top, right, bottom) in shapes:
        getattr(draw, kind)((MIDDLE[0] + left, MIDDLE[1] + top, MIDDLE[0] + right, MIDDLE[1] + bottom), fill=ink)
    back = node("ImageButton", at=(24, 100, 120, 196), can="clickable", content_desc="Zurück")
    what = node("TextView", at=(140, 100, 800, 196), text="Leiter")
    return read_dump(dump(node("FrameLayout", back, what, button(text))), picture, size=(1080, 2400))


def button(text: str) -> str:
    return node("ImageButton", at=BUTTON, can="clickable", content_desc=text)


def dots(size: int, *middles: tuple[int, int]) -> list[tuple[str, tuple[int, int, int, int]]]:
    return [("ellipse", (x - size, y - size, x + size, y + size)) for x, y in middles]


COLUMN, ROW = [(0, -24), (0, 0), (0, 24)], [(-24, 0), (0, 0), (24, 0)]
MENUS = {
    "a column": drawn(*dots(5, *COLUMN)),
    "a row": drawn(*dots(6, *ROW)),
    "small ones": drawn(*dots(3, (0, -12), (0, 0), (0, 12))),
    "dark on light": drawn(*dots(5, *COLUMN), ink="#5f6368", ground="white"),
}
OTHERS = {
    "two dots": drawn(*dots(5, (0, -12), (0, 12))),
    "four dots": drawn(*dots(4, (0, -30), (0, -10), (0, 10), (0, 30))),
    "three bars": drawn(*(("rectangle", (-24, y - 3, 24, y + 3)) for y in (-18, 0, 18))),
    "a bin": drawn(("rectangle", (-20, -30, 20, -22)), ("rectangle", (-16, -16, 16, 30))),
    "a minus": drawn(("rectangle", (-24, -4, 24, 4))),
    "dots of unlike size": drawn(*dots(9, COLUMN[0]), *dots(3, COLUMN[1], COLUMN[2])),
    "dots unevenly apart": drawn(*dots(5, (0, -36), (0, -20), (0, 30))),
    "a row of two columns": drawn(*dots(5, *COLUMN, (24, 0))),
    "nothing": drawn(),
    "words": drawn(*dots(5, *COLUMN), text="Senden"),
}


def target(screen: Screen):
    return next(each for each in screen.elements if each.bounds == BUTTON)


@pytest.mark.parametrize("what", MENUS)
def test_three_equal_dots_open_a_menu_and_are_free_to_touch(what):
    screen = MENUS[what]
    assert opens_menu(target(screen), screen)
    assert effect_of(Tap(target(screen).mark), screen).effect == "none"


@pytest.mark.parametrize("what", OTHERS)
def test_nothing_else_is_taken_for_three_dots(what):
    screen = OTHERS[what]
    assert not opens_menu(target(screen), screen)


def test_another_icon_that_is_the_only_way_on_is_unknown_and_so_are_dots_without_a_picture():
    blind = read_dump(dump(node("FrameLayout", button(""), node("TextView", text="Leiter"))), size=(1080, 2400))
    assert not opens_menu(target(blind), blind)
    found = effect_of(Tap(target(OTHERS["a bin"]).mark), OTHERS["a bin"])
    assert (found.effect, found.read) == ("unknown", "a page on which no button has words")


def test_the_listing_of_a_screen_says_where_three_dots_are():
    assert "ImageButton (three dots)" in outline(MENUS["a column"])
    assert "three dots" not in outline(OTHERS["a bin"])


@pytest.mark.parametrize(("text", "expected"), [("Más opciones", "none"), ("Ayuda", "pay"), ("Enviar", "send")])
def test_learning_opens_the_menu_of_a_page_with_an_amount_by_what_android_calls_it(text, expected):
    amount = node("TextView", at=(100, 800, 900, 900), text="Hoy 1,87 €")
    screen = read_dump(dump(node("FrameLayout", button(text), amount)), size=(1080, 2400))
    assert effect_of(Tap(target(screen).mark), screen, careful=True).effect == expected


@pytest.mark.parametrize("back", ["Navigate up", "Zurück", "戻る"])
def test_learning_goes_back_from_a_page_with_an_amount(back):
    arrow = node("ImageButton", at=(24, 100, 120, 196), can="clickable", content_desc=back)
    amount = node("TextView", at=(100, 800, 900, 900), text="£0.00")
    screen = read_dump(dump(node("FrameLayout", arrow, amount)), size=(1080, 2400))
    assert effect_of(Tap(1), screen, careful=True).effect == "none"
