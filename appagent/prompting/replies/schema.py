"""Build the JSON schemas of a model's replies.

The schemas are strict, as endpoints with structured output demand: every property is required, and no other property is
allowed. The properties stand in the order in which the model should write them.
"""

from collections.abc import Collection
from typing import Any

from appagent.actions import KINDS, ON_MARKS, json_schema
from appagent.prompting.replies.reply import DECISIONS

Schema = dict[str, Any]
_WORDS: Schema = {"type": "string"}
UNKNOWN = "unknown"
EFFECTS = ("none", "pay", "send", "delete", "install", "grant", UNKNOWN)  # effects that a second opinion may name


def reply_schema(kinds: Collection[str] = ON_MARKS, *, several: bool = False, judging: bool = False) -> Schema:
    """Build the JSON schema of a reply that asks for an action; `read_reply` parses such a reply.

    kinds: the kinds of action that the model may choose from. several: True for a list of actions. judging: True if the
    reply also judges the previous action.

    >>> list(reply_schema()["properties"])
    ['observation', 'thought', 'risk', 'action', 'summary']
    """
    one = json_schema(kinds)
    action, risk = one, one_of(EFFECTS[:-1])
    if several:
        action, risk = _list(action), _list(risk)  # a risk for each action
    judged = {"decision": one_of(DECISIONS), "documentation": _WORDS} if judging else {}
    return strict_object(
        judged | {"observation": _WORDS, "thought": _WORDS, "risk": risk, "action": action, "summary": _WORDS}
    )


def reflection_schema() -> Schema:
    """Build the JSON schema of a reply that judges an action; `read_reflection` parses such a reply."""
    return strict_object({"decision": one_of(DECISIONS), "thought": _WORDS, "documentation": _WORDS})


def description_schema() -> Schema:
    """Build the JSON schema of a reply with only the text "documentation"; `read_description` parses such a reply."""
    return strict_object({"documentation": _WORDS})


def effects_schema() -> Schema:
    """Build the JSON schema of a reply that names the effect of each control; `read_effects` parses such a reply."""
    one = strict_object({"control": {"type": "integer"}, "effect": one_of(EFFECTS)})
    return strict_object({"effects": _list(one)})


def survey_schema(tries: Collection[str]) -> Schema:
    """Build the JSON schema of a reply about a whole screen; `read_survey` parses such a reply.

    tries: the kinds of action that the model may propose.
    """
    kind = one_of(KINDS)
    mark: Schema = {"type": "integer"}
    told = strict_object({"marks": _list(mark), "action": kind, "sentence": _WORDS})
    judged = strict_object({"mark": mark, "action": kind, "decision": one_of(DECISIONS)})
    return strict_object({"elements": _list(told), "try": _list(json_schema(tries)), "judged": _list(judged)})


def goals_schema() -> Schema:
    """Build the JSON schema of a reply that names goals; `learning.asking.goals.read_goals` parses it."""
    return strict_object({"goals": _list(_WORDS)})


def one_of(words: Collection[str]) -> Schema:
    """Build the schema of a text that must be one of these words."""
    return {"type": "string", "enum": list(words)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def strict_object(properties: Schema) -> Schema:
    """Build the schema of an object that has all of these properties and no other."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
