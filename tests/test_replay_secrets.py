"""Test that a task is done again where secrets are known: they are masked in files, and only the phone gets them."""

from pathlib import Path

import pytest
from hierarchies import DISPLAY, dump, node
from replaying import ROSTER, again, shown

from appagent.devices.captures.dumping import write_dump
from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.runs.recorder import Recorder
from appagent.screen import same_tree

DESK = "com.example.desk"


def told(folder: Path) -> str:
    """All text that was written in a folder."""
    return "\n".join(path.read_text(errors="replace") for path in folder.rglob("*.*") if path.suffix != ".jpg")


@pytest.mark.slow
def test_an_unrelated_task_is_done_again_while_a_secret_is_known(tmp_path):
    lines = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")
    secret = {"code": "hunter2-Ana Bo"}
    made = shown(tmp_path, "Add Cleo to the roster", *lines, secrets=secret, names=["Ana", "hunter2-Ana Bo"])
    assert again(tmp_path, made, {"name": "Dora"}, secrets=secret).state["names"][-1] == "Dora"
    assert list(tmp_path.rglob("0001.xml"))
    assert "hunter2" not in told(tmp_path)
    assert "${code}" in told(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["Open the safe with ${code}", "Open the safe"])
def test_a_secret_is_typed_by_its_name_again(tmp_path, goal):
    lines = ("tap PIN", 'type "PIN" "${code}"', "tap OK")
    made = shown(tmp_path, goal, *lines, app=DESK, secrets={"code": "hunter2"})
    assert "hunter2" not in told(tmp_path)
    assert "hunter2" not in str(made)
    assert made.plan.free == ()
    allow = frozenset({"secret"})
    done = again(tmp_path, made, app_state={"desk": {}}, secrets={"code": "swordfish"}, allow=allow)
    assert (done.status, done.told["desk"]["opened"]) == ("success", ["swordfish"]), done.reason
    assert "swordfish" not in told(tmp_path)


def test_a_dump_without_secrets_gives_the_same_nodes():
    text = "A & B <\"\n\t'> ü"
    page = node("FrameLayout", node(at=(0, 0, 100, 50), text=text, can="clickable"), node("EditText", text="x"))
    tree = parse_dump(dump(page))
    again_read = read_dump(write_dump(tree), size=DISPLAY, app="a")
    assert same_tree(again_read, read_dump(dump(page), size=DISPLAY, app="a"))


def test_what_a_field_for_a_password_holds_is_nowhere_in_a_dump():
    page = node("FrameLayout", node("EditText", text="hunter2", password="true"), node(text="You typed Hunter2"))
    assert "unter2" not in write_dump(parse_dump(dump(page)))


def test_dumps_of_before_are_masked_once_a_secret_is_known(tmp_path):
    recorder = Recorder(tmp_path, "run", ROSTER, "Go", {})
    recorder.raw(1, dump(node("FrameLayout", node(text="I am hunter2"), node(text="I am not"))))
    recorder.raw(2, "no dump, but hunter2")
    recorder.keep("hunter2")
    assert "hunter2" not in told(tmp_path)
    assert "I am ${secret1}" in told(tmp_path)
    assert [path.name for path in tmp_path.rglob("*.xml")] == ["0001.xml"]
