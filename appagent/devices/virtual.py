"""Virtual phone in this process, `--device virtual`. The same driver serves it as a real phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appagent.devices.adb import Client
from appagent.devices.android import Android
from appagent.devices.settle import Patience
from appagent.errors import UsageError
from appagent.phone import Phone, PhoneError
from appagent.phone.wire import serve
from appagent.settings import Settings


@contextmanager
def open_virtual(where: str, settings: Settings) -> Iterator[Android]:
    """Open a new virtual phone as the settings describe it, and close it at the end of the context.

    where: must be "". Raises UsageError if it is not, or if apps cannot be loaded.
    """
    if where:
        raise UsageError(f"the device virtual takes nothing after it, not {where!r}; try --size, --apps or --locale")
    with virtual(
        size=settings.size,
        density=settings.density,
        locale=settings.locale,
        seed=settings.seed or 0,
        apps=settings.apps,
        patience=Patience(settings.quiet_s, settings.react_s, settings.settle_s),
        time_scale=settings.time_scale,
    ) as (device, _):
        yield device


@contextmanager
def virtual(
    *,
    size: tuple[int, int] = (1080, 2400),
    density: int | None = None,
    locale: str = "en-US",
    seed: int = 0,
    apps: Path | None = None,
    patience: Patience | None = None,
    time_scale: float = 1.0,
) -> Iterator[tuple[Android, Phone]]:
    """Start a new virtual phone, give its driver and the phone itself, and stop the phone at the end of the context.

    size: the display in px. density: the display's dpi; None for a default. locale: the language and region, such as
    "en-US". seed: the seed of everything random on the phone. apps: a folder of further apps, or None. patience: how
    long the driver waits for a screen to settle; None for the default times. time_scale: a factor for every wait.
    Raises UsageError if apps cannot be loaded.
    """
    try:
        phone = Phone(size=size, density=density, locale=locale, seed=seed, apps=apps, time_scale=time_scale)
    except PhoneError as error:
        raise UsageError(str(error)) from error
    with (
        serve(phone) as server,
        Android(Client("127.0.0.1", server.port), phone.serial, patience, time_scale) as device,
    ):
        yield device, phone
