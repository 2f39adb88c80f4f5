"""Find what gestures really land on, whatever their action says of itself."""

from collections.abc import Iterable

from appagent.actions import Action, Enter, Gesture, Key, Pause, Start, Stroke, Swipe, Tap, Touch, Type, TypeText
from appagent.actions.swipe import direction_of
from appagent.errors import RefusedError
from appagent.screen import Element, Screen
from appagent.screen.grid import Point
from appagent.screen.tree import area, holds


def landing(action: Action, gestures: tuple[Gesture, ...], screen: Screen) -> tuple[list[Action], Screen]:
    """Return what gestures do besides what their action is judged by, as actions, and the screen that has their marks.

    A touch is a tap on the innermost element at its place: where a mark is covered another, through the grid perhaps a
    spot of which nothing is known. Beneath what was read from pixels it is also what the hierarchy has there, and that
    alone where a spot's place is in something with words. A finger that is drawn aside is a swipe on what it begins on.
    Raises RefusedError for a gesture, or a key, that is not known here.
    """
    _, shown = action.on_element(screen)
    found: list[Action] = []
    for gesture in gestures:
        found += _meant(gesture, action, shown)
    return found, shown


def _meant(gesture: Gesture, action: Action, screen: Screen) -> Iterable[Action]:
    """Return what one gesture does, save for what the action's own risk stands for already."""
    risk = action.risk
    own = action.target(screen) if risk in ("touch", "slide") else None
    match gesture:
        case Touch(x, y):
            return (Tap(element.mark) for element in _hit((x, y), screen) if element != own)
        case Stroke(x1, y1, x2, y2) if risk in ("scroll", "slide"):
            way = direction_of((x1, y1), (x2, y2))
            hit = _hit((x1, y1), screen) if way in ("left", "right") else []
            return (Swipe(way, element.mark) for element in hit if element != own)
        case Stroke(x1, y1):  # whatever draws it there
            return (Tap(element.mark) for element in _hit((x1, y1), screen))
        case Type(text):
            return () if risk in ("type", "submit") else (TypeText(text),)
        case Key("enter"):
            return () if risk in ("submit", "enter") else (Enter(),)
        case Key("back" | "home") | Start() | Pause():
            return ()
    what = f"the key {gesture.name!r}" if isinstance(gesture, Key) else f"the gesture {type(gesture).__name__}"
    raise RefusedError(f"{action.kind} was refused: the guard does not know {what}")


def _hit(place: Point, screen: Screen) -> list[Element]:
    """Return what a finger at a place hits, the innermost first."""
    there = sorted((one for one in screen.elements if holds(one.bounds, *place)), key=lambda one: area(one.bounds))
    known = next((one for one in there if one.source == "hierarchy"), None)
    if there and there[0].source == "pixels" and known:
        return [known] if known.text and not there[0].text else [there[0], known]
    return there[:1]
