"""Task files: what they say, what a seed makes of them, and what is said of a wrong one; setting a phone up."""

from pathlib import Path

import pytest
from tables import cases

from appagent.devices.android import Android
from appagent.errors import UsageError
from appagent.phone import Phone
from appagent.tasks.file import read_suite

NOTE = """\
- name: note-create
  apps: [notes]
  goal:
    en:
      - Create a note titled '{title}' with the text '{body}'
      - Write '{body}' into a new note called '{title}'
    zh: 新建一条标题为“{title}”的便签，内容是“{body}”
  values:
    title: {en: [Trip, Garden], zh: [旅行]}
    body: [one, two, three]
  setup:
    notes:
      notes: [{title: Old, body: "{body}"}]
  check: any(n.title == title and n.body == body for n in notes.notes)
  tags: [form]
"""


def written(folder: Path, text: str, checks: str = "") -> Path:
    """A task file, with the functions that stand beside it."""
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    if checks:
        path.with_suffix(".py").write_text(checks, encoding="utf-8")
    return path


def test_a_seed_draws_the_same_task_again_and_others_draw_others(tmp_path: Path) -> None:
    suite = read_suite(written(tmp_path, NOTE))
    drawn = [suite.draw(suite.specs[0], seed) for seed in range(30)]
    assert drawn == [suite.draw(suite.specs[0], seed) for seed in range(30)]
    assert len({task.goal for task in drawn}) > 6
    assert {task.locale for task in drawn} == {"en-US", "zh-CN"}


def test_goal_set_up_and_values_speak_of_the_same(tmp_path: Path) -> None:
    suite = read_suite(written(tmp_path, NOTE))
    for seed in range(10):
        task = suite.draw(suite.specs[0], seed)
        assert f"{task.values['title']}" in task.goal
        assert task.setup == {"notes": {"notes": [{"title": "Old", "body": task.values["body"]}]}}
        assert (task.locale == "zh-CN") == (task.values["title"] == "旅行")


def test_a_lone_placeholder_keeps_the_kind_of_its_value(tmp_path: Path) -> None:
    text = "- {name: n, apps: [a], goal: 'Do {n}', values: {n: [7]}, setup: {a: {b: '{n}', c: 'x{n}'}}, check: 'n > 6'}"
    task = (suite := read_suite(written(tmp_path, text))).draw(suite.specs[0], 0)
    assert task.setup == {"a": {"b": 7, "c": "x7"}}
    text = "- {name: n, apps: [a], goal: G, values: {n: [{lit: true}]}, setup: {a: {b: '{n[lit]}'}}, check: a.b}"
    suite = read_suite(written(tmp_path, text))
    assert suite.draw(suite.specs[0], 0).setup == {"a": {"b": True}}


def test_a_part_of_a_value_can_be_named(tmp_path: Path) -> None:
    text = "- {name: n, apps: [a], goal: 'Buy {i[x]}', values: {i: [{x: Lamp}]}, check: 'a.n == i.x'}"
    suite = read_suite(written(tmp_path, text))
    assert suite.draw(suite.specs[0], 0).goal == "Buy Lamp"


def test_a_check_may_be_a_function_beside_the_file(tmp_path: Path) -> None:
    text = "- {name: n, apps: [notes], goal: Count, check: three_notes}"
    path = written(tmp_path, text, "def three_notes(state, answer, values):\n    return state['n'] == 3\n")
    suite = read_suite(path, trusted=True)
    function = suite.draw(suite.specs[0], 0).function
    assert function is not None
    assert function({"n": 3}, "", {})


WRONG = {
    "a: 1": "a task file is a list of tasks",
    "- name: x\n  apps: [a": "line 2",
    "- {name: x, apps: [a], goal: G}": "line 1: a task needs a check or an answer",
    "- name: x\n  apps: [a]\n  goal: G\n  chek: y": "line 4: chek: Extra inputs are not permitted; known: name, apps",
    "- name: x\n  apps: []\n  goal: G\n  check: a.b": "line 2: apps: List should have at least 1 item",
    "- name: x\n  apps: [a]\n  goal: Do {it}\n  check: a.b": "'Do {it}' asks for {it}, which values does not have",
    "- name: x\n  apps: [a]\n  goal: 'Do {a.b}'\n  check: a.b": "write {name} or {name[part]} for a value",
    "- name: x\n  apps: [a]\n  goal: G\n  check: a.b\n  max_steps: none": "line 5: max_steps: Input should be a valid",
    "- name: x\n  apps: [a]\n  goal: G\n  check: a.b\n  allow: [pay, steal]": "line 5: allow.1: some of pay, send",
    "- name: x\n  apps: [a]\n  goal: G\n  check: missing_one": "the check 'missing_one' is the name of a function",
    "- name: x\n  apps: [a]\n  goal: {en: G, zh: 好}\n  values: {v: {en: [1]}}\n  check: a.b": "v has none in zh",
    "- {name: x, apps: [a], goal: G, check: a.b}\n- {name: x, apps: [a], goal: G, check: a.b}": "line 2: a second task",
    "- !!python/object:os.system {}": "line 1",
}


