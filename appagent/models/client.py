"""HTTP client for model endpoints. It limits the time and size of a request, and follows no redirect to another server.

An ordinary HTTP time-out starts anew with every byte. This client's time-out covers the whole request: connecting,
sending, headers, body and redirects.
"""

from __future__ import annotations

import math
import os
import socket
import ssl
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import httpx2

from appagent.models.faults import Fault

MOST_REPLY_BYTES = 2_000_000  # largest reply, unpacked; four times the largest seen from a model
_MOST_ERROR_BYTES = 50_000  # error replies are cut here
_MOST_REDIRECTS = 5
_CONNECT_S = 10.0
_PIECE = 1 << 14  # bytes to send between two looks at the clock
_KEPT = ("retry-after",)  # the only headers of a reply that are used
_LONGEST_HEADER = 200


class BoundedClient(httpx2.Client):
    """HTTP client that returns whole replies of one endpoint, within limits on their time and size.

    A redirect is followed only to the same host and port, with the same scheme or from http to https, because a request
    contains screens and a key. A redirect that would change the request's method is not followed.
    base_url: the endpoint's address.
    timeout_s: seconds that a whole request may take.
    watch: function that is called with the body so far whenever more of a successful reply arrives, or None. Each
    request raises Fault if a limit is exceeded or a redirect is refused; other failures raise errors of httpx2. The
    constructor raises ImportError or ValueError if a proxy in the environment cannot be used.
    """

    def __init__(self, base_url: str, timeout_s: float) -> None:
        local = urlsplit(base_url).hostname in ("localhost", "127.0.0.1", "::1")
        super().__init__(
            timeout=httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s)),
            verify=_tls(trusts_environment=not local),
            trust_env=not local,  # a proxy is of no use on the way to this computer itself
            headers={"Accept-Encoding": "identity"},
        )
        self.watch: Callable[[bytes], None] | None = None
        self._clock = _Clock()
        for transport in (self._transport, *self._mounts.values()):
            if isinstance(transport, httpx2.HTTPTransport):  # httpx2 has no public way to set this
                transport._pool._network_backend = _Backend(transport._pool._network_backend, self._clock)

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request, follow redirects, and return the reply with its whole body.

        Of the reply's headers only Retry-After is kept. The body of an error reply is cut at 50,000 bytes. Raises Fault
        or an error of httpx2, as the class describes.
        """
        self._clock.start(request.extensions["timeout"]["read"])
        options |= {"stream": True, "follow_redirects": False}
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                with closing(super().send(request, **options)) as response:
                    if not response.has_redirect_location:
                        return self._read_whole(response)
                    request = _redirected(request, response)
            raise Fault("redirect", f"more than {_MOST_REDIRECTS} redirects")
        except httpx2.TimeoutException:
            if not self._clock.received:
                raise
            raise Fault("slow", f"{self._clock.received} bytes, and no end") from None
        except httpx2.DecodingError as error:
            raise Fault("nonsense", str(error)) from None

    def _pass_to_watch(self, body: bytes) -> None:
        """Pass the part of the body that has arrived to `watch`. Its time does not count for the request's limit."""
        began = time.monotonic()
        if self.watch:
            self.watch(body)
        self._clock.extend(time.monotonic() - began)

    def _read_whole(self, response: httpx2.Response) -> httpx2.Response:
        if "," in response.headers.get("content-encoding", ""):
            raise Fault("excess", "a reply that is packed more than once")
        most = MOST_REPLY_BYTES if response.is_success else _MOST_ERROR_BYTES
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > most:
                break
            if self.watch and response.is_success:
                self._pass_to_watch(bytes(body))
            self._clock.left()
        if len(body) > most and response.is_success:
            raise Fault("excess", f"more than {most:,} bytes")
        headers = {name: response.headers[name][:_LONGEST_HEADER] for name in _KEPT if name in response.headers}
        status, asked = response.status_code, response.request
        return httpx2.Response(status, headers=headers, content=bytes(body[:most]), request=asked)


