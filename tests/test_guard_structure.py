"""What the guard reads from where things stand: messages, amounts, turned questions, stores, banks and look-alikes."""

import pytest
from hierarchies import deed_of, dump, node
from tables import cases

from appagent.actions import Drop, Enter, Swipe, Tap, TypeText
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Effect, Guard, effect_of
from appagent.screen import Screen

SIZE = (1080, 2400)
ARROW = (920, 2250, 1060, 2350)


def words(text: str, top: int = 820) -> str:
    return node("TextView", at=(100, top, 900, top + 50), text=text)


def button(text: str, left: int = 200, **facts: object) -> str:
    return node("Button", at=(left, 1450, left + 280, 1550), can="clickable", text=text, **facts)


def page(*nodes: str, app: str = "org.some.app", activity: str = "") -> Screen:
    return read_dump(dump(node("FrameLayout", *nodes)), size=SIZE, app=app, activity=activity)


def dialog(question: str, yes: str, no: str) -> Screen:
    window = node("FrameLayout", words(question), button(yes), button(no, 520), at=(100, 800, 980, 1600), can="focused")
    return read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")


def on(words: str, screen: Screen) -> Tap:
    return Tap(next(element.mark for element in screen.elements if element.text == words))


def test_letters_with_blanks_between_them_are_read():
    assert [deed_of(on("P a y n o w", page(button(words))), page(button(words))) for words in ("P a y  n o w",)] == [
        "pay"
    ]


def test_a_slider_that_confirms_does_what_its_page_is_about():
    slider = node("SeekBar", at=(100, 1450, 980, 1550), can="focusable", text="Slide to confirm")
    assert deed_of(Swipe("right", mark=1), page(words("Total 20 EUR"), slider)) == "pay"
    assert deed_of(Swipe("right", mark=1), page(words("Delete this account?"), slider)) == "delete"
    assert deed_of(Swipe("right", mark=1), page(words("Wake up"), slider)) is None


def test_a_slider_without_words_pays_where_an_amount_stands_and_its_end_may_be_touched():
    slider = node("SeekBar", at=(100, 1450, 980, 1550), can="focusable", text="0.0")
    for said, found in (("Blue mug, 99 kr", "pay"), ("All photos will be lost", "delete"), ("Brightness", None)):
        assert deed_of(Swipe("right", mark=1), page(words(said), slider)) == found
        assert deed_of(Tap(1), page(words(said), slider)) == found
    assert deed_of(Swipe("up", mark=1), page(words("Blue mug, 99 kr"), slider)) is None


@pytest.mark.parametrize(
    ("heading", "named", "shows", "effect"),
    [
        ("Dial", "Volume 40", "40.0", None),
        ("Send money", "Volume 40", "0.0", "pay"),  # it may be one to slide to its end
        ("Shoes", "At most 50 €", "50.0", None),
        ("Shoes, 99 kr", "Slide to confirm", "10.0", "pay"),
        ("Blue mug", "Drag to the right", "10.0", None),
        ("Blue mug", "Total 99 kr: drag to the right", "10.0", "pay"),
        ("Delete all?", "Volume 40", "40.0", "delete"),
    ],
)
def test_a_slider_that_sets_a_value_does_not_do_what_the_page_is_called(heading, named, shows, effect):
    slider = node("SeekBar", at=(100, 1450, 980, 1550), can="focusable", text=shows)
    screen = page(words(heading, 60), words(named, 1380), slider)
    assert deed_of(Tap(1), screen) == deed_of(Swipe("right", mark=1), screen) == effect


def test_a_slider_under_way_pays_where_an_amount_stands_elsewhere_on_its_page():
    slider = node("SeekBar", at=(100, 1450, 980, 1550), can="focusable", text="10.0")
    screen = page(words("Mug", 60), words("99 kr", 300), words("Drag to the right", 1380), slider)
    assert deed_of(Tap(1), screen) == "pay"


