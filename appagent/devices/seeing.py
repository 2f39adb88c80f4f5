"""Wrapper of a device that adds to its screens the elements that only their pixels show."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from appagent.actions import Gesture
from appagent.devices.base import Device
from appagent.screen import Screen

Sees = Callable[[Screen], Screen]


class Seeing:
    """Wrapper of a device. To each screen that the wrapped device captures, it adds elements recognised in the pixels.

    All methods but `capture` only call the same method of the wrapped device.

    device: the device to wrap. sees: functions that take a screen and return it with more elements. They are applied in
    the given order, each to the result of the one before.
    """

    def __init__(self, device: Device, *sees: Sees) -> None:
        self.serial = device.serial
        self._device, self._sees = device, sees

    def capture(self) -> Screen:
        """Return the wrapped device's screen, to which each function in `sees` has added elements."""
        screen = self._device.capture()
        for see in self._sees:
            screen = see(screen)
        return screen

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture on the wrapped device."""
        self._device.perform(gesture)

    def package(self, app: str) -> str:
        """Return the package of an app on the wrapped device. app: the package or the visible name of the app."""
        return self._device.package(app)

    def version(self, package: str) -> str:
        """Return the version name of an app on the wrapped device, or "" if it is not known."""
        return self._device.version(package)

    def locale(self) -> str:
        """Return the language and region of the wrapped device, such as "en-US", or "" if they are not known."""
        return self._device.locale()

    def state(self) -> dict[str, object] | None:
        """Return the state of the apps on the wrapped device; None if the wrapped device cannot tell it."""
        return self._device.state()

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps on the wrapped device the state that a task begins with.

        wanted: the values to set for each app, by the app's short name.
        """
        self._device.set_up(wanted)

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the latest lines of errors in the wrapped device's log, oldest first. lines: how many at most."""
        return self._device.log(lines)

    def close(self) -> None:
        """Close the wrapped device, since the wrapper itself has nothing to close."""
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
