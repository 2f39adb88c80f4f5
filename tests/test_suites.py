"""The shipped suites: each task can be drawn, set up and checked, is not done at the beginning, and can be done."""

import json
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from tables import cases
from task_solutions import DEEDS, SPOILS, named

from appagent.phone import Phone
from appagent.tasks.file import Drawn, Spec, Suite, find_suite, read_suite

pytestmark = pytest.mark.slow

SEEDS = range(10)
HELD_BACK = ("player", "contacts")
SIZES = {"smoke": 10, "daily": 45, "seeds": 6, "hard": 12, "held-back": 15}  # at least so many tasks
SMALL = (180, 400)


@cache
def suite(name: str) -> Suite:
    """A shipped suite."""
    return read_suite(find_suite(name))


TASKS = [pytest.param(suite(name), spec, id=f"{name}/{spec.name}") for name in SIZES for spec in suite(name).specs]
DOABLE = [task for task in TASKS if "held-back" not in task.values[1].tags]
SPOILABLE = [task for task in DOABLE if task.values[1].check and task.values[1].apps[0] in SPOILS]


@cache
def beginning(locale: str, apps: tuple[str, ...], setup: str) -> dict[str, Any]:
    """What tasks find that are set up so, told as JSON: the state of their apps and of the phone."""
    return state_of(set_up(locale, json.loads(setup)), apps)


def before(task: Drawn) -> dict[str, Any]:
    """What a task finds."""
    return beginning(task.locale, tuple(task.spec.apps), json.dumps(task.setup))


def after(task: Drawn, values: Mapping[str, Any], *, spoilt: bool = False) -> dict[str, Any]:
    """The state once it was done by hand, with these values; spoilt: and something more that nobody asked for."""
    phone = set_up(task.locale, task.setup)
    apps = SimpleNamespace(**{app.name(): app for app in phone.packages.values()})
    if task.spec.name in DEEDS:
        with suppress(StopIteration, LookupError) if values != task.values else nullcontext():
            DEEDS[task.spec.name](apps, named(values))  # what another draw is about may not be there
    if spoilt:
        SPOILS[task.spec.apps[0]](apps, None)
    return state_of(phone, tuple(task.spec.apps))


def set_up(locale: str, setup: Mapping[str, Mapping[str, object]]) -> Phone:
    """A fresh phone."""
    phone = Phone(time_scale=0, size=SMALL, locale=locale)
    phone.set_up(setup)
    return phone


def state_of(phone: Phone, apps: tuple[str, ...]) -> dict[str, Any]:
    """What the check of a task on these apps may be about; the whole state takes four times as long."""
    held = {app.name(): app.state() for app in phone.packages.values() if app.name() in apps}
    return {**held, "phone": {"foreground": phone.packages[phone.foreground[0]].name()}}


def answer_of(task: Drawn) -> str:
    """What a good agent would say."""
    return f"{task.values.get('name', '')}: {task.answer}." if task.answer else ""


def emptied(state: Mapping[str, Any]) -> dict[str, Any]:
    """The state of a phone on which somebody deleted all that can be deleted."""
    return {
        name: {key: [] if isinstance(held, list) else {} if _many(held) else held for key, held in app.items()}
        for name, app in state.items()
    }


@pytest.mark.parametrize("name", SIZES)
def test_a_suite_has_as_many_tasks_as_it_promises(name: str) -> None:
    tasks = suite(name).specs
    assert len(tasks) >= SIZES[name]
    assert name != "smoke" or len(tasks) == SIZES[name]


def test_only_the_suite_held_back_has_tasks_on_apps_held_back() -> None:
    for name in SIZES:
        for spec in suite(name).specs:
            held_back = name == "held-back"
            assert ("held-back" in spec.tags) == held_back
            assert set(spec.apps).issubset(HELD_BACK) if held_back else set(spec.apps).isdisjoint(HELD_BACK)


def test_the_daily_suite_covers_every_other_app_and_speaks_chinese_where_the_app_does_first() -> None:
    daily = suite("daily").specs
    apps = {app.name() for app in Phone(time_scale=0, size=SMALL).packages.values()}
    assert {app for spec in daily for app in spec.apps} == apps - {"launcher", *HELD_BACK}
    assert all({"en", "zh"} == set(spec.goal) for spec in daily if {"chat", "shop"} & set(spec.apps))
    assert all(any(level in spec.tags for level in ("easy", "middle", "hard")) for spec in daily)


@cases(("suite", "spec"), TASKS)
def test_no_draw_is_done_at_the_beginning(suite: Suite, spec: Spec) -> None:
    for seed in SEEDS[:2]:
        task = suite.draw(spec, seed)
        assert task.goal
        assert not {"{", "}"} & set(task.goal)
        assert not task.done(before(task), before(task), "")
        assert not task.done(before(task), emptied(before(task)), "")  # which it can be worked out for


@cases(("suite", "spec"), DOABLE)
def test_every_task_can_be_done_and_nothing_less_will_do(suite: Suite, spec: Spec) -> None:
    assert spec.name in DEEDS or spec.answer
    for seed in SEEDS[:2]:
        task = suite.draw(spec, seed)
        done = after(task, task.values)
        assert task.done(before(task), done, answer_of(task))
        assert not task.answer or not task.done(before(task), done, "I do not know")
        assert spec.name not in DEEDS or not task.done(before(task), before(task), answer_of(task))


@cases(("suite", "spec"), DOABLE)
def test_what_another_draw_asks_for_does_not_pass_for_this_one(suite: Suite, spec: Spec) -> None:
    task, *others = (suite.draw(spec, seed) for seed in SEEDS)
    others = [other for other in others if other.locale == task.locale and other.values != task.values]
    wanted = after(task, task.values), answer_of(task)
    for other in others[:1]:
        found = after(task, other.values)
        if (found, answer_of(other)) != wanted:
            assert not task.done(before(task), found, answer_of(other))


@cases(("suite", "spec"), SPOILABLE)
def test_what_nobody_asked_for_fails_a_task(suite: Suite, spec: Spec) -> None:
    task = suite.draw(spec, 0)
    assert not task.done(before(task), after(task, task.values, spoilt=True), answer_of(task))


def _many(held: object) -> bool:
    """Whether something is a collection by name, not one thing's facts."""
    return isinstance(held, dict) and all(isinstance(one, dict | list) for one in held.values())
