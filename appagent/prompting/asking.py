"""Ask a model for actions and judgements with prompt templates, and add up the tokens and money used."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.actions import BY_MAP, BY_NAME, ON_GRID, ON_MARKS, AskPerson, Grid, call, function_list
from appagent.actions.dialects import Dialect
from appagent.agent import Decision, View
from appagent.errors import ActionError
from appagent.models import Message, Model, ModelReply, SchemaRefused, Usage
from appagent.prompting.dialects import ask_in, read_in
from appagent.prompting.replies.early import Ends, first_action
from appagent.prompting.replies.reply import read_reply, thinking
from appagent.prompting.replies.schema import Schema, reply_schema
from appagent.prompting.small import LABELS, read_small, told_small
from appagent.prompting.templates import Prompts
from appagent.prompting.words.history import shared_facts
from appagent.prompting.words.legend import legends
from appagent.prompting.words.map_in_words import map_in_words
from appagent.prompting.words.outline import asks_to_read, outline
from appagent.screen import Element, Screen


@dataclass
class Asker:
    """Asks one model with prompt templates, and adds up the usage of all its replies.

    see: how the model sees a screen: "picture", "text" (an outline of the screen), "both",
    or "labels" (an outline for a small model, in which elements have labels in place of marks).
    usage: the calls, tokens and money of the replies so far.
    dialect: the form in which a model made for phones writes its actions; None for our own form, with marks.
    """

    model: Model
    see: str = "picture"
    prompts: Prompts = field(default_factory=Prompts)
    usage: Usage = field(default_factory=Usage)
    dialect: Dialect | None = None
    _ends: Ends = field(default_factory=Ends)

    def decide(
        self,
        prompt: str,
        view: View,
        elements: Sequence[Element],
        *,
        several: bool = False,
        judging: bool = False,
        learnt: Mapping[int, str] | None = None,
        **facts: Any,
    ) -> Decision:
        """Ask the model for the next action on a screen, and return the action with the model's reasons.

        prompt: name of the prompt template, such as "act". view: the task, the screen, its picture and the steps so
        far. elements: the elements that an outline of the screen may list. several: True if the model may ask for
        several actions at once. judging: True if it also judges the previous action in the same reply. learnt: for
        marks without words, what documents say. facts: further values for the template, by name. A model with a dialect
        or a small model gets a template of its own instead, with only the "task" (or "goal") and the "notes" of these.
        Without a picture, the grid is not offered. Raises ActionError if the reply has no valid action.
        """
        task = str(facts.get("task") or facts.get("goal"))
        if self.dialect:
            return self._in_dialect(self.dialect, view, task, facts.get("notes"))
        if self.see == LABELS:
            return self._of_small(view, task, facts.get("notes"), learnt)
        pictures = self.pictures(view.picture)
        offered = _offered(view, pictured=bool(pictures))
        marks, whole = {element.mark for element in elements}, asks_to_read(view.task.goal)
        listing = self.text_of(view.screen, pictures, marks, learnt=learnt, whole=whole)
        told = shared_facts(view) | {
            "actions": function_list(offered), "listing": listing, "pictured": bool(pictures), "several": several,
            "guidance": view.guidance, "judging": judging, "by_map": view.places is not None and not view.grid,
            "known": map_in_words(view.at_start, view.task.goal) if view.at_start and not view.grid else None,
            **legends(None if listing or view.grid else view.screen, learnt or {}, facts.get("notes", ())),
        }  # fmt: skip
        read = _ByNameToo(offered) if view.by_name and not view.grid else offered
        early = _Early(view.early if self._ends.sure else None, read)
        schema = reply_schema(offered, several=several, judging=judging)
        said = self.ask(prompt, pictures, told | facts, schema, heard=early.heard if view.early else None)
        return replace(early.read(said), think=said.think, remark=said.broke)

    def ask(
        self,
        prompt: str,
        pictures: tuple[bytes, ...],
        facts: Mapping[str, object],
        schema: Schema,
        since: Sequence[Message] = (),
        heard: Callable[[str], bool] | None = None,
    ) -> ModelReply:
        """Render a prompt, send it to the model, and return the reply.

        The model is asked for JSON if its attribute `structured` is True, else for text. If the endpoint refuses the
        JSON schema, the same prompt is sent a second time to get a reply in text.
        pictures: JPEGs to send with the prompt.
        facts: values for the template, by name.
        schema: JSON schema of the reply.
        since: messages to send after the prompt, such as an unusable reply and the request to answer again.
        heard: function that is called with the text received so far while the reply is streamed; it returns True once
        it has carried out an action of the text. None to wait for the whole reply. In the reply, the attribute `think`
        holds all thinking: what the endpoint sent separately, and what the text contains.
        """

        def asked() -> ModelReply:
            structured = self.model.structured
            messages = self.prompts.render(prompt, pictures, reply="json" if structured else "text", **facts)
            wanted = schema if structured else None
            if heard and getattr(self.model, "streams", False):
                aloud: Any = self.model
                said: ModelReply = aloud.ask_streaming([*messages, *since], heard, purpose=prompt, schema=wanted)
                return said
            return self.model.ask([*messages, *since], purpose=prompt, schema=wanted)

        try:
            reply = asked()
        except SchemaRefused:
            reply = asked()  # this time for text, because the model is no longer `structured`
        self.usage += reply.usage
        self._ends.add(reply)
        return replace(reply, think="\n\n".join(filter(None, (reply.think, thinking(reply.text)))))

    def _in_dialect(self, dialect: Dialect, view: View, task: str, notes: Any) -> Decision:
        """Ask for the next action in the model's dialect. Raises ActionError if the reply has no valid action."""
        spoken = ask_in(dialect, self.prompts, view, task, notes or ())
        reply = self.model.ask(spoken.messages, purpose="act")
        self.usage += reply.usage
        return replace(read_in(dialect, reply.text, reply.finish_reason, view, spoken.plane), think=reply.think)

    def _of_small(self, view: View, task: str, notes: Any, learnt: Mapping[int, str] | None) -> Decision:
        """Ask a small model for the next action, with a JSON schema that allows only what is possible on the screen."""
        told, choices = told_small(view, task, notes or (), learnt)
        reply = self.ask("small", (), told, choices.schema)
        return replace(read_small(reply.text, choices, view.screen, task), think=reply.think)

    def again(self, error: ActionError) -> str:
        """Return a message that tells the model why its reply cannot be used and asks it to answer again.

        error: the reason. It is fenced in the message, because it may quote a screen.
        """
        return f"Your reply cannot be used: {self.prompts.fence.around(error)} Answer again."

    def pictures(self, *taken: bytes) -> tuple[bytes, ...]:
        """Return the pictures to send with a prompt, or () to send none.

        taken: the screenshots as JPEGs. None are sent if `see` asks for text alone, or if any of them is empty (b"").
        """
        return taken if self.see in ("picture", "both") and all(taken) else ()

    def text_of(
        self, screen: Screen, pictures: Sequence[bytes], marks: Collection[int] | None = None,
        *, learnt: Mapping[int, str] | None = None, whole: bool = False,
    ) -> str:  # fmt: skip
        """Return the outline of a screen if the prompt needs a screen in text, else "".

        Text is needed if `see` is "text" or "both", or if no pictures are sent. pictures: the pictures sent with the
        prompt. marks, learnt, whole: as in `outline`.
        """
        return outline(screen, marks, learnt=learnt, whole=whole) if self.see != "picture" or not pictures else ""


