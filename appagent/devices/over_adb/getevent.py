"""Parse what Android's getevent prints about fingers: the phone's touchscreens, and the path of each touch.

Source: multi-touch-protocol.rst of Linux, types A (no slots) and B; getevent.c of Android, with and without labels.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

PanelPoint = tuple[int, int]  # x, y

_SYN, _KEY, _ABS = 0, 1, 3
_REPORT, _MT_REPORT, _DROPPED = 0, 2, 3
_TOUCH = 0x14A
_PLAIN_X, _PLAIN_Y, _SLOT, _X, _Y, _TRACKING = 0, 1, 0x2F, 0x35, 0x36, 0x39
_TYPES = {"EV_SYN": _SYN, "EV_KEY": _KEY, "EV_ABS": _ABS}
_CODES = {
    "SYN_REPORT": _REPORT, "SYN_MT_REPORT": _MT_REPORT, "SYN_DROPPED": _DROPPED, "BTN_TOUCH": _TOUCH, "ABS_X": _PLAIN_X,
    "ABS_Y": _PLAIN_Y, "ABS_MT_SLOT": _SLOT, "ABS_MT_POSITION_X": _X, "ABS_MT_POSITION_Y": _Y,
    "ABS_MT_TRACKING_ID": _TRACKING, "KEY_BACK": 158, "KEY_HOMEPAGE": 172, "KEY_HOME": 102, "KEY_APPSELECT": 580,
}  # fmt: skip
_KEYS = {158: "back", 172: "home", 102: "home", 580: "recents"}
_VALUES = {"DOWN": 1, "UP": 0, "REPEAT": 2}
_LINE = re.compile(r"\[\s*(\d{1,12}\.\d{1,9})\]\s+(?:(/dev/input/event\d+):\s+)?(\w+)\s+(\w+)\s+(\w+)\s*")
_DEVICE = re.compile(r"add device \d+: (/dev/input/event\d+)\s*")
_AXIS = re.compile(r"\b(ABS_MT_POSITION_[XY]|ABS_[XY]|00(?:35|36|00|01))\s*:\s*value -?\d+, min (-?\d+), max (-?\d+)")
_NUMBERED = {"0035": _X, "0036": _Y, "0000": _PLAIN_X, "0001": _PLAIN_Y}
_HEX = re.compile(r"[0-9a-f]{1,8}")


@dataclass(frozen=True)
class Panel:
    """Touchscreen of a phone.

    x, y: (smallest, largest) value that it reports along the width, and along the height, of the unrotated display.
    """

    x: PanelPoint
    y: PanelPoint

    def pixel(self, at: PanelPoint, size: PanelPoint, rotation: int) -> PanelPoint:
        """Return the pixel of the display at a point of the panel.

        at: the point, in the panel's units.
        size: width and height of the display as it is rotated, px.
        rotation: 0 to 3, in quarter turns anticlockwise.

        >>> Panel((0, 4095), (0, 4095)).pixel((2048, 1024), (1080, 2400), 0)
        (540, 600)
        >>> Panel((0, 1079), (0, 2399)).pixel((100, 900), (2400, 1080), 1)
        (900, 979)
        """
        width, height = size if rotation % 2 == 0 else size[::-1]
        x, y = _scaled(at[0], self.x, width), _scaled(at[1], self.y, height)
        across, down = size
        turned = {0: (x, y), 1: (y, down - 1 - x), 2: (across - 1 - x, down - 1 - y), 3: (across - 1 - y, x)}
        return turned[rotation % 4]


def _scaled(at: int, span: PanelPoint, side: int) -> int:
    least, most = span
    return max(0, min((at - least) * side // max(1, most - least + 1), side - 1))


def panels(told: str) -> dict[str, Panel]:
    """Return the touchscreens that `getevent -lp` or `getevent -p` lists, by their device paths.

    Multi-touch axes are preferred to single-touch ones. Devices that are not direct input, such as a mouse, are left
    out.
    """
    found: dict[str, Panel] = {}
    for part in re.split(r"(?m)^(?=add device )", told):
        name = _DEVICE.match(part)
        axes = {_CODES.get(code, _NUMBERED.get(code)): (int(low), int(high)) for code, low, high in _AXIS.findall(part)}
        direct = "INPUT_PROP_DIRECT" in part or _X in axes
        for x, y in ((_X, _Y), (_PLAIN_X, _PLAIN_Y)):
            if name and direct and x in axes and y in axes and axes[x][1] > axes[x][0] and axes[y][1] > axes[y][0]:
                found.setdefault(name[1], Panel(axes[x], axes[y]))
    return found


@dataclass(frozen=True)
class Began:
    """Event that a finger came down. at: time on the phone's clock, s."""

    at: float


@dataclass(frozen=True)
class FingerPath:
    """Path of a finger that was lifted.

    points: (x, y, time) of each point, in the panel's units and seconds of the phone's clock.
    """

    panel: Panel
    points: tuple[tuple[int, int, float], ...]


@dataclass(frozen=True)
class Pressed:
    """Event that a key of the phone was pressed.

    key: "back", "home" or "recents".
    at: time on the phone's clock, s.
    """

    key: str
    at: float


