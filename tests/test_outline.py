"""A screen as text: what is nested is indented, what has no words has a name or a place, words alone have no mark."""

from hierarchies import DISPLAY, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.prompting.words.outline import asks_to_read, outline
from appagent.screen.pictures.pixels import Seen, with_seen


def lines(*nodes: str) -> list[str]:
    """The outline of a screen with these nodes."""
    return outline(read_dump(dump(node("FrameLayout", *nodes)), size=DISPLAY)).split("\n")


def test_a_button_within_a_row_stands_below_it() -> None:
    lamp = node("TextView", text="Lamp", at=(0, 400, 600, 500))
    buy = node("Button", text="Buy", can="clickable", at=(800, 400, 1000, 500))
    assert lines(node("LinearLayout", lamp, buy, can="clickable", at=(0, 350, 1080, 550))) == [
        '1 "Lamp"',
        ' 2 Button "Buy"',
    ]


def test_words_that_belong_to_no_element_stand_where_they_are() -> None:
    assert lines(
        node("TextView", text="7 + 5", at=(0, 100, 1080, 200)),
        node("Button", text="=", can="clickable", at=(0, 300, 1080, 400)),
        node("TextView", text="12", at=(0, 500, 1080, 600)),
    ) == ["7 + 5", '1 Button "="', "12"]


def test_what_has_no_words_has_its_developers_name_or_its_place() -> None:
    assert lines(
        node("ImageButton", name="search", can="clickable", at=(0, 0, 90, 90)),
        node("ImageButton", can="clickable", at=(900, 2200, 1080, 2400)),
        node("ImageButton", can="clickable", at=(500, 1150, 600, 1250), name="0_resource_name_obfuscated"),
    ) == ["1 ImageButton (search)", "2 ImageButton (50% across, 50% down)", "3 ImageButton (91% across, 95% down)"]


def test_states_and_other_actions_stand_in_brackets() -> None:
    assert lines(
        node("Switch", at=(0, 300, 90, 390), can="clickable checkable checked", text="Wi-Fi"),
        node("EditText", at=(0, 400, 90, 490), can="clickable focused", hint="Title", text="Milk"),
        node("Button", at=(0, 500, 90, 590), can="clickable long-clickable", text="More"),
        node("TextView", at=(0, 600, 90, 690), can="long-clickable", text="Rain"),
    ) == [
        '1 Switch "Wi-Fi" [on]',
        '2 EditText "Title": "Milk" [focused, text]',
        '3 Button "More" [long_press]',
        '4 TextView "Rain" [only long_press]',
    ]


def test_a_class_that_tells_nothing_is_said_only_of_what_has_no_words() -> None:
    assert lines(
        node("LinearLayout", can="clickable", at=(0, 300, 90, 390), text="Wi-Fi"),
        node("LinearLayout", can="clickable", at=(0, 400, 90, 490), name="row"),
    ) == ['1 "Wi-Fi"', "2 LinearLayout (row)"]


def test_what_takes_a_value_otherwise_than_by_a_tap_or_by_typing_says_set() -> None:
    assert lines(
        node("SeekBar", at=(0, 300, 900, 390), can="focusable", name="volume"),
        node("NumberPicker", at=(0, 500, 200, 900), can="scrollable", name="hour"),
        node("Spinner", at=(0, 1000, 900, 1090), can="clickable", text="Off"),
    ) == ["1 SeekBar (volume) [swipe, set]", "2 NumberPicker (hour) [only swipe, set]", '3 Spinner "Off" [set]']


def test_a_disabled_control_without_words_or_a_name_has_its_place() -> None:
    assert lines(
        node("ImageButton", can="clickable", at=(0, 0, 90, 90), enabled="false"),
        node("Button", can="clickable", text="OK", at=(0, 500, 90, 590)),
    ) == ["ImageButton (4% across, 1% down) [disabled]", '1 Button "OK"']


