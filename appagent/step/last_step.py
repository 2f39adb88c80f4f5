"""Tell what the last steps mean: a notice for the agent, a picture with the grid, or how the task ended."""

from collections.abc import Sequence
from dataclasses import replace

from appagent.actions import DONE, AskPerson, Finish, Grid, call
from appagent.errors import ActionError
from appagent.runs.trajectory import RECOVERED, Step


def advice(step: Step, *, asks: bool) -> str:
    """Return a notice for the agent: why a step did nothing and, if it was refused, what can be done instead.

    asks: True if a person is there whom the agent may ask.
    """
    if step.outcome != "refused":
        return step.reason
    ask = ", ask the person" if asks and not step.action.startswith(f"{AskPerson.kind}(") else ""
    return f"{step.reason}. Do not try it again: go another way{ask}, or finish as not done and say what is missing"


def grid_is_up(steps: Sequence[Step]) -> bool:
    """Tell whether the agent's next picture must show the grid.

    It must if the last action that was carried out, or was interrupted, asked for the grid. Steps that failed or were
    refused do not count.
    """
    done = next((step for step in reversed(steps) if step.outcome in {"done", "interrupted"}), None)
    return done is not None and done.action == call(Grid())


def interruption(step: Step) -> str:
    """Return a notice for the agent: the run was interrupted during `step`, so the action may not have happened."""
    return f"the run was interrupted during your last action ({step.words}): see whether it was carried out"


def outcome_of(last: Finish, goal: str, steps: Sequence[Step]) -> str:
    """Return the outcome of the step that ends a task: "finish", "not_done" or "impossible".

    If `last` states no outcome and its text has a negation, it may be an answer or the report of a failure. Then
    ActionError is raised once, to ask the agent which it is. If the agent does not say so the second time either,
    `as_ended` has decided. Any other text is an answer, and the task done.
    last: the action that ends the task. goal: the task's goal; "" while an app is only learnt, when the agent is not
    asked. steps: the earlier steps; steps that recovered from a disturbance are ignored.
    """
    if last.unclear and goal and not _asked(steps):
        raise ActionError(last.unclear)
    return "finish" if last.ending == DONE else last.ending


def as_ended(last: Finish, steps: Sequence[Step]) -> Finish:
    """Return the action that ends a task; it ends as not done if its text, once asked about, has a negation.

    So an answer such as "No rain" may be taken for a failure.
    steps: as for `outcome_of`.
    """
    return replace(last, outcome="not_done") if last.unclear and _asked(steps) else last


def _asked(steps: Sequence[Step]) -> bool:
    """Tell whether the last step was an ending that the agent was asked about."""
    before = next((step for step in reversed(steps) if step.outcome != RECOVERED), None)
    return before is not None and (before.kind, before.outcome) == (Finish.kind, "failed")
