"""Endpoints that misbehave: a retry that is bounded, or an error that says what to do, and never the key."""

import email.utils
import json
import re
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from endpoint import Answer, Endpoint, Fault, Request, completion, error, in_turn
from model_clients import HELLO, KEY, model_at, model_error

from appagent.cli.main import main
from appagent.errors import ModelError, UsageError
from appagent.models.openai import OpenAIModel
from appagent.runs.report import render
from appagent.runs.trajectory import load_run
from appagent.settings import Endpoint as At

pytestmark = pytest.mark.slow

# Asked through the client


@pytest.mark.parametrize(
    "fault",
    [
        error(429, "slow down"),
        error(500, "oops"),
        error(503, "loading model"),
        Fault(502, "<html>Bad gateway</html>"),
        Fault(body={"choices": [{"message": {"content": "x" * 200}}]}, cut=True),
        Fault(body="<html>Sign in</html>"),
        Fault(body={"choices": []}),
        Fault(body={"error": {"message": "upstream is down", "code": 502}}),
        Fault(body=b'{"choices": [{"mess'),
        Fault(body=b"[1, 2]"),
    ],
    ids=lambda fault: f"{fault.status} {str(fault.body)[:30]}",
)
def test_what_may_pass_is_tried_again(fault):
    with Endpoint(in_turn(fault, fault, "at last")) as served:
        model = model_at(served)
        assert model.ask(HELLO, purpose="act").text == "at last"
    assert model.budget.total.calls == 3


@pytest.mark.parametrize("status", [429, 500])
def test_retries_are_bounded_and_wait_longer_each_time(status):
    waits: list[float] = []
    with Endpoint(in_turn(error(status, "no"))) as served:
        message = model_error(served, sleep=waits.append, request_retries=4)
    assert len(served.requests) == 5
    assert waits == sorted(waits)
    assert len(waits) == 4
    assert f"({status}: no; 5 tries)" in message


def test_retry_after_is_honoured_in_seconds_and_as_a_date():
    waits: list[float] = []
    date = email.utils.formatdate(time.time() + 30, usegmt=True)
    answers = in_turn(error(429, "no", Retry_After="7"), error(503, "no", Retry_After=date), "ok")
    with Endpoint(answers) as served:
        model_at(served, sleep=waits.append).ask(HELLO, purpose="act")
    assert waits[0] == 7
    assert 20 < waits[1] <= 30


def test_an_endpoint_that_asks_for_an_hour_is_not_waited_for():
    with Endpoint(in_turn(error(429, "no", Retry_After="3600"))) as served:
        assert "asks to wait 3600 s" in model_error(served)
    assert len(served.requests) == 1


def test_a_quota_that_is_used_up_is_not_tried_again():
    with Endpoint(in_turn(error(429, "You exceeded it.", code="insufficient_quota"))) as served:
        assert "raise the limit or quota" in model_error(served)
    assert len(served.requests) == 1


def test_a_refused_key_is_named_by_its_variable_and_never_shown():
    with Endpoint(lambda request: error(401, f"Incorrect API key provided: {KEY}")) as served:
        message = model_error(served)
    with Endpoint(lambda request: error(401, "Unauthorized")) as served:
        keyless = model_error(served, api_key="")
    assert "refused the API key (401: Incorrect API key provided: ***): set APPAGENT_API_KEY" in message
    assert "wants an API key" in keyless
    assert "set APPAGENT_API_KEY" in keyless
    assert len(served.requests) == 1


def test_a_key_that_a_long_message_repeats_is_not_cut_into_view():
    with Endpoint(lambda request: error(401, "x" * 185 + KEY)) as served:
        assert KEY[:8] not in model_error(served)


def test_a_wrong_model_name_is_answered_with_the_names_there_are():
    with Endpoint(in_turn(error(404, "model not found")), models=["huge", "smal", "tiny"]) as served:
        message = model_error(served)
    assert "has no model 'small'" in message
    assert "set APPAGENT_MODEL to one of its 3: smal" in message


def test_a_wrong_path_is_told_from_a_wrong_model():
    with Endpoint(lambda request: "ok") as served:
        message = model_error(served, base_url=served.url.removesuffix("/v1"))
    assert "set APPAGENT_BASE_URL to its address, which usually ends in /v1, or set APPAGENT_MODEL" in message


def test_a_refused_request_says_what_may_be_the_matter():
    with Endpoint(in_turn(error(400, "unexpected role"))) as served:
        message = model_error(served)
    assert "400: unexpected role" in message
    assert "APPAGENT_SEE=text" in message
    assert "APPAGENT_REPLY_TOKENS" in message