def test_a_password_field_is_listed_without_what_it_holds() -> None:
    assert lines(node("EditText", can="clickable password", text="hunter2", hint="PIN")) == [
        '1 EditText "PIN" [password, text]'
    ]


def test_a_field_tells_its_hint_from_what_it_holds() -> None:
    assert lines(
        node("EditText", at=(0, 100, 900, 190), can="clickable", text="Title", hint="Title"),
        node("EditText", at=(0, 200, 900, 290), can="clickable", hint="Note"),
        node("EditText", at=(0, 300, 900, 390), can="clickable", text="Milk", hint="Title"),
        node("EditText", at=(0, 400, 900, 490), can="clickable", text="Milk"),
        node("EditText", at=(0, 500, 900, 590), can="clickable password", hint="PIN"),
    ) == [
        '1 EditText "Title" [empty, text]',
        '2 EditText "Note" [empty, text]',
        '3 EditText "Title": "Milk" [text]',
        '4 EditText "Milk" [text]',
        '5 EditText "PIN" [empty, password, text]',
    ]


def stars(*where: int, held: str = "LinearLayout") -> str:
    each = [node("ImageView", can="clickable", at=(x, 300, x + 90, 390), name="star") for x in where]
    return node(held, *each, at=(0, 300, 1080, 390))


def test_one_of_several_just_alike_without_words_says_which_it_is() -> None:
    assert lines(stars(0, 100, 200, 300, 400))[2] == "3 ImageView (star, 3 of 5)"
    assert lines(stars(0, 100)) == [
        "1 ImageView (star, 4% across, 14% down)", "2 ImageView (star, 13% across, 14% down)",
    ]  # fmt: skip
    assert lines(stars(0, 700, 800, 900))[0] == "1 ImageView (star, 4% across, 14% down)"  # a bar of icons


def test_a_switch_in_a_row_with_words_needs_no_position() -> None:
    def row(words: str, top: int) -> str:
        switch = node("Switch", can="clickable checkable", at=(900, top, 1080, top + 90), name="onoff")
        said = node("TextView", text=words, at=(0, top, 800, top + 90))
        return node("LinearLayout", said, switch, can="clickable", at=(0, top, 1080, top + 100))

    assert [line for line in lines(row("6:00", 300), row("7:00", 400)) if "onoff" in line] == [
        " 2 Switch (onoff) [off]", " 4 Switch (onoff) [off]",
    ]  # fmt: skip


def test_rows_of_stars_in_rows_of_a_list_are_counted_each_for_itself() -> None:
    def row(words: str, top: int) -> str:
        each = [node("ImageView", can="clickable", at=(x, top, x + 90, top + 90)) for x in (0, 100, 200)]
        said = node("TextView", text=words, at=(500, top, 900, top + 90))
        box = (0, top, 1080, top + 90)
        return node("LinearLayout", node("LinearLayout", *each, at=(0, top, 300, top + 90)), said, at=box)

    found = lines(*(row(words, 300 + 100 * at) for at, words in enumerate(("Bread", "Jam", "Soup"))))
    assert [line.partition(", ")[2].rpartition(", ")[2] for line in found if "of" in line] == [
        "1 of 3)", "2 of 3)", "3 of 3)",
    ] * 3  # fmt: skip


def test_a_count_stands_with_what_it_is_on() -> None:
    badge = node("TextView", text="3", at=(300, 2200, 340, 2240))
    tab = node("LinearLayout", badge, can="clickable", content_desc="Chats", at=(200, 2200, 400, 2400))
    cart = node("ImageButton", can="clickable", name="cart", at=(900, 0, 1080, 180))
    said = node("TextView", text="12", at=(1000, 20, 1060, 60))
    assert lines(cart, said, tab) == ["1 ImageButton (cart) · 12", '2 "Chats" · 3']


def test_a_count_stands_before_the_brackets() -> None:
    badge = node("TextView", text="99+", at=(300, 2200, 340, 2240))
    tab = node("LinearLayout", badge, can="clickable selected", content_desc="Chats [new]", at=(200, 2200, 400, 2400))
    assert lines(tab) == ['1 "Chats [new]" · 99+ [selected]']


