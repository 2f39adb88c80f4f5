"""Test that several showings of one task become one plan: its values, what may be missing, what is repeated."""

import json
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conftest import NOTES
from replaying import again, shown
from test_replay import ADD

from appagent.errors import UsageError
from appagent.experience import FromRun, bound
from appagent.experience.combining import combine_demonstrations
from appagent.experience.kept import Circumstances, keep
from appagent.experience.lookup import look_up
from appagent.experience.loops import unrolled
from appagent.runs.listing import runs_in
from appagent.sessions.experience import combined
from appagent.settings import Settings
from appagent.store import Store

pytestmark = pytest.mark.slow


def add(*names: str) -> tuple[str, ...]:
    return tuple(line.replace("Cleo", name) for name in names for line in ADD)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Returns the folder of a showing, which is made once for all tests."""

    @cache
    def once(goal: str, lines: tuple[str, ...], app: str, state: tuple[tuple[str, object], ...]) -> Path:
        folder = tmp_path_factory.mktemp("shown")
        shown(folder, goal, *lines, app=app, **dict(state))
        return folder

    return once


@pytest.fixture
def seen(kept, tmp_path):
    """Shows a task several times, each time on a fresh phone, and returns the plan of all of them."""

    def show(*showings: tuple, app: str = "com.example.roster") -> FromRun:
        for number, (goal, lines, state) in enumerate(showings):
            shutil.copytree(kept(goal, tuple(lines), app, tuple(state.items())), tmp_path / str(number))
        return combine_demonstrations(
            [folder for number in range(len(showings)) for folder in runs_in(tmp_path / str(number))]
        )

    return show


def names_after(folder: Path, made: FromRun, values: dict[str, str], **state) -> list[str]:
    """Do a plan with these values, and return the people who are there then."""
    plan, given = unrolled(made.plan, {**made.values, **values})
    done = again(folder, FromRun(plan, given, made.cut, made.size), **state)
    assert done.status == "success", done.reason
    return done.state["names"]


def test_what_varies_is_a_value_even_if_the_task_does_not_say_it(seen, tmp_path):
    goal = "Add our new colleague to the roster"
    made = seen((goal, add("Cleo"), {}), (goal, add("Dora"), {}))
    assert (made.plan.goal, made.plan.free, made.plan.lists) == (goal, ("name",), {})
    assert names_after(tmp_path / "again", made, {"name": "Eve"})[-1] == "Eve"


def test_what_stays_is_no_value_even_if_the_task_says_it(seen):
    note = ["tap 5", 'type "Title" "{}"', 'type "Note" "Buy it"', "tap 4"]
    first, second = ([line.replace("{}", title) for line in note] for title in ("Milk", "Bread"))
    made = seen(("Note 'Milk' saying 'Buy it'", first, {}), ("Note 'Bread' saying 'Buy it'", second, {}), app=NOTES)
    assert made.plan.goal == "Note '{title}' saying 'Buy it'"
    assert [move.action for move in made.plan.moves if "Buy it" in move.action]


def test_a_row_that_varies_is_a_value_even_if_the_task_does_not_say_it(seen, tmp_path):
    goal = "Invite this month's guest"
    made = seen((goal, ["tap 6"], {}), (goal, ["tap 4"], {}))
    assert made.plan.free == ("item",)
    done = again(tmp_path / "again", made, {"item": "Ana B."})
    assert (done.status, done.state["invited"]) == ("success", ["Ana B."]), done.reason


def test_a_dialog_that_only_one_showing_met_may_be_missing(seen, tmp_path):
    first = ("Add Cleo to the roster", add("Cleo"), {})
    lines = add("Dora")
    made = seen(first, ("Add Dora to the roster", (lines[0], 'tap "Not now"', *lines[1:]), {"tip": True}))
    assert [move.optional for move in made.plan.moves] == [False, True, False, False]
    for number, state in enumerate(({}, {"tip": True})):
        assert names_after(tmp_path / f"again-{number}", made, {"name": "Eve"}, **state)[-1] == "Eve"


def test_a_repeated_stretch_is_made_once_for_each_item_of_a_list(seen, tmp_path):
    made = seen(
        ("Add Cleo and Dora to the roster", add("Cleo", "Dora"), {}),
        ("Add Eve, Finn and Gil to the roster", add("Eve", "Finn", "Gil"), {}),
    )
    assert (made.plan.goal, len(made.plan.moves), made.plan.lists) == ("Add {name} to the roster", 3, {"name": "and"})
    assert names_after(tmp_path / "again", made, {"name": "Hal"})[3:] == ["Hal"]


def test_one_showing_may_have_done_a_repeated_stretch_just_once(seen, tmp_path):
    made = seen(("Add Cleo to the roster", add("Cleo"), {}), ("Add Dora and Eve to the roster", add("Dora", "Eve"), {}))
    assert made.plan.lists == {"name": "and"}
    assert names_after(tmp_path / "again", made, {"name": "Hal, Ida and Jo"})[3:] == ["Hal", "Ida", "Jo"]


def test_rows_that_are_chosen_one_after_the_other_are_a_list(seen, tmp_path):
    made = seen(("Invite Ana and Ben", ["tap 2", "tap 6"], {}), ("Invite Ben and Ana B.", ["tap 6", "tap 4"], {}))
    plan, values = unrolled(made.plan, {"item": "Ana, Ana B. and Ben"})
    done = again(tmp_path / "again", FromRun(plan, values, (), made.size))
    assert (done.status, done.state["invited"]) == ("success", ["Ana", "Ana B.", "Ben"]), done.reason


def test_a_task_with_a_list_is_found_by_its_words_and_kept_without_values(seen, store):
    made = seen(
        ("Add Cleo and Dora to the roster", add("Cleo", "Dora"), {}),
        ("Add Eve and Finn to the roster", add("Eve", "Finn"), {}),
    )
    record = keep(store, made.plan, "demo", "", confirmed=False)
    assert record
    assert not any(name in json.dumps(record.to_json()) for name in ("Cleo", "Dora", "Eve", "Finn"))
    found = look_up(store, made.plan.app, "Add Gil, Hal and Ida to the roster", Circumstances()).chosen
    assert found
    assert found.values == {"name": "Gil, Hal and Ida"}
    assert look_up(store, made.plan.app, "Add 5 people to the roster", Circumstances()).chosen is None
    assert bound(made.plan.goal, made.plan.slots, (), "Add Gil and Hal Ida to the roster", made.plan.lists) is None


def test_what_is_combined_again_is_the_experience_that_was_kept_then(seen, tmp_path):
    made = seen(("Add Cleo to the roster", add("Cleo"), {}), ("Add Dora to the roster", add("Dora"), {}))
    settings = Settings(store=tmp_path / "store.sqlite", runs=tmp_path)
    runs = [str(folder) for number in range(2) for folder in runs_in(tmp_path / str(number))]
    with Store.open(settings.store) as store:
        kept = keep(store, made.plan, "demo", "", confirmed=True)
        other = keep(store, replace(made.plan, moves=made.plan.moves[:1]), "demo", "", confirmed=False)
    assert kept
    assert other
    assert combined(runs, settings)[0].id == kept.id != other.id


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (("Greet Ben", ["tap Ben", "tap Send greeting"]), "they were done in different ways"),
        (("Please add Dora to the roster", add("Dora")), "differ in words that were neither typed nor chosen"),
        (("Add Dora to the roster", ("tap 2", *add("Dora"))), "nothing on the screen tells when to"),
    ],
)
def test_showings_of_which_no_plan_can_be_made_are_refused_with_the_reason(seen, second, says):
    with pytest.raises(UsageError, match=says):
        seen(("Add Cleo to the roster", add("Cleo"), {}), (*second, {}))


def test_one_showing_is_too_few(tmp_path):
    with pytest.raises(UsageError, match="two or more demonstrations"):
        combine_demonstrations([tmp_path, tmp_path])
