"""Replies in JSON by a schema, from endpoints that follow it, refuse it or pass it over; and thinking aloud."""

import json
from dataclasses import replace

import pytest
from conftest import NOTES
from endpoint import Endpoint, completion, error, in_turn
from fence_names import without_fence_name
from scripted_runs import VAULT, learning, mark_of, vault
from tables import cases
from typer.testing import CliRunner

from appagent.actions import ON_GRID, ON_MARKS, Tap
from appagent.agent import View
from appagent.agents.react import ReAct
from appagent.cli.main import app
from appagent.errors import ActionError, LimitError, ModelError
from appagent.learning.memory.screen_history import Act
from appagent.learning.reflect import ModelReflector
from appagent.loop import Run
from appagent.models import Budget, Message
from appagent.models.base import most_tokens
from appagent.models.openai import OpenAIModel
from appagent.prompting.replies.reply import read_description
from appagent.prompting.replies.schema import description_schema, reflection_schema, reply_schema
from appagent.runs.report import render
from appagent.runs.trajectory import load_run
from appagent.settings import Endpoint as At
from appagent.tasks import Task

pytestmark = pytest.mark.slow

UNASKED = [kind for kind in ON_MARKS if kind != "ask"]  # where nobody is there
TAP = {"observation": "A list.", "thought": "The row.", "action": {"action": "tap", "element": 1}, "summary": "Tapped."}
DONE = json.dumps({**TAP, "action": {"action": "finish", "answer": ""}})
TEXT = "Observation: A list.\nThought: The row.\nAction: tap(1)\nSummary: Tapped."
JUDGED = {"decision": "SUCCESS", "thought": "It opened.", "documentation": "Opens the note."}
REFUSALS = [
    error(400, "response_format is not supported"),
    error(404, "No endpoints found that can handle the requested parameters"),
    error(422, "extra fields not permitted"),
    error(500, "grammar of type json_schema"),  # as llama-cpp-python answers
]


@pytest.fixture
def view(started) -> View:
    """The list of notes."""
    return View(Task("Open it", NOTES), started(NOTES).capture(), b"jpeg")


def model_at(served: Endpoint, budget: Budget | None = None, **options) -> OpenAIModel:
    return OpenAIModel(replace(At(served.url, "small", timeout_s=60.0), **options), budget, sleep=lambda seconds: None)


def schema_of(request) -> dict | None:
    """The schema that a request came with."""
    return request["response_format"]["json_schema"]["schema"] if "response_format" in request else None


def wanted(request) -> str:
    """The format that the prompt of a request asks for."""
    return "json" if "Answer with one JSON object" in request["messages"][0]["content"] else "text"


def objects_in(schema):
    """Every object that a schema describes, however deep."""
    if isinstance(schema, list):
        return [each for part in schema for each in objects_in(part)]
    if not isinstance(schema, dict):
        return []
    inner = [each for part in schema.values() for each in objects_in(part)]
    return [schema, *inner] if schema.get("type") == "object" else inner


# The schemas


@cases("schema", [reply_schema(), reply_schema(several=True), reflection_schema(), description_schema()])
def test_schemas_are_as_strict_endpoints_want_them(schema):
    assert schema["type"] == "object"
    for each in objects_in(schema):
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])
        assert all("type" in one or "anyOf" in one for one in each["properties"].values())


def test_a_reply_may_hold_any_action_or_those_that_are_named():
    assert len(reply_schema()["properties"]["action"]["anyOf"]) == len(ON_MARKS)
    assert len(reply_schema(ON_GRID)["properties"]["action"]["anyOf"]) == len(ON_GRID)
    (tap,) = reply_schema(["tap"])["properties"]["action"]["anyOf"]
    assert tap["properties"]["action"]["enum"] == ["tap"]


# Endpoints that follow a schema


def test_an_endpoint_that_follows_the_schema_is_asked_with_it_again_and_again(view):
    with Endpoint(lambda request: json.dumps(TAP)) as served:
        agent = ReAct(model_at(served))
        decisions = [agent.decide(view) for _ in range(2)]
    assert [(each.action, each.thought, each.summary) for each in decisions] == [(Tap(1), "The row.", "Tapped.")] * 2
    assert [schema_of(request) for request in served.requests] == [reply_schema(UNASKED, several=True)] * 2
    assert [wanted(request) for request in served.requests] == ["json", "json"]
    form = served.requests[0]["response_format"]
    assert (form["type"], form["json_schema"]["strict"], form["json_schema"]["name"]) == ("json_schema", True, "act")


