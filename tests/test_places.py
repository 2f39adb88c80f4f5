"""Element ids by lists, rows, places, neighbours and dialogs, on small trees."""

from hierarchies import DISPLAY, dump, node
from tables import cases
from test_ids import button, look, one, page, row

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.facts import element_facts
from appagent.documents.lookup.serving import offers
from appagent.documents.values import Values
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import bare_like, documentable, isolates, resolve
from appagent.store import Record, Store


def bar(*inner: str, name: str = "bar", **facts: object) -> str:
    return node("LinearLayout", *inner, at=(0, 0, 1080, 200), name=name, **facts)


def words_swapped(made: object) -> tuple[list[Element], list[Element]]:
    """Elements of one screen in two languages. made: function from three words to a screen."""
    return tuple(list(made(*words).elements) for words in (("Home", "Mail", "More"), ("首页", "邮件", "更多")))  # type: ignore[operator,return-value]


# --- lists


@cases(
    ("holder", "can", "listed"),
    [
        ("LinearLayout", "", False),
        ("ScrollView", "", True),
        ("LinearLayout", "scrollable", True),
        ("GridView", "", True),
    ],
)
def test_children_of_one_kind_are_rows_only_within_something_that_scrolls(holder: str, can: str, listed: bool):
    buttons = [button(0, 200 * n, text=text) for n, text in enumerate(("Home", "Mail", "More"))]
    screen = look(node(holder, *buttons, at=(0, 0, 1080, 1000), can=can))
    found = [e for e in screen.elements if e.role == "Button"]
    assert [e.listed for e in found] == [listed] * 3


def test_only_children_of_the_repeated_kind_are_rows():
    rows = [button(0, 100 * n, text=text) for n, text in enumerate(("One", "Two", "Three"))]
    inner = node("LinearLayout", *rows, node("CheckBox", at=(0, 500, 99, 599), can="checkable"), at=(0, 0, 1080, 1000))
    screen = look(node("ScrollView", inner, at=(0, 0, 1080, 1000)))
    assert [e.listed for e in screen.elements] == [True, True, True, False]


def scrolled(*parts: str) -> Screen:
    inner = node("ViewGroup", *parts, at=(0, 0, 1080, 2000))
    return look(node("ScrollView", inner, at=(0, 0, 1080, 1000), can="scrollable"))


def part(place: tuple[int, int], breadth: int, *inner: str, can: str = "clickable") -> str:
    left, top = place
    text = node(text=f"Part {left} of {top}", at=(left, top, left + breadth, top + 50))
    return node("ViewGroup", text, *inner, at=(left, top, left + breadth, top + 90), can=can)


STRIP = (0, 100, 1080, 190)
FIELD = node("EditText", at=(0, 0, 900, 80), can="clickable")


