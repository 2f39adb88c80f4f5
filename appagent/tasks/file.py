"""Read task files: goals with values chosen at random, the setup of the phone, and the check that decides success.

A file is a list of tasks in YAML; see `tasks/smoke.yaml`. Every error names the line. A file that does not come with
this installation is parsed in a child process with limits on time and memory.
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
from appagent.files import read_file, shipped_folder
from appagent.phone.foreign import blaming, load
from appagent.screen.language.lexicon import folded
from appagent.tasks.specs import FUNCTION, LOCALES, Spec, confined
from appagent.tasks.task import holds

__all__ = ["LOCALES", "CheckFunction", "Drawn", "Spec", "Suite", "contains_answer", "find_suite", "read_suite"]

CheckFunction = Callable[
    [Mapping[str, Any], str, Mapping[str, Any]], bool
]  # (state, answer, values) -> whether it is done

_LARGEST_FILE = 1_000_000  # bytes; seventy tasks have forty thousand
_STRANGERS = Confined("appagent.tasks.specs:confined", ChildLimits(seconds=20, memory_mb=400, output_bytes=5_000_000))


@dataclass(frozen=True)
class Drawn:
    """Task that is ready to be carried out: the wording of its goal and its values were chosen at random by a seed.

    spec: the task as its file gives it.
    seed: the number that decided the choice.
    locale: locale of the phone, such as "en-US".
    values: the values chosen, by name.
    setup: for each app, attributes to set on the phone before the task begins.
    check: expression that decides whether the task is done; "" if there is none or `function` takes its place.
    function: check written in Python in a file beside the task file, or None.
    answer: words that the agent's answer must contain; "" for any answer.
    trusted: True if the person trusts the file. The permits in an untrusted file count on a virtual phone only.
    """

    spec: Spec
    seed: int
    locale: str
    goal: str
    values: Mapping[str, Any]
    setup: Mapping[str, Mapping[str, Any]]
    check: str
    answer: str
    function: CheckFunction | None = None
    trusted: bool = False

    def done(self, before: Mapping[str, Any], now: Mapping[str, Any], answer: str) -> bool:
        """Tell whether the task is done: the answer has the expected words, if any, and the check, if any, is true.

        before, now: the phone's state at the beginning and now: the state of each app by its short name.
        Raises UsageError if the check cannot be evaluated.
        """
        if self.answer and not contains_answer(answer, self.answer):
            return False
        if self.function:
            return self.function({**now, "before": before}, answer, self.values)
        return not self.check or holds(self.check, {**now, **self.values, "before": before}, answer)


def contains_answer(answer: str, expected: str) -> bool:
    """Tell whether an answer contains the expected words as whole words or numbers.

    Letter case and the number of spaces are ignored.

    >>> contains_answer("It has 8 GB of memory.", "8 gb"), contains_answer("13 notes", "3")
    (True, False)
    >>> contains_answer("3.5", "3"), contains_answer("一共3个", "3")
    (False, True)
    """
    words = re.escape(folded(expected))
    return bool(re.search(rf"(?<![a-z0-9])(?<!\d[.,]){words}(?![a-z0-9])(?!,\d|\.\d*[1-9])", folded(answer)))


@dataclass(frozen=True)
class Suite:
    """Tasks of one file.

    name: name of the file without its ending.
    specs: its tasks, in order.
    trusted: True if the person trusts the file, or if it comes with this installation.
    """

    name: str
    path: Path
    specs: tuple[Spec, ...]
    trusted: bool = False

    def draw(self, spec: Spec, seed: int) -> Drawn:
        """Make a task from a spec: choose one wording of its goal, and its values, at random.

        seed: number that decides the choice; the same seed gives the same task on every machine.
        Raises UsageError if the task grows too large with its values.
        """
        made = _read_or_draw(self.path, {"spec": spec.model_dump(), "seed": seed}, f"drawing the task {spec.name}")
        function = _function(self.path, spec.check) if FUNCTION.fullmatch(spec.check) and self.trusted else None
        check = "" if function else spec.check
        return Drawn(spec, seed, check=check, function=function, trusted=self.trusted, **made)


def find_suite(name: str | Path) -> Path:
    """Return the path of a task file.

    name: name of a suite that comes with this installation, or a path. Suites are looked up first. A path is returned
    as it is if the file exists, or if the path has an ending such as ".yaml".
    Raises UsageError for anything else. The message lists the suites that come with this installation.
    """
    path, shipped = Path(name), sorted(_shipped().glob("*.yaml"))
    for suite in shipped:  # shipped suites come first, because the current folder may hold any file of that name
        if suite.stem == str(name):
            return suite
    if path.is_file() or path.suffix:
        return path
    known = ", ".join(suite.stem for suite in shipped)
    raise UsageError(f"no suite {str(name)!r}; there are: {known}; or give the path of a task file, such as mine.yaml")


def read_suite(path: Path, *, trusted: bool = False) -> Suite:
    """Read a task file, and return its tasks as a suite.

    trusted: True if the person has allowed the Python code beside the file to run. If it is False, a file with a check
    in Python is refused, unless it comes with this installation.
    Raises UsageError that names the line and the problem.
    """
    if _is_shipped(path):  # use the real path, because code beside a link to a shipped suite is not trusted
        path, trusted = Path(os.path.realpath(path)), True
    specs = specs_in(path)
    for line, spec in specs:
        if FUNCTION.fullmatch(spec.check):
            _function(path, spec.check) if trusted else _refuse(path, line, spec.check)
    return Suite(path.stem, path, tuple(spec for _, spec in specs), trusted)


def specs_in(path: Path) -> list[tuple[int, Spec]]:
    """Return the tasks of a file, each with its line. No code beside the file is run.

    Raises UsageError if it is no task file, with the line and the problem.
    """
    if not path.exists():
        raise UsageError(f"no task file at {path}; docs/tasks.md says how to write one")
    try:
        text = read_file(path, _LARGEST_FILE).decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: it is not UTF-8 text ({error.reason} at byte {error.start})") from error
    return [(line, Spec.model_validate(spec)) for line, spec in _read_or_draw(path, {"text": text}, "reading")]


def _read_or_draw(path: Path, request: dict[str, Any], doing: str) -> Any:
    """Call `specs.confined`, which parses a task file or makes one task from its spec, and return its result.

    This happens in a child process with limits on time and memory, unless the file comes with this installation.
    request: the request for `specs.confined`, without the "name".
    doing: the request in words, for error messages.
    """
    named = {**request, "name": str(path)}
    return confined(named) if _is_shipped(path) else _STRANGERS.ask(named, f"{path}: {doing}")


def _shipped() -> Path:
    return shipped_folder("task_suites", "tasks")


def _is_shipped(path: Path) -> bool:
    return Path(os.path.realpath(path)).parent == Path(os.path.realpath(_shipped()))


def _refuse(path: Path, line: int, name: str) -> None:
    """Raise UsageError, saying why a check that is the name of a Python function cannot be run.

    Either the file with the function is not trusted yet, or there is no such file.
    """
    beside = path.with_suffix(".py")
    if beside.is_file():
        why = f"is code beside a task file; to let {beside} run: appagent trust {path}"
    else:
        why = f"is the name of a function, and there is none in {beside}"
    raise UsageError(f"{path}, line {line}: the check {name!r} {why}")


@lru_cache
def _function(path: Path, name: str) -> CheckFunction:
    """Return a check that is written in Python, from the file beside a task file.

    name: name of the function.
    The check takes the state, the agent's answer and the task's values, and returns whether the task is done. It raises
    UsageError if the function fails with an error.
    Raises UsageError if there is no such function.
    """
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
