"""A phone whose screens show more than its hierarchy tells: what is known or read of their pixels."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from appagent.actions import Gesture
from appagent.devices.base import Device
from appagent.screen import Screen

Sees = Callable[[Screen], Screen]


class Seeing:
    """A device that adds to every screen of another one what is known or read of its pixels.

    sees: what adds it, in this order. All else is asked of the other device."""

    def __init__(self, device: Device, *sees: Sees) -> None:
        self.serial = device.serial
        self._device, self._sees = device, sees

    def capture(self) -> Screen:
        """Return what is on the screen, and what is seen of it besides."""
        screen = self._device.capture()
        for see in self._sees:
            screen = see(screen)
        return screen

    def perform(self, gesture: Gesture) -> None:
        """Carry a gesture out, as the device does."""
        self._device.perform(gesture)

    def package(self, app: str) -> str:
        """Return what the device does."""
        return self._device.package(app)

    def version(self, package: str) -> str:
        """Return what the device does."""
        return self._device.version(package)

    def locale(self) -> str:
        """Return what the device does."""
        return self._device.locale()

    def state(self) -> dict[str, object] | None:
        """Return what the device does."""
        return self._device.state()

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Set apps up, as the device does."""
        self._device.set_up(wanted)

    def log(self, lines: int) -> tuple[str, ...]:
        """Return what the device does."""
        return self._device.log(lines)

    def close(self) -> None:
        """Let go of the device."""
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
