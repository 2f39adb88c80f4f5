"""Make a plan from a run or demonstration on disk, leaving out the steps that were no use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.actions import DONE, Action, Finish, SetValue, call, parse
from appagent.actions.scrolling import again
from appagent.devices.files import read_files
from appagent.errors import ActionError, UsageError
from appagent.experience.answers import reading_of
from appagent.experience.finding import place_among, sayings_of
from appagent.experience.pages import page_features
from appagent.experience.plan import Move, Plan, Target, retyped
from appagent.experience.row_values import row_values
from appagent.experience.slots import Alignment, aligned, literal, quotations, shape, slots_in, templated, value_hash
from appagent.experience.targets import Setting, target_of
from appagent.runs.demonstration import Demonstration, read_demonstration
from appagent.runs.trajectory import Step, check_unbroken, load_run
from appagent.screen import Element, Screen, Size, same_tree
from appagent.screen.again import found_again, name_of_kind
from appagent.screen.captions import is_slider
from appagent.screen.labels import state_of
from appagent.screen.lexicon import folded
from appagent.screen.numbers import number_in
from appagent.screen.transitions import SCROLLING, moved
from appagent.screen.wording import lasting

_LEFT_OUT = ("wait", "grid", "ask", "ask_person", "clipboard")  # kinds of action that a replay does not need
_LEADING = ("back", "home", "recents")  # kinds of action that only lead to another screen


@dataclass(frozen=True)
class Moment:
    """Step of a run. element, end: the elements that its action begins and ends on.

    screen: the screen before its action. after: the screen of the next step; None for the last step.
    """

    step: Step
    screen: Screen
    action: Action
    element: Element | None = None
    end: Element | None = None
    after: Screen | None = None

    @property
    def chooses(self) -> bool:
        """Tell whether the element is one of several of its kind, such as a row, so that a value may have decided."""
        element = self.element
        if element is None or self.action.typed:
            return False
        return element.listed or (element.checked is not None and place_among(element, self.screen)[1] > 1)

    @property
    def undone(self) -> bool:
        """Tell whether the person took back this step during the demonstration."""
        return self.step.outcome == "undone"

    @property
    def led_on(self) -> bool:
        """Tell whether the action led to another screen."""
        return self.after is not None and moved(self.screen, self.after, self.action.kind)


@dataclass(frozen=True)
class FromRun:
    """Plan that was made from a run.

    values: the value of each slot in the run. cut: numbers of the steps that were left out. size: of the display, px.
    steps: the number of the step of each move.
    """

    plan: Plan
    values: Mapping[str, str]
    cut: tuple[int, ...]
    size: Size
    steps: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shown:
    """Run or demonstration from disk.

    start: first line of its trajectory. moments: the steps that did something. kept: those that were needed. last: the
    screen on which it ended; None if unknown. answer: the answer to its task; "" for none.
    """

    folder: Path
    start: Mapping[str, object]
    moments: Sequence[Moment]
    kept: Sequence[Moment]
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
    return planned(read_shown(folder), told or read_demonstration(folder))


def read_shown(folder: Path) -> Shown:
    """Read a run or demonstration from its folder, and find the steps that its task needs.

    Not needed are steps that failed or were taken back, detours that ended where they began, and scrolling, because a
    replay scrolls by itself. Raises UsageError if there is no run, it was no success, or a step cannot be done again.
    """
    found = load_run(folder)
    if found.end.get("status") != "success":
        raise UsageError(f"{folder} was no success, so that it is not done again; show the task, or run it anew")
    check_unbroken(folder)
    moments, last = _moments(folder, found.steps)
    shown = [one for one in moments if not one.undone]
    kept = _without_scrolling(_without_detours(moments, last) or shown)
    if not kept:
        raise UsageError(f"nothing was done in {folder} that could be done again")
    ended = next((step for step in found.steps if step.outcome == "finish"), None)
    return Shown(folder, found.start, moments, kept, last, _answer(ended))


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
        tuple(_move(moment, alignment, values, told, _setting(shown, moment)) for moment in kept),
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
    moments, last = _moments(folder, found.steps)
    goal = str(found.start.get("task", ""))
    used = [used for moment in moments for used in _values(moment, goal, Demonstration())]
    told = aligned(goal, [*used, *((text, "value") for text in quotations(goal))])
    end = last or (moments[-1].screen if moments else None)
    return told.goal, dict(told.values), end.heading if end else ""


def _moments(folder: Path, steps: Sequence[Step]) -> tuple[list[Moment], Screen | None]:
    """Return the steps that did something, each with its screens, and the screen on which the run ended."""
    told = [step for step in steps if step.outcome in ("done", "undone", "finish")]
    acted = [step for step in told if step.outcome != "finish" and step.kind not in _LEFT_OUT]
    last = next((step for step in told if step.outcome == "finish"), None)
    screens = {step.number: _screen(folder, step) for step in (*acted, *([last] if last else []))}
    following = [*acted[1:], last][: len(acted)]
    found = [
        _moment(step, screens[step.number], screens[after.number] if after else None)
        for step, after in zip(acted, following, strict=True)
    ]
    return found, screens[last.number] if last else None


def _screen(folder: Path, step: Step) -> Screen:
    path = folder / f"{step.number:04}.xml"
    if not path.is_file():
        raise UsageError(
            f"step {step.number} ({step.words}) cannot be done again: the run kept no hierarchy of its screen, as when "
            "a password or another secret is known"
        )
    return read_files(path, size=step.size, app=step.app, activity=step.activity)


def _moment(step: Step, screen: Screen, after: Screen | None) -> Moment:
    try:
        action, shown = parse(step.action).on_element(screen)
    except ActionError as error:
        raise UsageError(f"step {step.number} ({step.action}) cannot be done again: {error}") from error
    element = screen.element(step.element_id) if step.element_id else None
    if (step.element_id and element is None) or shown is not screen or (action.marked is not None and element is None):
        raise UsageError(
            f"step {step.number} ({step.words}) cannot be done again: only the picture shows what it touched"
        )
    end = action.end_element(screen)
    if element and hasattr(action, "mark"):
        action = replace(action, mark=element.mark)  # type: ignore[call-arg]  # also where it typed into the focus
    if element and after and action.kind in SCROLLING and (value := _slid_to(element, screen, after)):
        action = SetValue(element.mark, value)  # how far a finger went tells nothing on another display
    return Moment(step, screen, action, element, end, after)


def _slid_to(slider: Element, screen: Screen, after: Screen) -> str:
    """Return the number beside a slider that changed when it was moved; "" if none did, or if it is no slider."""
    now = again(slider, after) if is_slider(slider) else None
    if now is None:
        return ""
    before = [(one.where, one.holder, one.text) for one in sayings_of(slider, screen)]
    changed = [one.text for one in sayings_of(now, after) if (one.where, one.holder, one.text) not in before]
    return next((text for text in changed if number_in(text) is not None and ":" not in text), "")


def _without_detours(moments: Sequence[Moment], last: Screen | None) -> list[Moment]:
    """Return the steps without those taken back, and without detours that ended where they began and changed nothing.

    last: the screen on which the run ended; None if it is not known.
    """
    kept, at = list[Moment](), 0
    screens = [one.screen for one in moments] + ([last] if last else [])
    while at < len(moments):
        ends = range(len(screens) - 1, at, -1)
        end = next((to for to in ends if _is_detour(moments[at:to], screens[to])), at)
        if end == at:
            kept += [] if moments[at].undone else [moments[at]]
            end = at + 1
        at = end
    return kept


def _is_detour(path: Sequence[Moment], end: Screen) -> bool:
    harmless = all(one.undone or one.action.kind in _LEADING or (one.led_on and not one.step.may) for one in path)
    return harmless and path[0].screen.app == end.app and same_tree(path[0].screen, end)


def _without_scrolling(moments: Sequence[Moment]) -> list[Moment]:
    """Return the steps without scrolling before a step on an element, because a replay scrolls by itself."""
    following = [*moments[1:], None][: len(moments)]  # cut, because without moments nothing follows
    return [
        one for one, after in zip(moments, following, strict=True) if not (after and after.element and _scrolls(one))
    ]


def _scrolls(moment: Moment) -> bool:
    around = moment.element is None or "swipe" in moment.element.actions
    return moment.action.kind in SCROLLING and around and not moment.led_on


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
    """Return typed texts that the task does not mention, by the names of new slots."""
    found: dict[str, str] = {}
    for moment in moments:
        typed = moment.action.typed
        if typed and not (_is_said(typed, values) or _is_fixed(typed, told)) and typed not in found.values():
            found[f"text_{len(found) + 1}"] = typed
    return found


def _is_fixed(text: str, told: Demonstration) -> bool:
    return folded(text) in map(folded, told.fixed)


def _is_said(text: str, values: Mapping[str, str]) -> bool:
    """Tell whether a text consists only of values and punctuation."""
    rest = templated(text, values)
    for name in slots_in(rest):
        rest = rest.replace("{" + name + "}", "")
    return not any(map(str.isalnum, rest))


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
    return Move(
        call(action), _words(action, target), page_features(moment.screen, alignment.values), target, to,
        step.changed, _becomes(moment), step.may, step.number in told.optional,
        told.nothing_found.get(step.number, "stop"), step.number in told.unsure, _then(moment, alignment.values),
    )  # fmt: skip


def _becomes(moment: Moment) -> bool | None:
    """Return the state of a switch after a step: True for on, False for off; None if the step changed no switch."""
    element, after = moment.element, moment.after
    if element is None or after is None or moment.led_on or state_of(element, moment.screen) is None:
        return None
    same = [one for one in after.elements if one.id == element.id]
    now = same[0] if len(same) == 1 else found_again(element, moment.screen, after)
    state = state_of(now, after) if now else None
    return state if state != state_of(element, moment.screen) else None


def _then(moment: Moment, values: Mapping[str, str]) -> str:
    """Return the words of a tapped element after the tap, with slots; "" if they are unchanged, or for a row."""
    element, after = moment.element, moment.after
    if element is None or after is None or element.listed or moment.led_on or moment.action.kind != "tap":
        return ""
    same = [name_of_kind(one) for one in after.elements if one.id == element.id]
    said = same[0] if len(same) == 1 and lasting(same[0]) != lasting(name_of_kind(element)) else ""
    return templated(said, values)


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