@cases(("parts", "listed"), [
    ([part((0, 100 * n), 900) for n in range(3)], 3),
    ([part((500 * (n % 2), 100 * (n // 2)), 480) for n in range(3)], 3),
    ([part((0, 100 * n), 900, FIELD, can="") for n in range(3)], 0),
    ([part((0, 100 * n), breadth) for n, breadth in enumerate((300, 900, 900))], 0),
    ([part((300 * n, 100), 280) for n in range(3)], 0),
    ([node("RadioButton", at=(0, 100 * n, 900, 100 * n + 90), can="clickable checkable") for n in range(3)], 0),
    ([node("HorizontalScrollView", *(part((300 * n, 100), 280 - 20 * n) for n in range(3)), at=STRIP)], 3),
    ([node("HorizontalScrollView", *(part((300 * n, 100), 280, can="selected clickable" if n else "clickable")
                                     for n in range(2)), part((900, 100), 280), at=STRIP)], 0),
], ids=("rows", "tiles", "form", "buttons", "bar", "choice", "strip", "tabs"))  # fmt: skip
def test_fields_buttons_choices_and_tabs_within_something_that_scrolls_are_no_rows(parts: list[str], listed: int):
    touched = [each for each in scrolled(*parts).elements if "tap" in each.actions]
    assert [each.listed for each in touched].count(True) == listed


def test_a_phrase_that_all_rows_share_names_none_of_them():
    def shown(*names: str) -> Screen:
        return look(page(*(row(n, "Add to favourites", name) for n, name in enumerate(names))))

    before, after = shown("John", "Mary", "Paul"), shown("Paul", "Mary", "John")
    assert one(before, "Add to favourites · Mary").id == one(after, "Add to favourites · Mary").id
    others = [row(n, "Add to favourites", name) for n, name in enumerate(("John", "Paul", "Ann"), 1)]
    fewer = look(page(row(0, "Unlike", "Mary"), *others))
    assert one(fewer, "Add to favourites · John").id == one(before, "Add to favourites · John").id


def test_a_button_in_a_row_goes_by_the_phrase_that_names_the_row():
    def shown(*names: str) -> Screen:
        more = [button(900, 200 + 150 * n, name="more", content_desc="More") for n in range(3)]
        return look(page(*(row(n, "Friend", name, inner=more[n]) for n, name in enumerate(names))))

    found = [e for e in shown("John", "Mary", "Paul").elements if e.text == "More"]
    assert [e.row for e in found] == ["john", "mary", "paul"]


def test_a_long_text_is_cut_to_what_tells_rows_apart():
    start = "The quick brown fox jumps over the lazy dog near the river"
    (before,), (after,) = (look(page(row(0, f"{start} {end}"))).elements[1:] for end in ("at noon", "in the evening"))
    assert before.id == after.id
    rows = look(page(row(0, f"{start} at noon"), row(1, f"{start} by day"))).elements[1:]
    assert len({e.id for e in rows}) == 2
    assert not any(e.weak for e in rows)


def test_rows_are_built_alike_with_and_without_an_icon_a_badge_or_a_second_line():
    def shape(*inner: str, words: tuple[str, ...] = ("John",)) -> str:
        return look(page(row(0, *words, inner="".join(inner)))).elements[1].shape

    icon = node("ImageView", at=(0, 200, 90, 290), name="avatar")
    badge = node("TextView", at=(900, 200, 990, 290), text="3", name="badge")
    plain = shape()
    assert {shape(icon), shape(badge), shape(icon, badge), shape(words=("John", "See you"))} == {plain}
    box = node("CheckBox", at=(900, 200, 990, 290), can="checkable")
    chip = button(900, 200, text="Follow")
    assert len({plain, shape(box), shape(chip), shape(box, chip)}) == 4


# --- outside lists


def test_places_below_a_resource_id_come_before_words():
    here, there = words_swapped(lambda *words: look(bar(*(button(200 * n, 0, text=w) for n, w in enumerate(words)))))
    assert [e.id for e in here] == [e.id for e in there]
    assert len({e.id for e in here}) == 3


def test_a_place_counts_only_siblings_of_the_same_kind():
    icons = [button(200 * n, 0) for n in range(2)]
    before = look(bar(*icons))
    after = look(bar(node("TextView", at=(500, 0, 600, 80), text="New"), *icons))
    assert [e.id for e in before.elements] == [e.id for e in after.elements]


def test_a_resource_id_inside_or_beside_tells_a_control_apart_wherever_it_moves():
    def form(*fields: str) -> Screen:
        inner = []
        for n, name in enumerate(fields):
            inner.append(node("TextView", at=(0, 100 * n, 300, 100 * n + 50), name=f"{name}_label", text=name))
            inner.append(node("EditText", at=(300, 100 * n, 900, 100 * n + 50), can="clickable focusable"))
        return look(bar(*inner))

    (start, end), (alone, *_) = form("start", "end").elements, form("end", "other").elements
    assert end.id == alone.id != start.id

    def tabs(*names: str) -> Screen:
        cells = [
            node("FrameLayout", node("ImageView", at=(200 * n, 0, 200 * n + 90, 90), name=f"icon_{name}"),
                 at=(200 * n, 0, 200 * n + 100, 100), can="clickable")
            for n, name in enumerate(names)
        ]  # fmt: skip
        return look(bar(*cells))

    assert tabs("home", "mail").elements[1].id == tabs("mail", "home").elements[0].id


def test_far_from_any_resource_id_words_tell_more_than_places():
    def deep(*words: str) -> Screen:
        inner = "".join(button(200 * n, 0, text=word) for n, word in enumerate(words))
        return look(node("View", node("View", node("View", inner, at=(0, 0, 1079, 1000)), at=(0, 0, 1080, 1001))))

    assert one(deep("Home", "Mail", "More"), "Mail").id == one(deep("Mail", "Home"), "Mail").id


# --- dialogs


def dialog(title: str, *buttons: str) -> Screen:
    inner = [button(200 * n, 900, name=f"android:id/button{n + 1}", text=text) for n, text in enumerate(buttons)]
    below = node("FrameLayout", button(0, 0, name="add", text="Add"))
    shown = node("FrameLayout", node("TextView", text=title, at=(100, 700, 900, 800)), *inner, at=(90, 600, 990, 1000))

    return read_dump(dump(below, shown), size=DISPLAY)


def test_dialogs_buttons_are_told_apart_by_their_words_and_by_what_the_dialog_asks():
    delete, call, same = (one(dialog(title, "OK", "Cancel"), "OK") for title in ("Delete?", "Call?", "Delete?"))
    assert delete.id == same.id != call.id
    assert one(dialog("Delete?", "Delete", "Cancel"), "Delete").id != delete.id
    assert delete.template == call.template


@cases(
    ("before", "after"),
    [
        ("Delete “Trip”?", "Delete “Milk”?"),
        ("Delete 'Trip'?", "Delete 'Milk'?"),
        ("Delete 3 notes?", "Delete 12 notes?"),
    ],
)
def test_what_a_dialog_is_about_this_time_is_not_what_it_asks(before: str, after: str):
    assert one(dialog(before, "OK"), "OK").id == one(dialog(after, "OK"), "OK").id


# --- resource-ids that a tool shortens


def test_a_control_with_a_shortened_resource_id_is_also_known_without_it():
    def shown(name: str) -> Element:
        return look(bar(button(0, 0, name=name, text="Go"), name="x")).elements[0]

    release, next_one = shown("a1"), shown("b")
    assert release.id != next_one.id
    assert release.aliases[0] == next_one.aliases[0]
    assert release.old_templates[0] == next_one.old_templates[0]
    assert len(shown("save").aliases) == 2  # for the bar's resource-id is short too
    plain = look(bar(button(0, 0, name="save"))).elements[0]
    assert len(plain.aliases) == 1


def release(*names: str) -> Screen:
    """A page as one release of an app draws it, whose resource-ids a tool made up. names: of the page's parts."""
    whole, save, share, song, title, more = names
    rows = [
        node("LinearLayout", node(text=words, at=(0, top, 700, top + 90), name=title), button(900, top, name=more),
             at=(0, top, 1080, top + 100), can="clickable", name=song)
        for words, top in (("Blue", 700), ("Red", 800), ("Green", 900))
    ]  # fmt: skip
    songs = node("RecyclerView", *rows, at=(0, 700, 1080, 2000), can="scrollable")
    return look(bar(button(0, 0, name=save, text="Save"), button(200, 0, name=share, text="Share"), name=whole), songs)


def test_what_was_learnt_of_one_release_serves_the_next_whose_ids_a_tool_made_up_anew():
    before, after = release("a", "a1", "b", "c", "d", "e"), release("k", "m2", "n", "o", "p", "q")
    assert before.screen_id != after.screen_id
    with Store(":memory:") as store, Store(":memory:") as other:
        for words in ("Save", "Blue"):
            element = one(before, words)
            facts = {**element_facts(element, before, Values()), "seen": {"effect": "opens", "to_title": "Page"}}
            names = {"screen_id": before.screen_id, "element_id": element.id, "template": element.template}
            store.add(Record(app=before.app, facts=facts, action="tap", text="Does it.", source="human",
                             time="2026-01-31T12:00:00Z", **names))  # fmt: skip
        other.union(store, untrusted=True)
        for kept in (store, other):
            found = offers(after, kept.for_screen(after))
            assert {words: found[one(after, words).id][0].how for words in ("Save", "Blue")} == {
                "Save": "own", "Blue": "own"
            }  # fmt: skip
            assert one(after, "Share").id not in found
            (known,) = kept.about(after, one(after, "Save"))
            assert known.id in {record.id for record in store.records()}
    assert one(before, "Blue").shape == one(after, "Blue").shape


# --- what a record finds


def test_what_is_recorded_isolates_a_control_with_its_own_name():
    screen = look(bar(button(0, 0, name="save", text="Save"), button(200, 0, text="Home"), button(400, 0, text="Mail")))
    assert all(isolates(element, screen) for element in screen.elements)
    assert resolve(screen.elements[1].id, screen.elements[1].facts, screen) == [screen.elements[1]]


def test_bare_controls_told_apart_by_their_place_are_not_isolated():
    screen = look(bar(*(button(200 * n, 0) for n in range(3))))
    assert not any(isolates(element, screen) for element in screen.elements)
    assert [bare_like(element, screen) for element in screen.elements] == [3, 3, 3]
    assert not any(element.weak for element in screen.elements)


def test_rows_with_words_are_isolated_and_weak_ones_are_not():
    screen = look(page(row(0, "John"), row(1, "John"), row(2, "Mary")))
    assert [isolates(element, screen) for element in screen.elements[1:]] == [False, False, True]
    assert [documentable(element) for element in screen.elements[1:]] == [False, False, True]


def icons(number: int, name: str, count: int) -> str:
    """A row with this name and bare icons at its end."""
    top = 200 + 150 * number
    held = "".join(button(500 + 120 * n, top + 40) for n in range(count))
    return row(number, *([name] if name else []), inner=held)


def buttons(screen: Screen) -> list[Element]:
    return [element for element in screen.elements if element.role == "Button"]


def test_a_bare_button_of_a_row_is_documented_if_the_row_has_words():
    named = buttons(look(page(icons(0, "John", 1), icons(1, "Mary", 1))))
    assert [documentable(element) for element in named] == [True, True]
    nameless = buttons(look(page(icons(0, "", 1), icons(1, "", 1))))
    assert [documentable(element) for element in nameless] == [False, False]


def test_bare_buttons_of_rows_are_alike_at_the_same_place_of_equal_rows():
    screen = look(page(icons(0, "John", 2), icons(1, "Mary", 2), icons(2, "Ana", 3)))
    shapes = [element.row_shape for element in buttons(screen)]
    assert shapes[:2] == shapes[2:4]
    assert len({*shapes}) == 5


def test_a_document_of_a_rows_icon_serves_the_same_icon_of_other_rows_and_no_row_with_more_icons():
    before = look(page(icons(0, "John", 2), icons(1, "Mary", 2)))
    after = look(page(icons(0, "John", 3), icons(1, "Mary", 2)))
    first, second = buttons(before)[:2]
    seen = {"seen": {"effect": "opens", "to_title": "Care"}}
    values = Values((), frozenset(), frozenset())
    known = Record(
        app=before.app, screen_id=before.screen_id, element_id=second.id, template=second.template, action="tap",
        facts=element_facts(second, before, values) | seen, leads_to="care", text="", source="explore",
        time="2026-01-31T12:00:00Z",
    )  # fmt: skip
    found = offers(before, [known])
    assert [[each.how for each in found.get(e.id, [])] for e in buttons(before)] == [[], ["own"], [], ["likely"]]
    assert buttons(after)[1].id == second.id
    assert first.id not in offers(after, [known])
    assert second.id not in offers(after, [known])
