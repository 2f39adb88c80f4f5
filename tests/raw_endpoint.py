"""An endpoint on loopback that answers with bytes of its own, so that it need not even be HTTP."""

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType

Reply = Iterable[bytes]  # sent one after the other, until the client leaves or the server closes

OK = b"HTTP/1.1 200 OK\r\n"


class RawEndpoint:
    """Sends `reply()` to every request, at `url` while the context is open.

    requests: what arrived, head and body; connections: how many were made.
    """

    def __init__(self, reply: Callable[[], Reply]) -> None:
        self._reply = reply
        self.requests: list[bytes] = []
        self.connections = 0
        self._closed = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept)]
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> "RawEndpoint":
        self._threads[0].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()
        socket.create_connection(("127.0.0.1", self.port)).close()  # wakes accept()
        for thread in self._threads:
            thread.join()
        self._socket.close()

    def _accept(self) -> None:
        while True:
            wire, _ = self._socket.accept()
            if self._closed.is_set():
                wire.close()
                return
            self.connections += 1
            thread = threading.Thread(target=self._serve, args=(wire,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, wire: socket.socket) -> None:
        with wire, contextlib.suppress(OSError):
            while not self._closed.is_set():
                wire.settimeout(0.05)  # between two looks at whether the server is closed
                try:
                    request = _read(wire)
                except TimeoutError:
                    continue
                if not request:
                    return
                self.requests.append(request)
                for part in self._reply():
                    wire.settimeout(60)
                    wire.sendall(part)
                    if self._closed.is_set():
                        return


def http(body: bytes, *headers: str, status: str = "200 OK") -> Reply:
    """A whole reply."""
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "", ""]
    return ["\r\n".join(lines).encode() + body]


def drip(data: bytes, every_s: float = 0.05) -> Iterator[bytes]:
    """One byte at a time."""
    for at in range(len(data)):
        yield data[at : at + 1]
        time.sleep(every_s)


def endless(part: bytes) -> Iterator[bytes]:
    """The same again and again."""
    while True:
        yield part


def _read(wire: socket.socket) -> bytes:
    """One request, head and body; b"" where the client left."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = wire.recv(1 << 16)
        if not part:
            return b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    while len(body) < (int(length[1]) if length else 0):
        body += wire.recv(1 << 16)
    return head + b"\r\n\r\n" + body
