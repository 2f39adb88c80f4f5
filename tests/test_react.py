"""Test the agent that a model leads: what goes into its prompts, and runs from beginning to end."""

import io
from dataclasses import replace

import pytest
from conftest import NOTES
from fence_names import without_fence_name
from key_owners import Person
from PIL import Image
from scripted_runs import KINDS, answering, mark_of

from appagent.actions import Tap
from appagent.agent import View
from appagent.agents.react import ReAct
from appagent.cancel import Cancel
from appagent.errors import ActionError
from appagent.loop import Limits, Run
from appagent.models import Budget
from appagent.models.scripted import Scripted
from appagent.prompting.pictures.marks import encode, mark
from appagent.prompting.templates import Prompts
from appagent.runs.trajectory import load_run
from appagent.sessions.build import documents_for
from appagent.sessions.request import Request
from appagent.sessions.session import Session
from appagent.settings import Settings
from appagent.store import Record
from appagent.tasks import Task, holds

pytestmark = pytest.mark.slow

GOAL = "Create a note titled 'Plumber' with the text 'Tuesday at nine'"
CREATED = "any(n.title == 'Plumber' and n.body == 'Tuesday at nine' for n in notes.notes)"


@pytest.fixture
def view(started) -> View:
    """Return the list of notes."""
    screen = started(NOTES).capture()
    return View(Task(GOAL, NOTES), screen, encode(mark(screen)))


def button(screen):
    """Return the round button that begins a note."""
    return next(element for element in screen.elements if element.resource_id.endswith(":id/fab"))


def document(screen, element, text, **facts):
    usual = {"app": screen.app, "screen_id": screen.screen_id, "element_id": element.id, "template": element.template}
    return Record(text=text, action="tap", source="explore", time="2026-01-31T12:00:00Z", **(usual | facts))


def size_of(jpeg):
    return Image.open(io.BytesIO(jpeg)).size


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_carries_a_task_out_from_beginning_to_end(kind, started, phone, recorder, store):
    device = started(NOTES)
    screen = device.capture()
    store.add(document(screen, button(screen), "Begins a new one with a title."))
    replies = (
        f"tap({button(screen).mark})",
        'text("Plumber", element={Title})',
        'text("Tuesday at nine", element={Note})',
        "**Action:** tap(4)\n**Summary:** I kept the note.",
        'finish("done", "It is there.")',
    )
    with answering(kind, *replies) as (model, prompts):
        task, limits = Task(GOAL, NOTES), Limits(picture_side=600)
        outcome = Run(ReAct(model, store, "both"), device, task, recorder, limits=limits).go()
    assert (outcome.status, outcome.answer) == ("success", "It is there.")
    assert holds(CREATED, device.state())
    assert "Begins a new one with a title." in prompts[0]
    last = (
        without_fence_name(prompts[-1])
        .partition("what the screen showed after each:\n<data>\n")[2]
        .partition("\n</data>")[0]
    )
    assert [line.partition(" You noted:")[0] for line in last.splitlines()] == [
        '1. tap the ImageButton (fab): another screen opened with "Title", "Note".',
        '2. type "Plumber" into "Title": "Title" holds "Plumber" now.',
        '3. type "Tuesday at nine" into "Note": "Note" holds "Tuesday at nine" now.',
        '4. tap the unlabelled ImageButton (91% across, 5% down): back on the screen "Notes"; new: "Plumber", '
        '"Tuesday at nine"; a message says "Note saved".',
    ]
    assert last.endswith("You noted: I kept the note.")
    steps = load_run(recorder.folder).steps
    assert [step.outcome for step in steps] == ["done"] * 4 + ["finish"]
    assert [step.model_calls for step in steps] == [1] * 5
    assert all(step.prompt_tokens > 500 and step.completion_tokens > 0 for step in steps)
    assert {size_of((recorder.folder / step.picture).read_bytes()) for step in steps} == {(270, 600)}


@pytest.mark.parametrize("cap", [{"max_calls": 1}, {"max_tokens": 15_000}, {"max_cost_usd": 0.02}])
def test_every_cap_ends_a_run_over_http(started, recorder, cap):
    with answering("openai", *["wait(1)"] * 30, budget=Budget(**cap)) as (model, _):
        outcome = Run(ReAct(model), started(NOTES), Task(GOAL, NOTES), recorder).go()
    assert outcome.status == "limit"
    assert next(iter(cap)) in outcome.reason
    assert 1 <= len(load_run(recorder.folder).steps) < 10
    assert recorder.steps[0].cost_usd > 0


def test_an_unreadable_reply_fails_the_step_over_http_too(started, recorder):
    replies = ("Well...", "tap(77)", "Hm.", "finish()")
    with answering("openai", *replies) as (model, prompts):
        outcome = Run(ReAct(model), started(NOTES), Task(GOAL, NOTES), recorder, limits=Limits(retries=2)).go()
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["failed"] * 3 + ["finish"]
    assert "no function call in 'Well...'" in prompts[1]
    assert "no mark 77" in prompts[2]


# What is in the prompt


def test_documents_in_sight_are_in_the_prompt_by_mark(view, store):
    record = document(view.screen, button(view.screen), "Begins a new one with a title.")
    store.add(record)
    model = Scripted("finish()")
    decision = ReAct(model, store).decide(view)
    assert f"- mark {button(view.screen).mark}, tap: <data>Begins a new one with a title.</data>" in without_fence_name(
        model.seen[0][-1].text
    )
    assert decision.documents == (record.id,)


