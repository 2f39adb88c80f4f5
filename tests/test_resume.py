"""Test that runs and learning runs that were cut off go on from what is on disk, and repeat nothing blindly."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOTES
from hierarchies import DISPLAY, dump
from served_phone import served as served
from served_phone import settings as settings
from test_trajectory import step

from appagent.actions import Tap
from appagent.agent import Decision, GiveUp
from appagent.cancel import Cancel
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import DeviceError, UsageError
from appagent.learning.crawl.carried_over import Earlier
from appagent.learning.crawl.form_texts import FormTexts
from appagent.learning.memory.proposal import Proposal
from appagent.learning.memory.saved_state import restored, saved
from appagent.loop import Limits, Run
from appagent.models import Usage
from appagent.offline.explorer import OfflineExplorer
from appagent.runs.recorder import JOURNAL_FILE, Recorder
from appagent.runs.report import render
from appagent.runs.trajectory import LOG, load_run
from appagent.screen.names.labels import Label
from appagent.screen.transitions import Transition
from appagent.sessions import Request, learn_app, run_task
from appagent.sessions.resume import request_to_resume
from appagent.store import Store
from appagent.tasks import Task

pytestmark = pytest.mark.slow

CREATE = "Create a note titled 'Plumber' with the text 'Tuesday at nine'"
CREATED = "sum(n.title == 'Plumber' and n.body == 'Tuesday at nine' for n in notes.notes) == 1"


# What is on disk


def test_what_was_under_way_counts_as_interrupted(recorder):
    recorder.step(step())
    recorder.intend(step(2, outcome="interrupted"))
    told = load_run(recorder.folder)
    assert [(one.number, one.outcome) for one in told.steps] == [(1, "done"), (2, "interrupted")]
    recorder.step(step(2))
    assert [(one.number, one.outcome) for one in load_run(recorder.folder).steps] == [(1, "done"), (2, "done")]


def test_what_was_meant_twice_in_one_step_counts_once(recorder):
    recorder.intend(step(1, action="tap(1)", outcome="interrupted"))
    recorder.intend(step(1, action="tap(2)", outcome="interrupted"))
    assert [one.action for one in load_run(recorder.folder).steps] == ["tap(2)"]


@pytest.mark.parametrize("torn", ["", '{"kind": "step", "num', '{"kind": "step", "thought": "便'])
def test_a_run_goes_on_where_it_was_cut(recorder, torn):
    recorder.step(step())
    recorder.close()
    with (recorder.folder / LOG).open("ab") as file:
        file.write(torn.encode()[: len(torn.encode()) - bool("便" in torn)])
    later = Recorder.resume(recorder.folder)
    assert [one.number for one in later.steps] == [1]
    later.step(step(2))
    later.end(status="success")
    told = load_run(recorder.folder)
    assert [one.number for one in told.steps] == [1, 2]
    assert (told.resumed, told.end["status"]) == ((1,), "success")


def test_how_it_ended_before_is_not_how_it_ended(recorder):
    recorder.step(step(seconds=60.0))
    recorder.end(status="error", reason="the cable")
    later = Recorder.resume(recorder.folder)
    assert load_run(recorder.folder).end == {}
    later.end(status="failed")
    end = load_run(recorder.folder).end
    assert (end["status"], end["seconds"] >= 60) == ("failed", True)


def test_a_run_that_somebody_is_at_is_left_alone(recorder):
    with pytest.raises(UsageError, match="still under way"):
        Recorder.resume(recorder.folder)
    recorder.close()
    Recorder.resume(recorder.folder).close()


def test_a_report_says_where_a_run_was_cut(recorder):
    recorder.step(step())
    recorder.close()
    later = Recorder.resume(recorder.folder)
    later.step(step(2))
    later.end(status="success")
    page = render(load_run(recorder.folder))
    assert page.index('id="step-1"') < page.index("Here it was cut off") < page.index('id="step-2"')


# What the agent is told, and how far it may go


class Asked:
    """An agent that keeps what it is shown and gives up."""

    name, usage = "asked", Usage()

    def __init__(self):
        self.views = []

    def decide(self, view):
        self.views.append(view)
        raise GiveUp("enough")


def test_an_agent_is_told_of_what_was_under_way(started, recorder):
    recorder.intend(step(1, words='tap "Save"', outcome="interrupted"))
    recorder.close()
    agent = Asked()
    Run(agent, started(NOTES), Task("t", NOTES), Recorder.resume(recorder.folder)).go()
    assert [one.words for one in agent.views[0].steps] == ['tap "Save"']
    assert 'interrupted during your last action (tap "Save"): see whether' in str(agent.views[0].notices)


def test_steps_from_before_count_towards_the_limit(started, recorder):
    for number in (1, 2, 3):
        recorder.step(step(number))
    agent = Asked()
    outcome = Run(agent, started(NOTES), Task("t", NOTES), recorder, limits=Limits(max_steps=3)).go()
    assert (outcome.status, agent.views) == ("limit", [])


def test_what_is_about_to_happen_is_on_disk_before_it_does(started, recorder):
    device, seen = started(NOTES), []

    class Tapping(Asked):
        def decide(self, view):
            return Decision(Tap(1)) if not view.steps else super().decide(view)

    class Watched:
        def capture(self):
            return device.capture()

        def perform(self, gesture):
            seen.append(load_run(recorder.folder).steps[-1])
            device.perform(gesture)

    Run(Tapping(), Watched(), Task("t", NOTES), recorder).go()
    assert [(one.action, one.outcome) for one in seen] == [("tap(1)", "interrupted")]
    assert [(one.action, one.outcome) for one in load_run(recorder.folder).steps] == [("tap(1)", "done")]


# What an explorer knows


@pytest.mark.parametrize(
    "value",
    [
        {("screen", "Notes"): {"a": Label("New", "button", "e", "t")}},
        {("screen", ""): {("e", "tap"): Transition("e", "t", "tap", ("other", "Title"), True)}},
        {(("screen", ""), ("e", "tap", True))},
        [None, 1.5, "words", True, ()],
    ],
)
def test_what_is_known_outlives_its_process(value):
    assert restored(json.loads(json.dumps(saved(value)))) == value


def test_an_explorer_goes_on_with_what_it_knew():
    page, group = ("s", "Notes"), ("t", True, False, "Button", "")
    texts = FormTexts(Counter({"f": 2}), ["Sample 1"])
    explorer = OfflineExplorer(_texts=texts, _fresh={"layout"}, _unseen={page})
    explorer.propose(page, [Proposal("e", "tap(1)")], [("e", "f")])
    explorer._frontier.open = {page: {("e", "tap", False): group}}
    explorer._frontier.yields = {(True, "tap"): (frozenset({("s", 0.5)}), 0.5, 1)}
    explorer._frontier.came_to(page, group, "e", "tap", "opens", read_dump(dump(), size=DISPLAY))
    later = OfflineExplorer()
    later.recall(restored(json.loads(json.dumps(saved(dict(explorer.known()))))))
    assert later.known() == explorer.known()
    assert later._frontier.open == explorer._frontier.open
    assert later._frontier.yields == explorer._frontier.yields
    assert later._texts.entries["none"] == 0


@pytest.mark.parametrize(
    "damage",
    ['["_known_before", "x"]', '["_known_before", null]', '["_known_before", [0]]', '["_known_before", {"set": []}]'],
)
def test_a_crawl_of_which_the_store_has_a_damaged_number_is_not_gone_on_with(tmp_path, damage):
    with Store.open(tmp_path / "store.sqlite") as store:
        Earlier("1", False, frozenset(), OfflineExplorer().known()).keep(store, "app", lambda told: told)
        found = Earlier.of(store, "app", OfflineExplorer().recall)
        assert found
        assert '["_known_before", 1]' in store.crawl("app")
        store.keep_crawl("app", store.crawl("app").replace('["_known_before", 1]', damage))
        assert Earlier.of(store, "app", OfflineExplorer().recall) is None


# Whole sessions, on a phone that outlives them


def cut(after: int):
    """Return a callback for steps that pulls the cable after so many: the phone stops answering."""

    def told(one):
        if one.number == after:
            raise DeviceError("the cable was pulled")

    return told


def test_a_learning_and_a_run_go_on_after_a_pulled_cable(served, settings):
    request = Request(NOTES, agent="offline", rounds=32)
    with pytest.raises(DeviceError) as pulled:
        learn_app(settings, request, cancel=Cancel(), on_step=cut(6))
    (folder,) = settings.runs.iterdir()
    command = f"Once it is back: appagent learn --resume {folder} --device virtual-1 --agent offline --rounds 32"
    assert str(pulled.value).endswith(command)
    assert (folder / JOURNAL_FILE).read_text().endswith("\n")
    with pytest.raises(UsageError, match=f"is no run but a learn; go on with it by: appagent learn --resume {folder}"):
        request_to_resume("latest", "run", settings)
    request = request_to_resume("latest", "learn", settings, agent="offline", rounds=32)
    done = learn_app(settings, request, cancel=Cancel())
    whole = load_run(folder)
    assert done.status in {"success", "limit"}
    assert whole.resumed == (6,)
    assert [one.number for one in whole.steps] == list(range(1, len(whole.steps) + 1))
    tried = [one.action for one in whole.steps if one.action.startswith("text(")]
    counted = [action.partition(",")[0] for action in tried if re.search(r"\d", action.partition(",")[0])]
    assert len({*counted}) == len(counted) > 1  # what it searches for are words of rows, everything else is counted
    assert tried[0] in {one.action for one in whole.steps[:6]}
    with Store.open(settings.store) as store:
        assert done.documents_written == len(store.current())

    served.stop(NOTES)  # a note that the learning began is still open, and its "Discard" was refused
    request = Request(NOTES, CREATE, "offline", check=CREATED)
    with pytest.raises(DeviceError, match="appagent run --resume"):
        run_task(settings, request, cancel=Cancel(), on_step=cut(3))
    done = run_task(settings, request_to_resume("latest", "run", settings, agent="offline"), cancel=Cancel())
    assert (done.status, done.checked, done.task) == ("success", True, CREATE)
    steps = load_run(Path(done.run)).steps
    assert len([one for one in steps if one.action.startswith("text(")]) == 2
    with pytest.raises(UsageError, match="ended as a success; there is nothing left"):
        request_to_resume("latest", "run", settings)


def test_task_and_steps_come_from_a_run_and_all_else_from_whom_it_is_gone_on_by(settings):
    facts = {"agent": "model", "docs": "none", "check": CREATED, "rounds": 7, "settings": {"allow": ["send"]}}
    recorder = Recorder(settings.runs, "run", NOTES, CREATE, facts)
    recorder.close()
    request = request_to_resume(recorder.folder.name, "run", settings, agent="offline")
    assert request == Request(NOTES, CREATE, "offline", "auto", CREATED, resume=recorder.folder)


def cut_learning(settings, rounds: int = 60) -> Path:
    """Begin a learning, pull the cable after six steps, and return its folder."""
    with pytest.raises(DeviceError):
        learn_app(settings, Request(NOTES, agent="offline", rounds=rounds), cancel=Cancel(), on_step=cut(6))
    return next(settings.runs.iterdir())


def test_a_learning_does_not_go_on_with_another_store_than_it_began_with(served, settings, tmp_path):
    folder = cut_learning(settings)
    told, other = (folder / LOG).read_bytes(), replace(settings, store=tmp_path / "other.sqlite")
    with pytest.raises(UsageError, match=f"lacks . of them; it began with {settings.store}: add --store") as refused:
        request_to_resume("latest", "learn", other)
    assert "\n" not in str(refused.value)
    assert ((folder / LOG).read_bytes(), other.store.exists()) == (told, False)
    assert request_to_resume("latest", "learn", settings).resume == folder


@pytest.mark.parametrize("lost", [Path.unlink, lambda path: path.write_text("")])
def test_a_learning_whose_journal_is_lost_does_not_begin_again_as_if_nothing_was_tried(served, settings, lost):
    folder = cut_learning(settings)
    lost(folder / JOURNAL_FILE)
    with pytest.raises(UsageError, match=r"what the learning run in .* knew is lost; learn anew"):
        learn_app(settings, request_to_resume("latest", "learn", settings, agent="offline"), cancel=Cancel())


def test_what_a_run_has_cost_counts_towards_its_caps(served, settings):
    recorder = Recorder(settings.runs, "run", NOTES, "t", {"agent": "model", "docs": "none"})
    recorder.step(step(1, model_calls=2, prompt_tokens=50, completion_tokens=5, cost_usd=0.1))
    recorder.close()
    request = request_to_resume("latest", "run", settings, agent="model", docs="none")
    asked = replace(settings, max_calls=2, model="m", base_url="http://127.0.0.1:9/v1")
    done = run_task(asked, request, cancel=Cancel())
    assert (done.status, done.model_calls, done.tokens) == ("limit", 2, {"prompt": 50, "completion": 5})
    assert "max_calls: all 2 are made" in done.reason
