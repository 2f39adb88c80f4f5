"""Setting and typing by name: the run walks to the page of a control, finds it there, and does as if by its mark."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from changing_app import TINY
from conftest import QUICK, SETTINGS
from fence_names import without_fence_name
from hierarchies import DISPLAY, dump, node
from offline_learning import Lesson
from scripted_runs import answering
from tables import cases

from appagent.actions import SetNamed, SetValue, Start, Tap, TapNamed, TextNamed, TypeText, parse
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.errors import ActionError
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.prompting.words.relevance import Relevance
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.step.walks.in_sight import on_mark
from appagent.tasks import Task

pytestmark = pytest.mark.slow

APPS = Path(__file__).parent / "apps"
HOME = "com.example.home"


class Played:
    """One run: the prompts, the steps, and the app's state at its end."""

    def __init__(self, prompts: list[str], steps: list[Step], state: dict[str, object]) -> None:
        self.prompts, self.steps, self.state = list(map(without_fence_name, prompts)), steps, state

    @property
    def words(self) -> list[str]:
        """What was done, in words, without the end."""
        return [step.words for step in self.steps if step.outcome not in ("finish", "not_done")]


@pytest.fixture
def played(lesson, recorder: Recorder) -> Callable[..., Played]:
    """Return a function that plays replies in the app of the home, with what a crawl has learnt of it."""

    def play(*replies: str, goal="Try it", learnt: Lesson | None = None, guard=Guard(), known=True, app=HOME) -> Played:
        learnt = learnt or lesson(app, more=APPS)
        found = KnownMap(learnt.records, learnt.labels, in_goal=Relevance(goal).names) if known else None
        with (
            virtual(size=TINY, time_scale=QUICK, apps=APPS) as (device, phone),
            answering("scripted", *replies, "finish('not_done')") as (model, prompts),
        ):
            device.perform(Start(app))
            limits = Limits(30, picture_side=256)
            run = Run(
                ReAct(model, see="text"), device, Task(goal, app), recorder, guard=guard, known=found, limits=limits
            )
            run.go()
            return Played(prompts, run.recorder.steps, phone.state())

    return play


def home(played: Played) -> dict[str, object]:
    return played.state["home"]  # type: ignore[return-value]


@cases(
    ("call", "action"),
    [
        ('set("Child lock", "on")', SetNamed("Child lock", "on")),
        ('set("Volume", 30)', SetNamed("Volume", "30")),
        ('set(element="A > Volume", value="30")', SetNamed("A > Volume", "30")),
        ('set("on", element=5)', SetValue(5, "on")),
        ('text("milk", element="Title", enter=true)', TextNamed("milk", "Title", enter=True)),
        ('text("milk", 3)', TypeText("milk", 3)),
    ],
)
def test_a_name_in_place_of_a_mark_is_read(call, action):
    assert parse(call) == action


def test_a_text_with_a_comma_is_no_text_and_a_name():
    with pytest.raises(ActionError, match="no use for 'world'"):
        parse("text(Hello, world)")


def test_a_control_behind_a_path_is_one_call_away(played):
    done = played(
        'set("Night glow", "on")',  # a row with a switch in it
        'set("Sound > Humming", "on")',  # a switch with its name beside it
        'go_to("Home desk")',
        'set("Rules", "on")',  # on this screen only a row has that name
        'set("Loudness", 60)',  # a slider below its name
        'set("Fan", "Strong")',  # a choice of the dialog that "Fan" opens
        'append(" 2", element="Room name")',  # a field below its name
    )
    held = {"glow": True, "hum": True, "ruled": True, "volume": 60, "mode": "Strong", "room": "Hall 2"}
    assert {name: home(done)[name] for name in held} == held
    assert [step.outcome for step in done.steps[:-1]] == ["done"] * len(done.words)


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ('set("Room name", "Attic")', "Attic"),
        ('text("Attic", element="Sound > Room name", clear=true)', "Attic"),
        ('clear("Room name")', ""),
    ],
)
def test_a_field_behind_a_path_is_one_call_away(played, call, value):
    done = played(call)
    assert home(done)["room"] == value
    assert len(done.prompts) == 2
    assert [step.outcome for step in done.steps[:-1]] == ["done"] * len(done.words)