@pytest.mark.parametrize(
    "refusal",
    [
        error(500, "image input is not supported - hint: you may need to provide the mmproj"),
        error(404, "No endpoints found that support image input"),
        error(400, "At most 0 image(s) may be provided in one prompt."),
        error(422, "unknown variant `image_url`, expected `text`"),
    ],
    ids=["llama.cpp", "OpenRouter", "vLLM", "DeepSeek"],
)
def test_a_model_that_reads_no_pictures_is_not_asked_again(refusal):
    with Endpoint(in_turn(refusal)) as served:
        message = model_error(served)
    assert len(served.requests) == 1
    assert "reads no pictures" in message
    assert "set APPAGENT_SEE=text, or set APPAGENT_MODEL" in message


@pytest.mark.parametrize(
    "refusal",
    [
        error(400, "request (6031 tokens) exceeds the available context size (4096 tokens), try increasing it"),
        error(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
        error(400, "prompt is too long: 210000 tokens > 200000 maximum"),
    ],
    ids=["llama.cpp", "OpenAI", "Anthropic"],
)
def test_a_request_that_is_too_long_says_so_and_is_not_taken_for_a_refused_schema(refusal):
    with Endpoint(in_turn(refusal)) as served:
        with pytest.raises(ModelError, match=r"too short a context .*: give it a longer one"):
            model_at(served).ask(HELLO, purpose="act", schema={"type": "object"})
        assert len(served.requests) == 1


def test_a_model_is_not_called_blind_for_its_name():
    with Endpoint(in_turn(error(404, "model 'llama-3.2-vision' not found")), models=["tiny"]) as served:
        assert "set APPAGENT_MODEL to one of its 1: tiny" in model_error(served, model="llama-3.2-vision")


def test_a_key_that_comes_back_in_a_reply_is_not_kept():
    with Endpoint(lambda request: completion(f"I was sent {KEY}", request, reasoning=f"{KEY}?")) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (reply.text, reply.think) == ("I was sent ***", "***?")


def test_a_key_that_is_a_mere_word_takes_none_out_of_replies():
    with Endpoint(lambda request: 'text("ollama")') as served:
        assert model_at(served, api_key="ollama").ask(HELLO, purpose="act").text == 'text("ollama")'


def test_nobody_at_the_address_says_so():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    model = OpenAIModel(At(base_url=url, model="small"), sleep=lambda seconds: None)
    with pytest.raises(ModelError, match=f"{url} cannot be reached .*refused; 4 tries.*APPAGENT_BASE_URL"):
        model.ask(HELLO, purpose="act")


@pytest.mark.parametrize(
    ("fault", "tries"),
    [(Fault(silent=True), 2), (Fault(body={"choices": [{"message": {"content": "x" * 999}}]}, drip_s=0.02), 1)],
    ids=["silence", "slow drip"],
)
def test_an_endpoint_that_does_not_come_to_an_end_is_given_up(fault, tries):
    with Endpoint(in_turn(fault)) as served:
        message = model_error(served, timeout_s=0.6, request_retries=1)
    assert "did not answer within 0.6 s" in message
    assert len(served.requests) == tries


def test_a_reply_without_end_is_not_read_to_it():
    with Endpoint(lambda request: Fault(body=b" " * 11_000_000)) as served:
        assert "sent no reply (more than 2,000,000 bytes)" in model_error(served)
    assert len(served.requests) == 1


def test_a_proxy_of_the_environment_is_for_other_hosts_only(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "nonsense://127.0.0.1:9")
    with Endpoint(lambda request: "ok") as served:
        assert model_at(served).ask(HELLO, purpose="act").text == "ok"
    far = OpenAIModel(At(base_url="http://far.example/v1", model="small"))
    with pytest.raises(UsageError, match="ALL_PROXY"):
        far.ask(HELLO, purpose="act")


# Through the command line


@dataclass(frozen=True)
class Told:
    """What a command left: its status, what it printed, and its run's folder."""

    status: int
    out: str
    err: str
    run: Path

    @property
    def result(self) -> dict:
        return json.loads(self.out)

    @property
    def everything(self) -> str:
        """All that is on disk of the run, its page too, and all that was printed."""
        kept = [path.read_text(encoding="utf-8", errors="replace") for path in self.run.rglob("*") if path.is_file()]
        return "".join([self.out, self.err, *kept, render(load_run(self.run))])


@pytest.fixture
def run(monkeypatch, tmp_path, capfd):
    """Runs a task with `appagent run --json` against an endpoint."""

    def run(served: Endpoint, *options: str, **settings: object) -> Told:
        settings = {"base_url": served.url, "model": "small", "api_key": KEY, "request_retries": 0} | settings
        for name, value in settings.items():
            monkeypatch.setenv(f"APPAGENT_{name.upper()}", str(value))
        monkeypatch.chdir(tmp_path)
        words = ["run", "--app", "notes", "--task", "Open a note", "--device", "virtual", "--json", "--max-steps", "2"]
        quick = ["--size", "360x800", "--time-scale", "0.05", "--store", "store.sqlite", "--runs", "runs"]
        monkeypatch.setattr(sys, "argv", ["appagent", *words, *quick, *options])
        with pytest.raises(SystemExit) as left:
            main()
        (folder,) = (tmp_path / "runs").iterdir()
        return Told(int(left.value.code or 0), *capfd.readouterr(), folder)

    return run


LONG = {"choices": [{"message": {"content": "x" * 999}}]}
IN_VAIN = {
    "401": (error(401, f"Incorrect API key provided: {KEY}"), "refused the API key .*: set APPAGENT_API_KEY"),
    "404": (error(404, f"no model for {KEY}"), "has no model 'small' .*: set APPAGENT_MODEL to one of its 1: tiny"),
    "429": (error(429, "slow down", Retry_After="3600"), "asks to wait 3600 s: try again then"),
    "500": (error(500, f"cannot handle Bearer {KEY}"), "failed .*: try again later, or look at its log"),
    "cut": (Fault(body=LONG, cut=True), "broke the connection .*: try again"),
    "drip": (Fault(body=LONG, drip_s=0.02), "did not answer within 0.6 s .*: set APPAGENT_TIMEOUT_S higher"),
    "nonsense": (Fault(body=f"<html>Authorization: Bearer {KEY}</html>"), "sent no reply .*: look at its log"),
    "no choices": (Fault(body={"choices": [], "key": KEY}), "sent no reply .*: look at its log"),
    "silence": (Fault(silent=True), "did not answer within 0.6 s .*: set APPAGENT_TIMEOUT_S higher"),
}


@pytest.mark.parametrize("case", IN_VAIN)
def test_a_run_ends_with_status_4_and_a_reason_that_says_what_to_do(run, case):
    answer, says = IN_VAIN[case]
    with Endpoint(lambda request: answer, models=["tiny"]) as served:
        told = run(served, timeout_s=0.6 if "within" in says else 60)
        assert len(served.requests) <= 2  # the second without a schema
    assert told.status == ModelError.exit_status == 4
    assert told.result["status"] == load_run(told.run).end["status"] == "error"
    assert re.search(says, told.result["reason"])
    assert told.result["reason"] in told.err
    assert load_run(told.run).end["reason"] == told.result["reason"]
    assert KEY not in told.everything


WORDLESS = {
    "refusal": lambda request: completion(None, request, refusal=f"I will not, {KEY}."),
    "no content": lambda request: completion(None, request),
    "cut by length": lambda request: completion(f"Observation: {KEY} and", request, finish_reason="length"),
}


@pytest.mark.parametrize("case", WORDLESS)
def test_replies_without_an_action_are_asked_for_again_and_end_the_run_at_its_limit(run, case):
    with Endpoint(WORDLESS[case]) as served:
        told = run(served, "--reply", "text", retries=1)
        asked = ["\n".join(str(message["content"]) for message in request["messages"]) for request in served.requests]
    assert told.status == 1
    assert told.result["status"] == "limit"
    assert [step.outcome for step in load_run(told.run).steps] == ["failed"] * 4
    assert told.result["steps"] == 2
    assert len(asked) == told.result["model_calls"] == 4
    assert "What came of your last reply" in asked[1]
    assert KEY not in told.everything


def test_what_passes_does_not_show_in_the_run(run):
    faults = in_turn(error(429, "slow down", Retry_After="0.01"), error(503, "loading", Retry_After="0.01"), "finish()")
    with Endpoint(lambda request: faults(request)) as served:
        told = run(served, "--reply", "text", request_retries=2)
        assert len(served.requests) == 3
    assert (told.status, told.result["status"]) == (0, "success")


@pytest.mark.parametrize("cap", [0, 2500, 6000])
def test_a_cap_on_tokens_holds_to_the_token(run, cap):
    taken = []

    def greedy(request: Request) -> Answer:
        """Takes every token that it may, as counted by bytes, the most a tokenizer can."""
        prompt = sum(len(str(message["content"]).encode()) for message in request["messages"])
        taken.append(prompt + request["max_tokens"])
        return completion("wait(1)", request) | {
            "usage": {"prompt_tokens": prompt, "completion_tokens": request["max_tokens"]}
        }

    with Endpoint(greedy) as served:
        told = run(served, "--reply", "text", "--see", "text", "--max-tokens", str(cap), max_steps=9)
    assert told.status == 1
    assert told.result["status"] == "limit"
    assert f"max_tokens {cap}" in told.result["reason"]
    assert sum(told.result["tokens"].values()) == sum(taken) <= cap
