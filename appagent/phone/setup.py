"""Set up an app's state from plain JSON values for the beginning of a task."""

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, get_origin, get_type_hints

from appagent.phone.app import App, PhoneError


def set_up(app: App, values: Mapping[str, object]) -> None:
    """Give attributes of an app's state new values, which are converted to the types that are there now.

    A mapping for a dataclass or a dict changes the parts it names; a list replaces the list. A new mapping inside
    either becomes an object like the first one there now, or if there is none, like the only dataclass of the app with
    such fields. Raises PhoneError, and changes nothing, for values that do not fit.
    """
    kind: Any = type(app)
    kinds = _kinds_of(kind)
    known = {name: value for name, value in vars(app).items() if not name.startswith("_")}
    made = {}
    for name, value in values.items():
        where = f"{app.name()}.{name}"
        if name not in known:
            raise PhoneError(f"there is no {where} to set up; there are: {', '.join(sorted(known)) or 'none'}")
        made[name] = _like(known[name], value, where, kinds)
    for name, value in made.items():
        setattr(app, name, value)


@lru_cache(maxsize=64)  # the files of an app are all loaded when there is one; a changed file makes another class
def _kinds_of(app: type[Any]) -> list[type]:
    """List the dataclasses that an app's files define, of which its state is made."""
    own = app.__module__
    files = [vars(file) for name, file in [*sys.modules.items()] if name == own or name.startswith(f"{own}.")]
    found = [value for names in files for value in names.values() if isinstance(value, type)]
    mine = [kind for kind in dict.fromkeys(found) if kind.__module__ == own or kind.__module__.startswith(f"{own}.")]
    return [kind for kind in mine if dataclasses.is_dataclass(kind)]


def _like(now: Any, value: Any, where: str, kinds: Sequence[type]) -> Any:
    """Convert a value to the type of the present one."""
    if dataclasses.is_dataclass(now) and not isinstance(now, type):
        return dataclasses.replace(now, **_parts(now, value, where, kinds))
    if isinstance(now, dict) and isinstance(value, Mapping):
        first = next(iter(now.values()), None)
        new = {key: _item(first, part, f"{where}.{key}", kinds) for key, part in value.items() if key not in now}
        known = value.keys() & now.keys()
        return {**now, **new, **{key: _like(now[key], value[key], f"{where}.{key}", kinds) for key in known}}
    if isinstance(now, list | tuple | set) and isinstance(value, list):
        first = next(iter(now), None)
        return type(now)(_item(first, part, f"{where}[{number}]", kinds) for number, part in enumerate(value))
    if isinstance(now, float) and type(value) is int:
        return float(value)
    if now is None or type(value) is type(now):
        return value
    raise PhoneError(f"{where} is {_kind(now)}, and {value!r} is {_kind(value)}")


def _item(first: Any, value: Any, where: str, kinds: Sequence[type]) -> Any:
    """Build a new item of a list or dict, like the first one there, or else like the dataclass with these fields."""
    if first is None and isinstance(value, Mapping):
        kind = _kind_with(value, where, kinds)
        return kind(**{name: _like(_blank(kind, name), part, f"{where}.{name}", kinds) for name, part in value.items()})
    if not dataclasses.is_dataclass(first) or isinstance(first, type):
        return value if first is None else _like(first, value, where, kinds)
    parts = _parts(first, value, where, kinds)
    if missing := [name for name in _needed(type(first)) if name not in parts]:
        raise PhoneError(f"{where} needs {', '.join(missing)} too")
    return type(first)(**parts)


def _kind_with(value: Mapping[str, Any], where: str, kinds: Sequence[type]) -> type:
    """Return the only dataclass that has these fields. Raises PhoneError if there is none, or several."""
    fitting = [kind for kind in kinds if _needed(kind) <= value.keys() <= set(_names(kind))]
    if len(fitting) != 1:
        named = " or ".join(f"{kind.__name__} ({', '.join(_names(kind))})" for kind in fitting or kinds) or "none"
        raise PhoneError(f"{where} may be one of {len(fitting)} kinds of things by its parts; there are: {named}")
    return fitting[0]


def _blank(kind: type, name: str) -> Any:
    """Return an empty value of the type that a dataclass declares for a field."""
    said = get_type_hints(kind)[name]
    plain = get_origin(said) or said
    return plain() if plain in (str, int, float, bool, list, tuple, set, dict) else None


def _parts(now: Any, value: Any, where: str, kinds: Sequence[type]) -> dict[str, Any]:
    """Convert the values that a mapping gives for fields of a dataclass."""
    names = _names(type(now))
    if not isinstance(value, Mapping):
        raise PhoneError(f"{where} is a mapping of {', '.join(names)}, and {value!r} is {_kind(value)}")
    if unknown := [key for key in value if key not in names]:
        raise PhoneError(f"{where} has no {unknown[0]!r}; it has: {', '.join(names)}")
    return {key: _like(getattr(now, key), part, f"{where}.{key}", kinds) for key, part in value.items()}


def _names(kind: Any) -> list[str]:
    return [field.name for field in dataclasses.fields(kind)]


def _needed(kind: Any) -> set[str]:
    """Return the names of a dataclass's fields that have no default."""
    missing = dataclasses.MISSING
    fields = dataclasses.fields(kind)
    return {field.name for field in fields if field.default is missing and field.default_factory is missing}


def _kind(value: object) -> str:
    known = {bool: "true or false", int: "a whole number", float: "a number", str: "text", dict: "a mapping"}
    return known.get(type(value), "nothing" if value is None else "a list")
