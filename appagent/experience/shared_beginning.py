"""Find the first moves that several tasks of an app share. Their plans form a tree with a branch for each move."""

from collections.abc import Callable, Iterable
from itertools import chain

from appagent.experience.plan import Move, Plan
from appagent.experience.slots import without_slots

NamingWords = Callable[[str], Iterable[str]]

_FEWEST = 2  # tasks that share a move whose words say nothing of the goal


def shared_beginning(plans: Iterable[Plan], goal: str, words: NamingWords) -> tuple[Move, ...]:
    """Return the first moves that a task shares with earlier tasks, even if it differs from them otherwise.

    plans: those of the earlier tasks, all in one app.
    words: function that returns the words of a text that name something.
    The tasks have to share a word with the goal. Where the plans branch, only one branch can be followed: the one whose
    tasks share a word with it that no other branch has, and that stands on what their moves touch; so none is followed
    for a word such as "that". A move is returned only if it only leads to another page, and if at least two different
    tasks make it. What a single task does is shared as long as what is touched says words of the goal, and none by
    which that task differs from it.
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
        if not there or len(there[0].moves) <= len(moves):
            return tuple(moves)
        move = there[0].moves[len(moves)]
        if len({plan.goal for plan in there}) < _FEWEST and not _says_goal(move, there[0], goal, words):
            return tuple(moves)
        if not move.only_leads or move.optional or any(loop.first == len(moves) + 1 for loop in there[0].loops):
            return tuple(moves)
        moves.append(move)


def _decided(branches: list[list[Plan]], goal: str, words: NamingWords) -> list[Plan]:
    """Return the plans of the only branch whose tasks and moves share a word with the goal that no other branch has.

    Return [] if there is no such branch. Of a single branch, the tasks only have to share a word with the goal.
    """
    mine, parting = set(words(goal)), len(branches) > 1
    said = [mine.intersection(chain(*(_said(plan, words, parting) for plan in branch))) for branch in branches]
    deciding = [
        branch
        for number, branch in enumerate(branches)
        if said[number].difference(*(said[:number] + said[number + 1 :]))
    ]
    return deciding[0] if len(deciding) == 1 else []


def _says_goal(move: Move, plan: Plan, goal: str, words: NamingWords) -> bool:
    """Tell whether what a move touches says a word of a goal, and no word of the move's task that the goal lacks."""
    says, wanted = {*words(move.words)}, {*words(goal)}
    return bool(says & wanted) and not says & {*words(without_slots(plan.goal))} - wanted


def _said(plan: Plan, words: NamingWords, parting: bool) -> set[str]:
    """Return the words of a plan's task, if `parting` is True only those that stand on what its moves touch, too."""
    task = {*words(without_slots(plan.goal))}
    return task.intersection(chain(*(words(move.words) for move in plan.moves))) if parting else task
