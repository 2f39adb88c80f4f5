"""Every kind of action is learnt about as taps are: it gets documents of its own, and the tables show them."""

import pytest
from bench_app import BENCH, open_bench
from cli_in_process import Typed
from conftest import NOTES
from scripted_runs import answering, learning

from appagent.actions import SetValue
from appagent.learning.memory.screen_history import Act, Trail, effect
from appagent.store import Record, Store

pytestmark = pytest.mark.slow

KINDS = {"set", "double_tap", "drag", "append", "clear", "paste", "tap"}


@pytest.mark.parametrize(
    ("page", "lesson", "action", "says"),
    [
        ("Wheels", "set({(hour)}, 12)", "set", "Chooses the hour."),
        ("Photo", "double_tap({Sea})", "double_tap", "Makes the photo larger."),
        ("Files", "drag({report.pdf}, {Music})", "drag", "Moves the file."),
        ("Switches", 'append(" x", element={Ana})', "append", "Holds the owner."),
        ("Switches", "clear({Ana})", "clear", "Holds the owner."),
    ],
)
def test_a_document_may_be_about_any_kind_of_action(page, lesson, action, says, recorder, store):
    with (
        open_bench(page) as work,
        answering("scripted", lesson, f"SUCCESS: {says}", "finish()") as (model, prompts),
    ):
        learned = learning(work.device, store, recorder, model, BENCH)
    assert [(one.action, one.text) for one in store.current(BENCH)] == [(action, says)]
    assert dict(learned.decisions) == {"SUCCESS": 1}
    assert f"- {action} of mark" in prompts[-1]  # tried, or written down


def test_a_control_that_was_set_in_vain_can_be_set_to_something_else(recorder, store):
    replies = ('set({(hour)}, "9")', 'set({(hour)}, "12")', "SUCCESS: Chooses the hour.", "finish()")
    with open_bench("Wheels") as work, answering("scripted", *replies) as (model, _):
        learned = learning(work.device, store, recorder, model, BENCH)
        assert work.state["hour"] == 12
    assert dict(learned.decisions) == {"INEFFECTIVE": 1, "SUCCESS": 1}


def test_no_document_has_what_was_filled_in_and_a_switch_is_known_as_one():
    with open_bench("Switches") as work:
        before = work.device.capture()
        work('set({Light}, "on")')
        middle = work.device.capture()
        work('set({owner}, "Zoe")')
        after = work.device.capture()
    light = next(e.mark for e in before.elements if e.text == "Light")
    owner = next(e.mark for e in middle.elements if e.hint == "Owner")
    trail = Trail()
    flipped = trail.act(before, middle, SetValue(light, "on"))
    filled = trail.act(middle, after, SetValue(owner, "Zoe"))
    assert (effect(flipped), effect(filled)) == ("switches", "types")
    assert trail.typed == ["Zoe"]
    assert isinstance(filled, Act)


def test_the_table_of_documents_and_the_end_of_a_learning_show_each_kind(typed: Typed, tmp_path):
    with Store.open(tmp_path / "mine.sqlite") as store:
        for number, kind in enumerate(sorted(KINDS)):
            place = {"app": NOTES, "screen_id": "s", "element_id": f"e{number}", "template": "t"}
            told = {"text": f"Does {number}.", "source": "explore", "time": "2026-01-31T12:00:00Z"}
            store.add(Record(action=kind, **place, **told))
    status, out, _ = typed("docs", "list", "--store", tmp_path / "mine.sqlite")
    assert status == 0
    assert {kind for kind in KINDS if f" {kind} " in out} == KINDS
    told = typed("learn", "--app", "calculator", "--device", "virtual", "--agent", "offline", "--rounds", "3",
                 "--size", "540x1200", "--time-scale", "0.05")  # fmt: skip
    assert told[0] == 0
    assert " of tap) in 3 steps" in told[1]
    assert "\nActions: 3 of tap\n" in told[1]