def test_the_words_of_a_sheet_that_takes_touches_itself_are_those_of_its_page():
    parts = words("Today 249 kr"), button("Yes"), button("No", 520)
    sheet = node("LinearLayout", *parts, at=(0, 800, 1080, 1600), can="clickable")
    assert deed_of(on("Yes", page(sheet)), page(sheet)) == "pay"
    card = node("LinearLayout", words("Today 249 kr"), at=(0, 800, 1080, 900), can="clickable")
    assert deed_of(on("Yes", page(card, button("Yes"))), page(card, button("Yes"))) is None


def test_what_does_not_say_no_to_a_question_answers_it_in_any_language():
    asked = dialog("Delete all photos?", "Ezabatu hori", "No")
    assert deed_of(on("Ezabatu hori", asked), asked) == "delete"
    assert deed_of(on("No", asked), asked) is None
    choice = node("RadioButton", at=(200, 1200, 480, 1300), can="clickable checkable", text="Old ones")
    window = node(
        "FrameLayout", words("Delete all photos?"), choice, button("OK"), at=(100, 800, 980, 1600), can="focused"
    )
    chosen = read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")
    assert deed_of(on("Old ones", chosen), chosen) is None


def test_a_bare_switch_does_what_its_row_says():
    switch = node("Switch", at=(800, 1450, 980, 1550), can="checkable clickable")
    for said, found in (("USB debugging", "grant"), ("Dark theme", None)):
        row = node("LinearLayout", words(said, 1460), switch, at=(0, 1440, 1080, 1560), can="clickable")
        screen = page(row, app="com.android.settings")
        assert {deed_of(Tap(each.mark), screen) for each in screen.elements} == {found}


def chat(hint: str = "Message", arrow: tuple[int, int, int, int] = ARROW, top: int = 2250, **more: object) -> Screen:
    field = node("EditText", at=(200, top, 900, top + 100), can="clickable focused", hint=hint, **more)
    icon = node("ImageButton", at=arrow, can="clickable")
    return page(words("Ana", 100), words("How are you?", 500), field, icon)


def test_the_field_of_a_message_may_lie_right_below_the_bar_of_a_page_that_is_nearly_empty():
    screen = chat(top=320, arrow=(920, 320, 1060, 420))
    assert deed_of(Tap(2), screen) == "send"


@cases("action", [Tap(2), Enter(), TypeText("hi", 1, enter=True)])
def test_an_arrow_beside_the_field_of_a_message_sends_and_so_does_enter(action):
    assert deed_of(action, chat()) == "send"


def test_a_message_in_a_script_from_the_right_is_sent_on_the_left():
    assert deed_of(Tap(1), chat("رسالة", arrow=(20, 2250, 160, 2350))) == "send"
    assert deed_of(Tap(2), chat("رسالة")) is None


@cases(
    "screen",
    [
        chat("Search messages"),
        chat(top=100, arrow=(920, 100, 1060, 200)),  # a bar at the top
        chat(arrow=(920, 1200, 1060, 1300)),  # not beside it
        chat(password="true"),
    ],
)
def test_an_icon_elsewhere_does_not_send(screen):
    assert deed_of(Tap(2), screen) is None


@cases(
    ("question", "press", "expected"),
    [
        ("Keep your account?", "No", "delete"),
        ("Keep your account?", "Yes", None),
        ("Stay in this group?", "No", "delete"),
        ("Möchtest du die Nachricht behalten?", "No", "delete"),
        ("保留草稿？", "No", "delete"),
        ("Delete photo?", "No", None),
        ("Due today: 99 kr", "Yes", "pay"),
        ("Heute fällig: 4,99 €", "Yes", "pay"),
        ("Due today: 99 kr", "No", None),
        ("Bitte bestätigen: 120,00 €", "Yes", "pay"),
    ],
)
def test_an_answer_is_judged_by_what_was_asked(question, press, expected):
    screen = dialog(question, "Yes", "No")
    assert deed_of(on(press, screen), screen) == expected


