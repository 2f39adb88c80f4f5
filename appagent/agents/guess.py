"""Where no word of a goal names anything: what is nearest to it in meaning."""

from collections.abc import Mapping, Sequence, Set

from appagent.agents.atlas import RETURNING, Path, Place, Sight, effect_of
from appagent.agents.filling import agrees, declines
from appagent.agents.meaning import nearness
from appagent.agents.tally import Tally
from appagent.agents.walk import Target, Walker, heading

STEP = 0.03  # what each door on the way takes from a sight
_TOUCHED = {"button", "icon"}  # kinds of sight: a switch is nothing to be guessed at
_CLOSE = 0.1  # scores so near each other are nearly the same
_BY_MEANING = 0.2  # what being as near as can be adds to one of them


def likeliest(targets: Sequence[Target], tally: Tally) -> Target | None:
    """The target with the best score; where others are nearly as good, meaning counts too."""
    top = max((target.score for target in targets), default=0.0)
    close = [target for target in targets if target.score > top - _CLOSE]
    if len({heading(target.sight.label) for target in close}) <= 1:
        return max(close, key=lambda target: target.score, default=None)
    near = nearness(tally.text, [f"{target.place[1]}: {target.sight.label}" for target in close])
    best = max(range(len(close)), key=lambda number: close[number].score + _BY_MEANING * near[number])
    return close[best]


def nearest(tally: Tally, walker: Walker, ways: Mapping[Place, Path], used: Set[tuple[str, str]]) -> Target | None:
    """The sight that is nearest in meaning, of all that can be gone to: to the goal, and to what is left of it.

    Of those of which nothing says that they only lead on, what the goal has a word of.
    """
    seen = [
        (place, sight)
        for place in ways
        for sight in walker.atlas.sights.get(place, {}).values()
        if sight.kind in _TOUCHED and key_of(sight) not in used and not _closes(sight, walker)
        if _leads_on(place, sight, walker) or (tally.shares(sight.label) and not tally.too_much(sight.label))
    ]
    if not seen or not tally.left():
        return None
    alone = nearness(tally.remainder(), [sight.label for _, sight in seen])
    whole = nearness(tally.text, [f"{place[1]}: {sight.label}" for place, sight in seen])
    targets = [
        Target(place, sight, one + other - STEP * len(ways[place]))
        for (place, sight), one, other in zip(seen, alone, whole, strict=True)
    ]
    return max(targets, key=lambda target: target.score)


def key_of(sight: Sight) -> tuple[str, str]:
    """What a sight is remembered by."""
    return sight.element_id, heading(sight.label)


def _closes(sight: Sight, walker: Walker) -> bool:
    """Whether a sight only ends what was begun."""
    record = walker.told(sight.element_id, sight.template, "tap")
    name = heading(sight.label)
    return agrees(name) or declines(name) or bool(record and effect_of(record) in RETURNING)


def _leads_on(place: Place, sight: Sight, walker: Walker) -> bool:
    """Whether the map says that a tap on a sight opens something, or on another row of the same list."""
    doors = [door for door, _ in walker.atlas.doors.get(place, {}).values() if door.action == "tap" and door.onward]
    return any(sight.element_id == door.element_id or sight.template == door.template != "" for door in doors)
