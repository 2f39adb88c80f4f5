"""Test that a replay compares what comes of its moves with what came of them before."""

import pytest
from replaying import again, shown

from appagent.experience.judging.expected import Expected
from appagent.experience.judging.outcomes import message_sign
from appagent.experience.plan import Move, MovePage
from appagent.runs.trajectory import Step

pytestmark = pytest.mark.slow

DESK = "com.example.desk"
WORDS = {
    False: ("New note", "Note", "Save", "Notes", "Could not save"),
    True: ("Neue Notiz", "Notiz", "Speichern", "Notizen", "Konnte nicht gespeichert werden"),
}


@pytest.fixture(scope="module", params=[False, True], ids=["English", "German"])
def noted(request, tmp_path_factory):
    """A note that was made and saved, with whether the app was in German, and its words."""
    new, note, save, *_ = words = WORDS[request.param]
    lines = (f'tap "{new}"', f'type "{note}" "Milk"', f'tap "{save}"')
    state = {"desk": {"german": request.param}}
    folder = tmp_path_factory.mktemp("noted")
    return shown(folder, "Note Milk down", *lines, app=DESK, app_state=state), request.param, words


def test_a_message_is_kept_as_a_hash(noted):
    last = noted[0].plan.moves[-1]
    assert (len(last.message), last.toast, last.shows) == (16, True, ())


@pytest.mark.parametrize(
    ("desk", "why"),
    [({}, ""), ({"fails": True}, "a message says"), ({"fails": True, "silent": True}, "no message came")],
    ids=["works", "says that it fails", "fails in silence"],
)
def test_a_save_that_fails_is_no_success(noted, tmp_path, desk, why):
    made, german, _ = noted
    values = dict.fromkeys(made.values, "Bread")
    done = again(tmp_path, made, values, app_state={"desk": {"german": german, **desk}})
    assert (done.status, done.kind) == (("failed", "effect missing") if why else ("success", "")), done.reason
    assert why in done.reason
    assert done.told["desk"]["notes"] == ([] if why else ["Bread"])
    assert not why or done.replay.difference.move == 3


def test_a_message_that_denies_is_told_with_its_words(noted, tmp_path):
    made, german, words = noted
    done = again(tmp_path, made, app_state={"desk": {"german": german, "fails": True}})
    assert words[-1] in done.reason


@pytest.mark.parametrize(("names", "status"), [((), "success"), ([f"P{n}" for n in range(30)], "success")])
def test_a_new_row_is_looked_for_in_the_whole_list(tmp_path, names, status):
    lines = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")
    made = shown(tmp_path / "shown", "Add Cleo to the roster", *lines)
    assert made.plan.moves[-1].shows == ("{name}",)
    done = again(tmp_path, made, {"name": "Dora"}, **({"names": names} if names else {}))
    assert (done.status, done.state["names"][-1]) == (status, "Dora"), done.reason


def test_a_new_row_that_does_not_come_ends_the_replay(tmp_path):
    lines = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")
    made = shown(tmp_path / "shown", "Add Cleo to the roster", *lines)
    done = again(tmp_path, made, {"name": "Dora"}, forgets=True)
    assert (done.status, done.kind, done.state["names"][-1]) == ("failed", "effect missing", "Ben")
    assert 'the screen does not show "Dora"' in done.reason


def test_what_is_only_there_to_be_chosen_is_no_effect(tmp_path):
    state = {"desk": {"notes": ["Milk", "Tea"]}}
    lines = ("tap Notes", "tap Tea")
    made = shown(tmp_path / "shown", "Open the note Tea", *lines, app=DESK, app_state=state)
    assert [move.shows for move in made.plan.moves] == [(), ()]
    assert again(tmp_path, made, {"item": "Milk"}, app_state=state).status == "success"


def test_a_message_that_said_no_before_may_say_so_again():
    said, values = 'back on the screen "A"; a message says "Bread is no longer on the list"', {"item": "Bread"}
    move = Move(
        "tap(1)", "tap it", MovePage("s", "a"), message=message_sign("Milk is no longer here", {"item": "Milk"})
    )
    step = Step(1, "s", "a", "", "tap(1)", "tap it", "done", effect=said)
    assert Expected(0, move, values, 0)._denied([step])
    same = Move("tap(1)", "tap it", MovePage("s", "a"), message=message_sign("Bread is no longer on the list", values))
    assert not Expected(0, same, {"item": "Bread"}, 0)._denied([step])
