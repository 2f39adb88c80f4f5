"""Listen to fingers on an Android phone through getevent, and convert their times to this computer's clock."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import adbutils

from appagent.devices.over_adb.getevent import FingerEvent, Fingers, Panel, panels
from appagent.errors import UsageError

_LISTEN = "getevent -lt"
_LONGEST = 1000  # bytes of a line; real ones have 80


@dataclass(frozen=True)
class FingerReport:
    """Event of a finger, with what is needed to convert its times.

    reading: what the finger did, with times of the phone's clock.
    offset: seconds to add to these times to get this computer's.
    """

    reading: FingerEvent
    offset: float


class Touches:
    """Listener to the fingers on one phone.

    adb: the phone.
    rotation: function that returns how its display is rotated, in quarter turns anticlockwise.
    """

    def __init__(self, adb: adbutils.AdbDevice, rotation: Callable[[], int]) -> None:
        self._adb, self.rotation = adb, rotation

    def panels(self) -> dict[str, Panel]:
        """Return the phone's touchscreens that the shell may listen to, by their device paths."""
        return panels(self._adb.shell(["getevent", "-lp"]))

    @contextmanager
    def listening(self, on_report: Callable[[FingerReport], None]) -> Iterator[None]:
        """Call `on_report` with each report about a finger, from another thread, as long as the context lasts.

        Raises UsageError if the phone has no touchscreen that can be listened to.
        """
        found = self.panels()
        if not found:
            raise UsageError(
                "this phone tells nothing of fingers (getevent -lp lists no touchscreen); use --web or --text"
            )
        connection = self._adb.open_transport(timeout=None)
        # with a terminal of its own, because getevent keeps lines back from a pipe until it has many
        terminal = "shell,pty" if "shell_v2" in self._adb.get_features() else "shell"
        connection.send_command(f"{terminal}:{_LISTEN}")
        connection.check_okay()
        connection.conn.settimeout(None)
        thread = threading.Thread(
            target=_listen, args=(connection, Fingers(found), on_report), name="fingers", daemon=True
        )
        thread.start()
        try:
            yield
        finally:
            connection.close()
            thread.join(1.0)


def _listen(connection: adbutils.AdbConnection, fingers: Fingers, on_report: Callable[[FingerReport], None]) -> None:
    """Read lines until the connection is closed, and call `on_report` with what they report.

    The phone has a clock of its own. How far it differs from ours is taken from the line with the least delay.
    """
    offset, rest = float("inf"), b""
    with suppress(OSError, adbutils.AdbError):
        while part := connection.conn.recv(4096):
            now = time.monotonic()
            *lines, rest = (rest + part).split(b"\n")
            rest = rest[-_LONGEST:]
            for line in lines:
                for reading in fingers.read(line.decode(errors="replace")):
                    offset = min(offset, now - _last(reading))
                    on_report(FingerReport(reading, offset))


def _last(reading: FingerEvent) -> float:
    points = getattr(reading, "points", None)
    return float(points[-1][2] if points else getattr(reading, "at", 0.0))
