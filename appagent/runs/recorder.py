"""Write the trajectory of a run while the run goes on, with its pictures beside it."""

import dataclasses
import errno
import json
import os
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from appagent.errors import DeviceError, UsageError
from appagent.files import (
    make_private,
    make_runs_private,
    new_private_folder,
    open_private,
    private_folder,
    read_no_link,
    replace_private,
    write_private,
    writing,
)
from appagent.foreign import json_line, json_object
from appagent.models import Usage
from appagent.runs.trajectory import LARGEST_LOG, LOG, Step, lines_of, load_run, made_of
from appagent.screen.trouble import Trouble
from appagent.secrets import Secrets, mask_screen

_LARGEST_PICTURE = 20_000_000  # bytes
STATE_FILE = "state.json"  # further state for a process that resumes the run
JOURNAL_FILE = "known.jsonl"  # what a learning run knows, as a journal of changes
_SAID = (  # entries of a line that contain words
    "task", "check", "reason", "answer", "action", "words", "observation", "thought", "summary", "think", "activity",
    "effect", "reply",
)  # fmt: skip


class Recorder:
    """Writes the folder of a run, with secrets masked. Each line is on disk before the run goes on.

    The constructor and all methods that write raise UsageError if the folder cannot be made or written.
    """

    folder: Path
    app: str
    steps: list[Step]
    troubles: list[Trouble]
    lost: Usage  # of calls that an earlier process made and that no step has
    ended: bool
    began: float  # monotonic, s; for a resumed run, as if it had never paused
    secrets: Secrets
    _file: int  # descriptor

    def __init__(
        self, runs: Path, kind: str, app: str, goal: str, facts: Mapping[str, object], secrets: Secrets | None = None
    ) -> None:
        self.app = app
        self._begin(_new_folder(runs, kind, app), (), secrets)
        self.secrets.at_home_in(app)
        self._write({"kind": kind, "task": goal, "app": app, "time": _now(), **facts})

    @classmethod
    def resume(cls, folder: Path, secrets: Secrets | None = None, *, goes_on: bool = True) -> Self:
        """Continue a run that is on disk. Raises UsageError if there is no run or another process still writes to it.

        goes_on: False if the run has ended and only its steps are changed.
        """
        recorder = cls.__new__(cls)
        found = load_run(folder)
        recorder.app = str(found.start.get("app", ""))
        recorder._begin(folder, found.steps, secrets)
        recorder.troubles.extend(found.troubles)
        recorder.lost = found.lost
        if goes_on:
            recorder._write({"kind": "resumed", "time": _now()})
        return recorder

    def picture(self, number: int, jpeg: bytes, name: str = "") -> str:
        """Save the picture of step `number`, with `name` added to the file name; return the file name."""
        return self._save(f"{number:04}{name}.jpg", jpeg)

    def raw(self, number: int, dump: str) -> None:
        """Save the source text of the hierarchy of step `number`, such as a dump in XML.

        The file is named by the number, such as 0001.xml, and is in the run's folder like the step's picture.
        """
        self._save(f"{number:04}.xml", dump.encode(errors="replace"))

    def keep_screen(self, name: str, facts: Mapping[str, object], jpeg: bytes) -> None:
        """Save facts about a screen as JSON, and its picture unless it is b"". This replaces what the name had before.

        name: letters and digits.
        facts: plain JSON.
        """
        if jpeg:
            self._save(f"screen-{name}.jpg", jpeg)
        self._replace(f"screen-{name}.json", json.dumps(self.secrets.masked(facts), ensure_ascii=False))

    def screen_picture(self, name: str) -> tuple[str, bytes]:
        """Return the file name and the JPEG of a picture that `keep_screen` saved; ("", b"") if it saved none."""
        path = self.folder / f"screen-{name}.jpg"
        return (path.name, read_no_link(path, _LARGEST_PICTURE)) if path.is_file() else ("", b"")

    def kept_screens(self) -> list[dict[str, Any]]:
        """Return the facts of all screens that `keep_screen` saved. Unreadable files are left out."""
        files = sorted(self.folder.glob("screen-*.json"))
        return [found for path in files if (found := json_object(read_no_link(path, LARGEST_LOG))) is not None]

    def intend(self, step: Step) -> None:
        """Write down a step before it acts on the phone, so that after a crash it is known that it may have acted."""
        self._write({"kind": "intention", **dataclasses.asdict(step)})

    def asking(self, usage: Usage) -> None:
        """Write down that a model is about to be asked, so that after a crash the call is counted.

        usage: the most that the call may take, as far as it is known.
        """
        self._write({"kind": "asking", **dataclasses.asdict(usage)})

    def step(self, step: Step) -> None:
        """Write a finished step to the trajectory."""
        facts = self._masked(dataclasses.asdict(step))
        self._write({"kind": "step", **facts})
        self.steps.append(made_of(Step, facts))

    def trouble(self, found: Trouble, log: Sequence[str]) -> None:
        """Write down that an app crashed or hung, by the dialog that came before the next step.

        log: the last lines of the phone's log.
        """
        seen = dataclasses.replace(found, step=len(self.steps) + 1, log=tuple(log))
        facts = self._masked(dataclasses.asdict(seen))
        self._write({**facts, "kind": "trouble", "trouble": seen.kind})
        self.troubles.append(made_of(Trouble, facts))

    def amend(self, number: int, **facts: object) -> None:
        """Change attributes of step `number`, by writing a further line that `load_run` merges into the step.

        facts: the new values by name.
        """
        facts = self._masked(facts)
        self._write({"kind": "amend", "number": number, **facts})
        self.steps[number - 1] = dataclasses.replace(self.steps[number - 1], **facts)  # type: ignore[arg-type]

    def end(self, **facts: object) -> None:
        """Write how the run ended, and close the file. Later calls of this method do nothing."""
        if self.ended:
            return
        self._write({"kind": "end", "seconds": round(time.monotonic() - self.began, 3), **facts})
        self.ended = True
        self.close()

    def keep(self, secret: str, called: str = "secret") -> str:
        """Mask a secret from now on, and in everything written before; return its placeholder, such as "${secret1}".

        called: what the placeholder's name begins with. Dumps of the run are written anew without the secret.
        """
        name = self.secrets.keep(secret, called)
        written = lines_of(self.folder)
        masked = [self._masked(told) for told in written]
        if state := self.remembered():
            self.remember(state)
        if masked != written:
            self._replace(LOG, "".join(map(_json_line, masked)))
            self.steps = [made_of(Step, self._masked(dataclasses.asdict(step))) for step in self.steps]
            self.close()
            self._open()
        if (self.folder / JOURNAL_FILE).exists():
            known: list[Any] = []  # an unreadable journal is discarded
            with suppress(UsageError, ValueError):
                known = self.known()
            self.replace_known(known)
        for path in self.folder.glob("screen-*.json"):
            self._replace(path.name, self.secrets.mask(read_no_link(path, LARGEST_LOG).decode(errors="replace")))
        for raw in sorted(self.folder.glob("[0-9]*.xml")):
            self._mask_dump(raw)
        return name

    def _mask_dump(self, path: Path) -> None:
        """Replace a dump in the run by one that shows no secret, in whatever spelling XML has; or delete it."""
        from appagent.devices.captures.dumping import write_dump  # importing it takes long
        from appagent.devices.captures.hierarchy import read_dump

        try:
            screen = read_dump(read_no_link(path, LARGEST_LOG).decode(errors="replace"))
            self._save(path.name, write_dump(mask_screen(screen, self.secrets).tree).encode(errors="replace"))
        except (DeviceError, UsageError):
            with _writing(self.folder):
                path.unlink(missing_ok=True)

    def remember(self, state: object) -> None:
        """Save the state (plain JSON) that a process needs to continue the run. It replaces the state saved before."""
        self._replace(STATE_FILE, json.dumps(self.secrets.masked(state), ensure_ascii=False))

    def remembered(self) -> Any:
        """Return the state that was saved last, or None if there is none or it cannot be read."""
        try:
            return json.loads(read_no_link(self.folder / STATE_FILE, LARGEST_LOG))
        except (UsageError, ValueError, RecursionError):
            return None

    def add_known(self, changes: Sequence[Any]) -> None:
        """Add a line (plain JSON) to the journal of what a learning run knows. A crash leaves a whole line, or none."""
        data = _json_line(self.secrets.masked(changes)).encode(errors="backslashreplace")
        with _writing(self.folder):
            file = open_private(self.folder / JOURNAL_FILE, os.O_WRONLY | os.O_APPEND)
            try:
                append(file, data)
            finally:
                os.close(file)

    def replace_known(self, lines: Iterable[Any]) -> None:
        """Replace the journal of what a learning run knows by these lines."""
        self._replace(JOURNAL_FILE, "".join(_json_line(self.secrets.masked(each)) for each in lines))

    def known(self) -> list[Any]:
        """Return the lines of the journal of what a learning run knows; [] if there is none.

        An incomplete last line is left out.
        Raises ValueError if a line is no JSON.
        """
        if not (self.folder / JOURNAL_FILE).exists():
            return []
        whole = read_no_link(self.folder / JOURNAL_FILE, LARGEST_LOG).decode(errors="replace").split("\n")[:-1]
        try:
            return [json.loads(line) for line in whole]
        except RecursionError as error:
            raise ValueError("what is known is nested too deeply") from error

    def close(self) -> None:
        """Close the file. Everything written so far stays, even if the run has no end yet."""
        with suppress(OSError):  # closed already, or a line that did not fit, which was reported then
            os.close(self._file)
        self._file = -1  # the number may soon be another file's

    def _begin(self, folder: Path, steps: Sequence[Step], secrets: Secrets | None) -> None:
        self.folder = folder
        self.secrets = secrets or Secrets()
        self.steps = list(steps)
        self.troubles = []
        self.lost = Usage()
        self.ended = False
        self.began = time.monotonic() - sum(step.seconds for step in steps)
        make_private(folder)
        self._open()

    def _open(self) -> None:
        path = self.folder / LOG
        with _writing(self.folder):
            self._file = open_private(path, os.O_WRONLY | os.O_APPEND)
            claim(self._file, f"the run in {self.folder}")
            torn = path.stat().st_size and not path.read_bytes().endswith(b"\n")
            if torn:  # the previous process ended within a line
                os.write(self._file, b"\n")

    def _write(self, line: Mapping[str, object]) -> None:
        data = _json_line(self._masked(line)).encode(errors="backslashreplace")
        with _writing(self.folder):
            append(self._file, data)

    def _save(self, name: str, data: bytes) -> str:
        """Save a file in the folder of the run; return the file name."""
        with _writing(self.folder):
            write_private(self.folder / name, data)
        return name

    def _replace(self, name: str, text: str) -> None:
        with _writing(self.folder):
            replace_private(self.folder / name, text.encode(errors="backslashreplace"))

    def _masked(self, facts: Mapping[str, object]) -> dict[str, Any]:
        """Return the entries of a line, with secrets masked in those that contain words."""
        masked = dict(facts)
        for name, value in facts.items():
            if name in _SAID and isinstance(value, str):
                masked[name] = self.secrets.mask(value)
            elif name == "log" and isinstance(value, Sequence):
                masked[name] = [self.secrets.mask(str(line)) for line in value]
        return masked