def test_the_answer_that_keeps_gives_nothing_up():
    for question, keep, other in (("Keep this photo?", "Keep", "Don't keep"), ("Behalten?", "Behalten", "Nein")):
        screen = dialog(question, keep, other)
        assert [deed_of(on(press, screen), screen) for press in (keep, other)] == [None, "delete"]


@cases(
    ("app", "label", "expected"),
    [
        ("com.huawei.appmarket", "Get", "install"),
        ("com.android.vending", "Get", "install"),
        ("com.android.vending", "Games", None),
        ("org.some.app", "Get", None),
        ("no.nord.mobilebank", "Confirm", "pay"),
        ("no.nord.mobilebank", "Accounts", None),
    ],
)
def test_the_app_tells_what_agreeing_means(app, label, expected):
    screen = page(words("Cool"), button(label), app=app)
    assert deed_of(on(label, screen), screen) == expected


@cases(("activity", "expected"), [("com.android.settings.DevelopmentSettings", "grant"), (".DisplaySettings", None)])
def test_a_switch_on_a_page_of_powers_grants(activity, expected):
    switch = node("Switch", at=(0, 480, 1080, 580), can="checkable clickable", text="Ukjent")
    assert deed_of(Tap(1), page(switch, app="com.android.settings", activity=activity)) == expected


@cases(
    ("label", "expected"),
    [
        ("D\u0435lete", "delete"),  # a Cyrillic e
        ("\u03a1ay now", "pay"),  # a Greek capital rho
        ("\u0405\u0435nd", "send"),
        ("\u0412uy", "pay"),
        ("\u0420\u0430\u0443", "pay"),  # no Latin letter at all
        ("\u041e\u043fл\u0430т\u0438т\u044c", "pay"),  # Russian as it is
        ("o\u043fлатить", "pay"),  # Russian with a Latin o
        ("P\u0336a\u0336y\u0336 now", "pay"),  # with strokes through it
        ("\u5220\u0332\u9664\u0332", "delete"),  # Chinese, underlined
        ("S\ufe0fe\ufe0fn\ufe0fd", "send"),  # with marks that draw nothing
        ("Gö\u034fnder", "send"),
        ("Up\u3164gra\u3164de for $5", "pay"),
        ("\u202ewon yaP", "pay"),  # written backwards, and drawn so
        ("\u1d18\u1d00\u028f now", "pay"),  # small capitals
        ("\U0001f1f5\U0001f1e6\U0001f1fe", "pay"),  # the letters of flags
        ("\U0001f173\U0001f174\U0001f17b\U0001f174\U0001f183\U0001f174", "delete"),  # in boxes
        ("D.e.l.e.t.e", "delete"),
        ("\u0938\u0947\u0935\u093e\u0928\u093f\u092f\u092e", None),  # vowels of Hindi are no decoration
    ],
)
def test_letters_that_look_like_others_are_read_as_those(label, expected):
    screen = page(button(label))
    assert deed_of(Tap(1), screen) == expected


@cases(
    ("screen", "action", "expected"),
    [
        (page(button("Pay now")), Tap(1), Effect("pay", "words", "Pay now")),
        (page(button("Betala nu")), Tap(1), Effect("pay", "classifier", "Betala nu")),
        (page(button("Sort")), Tap(1), Effect()),
        (dialog("Due today: 99 kr", "Yes", "No"), Tap(1), Effect("pay", "structure", "Due today: 99 kr")),
        (dialog("Delete photo?", "Yes", "No"), Tap(1), Effect("delete", "words", "Delete photo?")),
        (page(button("Confirm"), app="no.nord.mobilebank"), Tap(1), Effect("pay", "app", "no.nord.mobilebank")),
        (chat(), Enter(), Effect("send", "structure", "the field of a message")),
        (chat(password="true"), TypeText("x", 1), Effect("secret", "structure", "Message")),
    ],
)
def test_an_effect_names_its_witness_and_what_was_read(screen, action, expected):
    assert effect_of(action, screen) == expected


