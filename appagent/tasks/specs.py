"""Parse specs of tasks from the text of a task file, and make tasks from them by choosing values at random.

Arguments and results can be written as JSON, because a file that does not come with this installation is parsed in a
child process.
"""

import json
import random
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from appagent.errors import UsageError
from appagent.settings.permits import permit
from appagent.tasks.bounded_yaml import plain_values, tasks, yaml_line

LOCALES = {"en": "en-US", "zh": "zh-CN"}  # language of a goal: locale of the phone
FUNCTION = re.compile(r"[a-z_][a-z0-9_]*")  # a check of this form is a function in a .py file

_MOST_TASKS = 1000
_LONGEST_TEXT = 10_000  # letters that a text has with its values
_LONGEST_ANSWER = 1000
_MOST_DRAWN = 100_000  # letters of a task with its values, as JSON
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PLACE = re.compile(r"(\w+)(?:\[(\w+)\])?")


def _by_language(value: object) -> object:
    """Return the goals of a task in the form {language: [wording, ...]}.

    value: one wording, a list of wordings, or one of these for each language. Wordings without a language count as
    English. A value of any other kind is returned unchanged.
    """
    value = {"en": value} if isinstance(value, str | list) else value
    return {k: [v] if isinstance(v, str) else v for k, v in value.items()} if isinstance(value, dict) else value


def _permitted(text: str) -> str:
    permit(text)
    return text


_Language = Literal["en", "zh"]
_Goals = Annotated[dict[_Language, Annotated[list[str], Field(min_length=1)]], BeforeValidator(_by_language)]
_Word = Annotated[str, Field(max_length=200)]


