"""Streams of bytes in both directions between a client and one service of the phone, for all front ends."""

import contextlib
import socket
import threading
import time
from typing import Protocol

_CHUNK = 1 << 16


class Stream(Protocol):
    """One open service. Reading and writing raise OSError once the other end is gone."""

    def read(self, limit: int) -> bytes:
        """Read at least one byte and at most `limit`; b"" when the other end has sent everything."""
        ...

    def write(self, data: bytes) -> None:
        """Write all bytes, in as few packets as the front end can."""
        ...

    def close(self) -> None:
        """End both directions; may be called from any thread, and twice."""
        ...

    def admit(self) -> None:
        """Lift the time limit: the client has said what it wants."""
        ...


class SocketStream:
    """Stream over a connected TCP socket.

    greeting_s: time until a client must be admitted; after that reading and writing raise TimeoutError.
    """

    def __init__(self, connection: socket.socket, greeting_s: float | None = None) -> None:
        self._socket = connection
        self._greeted_by = time.monotonic() + (greeting_s or 0.0)
        self.admitted = greeting_s is None
        connection.settimeout(greeting_s)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read(self, limit: int) -> bytes:
        """Read some bytes, or b"" at the end."""
        if hasattr(socket, "TCP_QUICKACK"):  # clients that leave Nagle on wait 40 ms for each of our ACKs
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        if not self.admitted:
            self._socket.settimeout(max(self._greeted_by - time.monotonic(), 0.001))
        return self._socket.recv(limit)

    def write(self, data: bytes) -> None:
        """Write all bytes."""
        self._socket.sendall(data)

    def admit(self) -> None:
        """Lift the time limit of the greeting."""
        if not self.admitted:
            self._socket.settimeout(None)
            self.admitted = True

    def close(self) -> None:
        """Wake whoever reads; the thread that serves the socket closes it."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)


def read_exactly(stream: Stream, count: int) -> bytes:
    """Read exactly `count` bytes. Raises EOFError if the other end sends fewer."""
    parts: list[bytes] = []
    while count:
        part = stream.read(min(count, _CHUNK))
        if not part:
            raise EOFError(f"the stream ended {count} bytes early")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def drain(stream: Stream) -> None:
    """Discard bytes until the other end is done."""
    while stream.read(_CHUNK):
        pass


def watch(stream: Stream) -> threading.Event:
    """Return an event that is set when the other end is done; nobody else may read from the stream any more."""
    done = threading.Event()

    def wait() -> None:
        with contextlib.suppress(OSError):
            drain(stream)
        done.set()

    threading.Thread(target=wait, name="watch", daemon=True).start()
    return done
