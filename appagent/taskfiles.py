"""Task files: goals with values drawn by seed, what the phone is set up with, and the check that tells success.

A file is YAML, a list of tasks; `tasks/smoke.yaml` is one to read. Whatever is wrong in it is said with its line.
"""

import random
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from appagent.errors import UsageError
from appagent.phone.foreign import blaming, load
from appagent.screen.words import plain
from appagent.tasks import holds

LOCALES = {"en": "en-US", "zh": "zh-CN"}  # of the phone, by the language that a goal is in
Check = Callable[[Mapping[str, Any], str, Mapping[str, Any]], bool]  # (state, answer, values) -> whether it is done

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FUNCTION = re.compile(r"[a-z_][a-z0-9_]*")  # a check that is one name is a function beside the file


def _by_language(value: object) -> object:
    """Goals of one language may stand without it, and one goal without a list."""
    value = {"en": value} if isinstance(value, str | list) else value
    return {k: [v] if isinstance(v, str) else v for k, v in value.items()} if isinstance(value, dict) else value


_Language = Literal["en", "zh"]
_Goals = Annotated[dict[_Language, Annotated[list[str], Field(min_length=1)]], BeforeValidator(_by_language)]


class Spec(BaseModel):
    """One task as its file says it.

    apps: short names, the one to begin in first. goal: phrasings, by language where there are several. values: for each
    name what may be drawn, a list, or one by language. setup: {app: {attribute: value}}. check: an expression over the
    state, where `before` is the state at the beginning, each value stands under its name and `answer` is what the agent
    said; or the name of a function in the .py file of the same name. answer: words that the answer must hold.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=f"^{_NAME.pattern}$")]
    apps: Annotated[list[str], Field(min_length=1)]
    goal: Annotated[_Goals, Field(min_length=1)]
    values: dict[str, list[Any] | dict[_Language, list[Any]]] = {}
    setup: dict[str, dict[str, Any]] = {}
    check: str = ""
    answer: str = ""
    max_steps: Annotated[int, Field(ge=1)] = 30
    allow: list[Literal["pay", "send", "delete", "install", "grant", "secret"]] = []
    tags: list[str] = []

    @model_validator(mode="after")
    def _whole(self) -> "Spec":
        if not self.check and not self.answer:
            raise ValueError("a task needs a check or an answer: without one nobody can say whether it is done")
        for name, pool in self.values.items():
            empty = [pool] if isinstance(pool, list) else list(pool.values())
            if not all(empty):
                raise ValueError(f"values: {name} has nothing to draw")
            missing = set(self.goal) - set(pool) if isinstance(pool, dict) else set()
            if missing:
                raise ValueError(f"values: {name} has none in {', '.join(sorted(missing))}, in which there is a goal")
        for text in (*(text for texts in self.goal.values() for text in texts), *_strings(self.setup), self.answer):
            if unknown := _placeholders(text) - set(self.values):
                raise ValueError(f"{text!r} asks for {{{unknown.pop()}}}, which values does not have")
        return self


@dataclass(frozen=True)
class Drawn:
    """A task ready to be carried out: one phrasing, with its values drawn. locale: of the phone. function: the check
    that stands in Python beside the file."""

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

    def done(self, before: Mapping[str, Any], now: Mapping[str, Any], answer: str) -> bool:
        """Whether it is, by the phone's state at the beginning and now. Raises UsageError for a check that is wrong."""
        if self.answer and not says(answer, self.answer):
            return False
        if self.function:
            return self.function({**now, "before": before}, answer, self.values)
        return not self.check or holds(self.check, {**now, **self.values, "before": before}, answer)


def says(answer: str, expected: str) -> bool:
    """Whether an answer holds words that were expected, whole ones, however they are spaced and written.

    >>> says("It has 8 GB of memory.", "8 gb"), says("13 notes", "3"), says("3.5", "3"), says("一共3个", "3")
    (True, False, False, True)
    """
    words = re.escape(plain(expected))
    return bool(re.search(rf"(?<![a-z0-9])(?<!\d[.,]){words}(?![a-z0-9])(?!,\d|\.\d*[1-9])", plain(answer)))


