"""Action that gives a control a value by its name, on this page or another one of the app."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.base import Action
from appagent.actions.by_name import PLACE, ByName
from appagent.actions.description import name_of, quoted
from appagent.actions.set_value import VALUE, SetValue, settable
from appagent.screen import Element, Screen


@dataclass(frozen=True)
class SetNamed(
    ByName, Action, kind="set_named", example='set_named("Airplane mode", "on")', offered="map", instead_of="set",
    risk="none",
):  # fmt: skip
    """Goes to the page that has a switch, slider, list or input field of that name, and does there what `set` does."""

    place: Annotated[str, PLACE]
    value: Annotated[str, VALUE]
    controls = ("check", "slider", "field")
    beside = True

    @property
    def typed(self) -> str:
        """Return the value, because it may be typed."""
        return self.value

    def words(self, target: str) -> str:
        """Describe the action for people, as in `set "Airplane mode" to "on" on its page`."""
        return f"set {quoted(self.place)} to {quoted(self.value)} on its page"

    def on(self, mark: int) -> SetValue:
        """Return the same setting of the element with a mark."""
        return SetValue(mark, self.value)

    def takes(self, element: Element, screen: Screen) -> bool:
        """Tell whether an element is on or off, or takes another value."""
        return settable(element, screen)

    def why_not(self, element: Element) -> str:
        """Say that an element takes no value, and how to see what it does."""
        return f"mark {element.mark}, {name_of(element)}, takes no value; tap it, and see what comes"
