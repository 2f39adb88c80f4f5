"""Models made for phones carry out a task in their own dialect, over HTTP: with documents, and the guard in between."""

import io
import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from conftest import NOTES
from endpoint import Endpoint
from fence_names import without_fence_name
from PIL import Image, ImageChops
from run_command import QUICK
from test_react import button, document

from appagent.actions.dialects import DIALECTS, Dialect
from appagent.agent import View
from appagent.agents.react import ReAct
from appagent.documents.map.place import Place
from appagent.loop import Limits, Run
from appagent.models.openai import OpenAIModel
from appagent.prompting.dialects import ask_in
from appagent.prompting.templates import Prompts
from appagent.runs.trajectory import load_run
from appagent.screen.nodes.tree import centre
from appagent.settings import Endpoint as At
from appagent.tasks import Task, holds

pytestmark = pytest.mark.slow

GOAL = "Create a note titled 'Plumber' and delete the note 'Shopping'"


@dataclass(frozen=True)
class Tongue:
    """How replies are written in one dialect. tap, hold: of x and y. put: a text to type. end: an answer."""

    tap: Callable[[int, int], str]
    hold: Callable[[int, int], str]
    put: Callable[[str], str]
    end: Callable[[str], str]


def glm(call):
    return f"<think>So I go on.</think>\n<answer>{call}</answer>"


def venus(call):
    return f"<think>So I go on.</think>\n<action>{call}</action>\n<conclusion>Noted.</conclusion>"


def tars(call):
    return f"Thought: So I go on.\nAction: {call}"


def owl(**arguments):
    call = json.dumps({"name": "mobile_use", "arguments": arguments})
    return (
        f"<thinking>\nSo I go on.\n</thinking>\n<tool_call>\n{call}\n</tool_call>\n<conclusion>\nNoted.\n</conclusion>"
    )


TARS = Tongue(
    lambda x, y: tars(f"click(start_box='<|box_start|>({x},{y})<|box_end|>')"),
    lambda x, y: tars(f"long_press(start_box='({x},{y})')"),
    lambda text: tars(f"type(content='{text}')"),
    lambda text: tars(f"finished(content='{text}')"),
)
OWL = Tongue(
    lambda x, y: owl(action="click", coordinate=[x, y]),
    lambda x, y: owl(action="long_press", coordinate=[x, y], time=1),
    lambda text: owl(action="type", text=text),
    lambda text: owl(action="answer", text=text),
)
TONGUES = {
    "autoglm": Tongue(
        lambda x, y: glm(f'do(action="Tap", element=[{x},{y}])'),
        lambda x, y: glm(f'do(action="Long Press", element=[{x},{y}])'),
        lambda text: glm(f'do(action="Type", text="{text}")'),
        lambda text: glm(f'finish(message="{text}")'),
    ),
    "ui-tars": TARS,
    "ui-tars-1.5": TARS,
    "ui-venus": Tongue(
        lambda x, y: venus(f"Click(box=({x},{y}))"),
        lambda x, y: venus(f"LongPress(box=({x},{y}))"),
        lambda text: venus(f"Type(content='{text}')"),
        lambda text: venus(f"Finished(content='{text}')"),
    ),
    "mai-ui": OWL,
    "gui-owl": OWL,
    "gui-owl-1.5": OWL,
}
STEPS = (
    "tap fab",
    "tap Title",
    "put Plumber",
    "tap #4",
    "hold Shopping",
    "tap Delete",
    "tap Cancel",
    "end It is there.",
)


def picture_of(request) -> Image.Image:
    """Return the picture of a request, which has just one, in its last message."""
    found = [
        part for message in request["messages"] if isinstance(message["content"], list) for part in message["content"]
        if part["type"] == "image_url"
    ]  # fmt: skip
    assert len(found) == 1
    assert found[0] in request["messages"][-1]["content"]
    return Image.open(io.BytesIO(b64decode(found[0]["image_url"]["url"].partition(",")[2])))


def words_of(request) -> str:
    texts = [message["content"] for message in request["messages"]]
    return "\n".join(text if isinstance(text, str) else text[0]["text"] for text in texts)


def names_of(element) -> tuple[str, ...]:
    return *element.text.split(" · "), element.hint, element.resource_id.rpartition("/")[2], f"#{element.mark}"