def test_a_task_is_carried_out_in_json(started, recorder):
    def reply(request):
        listing = request["messages"][1]["content"][0]["text"]
        row = {**TAP, "action": {"action": "tap", "element": mark_of("Shopping", listing)}}
        return json.dumps(row) if len(served.requests) == 1 else DONE

    with Endpoint(reply) as served:
        outcome = Run(ReAct(model_at(served), see="both"), started(NOTES), Task("Open it", NOTES), recorder).go()
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["done", "finish"]
    assert "You noted: Tapped.</data>" in without_fence_name(served.requests[1]["messages"][1]["content"][0]["text"])


@pytest.mark.parametrize(
    ("judged", "described", "documentation"),
    [
        (JUDGED, None, "Opens the note."),
        (JUDGED | {"documentation": ""}, {"documentation": "Shows a note."}, "Shows a note."),
    ],
)
def test_reflections_and_descriptions_come_in_json_too(view, judged, described, documentation):
    element = view.screen.elements[0]
    act = Act(view.screen, view.screen, Tap(element.mark), element)
    with Endpoint(in_turn(json.dumps(judged), json.dumps(described))) as served:
        judgement = ModelReflector(model_at(served)).reflect(act)
    assert (judgement.decision, judgement.thought, judgement.documentation) == ("SUCCESS", "It opened.", documentation)
    schemas = [reflection_schema(), description_schema()][: 1 + bool(described)]
    assert [schema_of(request) for request in served.requests] == schemas
    assert {wanted(request) for request in served.requests} == {"json"}


def test_a_reply_cut_by_length_is_told_and_asked_for_again(started, recorder):
    cut = json.dumps(TAP)[:60]
    answers = in_turn(lambda request: completion(cut, request, finish_reason="length"), lambda request: DONE)
    with Endpoint(lambda request: answers(request)(request)) as served:
        outcome = Run(ReAct(model_at(served)), started(NOTES), Task("Open it", NOTES), recorder).go()
    assert outcome.status == "success"
    assert "the JSON is cut short" in without_fence_name(served.requests[1]["messages"][1]["content"][0]["text"])
    assert schema_of(served.requests[1])


@pytest.mark.parametrize("words", ['{"documentation": "Opens the', "Documentation: Opens the"])
def test_a_description_cut_by_length_is_refused(words):
    with pytest.raises(ActionError, match="no whole Documentation"):
        read_description(words, "length")


# Endpoints that do not


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.status)
def test_an_endpoint_that_refuses_the_schema_is_asked_for_text_from_then_on(started, recorder, refusal):
    with Endpoint(in_turn(refusal, TEXT, "Action: finish()")) as served:
        outcome = Run(ReAct(model_at(served)), started(NOTES), Task("Open it", NOTES), recorder).go()
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["done", "finish"]
    assert [bool(schema_of(request)) for request in served.requests] == [True, False, False]
    assert [wanted(request) for request in served.requests] == ["json", "text", "text"]


def test_an_endpoint_that_passes_the_schema_over_is_read_and_asked_for_text_from_then_on(view):
    with Endpoint(lambda request: TEXT) as served:
        agent = ReAct(model_at(served))
        assert [agent.decide(view).action for _ in range(2)] == [Tap(1)] * 2
    assert [wanted(request) for request in served.requests] == ["json", "text"]
    assert [bool(schema_of(request)) for request in served.requests] == [True, False]


def test_what_the_explorer_found_out_the_reflector_knows(store, recorder):
    """One model, one endpoint: the schema is tried once."""

    def answer(request):
        if schema_of(request):
            return REFUSALS[0]
        return ["Action: tap(3)", "Decision: SUCCESS\nDocumentation: In.", "Action: finish()"][len(served.requests) - 2]

    with vault() as (device, _), Endpoint(answer) as served:
        learned = learning(device, store, recorder, model_at(served), VAULT)
    assert learned.status == "success"
    assert [bool(schema_of(request)) for request in served.requests] == [True, False, False, False]


def test_a_refusal_after_schemas_were_followed_is_about_something_else(view):
    with Endpoint(in_turn(json.dumps(TAP), error(400, "the context is too long"))) as served:
        agent = ReAct(model_at(served))
        agent.decide(view)
        with pytest.raises(ModelError, match="the context is too long"):
            agent.decide(view)
    assert len(served.requests) == 2


