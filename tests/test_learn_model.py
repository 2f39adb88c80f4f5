"""Test learning with a model: explore and reflect through the prompts, on the virtual phone, scripted and over HTTP."""

import io
import re

import numpy as np
import pytest
from conftest import SETTINGS
from fence_names import without_fence_name
from PIL import Image
from scripted_runs import KINDS, VAULT, answering, learning, vault

from appagent.models import Budget
from appagent.prompting.pictures.marks import encode, mark
from appagent.runs.trajectory import count_steps, load_run
from appagent.screen.transitions import screen_key

pytestmark = pytest.mark.slow


def decisions(recorder):
    return [(step.decision, step.outcome) for step in recorder.steps]


def documents(store, app):
    return [(record.action, record.text) for record in store.current(app)]


def listed(prompt):
    """Return what an exploring prompt offers."""
    return without_fence_name(prompt).rpartition("On the screen:\n<data>\n")[2].partition("\n</data>")[0]


def offered(words, prompt):
    """Tell whether an element with these words has a mark in an exploring prompt."""
    return re.search(rf"^ *\d+ \w+ .*{words}", listed(prompt), re.MULTILINE) is not None


def pixels(jpeg):
    return np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB")).astype(int)


# The four decisions


@pytest.mark.parametrize("kind", KINDS)
def test_success_goes_on_and_its_document_is_kept(kind, store, recorder):
    replies = ("tap({Sign in})", "SUCCESS: Lets you in.", "finish()")
    with vault() as (device, phone), answering(kind, *replies) as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
        assert phone.foreground == (VAULT, "Welcome")
    assert (learned.status, dict(learned.decisions)) == ("success", {"SUCCESS": 1})
    (record,) = store.current(VAULT)
    assert learned.written == [record.id] == [recorder.steps[0].document]
    facts = (record.action, record.text, record.source, record.app_version, record.locale)
    assert facts == ("tap", "Lets you in.", "explore", "1.0", "en-US")
    assert record.model == ("scripted" if kind == "scripted" else "small")
    assert record.author == store.author
    assert record.screen_id == recorder.steps[0].screen_id
    assert record.leads_to == recorder.steps[1].screen_id
    assert record.element_id == recorder.steps[0].element_id
    assert record.facts["resource_id"] == f"{VAULT}:id/sign_in"
    assert store.screens(VAULT).keys() == {record.screen_id, record.leads_to}
    assert "You are in" not in prompts[0]


def test_back_goes_back_is_written_down_and_is_not_offered_again(store, recorder):
    replies = (
        "tap({Settings})",
        "BACK: Leaves for the phone's settings.",
        "tap({Sign in})",
        "SUCCESS: In.",
        "finish()",
    )
    with vault() as (device, phone), answering("scripted", *replies) as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
        keys = [tap["key"] for tap in phone.taps() if tap["kind"] == "key"]
        assert phone.foreground[0] == VAULT
    assert keys[0] == "back"
    assert dict(learned.decisions) == {"BACK": 1, "SUCCESS": 1}
    assert ("tap", "Leaves for the phone's settings.") in documents(store, VAULT)
    assert '"Settings"' in listed(prompts[0])
    assert '"Settings"' not in listed(prompts[2])
    assert 'your last action (tap "Settings") led away, and the phone went back' in prompts[2]


def test_continue_stays_where_it_led_with_a_document(store, recorder):
    replies = ("tap({Sign in})", "CONTINUE: Opens a welcome.", "finish()")
    with vault() as (device, phone), answering("scripted", *replies) as (model, _):
        learned = learning(device, store, recorder, model, VAULT)
        assert phone.foreground == (VAULT, "Welcome")
    assert dict(learned.decisions) == {"CONTINUE": 1}
    assert documents(store, VAULT) == [("tap", "Opens a welcome.")]


def test_ineffective_has_no_document_and_is_not_offered_again(started, store, recorder):
    replies = ("tap({Battery})", "INEFFECTIVE", "back()", "tap({Display})", "SUCCESS: Opens a page.", "finish()")
    with answering("scripted", *replies) as (model, prompts):
        learned = learning(started(SETTINGS), store, recorder, model, SETTINGS)
    assert dict(learned.decisions) == {"INEFFECTIVE": 1, "SUCCESS": 1}
    assert documents(store, SETTINGS) == [("tap", "Opens a page.")]
    assert '"Battery' in listed(prompts[0])
    assert not offered("Battery", prompts[3])


