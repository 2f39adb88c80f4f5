"""Test which digits name something in the last look, as codes of seats and numbers of phones do, and which count."""

import pytest

from appagent.screen.comparing.rewritten import is_another
from appagent.screen.texts.numbers import same_but_numbers

NAMES = [
    ("Seat 12A", "Seat 12B"),
    ("12A", "12B"),
    ("12A", "13A"),
    ("12a", "12b"),
    ("Gate B7", "Gate B8"),
    ("Flight LH 400", "Flight LH 402"),
    ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 01"),
    ("GB29 NWBK 6016 1331 9268 19", "GB29 NWBK 6016 1331 9269 19"),
    ("+49 171 555 01 23", "+49 171 555 01 24"),
    ("0171 5550123", "0171 5550124"),
    ("(555) 012-3456", "(555) 012-3457"),
    ("5550123456", "5550123457"),
    ("4111 1111 1111 1111", "4111 1111 1111 1112"),
    ("Saving Ana", "Saving Bo"),
    ("Page", "Photo"),
    ("1 ticket for Ana", "2 tickets for Anna"),
]
COUNTS = [
    ("1 new message", "2 new messages"),
    ("1 neue Nachricht", "2 neue Nachrichten"),
    ("4 сообщения", "5 сообщений"),
    ("1 مستخدم", "3 مستخدمين"),
    ("Saving...", "Saved"),
    ("Wird gespeichert…", "Gespeichert"),
    ("typing…", "online"),
    ("12 345 vues", "12 347 vues"),
    ("1.2M views", "1.3M views"),
    ("5 MB of 12 MB", "7 MB of 12 MB"),
    ("59 min ago", "1 hr ago"),
]
TO_SEE = [
    ("未読 1 件", "未読 2 件"),
    ("Uploading 12 of 140", "Uploading 13 of 140"),
    ("Photo 3 of 12", "Photo 4 of 12"),
    ("Steps 4512", "Steps 4530"),
    ("Room 101", "Room 102"),
]


@pytest.mark.parametrize(("text", "other"), NAMES)
def test_digits_and_words_that_name_are_another_thing(text, other):
    assert is_another(text, other)


@pytest.mark.parametrize(("text", "other"), TO_SEE)
def test_a_number_behind_a_word_is_another_thing_unless_it_is_seen_to_go_on(text, other):
    assert is_another(text, other)
    assert same_but_numbers(text, other)


@pytest.mark.parametrize(("text", "other"), COUNTS)
def test_what_counts_or_goes_on_is_the_same_thing(text, other):
    assert not is_another(text, other)
