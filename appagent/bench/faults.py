"""Measure how runs cope with faults of the phone: play the tasks of a suite on a phone with each fault in turn."""

import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from appagent.actions import Start
from appagent.agent import Agent, Decision, View
from appagent.agents.react import ReAct
from appagent.bench.player import Player
from appagent.cancel import Cancel
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.errors import AppAgentError
from appagent.foreign import json_line
from appagent.guard import Guard
from appagent.loop import Limits, Outcome, Run
from appagent.models import Usage
from appagent.models.scripted import Scripted
from appagent.phone.core import Phone
from appagent.phone.faults import FAULTS, Fault, Moment
from appagent.runs.recorder import Recorder
from appagent.screen.nodes.tree import centre
from appagent.sessions import Request
from appagent.sessions.check import task_check
from appagent.settings import Settings
from appagent.tasks import Task
from appagent.tasks.file import Drawn, read_suite

_OF_PHONE = ("size", "density", "time_scale", "quiet_s", "react_s", "settle_s")
_SYSTEM = ("android", "com.android.systemui")  # packages in which the run's own recovery may touch

Touched = tuple[str, str]  # package and widget


@dataclass(frozen=True)
class FaultJob:
    """Task to carry out once on a phone with one fault.

    fault: name of the fault; "" for none.
    moment: when the fault strikes; None for its usual moment.
    meant: the widgets that the run without a fault touches; None if this is that run.
    """

    suite: Path
    task: str
    seed: int
    fault: str = ""
    meant: frozenset[Touched] | None = None
    moment: Moment | None = None

    @property
    def label(self) -> str:
        """Return the fault's name, with the moment at which it strikes if this is not the usual one."""
        return f"{self.fault}, {self.moment}" if self.moment else self.fault


@dataclass(frozen=True)
class FaultRow:
    """Result of one task that was carried out on a phone with a fault.

    outcome: "done", "stopped" (the run ended with a reason and claimed no success) or "wrong" (it claimed success, but
    the check failed).
    named: True if the reason or a step says which fault it was.
    struck: True if the fault struck before the run ended.
    unmeant: for each touch that missed its target, the reason.
    touched: the widgets that were touched, as pairs (package, widget).
    deeds: what apps have paid, sent or deleted by the phone's own log, such as "send Ana".
    """

    fault: str
    task: str
    seed: int
    struck: bool
    outcome: str
    named: bool
    reason: str
    steps: int
    unmeant: tuple[str, ...] = ()
    touched: frozenset[Touched] = frozenset()
    deeds: tuple[str, ...] = ()

    @property
    def came_through(self) -> bool:
        """Tell whether the task was done in spite of the fault, or the run stopped and named the fault."""
        return self.outcome == "done" or (self.outcome == "stopped" and self.named)


@dataclass(frozen=True)
class FaultFigures:
    """Figures of one fault, over the runs in which it struck.

    struck: how many runs these are.
    done, stopped, wrong: how many of them had this outcome.
    recovered: share of them that were done, or stopped and named the fault.
    unmeant: how many touches missed their target.
    """

    fault: str
    struck: int
    done: int
    stopped: int
    wrong: int
    recovered: float
    unmeant: int


def player(drawn: Drawn) -> Agent:
    """Return an agent with a scripted model, which plays a task by the words on the screen."""
    return ReAct(Scripted(Player(drawn)), see="both")


def play(job: FaultJob, settings: Settings, agent_of: Callable[[Drawn], Agent] = player) -> FaultRow:
    """Play a task once.

    settings: those of the phone count.
    agent_of: function that returns an agent for the task.
    """
    suite = read_suite(job.suite)
    drawn = suite.draw(next(spec for spec in suite.specs if spec.name == job.task), job.seed)
    given = {name: getattr(settings, name) for name in _OF_PHONE}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        given |= {"faults": _write_fault_file(job, Path(folder))} if job.fault else {}
        device, phone = opened.enter_context(virtual(**given, locale=drawn.locale, seed=job.seed))
        recorder = Recorder(Path(folder), "run", drawn.spec.apps[0], drawn.goal, {})
        try:
            outcome, done = _carried_out(drawn, device, phone, recorder, agent_of(drawn))
        except AppAgentError as error:
            outcome, done = Outcome("error", str(error)), False
        finally:
            recorder.close()
        taps, struck = phone.taps(), any(fault.struck for fault in getattr(phone.hooks, "faults", ()))
        deeds = tuple(f"{deed['effect']} {deed['words']}" for deed in phone.deeds())
        said = [outcome.reason, *(f"{step.words} {step.reason}" for step in recorder.steps)]
    words = "done" if done else "wrong" if outcome.status == "success" else "stopped"
    named = bool(job.fault and re.search(FAULTS[job.fault].signs, "\n".join(said)))
    unmeant = () if job.meant is None else tuple(filter(None, (why_unmeant(tap, job.meant) for tap in taps)))
    touched = frozenset((str(tap["package"]), str(tap["widget"])) for tap in taps if _hits(tap))
    return FaultRow(
        job.label, job.task, job.seed, struck, words, named, outcome.reason, len(recorder.steps), unmeant, touched,
        deeds,
    )  # fmt: skip