def test_a_screen_that_did_not_change_is_ineffective_without_a_call(store, recorder):
    replies = ("tap({Weather})", "tap({Sign in})", "SUCCESS: In.", "finish()")
    with vault() as (device, _), answering("scripted", *replies) as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
    assert dict(learned.decisions) == {"INEFFECTIVE": 1, "SUCCESS": 1}
    assert recorder.steps[0].model_calls == 1
    assert recorder.steps[0].changed is False
    assert 'your last action (tap "Weather") changed nothing' in prompts[1]
    assert not offered("Weather", prompts[1])


def test_an_end_in_words_is_not_asked_about_where_there_is_no_task(store, recorder):
    replies = ("tap({Sign in})", "SUCCESS: Lets you in.", 'finish("there is nothing left to try")')
    with vault() as (device, _), answering("scripted", *replies) as (model, prompts):
        assert learning(device, store, recorder, model, VAULT).status == "success"
    assert len(prompts) == len(replies)


def test_what_is_not_offered_has_no_mark_on_the_picture(store, recorder):
    with vault() as (device, _), answering("scripted", "tap({Weather})", "finish()") as (model, _):
        screen = device.capture()
        learning(device, store, recorder, model, VAULT)
    bare = pixels(encode(mark(screen, only=())))
    left, top, right, bottom = next(e.bounds for e in screen.elements if e.text == "Weather")
    inside = (slice(top + 5, bottom - 5), slice(left + 5, right - 5))  # without the outlines of its neighbours
    offered, hidden = (
        abs(pixels((recorder.folder / step.picture).read_bytes()) - bare)[inside].max() for step in recorder.steps
    )
    assert offered > 100 > 60 > hidden


def test_what_is_not_offered_is_refused_when_it_is_named_all_the_same(store, recorder):
    replies = ("tap(5)", "tap(5)", "finish()")
    with vault() as (device, phone), answering("scripted", *replies) as (model, prompts):
        learning(device, store, recorder, model, VAULT)
        assert len(phone.taps()) == 1
    assert 'tap "Weather" was tried and led nowhere; it is not offered again' in prompts[2]


def test_a_list_that_ends_at_one_side_may_be_moved_to_the_other(started, store, recorder):
    device = started(SETTINGS)
    listing = device.capture().elements[0]
    assert listing.role == "RecyclerView"
    replies = ('swipe(1, "down")', 'swipe(1, "up")', "SUCCESS: Shows more.", "finish()")
    with answering("scripted", *replies) as (model, _):
        learned = learning(device, store, recorder, model, SETTINGS)
    assert dict(learned.decisions) == {"INEFFECTIVE": 1, "SUCCESS": 1}


# Text


def test_text_is_judged_and_documented(store, recorder):
    replies = ('text("Ana", element={User})', "SUCCESS: Takes the user's name.", "finish()")
    with vault() as (device, phone), answering("scripted", *replies) as (model, prompts):
        learning(device, store, recorder, model, VAULT)
        assert phone.state()["vault"]["user"] == "Ana"
    assert documents(store, VAULT) == [("text", "Takes the user's name.")]
    assert 'type "Ana" into "User"' in prompts[1]


def test_a_password_is_neither_typed_nor_told_while_exploring(store, recorder):
    secret = "hunter2"
    replies = (f'text("{secret}", element=2)', "finish()")
    with vault() as (device, phone), answering("scripted", *replies) as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
        assert phone.state()["vault"]["secret"] == ""
    assert learned.refused == 1
    assert "(structure), and nobody is there to allow it" in prompts[1]
    assert recorder.steps[0].hint == "--allow secret permits it"
    assert secret not in prompts[1]
    assert secret not in (recorder.folder / "trajectory.jsonl").read_text(encoding="utf-8")


def test_exploring_refuses_what_the_guard_watches_over(store, recorder):
    with vault() as (device, phone), answering("scripted", "tap({Pay})", "finish()") as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
        assert phone.state()["vault"]["paid"] is False
    assert learned.refused == 1
    assert [(r.facts["seen"]["effect"], r.facts["seen"]["cost"]) for r in store.current()] == [("refused", "pay")]
    assert 'tap "Pay" was refused' in prompts[1]


