"""A stranger's endpoint wants its calls to cost more than the person allowed: it miscounts them.

A cap on tokens or money is held against the count that the endpoint sends. What that cannot be is replaced by an
estimate (letters over four, pictures by their size), which is said to be one: in the JSON, on the console, in the
report. What is beyond any model ends the run.
"""

import io
import json
from functools import partial
from pathlib import Path

import pytest
from endpoint import Endpoint, completion
from model_clients import HELLO, model_at, model_error
from PIL import Image
from raw_endpoint import RawEndpoint, http
from run_command import run_at
from tables import cases

from appagent.errors import LimitError
from appagent.models import Budget, Message, Usage
from appagent.models.counting import tokens
from appagent.runs.report import render
from appagent.runs.trajectory import load_run

pytestmark = pytest.mark.slow

LONG = [Message("user", "What is on this screen? " * 50)]
WORDS = tokens(LONG[0].text)
ANSWER = "Action: back() and nothing else, since the list is empty."

CANNOT_BE = {
    "zero": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    "one": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    "a third of the words": {"prompt_tokens": WORDS // 3, "completion_tokens": tokens(ANSWER) // 3},
    "less than nothing": {"prompt_tokens": -(10**9), "completion_tokens": -(10**9), "total_tokens": -(10**9)},
    "missing": {},
    "no object": [1, 2],
    "null": None,
    "truth": {"prompt_tokens": True, "completion_tokens": True, "total_tokens": True},
    "text": {"prompt_tokens": "9", "completion_tokens": "9", "total_tokens": "18"},
    "fractions": {"prompt_tokens": 0.5, "completion_tokens": 1e-9},
    "not a number": {"prompt_tokens": float("nan"), "completion_tokens": float("nan"), "total_tokens": float("nan")},
    "less than nothing, without end": {"prompt_tokens": float("-inf"), "completion_tokens": float("-inf")},
    "lists": {"prompt_tokens": [9], "completion_tokens": {"a": 1}},
}
BELIEVED = ("zero", "one", "a third of the words", "truth")  # once; the others counted at their most then
CAPPED = [
    pytest.param(usage, id=name, marks=() if name in BELIEVED else pytest.mark.held)
    for name, usage in CANNOT_BE.items()
]
ABSURD = {
    "a quintillion": "1000000000000000000",
    "400 digits": "9" * 400,
    "more than a float": "1e999",
    "nearly that": "1e308",
    "eleven million": "11000000",
}


def saying(usage):
    """A whole completion with that usage."""
    return lambda request: completion(ANSWER, request) | {"usage": usage}


def ask_on(model):
    """Ask as often as a long run does."""
    for _ in range(100):
        model.ask(LONG, purpose="act")


@cases("usage", CANNOT_BE.values(), ids=CANNOT_BE)
def test_a_count_that_cannot_be_is_replaced_by_our_own(usage):
    budget = Budget()
    with Endpoint(saying(usage)) as served:
        reply = model_at(served, budget, price_in=1.0, price_out=1.0).ask(LONG, purpose="act")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (WORDS, tokens(ANSWER))
    assert reply.usage.estimated
    assert budget.total == Usage(1, WORDS, tokens(ANSWER), (WORDS + tokens(ANSWER)) / 1e6, estimated=1)


@pytest.mark.parametrize("usage", CAPPED)
@pytest.mark.parametrize("caps", [{"max_tokens": 3000}, {"max_cost_usd": 0.003}], ids=["tokens", "money"])
def test_no_count_keeps_a_cap_from_holding(usage, caps):
    budget = Budget(**caps)
    with Endpoint(saying(usage)) as served:
        model = model_at(served, budget, price_in=1.0, price_out=1.0, reply_tokens=64)
        with pytest.raises(LimitError):
            ask_on(model)
    assert 1000 < budget.total.tokens <= 3000
    assert len(served.requests) < 10


@cases("which", ["prompt_tokens", "completion_tokens", "total_tokens"])
@cases("figure", ABSURD.values(), ids=ABSURD)
def test_a_count_beyond_any_model_ends_in_one_line(figure, which):
    counted = {"prompt_tokens": 400, "completion_tokens": 20} | {which: "FIGURE"}
    body = json.dumps({"choices": [{"message": {"content": ANSWER}}], "usage": counted}).replace('"FIGURE"', figure)
    with RawEndpoint(lambda: http(body.encode())) as served:
        assert "a count of more than 10,000,000 tokens for one call" in model_error(served, price_in=1.0, price_out=1.0)
    assert len(served.requests) == 1


@pytest.mark.held
@cases(("prompt", "completed"), [(WORDS // 2 + 1, 8), (WORDS, 4096), (37_000, 100_000)])
def test_a_count_that_can_be_is_believed(prompt, completed):
    with Endpoint(saying({"prompt_tokens": prompt, "completion_tokens": completed})) as served:
        reply = model_at(served).ask(LONG, purpose="act")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (prompt, completed)


def test_pictures_are_estimated_by_their_size():
    content = io.BytesIO()
    Image.new("RGB", (600, 1250)).save(content, "JPEG")
    with Endpoint(saying({"prompt_tokens": 0})) as served:
        model, words = model_at(served), partial(Message, "user", "")
        asked = [HELLO, [*HELLO, words((content.getvalue(),))], [*HELLO, words((b"\xff\xd8 no",))]]
        plain, seen, broken = (model.ask(messages, purpose="act").usage.prompt_tokens for messages in asked)
    assert seen - plain == 600 * 1250 / 750
    assert broken - plain == 1600


def test_a_large_picture_counts_in_full_before_it_is_sent():
    content = io.BytesIO()
    Image.new("RGB", (3000, 2500)).save(content, "JPEG")
    with Endpoint(saying({})) as served, pytest.raises(LimitError, match="may take 10038 tokens more"):
        model_at(served, Budget(max_tokens=10_000)).ask(
            [Message("user", "tap OK", (content.getvalue(),))], purpose="act"
        )
    assert served.requests == []


def test_steps_that_took_less_than_nothing_give_nothing_back():
    budget = Budget(max_tokens=100)
    budget.spend("before", Usage(1, -(10**9), -(10**9), 0.0))
    assert budget.total.tokens == 0


# From the command line


ZERO = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def going_on(request):
    """A reply that keeps a run going."""
    return completion("Observation: A list.\nThought: Wait.\nAction: wait(1)\nSummary: I waited.", request) | {
        "usage": ZERO
    }


def test_a_run_stops_at_its_cap_on_tokens_whatever_the_endpoint_counts(tmp_path):
    options = ("--max-tokens", "12000", "--max-steps", "60", "--see", "text", "--reply", "text")
    with Endpoint(going_on) as served:
        done = run_at(served.url, tmp_path, *options)
    assert (done.status, done.result["status"]) == (1, "limit")
    assert "max_tokens 12000" in done.result["reason"]
    assert done.result["tokens"]["estimated"] is True
    assert 3000 < done.result["tokens"]["prompt"] + done.result["tokens"]["completion"] <= 12_000


def test_a_run_stops_at_its_cap_on_money_whatever_the_endpoint_counts(tmp_path):
    options = ("--max-cost", "0.02", "--max-steps", "60", "--reply", "text")
    with Endpoint(going_on) as served:
        done = run_at(served.url, tmp_path, *options, APPAGENT_PRICE_IN="1", APPAGENT_PRICE_OUT="5")
    assert (done.status, done.result["status"]) == (1, "limit")
    assert "max_cost_usd 0.02" in done.result["reason"]
    assert 0.002 < done.result["cost_usd"] <= 0.02


def test_an_estimate_is_said_to_be_one(tmp_path):
    with Endpoint(going_on) as served:
        done = run_at(served.url, tmp_path, "--max-steps", "1", "--reply", "text", json=False)
    (folder,) = (tmp_path / "runs").iterdir()
    taken = load_run(Path(folder)).steps[0]
    assert f"about {taken.prompt_tokens} + {taken.completion_tokens} tokens" in done.out + done.err
    assert f"about {taken.prompt_tokens:,} + {taken.completion_tokens:,} tokens" in render(load_run(folder))
    assert f"about {taken.prompt_tokens:,} in" in render(load_run(folder))


@pytest.mark.held
def test_a_count_that_can_be_is_not_said_to_be_an_estimate(tmp_path):
    with Endpoint(lambda request: completion("finish()", request)) as served:
        done = run_at(served.url, tmp_path, "--reply", "text")
    assert done.status == 0
    assert set(done.result["tokens"]) == {"prompt", "completion"}