def _write_fault_file(job: FaultJob, folder: Path) -> str:
    """Write a file with the fault of a job; return its path. The higher the seed, the later the fault strikes."""
    when = asdict(job.moment or FAULTS[job.fault].default)
    moment = {name: value + job.seed for name, value in when.items() if value is not None}
    path = folder / "faults.yaml"
    path.write_text(json_line([{"name": job.fault, "seed": job.seed, **moment}]), encoding="utf-8")
    return str(path)


def why_unmeant(entry: dict[str, Any], meant: Iterable[Touched]) -> str:
    """Say why a touch, text or key in the phone's log missed its target; "" if it reached the right one.

    It missed its target in each of these cases:

    - It reached another widget, field or (for Back) window than the one that it was decided for.
    - It hit the window of a fault, but not the button that closes it.
    - It hit a widget that the run without a fault never touches. This does not count for swipes, because a list may
      have to be searched.

    entry: the touch, text or key, as the log has it.
    meant: the widgets that the run without a fault touches.
    """
    back = entry.get("key") == "back"
    if not (entry["widget"] or entry.get("fault") or back):
        return ""
    hit = f"{entry['widget'] or 'a window'} of {entry['package']}"
    if "told" in entry:
        return f"{hit}, where the phone had told of {entry['told'] or 'nothing'}"
    if entry.get("fault"):
        return "" if entry["way_out"] else f"{hit}, in the window of {entry['fault']}"
    own = (
        back
        or entry["kind"] == "swipe"
        or (entry["package"], entry["widget"]) in set(meant)
        or entry["package"] in _SYSTEM
    )
    return "" if own else f"{hit}, which the task never touches"


def _hits(entry: Mapping[str, Any]) -> bool:
    return "x" in entry or entry["kind"] == "text"


def figures_of(rows: Sequence[FaultRow]) -> list[FaultFigures]:
    """Return the figures of each fault, in the order of the rows. Only runs in which the fault struck count."""
    found = []
    for name in dict.fromkeys(row.fault for row in rows):
        mine = [row for row in rows if row.fault == name and row.struck]
        count = {outcome: sum(row.outcome == outcome for row in mine) for outcome in ("done", "stopped", "wrong")}
        came_through = sum(row.came_through for row in mine)
        unmeant = sum(len(row.unmeant) for row in mine)
        found.append(
            FaultFigures(name, len(mine), **count, recovered=came_through / max(1, len(mine)), unmeant=unmeant)
        )
    return found


def measure(
    suite: Path,
    faults: Sequence[Fault],
    seeds: int,
    each: Callable[[Callable[[FaultJob], FaultRow], list[FaultJob]], Iterable[FaultRow]],
    play_one: Callable[[FaultJob], FaultRow],
    tasks: Collection[str] = (),
) -> tuple[list[FaultRow], list[FaultRow]]:
    """Play every task of a suite without a fault, then with each fault; return the rows without and those with a fault.

    seeds: how often each task is played, with other random values each time.
    each: function that carries jobs out in any order, such as a pool's `imap_unordered`.
    play_one: function that carries one job out.
    tasks: names of the tasks to play; empty for all.
    """
    specs = [spec.name for spec in read_suite(suite).specs if not tasks or spec.name in tasks]
    plain = [FaultJob(suite, name, seed) for name in specs for seed in range(seeds)]
    honest = sorted(each(play_one, plain), key=lambda row: (specs.index(row.task), row.seed))
    meant = {(row.task, row.seed): row.touched for row in honest}
    jobs = [
        replace(job, fault=fault.name, meant=meant[job.task, job.seed], moment=_unusual_moment(fault))
        for fault in faults
        for job in plain
    ]
    order = {(job.label, job.task, job.seed): number for number, job in enumerate(jobs)}
    rows = sorted(each(play_one, jobs), key=lambda row: order[row.fault, row.task, row.seed])
    return honest, rows


def _unusual_moment(fault: Fault) -> Moment | None:
    return None if fault.moment == fault.default else fault.moment


class _AimingAgent:
    """Wrapper of an agent that tells the virtual phone which element each action is meant for.

    agent: the other agent, whose decisions are passed on. An element is found on the screen of the decision.
    """

    def __init__(self, agent: Agent, phone: Phone) -> None:
        self.name, self._agent, self._phone = agent.name, agent, phone

    @property
    def usage(self) -> Usage:
        return self._agent.usage

    def decide(self, view: View) -> Decision:
        decision = self._agent.decide(view)
        target = decision.action.target(view.screen)
        self._phone.aim(centre(target.bounds) if target and target.source == "hierarchy" else None)
        return decision


def _carried_out(drawn: Drawn, device: Android, phone: Phone, recorder: Recorder, agent: Agent) -> tuple[Outcome, bool]:
    """Carry a task out; return how the run ended, and True if the agent said that it is done and the check agrees."""
    request = Request.of_task(drawn)
    package = device.package(request.app)
    check = task_check(device, request)
    device.perform(Start(package))
    guard = Guard(frozenset(drawn.spec.allow))
    limits = Limits(max_steps=drawn.spec.max_steps + 10)
    task = Task(drawn.goal, package, drawn.check, request.app)
    aiming = _AimingAgent(agent, phone)
    run = Run(aiming, device, task, recorder, guard, limits, Cancel(), lambda step: phone.forget_aim())
    outcome = run.go()
    return outcome, outcome.status == "success" and (check is None or check.is_done(outcome.answer))
