"""What a finger does to carry out an action on the screen before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.actions.describe import name_of, target_of
from appagent.actions.kinds import (
    Action,
    Back,
    Enter,
    Finish,
    Grid,
    Home,
    Launch,
    LongPress,
    LongPressCell,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
    TypeText,
    Wait,
)
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.grid import cells_of
from appagent.screen.tree import area, centre, overlap
from appagent.secrets import Bound


@dataclass(frozen=True)
class Touch:
    """A finger down at a pixel, and up again after `hold_s`."""

    x: int
    y: int
    hold_s: float = 0.0


@dataclass(frozen=True)
class Stroke:
    """A finger that moves from one pixel to another."""

    x1: int
    y1: int
    x2: int
    y2: int
    duration_s: float


@dataclass(frozen=True)
class Type:
    """Text into the focused field; a secret one must not be shown or logged.

    bounds: of the secrets in it, none of which may go into another field.
    """

    text: str
    clear: bool
    secret: bool = False
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True)
class Key:
    """A key of the phone: back, home or enter."""

    name: str


@dataclass(frozen=True)
class Start:
    """Open an app by its package or its visible name."""

    app: str


@dataclass(frozen=True)
class Pause:
    """Do nothing."""

    seconds: float


Gesture = Touch | Stroke | Type | Key | Start | Pause

HOLD_S = 1.0
STROKE_S = 0.4
LONGEST_WAIT_S = 60.0
EDGE = 0.03  # share of the display at each side where the system takes swipes for its own gestures
REACH = {"short": 0.25, "medium": 0.5, "long": 0.8}  # share of the element that a finger crosses


def resolve(action: Action, screen: Screen) -> tuple[Gesture, ...]:
    """The gestures that carry an action out on this screen, in order; none for Finish and Grid.

    Raises ActionError where the screen has no such mark or cell or its element cannot do that, naming what would work.
    """
    match action:
        case Tap(mark):
            return (_touch(_able(screen, mark, "tap", "text"), screen),)
        case LongPress(mark):  # apps seldom declare what they do on a long press
            return (_touch(_able(screen, mark, "long_press", "tap", "text"), screen, HOLD_S),)
        case TypeText():
            return _typing(action, screen)
        case Swipe():
            return (_stroke(action, screen),)
        case TapCell() | LongPressCell() | SwipeCells():
            return (_on_grid(action, screen),)
        case Back() | Home() | Enter():
            return (Key(action.kind),)
        case Launch(app):
            if not app.strip():
                raise ActionError(f"launch names no app; write it as {Launch.example}")
            return (Start(app.strip()),)
        case Wait(seconds):
            if not 0 < seconds <= LONGEST_WAIT_S:
                raise ActionError(f"cannot wait {seconds:g} seconds; more than 0 and at most 60 is possible")
            return (Pause(seconds),)
        case Grid():
            if screen.picture is None:
                raise ActionError("this screen gives no picture to lay a grid over; use its marks, or back()")
            return ()
        case Finish():
            return ()
    raise TypeError(f"no gestures are known for {action!r}")


def touch_point(element: Element, others: Iterable[Element]) -> tuple[int, int]:
    """The pixel (x, y) at which a finger hits this element and none of the others.

    That is its centre, or the middle of the largest part that nothing covers. An element around
    this one never covers it; where all of it is covered, only smaller ones count, and then none.
    """
    lying = [one.bounds for one in others if overlap(one.bounds, element.bounds)]
    lying = [bounds for bounds in lying if overlap(bounds, element.bounds) != element.bounds]
    smaller = [bounds for bounds in lying if area(bounds) < area(element.bounds)]
    for covers in (lying, smaller):
        x, y = centre(element.bounds)
        if not any(overlap(cover, (x, y, x + 1, y + 1)) for cover in covers):
            return x, y
        if spots := _uncovered(element.bounds, covers):
            return centre(max(spots, key=lambda spot: (min(_sides(spot)), max(_sides(spot)))))
    return centre(element.bounds)


def _touch(element: Element, screen: Screen, hold_s: float = 0.0) -> Touch:
    return Touch(*touch_point(element, (one for one in screen.elements if one is not element)), hold_s)


def _typing(action: TypeText, screen: Screen) -> tuple[Gesture, ...]:
    target = target_of(action, screen) if action.mark is None else _able(screen, action.mark, "text")
    if target is None and not screen.keyboard:  # with the keyboard up something that shows no node has the focus
        raise ActionError(f"no input field has the focus; {_text_marks(screen)}")
    focus = () if target is None or target.focused else (_touch(target, screen),)
    typed = Type(action.text, action.clear, secret=target is not None and target.password)
    return (*focus, typed, *((Key("enter"),) if action.enter else ()))


def _stroke(action: Swipe, screen: Screen) -> Stroke:
    width, height = screen.size
    margin_x, margin_y = round(EDGE * width), round(EDGE * height)
    safe = (margin_x, margin_y, width - margin_x, height - margin_y)
    within = safe if action.mark is None else _marked(screen, action.mark).bounds
    left, top, right, bottom = overlap(within, safe) or overlap(within, (0, 0, width, height)) or safe
    x, y = centre((left, top, right, bottom))
    across = int(REACH[action.distance] * (right - left) / 2)
    along = int(REACH[action.distance] * (bottom - top) / 2)
    dx, dy = {"up": (0, -along), "down": (0, along), "left": (-across, 0), "right": (across, 0)}[action.direction]
    return Stroke(x - dx, y - dy, x + dx, y + dy, STROKE_S)


def _on_grid(action: TapCell | LongPressCell | SwipeCells, screen: Screen) -> Touch | Stroke:
    cells = cells_of(screen.size)
    if isinstance(action, SwipeCells):
        start, end = cells.point(action.start, action.start_part), cells.point(action.end, action.end_part)
        if start == end:
            raise ActionError(f"a swipe that ends where it began is none; tap there with {TapCell.kind}(...)")
        return Stroke(*start, *end, STROKE_S)
    hold_s = HOLD_S if isinstance(action, LongPressCell) else 0.0
    return Touch(*cells.point(action.cell, action.part), hold_s)


def _marked(screen: Screen, mark: int) -> Element:
    for element in screen.elements:
        if element.mark == mark:
            return element
    marks = [element.mark for element in screen.elements]
    there_are = f"marks {min(marks)} to {max(marks)}" if marks else "no marks; back(), swipe(...) or wait() may help"
    raise ActionError(f"no mark {mark}; this screen has {there_are}")


def _able(screen: Screen, mark: int, *actions: str) -> Element:
    """The element with a mark, if it can do one of the actions; the first is the one that was asked for."""
    element = _marked(screen, mark)
    if not set(actions) & set(element.actions):
        other = _text_marks(screen) if actions[0] == "text" else f"it takes {', '.join(element.actions)}"
        raise ActionError(f"mark {mark}, {name_of(element)}, takes no {actions[0]}; {other}")
    return element


def _text_marks(screen: Screen) -> str:
    marks = [f"{one.mark}, {name_of(one)}" for one in screen.elements if "text" in one.actions]
    return f"these take text: {'; '.join(marks)}" if marks else "nothing on this screen takes text"


def _uncovered(bounds: Bounds, covers: Sequence[Bounds]) -> list[Bounds]:
    """The parts of an area that are left when others are cut out of it."""
    parts = [bounds]
    for cover in covers:
        parts = [part for whole in parts for part in _minus(whole, cover)]
    return parts


def _minus(whole: Bounds, cover: Bounds) -> list[Bounds]:
    cut = overlap(whole, cover)
    if cut is None:
        return [whole]
    left, top, right, bottom = whole
    beside = (
        (left, top, right, cut[1]),
        (left, cut[3], right, bottom),
        (left, cut[1], cut[0], cut[3]),
        (cut[2], cut[1], right, cut[3]),
    )
    return [part for part in beside if area(part)]


def _sides(bounds: Bounds) -> tuple[int, int]:
    return bounds[2] - bounds[0], bounds[3] - bounds[1]
