"""Put an action and the element it is about into words, for trajectories and for messages to the model."""

from appagent.actions.base import Action
from appagent.foreign import shown
from appagent.screen import Element, Screen
from appagent.screen.spots import ROLE as SPOT

MASK = "•••"


def describe(action: Action, screen: Screen | None = None) -> str:
    """Say what an action does: `tap "Wi-Fi"`; without the screen, or without such a mark on it, `tap mark 3`.

    Text that goes into a password field is masked, which only the screen can tell.
    """
    target = action.target(screen) if screen else None
    if target and target.password:
        action = action.masked(MASK)
    return action.words(name_of(target) if target else "" if action.marked is None else f"mark {action.marked}")


def whole_text(action: Action, screen: Screen) -> str:
    """Return all that an action types, where `describe` leaves some of it out; "" otherwise, and for a password."""
    target = action.target(screen)
    if (target and target.password) or shortened(action.typed) == f'"{action.typed}"':
        return ""
    return action.typed


def shortened(text: str, most: int = 60) -> str:
    """Return the text on one line, in quotes that it cannot close, of at most `most` letters that all show."""
    line = shown(text, most).replace('"', "'")
    return f'"{line}"'


def name_of(element: Element) -> str:
    """Return its words, or its role and mark where it has none; never what a password field holds.

    An input field goes by its hint, which stays while its text changes.
    """
    editable = "text" in element.actions
    words = element.hint if element.password else (element.hint or element.text if editable else element.text)
    what = "spot" if element.role == SPOT else f"unlabelled {element.role}"
    return shortened(words) if words.strip() else f"the {what} (mark {element.mark})"
