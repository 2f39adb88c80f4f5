"""Save an explorer's knowledge as to_json JSON, so that another process can continue."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from appagent.screen.labels import Label
from appagent.screen.transitions import Transition

_KINDS = {kind.__name__: kind for kind in (Transition, Label)}


def known(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Save some attributes of an object as to_json JSON."""
    return {name: to_json(getattr(owner, name)) for name in names}


def recall(owner: object, names: Iterable[str], told: Mapping[str, Any]) -> None:
    """Restore attributes that `known` saved. Raises KeyError, TypeError or ValueError for any other JSON."""
    for name in names:
        value = from_json(told[name])
        setattr(owner, name, Counter(value) if isinstance(getattr(owner, name), Counter) else value)


def to_json(value: object) -> Any:
    """Convert a value to to_json JSON that `from_json` reverses: dicts with any keys, sets and tuples too.

    >>> from_json(to_json({("a", True): {1}})) == {("a", True): {1}}
    True
    """
    match value:
        case Mapping():
            return {"map": [[to_json(key), to_json(held)] for key, held in value.items()]}
        case set() | frozenset():
            return {"set": sorted(map(to_json, value), key=repr)}
        case tuple():
            return {"tuple": [to_json(held) for held in value]}
        case list():
            return [to_json(held) for held in value]
        case Transition() | Label():
            return {type(value).__name__: [to_json(getattr(value, one.name)) for one in fields(value)]}
    return value


def from_json(told: Any) -> Any:
    """Restore the value that `to_json` converted. Raises KeyError, TypeError or ValueError for any other JSON."""
    if isinstance(told, list):
        return [from_json(held) for held in told]
    if not isinstance(told, dict):
        return told
    ((kind, held),) = told.items()
    values = from_json(held)
    match kind:
        case "map":
            return dict(values)
        case "set":
            return set(values)
        case "tuple":
            return tuple(values)
    return _KINDS[kind](*values)
