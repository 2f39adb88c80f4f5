"""Setting up an app's state from plain JSON values: what a task finds when it begins."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from appagent.phone.app import App, PhoneError


def set_up(app: App, values: Mapping[str, object]) -> None:
    """Give attributes of an app's state new values, which are read by the shape of what is there.

    A mapping for a dataclass or a dict changes what it names; a list replaces the list, its mappings becoming what the
    first item of the list is now. Raises PhoneError, and changes nothing, for what does not fit.
    """
    known = {name: value for name, value in vars(app).items() if not name.startswith("_")}
    made = {}
    for name, value in values.items():
        where = f"{app.name()}.{name}"
        if name not in known:
            raise PhoneError(f"there is no {where} to set up; there are: {', '.join(sorted(known)) or 'none'}")
        made[name] = _like(known[name], value, where)
    for name, value in made.items():
        setattr(app, name, value)


def _like(now: Any, value: Any, where: str) -> Any:
    """The value in the shape of what is there now."""
    if dataclasses.is_dataclass(now) and not isinstance(now, type):
        return dataclasses.replace(now, **_parts(now, value, where))
    if isinstance(now, dict) and isinstance(value, Mapping):
        return {**now, **{key: _like(now.get(key), part, f"{where}.{key}") for key, part in value.items()}}
    if isinstance(now, list | tuple | set) and isinstance(value, list):
        first = next(iter(now), None)
        return type(now)(_item(first, part, f"{where}[{number}]") for number, part in enumerate(value))
    if isinstance(now, float) and type(value) is int:
        return float(value)
    if now is None or type(value) is type(now):
        return value
    raise PhoneError(f"{where} is {_kind(now)}, and {value!r} is {_kind(value)}")


def _item(first: Any, value: Any, where: str) -> Any:
    """One item of a list, made like the list's first."""
    if not dataclasses.is_dataclass(first) or isinstance(first, type):
        return value if first is None else _like(first, value, where)
    parts = _parts(first, value, where)
    missing = [
        field.name
        for field in dataclasses.fields(first)
        if field.name not in parts
        and field.default is dataclasses.MISSING
        and field.default_factory is dataclasses.MISSING
    ]
    if missing:
        raise PhoneError(f"{where} needs {', '.join(missing)} too")
    return type(first)(**parts)


def _parts(now: Any, value: Any, where: str) -> dict[str, Any]:
    """The fields of a dataclass that a mapping names, each in its shape."""
    if not isinstance(value, Mapping):
        raise PhoneError(f"{where} is a mapping of {_names(now)}, and {value!r} is {_kind(value)}")
    if unknown := [key for key in value if key not in _names(now).split(", ")]:
        raise PhoneError(f"{where} has no {unknown[0]!r}; it has: {_names(now)}")
    return {key: _like(getattr(now, key), part, f"{where}.{key}") for key, part in value.items()}


def _names(value: Any) -> str:
    return ", ".join(field.name for field in dataclasses.fields(value))


def _kind(value: object) -> str:
    known = {bool: "true or false", int: "a whole number", float: "a number", str: "text", dict: "a mapping"}
    return known.get(type(value), "nothing" if value is None else "a list")
