import re
from itertools import pairwise

import pytest
from hierarchies import DISPLAY, NOTES, corpus_dump, dump, node
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Element, Screen

Bounds = tuple[int, int, int, int]


def look(*inner: str, size: tuple[int, int] = DISPLAY) -> Screen:
    return read_dump(dump(node("FrameLayout", *inner, at=(0, 0, *size))), size=size)


def one(screen: Screen, text: str) -> Element:
    (found,) = [element for element in screen.elements if element.text == text]
    return found


def row(number: int, *words: str, inner: str = "", name: str = "row") -> str:
    top = 200 + 150 * number
    lines = [node(text=text, at=(100, top, 700, top + 50)) for text in words]
    return node("LinearLayout", *lines, inner, at=(0, top, 1080, top + 150), can="clickable", name=name)


def page(*rows: str) -> str:
    return node("RecyclerView", *rows, at=(0, 200, 1080, 2400), can="scrollable", name="list")


def button(left: int, top: int, **facts: object) -> str:
    return node("Button", at=(left, top, left + 100, top + 80), can="clickable", **facts)


# --- the rule


@cases(
    "name",
    ["0_resource_name_obfuscated", ":r3:", "5f0c2a9e-77aa-4a1e-9d5f-0d9b8c7a6f50", "b94d27b9934d3e08a52e"],
)
def test_a_random_resource_id_names_nothing(name: str):
    named, unnamed = look(button(0, 0, name=name, text="Go")), look(button(0, 0, text="Go"))
    assert named.elements[0].id == unnamed.elements[0].id


def test_resource_ids_that_differ_by_a_number_are_one_family():
    screen = look(button(0, 0, name="tab_1", text="Home"), button(200, 0, name="tab_2", text="Mail"))
    home, mail = screen.elements
    assert home.template == mail.template
    assert home.id != mail.id


def test_androids_own_numbered_buttons_are_told_apart():
    screen = look(button(0, 0, name="android:id/button1"), button(200, 0, name="android:id/button2"))
    assert len({element.template for element in screen.elements}) == 2


def test_a_template_knows_package_role_resource_id_window_and_three_ancestors():
    def within(*ancestors: str, **facts: object) -> str:
        inner = button(10, 600, **facts)
        for name in ancestors:
            inner = node("FrameLayout", inner, name=name)
        return look(inner).elements[0].template

    here = within("a", "b", "c", "d", name="ok")
    assert within("a", "b", "c", "e", name="ok") == here
    assert within("", "a", "", "b", "c", name="ok") == here
    assert within("a", "b", "e", "d", name="ok") != here
    assert within("a", "b", "c", "d", name="no") != here
    assert within("a", "b", "c", "d", name="ok", package="org.mail") != here


def test_a_control_alone_of_its_kind_has_one_id_in_all_languages():
    assert look(button(0, 0, name="save", text="Save")).elements[0].id == (
        look(button(0, 0, name="save", text="保存")).elements[0].id
    )


def test_rows_are_named_by_their_words_and_share_a_template():
    rows = look(page(row(0, "John"), row(1, "Pay"), row(2, "Delete account"))).elements[1:]
    assert len({element.id for element in rows}) == 3
    assert len({element.template for element in rows}) == 1
    assert not any(element.weak for element in rows)


def test_a_row_keeps_its_id_when_it_moves_or_is_left_alone():
    before = look(page(row(0, "Wi-Fi"), row(1, "Bluetooth"), row(2, "Sound")))
    assert one(before, "Sound").id == one(look(page(row(0, "Sound"))), "Sound").id


def test_a_row_keeps_its_id_when_the_words_under_its_title_change():
    before, after = look(page(row(0, "John", "Hi"), row(1, "Mary"))), look(page(row(0, "John", "Bye"), row(1, "Mary")))
    assert before.elements[1].id == after.elements[1].id


def test_rows_with_one_title_are_told_apart_by_what_else_they_say():
    rows = look(page(row(0, "Order", "Shoes"), row(1, "Order", "Hats"))).elements[1:]
    assert len({element.id for element in rows}) == 2
    assert not any(element.weak for element in rows)


def test_only_rows_that_say_the_same_are_weak():
    rows = look(page(row(0, "John"), row(1, "John"), row(2, "Mary"))).elements[1:]
    assert [element.weak for element in rows] == [True, True, False]
    assert len({element.id for element in rows}) == 3