class Spec(BaseModel):
    """One task as its file gives it.

    name: lower-case words joined by "-".
    apps: short names of the apps; the task begins in the first.
    goal: for each language, the wordings of the goal.
    values: for each name, a list from which one value is chosen at random, or such a list for each language. In goal,
    setup and answer, {name} or {name[part]} stands for the chosen value.
    setup: attributes to set before the task begins: {app: {attribute: value}}.
    check: an expression over the phone's state, or the name of a Python function in the file that has the same name as
    the task file, but ends in .py. In an expression, `before` is the state at the beginning, `answer` is the agent's
    answer, and each chosen value is known by its name. "" if only the answer counts.
    answer: words that the agent's answer must contain.
    max_steps: the most steps allowed.
    allow: permits, as for the option --allow.
    tags: words to select tasks by.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[_Word, Field(pattern=f"^{_NAME.pattern}$")]
    apps: Annotated[list[_Word], Field(min_length=1)]
    goal: Annotated[_Goals, Field(min_length=1)]
    values: dict[_Word, list[Any] | dict[_Language, list[Any]]] = {}
    setup: dict[str, dict[str, Any]] = {}
    check: Annotated[str, Field(max_length=2000)] = ""
    answer: Annotated[str, Field(max_length=_LONGEST_ANSWER)] = ""
    max_steps: Annotated[int, Field(ge=1, le=10_000)] = 30
    allow: list[Annotated[str, AfterValidator(_permitted)]] = []
    tags: list[_Word] = []

    @model_validator(mode="after")
    def _whole(self) -> "Spec":
        if not self.check and not self.answer:
            raise ValueError("a task needs a check or an answer, to tell whether it is done")
        for name, pool in self.values.items():
            empty = [pool] if isinstance(pool, list) else list(pool.values())
            if not all(empty):
                raise ValueError(f"values: {name} has no values to choose from")
            missing = set(self.goal) - set(pool) if isinstance(pool, dict) else set()
            if missing:
                raise ValueError(f"values: {name} has none in {', '.join(sorted(missing))}, in which there is a goal")
        known = {name: _parts_of(pool) for name, pool in self.values.items()}
        for text in (*(text for texts in self.goal.values() for text in texts), *_strings(self.setup), self.answer):
            _check_places(text, known)
        return self


def specs(text: str, name: str) -> list[tuple[int, Spec]]:
    """Parse the text of a task file. Return (line, spec) for each task.

    name: name of the file, for error messages.
    Raises UsageError that names the line and the problem.
    """
    found: list[tuple[int, Spec]] = []
    names: set[str] = set()
    for node in tasks(text, name):
        spec = _spec(node, name)
        if spec.name in names:
            raise UsageError(f"{name}, line {yaml_line(node)}: a second task is called {spec.name}; names are unique")
        if len(names) == _MOST_TASKS:
            raise UsageError(f"{name}, line {yaml_line(node)}: there are more than {_MOST_TASKS:,} tasks")
        names.add(spec.name)
        found.append((yaml_line(node), spec))
    return found


def draw_task(spec: Spec, seed: int) -> dict[str, Any]:
    """Make a task from a spec: choose at random one wording of the goal, and one value for each name in `spec.values`.

    Return a dict of plain JSON with these keys: "locale" (for the language of the wording, such as "en-US"), "values"
    (the chosen value for each name), and "goal", "setup" and "answer", in which values have replaced the names.
    The same seed gives the same dict on every machine. Raises UsageError if the task with its values is too large.
    """
    chance = random.Random(f"{spec.name}/{seed}")  # noqa: S311 - not a secret
    language, goal = chance.choice([(language, text) for language, all_ in spec.goal.items() for text in all_])
    pools = {name: pool if isinstance(pool, list) else pool[language] for name, pool in spec.values.items()}
    values = {name: chance.choice(pool) for name, pool in pools.items()}
    made = {
        "locale": LOCALES[language],
        "goal": _filled_text(goal, values, _LONGEST_TEXT),
        "values": values,
        "setup": _filled(spec.setup, values),
        "answer": _filled_text(spec.answer, values, _LONGEST_ANSWER),
    }
    if (letters := len(json.dumps(made))) > _MOST_DRAWN:
        raise UsageError(f"the task {spec.name} has {letters:,} letters with its values; {_MOST_DRAWN:,} are the most")
    return made


def confined(request: Mapping[str, Any]) -> Any:
    """Read a task file, or make a task of a spec. Runs inside a child process, which the parent can stop.

    For a request with "text", the content of a task file, return a list of (line, spec as a dict). For a request with
    "spec" and "seed", make a task and return it as `draw_task` does. "name" is the file's name, for error messages.
    """
    if "text" in request:
        return [(line, spec.model_dump()) for line, spec in specs(request["text"], request["name"])]
    try:
        return draw_task(Spec.model_validate(request["spec"]), request["seed"])
    except UsageError as error:
        raise UsageError(f"{request['name']}: {error}") from error


def _spec(node: yaml.Node, name: str) -> Spec:
    value = plain_values(node, name)
    try:
        return Spec.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        at = _node_at(node, first["loc"])
        missing = first["loc"][-1:] if first["type"] == "missing" else ()
        parts = (str(part) for part in first["loc"] if part in _keys(node) | {*missing} or isinstance(part, int))
        where = ".".join(parts)[:100]
        known = f"; known: {', '.join(Spec.model_fields)}" if first["type"] == "extra_forbidden" else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise UsageError(f"{name}, line {yaml_line(at)}: {where + ': ' if where else ''}{reason}{known}") from error


def _node_at(node: yaml.Node, location: Sequence[int | str]) -> yaml.Node:
    """Return the YAML node of one part of a task, or the innermost node around it if the task lacks this part.

    location: keys and indexes that lead to the part, as pydantic's errors give them.
    """
    for part in location:
        if isinstance(node, yaml.MappingNode):
            node = next((key if value is None else value for key, value in node.value if key.value == part), node)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
    return node


def _keys(node: yaml.Node) -> set[str]:
    return {key.value for key, _ in node.value} if isinstance(node, yaml.MappingNode) else set()


def _parts_of(pool: list[Any] | dict[Any, list[Any]]) -> set[str]:
    """Return the parts that all possible values for one name have: keys of dicts or indexes of lists, as texts.

    pool: list of the values from which one is chosen, or such a list for each language. If a value is neither a dict
    nor a list, the result is empty.
    """
    all_ = pool if isinstance(pool, list) else [value for values in pool.values() for value in values]
    parts = [
        set(value)
        if isinstance(value, dict)
        else set(map(str, range(len(value))))
        if isinstance(value, list)
        else set()
        for value in all_
    ]
    return set.intersection(*parts)


def _check_places(text: str, known: Mapping[str, set[str]]) -> None:
    """Raise ValueError if braces in a text are not {name} or {name[part]} with a known name and part.

    known: for each name of a value, the parts that it always has.
    """
    shown = repr(text[:100])
    try:
        found = list(string.Formatter().parse(text))
    except ValueError as error:
        raise ValueError(f"{shown}: {error}; for a plain brace, write it twice") from error
    for _, place, width, conversion in found:
        if place is None:
            continue
        matched = _PLACE.fullmatch(place)
        if not matched or width or conversion:
            told = place + (f"!{conversion}" if conversion else "") + (f":{width}" if width else "")
            raise ValueError(f"{shown} has {{{told[:40]}}}; write {{name}} or {{name[part]}} for a value")
        if matched[1] not in known:
            raise ValueError(f"{shown} asks for {{{matched[1][:40]}}}, which values does not have")
        if matched[2] and matched[2] not in known[matched[1]]:
            raise ValueError(f"{shown} asks for {{{place[:40]}}}, a part that not every {matched[1][:40]} has")


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
    """Return a copy of nested data in which placeholders such as {name} are replaced by the values chosen.

    value: a dict, a list, a text or any other value.
    values: the values chosen, by name.
    If a text is nothing but one placeholder, the value itself takes its place, which may be a number or a list.
    """
    if isinstance(value, Mapping):
        return {name: _filled(part, values) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    whole = re.fullmatch(rf"\{{{_PLACE.pattern}\}}", value)
    return _chosen_value(whole[0][1:-1], values) if whole else _filled_text(value, values, _LONGEST_TEXT)


def _filled_text(text: str, values: Mapping[str, Any], most: int) -> str:
    """Return a text with its placeholders {name} and {name[part]} replaced by the values chosen.

    Raises UsageError if it becomes longer than `most` letters.
    """
    whole = ""
    for words, place, _, _ in string.Formatter().parse(text):
        whole += words + ("" if place is None else str(_chosen_value(place, values)))
        if len(whole) > most:
            raise UsageError(f"{text[:100]!r} has more than {most:,} letters with its values")
    return whole


def _chosen_value(place: str, values: Mapping[str, Any]) -> Any:
    """Return the value, or the part of a value, that a placeholder names.

    place: the placeholder without braces, "name" or "name[part]".
    values: the values chosen, by name.
    """
    name, _, part = place.partition("[")
    value = values[name]
    if not part:
        return value
    return value[int(part[:-1])] if isinstance(value, list) else value[part[:-1]]
