"""Test which texts go on by themselves, and which are about something else, wherever they stand."""

import pytest
from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.comparing.rewritten import is_another, renumbered
from appagent.screen.finding_again.again import found_again
from appagent.screen.texts.numbers import one_further


@cases(
    ("text", "later"),
    [
        ("12 of 140 files", "40 of 140 files"), ("1,204 views", "1,305 views"),
        ("1.2K views", "1.3K views"), ("3 unread", "47 unread"), ("12.4 MB/s", "3.1 MB/s"),
        ("Downloading… 12.4 MB of 140 MB", "Downloading… 57.1 MB of 140 MB"),
        ("3 min left", "2 min left"), ("Arrives in 5 min", "Arrives in 4 min"), ("2m ago", "3m ago"),
        ("59 min ago", "1 hr ago"), ("vor 59 Min.", "vor 1 Std."), ("منذ ٣ دقائق", "منذ ٤ دقائق"),
        ("3 мин назад", "4 мин назад"), ("3분 전", "4분 전"), ("3分钟前", "4分钟前"), ("hace 5 min", "hace 6 min"),
        ("just now", "1 min ago"), ("Updated just now", "Updated 1 minute ago"), ("刚刚", "1分钟前"),
        ("Gerade eben aktualisiert", "Vor 1 Minute aktualisiert"), ("à l’instant", "il y a 1 minute"),
        ("Обновлено только что", "Обновлено 1 минуту назад"),
        ("Ahora mismo", "hace 1 min"), ("3分前", "4分前"), ("0.4 mi", "0.3 mi"), ("10:08", "10:09"),
        ("剩余 3 分钟", "剩余 2 分钟"), ("剩余3分钟", "剩余2分钟"), ("残り 3 分", "残り 2 分"),
    ],
)  # fmt: skip
def test_a_text_that_goes_on_is_about_the_same(text: str, later: str):
    assert not is_another(text, later)


@cases(
    ("text", "later"),
    [
        ("Ana", "Bo"), ("Room 101", "Room 204"), ("Order no. 4512", "Order no. 9031"), ("Gate B12", "Gate B31"),
        ("+49 171 5550123", "+49 160 7781999"), ("May 2026", "June 2026"), ("Mon, 12 May", "Tue, 13 May"),
        ("2026年5月", "2026年6月"), ("lunes", "martes"), ("06:00", "07:00"), ("7:08 AM", "7:08 PM"),
        ("Updated by Ana", "Updated by Bo"), ("Delivery now", "Delivery in 30 min"), ("12 May", "19 May"),
        ("Room 101, 12 beds", "Room 204, 12 beds"), ("Room 101", "Room 102"), ("Depart 10:08", "Depart 10:38"),
        ("Copied 12 of 140 files", "Copied 40 of 140 files"), ("Steps 4512", "Steps 4530"),
    ],
)  # fmt: skip
def test_a_text_about_something_else_is_told_from_it(text: str, later: str):
    assert is_another(text, later)


OWN = [
    ("9 s left", "8 s left"), ("Bo, 59 min ago", "Bo, 1 hr ago"), ("Wait 21 s", "Wait 20 s"),
    ("1,204 views", "1,205 views"), ("Sent 2m ago", "Sent 3m ago"),
]  # fmt: skip
CHOICES = [
    ("Snooze for 5 min", "Snooze for 30 min"), ("Deliver in 30 min", "Deliver in 60 min"), ("Room 101", "Room 204"),
    ("In 3 months", "In 12 months"), ("$4.99", "$5.10"), ("500 kr", "510 kr"), ("09:00", "09:30"),
    ("Table 12 for 4", "Table 14 for 4"), ("2 adults", "4 adults"), ("Gate B12", "Gate B31"), ("1 hour", "30 min"),
    ("5 days: Bo", "9 days: Bo"), ("1,204 kr", "1,210 kr"), ("Account 4512", "Account 9031"),
    ("Wait 21 s", "Wait 9 s"), ("Inbox 3", "Inbox 4"), ("1,204 views", "1,207 views"),
    ("12 of 140 files", "13 of 140 files"), ("3 min left", "2 min left"), ("Tip 10%", "Tip 15%"),
]  # fmt: skip


def labelled(role: str, text: str):
    return read_dump(dump(node("FrameLayout", node(role, text=text, can="clickable"))), size=DISPLAY)


@pytest.mark.parametrize("role", ["Button", "TextView"])
@cases(("texts", "same"), [*((pair, True) for pair in OWN), *((pair, False) for pair in CHOICES)])
def test_a_label_goes_on_but_no_choice_does(role: str, texts: tuple[str, str], same: bool):
    before, now = (labelled(role, text) for text in texts)
    assert (found_again(before.elements[0], before, now) is not None) == same


@cases(
    ("text", "later"),
    [
        ("1,204 watching", "1,207 watching"), ("2 files", "3 files"), ("1,204 kr", "1,210 kr"), ("3/12", "4/12"),
        ("Account 4512", "Account 4513"), ("Points 1,204", "Points 1,210"), ("1,204 files", "1,912 files"),
        ("Room 101", "Room 102"), ("Photo 3 of 12", "Photo 4 of 12"), ("1 Datei", "2 Dateien"),
    ],
)  # fmt: skip
def test_beside_a_deed_a_number_goes_on_only_if_it_was_seen_to(text: str, later: str):
    send = node("Button", text="Send", can="clickable", at=(0, 900, 400, 1000))
    pages = (node("FrameLayout", node("TextView", text="Ana"), node("TextView", text=each, at=(0, 100, 400, 150)), send)
             for each in (text, later))  # fmt: skip
    before, now = (read_dump(dump(page), size=DISPLAY) for page in pages)
    assert renumbered(before, now, target=before.elements[0]) == (text, later)
    assert (renumbered(before, now, target=before.elements[0], moves=lambda *_: True) is None) == ("kr" not in text)


@pytest.mark.parametrize("near_first", [True, False])
def test_a_number_beside_a_deed_counts_though_the_same_text_stands_elsewhere_too(near_first: bool):
    send = node("Button", text="Send", can="clickable", at=(0, 900, 400, 1000))

    def shown(text: str):
        pair = [
            node("TextView", text=text, at=(0, 850, 400, 890)),
            node("TextView", text="Room 12:01", at=(500, 2000, 900, 2040)),
        ]
        return read_dump(dump(node("FrameLayout", *(pair if near_first else pair[::-1]), send)), size=DISPLAY)

    before, now = shown("Room 12:01"), shown("Room 12:02")
    assert renumbered(before, now, target=before.elements[0]) == ("Room 12:01", "Room 12:02")


def test_durations_are_read_in_any_language():
    assert one_further("vor 59 min.", "vor 1 std.")
    assert not one_further("nog 5 minuten", "nog 30 minuten")
