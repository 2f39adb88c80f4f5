"""Build the JSON schemas of a model's replies from the dataclasses that the replies are read into.

The schemas are strict, as endpoints with structured output want them: every property is required, no other is
allowed, and the order is the order in which the model should write.
"""

from collections.abc import Collection
from dataclasses import MISSING, fields
from typing import Any

from appagent.actions import ON_MARKS, json_schema
from appagent.prompting.reply import DECISIONS, Reflection, Reply

Schema = dict[str, Any]
_WORDS: Schema = {"type": "string"}


def reply_schema(kinds: Collection[str] = ON_MARKS) -> Schema:
    """Build the JSON schema of the replies that `read_reply` reads. kinds: the kinds of action that are offered.

    >>> list(reply_schema()["properties"])
    ['observation', 'thought', 'action', 'summary']
    """
    return _object({name: json_schema(kinds) if name == "action" else _WORDS for name in _asked(Reply)})


def reflection_schema() -> Schema:
    """Build the JSON schema of a reflection, which `read_reflection` reads."""
    one_of_four = {**_WORDS, "enum": list(DECISIONS)}
    return _object({name: one_of_four if name == "decision" else _WORDS for name in _asked(Reflection)})


def description_schema() -> Schema:
    """Build the JSON schema of a description, which `read_description` reads."""
    return _object({"documentation": _WORDS})


def _asked(cls: type[Reply] | type[Reflection]) -> list[str]:
    """List the fields of a reply that the model has to write: the ones without a default."""
    return [one.name for one in fields(cls) if one.default is MISSING]


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
