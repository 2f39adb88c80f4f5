"""Actions that press the phone's keys: Back, Home and Enter."""

from dataclasses import dataclass

from appagent.actions.parts.base import Action
from appagent.actions.parts.gestures import Gesture, Key
from appagent.screen import Screen


@dataclass(frozen=True)
class Back(Action, kind="back", example="back()", says="go back", offered="both", risk="none"):
    """Presses the phone's Back button: leaves the screen, or closes a dialog or the keyboard."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Back key."""
        return (Key("back"),)


@dataclass(frozen=True)
class Home(Action, kind="home", example="home()", says="go to the home screen", offered="both", risk="none"):
    """Presses the phone's Home button: shows the home screen."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Home key."""
        return (Key("home"),)


@dataclass(frozen=True)
class Enter(Action, kind="enter", example="enter()", says="press enter", risk="enter"):
    """Presses the keyboard's Enter key."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return one press of the Enter key."""
        return (Key("enter"),)
