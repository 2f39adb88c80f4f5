"""What a model that learns an app is shown and answers: the prompts of explorer and reflector."""

import re

import pytest
from conftest import NOTES
from fence_names import without_fence_name
from scripted_runs import mark_of
from test_learn_model import listed, pixels

from appagent.actions import Back, Swipe, Tap, TypeText
from appagent.agent import View
from appagent.errors import ActionError
from appagent.learning.asking.model import ModelExplorer
from appagent.learning.memory.screen_history import Act
from appagent.learning.reflect import ModelReflector
from appagent.models.scripted import Scripted
from appagent.store import Record
from appagent.tasks import Task

pytestmark = pytest.mark.slow


@pytest.fixture
def seen(started):
    """Return a screen of the app for notes."""
    return started(NOTES).capture()


def asked(seen, hidden=(), see="both", tried=(), goal=""):
    """Return the messages that an explorer asks with."""
    model = Scripted("finish()")
    explorer = ModelExplorer(model, see)
    for action in tried:
        element = next((one for one in seen.elements if one.mark == getattr(action, "mark", 0)), None)
        explorer.learnt(Act(seen, seen, action, element), "SUCCESS")
    explorer.choose(View(Task(goal, NOTES), seen, b"jpeg", notices=("mind the gap",)), frozenset(hidden))
    return model.seen[0]


def test_hidden_marks_are_not_offered(seen):
    marks = re.findall(r"^ *(\d+) ", listed(asked(seen, hidden={2})[-1].text), re.MULTILINE)
    assert marks == ["1", "3", "4", "5"]


def test_marks_whose_tap_was_tried_are_named(seen):
    text = asked(seen, tried=[Tap(3), Tap(5), TypeText("x", 2), Swipe("up", 1), Back()])[-1].text
    assert "need not be tried again:\n- tap of marks 3, 5\n- text of mark 2\n" in text
    assert "tried again" not in asked(seen)[-1].text


def test_marks_that_are_written_down_already_are_named(seen, store):
    fab = next(element for element in seen.elements if element.resource_id.endswith("fab"))
    row = next(element for element in seen.elements if element.listed)
    for element, action in ((fab, "tap"), (row, "long_press"), (fab, "pay: <data>")):
        place = {"app": seen.app, "screen_id": seen.screen_id, "element_id": element.id, "template": element.template}
        store.add(Record(action=action, text="Does it.", source="explore", time="2026-01-31T12:00:00Z", **place))
    model = Scripted("finish()")
    ModelExplorer(model, store=store).choose(View(Task("", NOTES), seen, b"jpeg"), frozenset())
    text = model.seen[0][-1].text
    assert f"tried again:\n- long_press of mark {row.mark}\n- tap of mark {fab.mark}\n" in text
    assert "pay" not in text


def test_what_was_tried_and_is_hidden_is_not_named(seen):
    assert "need not be tried again:\n- tap of mark 5\n" in asked(seen, tried=[Tap(3), Tap(5)], hidden={3})[-1].text


def test_explorer_is_told_its_task_or_that_there_is_none(seen):
    assert "The task to learn with: Buy milk" in asked(seen, goal="Buy milk")[-1].text
    assert "There is no particular task" in asked(seen)[-1].text
    assert "mind the gap" in asked(seen)[-1].text


@pytest.mark.parametrize(("see", "pictures"), [("picture", 1), ("text", 0), ("both", 1)])
def test_explorer_shows_the_screen_as_it_is_wanted(seen, see, pictures):
    message = asked(seen, see=see)[-1]
    assert len(message.pictures) == pictures
    assert ("On the screen:" in message.text) is (see != "picture")


def reflected(seen, after, *replies, see="picture", **facts):
    model = Scripted(*replies)
    reflector = ModelReflector(model, see)
    element = seen.elements[-1]
    return reflector.reflect(Act(seen, after, Tap(element.mark), element, **facts)), model


def test_reflector_outlines_the_touched_element_on_the_first_picture_only(seen):
    _, model = reflected(seen, seen, "SUCCESS: Begins a note.")
    before, after = map(pixels, model.seen[0][-1].pictures)
    assert before.shape == after.shape == (*seen.size[::-1], 3)
    left, top, right, bottom = seen.elements[-1].bounds
    changed = (abs(before - after) > 60).any(axis=-1)
    assert changed[top - 3 : top + 4, (left + right) // 2].any()
    assert changed[bottom - 4 : bottom + 3, (left + right) // 2].any()
    changed[top - 30 : bottom + 30, left - 30 : right + 30] = False
    assert not changed.any()


def test_reflector_shows_text_where_that_is_wanted(seen):
    _, model = reflected(seen, seen, "SUCCESS: Begins a note.", see="text")
    message = model.seen[0][-1]
    assert message.pictures == ()
    assert "The screen before:" in message.text
    assert mark_of("Shopping", message.text)


def test_reflector_is_told_goal_and_intention(seen):
    _, model = reflected(seen, seen, "SUCCESS: Begins a note.", goal="Buy milk", intention="It begins a note.")
    text = model.seen[0][-1].text
    assert "Buy milk" in text
    assert "<data>It begins a note.</data>" in without_fence_name(text)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("Documentation: Begins a note.", "Begins a note."),
        ("**Documentation:** Begins a note.", "Begins a note."),
        ("Begins a note.", "Begins a note."),
        ("Documentation: Begins a note.\n\nI hope this helps!", "Begins a note."),
    ],
)
def test_a_description_is_read_with_its_label_or_without(seen, reply, words):
    judged, model = reflected(seen, seen, "CONTINUE", reply)
    assert (judged.decision, judged.documentation) == ("CONTINUE", words)
    assert model.purposes == ["reflect", "describe"]


def test_a_description_that_stays_empty_is_an_error_for_the_step(seen):
    with pytest.raises(ActionError, match="Documentation"):
        reflected(seen, seen, "CONTINUE", "Documentation:", "", " ")
