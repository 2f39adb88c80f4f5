"""Drivers by name: the drivers of this package, and those that other packages register as entry points.

A driver is one file with a class that has the methods of `base.Device`, and one line in its package's pyproject.toml:

    [project.entry-points."appagent.drivers"]
    harmony = "my_package.harmony:Harmony"

`--device harmony:REST` then calls `Harmony("REST", settings)`, and `--device harmony` calls `Harmony("", settings)`.
Instead of a class, the entry point may name any callable that takes these two arguments and returns a context manager
which gives a Device. The callable raises UsageError for a REST that it cannot use, and DeviceError if the device does
not answer.
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
_DUTIES = ("serial", *(name for name in vars(Device) if not name.startswith("_")))  # names that a Device must have

Driver = Callable[[str, Settings], AbstractContextManager[Device]]


def driver_names() -> list[str]:
    """Return the names of all drivers, sorted: those of this package and those of installed packages."""
    return sorted({*_OWN, *entry_points(group=GROUP).names})


def split(device: str) -> tuple[str, str]:
    """Return the name of the driver that a value of `--device` means, and the text that this driver is to open.

    "NAME:REST" and "NAME" mean the driver with exactly this name, and "REST" or "" is the text. Everything else means
    the Android driver, and the whole value is the text: a serial, an address with its port, or "" for the only phone
    that is attached.
    Raises UsageError for a value with a colon that neither begins with a driver's name nor ends with a port.

    >>> split("recorded:dumps"), split("virtual"), split("192.168.1.5:5555"), split("")
    (('recorded', 'dumps'), ('virtual', ''), ('android', '192.168.1.5:5555'), ('android', ''))
    """
    name, colon, where = device.partition(":")
    if name in _OWN or (name and name in driver_names()):
        return name, where
    if colon and not device.rpartition(":")[2].isdecimal():
        raise UsageError(
            f"no driver {name!r} for --device {device}; drivers: {', '.join(driver_names())}. "
            "Give DRIVER:WHERE, a serial, or an address with its port"
        )
    return ANDROID, device


@contextmanager
def open_device(settings: Settings) -> Iterator[Device]:
    """Open the device that `settings.device` means, as `split` reads it, and close it at the end of the context.

    Raises UsageError if the driver cannot be imported or called, or if what it opens lacks a method of Device. Errors
    that the driver raises are passed on.
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
    """Return the entry point of the driver with this name, which must exist.

    A driver of this package is preferred, so that no other package can replace it.
    """
    if name in _OWN:
        return EntryPoint(name, _OWN[name], GROUP)
    return next(iter(entry_points(group=GROUP, name=name)))


def _load(point: EntryPoint) -> Driver:
    try:
        driver: Driver = point.load()
    except Exception as error:  # an import of somebody else's code may raise anything
        said = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise UsageError(f"{_called(point)} cannot be imported ({said}); mend or uninstall its package") from error
    try:
        inspect.signature(driver).bind("", Settings())
    except (TypeError, ValueError) as error:  # ValueError: Python does not know the arguments
        raise UsageError(f"{_called(point)} cannot be called with (where, settings): {error}") from error
    return driver


def _called(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"the driver {point.name!r}{package} ({point.value})"