def test_several_controls_of_a_page_are_set_in_one_reply(played):
    done = played('set("Loudness", 60)\nset("Humming", "on")\nset("Remark", "hi")\nset("Night glow", "on")\nfinish()')
    assert [home(done)[name] for name in ("volume", "hum", "remark", "glow")] == [60, True, "hi", True]
    assert len(done.prompts) == 1


def test_what_is_on_this_screen_is_not_walked_to_and_one_that_is_set_already_is_told(played):
    done = played('go_to("Safety")', 'set("Night glow", "off")')
    assert done.words == ['tap "Safety"', 'set "Night glow" to "off"']
    assert done.steps[1].reason == "it was off already"


@pytest.mark.parametrize("known", [True, False])
def test_a_control_is_found_by_sight_where_the_map_does_not_know_it(played, known):
    done = played('set("Sound > Loudness", "70")', known=known)
    assert (home(done)["volume"], len(done.prompts)) == (70, 2)


def test_what_takes_no_value_is_said_with_what_would_work(played):
    done = played(
        'go_to("Safety")', 'set("Firmware", "on")', 'text("x", element="Night glow")', 'set("Night glow", "3")'
    )
    told = ['"Firmware · Version 4", takes no value; tap it', '"Night glow", is no input field; tap it', "is on or off"]
    assert [words in prompt for words, prompt in zip(told, done.prompts[2:], strict=True)] == [True] * 3
    assert done.words[1:] == ["nothing", "nothing", 'set "Night glow" to "3"']
    assert home(done)["glow"] is False


def test_a_name_that_several_elements_have_is_refused_with_their_marks(played):
    done = played('go_to("Rules")', 'tap("dots")', 'set("Suspend it", "on")')
    assert '"dots" is on this screen 3 times (mark 2, mark 3, mark 4); tap one by its mark' in done.prompts[2]
    assert '"Suspend it" is neither in sight nor on the map' in done.prompts[3]


# Under the guard


def test_a_walk_to_a_switch_that_asks_first_stops_at_its_page_and_says_nothing_of_a_grant(played):
    """A crawl has seen a dialog of the same name come up, which is no page to go to."""
    done = played('go_to("Child lock")')
    assert done.words == ['tap "Safety"']
    assert not any("grant" in prompt.partition("What came")[2] for prompt in done.prompts)
    assert [step.may for step in done.steps] == ["", ""]


def test_what_grants_is_judged_where_it_is_touched(played):
    done = played('set("Child lock", "on")', 'tap("Allow")')
    assert home(done)["lock"] is False
    assert 'tap "Allow" was refused: it may grant a permission' in done.prompts[2]
    assert [step.may for step in done.steps] == ["", "", "grant", ""]


def test_what_grants_is_done_where_it_is_allowed(played):
    done = played('set("Child lock", "on")', 'tap("Allow")', guard=Guard(frozenset({"grant"})))
    assert home(done)["lock"] is True


BY_MARK = 'go_to("Allow access to contacts")', 'set({Allow access}, "on")'


@pytest.mark.parametrize("replies", [BY_MARK, ('set("Allow access to contacts", "on")',)])
def test_a_switch_that_grants_is_refused_by_name_as_by_mark(played, replies):
    done = played(*replies)
    assert done.words == ['tap "Safety"', 'set "Allow access to contacts" to "on"']
    assert [step.outcome for step in done.steps[:2]] == ["done", "refused"]
    assert [step.may for step in done.steps[:2]] == ["", "grant"]  # the walk has touched no switch
    assert home(done)["people"] is False


# What a prompt says of the map


