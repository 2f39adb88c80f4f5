"""Turn a call that a model wrote into the action that it means."""

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING
from types import MappingProxyType
from typing import Any, get_args

from appagent.actions.ask import AskPerson
from appagent.actions.calls.functions import signature
from appagent.actions.calls.syntax import Call, calls_in, clean, kind_of
from appagent.actions.cells import TapCell
from appagent.actions.grid import Grid
from appagent.actions.parts.base import ACTIONS, KINDS, ON_MARKS, Action, Param, params
from appagent.actions.parts.by_name import ByName
from appagent.errors import ActionError
from appagent.screen.grid import PARTS
from appagent.screen.language.lexicon import SWITCH_STATES, folded, listed


def parse(text: str) -> Action:
    """Return the action that a text with exactly one call means.

    Raises ActionError if the text has no call or several, or if the call cannot be parsed. The message says what is
    wrong and how to write the call.

    >>> parse('text("call (555) 1234")')
    TypeText(text='call (555) 1234', mark=None, clear=False, enter=False)
    """
    calls = calls_in(text)
    if len(calls) != 1:
        raise ActionError(f"{text[:60]!r} is {'no call' if not calls else 'more than one call'}; {exist(ON_MARKS)}")
    return to_action(calls[0])


def to_action(call: Call, offered: Collection[str] = KINDS) -> Action:
    """Return the action that a call means.

    offered: the kinds of action that are allowed now. `ask` is accepted even if it is not among them; it is refused
    later, with a reason, if nobody can answer. While the grid is shown, an action on a mark becomes the action on a
    cell that replaces it: `tap(5)` taps cell 5. A name in place of a mark makes it the action on a name, if there is
    one: `tap("Wi-Fi")`, `set("Volume", 30)`.
    Named arguments are assigned first. Then each positional argument goes to the first free argument whose type accepts
    the value. So `swipe(3, "up")`, `swipe("up", 3)` and `swipe("up")` are all understood.
    Raises ActionError if no allowed action has this name, or if an argument is missing, unknown or wrong. The message
    says how to write the call.
    """
    kind = kind_of(call.name)
    on_offer = [one for one in ACTIONS if one.kind in offered or one is AskPerson]
    cls = next((one for by in ("kind", "instead_of") for one in on_offer if getattr(one, by) == kind), None)
    if cls is None:
        if "_cell" in kind:
            raise ActionError(_NO_GRID)
        if TapCell.kind in offered and kind in KINDS:
            raise ActionError(_GRID_UP)
        raise ActionError(f"no function {call.name[:60]!r}; {exist(offered)}")
    by_name = next((one for one in on_offer if issubclass(one, ByName) and one.instead_of == kind), None)
    worded = any(map(str.isalpha, "".join(each for each in _given(call) if isinstance(each, str))))
    named = by_name and worded and not _begins_with_a_value(call)
    if by_name and named and _in_order(by_name, call) and not _in_order(cls, call):
        return _read(by_name, call)  # else `set("Volume", 30)` would set mark 30 to "Volume"
    try:
        return _read(cls, call)
    except ActionError:
        if by_name is None or not worded:
            raise
        with suppress(ActionError):
            return _read(by_name, call)
        raise


def _given(call: Call) -> Iterable[object]:
    return (*call.positional, *call.keywords.values())


def _begins_with_a_value(call: Call) -> bool:
    """Tell whether the first argument is no name but a value to set, as in `set("on", 5)` and `set("07:30 pm", 3)`."""
    first = next(iter(call.positional), None)
    return isinstance(first, str) and (first[:1].isdigit() or folded(first) in listed(SWITCH_STATES))


def _in_order(cls: type[Action], call: Call) -> bool:
    """Tell whether the positional arguments of a call fit the arguments of an action in the order of these."""
    named = {name.lower() for name in call.keywords}
    free = [one for one in params(cls) if not named & {one.name, *one.also}]
    return len(call.positional) <= len(free) and all(map(_fits, free, call.positional))


def _read(cls: type[Action], call: Call) -> Action:
    """Build an action of the class `cls` from the arguments of a call; see `to_action`."""
    free = list(params(cls))
    values: dict[str, object] = {}
    for name, value in call.keywords.items():
        if value is None:  # null in JSON stands for an argument that is left out
            continue
        param = next((one for one in free if name.lower() in (one.name, *one.also)), None)
        if param is None:
            raise ActionError(f"{call.text[:60]} has no use for {name[:60]!r}; {_how(cls)}")
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
    return cls.read(**values)


def exist(kinds: Collection[str]) -> str:
    """List the functions of the given kinds, as words for a message to a model that named none of them."""
    return f"the functions are {', '.join(kinds)}"


_MOST_DIGITS = 10  # of a whole number, which is a mark or a cell
_NO_GRID = f"the grid is not up: write {Grid.example} first, and then, when you see the cells, {TapCell.example}"
_GRID_UP = (
    f"the grid is up, and marks are not: use its cells, as in {TapCell.example}, or wait(1) to have the marks back"
)


def _how(cls: type[Action]) -> str:
    return f"write it as {signature(cls)}, for example {cls.example}"


def _no_place(cls: type[Action], call: Call, value: object) -> str:
    if cls.kind in ON_MARKS and str(value).lower() in PARTS:
        return _NO_GRID
    return f"{call.text[:60]} has no use for {str(value)[:60]!r}; {_how(cls)}"


def _fits(param: Param, value: object) -> bool:
    """Tell whether a positional value may go to an argument; a text with a comma must not become two arguments."""
    if param.keyword and param.type is str and param.default is MISSING:
        return False
    try:
        _as_type(param.type, value)
    except ValueError:
        return False
    return True


def _converted(cls: type[Action], param: Param, value: object) -> object:
    try:
        return _as_type(param.type, value, dict(param.meant))
    except ValueError as error:
        raise ActionError(f"{param.name} is {error}, not {str(value)[:60]!r}; {_how(cls)}") from error


def _as_type(wanted: Any, value: object, meant: Mapping[str, str] = MappingProxyType({})) -> object:
    """Convert a value to the type of an argument: int, float, bool, str, or one of the words of a Literal.

    meant: other words that are accepted for a Literal, each with the word of the Literal that it stands for. Raises
    ValueError if the value does not fit; the message says what the value should be, such as "a whole number".
    """
    words = str(value).strip().lower()
    if choices := get_args(wanted):
        words = re.sub("[ _]+", "-", words).replace("upper", "top").replace("lower", "bottom")
        words = {"centre": "center", "middle": "center"}.get(words, words)
        known = {re.sub("[ _]+", "-", word): word for word in choices}
        known |= {re.sub("[ _]+", "-", word): choice for word, choice in meant.items()}
        if words in known:
            return known[words]
        raise ValueError(f"one of {', '.join(choices)}")
    if wanted is str and isinstance(value, str | int | float) and not isinstance(value, bool):
        return clean(str(value))
    if wanted is bool and words in ("true", "false"):
        return words == "true"
    number = words.strip("#[]<> ").removesuffix(".0")
    if wanted is int and number.removeprefix("-").isdecimal() and len(number) <= _MOST_DIGITS:
        return int(number)
    if wanted is float:
        with suppress(ValueError):
            return float(words)
    raise ValueError({str: "a text", bool: "true or false", int: "a whole number", float: "a number"}[wanted])
