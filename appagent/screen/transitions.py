"""Transitions: which screen an action leads from and to.

Pages of one layout ("Display", "Battery") have one screen id, so that a screen is known by its id and its title.
"""

from dataclasses import dataclass

from appagent.screen.labels import title
from appagent.screen.screens import Screen

ScreenKey = tuple[str, str]  # (screen id, title)
Path = list["Transition"]
_STAYING = ("swipe", "text")  # kinds of action that lead nowhere while the screen id stays the same


@dataclass(frozen=True)
class Transition:
    """One action on an element, and the screen it leads to; the back key where there is no element.

    to_filled: it led to a form that held something already. document: id of the record that tells of it, or "".
    onward: it neither keeps something nor leads back, unless to what it names, as tabs do.
    """

    element_id: str
    template: str
    action: str
    to: ScreenKey
    to_filled: bool = False
    document: str = ""
    onward: bool = True

    @property
    def key(self) -> tuple[str, str]:
        """Name it among the transitions from its screen: by element and kind of action."""
        return self.element_id or self.template, self.action


def screen_key(screen: Screen) -> ScreenKey:
    """Return what a screen is known by on a map."""
    return screen.screen_id, title(screen)


def moved(before: Screen, after: Screen, action: str) -> bool:
    """Tell whether an action led to another screen; one that is scrolled or typed in is the same without its title."""
    stays = action in _STAYING and before.screen_id == after.screen_id
    return screen_key(before) != screen_key(after) and not stays


def back_to(end: ScreenKey) -> Transition:
    """Return the transition of the back key."""
    return Transition("", "", "back", end)
