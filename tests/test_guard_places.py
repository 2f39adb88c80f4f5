"""What the guard makes of where a label stands: parts of rows and cards, pages that warn, the enter key, slides."""

import pytest
from hierarchies import CORPUS, deed_of, dump, node
from tables import cases

from appagent.actions import Enter, LongPress, Swipe, Tap, TypeText
from appagent.devices.captures.hierarchy import read_dump
from appagent.guard import landing
from appagent.screen import Screen

DIALOG = (100, 800, 980, 1600)


def page(*nodes: str) -> Screen:
    return read_dump(dump(node("FrameLayout", *nodes)), app="org.notes")


def dialog(*nodes: str) -> Screen:
    window = node("FrameLayout", *nodes, at=DIALOG, can="focused")
    return read_dump(dump(node("FrameLayout"), window), size=(1080, 2400), app="org.notes")


def words(text: str, top: int = 820) -> str:
    return node("TextView", at=(100, top, 900, top + 50), text=text)


def thing(text: str = "", role: str = "Button", **facts: object) -> str:
    return node(role, text=text, **({"at": (200, 1450, 500, 1550), "can": "clickable"} | facts))


def row(*parts: str, **facts: object) -> str:
    texts = (words(part, 100 + 60 * number) for number, part in enumerate(parts))
    return node("LinearLayout", *texts, at=(0, 90, 1080, 600), can="clickable", **facts)


def both(screen: Screen, action: object = Tap(1)) -> tuple[str | None, str | None]:
    """The effect in a run, and in exploring."""
    return deed_of(action, screen), deed_of(action, screen, careful=True)


@cases(
    ("parts", "expected"),
    [
        (("2 items, $12.50", "Pay now"), ("pay", "pay")),
        (("Info", "Pay now"), ("pay", "pay")),
        (("Info", "Delete account"), ("delete", "delete")),
        (("Info\nNew\nPay now",), ("pay", "pay")),  # some toolkits put a card into one text
        (("A" * 90, "Pay now"), ("pay", "pay")),  # beyond what a prompt shows of it
        (("Info", "立即购买"), ("pay", "pay")),
        (("Konto", "Löschen"), ("delete", "delete")),
        (("$12.50", "Continue"), ("pay", "pay")),
        (("Premium", "$4.99", "Upgrade"), ("pay", "pay")),
        (("Ana", "delete this please"), (None, "delete")),
        (("Ana", "Call me"), (None, "send")),
        (("Shopping", "Buy milk"), (None, "pay")),
        (("Blue shoes", "$30", "Add to cart"), (None, None)),
        (("Order history", "12 orders"), (None, None)),
    ],
)
def test_every_part_of_a_row_is_read_for_a_button(parts, expected):
    assert both(page(row(*parts))) == expected


def test_a_description_counts_beside_the_text_and_the_texts_within():
    assert both(page(thing("Next", content_desc="Pay now"))) == ("pay", "pay")
    assert both(page(row("Info", "Pay now", content_desc="Card"))) == ("pay", "pay")


def test_the_words_of_a_nested_button_are_its_own():
    screen = page(node("LinearLayout", words("Ana"), thing("Delete"), at=(0, 800, 1080, 1600), can="clickable"))
    assert [deed_of(Tap(mark), screen, careful=True) for mark in (1, 2)] == [None, "delete"]


def test_an_icon_within_tells_by_its_resource_id():
    icon = node("ImageView", at=(20, 120, 60, 160), name="ic_delete")
    assert both(page(node("FrameLayout", icon, at=(0, 100, 100, 200), can="clickable"))) == ("delete", "delete")


WARNINGS = [
    ("This permanently deletes your account and everything in it.", "delete"),
    ("All your photos will be gone forever.", "delete"),
    ("Delete account", "delete"),
    ("永久移除您的账号", "delete"),
    ("Your card will be charged every month.", "pay"),
    ("$4.99 per month after the trial", "pay"),
    ("The app will be able to read your contacts.", "grant"),
]


@cases("around", [page, dialog])
@cases(("said", "expected"), WARNINGS)
def test_agreeing_where_a_page_warns_is_what_it_warns_of(said, expected, around):
    for yes in ("Confirm", "Proceed anyway", "Continue", "I understand", "No problem, continue"):
        assert both(around(words(said), thing(yes))) == (expected, expected)
    assert both(around(words(said), thing("Cancel"))) == (None, None)


@cases(("said", "expected"), WARNINGS)
def test_exploring_presses_no_button_where_a_page_warns_unless_it_says_no(said, expected):
    for label in ("Sounds good", "Sort by name", ""):
        assert both(page(words(said), thing(label))) == (None, expected)


