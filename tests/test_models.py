import base64
import json
import subprocess
import sys

import pytest
from endpoint import Endpoint, Fault, completion, error, in_turn
from model_clients import HELLO, KEY, model_at
from tables import cases

from appagent.errors import LimitError, ModelError, UsageError
from appagent.models import Budget, Message, Usage
from appagent.models.client import BoundedClient
from appagent.models.counting import tokens
from appagent.models.openai import OpenAIModel
from appagent.models.scripted import Scripted
from appagent.settings import Endpoint as At

JPEG = b"\xff\xd8\xff\xe0 a picture"


# What is sent and what is read


def test_reply_comes_with_its_usage_cost_and_time():
    with Endpoint(lambda request: "tap(1) and more") as served:
        reply = model_at(served, price_in=2.0, price_out=10.0).ask(HELLO, purpose="act")
    assert (reply.text, reply.finish_reason, reply.model) == ("tap(1) and more", "stop", "small")
    assert reply.usage.prompt_tokens == len(json.dumps(served.requests[0]["messages"])) // 4
    assert reply.usage.completion_tokens == 3
    assert reply.usage.cost_usd == pytest.approx((reply.usage.prompt_tokens * 2 + 3 * 10) / 1e6)
    assert reply.seconds > 0


def test_text_is_sent_plain_and_pictures_follow_as_jpeg_data_urls():
    with Endpoint(lambda request: "ok") as served:
        model_at(served).ask([Message("system", "See."), Message("user", "Two", (JPEG, JPEG))], purpose="act")
    system, user = served.requests[0]["messages"]
    assert system == {"role": "system", "content": "See."}
    assert [part["type"] for part in user["content"]] == ["text", "image_url", "image_url"]
    head, _, data = user["content"][1]["image_url"]["url"].partition(",")
    assert head == "data:image/jpeg;base64"
    assert base64.b64decode(data) == JPEG


def test_request_carries_key_model_temperature_and_length():
    with Endpoint(lambda request: "ok") as served:
        model_at(served, temperature=0.5, reply_tokens=700).ask(HELLO, purpose="act")
    sent = served.requests[0]
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("small", 0.5, 700)
    assert served.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_half_a_surrogate_pair_on_a_screen_can_be_sent():
    with Endpoint(lambda request: "ok") as served:
        assert model_at(served).ask([Message("user", "broken \ud83d emoji")], purpose="act").text == "ok"


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_kept_apart_from_the_text(field):
    with Endpoint(lambda request: completion("tap(1)", request, **{field: "Is it tap(9)?"})) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (reply.text, reply.think) == ("tap(1)", "Is it tap(9)?")


@cases(
    ("answer", "text", "finish_reason"),
    [
        (lambda request: completion(None, request), "", "stop"),
        (lambda request: completion("Observation: a", request, finish_reason="length"), "Observation: a", "length"),
        (lambda request: completion(None, request, refusal="I cannot help."), "I cannot help.", "refusal"),
        (lambda request: completion(None, request, content=[{"type": "text", "text": "back()"}]), "back()", "stop"),
        (lambda request: {"choices": [{"message": {"content": "back()"}}]}, "back()", "stop"),
    ],
    ids=["no content", "cut by length", "refusal", "list of parts", "bare bones"],
)
def test_odd_replies_are_read_so_that_the_loop_can_ask_again(answer, text, finish_reason):
    with Endpoint(answer) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (reply.text, reply.finish_reason) == (text, finish_reason)


def test_tokens_that_an_endpoint_does_not_count_are_estimated():
    with Endpoint(lambda request: {"choices": [{"message": {"content": "back()"}}]}) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (
        tokens("Be brief.") + tokens("Hello"),
        tokens("back()"),
    )
    assert reply.usage.estimated


