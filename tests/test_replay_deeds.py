"""Test that no replay pays, sends or deletes twice: by the phone's own log, and where it is gone on with."""

import io
import json
import sys
from dataclasses import replace

import pytest
from replaying import APPS, again, shown

from appagent.agents.react import ReAct
from appagent.models.scripted import Scripted

pytestmark = pytest.mark.slow

SEND = frozenset({"send"})
QUICK = ("--device", "virtual", "--time-scale", "0.05", "--size", "360x800", "--runs", "runs", "--store", "s.sqlite")
ROSTER = (*QUICK, "--apps", str(APPS))


@pytest.fixture(scope="module")
def greeted(tmp_path_factory):
    """Somebody is sent a greeting, which is the last move."""
    return shown(tmp_path_factory.mktemp("shown"), "Greet Ben", "tap Ben", "tap Send greeting", sends=True)


@pytest.fixture(scope="module")
def added(tmp_path_factory):
    """A person is added, which pays and sends nothing."""
    lines = ("tap Add a person", 'text("Cleo", element=2, clear=True)', "tap Save")
    return shown(tmp_path_factory.mktemp("shown"), "Add Cleo", *lines)


def fault(folder, name, gestures):
    """Write a file of one fault that strikes after so many gestures, and return it as a phone's setting."""
    path = folder / "faults.yaml"
    path.write_text(json.dumps([{"name": name, "gestures": gestures}]))
    return {"faults": str(path)}


@pytest.mark.parametrize(("name", "sent"), [("cable-after", 1), ("cable-before", 0), ("server-gone", 0)])
def test_a_greeting_whose_answer_is_lost_is_not_sent_again(greeted, tmp_path, name, sent):
    done = again(tmp_path, greeted, sends=True, allow=SEND, phone=fault(tmp_path, name, 1))
    assert (done.status, done.kind, len(done.deeds)) == ("failed", "unsure", sent)
    assert done.reason.endswith("See on the phone whether it was done; if it was, nothing is left to do")


def test_a_greeting_whose_answer_is_lost_is_not_handed_over_to_be_sent_again(greeted, tmp_path):
    model = ReAct(Scripted("tap(2)", "tap(2)", "finish()"))
    done = again(tmp_path, greeted, sends=True, allow=SEND, other=model, phone=fault(tmp_path, "cable-after", 1))
    assert (done.kind, len(done.deeds), model.usage.calls) == ("unsure", 1, 0)


@pytest.mark.parametrize("replies", [("tap(2)",), ("wait(1)", "tap(2)")], ids=str)
def test_a_greeting_that_is_handed_over_is_sent_once_and_not_left_out(greeted, tmp_path, replies):
    first, last = greeted.plan.moves
    gone = replace(last, target=replace(last.target, element_id="x", template="x", name="Hug", resource_id="hug"))
    made = replace(greeted, plan=replace(greeted.plan, moves=(first, gone)))
    done = again(tmp_path, made, sends=True, allow=SEND, other=ReAct(Scripted(*replies, "tap(2)")))
    assert (done.status, len(done.deeds)) == ("success", 1), done.reason


def test_where_the_app_crashes_after_the_last_move_nobody_is_told_to_make_it_again(greeted, tmp_path):
    done = again(tmp_path, greeted, sends=True, allow=SEND, phone=fault(tmp_path, "crash", 2))
    assert (done.status, len(done.deeds)) == ("failed", 1)
    assert done.reason.endswith("All moves were made; see on the phone what came of them")


@pytest.mark.parametrize(
    ("name", "gestures"), [*(("cable-after", after) for after in range(4)), ("cable-before", 1), ("server-gone", 2)]
)
def test_a_form_is_filled_in_once_whichever_answer_is_lost(added, tmp_path, name, gestures):
    done = again(tmp_path, added, phone=fault(tmp_path, name, gestures))
    assert (done.status, done.state["names"]) == ("success", ["Ana", "Ana B.", "Ben", "Cleo"]), done.reason


@pytest.fixture
def stopped(typed, tmp_path, monkeypatch):
    """Types commands where a replay has stopped, since the answer to the touch that sends was lost."""
    lines = "tap Ben\ntap Send greeting\nstop\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    status, _, err = typed("record", "--app", "roster", "--task", "Greet Ben", "--allow", "send", *ROSTER)
    assert status == 0, err
    status, _, err = typed("record", "edit", "latest", "--repeat", 2, "--runs", "runs")
    assert status == 0, err
    path = fault(tmp_path, "cable-after", 1)["faults"]
    status, out, err = typed("replay", "latest", "--allow", "send", "--faults", path, "--json", *ROSTER)
    assert (status, json.loads(out)["replay"]["difference"]["kind"]) == (1, "unsure"), err
    return typed


def test_a_replay_that_is_gone_on_with_does_not_send_again_without_being_told(stopped):
    status, _, err = stopped("replay", "latest", "--from", 2, "--allow", "send", *ROSTER)
    assert (status, 'move 2 (tap "Send greeting") may send' in err, "--again" in err) == (2, True, True), err
    status, out, err = stopped("replay", "latest", "--from", 2, "--again", "--allow", "send", "--json", *ROSTER)
    assert (status, json.loads(out)["replay"]["difference"]["kind"]) == (1, "screen other"), err  # on a fresh phone


def test_another_greeting_is_sent_although_one_was(stopped):
    status, out, err = stopped("replay", "latest", "--from", 2, "--set", "item=Ana", "--json", *ROSTER)
    assert (status, json.loads(out)["replay"]["difference"]["kind"]) == (1, "screen other"), err
