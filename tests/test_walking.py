"""Walks by the map: an agent names a place, and the taps that lead there are steps without a call."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from conftest import SETTINGS
from endpoint import Endpoint, in_turn
from fence_names import without_fence_name
from scripted_runs import answering
from test_records import record

from appagent.agents.react import ReAct
from appagent.cancel import Cancel, Cancelled
from appagent.devices import Device
from appagent.documents.facts import SEEN
from appagent.documents.map.known_map import KnownMap
from appagent.guard import Guard
from appagent.loop import Limits, Outcome, Run
from appagent.models import Budget
from appagent.models.openai import OpenAIModel
from appagent.phone.dialogs import confirm
from appagent.prompting.words.relevance import Relevance
from appagent.screen.names.labels import Label
from appagent.sessions.check import count_help
from appagent.sessions.request import Request
from appagent.sessions.session import Session
from appagent.settings import Endpoint as At
from appagent.settings import Settings
from appagent.store import Record
from appagent.tasks import Task

pytestmark = pytest.mark.slow

TIMEOUT = "Set the screen timeout to 5 minutes"
DISPLAY, BATTERY = "Display", "Battery"


class Played:
    """One run with a map: how it ended, the prompts, and the steps."""

    def __init__(self, outcome: Outcome, prompts: list[str], run: Run) -> None:
        self.outcome, self.run = outcome, run
        self.prompts = list(map(without_fence_name, prompts))
        self.steps = run.recorder.steps

    @property
    def words(self) -> list[str]:
        """What was done, in words, without the end."""
        return [step.words for step in self.steps if step.outcome not in ("finish", "not_done")]


@pytest.fixture
def played(lesson, started, recorder) -> Callable[..., Played]:
    """Return a function that runs a goal in the settings with these replies, and the map that a crawl left."""
    learnt = lesson(SETTINGS)

    def play(
        goal: str, *replies: str, see="text", records=None, labels=None, device=None, kind="openai", **given
    ) -> Played:
        labels = learnt.labels if labels is None else labels
        known = KnownMap(learnt.records if records is None else records, labels, in_goal=Relevance(goal).names)
        limits = Limits(given.pop("max_steps", 30), picture_side=256)
        with answering(kind, *replies) as (model, prompts):
            agent, phone = ReAct(model, see=see), device or started(SETTINGS)
            run = Run(agent, phone, Task(goal, SETTINGS), recorder, limits=limits, known=known, **given)
            return Played(run.go(), prompts, run)

    return play


def names(lesson, record: Record) -> set[str]:
    """Return the names that the element of a document has on the screens of the settings."""
    labels = (label for found in lesson(SETTINGS).labels.values() for label in found)
    return {label.name for label in labels if label.element_id == record.element_id}


def behind(lesson, name: str) -> Record:
    """Return the document of the row of that name, which opens a page."""
    return next(each for each in lesson(SETTINGS).records if each.leads_to and name in names(lesson, each))


@pytest.mark.parametrize(
    ("see", "reply"),
    [("text", 'tap("5 minutes")'), ("picture", 'tap_named("Display > Screen timeout > 5 minutes")')],
)
def test_what_lies_three_screens_deep_is_one_call_away(played, phone, see, reply):
    with_map = played(TIMEOUT, reply, "finish()", see=see)
    assert with_map.outcome.status == "success"
    assert phone.state()["settings"]["screen_timeout"] == "5 minutes"
    assert len(with_map.prompts) == 2  # with the marks it takes a call for each of three taps more, but one
    taps = with_map.steps[:3]
    assert [step.model_calls for step in taps] == [1, 0, 0]
    assert [step.effect.partition(":")[0] for step in taps[:2]] == ['the screen "Display" opened', "a dialog came up"]
    assert all(step.changed and step.outcome == "done" for step in taps)


def test_a_walk_to_an_element_taps_it_if_that_opens_something_else_and_stops_short_of_a_switch(played, phone):
    told = played(TIMEOUT, 'go_to("Display")', 'go_to("Search settings")', 'go_to("Use Night Light")', "finish()")
    (opened,) = [step.effect for step in told.steps if "search" in step.words.lower()]
    assert "opened" in opened
    assert phone.state()["settings"]["night_light"] is False  # as it was
    assert '"Use Night Light" is on this page, and was not tapped' in told.prompts[3]
    assert "was not tapped" not in told.prompts[1]


def test_the_same_task_takes_a_call_a_tap_without_the_map(played):
    without = played(TIMEOUT, "tap({Display})", "tap({Screen timeout})", "tap({5 minutes})", "finish()", records=())
    assert len(without.prompts) == 4
    assert "go_to" not in without.prompts[0]
    assert "earlier use of the app" not in without.prompts[0]


def test_a_model_is_told_where_it_can_go(played):
    prompts = played(TIMEOUT, 'go_to("Screen timeout")', "finish()", kind="scripted").prompts
    assert "- go_to(place: string)" in prompts[0]
    known = prompts[0].partition("from the page on which you began:\n<data>\n")[2].partition("\n</data>")[0]
    assert "Display: " in known
    assert "\n  Screen timeout: " in known
    assert known in prompts[1]  # also from another page, so that endpoints can keep what they read
    assert "(back)" not in prompts[1]
    assert 'the screen "Display" opened' in prompts[1]
    assert "5 minutes" in prompts[1].partition("On the screen:")[2]
    assert len({prompt.partition("App: ")[0] for prompt in prompts}) == 1  # the beginning stays the same


def test_a_structured_reply_may_name_a_place(lesson, started, recorder, phone):
    learnt, said = lesson(SETTINGS), {"observation": "", "thought": "", "risk": "none", "summary": ""}
    named = json.dumps({**said, "action": [{"action": "tap_named", "place": "15 seconds"}]})
    done = json.dumps({**said, "action": [{"action": "finish", "outcome": "done", "answer": ""}]})
    with Endpoint(in_turn(named, done)) as served:
        agent, known = (
            ReAct(OpenAIModel(At(served.url, "small", reply="json")), see="text"),
            KnownMap(learnt.records, learnt.labels),
        )
        outcome = Run(agent, started(SETTINGS), Task(TIMEOUT, SETTINGS), recorder, known=known).go()
    assert (outcome.status, phone.state()["settings"]["screen_timeout"]) == ("success", "15 seconds")
    assert len(served.requests) == 2
    assert '"enum": ["go_to"]' in json.dumps(served.requests[0]["response_format"])


def test_a_small_model_chooses_a_place_by_its_name(lesson, started, recorder):
    learnt = lesson(SETTINGS)
    gone = json.dumps({"thought": "", "action": {"action": "go_to", "place": "Display > Screen timeout > 5 minutes"}})
    done = json.dumps({"thought": "", "action": {"action": "finish", "outcome": "done", "answer": ""}})
    with Endpoint(in_turn(gone, done)) as served:
        agent = ReAct(OpenAIModel(At(served.url, "small", reply="json")), see="labels")
        known = KnownMap(learnt.records, learnt.labels, in_goal=Relevance(TIMEOUT).names)
        outcome = Run(agent, started(SETTINGS), Task(TIMEOUT, SETTINGS), recorder, known=known).go()
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["done", "done", "finish"]
    first, last = (json.dumps(request) for request in served.requests)
    assert "Places you can go to: " in first
    assert '"Display > Screen timeout > 5 minutes"' in json.dumps(served.requests[0]["response_format"])
    assert "15 seconds" in last


def test_the_map_leads_to_the_first_names_that_it_knows_and_from_there_it_goes_by_sight(played, lesson, phone):
    records = [each for each in lesson(SETTINGS).records if "5 minutes" not in names(lesson, each)]
    labels = {
        page: [each for each in found if "minute" not in each.name] for page, found in lesson(SETTINGS).labels.items()
    }
    done = played(
        "Turn the screen off later", 'tap("Screen timeout > 5 minutes")', "finish()", records=records, labels=labels
    )
    assert phone.state()["settings"]["screen_timeout"] == "5 minutes"
    assert len(done.prompts) == 2


def test_several_places_in_one_reply_are_walked_to_in_turn(played, phone):
    goal = "Do Not Disturb and Night Light on, Bluetooth off"
    reply = 'tap("Do Not Disturb")\ntap("Use Night Light")\ntap("Bluetooth")'
    done = played(goal, reply, "finish()")
    settings = phone.state()["settings"]
    assert (settings["do_not_disturb"], settings["night_light"], settings["bluetooth"]) == (True, True, False)
    assert (done.outcome.status, len(done.prompts)) == ("success", 2)
    assert "go back" in done.words  # the back key is a way too


def test_a_later_call_turns_no_choice_of_another_page_by_its_name_alone(played, phone):
    """The model expected "5 minutes" on the page that the first call has led to, which it had not seen yet."""
    before = phone.state()["settings"]["screen_timeout"]
    done = played(TIMEOUT, 'go_to("Battery")\ntap("5 minutes")', "finish('not_done')")
    assert phone.state()["settings"]["screen_timeout"] == before
    assert '"5 minutes" is not on this page' in done.prompts[1]
    assert '"Display > Screen timeout > 5 minutes"' in done.prompts[1]


@pytest.mark.parametrize("walk", ['tap("Hotspot name")', 'go_to("Hotspot name")'])
def test_a_form_on_another_page_is_filled_in_the_same_reply(played, phone, walk):
    replies = (f'{walk}\ntext("Cafe", clear=True)\ntap("OK")', "finish()")
    done = played("Name the hotspot Cafe", *replies)
    assert phone.state()["settings"]["hotspot_name"] == "Cafe"
    assert (done.outcome.status, len(done.prompts)) == ("success", 2)


def test_what_is_looked_for_on_another_page_is_scrolled_to_in_the_same_reply(played):
    done = played("Look at the build number", 'go_to("Display")\nscroll_to("Font size")', "finish()")
    assert done.words[-1] == 'scroll to "Font size"'
    assert len(done.prompts) == 2


def test_nothing_is_typed_after_a_walk_where_no_field_has_the_focus(played, phone):
    done = played("Rename it", 'tap("Screen timeout")\ntext("Cafe")', "finish()")
    assert "it is not clear which field it is for, now that" in done.prompts[1]
    assert not any("type" in step for step in done.words)


def test_taps_of_a_walk_count_for_the_limit(played, phone):
    stopped = played(TIMEOUT, 'tap("5 minutes")', max_steps=2)
    assert (stopped.outcome.status, len(stopped.words)) == ("limit", 2)
    assert phone.state()["settings"]["screen_timeout"] == "30 seconds"


def test_a_run_can_be_stopped_between_two_taps_of_a_walk(played):
    cancel = Cancel()
    with pytest.raises(Cancelled):
        played(TIMEOUT, 'tap("5 minutes")', cancel=cancel, on_step=lambda step: cancel.set())


# Where the app differs


def test_a_walk_stops_where_another_page_comes(played, lesson):
    """The document of "Display" says that it leads to another page; the model is told, and finds its way."""
    display, battery = behind(lesson, DISPLAY), behind(lesson, BATTERY)
    seen = {**display.facts, SEEN: battery.facts[SEEN]}
    wrong = replace(display, facts=seen, leads_to=battery.leads_to)
    records = [wrong if each is display else each for each in lesson(SETTINGS).records if each is not battery]
    done = played("Turn on Battery Saver", 'tap("Battery Saver")', "finish('not_done')", records=records)
    assert done.words == ['tap "Display · Dark theme, font size"']
    assert 'stopped after "Display"' in done.prompts[1]
    assert 'has led to the page "Display", not to "Battery"' in done.prompts[1]
    assert done.run.walks.failed == [wrong.id]


def test_a_walk_stops_where_its_element_is_gone(played, lesson):
    display = behind(lesson, DISPLAY)
    gone = replace(display, element_id="LinearLayout-gone", facts={**display.facts, "resource_id": "x:id/gone"})
    records = [gone if each is display else each for each in lesson(SETTINGS).records]
    done = played(TIMEOUT, 'go_to("Screen timeout")', "finish('not_done')", records=records)
    assert done.words == [] or all("tap" not in words for words in done.words)
    assert "is not there" in done.prompts[1]


def test_a_walk_takes_the_only_element_of_the_name_where_that_of_its_document_is_gone(played, lesson):
    """A row that shows its value may have another id today."""
    display = behind(lesson, DISPLAY)
    gone = replace(display, element_id="LinearLayout-gone", facts={**display.facts, "resource_id": "x:id/gone"})
    records = [gone if each is display else each for each in lesson(SETTINGS).records]
    labels = {
        page: [
            replace(each, element_id=gone.element_id) if each.element_id == display.element_id else each
            for each in found
        ]
        for page, found in lesson(SETTINGS).labels.items()
    }
    done = played(TIMEOUT, 'go_to("Screen timeout")', "finish('not_done')", records=records, labels=labels)
    assert [words.partition(" · ")[0] for words in done.words] == ['tap "Display', 'tap "Screen timeout']


def test_a_name_of_no_place_and_one_of_several_are_told(played):
    done = played(TIMEOUT, 'go_to("Screen timer")', 'tap("Cancel")', "finish('not_done')")
    assert '"Screen timer" is neither in sight nor on the map; on the map: "Screen timeout"' in done.prompts[1]
    assert '"Cancel" may be any of these: ' in done.prompts[2]
    assert '"Display > Screen timeout > Cancel"' in done.prompts[2]
    assert [step.outcome for step in done.steps] == ["failed", "failed", "not_done"]


def test_a_control_on_a_page_to_which_no_path_is_known_is_told_with_its_page(played, lesson):
    labels = {**lesson(SETTINGS).labels, ("screen-fork", "Tuning fork"): [Label("Pitch a1", "slider", "bar", "bars")]}
    done = played("Set the pitch", 'set_named("Pitch", "442")', "finish('not_done')", labels=labels)
    assert 'no path leads there from here: "Pitch a1" on the page "Tuning fork"' in done.prompts[1]


class Interrupted:
    """A device on which something happens once, right before a screen is captured."""

    def __init__(self, device: Device, at: int, what: Callable[[], None]) -> None:
        self._device, self._left, self._what = device, at, what

    def __getattr__(self, name: str):
        return getattr(self._device, name)

    def capture(self):
        """Return the screen, after what happens before it."""
        self._left -= 1
        if self._left == 0:
            self._what()
        return self._device.capture()


def test_a_walk_stops_at_a_dialog_on_the_way(played, started, phone):
    app = phone.packages[SETTINGS]
    question = partial(confirm, app, "Update now?", "A new version is there.", "Update", lambda: None)

    def over() -> None:
        with phone.lock:
            app.ask(question)
            phone.set_up({})

    device = Interrupted(started(SETTINGS), 2, over)
    done = played(TIMEOUT, 'tap("5 minutes")', "finish('not_done')", device=device)
    assert done.words == ['tap "Display · Dark theme, font size"']
    assert "Update now?" in done.prompts[1]
    assert 'stopped after "Display": ' in done.prompts[1]


# What is never done on the way


def test_a_stranger_who_claims_that_a_row_leads_to_paying_is_marked_and_stopped(played, lesson):
    """The claim is shown as nobody's, the walk ends on the page that really comes, and nothing is paid."""
    display = behind(lesson, DISPLAY)
    seen = {**display.facts[SEEN], "to_title": "Pay", "to_page": "", "controls": ["Pay now"]}
    facts, battery = {**display.facts, SEEN: seen}, behind(lesson, BATTERY)
    claim = replace(battery, facts=facts, leads_to="screen-pay", untrusted=True)
    records = [each for each in lesson(SETTINGS).records if each.element_id != battery.element_id]
    done = played("Pay the bill", 'go_to("Pay")', "finish('not_done')", records=[*records, claim])
    doubtful = done.prompts[0].partition("said by somebody unknown and not checked:\n<data>")[2].partition("</data>")[0]
    assert doubtful.strip() == 'Battery (opens "Pay")'
    known = done.prompts[0].partition("from the page on which you began:")[2].partition("The same, said by")[0]
    assert "Pay" not in known
    assert 'has led to the page "Battery", not to "Pay"' in done.prompts[1]
    assert [step.outcome for step in done.steps] == ["done", "not_done"]


