"""Ask the endpoint of a test through the real client."""

import traceback
from dataclasses import replace

import pytest
from endpoint import Endpoint

from appagent.errors import ModelError
from appagent.models import Budget, Message
from appagent.models.openai import OpenAIModel
from appagent.settings import Endpoint as At

KEY = "sk-very-secret-0123456789"
HELLO = [Message("system", "Be brief."), Message("user", "Hello")]


def model_at(served: Endpoint, budget: Budget | None = None, sleep=lambda seconds: None, **options) -> OpenAIModel:
    at = At(base_url=served.url, model="small", api_key=KEY, timeout_s=60.0)
    return OpenAIModel(replace(at, **options), budget, sleep=sleep)


def model_error(served: Endpoint, **options) -> str:
    """The message of the ModelError that the endpoint's answers end in."""
    with pytest.raises(ModelError) as caught:
        model_at(served, **options).ask(HELLO, purpose="act")
    message = str(caught.value)
    assert "\n" not in message
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return message