@cases("text", WRONG)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError) as error:
        read_suite(written(tmp_path, text))
    assert WRONG[text] in str(error.value)
    assert "mine.yaml" in str(error.value)


def test_a_file_that_is_not_there_and_checks_that_do_not_load_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no task file at"):
        read_suite(tmp_path / "none.yaml")
    with pytest.raises(UsageError, match=r"mine\.py, line 1 is broken: ZeroDivisionError"):
        read_suite(written(tmp_path, "- {name: n, apps: [a], goal: G, check: nothing}", "1 / 0"), trusted=True)


@pytest.mark.parametrize(
    ("body", "told"), [("return state['gone']", "line 2 is broken: KeyError: 'gone'"), ("exit()", "it calls sys.exit")]
)
def test_a_function_that_fails_is_blamed_with_its_line(tmp_path: Path, body: str, told: str) -> None:
    text = "- {name: n, apps: [notes], goal: Count, check: counted}"
    suite = read_suite(written(tmp_path, text, f"def counted(state, answer, values):\n    {body}\n"), trusted=True)
    with pytest.raises(UsageError, match=rf"the check in .*mine\.py, .*{told}"):
        suite.draw(suite.specs[0], 0).done({}, {}, "")


def test_a_phone_is_set_up_over_the_wire(both: tuple[Android, Phone]) -> None:
    device, phone = both
    device.set_up({"notes": {"notes": [{"title": "“Tea”; rm -rf /", "body": "绿茶"}]}, "settings": {"wifi": False}})
    state = phone.state()
    assert state["notes"] == {"notes": [{"title": "“Tea”; rm -rf /", "body": "绿茶", "pinned": False}]}
    assert state["settings"]["wifi"] is False  # type: ignore[index]


def test_an_empty_list_is_filled_with_what_has_such_parts(both: tuple[Android, Phone]) -> None:
    device, phone = both
    line = {"tool": "line", "ink": "red", "points": [[0.1, 0.2], [0.3, 0.4]]}
    device.set_up({"sketch": {"gallery": [{"number": 3, "shapes": [line]}, {"number": 4}], "shapes": [line]}})
    sketch = phone.state()["sketch"]
    assert sketch["gallery"] == [{"number": 3, "shapes": [line]}, {"number": 4, "shapes": []}]  # type: ignore[index]
    device.set_up({"chat": {"chats": {"gus": {"at": "now", "messages": [{"who": "me", "text": "Hi"}]}}}})
    talk = phone.state()["chat"]["chats"]["gus"]  # type: ignore[index]
    assert (talk["messages"][0]["text"], talk["unread"]) == ("Hi", 0)
    phone.start("com.qingxin.im")
    assert phone.picture().size == phone.size


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"nothing": {}}, "no app 'nothing' to set up; there are: browser"),
        ({"notes": {"pages": 1}}, "there is no notes.pages to set up; there are: notes"),
        ({"notes": {"notes": 3}}, "notes.notes is a list, and 3 is a whole number"),
        ({"notes": {"notes": [{"title": "x"}]}}, "notes.notes[0] needs body too"),
        ({"notes": {"notes": [{"title": 1, "body": ""}]}}, "notes.notes[0].title is text, and 1 is a whole number"),
        ({"notes": {"notes": [{"name": "x"}]}}, "notes.notes[0] has no 'name'; it has: title, body, pinned"),
        ({"settings": {"wifi": 0}}, "settings.wifi is true or false, and 0 is a whole number"),
        ({"sketch": {"gallery": [{"number": "3"}]}}, "sketch.gallery[0].number is a whole number, and '3' is text"),
        (
            {"sketch": {"gallery": [{"shapes": []}]}},
            "one of 0 kinds of things by its parts; there are: Shape (tool, ink",
        ),
    ],
)
def test_a_set_up_that_does_not_fit_changes_nothing(
    both: tuple[Android, Phone], wanted: dict[str, dict[str, object]], told: str
) -> None:
    device, phone = both
    before = phone.state()
    with pytest.raises(UsageError) as error:
        device.set_up(wanted)
    assert told in str(error.value)
    assert phone.state() == before
