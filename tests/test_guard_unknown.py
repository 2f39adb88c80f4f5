"""When a control is unknown to the guard: where it matters, in strange words, as an answer to a dialog; when not."""

import pytest
from hierarchies import dump, node
from test_guard_structure import SIZE, button, dialog, on, page, words

from appagent.actions import Action, Drop, Enter, Swipe, Tap, TypeText
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Guard, effect_of
from appagent.screen import Screen

STRANGE, NAME = "Ordaindu orain", "Eguraldi ona"  # Basque, in which no label was written for the guard


def known(action: Action, screen: Screen) -> str:
    return effect_of(action, screen).effect


def test_a_control_in_strange_words_is_unknown_where_it_matters_or_if_it_rather_does_something():
    for said, label, expected in (
        ("7 days free, then 9 EUR", NAME, "unknown"),
        ("Weather", NAME, "none"),
        ("Weather", STRANGE, "unknown"),  # which rather does something than nothing
        ("Weather", "Διαγραφή", "unknown"),
    ):
        screen = page(words(said), button(label))
        assert known(on(label, screen), screen) == expected
    plain = page(words("7 days free, then 9 EUR"), button("Terms of use"))
    assert known(on("Terms of use", plain), plain) == "none"


def row(text: str, role: str = "LinearLayout") -> str:
    return node(role, words(text, 520), at=(0, 500, 1080, 620), can="clickable")


def test_a_row_in_strange_words_that_rather_does_something_is_unknown_outside_of_lists():
    listed = node("ListView", *[row("Ezabatu datu guztiak")] * 2, at=(0, 400, 1080, 2000), can="scrollable")
    for part, expected in ((row("Ezabatu datu guztiak"), "unknown"), (row("Eguraldi ona"), "none"), (listed, "none")):
        screen = page(words("Gailua", 100), part)
        assert known(Tap(len(screen.elements)), screen) == expected


@pytest.mark.parametrize(
    "label", ["Olaf Brekke", "Hannah Lee", "Aylin Demir", "Mount Verne", "Find a book", "Lindenstraße 8"]
)
def test_a_button_called_by_a_name_or_by_what_it_shows_is_known_to_be_harmless_on_a_page_about_nothing(label):
    screen = page(words("Weather"), button(label))
    assert known(on(label, screen), screen) == "none"


def test_a_switch_in_strange_words_is_unknown_in_the_settings_alone():
    switch = node("Switch", text="Ezabatu datu guztiak", at=(0, 500, 1080, 620), can="clickable checkable")
    for app, expected in (("org.example.drinks", "none"), ("com.android.settings", "unknown")):
        screen = read_dump(dump(words("Gailua", 100), switch), size=SIZE, app=app)
        assert known(Tap(len(screen.elements)), screen) == expected


def test_what_is_not_known_to_be_harmless_is_unknown_on_a_page_about_what_matters():
    for said, label, expected in (
        ("Signature request: setApproval(0x9f, true)", "Sign", "unknown"),
        ("Signature request: setApproval(0x9f, true)", "Details", "none"),
        ("Weather", "Sign", "unknown"),  # a word that does something elsewhere
        ("Weather", "Details", "none"),
        ("7 days free, then 9 EUR", "Get started", "pay"),
        ("Weather", "Get started", "none"),
    ):
        screen = page(words(said), button(label))
        assert known(on(label, screen), screen) == expected


def test_what_answers_a_dialog_that_may_ask_for_something_is_unknown_whatever_it_says():
    for asked, expected in (("pancake.example wants to connect", "unknown"), ("Rename note", "none")):
        screen = dialog(asked, "Connect", "Reject")
        assert [known(on(each, screen), screen) for each in ("Connect", "Reject")] == [expected, "none"]


