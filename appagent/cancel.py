"""Stop requests for a run, from Ctrl-C or another thread, obeyed between two gestures and never inside one."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from appagent.errors import AppAgentError

_PIECE_S = 0.05  # longest time until a stop request ends a wait
_ONCE_S = 2.0  # a second Ctrl-C within this time counts as the first


class Cancelled(AppAgentError):
    """Raised when the person stopped the run."""

    exit_status = 130


class Cancel:
    """Stop request that any thread can make. Uses no lock: a signal may interrupt its own thread at any line."""

    def __init__(self) -> None:
        self._wanted = self._in_gesture = False
        self._heard_at = float("-inf")

    def set(self) -> None:
        """Ask the run to stop before its next gesture."""
        self._wanted = True

    def on_signal(self, _number: int = 0, frame: FrameType | None = None) -> None:
        """Handle Ctrl-C (for signal.signal): end any wait at once, but let a gesture or an import finish first.

        A second Ctrl-C within two seconds changes nothing, so that the clean-up started by the first one can finish.
        """
        self.set()
        repeated = time.monotonic() - self._heard_at < _ONCE_S
        if not repeated and not self._in_gesture and not importing(frame):
            self._heard_at = time.monotonic()
            raise KeyboardInterrupt

    def wait(self, seconds: float) -> None:
        """Sleep for so many seconds. Raises Cancelled as soon as somebody asks to stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.check()
            time.sleep(min(left, _PIECE_S))
        self.check()

    def check(self) -> None:
        """Raise Cancelled if somebody has asked to stop."""
        if self._wanted:
            raise Cancelled("stopped by the person")

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Wrap one gesture: check for a stop request before and after it, and let nothing interrupt it meanwhile."""
        self.check()
        self._in_gesture = True
        try:
            yield
        finally:
            self._in_gesture = False
        self.check()


def importing(frame: FrameType | None) -> bool:
    """Tell whether Python is in the middle of importing a module, which must not be cut short."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