@dataclass(frozen=True)
class Suite:
    """The tasks of a file, in its order."""

    name: str
    path: Path
    specs: tuple[Spec, ...]

    def draw(self, spec: Spec, seed: int) -> Drawn:
        """The task that a seed makes of a spec: the same on every machine."""
        chance = random.Random(f"{spec.name}/{seed}")  # noqa: S311 - not a secret
        language, goal = chance.choice([(language, text) for language, all_ in spec.goal.items() for text in all_])
        pools = {name: pool if isinstance(pool, list) else pool[language] for name, pool in spec.values.items()}
        values = {name: chance.choice(pool) for name, pool in pools.items()}
        function = _function(self.path, spec.check) if _FUNCTION.fullmatch(spec.check) else None
        return Drawn(
            spec.name, seed, LOCALES[language], goal.format(**values), tuple(spec.apps), values,
            _filled(spec.setup, values), "" if function else spec.check, spec.answer.format(**values), spec.max_steps,
            frozenset(spec.allow), tuple(spec.tags), function,
        )  # fmt: skip


def find(name: str | Path) -> Path:
    """The task file that a name means: a shipped suite, or a path. Raises UsageError naming those there are."""
    path = Path(name)
    if path.is_file() or path.suffix:
        return path
    shipped = sorted(_shipped().glob("*.yaml"))
    for suite in shipped:
        if suite.stem == str(name):
            return suite
    known = ", ".join(suite.stem for suite in shipped)
    raise UsageError(f"no suite {str(name)!r}; there are: {known}; or give the path of a task file, such as mine.yaml")


def read(path: Path) -> Suite:
    """The tasks of a file. Raises UsageError with the line and what is wrong there."""
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except OSError as error:
        raise UsageError(f"no task file at {path} ({error.strerror})") from error
    except (yaml.MarkedYAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise UsageError(f"{path}{where}: {getattr(error, 'problem', None) or error}") from error
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        raise UsageError(f"{path}: a task file is a list of tasks, each beginning with `- name: ...`")
    specs: list[Spec] = []
    for item in node.value:
        spec = _spec(path, item)
        if spec.name in (other.name for other in specs):
            raise UsageError(f"{path}, line {_line(item)}: a second task is called {spec.name}; names are unique")
        if _FUNCTION.fullmatch(spec.check):
            _function(path, spec.check)
        specs.append(spec)
    return Suite(path.stem, path, tuple(specs))


def _shipped() -> Path:
    """The suites of this installation: beside the package in a clone, within it when installed."""
    beside = Path(__file__).parents[1] / "tasks"
    return beside if beside.is_dir() else Path(__file__).parent / "task_suites"


def _spec(path: Path, node: yaml.Node) -> Spec:
    loader = yaml.SafeLoader("")
    try:
        return Spec.model_validate(loader.construct_document(node))
    except yaml.MarkedYAMLError as error:
        raise UsageError(f"{path}, line {_line(node)}: {error.problem}") from error
    except ValidationError as error:
        first = error.errors()[0]
        at = _at(node, first["loc"])
        missing = first["loc"][-1:] if first["type"] == "missing" else ()
        parts = (str(part) for part in first["loc"] if part in _keys(node) | {*missing} or isinstance(part, int))
        where = ".".join(parts)
        known = f"; known: {', '.join(Spec.model_fields)}" if first["type"] == "extra_forbidden" else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise UsageError(f"{path}, line {_line(at)}: {where + ': ' if where else ''}{reason}{known}") from error


def _at(node: yaml.Node, location: Sequence[int | str]) -> yaml.Node:
    """The node that a location of pydantic's names, or the nearest around it."""
    for part in location:
        if isinstance(node, yaml.MappingNode):
            node = next((key if value is None else value for key, value in node.value if key.value == part), node)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
    return node


def _keys(node: yaml.Node) -> set[str]:
    return {key.value for key, _ in node.value} if isinstance(node, yaml.MappingNode) else set()


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _placeholders(text: str) -> set[str]:
    """The names in {braces}; ValueError for braces that name nothing, or reach into a value by an attribute."""
    fields = [field for _, field, _, _ in string.Formatter().parse(text) if field is not None]
    if wrong := [field for field in fields if not re.fullmatch(r"\w+(?:\[\w+\])?", field)]:
        raise ValueError(f"{text!r} has {{{wrong[0]}}}; a value stands as {{name}} or {{name[part]}}")
    return {field.partition("[")[0] for field in fields}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    """The same structure with the values put in; a text that is one placeholder becomes that value, number or not."""
    if isinstance(value, Mapping):
        return {name: _filled(part, values) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    whole = re.fullmatch(r"\{(\w+)(?:\[(\w+)\])?\}", value)
    if not whole:
        return value.format(**values)
    return values[whole[1]][whole[2]] if whole[2] else values[whole[1]]


@lru_cache
def _function(path: Path, name: str) -> Check:
    """A check by its name, from the Python file beside the task file. What it raises is a UsageError with its line."""
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
