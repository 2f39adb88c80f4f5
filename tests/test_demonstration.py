"""Test what a person is asked at the end of a demonstration, and what is kept of it beside its steps."""

import json
import re
from dataclasses import asdict

import pytest
from conftest import NOTES, TINY
from demonstrating import demonstrated
from tables import cases

from appagent.devices.virtual import virtual
from appagent.errors import UsageError
from appagent.learning.demonstrations.showing import Typed
from appagent.runs.demonstration import DEMONSTRATION_FILE, Demonstration, read_demonstration, write_demonstration


@pytest.fixture
def said(tmp_path):
    """Show a task in Notes, answer what is asked, and return the questions and what is kept."""

    def show(goal: str, *lines: str, strict: bool = False) -> tuple[list[str], Demonstration]:
        heard: list[str] = []
        with (
            virtual(size=TINY, time_scale=0.05) as (device, _),
            demonstrated(Typed(iter(lines), strict, heard.append), tmp_path, device, NOTES, goal) as made,
        ):
            pass
        asked = [words for words in heard if "leaves it open" in words]
        return asked, read_demonstration(made.trajectory.folder)

    return show


WRITE = ("tap 5", 'type "Title" Ferry', 'type "Note" "Pier 7"', "tap 4", "stop")


def test_words_of_the_task_that_were_typed_are_asked_about(said):
    asked, kept = said("Create a note titled 'Ferry' that says 'Pier 7'", *WRITE, "yes", "no")
    assert [words.split(",")[0] for words in asked] == ['Is "Ferry" a value', 'Is "Pier 7" a value']
    assert (dict(kept.values), kept.fixed, kept.by) == ({"title": "Ferry"}, ("Pier 7",), "terminal")


@pytest.mark.slow
def test_what_is_left_open_says_nothing_and_a_deed_then_stays_unsure(said):
    asked, kept = said("Delete the note 'Shopping'", 'long "Shopping"', "tap Delete", "stop", "", "")
    assert kept.values == {}
    assert kept.unsure == (2,)
    assert any("may delete" in words for words in asked)


def test_a_deed_that_may_be_repeated_is_unsure_no_more(said):
    asked, kept = said("Delete the note 'Shopping'", 'long "Shopping"', "tap Delete", "stop", "y", "y", "skip")
    assert len(asked) == 3
    assert (dict(kept.values), kept.unsure, dict(kept.nothing_found)) == ({"choice": "Shopping"}, (), {1: "skip"})


@pytest.mark.slow
def test_a_script_is_asked_nothing_and_its_deeds_are_unsure(said):
    asked, kept = said("Delete the note 'Shopping'", 'long "Shopping"', "tap Delete", strict=True)
    assert asked == []
    assert kept.unsure == (2,)


@pytest.mark.slow
def test_a_task_without_its_words_in_the_steps_asks_nothing(said):
    assert said("Have a look", "tap Shopping", "back", "stop")[0] == []


# What is kept

SAID = Demonstration("key", "browser", {"title": "Milch & Brot"}, (2,), {3: "done"}, (4, 5))


def test_what_was_said_of_a_demonstration_is_read_back(tmp_path):
    write_demonstration(tmp_path, SAID)
    assert read_demonstration(tmp_path) == SAID


def test_a_run_of_which_nobody_said_anything_has_no_values(tmp_path):
    assert read_demonstration(tmp_path) == Demonstration()


@cases(
    "told",
    [
        "",
        "[]",
        "{}",
        '{"schema": 9}',
        '{"schema": 1, "values": []}',
        json.dumps({"schema": 1, "values": {}}),
        json.dumps({**asdict(SAID), "schema": 1, "unsure": [float("inf")]}),
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path, told):
    (tmp_path / DEMONSTRATION_FILE).write_text(told, encoding="utf-8")
    with pytest.raises(UsageError, match=r"demonstration\.json"):
        read_demonstration(tmp_path)


@cases(
    ("wrong", "says"),
    [
        ({"values": 5}, "its values cannot be 5; it is texts by their names"),
        ({"author": None}, "its author cannot be None; it is a text"),
        ({"optional": "2"}, "its optional cannot be '2'; it is a list of numbers of steps"),
        ({"unsure": ["x"]}, "'x' is no number of a step"),
        ({"nothing_found": {"3": "go"}}, "nothing_found cannot be 'go'; it is one of stop, skip, done"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_plain_words(tmp_path, wrong, says):
    (tmp_path / DEMONSTRATION_FILE).write_text(json.dumps({**asdict(SAID), "schema": 1, **wrong}), encoding="utf-8")
    with pytest.raises(UsageError, match=re.escape(says)):
        read_demonstration(tmp_path)
