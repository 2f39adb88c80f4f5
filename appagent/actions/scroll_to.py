"""Action that scrolls until some words are in sight, or until nothing more comes."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from appagent.actions.aiming.scrolling import (
    Push,
    again,
    numbers_changed,
    said_among,
    said_on,
    saying,
    scroller,
    shown_in,
    texts_seen,
)
from appagent.actions.aiming.touching import marked
from appagent.actions.parts.base import MARK, Action, Course, Looking, Written
from appagent.actions.parts.description import quoted
from appagent.actions.wait import Wait
from appagent.errors import ActionError
from appagent.screen import Element, Screen

_MOST = 30  # strokes of one call; with a wait after each they are as many gestures as a call may have
_TICK_S = 1.0
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

        The end has come if two strokes move nothing. After a stroke with which numbers in the list have changed, they
        are looked at once more a second later, to see whether they do so without a stroke.
        Raises ActionError if no words are given, if they are not in sight where nothing scrolls, or if the list goes.
        """
        if not self.words_sought.strip():
            raise ActionError(f"scroll_to names no words; write it as {self.example}")
        around = scroller(screen) if self.mark is None else marked(screen, self.mark)
        if self.mark is None and (found := said_on(self.words_sought, screen)):
            return f"{quoted(found)} is in sight"
        if around is None or "swipe" not in around.actions:
            if found := said_among(self.words_sought, texts_seen(screen)):
                return f"{quoted(found)} is in sight"
            raise ActionError(
                f"{quoted(self.words_sought)} is not in sight, and nothing here scrolls; it may stand there in "
                "other words, or on another page, to which you have to go first"
            )
        stuck, ticking = 0, frozenset[tuple[str, int]]()
        for _ in range(_MOST):
            if found := saying(self.words_sought, around, screen):
                return f"{quoted(found)} is in sight"
            before, screen = screen, (yield Push("up" if self.way == "down" else "down", around.mark, "long"))
            was, around = shown_in(around, before), _still(around, screen)
            changed = numbers_changed(around, before, screen)
            if changed and not changed <= ticking:
                later = yield Wait(_TICK_S)
                ticking |= numbers_changed(around, screen, later) or frozenset()
                around, screen = _still(around, later), later
            stuck = stuck + 1 if shown_in(around, screen) == was or (changed and changed <= ticking) else 0
            if stuck == _STUCK:
                return self._at_the_end(screen)
        if found := saying(self.words_sought, around, screen):
            return f"{quoted(found)} is in sight"
        return f"{quoted(self.words_sought)} was not seen in {_MOST} strokes; there is more: call it again to go on"

    def _at_the_end(self, screen: Screen) -> str:
        """Return that the end of the list came, and where else on the page the words are."""
        end = f"the {'end' if self.way == 'down' else 'beginning'} of the list came"
        if found := said_among(self.words_sought, texts_seen(screen)):
            return f"{end}; {quoted(found)} is in sight outside of it"
        return f"{end}, and {quoted(self.words_sought)} was not seen on the way"


def _still(around: Element, screen: Screen) -> Element:
    found = again(around, screen)
    if found is None:
        raise ActionError("what was scrolled is no longer there; see what came in its place")
    return found
