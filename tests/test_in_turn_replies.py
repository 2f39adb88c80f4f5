"""Several calls in one reply: steps back, the limit of steps, and the list of calls in JSON."""

import json

import pytest
from conftest import NOTES, SETTINGS
from endpoint import Endpoint, completion
from scripted_runs import mark_of
from test_in_turn import KEYS, reply, run

from appagent.agents.react import ReAct
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.models.openai import OpenAIModel
from appagent.models.scripted import Scripted
from appagent.settings import Endpoint as At
from appagent.tasks import Task

pytestmark = pytest.mark.slow


def test_several_steps_back_are_one_reply_until_a_dialog_asks(started, recorder):
    back = reply(*["back()"] * 6)
    replies = ("tap({Display})", "tap({Screen timeout})", reply("back()", "back()"), "finish()")
    run(started(SETTINGS), recorder, *replies, app=SETTINGS)
    assert [step.words for step in recorder.steps[2:]] == ["go back", "go back", "finish"]
    _, prompts = run(
        started(NOTES), recorder, "tap({fab})", 'text("Trip", element={Title})', back, "finish()", app=NOTES
    )
    assert "Discard changes?" in prompts[-1]
    assert "go back" in recorder.steps[-2].words


def test_steps_are_limited_within_a_reply_too(kit, recorder):
    with kit(KEYS) as (device, phone):
        phone.start("org.kit")
        calls = reply(*["tap({1})"] * 5)
        outcome, prompts = run(device, recorder, calls, app="org.kit", limits=Limits(max_steps=3))
        assert phone.state()["kit"]["value"] == 7111
    assert (outcome.status, len(prompts), len(recorder.steps)) == ("limit", 1, 3)


def test_a_list_of_calls_is_what_the_schema_asks_for(kit, recorder):
    def answer(request):
        said = str(request["messages"][-1]["content"])
        keys = (
            []
            if '"71' in said
            else [{"action": "tap", "element": mark_of(f'"{n}"', said.replace("\\n", "\n"))} for n in (1, 2)]
        )
        done = [{"action": "finish", "outcome": "done", "answer": ""}]
        text = {"observation": "", "thought": "", "action": keys or done, "summary": ""}
        return completion(json.dumps(text), request)

    with kit(KEYS) as (device, phone), Endpoint(answer) as served:
        phone.start("org.kit")
        model = OpenAIModel(At(served.url, "small"))
        outcome = Run(ReAct(model, see="text"), device, Task("t", "org.kit"), recorder).go()
        assert phone.state()["kit"]["value"] == 712
    assert outcome.status == "success"
    schema = served.requests[0]["response_format"]["json_schema"]["schema"]["properties"]["action"]
    assert schema["type"] == "array"
    assert {"type": "string", "enum": ["tap"]} in [one["properties"]["action"] for one in schema["items"]["anyOf"]]
    assert len(served.requests) == 2


def test_calls_behind_a_finish_are_told_as_not_carried_out(kit, recorder):
    with kit(KEYS) as (device, phone):
        phone.start("org.kit")
        outcome, _ = run(device, recorder, reply('finish("done")', "tap({1})"), app="org.kit")
        assert phone.state()["kit"]["value"] == 7
    assert outcome.status == "success"
    assert recorder.steps[-1].reason.startswith("of the calls in your reply these were not carried out: tap(")


SEND = """[Button("Send it", on_tap=lambda: self.say("sent")), Button("Help", on_tap=lambda: self.say("help")),
    Field("", hint="PIN", password=True)]"""
PIN = "APPAGENT_SECRET_PIN in the environment sets it"


@pytest.mark.parametrize(
    ("first", "between", "hint", "hinted"),
    [
        ("tap(1)", (), "--allow send permits it", True),
        ("tap(1)", ("tap(2)",), "--allow send permits it", True),
        ('text("${PIN}", 3)', ("tap(2)",), PIN, True),
        ('text("${PIN}", 3)', ('text("1234", 3)', "tap(2)"), PIN, False),
    ],
)
def test_how_to_allow_what_was_refused_is_told_until_it_was_done(kit, recorder, first, between, hint, hinted):
    with kit(SEND) as (device, phone):
        phone.start("org.kit")
        agent = ReAct(Scripted(first, *between, 'finish("not_done", "no number")'), see="text")
        outcome = Run(agent, device, Task("t", "org.kit"), recorder, Guard(frozenset({"secret"}))).go()
    assert (hint in outcome.reason) == hinted, outcome.reason


GOING_BACK = """[Button("More", on_tap=lambda: self.open(lambda: menu(self, ("Sort", lambda: None)))),
    Button("Add", on_tap=self.say)]"""


def test_after_going_back_a_reply_may_tap_by_words_what_is_on_the_page_before(kit, recorder):
    """No document is needed for that: the model has seen the page."""
    with kit(GOING_BACK) as (device, phone):
        phone.start("org.kit")
        outcome, prompts = run(device, recorder, reply("tap({More})"), 'back()\ntap("Add")', "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == ["done"]
    assert (outcome.status, len(prompts)) == ("success", 3)
    assert 'tap("WORDS") still works there' in prompts[0]


FORM = """[Field(self.said[-1] if self.said else "", hint="Name", on_change=lambda name: self.say(name)),
    Button("Next", on_tap=lambda: self.turn(9), enabled=bool(self.said))]"""


def test_a_reply_may_tap_by_words_a_button_that_its_text_lets_be_tapped(kit, recorder):
    with kit(FORM) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply('text("Ana")', 'tap("Next")'), "finish()", app="org.kit")
        assert phone.state()["kit"]["value"] == 9, prompts[1]


DAYS = """[toolbar("Plan"), tabs(("Thu", "Fri"), self.value - 7, lambda day: self.turn(7 + day)),
    *(Button(name, on_tap=lambda name=name: self.say(f"{name} {self.value}")) for name in ("Out", "Home")){}]"""


COPY = """, *[Button("Copy from Thu", on_tap=self.begin)][: self.value - 7]"""


FILTER = """[toolbar(("Costs", "{}")[self.value - 7], IconButton("back", on_tap=lambda: self.say("back"))),
    chips(("Ana", "Bo"), [self.value - 7], lambda one: self.turn(7 + one)),
    *([List([Text(f"Item {n}", pad=40, on_tap=self.begin) for n in range(20)])] if self.value == 7 else
      [Text("Item 3", pad=40, on_tap=self.begin), Text("Bo owes nothing", on_tap=self.begin)])]"""


@pytest.mark.parametrize(
    ("page", "calls", "said"),
    [
        (DAYS.replace("{}", ""), ("tap({Fri})", "tap({Out})"), ["Out 8"]),
        (DAYS.replace("{}", COPY), ("tap({Fri})", "tap({Out})"), []),
        (FILTER.replace("{}", "Costs"), ("tap({Bo})", "tap({ImageButton})"), ["back"]),
        (FILTER.replace("{}", "Income"), ("tap({Bo})", "tap({ImageButton})"), []),
    ],
)
def test_calls_go_on_after_a_tab_or_chip_if_its_page_has_the_same_elements(kit, recorder, page, calls, said):
    with kit(page) as (device, phone):
        phone.start("org.kit")
        _, prompts = run(device, recorder, reply(*calls), "finish()", app="org.kit")
        assert phone.state()["kit"]["said"] == said
    assert ("another screen is shown now" in prompts[1]) == (not said)
