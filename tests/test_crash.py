"""kill -9 at any moment: what was reported is there, nothing is done twice, and it can be gone on with.

APPAGENT_KILLS says how often a learning and the tasks are killed, 3 times by default.
"""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import NOTES, QUICK
from endpoint import Endpoint, Request
from pantry_app import PACKAGE, write_app

from appagent.errors import UsageError
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.runs.listing import runs_in
from appagent.runs.trajectory import ASKED, load_run
from appagent.store import Store

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("APPAGENT_KILLS", "3"))
CHILD = Path(__file__).parent / "crash_child.py"


@dataclass
class Sessions:
    """Starts sessions of one kind, kills them, and goes on with them. reported: by run, the documents by step."""

    kind: str
    phone: Phone
    port: int
    child: "subprocess.Popen[str]"
    options: dict[str, Any]
    store: Path
    runs: Path
    reported: dict[str, dict[int, str]] = field(default_factory=dict)

    def go(self, request: dict[str, Any], kill_after: "Moment | None" = None) -> dict[str, Any]:
        """A session, or what is left of the last one; how it ended, {} where it was killed."""
        left = self.unfinished()
        asked = {"kind": self.kind, "port": self.port, "resume": left, "request": request, "options": self.options}
        assert self.child.stdin
        assert self.child.stdout
        self.child.stdin.write(json.dumps(asked) + "\n")
        self.child.stdin.flush()
        told = []
        while not told or "gone" not in told[-1]:
            told.append(json.loads(self.child.stdout.readline()))
            processes = [one["process"] for one in told if "process" in one]
            if kill_after and processes and sum("step" in one for one in told) >= kill_after[0]:
                with suppress(ProcessLookupError):  # it was faster
                    self.wait(processes[0], kill_after[1])
                    os.kill(processes[0], signal.SIGKILL)
                kill_after = None
        steps = {one["step"]: one["document"] for one in told if "step" in one}
        if steps:
            self.reported.setdefault(runs_in(self.runs)[0].name, {}).update(steps)
        ended = next((one for one in told if "status" in one), {})
        assert ended.get("status") in {None, "success"}, ended["reason"]
        self.check()
        return ended

    def wait(self, process: int, seconds: float | None) -> None:
        """Wait for the moment. Raises ProcessLookupError if the process has ended before its next gesture."""
        before = len(self.phone.taps())
        while seconds is None and len(self.phone.taps()) == before:
            os.kill(process, 0)
            time.sleep(0.001)
        time.sleep(seconds or 0)

    def unfinished(self) -> str:
        """The newest run, where it can be gone on with."""
        try:
            newest = load_run(runs_in(self.runs)[0])
        except (UsageError, IndexError):  # killed before its first line, or before there was one
            return ""
        return "" if newest.end else str(newest.folder)

    def check(self) -> None:
        """All that was reported is on disk, and at most one step of a run does not say what became of it."""
        if self.store.exists():
            with closing(sqlite3.connect(self.store)) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with Store.open(self.store) as store:
            documents = {record.id for record in store.records()}
        for name, steps in self.reported.items():
            told = load_run(self.runs / name)
            on_disk = {step.number: step for step in told.steps}
            assert [*on_disk] == list(range(1, len(on_disk) + 1))
            for number, document in steps.items():
                assert on_disk[number].outcome != "interrupted"
                assert on_disk[number].document == document
            assert {document for document in steps.values() if document} <= documents
            assert sum(step.outcome == "interrupted" for step in told.steps) <= len(told.resumed) + 1


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator["subprocess.Popen[str]"]:
    """The process that forks for every session."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_"))}
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        [sys.executable, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**kept, **threads},
        cwd=tmp_path_factory.mktemp("child"),
    ) as running:  # fmt: skip
        yield running
        running.kill()


@contextmanager
def sessions(
    kind: str, phone: Phone, child: "subprocess.Popen[str]", tmp_path: Path, **options: Any
) -> Iterator[Sessions]:
    """Sessions on a phone that outlives them."""
    with serve(phone) as server:
        store, runs = tmp_path / "store.sqlite", tmp_path / "runs"
        where = {"device": phone.serial, "store": str(store), "runs": str(runs), "time_scale": QUICK, **options}
        yield Sessions(kind, phone, server.port, child, where, store, runs)


# How many steps a session may do, so that it comes as far on a machine that is busy, and for how many seconds more it
# may go on; None: until a gesture arrives of which it has not told yet.
Moment = tuple[int, float | None]


def some_moment(moments: random.Random, kills: int) -> Moment:
    """When to kill a session. kills: how many were killed before; every second one is killed at a gesture."""
    return moments.randrange(5), moments.uniform(0.0, 0.3) if kills % 2 else None


def gestures(phone: Phone, kind: str) -> int:
    """How many of a kind arrived, without the taps that give a field the focus."""
    fields = {"edit_title", "edit_body", "search_text", "word"}
    return sum(one["kind"] == kind and (kind != "tap" or one["widget"] not in fields) for one in phone.taps())


def a_reader(request: Request) -> str:
    """Say of each icon and row of a screen that it is of use, and propose to hold the first."""
    marks = re.findall(r"^ *(\d+) (?:ImageButton|\"|LinearLayout)", _said(request), re.MULTILINE)
    return "\n".join(
        [*(f"{mark}: Is of use here." for mark in marks), *(f"try: long_press({m})" for m in marks[:1])] or ["none"]
    )


def test_learning_is_killed_again_and_again_and_does_and_asks_nothing_twice(tmp_path, child):
    """The more often it is killed, the larger the app: one that is learnt before that shows nothing."""
    app, apps = (PACKAGE, write_app(tmp_path)) if KILLS <= 5 else (NOTES, None)
    phone, moments = Phone(size=(360, 800), time_scale=QUICK, apps=apps), random.Random(3)
    request = {"app": app, "agent": "model", "rounds": 400}
    with (
        Endpoint(a_reader) as endpoint,
        sessions(
            "learn",
            phone,
            child,
            tmp_path,
            base_url=endpoint.url,
            model="mind",
            see="text",
            reply="text",
            picture_side=256,
        ) as learnings,
    ):
        kills = 0
        while kills < KILLS:
            kills += not learnings.go(request, some_moment(moments, kills))
        assert learnings.go(request)["status"] == "success"
    runs = [load_run(folder) for folder in runs_in(learnings.runs)]
    assert max(len(run.resumed) for run in runs) > 1
    steps = [step for run in runs for step in run.steps if "keyboard" not in step.thought]  # as `gestures` counts
    acted = Counter((step.kind, step.outcome) for step in steps)
    for kind in ("tap", "long_press", "text"):
        assert acted[kind, "done"] <= gestures(phone, kind) <= acted[kind, "done"] + acted[kind, "interrupted"]
    asked = [step for run in runs for step in run.steps if step.outcome == ASKED]
    times = Counter(step.screen_id for step in asked)
    assert set(times.values()) == {1}
    assert len(asked) <= len(endpoint.requests) <= len(asked) + kills  # a call that was under way is lost
    assert sum(step.model_calls for run in runs for step in run.steps) == len(asked)
    counted = len(asked) + sum(run.lost.calls for run in runs)
    assert len(endpoint.requests) <= counted <= len(endpoint.requests) + kills  # one may not have gone out yet
    with Store.open(learnings.store) as store:
        worded = [record for record in store.current(app) if record.model]
        assert {record.text for record in worded} == {"Is of use here."}
        subjects = Counter((r.screen_id, r.template, r.element_id, r.action) for r in worded)
    assert set(subjects.values()) == {1}


def _said(request: Request) -> str:
    prompt = request["messages"][-1]["content"]
    return prompt if isinstance(prompt, str) else "\n".join(part.get("text", "") for part in prompt)


def a_models_mind(request: Request) -> str:
    """What to do by what is on the screen alone, as a model that looks before it acts."""
    prompt = _said(request)
    title, body = re.findall(r"'(.+?)'", next(line for line in prompt.splitlines() if line.startswith("Task: ")))
    fields = re.findall(r'^ *(\d+) EditText (?:".*?": )?"(.*?)"', prompt, re.MULTILINE)
    buttons = re.findall(r"^ *(\d+) ImageButton", prompt, re.MULTILINE)
    if f'"{title} · {body}"' in prompt:
        return _reply("finish()")
    held = zip(fields, (title, body), strict=True) if len(fields) == 2 else ()
    wrong = next(((mark, new) for (mark, old), new in held if old != new), None)
    return _reply(f'text("{wrong[1]}", element={wrong[0]})' if wrong else f"tap({buttons[-1]})")  # new note, or keep it


def _reply(action: str) -> str:
    return f"Observation: It is there.\nThought: Next.\nAction: {action}\nSummary: Looked and did."


def test_tasks_are_killed_again_and_again_and_each_is_done_once(tmp_path, child):
    phone, moments = Phone(size=(360, 800), time_scale=QUICK), random.Random(2)
    kills, done, ended = 0, 0, dict[str, Any]()
    with (
        Endpoint(a_models_mind) as endpoint,
        sessions("run", phone, child, tmp_path, base_url=endpoint.url, model="mind", see="text", reply="text") as runs,
    ):
        while kills < KILLS or not ended:
            goal = f"Create a note titled 'Trip {done + 1}' with the text 'Day {done + 1}'"
            request = {"app": NOTES, "goal": goal, "agent": "model"}
            ended = runs.go(request, some_moment(moments, kills) if kills < KILLS else None)
            kills, done = kills + (not ended), done + bool(ended)
    wanted = [(f"Trip {number}", f"Day {number}") for number in range(1, done + 1)]
    notes = [(note["title"], note["body"]) for note in phone.state()["notes"]["notes"]]  # type: ignore[index]
    assert sorted(note for note in notes if note[0].startswith("Trip")) == sorted(wanted)
    assert Counter(one["text"] for one in phone.taps() if one["kind"] == "text") == Counter(
        word for pair in wanted for word in pair
    )
