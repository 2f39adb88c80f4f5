"""Build the JSON schemas of a model's replies from the dataclasses that the replies are read into.

The schemas are strict, as endpoints with structured output demand: every property is required, and no other property is
allowed. The properties stand in the order in which the model should write them.
"""

from collections.abc import Collection
from dataclasses import MISSING, fields
from typing import Any

from appagent.actions import ON_MARKS, json_schema
from appagent.prompting.reply import DECISIONS, Reflection, Reply

Schema = dict[str, Any]
_WORDS: Schema = {"type": "string"}


def reply_schema(kinds: Collection[str] = ON_MARKS) -> Schema:
    """Build the JSON schema of a reply that asks for an action; `read_reply` reads such a reply.

    kinds: the kinds of action that the model may choose from.

    >>> list(reply_schema()["properties"])
    ['observation', 'thought', 'action', 'summary']
    """
    return _object({name: json_schema(kinds) if name == "action" else _WORDS for name in _asked(Reply)})


def reflection_schema() -> Schema:
    """Build the JSON schema of a reply that judges an action; `read_reflection` reads such a reply."""
    one_of_four = {**_WORDS, "enum": list(DECISIONS)}
    return _object({name: one_of_four if name == "decision" else _WORDS for name in _asked(Reflection)})


def description_schema() -> Schema:
    """Build the JSON schema of a reply with only the text "documentation"; `read_description` reads such a reply."""
    return _object({"documentation": _WORDS})


def _asked(cls: type[Reply] | type[Reflection]) -> list[str]:
    """List the names of the attributes of a dataclass that the model has to write: those without a default."""
    return [one.name for one in fields(cls) if one.default is MISSING]


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
