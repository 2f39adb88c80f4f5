"""Define a walk to a place that an agent names: how far it has come, and what is seen before each of its actions."""

from dataclasses import dataclass, field

from appagent.actions import ByName, GoTo
from appagent.agent import View
from appagent.documents.map.place import Place
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.transitions import ScreenKey, Transition

_MOST_STALE = 2  # actions of one walk that may fail because their target has changed


class Stopped(Exception):
    """Raised where a walk cannot go on, with the reason."""


@dataclass
class Walk:
    """State of a walk, from the action in which the agent named a place to the last tap.

    A walk first goes to a place on the map, if it has one; then it taps further names one by one as they are in sight.
    What has the last name is acted on as the agent asks; for `go_to` the walk ends at its page.

    place: the place on the map; None once it is reached.
    left: names that the walk has not come to.
    risk: what the agent says that the last action may do.
    done: names of what was tapped so far. sent: number of actions done so far, also on what has no name.
    tapping: name of what the last action tapped.
    passes: how many names of `left` that action settles; None if it ends the walk.
    started: (page, transition) that the last action took, until its result is seen. arrived: the page that the last one
    led to, as the map has it. taken: those that were taken so far.
    sought: (name, direction) of scrolling so far.
    tried: kinds of actions not to be repeated, and whether the names in sight were gone by without a path.
    short: why the walk ends on the page of the last name, and not on one that this opens; "" if it does not.
    """

    asked: GoTo | ByName
    called: str
    place: Place | None
    left: tuple[str, ...]
    risk: str
    done: list[str] = field(default_factory=list)
    sent: int = 0
    tapping: str = ""
    passes: int | None = 0
    started: tuple[ScreenKey, Transition] | None = None
    arrived: ScreenKey | None = None
    taken: set[tuple[ScreenKey, str, str]] = field(default_factory=set)
    actions: int = 0
    stale: int = 0
    sought: set[tuple[str, str]] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    short: str = ""

    @property
    def ended(self) -> bool:
        """Tell whether the walk has reached its place and has no names left to tap."""
        return self.place is None and not self.left

    def was_done(self, last: Step) -> bool:
        """Tell whether the last action was done, or is to be tried again. Raises Stopped if it was neither."""
        if last.outcome == "stale":
            self.stale += 1
            if self.stale > _MOST_STALE:
                raise Stopped("the screen keeps changing")
        elif last.outcome != "done":
            undone = last.outcome in ("refused", "failed")
            raise Stopped(f"{last.words} {'was not done' if undone else 'did not come to its end'}")
        return last.outcome == "done"


@dataclass(frozen=True)
class WalkView:
    """Observation before one action of a walk: the agent's view, and what the map knows of its screen.

    screen: the view's screen with the ids that the map has for it. here: key of this page on the map; None if another
    app is in front or there is no map.
    """

    view: View
    screen: Screen
    here: ScreenKey | None
