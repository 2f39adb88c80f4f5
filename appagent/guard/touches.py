"""Find the elements that gestures really hit, whatever their action says about itself."""

from collections.abc import Iterable

from appagent.actions import (
    Action,
    Carry,
    Drop,
    Enter,
    Gesture,
    Key,
    OpenAddress,
    OpenLink,
    Paste,
    PasteClipboard,
    Pause,
    PullShade,
    Start,
    Stroke,
    Swipe,
    Tap,
    Touch,
    Type,
    TypeText,
)
from appagent.actions.aiming.touching import elements_at
from appagent.actions.swipe import direction_of
from appagent.errors import RefusedError
from appagent.screen import Element, Screen
from appagent.screen.grid import Point


def landing(action: Action, gestures: tuple[Gesture, ...], screen: Screen) -> tuple[list[Action], Screen]:
    """Return (actions, screen): further actions that gestures amount to by where they land, for the guard to judge.

    action: the action that the gestures are made for. The marks in the result's actions are those of the result's
    screen.
    - A touch becomes a tap on the element that it hits, and a sideways swipe a swipe there, if another was meant.
    - A stroke of any other action becomes a tap on the element at which it begins.
    - Carrying becomes a tap on the element that it takes hold of, if another was meant, and a drop where it lets go.
    - Typing and the Enter key become actions of their own, unless the action's risk states them already.
    A touch or stroke may hit two elements, one recognised on the picture and one of the hierarchy; then there is an
    action for each.
    Raises RefusedError for a gesture or a key that the guard does not know.
    """
    _, shown = action.on_element(screen)
    found: list[Action] = []
    field = None  # the input field that the last touch has put the cursor into
    for gesture in gestures:
        found += _meant(gesture, action, shown, field)
        if isinstance(gesture, Touch):
            field = next((one for one in _hit((gesture.x, gesture.y), shown) if "text" in one.actions), None)
    return found, shown


def _meant(gesture: Gesture, action: Action, screen: Screen, field: Element | None) -> Iterable[Action]:
    """Return the further actions that one gesture amounts to where it lands.

    action: the action that the gesture is part of. What its risk states already is left out. field: the input field
    that an earlier gesture of the action touched; None if there is none.
    Raises RefusedError for a gesture or a key that the guard does not know.
    """
    risk = action.risk
    own = action.target(screen) if risk in ("touch", "slide", "drag") else None
    match gesture:
        case Touch(x, y):
            return (Tap(element.mark) for element in _hit((x, y), screen) if element != own)
        case Stroke(x1, y1, x2, y2) if risk in ("scroll", "slide"):
            way = direction_of((x1, y1), (x2, y2))
            hit = _hit((x1, y1), screen) if way in ("left", "right") else []
            return (Swipe(way, element.mark) for element in hit if element != own)
        case Stroke(x1, y1):  # a stroke of any other action
            return (Tap(element.mark) for element in _hit((x1, y1), screen))
        case Carry(x1, y1, x2, y2):
            held = [Tap(element.mark) for element in _hit((x1, y1), screen) if element != own]
            return [*held, Drop(x2, y2)]
        case Type(text):
            return () if risk in ("type", "submit") else (TypeText(text, field.mark if field else None),)
        case PasteClipboard():
            return () if risk in ("type", "submit") else (Paste(field.mark if field else None),)
        case Key("enter"):
            by_key = TypeText("", field.mark, enter=True) if field else Enter()
            return () if risk in ("submit", "enter") else (by_key,)
        case OpenAddress(url):
            return () if risk == "link" else (OpenLink(url),)
        case Key("back" | "home" | "recent" | "end") | Start() | PullShade() | Pause():
            return ()
    what = f"the key {gesture.name!r}" if isinstance(gesture, Key) else f"the gesture {type(gesture).__name__}"
    raise RefusedError(f"{action.kind} was refused: the guard does not know {what}")


def _hit(place: Point, screen: Screen) -> list[Element]:
    """Return the innermost element at a pixel, as a list.

    After one recognised on the picture stands the innermost of the hierarchy; alone if only that one has words.
    """
    there = elements_at(place, screen)
    known = next((one for one in there if one.source == "hierarchy"), None)
    if there and there[0].source == "pixels" and known:
        return [known] if known.text and not there[0].text else [there[0], known]
    return there[:1]
