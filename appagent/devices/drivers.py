"""Drivers by name: those of this package, and those that other packages register as entry points.

A driver is one file with a class that does what `base.Device` says, and one line in its package's pyproject.toml:

    [project.entry-points."appagent.drivers"]
    harmony = "my_package.harmony:Harmony"

`--device harmony:REST` then calls `Harmony("REST", settings)`, and `--device harmony` does with "". In place of a class
it may be any callable that takes these two and returns a context manager which gives a Device. It raises UsageError for
a REST that it cannot do anything with, and DeviceError where the device does not answer.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import EntryPoint, entry_points

from appagent.devices.base import Device
from appagent.errors import UsageError
from appagent.settings import Settings

GROUP = "appagent.drivers"
VIRTUAL = "virtual"
_ANDROID = "android"
_OWN = {
    _ANDROID: "appagent.devices.find:open_android",
    "recorded": "appagent.devices.recorded:Recorded",
    VIRTUAL: "appagent.devices.virtual:open_virtual",
}
_DUTIES = ("serial", *(name for name in vars(Device) if not name.startswith("_")))  # what a Device has

Driver = Callable[[str, Settings], AbstractContextManager[Device]]


def names() -> list[str]:
    """Return the names of all drivers there are."""
    return sorted({*_OWN, *entry_points(group=GROUP).names})


@contextmanager
def open_device(settings: Settings) -> Iterator[Device]:
    """Open the device that `settings.device` means, and close it at the end.

    "NAME:REST" or "NAME" means the driver of exactly this name. All else is Android's: a serial, an address such as
    "192.168.1.5:5555", or "" for the only phone that is attached.
    Raises UsageError where there is no such driver, or it is none, and what the driver raises.
    """
    name, _, where = settings.device.partition(":")
    point = _find(name)
    if point is None:
        _check_address(settings.device)
        name, where, point = _ANDROID, settings.device, _find(_ANDROID)
    assert point is not None
    opened = _load(point)(where, settings)
    if not isinstance(opened, AbstractContextManager):
        raise UsageError(f"{_called(point)} is no Device: it has no __enter__ and __exit__")
    with opened as device:
        missing = [duty for duty in _DUTIES if not hasattr(device, duty)]
        if missing:
            raise UsageError(f"{_called(point)} is no Device: it has no {', '.join(missing)}")
        yield device


def _find(name: str) -> EntryPoint | None:
    """Return the entry point of a driver; those of this package cannot be replaced."""
    if name in _OWN:
        return EntryPoint(name, _OWN[name], GROUP)
    return next(iter(entry_points(group=GROUP, name=name)), None) if name else None


def _load(point: EntryPoint) -> Driver:
    try:
        driver: Driver = point.load()
    except Exception as error:  # whatever an import of somebody else's code may raise
        said = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise UsageError(f"{_called(point)} cannot be imported ({said}); mend or uninstall its package") from error
    try:
        inspect.signature(driver).bind("", Settings())
    except TypeError as error:
        raise UsageError(f"{_called(point)} cannot be called with (where, settings): {error}") from error
    return driver


def _called(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"the driver {point.name!r}{package} ({point.value})"


def _check_address(device: str) -> None:
    """Raise UsageError for "NAME:REST" where nothing has that name and it is no address: a port is a number."""
    name, colon, _ = device.partition(":")
    if colon and not device.rpartition(":")[2].isdecimal():
        raise UsageError(
            f"no driver {name!r} for --device {device}; drivers: {', '.join(names())}. "
            "Give DRIVER:WHERE, a serial, or an address with its port"
        )
