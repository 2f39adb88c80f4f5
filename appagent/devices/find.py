"""Find the Android phones that adb knows, and open the phone that is meant."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import adbutils

from appagent.devices.android import Android
from appagent.devices.captures.settle import Patience
from appagent.devices.drivers import driver_names
from appagent.devices.over_adb.adb import Client
from appagent.errors import DeviceError, UsageError
from appagent.settings import Settings

_START_S = 20.0
_CONNECT_S = 10.0
READY = "device"  # adb's word for a phone that answers
_MENDING = {
    "unauthorized": "unlock it and allow USB debugging; no question? Revoke the authorisations and plug it in again",
    "offline": "unplug it and plug it in again, or: adb reconnect offline",
    "no permissions": "sudo apt install android-sdk-platform-tools-common (udev rules), then plug it in again",
}
_NO_PHONE = "connect one with USB debugging switched on, or use --device virtual"


@dataclass(frozen=True)
class Attached:
    """One phone that adb knows.

    state: "device" if it can be used, otherwise adb's word for what is wrong.
    model: its model, or "" if adb does not know that.
    """

    serial: str
    state: str
    model: str


def attached(client: Client | None = None) -> list[Attached]:
    """Return all phones that an adb server knows, sorted by serial number.

    client: the client of that server; None for the server of this machine, which is started if it is not running.
    Raises DeviceError if adb is not installed or its server cannot be reached.
    """
    try:
        found = (client or local_client()).list(extended=True)
    except adbutils.AdbError as error:
        raise DeviceError(f"the adb server does not answer: {error}. Try: adb kill-server, then again") from error
    phones = [
        Attached(
            one.serial,
            "no permissions" if one.state == "no" else one.state,  # adb's word "no permissions" is cut at the space
            one.tags.get("model", "").replace("_", " "),
        )
        for one in found
    ]
    return sorted(phones, key=lambda phone: phone.serial)


def connected_phones(where: str, client: Client) -> list[Attached]:
    """Return all phones that an adb server knows, after connecting it to the phone at an address if need be.

    where: if this is the address of a phone on Wi-Fi that the server does not know yet, the server connects to it.
    Raises DeviceError as `attached` does.
    """
    phones = attached(client)
    if ":" not in where or where in (one.serial for one in phones):
        return phones
    with suppress(adbutils.AdbError):  # the second list shows whether it worked
        client.connect(where, timeout=_CONNECT_S)
    return attached(client)


@contextmanager
def open_android(where: str, settings: Settings, client: Client | None = None) -> Iterator[Android]:
    """Open an Android phone, and close it at the end of the context.

    where: the phone's serial, its address with a port, or "" for the only phone that is attached.
    client: the client of the adb server that knows the phone; None for the server of this machine.
    Raises UsageError if `where` is "" and several phones are attached.
    Raises DeviceError if the phone is not attached or not ready.
    """
    ours, client = client is None, client or local_client()
    phone = _chosen(where, connected_phones(where, client))

    def reconnect() -> None:
        if ours:
            connected_phones(phone.serial, local_client())

    patience = Patience(settings.quiet_s, settings.react_s, settings.settle_s)
    with Android(client, phone.serial, patience, settings.time_scale, reconnect) as device:
        yield device


def _chosen(serial: str, phones: Sequence[Attached]) -> Attached:
    """Return the phone with a serial, or for "" the only phone.

    Raises UsageError or DeviceError as `open_android` does.
    """
    serials = ", ".join(phone.serial for phone in phones)
    if not phones:
        other = f"no device {serial!r}; none is attached, and no driver is called so ({', '.join(driver_names())})"
        raise DeviceError(f"{other if serial else 'no phone'}: {_NO_PHONE}")
    if not serial and len(phones) > 1:
        raise UsageError(f"several phones are attached: {serials}. Name one with --device, or use --device virtual")
    phone = next((one for one in phones if serial in ("", one.serial)), None)
    if phone is None:
        raise DeviceError(
            f"no device {serial!r}; attached: {serials}; drivers: {', '.join(driver_names())}. "
            "Name one of these, or use --device virtual"
        )
    if phone.state != READY:
        raise DeviceError(f"{phone.serial} is {phone.state}: {mending(phone.state)}; or use --device virtual")
    return phone


def mending(state: str) -> str:
    """Return what the person can do about a phone that cannot be used. state: adb's word for what is wrong."""
    return _MENDING.get(state, "start Android on it and wait until it is up")


def local_client() -> Client:
    """Return a client of the adb server at the address that the environment gives, by default on this machine.

    If no server answers, one is started. Raises DeviceError if that fails.
    """
    client = Client()
    try:
        client.server_version()
    except adbutils.AdbError:
        _start_server(client)
    return client


def _start_server(client: Client) -> None:
    by_hand = f"`adb -P {client.port} start-server` says why; or use --device virtual"
    try:
        program = adbutils.adb_path()
        subprocess.run(  # noqa: S603 - adb itself, no words of anybody's
            [program, "-P", str(client.port), "start-server"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # adb prints, and standard output is for our own answers
            stderr=subprocess.DEVNULL,
            timeout=_START_S,
            check=True,
        )
    except (OSError, adbutils.AdbError) as error:
        raise DeviceError(
            f"no adb to run ({error}); install Android's platform-tools, or use --device virtual"
        ) from error
    except subprocess.SubprocessError as error:
        raise DeviceError(f"the adb server did not start ({error}); {by_hand}") from error