@pytest.mark.parametrize(("buttons", "expected"), [(("Cancel",), "unknown"), (("Cancel", "OK"), "none")])
def test_a_row_with_a_date_chooses_if_a_button_takes_the_choice_and_answers_the_dialog_if_none_does(buttons, expected):
    rows = [
        node("LinearLayout", words(day, top), words("12:30", top + 50), at=(100, top, 900, top + 100), can="clickable")
        for day, top in (("Departure", 900), ("Return", 1000))
    ]
    ends = [button(each, 200 + 320 * n) for n, each in enumerate(buttons)]
    shown = (words("pancake.example wants to connect"), *rows, *ends)
    window = node("FrameLayout", *shown, at=(100, 800, 980, 1600), can="focused")
    screen = read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")
    assert [known(on(f"{each} · 12:30", screen), screen) for each in ("Departure", "Return")] == [expected] * 2
    assert known(on("Cancel", screen), screen) == "none"


def test_what_answers_a_dialog_with_an_amount_pays_unless_it_says_no_or_surely_does_nothing():
    told = "Vom Konto gehen 49,90 EUR ab"
    for yes, expected in (("Bitte ausführen", "pay"), ("Details", "unknown")):
        screen = dialog(told, yes, "Abbrechen")
        assert [known(on(each, screen), screen) for each in (yes, "Abbrechen")] == [expected, "none"]
    screen = dialog(told, "Passt so", "Abbrechen")
    assert known(on("Passt so", screen), screen) in ("pay", "unknown")  # a person is asked either way


def test_a_dialog_that_only_names_what_it_is_about_or_asks_for_a_text_may_be_answered():
    field = node("EditText", at=(100, 1200, 900, 1300), can="clickable focusable")
    for asked, parts, expected in (
        ("Remark", (field,), "none"),
        ("Name this list", (field,), "none"),
        ("Labels", (), "none"),
        ("备注名", (), "none"),
        ("Zerrenda ezabatu nahi duzu?", (), "unknown"),
        ("Delete this list", (field,), "delete"),  # its words are judged as ever
    ):
        shown = (words(asked), *parts, button("OK"), button("Cancel", 520))
        window = node("FrameLayout", *shown, at=(100, 800, 980, 1600), can="focused")
        screen = read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")
        assert known(on("OK", screen), screen) == expected, asked


def song(title: str, top: int, *, listed: bool) -> str:
    """A song's title with a button without words at its right, as a row or by itself."""
    heart = node("ImageView", at=(960, top, 1060, top + 100), can="clickable")
    return node("LinearLayout" if listed else "FrameLayout", words(title, top), heart, at=(0, top, 1080, top + 110))


def test_the_rows_of_a_list_do_not_say_what_its_page_is_about():
    songs = [song(title, 400 + 120 * n, listed=True) for n, title in enumerate(("Rain on tin", "Night train", "Creek"))]
    screen = page(words("Sounds", 100), node("ListView", *songs, at=(0, 390, 1080, 2000), can="scrollable"))
    hearts = [n for n, each in enumerate(screen.elements, 1) if each.role == "ImageView"]
    assert [known(Tap(n), screen) for n in hearts] == ["none"] * 3
    alone = page(words("Sounds", 100), song("Allow all access", 400, listed=False))
    assert known(Tap(len(alone.elements)), alone) == "unknown"


def small_icon(left: int, top: int, **facts: object) -> str:
    return node("ImageButton", at=(left, top, left + 100, top + 100), can="clickable", **facts)


def test_a_button_that_only_counts_is_known_where_no_way_on_has_words():
    """The minus is disabled at first, so that the plus is alone on its line."""
    back, less, more = small_icon(0, 40), small_icon(600, 400, enabled="false"), small_icon(900, 400)
    for text, expected in (("0", "none"), ("Losses", "unknown")):
        parts = (less, node(text=text, at=(740, 410, 800, 490)), more)
        screen = page(words("Losses", 200), back, node("LinearLayout", *parts, at=(560, 400, 1080, 500)))
        assert known(Tap(len(screen.elements)), screen) == expected, text


def test_to_sign_in_is_harmless_beside_a_password_and_beside_an_amount():
    secret = node("EditText", at=(100, 500, 900, 600), can="clickable", password="true")
    for part in (secret, words("7 days free, then 9 EUR")):
        screen = page(words("Vault"), part, button("Sign in"))
        assert known(on("Sign in", screen), screen) == "none"


