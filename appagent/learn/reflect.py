"""Reflection: what one action did, judged by a model that sees both screens or by comparing the hierarchies."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from appagent.actions import Action, TypeText, describe
from appagent.agents.atlas import Place, inside, place_of, sights, state_of, title
from appagent.errors import ActionError
from appagent.memory import listing
from appagent.models import Message, Model, Usage
from appagent.overlay import encode, mark
from appagent.prompts import render
from appagent.replies import CUT, Reflection, read_reflection
from appagent.screen import Element, Screen

Read = TypeVar("Read")


@dataclass(frozen=True)
class Act:
    """One action and what came of it: what a reflection is about.

    element: the one touched, or None. goal: the task, or "". intention: what the agent said it wanted.
    earlier: the places visited before this one, the last one last. typed: words typed in this learning so far.
    """

    before: Screen
    after: Screen
    action: Action
    element: Element | None
    goal: str = ""
    intention: str = ""
    earlier: tuple[Place, ...] = ()
    typed: tuple[str, ...] = ()


class Reflector(Protocol):
    """Judges an action that changed the screen; one that did not is INEFFECTIVE without asking."""

    model_name: str

    @property
    def usage(self) -> Usage:
        """What its model has taken so far."""

    def reflect(self, act: Act) -> Reflection:
        """The judgement. Raises ActionError where the model's reply stays unreadable."""


def effect(act: Act) -> str:
    """What an action did, in one word that the map keeps.

    "leaves" (the app), "saves" (what was typed now stands elsewhere), "returns" (to the place before),
    "opens", "switches" (on or off), "types", "reveals" (other rows, by scrolling), "changes" or "nothing".
    """
    before, after = act.before, act.after
    if before.app != after.app:
        return "leaves"
    if isinstance(act.action, TypeText):
        return "types"
    if act.action.kind == "swipe" and before.screen_id == after.screen_id:
        return "reveals"
    if place_of(before) != place_of(after):
        if _kept(act):
            return "saves"
        return "returns" if act.earlier and act.earlier[-1] == place_of(after) else "opens"
    if act.element is not None:
        now = next((e for e in after.elements if e.id == act.element.id), None)
        if now is not None and state_of(act.element, before) != state_of(now, after):
            return "switches"
    return "changes" if before.hierarchy != after.hierarchy else "nothing"


@dataclass
class OfflineReflector:
    """No model: compares the two hierarchies and writes plain sentences."""

    model_name: str = ""

    @property
    def usage(self) -> Usage:
        """Nothing."""
        return Usage()

    def reflect(self, act: Act) -> Reflection:
        """BACK for leaving the app, SUCCESS for what can be named, CONTINUE for a change that cannot."""
        what = effect(act)
        decision = {"leaves": "BACK", "nothing": "INEFFECTIVE", "changes": "CONTINUE"}.get(what, "SUCCESS")
        return Reflection(decision, f"compared the hierarchies: {what}", _SENTENCES[what](act))


