"""Test that a replay of a demonstration, and the experience made of it, go by what the person said of it."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from replaying import ROSTER, again, shown

from appagent.agent import View
from appagent.agents.replay import Replay
from appagent.devices.captures.files import read_files
from appagent.experience import FromRun, plan_of
from appagent.experience.kept import Circumstances, keep, mended
from appagent.experience.lookup import look_up
from appagent.runs.demonstration import Demonstration, write_demonstration
from appagent.runs.trajectory import load_run
from appagent.store import Store
from appagent.tasks import Task

pytestmark = pytest.mark.slow

ADD = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")
TAKE = ("Take Ben away", "tap Ben", "tap Take away", "tap Delete")


def said(folder: Path, told: Demonstration, goal: str, *lines: str, **state: object) -> FromRun:
    """Show a task, and say this of it."""
    shown(folder, goal, *lines, **state)
    (run,) = folder.iterdir()
    write_demonstration(run, told)
    return plan_of(run)


def test_a_value_has_the_name_that_the_person_knows(tmp_path):
    made = said(tmp_path, Demonstration(values={"person": "Cleo"}), "Add cleo to the roster", *ADD)
    assert (made.plan.goal, made.values) == ("Add {person} to the roster", {"person": "Cleo"})


def test_words_that_stay_as_they_are_are_no_values(tmp_path):
    made = said(tmp_path / "typed", Demonstration(fixed=("Cleo",)), "Add Cleo to the roster", *ADD)
    assert (made.plan.goal, made.values, made.plan.free) == ("Add Cleo to the roster", {}, ())
    assert again(tmp_path, made).state["names"][-1] == "Cleo"
    row = said(tmp_path / "row", Demonstration(fixed=("Ben",)), "Invite Ben", "tap 6")
    assert (row.plan.goal, row.values) == ("Invite Ben", {})
    assert again(tmp_path, row, names=["Ana", "Ben", "Ana B."]).state["invited"] == ["Ben"]


@pytest.fixture(scope="module")
def tipped(tmp_path_factory):
    """A person is added, behind a dialog that the person says may be missing."""
    lines = (ADD[0], "tap Try it", *ADD[1:])
    folder = tmp_path_factory.mktemp("tipped")
    made = said(folder, Demonstration(optional=(2,)), "Add Cleo to the roster", *lines, tip=True)
    return SimpleNamespace(made=made, folder=next(folder.iterdir()))


@pytest.mark.parametrize(("tip", "steps"), [(True, 5), (False, 4)])
def test_a_dialog_that_may_be_missing_is_answered_if_it_comes(tipped, tmp_path, tip, steps):
    done = again(tmp_path, tipped.made, {"name": "Dora"}, ask=lambda found, words: True, tip=tip)
    assert (done.status, done.state["names"][-1], len(done.steps)) == ("success", "Dora", steps), done.reason
    assert any("Try it" in step.words for step in done.steps) == tip


def test_a_dialog_of_which_nobody_said_so_may_not_be_missing(tmp_path):
    made = shown(tmp_path, "Add Cleo to the roster", ADD[0], "tap Try it", *ADD[1:], tip=True)
    assert again(tmp_path, made).kind == "screen other"


def test_a_dialog_that_comes_late_is_answered_before_the_move_that_it_covers(tipped):
    run = tipped.folder
    steps = load_run(run).steps
    dialog, form = (
        read_files(run / f"{number:04}.xml", size=step.size, app=step.app, activity=step.activity)
        for number, step in ((2, steps[1]), (3, steps[2]))
    )
    replay = Replay(tipped.made.plan, tipped.made.values, start=2)
    view = View(Task("", ROSTER), form, b"")
    assert "move 3 of 4" in replay.decide(view).thought
    late = replace(view, screen=dialog, steps=(replace(steps[2], outcome="stale"),))
    assert "move 2 of 4" in replay.decide(late).thought
    gone = replace(view, steps=(*late.steps, steps[1]))
    assert "move 3 of 4" in replay.decide(gone).thought


@pytest.mark.parametrize(
    ("what", "status", "kind"), [("stop", "failed", "element gone"), ("skip", "success", ""), ("done", "success", "")]
)
def test_what_is_done_without_the_row_is_what_the_person_said(tmp_path, what, status, kind):
    made = said(tmp_path / "shown", Demonstration(nothing_found={1: what}), *TAKE)
    done = again(tmp_path, made, {"item": "Zed"}, allow=frozenset({"delete"}))
    assert (done.status, done.kind, done.deeds) == (status, kind, []), done.reason
    assert done.state["names"] == ["Ana", "Ana B.", "Ben"]
    assert again(tmp_path, made, {"item": "Ana"}, allow=frozenset({"delete"})).state["names"] == ["Ana B.", "Ben"]


def test_what_comes_after_a_row_that_is_missing_is_done(tmp_path):
    lines = ("tap Ben", "tap Send greeting", "back", "tap 2")
    made = said(tmp_path / "shown", Demonstration(nothing_found={1: "skip"}), "Greet Ben and invite Ana", *lines)
    assert (made.values, len(made.plan.moves)) == ({"item": "Ben", "item_2": "Ana"}, 4)
    done = again(tmp_path, made, {"item": "Zed"}, allow=frozenset({"send"}))
    assert (done.status, done.state["greeted"], done.state["invited"]) == ("success", [], ["Ana"]), done.reason


@pytest.fixture(scope="module")
def greeted(tmp_path_factory):
    """A greeting is sent, and nobody said that it may be repeated without a person."""
    lines = ("Greet Ben", "tap Ben", "tap Send greeting")
    return said(tmp_path_factory.mktemp("greeted"), Demonstration(unsure=(2,)), *lines, sends=True)


def test_what_nobody_agreed_to_repeat_is_not_done_without_a_person(greeted, tmp_path):
    done = again(tmp_path, greeted, sends=True, allow=frozenset({"send"}))
    assert (done.status, done.kind, done.deeds) == ("failed", "needs a person", [])
    assert "it may send, and nobody has said that it may be repeated without a person" in done.reason


def test_a_step_of_unknown_effect_needs_a_person_too(tmp_path):
    """As in a folder of somebody else's."""
    made = said(tmp_path / "shown", Demonstration(unsure=(1,)), "Invite Ben", "tap 6")
    assert "it may do anything, and nobody has said" in again(tmp_path, made).reason


@pytest.mark.parametrize(("agrees", "deeds"), [(True, 1), (False, 0)])
def test_a_person_who_is_there_is_asked(greeted, tmp_path, agrees, deeds):
    asked = []
    done = again(tmp_path, greeted, sends=True, ask=lambda effect, words: asked.append(effect) or agrees)
    assert (asked, len(done.deeds), done.kind) == (["send"], deeds, "" if agrees else "refused")


def test_experience_with_such_a_deed_is_for_a_person_alone(greeted):
    with Store.open(":memory:") as store:
        assert keep(store, greeted.plan, "demo", "1", confirmed=True)
        assert look_up(store, ROSTER, "Greet Ana", Circumstances()).chosen is None
        found = look_up(store, ROSTER, "Greet Ana", Circumstances(attended=True)).chosen
        assert found is not None
        assert [move.unsure for move in found.kept.plan.moves] == [False, True]


def test_what_mends_a_demonstration_keeps_what_was_said_of_it(greeted):
    moves = tuple(replace(move, unsure=False) for move in greeted.plan.moves)
    new = mended(greeted.plan, replace(greeted.plan, moves=moves))
    assert new == greeted.plan
    assert mended(greeted.plan, replace(greeted.plan, goal="Greet Ben")) is None