def test_numbers_tell_nothing_of_what_a_page_is_about():
    for said in ("3 − 0 ÷ 0.", "3.7 MB · 2026-11-21", "138 0055 0999"):
        screen = page(words(said), button("MC"))
        assert known(on("MC", screen), screen) == "none", said


def test_a_row_that_says_more_than_a_title_in_strange_words_is_no_command():
    card = node(
        "LinearLayout", words("Candle Talk", 520), words("June Castle", 580), at=(0, 500, 1080, 640), can="clickable"
    )
    screen = page(words("Gailua", 100), card)
    assert known(Tap(1), screen) == "none"


def test_typing_is_unknown_where_a_page_is_about_sending_and_has_nothing_to_send_with():
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="About me")
    told = words("Public. Everyone can read this as you type.")
    for parts, expected in (((told,), "unknown"), ((told, button("Save")), "none"), ((words("Weather"),), "none")):
        for enter in (False, True):
            assert effect_of(TypeText("hi", 1, enter=enter), page(*parts, field)).effect == expected
    waits = page(button("Forward", enabled="false"), field)  # until something is typed
    assert effect_of(TypeText("hi", 1), waits).effect == "none"


def test_a_button_that_waits_for_words_does_not_say_what_its_page_is_about():
    icon = node("ImageButton", at=(400, 500, 500, 600), can="clickable")
    for waits, expected in ((words("Delete account?"), "unknown"), (button("Delete", enabled="false"), "none")):
        assert known(Tap(1), page(waits, icon)) == expected


def test_a_dialog_that_asks_in_strange_words_is_unknown_but_for_its_no():
    asked = dialog("Zerrenda ezabatu nahi duzu?", "Bai", "Cancel")
    assert [known(on(each, asked), asked) for each in ("Bai", "Cancel")] == ["unknown", "none"]


def test_to_choose_in_a_dialog_answers_nothing_whatever_it_asks():
    radio = node("RadioButton", at=(20, 500, 120, 600), can="clickable checkable")
    row = node("LinearLayout", radio, words("Zephyr", 500), at=(0, 500, 1080, 600), can="clickable")
    frame = node("FrameLayout", words("Zerrenda ezabatu nahi duzu?"), row, button("Bai", 700), at=(100, 200, 980, 1600))
    asked = read_dump(dump(node("FrameLayout"), frame), size=SIZE, app="org.some.app")
    found = {each.role: known(Tap(each.mark), asked) for each in asked.elements}
    assert found == {"Button": "unknown", "LinearLayout": "none"}  # the radio button is its row


def test_an_icon_in_the_upper_corner_goes_back_only_where_lines_begin():
    for hint, left in (("Message", 20), ("رسالة", 960)):
        for at, expected in ((left, "none"), (980 - left, "unknown")):
            icon = node("ImageButton", at=(at, 40, at + 100, 140), can="clickable")
            field = node("EditText", at=(200, 2250, 900, 2350), can="clickable", hint=hint)
            arrows = [node("ImageButton", at=(x, 2250, x + 140, 2350), can="clickable") for x in (20, 920)]
            screen = page(icon, words("Ana" if left == 20 else "آنا", 300), field, *arrows)
            assert known(Tap(1), screen) == expected, (hint, at)


def test_what_a_page_tells_to_press_is_unknown_if_it_only_says_yes():
    for said, expected in (
        ("Your bank asks you: press Confirm now, or your account is closed.", "unknown"),
        ("Confirm the date", "none"),
    ):
        screen = page(words(said), button("Confirm"))
        assert known(on("Confirm", screen), screen) == expected


def test_a_button_of_which_nothing_is_known_is_so_for_each_way_to_press_it():
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="Code")
    urged = words("Type the code and press Confirm, or your account is closed.")
    presses = (Enter(), TypeText("7", 1, enter=True), Swipe("right", 2), Swipe("up", 2), Drop(210, 1460))
    for told, expected in ((urged, "unknown"), (words("Confirm the date"), "none")):
        screen = page(told, field, button("Confirm"))
        assert [known(each, screen) for each in presses] == [expected] * len(presses)
    assert known(TypeText("7", 1), page(urged, field, button("Confirm"))) == "none"


