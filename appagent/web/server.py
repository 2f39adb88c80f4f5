"""Serve one page to a browser on this computer, so that no other page, user or computer can use it.

The server listens on 127.0.0.1 alone, on a free port. Its address contains a random token, which a stranger's page in
the same browser does not know. Even if that page knew it, its requests would be refused because of their origin, and
requests under a host name of its own (DNS rebinding) because of that name.
"""

import hmac
import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import parse_qsl, urlsplit

from appagent.foreign import json_object

_HOST = "127.0.0.1"
_LARGEST = 200_000  # bytes of one request
_IDLE_S = 60.0  # a connection that says nothing for so long is closed
_OWN = ("", "none", "same-origin")  # Sec-Fetch-Site of an address that the person typed, and of requests of the page


@dataclass(frozen=True)
class PageResponse:
    """Answer to a request.

    kind: MIME type of the body.
    status: the HTTP status.
    nonce: the nonce of inline scripts.
    """

    body: bytes
    kind: str = "application/json"
    status: int = 200
    nonce: str = ""

    @classmethod
    def of(cls, told: object, status: int = 200) -> Self:
        """Return an answer whose body is plain JSON."""
        return cls(json.dumps(told, ensure_ascii=False).encode(errors="backslashreplace"), status=status)


class Site(Protocol):
    """Content of a server. Its methods are called from several threads at once."""

    def get(self, name: str, given: Mapping[str, str]) -> PageResponse | None:
        """Return the content with a name, or None if there is none. given: the parameters after the "?"."""

    def post(self, name: str, told: Mapping[str, object]) -> PageResponse | None:
        """Handle a message that the page has sent, and return an answer; None if the name is unknown.

        told: the message, a JSON object.
        """


class PrivateServer:
    """Server of a site, for use in a `with` statement. url: the address to open in a browser."""

    def __init__(self, site: Site) -> None:
        self._token = secrets.token_urlsafe(24)
        self._server = _Server(site, self._token)
        self.url = f"http://{_HOST}:{self._server.server_port}/{self._token}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.1,), name="page", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    """HTTP server that knows its site and the token of its address."""

    daemon_threads = True

    def __init__(self, site: Site, token: str) -> None:
        self.site, self.token = site, token
        super().__init__((_HOST, 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: _Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "appagent", ""
    timeout = _IDLE_S

    def do_GET(self) -> None:
        """Answer a request for the page, its state or its picture."""
        name = self._asked_for()
        if name is not None:
            given = dict(parse_qsl(urlsplit(self.path).query, max_num_fields=10))
            self._send(self.server.site.get(name, given) or PageResponse.of({"error": "there is no such thing"}, 404))

    def do_POST(self) -> None:
        """Answer a POST request of the page: pass its event to the site."""
        name = self._asked_for()
        if name is None:
            return
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Origin", "") != f"http://{self.headers['Host']}":
            self._refuse("this request comes from another page")
        elif self.headers.get_content_type() != "application/json":
            self._refuse("a request has to be JSON", 415)
        elif not (length.isdecimal() and len(length) < 8 and int(length) <= _LARGEST):
            self._refuse(f"a request has at most {_LARGEST:,} bytes", 413)
        elif (told := json_object(self.rfile.read(int(length)))) is None:
            self._refuse("a request has to be a JSON object", 400)
        else:
            self._send(self.server.site.post(name, told) or PageResponse.of({"error": "there is no such thing"}, 404))

    def _asked_for(self) -> str | None:
        """Return the name after the token in the address of a request; refuse a request that the page has not sent."""
        port = self.server.server_port
        if self.headers.get("Host") not in (f"{_HOST}:{port}", f"localhost:{port}"):
            self._refuse("this server has another name")
        elif self.headers.get("Sec-Fetch-Site", "") not in _OWN:
            self._refuse("this request comes from another page")
        else:
            _, _, path = urlsplit(self.path).path.partition("/")
            given, _, name = path.partition("/")
            if hmac.compare_digest(given.encode(errors="replace"), self.server.token.encode()):
                return name
            self._refuse("this address is not complete; copy it whole from the terminal", 404)
        return None

    def _refuse(self, why: str, status: int = 403) -> None:
        self.close_connection = True  # the request's body is left unread
        self._send(PageResponse.of({"error": why}, status))

    def _send(self, answer: PageResponse) -> None:
        allowed = f"script-src 'nonce-{answer.nonce}'; style-src 'nonce-{answer.nonce}'; " if answer.nonce else ""
        headers = {
            "Content-Type": answer.kind,
            "Content-Length": str(len(answer.body)),
            "Content-Security-Policy": f"default-src 'none'; {allowed}img-src 'self' data:; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
        self.send_response(answer.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the log, because addresses contain the token."""
