"""The agent that asks a model at every step, with the documents of what it sees."""

from dataclasses import dataclass, field
from pathlib import Path

from appagent.actions import function_list
from appagent.loop import Decision, View
from appagent.memory import Note, listing, notes, summary
from appagent.models import Message, Model, Usage
from appagent.prompts import render
from appagent.replies import read_reply
from appagent.store import Store

PICTURES, TEXT = ("picture", "both"), ("text", "both")


@dataclass
class ReAct:
    """One model call a step: observation, thought, action, summary (ReAct, arXiv:2210.03629).

    store: where documents are looked up; None runs without any. see: "picture", "text" or "both".
    """

    model: Model
    store: Store | None = None
    see: str = "picture"
    prompts: Path | None = None
    name: str = "model"
    _usage: Usage = field(default_factory=Usage)

    @property
    def usage(self) -> Usage:
        """What the model has taken so far."""
        return self._usage

    def decide(self, view: View) -> Decision:
        """Ask the model. Raises ActionError where its reply cannot be read."""
        found = notes(view.screen, self.store.for_screen(view.screen), view.task.goal) if self.store else []
        text = self.ask(self.messages(view, found), "act")
        reply = read_reply(*text)
        return Decision(
            reply.action,
            reply.observation,
            reply.thought,
            reply.summary,
            tuple(note.record_id for note in found),
            reply.dropped,
        )

    def messages(self, view: View, found: list[Note]) -> list[Message]:
        """The prompt for one step."""
        return render(
            "act",
            (view.picture,) if self.see in PICTURES and view.picture else (),
            self.prompts,
            task=view.task.goal,
            app=view.task.app,
            actions=function_list(),
            summary=summary(view.steps),
            notes=found,
            listing=listing(view.screen.elements) if self.see in TEXT or not view.picture else "",
            notices=view.notices,
        )

    def ask(self, messages: list[Message], purpose: str) -> tuple[str, str]:
        """The model's text and why it ended, its cost noted."""
        reply = self.model.ask(messages, purpose=purpose)
        self._usage += Usage(1, reply.prompt_tokens, reply.completion_tokens, reply.cost_usd)
        return reply.text, reply.finish_reason
