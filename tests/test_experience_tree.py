"""Test which first moves an unlike task shares with those that were done before."""

import pytest

from appagent.experience.kept import Circumstances, plan_of_beginning
from appagent.experience.plan import Move, MovePage, Plan, Target
from appagent.experience.shared_beginning import shared_beginning
from appagent.offline.goal import stems


def plan(goal: str, *names: str, **last: object) -> Plan:
    """A plan that taps these, one page after the other. last: facts of its last move."""
    moves = [
        Move("tap(1)", f'tap "{name}"', MovePage(" > ".join(names[:at]), "app"), Target(name, name, "Button"))
        for at, name in enumerate(names)
    ]
    return Plan(goal, "app", (*moves[:-1], Move(**{**vars(moves[-1]), **last})))


RINGTONE = plan("Set the phone ringtone to {tone}", "Sound", "Phone ringtone", "Tone")
ALARM = plan("Set the alarm sound to {tone}", "Sound", "Alarm sound", "Tone")
TIMEOUT = plan("Turn the screen off after {time}", "Display", "Timeout", "Time")
DARK = plan("Make the screen dark", "Display", "Theme", "Dark")


@pytest.mark.parametrize(
    ("known", "goal", "shared"),
    [
        ([RINGTONE, ALARM, TIMEOUT, DARK], "Choose another alarm ringtone", ["Sound"]),
        ([RINGTONE, ALARM, TIMEOUT, DARK], "How dark is it?", ["Display"]),
        ([RINGTONE, ALARM, TIMEOUT, DARK], "Sound an alarm when the screen is dark", []),  # words of both
        ([RINGTONE, ALARM, TIMEOUT, DARK], "Turn Wi-Fi off", []),  # of one alone that knows it
        ([RINGTONE, TIMEOUT], "Choose another ringtone", []),  # "Sound" does not say that it leads there
        ([RINGTONE], "Turn the phone sound off", ["Sound"]),  # and here it does
        ([DARK], "Make the display dark blue", ["Display"]),
        ([plan("Set the alarm sound", "Sound", "Alarm sound", "Tone")], "Set the timer sound", ["Sound"]),
        ([RINGTONE, RINGTONE], "Choose another ringtone", []),  # the same task twice
        ([], "Choose another ringtone", []),
    ],
)
def test_a_word_of_the_task_decides_where_the_ways_part(known, goal, shared):
    assert [move.target.element_id for move in shared_beginning(known, goal, stems)] == shared


@pytest.mark.parametrize("last", [{"may": "send"}, {"becomes": True}, {"optional": True}, {"target": None}])
def test_only_what_leads_on_is_shared(last):
    known = [plan("Ring the bell", "Sound", "Bell", **last), plan("Ring the bell twice", "Sound", "Bell", **last)]
    assert [move.target.element_id for move in shared_beginning(known, "Ring once", stems)] == ["Sound"]


def test_a_word_that_only_joins_sentences_decides_nothing():
    known = [plan("Que la lluvia no pare", "Clima", "Lluvia"), plan("Que la helada pare", "Clima", "Helada")]
    assert len(shared_beginning(known, "Que el programa B arranque", stems)) == 1  # where no way parts
    assert len(shared_beginning(known, "Que la nieve no pare", stems)) == 1


def test_where_nothing_is_kept_no_words_are_looked_for(store):
    def loads_for_long(text: str) -> list[str]:
        raise AssertionError(text)

    assert plan_of_beginning(store, "app", "Choose another ringtone", loads_for_long, Circumstances()) is None
