"""Device that adds to another device's screens the elements that only their pixels show."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from appagent.actions import Gesture
from appagent.devices.base import Device
from appagent.screen import Screen

Sees = Callable[[Screen], Screen]


class Seeing:
    """Device that adds elements recognised in pixels to each screen of another device.

    device: the other device, to which all other calls are passed on. sees: functions that take a screen and return it
    with more elements; they are applied in this order.
    """

    def __init__(self, device: Device, *sees: Sees) -> None:
        self.serial = device.serial
        self._device, self._sees = device, sees

    def capture(self) -> Screen:
        """Capture the other device's screen, add elements to it with each function in `sees`, and return it."""
        screen = self._device.capture()
        for see in self._sees:
            screen = see(screen)
        return screen

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture on the other device."""
        self._device.perform(gesture)

    def package(self, app: str) -> str:
        """Return the package that the other device finds for an app's name."""
        return self._device.package(app)

    def version(self, package: str) -> str:
        """Return the version name of an app on the other device."""
        return self._device.version(package)

    def locale(self) -> str:
        """Return the other device's language."""
        return self._device.locale()

    def state(self) -> dict[str, object] | None:
        """Return the state of the other device's apps; None if that device cannot tell it."""
        return self._device.state()

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps on the other device the state that a task begins with."""
        self._device.set_up(wanted)

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last lines of errors in the other device's log."""
        return self._device.log(lines)

    def close(self) -> None:
        """Close the other device."""
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
