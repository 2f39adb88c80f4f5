"""The tasks of a file carried out one after the other, each on a fresh phone where that is a virtual one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.cancel import Cancel, Cancelled
from appagent.devices.find import VIRTUAL, open_device
from appagent.errors import AppAgentError
from appagent.guard import Ask
from appagent.secrets import Secrets
from appagent.sessions.kinds import run
from appagent.sessions.order import Result, for_task
from appagent.settings import Settings
from appagent.tasks.file import Drawn

_NOT_YET = "it was not carried out"


@dataclass(frozen=True)
class Done:
    """A task of a file, and how it went. result: of one that was not carried out the status is "skipped", and the
    reason says why. fault: the name of the error that ended it."""

    name: str
    seed: int
    result: Result
    fault: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"name": self.name, "seed": self.seed, **self.result.to_json()}


@dataclass
class Batch:
    """Tasks to carry out. max_steps: for all of them, instead of what each says. done: one for each task, all along.

    told: hears of each that has just ended.
    """

    settings: Settings
    tasks: Sequence[Drawn]
    agent: str = ""
    docs: str = "auto"
    max_steps: int | None = None
    told: Callable[[Done], None] = lambda done: None
    done: list[Done] = field(init=False)

    def __post_init__(self) -> None:
        self.done = [self._skipped(task, _NOT_YET) for task in self.tasks]

    def go(self, *, cancel: Cancel, ask: Ask | None = None) -> None:
        """Carry them out. An error of one ends it: AppAgentError, with all that was done as its `run`."""
        try:
            able = self._tells_state()
            for number, task in enumerate(self.tasks):
                wants = "" if able else _beyond(task)
                done = self._skipped(task, wants) if wants else self._carried_out(task, number, cancel, ask)
                self._ended(number, done)
        except KeyboardInterrupt:
            stopped = Cancelled("interrupted; what was done up to here is kept")
            stopped.run = self.to_json()
            raise stopped from None
        except AppAgentError as error:
            error.run = self.to_json()
            raise

    def to_json(self) -> dict[str, Any]:
        """Plain JSON: every task, and how many of how many succeeded."""
        success = sum(one.result.status == "success" for one in self.done)
        return {"tasks": [one.to_json() for one in self.done], "success": success, "of": len(self.done)}

    def remark(self) -> str:
        """What tasks ask for and are not given; "" where that is nothing."""
        denied = [task for task in self.tasks if task.allow and not self._may_allow(task)]
        kinds = ", ".join(sorted({kind for task in denied for kind in task.allow}))
        named = f"{denied[0].name} and {len(denied) - 1} more" if len(denied) > 1 else "".join(t.name for t in denied)
        return (
            f"the file is not trusted; what it allows on this phone does not count: {kinds} ({named})" if denied else ""
        )

    def _may_allow(self, task: Drawn) -> bool:
        """Whether what a task allows counts: anybody's on a virtual phone, where nothing real is paid or sent."""
        return task.trusted or self.settings.device == VIRTUAL

    def _carried_out(self, task: Drawn, number: int, cancel: Cancel, ask: Ask | None) -> Done:
        mine = replace(
            self.settings,
            locale=task.locale,
            max_steps=self.max_steps or task.max_steps,
            allow=self.settings.allow | (task.allow if self._may_allow(task) else frozenset()),
        )
        order = for_task(task, self.agent, self.docs)
        try:
            result = run(mine, order, cancel=cancel, ask=ask)
        except AppAgentError as error:
            self._ended(number, Done(task.name, task.seed, Result.of_error(order, error), type(error).__name__))
            raise
        return Done(task.name, task.seed, result)

    def _ended(self, number: int, done: Done) -> None:
        self.done[number] = done
        self.told(done)

    def _skipped(self, task: Drawn, reason: str) -> Done:
        order = for_task(replace(task, goal=Secrets(self.settings.secrets).mask(task.goal)))
        return Done(task.name, task.seed, Result.of_none(order, "skipped", reason))

    def _tells_state(self) -> bool:
        """Whether the phone is one that tells its state and can be set up; asked only where a task needs it."""
        if self.settings.device == VIRTUAL or not any(map(_beyond, self.tasks)):
            return True
        with open_device(self.settings) as device:
            return device.state() is not None


def _beyond(task: Drawn) -> str:
    """Why a phone that tells no state is not enough for a task; "" where it is."""
    if task.setup:
        return "it sets apps up, which a real phone does not let anybody do; --device virtual does"
    if task.check or task.function:
        return "its check is over the apps' state, which a real phone does not tell; --device virtual does"
    return ""
