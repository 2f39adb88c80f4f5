"""Check the model's endpoint: can it be reached, does it accept the key, and what can its model do?

The endpoint is asked for the list of its models, which costs nothing and answers most of this. If `ask` is True, the
model also gets four requests, which cost tokens.
"""

import io
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from appagent.doctor import dialect
from appagent.doctor.findings import Finding, FindingState, Verdict, skipped
from appagent.errors import AppAgentError, LimitError, ModelError, UsageError
from appagent.foreign import json_object
from appagent.models import Budget, Message, ModelReply
from appagent.models.faults import SET_URL, public_address, similar_models
from appagent.models.openai import ModelList, OpenAIModel, list_models
from appagent.settings import Endpoint, Settings

AREA = "endpoint"
Asked = ModelReply | AppAgentError  # result of a request to the model

_LIST_S = 10.0
_CAN = ["pictures", "structured output", "dialect"]  # what only a request to the model can show
_ASK = "appagent doctor --ask (it costs tokens)"
_QUESTION = "Which number is on the picture? Answer with its digits alone; with the word blind if you see no picture."
_SCHEMA = {
    "type": "object",
    "properties": {"fruit": {"type": "string", "enum": ["apple", "pear"]}},
    "required": ["fruit"],
    "additionalProperties": False,
}


def examine_endpoint(settings: Settings, *, ask: bool, readable: bool = True) -> Iterator[Finding]:
    """Yield all findings about the endpoint of the settings.

    ask: True to send requests to the model.
    readable: False if the settings could not be read; all checks are then skipped.
    """
    if not readable or settings.agent_default == "offline":
        yield Finding(AREA, "endpoint", *_unset(settings, readable))
        yield from skipped(AREA, ["key", "model", *_CAN], "there is no endpoint")
        return
    endpoint = settings.endpoint
    listed = list_models(endpoint, _LIST_S)
    there = _answers(endpoint, listed)
    yield Finding(AREA, "endpoint", *there)
    if there[0] == "fail":
        yield from skipped(AREA, ["key", "model", *_CAN], "the endpoint cannot be reached")
        return
    budget = Budget(settings.max_calls, settings.max_tokens, settings.max_cost_usd)
    model = OpenAIModel(endpoint, budget)
    plain = _ask(model, Message("user", "Answer with the one word: ready")) if ask else None
    yield Finding(AREA, "key", *_key(endpoint, listed, plain))
    yield Finding(AREA, "model", *_model(endpoint, listed, plain))
    if plain is None:
        yield from skipped(AREA, _CAN, "not asked, since that costs tokens", _ASK)
    elif not isinstance(plain, ModelReply):
        yield from skipped(AREA, _CAN, "the model does not answer")
    else:
        number = str(secrets.randbelow(900) + 100)
        seen = _ask(model, Message("user", _QUESTION, (picture_of(number),)))
        yield Finding(AREA, "pictures", *_pictures(number, seen, settings.see))
        strict = OpenAIModel(replace(endpoint, reply="json"), budget)
        obeyed = _ask(strict, Message("user", "Name a fruit in a long sentence of plain words."), _SCHEMA)
        yield Finding(AREA, "structured output", *_structured(obeyed, settings.reply))
        named = _ask(model, dialect.question())
        yield Finding(AREA, "dialect", *_dialect(named, settings.dialect, endpoint.model))


def picture_of(number: str) -> bytes:
    """Return a small JPEG that shows a number in large print.

    A model can only name the number if it sees the picture.
    """
    image = Image.new("RGB", (256, 128), "white")
    ImageDraw.Draw(image).text((128, 64), number, "black", ImageFont.load_default(96), anchor="mm")
    content = io.BytesIO()
    image.save(content, "JPEG", quality=90)
    return content.getvalue()


def _unset(settings: Settings, readable: bool) -> Verdict:
    if not readable:
        return "skipped", "the settings that would name it cannot be read", "fix the settings first"
    mend = "export APPAGENT_BASE_URL=https://... APPAGENT_API_KEY=... APPAGENT_MODEL=..."
    found = [name for name in ("base_url", "api_key", "model") if getattr(settings, name)]
    said = f"only {' and '.join(found)} of it set" if found else "none is set"
    return "warn", f"{said}: only the offline agent can work, which asks no model", mend


