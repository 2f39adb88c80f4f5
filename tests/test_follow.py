"""Goals followed word by word: what the words are worth, and what is done on the phone by them."""

import json
from dataclasses import replace

import pytest
from conftest import NOTES, SETTINGS
from hierarchies import DISPLAY, dump, node
from learning import attempt, lesson

from appagent.agents.atlas import shuffled
from appagent.agents.goal import Value
from appagent.agents.reading import asked, beside
from appagent.agents.speech import runs_on, said_after, spoken, switched_on
from appagent.agents.tally import Tally
from appagent.screen import read
from appagent.tasks import Task

CHAT = "com.qingxin.im"
CLOCK = "com.example.deskclock"


def tally(goal: str, *names: str) -> Tally:
    return Tally(goal, "com.example.app", names)


@pytest.mark.parametrize(
    ("goal", "things", "values"),
    [
        ("Add a card to 'Metals' with front 'Au' and back 'Gold'", ("Metals",), [("front", "Au"), ("back", "Gold")]),
        ("Post 'Any kittens?' to my Moments", (), [("", "Any kittens?")]),
        ("Change the remark of 'Mia' to 'Boss'", ("Mia",), [("remark", "Boss")]),
        ("Mute the group 'Choir'", ("Choir",), []),
        ("Visit news.example/today, please", (), [("address", "news.example/today")]),
        ("给“小李”发消息，内容是“好的”", ("小李",), [("", "好的")]),
    ],
)  # fmt: skip
def test_what_is_quoted_is_to_be_found_or_to_be_typed(
    goal: str, things: tuple[str, ...], values: list[tuple[str, str]]
):
    speech = spoken(goal)
    assert speech.things == things
    assert list(speech.values) == [Value(*value) for value in values]


def test_what_is_not_to_be_done_is_no_part_of_what_is_said():
    speech = spoken("Put the lamp into the cart, but do not buy it yet")
    assert "cart" in speech.rest
    assert "buy" not in speech.rest
    assert "Do Not Disturb" in spoken("Turn Do Not Disturb on").rest


def test_times_of_day_are_apart_from_numbers():
    assert spoken("Wake me at 7:05, not 25:00, for 20 minutes").times == ("7:05",)


def test_how_long_something_is_to_be_goes_into_wheels_and_one_unit_may_be_a_choice():
    speech = spoken("Start a timer for 7 minutes and 20 seconds")
    assert speech.lengths == (("7 minutes and 20 seconds", (0, 7, 20)),)
    assert speech.rest == "Start a timer for"
    assert spoken("Let it rest for 20 minutes").rest == "Let it rest for 20 minutes"


def test_a_name_after_called_needs_no_quotation_marks():
    assert list(spoken("Make a list called Blue Van").values) == [Value("called", "Blue Van")]
    assert spoken("Delete the list called Blue Van").things == ("Blue Van",)


def test_a_name_within_a_text_to_be_typed_stays_a_part_of_it():
    assert [value.text for value in spoken("Write 'They called Ann for you' in my list").values] == [
        "They called Ann for you"
    ]


def test_what_stands_beside_a_name_is_no_other_thing_to_touch():
    name, price = node(text="Lamp", at=(0, 0, 500, 100)), node(text="$12", at=(500, 0, 800, 100))
    add = node("Button", text="Add", can="clickable", at=(800, 0, 1080, 100))
    row = node("LinearLayout", name, price, add, can="clickable", at=(0, 0, 1080, 100))
    screen = read(dump(node("FrameLayout", row)), size=DISPLAY)
    assert beside("Lamp", screen) == "$12"
    assert beside("Add", screen) == "Lamp · $12"


def test_what_is_there_already_is_not_to_be_typed():
    assert tally("Add 'map.pdf' to the favourites", "map.pdf").things == ["map.pdf"]
    assert [value.text for value in tally("Add 'map.pdf' to the favourites", "Favourites").values] == ["map.pdf"]


def test_the_name_of_the_app_is_nothing_to_go_to():
    known = Tally("Add a card to my deck in Cards", "org.merkzettel.x Cards", ["Cards", "Add card", "Deck"])
    assert known.worth("Cards") == 0 < known.worth("Add card")
    assert "card" not in known.left()


