"""Let Ctrl-C or another thread stop a run. The run stops between two gestures, never during one."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from appagent.errors import AppAgentError

_PIECE_S = 0.05  # longest time after which a wait notices a request to stop
_ONCE_S = 2.0  # a second Ctrl-C within this time counts as the first


class Cancelled(AppAgentError):
    """Raised in a run that somebody has asked to stop."""

    exit_status = 130


class Cancel:
    """Request to stop a run. Any thread can make it with `set`, and the run looks for it with `check`.

    It uses no lock, because a signal may interrupt its own thread at any line.
    """

    def __init__(self) -> None:
        self._wanted = self._in_gesture = False
        self._heard_at = float("-inf")

    def set(self) -> None:
        """Ask the run to stop before its next gesture."""
        self._wanted = True

    def on_signal(self, _number: int = 0, frame: FrameType | None = None) -> None:
        """Handle Ctrl-C, as a handler for signal.signal: note the request to stop, and raise KeyboardInterrupt if safe.

        During a gesture or an import it is not raised, so that these can finish. Nor is it raised for a further Ctrl-C
        within two seconds after the run began to stop, so that the run's clean-up can finish.
        """
        self.set()
        repeated = time.monotonic() - self._heard_at < _ONCE_S
        if not repeated and not self._in_gesture and not importing(frame):
            self._heard_at = time.monotonic()
            raise KeyboardInterrupt

    @contextmanager
    def on_ctrl_c(self) -> Iterator[None]:
        """Let Ctrl-C stop the run in this block, as Cancelled, and restore the former handler at the end.

        This does nothing outside the main thread, because other threads get no signals, or if the program has its own
        handler for Ctrl-C.
        """
        in_main = threading.current_thread() is threading.main_thread()
        if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        signal.signal(signal.SIGINT, self.on_signal)
        try:
            yield
        except KeyboardInterrupt:
            raise Cancelled("interrupted before anything was done") from None
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`. Raises Cancelled as soon as somebody asks to stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.check()
            time.sleep(min(left, _PIECE_S))
        self.check()

    def check(self, why: str = "stopped by the person") -> None:
        """Raise Cancelled with this message if somebody has asked to stop."""
        if self._wanted:
            self._heard_at = time.monotonic()
            raise Cancelled(why)

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Wrap one gesture: Ctrl-C cannot interrupt the block.

        Raises Cancelled before or after it if somebody asked to stop.
        """
        self.check()
        self._in_gesture = True
        try:
            yield
        finally:
            self._in_gesture = False
        self.check()


def importing(frame: FrameType | None) -> bool:
    """Tell whether `frame`, the code that is being executed, is part of an import.

    An import must not be interrupted.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
