"""Shell command getevent: report touches as the Linux kernel does for a real touchscreen.

Source: multi-touch-protocol.rst of Linux (type B), getevent.c of Android.
"""

import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, cast

from appagent.phone.wire.commands import Call, Command, arriving, usage
from appagent.phone.wire.system import Point

_DEVICE = "/dev/input/event1"
_NAME = f'add device 1: {_DEVICE}\n  name:     "virtual_touchscreen"\n'
_SYN, _KEY, _ABS = 0, 1, 3
_REPORT, _TOUCH, _SLOT, _X, _Y, _TRACKING = 0, 0x14A, 0x2F, 0x35, 0x36, 0x39
_TYPES = {_SYN: "EV_SYN", _KEY: "EV_KEY", _ABS: "EV_ABS"}
_CODES = {
    (_SYN, _REPORT): "SYN_REPORT",
    (_KEY, _TOUCH): "BTN_TOUCH",
    (_ABS, _SLOT): "ABS_MT_SLOT",
    (_ABS, _X): "ABS_MT_POSITION_X",
    (_ABS, _Y): "ABS_MT_POSITION_Y",
    (_ABS, _TRACKING): "ABS_MT_TRACKING_ID",
}
_NONE = 0xFFFFFFFF  # -1: no finger
_LASTS_S = {"tap": 0.08, "long_press": 0.6, "swipe": 0.3}  # typical: the phone does not note how long one took


class _Event(NamedTuple):
    at: float  # seconds since the phone's start
    kind: int
    code: int
    value: int


def _getevent(call: Call) -> str:
    """Run getevent [-plt] [-c COUNT] [DEVICE] until the client leaves, or for COUNT events.

    Shows every touch that arrives. A real phone would hide those of `input`; this one has no other finger.
    """
    most = call.option("-c")
    flags = "".join(arg[1:] for arg in call.args if arg.startswith("-"))
    devices = [arg for arg in call.args if not arg.startswith("-")]
    if not set(flags) <= set("plt") or devices not in ([], [_DEVICE]) or not (most or "0").isdecimal():
        raise usage(call)
    if "p" in flags:
        return _NAME + _abilities(call, "l" in flags)
    source = "" if devices else f"{_DEVICE}: "
    seen = len(call.phone.taps())
    call.terminal.out(b"" if devices else _NAME.encode())
    for event in islice(_events(call, seen), int(most) if most else None):
        stamp = f"[{event.at:15.6f}] " if "t" in flags else ""
        call.terminal.out(f"{stamp}{source}{_line(event, 'l' in flags)}\n".encode())
    return ""


def _abilities(call: Call, labels: bool) -> str:
    width, height = call.phone.size if call.phone.rotation % 2 == 0 else call.phone.size[::-1]
    lines = ["  events:", f"    KEY (0001): {_CODES[_KEY, _TOUCH] if labels else '014a'}"]
    for code, top in ((_SLOT, 9), (_X, width - 1), (_Y, height - 1), (_TRACKING, 65535)):
        name = f"{_CODES[_ABS, code]:<21}" if labels else f"{code:04x} "
        before = "    ABS (0003): " if code == _SLOT else " " * 16
        lines.append(f"{before}{name} : value 0, min 0, max {top}, fuzz 0, flat 0, resolution 0")
    return "\n".join([*lines, "  input props:", "    INPUT_PROP_DIRECT", ""])


def _line(event: _Event, labels: bool) -> str:
    if not labels:
        return f"{event.kind:04x} {event.code:04x} {event.value:08x}"
    value = ("UP", "DOWN")[event.value] if event.kind == _KEY else f"{event.value:08x}"
    return f"{_TYPES[event.kind]:<12} {_CODES[event.kind, event.code]:<20} {value:<20}"


def _events(call: Call, seen: int) -> Iterator[_Event]:
    """Yield down, along and up of each touch that arrives after the first `seen` gestures and keys."""
    for gesture in arriving(call, call.phone.taps, seen):
        lasts = _LASTS_S.get(str(gesture["kind"]))
        if lasts is None:
            continue
        start = cast(Point, (gesture["x"], gesture["y"]))
        end = cast(Point, tuple(cast(list[int], gesture.get("to", start))))
        number, now = cast(int, gesture["n"]), time.monotonic()
        down = [(_ABS, _TRACKING, number), (_KEY, _TOUCH, 1), *_position(call, start), (_SYN, _REPORT, 0)]
        along = [*_position(call, end), (_SYN, _REPORT, 0)] if end != start else []
        up = [(_ABS, _TRACKING, _NONE), (_KEY, _TOUCH, 0), (_SYN, _REPORT, 0)]
        yield from (_Event(now, *facts) for facts in down)
        yield from (_Event(now + lasts, *facts) for facts in [*along, *up])


def _position(call: Call, point: Point) -> list[tuple[int, int, int]]:
    """Convert a point of the display to the touchscreen, which does not turn with the picture."""
    (x, y), (width, height) = point, call.phone.size
    turned = {0: (x, y), 1: (height - 1 - y, x), 2: (width - 1 - x, height - 1 - y), 3: (y, width - 1 - x)}
    on_x, on_y = turned[call.phone.rotation]
    return [(_ABS, _X, on_x), (_ABS, _Y, on_y)]


COMMANDS: dict[str, Command] = {"getevent": _getevent}
