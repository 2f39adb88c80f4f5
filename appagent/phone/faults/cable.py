"""Faults on the way to the phone: the cable, adb's server, and uiautomator2's server on the phone."""

from typing import TYPE_CHECKING

from appagent.phone.faults.base import Fault, Moment, Times
from appagent.phone.hooks import DUMP, FINE, GESTURE, Fate

if TYPE_CHECKING:
    from appagent.phone.core import Phone

_GONE_S = 3.0
_SIGNS = r"cable|interrupted|whether it was|sure|does not answer|connection|no adb|server"


class _Cut(Fault):
    """Fault that spoils one call of a kind."""

    family, signs = "the cable", _SIGNS
    cut = "before"
    spoils = GESTURE
    default = Moment(gestures=1)

    def __init__(self, seed: int = 0, moment: Moment | None = None) -> None:
        super().__init__(seed, moment)
        self._times = Times(1)

    def fate(self, phone: "Phone", call: str, kind: str) -> Fate:
        """Return the cut for the first call of the kind."""
        return Fate(self.cut) if kind == self.spoils and self._times.take() else FINE


class CutBefore(_Cut):
    """Cable that is cut before a gesture arrives."""

    name, line = "cable-before", "the cable is cut before a gesture arrives; it never happens"


class CutAfter(_Cut):
    """Cable that is cut after a gesture."""

    name, line = "cable-after", "the cable is cut after a gesture was carried out, before its answer"
    cut = "after"


class CutMiddle(_Cut):
    """Cable that is cut in the middle of an answer."""

    name, line = "cable-middle", "the cable is cut in the middle of the answer to a dump"
    cut, spoils = "middle", DUMP


class ServerGone(_Cut):
    """Death of uiautomator2's server."""

    name, line = "server-gone", "uiautomator2's server on the phone is killed as a gesture arrives, which never happens"
    cut = "server"


class ServerGoneLooking(_Cut):
    """Death of uiautomator2's server during a look."""

    name, line = "server-gone-looking", "uiautomator2's server on the phone is killed during a dump"
    cut, spoils = "server", DUMP


class AdbGone(Fault):
    """Restart of adb's server."""

    name, family, signs = "adb-gone", "the cable", _SIGNS
    line = "adb's server ends every connection, and takes none for three seconds"
    default = Moment(gestures=1)
    _back_at = 0.0

    def strike(self, phone: "Phone") -> None:
        """Hang up on everybody."""
        self._back_at = phone.seconds() + _GONE_S
        for hang_up in phone.hooks.hang_up:
            hang_up()

    def connects(self, phone: "Phone") -> bool:
        """Tell whether the three seconds are over."""
        return phone.seconds() >= self._back_at


class CableOut(Fault):
    """Cable that is pulled out."""

    name, family, signs = "cable-out", "the cable", _SIGNS
    line = "the cable is pulled out and stays out"
    default = Moment(gestures=1)
    solvable = False

    def strike(self, phone: "Phone") -> None:
        """Hang up on everybody."""
        for hang_up in phone.hooks.hang_up:
            hang_up()

    def connects(self, phone: "Phone") -> bool:
        """Tell that nobody is served any more."""
        return False
