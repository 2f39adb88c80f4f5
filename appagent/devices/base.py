"""The one door to a phone: what a driver must do."""

from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self

from appagent.actions import Gesture
from appagent.screen import Screen


class Device(Protocol):
    """Something that can be seen and touched. Every method raises DeviceError when it does not answer.

    serial: its name. A driver for another kind of phone is a class with these methods, in a file of its own.
    """

    serial: str

    def capture(self) -> Screen:
        """What is on the screen, once it has settled (or when waiting for that is given up)."""

    def perform(self, gesture: Gesture) -> None:
        """Carry one gesture out, once: it is never sent a second time."""

    def package(self, app: str) -> str:
        """The package behind a package's or an app's visible name. Raises UsageError naming those there are."""

    def version(self, package: str) -> str:
        """The app's version name, or "" where it is not known."""

    def locale(self) -> str:
        """The phone's language, "en-US", or "" where it is not known."""

    def state(self) -> dict[str, object] | None:
        """The apps' state, which a check is made over; None on a phone that cannot tell it."""

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps, by short name, the state that a task begins with. Raises UsageError where that cannot be done."""

    def log(self, lines: int) -> tuple[str, ...]:
        """The last lines of the phone's log that tell of errors, oldest first, at most so many; it may keep none."""

    def close(self) -> None:
        """Let go of the phone, its own keyboard put back."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
