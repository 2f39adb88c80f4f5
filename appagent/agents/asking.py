"""Asking a model through the prompts: what it is shown of a screen, what it answers, what that took."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from appagent.actions import function_list
from appagent.loop import Decision, View
from appagent.memory import listing, summary
from appagent.models import Message, Model, Usage
from appagent.prompts import render
from appagent.replies import read_reply
from appagent.screen import Element


@dataclass
class Asker:
    """A model behind the prompts, and what it has taken so far.

    see: what it gets of a screen: "picture", "text" (its elements, one a line) or "both". prompts: a folder of a
    person's own templates.
    """

    model: Model
    see: str = "picture"
    prompts: Path | None = None
    usage: Usage = field(default_factory=Usage)

    def decide(self, prompt: str, view: View, elements: Sequence[Element], **facts: object) -> Decision:
        """One call about a view of which these elements are offered. Raises ActionError where no action can be read."""
        pictures = self.pictures(view.picture)
        messages = render(
            prompt, pictures, self.prompts, app=view.task.app, actions=function_list(), summary=summary(view.steps),
            listing=self.text_of(elements, pictures), notices=view.notices, pictured=bool(pictures), **facts,
        )  # fmt: skip
        reply = read_reply(*self.ask(messages, prompt))
        return Decision(reply.action, reply.observation, reply.thought, reply.summary, dropped=reply.dropped)

    def ask(self, messages: Sequence[Message], purpose: str) -> tuple[str, str]:
        """The model's text and why it ended."""
        reply = self.model.ask(messages, purpose=purpose)
        self.usage += Usage(1, reply.prompt_tokens, reply.completion_tokens, reply.cost_usd)
        return reply.text, reply.finish_reason

    def pictures(self, *taken: bytes) -> tuple[bytes, ...]:
        """Those to show, none where one is missing."""
        return taken if self.see != "text" and all(taken) else ()

    def text_of(self, elements: Sequence[Element], pictures: Sequence[bytes]) -> str:
        """The elements as text, where that is wanted or there is no picture to show."""
        return listing(elements) if self.see != "picture" or not pictures else ""
