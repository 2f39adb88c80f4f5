"""--stream: an action is carried out while the rest of its reply is still coming, and never twice."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from conftest import SETTINGS
from endpoint import Endpoint, completion
from tables import cases

from appagent.actions import Back, Tap
from appagent.agents.react import ReAct
from appagent.errors import UsageError
from appagent.loop import Run
from appagent.models.openai import OpenAIModel
from appagent.prompting.replies.early import first_action
from appagent.runs.trajectory import load_run
from appagent.settings import Endpoint as At
from appagent.settings import load
from appagent.tasks import Task

BREAK = "the connection breaks here"
ENDS_EARLY = "the stream ends here, as if it were whole"
USAGE = {"prompt_tokens": 3000, "completion_tokens": 40, "prompt_tokens_details": {"cached_tokens": 2048}}
DONE = ["Observation: x\nThought: y\nAction: finish()\nSummary: z"]
Piece = str | Callable[[], object]


class Streaming:
    """Endpoint that sends each reply in pieces. A piece that can be called is called before the next one is sent."""

    def __init__(self, *replies: Sequence[Piece]) -> None:
        self.requests: list[dict[str, object]] = []
        left = list(replies)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                self.requests.append(json.loads(body))
                pieces = left.pop(0)
                handler.send_response(200)
                handler.send_header("Content-Type", "text/event-stream")
                if BREAK in pieces:
                    handler.send_header("Content-Length", "1000000")
                handler.end_headers()
                for piece in pieces:
                    if piece in (BREAK, ENDS_EARLY):
                        return
                    if callable(piece):
                        piece()
                        continue
                    handler._event({"choices": [{"index": 0, "delta": {"content": piece}}], "model": "m"})
                handler._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
                handler._event({"choices": [], "usage": USAGE})
                handler.wfile.write(b"data: [DONE]\n\n")

            def _event(handler, value: object) -> None:
                handler.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
                handler.wfile.flush()

            def log_message(handler, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "Streaming":
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def taps(phone):
    return [tap for tap in phone.taps() if tap["kind"] == "tap"]


def until_tapped(phone, noted):
    """Waits until something was tapped, for a while, and notes whether it was."""

    def wait() -> None:
        for _ in range(5000):
            if taps(phone):
                break
            time.sleep(0.02)
        noted.append(bool(taps(phone)))

    return wait


def run(device, recorder, served, reply="text", **options):
    at = At(served.url, "m", reply=reply, stream=True, request_retries=1, **options)
    model = OpenAIModel(at, sleep=lambda seconds: None)
    return Run(ReAct(model, see="text"), device, Task("Look", SETTINGS), recorder).go()


BEGUN = "Observation: A list.\nThought: The page.\nRisk: none\nAction: tap(10)\nSumm"


@pytest.mark.slow
def test_in_text_the_action_is_done_once_the_next_label_has_begun(started, phone, recorder):
    seen: list[bool] = []
    reply = [BEGUN[:40], BEGUN[40:], "ary:", until_tapped(phone, seen), " It was the tenth."]
    with Streaming(reply, DONE) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert (outcome.status, seen, len(taps(phone))) == ("success", [True], 1)
    first = load_run(recorder.folder).steps[0]
    assert (first.outcome, first.summary, first.thought) == ("done", "It was the tenth.", "The page.")
    assert (first.model_calls, first.prompt_tokens, first.completion_tokens, first.cached_tokens) == (1, 3000, 40, 2048)
    assert first.effect == 'the screen "Display" opened'
    assert served.requests[0]["stream"] is True


@pytest.mark.slow
def test_in_json_the_action_is_done_once_its_object_is_complete(started, phone, recorder):
    seen: list[bool] = []
    begun = (
        '{"observation": "A \\"list\\".", "thought": "", "risk": "none", "action": [{"action": "tap", "element": 10}'
    )
    last = [{"action": "finish", "outcome": "done", "answer": ""}]
    done = json.dumps({"observation": "", "thought": "", "action": last, "summary": ""})
    reply = [begun, until_tapped(phone, seen), '], "summary": "It was the tenth."}']
    with Streaming(reply, [done]) as served:
        outcome = run(started(SETTINGS), recorder, served, reply="json")
    assert (outcome.status, seen, len(taps(phone))) == ("success", [True], 1)
    assert [(step.outcome, step.summary) for step in recorder.steps] == [("done", "It was the tenth."), ("finish", "")]


@pytest.mark.slow
def test_a_stream_that_breaks_after_the_gesture_never_repeats_it(started, phone, recorder):
    seen: list[bool] = []
    with Streaming([BEGUN, "ary: It", until_tapped(phone, seen), BREAK], DONE) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert (outcome.status, seen, len(taps(phone)), len(served.requests)) == ("success", [True], 1, 2)
    assert [step.outcome for step in recorder.steps] == ["done", "finish"]
    assert (recorder.steps[0].model_calls, "broke off after its action" in recorder.steps[0].reason) == (1, True)


@pytest.mark.slow
@pytest.mark.parametrize("broken", [[BEGUN[:70], BREAK], [BEGUN.replace("Summ", ""), ENDS_EARLY]])
def test_a_stream_that_breaks_before_the_action_is_asked_for_again(started, phone, recorder, broken):
    with Streaming(broken, [BEGUN, "ary: It."], DONE) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert (outcome.status, len(taps(phone)), len(served.requests)) == ("success", 1, 3)
    assert recorder.steps[0].reason == "the model was asked 2 times, because no whole reply came (cut)"


@pytest.mark.slow
def test_what_the_rest_of_the_reply_wants_instead_is_not_done(started, phone, recorder):
    seen: list[bool] = []
    with Streaming([BEGUN, "ary: It.\n", until_tapped(phone, seen), "Action: home()\n"], DONE) as served:
        run(started(SETTINGS), recorder, served)
    assert [(step.action, step.outcome) for step in recorder.steps] == [("tap(10)", "done"), ("finish()", "finish")]
    assert (seen, len(taps(phone)), len(phone.taps())) == ([True], 1, 1)


@pytest.mark.slow
def test_several_calls_go_on_after_the_first(started, phone, recorder):
    calls = "Observation: x\nThought: y\nAction: tap(10)\ntap(7)\nSummary: z"
    with Streaming([calls], DONE) as served:
        run(started(SETTINGS), recorder, served)
    assert "1 of the 2 calls in your last reply was done" in str(served.requests[1]["messages"])


@pytest.mark.slow
def test_an_action_that_fails_is_asked_for_again_with_the_reason(started, recorder):
    with Streaming([BEGUN.replace("10", "99"), "ary: It."], DONE) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert outcome.status == "success"
    assert [step.outcome for step in recorder.steps] == ["failed", "finish"]
    assert "no mark 99" in str(served.requests[1]["messages"])


THOUGHT = f"So.\n{BEGUN}ary: So I would.\n</think>\n"  # its <think> was stripped by the server
NO = "Observation: A list.\nThought: No.\nAction: wait(0.2)\nSummary: I waited."


@pytest.mark.slow
@pytest.mark.parametrize("replies", [[[THOUGHT, NO]], [[NO, "\n</think>\n", NO], [THOUGHT[4:], NO]]])
def test_thinking_whose_beginning_the_server_strips_is_never_acted_on(started, phone, recorder, replies):
    with Streaming(*replies, DONE) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert (outcome.status, taps(phone)) == ("success", [])


@pytest.mark.slow
def test_an_endpoint_that_does_not_stream_is_read_as_ever(started, phone, recorder):
    said = [f"{BEGUN}ary: It.", *DONE]
    with Endpoint(lambda request: completion(said.pop(0), request)) as served:
        outcome = run(started(SETTINGS), recorder, served)
    assert (outcome.status, len(taps(phone))) == ("success", 1)


@cases(
    ("text", "action"),
    [
        ("Observation: x\nThought: y\nRisk: none\nAction: tap(3)", None),
        ("Observation: x\nThought: y\nRisk: none\nAction: tap(3)\n", None),
        ("Observation: x\nThought: y\nRisk: none\nAction: tap(3)\nSummary:", Tap(3)),
        ("Observation: x\nAction: tap(3)\nSummary:", None),  # as if it were quoted
        ("Observation: x\nThought: y\nAction: tap(3)\nRisk:", None),  # it may pay
        ("Observation: x\nThought: y\nAction: tap(3)\nSummary:", None),
        ("Observation: x\nThought: y\nAction: tap(3)\nRisk: pay\nSummary:", Tap(3)),
        ("Risk: none\nAction: tap(3)\nThought:", Tap(3)),
        ("Observation: x\nRisk: none\nAction: tap(3)\nThought:", None),  # as if it were quoted
        ("So, tap(3).\nAction: tap(3)\nSummary:", None),  # may be thinking
        ("<think>Action: tap(3)\nSummary:", None),
        ("Thought: y\nAction: Tap it.\nFunction: tap(3)", None),
        ('{"thought": "\\"action\\": {\\"action\\": \\"back\\"}", "act', None),
        ('{"thought": "y", "risk": "none", "action": {"action": "tap", "element": 3}', Tap(3)),
        ('{"action": {"action": "tap", "element": 3}, "risk": "', None),
        ('{"action": {"action": "tap", "element": 3}, "risk": "pay"', Tap(3)),
        ('{"action": [{"action": "tap", "element": 3}], "summary": "", "risk": "pay"', Tap(3)),
        ('{"risk": ["none", "send"], "action": [{"action": "tap", "element": 3}, {', Tap(3)),
        ('{"risk": 1, "action": {"action": "tap", "element": 3}', None),
        ('{"thought": "y", "action": {"action": "tap", "element": 3', None),
        ('{"thought": "y", "risk": "none", "action": [{"action": "back"}, {"action": "ta', Back()),
        ('{"thought": {"action": {"action": "back"}}, "action": [{"act', None),
        ('{"action": "tap(3)"', None),
        ('[{"action": "back"}]', None),
        ("", None),
    ],
)
def test_an_action_counts_only_once_nothing_can_change_it(text, action):
    found = first_action(text)
    assert (found and found.action) == action


def test_streaming_is_a_setting(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert load({}).endpoint.stream is False
    assert load({"stream": True}).endpoint.stream is True
    monkeypatch.setenv("APPAGENT_STREAM", "1")
    assert load({}).endpoint.stream is True
    monkeypatch.setenv("APPAGENT_STREAM", "perhaps")
    with pytest.raises(UsageError, match="needs true or false"):
        load({})
