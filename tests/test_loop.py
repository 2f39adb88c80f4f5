"""Test runs on the virtual phone: what ends them, what the agent is told, what is on disk afterwards."""

import os
import signal
from pathlib import Path

import pytest
from conftest import NOTES, QUICK, SETTINGS, TINY
from scripted_runs import VAULT, answering, vault

from appagent.actions import Start, Swipe
from appagent.agent import GiveUp
from appagent.agents.react import ReAct
from appagent.cancel import Cancel, Cancelled
from appagent.devices.android import Android
from appagent.devices.over_adb.adb import Client
from appagent.errors import DeviceError, ModelError
from appagent.guard import Guard
from appagent.loop import Limits, Outcome, Run, screen_hash
from appagent.models import Budget, Usage
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.runs.trajectory import count_steps, load_run
from appagent.tasks import Task

pytestmark = pytest.mark.slow


def run(device, recorder, *replies, app=NOTES, goal="a task", budget=None, **parts):
    """Run a model that gives these replies; return the outcome and the prompts."""
    with answering("scripted", *replies, budget=budget) as (model, prompts):
        return Run(ReAct(model, see="both"), device, Task(goal, app), recorder, **parts).go(), prompts


def steps(recorder):
    return [(step.action, step.outcome) for step in recorder.steps]


# How a run goes and ends


def test_a_run_does_what_the_model_says_until_it_finishes(started, phone, recorder):
    outcome, _ = run(started(SETTINGS), recorder, "tap({Network & internet})", 'finish("done", answer="done it")')
    assert outcome == Outcome("success", "", "done it", "done")
    assert [step.outcome for step in recorder.steps] == ["done", "finish"]
    assert phone.taps()[-1]["package"] == SETTINGS
    assert [step.model_calls for step in recorder.steps] == [1, 1]
    assert recorder.steps[0].words == 'tap "Network & internet · Mobile, Wi-Fi, hotspot"'


def test_a_reply_without_an_action_is_asked_for_again_with_the_reason(started, recorder):
    outcome, prompts = run(started(NOTES), recorder, "I would tap the button.", "finish()")
    assert outcome.status == "success"
    assert "there is no function call in" in prompts[-1]
    assert [(step.outcome, step.model_calls, step.asked_again) for step in recorder.steps] == [
        ("failed", 1, True), ("finish", 1, False),
    ]  # fmt: skip
    assert "there is no function call in" in recorder.steps[0].reason


def test_a_mark_that_is_not_there_goes_back_to_the_model(started, recorder):
    outcome, prompts = run(started(NOTES), recorder, "tap(99)", "finish()")
    assert outcome.status == "success"
    assert "no mark 99; this screen has marks 1 to" in prompts[-1]


def test_replies_that_stay_unreadable_fail_the_step_and_not_the_run(started, phone, recorder):
    outcome, prompts = run(started(NOTES), recorder, "Hm.", "Hm.", "Hm.", "finish()")
    assert outcome.status == "success"
    assert steps(recorder) == [*[("", "failed")] * 3, ("finish()", "finish")]
    assert count_steps(recorder.steps) == 2
    assert "your last step failed: there is no function call" in prompts[-1]
    assert phone.taps() == []


def test_an_app_that_does_not_exist_is_for_the_model_to_mend(started, recorder):
    outcome, prompts = run(started(NOTES), recorder, 'launch("Nonesuch")', "finish()")
    assert outcome.status == "success"
    assert "no app 'Nonesuch'" in prompts[-1]


def test_a_call_that_may_be_talk_is_not_carried_out_and_the_model_is_told(started, phone, recorder):
    both = "Thought: Either.\nAction: tap({Battery}) or back()\nSummary: Tapped."
    outcome, prompts = run(started(SETTINGS), recorder, both, "finish()")
    assert outcome.status == "success"
    assert "of the calls in your reply these were not carried out: back()" in prompts[-1]
    assert len([tap for tap in phone.taps() if tap["kind"] == "tap"]) == 1


def test_an_action_that_changed_nothing_is_said_to_have_once(recorder):
    with vault() as (device, _):
        _, prompts = run(device, recorder, "tap(5)", "finish()", app=VAULT)
    assert "What came of your last reply" not in prompts[-1]
    assert '1. tap "Weather": nothing changed on the screen.' in prompts[-1]


@pytest.mark.parametrize(
    ("call", "said", "outcome"),
    [
        ('finish("impossible", "no bicycle")', "the agent says that the task is impossible: no bicycle", "impossible"),
        ('finish("not_done")', "the agent says that the task is not done", "not_done"),
    ],
)
def test_a_task_that_the_agent_gives_up_has_failed(started, recorder, call, said, outcome):
    ended, _ = run(started(NOTES), recorder, call)
    assert ended == Outcome("failed", said, "", outcome)
    assert [step.outcome for step in recorder.steps] == [outcome]


