"""Turn what a page sends of a click, a key or a form into a line, as a person would type it at the terminal."""

import json
import re
from collections.abc import Callable, Mapping

from appagent.actions import Action, DoubleTap, Enter, LongPress, Recents, Swipe, Tap, TypeText, call
from appagent.actions.keys import Back, Home
from appagent.actions.touching import marked
from appagent.errors import ActionError
from appagent.learning.pointing import Trace, meant
from appagent.screen import Screen
from appagent.screen.tree import area, contains

_KEYS: dict[str, Action] = {"back": Back(), "home": Home(), "enter": Enter(), "recents": Recents()}
_TOUCHES: dict[str, type[Tap | LongPress | DoubleTap]] = {"tap": Tap, "long": LongPress, "double": DoubleTap}
_MOST_POINTS = 2000
_NAME = re.compile(r"[a-z]\w{0,39}", re.ASCII)


def line_of(wish: Mapping[str, object], screen: Screen, keep: Callable[[str, str], str]) -> str:
    """Return the line that a wish of the page amounts to.

    wish: "do" says what is wished for, and the other names go with it. screen: the one that it was made on. keep:
    function that makes a text a secret of a name, and returns its placeholder.
    Raises ActionError if the wish cannot be read, or if the screen cannot do it.
    """
    match wish.get("do"):
        case "touch":
            return call(meant(_trace(wish, screen), screen))
        case "tap" | "long" | "double" as touch:
            return call(_TOUCHES[touch](marked(screen, _number(wish, "mark")).mark))
        case "scroll":
            return call(_scroll(wish, screen))
        case "type":
            return _typing(wish, screen, keep)
        case "key" if key := _KEYS.get(str(wish.get("key"))):
            return call(key)
        case "note":
            return f"note @{_number(wish, 'step')} {_words(wish, 'words')}"
        case "undo" | "stop" as word:
            return word
    raise ActionError(f"the page asked for {json.dumps(wish.get('do'))[:40]}, which is nothing that can be done")


def _trace(wish: Mapping[str, object], screen: Screen) -> Trace:
    points = wish.get("points")
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


def _scroll(wish: Mapping[str, object], screen: Screen) -> Swipe:
    """Return a swipe on the list at a place, or on the largest list if there is none at it."""
    down = wish.get("down") is True
    lists = [one for one in screen.elements if "swipe" in one.actions and "text" not in one.actions]
    place = (_number(wish, "x"), _number(wish, "y")) if "x" in wish else None
    there = [one for one in lists if place and contains(one.bounds, *place)]
    best = (
        min(there, key=lambda one: area(one.bounds))
        if there
        else max(lists, key=lambda o: area(o.bounds), default=None)
    )
    return Swipe("up" if down else "down", best.mark if best else None)


def _typing(wish: Mapping[str, object], screen: Screen, keep: Callable[[str, str], str]) -> str:
    mark, text = _number(wish, "mark"), _words(wish, "text")
    name = str(wish.get("name") or "").strip().lower()
    if marked(screen, mark).password:
        if not _NAME.fullmatch(name):
            raise ActionError("this field hides what is typed; give it a name of letters, such as password")
        text = keep(text, name) if text else f"${{{name}}}"
    elif name:
        raise ActionError("a secret goes only into a field that hides what is typed, and this one does not")
    if not text:
        raise ActionError("there is no text to type")
    clear, enter = wish.get("clear") is True, wish.get("enter") is True
    return call(TypeText(text, mark, clear=clear, enter=enter))


def _number(wish: Mapping[str, object], name: str) -> int:
    value = wish.get(name)
    if not isinstance(value, int | float) or not _is_number(value):
        raise ActionError(f"the page gave no {name}")
    return round(value)


def _words(wish: Mapping[str, object], name: str) -> str:
    value = wish.get(name)
    if not isinstance(value, str) or len(value) > 10_000:
        raise ActionError(f"the page gave no {name}")
    return value
