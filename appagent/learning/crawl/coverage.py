"""Count the elements of an app that a learning run has seen, has tried, and has left alone because they may do harm."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Action, SetValue, Swipe
from appagent.screen import Element, Screen
from appagent.screen.transitions import ScreenKey, screen_key

Tried = tuple[ScreenKey, str, str]  # screen key, element id, kind of action (with the direction for a swipe)
Place = tuple[str, str]  # screen id, element id; for a row its template, so that the rows of a list count as one

COVERED = ("screens", "met", "tried", "refused")  # attributes of a coverage that a later process needs


@dataclass
class Coverage:
    """Screens and elements met in one learning run.

    screens: ids of the screens seen; the dialogs of all rows of a list count as one.
    met: elements seen.
    tried: elements on which an action was done.
    refused: elements on which an action was refused, each with the effect that the guard feared, such as "pay".
    """

    screens: set[str] = field(default_factory=set)
    met: set[Place] = field(default_factory=set)
    tried: set[Place] = field(default_factory=set)
    refused: dict[Place, str] = field(default_factory=dict)

    def meet(self, screen: Screen) -> None:
        """Add a screen and its elements to those seen."""
        self.screens.add(screen.kind_id or screen.screen_id)
        self.met |= {_place(screen, element) for element in screen.elements if element.actions != ("swipe",)}

    def touch(self, screen: Screen, element: Element | None) -> None:
        """Add an element to those tried.

        element: None for an action that touched no element.
        """
        if element is not None:
            self.tried.add(_place(screen, element))

    def refuse(self, screen: Screen, element: Element, effect: str) -> None:
        """Note that the guard refused an action on an element. effect: what it feared, such as "pay"."""
        self.refused[_place(screen, element)] = effect

    def met_so_far(self) -> dict[str, int]:
        """Return the numbers of "screens" and "elements" met."""
        return {"screens": len(self.screens), "elements": len(self.met)}

    def counts(self) -> dict[str, Any]:
        """Return how many elements were met, tried and left out, such as {"met": 9, "tried": 5, "left_out": {"pay":
        1}}.

        Elements left out are counted by the effect that the guard feared.
        """
        left_out = Counter(effect for place, effect in self.refused.items() if place not in self.tried)
        return {"met": len(self.met), "tried": len(self.met & self.tried), "left_out": dict(left_out.most_common())}


def _place(screen: Screen, element: Element) -> Place:
    own = element.kind_id or element.id
    return screen.kind_id or screen.screen_id, element.template if element.listed else own


def tried_on(screen: Screen, element: Element, action: Action) -> Tried:
    """Return a key for an action on an element, by which useless actions are remembered.

    For a swipe it contains the direction, because a list at its end can still be moved the other way. For `set` it
    contains the value.
    """
    more = {Swipe: "direction", SetValue: "value"}.get(type(action), "")
    kind = f"{action.kind} {getattr(action, more)}" if more else action.kind
    return screen_key(screen), element.id, kind