def test_a_refusal_names_the_witness_and_the_question_what_was_read():
    screen, asked = dialog("Due today: 99 kr", "Yes", "No"), []
    with pytest.raises(RefusedError, match=r'it may pay: "Due today: 99 kr" \(structure\), and'):
        Guard().check(Tap(1), screen, 'tap "Yes"')
    guard = Guard(ask=lambda effect, told: asked.append(told) or True)
    guard.check(Tap(1), screen, 'tap "Yes"')
    assert asked == ['tap "Yes", because of "Due today: 99 kr"']
    assert (guard.taken(), guard.taken()) == (Effect("pay", "structure", "Due today: 99 kr"), Effect())


def keys(*signs: str) -> list[str]:
    spots = [(100 + 300 * (n % 3), 1200 + 150 * (n // 3)) for n in range(len(signs))]
    return [
        node("Button", at=(x, y, x + 280, y + 140), can="clickable", text=sign)
        for sign, (x, y) in zip(signs, spots, strict=True)
    ]


@cases(
    ("said", "signs", "expected"),
    [
        ("Delete your account?", "123456789<0", "delete"),
        ("Your number", "123456789<0", None),
        ("PIN eingeben, um 80,00 € zu senden", "1234567890", "pay"),
        ("Dial", "123456789*0#", None),
        ("0", "7894561230.=", None),
        ("Level 3", "123456789", None),
    ],
)
def test_the_digits_of_a_pin_do_what_their_page_is_about(said, signs, expected):
    screen = page(words(said), *keys(*signs))
    assert deed_of(on("1", screen), screen) == expected


def test_an_answer_that_is_ready_above_the_field_of_a_message_sends():
    field = node("EditText", at=(200, 2250, 900, 2350), can="clickable", hint="Message")
    parts = words("Ana", 100), field, node("ImageButton", at=ARROW, can="clickable")
    for top, found in ((2130, "send"), (1400, None)):
        ready = node("Button", at=(100, top, 400, top + 100), can="clickable", text="Yes, six")
        screen = page(*parts, ready)
        assert deed_of(on("Yes, six", screen), screen) == found


@cases(
    ("question", "press", "expected"),
    [
        ("Att betala i dag: 99 kr", "Fortsätt", "pay"),
        ("Att betala i dag: 99 kr", "Avbryt", None),
        ("Vill du behålla ditt medlemskap?", "Nej", "delete"),
        ("K zaplacení 99 Kč", "Pokračovat", "pay"),
        ("Fizetendő: 4 990 Ft", "Tovább", "pay"),
        ("Smazat účet?", "Zrušit", None),
    ],
)
def test_yes_and_no_are_known_in_the_languages_that_the_classifier_knows(question, press, expected):
    asked = dialog(question, press, "···")
    assert deed_of(on(press, asked), asked) == expected


def test_a_label_that_begins_with_yes_is_judged_by_the_rest_too():
    for label, expected in (("Potvrdit platbu", "pay"), ("Potvrdit", None), ("Accept all", None)):
        screen = page(button(label))
        assert deed_of(on(label, screen), screen) == expected


def test_exploring_calls_nobody():
    number = node("LinearLayout", words("206-555-0103"), at=(0, 800, 1080, 900), can="clickable")
    bare, named = (
        node("ImageButton", at=(left, 500, left + 90, 590), can="clickable", name=name)
        for left, name in ((100, ""), (300, "menu_star"))
    )
    screen = page(number, bare, named, button("Edit"))
    found = [deed_of(Tap(element.mark), screen, careful=True) for element in screen.elements]
    assert found == ["send", None, "send", None]
    for said, app, expected in (("2026-11-22", "org.some.app", None), ("Ana", "com.android.contacts", "send")):
        other = page(words(said), bare, app=app)
        assert deed_of(Tap(1), other, careful=True) == expected
        assert deed_of(Tap(1), other) is None


def test_a_row_of_a_menu_that_seems_to_agree_does_not_do_what_another_row_says():
    def menu(*rows: str, asks: str = "") -> Screen:
        items = [node("LinearLayout", words(each, 910 + 100 * n), at=(140, 900 + 100 * n, 940, 1000 + 100 * n),
                      can="clickable") for n, each in enumerate(rows)]  # fmt: skip
        held = node("ListView", *items, at=(140, 900, 940, 1500))
        window = node("FrameLayout", words(asks), held, at=(100, 800, 980, 1600), can="focused")
        return read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")

    screen = menu("Play next", "Go to album", "Delete from phone")
    found = [deed_of(Tap(each.mark), screen) for each in screen.elements if "tap" in each.actions]
    assert found == [None, None, "delete"]
    asked = menu("Yes", "No", "Not now", asks="Delete all photos?")
    assert deed_of(Tap(next(each.mark for each in asked.elements if each.text == "Yes")), asked) == "delete"


def test_what_closes_a_sheet_does_not_do_what_another_button_of_it_says():
    sheet = dialog("Stage", "Done", "Delete all")
    assert [deed_of(on(press, sheet), sheet) for press in ("Done", "Delete all")] == [None, "delete"]


def test_a_question_or_warning_that_takes_touches_itself_is_answered_all_the_same():
    for said in ("Delete all photos?", "All your photos will be gone forever."):
        asked = node("TextView", at=(140, 820, 940, 900), can="clickable", text=said)
        shown = (asked, button("Fine"), button("Yes", 520))
        window = node("FrameLayout", *shown, at=(100, 800, 980, 1600), can="focused")
        screen = read_dump(dump(node("FrameLayout"), window), size=SIZE, app="org.some.app")
        assert deed_of(on("Yes", screen), screen) == "delete", said


def test_exploring_says_yes_to_no_question():
    asked = dialog("Clear the queue?", "Clear", "Cancel")
    assert [deed_of(on(press, asked), asked, careful=True) for press in ("Clear", "Cancel")] == ["delete", None]


def test_offers_one_below_the_other_are_installed_in_any_app():
    def offers(*labels: str) -> Screen:
        tops = range(800, 800 + 200 * len(labels), 200)
        return page(
            *(
                node("Button", at=(800, y, 1000, y + 100), can="clickable", text=label)
                for label, y in zip(labels, tops, strict=True)
            )
        )

    assert [deed_of(Tap(mark), offers("Get", "Get")) for mark in (1, 2)] == ["install"] * 2
    assert deed_of(Tap(1), offers("Get", "Help")) is None


def test_a_bin_is_known_by_its_name_alone():
    held = node("LinearLayout", words("Photos"), at=(0, 800, 1080, 900), can="clickable")
    for name, found in (("ic_bin", "delete"), ("ic_bind", None)):
        screen = page(held, node("FrameLayout", at=(400, 2000, 600, 2200), can="clickable", name=name))
        assert deed_of(Drop(500, 2100), screen) == found


def test_what_beside_a_yes_grants_something_grants():
    for label, expected in (("Accept and share my number", "grant"), ("Accept all", None)):
        screen = page(button(label))
        assert deed_of(on(label, screen), screen) == expected


def test_typing_into_a_field_that_asks_for_a_secret_by_its_words_is_one():
    for hint, expected in (("Recovery phrase, 12 words", "secret"), ("Verification code", "secret"), ("Name", "none")):
        screen = page(node("EditText", at=(100, 500, 900, 600), can="clickable", hint=hint))
        assert effect_of(TypeText("4711", 1), screen).effect == expected


def test_a_row_of_the_settings_grants_by_its_switch_alone():
    for switch, expected in ((True, "grant"), (False, None)):
        inner = [node("Switch", at=(900, 510, 1000, 590), can="checkable")] * switch
        row = node("LinearLayout", words("USB debugging", 510), *inner, at=(0, 500, 1080, 600), can="clickable")
        screen = page(row, app="com.phone.settings")
        assert deed_of(Tap(1), screen) == expected
