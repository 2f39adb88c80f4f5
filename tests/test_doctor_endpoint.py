"""The doctor's findings about the model's endpoint: is it there, does it let us in, what can the model do."""

import json
from base64 import b64decode
from functools import cache

import pytest
from endpoint import Endpoint, Fault, completion, error
from test_doctor import AT_ENDPOINT, by_name

from appagent.doctor import Finding, endpoint
from appagent.settings import Settings

pytestmark = pytest.mark.slow

KEY = "sk-very-secret-0123456789"


def at(served: Endpoint, ask: bool = False, **more) -> dict[str, Finding]:
    """What is found about an endpoint; the key is in none of it."""
    settings = Settings(base_url=served.url, api_key=KEY, model="small", request_retries=0, timeout_s=60.0, **more)
    found = by_name(endpoint.examine_endpoint(settings, ask=ask))
    assert KEY not in str(found)
    return found


def seeing(request) -> object:
    """A model that reads the number on a picture, follows a schema, and else says that it is ready."""
    content = request["messages"][-1]["content"]
    if "response_format" in request:
        schema = request["response_format"]["json_schema"]["schema"]
        return json.dumps({name: what["enum"][0] for name, what in schema["properties"].items()})
    if isinstance(content, str):
        return "ready"
    if "tap the button Save" in content[0]["text"]:
        return "I see the button."
    shown = b64decode(content[1]["image_url"]["url"].partition(",")[2])
    return numbers_by_picture()[shown]


@cache
def numbers_by_picture() -> dict[bytes, str]:
    """Return every number that the doctor may show, by its picture."""
    return {endpoint.picture_of(str(number)): str(number) for number in range(100, 1000)}


def test_without_ask_the_model_is_not_asked():
    with Endpoint(lambda request: "ready", models=["large", "small"]) as served:
        found = at(served)
    assert served.requests == []
    assert [found[name].state for name in AT_ENDPOINT] == ["ok", "ok", "ok", *["skipped"] * 3]
    assert "--ask" in found["pictures"].mend


def test_with_ask_the_model_has_to_read_a_picture_and_follow_a_schema():
    with Endpoint(seeing, models=["small"]) as served:
        found = at(served, ask=True)
    assert {finding.state for finding in found.values()} == {"ok"}
    assert "tokens" in found["pictures"].said


@pytest.mark.parametrize(("see", "state"), [("picture", "fail"), ("both", "fail"), ("text", "ok")])
@pytest.mark.parametrize("answer", ["I see 1 cat", error(400, "this model takes no image_url")])
def test_a_model_that_sees_nothing_fails_only_where_pictures_are_sent(answer, see, state):
    with Endpoint(lambda request: "ready" if "image_url" not in str(request) else answer) as served:
        found = at(served, ask=True, see=see)
    assert found["pictures"].state == state
    assert (found["model"].state, found["structured output"].state) == ("ok", "warn")


def test_a_reply_that_is_cut_short_does_not_count_as_blind():
    def cut(request):
        return completion("", request, finish_reason="length") if "image_url" in str(request) else "ready"

    with Endpoint(cut) as served:
        found = at(served, ask=True)["pictures"]
    assert (found.state, found.mend) == ("warn", "set APPAGENT_REPLY_TOKENS higher")


def test_an_endpoint_that_knows_no_schema_is_told_without_alarm():
    def plain(request):
        return error(400, "unknown field response_format") if "response_format" in request else seeing(request)

    with Endpoint(plain) as served:
        found, wanted = at(served, ask=True), at(served, ask=True, reply="json")
    assert (found["pictures"].state, found["structured output"].state) == ("ok", "warn")
    told = wanted["structured output"]  # where replies in JSON are all that is asked for
    assert (told.state, told.mend) == ("fail", "set APPAGENT_REPLY=auto")


def test_a_key_that_is_refused_is_told_and_never_shown():
    refused = error(401, f"Incorrect API key provided: {KEY}", "invalid_api_key")
    with Endpoint(lambda request: refused, models=refused) as served:
        looked, asked = at(served), at(served, ask=True)
    assert looked["key"].mend == "set APPAGENT_API_KEY to a key of this endpoint"
    assert [looked[name].state for name in AT_ENDPOINT[:3]] == ["ok", "fail", "skipped"]
    assert [asked[name].state for name in AT_ENDPOINT] == ["ok", "fail", "fail", *["skipped"] * 3]