def test_what_is_as_wide_as_a_row_may_be_slid_away():
    row = node("LinearLayout", words("Rent", 510), at=(0, 500, 1080, 650), can="clickable")
    screen = page(words("Standing orders", 100), row)
    assert [known(Swipe(way, 1), screen) for way in ("left", "right", "up")] == ["unknown", "unknown", "none"]
    small = page(node("LinearLayout", words("Rent", 510), at=(0, 500, 500, 650), can="clickable"))
    assert known(Swipe("left", 1), small) == "none"


def test_a_single_word_that_does_something_elsewhere_and_a_label_that_may_are_unknown_on_a_button():
    for label, expected in (("SOS", "unknown"), ("Give them a hand", "unknown"), ("Stir", "none")):
        screen = page(words("Weather"), button(label))
        assert known(on(label, screen), screen) == expected


def test_a_yes_does_what_its_page_is_called_if_that_is_no_sentence():
    for heading, expected in (
        ("New post", "send"),
        ("New list", "none"),
        ("You can delete chats in Settings.", "none"),
        ("Welcome to Mietwerk", "none"),  # a name may be read as anything
        ("Willkommen bei Mietwerk", "none"),
    ):
        screen = page(words(heading, 100), words("Milk", 800), button("Done"))
        assert screen.heading == heading
        assert known(on("Done", screen), screen) == expected


def test_a_page_called_by_a_deed_can_be_left_while_exploring():
    back = node("ImageButton", content_desc="Navigate up", at=(0, 60, 120, 180), can="clickable")
    screen = page(back, words("Loan", 100), words("Milk", 800), button("Done"))
    judged = [effect_of(Tap(mark), screen, careful=True).effect for mark in (1, 2)]
    assert judged == ["none", "pay"]


def test_an_icon_beside_a_person_with_an_age_is_unknown():
    icon = node("ImageButton", at=(500, 1450, 620, 1570), can="clickable")
    for said, expected in (("Maja, 31", "unknown"), ("Ana-Lena, 28", "unknown"), ("Chapter, 3", "none")):
        assert known(Tap(1), page(words(said), icon)) == expected


def test_a_noun_with_its_number_is_a_name():
    for label, expected in (
        ("Order 7731", "none"), ("Order 112100135", "none"), ("Order now", "pay"), ("Call 112", "send"),
        ("Call 2065550103", "send"),
    ):  # fmt: skip
        screen = page(words("Yesterday"), node("LinearLayout", words(label), at=(0, 500, 1080, 620), can="clickable"))
        assert known(Tap(1), screen) == expected


def test_a_button_that_says_little_is_unknown_on_the_page_after_a_form():
    field = node("EditText", at=(100, 500, 900, 600), can="clickable", hint="Kenteken", text="12-ABC-3")
    form = page(words("Nieuwe actie", 100), field, button("Verder"))
    last = page(words("Overzicht", 100), words("12-ABC-3", 500), button("Klaar"), button("Annuleren", 600))
    guard, fresh = Guard(ask=lambda *_: False), Guard(ask=lambda *_: False)
    guard.check(on("Verder", form), form, 'tap "Verder"')
    guard.check(on("Annuleren", last), last, 'tap "Annuleren"')
    with pytest.raises(RefusedError, match="it may do anything"):
        guard.check(on("Klaar", last), last, 'tap "Klaar"')
    fresh.check(on("Klaar", last), last, 'tap "Klaar"')  # no form came before


@pytest.mark.parametrize(("selected", "expected"), [("true", "none"), ("false", "unknown")])
def test_icons_of_a_bar_with_a_selected_one_are_tabs_on_any_page(selected: str, expected: str):
    icons = [
        node(
            "View",
            at=(270 * at, 2200, 270 * at + 270, 2400),
            can="clickable",
            selected=selected if at == 1 else "false",
        )
        for at in range(4)
    ]
    screen = page(words("7 days free, then 9 EUR"), node("View", *icons, at=(0, 2200, 1080, 2400)))
    assert [known(Tap(mark), screen) for mark in (1, 4)] == [expected] * 2


