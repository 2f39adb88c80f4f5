"""Start a virtual phone in this process, for `--device virtual`. Its driver is the one for real phones."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from uiautomator2.utils import with_package_resource

from appagent.devices.android import Android
from appagent.devices.captures.settle import Patience
from appagent.devices.faults import read_faults
from appagent.devices.over_adb.adb import Client
from appagent.errors import UsageError
from appagent.phone import Phone, PhoneError
from appagent.phone.app import COMMON
from appagent.phone.faults import arm
from appagent.phone.wire import serve
from appagent.settings import Settings


@contextmanager
def open_virtual(where: str, settings: Settings) -> Iterator[Android]:
    """Open a new virtual phone as the settings describe it, and close it at the end of the context.

    where: must be "".
    Raises UsageError if it is not, or if apps cannot be loaded.
    """
    if where:
        raise UsageError(f"the device virtual takes nothing after it, not {where!r}; try --size, --apps or --locale")
    with _served(settings) as (device, _):
        yield device


@contextmanager
def virtual(**given: Any) -> Iterator[tuple[Android, Phone]]:
    """Start a new virtual phone, give its driver and the phone itself, and stop the phone at the end of the context.

    given: settings by name, such as size, locale or time_scale.
    Raises UsageError if apps cannot be loaded.
    """
    with _served(Settings(**given)) as served:
        yield served


def phone_of(settings: Settings) -> Phone:
    """Return a new virtual phone as the settings describe it, with its faults.

    Raises UsageError if its apps cannot be loaded, a fault is unknown, or no app has words in its language.
    """
    faults = read_faults(settings.faults, settings.seed or 0) if settings.faults else []
    try:
        phone = Phone(
            size=settings.size,
            density=settings.density,
            locale=settings.locale,
            seed=settings.seed or 0,
            apps=settings.apps,
            time_scale=settings.time_scale,
        )
    except PhoneError as error:
        raise UsageError(str(error)) from error
    spoken = {"en", *COMMON, *(language for app in phone.packages.values() for language in app.words)}
    if settings.locale.split("-")[0] not in spoken:
        known = ", ".join(sorted(spoken))
        raise UsageError(f"no app of the virtual phone has words for --locale {settings.locale}; languages: {known}")
    if faults:
        arm(phone, faults)
    return phone


@contextmanager
def _served(settings: Settings) -> Iterator[tuple[Android, Phone]]:
    phone, patience = phone_of(settings), Patience(settings.quiet_s, settings.react_s, settings.settle_s)
    with serve(phone) as server:
        # as on a phone that uiautomator2 was used with before; pushing its server takes as long as all else
        server.files.write("/data/local/tmp/u2.jar", _server_of_uiautomator())
        with Android(Client("127.0.0.1", server.port), phone.serial, patience, settings.time_scale) as device:
            yield device, phone


@cache
def _server_of_uiautomator() -> bytes:
    with with_package_resource("assets/u2.jar") as jar:
        return bytes(jar.read_bytes())
