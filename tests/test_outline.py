"""A screen as text: what is nested is indented, what has no words has a name or a place, words alone have no mark."""

from hierarchies import DISPLAY, dump, node

from appagent.devices.hierarchy import read_dump
from appagent.prompting.outline import asks_to_read, outline
from appagent.screen.pixels import Seen, with_seen


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
        '2 EditText "Milk" [focused, text]',
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


def test_words_of_a_page_under_another_one_are_not_listed() -> None:
    below = node("FrameLayout", node("TextView", text="Below", at=(0, 400, 1080, 500)), at=(0, 0, 1080, 2400))
    title = node("TextView", text="Above", at=(0, 900, 1080, 1000))
    page = node("FrameLayout", title, can="clickable", at=(0, 0, 1080, 2400))
    pane = node("View", can="clickable", at=(0, 0, 1080, 2400))
    assert "Below" not in "".join(lines(below, page))
    assert "Above" in "".join(lines(below, page))
    assert "Below" in "".join(lines(below, pane))