@dataclass
class ModelReflector:
    """A vision model looks at the screen before, with the touched element outlined, and at the one after."""

    model: Model
    see: str = "picture"
    prompts: Path | None = None
    side: int = 1280
    retries: int = 2
    _usage: Usage = field(default_factory=Usage)

    @property
    def model_name(self) -> str:
        """The model's."""
        return self.model.name

    @property
    def usage(self) -> Usage:
        """What the model has taken so far."""
        return self._usage

    def reflect(self, act: Act) -> Reflection:
        """Ask the model; a missing documentation is asked for by itself."""
        judged = self._asked("reflect", act, read_reflection)
        if judged.documentation or judged.decision == "INEFFECTIVE" or act.element is None:
            return judged
        return Reflection(judged.decision, judged.thought, self._asked("describe", act, _documentation))

    def _asked(self, purpose: str, act: Act, read: Callable[[str, str], Read]) -> Read:
        """A reply that can be read, asked for again with the reason where it cannot."""
        messages = self._messages(purpose, act)
        for left in range(self.retries, -1, -1):
            reply = self.model.ask(messages, purpose=purpose)
            self._usage += Usage(1, reply.prompt_tokens, reply.completion_tokens, reply.cost_usd)
            try:
                return read(reply.text, reply.finish_reason)
            except ActionError as error:
                if not left:
                    raise
                messages = [*messages, Message("assistant", reply.text), Message("user", f"{error} Answer again.")]
        raise AssertionError("the last attempt returns or raises")

    def _messages(self, name: str, act: Act) -> list[Message]:
        pictures = self._pictures(act) if self.see != "text" else ()
        text = self.see != "picture" or not pictures
        facts: dict[str, object] = {
            "action": act.action.kind.replace("_", " "),
            "element": describe(act.action, act.before),
        }
        if name == "reflect":
            facts |= {
                "goal": act.goal,
                "intention": act.intention,
                "before_listing": listing(act.before.elements) if text else "",
                "after_listing": listing(act.after.elements) if text else "",
            }
        return render(name, pictures, self.prompts, **facts)

    def _pictures(self, act: Act) -> tuple[bytes, ...]:
        if act.before.picture is None or act.after.picture is None:
            return ()
        touched = act.element.mark if act.element else None
        before = mark(act.before, side=self.side, only=(), outline=touched)
        return encode(before), encode(mark(act.after, side=self.side, only=()))


def _documentation(text: str, finish_reason: str) -> str:
    """The one line that `describe` asks for, with its label or without."""
    words = re.sub(r"\A\W*documentation\W*\s", "", text.strip(), flags=re.IGNORECASE).strip(" *\n")
    if not words or finish_reason in CUT:
        raise ActionError("your reply had no whole documentation; write one line that begins with Documentation:")
    return words.split("\n\n")[0]


def _kept(act: Act) -> bool:
    """Whether words that stood in fields before now stand on another screen outside of any field."""
    fields = {e.text for e in act.before.elements if "text" in e.actions}
    typed = {words for words in act.typed if words in fields}
    shown = [e.text for e in act.after.elements if "text" not in e.actions]
    return any(words in text for words in typed for text in (*shown, *act.after.texts))


def _named(screen: Screen) -> str:
    """A screen in words: its title, its fields, what else has a label."""
    found = sights(screen)
    fields = [sight.label for sight in found if sight.kind == "field"]
    rest = [s.label.split(" · ")[0] for s in found if s.kind in {"button", "check"}]
    words = f"'{title(screen)}'" if title(screen) else "a screen"
    if fields:
        words += f" with {'fields' if len(fields) > 1 else 'the field'} {_list(fields)}"
    if rest:
        words += f"{' and' if fields else ' with'} {_list(rest[:8])}" + (" and more" if len(rest) > 8 else "")
    return words


def _list(labels: Sequence[str]) -> str:
    return ", ".join(f"'{label}'" for label in labels)


def _switched(act: Act) -> str:
    return f"Switches {_who(act)} on or off."


def _who(act: Act) -> str:
    """The element in words: its first words, or those of the row that it stands in."""
    element = act.element
    if element is None:
        return "something"
    rows = [e for e in act.before.elements if inside(e, element) and e.text]
    words = element.text or element.hint or (rows[-1].text if rows else "")
    return f"'{words.split(' · ')[0]}'" if words else "what it stands for"


_SENTENCES: dict[str, Callable[[Act], str]] = {
    "leaves": lambda act: f"Leaves the app for {act.after.app}.",
    "saves": lambda act: f"Saves what was typed and goes to {_named(act.after)}.",
    "returns": lambda act: f"Goes back to {_named(act.after)}.",
    "opens": lambda act: f"Opens {_named(act.after)}.",
    "switches": _switched,
    "types": lambda act: f"Takes the words for {_who(act)}.",
    "reveals": lambda act: "Scrolls to more.",
    "changes": lambda act: f"Changes {_named(act.after)}.",
    "nothing": lambda act: "",
}
