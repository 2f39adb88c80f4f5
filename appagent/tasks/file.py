"""Task files: goals with values drawn by seed, the setup of the phone, and the check that decides success.

A file is YAML, a list of tasks; see `tasks/smoke.yaml`. Every error names the line. A stranger's file is read and drawn
in a child process.
"""

import os
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from appagent.confine import ChildLimits, Confined
from appagent.errors import UsageError
from appagent.files import content
from appagent.phone.foreign import blaming, load
from appagent.screen.lexicon import folded
from appagent.tasks.specs import FUNCTION, LOCALES, Spec, confined
from appagent.tasks.task import holds

__all__ = ["LOCALES", "Check", "Drawn", "Spec", "Suite", "find_suite", "read", "says"]

Check = Callable[[Mapping[str, Any], str, Mapping[str, Any]], bool]  # (state, answer, values) -> whether it is done

_LARGEST_FILE = 1_000_000  # bytes; seventy tasks have forty thousand
_STRANGERS = Confined("appagent.tasks.specs:confined", ChildLimits(seconds=20, memory_mb=400, output_bytes=5_000_000))


@dataclass(frozen=True)
class Drawn:
    """Task ready to be carried out: one wording of the goal, with its values drawn.

    locale: of the phone. function: a check written in Python beside the file. trusted: the file is the person's; what
    an untrusted file allows counts on a virtual phone only.
    """

    name: str
    seed: int
    locale: str
    goal: str
    apps: tuple[str, ...]
    values: Mapping[str, Any]
    setup: Mapping[str, Mapping[str, Any]]
    check: str
    answer: str
    max_steps: int
    allow: frozenset[str]
    tags: tuple[str, ...]
    function: Check | None = None
    trusted: bool = False

    def done(self, before: Mapping[str, Any], now: Mapping[str, Any], answer: str) -> bool:
        """Tell whether the task is done, by the phone's state before and now. Raises UsageError for a wrong check."""
        if self.answer and not says(answer, self.answer):
            return False
        if self.function:
            return self.function({**now, "before": before}, answer, self.values)
        return not self.check or holds(self.check, {**now, **self.values, "before": before}, answer)


def says(answer: str, expected: str) -> bool:
    """Tell whether an answer contains the expected words, as whole words, in any spacing and letter case.

    >>> says("It has 8 GB of memory.", "8 gb"), says("13 notes", "3"), says("3.5", "3"), says("一共3个", "3")
    (True, False, False, True)
    """
    words = re.escape(folded(expected))
    return bool(re.search(rf"(?<![a-z0-9])(?<!\d[.,]){words}(?![a-z0-9])(?!,\d|\.\d*[1-9])", folded(answer)))


@dataclass(frozen=True)
class Suite:
    """Tasks of a file, in order. trusted: the file is the person's, or shipped with this installation."""

    name: str
    path: Path
    specs: tuple[Spec, ...]
    trusted: bool = False

    def draw(self, spec: Spec, seed: int) -> Drawn:
        """Draw a task from a spec by seed, the same on every machine. Raises UsageError if the result is too large."""
        made = _made(self.path, {"spec": spec.model_dump(), "seed": seed}, f"drawing the task {spec.name}")
        function = _function(self.path, spec.check) if FUNCTION.fullmatch(spec.check) and self.trusted else None
        return Drawn(
            name=spec.name,
            seed=seed,
            apps=tuple(spec.apps),
            check="" if function else spec.check,
            max_steps=spec.max_steps,
            allow=frozenset(spec.allow),
            tags=tuple(spec.tags),
            function=function,
            trusted=self.trusted,
            **made,
        )


def find_suite(name: str | Path) -> Path:
    """Return the task file for a name: a shipped suite or a path. Raises UsageError listing the shipped suites."""
    path, shipped = Path(name), sorted(_shipped().glob("*.yaml"))
    for suite in shipped:  # first: a file of that name may lie in anybody's folder
        if suite.stem == str(name):
            return suite
    if path.is_file() or path.suffix:
        return path
    known = ", ".join(suite.stem for suite in shipped)
    raise UsageError(f"no suite {str(name)!r}; there are: {known}; or give the path of a task file, such as mine.yaml")


def read(path: Path, *, trusted: bool = False) -> Suite:
    """Read the tasks of a file. Raises UsageError with the line and what is wrong there.

    trusted: the person has allowed the Python code beside the file to run; shipped suites need no permission.
    """
    if _is_shipped(path):  # and the code beside a link to it is not
        path, trusted = Path(os.path.realpath(path)), True
    if not path.exists():
        raise UsageError(f"no task file at {path}; docs/tasks.md says how to write one")
    try:
        text = content(path, _LARGEST_FILE).decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: it is not UTF-8 text ({error.reason} at byte {error.start})") from error
    found = _made(path, {"text": text}, "reading")
    specs = [(line, Spec.model_validate(spec)) for line, spec in found]
    for line, spec in specs:
        if FUNCTION.fullmatch(spec.check):
            _function(path, spec.check) if trusted else _refuse(path, line, spec.check)
    return Suite(path.stem, path, tuple(spec for _, spec in specs), trusted)


def _made(path: Path, request: dict[str, Any], doing: str) -> Any:
    """Answer a request to read or draw tasks, in a child process unless the file is shipped with this installation."""
    named = {**request, "name": str(path)}
    return confined(named) if _is_shipped(path) else _STRANGERS.ask(named, f"{path}: {doing}")


def _shipped() -> Path:
    """Return the folder of suites that this installation ships: in the package if installed, beside it in a clone."""
    within = Path(__file__).parents[1] / "task_suites"
    return within if within.is_dir() else Path(__file__).parents[2] / "tasks"


def _is_shipped(path: Path) -> bool:
    return Path(os.path.realpath(path)).parent == Path(os.path.realpath(_shipped()))


def _refuse(path: Path, line: int, name: str) -> None:
    """Raise UsageError saying why a check that names a Python function is not run."""
    beside = path.with_suffix(".py")
    if beside.is_file():
        why = f"is code beside a task file; to let {beside} run: appagent trust {path}"
    else:
        why = f"is the name of a function, and there is none in {beside}"
    raise UsageError(f"{path}, line {line}: the check {name!r} {why}")


@lru_cache
def _function(path: Path, name: str) -> Check:
    """Load a check by name from the Python file beside the task file; its errors become UsageErrors with a line."""
    beside = path.with_suffix(".py")
    found = getattr(_module(beside), name, None) if beside.is_file() else None
    if not callable(found):
        raise UsageError(f"{path}: the check {name!r} is the name of a function, and there is none in {beside}")

    def check(state: Mapping[str, Any], answer: str, values: Mapping[str, Any]) -> bool:
        with _blaming(beside):
            return bool(found(state, answer, values))

    return check


@lru_cache
def _module(path: Path) -> ModuleType:
    with _blaming(path):
        return load(path, "checks")


def _blaming(path: Path) -> AbstractContextManager[None]:
    return blaming(str(path), "the check in", UsageError)