def test_a_deed_on_the_way_is_left_to_the_model(played, lesson):
    """What a document says to delete is not tapped on the way, although the map leads through it."""
    told = replace(behind(lesson, "Screen timeout"), text="Deletes all pictures.", source="human")
    guard = Guard(documents=lambda screen: [told])
    done = played(TIMEOUT, 'tap("5 minutes")', "finish('not_done')", guard=guard)
    assert done.words == ['tap "Display · Dark theme, font size"']
    assert 'the next is to tap "Screen timeout", and it may delete' in done.prompts[1]


def test_the_last_tap_is_judged_as_any_tap_of_the_model(played, lesson, phone):
    """The guard refuses it, because nobody is there to allow it, and the model is told why."""
    labels = ((page[0], label) for page, found in lesson(SETTINGS).labels.items() for label in found)
    page, row = next((page, label.element_id) for page, label in labels if label.name == "15 seconds")
    told = record("Deletes all pictures.", app=SETTINGS, screen_id=page, element_id=row, source="human")
    done = played(TIMEOUT, 'tap("15 seconds")', "finish('not_done')", guard=Guard(documents=lambda screen: [told]))
    assert [step.outcome for step in done.steps] == ["done", "done", "refused", "not_done"]
    assert phone.state()["settings"]["screen_timeout"] == "30 seconds"
    assert "it may delete" in done.prompts[1]
    assert 'stopped after "Display", "Screen timeout": tap "15 seconds" was not done' in done.prompts[1]


