"""Show a task on a virtual phone once, and do it again from the trajectory alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import QUICK, TINY

from appagent.actions import Start
from appagent.agent import Agent
from appagent.agents.replay import Replay
from appagent.devices.virtual import virtual
from appagent.experience import FromRun, plan_of
from appagent.guard import Ask, Guard
from appagent.learning.demonstrations.demonstrate import Person
from appagent.loop import Limits, Run
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.secrets import Secrets
from appagent.store import Store
from appagent.tasks import Task

ROSTER = "com.example.roster"
APPS = Path(__file__).parent / "replayed"


@dataclass(frozen=True)
class Again:
    """How a replay ended.

    told: the state of each app, by its name. kind: of the difference at which it stopped, "" for none.
    """

    replay: Replay
    status: str
    answer: str
    reason: str
    steps: tuple[Step, ...]
    told: dict[str, dict[str, Any]]
    deeds: list[dict[str, object]]

    @property
    def state(self) -> dict[str, Any]:
        return self.told.get("roster", {})

    @property
    def kind(self) -> str:
        return self.replay.difference.kind if self.replay.difference else ""


def shown(
    folder: Path,
    goal: str,
    *lines: str,
    app: str = ROSTER,
    app_state: Mapping[str, Mapping[str, Any]] = {},
    secrets: Mapping[str, str] = {},
    **state: Any,
) -> FromRun:
    """Have a person show a task, line by line, and return the plan of it.

    app_state: of apps before, by their names. secrets: that are known, by their names. state: of the roster.
    """
    with Store.open(":memory:") as store, virtual(size=TINY, time_scale=QUICK, apps=APPS) as (device, _):
        recorder = Recorder(folder, "record", app, goal, {"locale": "en-US"}, Secrets(secrets))
        person = Person(iter((*lines, "stop")), store, recorder)
        if wanted := {**app_state, **({"roster": state} if state else {})}:
            device.set_up(wanted)
        device.perform(Start(app))
        guard = Guard(frozenset({"delete", "send"}), lambda found, words: True)  # who shows a task is there to be asked
        Run(person, device, Task(goal, app), recorder, guard, Limits(1000, 1000, 1000, 256), recovers=False).go()
        recorder.end(status="success")
    return plan_of(recorder.folder)


def again(
    folder: Path,
    made: FromRun,
    values: Mapping[str, str] = {},
    *,
    start: int = 1,
    allow: frozenset[str] = frozenset(),
    ask: Ask | None = None,
    other: Agent | None = None,
    phone: Mapping[str, Any] = {},
    app_state: Mapping[str, Mapping[str, Any]] = {},
    secrets: Mapping[str, str] = {},
    **state: Any,
) -> Again:
    """Do a task again on a fresh phone.

    values: other ones than were shown. ask: the person, if one is there. other: who is handed what does not fit.
    phone: its settings. app_state: of apps by their names. state: of the roster.
    """
    app = made.plan.app
    given = {"size": TINY, "time_scale": QUICK, "apps": APPS, **phone}
    with virtual(**given) as (device, served):
        if wanted := {**app_state, **({"roster": state} if state else {})}:
            device.set_up(wanted)
        device.perform(Start(app))
        recorder = Recorder(folder, "run", app, made.plan.goal, {}, Secrets(secrets))
        replay = Replay(
            made.plan, {**made.values, **values}, start, other, translated="locale" in phone, attended=ask is not None
        )
        limits = Limits(500, picture_side=256)
        outcome = Run(replay, device, Task(made.plan.goal, app), recorder, Guard(allow, ask), limits).go()
        recorder.end(status=outcome.status)
        steps = tuple(recorder.steps)
        return Again(
            replay, outcome.status, outcome.answer, outcome.reason, steps, device.state() or {}, served.deeds()
        )