def test_a_model_that_is_not_there_is_told_with_those_that_are():
    with Endpoint(lambda request: error(404, "no such model"), models=["smaller", "large"]) as served:
        looked, asked = at(served), at(served, ask=True)
    for found in (looked, asked):
        assert found["model"].state == "fail"
        assert "APPAGENT_MODEL to one of" in found["model"].mend
        assert "smaller, large" in found["model"].mend


def test_a_name_that_is_not_listed_but_answers_is_good():
    with Endpoint(seeing, models=["/models/llama.gguf"]) as served:
        assert (at(served)["model"].state, at(served, ask=True)["model"].state) == ("fail", "ok")


def test_an_endpoint_that_lists_nothing_leaves_key_and_model_open():
    with Endpoint(seeing) as served:
        looked, asked = at(served), at(served, ask=True)
    assert [looked[name].state for name in AT_ENDPOINT] == ["warn", *["skipped"] * 5]
    assert [asked[name].state for name in AT_ENDPOINT] == ["warn", *["ok"] * 5]


@pytest.mark.parametrize("broken", [Fault(503, "busy"), Fault(200, b'{"data": [', cut=True)])
def test_an_endpoint_that_is_broken_or_away_fails_and_the_rest_is_skipped(broken):
    with Endpoint(seeing, models=broken) as served:
        found = at(served, ask=True)
    gone = at(served, ask=True)
    for each in (found, gone):
        assert [each[name].state for name in AT_ENDPOINT] == ["fail", *["skipped"] * 5]
    assert "usually ends in /v1" in gone["endpoint"].mend
    assert served.requests == []


def test_a_password_in_the_address_is_not_shown():
    settings = Settings(base_url="http://me:hunter2@127.0.0.1:9/v1", model="small")
    (found, *_) = endpoint.examine_endpoint(settings, ask=False)
    assert found.state == "fail"
    assert "hunter2" not in str(found)


def test_asking_keeps_to_the_caps():
    with Endpoint(seeing, models=["small"]) as served:
        found = at(served, ask=True, max_calls=1)
    assert len(served.requests) == 1
    assert {found[name].state for name in AT_ENDPOINT[3:]} == {"warn"}
    assert "max_calls" in found["pictures"].said


SPOKEN = [
    ('<think>The button.</think><answer>do(action="Tap", element=[285,839])</answer>', "autoglm", ""),
    ("Thought: The button.\nAction: click(start_box='(285,839)')", "ui-tars", ""),
    ("Thought: The button.\nAction: click(start_box='(80,470)')", "ui-tars-1.5", ""),
    ('<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [80, 470]}}', "gui-owl", ""),
    (
        '<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [285, 839]}}',
        "gui-owl-1.5",
        "",
    ),
    ("<think>The button.</think><action>Click(box=(285,839))</action>", "ui-venus", ""),
    ("I would tap Save.", "", "its reply is a tap in no known dialect"),
    ('{"action": "click", "coordinate": [80, 470]}', "", "its reply is a tap in no known dialect"),
]


@pytest.mark.parametrize(("reply", "name", "said"), SPOKEN)
def test_a_small_picture_tells_which_dialect_an_endpoint_speaks(reply, name, said):
    def answer(request):
        return reply if "tap the button Save" in str(request) else seeing(request)

    with Endpoint(answer, models=["small"]) as served:
        found = at(served, ask=True)["dialect"]
        known = at(served, ask=True, dialect=name or "marks")["dialect"]
        other = at(served, ask=True, dialect="autoglm" if name != "autoglm" else "gui-owl")["dialect"]
    assert known.state == "ok"
    assert (found.state, found.mend) == (("warn", f"set APPAGENT_DIALECT={name}") if name else ("ok", ""))
    assert (said or f"it speaks {name}") in found.said
    assert other.state == "warn"


@pytest.mark.parametrize("dialect", ["marks", "ui-tars"])
def test_a_tap_beside_the_button_tells_no_dialect(dialect):
    def answer(request):
        return "Action: click(start_box='(10,10)')" if "tap the button Save" in str(request) else seeing(request)

    with Endpoint(answer, models=["small"]) as served:
        found = at(served, ask=True, dialect=dialect)["dialect"]
    assert found.state == "warn"
    assert "writes as ui-tars or ui-tars-1.5 do, but taps beside the button" in found.said
    assert "=ui-tars" not in found.mend
