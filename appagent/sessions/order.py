"""What a person wants done, and how it went."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from appagent.errors import AppAgentError, UsageError
from appagent.runs.trajectory import Step
from appagent.screen.trouble import Trouble
from appagent.tasks.file import Drawn

AGENTS = ("model", "offline", "random")
DOCS = ("auto", "none", "shuffled")

Told = Callable[[Step], None]


@dataclass(frozen=True)
class Order:
    """What a person wants done, besides the settings.

    app: a package or a visible name. agent: "model", "offline", or "" for what the settings make possible.
    docs: "auto", "none", or "shuffled" (the control: the same documents, given to other elements). drawn: the task of a
    task file that goal and check come from, for its set-up, values and answer; see `for_task`. resume: the folder of
    the run to go on with.
    """

    app: str
    goal: str = ""
    agent: str = ""
    docs: str = "auto"
    check: str = ""
    rounds: int | None = None
    drawn: Drawn | None = None
    resume: Path | None = None


def for_task(drawn: Drawn, agent: str = "", docs: str = "auto") -> Order:
    """The order to carry out a task of a task file, in the app that it names first."""
    return Order(drawn.apps[0], drawn.goal, agent, docs, drawn.check, drawn=drawn)


@dataclass(frozen=True)
class Result:
    """How it went; `to_json` is what --json prints. claimed: the agent said that it was done, whatever the check says.
    troubles: apps that crashed or hung on the way, as far as the phone showed it.
    tokens: "prompt" and "completion", and "estimated": true where some of them are our estimate.
    decisions and documents_written are learning's and a demonstration's, which also tells how many documents are new
    versions, and how many stayed as they were."""

    status: str
    task: str
    app: str
    steps: int
    model_calls: int
    tokens: dict[str, int]
    cost_usd: float | None
    seconds: float
    documents_used: int
    reason: str
    run: str
    answer: str = ""
    checked: bool = False
    claimed: bool = False
    troubles: tuple[Trouble, ...] = ()
    decisions: dict[str, int] | None = None
    documents_written: int | None = None
    documents_refined: int | None = None
    documents_left: int | None = None

    @classmethod
    def of_none(cls, order: Order, status: str, reason: str) -> Self:
        """Of an order that was not begun."""
        return cls(status, order.goal, order.app, 0, 0, {"prompt": 0, "completion": 0}, 0.0, 0.0, 0, reason, "")

    @classmethod
    def of_error(cls, order: Order, error: AppAgentError) -> Self:
        """Of what an error ended: what `to_json` told, which the error carries; or of one that was not begun."""
        run = error.run or cls.of_none(order, "error", str(error)).to_json()
        return cls(**{**run, "troubles": tuple(Trouble(**one) for one in run["troubles"])})

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; what is not learning's is left out of a run's."""
        return {name: value for name, value in asdict(self).items() if value is not None or name == "cost_usd"}


def check(order: Order, agent: str) -> None:
    """Raises UsageError for what is no agent or no use of documents."""
    _one_of("--agent", agent, AGENTS)
    _one_of("--docs", order.docs, DOCS)
    if order.docs == "shuffled" and agent != "offline":
        raise UsageError("--docs shuffled is the control of the offline agent; use --agent offline, or auto or none")


def _one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise UsageError(f"{option} {value!r} is none of {', '.join(allowed)}")
