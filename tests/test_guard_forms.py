"""Forms and their steps: what ends one, what comes after one, and what the numbers in one say."""

import pytest
from hierarchies import dump, node
from test_guard_structure import SIZE, button, on, page, words
from test_guard_unknown import known, small_icon

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Guard
from appagent.screen import Screen


def test_what_ends_a_form_has_to_be_surely_harmless():
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="Beruf", text="Lehrerin")
    form = page(words("Angaben", 100), field, button("Weiter"))
    last = page(words("Übersicht", 100), words("Lehrerin", 500), button("Stimmt so"), button("Hilfe", 600))
    guard = Guard()
    guard.check(on("Weiter", form), form, 'tap "Weiter"')
    guard.check(on("Hilfe", last), last, 'tap "Hilfe"')
    with pytest.raises(RefusedError, match="a page after a form"):
        guard.check(on("Stimmt so", last), last, 'tap "Stimmt so"')


def test_the_name_of_a_number_does_not_say_what_its_buttons_do_unless_it_warns():
    """The classifier takes each name for a deed."""
    for name, heading, label, expected in (
        ("Leaving on the", "Trip", "", "none"),
        ("Leaving on the", "Delete all of it?", "", "unknown"),
        ("Lost forever", "Trip", "", "unknown"),
        ("Leaving on the", "Trip, 99 kr", "", "unknown"),
        ("Leaving on the", "Trip", "Sign", "unknown"),
    ):
        less, more = small_icon(600, 400), small_icon(900, 400)
        row = node("LinearLayout", less, node(text="1", at=(740, 410, 800, 490)), more, at=(560, 400, 1080, 500))
        parts = (node(text=name, at=(40, 410, 500, 490)), row, *(button(each) for each in (label,) if each))
        screen = page(words(heading, 200), *parts)
        assert known(Tap(len(screen.elements)), screen) == expected, (name, heading, label)


@pytest.mark.parametrize(
    ("number", "label", "heading", "expected"),
    [
        ("1", "Into the basket", "Trip, 99 kr", "none"),
        ("1", "", "Trip, 99 kr", "unknown"),  # nothing else there pays
        ("1", "Cancel", "Trip, 99 kr", "unknown"),
        ("20 kr", "Into the basket", "Trip, 99 kr", "none"),
        ("1", "Into the basket", "Delete all of it?", "unknown"),
    ],
)
def test_the_plus_of_a_number_that_a_button_is_for_only_counts_though_there_is_a_price(
    number, label, heading, expected
):
    less, more = small_icon(600, 400), small_icon(900, 400)
    shown = node(text=number, at=(740, 410, 800, 490))
    row = node("LinearLayout", less, shown, more, at=(560, 400, 1080, 500))
    screen = page(words(heading, 200), row, *([button(label)] if label else []))
    plus = next(each for each in screen.elements if each.bounds[0] == 900)
    assert known(Tap(plus.mark), screen) == expected


def wizard(step: str, *parts: str) -> Screen:
    return page(words("Neue Fahrt", 100), words(step, 200), *parts, button("Passt so"))


@pytest.mark.parametrize(
    ("steps", "says", "refused"),
    [
        (("1 / 4", "2 / 4"), "Wochentage", False),
        (("1 / 4", "4 / 4"), "Wochentage", True),  # the last one
        (("2 / 4", "2 / 4"), "Wochentage", True),  # counts nothing
        (("1 / 4", "2 / 9"), "Wochentage", True),
        (("Photo 1", "2 / 4"), "Wochentage", True),
        (("1 / 4", "2 / 4"), "Zusammen 99 kr", True),
        (("1 / 4", "2 / 4"), "Alles richtig?", True),
        (("1 / 4", "2 / 4"), "Olaf Brekke", True),
        (("1 / 4", "2 / 4"), "Alles wird gesendet", True),
    ],
)
def test_a_numbered_step_before_the_last_is_none_after_a_form_but_where_it_tells_of_a_deed(steps, says, refused):
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="Name", text="Hof")
    first, second = wizard(steps[0], field), wizard(steps[1], words(says, 700))
    guard = Guard(ask=None)
    guard.check(on("Passt so", first), first, 'tap "Passt so"')
    if refused:
        with pytest.raises(RefusedError):
            guard.check(on("Passt so", second), second, 'tap "Passt so"')
    else:
        guard.check(on("Passt so", second), second, 'tap "Passt so"')