class Actor:
    """Answers in a dialect, step by step, with places on the picture; the phone tells where things are."""

    def __init__(self, dialect: Dialect, device) -> None:
        self.dialect, self.device, self.left, self.tongue = dialect, device, list(STEPS), TONGUES[dialect.name]

    def __call__(self, request) -> str:
        what, _, words = self.left.pop(0).partition(" ")
        if what == "put":
            return self.tongue.put(words)
        if what == "end":
            return self.tongue.end(words)
        screen = self.device.capture()
        at = next(one for one in screen.elements if words in names_of(one))
        picture = picture_of(request)
        span = (self.dialect.most,) * 2 if self.dialect.most else picture.size
        place = [round(a * b / side) for a, b, side in zip(centre(at.bounds), span, screen.size, strict=True)]
        return (self.tongue.tap if what == "tap" else self.tongue.hold)(*place)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_task_is_carried_out_in_each_dialect(name, started, recorder, store):
    device, dialect = started(NOTES), DIALECTS[name]
    screen = device.capture()
    store.add(document(screen, button(screen), "Begins a new one with a title."))
    with Endpoint(Actor(dialect, device)) as served:
        model = OpenAIModel(At(served.url, "small", timeout_s=60.0))
        agent = ReAct(model, store, dialect=dialect)
        outcome = Run(agent, device, Task(GOAL, NOTES), recorder, limits=Limits(picture_side=600)).go()
    assert (outcome.status, outcome.answer) == ("success", "It is there.")
    assert holds("sorted(n.title for n in notes.notes)[:2] == ['Books to read', 'Plumber']", device.state())
    assert holds("any(n.title == 'Shopping' for n in notes.notes)", device.state())
    steps = load_run(recorder.folder).steps
    assert [step.outcome for step in steps] == [*["done"] * 5, "refused", "done", "finish"]
    assert steps[0].thought == "So I go on."
    assert steps[5].may == "delete"
    assert steps[4].words == 'long press "Shopping · Milk, eggs, bread"'
    assert all(step.element_id for step in steps[:7])
    prompts = [without_fence_name(words_of(request)) for request in served.requests]
    assert "Begins a new one with a title." in prompts[0]
    assert "is refused" in prompts[6] or "was refused" in prompts[6]
    assert all("response_format" not in request and "stream" not in request for request in served.requests)
    assert not any(word in prompt for prompt in prompts for word in ("mark ", "marks of", "tap(", "coloured outline"))


# What such a model cannot do


def typed_at(typed, monkeypatch, url, *words, model="autoglm-phone-9b"):
    for name, value in {"BASE_URL": url, "API_KEY": "sk-none", "MODEL": model}.items():
        monkeypatch.setenv(f"APPAGENT_{name}", value)
    return typed(*words, *QUICK)


def test_a_whole_app_is_not_learnt_with_such_a_model_and_a_task_is(typed, monkeypatch):
    replies = [glm('do(action="Tap", element=[500,150])'), glm('do(action="Back")'), glm('finish(message="Seen.")')]
    with Endpoint(lambda request: replies.pop(0)) as served:
        status, _, err = typed_at(typed, monkeypatch, served.url, "learn", "--app", "notes")
        assert (status, served.requests) == (2, [])
        assert "a model of the dialect autoglm names actions" in err
        assert "--agent offline" in err
        words = ("learn", "--app", "notes", "--task", "Look at a note", "--json")
        status, out, _ = typed_at(typed, monkeypatch, served.url, *words)
    assert status == 0
    assert json.loads(out)["documents_written"] >= 1
    assert len(served.requests) == 3
    assert "Task: Look at a note" in words_of(served.requests[0])


def test_streams_and_json_are_off_and_that_is_said_once(typed, monkeypatch):
    with Endpoint(lambda request: glm('finish(message="Seen.")')) as served:
        words = ("run", "--app", "notes", "--task", "Look", "--stream", "--reply", "json")
        status, _, err = typed_at(typed, monkeypatch, served.url, *words)
    assert status == 0
    assert err.count("--stream and --reply json has no effect: in the dialect autoglm") == 1
    assert "stream" not in served.requests[0]


@pytest.mark.parametrize("words", [("run", "--task", "Look"), ("learn", "--task", "Look")])
def test_the_picture_that_is_kept_is_the_one_that_the_model_was_sent(words, typed, monkeypatch):
    with Endpoint(lambda request: glm('finish(message="Seen.")')) as served:
        _, out, _ = typed_at(typed, monkeypatch, served.url, *words, "--app", "notes", "--json")
    (kept,) = Path(json.loads(out)["run"]).glob("0001.jpg")
    assert ImageChops.difference(Image.open(kept), picture_of(served.requests[0])).getbbox() is None


def test_paths_of_the_map_are_told_to_such_a_model(started):
    place = Place("Screen timeout", ("settings", "Display"), steps=("Display", "Screen timeout"))
    task = Task("Set the screen timeout", NOTES)
    view = View(task, started(NOTES).capture(), b"", places=(place,))
    asked = ask_in(DIALECTS["ui-tars"], Prompts(), view, task.goal, ())
    assert "Display > Screen timeout" in asked.messages[-1].text
    without = ask_in(DIALECTS["ui-tars"], Prompts(), replace(view, places=None), task.goal, ())
    assert "earlier use" not in without.messages[-1].text


def test_without_a_picture_the_elements_are_listed_with_their_places(started):
    screen = replace(started(NOTES).capture(), picture=None)
    view = View(Task(GOAL, NOTES), screen, b"")
    asked = ask_in(DIALECTS["autoglm"], Prompts(), view, GOAL, ())
    assert [message.pictures for message in asked.messages] == [(), ()]
    listing = without_fence_name(asked.messages[-1].text).partition("each with its place:\n<data>\n")[2]
    assert '(500,132) "Shopping · Milk, eggs, bread"' in listing
