"""Read the steps of a run on disk, each with its action, its element and the screens before and after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.actions import Action, SetValue, parse
from appagent.actions.aiming.scrolling import again
from appagent.devices.captures.files import read_files
from appagent.errors import ActionError, UsageError
from appagent.experience.finding_again.finding import place_among, sayings_of
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.names.captions import is_slider
from appagent.screen.texts.numbers import number_in
from appagent.screen.transitions import SCROLLING, moved

_LEFT_OUT = ("wait", "grid", "ask", "ask_person", "clipboard")  # kinds of action that a replay does not need


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


def moments_of(folder: Path, steps: Sequence[Step]) -> tuple[list[Moment], Screen | None]:
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
            f"step {step.number} ({step.words}) cannot be done again: the run kept no hierarchy of its screen"
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