def map_in(played: Played) -> str:
    return played.prompts[0].partition("from the page on which you began:\n<data>\n")[2].partition("\n</data>")[0]


def test_a_prompt_has_the_map_with_what_is_a_switch_a_slider_and_a_field(played):
    assert map_in(played()).splitlines() == [
        "Safety: Night glow (switch); Allow access to contacts (switch); Rules (switch); Firmware",
        "  Child lock (switch): Allow",
        "Rules:",
        '  (a row): Suspend; Rename (opens "New name")',
        "Sound: Loudness (slider); Humming (switch); Room name (field); Remark (field)",
        "  Fan: Quiet; Normal; Strong",
    ]


def test_a_path_through_the_button_of_some_row_says_so_and_no_row_is_chosen_for_the_agent(played, lesson):
    """Only one row's three dots were tried, so that nothing tells that there are others."""
    learnt = lesson(HOME, more=APPS)
    dots = [each for each in learnt.records if each.facts.get("row_shape") and each.element_id]
    one = replace(learnt, records=tuple(each for each in learnt.records if each not in dots[1:]))
    done = played('tap("Suspend")', goal="Suspend a rule", learnt=one)
    assert "Suspend (in each row)" in map_in(done)
    assert done.words == ['tap "Rules"']
    assert (
        "a button that each row has (mark 2, mark 3, mark 4); tap that of the row that you mean, or " in done.prompts[1]
    )
    assert set(home(done)["rules"].values()) == {"on"}  # type: ignore[attr-defined]


def test_a_name_that_stands_for_any_row_is_answered_with_what_to_write(played):
    done = played('tap_named("Rules > (a row) > Suspend")')
    assert '"(a row)" stands for any row of a list: name the one that you mean' in done.prompts[1]
    assert done.words == ["nothing"]


@pytest.mark.parametrize("call", ["text", "append"])
def test_no_later_call_of_a_reply_goes_back_from_what_it_has_typed(played, call):
    """It may name something of the page that it expects next, and a form would be thrown away without a word."""
    done = played(f'{call}("Den", element="Sound > Room name")\ntap_named("Child lock")')
    assert [step.kind for step in done.steps[:2]] == ["tap", call]
    assert "would lose what you typed" in done.prompts[1]
    assert home(done)["lock"] is False


# In an app of the phone


def test_a_switch_and_a_choice_of_the_settings_are_set_by_name(played, lesson):
    goal = "Night light on and a screen timeout of 5 minutes"
    replies = 'set("Use Night Light", "on")', 'set("Screen timeout", "5 minutes")'
    done = played(*replies, goal=goal, learnt=lesson(SETTINGS), app=SETTINGS)
    state: dict[str, object] = done.state["settings"]
    assert (state["night_light"], state["screen_timeout"]) == (True, "5 minutes")
    assert len(done.prompts) == 3


@pytest.mark.parametrize(
    ("written", "read"),
    [('set("on", 5)', SetValue(5, "on")), ('set("07:30 pm", 3)', SetValue(3, "07:30 pm")),
     ('set("Volume", 30)', SetNamed("Volume", "30"))],
)  # fmt: skip
def test_a_value_that_comes_first_is_no_name(written, read):
    assert parse(written) == read


def test_a_row_is_tapped_and_the_switch_in_it_set_by_the_same_name():
    texts = node("TextView", text="Wi-Fi", at=(0, 300, 500, 400))
    switch = node("Switch", content_desc="Wi-Fi", at=(900, 300, 1060, 400), can="clickable checkable")
    row = node("LinearLayout", texts, switch, at=(0, 280, 1080, 420), can="clickable")
    screen = read_dump(dump(node("FrameLayout", row)), size=DISPLAY)
    assert (on_mark(TapNamed("Wi-Fi"), screen), on_mark(SetNamed("Wi-Fi", "on"), screen)) == (Tap(1), SetValue(2, "on"))
