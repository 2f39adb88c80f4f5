"""Parse the option --faults for the virtual phone: names of faults separated by commas, or a YAML file."""

import difflib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from appagent.errors import UsageError
from appagent.files import read_file
from appagent.phone.faults import FAULTS, Fault, Moment

ALL = "all"
_LARGEST_FILE = 16_000  # bytes
_WHEN = tuple(one.name for one in fields(Moment))


def read_faults(given: str, seed: int = 0) -> list[Fault]:
    """Return the faults that a value of --faults means.

    given: names of faults separated by commas, or the path of a YAML file: a list of names, or of maps with "name" and
    optionally "seed" and one of "touch", "gestures", "looks" and "seconds".
    seed: the seed for faults that give none.
    Raises UsageError for an unknown name, with the nearest known ones, and for a file that cannot be used.
    """
    path = Path(given)
    if path.suffix in (".yaml", ".yml"):
        return [_of_file(one, path, seed) for one in _listed(path)]
    return [fault_class(name)(seed) for name in fault_names(given)]


def fault_names(given: str) -> list[str]:
    """Return the names in a comma-separated list, or all names for "all". Raises UsageError if one is unknown."""
    names = list(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    return list(FAULTS) if names == [ALL] else [fault_class(name).name for name in names]


def fault_class(name: str) -> type[Fault]:
    """Return the class of the fault with a name. Raises UsageError, with the nearest names, if there is none."""
    if name not in FAULTS:
        near = ", ".join(difflib.get_close_matches(name, FAULTS, n=3, cutoff=0.3)) or "none"
        raise UsageError(f"no fault {name!r}; the nearest: {near}; `appagent phone faults` lists them all")
    return FAULTS[name]


def _listed(path: Path) -> list[Any]:
    if not path.is_file():
        raise UsageError(f"no file of faults at {path}; docs/faults.md says how to write one")
    try:
        found = yaml.safe_load(read_file(path, _LARGEST_FILE).decode())
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: it is not YAML: {str(error).splitlines()[0]}") from error
    if not isinstance(found, list) or not found:
        raise UsageError(f"{path}: a file of faults is a list, each beginning with `- name: ...`")
    return found


def _of_file(told: Any, path: Path, seed: int) -> Fault:
    facts: Mapping[str, Any] = told if isinstance(told, dict) else {"name": told}
    unknown = [str(name) for name in facts if name not in ("name", "seed", *_WHEN)]
    if unknown or not isinstance(facts.get("name"), str):
        wrong = f"{unknown[0]!r} is no part of a fault" if unknown else f"{told!r} has no name"
        raise UsageError(f"{path}: {wrong}; a fault has a name, and may have a seed and one of {', '.join(_WHEN)}")
    numbers = {name: value for name, value in facts.items() if name != "name"}
    for name, value in numbers.items():
        whole = isinstance(value, int) or (name == "seconds" and isinstance(value, float))
        if isinstance(value, bool) or not whole or not 0 <= value < 1e6:
            raise UsageError(f"{path}: {name} of {facts['name']} is {value!r}; give a number from 0 on")
    when = {name: value for name, value in numbers.items() if name != "seed"}
    if len(when) > 1:
        raise UsageError(f"{path}: {facts['name']} has several moments ({', '.join(when)}); give one")
    return fault_class(facts["name"])(int(numbers.get("seed", seed)), Moment(**when) if when else None)