def _offered(view: View, *, pictured: bool) -> list[str]:
    """Return the kinds of action that a model may choose from. pictured: True if it is sent a picture of the screen."""
    # without a picture the grid is of no use, and without a person there is nobody to ask
    useless = {*([] if pictured else [Grid.kind]), *([] if view.asks else [AskPerson.kind])}
    by_map = BY_MAP if view.places is not None else ()
    return [kind for kind in (ON_GRID if view.grid else (*ON_MARKS, *by_map)) if kind not in useless]


class _ByNameToo(list[str]):
    """Kinds of action that a model may answer with: those its prompt offers, and all that name an element or a place.

    The latter are accepted even if the prompt does not list them.
    """

    def __init__(self, offered: Collection[str]) -> None:
        super().__init__(offered)
        self._accepted = {*offered, *BY_NAME}  # is asked about each action again and again

    def __contains__(self, kind: object) -> bool:
        return kind in self._accepted


@dataclass
class _Early:
    """Carries out the first action of a reply while the rest of the reply is still coming, and reads the whole reply.

    carry_out: function that carries a decision out; None to wait for the whole reply. offered: the kinds of action that
    the model may choose from. first: the decision that was carried out, or None if none was so far.
    """

    carry_out: Callable[[Decision], None] | None
    offered: Collection[str]
    first: Decision | None = None

    def heard(self, text: str) -> bool:
        """Carry out the first action as soon as the text so far makes it certain; return True once this was done."""
        if self.first is None and self.carry_out:
            self.first = first_action(text, self.offered)
            if self.first:
                self.carry_out(self.first)
        return self.first is not None

    def read(self, said: ModelReply) -> Decision:
        """Return the decision of the whole reply; if its first action was not carried out but another, drop its calls.

        In that case the decision that was carried out early is returned, and the calls of the whole reply are in its
        attribute `dropped`. Raises ActionError if the reply has no valid action and none was carried out early.
        """
        try:
            decision = read_reply(said.text, said.finish_reason, self.offered)
        except ActionError:
            if self.first is None:
                raise
            return self.first  # already carried out, so an error in the rest does not matter
        if self.first is None or decision.action == self.first.action:
            return decision
        return replace(self.first, dropped=(call(decision.action), *map(call, decision.more), *decision.dropped))
