"""Bytes in both directions between a client and one service of the phone, whichever front end carries them."""

import contextlib
import socket
import threading
import time
from typing import Protocol

_CHUNK = 1 << 16


class Stream(Protocol):
    """One open service. Reading and writing raise OSError once the other end is gone."""

    def read(self, limit: int) -> bytes:
        """At least one byte and at most `limit`; b"" when the other end has said all it will say."""
        ...

    def write(self, data: bytes) -> None:
        """All of it, in as few packets as the front end can."""
        ...

    def close(self) -> None:
        """End both directions; may be called from any thread, and twice."""
        ...

    def admit(self) -> None:
        """The client has said what it wants: from here on it may take its time."""
        ...


class SocketStream:
    """A stream over a connected TCP socket.

    greeting_s: a client that is not admitted by then is given up: reading and writing raise TimeoutError.
    """

    def __init__(self, connection: socket.socket, greeting_s: float | None = None) -> None:
        self._socket = connection
        self._greeted_by = time.monotonic() + (greeting_s or 0.0)
        self.admitted = greeting_s is None
        connection.settimeout(greeting_s)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read(self, limit: int) -> bytes:
        """Some bytes, or b"" at the end."""
        if hasattr(socket, "TCP_QUICKACK"):  # clients that leave Nagle on wait 40 ms for each of our ACKs
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        if not self.admitted:
            self._socket.settimeout(max(self._greeted_by - time.monotonic(), 0.001))
        return self._socket.recv(limit)

    def write(self, data: bytes) -> None:
        """All of it."""
        self._socket.sendall(data)

    def admit(self) -> None:
        """No more is waited for with a clock in hand."""
        if not self.admitted:
            self._socket.settimeout(None)
            self.admitted = True

    def close(self) -> None:
        """Wakes whoever reads; the socket itself is closed by the thread that serves it."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)


def read_exactly(stream: Stream, count: int) -> bytes:
    """`count` bytes. Raises EOFError if the other end says less."""
    parts: list[bytes] = []
    while count:
        part = stream.read(min(count, _CHUNK))
        if not part:
            raise EOFError(f"the stream ended {count} bytes early")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def drain(stream: Stream) -> None:
    """Wait until the other end is done; what it still says is thrown away."""
    while stream.read(_CHUNK):
        pass


def watch(stream: Stream) -> threading.Event:
    """An event that is set when the other end is done; nobody else may read from the stream any more."""
    done = threading.Event()

    def wait() -> None:
        with contextlib.suppress(OSError):
            drain(stream)
        done.set()

    threading.Thread(target=wait, name="watch", daemon=True).start()
    return done
