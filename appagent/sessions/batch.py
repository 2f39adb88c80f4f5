"""Carry out the tasks of a file one after the other. With a virtual phone, each task begins on a fresh phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from appagent.cancel import Cancel, Cancelled
from appagent.devices.drivers import VIRTUAL, open_device
from appagent.errors import AppAgentError
from appagent.guard import Ask
from appagent.secrets import Secrets
from appagent.sessions.request import Request
from appagent.sessions.result import Result
from appagent.sessions.run import run_task
from appagent.settings import Settings

if TYPE_CHECKING:  # as in `request`
    from appagent.tasks.file import Drawn

_NOT_YET = "it was not carried out"


@dataclass(frozen=True)
class Done:
    """One task of a file and its result.

    seed: the random seed of the values in the task.
    result: how the task went. If it was not carried out, the status is "skipped" and the reason says why.
    fault: the class name of the exception that ended the task, such as "DeviceError"; "" if there was none.
    """

    name: str
    seed: int
    result: Result
    fault: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the name, the seed and the result's attributes as plain JSON."""
        return {"name": self.name, "seed": self.seed, **self.result.to_json()}


@dataclass
class Batch:
    """Tasks to carry out one after the other, and their results.

    agent: "model", "offline" or "random"; "" for the default of the settings.
    docs: the use of documents: "auto", "none" or "shuffled".
    max_steps: the most steps of any task; None for the number that each task states.
    log: file for a plain log of all the runs, or None.
    on_end: function that is called with each task when it has ended.
    done: one entry for each task, in order; "skipped" until the task is carried out.
    """

    settings: Settings
    tasks: "Sequence[Drawn]"
    agent: str = ""
    docs: str = "auto"
    max_steps: int | None = None
    log: Path | None = None
    on_end: Callable[[Done], None] = lambda done: None
    done: list[Done] = field(init=False)

    def __post_init__(self) -> None:
        self.done = [self._skipped(task, _NOT_YET) for task in self.tasks]

    def go(self, *, cancel: Cancel, ask: Ask | None = None) -> None:
        """Carry out all tasks in order, and put each result into `done`.

        A task that needs to set up or check the apps' state is skipped on a phone that cannot do this.
        ask: function that is called before an action with an effect that is not allowed. It gets the effect and a
        description of the action, and returns True to permit the action. If it is None, the action is refused. Raises
        the first AppAgentError, and Cancelled after Ctrl-C. The exception's attribute `run` has the results so far.
        """
        try:
            reports_state = self._reports_state()
            for number, task in enumerate(self.tasks):
                obstacle = "" if reports_state else _needs_state(task)
                done = self._skipped(task, obstacle) if obstacle else self._carry_out(task, number, cancel, ask)
                self._end(number, done)
        except KeyboardInterrupt:
            stopped = Cancelled(f"interrupted; what was done up to here is kept{self._how_to_continue()}")
            stopped.run = self.to_json()
            raise stopped from None
        except AppAgentError as error:
            error.args = (f"{error}{self._how_to_continue()}",) if isinstance(error, Cancelled) else error.args
            error.run = self.to_json()
            raise

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON: "tasks" lists all tasks, "success" counts those that succeeded, "of" counts all."""
        success = sum(one.result.status == "success" for one in self.done)
        return {"tasks": [one.to_json() for one in self.done], "success": success, "of": len(self.done)}

    def remark(self) -> str:
        """Return a sentence for the person if the file would allow actions, but is not trusted; else "".

        The sentence names the effects that therefore are not allowed, and the tasks.
        """
        denied = [task for task in self.tasks if task.spec.allow and not self._may_allow(task)]
        if not denied:
            return ""
        kinds = ", ".join(sorted({kind for task in denied for kind in task.spec.allow}))
        more = f" and {len(denied) - 1} more" if len(denied) > 1 else ""
        named = f"{denied[0].spec.name}{more}"
        return f"the file is not trusted; what it allows on this phone does not count: {kinds} ({named})"

    def _how_to_continue(self) -> str:
        """Return words that say which tasks are left and how to carry them out; "" if none is left."""
        pairs = zip(self.tasks, self.done, strict=True)
        left = [task.spec.name for task, done in pairs if done.result.reason == _NOT_YET]
        return f"; to go on, add: --only {','.join(dict.fromkeys(left))}" if left else ""

    def _may_allow(self, task: "Drawn") -> bool:
        """Tell whether the actions that a task's file allows are really allowed.

        They are if the file is trusted, or on a virtual phone, where nothing real is paid or sent.
        """
        return task.trusted or self.settings.device == VIRTUAL

    def _carry_out(self, task: "Drawn", number: int, cancel: Cancel, ask: Ask | None) -> Done:
        mine = replace(
            self.settings,
            locale=task.locale,
            max_steps=self.max_steps or task.spec.max_steps,
            allow=self.settings.allow.union(task.spec.allow if self._may_allow(task) else ()),
        )
        request = Request.of_task(task, self.agent, self.docs, self.log)
        try:
            result = run_task(mine, request, cancel=cancel, ask=ask)
        except AppAgentError as error:
            self._end(number, Done(task.spec.name, task.seed, Result.of_error(request, error), type(error).__name__))
            raise
        return Done(task.spec.name, task.seed, result)

    def _end(self, number: int, done: Done) -> None:
        self.done[number] = done
        self.on_end(done)

    def _skipped(self, task: "Drawn", reason: str) -> Done:
        request = Request.of_task(replace(task, goal=Secrets(self.settings.secrets).mask(task.goal)))
        return Done(task.spec.name, task.seed, Result.not_begun(request, "skipped", reason))

    def _reports_state(self) -> bool:
        """Tell whether the phone can report and set the state of its apps.

        A real phone is asked only if some task needs this; otherwise the result is True.
        """
        if self.settings.device == VIRTUAL or not any(map(_needs_state, self.tasks)):
            return True
        with open_device(self.settings) as device:
            return device.state() is not None


def _needs_state(task: "Drawn") -> str:
    """Return why a task cannot be done on a real phone, which neither reports nor sets the state of its apps.

    Returns "" if the task needs neither.
    """
    if task.setup:
        return "it sets apps up, which a real phone does not let anybody do; --device virtual does"
    if task.check or task.function:
        return "its check is over the apps' state, which a real phone does not tell; --device virtual does"
    return ""
