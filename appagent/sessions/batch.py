"""Carry out the tasks of a file one after the other, each on a fresh phone where it is a virtual one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.cancel import Cancel, Cancelled
from appagent.devices.drivers import VIRTUAL, open_device
from appagent.errors import AppAgentError
from appagent.guard import Ask
from appagent.secrets import Secrets
from appagent.sessions.request import Request
from appagent.sessions.result import Result
from appagent.sessions.run import run_task
from appagent.settings import Settings
from appagent.tasks.file import Drawn

_NOT_YET = "it was not carried out"


@dataclass(frozen=True)
class Done:
    """A task of a file, and how it went.

    result: with the status "skipped" for a task that was not carried out, and the reason. fault: the name of the error
    that ended it.
    """

    name: str
    seed: int
    result: Result
    fault: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON."""
        return {"name": self.name, "seed": self.seed, **self.result.to_json()}


@dataclass
class Batch:
    """Tasks to carry out.

    max_steps: for all of them, in place of what each says. on_end: called with each task that has just ended. done: one
    entry for each task, from the beginning.
    """

    settings: Settings
    tasks: Sequence[Drawn]
    agent: str = ""
    docs: str = "auto"
    max_steps: int | None = None
    on_end: Callable[[Done], None] = lambda done: None
    done: list[Done] = field(init=False)

    def __post_init__(self) -> None:
        self.done = [self._skipped(task, _NOT_YET) for task in self.tasks]

    def go(self, *, cancel: Cancel, ask: Ask | None = None) -> None:
        """Carry out all tasks. Raises the first AppAgentError, with all that was done as its `run`."""
        try:
            tells_state = self._tells_state()
            for number, task in enumerate(self.tasks):
                obstacle = "" if tells_state else _needs_state(task)
                done = self._skipped(task, obstacle) if obstacle else self._carry_out(task, number, cancel, ask)
                self._end(number, done)
        except KeyboardInterrupt:
            stopped = Cancelled("interrupted; what was done up to here is kept")
            stopped.run = self.to_json()
            raise stopped from None
        except AppAgentError as error:
            error.run = self.to_json()
            raise

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON: every task, how many succeeded, and how many there are."""
        success = sum(one.result.status == "success" for one in self.done)
        return {"tasks": [one.to_json() for one in self.done], "success": success, "of": len(self.done)}

    def remark(self) -> str:
        """Return what the tasks allow and the settings do not grant, as a sentence; "" where that is nothing."""
        denied = [task for task in self.tasks if task.allow and not self._may_allow(task)]
        kinds = ", ".join(sorted({kind for task in denied for kind in task.allow}))
        named = f"{denied[0].name} and {len(denied) - 1} more" if len(denied) > 1 else "".join(t.name for t in denied)
        return (
            f"the file is not trusted; what it allows on this phone does not count: {kinds} ({named})" if denied else ""
        )

    def _may_allow(self, task: Drawn) -> bool:
        """Return whether what a task allows counts: always on a virtual phone, where nothing real is paid or sent."""
        return task.trusted or self.settings.device == VIRTUAL

    def _carry_out(self, task: Drawn, number: int, cancel: Cancel, ask: Ask | None) -> Done:
        mine = replace(
            self.settings,
            locale=task.locale,
            max_steps=self.max_steps or task.max_steps,
            allow=self.settings.allow | (task.allow if self._may_allow(task) else frozenset()),
        )
        request = Request.of_task(task, self.agent, self.docs)
        try:
            result = run_task(mine, request, cancel=cancel, ask=ask)
        except AppAgentError as error:
            self._end(number, Done(task.name, task.seed, Result.of_error(request, error), type(error).__name__))
            raise
        return Done(task.name, task.seed, result)

    def _end(self, number: int, done: Done) -> None:
        self.done[number] = done
        self.on_end(done)

    def _skipped(self, task: Drawn, reason: str) -> Done:
        request = Request.of_task(replace(task, goal=Secrets(self.settings.secrets).mask(task.goal)))
        return Done(task.name, task.seed, Result.not_begun(request, "skipped", reason))

    def _tells_state(self) -> bool:
        """Return whether the phone tells its state and can be set up; asks the phone only where a task needs that."""
        if self.settings.device == VIRTUAL or not any(map(_needs_state, self.tasks)):
            return True
        with open_device(self.settings) as device:
            return device.state() is not None


def _needs_state(task: Drawn) -> str:
    """Return why a task cannot be done on a phone that tells no state; "" where it can."""
    if task.setup:
        return "it sets apps up, which a real phone does not let anybody do; --device virtual does"
    if task.check or task.function:
        return "its check is over the apps' state, which a real phone does not tell; --device virtual does"
    return ""
