"""Turn an event of the page, such as a click, a key or a form, into a line as it would be typed at the terminal."""

import json
import re
from collections.abc import Callable, Mapping

from appagent.actions import Action, DoubleTap, Enter, LongPress, Recents, Swipe, Tap, TypeText, call
from appagent.actions.aiming.touching import marked
from appagent.actions.keys import Back, Home
from appagent.errors import ActionError
from appagent.learning.demonstrations.pointing import Trace, action_meant
from appagent.screen import Screen
from appagent.screen.nodes.tree import area, contains

_KEYS: dict[str, Action] = {"back": Back(), "home": Home(), "enter": Enter(), "recents": Recents()}
_TOUCHES: dict[str, type[Tap | LongPress | DoubleTap]] = {"tap": Tap, "long": LongPress, "double": DoubleTap}
_MOST_POINTS = 2000
_NAME = re.compile(r"[a-z]\w{0,39}", re.ASCII)


def line_for(event: Mapping[str, object], screen: Screen, keep: Callable[[str, str], str]) -> str:
    """Return the line, such as `tap(3)`, that does the same as an event of the page.

    event: plain JSON; "do" names the kind of event.
    keep: function that takes a text and a name, makes the text a secret of this name, and returns its placeholder.
    Raises ActionError if the event is not valid, or cannot be done on the screen.
    """
    match event.get("do"):
        case "touch":
            return call(action_meant(_trace(event, screen), screen))
        case "tap" | "long" | "double" as touch:
            return call(_TOUCHES[touch](marked(screen, _number(event, "mark")).mark))
        case "scroll":
            return call(_scroll(event, screen))
        case "type":
            return _typing(event, screen, keep)
        case "key" if key := _KEYS.get(str(event.get("key"))):
            return call(key)
        case "note":
            return f"note @{_number(event, 'step')} {_words(event, 'words')}"
        case "undo" | "stop" as word:
            return word
    raise ActionError(f"the page asked for {json.dumps(event.get('do'))[:40]}, which is nothing that can be done")


def _trace(event: Mapping[str, object], screen: Screen) -> Trace:
    points = event.get("points")
    if not isinstance(points, list) or not 1 <= len(points) <= _MOST_POINTS:
        raise ActionError(f"a touch has from 1 to {_MOST_POINTS} points")
    found = []
    for point in points:
        if not (isinstance(point, list) and len(point) == 3 and all(_is_number(one) for one in point)):
            raise ActionError("a point of a touch is x, y, and the seconds since its beginning")
        x, y, at = point
        found.append((_within(x, screen.size[0]), _within(y, screen.size[1]), max(0.0, min(float(at), 60.0))))
    return Trace(tuple(found))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _within(at: float, side: int) -> int:
    return max(0, min(round(at), side - 1))


def _scroll(event: Mapping[str, object], screen: Screen) -> Swipe:
    """Return a swipe on the innermost list at the event's position, or else on the largest list of the screen."""
    down = event.get("down") is True
    lists = [one for one in screen.elements if "swipe" in one.actions and "text" not in one.actions]
    place = (_number(event, "x"), _number(event, "y")) if "x" in event else None
    there = [one for one in lists if place and contains(one.bounds, *place)]
    best = (
        min(there, key=lambda one: area(one.bounds))
        if there
        else max(lists, key=lambda o: area(o.bounds), default=None)
    )
    return Swipe("up" if down else "down", best.mark if best else None)


def _typing(event: Mapping[str, object], screen: Screen, keep: Callable[[str, str], str]) -> str:
    mark, text = _number(event, "mark"), _words(event, "text")
    name = str(event.get("name") or "").strip().lower()
    if marked(screen, mark).password:
        if not _NAME.fullmatch(name):
            raise ActionError("this field hides what is typed; give it a name of letters, such as password")
        text = keep(text, name) if text else f"${{{name}}}"
    elif name:
        raise ActionError("a secret goes only into a field that hides what is typed, and this one does not")
    if not text:
        raise ActionError("there is no text to type")
    clear, enter = event.get("clear") is True, event.get("enter") is True
    return call(TypeText(text, mark, clear=clear, enter=enter))


def _number(event: Mapping[str, object], name: str) -> int:
    value = event.get(name)
    if not isinstance(value, int | float) or not _is_number(value):
        raise ActionError(f"the page gave no {name}")
    return round(value)


def _words(event: Mapping[str, object], name: str) -> str:
    value = event.get(name)
    if not isinstance(value, str) or len(value) > 10_000:
        raise ActionError(f"the page gave no {name}")
    return value
