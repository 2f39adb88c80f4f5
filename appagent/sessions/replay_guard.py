"""Prevent a continued replay from paying, sending or deleting a second time."""

from pathlib import Path

from appagent.agents.replay import moves_made
from appagent.errors import UsageError
from appagent.experience import Plan, fill_slots
from appagent.guard import in_words
from appagent.runs.listing import runs_in, start_of
from appagent.runs.trajectory import load_run
from appagent.sessions.request import Request
from appagent.settings import Settings


def check_going_on(settings: Settings, request: Request) -> None:
    """Raise UsageError if a replay from a later move would pay, send or delete what an earlier replay has already.

    The earlier replays with the same values are searched, back to the last that began at the first move. A move that
    was interrupted counts as made.
    """
    plan, start = request.plan, request.start
    deeds = {number for number in range(start, len(plan.moves) + 1) if plan.moves[number - 1].may} if plan else set()
    if plan is None or start == 1 or not deeds:
        return
    for folder in runs_in(settings.runs):
        begun = start_of(folder)
        if (begun.get("agent"), begun.get("app"), begun.get("task")) != ("replay", plan.app, request.goal):
            continue
        if again := deeds & {number for number, _ in moves_made(load_run(folder).steps)}:
            raise UsageError(_refusal(plan, request, min(again), folder))
        if begun.get("from_move", 1) == 1:
            return


def _refusal(plan: Plan, request: Request, number: int, folder: Path) -> str:
    move, last = plan.moves[number - 1], number == len(plan.moves)
    after = "nothing is left to do" if last else f"go on with --from {number + 1}"
    return (
        f"move {number} ({fill_slots(move.words, request.values)}) may {in_words(move.may)}, and {folder} did it, "
        f"or may have: see on the phone; if it was done, {after}, else add --again to do it"
    )
