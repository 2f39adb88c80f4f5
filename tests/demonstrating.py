"""A demonstration that goes on in a thread of its own, while the test is the person."""

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.learning.demonstrations.showing import Showing
from appagent.runs.trajectory import Step, Trajectory, load_run
from appagent.sessions import Request, Result, record_task
from appagent.settings import load
from appagent.web.recording import Recording


class Demonstration:
    """What came of a demonstration, once its block has ended."""

    result: Result | BaseException | None = None

    @property
    def trajectory(self) -> Trajectory:
        """The run as it is on disk."""
        assert isinstance(self.result, Result), self.result
        return load_run(Path(self.result.run))

    @property
    def actions(self) -> list[tuple[str, str, str]]:
        """Kind of action, element id and what was typed, of each step that was done."""
        return [told(step) for step in self.trajectory.steps if step.outcome == "done"]


def told(step: Step) -> tuple[str, str, str]:
    """Return an action without its marks."""
    kind, _, arguments = step.action.partition("(")
    return kind, step.element_id, arguments if kind == "text" and not step.element_id else ""


@contextmanager
def demonstrated(showing: Showing, home: Path, device: Device, app: str, goal: str) -> Iterator[Demonstration]:
    """Yield a demonstration that has begun; at the end of the block, wait for its end."""
    settings = replace(load(), store=home / "store.sqlite", runs=home / "runs")
    made = Demonstration()

    def run() -> None:
        try:
            made.result = record_task(
                settings, Request(app, goal, "offline", device=device, experience="auto"), showing, cancel=Cancel()
            )
        except BaseException as error:  # for the test to see
            made.result = error

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield made
    finally:
        thread.join(100)
    assert not thread.is_alive()


class Hand:
    """Somebody at the page of a `Recording` who has no browser and sends what the page would send."""

    def __init__(self, recording: Recording, made: Demonstration) -> None:
        self.url, self._recording, self._made = recording.url, recording, made

    def ended(self) -> Demonstration:
        """Return what came of the demonstration, once it is written down."""
        while self._made.result is None:
            threading.Event().wait(0.05)
        return self._made

    def state(self, ready: Callable[[dict[str, Any]], object] = lambda state: not state["busy"]) -> dict[str, Any]:
        """Return the page's state once it is as wanted; by default, once the recorder waits for the person."""
        version = -1
        while True:
            with urllib.request.urlopen(f"{self.url}state?after={version}", timeout=60) as answer:
                state = json.load(answer)
            if ready(state):
                return dict(state)
            version = state["version"]

    def do(self, **wish: object) -> dict[str, Any]:
        """Send what the page sends, and return the state once that is done."""
        before = self.state()
        body = json.dumps({"screen": before["screen"], **wish}).encode()
        origin = "/".join(self.url.split("/")[:3])
        headers = {"Content-Type": "application/json", "Origin": origin}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}do", body, headers), timeout=60):
            pass
        return self.state(lambda state: state["version"] != before["version"] and (state["ended"] or not state["busy"]))

    def finish(self, *answers: str) -> Demonstration:
        """Finish, give these answers in turn, leave further questions open, and return what came of it."""
        state, left = self.do(do="stop"), list(answers)
        while not state["ended"]:
            state = self.do(do="answer", answer=left.pop(0) if left else "")
        return self.ended()

    def mark(self, words: str) -> int:
        """Return the mark of the element that has these words."""
        return int(next(one["mark"] for one in self.state()["elements"] if words in one["name"]))
