"""What a touch really lands on, where that is more than the mark it was meant for."""

from dataclasses import replace

from appagent.actions import (
    Action,
    Gesture,
    LongPress,
    LongPressCell,
    Stroke,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
    Touch,
    TypeText,
    on_element,
)
from appagent.screen import Element, Screen
from appagent.screen.tree import area, holds


def landing(action: Action, gestures: tuple[Gesture, ...], screen: Screen) -> tuple[list[Action], Screen]:
    """Taps on what an action's gestures touch besides its own mark, and the screen that has those.

    That is the innermost element at the place: where a mark is covered another, through the grid perhaps a spot of
    which nothing is known. Beneath what was read from pixels it is also what the hierarchy has there, and that alone
    where a spot's place is in something with words. Of a finger that is drawn aside it is a swipe on what it begins on.
    """
    by_grid = isinstance(action, TapCell | LongPressCell | SwipeCells)
    sideways = isinstance(action, Swipe) and action.direction in {"left", "right"}
    if not by_grid and not sideways and not isinstance(action, Tap | LongPress | TypeText):
        return [], screen
    _, shown = on_element(action, screen)
    starts = [(g.x, g.y) if isinstance(g, Touch) else (g.x1, g.y1) for g in gestures if isinstance(g, Touch | Stroke)]
    hit: list[Element] = []
    for x, y in starts:
        there = sorted((e for e in shown.elements if holds(e.bounds, x, y)), key=lambda e: area(e.bounds))
        hit += there[:1]
        known = next((e for e in there if e.source == "hierarchy"), None)
        if hit and hit[-1].source == "pixels" and known:
            hit[-1:] = [known] if known.text and not hit[-1].text else [hit[-1], known]
    others = [element.mark for element in hit if element.mark != getattr(action, "mark", None)]
    return [replace(action, mark=m) if isinstance(action, Swipe) else Tap(m) for m in others], shown
