"""Uiautomator2's server on the phone: it lives as long as the shell that started it, and serves HTTP on its port."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from appagent.phone.wire.rpc import Cut, Methods
from appagent.phone.wire.streams import Stream, drain
from appagent.phone.wire.system import System

_LONGEST_HEAD = 1 << 16
_LONGEST_BODY = 1 << 20
_ALREADY = (
    "java.lang.IllegalStateException: UiAutomationService "
    "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!\n"
)


class Automator:
    """Holder of at most one uiautomator2 server, on one port."""

    def __init__(self, system: System) -> None:
        self._methods = Methods(system)
        self._lock = threading.Lock()
        self._port: int | None = None
        self._streams: set[Stream] = set()
        self._shell: Stream | None = None

    def listens(self, port: int) -> bool:
        """Tell whether a connection to a port would be accepted."""
        return self._port == port

    def run(self, port: int, shell: Stream, out: Callable[[bytes], None]) -> int:
        """Run `app_process`: serve until the shell's stream ends; return the exit status."""
        with self._lock:
            taken, self._port = self._port is not None, self._port or port
            self._shell = self._shell if taken else shell
        out(b"[server] INFO: [UiAutomator2Server] Starting Server\n")
        if taken:
            out(_ALREADY.encode())
            return 1
        try:
            drain(shell)
        finally:
            self.stop()
        return 0

    def stop(self) -> None:
        """End the server and every connection to it."""
        with self._lock:
            self._port = None
            for stream in self._streams:
                stream.close()

    def die(self) -> None:
        """End the server as if its process were killed: the shell that started it ends too."""
        shell = self._shell
        self.stop()
        if shell is not None:
            shell.close()

    def serve(self, stream: Stream) -> None:
        """Serve one connection: answer requests until the client closes it or asks to."""
        try:
            self._serve(stream)
        except Cut as lost:
            if lost.cut == "middle":
                stream.write(_answer(HTTPStatus.OK, "application/json", lost.answer, True)[: -len(lost.answer) // 2])
            elif lost.cut == "server":
                self.die()

    def _serve(self, stream: Stream) -> None:
        with self._lock:
            if self._port is None:  # stopped between accepting and serving
                return
            self._streams.add(stream)
        try:
            reader = _Reader(stream)
            while (request := reader.next()) is not None and self._port is not None:
                stream.admit()
                stream.write(self._respond(request))
                if request.path == "/stop":
                    self.stop()
                if not request.keep:
                    return
        finally:
            with self._lock:
                self._streams.discard(stream)

    def _respond(self, request: "_Request") -> bytes:
        status, kind = HTTPStatus.OK, "text/html"
        if request.path == "/ping":
            body = b"pong"
        elif request.path == "/stop":
            body = b"Server stopped!!!"
        elif request.path == "/jsonrpc/0" and request.body:
            kind, body = "application/json", self._methods.answer(request.body)
        elif request.path == "/jsonrpc/0":
            status, kind, body = HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", b"Invalid http post data!"
        else:
            status, kind, body = HTTPStatus.NOT_FOUND, "text/plain", b"Not Found!!!"
        return _answer(status, kind, body, request.keep)


def _answer(status: HTTPStatus, kind: str, body: bytes, keep: bool) -> bytes:
    """Write an HTTP response."""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"Content-Type: {kind}\r\n"
        f"Connection: {'keep-alive' if keep else 'close'}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@dataclass(frozen=True)
class _Request:
    path: str
    body: bytes
    keep: bool


class _Reader:
    """Reads HTTP requests from a stream of bytes."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()

    def next(self) -> _Request | None:
        """Read the next request; None at the end, or if the bytes are not HTTP."""
        while b"\r\n\r\n" not in self._buffer:
            if len(self._buffer) > _LONGEST_HEAD or not self._more():
                return None
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        parts = first.split(" ")
        if len(parts) != 3:
            return None
        headers = {name.strip().lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
        length = 0
        with contextlib.suppress(ValueError):
            length = int(headers.get("content-length", "0"))
        if not 0 <= length <= _LONGEST_BODY:
            return None
        while len(self._buffer) < length:
            if not self._more():
                return None
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        wish = headers.get("connection", "").lower()
        keep = wish == "keep-alive" or (parts[2] != "HTTP/1.0" and wish != "close")
        return _Request(parts[1].partition("?")[0], body, keep)

    def _more(self) -> bool:
        part = self._stream.read(1 << 16)
        self._buffer += part
        return bool(part)
