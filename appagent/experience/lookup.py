"""Look up how earlier tasks help with a new one: which is done again, and what of the others a model is told."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from appagent.errors import ModelError
from appagent.experience.kept import Chosen, Circumstances, Kept, experiences, failures, same_tasks
from appagent.experience.likeness import WORDED_ALIKE, precision, spoken, words_of, words_shared
from appagent.experience.slots import fill_known
from appagent.screen import Screen
from appagent.screen.language.lexicon import AND, folded, listed
from appagent.screen.names.labels import PARTS
from appagent.store import Store
from appagent.store.tables.search import Encoder

_GUIDES = 0.5  # share of common words from which a task worded alike is told with its steps
_MOST_WARNINGS = 3
_MOST_TOLD = 15  # moves of a task
_MOST_COMPARED = 100  # tasks compared by meaning, the best of them
_SHORT = 8  # letters of the word that a simple task says besides an element's
_END = re.compile(rf"[,;，；、。]|\.\s|\s(?:{'|'.join(map(re.escape, sorted(listed(AND))))})\s", re.IGNORECASE)


@dataclass(frozen=True)
class Thresholds:
    """Precision from which a model is told the steps of an unlike task (`guide`), or one line of them (`hint`)."""

    guide: float = 0.7
    hint: float = 0.4


@dataclass(frozen=True)
class Found:
    """Experience found for a task.

    use: "replay", "beginning" (of a replay of first moves), "guidance", "hint" or "none". experience: the id of the
    task's experience or of the nearest; "" if there is none. precision: share of pairs as near that are the same task;
    None if it is not known. why_not: why nothing is replayed; "" if something is. told: sentences for a model.
    """

    use: str = "none"
    experience: str = ""
    precision: float | None = None
    why_not: str = "no experience of this app is there"
    told: tuple[str, ...] = ()
    chosen: Chosen | None = None

    def to_json(self) -> dict[str, Any]:
        """Return as plain JSON which experience is used, how, and why none is replayed."""
        told = {"use": self.use, "experience": self.experience}
        return {**told, "precision": self.precision, "why_not": self.why_not}


def look_up(
    store: Store, app: str, goal: str, at: Circumstances, encoder: Encoder | None = None, by: Thresholds = Thresholds()
) -> Found:
    """Return the experience that helps with a task.

    Only the same task is done again, that is one which differs in nothing but the values of its slots. Otherwise a
    model is told how the nearest task was done: by its words where these are alike, else by its meaning; or how parts
    of the task were done. Nothing is searched for a task that names little but an element in sight.
    encoder: for the meaning; None to go by words alone.
    """
    known = experiences(store, app, at)
    same = list(same_tasks(known, goal, at))
    if chosen := next((each for each in same if not each.why_not), None):
        return Found("replay", chosen.kept.record.id, 1.0, "", chosen=chosen)
    if same:
        kept = same[0].kept
        found = Found("guidance", kept.record.id, 1.0, same[0].why_not, (_steps(kept, same[0].values),))
    elif at.screen and _is_simple(goal, at.screen):
        found = Found(why_not="the task names an element in sight and little else, so nothing was searched")
    else:
        found = _parts(known, goal, at) or _nearest(known, goal, encoder, by, at)
    return replace(found, told=(*found.told, *_warnings(store, app, goal)))


def _nearest(known: Sequence[Kept], goal: str, encoder: Encoder | None, by: Thresholds, at: Circumstances) -> Found:
    """Return the nearest task if its steps, or one line of it, are worth telling."""
    if not known:
        return Found()
    known = [each for each in known if not (each.record.untrusted or each.fails(at.replay_from))]
    if not known:
        return Found(why_not="all experience of this app fails, or is of somebody who is not trusted")
    near = max(known, key=lambda each: words_shared(each.plan.goal, goal))
    shared = words_shared(near.plan.goal, goal)
    if shared >= WORDED_ALIKE:
        other = words_of(near.plan.goal)
        differs = " ".join(word for word in goal.split() if not words_of(word) & other) or near.plan.goal
        why = f"what differs from the nearest task is no value of it: {differs}"
        use, share, says = "guidance" if shared >= _GUIDES else "hint", None, "Yours may be another one"
    else:
        near, share = _by_meaning(known, goal, encoder)
        why, says = "no task with the same words is known", "Yours may be the same in other words"
        # without a calibration the encoder can only tell which task is the nearest
        use = "none" if not encoder else "hint" if share is None else _use_of(share, by)
    if use == "none":
        return Found(precision=share, why_not=why)
    told = f"{_steps(near)}. {says}" if use == "guidance" else _hint(near)
    return Found(use, near.record.id, share, why, (told,))


def _by_meaning(known: Sequence[Kept], goal: str, encoder: Encoder | None) -> tuple[Kept, float | None]:
    """Return the task nearest in meaning, and the share of tasks as near that are the same; None if it is not known."""
    tasks = {spoken(each.plan.goal): each for each in reversed(known[:_MOST_COMPARED])}  # the best of each task
    if encoder is None:
        return known[0], None
    try:
        first, *others = encoder.encoded([goal, *tasks])
    except ModelError:
        return known[0], 0.0  # the task can be done without
    cosines = [float(first @ other) for other in others]
    best = max(range(len(cosines)), key=cosines.__getitem__)
    return list(tasks.values())[best], precision(encoder.name, cosines)


def _use_of(share: float, by: Thresholds) -> str:
    return "guidance" if share >= by.guide else "hint" if share >= by.hint else "none"


def _parts(known: Sequence[Kept], goal: str, at: Circumstances) -> Found | None:
    """Return the known tasks that parts of a task are; None if there are none.

    Parts end at a comma, at the end of a sentence, and at a word such as "and".
    """
    parts = [part.strip() for part in _END.split(goal)]
    found = [each for part in parts if part and len(parts) > 1 for each in islice(same_tasks(known, part, at), 1)]
    if not found:
        return None
    told = tuple(f"{_steps(each.kept, each.values)}. That is a part of yours" for each in found)
    return Found("guidance", found[0].kept.record.id, None, "only a part of the task was done before", told)


def _is_simple(goal: str, screen: Screen) -> bool:
    """Tell whether a task says the words of an element in sight, and at most one short word besides."""
    said = folded(goal).strip(" .!?。！？")
    for element in screen.elements:
        name = folded(element.text.split(PARTS)[0])
        rest = said.replace(name, " ", 1).split() if name and name in said else [said] * 2
        if len(rest) <= 1 and len("".join(rest)) <= _SHORT:
            return True
    return False


def _warnings(store: Store, app: str, goal: str) -> list[str]:
    """Return sentences on why the last tries of a task failed."""
    told = []
    for record in failures(store, app, goal)[-_MOST_WARNINGS:]:
        where = f' on the screen "{record.facts["screen"]}"' if record.facts.get("screen") else ""
        told.append(f"a try before this one failed{where}: {_shown(str(record.facts['failed']))}")
    return told


def _steps(kept: Kept, values: Mapping[str, str] = {}) -> str:
    moves = [f"{number}. {_shown(move.words, values)}" for number, move in enumerate(kept.plan.moves[:_MOST_TOLD], 1)]
    return f'the task "{_shown(kept.plan.goal, values)}" was done so: {"; ".join(moves)}'


def _hint(kept: Kept) -> str:
    first = _shown(kept.plan.moves[0].words)
    return f'a task that may be like yours, "{_shown(kept.plan.goal)}", began so: {first}'


def _shown(template: str, values: Mapping[str, str] = {}) -> str:
    """Return a text with its slots filled, or in angle brackets, such as <name>, for a model to read."""
    return fill_known(template, values, "<{}>")