def test_agent_that_sees_no_way_fails_the_run_with_its_reason(started, recorder):
    class Helpless:
        name, usage = "helpless", Usage()

        def decide(self, view):
            raise GiveUp("nothing here says 'bicycle'")

    outcome = Run(Helpless(), started(NOTES), Task("Ride", NOTES), recorder).go()
    assert outcome == Outcome("failed", "nothing here says 'bicycle'")


# Limits


def test_steps_are_limited(started, recorder):
    outcome, _ = run(started(NOTES), recorder, "tap(1)", "back()", "tap(1)", limits=Limits(max_steps=2))
    assert outcome.status == "limit"
    assert "--max-steps" in outcome.reason
    assert len(recorder.steps) == 2
    assert all(step.effect for step in recorder.steps)  # of the last one too


@pytest.mark.parametrize(("cap", "named"), [({"max_calls": 1}, "max_calls"), ({"max_tokens": 5000}, "max_tokens")])
def test_calls_and_tokens_are_limited(started, recorder, cap, named):
    outcome, _ = run(started(NOTES), recorder, *["wait(1)"] * 30, budget=Budget(**cap))
    assert outcome.status == "limit"
    assert named in outcome.reason
    assert load_run(recorder.folder).steps == tuple(recorder.steps)


def test_what_was_spent_on_a_step_that_a_limit_cut_is_on_disk(started, recorder):
    outcome, _ = run(started(NOTES), recorder, "Hm.", "finish()", budget=Budget(max_calls=1))
    assert outcome.status == "limit"
    assert [(step.outcome, step.model_calls) for step in recorder.steps] == [("failed", 1)]


# Circles


def test_the_same_again_and_again_is_named_to_the_model_and_then_ends_the_run(recorder):
    with vault() as (device, phone):
        outcome, prompts = run(device, recorder, *["tap(5)"] * 9, app=VAULT, limits=Limits(repeats=2))
        taps = [tap for tap in phone.taps() if tap["kind"] == "tap"]
    assert outcome.status == "failed"
    assert outcome.reason == 'went round in a circle: tap "Weather", 4 times on the same screen'
    assert "going round in a circle" not in prompts[1]
    assert 'going round in a circle: tap "Weather", 2 times' in prompts[2]
    assert len(taps) == 4


def test_to_and_fro_is_a_circle_too(started, recorder):
    outcome, _ = run(
        started(SETTINGS),
        recorder,
        *["tap({Network & internet})", "back()"] * 9,
        app=SETTINGS,
        limits=Limits(repeats=2),
    )
    assert outcome.status == "failed"
    assert len(recorder.steps) == 7


def test_going_down_a_long_list_is_no_circle(started, phone, recorder):
    app = phone.packages[NOTES]
    app.notes = [type(app.notes[0])(f"Note {number}", "") for number in range(60)]
    down = ['swipe("up", "short")'] * 5
    outcome, _ = run(started(NOTES), recorder, *down, "finish()", limits=Limits(repeats=2))
    assert outcome.status == "success"


def test_waiting_is_no_circle(started, recorder):
    outcome, _ = run(started(NOTES), recorder, *["wait(1)"] * 5, "finish()", limits=Limits(repeats=2))
    assert outcome.status == "success"


def test_replies_that_are_never_readable_end_the_run(started, recorder):
    outcome, _ = run(started(NOTES), recorder, *["Hm."] * 20, limits=Limits(repeats=2, retries=0))
    assert outcome.status == "failed"
    assert "no answer that could be carried out, 4 times" in outcome.reason
    assert "there is no function call" in outcome.reason


def test_what_is_to_be_seen_is_the_same_when_nothing_changed_and_only_then(started):
    device = started(SETTINGS)
    first, second = device.capture(), device.capture()
    device.perform(Swipe("up", distance="short").gestures(first)[0])
    assert screen_hash(first) == screen_hash(second) != screen_hash(device.capture())


# The guard, and what nobody may read


def test_the_guard_refuses_and_the_model_is_told(recorder):
    with vault() as (device, phone):
        outcome, prompts = run(device, recorder, "tap(4)", "finish()", app=VAULT)
        assert phone.state()["vault"]["paid"] is False
        assert phone.taps() == []
    assert outcome.status == "success"
    told = 'tap "Pay" was refused: it may pay: "Pay" (words), and nobody is there to allow it. Do not try it again'
    assert told in prompts[-1]
    assert "--allow" not in prompts[-1]
    refused = recorder.steps[0]
    assert (refused.may, refused.witness, refused.read) == ("pay", "words", "Pay")


