"""Unroll the loops of a plan, so that it lists each move as often as the move is to be made."""

from collections.abc import Mapping
from dataclasses import replace

from appagent.errors import UsageError
from appagent.experience import slots
from appagent.experience.plan import MOST_MOVES, Loop, Move, MovePage, Plan, Target


def unrolled(plan: Plan, values: Mapping[str, str]) -> tuple[Plan, dict[str, str]]:
    """Write out the loops of a plan: return (plan without loops, values of its slots).

    The moves of a loop are made once for each item of its lists. A list is a value such as "Ana, Ben and Cleo". Raises
    UsageError if the lists of one loop have different lengths, or if the result has too many moves.
    """
    moves, given, shapes = list(plan.moves), dict(values), plan.slots
    for loop in reversed(plan.loops):
        body, made = moves[loop.first - 1 : loop.last], list[Move]()
        for number, row in enumerate(_rows(loop, values), 1):
            names = {slot: f"{slot}_{number}" for slot in loop.slots}
            given |= {names[slot]: item for slot, item in row.items()}
            shapes |= {names[slot]: shapes[slot] for slot in row}
            made += [with_names(move, names) for move in body]
        moves[loop.first - 1 : loop.last] = made
    if len(moves) > MOST_MOVES:
        raise UsageError(f"that is {len(moves)} moves; a task may have {MOST_MOVES}: give it fewer items at a time")
    return replace(plan, moves=tuple(moves), shapes=shapes, loops=()), given


def with_names(move: Move, names: Mapping[str, str]) -> Move:
    """Return a move with other names for its slots. names: the new names by old name."""

    def with_new_names(target: Target | None) -> Target | None:
        if target is None:
            return None
        says, within = (slots.renamed(text, names) for text in (target.says, target.within))
        also = tuple(replace(one, text=slots.renamed(one.text, names)) for one in target.also)
        return replace(target, says=says, within=within, also=also)

    asks = tuple(slots.renamed(text, names) for text in move.page.asks)
    page: MovePage = replace(move.page, heading=slots.renamed(move.page.heading, names), asks=asks)
    return replace(
        move, action=slots.renamed(move.action, names), words=slots.renamed(move.words, names), page=page,
        then=slots.renamed(move.then, names), shows=tuple(slots.renamed(text, names) for text in move.shows),
        target=with_new_names(move.target), end=with_new_names(move.end),
    )  # fmt: skip


def _rows(loop: Loop, values: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the values of a loop's slots for each round of the loop: a dict by name of slot."""
    lists = {slot: slots.items(values[slot], loop.word) for slot in loop.slots}
    if len({len(each) for each in lists.values()}) != 1:
        told = ", ".join(f"{slot} has {len(each)}" for slot, each in lists.items())
        raise UsageError(f"these lists go together, and have different numbers of items: {told}")
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
