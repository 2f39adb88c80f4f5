"""Headings: what a screen is called, by its bar, its selected tab or the beginning of its page."""

import re

from hierarchies import DISPLAY, dump, node
from tables import cases
from test_screen_ids import TOOLS, WIDTH, bar, dialog, look, page, tabs

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen


def row(words: str, top: int) -> str:
    text = node(text=words, at=(40, top, 900, top + 80))
    return node("LinearLayout", text, at=(0, top, WIDTH, top + 100))


@cases(("shown", "heading"), [
    (page(bar("Notes"), *TOOLS), "Notes"),
    (page(node(text="Today", at=(0, 300, 900, 380)), bar("Notes 3")), "Notes #"),
    (page(node("RecyclerView", row("Milk", 100), row("Bread", 200))), ""),
    (page(node("EditText", at=(0, 80, 900, 200), can="clickable", text="Anna Berg")), ""),
    (page(node("EditText", can="clickable", text="Anna Berg lives in Main Street")), ""),
    (page(node("LinearLayout", node(text="Lena", at=(0, 100, 500, 180)), at=(0, 80, 900, 200), can="clickable")), ""),
    (page(node(text="Agree to all", at=(0, 2000, 900, 2100))), ""),
    (page(node(text="12:30", at=(0, 40, 300, 80)), node(text="Clock", at=(0, 100, 300, 180))), "Clock"),
    (page(node("CollapsingToolbarLayout", node("View", at=(0, 0, 100, 100)), at=(0, 0, WIDTH, 400),
               content_desc="Network")), "Network"),
    (dialog("Delete note?", "Milk", "Cancel"), "Delete note?"),
    (dialog("", "Delete note?", "Cancel"), "Delete note?"),
], ids=("bar", "bar after a text", "rows", "field", "large field", "card", "far down", "clock", "folding bar", "dialog",
        "question"))  # fmt: skip
def test_the_heading_is_what_a_screen_is_called_and_no_content(shown, heading):
    assert look(shown).heading == heading


def led(*parts: str, top: int = 60) -> str:
    """A bar without a name at the top, with a button that goes back."""
    back = node("TextView", at=(0, top, 120, top + 160), can="clickable")
    return node("RelativeLayout", back, *parts, at=(0, top, WIDTH, top + 160))


def said(words: str, left: int = 160, top: int = 100, can: str = "", role: str = "TextView", **facts: object) -> str:
    return node(role, text=words, at=(left, top, left + 300, top + 80), can=can, **facts)


def scrolled(*parts: str) -> str:
    return node("ScrollView", *parts, at=(0, 60, WIDTH, 2000), can="scrollable")


MESSAGE = node(text="Nothing here yet", at=(100, 500, 900, 600))


PICTURE = node("ImageView", at=(700, 80, 900, 280), content_desc="Logo of the team")


OFF = node("Button", at=(300, 80, 500, 200), enabled="false", content_desc="Undo")


CARD = [said("Terms", 250, 1300), said("We keep it.", 250, 1500), said("Agree", 250, 2000, "clickable", "Button")]


@cases(("shown", "heading"), [
    (page(led(said("Members (40)", can="clickable"), said("Add", 800, 90, "clickable")), MESSAGE), "Members (#)"),
    (page(node("RelativeLayout", said("←", 0), said("Me"), at=(0, 60, WIDTH, 260), can="clickable"), MESSAGE), "Me"),
    (page(node("RelativeLayout", said("Inbox", 390, can="clickable"), at=(0, 60, WIDTH, 260)), MESSAGE), "Inbox"),
    (page(node("RelativeLayout", said("Cancel", 0, can="clickable"), at=(0, 60, WIDTH, 260)), MESSAGE),
     "Nothing here yet"),
    (page(led(node("FrameLayout", said("Search here", can="clickable", name="search_box")))), ""),
    (page(PICTURE, said("Plants", 40, 120)), "Plants"),
    (page(PICTURE), "Logo of the team"),
    (page(node("LinearLayout", OFF, at=(0, 60, WIDTH, 260))), ""),
    (page(scrolled(said("Model 3 B", 40, 100), said("Not there", 40, 200))), ""),
    (page(scrolled(said("Ticket M0", 40, 100), said("Invitation made", 40, 200))), "Ticket M#"),
    (page(led(said("order/new/index")), scrolled(said("New order", 100, 300))), "New order"),
    (page(led(said("users")), scrolled(said("Пользователи", 100, 300))), "Пользователи"),
    (page(led(said("users")), scrolled(said("All of them", 100, 300))), "users"),
    (page(*CARD), "Terms"),
    (page(said("Close", 0, 80, "clickable", "Button"), *CARD), ""),
    (page(said("Pairing", 250, 1300, name="title"), said("Pair", 250, 1200, "clickable", "Button")), "Pairing"),
    (page(led(said("New account")), tabs(0, "Owner", "Manager", top=300)), "New account"),
    (page(said("Clock", 40), tabs(0, "Alarms", "Timer", top=300)), "Alarms"),
], ids=("clickable title", "clickable bar", "centred", "button of a bar", "search", "picture", "picture alone", "off",
        "row with a number", "number in a word", "route", "route in another script", "lower case", "card in the middle",
        "card on a page", "title far down", "title behind a button over tabs", "name of an app over tabs"))  # fmt: skip
def test_a_title_is_found_by_its_place_in_a_bar_or_at_the_beginning_of_a_page(shown, heading):
    assert look(shown).heading == heading


@cases("tab", [
    {"content_desc": "Home\nTab 1 of 2"},
    {"content_desc": ", Home", "inner": node(text="Home", at=(40, 2260, 400, 2320))},
])  # fmt: skip
def test_a_selected_tab_names_its_page_by_its_own_words_alone(tab):
    inner = [tab.pop("inner")] if "inner" in tab else []
    home = node("View", *inner, at=(0, 2200, 540, 2340), can="selected", **tab)
    other = node("View", at=(540, 2200, 1080, 2340), can="clickable", content_desc="Mine\nTab 2 of 2")
    assert look(page(MESSAGE, node("View", home, other, at=(0, 2200, WIDTH, 2340)))).heading == "Home"


@cases("day", ["Mardi 1er", "Saturday", "Tuesday 24 November", "11月24日"])
def test_a_page_of_a_day_is_called_by_its_title_and_is_one_page_on_all_days(day):
    def shown(words: str) -> Screen:
        up = node("ImageButton", at=(0, 60, 150, 200), can="clickable", desc="Back")
        bar = node("LinearLayout", up, node(text=words, at=(160, 80, 900, 180)), at=(0, 60, 1080, 200))
        row = node("LinearLayout", node(text="Maths", at=(40, 400, 600, 450)), at=(0, 390, 1080, 500), can="clickable")
        return read_dump(dump(node("FrameLayout", bar, node(text="Matin", at=(40, 300, 600, 360)), row)), size=DISPLAY)

    assert shown(day).heading == re.sub(r"\d+", "#", day)
    assert shown(day).screen_id == shown("Lundi 30 novembre").screen_id
