"""Action that shows the notifications."""

from dataclasses import dataclass

from appagent.actions.parts.base import Action
from appagent.actions.parts.gestures import Gesture, PullShade
from appagent.screen import Screen


@dataclass(frozen=True)
class Notifications(
    Action,
    kind="notifications",
    example="notifications()",
    says="pull down the notifications",
    offered="both",
    risk="none",
):
    """Pulls down the phone's notifications: what apps tell, over whatever app is open. back() closes them."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the pulling down of the notification shade."""
        return (PullShade(),)
