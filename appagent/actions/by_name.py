"""Actions on an element that is given by its name, on this page or another one of the app."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from appagent.actions.append import Append
from appagent.actions.base import Action, Kinds, Written
from appagent.actions.clear import Clear
from appagent.actions.description import name_of, quoted
from appagent.actions.gestures import Gesture
from appagent.actions.go_to import no_way
from appagent.actions.readings import state_meant
from appagent.actions.set_value import VALUE, SetValue, settable, shows_a_value
from appagent.actions.tap import Tap
from appagent.actions.text import TypeText
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.numbers import number_in

PLACE = Written("place", ("name", "element", "mark", "label", "target"))
_TEXT = Written("text", ("content", "value", "input"))


class ByName(ABC):
    """Base class, to be named before Action, of an action on an element that is given by its name.

    A run goes to the page that has the element, finds it there, and carries out the action on its mark instead.

    place: the name of the element, or a whole path such as "Display > Screen timeout".
    instead_of: the kind of the action on a mark that this action stands for, as for every action.
    controls: kinds of labels of the elements that take the action; see `screen.labels`. () if any element may take it.
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


@dataclass(frozen=True)
class TapNamed(
    ByName, Action, kind="tap_named", example='tap_named("Airplane mode")', offered="map", instead_of="tap", risk="none"
):
    """Goes to the page that has an element of that name, and taps the element.

    A switch is turned, whether it was on or off.
    """

    place: Annotated[str, replace(PLACE, also=(*PLACE.also, "text"))]

    def on(self, mark: int) -> Tap:
        """Return the tap on the element with a mark."""
        return Tap(mark)

    def takes(self, element: Element, screen: Screen) -> bool:
        """Return True for every element, since a tap on one that takes none is refused with a reason."""
        return True


@dataclass(frozen=True)
class SetNamed(
    ByName, Action, kind="set_named", example='set_named("Airplane mode", "on")', offered="map", instead_of="set",
    risk="none",
):  # fmt: skip
    """Goes to the page that has a switch, slider, number, list or field of that name, and does what `set` does."""

    place: Annotated[str, PLACE]
    value: Annotated[str, VALUE]
    controls = ("check", "choice", "slider", "number", "field")
    beside = True

    def on(self, mark: int) -> SetValue:
        """Return the same setting of the element with a mark."""
        return SetValue(mark, self.value)

    def takes(self, element: Element, screen: Screen) -> bool:
        """Tell whether an element is on or off or takes another value, or shows a value that is no state."""
        state = number_in(self.value) is None and state_meant(self.value) is not None
        return settable(element, screen) or (shows_a_value(element) and not state)

    def why_not(self, element: Element) -> str:
        """Say that an element takes no value, and how to see what it does."""
        return f"mark {element.mark}, {name_of(element)}, takes no value; tap it, and see what comes"


@dataclass(frozen=True)
class TextNamed(
    FieldByName, Action, kind="text_named", example='text_named("milk", place="Title")', offered="never",
    instead_of="text", risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and does there what `text` does."""

    text: Annotated[str, _TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False

    def on(self, mark: int) -> TypeText:
        """Return the same action on the field with a mark."""
        return TypeText(self.text, mark, self.clear, self.enter)


@dataclass(frozen=True)
class AppendNamed(
    FieldByName, Action, kind="append_named", example='append_named(" and eggs", place="Title")', offered="never",
    instead_of="append", risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and does there what `append` does."""

    text: Annotated[str, _TEXT]
    place: Annotated[str, replace(PLACE, keyword=True)]

    def on(self, mark: int) -> Append:
        """Return the same action on the field with a mark."""
        return Append(self.text, mark)


@dataclass(frozen=True)
class ClearNamed(
    FieldByName, Action, kind="clear_named", example='clear_named("Title")', offered="never", instead_of="clear",
    risk="none",
):  # fmt: skip
    """Goes to the page that has an input field of that name, and empties it."""

    place: Annotated[str, PLACE]

    def on(self, mark: int) -> Clear:
        """Return the same action on the field with a mark."""
        return Clear(mark)


BY_NAME = Kinds(lambda cls: issubclass(cls, ByName))
