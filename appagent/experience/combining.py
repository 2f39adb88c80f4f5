"""Make one plan from several demonstrations: texts that vary become slots, and repeated moves become a loop."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import chain, count
from pathlib import Path

from appagent.errors import UsageError
from appagent.experience.finding_again.finding import sayings_of
from appagent.experience.from_run import FromRun, Shown, planned, read_shown
from appagent.experience.judging.moments import Moment
from appagent.experience.loops import with_names
from appagent.experience.plan import Loop, Move
from appagent.experience.slots import QUOTES, renamed, slots_in
from appagent.runs.demonstration import Demonstration, read_demonstration
from appagent.screen.language.lexicon import folded

_LONGEST_STRETCH = 30  # moves
_BETWEEN = rf"[\s,;、，{re.escape(QUOTES)}]*"  # items of a list, beside a word such as "and"

Sign = tuple[object, ...]


@dataclass(frozen=True)
class _Part:
    """Part of a demonstration: one move, or a group of moves that is repeated.

    signs: a key for each move, from `_sign`.
    times: the steps of the part, for each time that it was carried out.
    repeated: True if it is a group of moves that some demonstration repeats.
    """

    signs: tuple[Sign, ...]
    times: tuple[tuple[Moment, ...], ...]
    repeated: bool


@dataclass(frozen=True)
class _Piece:
    """Moves of one part of a plan, each move once.

    slots: the slots that take a list of items, if the part is repeated.
    word: what the task says before the last item of the lists, such as "and".
    """

    moves: tuple[Move, ...]
    slots: tuple[str, ...]
    word: str


@dataclass
class _Compared:
    """Facts about one demonstration that show only beside the others.

    values: its texts that differ in the others, by the name of their slot.
    fixed: its texts that are the same in all.
    optional: the numbers of its steps that others lack.
    """

    values: dict[str, str] = field(default_factory=dict)
    fixed: list[str] = field(default_factory=list)
    optional: set[int] = field(default_factory=set)


def combine_demonstrations(folders: Sequence[Path]) -> FromRun:
    """Make one plan from the folders of several runs or demonstrations of one task.

    - A text that was typed or chosen differently each time becomes a slot, even if the task does not mention it.
    - A text that was the same each time stays as it is.
    - Moves that are repeated in a row, each time with other values, become a loop over the items of a list.
    - A move that only some of the demonstrations have becomes optional, if it is on a page of its own such as a dialog.
    Raises UsageError if there are fewer than two folders, or if the demonstrations differ in any other way.
    """
    if len({folder.resolve() for folder in folders}) < 2:
        raise UsageError(
            "one plan is made of two or more demonstrations; name another run or demonstration of the task"
        )
    shown = [read_shown(folder) for folder in folders]
    stretches = {stretch for one in shown for stretch in _stretches(one.kept)}
    parts = [_parts(one.kept, stretches) for one in shown]
    columns = _columns(parts, shown)
    compared = _compare(columns, shown)
    _check_distinct(compared)
    plans = [planned(one, _with_facts(one, facts)) for one, facts in zip(shown, compared, strict=True)]
    return _merged(columns, plans, parts, shown)


def _sign(moment: Moment) -> Sign:
    """Return a key of a move that is the same in all demonstrations, whatever was typed or chosen in them."""
    element, action = moment.element, moment.action
    if element is None:
        return action.kind, moment.step.action if not action.typed else ""
    return action.kind, element.template if moment.chooses else element.id, moment.step.app


def _stretches(moments: Sequence[Moment]) -> list[tuple[Sign, ...]]:
    """Find groups of moves that are made twice in a row with different values. Return each as the keys of its moves."""
    signs, found, at = [*map(_sign, moments)], list[tuple[Sign, ...]](), 0
    while at < len(signs):
        for length in range(1, min(_LONGEST_STRETCH, (len(signs) - at) // 2) + 1):
            end = at + 2 * length
            if signs[at : at + length] == signs[at + length : end] and _differ(moments[at:end], length):
                found.append(tuple(signs[at : at + length]))
                at = end - 1
                break
        at += 1
    return found


def _differ(moments: Sequence[Moment], length: int) -> bool:
    """Tell whether any value differs between the first `length` steps and the next ones, which make the same moves."""
    pairs = zip(moments[:length], moments[length:], strict=True)
    return any(one.action.typed != two.action.typed or _varying([one, two]) for one, two in pairs)


def _parts(moments: Sequence[Moment], stretches: set[tuple[Sign, ...]]) -> list[_Part]:
    """Split a demonstration into parts: each group of moves that is repeated, and each other move.

    stretches: the groups of moves that some demonstration repeats, as the keys of their moves.
    """
    signs, parts, at = [*map(_sign, moments)], list[_Part](), 0
    while at < len(signs):
        fits = [each for each in stretches if tuple(signs[at : at + len(each)]) == each]
        stretch = max(fits, key=len, default=(signs[at],))
        times = list[tuple[Moment, ...]]()
        while tuple(signs[at : at + len(stretch)]) == stretch and (fits or not times):
            times.append(tuple(moments[at : at + len(stretch)]))
            at += len(stretch)
        parts.append(_Part(stretch, tuple(times), bool(fits)))
    return parts


def _columns(parts: Sequence[Sequence[_Part]], shown: Sequence[Shown]) -> list[dict[int, _Part]]:
    """Match the parts of all demonstrations. Return columns: parts that do the same, by number of demonstration.

    Raises UsageError if two demonstrations did something different at the same point.
    """
    columns = [{0: part} for part in parts[0]]
    for number, others in enumerate(parts[1:], 1):
        keys = [next(iter(column.values())).signs for column in columns]
        matcher = SequenceMatcher(None, keys, [part.signs for part in others], autojunk=False)
        merged = list[dict[int, _Part]]()
        for what, a, b, c, d in matcher.get_opcodes():
            if what == "replace":
                one, other = next(iter(columns[a].values())).times[0][0].step, others[c].times[0][0].step
                raise UsageError(
                    f"they were done in different ways: {shown[0].folder.name} did {one.words} where "
                    f"{shown[number].folder.name} did {other.words}; show them alike"
                )
            if what == "equal":
                merged += [{**column, number: part} for column, part in zip(columns[a:b], others[c:d], strict=True)]
            else:
                merged += columns[a:b] or [{number: part} for part in others[c:d]]
        columns = merged
    return columns


def _compare(columns: Sequence[Mapping[int, _Part]], shown: Sequence[Shown]) -> list[_Compared]:
    """Compare the parts that do the same in all demonstrations; return what follows for each demonstration."""
    compared, names = [_Compared() for _ in shown], dict[Sign, str]()
    for at, column in enumerate(columns):
        if len(column) < len(shown):
            _check_optional(columns, at, shown)
            for number, part in column.items():
                compared[number].optional |= {moment.step.number for moment in part.times[0]}
            continue
        for offset in range(len(column[0].signs)):
            rows = {number: [time[offset] for time in part.times] for number, part in column.items()}
            texts = _texts(rows)
            if len({folded(text) for each in texts.values() for text in each}) < 2:
                for number, each in texts.items():
                    compared[number].fixed += each
                continue
            alike = tuple(tuple(map(folded, each)) for each in texts.values())
            name = names.setdefault(alike, _name(rows[0][0], names.values()))
            for number, each in texts.items():
                compared[number].values |= {
                    f"{name}_{n}" if column[0].repeated else name: text for n, text in enumerate(each, 1)
                }
    return compared


def _check_distinct(compared: Sequence[_Compared]) -> None:
    """Raise UsageError if two values have the same text in a demonstration, so that they cannot be told apart."""
    for one in compared:
        texts = [folded(text) for text in one.values.values()]
        if twice := next((text for text in texts if texts.count(text) > 1 or text in map(folded, one.fixed)), ""):
            raise UsageError(f'one demonstration has "{twice}" for two values; show the task with other ones')


def _check_optional(columns: Sequence[Mapping[int, _Part]], at: int, shown: Sequence[Shown]) -> None:
    """Raise UsageError if a part that only some demonstrations have is not on a page of its own, such as a dialog.

    at: the index of the part's column.
    Without such a page, a repetition could not know when to do the part.
    """
    part = next(iter(columns[at].values()))
    first = part.times[0][0]
    after = next((column for column in columns[at + 1 :] if len(column) == len(shown)), None)
    page = next(iter(after.values())).times[0][0].screen if after else None
    alone = page is None or page.screen_id != first.screen.screen_id
    if not alone or part.repeated or any(moment.step.may for moment in part.times[0]):
        there = ", ".join(shown[number].folder.name for number in columns[at])
        raise UsageError(
            f"only {there} did {first.step.words}, and nothing on the screen tells when to; show it each time, or never"
        )


def _texts(rows: Mapping[int, Sequence[Moment]]) -> dict[int, list[str]]:
    """Return the texts typed in one move, or the words of the rows chosen in it, by number of demonstration.

    rows: the steps of the move, by number of demonstration; several if the move is repeated.
    """
    moments = [moment for each in rows.values() for moment in each]
    if any(moment.action.typed for moment in moments):
        return {number: [moment.action.typed for moment in each] for number, each in rows.items()}
    if not all(moment.chooses for moment in moments):
        return {number: [] for number in rows}
    first = sayings_of(moments[0].element, moments[0].screen)[:1]  # type: ignore[arg-type]  # chosen, so there
    where = _varying(moments) or next(((one.where, one.holder) for one in first), ("own", ""))
    return {number: [_said_at(moment, *where) for moment in each] for number, each in rows.items()}


def _varying(moments: Sequence[Moment]) -> tuple[str, str] | None:
    """Return (where, holder) of the first text that differs between the chosen rows, as in `Saying`; None if none does.

    Texts beside the rows count only if no text in them differs.
    """
    if not all(moment.chooses for moment in moments):
        return None
    places = [(one.where, one.holder) for one in sayings_of(moments[0].element, moments[0].screen)]  # type: ignore[arg-type]
    for where in sorted(places, key=lambda one: one[0] == "beside"):
        texts = {folded(_said_at(moment, *where)) for moment in moments}
        if len(texts) > 1 and "" not in texts:
            return where
    return None


def _said_at(moment: Moment, where: str, holder: str) -> str:
    assert moment.element
    said = [one for one in sayings_of(moment.element, moment.screen) if (one.where, one.holder) == (where, holder)]
    return said[0].text if said else ""


def _name(moment: Moment, taken: Collection[str]) -> str:
    element = moment.element
    called = (element.hint or element.label or "text") if element and moment.action.typed else "item"
    name = re.sub(r"\W+", "_", folded(called)).strip("_")[:20] or "text"
    name = name if not name[0].isdigit() else f"value_{name}"
    return next(each for each in chain([name], (f"{name}{n}" for n in count(2))) if each not in taken)


def _with_facts(shown: Shown, facts: _Compared) -> Demonstration:
    """Return what the person said about a demonstration, with the facts added that only comparing has shown."""
    before = read_demonstration(shown.folder)
    return replace(
        before, values=facts.values, fixed=tuple(facts.fixed), optional=(*before.optional, *sorted(facts.optional))
    )


def _pieces(made: FromRun, parts: Sequence[_Part]) -> tuple[list[_Piece], str, dict[str, str]]:
    """Return (pieces, goal, names) for the plan of one demonstration.

    pieces: the moves of each part.
    goal: the task with slots that take whole lists.
    names: for each slot that took one item, the name of the slot for its list.
    """
    pieces, names, goal, at = list[_Piece](), dict[str, str](), made.plan.goal, 0
    for part in parts:
        moves = made.plan.moves[at : at + len(part.signs)]
        at += len(part.signs) * len(part.times)
        used = {name for move in moves for name in _slots_of(move)}
        lists = {name: name[:-2] for name in made.plan.slots if part.repeated and name in used and name.endswith("_1")}
        word = ""
        for name in lists.values():
            goal, word = _listed(goal, name, len(part.times), word)
            names |= {f"{name}_{number}": name for number in range(1, len(part.times) + 1)}
        pieces.append(_Piece(tuple(with_names(move, lists) for move in moves), tuple(lists.values()), word))
    return pieces, goal, names


def _slots_of(move: Move) -> list[str]:
    targets = (one for one in (move.target, move.end) if one)
    return [name for text in (move.action, *(" ".join(one.texts) for one in targets)) for name in slots_in(text)]


def _listed(goal: str, name: str, times: int, word: str) -> tuple[str, str]:
    """Replace a list of slots in a task by one slot. Return the new task, and the word that joins the last item.

    times: how many slots are in the list.
    word: what to return in place of that word if there is none.

    >>> _listed("Add {name_1}, {name_2} and {name_3} here", "name", 3, "")
    ('Add {name} here', 'and')
    """
    slots = ["{" + f"{name}_{number}" + "}" for number in range(1, times + 1)]
    found = re.search(rf"{_BETWEEN}(\w*){_BETWEEN}".join(map(re.escape, slots)), goal)
    if found is None:
        return goal, word
    return f"{goal[: found.start()]}{{{name}}}{goal[found.end() :]}", (found.groups() or ("",))[-1] or word


def _merged(
    columns: Sequence[Mapping[int, _Part]], plans: Sequence[FromRun], parts: Sequence[Sequence[_Part]],
    shown: Sequence[Shown],
) -> FromRun:  # fmt: skip
    """Merge the plans of all demonstrations into one that has every move of any of them.

    A move comes from the demonstration with the most parts that has it.
    Raises UsageError if the demonstrations turn out to be of different tasks.
    """
    every = [_pieces(plan, mine) for plan, mine in zip(plans, parts, strict=True)]
    goals = [goal for _, goal, _ in every]
    if other := next((number for number, goal in enumerate(goals) if folded(goal) != folded(goals[0])), None):
        raise UsageError(
            "these are two tasks, since they differ in words that were neither typed nor chosen: "
            f'"{shown[0].goal}" and "{shown[other].goal}"'
        )
    base = max(range(len(plans)), key=lambda number: len(parts[number]))
    moves, loops = list[Move](), list[Loop]()
    for column in columns:
        number = base if base in column else next(iter(column))
        piece = every[number][0][[part is column[number] for part in parts[number]].index(True)]
        if piece.slots:
            words = (each.word for mine, _, _ in every for each in mine if each.slots == piece.slots)
            loops.append(
                Loop(len(moves) + 1, len(moves) + len(piece.moves), piece.slots, next(filter(None, words), ""))
            )
        moves += piece.moves
    return _renamed(plans[base], goals[base], every[base][2], moves, loops)


def _renamed(
    made: FromRun, goal: str, names: Mapping[str, str], moves: Sequence[Move], loops: Sequence[Loop]
) -> FromRun:
    """Return a plan in which slots for whole lists replace slots for single items.

    made: the plan with single items.
    goal, moves, loops: those of the result.
    names: for each slot that took one item, the name of the slot for its list.
    """
    plan, values = made.plan, dict[str, str]()
    for name, value in made.values.items():
        own = names.get(name, name)
        values[own] = f"{values[own]}, {value}" if own in values else value
    one = {names.get(name, name): told for name, told in reversed(plan.slots.items())}
    plan = replace(
        plan, goal=goal, moves=tuple(moves), loops=tuple(loops), shapes={name: one[name] for name in values},
        end=replace(plan.end, heading=renamed(plan.end.heading, names)) if plan.end else None,
        quoted=tuple(dict.fromkeys(names.get(name, name) for name in plan.quoted)),
        free=tuple(dict.fromkeys(names.get(name, name) for name in plan.free)),
    )  # fmt: skip
    return FromRun(plan, values, made.cut, made.size)
