"""What an explorer knows, as plain JSON that outlives its process."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from appagent.screen.labels import Label
from appagent.screen.transitions import Transition

_KINDS = {kind.__name__: kind for kind in (Transition, Label)}


def known(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Some attributes as plain JSON."""
    return {name: plain(getattr(owner, name)) for name in names}


def recall(owner: object, names: Iterable[str], told: Mapping[str, Any]) -> None:
    """Set those attributes to what `known` told of them. Raises KeyError, TypeError or ValueError for anything else."""
    for name in names:
        value = lively(told[name])
        setattr(owner, name, Counter(value) if isinstance(getattr(owner, name), Counter) else value)


def plain(value: object) -> Any:
    """A value as plain JSON that `lively` makes it of again: dicts with any keys, sets and tuples too.

    >>> lively(plain({("a", True): {1}})) == {("a", True): {1}}
    True
    """
    match value:
        case Mapping():
            return {"map": [[plain(key), plain(held)] for key, held in value.items()]}
        case set() | frozenset():
            return {"set": sorted(map(plain, value), key=repr)}
        case tuple():
            return {"tuple": [plain(held) for held in value]}
        case list():
            return [plain(held) for held in value]
        case Transition() | Label():
            return {type(value).__name__: [plain(getattr(value, one.name)) for one in fields(value)]}
    return value


def lively(told: Any) -> Any:
    """The value that `plain` told. Raises KeyError, TypeError or ValueError for anything else."""
    if isinstance(told, list):
        return [lively(held) for held in told]
    if not isinstance(told, dict):
        return told
    ((kind, held),) = told.items()
    values = lively(held)
    match kind:
        case "map":
            return dict(values)
        case "set":
            return set(values)
        case "tuple":
            return tuple(values)
    return _KINDS[kind](*values)
