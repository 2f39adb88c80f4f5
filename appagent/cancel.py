"""A wish to stop, from Ctrl-C or another thread, heard between two gestures and never inside one."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from appagent.errors import AppAgentError

_PIECE_S = 0.05  # of a wait: how soon a wish from another thread is heard
_ONCE_S = 2.0  # in which Ctrl-C pressed again is the same wish


class Cancelled(AppAgentError):
    """The person stopped the run."""

    exit_status = 130


class Cancel:
    """Set from anywhere. It holds no lock: a signal may find its own thread at any line in here."""

    def __init__(self) -> None:
        self._wanted = self._in_gesture = False
        self._heard_at = float("-inf")

    def set(self) -> None:
        """Stop before the next gesture."""
        self._wanted = True

    def on_signal(self, _number: int = 0, frame: FrameType | None = None) -> None:
        """For signal.signal: end whatever is waited for at once, but a gesture or an import under way only after it.

        Pressed again right away it changes nothing, so that what the first one set going is brought to its end.
        """
        self.set()
        repeated = time.monotonic() - self._heard_at < _ONCE_S
        if not repeated and not self._in_gesture and not importing(frame):
            self._heard_at = time.monotonic()
            raise KeyboardInterrupt

    def wait(self, seconds: float) -> None:
        """Sleep, unless somebody wants to stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.check()
            time.sleep(min(left, _PIECE_S))
        self.check()

    def check(self) -> None:
        """Raise Cancelled where somebody wants to stop."""
        if self._wanted:
            raise Cancelled("stopped by the person")

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Around one gesture."""
        self.check()
        self._in_gesture = True
        try:
            yield
        finally:
            self._in_gesture = False
        self.check()


def importing(frame: FrameType | None) -> bool:
    """Whether a module is on its way in: modules that are cut short there fail in ways of their own, or go on."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
