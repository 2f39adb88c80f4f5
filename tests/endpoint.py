"""An OpenAI-compatible endpoint on loopback that answers as a function of the request tells it."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Request = dict[str, Any]  # the JSON body of a request


@dataclass(frozen=True)
class Fault:
    """Anything but a plain reply."""

    status: int = 200
    body: bytes | str | dict[str, Any] = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False  # the connection ends in the middle of the body
    drip_s: float = 0.0  # between two bytes of the body
    silent: bool = False  # never answers


Answer = str | Request | Fault  # a text to say, a whole JSON body, or a fault


def error(status: int, message: str, code: str = "", param: str = "", **headers: str) -> Fault:
    """An error as OpenAI words it; headers with _ for -."""
    body = {"error": {"message": message, "type": "error", "param": param or None, "code": code or None}}
    return Fault(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def completion(text: str | None, request: Request, *, finish_reason: str = "stop", **message: Any) -> Request:
    """A chat completion that says `text`; its usage is a fourth of the characters. message: more fields of it."""
    prompt_tokens, completion_tokens = len(json.dumps(request["messages"])) // 4, len(text or "") // 4
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
        },
    }


class Endpoint:
    """Serves `answer(request)` at `url` while the context is open.

    requests: the bodies that arrived, in order; headers: theirs. models: the names that GET models lists, or
    the fault that it answers with; none answers 404. embeddings: answers requests for vectors; without it 404.
    """

    def __init__(
        self,
        answer: Callable[[Request], Answer],
        models: Sequence[str] | Fault = (),
        embeddings: Callable[[Request], Request | Fault] | None = None,
    ) -> None:
        self.answer = answer
        self.models = models
        self.embeddings = embeddings
        self.requests: list[Request] = []
        self.headers: list[HTTPMessage] = []
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.endpoint = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "Endpoint":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


def in_turn(*answers: Answer) -> Callable[[Request], Answer]:
    """The answers one after the other; the last one again and again."""
    left = list(answers)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60  # of a connection that is kept open
    disable_nagle_algorithm = True  # else every reply waits 40 ms

    def do_POST(self) -> None:
        endpoint: Endpoint = self.server.endpoint  # type: ignore[attr-defined]
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/embeddings" and endpoint.embeddings:
            endpoint.requests.append(request)
            endpoint.headers.append(self.headers)
            self._send(endpoint.embeddings(request))
            return
        if self.path != "/v1/chat/completions":
            self._send(Fault(404, "404 page not found"))
            return
        endpoint.requests.append(request)
        endpoint.headers.append(self.headers)
        answer = endpoint.answer(request)
        self._send(completion(answer, request) if isinstance(answer, str) else answer)

    def do_GET(self) -> None:
        endpoint: Endpoint = self.server.endpoint  # type: ignore[attr-defined]
        if isinstance(endpoint.models, Fault):
            self._send(endpoint.models)
        elif self.path == "/v1/models" and endpoint.models:
            self._send({"object": "list", "data": [{"id": name, "object": "model"} for name in endpoint.models]})
        else:
            self._send(Fault(404, "404 page not found"))

    def _send(self, answer: Request | Fault) -> None:
        closing: threading.Event = self.server.endpoint.closing  # type: ignore[attr-defined]
        fault = answer if isinstance(answer, Fault) else Fault(body=answer)
        body = json.dumps(fault.body) if isinstance(fault.body, dict) else fault.body
        body = body.encode() if isinstance(body, str) else body
        if fault.silent:
            closing.wait()
            self.close_connection = True
            return
        self.send_response(fault.status)
        for name, value in fault.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json" if isinstance(fault.body, dict) else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault.cut or fault.drip_s:
            self.close_connection = True
        try:
            if not fault.drip_s:
                self.wfile.write(body[: len(body) // 2] if fault.cut else body)
                return
            for at in range(len(body)):
                self.wfile.write(body[at : at + 1])
                if closing.wait(fault.drip_s):
                    return
        except ConnectionError:  # the client gave up, as it should
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: what arrived is in `requests`."""