def test_what_lies_under_a_round_button_or_over_a_list_is_not_in_it() -> None:
    rows = [node("TextView", text=f"10:0{at}", at=(900, 300 * at, 1000, 300 * at + 60)) for at in (1, 2, 3)]
    listed = node("RecyclerView", *rows, can="scrollable", name="log", at=(0, 200, 1080, 1100))
    fab = node("ImageButton", can="clickable", name="add", at=(860, 850, 1040, 1030))
    assert lines(listed, fab) == [
        "1 RecyclerView (log) [only swipe]", " 10:01", " 10:02", " 10:03", "2 ImageButton (add)",
    ]  # fmt: skip


def test_what_lies_over_a_page_is_not_in_it() -> None:
    behind = node("View", can="clickable", name="touch_outside")
    sheet = node("Button", text="Close", can="clickable", at=(0, 900, 300, 1000))
    off = node("Button", text="Next", can="clickable", at=(0, 1900, 300, 2000), enabled="false")
    assert lines(behind, sheet, off) == ["1 View (touch_outside)", '2 Button "Close"', 'Button "Next" [disabled]']


def test_words_of_a_page_that_takes_touches_are_its_own() -> None:
    close = node("Button", text="OK", can="clickable", at=(0, 900, 300, 1000))
    assert lines(node("View", node(text="Sorry", at=(0, 700, 900, 800)), close, can="clickable",
                      content_desc="Dismiss")) == ['1 "Dismiss"', " Sorry", ' 2 Button "OK"']  # fmt: skip


def test_words_that_show_through_a_bare_view_are_in_it() -> None:
    said = node("TextView", text="Rain at noon", at=(100, 300, 900, 390))
    card = node("View", can="clickable", at=(0, 200, 1080, 500))
    assert lines(node("FrameLayout", said, card, at=(0, 200, 1080, 500))) == [
        "1 View (50% across, 14% down)", " Rain at noon",
    ]  # fmt: skip


def test_what_was_read_from_the_picture_says_so() -> None:
    blind = read_dump(dump(node("View")), size=DISPLAY)
    seen = [Seen((0, 100, 300, 200), "Words", "start", "Start"), Seen((900, 100, 1000, 200), "Sign", "1,2")]
    assert outline(with_seen(blind, seen)).split("\n") == [
        '1 Words "Start" [read from the picture]',
        "2 Sign (87% across, 6% down) [read from the picture]",
    ]


def test_only_the_marks_that_are_asked_for_are_listed_and_the_others_words_stay() -> None:
    screen = read_dump(
        dump(
            node(
                "FrameLayout",
                node("Button", text="Save", can="clickable", at=(0, 0, 500, 100)),
                node("Button", text="Pay", can="clickable", at=(0, 200, 500, 300)),
            )
        ),
        size=DISPLAY,
    )
    assert outline(screen, {2}).split("\n") == ["Save", '2 Button "Pay"']


def test_a_disabled_control_is_listed_as_such_without_a_mark() -> None:
    words = node("TextView", text="Save", at=(10, 110, 90, 190))
    off = node("Button", words, can="clickable", at=(0, 100, 500, 200), enabled="false")
    assert lines(node("Button", text="Close", can="clickable", at=(0, 0, 500, 90)), off) == [
        '1 Button "Close"',
        'Button "Save" [disabled]',
    ]


LONG = "Reading mode adjusts colours and textures of the items on your screen, " * 5


def test_a_long_text_is_cut_at_a_word_and_told_once() -> None:
    row = node("TextView", text=LONG, at=(10, 110, 900, 190))
    said = lines(node("LinearLayout", row, can="clickable", at=(0, 100, 1000, 200)))
    assert len(said) == 1
    assert said[0].endswith(' of the items on…"')


