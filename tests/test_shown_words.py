"""Words of elements as a model is shown them: signs and glyphs, descriptions that say more, parts that repeat."""

import pytest
from hierarchies import DISPLAY, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.prompting.words.outline import outline
from appagent.screen import Screen
from appagent.screen.names.fields import is_empty


def page(*nodes: str) -> Screen:
    return read_dump(dump(node("FrameLayout", *nodes)), size=DISPLAY)


def button(text: str = "", at: tuple[int, int, int, int] = (0, 300, 300, 400), **more: object) -> str:
    return node("Button", text=text, at=at, can="clickable", **more)


def test_a_sign_or_a_letter_gives_way_to_the_words_of_its_description() -> None:
    assert outline(page(button("🔇", content_desc="Read aloud"))) == '1 Button "Read aloud"'
    assert outline(page(button("B", content_desc="Bold"))) == '1 Button "Bold"'
    assert outline(page(button("7", content_desc="Seven"))) == '1 Button "7"'
    assert outline(page(button("×", content_desc="Multiply"))) == '1 Button "×"'
    assert outline(page(button("是", content_desc="按钮"))) == '1 Button "是"'


def test_glyphs_of_icon_fonts_are_no_words() -> None:
    glyph = node(text="\U000f0140", at=(200, 300, 280, 400))
    size = node("ViewGroup", glyph, at=(0, 300, 300, 400), can="clickable", content_desc="Size")
    assert outline(page(size)) == '1 "Size"'
    assert outline(page(button("\ue5cd", name="close"))) == "1 Button (close)"
    assert outline(page(button(content_desc="Log in, \ue5cd"))) == '1 Button "Log in"'


def test_a_description_that_says_the_text_and_more_is_shown_and_names_stay() -> None:
    tip, plain = page(button("Dismiss", content_desc="Dismiss tip")), page(button("Dismiss"))
    assert outline(tip) == '1 Button "Dismiss tip"'
    assert [one.id for one in tip.elements] == [one.id for one in plain.elements]
    assert outline(page(button("On", content_desc="Notifications"))) == '1 Button "On"'
    title = node(text="Pluct", content_desc="Pluct app title", at=(0, 100, 400, 200))
    assert outline(page(title)) == "Pluct"


def test_commas_of_texts_that_are_not_there_are_left_out() -> None:
    assert outline(page(button(content_desc=", , Home,, 3 new"))) == '1 Button "Home, 3 new"'


def test_parts_that_repeat_the_one_before_are_told_once_and_equal_numbers_are_not() -> None:
    said = ["Action: Retry", "Retry", "Retry", "1", "1"]
    parts = [node(text=text, at=(0, 300 + 50 * at, 300, 340 + 50 * at)) for at, text in enumerate(said)]
    card = node("LinearLayout", *parts, at=(0, 300, 1080, 600), can="clickable")
    assert page(card).elements[0].text == "Action: Retry · 1 · 1"


def test_a_sign_gives_way_to_the_words_of_a_tooltip_around_it() -> None:
    at = (0, 300, 300, 400)
    assert page(node("View", button("B", at), at=at, content_desc="Bold")).elements[0].text == "Bold"
    off = node("View", button("B", at, enabled="false"), at=at, content_desc="Bold")
    assert outline(page(off)) == 'Button "Bold" [disabled]'


def test_a_disabled_control_says_that_it_has_the_focus_or_is_selected() -> None:
    tab = node("TextView", text="Extras", at=(0, 300, 300, 400), can="clickable focused selected", enabled="false")
    assert outline(page(tab)) == 'TextView "Extras" [disabled, focused, selected]'


def test_the_placeholder_of_a_password_field_names_it_and_what_is_typed_does_not() -> None:
    field = {"at": (0, 300, 900, 400), "can": "clickable password"}
    shown = page(node("EditText", text="Пароль", **field))
    assert outline(shown) == '1 EditText "Пароль" [empty, password, text]'
    assert is_empty(shown.elements[0], shown)
    for typed in ("••••••", "hunter", "password1", "Password!"):
        assert outline(page(node("EditText", text=typed, **field))) == (
            "1 EditText (41% across, 14% down) [password, text]"
        )


def test_a_count_is_no_label_of_the_field_after_it() -> None:
    field = node("EditText", at=(0, 500, 900, 600), can="clickable")
    assert page(node(text="12", at=(0, 400, 100, 450)), field).elements[0].label == ""
    assert page(node(text="Name", at=(0, 400, 100, 450)), field).elements[0].label == "Name"


@pytest.mark.parametrize("typed", ["MyPassword", "correct horse pin"])
def test_a_password_that_a_phone_does_not_mask_is_not_shown_as_a_placeholder(typed: str) -> None:
    field = {"at": (0, 300, 900, 400), "can": "clickable focusable password"}
    assert typed not in outline(page(node("EditText", text=typed, **field)))


def test_signs_in_a_text_stay_as_they_are() -> None:
    assert "1,,3" in outline(page(node("TextView", text="1,,3", at=(0, 300, 900, 400))))


def test_shortened_resource_ids_and_placeholders_for_them_are_no_names() -> None:
    icons = [button(at=(200 * at, 300, 200 * at + 100, 400), name=name) for at, name in enumerate(("ni8", "nht", "a2"))]
    told = outline(page(*icons, node("View", name="hwf"), node("View", name="fkt")))
    assert "ni8" not in told
    assert told.startswith("1 Button (4% across, 14% down)")
    assert outline(page(button(name="add"))) == "1 Button (add)"
    assert "removed" not in outline(page(button(name="(name removed)")))


def test_a_button_over_another_at_the_same_place_has_its_name() -> None:
    at = (0, 300, 300, 400)
    lower, upper = (node("ImageView", name="options", at=at, can="clickable"), node("View", at=at, can="clickable"))
    assert outline(page(lower, upper)) == "1 View (options)"


def test_boxes_in_rows_that_are_no_elements_are_told_by_their_rows() -> None:
    rows = [
        node("RelativeLayout", node("CheckBox", at=(0, top, 80, top + 80), can="clickable checkable", name="box"),
             node(text=words, at=(100, top, 900, top + 80)), at=(0, top, 1080, top + 100))
        for words, top in (("Milk", 300), ("Bread", 400))
    ]  # fmt: skip
    told = outline(page(node("ListView", *rows, at=(0, 300, 1080, 2000)))).split("\n")
    assert told == ['1 CheckBox (box of "Milk") [off]', "Milk", '2 CheckBox (box of "Bread") [off]', "Bread"]
