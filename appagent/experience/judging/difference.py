"""Describe why a replay stopped, and what a person can do about it."""

from collections.abc import Mapping
from dataclasses import dataclass

from appagent.experience.finding_again.finding import MOST_CANDIDATES
from appagent.experience.plan import Plan
from appagent.experience.slots import fill_slots


@dataclass(frozen=True)
class Difference:
    """Reason for which a replay stopped: something is not as it was when the task was done.

    kind: "element gone", "identity doubtful", "screen other", "effect missing", "effect other" (the guard finds that
    the action would do something else), "refused" (by the guard), "needs a person" (nobody has said that the action may
    be repeated without one), "not carried out" or "unsure" (the phone's answer was lost).
    move: number of the move, from 1.
    candidates: the most similar elements or texts, at most five.
    advice: what the person can do.
    """

    kind: str
    move: int
    words: str
    why: str
    advice: str
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        near = f"; nearest: {'; '.join(self.candidates)}" if self.candidates else ""
        return f"{self.kind} at move {self.move} ({self.words}): {self.why}{near}. {self.advice}"


class Differs(Exception):
    """Raised if a replay cannot go on, with the kind of difference, the reason and candidates as in `Difference`."""

    def __init__(self, kind: str, why: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.kind, self.why, self.candidates = kind, why, candidates


def describe_difference(plan: Plan, at: int, values: Mapping[str, str], differs: Differs) -> Difference:
    """Describe where and why a replay stopped. at: how many moves were made."""
    number, left = min(at + 1, len(plan.moves)), at < len(plan.moves)
    words = fill_slots(plan.moves[at].words, values) if left else "the end"
    after = f"go on with --from {number + 1}" if number < len(plan.moves) else "nothing is left to do"
    advice = {
        "refused": "Allow it with --allow if it is right",
        "needs a person": "Replay it at a terminal, where you are asked; or say with `appagent record edit RUN "
        "--repeat STEP` that it may be repeated without you",
        "unsure": f"See on the phone whether it was done; if it was, {after}",
        "effect missing": f"See on the phone what came of it; if it was done, {after}",
    }.get(differs.kind, f"Put that right on the phone and go on with --from {number}, or show the task anew")
    advice = advice if left else "All moves were made; see on the phone what came of them"
    return Difference(differs.kind, number, words, differs.why, advice, differs.candidates[:MOST_CANDIDATES])
