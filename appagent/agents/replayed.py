"""Tell which moves of a plan a replay has made, by the steps of its run, and what another agent did of them."""

from collections.abc import Iterable, Mapping, Sequence

from appagent.actions import parse
from appagent.experience.judging.difference import Differs
from appagent.experience.plan import Move, Plan
from appagent.experience.slots import fill_known, slots_in
from appagent.runs.trajectory import Step

REFUSALS = ("refused", "needs a person")  # differences that are no failure of the plan
NO_VALUE = "value missing"  # difference of a move that types a text for which there is no value


def moves_made(steps: Iterable[Step]) -> list[tuple[int, Step]]:
    """Return (number of the move, from 1, step) for each move that a replay made, in order.

    A move counts as made unless it is certain that it was not.
    """
    return [(step.move, step) for step in steps if step.move and step.outcome in ("done", "part", "interrupted")]


def next_move(steps: Sequence[Step], start: int) -> int:
    """Return the number of the next move of a replay that began at move `start` and took these steps.

    A move that may not have been made comes again; `check_going_on` refuses that if the move pays, sends or deletes.
    """
    made = moves_made(steps)
    return made[-1][0] + (made[-1][1].outcome == "done") if made else start


def check_values(move: Move, values: Mapping[str, str]) -> None:
    """Raise Differs if a move types a slot that has no value. values: by the names of the slots."""
    if slots := _without_value(move, values):
        raise Differs(NO_VALUE, f"nobody has said a value for {', '.join(slots)}; type there what the task needs")


def value_typed(moves: Iterable[Move], steps: Iterable[Step], values: Mapping[str, str]) -> dict[str, str]:
    """Return the value, by its slot, that another agent typed in place of one of the moves; {} if there is none.

    steps: the other agent's. values: those that are known, by the names of the slots.
    """
    typed = next((text for step in steps if step.outcome == "done" and (text := parse(step.action).typed)), "")
    slots = [name for move in moves for name in _without_value(move, values)]
    return {slots[0]: typed} if slots and typed else {}


def notice_of(plan: Plan, at: int, values: Mapping[str, str], differs: Differs) -> str:
    """Return a notice for the agent that does one step of a plan: what was done there before, and what differs now.

    at: index of the step's move; the number of moves for the end.
    """
    old = plan.moves[at].words if at < len(plan.moves) else "finish"
    before = fill_known(old, values, "<{}>")
    done = f"the task was done before, and its next step was then: {before}"
    return f"{done}. That does not fit now: {differs.why}. Do only what this step was for; the rest goes on by itself"


def _without_value(move: Move, values: Mapping[str, str]) -> list[str]:
    return [name for name in slots_in(parse(move.action).typed) if name not in values]
