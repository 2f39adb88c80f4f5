"""Model behind any OpenAI-compatible endpoint, asked through the `openai` package."""

from __future__ import annotations

import json
import re
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from appagent.errors import ModelError, UsageError
from appagent.models.base import Budget, Message, ModelReply, Price, SchemaRefused, Usage, cost
from appagent.models.chat import Completion, is_json, read_completion, read_model_names, read_stream, text_in, to_chat
from appagent.models.counting import cached_of, count_tokens, picture_tokens, tokens
from appagent.models.faults import Fault, short_line, status_fault, without_key
from appagent.settings import Endpoint

if TYPE_CHECKING:
    import openai  # takes 0.6 s, so at run time the first question imports it

_CUT = "cut"  # finish reason of a reply that broke off after it was acted on
_BROKE = {_CUT: "your reply broke off after its action, and was not asked for again"}
_ENDS = re.compile(r"[}\]:：\n]")  # may end an object, a label or a line of a reply
_LIST_S = 5.0  # seconds to wait for the names of an endpoint's models
_LEAST_SECRET = 12  # letters of a key; local servers are given "ollama" or "none", which are ordinary words


def preload() -> threading.Thread:
    """Begin to import the `openai` package in a separate thread, and return the thread.

    The package takes half a second, during which the phone can be opened and captured.
    """
    thread = threading.Thread(target=import_module, args=("openai",), daemon=True)
    thread.start()
    return thread


@dataclass(frozen=True)
class ModelList:
    """List of models that an endpoint has returned, or why it has returned none.

    status: HTTP status, 0 if no answer came.
    names: names of the models.
    problem: why no answer came, else "".
    """

    status: int = 0
    names: tuple[str, ...] = ()
    problem: str = ""


def list_models(endpoint: Endpoint, timeout_s: float) -> ModelList:
    """Ask an endpoint for the list of its models, which costs nothing. A failure is in the result's `problem`."""
    import httpx2

    from appagent.models.client import BoundedClient

    headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
    try:
        with BoundedClient(endpoint.base_url, min(timeout_s, endpoint.timeout_s)) as client:
            response = client.get(f"{endpoint.base_url}/models", headers=headers)
    except (Fault, httpx2.RequestError, httpx2.InvalidURL, ImportError, ValueError) as error:  # the last two: a proxy
        said = str(error) or type(error).__name__
        return ModelList(problem=short_line(without_key(said, endpoint)))
    names = tuple(without_key(name, endpoint, _LEAST_SECRET) for name in read_model_names(response.content))
    return ModelList(response.status_code, names)