@dataclass(frozen=True)
class Unread:
    """Event of a touch that cannot be used.

    why: the reason, for the person.
    at: time of its end on the phone's clock, s.
    """

    why: str
    at: float


FingerEvent = Began | FingerPath | Pressed | Unread


@dataclass
class _Contacts:
    """State of the fingers on one touchscreen, updated by each event."""

    panel: Panel
    slot: int = 0
    # axis values by slot, kept because getevent prints only changes
    places: dict[int, dict[int, int]] = field(default_factory=dict)
    down: set[int] = field(default_factory=set)  # slots with a finger
    listed: list[dict[int, int]] = field(default_factory=list)  # type A: the fingers of this report so far
    one: dict[int, int] = field(default_factory=dict)  # type A: the finger that the current lines describe
    by_lists: bool = False  # type A
    path: list[tuple[int, int, float]] = field(default_factory=list)
    most: int = 0  # fingers at a time since the first came down
    lost: bool = False  # until the next report nothing is known

    def note(self, kind: int, code: int, value: int, at: float) -> list[FingerEvent]:
        """Update the state by one event. Return what is complete now, such as the path of a finger that was lifted.

        kind, code, value: the event as Linux numbers it.
        at: its time, s.
        """
        if kind == _ABS:
            self._axis(code, value)
        elif (kind, code) == (_KEY, _TOUCH):
            if value == 0:
                self.down.clear()
            elif not self.down and _TRACKING not in self._now:
                self.down.add(self.slot)  # a panel that knows one finger alone
        elif (kind, code) == (_SYN, _MT_REPORT):
            self.by_lists = True
            self.listed += [self.one] if self.one else []
            self.one = {}
        elif (kind, code) == (_SYN, _DROPPED):
            self.lost = True
        elif (kind, code) == (_SYN, _REPORT):
            return self._reported(at)
        return []

    @property
    def _now(self) -> dict[int, int]:
        return self.places.setdefault(self.slot, {})

    def _axis(self, code: int, value: int) -> None:
        code = {_PLAIN_X: _X, _PLAIN_Y: _Y}.get(code, code)
        if code == _SLOT:
            self.slot = value
        elif code in (_X, _Y, _TRACKING):
            self._now[code] = self.one[code] = value
            if code == _TRACKING:
                (self.down.add if value >= 0 else self.down.discard)(self.slot)

    def _reported(self, at: float) -> list[FingerEvent]:
        """Return what a report completes: a finger that came down, the path of a lifted one, or an unusable touch."""
        if self.lost:
            return self._reset(at)
        if self.by_lists:
            there, self.listed, self.one = [one for one in self.listed if _X in one and _Y in one], [], {}
        else:
            there, self.one = [self.places.get(slot, {}) for slot in sorted(self.down)], {}
        began = [Began(at)] if there and not self.most else []
        self.most = max(self.most, len(there))
        if len(there) == 1 and _X in there[0] and _Y in there[0]:
            self.path.append((there[0][_X], there[0][_Y], at))
        if there or not self.most:
            return [*began]
        path, most, self.path, self.most = self.path, self.most, [], 0
        if most > 1:
            return [Unread(f"{most} fingers at once cannot be recorded; use one finger, or type the step", at)]
        if not path:
            return [Unread("the phone did not say where a touch was, so it is not recorded; do it again", at)]
        return [FingerPath(self.panel, (*path, (*path[-1][:2], at)))]

    def _reset(self, at: float) -> list[FingerEvent]:
        """Forget a touch of which events were lost, because its later events cannot be relied on.

        Return what to report.
        """
        there = bool(self.most)
        self.lost, self.most, self.path, self.listed, self.one = False, 0, [], [], {}
        self.down.clear()
        return (
            [Unread("the phone lost part of a touch, so it is not recorded; undo by hand what it did", at)]
            if there
            else []
        )


class Fingers:
    """Parser of lines of `getevent -lt`. panels: the touchscreens by device path. Of other devices only keys count."""

    def __init__(self, panels: Mapping[str, Panel]) -> None:
        self._contacts = {path: _Contacts(panel) for path, panel in panels.items()}

    def read(self, line: str) -> list[FingerEvent]:
        """Parse one line.

        Return what it completes, such as the path of a touch; [] if the line is cut off or unknown.
        """
        found = _LINE.fullmatch(line.strip())
        if found is None:
            return []
        at, path, kind, code, value = float(found[1]), found[2], *map(_number, found.groups()[2:])
        if kind is None or code is None or value is None:
            return []
        if kind == _KEY and code in _KEYS:
            return [Pressed(_KEYS[code], at)] if value == 0 else []
        if path is None and len(self._contacts) == 1:
            path = next(iter(self._contacts))
        contacts = self._contacts.get(path or "")
        return contacts.note(kind, code, value, at) if contacts else []


def _number(word: str) -> int | None:
    """Return the number of an event's type, code or value; None for a word that is neither a label nor hexadecimal."""
    for names in (_TYPES, _CODES, _VALUES):
        if word in names:
            return names[word]
    if not _HEX.fullmatch(word):
        return None
    number = int(word, 16)
    return number - (1 << 32) if number >= 1 << 31 else number
