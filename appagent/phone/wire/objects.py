"""JSON-RPC methods of uiautomator2 on `d(...)`: wait for, read, type into and scroll an element."""

import re
import time
from collections.abc import Callable

from appagent.phone.wire.nodes import Node, bounds, centre
from appagent.phone.wire.selectors import Selector, find, info
from appagent.phone.wire.system import System

_POLL_S = 0.05
_FLING_STEPS = 5
_SCROLL_STEPS = 55
_STEP_S = 0.005
_EDGE = 0.1  # of a list, where a scrolling finger keeps away from


class ObjectsError(Exception):
    """Raised when the server throws an exception. java: its class."""

    def __init__(self, java: str, message: str) -> None:
        super().__init__(message)
        self.java = java


class Objects:
    """Access to elements on one phone's screen by selector."""

    def __init__(self, system: System) -> None:
        self._system = system

    def methods(self) -> dict[str, Callable[..., object]]:
        """Return the methods by their names on the wire."""
        return {
            "exist": lambda selector: bool(self._find(selector)),
            "count": lambda selector: len(self._find(selector, active_only=True)),
            "objInfo": lambda selector: info(self.one(selector)),
            "objInfoOfAllInstances": lambda selector: [info(n) for n in self._find(selector, active_only=True)],
            "waitForExists": lambda selector, timeout_ms: self._wait(selector, timeout_ms, there=True),
            "waitUntilGone": lambda selector, timeout_ms: self._wait(selector, timeout_ms, there=False),
            "getText": lambda selector: self.one(selector).get("text"),
            "setText": self._set_text,
            "clearTextField": lambda selector: self._set_text(selector, ""),
            "dragTo": self._drag_to,
            "scrollForward": lambda s, vertical, steps=_SCROLL_STEPS: self._scroll(s, vertical, steps, 1),
            "scrollBackward": lambda s, vertical, steps=_SCROLL_STEPS: self._scroll(s, vertical, steps, -1),
            "scrollToEnd": lambda s, v, most, steps=_SCROLL_STEPS: self._scroll_to_edge(s, v, most, steps, 1),
            "scrollToBeginning": lambda s, v, most, steps=_SCROLL_STEPS: self._scroll_to_edge(s, v, most, steps, -1),
            "scrollTo": self._scroll_to,
            "flingForward": lambda s, vertical: self._scroll(s, vertical, _FLING_STEPS, 1),
            "flingBackward": lambda s, vertical: self._scroll(s, vertical, _FLING_STEPS, -1),
            "flingToEnd": lambda s, v, most: self._scroll_to_edge(s, v, most, _FLING_STEPS, 1),
            "flingToBeginning": lambda s, v, most: self._scroll_to_edge(s, v, most, _FLING_STEPS, -1),
        }

    def one(self, selector: Selector) -> Node:
        """Return the first node that a selector matches. Raises ObjectsError if there is none."""
        found = self._find(selector)
        if not found:
            raise ObjectsError("androidx.test.uiautomator.UiObjectNotFoundException", _described(selector))
        return found[0]

    def _find(self, selector: Selector, active_only: bool = False) -> list[Node]:
        if not isinstance(selector, dict):
            raise TypeError(f"a selector is an object, not {selector!r}")
        try:
            return find(self._system.tree(), selector, active_only)
        except re.error as error:
            raise ObjectsError("java.util.regex.PatternSyntaxException", str(error)) from error

    def _wait(self, selector: Selector, timeout_ms: float, there: bool) -> bool:
        """Look repeatedly until an element is there, or gone, for at most the client's time."""
        deadline = time.monotonic() + timeout_ms / 1000
        while bool(self._find(selector)) != there:
            if time.monotonic() >= deadline or not self._system.poll(_POLL_S):
                return False
        return True

    def _set_text(self, selector: Selector, text: str) -> bool:
        """Replace a field's text; like the real server, tap the field first unless it has the cursor."""
        node = self.one(selector)
        if node.get("focused") != "true":
            self._system.tap(*centre(node), 0.1)
        return node.get("class") == "android.widget.EditText" and self._system.phone.set_text(text)

    def _drag_to(self, selector: Selector, *where: object) -> bool:
        """Drag an element: dragTo(selector, x, y, steps) or dragTo(selector, selector, steps)."""
        start = centre(self.one(selector))
        match where:
            case (int() | float() as x, int() | float() as y, int() as steps):
                end = int(x), int(y)
            case (dict() as other, int() as steps):
                end = centre(self.one(other))
            case _:
                raise TypeError(f"dragTo wants x, y and steps or a selector and steps, not {where!r}")
        self._system.drag(start, end, steps * _STEP_S)
        return True

    def _scroll(self, selector: Selector, vertical: bool, steps: int, sense: int) -> bool:
        """Scroll by one screenful; return True while there is more in that direction."""
        before = self._inside(selector)
        left, top, right, bottom = bounds(self.one(selector))
        middle = (left + right) // 2, (top + bottom) // 2
        low, high = (top, bottom) if vertical else (left, right)
        edge = int((high - low) * _EDGE)
        start, end = (high - edge, low + edge) if sense > 0 else (low + edge, high - edge)
        path = [(middle[0], at) if vertical else (at, middle[1]) for at in (start, end)]
        self._system.swipe(path, steps * _STEP_S)
        return self._inside(selector) != before

    def _inside(self, selector: Selector) -> list[dict[str, str]]:
        """Return the attributes of all nodes below an element; nothing if it is gone."""
        return [dict(node.attrib) for scope in self._find(selector)[:1] for node in scope.iter("node")]

    def _scroll_to_edge(self, selector: Selector, vertical: bool, most: int, steps: int, sense: int) -> bool:
        """Scroll by screenfuls, at most so many; return True once there is no more in that direction."""
        return any(not self._scroll(selector, vertical, steps, sense) for _ in range(most))

    def _scroll_to(self, selector: Selector, wanted: Selector, vertical: bool) -> bool:
        """Scroll from the beginning until the wanted element is visible."""
        if self._find(wanted):
            return True
        self._scroll_to_edge(selector, vertical, 30, _SCROLL_STEPS, -1)
        while not self._find(wanted):
            if not self._scroll(selector, vertical, _SCROLL_STEPS, 1):
                return bool(self._find(wanted))
        return True


def _described(selector: Selector) -> str:
    fields = [f"{name}={value}" for name, value in selector.items() if value and name != "mask"]
    return f"UiSelector[{', '.join(fields)}]"
