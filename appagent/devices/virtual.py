"""`--device virtual`: a virtual phone in this process, reached through the same driver as a real one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appagent.devices.adb import Client
from appagent.devices.android import Android
from appagent.devices.settle import Patience
from appagent.errors import UsageError
from appagent.phone import Phone, PhoneError
from appagent.phone.wire import serve


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
    """A driver connected to a fresh virtual phone, and that phone. Raises UsageError for apps that do not load."""
    try:
        phone = Phone(size=size, density=density, locale=locale, seed=seed, apps=apps, time_scale=time_scale)
    except PhoneError as error:
        raise UsageError(str(error)) from error
    with serve(phone) as server, Android(Client("127.0.0.1", server.port), phone.serial, patience, time_scale) as door:
        yield door, phone
