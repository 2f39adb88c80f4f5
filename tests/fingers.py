"""A finger on the virtual phone: it touches the screen through the kernel, as `sendevent` does."""

import time
from collections.abc import Sequence

import adbutils

SCREEN = "/dev/input/event1"
Place = tuple[int, int]


class Finger:
    """Finger of a person. adb: a client of the phone, other than the driver's. touches: how often it came up."""

    def __init__(self, adb: adbutils.AdbDevice) -> None:
        self._adb, self._number, self.touches = adb, 0, 0

    def touch(self, *places: Place, hold_s: float = 0.05, rest_s: float = 0.0) -> None:
        """Come down at the first place, go along the others, and lift after `hold_s` seconds at the last."""
        self._number += 1
        self.send((3, 0x2F, 0), (3, 0x39, self._number), (1, 0x14A, 1), *_at(places[0]), (0, 0, 0))
        time.sleep(rest_s)
        for place in places[1:]:
            self.send(*_at(place), (0, 0, 0))
        time.sleep(hold_s)
        self.send((3, 0x39, -1), (1, 0x14A, 0), (0, 0, 0))

    def send(self, *events: Sequence[int]) -> None:
        """Let the panel report events: type, code, value."""
        said = self._adb.shell("; ".join(f"sendevent {SCREEN} {kind} {code} {value}" for kind, code, value in events))
        assert said == ""
        self.touches += any(code == 0x39 and value == -1 for _, code, value in events)


def _at(place: Place) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    return (3, 0x35, place[0]), (3, 0x36, place[1])