def test_the_last_step_is_the_page_after_a_form_though_the_one_before_was_gone_on_from():
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="Name", text="Hof")
    pages = (
        wizard("1 / 3", field),
        wizard("2 / 3", words("Tage", 700)),
        wizard("3 / 3", words("Fertig", 700), words("x", 900)),
    )
    guard = Guard(ask=None)
    for each in pages[:2]:
        guard.check(on("Passt so", each), each, 'tap "Passt so"')
    with pytest.raises(RefusedError, match="after a form"):
        guard.check(on("Passt so", pages[2]), pages[2], 'tap "Passt so"')


@pytest.mark.parametrize(("role", "expected"), [("CheckBox", "none"), ("RadioButton", "none"), ("Switch", "delete")])
def test_a_box_to_tick_does_nothing_that_only_the_classifier_finds_likely(role: str, expected: str):
    box = node(role, text="Alles trifft auf mich zu", at=(50, 500, 1000, 600), can="clickable checkable")
    screen = page(words("Wie geht es Ihnen?", 200), box, button("Weiter"))
    assert known(Tap(1), screen) == expected
    asks = node(role, text="Delete all photos", at=(50, 500, 1000, 600), can="clickable checkable")
    assert known(Tap(1), page(asks, button("Next"))) == "delete"  # by the words of the tables, in any place


def test_a_row_with_a_radio_button_in_it_is_a_choice_like_one():
    rows = [
        node("LinearLayout", node("RadioButton", at=(60, y + 20, 140, y + 100), can="checkable"),
             node(text=words, at=(200, y + 20, 900, y + 100)), at=(40, y, 1040, y + 120), can="clickable")
        for y, words in ((500, "E-mail"), (640, "Phone call"), (780, "Letter"))
    ]  # fmt: skip
    screen = page(words("Prefers", 300), *rows)
    assert [known(Tap(mark), screen) for mark in (1, 2, 3)] == ["none"] * 3
    hidden = rows[1].replace("RadioButton", "View")
    for other in (button("Phone call"), hidden, rows[1].replace('checkable="true"', 'checkable="false"')):
        assert known(Tap(1), page(words("Contact", 300), other)) == "send"


def test_a_page_on_which_a_value_of_a_dialog_is_shown_is_none_after_a_form():
    """As after a date was chosen by wheels, which are fields."""
    form = page(words("Thym", 100), button("Semé le"), button("Planter", 600))
    wheel = node("EditText", at=(100, 900, 900, 1000), can="clickable", text="12")
    box = node(
        "FrameLayout",
        words("Jour", 850),
        wheel,
        button("Annuler"),
        button("Valider", 520),
        at=(60, 760, 1020, 1700),
        can="focused",
    )
    dialog = read_dump(dump(node("FrameLayout"), box), size=SIZE, app="org.some.app")
    assert dialog.front.kind == "dialog"
    guard = Guard(ask=None)
    for label, screen in (("Semé le", form), ("Valider", dialog), ("Planter", form)):
        guard.check(on(label, screen), screen, f'tap "{label}"')
    other = page(words("Contrôle", 100), words("Thym", 300), button("Planter"))
    guard.check(on("Valider", dialog), dialog, 'tap "Valider"')
    with pytest.raises(RefusedError, match="after a form"):
        guard.check(on("Planter", other), other, 'tap "Planter"')
