"""Parse calls that a model wrote as JSON, in the shapes that models and tool protocols use.

These shapes are: one flat object, `{"action": "tap", "element": 5}`; a name with its arguments, `{"name": "tap",
"arguments": {"element": 5}}`, with the arguments also as a list or as JSON in a string; one of these objects inside
another (under `"function"` or `"tool_calls"`) or in a list; `{"tap": 5}`; and `{"action": "tap(5)"}`.
"""

import json
from typing import Any

from appagent.actions.calls.syntax import Call, calls_in, clean, kind_of
from appagent.actions.parts.base import KINDS

_NAMED_BY = ("action", "function", "tool_calls", "actions", "tool", "name", "action_type", "type")
_ARGUMENTS = ("arguments", "args", "parameters", "params", "action_input")
_ASIDE = ("observation", "thought", "reasoning", "reason", "explanation", "description", "confidence", "summary")
_DEEPEST = 5


def calls_of(value: Any, depth: int = 0) -> list[Call]:
    """Return the calls that a parsed JSON value contains, in order; [] if it contains none.

    value: an object, a list, or a string with calls such as `tap(5)`; any other value contains no call. depth: how many
    objects and lists enclose the value; beyond 5 the result is [].
    Raises ActionError if a call in a string cannot be parsed.
    """
    if depth > _DEEPEST:
        return []
    if isinstance(value, list):
        return [call for one in value for call in calls_of(one, depth + 1)]
    if isinstance(value, str):
        return calls_in(value)
    if not isinstance(value, dict):
        return []
    given = {str(key).lower(): one for key, one in value.items()}
    for key in _NAMED_BY:
        if calls := _named(given.get(key), {name: given[name] for name in given if name != key}, depth):
            return calls
    if len(given) == 1 and (kind := kind_of(next(iter(given)))) in KINDS:
        return [_call(kind, {"arguments": next(iter(given.values()))})]
    names = [given[key] for key in _NAMED_BY if isinstance(given.get(key), str)]
    return [_call(names[0], {})] if names and names[0].isidentifier() else []


def decoded(text: str, start: int) -> tuple[Any, int]:
    """Decode the JSON value that begins at position `start` of a reply; return the value and the position after it.

    Raises ValueError if the JSON is malformed, nested too deeply, or gives one key two values.
    """
    try:
        value, end = _JSON_OF_MODELS.raw_decode(text, start)
        return json.loads(clean(json.dumps(value, ensure_ascii=False))), end
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _named(name: Any, rest: dict[str, Any], depth: int) -> list[Call]:
    if isinstance(name, str) and kind_of(name) in KINDS:
        return [_call(kind_of(name), rest)]
    return calls_of(name, depth + 1)


def _call(name: str, rest: dict[str, Any]) -> Call:
    text = json.dumps({"action": name, **rest}, ensure_ascii=False)
    held = next((rest[key] for key in _ARGUMENTS if key in rest), rest)
    if isinstance(held, str):
        held = _loaded(held)
    if isinstance(held, dict):
        return Call(name, (), {key: one for key, one in held.items() if key.lower() not in _ASIDE}, text)
    return Call(name, tuple(held) if isinstance(held, list) else (held,), {}, text)


def _loaded(text: str) -> Any:
    """Return the value that a JSON string encodes, because tool protocols send arguments as strings.

    If the string is not JSON, return the string itself, as the only argument.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of a JSON object as a dict, with the keys as they are written.

    Raises ValueError if a key occurs twice with different values; upper and lower case make no difference.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if found.setdefault(key.lower(), value) != value:
            raise ValueError(f"{key[:40]!r} stands in it twice")
    return dict(pairs)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


# reads JSON as models write it: with line breaks in strings, but with no key given two values, and no NaN
_JSON_OF_MODELS = json.JSONDecoder(strict=False, object_pairs_hook=_once, parse_constant=_no_number)
