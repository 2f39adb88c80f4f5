"""The virtual phone's Clock: alarms, cities, timer, stopwatch and settings, worked by touches alone."""

from functools import partial

import pytest
from hierarchy_nodes import find, nodes, tap, texts, with_app, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow

CLOCK = "com.example.deskclock"


class Time:
    """Time that passes when a test lets it."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


opened = partial(with_app, CLOCK)


@pytest.fixture
def phone() -> Phone:
    return opened()


def state(phone: Phone, name: str):
    return phone.state()["clock"][name]  # type: ignore[index]


def times(phone: Phone) -> list[str]:
    return [alarm["time"] for alarm in state(phone, "alarms")]


def picked(phone: Phone) -> list[str]:
    """What the wheels say."""
    return [node["text"] for node in nodes(phone) if node.name == "numberpicker_input"]


def turn(phone: Phone, wheel: str, by: int) -> None:
    """Draw a finger over a wheel, a row's height for each number."""
    left, top, right, bottom = find(phone, wheel).bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    phone.swipe([(x, y), (x, y - by * (bottom - top) // 3)])


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[:1], ids=str)
def test_an_alarm_is_set_for_half_past_seven_and_deleted_after_a_question(given):
    with using_phone(CLOCK, **given) as user:
        user.tap("New alarm")
        user.swipe("hour", "up", "long")
        assert "07" not in user.values()
        user.swipe("hour", "down", "long")
        user.type("00", "30")
        assert user.values() == ["07", "30"]
        user.tap("Mon", "Wed", "Label")
        user.type("edit", "Run")
        user.tap("OK", "Save")
        alarm = user.phone.state()["clock"]["alarms"][1]
        assert alarm == {"time": "07:30", "days": ["Mon", "Wed"], "label": "Run", "on": True}
        user.hold("07:30")
        user.tap("Delete", "Delete")
        assert times(user.phone) == ["06:45", "08:00", "09:30"]
        assert user.guarded == ["delete", "delete"]


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_settings_are_reached_from_the_three_dots(given):
    phone = opened(**given)
    say = phone.packages[CLOCK].t
    tap(phone, say("More options"), say("Settings"), say("Snooze length"), say("{} minutes").format(20))
    tap(phone, say("Vibrate"), say("Get louder slowly"))
    left, top, right, bottom = find(phone, "seekbar").bounds
    phone.swipe([((left + right) // 2, (top + bottom) // 2), (right, top)])
    names = ("snooze_minutes", "volume", "get_louder", "vibrate")
    assert [state(phone, name) for name in names] == [20, 100, True, False]
    tap(phone, say("Navigate up"))
    assert say("Alarms") in texts(phone)


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    say = phone.packages[CLOCK].t
    words = set()
    for step in ("Alarms", "New alarm", "back", "World", "Add city", "back", "Timer", "Start", "Stopwatch", "Start"):
        phone.press("back") if step == "back" else tap(phone, say(step))
        words.update(words_inside(phone, CLOCK))
    assert any(word[:1].islower() or word[1:2].islower() for word in words) == (phone.locale == "en-US"), words


# --- alarms


def test_the_wheels_turn_by_swipes_taps_and_digits(phone):
    tap(phone, "New alarm")
    turn(phone, "hour", -1)
    tap(phone, "59")
    assert picked(phone) == ["06", "59"]
    turn(phone, "hour", 2)
    tap(phone, "59")
    phone.type_text("4")
    phone.type_text("5")
    assert picked(phone) == ["08", "45"]
    tap(phone, "Save")
    assert times(phone) == ["06:45", "08:00", "08:45", "09:30"]


@pytest.mark.parametrize(
    ("days", "summary"),
    [((), "Once"), (("Mon", "Tue", "Wed", "Thu", "Fri"), "Weekdays"), (("Sun", "Sat"), "Weekends"),
     (("Sun", "Tue"), "Tue, Sun"), (("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), "Every day"),
     (("Mon", "Mon"), "Once")],
)  # fmt: skip
def test_the_list_says_in_words_when_an_alarm_comes_again(phone, days, summary):
    tap(phone, "New alarm", *days)
    tap(phone, "Save")
    assert texts(phone)[7:9] == ["07:00", summary]


@pytest.mark.parametrize(
    ("alarm", "toast"),
    [("08:00", "Alarm off"), ("09:30", "Rings in 143 h 22 min"), ("06:45", "Rings in 20 h 37 min")],
)
def test_a_switch_turns_an_alarm_and_says_when_it_rings(phone, alarm, toast):
    number = times(phone).index(alarm)
    before = state(phone, "alarms")[number]["on"]
    knob = [node for node in nodes(phone) if node.name == "onoff"][number]
    phone.tap(*knob.centre)
    assert state(phone, "alarms")[number]["on"] is not before
    assert phone.last_toast == toast


def test_an_alarm_is_changed_and_keeps_its_place_in_the_order(phone):
    tap(phone, "06:45", "Fri", "Label")
    phone.set_text(" Swim ")
    tap(phone, "OK")
    turn(phone, "hour", 17)
    tap(phone, "Save")
    assert state(phone, "alarms")[-1] == {"time": "23:45", "days": ["Mon", "Wed"], "label": "Swim", "on": True}


def test_what_was_not_saved_is_gone(phone):
    before = state(phone, "alarms")
    for leave in ("back", "cross"):
        tap(phone, "08:00", "Mon")
        cross = next(
            node for node in nodes(phone) if node["class"].endswith("ImageButton") and node["package"] == CLOCK
        )
        phone.press("back") if leave == "back" else phone.tap(*cross.centre)
        assert state(phone, "alarms") == before


def test_a_deleted_alarm_can_be_brought_back(phone):
    before = state(phone, "alarms")
    tap(phone, "08:00")
    bin_ = [node for node in nodes(phone) if node["class"].endswith("ImageButton") and node["package"] == CLOCK][1]
    phone.tap(*bin_.centre)
    tap(phone, "Delete")
    assert times(phone) == ["06:45", "09:30"]
    tap(phone, "Undo")
    assert state(phone, "alarms") == before
    assert "Alarm deleted" not in texts(phone)


def test_an_alarm_is_copied_from_the_menu_of_its_row(phone):
    tap(phone, "08:00", hold_s=0.6)
    tap(phone, "Duplicate")
    assert times(phone) == ["06:45", "08:00", "08:00", "09:30"]


def test_a_task_may_begin_with_other_alarms(phone):
    phone.set_up({"clock": {"alarms": [{"time": "05:00", "label": "Ship"}], "snooze_minutes": 5}})
    assert texts(phone)[5:7] == ["05:00", "Ship · Once"]


# --- cities, timer, stopwatch


@pytest.mark.parametrize(
    ("locale", "times"), [("en-US", ["15:08", "00:08", "15:08"]), ("zh-CN", ["02:08", "11:08", "02:08"])]
)
def test_the_time_in_other_cities_goes_by_where_the_phone_is(locale, times):
    phone = opened(locale=locale)
    say = phone.packages[CLOCK].t
    tap(phone, say("World"), say("Add city"), say("Search for a city"))
    phone.type_text(say("Reykjavik")[:3])
    tap(phone, say("Reykjavik"))
    assert [words for words in texts(phone) if words[1:2].isdigit() and ":" in words][1:] == times
    tap(phone, say("London"), hold_s=0.6)
    tap(phone, say("Remove"))
    assert state(phone, "cities") == ["Tokyo", "Reykjavik"]


def test_a_city_is_shown_once(phone):
    tap(phone, "World", "Add city")
    assert texts(phone)[:4] == ["Search for a city", "A", "Auckland", "C"]
    phone.swipe([(500, 1900), (500, 300)])
    tap(phone, "Tokyo")
    assert state(phone, "cities") == ["London", "Tokyo"]


def test_the_timer_counts_down_pauses_and_begins_again(time):
    phone = opened(now=time, time_scale=1)
    time.seconds += 1
    tap(phone, "Timer")
    turn(phone, "minutes", -3)
    turn(phone, "seconds", 10)
    tap(phone, "Start")
    time.seconds += 60.5
    assert find(phone, "time_text")["text"] == "01:09"
    tap(phone, "Pause")
    time.seconds += 600
    assert find(phone, "time_text")["text"] == "01:09"
    assert (state(phone, "timer")["status"], state(phone, "timer")["ran_s"]) == ("paused", 60.5)
    tap(phone, "Resume")
    time.seconds += 70
    assert [words for words in texts(phone) if words in ("Time is up", "Pause", "Reset")] == ["Time is up", "Reset"]
    tap(phone, "Reset")
    assert state(phone, "timer") == {"status": "reset", "ran_s": 0.0, "hours": 0, "minutes": 2, "seconds": 10}


def test_a_timer_of_nothing_does_not_start(phone):
    tap(phone, "Timer")
    turn(phone, "minutes", -5)
    tap(phone, "Start")
    assert state(phone, "timer")["status"] == "reset"


def test_the_stopwatch_notes_laps_and_runs_on_while_nobody_looks(time):
    phone = opened(now=time, time_scale=1)
    time.seconds += 1
    tap(phone, "Stopwatch", "Start")
    time.seconds += 62.5
    tap(phone, "Lap", "Timer")
    time.seconds += 3600
    tap(phone, "Stopwatch", "Lap", "Pause")
    assert state(phone, "stopwatch") == {"status": "paused", "ran_s": 3662.5, "laps": ["1:01:02.5", "01:02.5"]}
    assert find(phone, "time_text")["text"] == "1:01:02.5"
    tap(phone, "Reset")
    assert state(phone, "stopwatch") == {"status": "reset", "ran_s": 0.0, "laps": []}


@pytest.mark.parametrize(("tab", "status"), [("Timer", "timer"), ("Stopwatch", "stopwatch")])
def test_a_display_on_its_side_has_room_for_every_button(phone, tab, status):
    phone.rotate(1)
    tap(phone, tab)
    phone.swipe([(100, 800), (100, 300)])
    tap(phone, "Start")
    assert state(phone, status)["status"] == "running"
    phone.swipe([(100, 800), (100, 300)])
    assert {"Reset", "Lap"} & set(texts(phone))
