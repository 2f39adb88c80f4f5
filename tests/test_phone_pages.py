"""Pages of the virtual phone that are taller than what is left of its display, and words that count."""

from pathlib import Path

import pytest
from hierarchy_nodes import find, nodes, tap, texts, with_written

from appagent.phone import Phone

pytestmark = pytest.mark.slow

TALL = '''
"""Tall: two fields, much air, a button and a list."""

from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, Field, List, Space, Text

class Tall(App):
    package = "org.tall"
    label = "Tall"
    words = {"zh": {"{} songs": "{} 首歌", "{} songs in {}": "{1} 里有 {0} 首歌"}}
    def begin(self):
        self.entry, self.done = "", False
    def home(self):
        count = Text(self.some("{} songs", 1) + ", " + self.some("{} songs in {}", 2, "1 boxes"))
        rows = [Text(f"row {number}") for number in range(50)]
        entry = Field(self.entry, id="entry", on_change=self.setter("entry"))
        snack = lambda: self.snack("Gone", "Undo", self.flipper("done"))
        return Page(Column([entry, count, Space(height=250), Button("Go", on_tap=snack), List(rows)]))
'''


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    return with_written(tmp_path, "org.tall", TALL)


def content(phone: Phone) -> str:
    return find(phone, "content")["class"].rpartition(".")[2]


def up(phone: Phone) -> None:
    """Draw a finger up over what stands still."""
    phone.swipe([(phone.size[0] // 2, 400), (phone.size[0] // 2, 100)])


def test_a_page_that_fits_does_not_scroll(phone):
    before = phone.hierarchy()
    assert content(phone) == "FrameLayout"
    up(phone)
    assert phone.hierarchy() == before


def test_a_page_too_tall_for_a_display_on_its_side_scrolls_to_its_end(phone):
    phone.rotate(1)
    assert (content(phone), find(phone, "content")["scrollable"]) == ("ScrollView", "true")
    assert "row 0" not in texts(phone)
    up(phone)
    assert {"Go", "row 0"} <= set(texts(phone))
    foot = find(phone, "navigation_bar_frame").bounds[1]
    assert all(node.bounds[3] <= foot for node in nodes(phone) if node["text"].startswith("row"))


def test_a_snack_bar_lies_over_a_page_that_scrolls_as_well(phone):
    phone.rotate(1)
    up(phone)
    tap(phone, "Go", "Undo")
    assert phone.state()["tall"]["done"] is True
    assert "Undo" not in texts(phone)


def test_a_field_keeps_the_cursor_while_its_page_begins_to_scroll(phone):
    tap(phone, "entry")
    phone.type_text("a")
    phone.rotate(1)
    assert (content(phone), phone.keyboard_shown) == ("ScrollView", True)
    phone.type_text("b")
    phone.rotate(0)
    assert (content(phone), phone.focused_text()) == ("FrameLayout", "ab")


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "1 song, 2 songs in 1 boxes"), ("zh-CN", "1 首歌, 1 boxes 里有 2 首歌")]
)
def test_one_thing_is_told_as_one(phone, locale, said):
    phone.locale = locale
    phone.start("org.tall")
    assert said in texts(phone)
