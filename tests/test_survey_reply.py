"""Replies about a whole screen, and about goals: what can be read is read, and what is about nothing is left out."""

import pytest
from tables import cases

from appagent.actions import Drag, LongPress, Swipe, Tap, TypeText
from appagent.errors import ActionError
from appagent.learning.asking.goals import read_goals, unreached
from appagent.prompting.replies.schema import goals_schema, survey_schema
from appagent.prompting.replies.survey import TRIES, Judged, Sentence, Survey, read_survey, whole
from appagent.runs.trajectory import Step

MARKS = range(1, 10)
OPENS = Sentence((3,), "", "Opens it.")


@cases(
    ("reply", "sentences"),
    [
        ("3: Opens it.", [OPENS]),
        ("**3**: Opens it\n- 4 - 5: Goes on.", [OPENS, Sentence((4, 5), "", "Goes on.")]),
        ("Marks 4-6 and 8: Goes on.", [Sentence((4, 5, 6, 8), "", "Goes on.")]),
        ("3：打开它", [Sentence((3,), "", "打开它.")]),
        ("3 long press: Selects it.", [Sentence((3,), "long_press", "Selects it.")]),
        ("3 (long_press): Selects it.", [Sentence((3,), "long_press", "Selects it.")]),
        ("3 Button: Opens it.", [OPENS]),
        ("Here is what I see:\n3: Opens it.\nI hope this helps!", [OPENS]),
        ("3, 77: Opens it.\n78: Is not there.", [OPENS]),
        ("```\n3: Opens it.\n```", [OPENS]),
        (f"3: Opens it.\n4: {'long ' * 99}", [OPENS]),
        ('{"elements": [{"marks": [3], "action": null, "sentence": "Opens it."}], "try": [], "judged": []}', [OPENS]),
        ('```json\n{"elements": [{"marks": [3, 77], "sentence": "Opens it."}]}\n```', [OPENS]),
        ('{"elements": [{"mark": 3, "sentence": "Opens it."}, 7, {"marks": "x"}]}', [OPENS]),
        ("1-9999 tap" + ", 1-9999" * 2_000 + ": Is long.\n3: Opens it." + " " * 9_000, [OPENS]),
        ("None.", []),
        ('{"elements": [], "try": [], "judged": []}', []),
    ],
)  # fmt: skip
def test_sentences_are_read(reply, sentences):
    assert list(read_survey(reply, MARKS).sentences) == sentences


@cases(
    ("reply", "tries"),
    [
        ('try: text("a: b", element=2)\ntry: long_press(4)', [TypeText("a: b", 2), LongPress(4)]),
        ("Try:\n- drag(3, 7)\n- `swipe(2, \"left\")`", [Drag(3, 7), Swipe("left", 2)]),
        ("3: Opens it.\ntry: launch('Bank')\ntry: tap(3)", [Tap(3)]),
        ("3: Opens it.\ntry: long_press(44)\ntry: drag(3, 44)", []),
        ("3: Opens it.\ntry: long_press(", []),
        ('{"elements": [], "try": [{"action": "drag", "from": 3, "to": 7}, {"action": "pay"}]}', [Drag(3, 7)]),
    ],
)  # fmt: skip
def test_what_to_try_is_read(reply, tries):
    assert list(read_survey(reply, MARKS).tries) == tries


@cases(
    "reply",
    [
        "7 tap: BACK",
        "**7 tap**: back is not it\n7 tap: BACK.",
        '{"judged": [{"mark": 7, "action": "tap", "decision": "BACK"}]}',
    ],
)
def test_judgements_are_read(reply):
    assert read_survey(reply, MARKS).judged[-1] == Judged(7, "tap", "BACK")


def test_a_judgement_of_no_mark_is_left_out():
    reply = '{"judged": [{"mark": true, "action": "tap", "decision": "BACK"}, {"mark": 7, "decision": "BACK"}]}'
    assert [each.mark for each in read_survey(reply, MARKS).judged] == [7]


@pytest.mark.parametrize(
    "reply", ["", "Hm.", "The screen shows notes.", '{"elements": [{"marks": [3], "sen', "99: Is not there."]
)
def test_a_reply_without_anything_is_refused_with_the_way_to_write_it(reply):
    with pytest.raises(ActionError, match="write"):
        read_survey(reply, MARKS)


def test_of_a_reply_that_was_cut_off_the_whole_lines_are_read():
    said = "<think>Let me see: 9: no.</think>3: Opens it.\n4: Goes o"
    assert read_survey(whole(said, "length"), MARKS) == Survey((OPENS,))
    assert len(read_survey(whole(said, "stop"), MARKS).sentences) == 2


def test_the_schemas_are_strict():
    for schema in (survey_schema(TRIES), goals_schema()):
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


@cases(
    ("reply", "goals"),
    [
        ("1. Add a city.\n2) Set a timer\n\n- Stop it now", ["Add a city.", "Set a timer", "Stop it now"]),
        ("none", []),
        ('{"goals": ["Add a city.", 7]}', ["Add a city."]),
        ("\n".join(["Do a thing"] * 9), ["Do a thing"] * 5),
    ],
)  # fmt: skip
def test_goals_are_read(reply, goals):
    assert read_goals(reply) == goals


def test_an_activity_that_was_in_front_is_reached_however_it_is_written():
    steps = [Step(1, "screen-1", "com.a", ".ui.MainActivity", "tap(1)", "tap", "done")]
    assert unreached([".MainActivity", "com.a.EditActivity"], steps) == ["com.a.EditActivity"]
