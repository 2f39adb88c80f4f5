"""Touchscreen of the phone as the kernel has it: events that a finger makes, and what Android makes of them.

Source: multi-touch-protocol.rst of Linux (type B, with slots).
"""

import threading
import time
from typing import NamedTuple

from appagent.phone.core import Phone

Point = tuple[int, int]

DEVICE = "/dev/input/event1"
SYN, KEY, ABS = 0, 1, 3
REPORT, TOUCH, SLOT, X, Y, TRACKING = 0, 0x14A, 0x2F, 0x35, 0x36, 0x39
SLOTS = 10
_HOLD_S = 0.4  # Android's time for a long press
_SLOP = 8  # px that a resting finger may wander


class Event(NamedTuple):
    """One event. at: seconds since the phone's start. kind, code, value: as in linux/input.h; -1 is 0xffffffff."""

    at: float
    kind: int
    code: int
    value: int


class Touchscreen:
    """Touchscreen that fingers use through the kernel, as `sendevent` does, and not through `input` or a test's client.

    Android acts on the first finger alone, once it is lifted. events: all events so far, oldest first.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone, self._lock = phone, threading.Lock()
        self.events: list[Event] = []
        self._slot, self._last = 0, dict[tuple[int, int], int]()
        self._path: list[tuple[Point, float]] = []
        self._other = False  # a second finger came meanwhile

    def write(self, kind: int, code: int, value: int) -> None:
        """Let the panel report an event. A value that is the one reported last is dropped, as the kernel does."""
        with self._lock:
            at = time.monotonic()
            if kind == ABS:
                self._slot = value if code == SLOT else self._slot
                key = (-1 if code == SLOT else self._slot, code)
                if self._last.get(key) == value:
                    return
                self._last[key] = value
            self.events.append(Event(at, kind, code, value))
            gesture = self._reported(at) if (kind, code) == (SYN, REPORT) else None
        if gesture:
            self._carry_out(gesture)

    def _reported(self, at: float) -> list[tuple[Point, float]] | None:
        """Take note of where the fingers are, and return the path of the first once it was lifted alone."""
        down = [slot for slot in range(SLOTS) if self._last.get((slot, TRACKING), -1) >= 0]
        self._other |= len(down) > 1
        if down[:1] == [0]:
            self._path.append((self._point(), at))
            return None
        path, self._path = self._path, [] if not down else self._path
        if down or not path:
            return None
        other, self._other = self._other, False
        return None if other else [*path, (path[-1][0], at)]

    def _point(self) -> Point:
        """Convert the first finger's place on the panel, which does not turn, to the display."""
        x, y = (self._last.get((0, code), 0) for code in (X, Y))
        width, height = self._phone.size
        turned = {0: (x, y), 1: (y, height - 1 - x), 2: (width - 1 - x, height - 1 - y), 3: (width - 1 - y, x)}
        return turned[self._phone.rotation]

    def _carry_out(self, path: list[tuple[Point, float]]) -> None:
        (start, began), (end, ended) = path[0], path[-1]
        left = [at for (x, y), at in path if max(abs(x - start[0]), abs(y - start[1])) > _SLOP]
        if not left:
            self._phone.tap(*start, ended - began)
        elif len(path) > 3 and left[0] - began >= _HOLD_S:
            self._phone.drag(start, end, ended - began)
        else:
            self._phone.swipe([point for point, _ in path], ended - began)


def panel(phone: Phone) -> Point:
    """Return the size of a phone's panel, which does not turn, in its own units: px."""
    return phone.size if phone.rotation % 2 == 0 else phone.size[::-1]
