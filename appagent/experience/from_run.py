"""Make a plan from a run or demonstration on disk, leaving out the steps that were no use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.actions import DONE, Action, Finish, call, parse
from appagent.errors import UsageError
from appagent.experience.detours import without_detours, without_scrolling
from appagent.experience.finding_again.pages import page_features
from appagent.experience.finding_again.row_values import row_values
from appagent.experience.finding_again.targets import Setting, target_of
from appagent.experience.judging.answers import reading_of
from appagent.experience.judging.counting import counted, with_set_numbers
from appagent.experience.judging.moments import Moment, moments_of
from appagent.experience.judging.outcomes import message_after, state_after, texts_after, words_after
from appagent.experience.plan import Move, Plan, Target, retyped
from appagent.experience.slots import Alignment, aligned, literal, quotations, shape, slots_in, templated, value_hash
from appagent.runs.demonstration import Demonstration, read_demonstration
from appagent.runs.trajectory import Step, check_unbroken, load_run
from appagent.screen import Screen, Size
from appagent.screen.language.lexicon import folded
from appagent.screen.transitions import SCROLLING
from appagent.secrets import names_in

_UNNAMED = re.compile(r"\$\{secret\d*\}")  # of a secret that was typed without a name


@dataclass(frozen=True)
class FromRun:
    """Plan that was made from a run.

    values: the value of each slot in the run. cut: numbers of the steps that were left out. size: of the display, px.
    steps: the number of the step of each move.
    uncut: the same with the detours left in, because one of them may have done something that no screen shows; None if
    no detour was cut.
    """

    plan: Plan
    values: Mapping[str, str]
    cut: tuple[int, ...]
    size: Size
    steps: tuple[int, ...] = ()
    uncut: "FromRun | None" = None


@dataclass(frozen=True)
class Shown:
    """Run or demonstration from disk.

    start: first line of its trajectory. moments: the steps that did something. kept: those that were needed. uncut:
    these and the detours. last: the screen on which it ended; None if unknown. answer: the answer to its task; "" for
    none.
    """

    folder: Path
    start: Mapping[str, object]
    moments: Sequence[Moment]
    kept: Sequence[Moment]
    uncut: Sequence[Moment]
    last: Screen | None
    answer: str

    @property
    def goal(self) -> str:
        """Return the task in words."""
        return str(self.start.get("task", ""))


def plan_of(folder: Path, told: Demonstration | None = None) -> FromRun:
    """Make a plan from the run or demonstration in a folder. Raises UsageError as `read_shown` does.

    told: what a person said about it, such as which words are values; None to read this from the folder.
    """
    shown, told = read_shown(folder), told or read_demonstration(folder)
    made = planned(shown, told)
    if len(shown.uncut) == len(shown.kept):
        return made
    return replace(made, uncut=planned(replace(shown, kept=shown.uncut), told))


def read_shown(folder: Path) -> Shown:
    """Read a run or demonstration from its folder, and find the steps that its task needs.

    Not needed are steps that failed or were taken back, detours that ended where they began, and scrolling, because a
    replay scrolls by itself. Raises UsageError if there is no run, it was no success, or a step cannot be done again.
    """
    found = load_run(folder)
    if found.end.get("status") != "success":
        raise UsageError(f"{folder} was no success, so that it is not done again; show the task, or run it anew")
    check_unbroken(folder)
    moments, last = moments_of(folder, found.steps)
    shown = [one for one in moments if not one.undone]
    goal = str(found.start.get("task", ""))
    both = (without_detours(moments, last) or shown, shown)
    kept, uncut = (with_set_numbers(without_scrolling(each), goal) for each in both)
    if not kept:
        raise UsageError(f"nothing was done in {folder} that could be done again")
    ended = next((step for step in found.steps if step.outcome == "finish"), None)
    return Shown(folder, found.start, moments, kept, uncut, last, _answer(ended))


def planned(shown: Shown, told: Demonstration) -> FromRun:
    """Make a plan from a run or demonstration. told: what a person said about it, such as which words are values."""
    kept, last = shown.kept, shown.last
    alignment, used = _aligned(shown, told)
    chose = {
        name: text for text, name in used if text in told.values.values() and text not in alignment.values.values()
    }
    alignment = replace(alignment, values={**alignment.values, **chose})
    free = _free(kept, alignment.values, told)
    values = {**alignment.values, **free}
    reading = reading_of(shown.answer, last, alignment.values) if shown.answer and last else None
    plan = Plan(
        alignment.goal,
        str(shown.start.get("app", "")),
        _showing_used([_move(moment, alignment, values, told, _setting(shown, moment)) for moment in kept]),
        page_features(last, alignment.values) if last else None,
        reading,
        unread=bool(shown.answer) and reading is None,
        shapes={name: shape(value) for name, value in values.items()},
        quoted=alignment.quoted,
        free=(*chose, *free),
        locale=str(shown.start.get("locale", "")),
        shown={name: value_hash(value) for name, value in values.items()},
    )
    cut = {moment.step.number for moment in shown.moments} - {moment.step.number for moment in kept}
    steps = tuple(moment.step.number for moment in kept)
    return FromRun(plan, values, tuple(sorted(cut)), kept[0].screen.size, steps)


def _aligned(shown: Shown, told: Demonstration) -> tuple[Alignment, list[tuple[str, str]]]:
    """Return the task with slots, and its possible values, as pairs (value, name for a slot).

    The words of a row do not count if they would not lead back to just this row.
    """
    deciding = list(shown.kept)
    while True:
        used = [used for moment in deciding for used in _values(moment, shown.goal, told)]
        alignment = aligned(shown.goal, used)
        values = {**alignment.values, **{name: text for text, name in used if text in told.values.values()}}
        lost = [
            one for one in deciding
            if one.element and one.chooses and _values(one, shown.goal, told)
            and not any(target_of(one.element, one.screen, values, chosen=True).texts)
        ]  # fmt: skip
        if not lost:
            return alignment, used
        deciding = [one for one in deciding if one not in lost]


def _setting(shown: Shown, moment: Moment) -> Setting:
    later = [one.screen for one in shown.moments if one.step.number > moment.step.number]
    deeds = {one.step.may for one in shown.kept} - {"", "unknown"}
    return Setting(deeds, [*later, *([shown.last] if shown.last else [])])


def task_of(folder: Path) -> tuple[str, dict[str, str], str]:
    """Return (task with slots, their values, heading of the last screen) of a run, which may have failed.

    Words in quotation marks become slots too. Raises UsageError if there is no run, or its screens were not kept.
    """
    found = load_run(folder)
    moments, last = moments_of(folder, found.steps)
    goal = str(found.start.get("task", ""))
    used = [used for moment in moments for used in _values(moment, goal, Demonstration())]
    told = aligned(goal, [*used, *((text, "value") for text in quotations(goal))])
    end = last or (moments[-1].screen if moments else None)
    return told.goal, dict(told.values), end.heading if end else ""


def _values(moment: Moment, goal: str, told: Demonstration) -> list[tuple[str, str]]:
    """Return the values of a step, as pairs (value, name for a slot): the typed text, or the words of the chosen row.

    A value that the person named (in `told`) has this name, and a text that they declared fixed is no value.
    """
    named = {folded(value): name for name, value in told.values.items()}
    found = _used(moment, goal, named)
    return [(value, named.get(folded(value), name)) for value, name in found if not _is_fixed(value, told)]


def _used(moment: Moment, goal: str, named: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return possible values of a step, as pairs (value, name for a slot). named: the person's names, by value."""
    element, typed = moment.element, moment.action.typed
    if typed:
        return [(typed, (element.hint or element.label or "text") if element else "text")]
    if element is None or not moment.chooses or moment.action.kind in SCROLLING:
        return []
    found = row_values(element, moment.screen, goal, named, moment.after)
    return [(text, "item") for text in found if folded(text) in named or not moment.step.may]


