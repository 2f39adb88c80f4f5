"""What a page of a stranger, in the same browser or on the same computer, tries at the page that drives a phone."""

import http.client
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

import pytest
from tables import cases

from appagent.web.server import PageResponse, PrivateServer


class Told:
    """A site that notes what reached it."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def get(self, name: str, given: Mapping[str, str]) -> PageResponse | None:
        self.heard.append(name)
        return PageResponse.of({"secret": "state"}) if name in ("", "state") else None

    def post(self, name: str, told: Mapping[str, object]) -> PageResponse | None:
        self.heard.append(dict(told))
        return PageResponse.of({"ok": True})


@pytest.fixture(scope="module")
def served():
    site = Told()
    with PrivateServer(site) as server:
        yield site, server.url


def ask(
    url: str, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> tuple[int, str, dict[str, str]]:
    """Send one request with exactly these headers; return its status, its body and its headers in lower case."""
    where = urlsplit(url)
    connection = http.client.HTTPConnection(str(where.hostname), where.port, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(body or None)
    answer = connection.getresponse()
    told = answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}
    connection.close()
    return told


def own(url: str, **more: str) -> dict[str, str]:
    """Return the headers of the page itself, with others in their place."""
    body = more.pop("body", "{}")
    host = urlsplit(url).netloc
    usual = {
        "Host": host, "Origin": f"http://{host}", "Content-Type": "application/json", "Content-Length": str(len(body)),
        "Sec-Fetch-Site": "same-origin",
    }  # fmt: skip
    return {name: value for name, value in {**usual, **more}.items() if value}


def test_the_page_itself_is_served_and_heard(served):
    _, url = served
    path = urlsplit(url).path
    assert ask(url, "POST", f"{path}do", own(url), b"{}")[0] == 200
    status, body, headers = ask(url, "GET", f"{path}state", own(url))
    assert (status, json.loads(body)) == (200, {"secret": "state"})
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert (headers["cache-control"], headers["referrer-policy"]) == ("no-store", "no-referrer")
    assert not [name for name in headers if name.startswith("access-control")]


@cases(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
        {"Host": "evil.example:80", "Origin": "http://evil.example:80"},
        {"Host": ""},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Length": "999999999"},
        {"Content-Length": "-1"},
        {"Content-Length": ""},
        {"Content-Length": "2", "body": "[]"},
    ],
)
def test_a_request_of_another_page_does_nothing(served, headers):
    site, url = served
    before, sent = len(site.heard), headers.get("body", "{}")
    given = {name: value for name, value in headers.items() if name != "body"}
    status, body, _ = ask(url, "POST", f"{urlsplit(url).path}do", own(url, **given), sent.encode())
    assert 400 <= status < 500
    assert len(site.heard) == before
    assert "ok" not in body


@cases("headers", [{"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "127.0.0.1"}])
def test_another_page_reads_nothing(served, headers):
    _, url = served
    status, body, _ = ask(url, "GET", f"{urlsplit(url).path}state", own(url, **headers))
    assert status == 403
    assert "secret" not in body


@cases(
    "path",
    [
        "/",
        "/state",
        "/favicon.ico",
        "//state",
        "/x/state",
        "/../state",
        "/%00/state",
        "/%C3%A9/state",
    ],
)
def test_who_does_not_know_the_token_sees_nothing(served, path):
    site, url = served
    before = len(site.heard)
    status, body, _ = ask(url, "GET", path, own(url))
    assert status in (400, 404)
    assert "secret" not in body
    assert len(site.heard) == before


def test_the_token_cannot_be_guessed_and_is_another_each_time(served):
    _, url = served
    with PrivateServer(Told()) as other:
        tokens = {urlsplit(one).path.strip("/") for one in (url, other.url)}
    assert len(tokens) == 2
    assert min(map(len, tokens)) >= 32


def test_nobody_on_another_computer_reaches_it(served):
    _, url = served
    assert urlsplit(url).hostname == "127.0.0.1"