def test_without_a_store_there_is_nothing_known(view):
    model = Scripted("finish()")
    assert ReAct(model).decide(view).documents == ()
    assert "earlier use of the app" not in model.seen[0][-1].text


def test_a_screen_is_looked_up_under_the_name_that_the_store_has_for_it(view, store):
    """Take a screen that differs in one element of many for the one that was learnt, with its documents."""
    known = replace(view.screen, screen_id="as-learnt", templates=view.screen.templates | {f"t{n}" for n in range(9)})
    seen = replace(view.screen, templates=known.templates - {"t8"})
    store.remember_screen(known)
    store.add(document(known, button(known), "Begins a new one with a title."))
    model = Scripted("finish()")
    ReAct(model, store).decide(replace(view, screen=seen))
    assert "tap: <data>Begins a new one with a title.</data>" in without_fence_name(model.seen[0][-1].text)


def session(store, recorder, docs):
    request = Request(NOTES, GOAL, docs=docs)
    return Session(Settings(), request, "run", Cancel(), None, store, NOTES, recorder, Budget())


def test_a_models_control_has_the_same_documents_on_other_elements(view, store, recorder):
    """The screens stay known, and each element keeps what says where its documents serve."""
    facts = {"words": "", "shape": "1", "seen": {"title": "Notes", "to_title": "New note", "effect": "opens"}}
    fab = document(view.screen, button(view.screen), "Begins a new one.", facts=facts, leads_to="form")
    row = document(view.screen, view.screen.elements[1], "Opens it.", leads_to="note")
    store.add(fab, row)
    store.remember_screen(view.screen)

    with documents_for(session(store, recorder, "shuffled")) as known:
        found = {record.element_id: record for record in known.current(NOTES)}
        assert known.known_as(view.screen) == view.screen.screen_id
    assert (found[fab.element_id].text, found[fab.element_id].leads_to) == ("Opens it.", "note")
    assert found[fab.element_id].facts == {**facts, "seen": {"title": "Notes"}}
    assert found[row.element_id].facts["seen"] == {"to_title": "New note", "effect": "opens"}
    for docs, expected in (("auto", store), ("none", None)):
        with documents_for(session(store, recorder, docs)) as known:
            assert known is expected


def test_documents_that_others_signed_can_be_shuffled_too(tmp_path, recorder):
    ana, me = Person(tmp_path, "ana"), Person(tmp_path, "me")
    me.trust(ana)
    for element in ("fab", "row"):
        ana.write(f"Opens {element}.", element_id=element, leads_to=element)
    me.take(ana)
    with me.store() as store, documents_for(session(store, recorder, "shuffled")) as known:
        assert {each.element_id: each.text for each in known.current(NOTES)} == {
            "fab": "Opens row.",
            "row": "Opens fab.",
        }


@pytest.mark.parametrize(("see", "pictures", "listed"), [("picture", 1, False), ("text", 0, True), ("both", 1, True)])
def test_the_screen_goes_as_it_is_wanted(view, see, pictures, listed):
    model = Scripted("finish()")
    ReAct(model, see=see).decide(view)
    assert len(model.seen[0][-1].pictures) == pictures
    assert ("On the screen:" in model.seen[0][-1].text) is listed


@pytest.mark.parametrize("see", ["picture", "both"])
def test_what_an_icon_does_is_told_once_whatever_the_task(view, store, see):
    icon = button(view.screen)
    seen = {"seen": {"effect": "opens", "to_title": "Draft"}, "words": ""}
    store.add(document(view.screen, icon, "", facts=seen, leads_to="draft"))
    model = Scripted("finish()")
    ReAct(model, store, see=see).decide(replace(view, task=Task("Turn the sound off", NOTES)))
    prompt = without_fence_name(model.seen[0][-1].text)
    assert (f"- mark {icon.mark}: <data>Opens 'Draft'</data>" in prompt) is (see == "picture")
    assert prompt.count("Opens 'Draft'") == 1


def test_a_screen_without_a_picture_goes_as_text(view):
    model = Scripted("finish()")
    ReAct(model).decide(replace(view, picture=b""))
    assert model.seen[0][-1].pictures == ()
    assert mark_of("Shopping", model.seen[0][-1].text)


def test_the_picture_is_scaled_for_the_model(view):
    model = Scripted("finish()")
    large = replace(view.screen, picture=view.screen.picture.resize((1080, 2400)))
    ReAct(model).decide(replace(view, picture=encode(mark(large))))
    assert size_of(model.seen[0][-1].pictures[0]) == (576, 1280)


def test_own_prompts_are_used(view, tmp_path):
    (tmp_path / "act.j2").write_text("Do {{ task }}.")
    model = Scripted("finish()")
    ReAct(model, prompts=Prompts(tmp_path)).decide(view)
    assert [message.text for message in model.seen[0]] == [f"Do {GOAL}.\n"]


def test_what_a_reply_says_is_the_decision(view):
    reply = "Observation: A list.\nThought: The button.\nAction: tap(2), tap(3)\nSummary: I began."
    decision = ReAct(Scripted(reply)).decide(view)
    assert (decision.observation, decision.thought, decision.summary) == ("A list.", "The button.", "I began.")
    assert decision.more == (Tap(3),)


def test_calls_are_counted_though_nothing_could_be_read(view):
    agent = ReAct(Scripted("Hm.", "finish()"))
    with pytest.raises(ActionError):
        agent.decide(view)
    assert agent.usage.calls == 1
    agent.decide(view)
    assert agent.usage.calls == 2
