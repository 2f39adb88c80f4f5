"""Act at random: a bench compares other agents with how often this one succeeds."""

import random
from dataclasses import dataclass, field

from appagent.actions import Action, Back, LongPress, Swipe, Tap, TypeText
from appagent.agent import Decision, View
from appagent.models import Usage
from appagent.screen import Element

_BACK = 0.1  # of all actions


@dataclass
class Chance:
    """Does anything that the screen offers, types words of its task, never says that it is done. seed: random seed."""

    seed: int = 0
    name: str = "random"
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - not a secret

    @property
    def usage(self) -> Usage:
        """Return nothing: no model is asked."""
        return Usage()

    def decide(self, view: View) -> Decision:
        """Return one action on one of the elements, all pairs equally likely; sometimes back."""
        offered = [(element, kind) for element in view.screen.elements for kind in element.actions]
        if not offered or self._random.random() < _BACK:
            return Decision(Back())
        return Decision(self._action(*self._random.choice(offered), view.task.goal))

    def _action(self, element: Element, kind: str, goal: str) -> Action:
        match kind:
            case "long_press":
                return LongPress(element.mark)
            case "swipe":
                return Swipe(self._random.choice(("up", "down", "left", "right")), element.mark)
            case "text":
                return TypeText(self._random.choice(goal.split() or [""]), element.mark)
            case _:
                return Tap(element.mark)
