"""Find the first action in an unfinished reply, once the rest of the reply can no longer change it."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from appagent.actions import ON_MARKS
from appagent.actions.objects import calls_of
from appagent.actions.parser import to_action
from appagent.agent import Decision
from appagent.errors import ActionError
from appagent.models import ModelReply
from appagent.prompting.reply import CUT_OFF, read_reply
from appagent.prompting.sections import ACTION, sections_of, set_thinking_aside

_CUT = (*CUT_OFF, "cut")  # finish reasons of a reply that may have gone on
_RISK = "risk"
_DECODER = json.JSONDecoder(strict=False)


@dataclass
class Ends:
    """Tell by the replies of a model so far whether the next may be acted on before its end.

    Some servers strip the `<think>` that begins a reply. The thinking, which may look like a whole reply, is told from
    it only by the `</think>` after it. So a first reply is always read whole; after a stray `</think>` all are.
    """

    _plain: bool = False  # a whole reply had none
    _stray: bool = False

    @property
    def sure(self) -> bool:
        """Tell whether the next reply may be acted on early."""
        return self._plain and not self._stray

    def add(self, reply: ModelReply) -> None:
        """Take note of a reply."""
        stray = bool(set_thinking_aside(reply.text).before)
        self._stray |= stray
        self._plain |= not stray and reply.finish_reason not in _CUT


def first_action(text: str, offered: Collection[str] = ON_MARKS) -> Decision | None:
    r"""Return the first action of an unfinished reply, or None if it is not certain yet. text: the reply so far.

    In JSON, the action is certain once its object is complete. In text, it is certain once the next label begins; but
    if the reply did not begin with a label, its words so far may be thinking, and nothing is certain. In both, what the
    action may risk comes first, as the prompt asks: it may yet be told of after the action, and an action before it may
    be quoted from the screen.
    offered: the kinds of action that the model may choose from.

    >>> first_action('{"risk": "none", "action": [{"action": "back"}, {"act').action
    Back()
    >>> first_action("Risk: none\nAction: back()"), first_action("Risk: none\nAction: back()\nSummary:").action
    (None, Back())
    """
    try:
        if text.lstrip().startswith("{"):
            return _in_json(text.lstrip(), offered)
        sections = sections_of(text)
        names = [section.name for section in sections]
        if "" in names or ACTION not in names[:-1] or names[-1] == ACTION or _RISK not in names[: names.index(ACTION)]:
            return None
        return read_reply(text, offered=offered)
    except ActionError:
        return None


def _in_json(text: str, offered: Collection[str]) -> Decision | None:
    """Return the first complete action under the key "action" of a JSON object that may be cut anywhere."""
    at, said = 1, dict[str, Any]()
    try:
        while True:
            key, at = _DECODER.raw_decode(text, _next(text, at))
            at = _next(text, at)
            if text[at : at + 1] != ":" or not isinstance(key, str):
                return None
            at = _next(text, at + 1)
            if key == ACTION:
                break
            said[key], at = _DECODER.raw_decode(text, at)
            at = _next(text, at)
            if text[at : at + 1] != ",":
                return None
            at += 1
        begin = _next(text, at + 1) if text[at : at + 1] == "[" else at
        value: Any = _DECODER.raw_decode(text, begin)[0] if text[begin : begin + 1] == "{" else None
    except (ValueError, RecursionError):
        return None  # it is cut
    calls = calls_of(value)
    risk = said.get(_RISK)
    return Decision(to_action(calls[0], offered), risk=risk) if len(calls) == 1 and isinstance(risk, str) else None


def _next(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