def _tls(*, trusts_environment: bool) -> ssl.SSLContext:
    """Return the certificates that connections are checked by.

    trusts_environment: True to use those that SSL_CERT_FILE or SSL_CERT_DIR names, if one of them is set.
    """
    named = [os.environ.get(name) for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")] if trusts_environment else []
    return _certificates(trusts_environment, *named)


@cache  # reading them takes as long as a step without a model
def _certificates(trusts_environment: bool, *named: str | None) -> ssl.SSLContext:
    """Read the certificates. named: the values of the variables that are used, since those may change."""
    return httpx2.create_ssl_context(trust_env=trusts_environment)


def _redirected(request: httpx2.Request, response: httpx2.Response) -> httpx2.Request:
    """Return the request that a redirect asks for.

    Raises Fault if the redirect leads to another address or to none, or if it would change the request's method.
    """
    onward = response.next_request
    if onward is None:
        raise Fault("nonsense", "a redirect to no address")
    here, there = request.url, onward.url
    upgraded = (here.scheme, there.scheme) == ("http", "https") and here.port is there.port is None
    same = here.host == there.host and (upgraded or (here.scheme, here.port) == (there.scheme, there.port))
    if not same:
        raise Fault("redirect", f"it leads to {there}, which was sent nothing")
    if onward.method != request.method:
        raise Fault("redirect", f"it leads to {there}, but keeps back what is asked")
    return onward


class _Clock:
    """Time limit of one request. received: number of bytes received for the request so far."""

    def __init__(self) -> None:
        self._end = math.inf
        self.received = 0

    def start(self, seconds: float | None) -> None:
        """Start the time of a new request. seconds: the request's time limit; None for no limit."""
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        self.received = 0

    def extend(self, seconds: float) -> None:
        """Give the request more time."""
        self._end += seconds

    def left(self, most: float | None = None, late: type[Exception] = httpx2.ReadTimeout) -> float | None:
        """Return how many seconds the request still has, but no more than `most`; None if there is no limit at all.

        most: the limit of this operation; None for none.
        late: class of the exception to raise if no time is left.
        """
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise late("the time is up")
        seconds = seconds if most is None else min(seconds, most)
        return None if seconds == math.inf else seconds


class _Backend(httpcore2.NetworkBackend):
    """Wrapper of a network backend (httpcore2) that opens connections with a time limit for the whole request.

    inner: the wrapped backend, which opens the connections.
    clock: the time limit of the request.
    """

    def __init__(self, inner: httpcore2.NetworkBackend, clock: _Clock) -> None:
        self._inner, self._clock = inner, clock

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect to the first address of the host that answers, and return the connection.

        timeout: seconds for all addresses together. Raises httpcore2.ConnectError if no address answers, and
        httpcore2.ConnectTimeout if no time is left.
        """
        end, failed = time.monotonic() + (math.inf if timeout is None else timeout), "it has no address"
        for address in _addresses(host, port):
            try:
                left = self._clock.left(end - time.monotonic(), httpcore2.ConnectTimeout)
                stream = self._inner.connect_tcp(address, port, left, local_address, socket_options)
                return _Stream(stream, self._clock)
            except httpcore2.ConnectError as error:
                failed = str(error)
        raise httpcore2.ConnectError(failed)


def _addresses(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise httpcore2.ConnectError(str(error)) from error
    return [str(address[0]) for *_, address in found]


class _Stream(httpcore2.NetworkStream):
    """Wrapper of a network connection: reading and writing fail when the time for the request is up.

    inner: the wrapped connection.
    clock: the time limit of the request.
    """

    def __init__(self, inner: httpcore2.NetworkStream, clock: _Clock) -> None:
        self._inner, self._clock = inner, clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read at most `max_bytes` bytes from the connection, within the time left, and count them."""
        part = self._inner.read(max_bytes, self._clock.left(timeout, httpcore2.ReadTimeout))
        self._clock.received += len(part)
        return part

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all bytes to the connection, within the time left."""
        for at in range(0, len(buffer), _PIECE):
            self._inner.write(buffer[at : at + _PIECE], self._clock.left(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Switch the connection to TLS, within the time left, and return the encrypted connection."""
        left = self._clock.left(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._clock)

    def get_extra_info(self, info: str) -> Any:
        """Return what the wrapped connection knows under the name `info`, such as its socket."""
        return self._inner.get_extra_info(info)
