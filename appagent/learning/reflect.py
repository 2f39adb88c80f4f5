"""Judge one action by its effect: a model compares both screens, or a rule compares both hierarchies."""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from typing import Protocol, TypeVar

from appagent.actions import describe
from appagent.documents.wording import own_words, sentence
from appagent.errors import ActionError
from appagent.learning.memory.screen_history import Act, effect
from appagent.models import Message, Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.pictures.marks import encode, mark
from appagent.prompting.replies.reply import Reflection, read_description, read_reflection
from appagent.prompting.replies.schema import Schema, description_schema, reflection_schema
from appagent.prompting.replies.sections import MOST_SAID
from appagent.prompting.templates import Prompts
from appagent.store import Record

Parsed = TypeVar("Parsed")


class Reflector(Protocol):
    """Judges actions that changed the screen, and describes what they did.

    model_name: the model's name, or "" without a model.
    In the methods, act: the action with the screens before and after it; note: what a person said about the action, or
    "".
    An action that changed nothing is INEFFECTIVE; no reflector is asked about it.
    """

    model_name: str

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the reflector's model has used so far."""

    def reflect(self, act: Act) -> Reflection:
        """Return the judgement of an action. Raises ActionError if no reply of the model can be parsed."""

    def describe(self, act: Act, note: str) -> str:
        """Return a text that says what the touched element is for. Raises ActionError if no reply can be parsed."""

    def refine(self, act: Act, note: str, known: Record) -> str:
        """Return a better text about the touched element than its document `known` has.

        Raises ActionError if no reply of the model can be parsed.
        """


@dataclass
class OfflineReflector:
    """Reflector without a model: it compares the two hierarchies and writes plain sentences."""

    model_name: str = ""

    @property
    def usage(self) -> Usage:
        """Return zero usage, because no model is asked."""
        return Usage()

    def reflect(self, act: Act) -> Reflection:
        """Judge an action by its effect in one word, without writing a text; the document will have the effect.

        The decision is BACK if the action left the app, INEFFECTIVE if nothing changed, CONTINUE if something changed
        but the effect is none of the known ones, else SUCCESS.
        """
        what = effect(act)
        decision = {"leaves": "BACK", "nothing": "INEFFECTIVE", "changes": "CONTINUE"}.get(what, "SUCCESS")
        return Reflection(decision, f"compared the hierarchies: {what}", "")

    def describe(self, act: Act, note: str) -> str:
        """Return the person's note as a sentence, or "" if there is none."""
        return note[:1].upper() + note[1:] + ("." if note and not note.endswith(_STOPS) else "")

    def refine(self, act: Act, note: str, known: Record) -> str:
        """Return the text of the existing document, with the person's note after it if the note is new."""
        old, new = own_words(known), self.describe(act, note)
        return old if new in old else f"{old} {new}".strip()


@dataclass
class ModelReflector:
    """Reflector that shows a model the screens before and after the action, and marks the touched element.

    see: what the model gets of a screen: "picture", "text" or "both".
    prompts: the templates to ask with.
    side: the longer side of the pictures, px.
    retries: how often the model is asked again if its reply cannot be parsed.
    """

    model: InitVar[Model]
    see: InitVar[str] = "picture"
    prompts: InitVar[Prompts | None] = None
    side: int = 1280
    retries: int = 2
    model_name: str = field(init=False)
    _asker: Asker = field(init=False)

    def __post_init__(self, model: Model, see: str, prompts: Prompts | None) -> None:
        self.model_name = model.name
        self._asker = Asker(model, see, prompts or Prompts())

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the model has used so far."""
        return self._asker.usage

    def reflect(self, act: Act) -> Reflection:
        """Ask the model to judge an action. Return the judgement, with a text about the touched element.

        If the reply has no such text, the model is asked a second time, for the text alone.
        Raises ActionError if no reply can be parsed.
        """
        told = {"intention": act.intention}
        judged, think = self._asked("reflect", act, told, reflection_schema(), read_reflection)
        judged = replace(judged, think=think)
        if judged.documentation or judged.decision == "INEFFECTIVE" or act.element is None:
            return judged
        return replace(judged, documentation=self.describe(act, ""))

    def describe(self, act: Act, note: str) -> str:
        """Ask the model what the touched element is for. Raises ActionError if no reply can be parsed."""
        return self._asked("describe", act, {"note": note}, description_schema(), read_description)[0]

    def refine(self, act: Act, note: str, known: Record) -> str:
        """Show the model the existing document, and ask it for a better text about the touched element.

        Raises ActionError if no reply can be parsed.
        """
        told = {"note": note, "known": sentence(known)}
        return self._asked("refine", act, told, description_schema(), read_description)[0]

    def _asked(
        self, prompt: str, act: Act, more: Mapping[str, object], schema: Schema, read: Callable[[str, str], Parsed]
    ) -> tuple[Parsed, str]:
        """Ask the model until its reply can be parsed; tell it each time what was wrong with the last reply.

        prompt: name of the prompt template.
        more: further values for the template.
        schema: JSON schema of the reply.
        read: function that parses a reply, given its text and its finish reason, or raises ActionError.
        Return what `read` returned, and the model's thinking. Raises ActionError if no reply can be parsed.
        """
        pictures = self._pictures(act)
        told = {
            **more,
            "goal": act.goal,
            "action": describe(act.action, act.before),
            "pictured": bool(pictures),
            "before_listing": self._asker.text_of(act.before, pictures),
            "after_listing": self._asker.text_of(act.after, pictures),
        }
        since: list[Message] = []
        for left in range(self.retries, -1, -1):
            reply = self._asker.ask(prompt, pictures, told, schema, since)
            try:
                return read(reply.text, reply.finish_reason), reply.think
            except ActionError as error:
                if not left:
                    raise
                since += [Message("assistant", reply.text[:MOST_SAID]), Message("user", self._asker.again(error))]
        raise AssertionError("the last attempt returns or raises")

    def _pictures(self, act: Act) -> tuple[bytes, ...]:
        if self._asker.see not in ("picture", "both") or act.before.picture is None or act.after.picture is None:
            return ()
        touched = [act.element.mark] if act.element else []
        before, after = (mark(act.before, side=self.side, only=touched), mark(act.after, side=self.side, only=()))
        return encode(before), encode(after)


_STOPS = (".", "。", "!", "?", "！", "？")
