"""Load and save what a person said about a demonstration: which words are values, and what a repetition may leave out.

This is in the file `demonstration.json` beside the trajectory, because it is about the whole demonstration and is
edited afterwards.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from appagent.errors import UsageError
from appagent.files import read_no_link, replace_private, writing
from appagent.foreign import json_object

DEMONSTRATION_FILE = "demonstration.json"
NOTHING_FOUND = ("stop", "skip", "done")  # what to do if the element of a step is not found
_LARGEST = 1_000_000  # bytes
_SCHEMA = 1
_KINDS: dict[str, tuple[type, str]] = {
    "author": (str, "a text"), "by": (str, "a text"), "values": (dict, 'texts by their names: {"title": "Milk"}'),
    "optional": (list, "a list of numbers of steps"), "unsure": (list, "a list of numbers of steps"),
    "nothing_found": (dict, 'what to do, by number of step: {"3": "skip"}'), "fixed": (list, "a list of texts"),
}  # fmt: skip


@dataclass(frozen=True)
class Demonstration:
    """Remarks of a person on a demonstration, besides what its steps contain. Steps are named by their numbers.

    author: public key of the person, as documents name their author.
    by: how the task was demonstrated: "finger", "browser" or "terminal".
    values: words of the task that may differ next time, by name, such as {"title": "Milk"}.
    optional: steps on something that may be missing, such as a dialog.
    nothing_found: for a step on a row or a result, what to do if there is none: one of NOTHING_FOUND.
    unsure: steps that pay, send, delete or the like, and that nobody has allowed to be repeated without a person.
    fixed: words of the task that stay as they are.
    What is said about a step stays here when the step is taken out, and applies again once it is put back.
    """

    author: str = ""
    by: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    optional: tuple[int, ...] = ()
    nothing_found: Mapping[int, str] = field(default_factory=dict)
    unsure: tuple[int, ...] = ()
    fixed: tuple[str, ...] = ()


def read_demonstration(folder: Path) -> Demonstration:
    """Load what was said about a demonstration from its folder; an empty `Demonstration` if there is no file.

    Raises UsageError if the file cannot be read, or contains something else.
    """
    path = folder / DEMONSTRATION_FILE
    if not path.exists():
        return Demonstration()
    if (facts := json_object(read_no_link(path, _LARGEST).decode(errors="replace"))) is None:
        raise UsageError(f"{path} does not say what a demonstration is: it is no JSON object")
    try:
        return _from_json(facts)
    except ValueError as error:
        raise UsageError(f"{path} does not say what a demonstration is: {error}") from error


def write_demonstration(folder: Path, demonstration: Demonstration) -> None:
    """Save what was said about a demonstration in its folder. Secrets must be masked already.

    Raises UsageError if that fails.
    """
    with writing(f"the run in {folder}"):
        text = json.dumps({"schema": _SCHEMA, **asdict(demonstration)}, ensure_ascii=False, indent=1)
        replace_private(folder / DEMONSTRATION_FILE, text.encode(errors="backslashreplace"))


def _from_json(facts: Mapping[str, Any]) -> Demonstration:
    if facts.get("schema") != _SCHEMA:
        raise ValueError(f"its schema is {facts.get('schema')!r:.40}, and this AppAgent knows {_SCHEMA}")
    facts = {"fixed": [], **facts}
    for name, (kind, form) in _KINDS.items():
        if not isinstance(facts.get(name), kind):
            raise ValueError(f"its {name} cannot be {facts.get(name)!r:.40}; it is {form}")
    found = {_number(number): what for number, what in facts["nothing_found"].items()}
    if wrong := [what for what in found.values() if what not in NOTHING_FOUND]:
        raise ValueError(f"nothing_found cannot be {wrong[0]!r:.40}; it is one of {', '.join(NOTHING_FOUND)}")
    return Demonstration(
        facts["author"], facts["by"], {name: str(text) for name, text in facts["values"].items()},
        tuple(map(_number, facts["optional"])), found, tuple(map(_number, facts["unsure"])),
        tuple(map(str, facts["fixed"])),
    )  # fmt: skip


def _number(value: object) -> int:
    if isinstance(value, bool) or not re.fullmatch("[0-9]{1,9}", str(value)):
        raise ValueError(f"{value!r:.40} is no number of a step")
    return int(str(value))
