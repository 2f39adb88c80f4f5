"""Any OpenAI-compatible endpoint, asked through the `openai` package."""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from appagent.errors import ModelError, UsageError
from appagent.models.base import Budget, Message, ModelReply, Price, SchemaRefused, Usage, cost, most_tokens
from appagent.models.chat import Completion, read_completion, read_model_names, to_chat
from appagent.models.faults import Fault, status_fault
from appagent.replies import is_json
from appagent.settings import Endpoint

if TYPE_CHECKING:
    import openai  # takes 0.6 s, so at run time the first question imports it

_MOST_BYTES = 10_000_000  # of a reply; the longest that a model gives have a hundredth of that
_LEAST_SECRET = 12  # letters of a key: servers of one's own are given "ollama" or "none", which are words


class OpenAIModel:
    """One model of an endpoint.

    A request that failed on the way is sent again, `endpoint.request_retries` times at most, after the time
    that the endpoint asks for (Retry-After) or a growing one. Where `endpoint.reply` is "auto", JSON is asked for
    until the endpoint refuses the first schema or does not follow it, and never again after that.
    """

    def __init__(
        self, endpoint: Endpoint, budget: Budget | None = None, *, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        """sleep: waits so many seconds between tries; the `wait` of a cancel event ends that early."""
        if not endpoint.model:
            raise UsageError(f"no model is named; set {endpoint.prefix}MODEL")
        self.name = endpoint.model
        self.endpoint = endpoint
        self.budget = budget or Budget()
        self._sleep = sleep
        self._price = _price(endpoint)
        self._options: dict[str, Any] = {"model": endpoint.model, "temperature": endpoint.temperature}
        self._limit_name = "max_tokens"
        self.structured = endpoint.reply != "text"
        self._trying = endpoint.reply == "auto"  # nothing is known yet of whether it follows a schema

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """The reply, whose length is limited so that the budget's caps hold.

        Raises ModelError with one line saying what to do, LimitError when a cap leaves no room, SchemaRefused.
        """
        request = _request_of(messages, purpose, schema)
        tries = 1
        while True:
            try:
                reply = self._ask_once(request, purpose)
                if schema and self._trying and reply.text:
                    self.structured, self._trying = is_json(reply.text), False
                return reply
            except Fault as fault:
                if schema and self._trying and fault.of_schema:
                    self.structured = self._trying = False
                    raise SchemaRefused from None
                if not fault.passing or tries > self.endpoint.request_retries:
                    raise ModelError(fault.advice(self.endpoint, tries, self._model_names)) from None
                self._sleep(fault.pause_s(tries))
                tries += 1

    def _ask_once(self, request: _Request, purpose: str) -> ModelReply:
        prompt, limit = self.budget.room(request.counted, self.endpoint.reply_tokens, self._price)
        started = time.monotonic()
        try:
            completion = self._request(request.body, limit)
        except Fault as fault:
            # A reply lost on the way may have been paid for: it counts with all it can have taken.
            lost = (prompt, limit) if fault.may_be_paid else (0, 0)
            self.budget.spend(purpose, Usage(1, *lost, cost(*lost, self._price)))
            if self._adapt(fault):
                return self._ask_once(request, purpose)
            raise
        said = Message("assistant", completion.text + completion.think)
        used = (
            prompt if completion.prompt_tokens is None else completion.prompt_tokens,
            most_tokens([said]) if completion.completion_tokens is None else completion.completion_tokens,
        )
        usage = Usage(1, *used, cost(*used, self._price))
        self.budget.spend(purpose, usage, counted=() if completion.prompt_tokens is None else request.counted)
        return ModelReply(
            text=completion.text,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            cost_usd=usage.cost_usd,
            seconds=time.monotonic() - started,
            finish_reason=completion.finish_reason,
            model=completion.model or self.name,
            think=completion.think,
        )

    def _request(self, what: Mapping[str, Any], limit: int) -> Completion:
        """One request. Raises Fault where it brings no completion."""
        import httpx2
        import openai

        deadline = time.monotonic() + self.endpoint.timeout_s
        create: Any = self._client.chat.completions.with_streaming_response.create
        body = bytearray()
        try:
            with create(**what, **self._options, **{self._limit_name: limit}) as response:
                for chunk in response.iter_bytes():  # a timeout of HTTP counts from the last byte, not in all
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        raise Fault("nonsense", f"more than {_MOST_BYTES} bytes")
                    if time.monotonic() > deadline:
                        raise Fault("silent", f"{len(body)} bytes of a reply")
            return read_completion(self._without_key(bytes(body)))
        except openai.APIStatusError as error:
            raise status_fault(error.status_code, error.body, error.response.headers) from None
        except (openai.APIConnectionError, httpx2.RequestError) as error:
            reason = error.__cause__ or error
            raise Fault(_kind(reason), str(reason) or type(reason).__name__) from None
        except ValueError as error:
            raise Fault("nonsense", str(error)) from None

    def _without_key(self, body: bytes) -> bytes:
        """What an endpoint sent: some, or proxies before them, repeat what they were sent."""
        key = self.endpoint.api_key.encode()
        return body.replace(key, b"***") if len(key) >= _LEAST_SECRET else body

    def _adapt(self, fault: Fault) -> bool:
        """Whether the request was changed to what this model wants, which is learnt from its refusal alone."""
        if fault.status != 400:
            return False
        if "max_completion_tokens" in fault.said and self._limit_name == "max_tokens":
            self._limit_name = "max_completion_tokens"
            return True
        return fault.param == "temperature" and self._options.pop("temperature", None) is not None

    def _model_names(self) -> list[str]:
        """The models that the endpoint says it has; [] where it does not say."""
        import httpx2
        import openai

        try:
            return read_model_names(self._client.with_options(timeout=5.0).models.with_raw_response.list().content)
        except (openai.OpenAIError, httpx2.RequestError):
            return []

    @cached_property
    def _client(self) -> openai.OpenAI:
        import openai

        timeout_s = self.endpoint.timeout_s
        local = urlsplit(self.endpoint.base_url).hostname in ("localhost", "127.0.0.1", "::1")
        try:
            client = openai.OpenAI(
                base_url=self.endpoint.base_url,
                api_key=self.endpoint.api_key or "none",  # servers of one's own want none, the client does
                timeout=openai.Timeout(timeout_s, connect=min(10.0, timeout_s)),
                max_retries=0,  # this class retries, so that every request is counted against the caps
                http_client=openai.DefaultHttpxClient(trust_env=not local),  # no proxy stands before oneself
            )
        except (ImportError, ValueError) as error:  # a SOCKS proxy without its package, an unknown scheme
            raise UsageError(f"cannot use the proxy of the environment (HTTPS_PROXY, ALL_PROXY): {error}") from error
        weakref.finalize(self, client.close)
        return client


@dataclass(frozen=True)
class _Request:
    """What is asked. body: of the request, in part; counted: all in it that costs tokens."""

    body: Mapping[str, Any]
    counted: Sequence[Message]


def _request_of(messages: Sequence[Message], purpose: str, schema: Mapping[str, Any] | None) -> _Request:
    body: dict[str, Any] = {"messages": to_chat(messages)}
    if not schema:
        return _Request(body, messages)
    named = {"name": purpose, "strict": True, "schema": schema}
    body["response_format"] = {"type": "json_schema", "json_schema": named}
    return _Request(body, [*messages, Message("system", json.dumps(named))])  # some put it into the prompt


def _kind(reason: BaseException) -> str:
    """The kind of fault that an exception of the HTTP client is."""
    import httpx2

    if isinstance(reason, httpx2.ConnectError | httpx2.ConnectTimeout):
        return "unreachable"
    return "silent" if isinstance(reason, httpx2.TimeoutException) else "cut"


def _price(endpoint: Endpoint) -> Price | None:
    if endpoint.price_in is None or endpoint.price_out is None:
        return None
    return endpoint.price_in, endpoint.price_out
