"""Action that taps an element by its name, on this page or another one of the app."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.long_press import LongPress
from appagent.actions.parts.base import Action
from appagent.actions.parts.by_name import PLACE, ByName, is_held
from appagent.actions.tap import Tap
from appagent.screen import Element, Screen


@dataclass(frozen=True)
class TapNamed(
    ByName, Action, kind="tap_named", example='tap_named("Airplane mode")', offered="map", instead_of="tap", risk="none"
):
    """Goes to the page that has an element of that name, and taps the element.

    A switch is turned, whether it was on or off.
    """

    place: Annotated[str, replace(PLACE, also=(*PLACE.also, "text"))]

    def on(self, mark: int) -> Tap | LongPress:
        """Return the tap on the element with a mark; a long press if the name ends with "(long press)"."""
        return LongPress(mark) if is_held(self.place) else Tap(mark)

    def takes(self, element: Element, screen: Screen) -> bool:
        """Return True for every element, since a tap on one that takes none is refused with a reason."""
        return True
