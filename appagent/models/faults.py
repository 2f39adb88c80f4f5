"""Describe failed requests to an endpoint: whether to try again, and what the person can do."""

import difflib
import email.utils
import math
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from appagent.settings import Endpoint

_YEAR_S = 31_536_000.0
_MOST_NAMED = 8  # models in a message
SET_URL = "set APPAGENT_BASE_URL to its address, which usually ends in /v1"
MOST_WAIT_S = 60.0  # if an endpoint asks to wait longer, the request fails instead
# Words of errors that trying again cannot fix, from llama.cpp, Ollama, vLLM, OpenAI, OpenRouter and DeepSeek. The first
# two refuse pictures with status 500.
_NO_PICTURES = re.compile(r"\bimage_url\b|\bimage input|\bimage\(s\)|not a multimodal model", re.IGNORECASE)
_TOO_LONG = re.compile(r"context (size|length|window)|context_length|prompt is too long", re.IGNORECASE)

_SCHEMA_REFUSALS = (400, 404, 422, 500, 501)  # statuses that refuse a schema; 500 comes from llama-cpp-python


class Fault(Exception):
    """One failed request to an endpoint. Raised and caught within `appagent.models`.

    kind: "status" (an HTTP error), "unreachable" (no connection), "cut" (the connection broke), "silent" (nothing came
    in time), "slow" (the reply did not end in time), "nonsense" (no completion), "excess" (larger than any reply) or
    "redirect" (to another address).
    said: the endpoint's own words, or what was found instead of a completion.
    status: the HTTP status, 0 if there is none.
    """

    def __init__(self, kind: str, said: str, *, status: int = 0, param: str = "", wait_s: float = 0.0) -> None:
        super().__init__(said)
        self.kind = kind
        self.said = said
        self.status = status
        self.param = param  # name of the request's option that the endpoint rejects
        self.wait_s = wait_s  # seconds that the endpoint asks to wait, 0 if none

    @property
    def passing(self) -> bool:
        """Tell whether the same request may succeed if it is sent again a little later."""
        if self.wait_s > MOST_WAIT_S or (self.status == 429 and "insufficient_quota" in self.said):
            return False
        if self.no_pictures or self.too_long:
            return False
        if self.kind == "status":
            return self.status in (408, 409, 429) or self.status >= 500
        return self.kind in ("unreachable", "cut", "silent", "nonsense")

    @property
    def no_pictures(self) -> bool:
        """Tell whether the endpoint refused the request because the model reads no pictures."""
        return self.status in (400, 404, 415, 422, 500, 501) and bool(_NO_PICTURES.search(self.said))

    @property
    def too_long(self) -> bool:
        """Tell whether the endpoint refused the request because it is too long for the model's context.

        The prompt and the longest allowed reply have to fit into the context together.
        """
        return self.status in (400, 413, 422, 500) and bool(_TOO_LONG.search(self.said))

    @property
    def of_schema(self) -> bool:
        """Tell whether the endpoint may have refused the request because of its JSON schema."""
        return self.status in _SCHEMA_REFUSALS and not (self.no_pictures or self.too_long)

    @property
    def may_be_paid(self) -> bool:
        """Tell whether the endpoint may charge for the request although no usable answer arrived."""
        return self.kind in ("cut", "silent", "slow", "nonsense", "excess")

    def pause_s(self, tries: int) -> float:
        """Return the seconds to wait before the next try.

        If the endpoint asked for a time (Retry-After), return this time. Otherwise return 0.5 * 2**tries, at most 8,
        less a random part of up to a quarter.
        tries: number of tries so far.
        """
        return self.wait_s or min(8.0, 0.5 * 2**tries) * random.uniform(0.75, 1.0)  # noqa: S311 (no secret)

    def advice(self, endpoint: Endpoint, tries: int, models: Callable[[], Sequence[str]]) -> str:
        """Return one line for the person: the endpoint's address, what went wrong, and what to do.

        tries: number of tries so far.
        models: function that asks the endpoint for the names of its models; only called if the status is 404.
        """
        known = models() if self.status == 404 else ()
        what, remedy = self._advice(endpoint, known)
        tried = f"; {tries} tries" if tries > 1 else ""
        status = f"{self.status}: " if self.status else ""
        said = short_line(without_key(self.said, endpoint))
        return f"{public_address(endpoint.base_url)} {what} ({status}{said}{tried}): {remedy}"

    def _advice(self, endpoint: Endpoint, known: Sequence[str]) -> tuple[str, str]:
        set_key, set_model, set_url = "set APPAGENT_API_KEY", "set APPAGENT_MODEL", "set APPAGENT_BASE_URL"
        if self.no_pictures:
            return "reads no pictures", f"set APPAGENT_SEE=text, or {set_model} to a model that does"
        if self.too_long:
            return "has too short a context", f"give it a longer one, set APPAGENT_REPLY_TOKENS lower, or {set_model}"
        if self.wait_s > MOST_WAIT_S:
            return "is busy", f"it asks to wait {self.wait_s:.0f} s: try again then"
        match self.kind, self.status:
            case "unreachable", _:
                return "cannot be reached", f"start the server, or {SET_URL}"
            case "cut", _:
                return "broke the connection", "try again, or look at its log"
            case "silent" | "slow", _:
                return f"did not answer within {endpoint.timeout_s:g} s", "set APPAGENT_TIMEOUT_S higher"
            case "redirect", _:
                return "leads elsewhere", f"{set_url} to that address, if you trust it"
            case "nonsense" | "excess", _:
                return "sent no reply", f"look at its log, or {SET_URL}"
            case _, 401:
                return ("refused the API key" if endpoint.api_key else "wants an API key"), set_key
            case _, 402:
                return "wants to be paid", "top up the account"
            case _, 403:
                return f"does not let this key use {endpoint.model!r}", f"{set_key}, or {set_model}"
            case _, 404 if known and endpoint.model not in known:
                near = similar_models(endpoint.model, known)
                return f"has no model {endpoint.model!r}", f"{set_model} to one of its {len(known)}: {near}"
            case _, 404:
                return f"knows no such path or no model {endpoint.model!r}", f"{SET_URL}, or {set_model}"
            case _, 429:
                return "limits the requests", "wait, or raise the limit or quota at the provider"
            case _, status if status >= 500:
                return "failed", "try again later, or look at its log"
        hint = "if the model reads no pictures, set APPAGENT_SEE=text; if it is too long, lower APPAGENT_REPLY_TOKENS"
        if endpoint.reply == "json":
            hint += "; if it follows no JSON schema, set APPAGENT_REPLY=text"
        return "refused the request", hint


