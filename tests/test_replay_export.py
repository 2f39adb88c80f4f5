"""Test exports of plans: the script for python-uiautomator2 does on the phone what was shown."""

import json
from dataclasses import replace
from typing import Any

import adbutils
import pytest
import yaml
from conftest import TINY
from replaying import APPS, shown

from appagent.errors import UsageError
from appagent.experience import FromRun
from appagent.experience.exports import exported
from appagent.phone import Phone
from appagent.phone.wire import serve

pytestmark = pytest.mark.slow

ADD = ("tap Add a person", 'type "Name" "Cleo"', "tap Save")


def written(made: FromRun, form: str, **values: str) -> str:
    return exported(made.plan, {**made.values, **values}, form, TINY)


def run_script(script: str) -> dict[str, Any]:
    """Run a script by the stock client against a fresh virtual phone; return what the app knows then."""
    phone = Phone(size=TINY, time_scale=0.05, apps=APPS)
    with serve(phone) as server:
        adb = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        names: dict[str, Any] = {"__name__": "script"}
        exec(compile(script, "again.py", "exec"), names)
        names["main"](adb)
        return json.loads(adb.shell("dumpsys appagent"))


@pytest.mark.parametrize("name", ["Cleo", "Dora 'D' \\ O'Neil"])
def test_the_script_for_uiautomator2_does_it_on_the_phone(tmp_path, name):
    made = shown(tmp_path, "Add Cleo to the roster", *ADD)
    assert run_script(written(made, "uiautomator2", name=name))["roster"]["names"][-1] == name


def test_a_row_is_chosen_by_its_value_in_a_script_too(tmp_path):
    made = shown(tmp_path, "Invite Ben", "tap 6")
    assert run_script(written(made, "uiautomator2", item="Ana B."))["roster"]["invited"] == ["Ana B."]


def test_a_button_of_one_of_several_cards_is_chosen_in_a_script_too(tmp_path):
    made = shown(tmp_path, "Keep what Ben wrote", "tap 4", app="com.example.feed")
    for name in ("Ben", "Ana"):
        assert run_script(written(made, "uiautomator2", item=name))["feed"]["kept"] == [name]
    with pytest.raises(UsageError, match="move 1, tap, has no counterpart in maestro"):
        written(made, "maestro")


@pytest.mark.parametrize("form", ["uiautomator2", "maestro", "androidcontrol"])
def test_what_nobody_agreed_to_repeat_without_a_person_is_not_exported(tmp_path, form):
    made = shown(tmp_path, "Greet Ben", "tap Ben", "tap Send greeting", sends=True)
    assert "Send greeting" in written(made, "uiautomator2")
    moves = tuple(replace(move, unsure=bool(move.may)) for move in made.plan.moves)
    with pytest.raises(UsageError, match=r"move 2 .* may send, .* without a person"):
        written(replace(made, plan=replace(made.plan, moves=moves)), form)


def test_a_flow_of_maestro_has_each_move(tmp_path):
    made = shown(tmp_path, "Add Cleo to the roster", *ADD)
    head, steps = yaml.safe_load_all(written(made, "maestro", name="Dora"))
    assert head == {"appId": "com.example.roster", "name": "Add Dora to the roster"}
    field = {"id": "com.example.roster:id/name_field"}
    assert steps[2:4] == [{"tapOn": field}, {"inputText": "Dora"}]


def test_an_episode_has_an_instruction_for_each_action(tmp_path):
    made = shown(tmp_path, "Add Cleo to the roster", *ADD)
    episode = json.loads(written(made, "androidcontrol"))
    kinds = [action["action_type"] for action in episode["actions"]]
    assert kinds == ["open_app", "click", "click", "input_text", "click"]
    assert len(episode["step_instructions"]) == len(kinds) == len(episode["screenshot_widths"])


def test_what_a_form_has_nothing_for_is_said(tmp_path):
    made = shown(tmp_path, "Add Cleo", "tap Add a person", 'type "Name" "Cleo" enter', "tap Save")
    with pytest.raises(UsageError, match="move 2, text, has no counterpart in androidcontrol; appagent replay does it"):
        written(made, "androidcontrol")
    with pytest.raises(UsageError, match="there is no export 'x'; there are: uiautomator2, maestro, androidcontrol"):
        written(made, "x")
