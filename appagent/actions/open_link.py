"""Action that opens an address of the web."""

from dataclasses import dataclass
from typing import Annotated, Self

from appagent.actions.parts.addresses import address_in
from appagent.actions.parts.base import Action, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, OpenAddress
from appagent.screen import Screen

_LONGEST = 200  # letters in a list of steps


@dataclass(frozen=True)
class OpenLink(Action, kind="open_link", example='open_link("https://example.com")', also=("open_url",), risk="link"):
    """Opens a web address in the app that the phone has for it, if the task itself names that address."""

    url: Annotated[str, Written("url", ("link", "address", "uri"))]

    def words(self, target: str) -> str:
        """Describe the action for people, as in `open the address "https://example.com"`."""
        return f"open the address {quoted(self.url, _LONGEST)}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the gesture that opens the address. Raises ActionError if this is no plain web address."""
        return (OpenAddress(address_in(self.url)),)

    def masked(self, mask: str) -> Self:
        """Return the action unchanged, because an address that holds a secret is never accepted as a plain one."""
        return self