def test_a_question_is_answered_where_most_of_it_was_met():
    known = tally("How much is the oak table?", "Oak table", "Oak chair")
    assert not known.arrived()
    known.took("Oak table")
    assert known.arrived()


def test_a_row_is_meant_by_its_whole_name_until_that_was_met():
    known = tally("Star Zoe Zhang", "Zoe Zhang", "Zoe", "Star")
    assert [known.means(name) for name in ("Zoe Zhang", "Zoe", "Star")] == [True, False, False]
    known.took("Zoe Zhang")
    assert not known.means("Zoe Zhang")


def test_the_words_that_a_guess_is_about_are_those_that_make_it_near():
    known = tally("Show how full the battery is as a number", "Battery")
    assert "batteri" in known.meant("Battery percentage")
    assert "show" not in known.meant("Battery percentage")


def test_each_thing_has_its_own_state():
    text = "Get ready: Bluetooth off, Night Light and Do Not Disturb on"
    assert [switched_on(text, name) for name in ("Bluetooth", "Night Light", "Do Not Disturb")] == [False, True, True]
    assert not switched_on("I do not need Bluetooth now, disable it", "Bluetooth")
    assert switched_on("Star Mia", "Star")


def test_a_name_that_runs_on_is_anothers():
    assert runs_on("Turn off Wi-Fi calling", "Wi-Fi")
    assert not runs_on("Turn off Wi-Fi calling", "Wi-Fi calling")
    assert not runs_on("Turn Wi-Fi off", "Wi-Fi")


def test_a_place_is_said_after_its_preposition():
    assert said_after("Make a folder inside the Documents folder", "Documents")
    assert not said_after("Open Documents", "Documents")


def test_rare_words_are_worth_more_than_frequent_ones():
    known = tally("Mute the alarm in the kitchen", "Alarm 1", "Alarm 2", "Alarm 3", "Kitchen", "Mute")
    assert known.worth("Kitchen") > known.worth("Alarm") > known.worth("Garden") == 0


def test_half_a_name_is_tried_by_its_first_word_and_never_by_half_a_number():
    known = tally("Let it snooze for 30 minutes", "Snooze length", "Length of snooze", "30 minutes", "09:30")
    assert known.worth("Snooze length") > 0
    assert known.worth("Length of snooze") == 0
    assert known.worth("30 minutes") > 0
    assert known.worth("9 30") == 0


def test_what_is_named_exactly_comes_first_and_deleting_waits_for_it():
    known = tally("Delete the list 'Choir'", "Choir", "Delete list", "List")
    assert known.worth("Choir") > 1
    assert known.worth("Delete") == 0
    known.took("Choir")
    assert known.worth("Delete") == 0
    assert known.worth("Delete", within=True) > 0
    assert known.precise("Remove") == known.precise("Delete") == 1


@pytest.mark.parametrize(
    ("goal", "worth"), [("Close the tab", False), ("Close every tab", True), ("关闭标签页", False)]
)
def test_what_is_about_all_of_something_is_wanted_only_where_the_goal_says_so(goal: str, worth: bool):
    assert bool(tally(goal, "Close all tabs", "关闭所有标签页").worth("Close all tabs")) is worth
    assert tally(goal, "Close all tabs").too_much("关闭所有标签页") is not worth


def test_days_may_be_cut_short():
    known = tally("An alarm for Saturday", "Sat", "Satin")
    assert known.precise("Sat") == 1
    assert known.precise("Satin") == 0


def test_it_is_settled_when_hardly_a_word_is_left_and_nothing_is_missing():
    known = tally("Mute and pin 'Choir'", "Mute", "Pin", "Choir")
    known.deeds = 1
    known.took("Mute")
    assert not known.settled()
    known.took("Choir")
    assert not known.settled()  # "pin" is half of all words
    known.took("Pin to top")
    assert known.settled()