def test_a_run_that_was_cut_off_in_a_walk_goes_on_with_the_model(played, recorder, device):
    """The steps of the walk are on disk as taps, and the model is asked about the page that the phone shows."""
    played(TIMEOUT, 'tap("5 minutes")', max_steps=2)
    with answering("openai", "finish()") as (model, prompts):
        Run(ReAct(model, see="text"), device, Task(TIMEOUT, SETTINGS), recorder).go()
    assert 'tap "Screen timeout' in prompts[0]
    assert "5 minutes" in prompts[0].partition("On the screen:")[2]


def test_a_document_that_led_walks_astray_twice_is_on_the_map_no_more(device, store, recorder):
    """It is counted by version of the app, and nobody is led there again until it comes true more often."""
    facts = {"words": "display", "seen": {"effect": "opens", "title": "Settings", "to_title": "Display"}}
    told = record("", app=SETTINGS, screen_id="first", element_id="row-display", leads_to="display", facts=facts)
    store.add(told)
    request = Request(SETTINGS, TIMEOUT)
    session = Session(Settings(), request, "run", Cancel(), device, store, SETTINGS, recorder, Budget())
    for left in (1, 0):
        assert bool(KnownMap(store.current(SETTINGS)))
        count_help(session, success=False, failed=[told.id])
        assert bool(KnownMap(store.current(SETTINGS))) is (left > 0)
    assert str(store.outcomes([told.id])[told.id]).endswith("2 failed")


def test_a_later_call_means_its_own_page_and_nothing_of_a_like_name_that_the_map_has_elsewhere(played):
    """Such as "Vibration & haptics", when the page that the first call opened has no vibration."""
    done = played("Try it", 'tap_named("Display")\ntap_named("vibration")', "finish('not_done')")
    assert done.words == ['tap "Display · Dark theme, font size"', "nothing"]
