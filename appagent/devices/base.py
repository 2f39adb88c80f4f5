"""Contract of a device: what a driver must do."""

from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self

from appagent.actions import Gesture
from appagent.screen import Screen


class Device(Protocol):
    """Something that can be seen and touched, in pixels of its display.

    A driver is a class with these methods; `drivers.py` says how it is found by name. It makes one tree of
    `screen.Node` for each capture and passes it to `screen.read`, with the picture and, as `raw`, whatever it made the
    tree from; nobody else reads that. Where a device tells no nodes the tree is empty, and the picture is all there is.
    Every method raises DeviceError when the device does not answer, saying what was tried and what would help.

    serial: the device's name, in messages and in trajectories.
    """

    serial: str

    def capture(self) -> Screen:
        """Return what is on the screen once it is at rest, or what there is when waiting for that is given up.

        Tree and picture are of the same moment; `settled` tells which of the two it was.
        """

    def perform(self, gesture: Gesture) -> None:
        """Carry one gesture out, once: it is never sent a second time, whatever happened to the first.

        Raises ActionError where it cannot be carried out, so that the agent may try another way; a gesture that this
        driver does not know is one of these. None is passed over in silence.
        """

    def package(self, app: str) -> str:
        """Return the package behind a package's or an app's visible name. Raises UsageError naming those there are."""

    def version(self, package: str) -> str:
        """Return the app's version name, or "" where it is not known."""

    def locale(self) -> str:
        """Return the device's language, "en-US", or "" where it is not known."""

    def state(self) -> dict[str, object] | None:
        """Return the apps' state, which a check is made over; None on a device that cannot tell it."""

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps, by short name, the state that a task begins with. Raises UsageError where that cannot be done."""

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last lines of the device's log that tell of errors, oldest first, at most so many, or none."""

    def close(self) -> None:
        """Let go of the device and leave it as it was found. Must not fail where the device is gone."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