def test_a_run_of_words_that_nothing_has_may_be_a_name():
    known = tally("Put the Clay noodle bowl into my cart, please", "Cart", "Bowl")
    assert known.phrase() == "Clay noodle bowl"
    known.took("Clay noodle bowl")
    assert known.phrase() == ""


def test_a_wall_of_letters_is_read_in_time():
    assert asked("What is the e-mail of Mia?", ["a" * 200_000, "mia@example.org"]) == "mia@example.org"


def test_what_is_left_is_told_in_the_goals_own_words():
    known = tally("Create a list titled 'Trips', quickly!", "List")
    known.took("List")
    assert known.unsaid() == "'Trips', Create, quickly"
    assert tally("把灯关掉").unsaid() == "把灯关掉"


FOLLOWED = [
    Task("Get ready for the night: Night Light and Do Not Disturb on, Bluetooth off", SETTINGS,
         "settings.night_light and settings.do_not_disturb and not settings.bluetooth"),
    Task("When I snooze an alarm it should be quiet for 20 minutes", CLOCK, "clock.snooze_minutes == 20"),
]  # fmt: skip


@pytest.mark.parametrize("task", FOLLOWED, ids=["three switches", "a choice"])
def test_what_no_rule_reads_is_done_word_by_word_with_documents(task: Task):
    records = lesson(task.app).records
    assert attempt(records, task).done
    for known in ((), shuffled(records)):
        assert not attempt(known, task).done


def test_what_every_screen_says_is_done_without_documents():
    check = "any(a.time == '10:15' and a.days == ['Sat', 'Sun'] for a in clock.alarms)"
    assert attempt((), Task("Make an alarm for Saturday and Sunday at 10:15", CLOCK, check)).done


def test_how_long_a_timer_runs_is_turned_on_its_wheels():
    check = "clock.timer.status == 'running' and clock.timer.minutes == 2 and clock.timer.seconds == 30"
    assert attempt((), Task("Start a timer for 2 minutes and 30 seconds", CLOCK, check)).done


def test_a_message_is_written_where_the_name_leads_and_sent_where_that_is_allowed():
    check = "any(m.text == 'See you at eight' for m in chat.chats['mom'].messages)"
    task = Task("Write 'See you at eight' to Mom", CHAT, check)
    assert attempt((), task, "send").done
    refused = attempt((), task)
    assert not refused.done
    assert "--allow send" in refused.outcome.reason


def test_where_no_word_leads_on_what_is_nearest_in_meaning_does_and_nothing_is_claimed():
    trial = attempt((), Task("Set the phone ringtone to Zephyr", SETTINGS, "settings.ringtone == 'Zephyr'"))
    assert trial.done
    assert not trial.claimed
    assert "'Sound & vibration', 'Phone ringtone' seemed nearest in meaning" in trial.outcome.reason
    assert "'Phone ringtone' is nearest in meaning to the task" in [step.thought for step in trial.steps]


@pytest.mark.parametrize("goal", ["Let there be light", "Make it quiet in here", "Nobody shall follow me"])
def test_a_switch_is_nothing_to_guess_at(goal):
    trial = attempt(lesson(SETTINGS).records, Task(goal, SETTINGS))
    assert not trial.claimed
    assert trial.before == trial.after


@pytest.mark.parametrize("goal", ["Let there be light", "Make it quiet in here"])
def test_a_switch_is_nothing_to_guess_at_though_a_document_takes_it_for_a_way(goal):
    told = [
        replace(
            record, facts=json.loads(json.dumps(record.facts).replace("check", "button").replace("switches", "opens"))
        )
        for record in lesson(SETTINGS).records
    ]
    trial = attempt(told, Task(goal, SETTINGS))
    assert trial.before == trial.after


def test_a_choice_of_a_dialog_is_no_way_out_of_it():
    trial = attempt(lesson(SETTINGS).records, Task("Set the font size to Gigantic, then look at Battery", SETTINGS))
    assert not trial.claimed
    assert trial.before == trial.after


def test_a_name_that_is_nowhere_is_not_typed_instead():
    trial = attempt(lesson(NOTES).records, Task("Share 'Mango' with 'Tango'", NOTES), "send")
    assert not trial.claimed
    assert trial.before == trial.after
