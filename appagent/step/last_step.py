"""Tell what the last step means for the next one: a notice for the agent, or a picture with the grid."""

from collections.abc import Sequence

from appagent.actions import AskPerson, Grid, call
from appagent.runs.trajectory import Step


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
