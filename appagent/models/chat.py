"""Convert messages to JSON for a chat request, and parse the completion in the answer."""

import base64
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from appagent.models.base import LONGEST_REPLY, Message
from appagent.models.counting import ReportedTokens
from appagent.models.faults import Fault, short_line, text_of

_MOST_MODELS = 10_000  # model names to take from an endpoint's list, at most
_LONGEST_NAME = 200
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.S | re.I)
_END_OF_THOUGHT = re.compile(r"</(?:think|thinking|reasoning)>", re.I)  # the endpoint has removed the opening tag


@dataclass(frozen=True)
class Completion:
    """Reply in an endpoint's answer. If the answer offers several replies ("choices"), this is the first.

    text: the reply, or the words in which the model refuses, or "".
    think: reasoning that the endpoint sent separately, or "".
    finish_reason: why the reply ended, such as "stop" or "length".
    model: the model's name as the endpoint gives it, or "".
    """

    text: str
    think: str
    finish_reason: str
    reported: ReportedTokens
    model: str


def to_chat(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Convert messages to the list `messages` of a chat request.

    A picture becomes a JPEG data URL. A message without pictures has a plain string as its content, since some servers
    cannot read lists of parts.

    >>> to_chat([Message("user", "Hello")])
    [{'role': 'user', 'content': 'Hello'}]
    """
    return [{"role": message.role, "content": _content(message)} for message in messages]


def is_json(text: str) -> bool:
    """Tell whether a reply begins like a JSON object, after any thinking. The reply may be cut short.

    >>> is_json('<think>Hm.</think>{"action": '), is_json('{"thought": "<think>"}'), is_json("Action: tap(3)")
    (True, True, False)
    """
    said = text[:LONGEST_REPLY].removeprefix("\ufeff").lstrip()
    while thought := _THOUGHT.match(said):
        said = said[thought.end() :].lstrip()
    if said.startswith("{"):
        return True
    end = _END_OF_THOUGHT.search(said)
    return end is not None and said[end.end() :].lstrip().startswith("{")


def read_completion(body: bytes) -> Completion:
    """Parse the first completion in an endpoint's answer; missing or odd values become "" or None.

    body: the answer's JSON. A text longer than LONGEST_REPLY is cut, and its finish reason becomes "length".
    Raises ValueError, saying what was found, if the answer is no completion.
    Raises Fault if its JSON is nested too deeply.
    """
    reply = _object(_parsed(body))
    _refuse_error(reply)
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise ValueError(f"no choices: {_beginning(body)}")
    message, usage = _object(choices[0].get("message")), _object(reply.get("usage"))
    refusal, finish_reason = _text(message.get("refusal")), _text(choices[0].get("finish_reason"))
    text = _text(message.get("content")) or refusal
    if len(text) > LONGEST_REPLY:
        text, finish_reason = text[:LONGEST_REPLY], "length"
    return Completion(
        text=text,
        think=_thinking(message)[:LONGEST_REPLY],
        finish_reason="refusal" if refusal else short_line(finish_reason) or "stop",
        reported=_reported_tokens(usage),
        model=short_line(_text(reply.get("model"))),
    )


def _reported_tokens(usage: dict[str, Any]) -> ReportedTokens:
    prompt, completion, total = (_number(usage.get(f"{kind}_tokens")) for kind in ("prompt", "completion", "total"))
    cached = _number(_object(usage.get("prompt_tokens_details")).get("cached_tokens"))
    return ReportedTokens(prompt, completion, total, cached)


def read_stream(body: bytes) -> Completion:
    """Parse a completion that an endpoint sent in pieces, as events with JSON ("data: {...}").

    The last pieces may be missing; the finish reason is then "". An endpoint that does not stream sends one whole
    completion, which is parsed too. Raises ValueError if there is no piece, or if a piece reports an error.
    """
    if not body.lstrip().startswith((b"data:", b":", b"event:")):
        return read_completion(body)
    texts, thoughts, finish_reason, reported, model = [], [], "", ReportedTokens(), ""
    lines = body.split(b"\n")[: None if body.endswith(b"\n") else -1]  # the last line may be cut
    events = [_event(line[5:]) for line in lines if line.startswith(b"data:")]
    if not events:
        raise ValueError("a stream without an event")
    for event in events:
        _refuse_error(event)
        first = _first_choice(event)
        delta = _object(first.get("delta"))
        texts.append(_text(delta.get("content")) or _text(delta.get("refusal")))
        thoughts.append(_thinking(delta))
        finish_reason = short_line(_text(first.get("finish_reason"))) or finish_reason
        model = model or short_line(_text(event.get("model")))
        if usage := _object(event.get("usage")):
            reported = _reported_tokens(usage)
    text, think = "".join(texts), "".join(thoughts)[:LONGEST_REPLY]
    if len(text) > LONGEST_REPLY:
        text, finish_reason = text[:LONGEST_REPLY], "length"
    return Completion(text, think, finish_reason, reported, model)


def text_in(lines: bytes) -> str:
    """Return the text in some lines of a stream; "" if they have none, or report an error."""
    texts = []
    for line in lines.split(b"\n"):
        with suppress(ValueError, Fault):
            first = _first_choice(_event(line[5:])) if line.startswith(b"data:") else {}
            texts.append(_text(_object(first.get("delta")).get("content")))
    return "".join(texts)


def _refuse_error(told: dict[str, Any]) -> None:
    """Raise ValueError if an endpoint's answer, or one event of a stream, reports an error. told: its parsed JSON."""
    if error := told.get("error"):
        raise ValueError(f"an error: {text_of(error.get('message') if isinstance(error, dict) else error)}")


def _first_choice(event: dict[str, Any]) -> dict[str, Any]:
    choices = event.get("choices")
    return _object(choices[0]) if isinstance(choices, list) and choices else {}


def _thinking(message: dict[str, Any]) -> str:
    return _text(message.get("reasoning_content")) or _text(message.get("reasoning"))


def _event(data: bytes) -> dict[str, Any]:
    return {} if data.strip() in (b"", b"[DONE]") else _object(_parsed(data))


def read_model_names(body: bytes) -> list[str]:
    """Return the model ids in an endpoint's list of models, or [] if the answer is no such list.

    body: the answer's JSON. Ids that are too long or contain control characters are left out.

    >>> read_model_names(b'{"data": [{"id": "small"}, {"id": "large"}]}')
    ['small', 'large']
    """
    try:
        models = _object(_parsed(body)).get("data")
    except (ValueError, Fault):
        return []
    names = [_text(_object(model).get("id")) for model in models[:_MOST_MODELS]] if isinstance(models, list) else []
    return [name for name in names if name and name == short_line(name, _LONGEST_NAME)]


def _parsed(body: bytes) -> Any:
    """Parse JSON.

    Raises ValueError, which quotes the beginning, if the body is no JSON. Raises Fault if the JSON is nested too
    deeply.
    """
    try:
        return json.loads(body)
    except RecursionError:
        raise Fault("excess", f"JSON that is nested too deeply: {_beginning(body)}") from None
    except ValueError:
        raise ValueError(f"no JSON but {_beginning(body) or 'nothing'}") from None


def _beginning(body: bytes) -> str:
    return body[:1000].decode(errors="replace")


def _content(message: Message) -> str | list[dict[str, Any]]:
    text = message.text.encode(errors="replace").decode()  # a lone surrogate cannot be sent
    if not message.pictures:
        return text
    urls = (f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}" for picture in message.pictures)
    return [{"type": "text", "text": text}, *({"type": "image_url", "image_url": {"url": url}} for url in urls)]


def _text(content: object) -> str:
    """Return a text unchanged, or the joined texts of a list of message parts; "" for anything else.

    Half characters (lone surrogates), which no file can hold, become "?".
    """
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(text for text in texts if isinstance(text, str))
    return content.encode(errors="replace").decode() if isinstance(content, str) else ""


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