def test_an_empty_reply_says_nothing_about_schemas(view):
    with Endpoint(in_turn("", json.dumps(TAP))) as served:
        agent = ReAct(model_at(served))
        with pytest.raises(ActionError, match="the reply is empty"):
            agent.decide(view)
        assert agent.decide(view).action == Tap(1)
    assert schema_of(served.requests[1])


def test_who_wants_json_alone_is_told_that_the_endpoint_refuses_it(view):
    with Endpoint(lambda request: REFUSALS[0]) as served, pytest.raises(ModelError, match="set APPAGENT_REPLY=text"):
        ReAct(model_at(served, reply="json")).decide(view)
    assert len(served.requests) == 1


def test_who_wants_text_sends_no_schema(view):
    with Endpoint(lambda request: TEXT) as served:
        ReAct(model_at(served, reply="text")).decide(view)
    assert (schema_of(served.requests[0]), wanted(served.requests[0])) == (None, "text")


def test_caps_count_the_schema_as_part_of_the_prompt(view):
    message, schema = Message("user", "Hello"), reply_schema()
    room = most_tokens([message]) + 64
    with Endpoint(lambda request: "ok") as served:
        model = model_at(served, Budget(max_tokens=room))
        with pytest.raises(LimitError, match="max_tokens"):
            model.ask([message], purpose="act", schema=schema)
        assert served.requests == []
        assert model.ask([message], purpose="act").text == "ok"


@pytest.mark.parametrize(("option", "sent"), [("text", False), ("json", True)])
def test_the_command_line_says_which(monkeypatch, tmp_path, option, sent):
    monkeypatch.chdir(tmp_path)
    places = ["--time-scale", "0.05", "--store", str(tmp_path / "store.sqlite"), "--runs", str(tmp_path / "runs")]
    words = ["run", "--app", "notes", "--task", "Nothing", "--device", "virtual", "--size", "360x800"]
    with Endpoint(lambda request: DONE) as served:
        monkeypatch.setenv("APPAGENT_BASE_URL", served.url)
        monkeypatch.setenv("APPAGENT_MODEL", "small")
        done = CliRunner().invoke(app, [*words, *places, "--reply", option, "--json"])
    assert json.loads(done.stdout)["status"] == "success"
    assert bool(schema_of(served.requests[0])) is sent


# Thinking aloud


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("before", "fields"),
    [("<think>Action: tap(9)?</think>\n", {}), ("", {"reasoning_content": "Action: tap(9)?"})],
    ids=["in the text", "apart"],
)
def test_what_a_model_thinks_aloud_is_kept_for_the_report_and_not_parsed(started, recorder, form, before, fields):
    said = {"text": "Action: finish()", "json": DONE}[form]
    with Endpoint(lambda request: completion(before + said, request, **fields)) as served:
        agent = ReAct(model_at(served, reply=form))
        Run(agent, started(NOTES), Task("Nothing", NOTES), recorder).go()
    run = load_run(recorder.folder)
    assert [(step.action, step.think) for step in run.steps] == [("finish()", "Action: tap(9)?")]
    assert "Action: tap(9)?" in render(run)
    assert "Action: tap(9)?" not in render(run, redact=True)


def test_a_reflection_keeps_its_thinking_beside_that_of_the_choice(store, recorder):
    thoughts = ["Try it.", "It went well.", ""]
    says = ["Action: tap(3)", "Decision: SUCCESS\nDocumentation: In.", "Action: finish()"]
    with (
        vault() as (device, _),
        Endpoint(lambda request: f"<think>{thoughts.pop(0)}</think>{says.pop(0)}") as served,
    ):
        learning(device, store, recorder, model_at(served, reply="text"), VAULT)
    assert [step.think for step in recorder.steps] == ["Try it.\n\nIt went well.", ""]


def test_a_password_is_masked_in_what_was_thought_aloud(recorder):
    with vault() as (device, _):
        mark = next(element.mark for element in device.capture().elements if element.password)
        say = f'<think>It is hunter2.</think>Action: text("hunter2", element={mark})'
        with Endpoint(in_turn(say, "Action: finish()")) as served:
            Run(ReAct(model_at(served, reply="text")), device, Task("Sign in", VAULT), recorder).go()
    assert "hunter2" not in (recorder.folder / "trajectory.jsonl").read_text(encoding="utf-8")
