"""Find the way that tasks of an app share: all that were done form one tree, by page and element."""

import re
from collections.abc import Callable, Iterable
from itertools import chain

from appagent.experience.plan import Move, Plan

Words = Callable[[str], Iterable[str]]

_SLOT = re.compile(r"\{\w+\}")
_FEWEST = 2  # tasks that share a move


def shared_beginning(plans: Iterable[Plan], goal: str, words: Words) -> tuple[Move, ...]:
    """Return the first moves that a task shares with earlier tasks, even if it is unlike them otherwise.

    plans: of tasks of one app. words: function that returns the words of a text which name something. Where the tasks
    part, a word decides that the goal has in common with those of one branch, and with no other's. A move counts only
    if two different tasks make it, and if it does nothing but lead on.
    """
    there, moves = list(plans), list[Move]()
    while True:
        branches: dict[object, list[Plan]] = {}
        for plan in there:
            if len(plan.moves) > len(moves):
                branches.setdefault(plan.moves[len(moves)].place, []).append(plan)
            else:
                branches.setdefault(None, []).append(plan)  # it ends here
        there = _decided(list(branches.values()), goal, words)
        if len({plan.goal for plan in there}) < _FEWEST or len(there[0].moves) <= len(moves):
            return tuple(moves)
        move = there[0].moves[len(moves)]
        if not move.only_leads or move.optional or any(loop.first == len(moves) + 1 for loop in there[0].loops):
            return tuple(moves)
        moves.append(move)


def _decided(branches: list[list[Plan]], goal: str, words: Words) -> list[Plan]:
    """Return the branch whose tasks have a word in common with the goal that no other branch has; [] if none has."""
    mine = set(words(goal))
    said = [mine.intersection(chain(*(words(_SLOT.sub(" ", plan.goal)) for plan in branch))) for branch in branches]
    deciding = [
        branch
        for number, branch in enumerate(branches)
        if said[number].difference(*(said[:number] + said[number + 1 :]))
    ]
    return deciding[0] if len(deciding) == 1 else []
