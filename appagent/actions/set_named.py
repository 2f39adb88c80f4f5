"""Action that gives a control a value by its name, on this page or another one of the app."""

from dataclasses import dataclass
from typing import Annotated

from appagent.actions.parts.base import Action
from appagent.actions.parts.by_name import PLACE, ByName
from appagent.actions.parts.description import name_of
from appagent.actions.set_value import VALUE, SetValue, settable
from appagent.actions.setting.choosing import shows_a_value
from appagent.actions.setting.readings import state_meant
from appagent.screen import Element, Screen
from appagent.screen.texts.numbers import number_in


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
        return settable(element, screen) or (shows_a_value(element, screen) and not state)

    def why_not(self, element: Element) -> str:
        """Say that an element takes no value, and how to see what it does."""
        return f"mark {element.mark}, {name_of(element)}, takes no value; tap it, and see what comes"
