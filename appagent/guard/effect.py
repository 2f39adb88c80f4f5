"""Define the effect of an action as a witness found it, and choose among the findings of several witnesses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from appagent.guard import labels
from appagent.guard.reading import rejoined
from appagent.screen import Element, Screen
from appagent.screen.names.element_texts import texts_of


@dataclass(frozen=True)
class Effect:
    """Effect of an action, with the witness for it. It is false if the effect is "none" or "unknown".

    effect: "pay", "send", "delete", "install", "grant", "secret" (typed into a field), "none", or "unknown" for a
    control that may have an effect, such as one without words on a page about money.
    witness: who says so: "structure" (where it stands), "app", "words", "id", "classifier", "keyboard", "learnt" (a
    document), "model" (the acting model itself) or "second opinion" (a model that knows no task); "" for none.
    read: what the witness judged by: words of the screen, a resource-id, or the name of an app or page.
    """

    effect: str = "none"
    witness: str = ""
    read: str = ""

    def __bool__(self) -> bool:
        """Tell whether there is an effect, and it is known."""
        return self.effect not in ("none", "unknown")

    @property
    def certain(self) -> bool:
        """Tell whether the effect is known, and not only likely by the classifier.

        >>> Effect("pay", "words", "Pay").certain, Effect("pay", "classifier", "Chip in").certain
        (True, False)
        """
        return bool(self) and self.witness != "classifier"


NONE = Effect()


def by(witness: str, read: str, effect: str | None) -> Effect:
    """Return what a witness found as an `Effect`; no effect if `effect` is None or ""."""
    return Effect(effect, witness, read) if effect else NONE


def said_in(texts: Iterable[str], judged: Callable[[str], str | None], witness: str = "words") -> Effect:
    """Return the effect of the first text that has one, or no effect. judged: function that finds a text's effect."""
    return first_of(by(witness, text, judged(text)) for text in texts)


def first_of(found: Iterable[Effect]) -> Effect:
    """Return the first effect that is known; if there is none, the first that is unknown, or else no effect."""
    left = NONE
    for one in found:
        if one:
            return one
        left = one if left.effect == "none" else left
    return left


def gravest(found: Iterable[Effect]) -> Effect:
    """Return the most serious of some effects, or no effect."""
    return min(filter(None, found), key=lambda one: labels.EFFECTS.index(one.effect), default=NONE)


def told_by(texts: Iterable[str]) -> Effect:
    """Return the effect of the first question, heading or warning among some texts that has one, or no effect."""
    return said_in(texts, labels.said_by_page)


def parts_of(element: Element, screen: Screen) -> tuple[str, ...]:
    """Return the texts of an element, before them all in one if a word is broken over several."""
    return rejoined(texts_of(element, screen).parts, element.whole or element.text)


def title_of(parts: Sequence[str]) -> str:
    """Return the first of an element's texts that is longer than one character.

    parts: the texts. If all are shorter, return the first; if there are none, return "".
    """
    return next((part for part in parts if len(part.strip()) > 1), parts[0] if parts else "")
