"""Actions as functions: one action as a call, a list of all functions for a prompt, and a JSON schema."""

from collections.abc import Collection
from dataclasses import MISSING
from typing import Any, get_args

from appagent.actions.parts.base import ACTIONS, ON_MARKS, Action, Param, params

_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}


def call(action: Action) -> str:
    r"""Return an action as a call, as a model should write it. `parse` turns the call back into an equal action.

    Arguments that have their default value are left out.

    >>> from appagent.actions import Swipe, TypeText
    >>> call(Swipe("up", mark=3)), call(TypeText('say "hi"\n', enter=True))
    ('swipe(3, "up")', 'text("say \\"hi\\"\\n", enter=true)')
    """
    given = [(param, getattr(action, param.attribute)) for param in params(type(action))]
    written = [
        f"{param.name}={_literal(value)}" if param.keyword else _literal(value)
        for param, value in given
        if value != param.default
    ]
    return f"{action.kind}({', '.join(written)})"


def signature(cls: type[Action]) -> str:
    """Return the name of an action with its arguments, their types and defaults, as a prompt shows them.

    >>> from appagent.actions import Wait
    >>> signature(Wait)
    'wait(seconds: number = 2)'
    """
    return f"{cls.kind}({', '.join(_declared(param) for param in params(cls))})"


def function_list(kinds: Collection[str] = ON_MARKS) -> list[dict[str, str]]:
    """Return the functions that a model may call, as a prompt lists them, in the order of ACTIONS.

    Each is a dict with "signature", "doc" (the description of the action, on one line) and "example" (one call).
    kinds: the kinds of action to list; by default those that are offered while the screenshot shows marks.
    """
    return [
        {"signature": signature(cls), "doc": " ".join((cls.__doc__ or "").split()), "example": cls.example}
        for cls in ACTIONS
        if cls.kind in kinds
    ]


def json_schema(kinds: Collection[str] = ON_MARKS) -> dict[str, Any]:
    """Return a JSON schema for one action as a flat object such as {"action": "tap", "element": 5}.

    Every argument is a required property, and no other properties are allowed. An argument whose default is None may be
    null.
    kinds: the kinds of action to allow; by default those that are offered while the screenshot shows marks.
    """
    return {"anyOf": [_schema(cls) for cls in ACTIONS if cls.kind in kinds]}


def _declared(param: Param) -> str:
    typed = f"{param.name}: {_TYPES.get(param.type) or ' | '.join(map(_literal, get_args(param.type)))}"
    return typed if param.default is MISSING else f"{typed} = {_literal(param.default)}"


def _schema(cls: type[Action]) -> dict[str, Any]:
    properties: dict[str, Any] = {"action": {"type": "string", "enum": [cls.kind]}}  # not all know "const"
    for param in params(cls):
        if choices := get_args(param.type):
            properties[param.name] = {"type": "string", "enum": list(choices)}
        else:
            kind = _TYPES[param.type]
            properties[param.name] = {"type": [kind, "null"] if param.default is None else kind}
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), 0x7F, 0x85, 0x2028, 0x2029)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return "none" if value is None else str(value).lower()