def test_a_page_that_only_tells_of_deleting_does_not_warn():
    for said in ("You can delete chats in Settings.", "Love you forever"):
        assert both(page(words(said), thing("Continue"))) == (None, None)


FIELD = node("EditText", at=(0, 100, 900, 200), can="clickable", hint="Type YES here")
SEARCH = node("EditText", at=(0, 100, 900, 200), can="clickable focused", hint="Search")


@cases("action", [Enter(), TypeText("YES", 1, enter=True), TypeText("YES\n", 1)])
@cases(
    ("button", "expected"),
    [("Delete account", "delete"), ("Install", "install"), ("Grant access", "grant"), ("Send", "send")],
)
def test_enter_counts_as_the_pages_button_whatever_it_does(button, expected, action):
    assert both(page(FIELD, thing(button)), action) == (expected, expected)


def test_enter_on_a_page_that_warns_or_asks_for_money_counts_as_agreeing():
    assert both(page(FIELD, words("This cannot be undone.")), Enter()) == ("delete", "delete")
    assert both(page(FIELD, words("Total: $12.50")), Enter()) == ("pay", "pay")


def test_enter_in_a_search_field_presses_no_button_that_deletes_but_exploring_leaves_it():
    assert both(page(SEARCH, thing("Delete all")), Enter()) == (None, "delete")


def test_enter_presses_no_icon_of_a_bar_but_exploring_leaves_it():
    assert both(page(FIELD, thing(role="ImageButton", name="delete")), Enter()) == (None, "delete")


def test_typing_lines_is_no_enter_key():
    assert both(page(FIELD, thing("Delete")), TypeText("eggs and milk", 1)) == (None, None)
    assert both(page(FIELD, thing("Delete")), TypeText("eggs\nmilk", 1)) == (None, "delete")


def test_a_row_that_is_slid_aside_may_go_and_exploring_leaves_it():
    rows = [node("LinearLayout", at=(0, top, 1080, top + 200), can="clickable", text="Letter") for top in (0, 200, 400)]
    screen = page(node("ListView", *rows, can="scrollable"))
    assert [both(screen, Swipe(way, 2)) for way in ("left", "right")] == [(None, "delete")] * 2
    assert both(screen, Swipe("up", 1)) == both(screen, Swipe("left", 1)) == (None, None)


def test_a_finger_drawn_over_a_slider_is_judged_by_it():
    screen = page(node("FrameLayout", at=(0, 1000, 1080, 1400), can="clickable", text="Slide to pay"))
    drawn = Swipe("right")
    assert deed_of(drawn, screen) is None
    taps, shown = landing(drawn, drawn.gestures(screen), screen)
    assert [deed_of(each, shown) for each in taps] == ["pay"]


def test_a_bare_slider_is_judged_by_the_page():
    screen = page(words("Slide to pay"), node("SeekBar", at=(0, 1000, 1080, 1100), can="focusable"))
    assert both(screen, Swipe("right", 1)) == ("pay", "pay")


def test_holding_counts_like_tapping_on_a_row():
    assert both(page(row("Info", "Pay now")), LongPress(1)) == ("pay", "pay")


@pytest.mark.slow
def test_on_real_dumps_little_is_of_effect_and_exploring_leaves_little_more():
    files = sorted((CORPUS / "xml").glob("*.xml"))
    if not files:
        pytest.skip(f"no corpus at {CORPUS}: set APPAGENT_CORPUS")
    screens = [read_dump(file.read_text(encoding="utf-8")) for file in files]
    tapped = [(screen, element) for screen in screens for element in screen.elements if "tap" in element.actions]
    refused = [
        {element.text for screen, element in tapped if deed_of(Tap(element.mark), screen, careful=careful)}
        for careful in (False, True)
    ]
    assert len(tapped) > 200
    assert "Start your free trial" in refused[0]
    assert len(refused[0]) <= 4  # of more than 200; the classifier is wrong about three in two hundred
    beside = {"Sign in", "Explore Free Channels", "Web View"}  # the trial's price, and a doubtful label
    assert refused[1] == refused[0] | beside


@cases("way", ["up", "down", "left", "right"])
def test_a_finger_that_stays_on_a_button_presses_it(way):
    asked = dialog(words("Delete this note?"), thing("OK"), thing("Cancel", at=(600, 1450, 900, 1550)))
    assert both(asked, Swipe(way, 1, "short")) == ("delete", "delete")
    assert both(asked, Swipe(way, 2, "short"))[0] is None
