"""Ask a model through the prompts, and count what it takes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from appagent.actions import ON_GRID, ON_MARKS, Grid, function_list
from appagent.agent import Decision, View
from appagent.errors import ActionError
from appagent.models import Message, Model, ModelReply, SchemaRefused, Usage
from appagent.prompting.notes import summary
from appagent.prompting.outline import outline
from appagent.prompting.reply import read_reply, thinking
from appagent.prompting.schema import Schema, reply_schema
from appagent.prompting.templates import Prompts
from appagent.screen import Element, Screen


@dataclass
class Asker:
    """Asks one model. usage: what it has taken so far.

    see: "picture", "text" (an outline of the screen) or "both". prompts: templates to ask with.
    """

    model: Model
    see: str = "picture"
    prompts: Prompts = field(default_factory=Prompts)
    usage: Usage = field(default_factory=Usage)

    def decide(self, prompt: str, view: View, elements: Sequence[Element], **facts: object) -> Decision:
        """Ask what to do next. elements: those to offer. facts: for the template.

        Raises ActionError where no action can be read.
        """
        pictures = self.pictures(view.picture)
        # without a picture a grid is of no use
        offered = ON_GRID if view.grid else [kind for kind in ON_MARKS if pictures or kind != Grid.kind]
        listing = self.text_of(view.screen, pictures, {element.mark for element in elements})
        told = {
            "app": view.task.app, "actions": function_list(offered), "summary": summary(view.steps),
            "listing": listing, "pictured": bool(pictures), "notices": view.notices, "secrets": view.secrets,
        }  # fmt: skip
        said = self.ask(prompt, pictures, told | facts, reply_schema(offered))
        reply = read_reply(said.text, said.finish_reason, offered)
        return Decision(
            reply.action, reply.observation, reply.thought, reply.summary, dropped=reply.dropped, think=said.think
        )

    def ask(
        self,
        prompt: str,
        pictures: tuple[bytes, ...],
        facts: Mapping[str, object],
        schema: Schema,
        since: Sequence[Message] = (),
    ) -> ModelReply:
        """Return the reply to a prompt with these facts, in JSON by the schema if the model can, else as text.

        since: what was said after the prompt, to ask again. The reply's `think` is all that the model thought aloud.
        """

        def asked() -> ModelReply:
            structured = self.model.structured
            messages = self.prompts.render(prompt, pictures, reply="json" if structured else "text", **facts)
            return self.model.ask([*messages, *since], purpose=prompt, schema=schema if structured else None)

        try:
            reply = asked()
        except SchemaRefused:
            reply = asked()  # for text, now that this is known
        self.usage += Usage(1, reply.prompt_tokens, reply.completion_tokens, reply.cost_usd, int(reply.estimated))
        return replace(reply, think="\n\n".join(filter(None, (reply.think, thinking(reply.text)))))

    def again(self, error: ActionError) -> str:
        """Return what to say to a reply that cannot be read; the reason is fenced, as it may quote a screen."""
        return f"Your reply cannot be used: {self.prompts.fence.around(error)} Answer again."

    def pictures(self, *taken: bytes) -> tuple[bytes, ...]:
        """Return the pictures to show: all that were taken, or none where one is missing or none is wanted."""
        return taken if self.see != "text" and all(taken) else ()

    def text_of(self, screen: Screen, pictures: Sequence[bytes], marks: Collection[int] | None = None) -> str:
        """Return the screen as text where that is wanted or no picture is shown, else "". marks: the ones to list."""
        return outline(screen, marks) if self.see != "picture" or not pictures else ""