def status_fault(status: int, body: object, headers: Mapping[str, str]) -> Fault:
    """Build the fault for an answer with an HTTP error status.

    body: the error object in the answer's JSON, or the answer's text.
    """
    details = body if isinstance(body, dict) else {"message": body}
    words = text_of(details.get("message") or details.get("detail") or details.get("error") or "")
    code, param = text_of(details.get("code") or ""), text_of(details.get("param") or "")
    said = f"{words} {code}" if code and code not in (str(status), words) else words
    return Fault("status", said, status=status, param=param, wait_s=_retry_after_s(headers))


def without_key(words: str, endpoint: Endpoint, least: int = 4) -> str:
    """Replace the API key in an endpoint's words by "***": some endpoints, or proxies before them, repeat it.

    least: letters of a key that is replaced. Shorter ones are no secret, and are found in other words.
    """
    key = endpoint.api_key
    return words.replace(key, "***") if len(key) >= least else words


def text_of(value: object) -> str:
    """Convert a value from an endpoint's JSON to text. A value that is nested too deeply becomes a short remark."""
    try:
        return str(value)
    except RecursionError:
        return "something that is nested too deeply to be shown"


def short_line(words: str, most: int = 200) -> str:
    r"""Return an endpoint's words as one line of at most `most` letters without control characters.

    A line that is cut ends in "...".

    >>> short_line("Pay\x1b[2J\nnow\u202e")
    'Pay [2J now'
    """
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())
    return line if len(line) <= most else line[: most - 3] + "..."


def _retry_after_s(headers: Mapping[str, str]) -> float:
    """Return the seconds that a Retry-After header asks to wait, or 0.0 if it is missing or unreadable.

    The header holds a number of seconds or a date (RFC 9110).
    """
    said = headers.get("retry-after") or ""
    try:
        wait_s = float(said)
    except ValueError:
        try:
            date = email.utils.parsedate_tz(said)
            wait_s = email.utils.mktime_tz(date) - time.time() if date else 0.0
        except (ValueError, OverflowError):  # a year or a zone that no clock has
            wait_s = 0.0
    return min(max(0.0, wait_s), _YEAR_S) if math.isfinite(wait_s) else 0.0


def similar_models(name: str, known: Sequence[str]) -> str:
    """List at most eight names of models for a message, those with a spelling like `name` first."""
    near = list(dict.fromkeys([*difflib.get_close_matches(name, known, n=3, cutoff=0.3), *known]))
    return ", ".join(near[:_MOST_NAMED]) + (", ..." if len(near) > _MOST_NAMED else "")


def public_address(url: str) -> str:
    """Return a URL without its user, password and query.

    >>> public_address("https://me:word@example.org:8080/v1?key=1")
    'https://example.org:8080/v1'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