def test_a_button_in_a_row_goes_by_its_row():
    def more(number: int) -> str:
        return button(900, 200 + 150 * number, name="more", content_desc="More")

    screen = look(page(row(0, "John", inner=more(0)), row(1, "Mary", inner=more(1))))
    buttons = [element for element in screen.elements if element.text == "More"]
    assert len({element.id for element in buttons}) == 2
    assert not any(element.weak for element in buttons)
    assert [element.facts["row"] for element in buttons] == ["john", "mary"]
    alone = look(page(row(0, "Mary", inner=more(0))))
    assert one(alone, "More").id == buttons[1].id


def test_bare_icons_are_told_apart_by_their_place_outside_collections():
    bar = node("LinearLayout", *(button(x, 0, index=x // 200) for x in (0, 200)), at=(0, 0, 1080, 100), name="bar")
    screen = look(bar, node("ImageView"))
    assert len({element.id for element in screen.elements}) == 2
    assert not any(element.weak for element in screen.elements)


def test_keys_are_told_apart_by_their_numbers():
    keys = [button(100 * n, 0, name=f"digit_{n}", text=str(n)) for n in range(10)]
    screen = look(node("GridLayout", *keys))
    assert len({element.id for element in screen.elements}) == 10
    assert not any(element.weak for element in screen.elements)


@cases(
    ("before", "after"),
    [
        ("Inbox (3)", "Inbox (12)"),
        ("Inbox (3)", "Inbox"),
        ("3 unread messages", "1,204 unread messages"),
        ("Updated 5 minutes ago", "Updated 3 hours ago"),
        ("Alarm 7:05 am", "Alarm 12:30"),
        ("Pay $4.99", "Pay $12"),
        ("Ｗｉ-Ｆｉ", "wi-fi"),
        ("更新于3小时前", "更新于12分钟前"),
        ("John\u200e", "John"),
    ],
)
def test_counters_times_prices_and_widths_are_not_in_an_id(before: str, after: str):
    one, other = (look(page(row(0, words), row(1, "Other"))).elements[1].id for words in (before, after))
    assert one == other


def test_a_switch_is_not_named_by_its_state():
    def switch(state: str) -> Screen:
        return look(*(node("Switch", at=(0, y, 99, y + 50), can="checkable", text=state) for y in (0, 100)))

    assert [e.id for e in switch("ON").elements] == [e.id for e in switch("OFF").elements]


def test_ids_and_facts_tell_nobodys_words_but_the_facts():
    (element,) = look(page(row(0, "John"))).elements[1:]
    assert "john" not in (element.id + element.template).lower()
    assert element.facts == {
        "class": "android.widget.LinearLayout",
        "role": "LinearLayout",
        "resource_id": f"{NOTES}:id/row",
        "words": "john",
        "row": "",
        "ancestors": [f"{NOTES}:id/list"],
        "window": "app",
    }


def test_a_screen_keeps_its_id_while_its_list_changes():
    def shown(*rows: str) -> Screen:
        return look(button(0, 0, name="add", content_desc="Add"), page(*rows))

    before, after = shown(row(0, "John"), row(1, "Mary")), shown(row(0, "Pay"))
    assert before.screen_id == after.screen_id
    assert before.screen_id != look(button(0, 0, name="send"), page(row(0, "John"))).screen_id


# --- properties of whole screens


some = settings(max_examples=25, deadline=None)
words = st.sampled_from(["Save", "Share", "Delete", "Inbox", "John", "Mary", "Pay", "保存", "设置", "إرسال"])
roles = st.sampled_from(["Button", "ImageButton", "CheckBox", "EditText", "TextView"])
names = st.sampled_from(["", "ok", "more", "item_1", "item_2", "a_b"])


@st.composite
def widgets(draw: st.DrawFn, at: Bounds, depth: int = 3, *, holders: str = "clickable") -> str:
    """A tree of widgets that share the space of their parent out, in rows or in columns.

    holders: what those with others in them may be able to do.
    """
    left, top, right, bottom = at
    parts = draw(st.integers(0, 4)) if depth else 0
    if not parts:
        facts = {"text": draw(words | st.just("")), "name": draw(names), "content-desc": draw(words | st.just(""))}
        return node(draw(roles), at=at, can=draw(st.sampled_from(["clickable", "clickable checkable", ""])), **facts)
    wide, high = (right - left) // parts, (bottom - top) // parts
    across = draw(st.booleans())
    places = [
        (left + n * wide, top, left + (n + 1) * wide, bottom)
        if across
        else (left, top + n * high, right, top + (n + 1) * high)
        for n in range(parts)
    ]
    inner = [draw(widgets(place, depth - 1, holders=holders)) for place in places]
    role = draw(st.sampled_from(["LinearLayout", "RecyclerView", "FrameLayout"]))
    return node(role, *inner, at=at, can=draw(st.sampled_from(["", holders])), name=draw(names))


screens = widgets((0, 0, 1080, 2160)).map(dump)
flat_screens = widgets((0, 0, 1080, 2160), holders="").map(dump)


@pytest.mark.slow
@some
@given(screens)
def test_marks_count_the_elements_and_no_two_share_an_id_or_bounds(hierarchy: str):
    elements = read_dump(hierarchy, size=(1080, 2160)).elements
    assert [element.mark for element in elements] == list(range(1, len(elements) + 1))
    assert len({element.id for element in elements}) == len(elements)
    assert len({element.bounds for element in elements}) == len(elements)


@pytest.mark.slow
@some
@given(flat_screens)
def test_no_mark_follows_one_that_is_wholly_below_it(hierarchy: str):
    for before, after in pairwise(read_dump(hierarchy, size=(1080, 2160)).elements):
        assert after.bounds[3] > before.bounds[1]


@pytest.mark.slow
@some
@given(screens, st.integers(0, 1080), st.integers(0, 2160))
@example(
    dump(
        node(
            "LinearLayout",
            node(
                "LinearLayout",
                node("Button", at=(0, 0, 540, 2160), can="clickable", text="Save"),
                node("Button", at=(540, 0, 1080, 2160), can="clickable", text="Save"),
                at=(0, 0, 1080, 2160),
            ),
            at=(0, 0, 1080, 2160),
            can="clickable",
        )
    ),
    541,
    1,
)
def test_every_element_is_inside_the_display(hierarchy: str, width: int, height: int):
    for element in read_dump(hierarchy, size=(width, height)).elements:
        left, top, right, bottom = element.bounds
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height


@pytest.mark.slow
@some
@given(screens, st.sampled_from([2, 3, 5]))
def test_ids_are_the_same_on_a_larger_display(hierarchy: str, factor: int):
    larger = re.sub(r"\[(\d+),(\d+)\]", lambda at: f"[{int(at[1]) * factor},{int(at[2]) * factor}]", hierarchy)
    one, other = read_dump(hierarchy, size=(1080, 2160)), read_dump(larger, size=(1080 * factor, 2160 * factor))
    assert [element.id for element in one.elements] == [element.id for element in other.elements]
    assert one.screen_id == other.screen_id


@pytest.mark.slow
@some
@given(screens, st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20))
def test_ids_do_not_depend_on_what_was_typed(hierarchy: str, typed: str):
    def type_into(document: str, text: str) -> str:
        return re.sub(r'(class="[\w.]*EditText"[^>]*? text=)"[^"]*"', lambda field: f'{field[1]}"{text}"', document)

    safe = typed.translate(dict.fromkeys(map(ord, "<>&\"'")))
    one, other = (read_dump(type_into(hierarchy, text), size=(1080, 2160)) for text in ("before", safe))
    assert [element.id for element in one.elements] == [element.id for element in other.elements]


@some
@given(st.lists(words, min_size=1, unique=True), st.integers(0, 10**6), st.integers(0, 10**6))
def test_ids_do_not_depend_on_counters(titles: list[str], before: int, after: int):
    one, other = (
        look(page(*(row(n, f"{title} ({count})", f"{count} new") for n, title in enumerate(titles))))
        for count in (before, after)
    )
    assert [element.id for element in one.elements] == [element.id for element in other.elements]


@some
@given(st.lists(words, min_size=1, unique=True).flatmap(lambda t: st.tuples(st.just(t), st.permutations(t))))
def test_ids_do_not_depend_on_the_order_of_rows_that_say_different_things(orders: tuple[list[str], list[str]]):
    one, other = (
        {element.text: element.id for element in look(page(*(row(n, w) for n, w in enumerate(order)))).elements}
        for order in orders
    )
    assert one == other


# --- real dumps


def test_a_page_visited_again_keeps_its_ids_and_its_screen_id():
    before, after = read_dump(corpus_dump("0269")), read_dump(corpus_dump("0270"))
    kept = {element.id for element in before.elements} & {element.id for element in after.elements}
    assert {element.resource_id for element in before.elements if element.id in kept} >= {
        f"com.android.chrome:id/{name}" for name in ("url_bar", "menu_button", "home_button", "tab_switcher_button")
    }


@cases("number", ["0273", "0287", "0298", "0345"])
def test_no_element_of_an_ordinary_real_screen_is_weak(number: str):
    assert not any(element.weak for element in read_dump(corpus_dump(number)).elements)
