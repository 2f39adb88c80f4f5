"""Hold what an action does as a witness found it, and pick among what several found."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from appagent.guard import labels


@dataclass(frozen=True)
class Effect:
    """Hold what an action does that matters; it is false if no witness says that it does anything.

    effect: "pay", "send", "delete", "install", "grant", "secret" (typed into a field), "none", or "unknown" for a
    control of which nothing says what it does, on a page about money, messages or deletion.
    witness: who says so: "structure" (where it stands), "app", "words", "id", "classifier", "keyboard", "learnt" (a
    document), "model" (the acting model itself) or "second opinion" (a model that knows no task); "" for none.
    read: what it was judged by: words of the screen, a resource-id, the name of an app or of a page.
    """

    effect: str = "none"
    witness: str = ""
    read: str = ""

    def __bool__(self) -> bool:
        """Tell whether there is any effect that is known."""
        return self.effect not in ("none", "unknown")


NONE = Effect()


def by(witness: str, read: str, effect: str | None) -> Effect:
    """Return an effect that a witness found, or none."""
    return Effect(effect, witness, read) if effect else NONE


def said_in(texts: Iterable[str], judged: Callable[[str], str | None], witness: str = "words") -> Effect:
    """Return the first effect that a function finds in some texts, or none."""
    return first_of(by(witness, text, judged(text)) for text in texts)


def first_of(found: Iterable[Effect]) -> Effect:
    """Return the first effect that is known; without one, the first that is unknown, or none."""
    left = NONE
    for one in found:
        if one:
            return one
        left = one if left.effect == "none" else left
    return left


def gravest(found: Iterable[Effect]) -> Effect:
    """Return the most serious effect, or none."""
    return min(filter(None, found), key=lambda one: labels.EFFECTS.index(one.effect), default=NONE)


def told_by(texts: Iterable[str]) -> Effect:
    """Return the effect of the first of some texts that has one: a question, a heading or a warning."""
    return said_in(texts, labels.said_by_page)


def title_of(parts: Sequence[str]) -> str:
    """Return the first of an element's texts that is longer than one character.

    parts: the texts. If all are shorter, return the first; if there are none, return "".
    """
    return next((part for part in parts if len(part.strip()) > 1), parts[0] if parts else "")
