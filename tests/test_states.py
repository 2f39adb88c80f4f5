"""A page with another chip or value chosen is the page that was seen; a tab with other contents is not."""

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.learning.crawl.kinds_to_try import kinds_to_try
from appagent.screen import Screen
from appagent.screen.comparing.subject import in_kind
from appagent.screen.names.labels import title
from appagent.store import Store

PRIORITIES = ("low", "normal", "high")
MONTHS = ("May", "June", "July", "August", "September", "October")


def view(words: str, at: tuple[int, int, int, int], can: str = "clickable", **facts: object) -> str:
    return node("View", content_desc=words, at=at, can=can, **facts)


def chips(chosen: str, top: int, *names: str) -> str:
    every = [view(each, (360 * n, top, 360 * n + 350, top + 100), "clickable" + " selected" * (each == chosen))
             for n, each in enumerate(names)]  # fmt: skip
    return node("View", *every, at=(0, top, 1080, top + 100))


def box(chosen: str, *rows: str) -> Screen:
    """A page of an app without ids, with chips in one line, of which one may be chosen, and other things below."""
    bar = node("View", view("Back", (0, 0, 100, 100)), view("Box 7", (120, 0, 900, 100), ""), at=(0, 0, 1080, 100))
    below = [view(each, (0, 400 + 150 * n, 1080, 500 + 150 * n)) for n, each in enumerate(rows)]
    whole = node("View", bar, chips(chosen, 200, *PRIORITIES), *below)
    return read_dump(dump(node("FrameLayout", whole)), size=DISPLAY, app="org.notes", activity=".Main")


def sheet(chosen: str) -> Screen:
    """A sheet with two groups of chips under their names."""
    inside = [view("Room", (0, 1300, 1080, 1380), ""), chips("", 1400, "Kitchen", "Bath", "Hall"),
              view("Stage", (0, 1600, 1080, 1680), ""), chips(chosen, 1700, "open", "packed", "sent"),
              node("Button", content_desc="Apply", at=(600, 2200, 1000, 2300), can="clickable")]  # fmt: skip
    cover = node("View", at=(0, 0, 1080, 2400), can="clickable", content_desc="Close")
    shown = node("View", *inside, at=(0, 1250, 1080, 2400))
    return read_dump(dump(node("FrameLayout", cover, shown)), size=DISPLAY, app="org.notes", activity=".Main")


def wheels(month: int) -> Screen:
    """A dialog with a wheel of days beside one of months, and no title."""

    def wheel(left: int, *texts: str) -> str:
        rows = [view(text, (left, 1000 + 100 * n, left + 300, 1100 + 100 * n), "" if n == 1 else "clickable")
                for n, text in enumerate(texts)]  # fmt: skip
        return node("View", *rows, at=(left, 1000, left + 300, 1300), can="scrollable")

    buttons = [node("Button", content_desc=words, at=(left, 1400, left + 300, 1500), can="clickable")
               for words, left in (("Cancel", 100), ("Apply", 500))]  # fmt: skip
    months = wheel(500, *(MONTHS[month + by] for by in (-1, 0, 1)))
    return read_dump(
        dump(node("FrameLayout", wheel(100, "4", "5", "6"), months, *buttons, at=(50, 900, 1030, 1600))),
        size=DISPLAY, app="org.notes", activity=".Main",
    )  # fmt: skip


@cases(
    ("known", "shown", "same"),
    [
        (box("low", "Plates", "Cups", "Note"), box("high", "Plates", "Cups", "Note"), True),
        (box("low", "Plates", "Cups", "Note"), box("high", "Bikes", "Skates", "Sledge"), False),  # as of a tab
        (sheet("open"), sheet("sent"), True),
        (sheet("sent"), sheet(""), True),
        (wheels(1), wheels(2), True),
    ],
)
def test_a_page_is_the_known_one_with_something_else_chosen(known: Screen, shown: Screen, same: bool):
    assert shown.screen_id != known.screen_id
    with Store(":memory:") as store:
        store.remember_screen(known)
        assert store.known_as(shown) == (known if same else shown).screen_id


def test_what_is_chosen_in_a_dialog_is_no_title():
    assert {title(sheet(chosen)) for chosen in ("", "open", "sent")} == {"Room: Stage"}
    assert {title(wheels(month)) for month in (1, 2)} == {""}


def test_the_buttons_below_wheels_are_the_same_whatever_the_wheels_are_set_to():
    one, other = (in_kind(wheels(month), ()) for month in (1, 4))
    assert one.kind_id == other.kind_id != ""
    assert [each.kind_id for each in one.elements] == [each.kind_id for each in other.elements]


def test_a_crawl_moves_no_wheel():
    screen = wheels(1)
    tried = [kinds_to_try(each, screen, (), (), lambda kind: False, moves=True) for each in screen.elements]
    assert {kind for kinds in tried for kind in kinds} == {"tap"}
