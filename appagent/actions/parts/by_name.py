"""Base of the actions on an element that is given by its name, on this page or another one of the app."""

from abc import ABC, abstractmethod
from typing import ClassVar

from appagent.actions.go_to import no_way
from appagent.actions.parts.base import Action, Kinds, Written
from appagent.actions.parts.description import name_of, quoted
from appagent.actions.parts.gestures import Gesture
from appagent.errors import ActionError
from appagent.screen import Element, Screen

HELD = "long press"  # in brackets after a name: it is held, not tapped
PLACE = Written("place", ("name", "element", "mark", "label", "target"))
TEXT = Written("text", ("content", "value", "input"))


def is_held(name: str) -> bool:
    """Tell whether a name on the map, or the last name of a path, ends with "(long press)"."""
    return f"({HELD})" in name.rpartition(">")[2]


class ByName(ABC):
    """Base class, to be named before Action, of an action on an element that is given by its name.

    A run goes to the page that has the element, finds it there, and carries out the action on its mark instead.

    place: the name of the element, or a whole path such as "Display > Screen timeout".
    instead_of: the kind of the action on a mark that this action stands for, as for every action.
    controls: kinds of labels of the elements that take the action; see `screen.names.labels`. () if any element may
    take it.
    beside: True if the words beside or above a control count as its name if it has no words of its own.
    """

    place: str
    instead_of: ClassVar[str | None]
    controls: ClassVar[tuple[str, ...]] = ()
    beside: ClassVar[bool] = False

    @abstractmethod
    def on(self, mark: int) -> Action:
        """Return the action on the element with a mark that this action stands for."""

    @abstractmethod
    def takes(self, element: Element, screen: Screen) -> bool:
        """Tell whether an element of a screen takes the action."""

    @property
    def typed(self) -> str:
        """Return the text that the action types, or "" if it types nothing."""
        return self.on(0).typed

    def words(self, target: str) -> str:
        """Describe the action for people, as in `tap "Airplane mode" on its page`."""
        return self.on(0).words(f"{quoted(self.place)} on its page")

    def why_not(self, element: Element) -> str:
        """Say why an element that has the name does not take the action, and what would work."""
        return f"mark {element.mark}, {name_of(element)}, takes no {self.instead_of}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Raise ActionError, because only a run can find the element by its name."""
        raise ActionError(no_way(self.place))


class FieldByName(ByName):
    """Base class, before Action, of an action on an input field that is given by its name."""

    controls = ("field",)
    beside = True

    def takes(self, element: Element, screen: Screen) -> bool:
        """Tell whether an element is an input field."""
        return "text" in element.actions

    def why_not(self, element: Element) -> str:
        """Say that an element is no input field, and how to see what it does."""
        return f"mark {element.mark}, {name_of(element)}, is no input field; tap it, and see what comes"


BY_NAME = Kinds(lambda cls: issubclass(cls, ByName))
