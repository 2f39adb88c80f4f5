"""What elements are named by: labels before fields, and what is in rows, cards and pages."""

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen
from appagent.screen.comparing.belonging import full_heading


def look(*windows: str) -> Screen:
    return read_dump(dump(*windows), size=DISPLAY)


@cases(("before", "hint", "label"), [
    (node(text="Front", at=(0, 100, 1080, 200)), "", "Front"),
    (node(text="Front", at=(0, 100, 1080, 200)), "Word", "Front"),
    (node(text="Front", at=(0, 0, 1080, 40)), "Word", ""),
    (node("Button", text="07", can="clickable", at=(0, 100, 1080, 200)), "", ""),
    (node("EditText", text="Le", can="clickable", at=(0, 100, 1080, 200)), "", ""),
    ("", "", ""),
], ids=["a text", "it has a hint", "a heading far above", "a button", "another field", "nothing"])  # fmt: skip
def test_a_field_has_the_words_before_it_for_a_label(before: str, hint: str, label: str):
    field = node("EditText", text="N", hint=hint, can="clickable", at=(0, 200, 1080, 300))
    assert look(node("FrameLayout", before, field)).elements[-1].label == label


BUTTONS = [
    node("Button", text=words, can="clickable", at=(0, 100 * n, 500, 100 * n + 90)) for n, words in enumerate("ab")
]


SWITCH = node("Switch", can="clickable checkable", at=(800, 600, 1000, 690))
ON_A_LINE = node("LinearLayout", node(text="Ich komme", at=(0, 600, 500, 690)), SWITCH, at=(0, 600, 1080, 690))


@cases(("high", "can", "held", "words"), [
    (1000, "clickable", BUTTONS, ""),
    (1000, "clickable scrollable", [], ""),
    (1000, "clickable", BUTTONS[:1], "Heading"),
    (1000, "clickable", [SWITCH], "Heading"),
    (1000, "clickable", [ON_A_LINE], ""),
    (400, "clickable", BUTTONS, "Heading"),
], ids=["a page that keeps touches", "a web page", "a popup's only row", "one with a switch",
        "a sheet with a switch in a row of its own", "a card"])  # fmt: skip
def test_what_only_lies_under_other_controls_is_not_named_by_what_it_holds(high, can, held, words):
    heading = node(text="Heading", at=(0, 300, 500, 390))
    pane = node("LinearLayout", *held, heading, can=can, at=(0, 0, 1080, high))
    first = look(node("FrameLayout", pane, at=(0, 0, 1080, 1000))).elements[0]
    assert (first.bounds, first.text, first.words) == ((0, 0, 1080, high), words, words.casefold())


def test_the_full_heading_is_the_text_that_gave_the_heading_and_not_one_that_differs_in_numbers():
    note = node(text="Order 7", at=(0, 80, 1080, 140))
    title = node(text="Order 12", resource_id="title", at=(0, 150, 1080, 240))
    order = look(node("FrameLayout", note, title, at=(0, 0, 1080, 2400)))
    question = node(text='Delete "Rome" for good?', at=(250, 950, 800, 1050))
    ok = node("Button", text="OK", can="clickable", at=(250, 1350, 800, 1450))
    card = node("FrameLayout", question, ok, at=(200, 900, 880, 1500))
    asks = look(node("FrameLayout", note, at=(0, 0, 1080, 2400)), card)
    assert [(each.heading, full_heading(each)) for each in (order, asks)] == [
        ("Order #", "Order 12"), ("Delete … for good?", 'Delete "Rome" for good?')
    ]  # fmt: skip


@cases(("low", "root"), [
    (2400, (0, 0, 1080, 2400)),
    (1080, (0, 0, 1080, 1080)),
    (2400, (0, 0, 0, 0)),
], ids=["upright", "on its side", "a window without a size"])  # fmt: skip
def test_a_row_of_a_list_has_its_words_however_much_of_the_window_it_covers(low, root):
    card = node(
        "LinearLayout", *BUTTONS, node(text="Ann", at=(0, 300, 500, 390)), can="clickable", at=(0, 0, 1080, 700)
    )
    rows = node("RecyclerView", card, can="scrollable", at=(0, 0, 1080, low))
    screen = look(node("FrameLayout", rows, at=root))
    assert "Ann" in [element.text for element in screen.elements]


def test_a_page_with_nothing_but_an_arrow_back_is_not_named_by_what_it_says():
    page = node(
        "LinearLayout", BUTTONS[0], node(text="Wallet", at=(0, 100, 1080, 200)), can="clickable", at=(0, 0, *DISPLAY)
    )
    screen = look(node("FrameLayout", page, at=(0, 0, *DISPLAY)))
    assert screen.elements[0].text == ""


def test_a_page_around_a_list_that_scrolls_is_not_named_by_what_is_in_the_list():
    rows = node(
        "RecyclerView", *BUTTONS, node(text="Row", at=(0, 300, 500, 390)), can="scrollable", at=(0, 100, 1080, 1000)
    )
    page = node("LinearLayout", node(text="Heading", at=(0, 0, 500, 90)), rows, can="clickable", at=(0, 0, 1080, 1000))
    assert look(node("FrameLayout", page, at=(0, 0, 1080, 1000))).elements[0].text == ""
