"""Phone's own end of adb: one port to which the real adb connects as to a phone on Wi-Fi.

Source: protocol.txt of adb. Connections are not encrypted. A key is asked for only if the phone is made unauthorized,
which is adb's word for a phone that shows "Allow USB debugging?" and waits.
"""

import contextlib
import threading
from itertools import count
from types import TracebackType

from appagent.phone.core import Phone, PhoneError
from appagent.phone.wire.channels import Channel
from appagent.phone.wire.listener import Listener
from appagent.phone.wire.packages import properties
from appagent.phone.wire.packets import MOST, Packet, PacketError, pack, read
from appagent.phone.wire.services import FEATURES, Services
from appagent.phone.wire.streams import Stream

_CHECKED, _UNCHECKED = 0x01000000, 0x01000001  # versions: checksums are looked at, or not
_TOKEN, _PUBLIC_KEY = 1, 3  # kinds of AUTH
_MOST_STREAMS = 256  # over one connection, each of which has a thread
_EMULATORS = range(5555, 5586, 2)


def serve_adbd(phone: Phone, host: str = "127.0.0.1", port: int = 0, *, authorized: bool = True) -> "AdbdServer":
    """Serve a phone for `adb connect`; port 0 takes any free one.

    Raises OSError if the port is taken, and PhoneError for a port that adb would take for an emulator's: an adb server
    that starts later lists those by itself, and the phone would be there twice.
    """
    if port in _EMULATORS:
        raise PhoneError(f"port {port} is one that adb takes for an emulator's; take {port + 1}, or one above 5585")
    return AdbdServer(phone, host, port, authorized)


class AdbdServer:
    """Server for any number of adb servers; it runs until it is closed, also by `with`."""

    def __init__(self, phone: Phone, host: str, port: int, authorized: bool) -> None:
        self._services = Services(phone)
        facts = [f"{name}={properties(phone)[name]}" for name in ("ro.product.name", "ro.product.model")]
        self._banner = ";".join([*facts, f"ro.product.device=virtual;features={FEATURES}"])
        self._authorized = authorized
        self._lock = threading.Lock()
        self._connections: set[_Connection] = set()
        self._listener = Listener(self._converse, self._services.failed, host, port)
        self._hooks = phone.hooks
        self._hooks.hang_up.append(self._listener.hang_up)
        self.port: int = self._listener.port

    @property
    def address(self) -> str:
        """Return the address for `adb connect`, which is then the phone's serial."""
        return f"{self._listener.host}:{self.port}"

    def authorize(self) -> None:
        """Allow debugging, as a tap on the dialog does; clients that wait for it are let in."""
        with self._lock:
            self._authorized = True
            waiting = list(self._connections)
        for connection in waiting:
            connection.let_in()

    def close(self) -> None:
        """Switch the phone off and end every connection; may be called twice."""
        self._services.close()
        self._listener.close()

    def __enter__(self) -> "AdbdServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _converse(self, wire: Stream) -> None:
        if not self._hooks.connects():
            return
        connection = _Connection(self._services, f"device::{self._banner}\0".encode(), wire)
        with self._lock:
            self._connections.add(connection)
            if self._authorized:
                connection.let_in()
        try:
            connection.run()
        finally:
            connection.end()
            with self._lock:
                self._connections.discard(connection)


class _Connection:
    """Connection of one adb server, with the services that it has open."""

    def __init__(self, services: Services, banner: bytes, wire: Stream) -> None:
        self._services, self._banner, self._wire = services, banner, wire
        self._sending = threading.Lock()
        self._state = threading.Lock()
        self._allowed = self._greeted = False
        self._checksum, self._most = True, 0
        self._numbers = count(1)
        self._channels: dict[int, Channel] = {}
        self._threads: list[threading.Thread] = []  # of all services that may still run; one leaves its channel first

    def run(self) -> None:
        """Handle packets until the other end leaves or sends something that is not adb's."""
        while True:
            packet = read(self._wire, self._checksum)
            if packet.command == b"CNXN":
                self._connect(packet)
            elif packet.command == b"AUTH" and packet.first != _PUBLIC_KEY:
                self._send(Packet(b"AUTH", _TOKEN, 0, bytes(20)))  # no key is known here, so: the next one?
            elif packet.command == b"OPEN" and self._allowed and self._greeted:
                self._open(packet.first, packet.payload.rstrip(b"\0").decode("utf-8", "replace"))
            elif found := self._channels.get(packet.second):
                _pass_on(packet, found)

    def let_in(self) -> None:
        """Tell an adb that waits for permission that debugging is now allowed."""
        with self._state:
            self._allowed = True
            if self._greeted:
                self._greet()

    def end(self) -> None:
        """End all services and wait for their threads."""
        self._close_all()
        for thread in self._threads:
            thread.join()

    def _close_all(self) -> None:
        for channel in list(self._channels.values()):
            channel.close()

    def _connect(self, packet: Packet) -> None:
        """Begin the connection anew and close all services that were open."""
        self._close_all()
        if packet.first < _CHECKED or not packet.second:
            raise PacketError(f"version {packet.first:#x} with payloads of {packet.second} bytes is not adb's")
        self._checksum, self._most = packet.first < _UNCHECKED, min(packet.second, MOST)
        self._wire.admit()
        with self._state:
            self._greeted = True
            if self._allowed:
                self._greet()
            else:
                self._send(Packet(b"AUTH", _TOKEN, 0, bytes(20)))

    def _greet(self) -> None:
        self._send(Packet(b"CNXN", _CHECKED if self._checksum else _UNCHECKED, MOST, self._banner))

    def _open(self, theirs: int, service: str) -> None:
        handler = self._services.open(service) if len(self._channels) < _MOST_STREAMS else None
        if handler is None:
            self._send(Packet(b"CLSE", 0, theirs))
            return
        mine = next(self._numbers)
        channel = Channel(self._send, mine, theirs, self._most)

        def serve() -> None:
            try:
                with contextlib.suppress(OSError, EOFError):  # the client left
                    handler(channel)
                    channel.flush()
            except Exception as error:  # whatever a client says, the phone goes on
                self._services.failed(error)
            finally:
                channel.close()  # wakes a thread that still reads from it
                del self._channels[mine]
                with contextlib.suppress(OSError):
                    self._send(Packet(b"CLSE", mine, theirs))

        thread = threading.Thread(target=serve, name=f"adbd {service[:40]}", daemon=True)
        self._channels[mine] = channel
        self._send(Packet(b"OKAY", mine, theirs))
        thread.start()
        self._threads = [one for one in self._threads if one.is_alive()] + [thread]

    def _send(self, packet: Packet) -> None:
        with self._sending:
            self._wire.write(pack(packet, self._checksum))


def _pass_on(packet: Packet, channel: Channel) -> None:
    if packet.command == b"WRTE":
        channel.put(packet.payload)
    elif packet.command == b"OKAY":
        channel.acknowledge()
    elif packet.command == b"CLSE":
        channel.close()
