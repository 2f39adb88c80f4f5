"""Save an explorer's knowledge as plain JSON, so that another process can continue."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from appagent.screen.labels import Label
from appagent.screen.transitions import Transition

_KINDS = {kind.__name__: kind for kind in (Transition, Label)}


def known(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the attributes of an object that have these names, as plain JSON by name."""
    return {name: saved(getattr(owner, name)) for name in names}


def recall(owner: object, names: Iterable[str], told: Mapping[str, Any]) -> None:
    """Set the attributes of an object to the values that `known` returned. names: the attributes to set.

    Raises KeyError, TypeError or ValueError for any other JSON.
    """
    for name in names:
        value = restored(told[name])
        setattr(owner, name, Counter(value) if isinstance(getattr(owner, name), Counter) else value)


def saved(value: object) -> Any:
    """Convert a value to plain JSON, from which `restored` makes the same value again.

    Besides plain JSON the value may hold dicts with any keys, sets, tuples, transitions and labels.

    >>> restored(saved({("a", True): {1}})) == {("a", True): {1}}
    True
    """
    match value:
        case Mapping():
            return {"map": [[saved(key), saved(held)] for key, held in value.items()]}
        case set() | frozenset():
            return {"set": sorted(map(saved, value), key=repr)}
        case tuple():
            return {"tuple": [saved(held) for held in value]}
        case list():
            return [saved(held) for held in value]
        case Transition() | Label():
            return {type(value).__name__: [saved(getattr(value, one.name)) for one in fields(value)]}
    return value


def restored(told: Any) -> Any:
    """Return the value that `saved` converted. Raises KeyError, TypeError or ValueError for any other JSON."""
    if isinstance(told, list):
        return [restored(held) for held in told]
    if not isinstance(told, dict):
        return told
    ((kind, held),) = told.items()
    values = restored(held)
    match kind:
        case "map":
            return dict(values)
        case "set":
            return set(values)
        case "tuple":
            return tuple(values)
    return _KINDS[kind](*values)
