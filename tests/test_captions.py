"""The words beside or above a control name it, where it has none of its own."""

from dataclasses import replace

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.actions import Tap, TypeText
from appagent.actions.parts.description import describe
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.outcomes.effects import effect_between
from appagent.screen.names.captions import caption
from appagent.screen.names.labels import labels
from appagent.step.walks.in_sight import in_sight, names_in_sight


def text(words: str, left: int, top: int, right: int) -> str:
    return node("TextView", text=words, at=(left, top, right, top + 60))


SLIDER = node("SeekBar", text="20.0", can="focusable", at=(0, 300, 1000, 400), name="bar")
SWITCH = node("Switch", can="clickable checkable", text="", at=(900, 300, 1000, 400), name="knob")
ROW = node("LinearLayout", text("Night glow", 0, 220, 400), can="clickable", at=(0, 200, 1000, 290))


@cases(
    ("parts", "name"),
    [
        ([text("Loudness", 0, 220, 400), SLIDER], "Loudness"),
        ([text("Loudness", 0, 150, 400), text("8 hours", 0, 220, 400), SLIDER], "Loudness"),  # a value is no name
        ([text("8 hours", 0, 220, 400), SLIDER], "8 hours"),
        ([text("40 %", 0, 220, 400), SLIDER], ""),
        ([text("Sound", 0, 50, 400), ROW, SLIDER], ""),  # what stands above the row is no name of the slider
        ([text("Humming", 0, 320, 400), SWITCH], "Humming"),
        ([text("Sound", 0, 220, 1000), text("Humming", 0, 320, 400), SWITCH], "Humming"),
        ([SWITCH, text("Below", 0, 420, 1000)], ""),
        ([text("Reserve", 0, 150, 400), text("Bleibt für den Notfall.", 0, 220, 400), SLIDER], "Reserve"),
        ([text("Bleibt für den Notfall.", 0, 220, 400), SLIDER], "Bleibt für den Notfall."),
        ([text("留给停电时使用。", 0, 220, 400), text("备用电量", 0, 150, 400), SLIDER], "备用电量"),
        ([node("SeekBar", text="Volume", can="focusable", at=(0, 300, 1000, 400)), text("Loud", 0, 220, 400)], ""),
    ],
)
def test_a_control_has_the_name_that_stands_nearest(parts, name):
    screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
    control = next(each for each in screen.elements if each.role in ("SeekBar", "Switch"))
    assert caption(control, screen) == name


def test_two_switches_of_one_line_each_have_the_name_before_them():
    switches = [node("Switch", can="clickable checkable", at=(left, 300, left + 90, 400)) for left in (300, 800)]
    parts = text("Wi-Fi", 0, 320, 200), switches[0], text("Bluetooth", 450, 320, 700), switches[1]
    screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
    assert [caption(each, screen) for each in screen.elements] == ["Wi-Fi", "Bluetooth"]


def test_the_texts_at_the_ends_of_a_slider_are_not_its_name():
    slider = node("SeekBar", text="20.0", can="focusable", at=(200, 300, 800, 400))
    parts = text("Speech rate", 0, 220, 400), text("Slow", 0, 320, 150), slider, text("Fast", 850, 320, 1000)
    screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
    assert caption(screen.elements[0], screen) == "Speech rate"


def test_labels_have_these_names():
    parts = [text("Loudness", 0, 220, 400), SLIDER]
    screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
    assert [(each.text, each.kind) for each in labels(screen)] == [("Loudness", "slider"), ("Loudness", "text")]


def test_the_number_that_a_slider_holds_is_no_name_in_sight():
    bar = node("SeekBar", text="0.0", at=(0, 300, 1080, 400), can="clickable")
    key = node("Button", text="7", at=(0, 900, 200, 1000), can="clickable")
    assert names_in_sight(read_dump(dump(node("FrameLayout", bar, key)))) == ["7"]


def test_times_that_can_be_ticked_are_named_by_themselves_and_not_by_the_heading_over_them():
    def chip(words: str, left: int) -> str:
        return node("CheckBox", text=words, at=(left, 300, left + 200, 400), can="clickable checkable", name="slot")

    parts = text("Frei bei Frau Köhler", 0, 220, 1000), chip("09:20", 0), chip("10:00", 220), chip("", 440)
    screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
    assert [each.text for each in labels(screen) if each.kind == "check"] == ["09:20", "10:00"]
    assert describe(Tap(1), screen) == 'tap "09:20"'
    assert [caption(each, screen) for each in screen.elements] == ["", "", ""]


FIELD = {"can": "clickable focusable", "text": "Keine bekannt", "hint": "Keine bekannt"}


@cases(
    ("above", "below", "name"),
    [
        (text("Allergien", 0, 200, 900), text("Wesen", 0, 400, 900), "Allergien"),
        (text("Halter", 0, 200, 900), node("EditText", at=(0, 400, 900, 500), hint="Telefon"), "Keine bekannt"),
        (node("TextView", text="Neu", name="android:id/alertTitle"), text("Wesen", 0, 400, 900), "Keine bekannt"),
    ],
)
def test_a_field_has_the_name_of_the_label_before_it_and_not_of_its_placeholder(above, below, name):
    field = node("EditText", at=(0, 300, 900, 380), **FIELD)
    screen = read_dump(dump(node("FrameLayout", above, field, below)), size=DISPLAY, app="org.notes")
    assert next(each.text for each in labels(screen) if each.kind == "field") == name
    mark = next(each.mark for each in screen.elements if each.text == "Keine bekannt")
    assert describe(TypeText("Gras", mark), screen) == f'type "Gras" into "{name}"'
    assert [each.mark for each in in_sight("Keine bekannt", screen)] == [mark]


def test_a_switch_has_the_words_of_its_row_within_a_larger_element_and_under_a_heading():
    """A dialog that takes taps says all that is in it; a switch in the first row of a section is not the section."""
    line = node("LinearLayout", text("Ich komme", 60, 320, 800), SWITCH, at=(0, 290, 1080, 410))
    sheet = node("LinearLayout", text("Baumschnitt", 0, 210, 600), line, at=(0, 200, 1080, 900), can="clickable")
    row = node("LinearLayout", text("Herd", 0, 300, 400), text("92 W", 0, 350, 400), SWITCH, can="clickable",
               at=(0, 290, 1080, 410))  # fmt: skip
    for parts, name in (([sheet], "Ich komme"), ([text("Küche", 0, 220, 1080), row], "Herd")):
        screen = read_dump(dump(node("FrameLayout", *parts)), size=DISPLAY, app="org.notes")
        knob = next(each for each in screen.elements if each.role == "Switch")
        assert caption(knob, screen) == name
        after = replace(screen, elements=tuple(replace(e, checked=True) if e == knob else e for e in screen.elements))
        assert f'"{name}" is on now' in effect_between(screen, after, "tap").words
