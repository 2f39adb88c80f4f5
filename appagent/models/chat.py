"""The chat completions protocol: messages to JSON, JSON to what a model said."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from appagent.models.base import Message


@dataclass(frozen=True)
class Completion:
    """A chat completion's first choice; tokens are None where the endpoint does not count them."""

    text: str
    think: str
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    model: str


def to_chat(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The `messages` of a request. A picture is a JPEG data URL; text alone stays a plain string, since some
    servers read no lists of parts.

    >>> to_chat([Message("user", "Hello")])
    [{'role': 'user', 'content': 'Hello'}]
    """
    return [{"role": message.role, "content": _content(message)} for message in messages]


def read_completion(body: bytes) -> Completion:
    """What an endpoint sent, read as loosely as endpoints write.

    Raises ValueError saying what was found where that is no completion.
    """
    try:
        reply = json.loads(body)
    except ValueError:
        raise ValueError(f"no JSON but {body.decode(errors='replace') or 'nothing'}") from None
    error = reply.get("error") if isinstance(reply, dict) else None
    if error:
        raise ValueError(f"an error: {error.get('message') if isinstance(error, dict) else error}")
    choices = reply.get("choices") if isinstance(reply, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise ValueError(f"no choices: {reply}")
    message = _object(choices[0].get("message"))
    refusal = message.get("refusal")
    usage = _object(reply.get("usage"))
    prompt, completion, total = (_count(usage.get(f"{kind}_tokens")) for kind in ("prompt", "completion", "total"))
    if prompt is not None and total is not None:  # some leave the tokens of reasoning out of the completion's
        completion = max(completion or 0, total - prompt)
    return Completion(
        text=_words(message.get("content")) or _words(refusal),
        think=_words(message.get("reasoning_content")) or _words(message.get("reasoning")),
        finish_reason="refusal" if refusal else str(choices[0].get("finish_reason") or "stop"),
        prompt_tokens=prompt,
        completion_tokens=completion,
        model=str(reply.get("model") or ""),
    )


def read_model_names(body: bytes) -> list[str]:
    """The ids in what an endpoint lists as its models; [] where that is no such list.

    >>> read_model_names(b'{"data": [{"id": "small"}, {"id": "large"}]}')
    ['small', 'large']
    """
    try:
        models = _object(json.loads(body)).get("data")
    except ValueError:
        return []
    return [str(_object(model).get("id")) for model in models] if isinstance(models, list) else []


def _content(message: Message) -> str | list[dict[str, Any]]:
    text = message.text.encode(errors="replace").decode()  # half a surrogate pair cannot be sent
    if not message.pictures:
        return text
    urls = (f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}" for picture in message.pictures)
    return [
        {"type": "text", "text": text},
        *({"type": "image_url", "image_url": {"url": url}} for url in urls),
    ]


def _words(content: object) -> str:
    """Text, or the text of a list of parts; "" for anything else."""
    if isinstance(content, list):
        return "".join(_words(_object(part).get("text")) for part in content)
    return content if isinstance(content, str) else ""


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None
