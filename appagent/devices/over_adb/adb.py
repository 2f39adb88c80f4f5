"""Talk to adb and uiautomator2 faster than their clients do, with time limits, and without sending any gesture twice.

Measured: one uiautomator2 call costs 57 ms with the stock client. Of these, 46 ms are Nagle's algorithm waiting for a
delayed acknowledgement. The other 11 ms are an extra connection that asks for the server's version and then sleeps. The
subclasses in this file avoid both, and change nothing in the libraries themselves.
"""

import hashlib
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import adbutils
import uiautomator2
from adbutils._adb import AdbConnection
from PIL import Image, UnidentifiedImageError
from uiautomator2.exceptions import RPCError

_CONNECT_S = 3.0
_SERVICE_TIMEOUT_S = 600.0  # how long adbutils waits for each part of an answer
CALL_TIMEOUT_S = 35.0  # above the 20 s that uiautomator2's own waiting calls may take


class _Connection(AdbConnection):  # type: ignore[misc]
    """Connection to the adb server that sends data without delay, starts no server and closes without sleeping."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        super().__init__(host, port)

    def _safe_connect(self) -> socket.socket:
        """Return a socket connected to the adb server. Raises adbutils.AdbError if no server answers.

        Without this override, adbutils would start a server, which prints and may not be the server that was meant.
        """
        try:
            made = socket.create_connection(self._address, timeout=_CONNECT_S)
        except OSError as error:
            raise adbutils.AdbError(f"no adb server at {':'.join(map(str, self._address))}: {error}") from error
        made.settimeout(None)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def send_command(self, cmd: str) -> None:
        self._or_close(super().send_command, cmd)

    def check_okay(self) -> None:
        self._or_close(super().check_okay)

    def read(self, n: int) -> bytes:
        return bytes(self._or_close(super().read, n))

    def _or_close(self, do: Callable[..., Any], *given: object) -> Any:
        """Call a method and return its result.

        If it raises, close the connection, which adbutils would not do at once.
        """
        try:
            return do(*given)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        with suppress(OSError):  # the other side may have hung up first
            self.conn.shutdown(socket.SHUT_RDWR)  # wakes a thread that reads from it
        self.conn.close()


class Client(adbutils.AdbClient):  # type: ignore[misc]  # adbutils has no types
    """Client of an adb server, as in adbutils, with faster connections."""

    def make_connection(self, timeout: float | None = None) -> AdbConnection:
        """Return a new connection to the adb server. timeout: the seconds to wait for each read; None for no limit."""
        made = _Connection(self.host, self.port)
        if timeout:
            made.conn.settimeout(timeout)
        return made

    @cache  # noqa: B019 - a client lives as long as its process
    def server_version(self) -> int:
        """Return the version of the adb server. The server is asked only once."""
        return int(super().server_version())

    def device(self, serial: str | None = None, transport_id: int | None = None) -> "TunedDevice":
        """Return the device that has this serial. transport_id: as in adbutils."""
        return TunedDevice(self, serial=serial, transport_id=transport_id)


class TunedDevice(adbutils.AdbDevice):  # type: ignore[misc]
    """Device as in adbutils, but connections to a port on the phone have a time limit."""

    def open_transport(self, command: str | None = None, timeout: float | None = _SERVICE_TIMEOUT_S) -> AdbConnection:
        """Return a connection to the phone. Raises adbutils.AdbError if the adb server or the phone refuses it.

        command: a request to the adb server about this phone; None to talk to the phone itself.
        timeout: the seconds to wait for each read.
        """
        self._client.server_version()  # asked first, because a failure later would leave a connection open
        return super().open_transport(command, timeout)

    def create_connection(self, network: adbutils.Network, address: int | str) -> socket.socket:
        """Return a socket to a port on the phone, with a limit of 35 s for each read."""
        made: socket.socket = super().create_connection(network, address)
        made.settimeout(CALL_TIMEOUT_S)
        return made


class Automator(uiautomator2.Device):  # type: ignore[misc]
    """Device of uiautomator2 that sends a failed call again only if that can do no harm."""

    _sending = False

    @contextmanager
    def once(self) -> Iterator[None]:
        """Prevent calls inside this context from being sent to the phone a second time.

        If a call reached the phone but its answer was lost, uiautomator2 would restart its server and send the call
        again. A tap might then happen twice. Inside this context the error is raised instead.
        """
        self._sending = True
        try:
            yield
        finally:
            self._sending = False

    def _check_device_file_hash(self, local_file: str | Path, remote_file: str) -> bool:
        """Tell whether a file on the phone equals ours, which has 4 MB and is hashed only once a process."""
        told = str(self._dev.shell(["toybox", "md5sum", remote_file]))
        return _md5(Path(local_file)) in told or super()._check_device_file_hash(local_file, remote_file)

    def dump(self) -> str:
        """Return the hierarchy of the screen as XML, or "" if the phone has no window for a moment."""
        return self.jsonrpc.dumpWindowHierarchy(False, 50) or ""

    def active_window(self) -> str:
        """Return the hierarchy of the window that receives key presses, as XML; "" if the server does not say."""
        try:
            return self.jsonrpc.dumpWindowHierarchy(False, 50, True) or ""
        except RPCError:
            return ""

    def photograph(self) -> Image.Image | None:
        """Return a screenshot, converted to RGB, or None if the phone gives no picture."""
        try:
            picture: Image.Image | None = self.screenshot()
        except (RPCError, UnidentifiedImageError):
            return None
        return picture and picture.convert("RGB")

    def stop_uiautomator(self, wait: bool = True) -> None:
        """Stop uiautomator2's server on the phone.

        uiautomator2 calls this before it sends a failed call again. Inside `once`, this method then raises the error of
        the failed call instead, so that the call is not sent again. If no connection to the phone was made, the call
        was never sent, so the server is stopped even then.
        """
        failure = sys.exception()
        unsent = failure is not None and isinstance(failure.__cause__, adbutils.AdbError)  # no connection was made
        if self._sending and failure and not unsent:
            raise failure
        super().stop_uiautomator(wait)


@cache
def _md5(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def reason(error: Exception) -> str:
    """Return one line that says why a call to the phone failed.

    If the phone refused the call, the line has only the phone's words, because the call's arguments may contain a
    secret.
    """
    said = [word for word in error.args if isinstance(word, str)][-1:] if isinstance(error, RPCError) else [error]
    first = str(*said).strip().partition("\n")[0]
    return f"{type(error).__name__}: {first}"[:300].rstrip(": ")
