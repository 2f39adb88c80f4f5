"""Convert what a learning run knows to plain JSON and back, so that another process can continue."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_type_hints

from appagent.learning.memory.proposal import Proposal
from appagent.screen.names.labels import Label
from appagent.screen.transitions import Transition

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_KINDS = {kind.__name__: kind for kind in (Transition, Label, Proposal)}


def known(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Return some attributes of an object as a dict: their values by name."""
    return {name: getattr(owner, name) for name in names}


def recall(owner: object, names: Iterable[str], told: Mapping[str, Any]) -> None:
    """Set attributes of an object to the values that `known` returned.

    names: the attributes to set.
    Raises KeyError if a value is missing, and ValueError if it is not of the type that the attribute is declared with.
    """
    kinds = get_type_hints(type(owner))
    for name in names:
        setattr(owner, name, _checking(kinds[name]).validate_python(told[name]))


@cache
def _checking(kind: Any) -> "TypeAdapter[Any]":
    """Return what checks values of a type, all that they contain included."""
    from pydantic import TypeAdapter  # takes a tenth of a second to import

    return TypeAdapter(kind)


def saved(value: object) -> Any:
    """Convert a value to plain JSON, from which `restored` makes the same value again.

    The value may contain dicts with any keys, sets, tuples, transitions, labels and proposals.

    >>> restored(saved({("a", True): {1}})) == {("a", True): {1}}
    True
    """
    save = _SAVERS.get(type(value))
    return save(value) if save else value


def _saved_fields(kind: type) -> Callable[[Any], Any]:
    """Return a function that converts a dataclass of the class `kind`, such as a transition, to plain JSON."""
    values = attrgetter(*(one.name for one in fields(kind)))
    return lambda value: {kind.__name__: list(map(saved, values(value)))}


def _saved_map(value: Mapping[Any, Any]) -> Any:
    return {"map": [[saved(key), saved(held)] for key, held in value.items()]}


def _saved_set(value: Iterable[Any]) -> Any:
    return {"set": sorted(map(saved, value), key=repr)}


# By type: thousands of values are saved at every step, and `isinstance` with a Mapping takes longer than all the rest.
_SAVERS: dict[type, Callable[[Any], Any]] = {
    dict: _saved_map,
    Counter: _saved_map,
    set: _saved_set,
    frozenset: _saved_set,
    tuple: lambda value: {"tuple": list(map(saved, value))},
    list: lambda value: list(map(saved, value)),
    **{kind: _saved_fields(kind) for kind in _KINDS.values()},
}


def restored(told: Any) -> Any:
    """Return the value that `saved` had converted to this JSON.

    Raises KeyError, TypeError or ValueError for any other JSON.
    """
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
    names = [each.name for each in fields(_KINDS[kind])]
    return _checking(_KINDS[kind]).validate_python(dict(zip(names, values, strict=True)))
