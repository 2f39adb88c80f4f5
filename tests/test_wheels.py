"""Number wheels and steppers are called by what stands beside or above them, and by which one of several they are."""

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.actions import Tap, TypeText, describe
from appagent.actions.set_value import SetValue
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.outcomes.effects import effect_between
from appagent.screen import Screen


def wheel(number: str, left: int, top: int, name: str = "") -> str:
    entry = node("EditText", text=number, at=(left, top + 100, left + 200, top + 200), can="clickable focusable")
    return node("NumberPicker", entry, at=(left, top, left + 200, top + 300), can="scrollable", name=name)


def text(words: str, top: int) -> str:
    return node(text=words, at=(40, top, 1000, top + 60))


def shown(*parts: str) -> Screen:
    bar = node("ViewGroup", text("Quiet", 80), at=(0, 60, 1080, 220), name="toolbar")
    return read_dump(dump(node("FrameLayout", bar, *parts, at=(0, 0, *DISPLAY))), size=DISPLAY, app="org.notes")


def night(hour: str = "22") -> Screen:
    first = wheel(hour, 40, 400, "from_hour"), wheel("00", 300, 400, "from_minute")
    return shown(text("From", 320), *first, text("Until", 780), *(wheel("07", left, 860) for left in (40, 300, 560)))


@cases(
    ("mark", "name"),
    [
        (1, 'the wheel (from_hour) of "From"'),
        (2, 'the wheel (from_hour) of "From"'),  # the field in it
        (3, 'the wheel (from_minute) of "From"'),
        (7, 'the wheel (2 of 3) of "Until"'),
    ],
)
def test_a_wheel_is_called_by_its_id_or_place_and_the_words_above_its_line(mark, name):
    assert describe(SetValue(mark, "21"), night()) == f'set {name} to "21"'


def test_a_wheel_alone_is_called_by_its_page_if_nothing_else_names_it():
    assert describe(SetValue(1, "9"), shown(wheel("7", 40, 400))) == 'set the wheel of "Quiet" to "9"'
    assert describe(TypeText("9", 2), shown(wheel("7", 40, 400))).endswith('the wheel of "Quiet"')


def test_what_a_wheel_holds_is_told_with_its_name():
    told = effect_between(night("22"), night("21"), "set").words
    assert told == 'the wheel (from_hour) of "From" holds "21" now in place of "22"'


def test_setting_a_stepper_is_told_by_its_name_and_a_tap_by_its_button():
    signs = (node("ImageButton", at=(left, 400, left + 100, 500), can="clickable") for left in (700, 940))
    minus, plus = signs
    number = node(text="2 h", at=(820, 400, 920, 500))
    row = node("LinearLayout", node(text="Time", at=(40, 400, 400, 500)), minus, number, plus, at=(0, 380, 1080, 520))
    assert describe(SetValue(2, "4"), shown(row)) == 'set "Time" to "4"'
    assert describe(Tap(2), shown(row)).endswith('of "Time"')