def test_a_task_that_asks_for_reading_gets_the_whole_text() -> None:
    screen = read_dump(dump(node("TextView", text=LONG, can="clickable", at=(10, 110, 900, 190))), size=DISPLAY)
    assert LONG.strip() in outline(screen, whole=asks_to_read("What does it say on reading mode?"))
    assert LONG.strip() not in outline(screen, whole=asks_to_read("Switch reading mode on"))
    assert asks_to_read("屏幕上写了什么")


def test_words_stand_in_the_element_in_which_they_are_seen() -> None:
    """In a dump a bar at the side comes after the list, whose words once stood behind it."""
    shows = [
        node("ViewGroup", node("TextView", text=f"{at} am", at=(300, 100 * at, 900, 100 * at + 50)),
             text=f"Show {at}", can="clickable", at=(250, 100 * at, 1000, 100 * at + 90))
        for at in (3, 4)
    ]  # fmt: skip
    side = [node("Button", text=at, can="clickable", at=(0, y, 200, y + 80)) for at, y in (("Home", 310), ("Top", 900))]
    listed = node("RecyclerView", *shows, can="scrollable", at=(250, 200, 1080, 1000), name="shows")
    assert lines(listed, *side) == [
        '1 Button "Home"',
        "2 RecyclerView (shows) [only swipe]",
        ' 3 "Show 3"',
        "  3 am",
        ' 4 "Show 4"',
        "  4 am",
        '5 Button "Top"',
    ]


def test_a_message_in_a_window_of_its_own_is_there() -> None:
    page = node("FrameLayout", node("Button", text="Save", can="clickable", at=(0, 100, 500, 200)))
    toast = node(
        "FrameLayout", node("TextView", text="Note saved", at=(200, 2000, 800, 2080)), at=(180, 1980, 820, 2100)
    )
    assert outline(read_dump(dump(page, toast), size=DISPLAY)).split("\n") == ['1 Button "Save"', "Note saved"]


def test_what_is_learnt_of_an_icon_stands_in_place_of_its_name() -> None:
    screen = read_dump(dump(node("ImageButton", name="fab", can="clickable", at=(0, 0, 90, 90))), size=DISPLAY)
    assert outline(screen, learnt={1: "Opens 'New note'"}) == "1 ImageButton (learnt: Opens 'New note')"


def test_what_is_learnt_of_several_icons_is_written_once() -> None:
    icons = [node("ImageButton", can="clickable", at=(100 * n, 0, 100 * n + 90, 90)) for n in range(3)]
    screen = read_dump(dump(node("FrameLayout", *icons)), size=DISPLAY)
    assert outline(screen, learnt={1: "Opens 'Care'", 3: "Opens 'Care'"}).split("\n") == [
        "1 ImageButton (learnt: Opens 'Care')", "2 ImageButton (13% across, 1% down, 2 of 3)",
        "3 ImageButton (learnt: as mark 1)",
    ]  # fmt: skip


def test_words_of_a_page_under_another_one_are_not_listed() -> None:
    below = node("FrameLayout", node("TextView", text="Below", at=(0, 400, 1080, 500)), at=(0, 0, 1080, 2400))
    title = node("TextView", text="Above", at=(0, 900, 1080, 1000))
    page = node("FrameLayout", title, can="clickable", at=(0, 0, 1080, 2400))
    pane = node("View", can="clickable", at=(0, 0, 1080, 2400))
    assert "Below" not in "".join(lines(below, page))
    assert "Above" in "".join(lines(below, page))
    assert "Below" in "".join(lines(below, pane))


def test_what_only_holds_others_has_no_line_of_its_own() -> None:
    buttons = [
        node("Button", text=words, can="clickable", at=(x, 300, x + 500, 400))
        for x, words in ((0, "Light"), (580, "Dark"))
    ]
    assert lines(node("LinearLayout", *buttons, can="clickable", at=(0, 300, 1080, 400))) == [
        '2 Button "Light"', '3 Button "Dark"',
    ]  # fmt: skip
