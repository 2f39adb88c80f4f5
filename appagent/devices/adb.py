"""adbutils and uiautomator2, tuned: no Nagle delay, a cached server version, time-outs, no gesture sent twice.

Measured: one uiautomator2 call costs 57 ms with the stock client, of which 46 are Nagle's algorithm waiting for
a delayed acknowledgement and 11 an extra connection that asks for the server's version and then sleeps. These
subclasses change that for the connections made through them, and nothing in the libraries themselves.
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache

import adbutils
import uiautomator2
from adbutils._adb import AdbConnection

_CONNECT_S = 3.0
_SERVICE_TIMEOUT_S = 600.0  # what adbutils waits for a part of a service's answer
CALL_TIMEOUT_S = 35.0  # above the 20 s that uiautomator2's own waiting calls may take


class _Connection(AdbConnection):  # type: ignore[misc]
    """A connection that sends at once, starts no server and closes without sleeping."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        super().__init__(host, port)

    def _safe_connect(self) -> socket.socket:
        """Connect, or fail; the stock one starts an adb server, which prints and may not be the one that was meant."""
        try:
            made = socket.create_connection(self._address, timeout=_CONNECT_S)
        except OSError as error:
            raise adbutils.AdbError(f"no adb server at {':'.join(map(str, self._address))}: {error}") from error
        made.settimeout(None)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    @contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        """Close the socket of a failed call, which adbutils leaves to the garbage collector."""
        with ExitStack() as stack:
            stack.callback(self.close)
            yield
            stack.pop_all()

    def send_command(self, cmd: str) -> None:
        with self._closed_on_failure():
            super().send_command(cmd)

    def check_okay(self) -> None:
        with self._closed_on_failure():
            super().check_okay()

    def read(self, n: int) -> bytes:
        with self._closed_on_failure():
            return bytes(super().read(n))

    def close(self) -> None:
        with suppress(OSError):  # the other side may have hung up first
            self.conn.shutdown(socket.SHUT_RDWR)  # wakes a thread that reads from it
        self.conn.close()


class Client(adbutils.AdbClient):  # type: ignore[misc]  # adbutils has no types
    """adbutils' client over such connections."""

    def make_connection(self, timeout: float | None = None) -> AdbConnection:
        """Return a connection to the adb server; timeout in seconds for whatever is read from it."""
        made = _Connection(self.host, self.port)
        if timeout:
            made.conn.settimeout(timeout)
        return made

    @cache  # noqa: B019 - a client lives as long as its process
    def server_version(self) -> int:
        """Return the server's version, asked for once."""
        return int(super().server_version())

    def device(self, serial: str | None = None, transport_id: int | None = None) -> "TunedDevice":
        """Return the device with a serial."""
        return TunedDevice(self, serial=serial, transport_id=transport_id)


class TunedDevice(adbutils.AdbDevice):  # type: ignore[misc]
    """adbutils' device, whose calls to the phone's HTTP server end in time."""

    def open_transport(self, command: str | None = None, timeout: float | None = _SERVICE_TIMEOUT_S) -> AdbConnection:
        """Return a connection to the phone. Raises adbutils.AdbError where the server or the phone refuses."""
        self._client.server_version()  # before there is a connection that its failure would leave open
        return super().open_transport(command, timeout)

    def create_connection(self, network: adbutils.Network, address: int | str) -> socket.socket:
        """Return a socket to a port on the phone."""
        made: socket.socket = super().create_connection(network, address)
        made.settimeout(CALL_TIMEOUT_S)
        return made


class Automator(uiautomator2.Device):  # type: ignore[misc]
    """uiautomator2's device, which repeats a lost call only where repeating does no harm."""

    _sending = False

    @contextmanager
    def once(self) -> Iterator[None]:
        """Let a call that reached the phone and whose answer is lost fail as it is, as long as the context is open.

        uiautomator2 would restart its server and send the call again: a tap might happen twice.
        """
        self._sending = True
        try:
            yield
        finally:
            self._sending = False

    def stop_uiautomator(self, wait: bool = True) -> None:
        """Stop the server, which uiautomator2 does before it repeats a call; raise instead where it must not."""
        failure = sys.exception()
        unsent = failure is not None and isinstance(failure.__cause__, adbutils.AdbError)  # no connection was made
        if self._sending and failure and not unsent:
            raise failure
        super().stop_uiautomator(wait)
