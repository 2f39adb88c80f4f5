"""Wrap a device, to add elements to its screens that only the pixels show."""

from collections.abc import Callable
from typing import Any, cast

from appagent.devices.base import Device
from appagent.screen import Screen

Sees = Callable[[Screen], Screen]


def seeing(device: Device, *sees: Sees) -> Device:
    """Return a wrapper of a device that adds to each captured screen the elements recognised in its pixels.

    sees: functions that take a screen and return it with more elements. They are applied in the given order, each to
    the previous one's result.
    """
    return cast(Device, _Seeing(device, sees))


class _Seeing:
    """Wrapper of a device that adds elements in `capture` and `recognised`. It passes all other calls on."""

    def __init__(self, device: Device, sees: tuple[Sees, ...]) -> None:
        self._device, self._sees = device, sees

    def capture(self) -> Screen:
        return self.recognised(self._device.capture())

    def recognised(self, screen: Screen) -> Screen:
        """Return a screen with the elements that `capture` would have added to it."""
        for see in self._sees:
            screen = see(screen)
        return screen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)