def test_reasoning_that_only_the_total_counts_is_counted():
    def answer(request):
        body = completion("ok", request)
        return body | {"usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 500}}

    with Endpoint(answer) as served:
        assert model_at(served).ask(HELLO, purpose="act").usage.completion_tokens == 490


@pytest.mark.parametrize(
    ("refused", "message", "param"),
    [
        ("max_tokens", "Unsupported parameter: use 'max_completion_tokens' instead.", "max_tokens"),
        ("temperature", "Unsupported value: 0.0 is not supported with this model.", "temperature"),
    ],
)
def test_an_option_that_the_model_refuses_is_changed_once_and_for_all(refused, message, param):
    def answer(request):
        return error(400, message, param=param) if refused in request else "ok"

    with Endpoint(answer) as served:
        model = model_at(served, request_retries=0)
        assert [model.ask(HELLO, purpose="act").text for _ in range(2)] == ["ok", "ok"]
    assert [refused in request for request in served.requests] == [True, False, False]
    assert all("max_tokens" in request or "max_completion_tokens" in request for request in served.requests)


def test_no_model_named_is_wrong_usage():
    with pytest.raises(UsageError, match="APPAGENT_MODEL"):
        OpenAIModel(At(base_url="http://localhost/v1", model=""))


def test_key_is_in_no_repr():
    model = OpenAIModel(At(base_url="http://localhost/v1", model="small", api_key=KEY))
    assert KEY not in repr(model)
    assert KEY not in repr(model.endpoint)


# Caps


def greedy(request):
    """Takes every token that it may, as counted by bytes, the most a tokenizer can."""
    prompt = sum(len(message["content"].encode()) for message in request["messages"])
    usage = {"prompt_tokens": prompt, "completion_tokens": request["max_tokens"]}
    return completion("x", request) | {"usage": usage}


def ask_until_refused(model) -> str:
    for _ in range(1000):
        try:
            model.ask(HELLO, purpose="act")
        except LimitError as refused:
            return str(refused)
    raise AssertionError("the cap never held")


@cases("cap", [0, 64, 150, 1000, 5001])
def test_no_reply_overruns_the_cap_on_tokens(cap):
    with Endpoint(greedy) as served:
        model = model_at(served, Budget(max_tokens=cap), reply_tokens=300)
        message = ask_until_refused(model)
    assert model.budget.total.tokens <= cap
    assert f"max_tokens {cap}" in message
    assert cap < 300 or model.budget.total.tokens > cap - 300


@pytest.mark.slow
@cases("prices", [(1000.0, 5000.0), (1000.0, 0.0), (0.0, 5000.0)])
def test_no_reply_overruns_the_cap_on_money(prices):
    with Endpoint(greedy) as served:
        budget = Budget(max_cost_usd=2.0)
        model = model_at(served, budget, price_in=prices[0], price_out=prices[1], reply_tokens=300)
        message = ask_until_refused(model)
    assert 1.0 < budget.total.cost_usd <= 2.0
    assert "max_cost_usd 2" in message


def test_cap_on_calls_counts_retries_too():
    with Endpoint(in_turn(error(500, "no"))) as served:
        model = model_at(served, Budget(max_calls=2))
        with pytest.raises(LimitError, match="max_calls: all 2"):
            model.ask(HELLO, purpose="act")
    assert len(served.requests) == 2


def test_a_reply_lost_on_the_way_counts_against_the_caps():
    lost = Fault(body={"choices": []})
    with Endpoint(in_turn(lost)) as served:
        model = model_at(served, Budget(max_tokens=1000), reply_tokens=600, request_retries=9)
        with pytest.raises(LimitError):
            model.ask(HELLO, purpose="act")
    assert [request["max_tokens"] for request in served.requests] == [600, 244]


def test_pictures_that_cost_more_than_guessed_are_found_out_at_once():
    def dear(request):
        return completion("x", request) | {"usage": {"prompt_tokens": 37_000, "completion_tokens": 1}}

    with Endpoint(dear) as served:
        model = model_at(served, Budget(max_tokens=70_000))
        picture = [Message("user", "Look", (JPEG,))]
        model.ask(picture, purpose="act")
        with pytest.raises(LimitError):
            model.ask(picture, purpose="act")
    assert len(served.requests) == 1


def test_money_cannot_be_capped_without_prices():
    with Endpoint(lambda request: "ok") as served, pytest.raises(UsageError, match="price_in"):
        model_at(served, Budget(max_cost_usd=1.0)).ask(HELLO, purpose="act")
    assert served.requests == []


def test_two_models_share_one_budget_and_its_books_are_by_purpose():
    budget = Budget(max_calls=2)
    with Endpoint(lambda request: "ok") as served:
        model_at(served, budget).ask(HELLO, purpose="act")
        planner = model_at(served, budget, model="planner")
        planner.ask(HELLO, purpose="plan")
        ask_until_refused(planner)
    assert {purpose: usage.calls for purpose, usage in budget.spent.items()} == {"act": 1, "plan": 1}
    assert budget.total.cost_usd is None


def test_usage_adds_up_and_an_unknown_cost_stays_unknown():
    known = Usage(1, 10, 5, 0.5)
    assert known + known == Usage(2, 20, 10, 1.0)
    assert known + Usage(1, 10, 5, None) == Usage(2, 20, 10, None)


# Scripts


def test_script_gives_its_replies_in_order_and_keeps_what_it_saw():
    model = Scripted("tap(2)", lambda messages: messages[-1].text.upper())
    assert "Action: tap(2)" in model.ask(HELLO, purpose="act").text
    assert model.ask(HELLO, purpose="reflect").text == "HELLO"
    assert model.seen == [tuple(HELLO), tuple(HELLO)]
    assert model.purposes == ["act", "reflect"]


def test_script_that_runs_out_says_how_long_it_was():
    model = Scripted("tap(1)", "tap(2)")
    for _ in range(2):
        model.ask(HELLO, purpose="act")
    with pytest.raises(ModelError, match="2 replies"):
        model.ask(HELLO, purpose="act")


def test_one_function_answers_without_end():
    model = Scripted(lambda messages: "back()")
    assert [model.ask(HELLO, purpose="act").finish_reason for _ in range(3)] == ["stop"] * 3


@cases(
    ("short", "in_full"),
    [
        ('text("BACK: (now)", element=1)', 'Action: text("BACK: (now)", element=1)\n'),
        ("BACK", "Decision: BACK\nThought: As scripted.\nDocumentation: "),
        ("CONTINUE: Opens a\nmenu.", "Documentation: Opens a\nmenu."),
    ],
)
def test_script_writes_short_forms_out(short, in_full):
    assert in_full in Scripted(short).ask(HELLO, purpose="act").text


@cases("reply", ["Action: tap(2)", "I tap(2)", "tap(2)\ntap(3)", "", "SUCCESSFUL"])
def test_script_leaves_other_replies_as_they_are(reply):
    assert Scripted(reply).ask(HELLO, purpose="act").text == reply


def test_script_keeps_to_a_budget():
    model = Scripted(lambda messages: "word " * 400, budget=Budget(max_tokens=300))
    assert model.ask(HELLO, purpose="act").finish_reason == "length"
    assert "max_tokens 300" in ask_until_refused(model)
    assert model.budget.total.tokens <= 300


def test_importing_models_does_not_import_the_client():
    code = "import sys, appagent.models.openai, appagent.models.scripted; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
def test_the_client_is_imported_in_the_background_on_request():
    code = (
        "import sys; from appagent.models.openai import preload; before = 'openai' in sys.modules; "
        "preload().join(); sys.exit(before or 'openai' not in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_certificates_are_read_once_for_what_the_environment_names(monkeypatch, tmp_path):
    def certificates(address: str):
        with BoundedClient(address, 1.0) as client:
            return client._transport._pool._ssl_context

    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    usual = certificates("https://models.example/v1")
    assert certificates("https://other.example/v1") is usual
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    assert certificates("https://models.example/v1") is not usual
    assert certificates("http://127.0.0.1:9/v1") is certificates("http://localhost:9/v1")
