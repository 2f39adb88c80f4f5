"""Action that scrolls until some words are in sight, or until nothing more comes."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from appagent.actions.base import MARK, Action, Course, Looking, Written
from appagent.actions.description import quoted
from appagent.actions.scrolling import Push, again, said_on, saying, scroller, shown_in
from appagent.actions.touching import marked
from appagent.errors import ActionError
from appagent.screen import Element, Screen

_MOST = 30  # strokes of one call
_STUCK = 2  # strokes that move nothing, after which the end is believed


@dataclass(frozen=True)
class ScrollTo(Looking, Action, kind="scroll_to", example='scroll_to("Terms of use")', risk="scroll"):
    """Scrolls the page, or the list `element`, until the words are seen or its end comes.

    `way` "down" shows what is further down, "up" what is further up.
    """

    words_sought: Annotated[str, Written("words", ("text", "to", "target", "query"))]
    mark: Annotated[int | None, replace(MARK, keyword=True)] = None
    way: Annotated[Literal["down", "up"], Written("way", ("direction",), keyword=True)] = "down"

    def words(self, target: str) -> str:
        """Describe the action for people, as in `scroll to "Terms" in "Messages"`."""
        up = " further up" if self.way == "up" else ""
        return f"scroll to {quoted(self.words_sought)}{up}{f' in {target}' if target else ''}"

    def course(self, screen: Screen) -> Course:
        """Yield strokes until a text in the list has the words, 30 at most; return whether it is seen or the end came.

        Raises ActionError if no words are given, if nothing on the screen scrolls, or if the list disappears.
        """
        if not self.words_sought.strip():
            raise ActionError(f"scroll_to names no words; write it as {self.example}")
        around = scroller(screen) if self.mark is None else marked(screen, self.mark)
        if self.mark is None and (found := said_on(self.words_sought, screen)):
            return f"{quoted(found)} is in sight"
        if around is None or "swipe" not in around.actions:
            raise ActionError("nothing there scrolls; if what you look for is on another page, go there first")
        stuck = 0
        for _ in range(_MOST):
            if found := saying(self.words_sought, around, screen):
                return f"{quoted(found)} is in sight"
            before = shown_in(around, screen)
            screen = yield Push("up" if self.way == "down" else "down", around.mark, "long")
            around = _still(around, screen)
            stuck = stuck + 1 if shown_in(around, screen) == before else 0
            if stuck == _STUCK:
                end = "end" if self.way == "down" else "beginning"
                return f"the {end} of the list came, and {quoted(self.words_sought)} was not seen on the way"
        if found := saying(self.words_sought, around, screen):
            return f"{quoted(found)} is in sight"
        return f"{quoted(self.words_sought)} was not seen in {_MOST} strokes; there is more: call it again to go on"


def _still(around: Element, screen: Screen) -> Element:
    found = again(around, screen)
    if found is None:
        raise ActionError("what was scrolled is no longer there; see what came in its place")
    return found
