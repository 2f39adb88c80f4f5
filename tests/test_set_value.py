"""set ends on exactly the value that was asked for, or says what the control shows instead."""

import pytest
from bench_app import open_bench
from conftest import SETTINGS
from hierarchies import dump, node
from scripted_runs import do

from appagent.actions import SetValue, call, parse
from appagent.actions.calls.typed_lines import typed
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, HalfDoneError, RefusedError
from appagent.guard import Guard

pytestmark = pytest.mark.slow


def test_a_wheel_stands_at_the_number_that_was_asked_for():
    with open_bench("Wheels") as work:
        for wanted in ("9", "8", "02", "23"):  # where it is, beside it, and both ways around
            told = work(f'set({{hour}}, "{wanted}")')
            assert (work.state["hour"], told) == (int(wanted), f'it stands at "{int(wanted):02}"')


def test_any_part_of_a_wheel_means_the_wheel():
    with open_bench("Wheels") as work:
        work('set({numberpicker_input}, "15")')
        work("set({16}, 17)")
        assert work.state["hour"] == 17


def test_what_is_typed_over_a_wheels_number_deletes_nothing():
    with open_bench("Wheels", guard=Guard(careful=True)) as work:
        work('text("15", element={09}, clear=true)')
        assert work.state["hour"] == 15


def test_a_wheel_of_words_is_searched_both_ways():
    with open_bench("Wheels") as work:
        for wanted in ("apr", "Jan", "Sep"):
            work(f'set({{month}}, "{wanted}")')
            assert work.state["month"] == wanted.title()


def test_a_value_that_a_wheel_has_not_is_told_with_what_it_stands_at():
    months = 'has no "Foo"; it has Jan, Feb, Mar, Apr, .* Dec; it is back at "Mar"'
    with open_bench("Wheels") as work:
        with pytest.raises(HalfDoneError, match=months):
            work('set({month}, "Foo")')
        with pytest.raises(HalfDoneError, match=r'it has no "75" among "00" to "23"; it is back at "\d\d"'):
            work('set({hour}, "75")')


def test_a_bar_shows_the_number_that_was_asked_for():
    with open_bench("Bars") as work:
        for wanted in (0, 33, 100):
            work(f'set({{volume}}, "{wanted}%")')
            assert work.state["volume"] == wanted
        for wanted in (18, 45):  # this one grows unevenly
            work(f'set({{speed}}, "{wanted}")')
            assert work.state["speed"] == wanted


def test_a_bar_goes_by_the_label_that_people_see():
    with open_bench("Bars") as work:
        for wanted in (50, 121):
            assert work(f'set({{size}}, "{wanted}%")') == f'it shows "Text size {wanted}%"'
            assert work.state["percent"] == wanted


def test_a_bar_with_steps_says_what_it_shows_where_there_is_no_such_step():
    with open_bench("Bars") as work:
        work('set({level}, "60")')
        assert work.state["level"] == 3
        with pytest.raises(HalfDoneError, match=r'no place on it gives "70".* 60 and 80; it is back at "60.0"'):
            work('set({level}, "70")')


def test_a_bar_that_heeds_only_its_knob_is_drawn():
    with open_bench("Bars") as work:
        work('set({knob}, "20")')
        assert work.state["knob"] == 0.2


def test_a_value_beyond_a_bar_is_told():
    with open_bench("Bars") as work:
        with pytest.raises(
            HalfDoneError, match='no text beside it changes with it, so nothing tells where "medium" is'
        ):
            work('set({volume}, "medium")')
        with pytest.raises(HalfDoneError, match='it takes a number, from "Text size 50%" on, not "big"'):
            work('set({size}, "big")')
        with pytest.raises(HalfDoneError, match=r'no place on it gives "150": it ends at 100; it is back at "80.0"'):
            work('set({volume}, "150")')
        assert (work.state["volume"], work.state["percent"]) == (80, 100)  # both are back where they were


@pytest.mark.parametrize("name", ["urgency", "heat"])
def test_a_bar_is_set_to_what_the_label_that_follows_it_says(name):
    with open_bench("Levels") as work:
        for wanted in ("low", "Normal", "EMERGENCY"):
            assert work(f'set({{{name}}}, "{wanted}")').endswith(f'{wanted.capitalize()}"')
            assert work.state[name] == ["Low", "Normal", "High", "Emergency"].index(wanted.capitalize())


def test_a_bar_is_set_to_the_words_at_its_end():
    with open_bench("Levels") as work:
        assert work('set({tempo}, "fast")') == 'it is at the end that says "fast"'
        assert work.state["tempo"] == 100


def test_the_words_that_a_bar_can_show_are_told_and_it_goes_back():
    with open_bench("Levels") as work:
        with pytest.raises(HalfDoneError, match='no place on it gives "Warm"; it shows "Low", "Normal", "High", "Emer'):
            work('set({heat}, "Warm")')
        assert work.state["heat"] == 1


