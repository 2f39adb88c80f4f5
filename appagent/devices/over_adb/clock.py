"""Tell a phone's date and time; the phone itself is asked every few seconds at most."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

DATE_COMMAND = ["date", "+%Y-%m-%dT%H:%M:%S"]  # the command for the phone's shell
_BELIEVED_S = 5.0  # after so many seconds the phone is asked again; a virtual phone's clock may go twenty times as fast


class PhoneClock:
    """Date and time of one phone. ask: function that runs `DATE_COMMAND` on the phone and returns what it prints."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self._ask = ask
        self._said: datetime | None = None
        self._at = 0.0

    def now(self) -> str:
        """Return the date and time, such as "Sunday 2026-11-22 10:08", or "" if the phone does not say.

        The phone is asked every five seconds at most; in between, this computer's clock measures the time.
        """
        passed = time.monotonic() - self._at
        if self._said is None or passed > _BELIEVED_S:
            told, self._at, passed = self._ask(), time.monotonic(), 0.0
            try:
                self._said = datetime.fromisoformat(told.strip()).replace(tzinfo=None)
            except ValueError:
                return ""
        return f"{self._said + timedelta(seconds=passed):%A %Y-%m-%d %H:%M}"
