"""A call as a model wrote it -> the action it means."""

from dataclasses import MISSING
from typing import Any, get_args

from appagent.actions.kinds import ACTIONS, KINDS, Action, Param, params, signature
from appagent.actions.syntax import Call, calls_in, clean, kind_of
from appagent.errors import ActionError


def parse(text: str) -> Action:
    """The action of one call.

    Raises ActionError saying what is wrong with it and how to write it.

    >>> parse('text("call (555) 1234")')
    TypeText(text='call (555) 1234', mark=None, clear=False, enter=False)
    """
    calls = calls_in(text)
    if len(calls) != 1:
        raise ActionError(f"{text[:60]!r} is {'no call' if not calls else 'more than one call'}; {EXIST}")
    return to_action(calls[0])


def to_action(call: Call) -> Action:
    """The action that a call means.

    A positional argument is the first one still free whose type takes it, so that
    `swipe(3, "up")`, `swipe("up", 3)` and `swipe("up")` are all read.
    Raises ActionError.
    """
    cls = next((one for one in ACTIONS if one.kind == kind_of(call.name)), None)
    if cls is None:
        raise ActionError(_NO_GRID if call.name.lower() == "grid" else f"no function {call.name[:60]!r}; {EXIST}")
    free = list(params(cls))
    values: dict[str, object] = {}
    for name, value in call.keywords.items():
        if value is None:  # null in JSON stands for an argument that is left out
            continue
        param = next((one for one in free if name.lower() in (one.name, *one.also)), None)
        if param is None:
            raise ActionError(f"{call.text[:60]} has no use for {name!r}; {_how(cls)}")
        values[param.attribute] = _converted(cls, param, value)
        free.remove(param)
    for value in call.positional:
        param = next((one for one in free if _fits(one, value)), None)
        if param is None:
            raise ActionError(_no_place(cls, call, value))
        values[param.attribute] = _converted(cls, param, value)
        free.remove(param)
    if missing := [one.name for one in free if one.default is MISSING]:
        raise ActionError(f"{call.text[:60]} lacks {missing[0]}; {_how(cls)}")
    return cls(**values)


EXIST = f"the functions are {', '.join(KINDS)}"
_NO_GRID = "this screen has no grid; use the number of an element, or swipe to see more of them"
_SUBAREAS = {
    "center", "top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right",
}  # fmt: skip


def _how(cls: type[Action]) -> str:
    return f"write it as {signature(cls)}, for example {cls.example}"


def _no_place(cls: type[Action], call: Call, value: object) -> str:
    if str(value).lower() in _SUBAREAS:
        return _NO_GRID
    return f"{call.text[:60]} has no use for {str(value)[:60]!r}; {_how(cls)}"


def _fits(param: Param, value: object) -> bool:
    try:
        _as_type(param.type, value)
    except ValueError:
        return False
    return True


def _converted(cls: type[Action], param: Param, value: object) -> object:
    try:
        return _as_type(param.type, value)
    except ValueError as error:
        raise ActionError(f"{param.name} is {error}, not {str(value)[:60]!r}; {_how(cls)}") from error


def _as_type(wanted: Any, value: object) -> object:
    """The value as the type that an argument has; ValueError names what it must be."""
    words = str(value).strip().lower()
    if choices := get_args(wanted):
        if words in choices:
            return words
        raise ValueError(f"one of {', '.join(choices)}")
    if wanted is str and isinstance(value, str | int | float) and not isinstance(value, bool):
        return clean(str(value))
    if wanted is bool and words in ("true", "false"):
        return words == "true"
    if wanted is int and (number := words.strip("#[]<> ").removesuffix(".0")).removeprefix("-").isdecimal():
        return int(number)
    if wanted is float and _numeric(words):
        return float(words)
    raise ValueError({str: "a text", bool: "true or false", int: "a whole number", float: "a number"}[wanted])


def _numeric(words: str) -> bool:
    try:
        float(words)
    except ValueError:
        return False
    return True
