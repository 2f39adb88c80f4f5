"""Work out how an agent ended a task, or ask it if its answer does not say."""

from collections.abc import Sequence

from appagent.actions import DONE, Finish
from appagent.errors import ActionError
from appagent.runs.trajectory import RECOVERED, Step


def outcome_of(last: Finish, goal: str, steps: Sequence[Step]) -> str:
    """Return the outcome of the step that ends a task: "finish", "not_done" or "impossible".

    If `last` does not say how the task ended, its text may be an answer or the report of a failure, in any language.
    Then ActionError is raised once, to ask the agent which it is. If the agent does not say so the second time either,
    the task counts as done.
    last: the action that ends the task. goal: the task's goal; "" while an app is only learnt, when the agent is not
    asked. steps: the earlier steps; steps that recovered from a disturbance are ignored.
    """
    before = next((step for step in reversed(steps) if step.outcome != RECOVERED), None)
    asked = before is not None and (before.kind, before.outcome) == (Finish.kind, "failed")
    if last.unclear and goal and not asked:
        raise ActionError(last.unclear)
    return "finish" if last.ending == DONE else last.ending
