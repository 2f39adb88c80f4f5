"""Define the result of a session."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from appagent.errors import AppAgentError
from appagent.runs.trajectory import Step
from appagent.screen.trouble import Trouble
from appagent.sessions.request import Request


@dataclass(frozen=True)
class Result:
    """Outcome of a session, as `--json` prints it.

    status: "success", "failed", "limit" or "error"; "skipped" for a task of a file that was not begun.
    steps: number of steps, not counting those after which the agent was asked again.
    app: the package, or the name that was asked for if nothing was begun.
    tokens: the numbers of "prompt" and "completion" tokens; "cached", how many of the prompt's the endpoint had kept
    from earlier calls, if any; and "estimated": True if some of the numbers are estimates.
    cost_usd: None if some calls had no known price.
    documents_used: number of different documents that the agent was given.
    reason: why the session was no success; "" for a success.
    run: path of the run's folder; "" if nothing was begun.
    answer: the agent's answer to the task.
    claimed: True if the agent said that the task was done.
    outcome: what the agent said about the task at the end: "done", "not_done" or "impossible"; "" if it said nothing.
    checked: True if a check decided the status; otherwise the status is what the agent says.
    verified: of a run, True if it was a success and a check said so, or a replay read something back; see `replay`.
    troubles: apps that crashed or hung.
    decisions: of a learning run, the number of reflections by judgement, such as {"CONTINUE": 12}.
    documents_written: of a learning run or demonstration, the number of new documents.
    documents_by_action: of a learning run, the number of new documents by kind of action, such as {"tap": 9, "set": 2}.
    actions: of a learning run, how often each kind of action was done, such as {"tap": 12, "back": 3}; also those that
    name no element and have no documents.
    per_document: of a learning run with a model, the "calls" and "tokens" that it took for each document that it wrote.
    screens: of a learning run, the number of screens "seen" by it and by earlier crawls, and of all screens "known" of
    the app.
    elements: of a learning run and earlier crawls, the number of elements "met" and "tried", and by effect how many
    were "left_out" because the guard refused it, such as {"pay": 3}. The rows of a list count as one.
    new, known_before: of a crawl of an app that was crawled before, the numbers of "screens" and "elements" that are
    new, and of those that were known.
    map: of a learning run, the map of the app, as `docs map --json` gives it.
    left_behind: of a learning run, the words of each thing that it made in the app and did not delete, such as a note.
    trajectory: of a run, its steps in order, including those after which the agent was asked again; see
    `step_in_short`.
    replay: of a replay, or of a run that was done again from experience: the number of "moves"; how many were "made";
    the numbers of the moves "handed_over" to a model; "read_back", the texts on the last screen that confirm the
    result, [] if there are none; and the "difference" at which it stopped, if it did.
    experience: of a run that looked for experience: its "use", the id of the "experience", the "precision" of its
    likeness, and "why_not", why the task was not done again from it; see `experience.lookup.Found`.
    documents_refined, documents_left: of a demonstration, the number of documents that got a new version or stayed as
    they were.
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
    outcome: str = ""
    verified: bool | None = None
    troubles: tuple[Trouble, ...] = ()
    decisions: dict[str, int] | None = None
    documents_written: int | None = None
    documents_by_action: dict[str, int] | None = None
    actions: dict[str, int] | None = None
    per_document: dict[str, float] | None = None
    screens: dict[str, int] | None = None
    elements: dict[str, Any] | None = None
    new: dict[str, int] | None = None
    known_before: dict[str, int] | None = None
    map: dict[str, Any] | None = None
    left_behind: list[str] | None = None
    documents_refined: int | None = None
    documents_left: int | None = None
    replay: dict[str, Any] | None = None
    experience: dict[str, Any] | None = None
    trajectory: list[dict[str, Any]] | None = None

    @classmethod
    def not_begun(cls, request: Request, status: str, reason: str) -> Self:
        """Return the result of a request that was not begun, with all counts 0."""
        return cls(status, request.goal, request.app, 0, 0, {"prompt": 0, "completion": 0}, 0.0, 0.0, 0, reason, "")

    @classmethod
    def of_error(cls, request: Request, error: AppAgentError) -> Self:
        """Return the result that an error carries in its attribute `run`.

        If it carries none, return the result of a request that was not begun.
        """
        run = error.run or cls.not_begun(request, "error", str(error)).to_json()
        return cls(**{**run, "troubles": tuple(Trouble(**one) for one in run["troubles"])})

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON. Attributes that are None are left out, except for "cost_usd"."""
        return {name: value for name, value in asdict(self).items() if value is not None or name == "cost_usd"}


def step_in_short(step: Step) -> dict[str, Any]:
    """Return the main attributes of a step as plain JSON, by their names in `Step`."""
    return {
        "number": step.number,
        "words": step.words,
        "action": step.action,
        "outcome": step.outcome,
        "effect": step.effect,
        "reason": step.reason,
        "hint": step.hint,
        "asked_again": step.asked_again,
    }