# Documentation


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_documentation_is_asked_for_by_itself(kind, store, recorder):
    replies = ("tap({Sign in})", "Decision: SUCCESS\nThought: In.", "**Documentation:** Lets you in.", "finish()")
    with vault() as (device, _), answering(kind, *replies) as (model, prompts):
        learning(device, store, recorder, model, VAULT)
    assert documents(store, VAULT) == [("tap", "Lets you in.")]
    assert "What is the element for?" in prompts[2]
    assert recorder.steps[0].model_calls == 3


def test_what_two_rows_of_one_kind_open_is_known_of_the_others(started, store, recorder):
    replies = ("tap({Battery})", "SUCCESS: Opens the page on the battery.", "back()",
               "tap({Display})", "SUCCESS: Opens the page on the display.", "finish()")  # fmt: skip
    with answering("scripted", *replies) as (model, _):
        learned = learning(started(SETTINGS), store, recorder, model, SETTINGS)
    assert len(learned.written) == 3
    assert len([record for record in store.current(SETTINGS) if not record.element_id]) == 1


# Replies that cannot be read


@pytest.mark.parametrize("kind", KINDS)
def test_an_unreadable_reflection_is_asked_for_again_with_the_reason(kind, store, recorder):
    replies = ("tap({Sign in})", "It worked, I think.", "SUCCESS: Lets you in.", "finish()")
    with vault() as (device, _), answering(kind, *replies) as (model, prompts):
        learning(device, store, recorder, model, VAULT)
    assert documents(store, VAULT) == [("tap", "Lets you in.")]
    assert "Your reply cannot be used: <data>the reply has no Decision" in without_fence_name(prompts[2])
    assert prompts[2].rstrip().endswith("Answer again.")


def test_a_reflection_that_stays_unreadable_fails_the_step_and_learning_goes_on(store, recorder):
    replies = ("tap({Sign in})", "Hm.", "Hm.", "back()", "finish()")
    with vault() as (device, _), answering("scripted", *replies) as (model, _):
        learned = learning(device, store, recorder, model, VAULT)
    assert learned.status == "success"
    assert decisions(recorder) == [("", "failed"), ("", "done"), ("", "finish")]
    assert "the reflection could not be read" in recorder.steps[0].reason


def test_an_unreadable_choice_is_asked_for_again_and_then_fails_the_step(store, recorder):
    with vault() as (device, _), answering("scripted", "Hm.", "tap(99)", "finish()") as (model, prompts):
        learned = learning(device, store, recorder, model, VAULT)
    assert learned.status == "success"
    assert [step.outcome for step in recorder.steps] == ["failed", "failed", "finish"]
    assert "there is no function call in 'Hm.'" in prompts[1]
    assert "no mark 99; this screen has marks 1 to 6" in prompts[2]


def test_a_model_that_never_answers_readably_ends_the_learning(store, recorder):
    with vault() as (device, _), answering("scripted", *["Hm."] * 40) as (model, _):
        learned = learning(device, store, recorder, model, VAULT, rounds=30)
    assert learned.status == "failed"
    assert "6 steps in a row did nothing: there is no function call" in learned.reason
    assert count_steps(recorder.steps) == 6


# Ends


def test_rounds_are_limited(store, recorder):
    with vault() as (device, _), answering("scripted", "tap(5)", "back()", "finish()") as (model, _):
        learned = learning(device, store, recorder, model, VAULT, rounds=1)
    assert learned.status == "limit"
    assert "--rounds" in learned.reason


def test_a_cap_ends_learning_with_what_was_learnt_on_disk(store, recorder):
    replies = ("tap({Sign in})", "SUCCESS: In.", "back()", "finish()")
    with vault() as (device, _), answering("openai", *replies, budget=Budget(max_calls=3)) as (model, _):
        learned = learning(device, store, recorder, model, VAULT)
    assert learned.status == "limit"
    assert "max_calls" in learned.reason
    assert documents(store, VAULT) == [("tap", "In.")]
    assert len(load_run(recorder.folder).steps) == 2


def test_the_keyboard_is_not_taken_for_the_way_back(started, phone, store, recorder):
    """Press back twice: opening the search shows the keyboard, and the first back key only closes that."""
    device = started(SETTINGS)
    home = screen_key(device.capture())
    with answering("scripted", "tap({Search settings})", "BACK: Opens the search.", "finish()") as (model, _):
        learning(device, store, recorder, model, SETTINGS)
    assert screen_key(device.capture()) == home
