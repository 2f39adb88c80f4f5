"""Test that a replay says what verifies it: what the last screen tells of what it made, and nothing that was there."""

import pytest
from hierarchies import DISPLAY, dump, node
from replaying import again, shown

from appagent.devices.captures.hierarchy import read_dump
from appagent.experience.judging.evidence import Evidence
from appagent.screen import Screen


def page(activity: str, *texts: str, holds: str = "") -> Screen:
    """A page with these texts, and a field with what it holds."""
    told = [node(at=(0, 200 + 100 * n, 1080, 300 + 100 * n), text=text) for n, text in enumerate(texts)]
    fields = [node("EditText", at=(0, 2000, 1080, 2100), can="clickable", text=holds, name="field")] if holds else []
    return read_dump(dump(node("FrameLayout", *told, *fields)), size=DISPLAY, app="org.notes", activity=activity)


LIST, FORM, MILK = page(".List", "Notes"), page(".Form", "New", holds="Title"), page(".List", "Notes", "Milk")


@pytest.mark.parametrize(
    ("before", "after", "back"),
    [
        ([LIST, FORM], [MILK], ['"Milk"']),
        ([MILK, FORM], [MILK], []),  # it was there already
        ([LIST, FORM], [LIST], []),
        ([LIST, FORM], [page(".Form", "New", holds="Milk")], []),  # what was typed, and nothing saved
        ([LIST, FORM], [LIST, page(".Form", "New", holds="Milk")], ['"Milk"']),  # opened again
        ([LIST, FORM], [page(".List", "Notes", "Milk bottle")], []),
    ],
    ids=["new in the list", "there already", "not there", "nothing saved", "opened again", "another word"],
)
def test_what_was_typed_is_read_back_where_it_was_not_before(before, after, back):
    evidence = Evidence()
    for screen in before:
        evidence.saw(screen)
    evidence.used("Milk", before[-1], typed=True)
    for screen in after:
        evidence.saw(screen)
    assert evidence.read_back(after[-1]) == back


@pytest.mark.parametrize(("first", "back"), [(LIST, ['"Milk"']), (MILK, []), (FORM, [])], ids=["list", "milk", "form"])
def test_what_was_chosen_is_read_back_on_a_page_that_did_not_say_it_before(first, back):
    evidence, choice = Evidence(), page(".Pick", "Milk", "Tea")
    for screen in (first, choice):
        evidence.saw(screen)
    evidence.used("Milk", choice, typed=False)
    evidence.saw(MILK)
    assert evidence.read_back(MILK) == back


@pytest.mark.slow
def test_a_replay_tells_what_it_read_back_and_a_greeting_that_nothing_shows_is_not_verified(tmp_path):
    added = shown(tmp_path, "Add Cleo to the roster", "tap Add a person", 'type "Name" "Cleo"', "tap Save")
    assert again(tmp_path, added, {"name": "Dora"}).replay.read_back == ['"Dora"']
    greeted = shown(tmp_path, "Greet Ben", "tap Ben", "tap Send greeting")
    done = again(tmp_path, greeted, allow=frozenset({"send"}))
    assert (done.status, done.replay.read_back) == ("success", [])
    invited = shown(tmp_path, "Invite Ben", "tap 6")
    assert again(tmp_path, invited).replay.read_back == ['"Ben" is on']
    there = again(tmp_path, invited, invited=["Ben"])  # on already, so that nothing is done
    assert (there.status, there.steps[1:], there.replay.read_back) == ("success", (), ['"Ben" is on'])
