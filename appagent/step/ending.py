"""Say how an agent ended a task, or that it has to be asked for that."""

from collections.abc import Sequence

from appagent.actions import DONE, Finish
from appagent.errors import ActionError
from appagent.runs.trajectory import Step


def outcome_of(last: Finish, steps: Sequence[Step]) -> str:
    """Return the outcome of the step that ends a task: "finish", "not_done" or "impossible".

    A text that states no outcome may be an answer or tell of a failure, in any language. The agent is asked once which
    it is; if it states none then either, the task counts as done.
    steps: the steps before. Raises ActionError to ask the agent.
    """
    asked = bool(steps) and (steps[-1].action.partition("(")[0], steps[-1].outcome) == (Finish.kind, "failed")
    if last.unclear and not asked:
        raise ActionError(last.unclear)
    return "finish" if last.ending == DONE else last.ending
