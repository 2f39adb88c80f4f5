"""Transitions: which action leads from one screen to another.

Screens of one layout, such as "Display" and "Battery" in the settings, share a screen id. Therefore a screen is
identified by its screen id and its title together.
"""

from dataclasses import dataclass

from appagent.screen.compare import may_be_one
from appagent.screen.comparing.belonging import full_heading
from appagent.screen.comparing.rewritten import is_another
from appagent.screen.names.labels import title
from appagent.screen.screens import Screen

ScreenKey = tuple[str, str]  # (screen id, title)
Path = list["Transition"]
SCROLLING = ("swipe", "scroll_to")  # kinds of action that move what a screen shows
FILLING = ("text", "append", "clear", "paste", "set")  # kinds of action that give a field or another control a value
GOING_ELSEWHERE = ("launch", "home", "back", "open_link", "recents", "notifications")  # kinds meant to leave an app
_BACK = "back"
_STAYING = (*SCROLLING, *FILLING)  # these lead to no other screen unless more than the heading changes


@dataclass(frozen=True)
class Transition:
    """One action that leads to another screen: an action on an element, or the back key.

    element_id: "" for the back key, and for an action that is known for a whole template only.
    template: id of the kind of element.
    action: kind of action, such as "tap" or "back".
    to: the screen that it leads to, as (screen id, title).
    to_filled: True if it led to a form in which something was already filled in.
    document: id of the record that describes it; "" if there is none.
    onward: False if the action saves something or leads back, else True. It is always True if the title of the next
    screen is the text of the element, as with tabs.
    row: for a button in a row that nobody has touched, the name of the row; else "".
    """

    element_id: str
    template: str
    action: str
    to: ScreenKey
    to_filled: bool = False
    document: str = ""
    onward: bool = True
    row: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Return the key that identifies this transition among all from one screen: (element id, kind of action).

        The template stands in for an empty element id, with the name of the row if there is one.
        """
        return self.element_id or f"{self.row}{self.template}", self.action


def screen_key(screen: Screen) -> ScreenKey:
    """Return the pair (screen id, title) that identifies a screen on a map."""
    return screen.screen_id, title(screen)


def as_text(start: ScreenKey, path: Path) -> str:
    """Write a path as one text, by which it is recognised. start: the page that it starts on."""
    return " ".join([*start, *(f"{each.action} {each.element_id}" for each in path)])


def moved(before: Screen, after: Screen, action: str) -> bool:
    """Tell whether an action led to another screen, that is, one with another screen id or title.

    before, after: the screens before and after the action. action: its kind. After scrolling or filling in the title
    may have scrolled away or changed, so the screens count as one if their ids are equal or nothing else tells them
    apart. So do screens of which the title counts what is shown, as after "12 offers" was filtered to "4 offers".
    """
    stays = action in _STAYING and (before.screen_id == after.screen_id or may_be_one(before, after))
    stays = stays or _is_recounted(before, after)
    return screen_key(before) != screen_key(after) and not stays


def _is_recounted(before: Screen, after: Screen) -> bool:
    """Tell whether two screens may be one whose title gives another count, and no other number, such as of a room."""
    if not before.heading or before.heading != after.heading or before.front.kind == "dialog":
        return False
    titles = full_heading(before), full_heading(after)
    return titles[0] != titles[1] and not is_another(*titles) and may_be_one(before, after)


def back_to(end: ScreenKey) -> Transition:
    """Return a transition for the back key. end: the screen that it leads to, as (screen id, title)."""
    return Transition("", "", _BACK, end)


def leads_on(transition: Transition) -> bool:
    """Tell whether a transition leads to the same screen each time. Where one leads back to depends on how one came."""
    return transition.onward and transition.action != _BACK


def is_sure(transition: Transition, path: Path) -> bool:
    """Tell whether a transition leads where the map says behind a path: only at its beginning the back key does."""
    return leads_on(transition) or (transition.action == _BACK and not any(map(leads_on, path)))