def _answers(endpoint: Endpoint, listed: ModelList) -> Verdict:
    where = public_address(endpoint.base_url)
    if listed.problem:
        return "fail", f"{where} cannot be reached ({listed.problem})", f"start the server, or {SET_URL}"
    if listed.status >= 500:
        return "fail", f"{where} answers with status {listed.status}", "try again later, or look at its log"
    if listed.names:
        return "ok", f"{where} lists {len(listed.names)} models", ""
    if listed.status in (401, 403):
        return "ok", f"{where} answers", ""
    return "warn", f"{where} lists no models (status {listed.status})", f"{SET_URL}; if it does: {_ASK}"


def _key(endpoint: Endpoint, listed: ModelList, plain: Asked | None) -> Verdict:
    if isinstance(plain, ModelReply):
        return "ok", "it accepts requests", ""
    if listed.status == 401:
        said = "it refuses this key" if endpoint.api_key else "it requires a key, and none is set"
        return "fail", said, "set APPAGENT_API_KEY to a key of this endpoint"
    if listed.names:
        return "ok", "it lists its models with this key" if endpoint.api_key else "it requires none", ""
    return _untold(plain)


def _model(endpoint: Endpoint, listed: ModelList, plain: Asked | None) -> Verdict:
    name = endpoint.model
    if isinstance(plain, ModelReply):
        return "ok", f"{name} answers in {plain.seconds:.1f} s", ""
    if plain:
        return _unanswered(plain)
    if not listed.names:
        return _untold(plain)
    if name in listed.names or f"models/{name}" in listed.names:
        return "ok", f"{name} is there", ""
    near = similar_models(name, listed.names)
    return "fail", f"{name} is not among its {len(set(listed.names))} models", f"set APPAGENT_MODEL to one of: {near}"


def _pictures(number: str, asked: Asked, see: str) -> Verdict:
    if isinstance(asked, ModelReply):
        cost = f"{asked.usage.prompt_tokens} + {asked.usage.completion_tokens} tokens"
        if number in re.findall(r"\d+", asked.text):
            return "ok", f"it read the number on one ({cost})", ""
        if asked.finish_reason == "length":
            return "warn", f"its reply was cut short ({cost})", "set APPAGENT_REPLY_TOKENS higher"
        said = f"it did not read {number} on one ({cost}): {' '.join(asked.text.split())[:80]!r}"
    elif isinstance(asked, ModelError):
        said = _unanswered(asked)[1]
    else:
        return _unanswered(asked)
    if see not in ("picture", "both"):
        return "ok", f"{said}; none is sent, since see is {see}", ""
    return "fail", said, "set APPAGENT_SEE=text, or APPAGENT_MODEL to a model that sees"


def _structured(asked: Asked, reply: str) -> Verdict:
    lacking: FindingState = "fail" if reply == "json" else "warn"
    mend = "set APPAGENT_REPLY=auto" if reply == "json" else "nothing needs it: replies are then read as text"
    if not isinstance(asked, ModelReply):
        return lacking, _unanswered(asked)[1], mend
    if (json_object(asked.text) or {}).get("fruit") in ("apple", "pear"):
        cost = f"{asked.usage.prompt_tokens} + {asked.usage.completion_tokens} tokens"
        return "ok", f"it follows a schema ({cost})", ""
    return lacking, "it does not follow a schema", mend


def _dialect(asked: Asked, setting: str, model: str) -> Verdict:
    if isinstance(asked, ModelReply):
        return dialect.verdict(asked, setting, model)
    blind: Verdict = "skipped", "the model takes no picture, so it cannot tap on one", ""
    return blind if isinstance(asked, ModelError) else _unanswered(asked)


def _untold(plain: Asked | None) -> Verdict:
    """Return a "skipped" verdict for a check that needs an answer of the model, and say why there is none.

    plain: the model's reply to the plain request before, or the error instead of it; None if the model was not asked.
    """
    if plain is None:
        return "skipped", "only asking the model can tell", _ASK
    return "skipped", "the model does not answer", ""


def _unanswered(error: AppAgentError) -> Verdict:
    """Return the verdict for a request to the model that failed with this error.

    It is a "fail" for an error of the endpoint or the model, and a "warn" if a cap did not allow the request.
    """
    if isinstance(error, ModelError):
        said, _, mend = str(error).rpartition("): ")  # a ModelError's message ends with the advice
        return "fail", f"{said})", mend
    return "warn", f"not asked: {error}", "raise that cap for this command"


def _ask(model: OpenAIModel, message: Message, schema: Mapping[str, Any] | None = None) -> Asked:
    """Send the model one message. Return the reply, or the error if the request failed.

    schema: JSON schema of the wanted reply; None asks for text.
    """
    try:
        return model.ask([message], purpose="doctor", schema=schema)
    except (ModelError, LimitError, UsageError) as error:
        return error
