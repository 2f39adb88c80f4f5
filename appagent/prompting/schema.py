"""JSON schemas of a model's whole replies, made from the dataclasses that they are read into.

Strict, as endpoints with structured output want them: every property required, none besides, in the order in
which they had better be written.
"""

from collections.abc import Collection
from dataclasses import MISSING, fields
from typing import Any

from appagent.actions import ON_MARKS, json_schema
from appagent.prompting.reply import DECISIONS, Reflection, Reply

Schema = dict[str, Any]
_WORDS: Schema = {"type": "string"}


def reply_schema(kinds: Collection[str] = ON_MARKS) -> Schema:
    """Of what `read_reply` reads, its action being of one of these kinds.

    >>> list(reply_schema()["properties"])
    ['observation', 'thought', 'action', 'summary']
    """
    return _object({name: json_schema(kinds) if name == "action" else _WORDS for name in _asked(Reply)})


def reflection_schema() -> Schema:
    """Of what `read_reflection` reads."""
    one_of_four = {**_WORDS, "enum": list(DECISIONS)}
    return _object({name: one_of_four if name == "decision" else _WORDS for name in _asked(Reflection)})


def description_schema() -> Schema:
    """Of what `read_description` reads."""
    return _object({"documentation": _WORDS})


def _asked(cls: type[Reply] | type[Reflection]) -> list[str]:
    """What the model has to write; the rest has defaults, and is found out by reading."""
    return [one.name for one in fields(cls) if one.default is MISSING]


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
