"""Find drivers by name: this package's own, and those that other packages register as entry points.

A driver is one file with a class that has the methods of `base.Device`, and one line in its package's pyproject.toml:

    [project.entry-points."appagent.drivers"]
    harmony = "my_package.harmony:Harmony"

`--device harmony:REST` then calls `Harmony("REST", settings)`, and `--device harmony` calls `Harmony("", settings)`.
Instead of a class, the entry point may name any callable that takes these two arguments and returns a context manager
which gives a Device. The callable raises UsageError for a REST that it cannot use, and DeviceError if the device does
not answer.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from appagent.devices.base import Device
from appagent.errors import UsageError
from appagent.settings import Settings
from appagent.settings.plugins import Plugins

ANDROID = "android"
VIRTUAL = "virtual"
_OWN = {
    ANDROID: "appagent.devices.find:open_android",
    "recorded": "appagent.devices.recorded:Recorded",
    VIRTUAL: "appagent.devices.virtual:open_virtual",
}
_PLUGINS = Plugins("driver", _OWN, ("where", "settings"))


def driver_names() -> list[str]:
    """Return the names of all drivers, sorted: this package's own and those of other installed packages."""
    return _PLUGINS.names()


def split(device: str) -> tuple[str, str]:
    """Split a value of `--device` into the name of a driver and the text that this driver is to open.

    "NAME:REST" and "NAME" mean the driver with exactly this name; the text is "REST", or "" if there is none.
    Everything else means the Android driver, and the whole value is the text: a serial, an address with its port, or ""
    for the only phone that is attached.
    Raises UsageError for a value with a colon that neither begins with a driver's name nor ends with a port.

    >>> split("recorded:dumps"), split("virtual"), split("192.168.1.5:5555"), split("")
    (('recorded', 'dumps'), ('virtual', ''), ('android', '192.168.1.5:5555'), ('android', ''))
    """
    name, colon, where = device.partition(":")
    if name in _OWN or (name and name in driver_names()):
        return name, where
    if colon and not device.rpartition(":")[2].isdecimal():
        raise UsageError(
            f"no driver {name!r} for the device {device!r}; drivers: {', '.join(driver_names())}. "
            "Give DRIVER:WHERE, a serial, or an address with its port"
        )
    return ANDROID, device


@contextmanager
def open_device(settings: Settings) -> Iterator[Device]:
    """Open the device that `settings.device` names, as `split` parses it, and close it at the end of the context.

    Raises UsageError if the driver cannot be imported or called, if the opened object lacks a method of Device, or if
    faults are set for a device that is not virtual. Errors that the driver raises are passed on.
    """
    name, where = split(settings.device)
    if settings.faults and name != VIRTUAL:
        raise UsageError("faults are for the virtual phone; give --device virtual, or leave --faults out")
    opened = _PLUGINS.load(name)(where, settings)
    if not isinstance(opened, AbstractContextManager):
        raise UsageError(f"{_PLUGINS.describe(name)} is no Device: it has no __enter__ and __exit__")
    with opened as device:
        _PLUGINS.check(name, device, Device)
        yield device
