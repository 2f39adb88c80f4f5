"""Tell how a session went."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from appagent.errors import AppAgentError
from appagent.screen.trouble import Trouble
from appagent.sessions.request import Request


@dataclass(frozen=True)
class Result:
    """Outcome of a session; `to_json` is what --json prints.

    status: "success", "failed", "limit" or "error", or "skipped" for a task of a file that was not begun. checked: the
    status is a check's; else it is what the agent says. claimed: the agent said that it was done. tokens: "prompt" and
    "completion", and "estimated": true where some are our estimate. troubles: apps that crashed or hung. run: the
    run's folder, as text. decisions and documents_written: of learning and demonstrations; documents_refined and
    documents_left: of demonstrations, the documents that got a new version and those that stayed as they were.
    """

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
    def not_begun(cls, request: Request, status: str, reason: str) -> Self:
        """Return the result of a request that was not begun."""
        return cls(status, request.goal, request.app, 0, 0, {"prompt": 0, "completion": 0}, 0.0, 0.0, 0, reason, "")

    @classmethod
    def of_error(cls, request: Request, error: AppAgentError) -> Self:
        """Return the result that an error carries; where it carries none, nothing was begun."""
        run = error.run or cls.not_begun(request, "error", str(error)).to_json()
        return cls(**{**run, "troubles": tuple(Trouble(**one) for one in run["troubles"])})

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, without the fields that this kind of session does not have."""
        return {name: value for name, value in asdict(self).items() if value is not None or name == "cost_usd"}