def _free(moments: Sequence[Moment], values: Mapping[str, str], told: Demonstration) -> dict[str, str]:
    """Return typed texts that the task does not mention, by the names of new slots.

    A secret that was typed by the name that the person gave it is none: only the phone fills it in.
    """
    found: dict[str, str] = {}
    for moment in moments:
        typed = moment.action.typed
        if (
            typed
            and not (_is_secret(typed) or _is_said(typed, values) or _is_fixed(typed, told))
            and typed not in found.values()
        ):
            found[f"text_{len(found) + 1}"] = typed
    return found


def _is_secret(text: str) -> bool:
    """Tell whether a text is the name of a secret, such as "${PIN}", that the person gave it, and not one of ours."""
    return names_in(text) == [text] and not _UNNAMED.fullmatch(text)


def _is_fixed(text: str, told: Demonstration) -> bool:
    return folded(text) in map(folded, told.fixed)


def _is_said(text: str, values: Mapping[str, str]) -> bool:
    """Tell whether a text consists only of values and punctuation."""
    rest = templated(text, values)
    for name in slots_in(rest):
        rest = rest.replace("{" + name + "}", "")
    return not any(map(str.isalnum, rest))


def _showing_used(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves, each expected to show only values that were typed or chosen by then.

    A value that it shows before is only one of several to choose from, such as a city in a list of all.
    """
    found, used = list[Move](), set[str]()
    for move in moves:
        target = move.target
        used |= {*slots_in(move.action), *(slots_in(" ".join(target.texts)) if target else ())}
        found.append(replace(move, shows=tuple(text for text in move.shows if used.issuperset(slots_in(text)))))
    return tuple(found)


def _move(
    moment: Moment, alignment: Alignment, values: Mapping[str, str], told: Demonstration, setting: Setting
) -> Move:
    element, action, step = moment.element, moment.action, moment.step
    if action.typed:
        slots = values if not _is_said(action.typed, alignment.values) else alignment.values
        wording = templated(action.typed, {} if _is_fixed(action.typed, told) else slots)
        action = retyped(action, wording)
    known, end = alignment.values, moment.end
    target = (
        target_of(element, moment.screen, known, step.looks, chosen=moment.chooses, setting=setting)
        if element
        else None
    )
    to = target_of(end, moment.screen, known, chosen=end.listed, setting=setting) if end else None
    message, toast = message_after(moment, values)
    return Move(
        call(action), _words(action, target), page_features(moment.screen, alignment.values), target, to,
        step.changed, state_after(moment), step.may, step.number in told.optional,
        told.nothing_found.get(step.number, "stop"), step.number in told.unsure, words_after(moment, alignment.values),
        texts_after(moment, values), message, toast, counted(moment),
    )  # fmt: skip


def _words(action: Action, target: Target | None) -> str:
    if target is None:
        return action.words("") if action.typed else literal(action.words(""))
    named = f'"{target.says or literal(target.name)}"' if target.says or target.name else ""
    row = "a row of the list" if target.listed else f"the {target.role}"
    row = f'the {target.role} by "{target.within}"' if target.within else row
    return action.words(named or row)


def _answer(ended: Step | None) -> str:
    if ended is None:
        return ""
    action = parse(ended.action)
    return action.answer if isinstance(action, Finish) and action.outcome == DONE else ""
