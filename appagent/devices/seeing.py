"""A phone whose screens show more than its hierarchy tells: what is known or read of their pixels."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from appagent.actions import Gesture
from appagent.devices.base import Device
from appagent.screen import Screen

Sees = Callable[[Screen], Screen]


class Seeing:
    """A device that puts every screen through these, in this order, and is otherwise the one that it holds."""

    def __init__(self, device: Device, *sees: Sees) -> None:
        self.serial = device.serial
        self._device, self._sees = device, sees

    def capture(self) -> Screen:
        """What is on the screen, and what is seen of it besides."""
        screen = self._device.capture()
        for see in self._sees:
            screen = see(screen)
        return screen

    def perform(self, gesture: Gesture) -> None:
        """As the device does."""
        self._device.perform(gesture)

    def package(self, app: str) -> str:
        """As the device does."""
        return self._device.package(app)

    def version(self, package: str) -> str:
        """As the device does."""
        return self._device.version(package)

    def locale(self) -> str:
        """As the device does."""
        return self._device.locale()

    def state(self) -> dict[str, object] | None:
        """As the device does."""
        return self._device.state()

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """As the device does."""
        self._device.set_up(wanted)

    def log(self, lines: int) -> tuple[str, ...]:
        """As the device does."""
        return self._device.log(lines)

    def close(self) -> None:
        """As the device does."""
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
