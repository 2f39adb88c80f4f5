"""Actions that press the phone's keys: Back, Home and Enter."""

from dataclasses import dataclass
from typing import ClassVar

from appagent.actions.base import Action, Offer, Risk
from appagent.actions.gestures import Gesture, Key
from appagent.screen import Screen


@dataclass(frozen=True)
class Back(Action):
    """Presses the phone's Back button: leaves the screen, or closes a dialog or the keyboard."""

    kind: ClassVar[str] = "back"
    example: ClassVar[str] = "back()"
    says: ClassVar[str] = "go back"
    offered: ClassVar[Offer] = "both"
    risk: ClassVar[Risk] = "none"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Back key."""
        return (Key("back"),)


@dataclass(frozen=True)
class Home(Action):
    """Presses the phone's Home button: shows the home screen."""

    kind: ClassVar[str] = "home"
    example: ClassVar[str] = "home()"
    says: ClassVar[str] = "go to the home screen"
    offered: ClassVar[Offer] = "both"
    risk: ClassVar[Risk] = "none"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Home key."""
        return (Key("home"),)


@dataclass(frozen=True)
class Enter(Action):
    """Presses the keyboard's Enter key."""

    kind: ClassVar[str] = "enter"
    example: ClassVar[str] = "enter()"
    says: ClassVar[str] = "press enter"
    risk: ClassVar[Risk] = "enter"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Enter key."""
        return (Key("enter"),)
