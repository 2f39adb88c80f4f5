"""Tell which moves of a plan a replay has made, by the steps of its run."""

from collections.abc import Iterable, Sequence

from appagent.runs.trajectory import Step


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
