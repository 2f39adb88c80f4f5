"""What happened, in order: one JSON line a step, written as it happens, with the pictures beside it."""

import dataclasses
import json
import os
import re
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from appagent.errors import UsageError

LOG = "trajectory.jsonl"


@dataclass(frozen=True)
class Step:
    """One turn of the loop.

    action: the call as written, "tap(3)"; words: the same for people. outcome: "done", "refused" (by the
    guard), "failed" (could not be read or carried out), "finish", or "interrupted" (by whatever ended the run; the
    action may have happened). What is typed into a password field is masked. documents: ids of those in the prompt.
    size: of the screen, px; bounds: of the element that the action is about, in it (left, top, right, bottom).
    decision and document: in learning, the reflection's, and the id of what was written down. think: what the model
    thought aloud, for people to read.
    """

    number: int
    screen_id: str
    app: str
    activity: str
    action: str
    words: str
    outcome: str
    reason: str = ""
    element_id: str = ""
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    decision: str = ""
    document: str = ""
    changed: bool | None = None
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    settled: bool = True
    picture: str = ""
    size: tuple[int, int] | None = None
    bounds: tuple[int, int, int, int] | None = None
    think: str = ""


@dataclass(frozen=True)
class Trajectory:
    """A run as it stands on disk. end is empty where the run did not end by itself."""

    folder: Path
    start: dict[str, Any]
    steps: tuple[Step, ...]
    end: dict[str, Any]


class Recorder:
    """Writes a run's folder; every line is on disk before the next thing happens.

    Raises UsageError where the folder cannot be made or written.
    """

    def __init__(self, runs: Path, kind: str, app: str, goal: str, facts: Mapping[str, object]) -> None:
        self.folder = _new_folder(runs, kind, app, goal)
        self.steps: list[Step] = []
        self.ended = False
        self.began = time.monotonic()
        try:  # half a character, as models write at times, stays legible as its JSON escape
            self._file: TextIO = (self.folder / LOG).open("a", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise _cannot_write(self.folder, error) from error
        self._write({"kind": kind, "task": goal, "app": app, "time": _now(), **facts})

    def picture(self, number: int, jpeg: bytes, name: str = "") -> str:
        """Keep a step's picture; its file name."""
        file = f"{number:04}{name}.jpg"
        try:
            (self.folder / file).write_bytes(jpeg)
        except OSError as error:
            raise _cannot_write(self.folder, error) from error
        return file

    def step(self, step: Step) -> None:
        """Add a step."""
        self._write({"kind": "step", **dataclasses.asdict(step)})
        self.steps.append(step)

    def end(self, **facts: object) -> None:
        """Add how it ended, once, and close."""
        if self.ended:
            return
        self._write({"kind": "end", "seconds": round(time.monotonic() - self.began, 3), **facts})
        self.ended = True
        self.close()

    def close(self) -> None:
        """Close, with an end or without: what was written stays."""
        with suppress(OSError):  # a line that did not fit was reported when it was written
            self._file.close()

    def _write(self, line: Mapping[str, object]) -> None:
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _cannot_write(self.folder, error) from error


def read(folder: Path) -> Trajectory:
    """A run from its folder; a last line that was cut short is left out. Raises UsageError where there is none."""
    path = folder / LOG
    try:
        # a cut may be within a character; in JSON other line ends than \n are part of what was said
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        raise UsageError(
            f"no run in {folder} ({error.strerror}); `appagent runs list` shows those there are"
        ) from error
    parsed = [told for told in (_parsed(line) for line in lines) if told]
    if not parsed or "task" not in parsed[0]:
        raise UsageError(f"{path} is not a trajectory: its first line names no task")
    try:
        steps = tuple(_step(told) for told in parsed if told.get("kind") == "step")
    except TypeError as error:
        raise UsageError(f"{path} has a step that this AppAgent cannot read: {error}") from error
    end = next((told for told in parsed if told.get("kind") == "end"), {})
    return Trajectory(folder, parsed[0], steps, end)


def runs_in(folder: Path) -> list[Path]:
    """Every run below a folder, the newest first."""
    if not folder.is_dir():
        return []
    return sorted((path.parent for path in folder.glob(f"*/{LOG}")), key=lambda path: path.name, reverse=True)


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all runs but the newest `keep`; those that were deleted. Raises UsageError where that fails."""
    old = [path for path in runs_in(folder) if _readable(path)][keep:]  # what is no run is nobody's to delete
    for path in old:
        try:
            shutil.rmtree(path)
        except OSError as error:
            raise UsageError(f"cannot delete the run in {path}: {error.strerror}") from error
    return old


def _readable(folder: Path) -> bool:
    try:
        read(folder)
    except UsageError:
        return False
    return True


def _step(told: dict[str, Any]) -> Step:
    """A step as an older or a newer version may have written it: what is not known here is left out."""
    names = {f.name for f in dataclasses.fields(Step)}
    facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in told.items() if k in names}
    return Step(**facts)


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except json.JSONDecodeError:
        return None
    return told if isinstance(told, dict) else None


def _new_folder(runs: Path, kind: str, app: str, goal: str) -> Path:
    """A folder that no other run has, named so that names sort by time."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    words = re.sub(r"\W+", "-", f"{kind}-{app.rpartition('.')[2]}-{goal}".lower()).strip("-")[:48]
    for number in range(1000):
        folder = runs / (f"{stamp}-{words}" if not number else f"{stamp}-{words}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise _cannot_write(folder, error) from error
        return folder
    raise UsageError(f"{runs} has a thousand runs that began in this second; name another folder with --runs")


def _cannot_write(folder: Path, error: OSError) -> UsageError:
    return UsageError(f"cannot write the run in {folder}: {error.strerror}; free some space or name another --runs")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
