"""Test what is kept of a demonstration beside its steps."""

import json
import re
from dataclasses import asdict

import pytest
from tables import cases

from appagent.errors import UsageError
from appagent.runs.demonstration import FILE, Demonstration, read_demonstration, write_demonstration

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
    (tmp_path / FILE).write_text(told, encoding="utf-8")
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
    (tmp_path / FILE).write_text(json.dumps({**asdict(SAID), "schema": 1, **wrong}), encoding="utf-8")
    with pytest.raises(UsageError, match=re.escape(says)):
        read_demonstration(tmp_path)
