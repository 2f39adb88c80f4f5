"""An action and the element it is about in words, for trajectories and for messages to the model."""

from dataclasses import replace

from appagent.actions.kinds import Action, LongPress, Swipe, Tap, TypeText, shortened
from appagent.screen import Element, Screen
from appagent.screen.spots import ROLE as SPOT

MASK = "•••"


def describe(action: Action, screen: Screen | None = None) -> str:
    """What an action does: `tap "Wi-Fi"`; without the screen, or without such a mark on it, `tap mark 3`.

    What is typed into a password field is masked, which only the screen can tell.
    """
    target = target_of(action, screen) if screen else None
    if isinstance(action, TypeText) and target and target.password:
        action = replace(action, text=MASK)
    mark = getattr(action, "mark", None)
    return action.words(name_of(target) if target else "" if mark is None else f"mark {mark}")


def whole_text(action: Action, screen: Screen) -> str:
    """What an action types, where `describe` does not say all of it; "" otherwise, and for a password."""
    target = target_of(action, screen)
    if not isinstance(action, TypeText) or (target and target.password):
        return ""
    return "" if shortened(action.text) == f'"{action.text}"' else action.text


def target_of(action: Action, screen: Screen) -> Element | None:
    """The element that an action is about: the one with its mark; the focused field for text without one."""
    match action:
        case Tap(mark) | LongPress(mark) | Swipe(mark=int(mark)) | TypeText(mark=int(mark)):
            return next((one for one in screen.elements if one.mark == mark), None)
        case TypeText():
            return next((one for one in screen.elements if one.focused and "text" in one.actions), None)
    return None


def name_of(element: Element) -> str:
    """Its words, or its role and mark where it has none; never what a password field holds.

    An input field goes by its hint, which stays while its text changes.
    """
    editable = "text" in element.actions
    words = element.hint if element.password else (element.hint or element.text if editable else element.text)
    what = "spot" if element.role == SPOT else f"unlabelled {element.role}"
    return shortened(words) if words.strip() else f"the {what} (mark {element.mark})"
