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
ANDROID = "android"
VIRTUAL = "virtual"
_OWN = {
    ANDROID: "appagent.devices.find:open_android",
    "recorded": "appagent.devices.recorded:Recorded",
    VIRTUAL: "appagent.devices.virtual:open_virtual",
}
_DUTIES = ("serial", *(name for name in vars(Device) if not name.startswith("_")))  # what a Device has

Driver = Callable[[str, Settings], AbstractContextManager[Device]]


def names() -> list[str]:
    """Return the names of all drivers there are."""
    return sorted({*_OWN, *entry_points(group=GROUP).names})


def split(device: str) -> tuple[str, str]:
    """Return the name of the driver that `--device` means, and what that driver is to open.

    "NAME:REST" or "NAME" means the driver of exactly this name. All else is Android's: a serial, an address with its
    port, or "" for the only phone that is attached. Raises UsageError for a NAME:REST that is none of these.

    >>> split("recorded:dumps"), split("virtual"), split("192.168.1.5:5555"), split("")
    (('recorded', 'dumps'), ('virtual', ''), ('android', '192.168.1.5:5555'), ('android', ''))
    """
    name, colon, where = device.partition(":")
    if name in _OWN or (name and name in names()):
        return name, where
    if colon and not device.rpartition(":")[2].isdecimal():
        raise UsageError(
            f"no driver {name!r} for --device {device}; drivers: {', '.join(names())}. "
            "Give DRIVER:WHERE, a serial, or an address with its port"
        )
    return ANDROID, device


@contextmanager
def open_device(settings: Settings) -> Iterator[Device]:
    """Open the device that `settings.device` means, as `split` reads it, and close it at the end.

    Raises UsageError where there is no such driver, or it is none, and what the driver raises.
    """
    name, where = split(settings.device)
    point = _entry_point(name)
    opened = _load(point)(where, settings)
    if not isinstance(opened, AbstractContextManager):
        raise UsageError(f"{_called(point)} is no Device: it has no __enter__ and __exit__")
    with opened as device:
        missing = [duty for duty in _DUTIES if not hasattr(device, duty)]
        if missing:
            raise UsageError(f"{_called(point)} is no Device: it has no {', '.join(missing)}")
        yield device


def _entry_point(name: str) -> EntryPoint:
    """Return the entry point of a driver that there is; those of this package cannot be replaced."""
    if name in _OWN:
        return EntryPoint(name, _OWN[name], GROUP)
    return next(iter(entry_points(group=GROUP, name=name)))


def _load(point: EntryPoint) -> Driver:
    try:
        driver: Driver = point.load()
    except Exception as error:  # whatever an import of somebody else's code may raise
        said = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise UsageError(f"{_called(point)} cannot be imported ({said}); mend or uninstall its package") from error
    try:
        inspect.signature(driver).bind("", Settings())
    except (TypeError, ValueError) as error:  # ValueError: of what Python cannot tell the arguments of
        raise UsageError(f"{_called(point)} cannot be called with (where, settings): {error}") from error
    return driver


def _called(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"the driver {point.name!r}{package} ({point.value})"