class OpenAIModel:
    """One model of an OpenAI-compatible endpoint.

    If a request fails for a reason that may pass, the model waits and sends it again, at most
    `endpoint.request_retries` times. It waits as long as the endpoint asks (Retry-After), or else a little longer
    before each try.
    If `endpoint.reply` is "auto", the first request with a JSON schema decides how the model is asked from then on: for
    text if the endpoint refuses the schema or the reply is no JSON, else for JSON.
    """

    def __init__(
        self, endpoint: Endpoint, budget: Budget | None = None, *, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        """Prepare the model without connecting.

        endpoint: address, model, key and limits.
        budget: caps to share with other models; by default there are no caps.
        sleep: waits between tries; pass `Cancel.wait` so that a stop request ends the wait.
        Raises UsageError if the endpoint names no model.
        """
        if not endpoint.model:
            raise UsageError("no model is named; set APPAGENT_MODEL")
        self.name = endpoint.model
        self.endpoint = endpoint
        self.budget = budget or Budget()
        self._sleep = sleep
        self._price = _price(endpoint)
        self._options: dict[str, Any] = {"model": endpoint.model, "temperature": endpoint.temperature}
        self._limit_name = "max_tokens"
        self.structured = endpoint.reply != "text"
        self._trying = endpoint.reply == "auto"  # until it is known whether the model follows a schema
        self.streams = endpoint.stream
        self._on_text: Callable[[str], bool] | None = None  # called with the text so far while a reply is still coming
        self._acted = False  # part of the coming reply was acted on, so the request is never sent again

    def ask_streaming(
        self,
        messages: Sequence[Message],
        on_text: Callable[[str], bool],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
    ) -> ModelReply:
        """Send messages and return the reply as `ask` does. While the reply arrives, pass its text so far to `on_text`.

        on_text: function that returns True once it has acted on the text.
        After that it is not called again, and the request is not repeated: if the rest of the reply does not arrive,
        the reply is the text so far, with the finish reason "cut".
        """
        self._on_text, self._acted = on_text, False
        try:
            return self.ask(messages, purpose=purpose, schema=schema)
        finally:
            self._on_text = None

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Send messages and return the model's reply, which is limited in length so that the budget's caps hold.

        Parameters are as in `Model.ask`. Raises ModelError, whose message says what to do, if there is no reply.
        Raises LimitError if a cap leaves no room for a reply. Raises SchemaRefused if the endpoint refuses the first
        schema.
        """
        request = _request(messages, purpose, schema)
        tries, broke = 1, ""
        while True:
            try:
                reply = self._ask_once(request, purpose)
                if schema and self._trying and reply.text:
                    self.structured, self._trying = is_json(reply.text), False
                return replace(reply, broke=broke or reply.broke)
            except Fault as fault:
                if schema and self._trying and fault.of_schema:
                    self.structured = self._trying = False
                    raise SchemaRefused from None
                if not fault.passing or tries > self.endpoint.request_retries:
                    raise ModelError(
                        fault.advice(self.endpoint, tries, lambda: list_models(self.endpoint, _LIST_S).names)
                    ) from None
                self._sleep(fault.pause_s(tries))
                tries += 1
                broke = f"the model was asked {tries} times, because no whole reply came ({fault.kind})"

    def _ask_once(self, request: tuple[Mapping[str, Any], Sequence[Message]], purpose: str) -> ModelReply:
        body, counted = request
        prompt, limit = self.budget.room(counted, self.endpoint.reply_tokens, self._price)
        self.budget.on_ask(Usage(1, prompt, 0, cost(prompt, 0, self._price), 1))
        started = time.monotonic()
        try:
            completion = self._complete(body, limit)
            prompt_tokens, reply_tokens, estimated = _count_call(completion, counted)
        except Fault as fault:
            # A lost reply may have been charged for, so it counts with the most tokens that it can have taken.
            lost = (prompt, limit) if fault.may_be_paid else (0, 0)
            self.budget.spend(purpose, Usage(1, *lost, cost(*lost, self._price)))
            if self._adapt(fault):
                return self._ask_once(request, purpose)
            raise
        cost_usd = cost(prompt_tokens, reply_tokens, self._price)
        cached = cached_of(completion.reported, prompt_tokens)
        usage = Usage(1, prompt_tokens, reply_tokens, cost_usd, int(estimated), cached)
        self.budget.spend(purpose, usage, counted=counted)
        seconds, model = time.monotonic() - started, completion.model or self.name
        reason = completion.finish_reason
        return ModelReply(completion.text, usage, seconds, reason, model, completion.think, _BROKE.get(reason, ""))

    def _complete(self, what: Mapping[str, Any], limit: int) -> Completion:
        """Send one request and return the completion. Raises Fault if no completion comes back.

        what: the messages and, if JSON is wanted, the schema, as arguments of the `openai` package.
        limit: maximum number of completion tokens.
        """
        import httpx2
        import openai

        create: Any = self._client.chat.completions.with_raw_response.create
        try:
            if self._on_text:
                return self._without_key(self._streamed(partial(create, **what, **self._options), limit))
            response = create(**what, **self._options, **{self._limit_name: limit})
            return self._without_key(read_completion(response.content))
        except openai.APIStatusError as error:
            raise status_fault(error.status_code, error.body, error.response.headers) from None
        except (openai.APIConnectionError, httpx2.RequestError) as error:
            reason = error.__cause__ or error
            raise Fault(_fault_kind(reason), str(reason) or type(reason).__name__) from None
        except httpx2.InvalidURL as error:
            raise Fault("unreachable", str(error)) from None
        except ValueError as error:
            raise Fault("nonsense", str(error)) from None

    def _streamed(self, create: Callable[..., Any], limit: int) -> Completion:
        """Send one request and return the reply, which comes in pieces.

        It may be unfinished if `on_text` has acted on it.
        limit: maximum number of completion tokens.
        """
        came, read, said = b"", 0, ""
        _ = self._client  # creates self._bounded

        def watch(body: bytes) -> None:
            nonlocal came, read, said
            came, end = body, body.rfind(b"\n") + 1  # a line after this may be incomplete
            more = text_in(body[read:end])
            read, said = max(read, end), said + more
            if self._on_text and not self._acted and _ENDS.search(more):
                self._acted = self._on_text(without_key(said, self.endpoint, _LEAST_SECRET))

        self._bounded.watch = watch
        try:
            more = {"stream": True, "stream_options": {"include_usage": True}}
            body = create(**more, **{self._limit_name: limit}).content
            reply = read_stream(body)
            if not reply.finish_reason and b"[DONE]" not in body:
                raise Fault("cut", "the stream ended before the reply did")
            return reply
        except Exception:
            if not self._acted:  # else whatever has come counts, since a second request would act twice
                raise
            return replace(read_stream(came), finish_reason=_CUT)
        finally:
            self._bounded.watch = None

    def _without_key(self, said: Completion) -> Completion:
        hidden = (without_key(words, self.endpoint, _LEAST_SECRET) for words in (said.text, said.think, said.model))
        text, think, model = hidden
        return replace(said, text=text, think=think, model=model)

    def _adapt(self, fault: Fault) -> bool:
        """Change the request option that the endpoint has just refused; return False if there is none to change.

        The option max_tokens is renamed to max_completion_tokens, and temperature is left out from then on. Only faults
        with status 400 count as refusals.
        """
        if fault.status != 400:
            return False
        if "max_completion_tokens" in fault.said and self._limit_name == "max_tokens":
            self._limit_name = "max_completion_tokens"
            return True
        return fault.param == "temperature" and self._options.pop("temperature", None) is not None

    @cached_property
    def _client(self) -> openai.OpenAI:
        import openai

        from appagent.models.client import BoundedClient  # imports httpx2

        url, timeout_s = self.endpoint.base_url, self.endpoint.timeout_s
        try:
            self._bounded = bounded = BoundedClient(url, timeout_s)
        except (ImportError, ValueError) as error:  # a SOCKS proxy without its package, an unknown scheme
            raise UsageError(f"cannot use the proxy of the environment (HTTPS_PROXY, ALL_PROXY): {error}") from error
        weakref.finalize(self, bounded.close)
        return openai.OpenAI(
            base_url=url,
            api_key=self.endpoint.api_key or "none",  # local servers need no key, but the client does
            timeout=bounded.timeout,
            max_retries=0,  # this class retries, so that every request is counted against the caps
            http_client=bounded,
        )


def _request(
    messages: Sequence[Message], purpose: str, schema: Mapping[str, Any] | None
) -> tuple[dict[str, Any], Sequence[Message]]:
    """Return (the part of a request's JSON that varies, the messages by which to estimate the prompt's tokens).

    These messages include the schema as one more message, because some endpoints add it to the prompt.
    """
    body: dict[str, Any] = {"messages": to_chat(messages)}
    if not schema:
        return body, messages
    named = {"name": purpose, "strict": True, "schema": schema}
    body["response_format"] = {"type": "json_schema", "json_schema": named}
    return body, [*messages, Message("system", json.dumps(named))]


def _count_call(completion: Completion, counted: Sequence[Message]) -> tuple[int, int, bool]:
    """Return (tokens of a call's prompt, tokens of its reply, whether one of these is our estimate).

    `count_tokens` decides which numbers count.
    completion: the reply, with the endpoint's numbers.
    Raises Fault of the kind "excess" if the endpoint reports more than MOST_TOKENS (10 million).
    """
    words = sum(tokens(message.text) for message in counted)
    pictures = sum(picture_tokens(picture) for message in counted for picture in message.pictures)
    try:
        return count_tokens(completion.reported, words, pictures, tokens(completion.text) + tokens(completion.think))
    except ValueError as error:
        raise Fault("excess", str(error)) from None


def _fault_kind(reason: BaseException) -> str:
    """Return the kind of fault for an exception of the HTTP client.

    The kind is "unreachable" if no connection was made, "silent" if the time was up, and "cut" for all else.
    """
    import httpx2

    if isinstance(reason, httpx2.ConnectError | httpx2.ConnectTimeout):
        return "unreachable"
    return "silent" if isinstance(reason, httpx2.TimeoutException) else "cut"


def _price(endpoint: Endpoint) -> Price | None:
    if endpoint.price_in is None or endpoint.price_out is None:
        return None
    return endpoint.price_in, endpoint.price_out