def test_what_a_row_says_does_not_tell_what_its_page_is_about():
    icon, said = node("ImageButton", at=(500, 60, 620, 180), can="clickable"), "Delete all of your data · for ever"

    def listed(at: int, text: str) -> str:
        return node(
            "LinearLayout", words(f"Book {at}", at), words(text, at + 50), at=(0, at, 1080, at + 120), can="clickable"
        )

    def shown(*rows: str) -> Screen:
        return page(icon, node("ListView", *rows, at=(0, 400, 1080, 2000), can="scrollable"))

    content = shown(*(listed(at, said if at == 520 else "By Nobody") for at in (400, 520, 640, 760)))
    assert known(Tap(1), content) == "none"
    assert known(Tap(1), page(icon, words(said))) == "unknown"


@pytest.mark.parametrize("label", ["Reserve", "Book a room", "Termin vereinbaren", "予約する", "Renew"])
def test_booking_costs_something_only_where_an_amount_is_or_was_in_sight(label):
    free, priced = (page(words(said), button(label)) for said in ("Saturday, 10:00", "Saturday, 80 EUR"))
    assert known(on(label, free), free) == "none"
    assert known(on(label, priced), priced) in ("pay", "unknown")
    assert effect_of(on(label, free), free, careful=True).effect != "none"
    guard, tap = Guard(), f'tap "{label}"'
    guard.check(on(label, free), free, tap)
    rooms = page(words("Double room, 80 EUR"), button("Details"))
    guard.check(on("Details", rooms), rooms, 'tap "Details"')
    with pytest.raises(RefusedError):
        guard.check(on(label, free), free, tap)


def test_reporting_is_harmless_but_where_the_page_is_about_a_person():
    for said, expected in (("Lift 2", "none"), ("Maja, 31", "send")):
        screen = page(words(said), button("Melden"))
        assert known(on("Melden", screen), screen) == expected


def chosen_in_a_dialog(said: str, waits: str, *, last: str = "Aldatu", chosen: int = -1, count: int = 3) -> Screen:
    """Chips under a text that may ask for something, with a button below them."""
    chips = [
        node("TextView", text=f"{said} {n}", at=(120, 900 + 100 * n, 900, 980 + 100 * n), can="clickable",
             selected=str(n == chosen).lower())
        for n in range(count)
    ]  # fmt: skip
    frame = [words("Zerrenda ezabatu nahi duzu?"), *chips, button(last, enabled=waits)]
    tree = dump(node("FrameLayout"), node("FrameLayout", *frame, at=(100, 800, 980, 1600)))
    return read_dump(tree, size=SIZE, app="org.some.app")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"waits": "false"}, "none"),  # the button waits for a choice
        ({"waits": "true", "chosen": 1}, "none"),
        ({"waits": "true"}, "unknown"),  # nothing says that they are choices
        ({"waits": "false", "count": 2}, "unknown"),  # may be answers
        ({"waits": "false", "said": "Delete all"}, "delete"),  # what is known to do something still does
    ],
)
def test_a_choice_in_front_of_the_button_that_it_is_for_does_nothing_by_itself(facts, expected):
    screen = chosen_in_a_dialog(**{"said": "Etxea", **facts})
    assert known(Tap(1), screen) == expected


@pytest.mark.parametrize(("shown", "expected"), [("24 November", "none"), ("17:30", "none"), ("Bilbo", "unknown")])
def test_a_row_of_a_dialog_that_shows_a_date_opens_what_it_is_chosen_with(shown, expected):
    told = [node("TextView", text=text, at=(120, top, 900, top + 50)) for text, top in (("Noiz", 910), (shown, 970))]
    line = node("LinearLayout", *told, at=(100, 900, 980, 1040), can="clickable")
    frame = node("FrameLayout", words("Zerrenda ezabatu nahi duzu?"), line, button("Bai"), at=(100, 800, 980, 1600))
    screen = read_dump(dump(node("FrameLayout"), frame), size=SIZE, app="org.some.app")
    assert [known(Tap(each.mark), screen) for each in screen.elements] == [expected, "unknown"]