def test_switches_are_flipped_only_where_they_must_be():
    with open_bench("Switches") as work:
        assert work('set({Light}, "on")') == "it is on now"
        assert work('set({Light}, "ON")') == "it was on already"
        assert work('set({Sound}, "off")') == "it is off now"
        assert (work.state["light"], work.state["sound"]) == (True, False)
        with pytest.raises(HalfDoneError, match="it is still off"):
            work('set({Stuck}, "on")')
        with pytest.raises(ActionError, match='"Light" is on or off; "blue" is neither'):
            work('set({Light}, "blue")')


def test_an_option_is_chosen_from_a_list():
    with open_bench("Switches") as work:
        assert work('set({mode}, "slow")') == 'it shows "Slow"'
        assert work.state["mode"] == "Slow"
        with pytest.raises(HalfDoneError, match='has no "Warp"; it has "Fast", "Slow", "Very slow"'):
            work('set({mode}, "Warp")')


def test_an_option_far_down_a_list_is_scrolled_to():
    with open_bench("Switches") as work:
        assert work('set({country}, "Land 47")') == 'it shows "Land 47"'
        assert work.state["country"] == "Land 47"
        with pytest.raises(HalfDoneError, match='has no "Land 99"; it has "Land 1", "Land 2"'):
            work('set({country}, "Land 99")')


def test_a_bar_that_shows_a_time_is_set_to_a_time_or_to_a_share_of_its_length():
    with open_bench("Bars") as work:
        for wanted, told in (("50%", 'it shows "1:40", at 50% of its length'), ("0:50", 'it shows "0:50"')):
            assert work(f'set({{song}}, "{wanted}")') == told
            assert f"{work.state['played'] // 60}:{work.state['played'] % 60:02}" in told


def test_a_wheel_whose_rows_have_a_unit_is_turned_with_and_without_it():
    with open_bench("Wheels") as work:
        for wanted, degrees in (("23", 23), ("21 °C", 21)):
            assert work(f'set({{degrees}}, "{wanted}")') == f'it stands at "{degrees} °C"'
            assert work.state["degrees"] == degrees


def test_a_field_that_parts_what_is_typed_shows_it_all_the_same():
    with open_bench("Switches") as work:
        assert work('set({card}, "411122223333")') == 'the field shows "4111 2222 3333"'


def test_a_field_gets_the_value_in_place_of_what_it_holds():
    with open_bench("Switches") as work:
        assert work('set({owner}, "Bo")') == 'the field shows "Bo"'
        assert work.state["owner"] == "Bo"
        with pytest.raises(ActionError, match=r'mark \d+, "Help", takes no value; tap it'):
            work('set({Help}, "on")')


def test_what_pays_when_it_is_slid_is_refused():
    slider = node("SeekBar", text="Slide to pay", can="focusable", at=(0, 0, 1080, 200))
    with pytest.raises(RefusedError, match="it may pay"):
        do(SetValue(1, "100"), read_dump(dump(slider), size=(1080, 2400), app="org.x"), None)


def test_a_pin_that_is_set_is_a_secret():
    field = node("EditText", can="clickable focusable password", hint="PIN", at=(0, 0, 1080, 200))
    seen = read_dump(dump(field), size=(1080, 2400), app="org.x")
    with pytest.raises(RefusedError, match="it may type a secret") as raised:
        do(SetValue(1, "4711"), seen, None)
    assert "4711" not in str(raised.value)


@pytest.mark.parametrize("text", ['set(5, "30")', "set(element=5, value=30)", "Set(mark: 5, to: 30)"])
def test_it_is_read_as_models_write_it(text):
    assert parse(text) == SetValue(5, "30")
    assert call(SetValue(5, "30")) == 'set(5, "30")'


def test_a_choice_whose_dialog_closes_with_it_is_done(started, phone):
    device = started(SETTINGS)
    for name in ("Display", "Font size"):
        do(typed(f'tap "{name}"', screen := device.capture()), screen, device)
    seen = device.capture()
    large = next(element.mark for element in seen.elements if element.text == "Large")
    told = do(SetValue(large, "on"), seen, device)
    assert told == '"Font size" closed with this choice, and the page shows "Large"'
    assert phone.state()["settings"]["font_size"] == "Large"


def test_a_dialog_that_another_app_has_come_over_has_not_closed_with_its_choice(started):
    device = started(SETTINGS)
    for name in ("Display", "Font size"):
        do(typed(f'tap "{name}"', screen := device.capture()), screen, device)
    seen = device.capture()
    course = SetValue(next(e.mark for e in seen.elements if e.text == "Large"), "on").course(seen)
    next(course)
    with pytest.raises(ActionError, match="not in sight any more"):
        course.send(read_dump(dump(node("FrameLayout", node(text="Ana calls"))), app="org.call"))
