"""Write a plain log of a run that a person can read and grep: a block of lines for each step."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from appagent.files import append_private, writing
from appagent.foreign import shown
from appagent.runs.trajectory import Step

_LONGEST = 2000  # letters of one line


class RunLog:
    """Plain log of runs, one after the other, in one file. Each line is on disk at once.

    Every line begins with the number of its step, or ---- outside of steps, followed by one word for the kind of line.
    So `grep " effect "` prints the effects of all actions, and `grep ^0007` prints one step.
    path: the file, or None to write nothing. The constructor and all methods raise UsageError if it cannot be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._write([])  # fails here, before anything is done

    @property
    def kept(self) -> bool:
        """Tell whether there is a log file."""
        return self._path is not None

    def begin(self, goal: str, app: str, run: str) -> None:
        """Write that a run begins."""
        now = datetime.now(UTC).isoformat(sep=" ", timespec="seconds")
        self._write(_outside_lines((("begin", now), ("task", goal), ("app", app), ("run", run))))

    def step(self, step: Step, screen: str) -> None:
        """Write the block of a step, once its effect is known."""
        self._write(["", *(f"{step.number:04} {name:8} {words}" for name, words in _step_lines(step, screen))])

    def end(self, status: str, reason: str, answer: str = "") -> None:
        """Write how the run ended: its status, why, and the agent's answer."""
        told = (("end", status), ("reason", reason), ("answer", answer))
        self._write(["", *_outside_lines(told), ""])

    def _write(self, lines: list[str]) -> None:
        if self._path is None:
            return
        text = "".join(f"{line.rstrip()}\n" for line in lines)
        with writing(self._path, "; name another file with --log"):
            append_private(self._path, text)


def _outside_lines(told: Iterable[tuple[str, str]]) -> list[str]:
    """Return log lines outside of steps for pairs (kind of line, words). Pairs without words are left out."""
    return [f"---- {name:8} {shown(words, _LONGEST)}" for name, words in told if words]


def _guard_finding(step: Step) -> str:
    return f"{step.may}: {step.read} ({step.witness})" if step.may else ""


def _step_lines(step: Step, screen: str) -> Iterator[tuple[str, str]]:
    """Yield (kind of line, words) for each line of a step."""
    yield "screen", shown(f"{step.app} {step.activity}".strip(), _LONGEST)
    for line in screen.splitlines():
        indent = len(line) - len(line.lstrip())
        yield "screen", "  " + " " * indent + shown(line, _LONGEST)
    told = {
        "left": step.left_out, "saw": step.observation, "thought": step.thought,
        "action": step.words, "call": step.action,
        "outcome": step.outcome, "may": _guard_finding(step), "effect": step.effect, "reason": step.reason,
        "hint": step.hint,
        "answer": step.answer, "noted": step.summary,
    }  # fmt: skip
    for name, words in told.items():
        if words:
            yield name, shown(words, _LONGEST)
