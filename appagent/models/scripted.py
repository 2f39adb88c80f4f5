"""Model that answers with prepared replies, for tests and experiments."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from appagent.errors import ModelError
from appagent.models.base import Budget, Message, ModelReply, Usage

ReplyWriter = Callable[[Sequence[Message]], str]


class Scripted:
    """Model that gives prepared replies in order.

    replies: texts, or functions that get the messages of a request and return a text. A single function answers every
    request. Short forms such as `tap(2)` and `CONTINUE: words` are expanded to full replies by `write_out`. Every four
    letters count as a token. `seen` keeps the messages of each request, and `purposes` the purpose of each.

    >>> model = Scripted("tap(2)", "SUCCESS: Opens the note.")
    >>> print(model.ask([Message("user", "What next?")], purpose="act").text)
    Observation: As scripted.
    Thought: As scripted.
    Action: tap(2)
    Summary: tap(2)
    >>> print(model.ask([Message("user", "What did it do?")], purpose="reflect").text)
    Decision: SUCCESS
    Thought: As scripted.
    Documentation: Opens the note.
    """

    name = "scripted"
    structured = False

    def __init__(self, *replies: str | ReplyWriter, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.seen: list[tuple[Message, ...]] = []
        self.purposes: list[str] = []
        self._replies = replies
        self._endless = len(replies) == 1 and callable(replies[0])

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Return the next prepared reply, cut to the number of tokens that the budget allows.

        purpose: the word under which the budget adds up the call.
        schema: ignored.
        Raises ModelError if no replies are left, and LimitError if a cap of the budget is reached.
        """
        _, limit = self.budget.room(messages, wanted=4096, price=(0.0, 0.0))
        number = 0 if self._endless else len(self.seen)
        if number >= len(self._replies):
            raise ModelError(f"the script has {len(self._replies)} replies; it was asked once more, to {purpose}")
        self.seen.append(tuple(messages))
        self.purposes.append(purpose)
        reply = self._replies[number]
        text = write_out(reply(messages) if callable(reply) else reply)
        cut = text[: 4 * limit]
        prompt_tokens = sum(len(message.text) for message in messages) // 4
        usage = Usage(calls=1, prompt_tokens=prompt_tokens, completion_tokens=len(cut) // 4)
        self.budget.spend(purpose, usage)
        finish_reason = "stop" if cut == text else "length"
        return ModelReply(cut, usage, 0.0, finish_reason, self.name)


def write_out(reply: str) -> str:
    """Expand a short form to a full reply: `tap(2)` to the reply of a step, `CONTINUE: words` to a reflection.

    Any other text is returned unchanged.

    >>> write_out("Action: tap(2)")
    'Action: tap(2)'
    """
    if _CALL.fullmatch(reply):
        return f"Observation: As scripted.\nThought: As scripted.\nAction: {reply}\nSummary: {reply}"
    decision = _DECISION.fullmatch(reply)
    if decision:
        word, documentation = decision.groups(default="")
        return f"Decision: {word}\nThought: As scripted.\nDocumentation: {documentation}"
    return reply


_CALL = re.compile(r"[a-z_]+\(.*\)")
_DECISION = re.compile(r"(BACK|INEFFECTIVE|CONTINUE|SUCCESS)(?::\s*(.*))?", re.DOTALL)
