"""What a learning makes in an app is within a budget and taken back, or told where it stays; all else is left."""

from dataclasses import replace

import pytest
from conftest import NOTES
from offline_learning import Lesson
from served_phone import served as served
from served_phone import settings as settings
from test_map import page

from appagent.actions import Back, Finish, LongPress, Tap
from appagent.agent import View
from appagent.cancel import Cancel
from appagent.guard import Guard
from appagent.learning.explore import Learning
from appagent.learning.memory.journal import recalled
from appagent.learning.reflect import OfflineReflector
from appagent.learning.safety.made_rows import Made
from appagent.loop import Limits
from appagent.offline.explorer import OfflineExplorer
from appagent.offline.take_back import TakeBack
from appagent.offline.walker import Walker
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, load_run
from appagent.screen.transitions import screen_key
from appagent.sessions import Request, learn_app
from appagent.sessions.build import build_take_back
from appagent.tasks import Task

CLOCK = "com.example.deskclock"


@pytest.mark.slow
@pytest.mark.parametrize(("app", "name", "list_of", "rounds"), [(NOTES, "notes", "notes", 22)])
def test_what_a_learning_made_is_deleted_and_all_else_stays(served, settings, app, name, list_of, rounds):
    before = served.state()[name][list_of]
    done = learn_app(settings, Request(app, agent="offline", rounds=rounds), cancel=Cancel())
    after = served.state()[name][list_of]
    steps = load_run(next(settings.runs.iterdir())).steps
    made = [step.words for step in steps if step.thought == "what learning made is taken back"]
    assert made  # something was made and taken back
    assert [each for each in after if each in before] == before
    left = [each["title"] for each in after if each not in before]
    assert sorted(words.split(" · ")[0] for words in done.left_behind) == sorted(left)
    assert all("Sample" in deed["words"] for deed in served.deeds())


def test_what_the_crawl_was_refused_gives_taking_back_no_further_steps(tmp_path, device, store):
    screen = page("Home", "Sound", "Light")
    recorder = Recorder(tmp_path, "learn", "org.notes", "", {})
    refused = Step(1, screen.screen_id, "org.notes", "", "tap(1)", "tap Sound", "refused")
    recorder.steps = [replace(refused, number=number) for number in range(1, 41)]
    learning = Learning(
        OfflineExplorer(), OfflineReflector(), device, store, Task("", "org.notes"), recorder, Guard(), Limits(100),
        Cancel(), made=Made(rows={screen_key(screen): {"sound": "Sound"}}),
    )  # fmt: skip
    undoing = build_take_back(learning)
    assert undoing
    assert undoing.limits.max_steps - undoing.rounds() == 15


def test_taking_back_leaves_in_the_journal_what_led_nowhere(tmp_path, device, store):
    screen = page("Home", "Sound", "Light")
    recorder, nowhere = Recorder(tmp_path, "learn", "org.notes", "", {}), {(screen_key(screen), "button", "tap")}
    learning = Learning(
        OfflineExplorer(), OfflineReflector(), device, store, Task("", "org.notes"), recorder, Guard(), Limits(100),
        Cancel(), made=Made(rows={screen_key(screen): {"sound": "Sound"}}), _useless=nowhere,
    )  # fmt: skip
    learning._remember()
    undoing = build_take_back(learning)
    assert undoing
    undoing._remember()
    assert recalled(recorder)["own._useless"] == nowhere


def choose(policy: TakeBack, screen) -> object:
    return policy.choose(View(Task("", "org.notes"), screen, b""), frozenset()).action


def test_a_row_whose_name_two_rows_have_is_left():
    screen = page("Home", "Sound", "Sound")
    made = Made(rows={screen_key(screen): {"sound": "Sound"}}, free={"Sound"})
    assert isinstance(choose(TakeBack(Walker(()), made), screen), Finish)
    assert made.left == ["Sound"]


def test_nothing_is_deleted_where_no_control_says_so():
    screen = page("Home", "Sound", "Light")
    made = Made(rows={screen_key(screen): {"sound": "Sound"}}, free={"Sound"})
    policy, done = TakeBack(Walker(()), made), []
    while not isinstance(action := choose(policy, screen), Finish):
        done.append(action)
        assert not policy.may.open
    assert {type(action) for action in done} <= {Tap, LongPress}
    assert made.left == ["Sound"]


def test_nothing_is_deleted_on_a_page_that_is_not_about_the_row():
    screen, elsewhere = page("Home", "Sound", "Light"), page("Bin", "Delete")
    made = Made(rows={screen_key(screen): {"sound": "Sound"}}, free={"Sound"})
    policy = TakeBack(Walker(()), made)
    assert isinstance(choose(policy, screen), Tap)
    assert isinstance(choose(policy, elsewhere), Back)
    assert not policy.may.open


def test_what_was_typed_on_the_way_through_a_row_may_be_a_new_name_of_it_and_is_left():
    screen = page("Home", "Sound", "Light")
    made = Made(rows={screen_key(screen): {"sound": "Sound"}})  # typed, and not `free`
    assert isinstance(choose(TakeBack(Walker(()), made), screen), Finish)
    assert made.left == ["Sound"]


# The budget, and what stays


def titles(learnt: Lesson) -> set[str]:
    """The titles of the notes that there are at the end and were not there before."""
    before, after = ({note["title"] for note in state["notes"]["notes"]} for state in (learnt.before, learnt.after))
    return after - before


@pytest.mark.slow
def test_what_was_made_and_stays_is_told(lesson):
    learnt = lesson(NOTES)
    told = {words.split(" · ")[0] for words in learnt.learned.left_behind}
    assert titles(learnt)
    assert told == titles(learnt)


@pytest.mark.slow
def test_nothing_is_made_beyond_the_budget(lesson):
    learnt = lesson(NOTES, rounds=25, made=0)
    assert titles(learnt) == set()
    assert learnt.learned.left_behind == []
    assert "--max-created" in "".join(step.reason for step in learnt.steps)


def test_a_budget_counts_what_is_there_now():
    made = Made(most=1, rows={("s", "Notes"): {"sample": "Sample"}})
    assert made.spent
    made.rows[("s", "Notes")].clear()
    assert not made.spent
