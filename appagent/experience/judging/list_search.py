"""Scroll through a list in search of something: first to its end, then back to its beginning."""

from dataclasses import dataclass

from appagent.actions import Action, Swipe
from appagent.screen import Screen, same_tree

_MOST_SCROLLS = 20  # each way


@dataclass
class Scrolling:
    """Search through the largest list of a screen, by swipes to its end and then back to its beginning.

    way: where the finger goes, "up" or "down".
    strokes: number of swipes so far.
    before: the screen at the last swipe.
    """

    way: str = "up"
    strokes: int = 0
    before: Screen | None = None

    def stroke(self, screen: Screen) -> Action | None:
        """Return the next swipe on a screen, or None if the whole list was seen."""
        around = [one for one in screen.elements if "swipe" in one.actions and "Seek" not in one.role]
        stuck = self.before is not None and same_tree(self.before, screen)
        if not around or (self.way == "down" and (stuck or self.strokes >= 2 * _MOST_SCROLLS)):
            return None
        if stuck or self.strokes >= _MOST_SCROLLS:
            self.way, self.strokes = "down", _MOST_SCROLLS
        self.before, self.strokes = screen, self.strokes + 1
        largest = max(around, key=lambda one: (one.bounds[2] - one.bounds[0]) * (one.bounds[3] - one.bounds[1]))
        return Swipe("up" if self.way == "up" else "down", largest.mark, "medium")