def test_a_step_in_which_all_was_refused_says_so(recorder):
    with vault() as (device, _):
        run(device, recorder, "tap(4)", "tap(4)", "tap(4)", "finish()", app=VAULT)
    assert recorder.steps[0].outcome == "refused"


def test_what_is_typed_into_a_password_field_is_nowhere_but_in_the_field(recorder):
    secret = "hunter2-Ünlü"
    reply = f'Thought: I type {secret}.\nAction: text("{secret}", element=2)\nSummary: I typed {secret} into it.'
    told = []
    guard = Guard(ask=lambda found, words: told.append(words) or True)
    with vault() as (device, phone):
        outcome, prompts = run(device, recorder, reply, "finish()", app=VAULT, guard=guard, on_step=told.append)
        assert phone.state()["vault"]["secret"] == secret
    assert outcome.status == "success"
    assert secret not in (recorder.folder / "trajectory.jsonl").read_text(encoding="utf-8")
    assert secret not in prompts[-1]
    assert secret not in str(told)
    assert recorder.steps[0].action == 'text("${secret1}", element=2)'
    assert recorder.steps[0].summary == "I typed ${secret1} into it."


def test_what_is_typed_elsewhere_is_kept_as_it_is(recorder):
    with vault() as (device, _):
        run(device, recorder, 'text("Ana", element=1)', "finish()", app=VAULT)
    assert recorder.steps[0].action == 'text("Ana", element=1)'


# Stopping


def gestures(phone):
    return [tap["kind"] for tap in phone.taps()]


def test_a_stop_from_another_thread_is_heard_between_two_gestures_of_one_action(recorder):
    with vault() as (device, phone):
        cancel = Cancel()
        phone.packages[VAULT]._touched = cancel.set  # the phone's own thread calls this
        with pytest.raises(Cancelled):
            run(device, recorder, 'text("Ana", element=1)', app=VAULT, cancel=cancel)
        assert gestures(phone) == ["tap"]
    assert steps(recorder) == [('text("Ana", element=1)', "interrupted")]
    assert load_run(recorder.folder).steps == tuple(recorder.steps)


@pytest.fixture
def on_ctrl_c():
    """Return a cancel that Ctrl-C sets, as on the command line."""
    cancel = Cancel()
    signal.signal(signal.SIGINT, cancel.on_signal)
    return cancel


def test_ctrl_c_during_a_gesture_lets_it_end(recorder, on_ctrl_c):
    with vault() as (device, phone):
        phone.packages[VAULT]._touched = lambda: os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(Cancelled):
            run(device, recorder, 'text("Ana", element=1)', app=VAULT, cancel=on_ctrl_c)
        assert gestures(phone) == ["tap"]
    assert load_run(recorder.folder).steps[0].outcome == "interrupted"


def test_ctrl_c_while_the_model_thinks_ends_the_run_at_once(started, phone, recorder, on_ctrl_c):
    def thinking(messages):
        os.kill(os.getpid(), signal.SIGINT)
        return "tap(1)"

    agent = ReAct(Scripted("wait(1)", thinking))
    with pytest.raises(KeyboardInterrupt):
        Run(agent, started(NOTES), Task("a task", NOTES), recorder, cancel=on_ctrl_c).go()
    assert gestures(phone) == []
    assert [step.action for step in load_run(recorder.folder).steps] == ["wait(1)"]


def test_a_run_that_was_stopped_before_does_nothing(started, phone, recorder):
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        run(started(NOTES), recorder, "tap(1)", cancel=cancel)
    assert gestures(phone) == []


# Faults


def test_a_model_that_fails_leaves_the_steps_before_it(started, recorder):
    with pytest.raises(ModelError, match="the script has 1 replies"):
        Run(ReAct(Scripted("wait(1)")), started(NOTES), Task("a task", NOTES), recorder).go()
    assert [step.action for step in load_run(recorder.folder).steps] == ["wait(1)"]


def test_a_phone_that_fails_leaves_what_was_under_way(recorder):
    phone = Phone(size=TINY, time_scale=QUICK, apps=Path(__file__).parent / "apps")
    with serve(phone) as server, Android(Client("127.0.0.1", server.port), phone.serial, None, QUICK) as device:
        device.perform(Start(VAULT))
        phone.packages[VAULT]._touched = server.close
        with pytest.raises(DeviceError):
            run(device, recorder, 'text("Ana", element=1)', app=VAULT)
    assert steps(recorder) == [('text("Ana", element=1)', "interrupted")]
