"""Act at random. A bench compares the success of this agent with that of others."""

import random

from appagent.actions import Action, Back, LongPress, Swipe, Tap, TypeText
from appagent.agent import Decision, View
from appagent.models import Usage
from appagent.screen import Element

_BACK = 0.1  # share of all actions that are back


class RandomAgent:
    """Agent that does random actions on the elements of the screen, and types random words of its goal.

    It never says that the task is done.
    seed: the number that decides all random choices.
    """

    name = "random"
    usage = Usage()  # no model is asked

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - not a secret

    def decide(self, view: View) -> Decision:
        """Return a random action.

        One time in ten, or if the screen has no elements, it is "back". Otherwise it is any action on any element; all
        pairs of an element and an action that it allows are equally likely.
        """
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
