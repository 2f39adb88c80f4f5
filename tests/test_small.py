"""Small language models: short prompts, and schemas of what a screen takes, by label."""

import json

import pytest
from conftest import NOTES
from endpoint import Endpoint
from fence_names import without_fence_name
from hierarchies import DISPLAY, dump, node
from tables import cases
from test_react import CREATED, GOAL, button, document

from appagent.actions import Back, Finish, LongPress, Swipe, Tap, TypeText
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError
from appagent.loop import Run
from appagent.models.openai import OpenAIModel
from appagent.prompting.small import choices_on, read_small
from appagent.settings import Endpoint as At
from appagent.tasks import Task, holds


@pytest.fixture
def page():
    return read_dump(
        dump(
            node(
                "FrameLayout",
                node("EditText", can="clickable focusable", hint="Title", at=(0, 100, 1080, 200)),
                node("Button", text="Save", can="clickable", at=(0, 300, 500, 400)),
                node("Button", text="Save", can="clickable long-clickable", at=(0, 500, 500, 600)),
                node("ImageButton", name="new_note", can="clickable", at=(0, 700, 90, 790)),
            )
        ),
        size=DISPLAY,
    )


def fits(schema, value) -> bool:
    """Tell whether a value fits a schema, of the kinds that are used here."""
    if "anyOf" in schema:
        return any(fits(each, value) for each in schema["anyOf"])
    if schema.get("type") == "object":
        same = isinstance(value, dict) and value.keys() == set(schema["required"])
        return same and all(fits(each, value[name]) for name, each in schema["properties"].items())
    return value in schema["enum"] if "enum" in schema else isinstance(value, str) and len(value) <= schema["maxLength"]


def reply(**action):
    return json.dumps({"thought": "So.", "action": action})


def test_labels_are_all_different_and_only_what_takes_an_action_is_offered_for_it(page):
    found = choices_on(page, learnt={4: "Begins a note"})
    assert found.marks == {"Title": 1, "Save": 2, "Save (2)": 3, "Begins a note": 4}
    assert found.kinds["text"] == ("Title",)
    assert found.kinds["long_press"] == ("Save (2)",)
    assert "enter" not in found.kinds  # nothing has the cursor


@pytest.mark.slow
def test_what_a_label_leaves_out_is_on_its_line_and_only_what_is_possible_is_named(kit, recorder):
    said = '[Column([Text("Portable hard drive of one terabyte with a cable"), Text("59 €")], on_tap=self.say)]'
    prompts = []

    def answer(request):
        prompts.append(str(request["messages"][-1]["content"]))
        return reply(action="finish", outcome="done", answer="59 €")

    with kit(said) as (device, phone), Endpoint(answer) as served:
        phone.start("org.kit")
        agent = ReAct(OpenAIModel(At(served.url, "small", timeout_s=60.0)), None, "labels")
        Run(agent, device, Task("What does the drive cost?", "org.kit"), recorder).go()
    assert '"Portable hard drive of one terabyte…" ... with a cable · 59 €' in prompts[0]
    assert "Possible now: tap, scroll, back, finish" in prompts[0]


SAID = [
    (reply(action="tap", element="Save (2)"), Tap(3)),
    (reply(action="text", element="Title", text="'Milk'"), TypeText("Milk", 1)),
    (reply(action="text", element="Title", text="it's"), TypeText("it's", 1)),
    (reply(action="long_press", element="Save (2)"), LongPress(3)),
    (reply(action="scroll", to="down"), Swipe("up", distance="long")),
    (reply(action="back"), Back()),
    (reply(action="finish", outcome="not_done", answer="no such note"), Finish("no such note", "not_done")),
]


@cases(("text", "action"), SAID)
def test_what_the_schema_allows_is_read(page, text, action):
    found = choices_on(page)
    assert fits(found.schema, json.loads(text))
    assert read_small(text, found, page, "A note titled 'Milk'").action == action


REFUSED = [
    (reply(action="text", element="Save", text="x"), "takes no text; these do: Title"),
    (reply(action="long_press", element="Title"), "takes no long_press"),
    (reply(action="tap", element="Delete"), "takes no tap"),
    (reply(action="fly"), "no action 'fly'"),
    (reply(action="scroll", to="away"), "where to"),
    ('{"thought": "So.", "action": {"act', "cut short"),
    ("Tap Save.", "no call in JSON"),
]


@cases(("text", "reason"), REFUSED)
def test_what_the_schema_forbids_is_refused_where_a_server_keeps_to_none(page, text, reason):
    found = choices_on(page)
    with pytest.raises(ActionError, match=reason):
        read_small(text, found, page, "")
    if text.endswith("}"):
        assert not fits(found.schema, json.loads(text))


def chosen(names, words, request):
    """Return the name of the element whose line has these words, or the one at this place."""
    if words.startswith("#"):
        return names[int(words[1:]) - 1]
    listing = request["messages"][-1]["content"].partition("On the screen:")[2]
    line = next(line for line in listing.splitlines() if words in line.strip()[:40])
    return next(name for name in names if line.strip().startswith((f"{name} ", json.dumps(name))))


@pytest.mark.slow
def test_a_small_model_carries_a_task_out_within_the_schema_of_each_screen(started, recorder, store):
    device = started(NOTES)
    store.add(document(device.capture(), button(device.capture()), "Begins a new one with a title."))
    plan = [
        ("tap", "Begins a new one"), ("text", "Title", "'Plumber'"), ("text", "Note", "'Tuesday at nine'"),
        ("tap", "#4"), ("finish", ""),
    ]  # fmt: skip

    def answer(request):
        what, words, *text = plan.pop(0)
        schema = request["response_format"]["json_schema"]["schema"]
        kinds = {each["properties"]["action"]["enum"][0]: each for each in schema["properties"]["action"]["anyOf"]}
        names = kinds[what]["properties"].get("element", {}).get("enum", [])
        action = {"action": what} | ({"element": chosen(names, words, request)} if names else {})
        action |= {"text": text[0]} if text else {"outcome": "done", "answer": ""} if what == "finish" else {}
        said = {"thought": "So.", "action": action}
        assert fits(schema, said)
        return json.dumps(said)

    with Endpoint(answer) as served:
        agent = ReAct(OpenAIModel(At(served.url, "small", timeout_s=60.0)), store, "labels")
        outcome = Run(agent, device, Task(GOAL, NOTES), recorder).go()
    assert outcome.status == "success"
    assert holds(CREATED, device.state())
    first = without_fence_name(served.requests[0]["messages"][-1]["content"])
    assert '"Begins a new one with a title"' in first
    sizes = [len(json.dumps(request["messages"])) for request in served.requests]
    assert max(sizes) < 4000