def append(file: int, data: bytes) -> None:
    """Append data to an open file completely, or leave the file as it was. Raises OSError."""
    size = os.fstat(file).st_size
    if os.write(file, data) < len(data):  # one call, so that a signal leaves a whole line or no line
        os.ftruncate(file, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file)


def claim(file: int, what: str) -> None:
    """Lock an open file for this process, until the file is closed or the process ends. On Windows, do nothing.

    what: words for the file, for the error.
    Raises UsageError, and closes the file, if another process has locked it.
    """
    try:
        import fcntl
    except ImportError:  # no such claims on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise UsageError(f"{what} is still under way, in another process") from None


def _json_line(told: object) -> str:
    return json_line(told) + "\n"


def _new_folder(runs: Path, kind: str, app: str) -> Path:
    """Create the folder of a new run below `runs`. Its name begins with the time and has no word of the task."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    words = re.sub(r"\W+", "-", f"{kind}-{app.rpartition('.')[2]}".lower()).strip("-")[:48]
    with _writing(runs / f"{stamp}-{words}"):
        private_folder(runs)
        for number in range(1000):
            folder = runs / (f"{stamp}-{words}" if not number else f"{stamp}-{words}-{number}")
            with suppress(FileExistsError):
                new_private_folder(folder)
                make_runs_private(runs)
                return folder
    raise UsageError(f"{runs} has a thousand runs from this second; name another folder with --runs")


def _writing(folder: Path) -> AbstractContextManager[None]:
    return writing(f"the run in {folder}", "; free some space or name another --runs")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
