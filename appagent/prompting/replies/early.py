"""Find the first action in an unfinished reply, once the rest of the reply can no longer change it."""

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from appagent.actions import ON_MARKS
from appagent.actions.calls.objects import calls_of
from appagent.actions.calls.parser import to_action
from appagent.actions.calls.syntax import skip_space
from appagent.agent import Decision
from appagent.errors import ActionError
from appagent.models import ModelReply
from appagent.prompting.replies.reply import read_reply
from appagent.prompting.replies.sections import ACTION, sections_of, set_thinking_aside, text_of

_RISK = "risk"
_DECODER = json.JSONDecoder(strict=False)


@dataclass
class Ends:
    """Tells from a model's earlier replies whether an action may be carried out before its reply has ended.

    Some servers remove the `<think>` at the beginning of a reply. Thinking may look like a whole reply, and then only
    the `</think>` after it shows that it was thinking. So once a reply had a `</think>` without `<think>`, all later
    ones are parsed only when they are complete.
    """

    _stray: bool = False

    @property
    def sure(self) -> bool:
        """Tell whether the first action of the next reply may be carried out early."""
        return not self._stray

    def add(self, reply: ModelReply) -> None:
        """Take note of a reply, to decide on later ones."""
        self._stray |= bool(set_thinking_aside(reply.text).before)


def first_action(text: str, offered: Collection[str] = ON_MARKS) -> Decision | None:
    r"""Return the first action of an unfinished reply, or None if it is not certain yet. text: the reply so far.

    In JSON, the action is certain once its object is complete. In text, it is certain once the next heading begins; but
    if the reply did not begin with a heading, its words so far may be thinking, and nothing is certain. In both cases,
    the reply's risk must be complete, too; the prompt asks for it before the action. An action after an Observation and
    before the Thought may be quoted from the screen, and is not certain.
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
        *ended, last = [section.name for section in sections] or [""]
        if "" in ended or not {ACTION, _RISK} <= {*ended} - {last} or _may_be_quoted(ended):
            return None
        return read_reply(text, offered=offered)
    except ActionError:
        return None


def _may_be_quoted(names: Sequence[str]) -> bool:
    """Tell whether the action comes after an Observation but before any Thought. names: names of the sections."""
    before = names[: names.index(ACTION)]
    return "observation" in before and "thought" not in before


def _in_json(text: str, offered: Collection[str]) -> Decision | None:
    """Return the first action of a reply in JSON that is still incomplete; None until action and risk are complete."""
    at, said, first = 1, dict[str, Any](), None
    with suppress(ValueError, RecursionError):  # the JSON ends here so far
        while not {ACTION, _RISK} <= said.keys():
            key, at = _DECODER.raw_decode(text, skip_space(text, at))
            at = skip_space(text, at)
            if text[at : at + 1] != ":" or not isinstance(key, str):
                return None
            at = skip_space(text, at + 1)
            if key == ACTION:
                begin = skip_space(text, at + 1) if text[at : at + 1] == "[" else at
                first = _DECODER.raw_decode(text, begin)[0] if text[begin : begin + 1] == "{" else None
                if _RISK in said:
                    break
            said[key], at = _DECODER.raw_decode(text, at)
            at = skip_space(text, at)
            if text[at : at + 1] != "," and not {ACTION, _RISK} <= said.keys():
                return None
            at += 1
    calls, risk = calls_of(first) if first else [], said.get(_RISK)
    if len(calls) != 1 or not isinstance(risk, str | list):
        return None
    return Decision(to_action(calls[0], offered), risk=text_of(risk))
