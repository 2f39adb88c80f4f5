"""Work out how an agent ended a task, or ask it if its answer does not say."""

from collections.abc import Sequence

from appagent.actions import DONE, Finish
from appagent.errors import ActionError
from appagent.runs.trajectory import RECOVERED, Step


def outcome_of(last: Finish, goal: str, steps: Sequence[Step]) -> str:
    """Return the outcome of the step that ends a task: "finish", "not_done" or "impossible".

    A text that states no outcome may be an answer or tell of a failure, in any language. The agent is asked once which
    it is; if it states none then either, the task counts as done.
    goal: the task; "" where an app is only learnt, so that there is nothing to ask. steps: the steps before, of which
    those in which the run itself put something right do not count. Raises ActionError to ask the agent.
    """
    before = next((step for step in reversed(steps) if step.outcome != RECOVERED), None)
    asked = before is not None and (before.kind, before.outcome) == (Finish.kind, "failed")
    if last.unclear and goal and not asked:
        raise ActionError(last.unclear)
    return "finish" if last.ending == DONE else last.ending
