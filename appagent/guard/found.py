"""Hold what an action does as a witness found it, what a page's own words say, and when nothing can be told."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from appagent.guard import labels, structure
from appagent.screen import Element, Screen
from appagent.screen.labels import inside
from appagent.screen.sayings import loose, sayings

_SENTENCE = 3  # words from which on a text says what its page is about
# What a page is about that says such an effect.
_MATTERS = {"pay": "money", "send": "messages", "delete": "deletion", "grant": "permissions", "install": "installing"}


@dataclass(frozen=True)
class Effect:
    """Hold what an action does that matters; it is false if no witness says that it does anything.

    effect: "pay", "send", "delete", "install", "grant", "secret" (typed into a field), "none", or "unknown" for a
    control of which nothing says what it does, on a page about money, messages, accounts or deletion.
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
    """Return the first effect that is one, or none."""
    return next(filter(None, found), NONE)


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


def unknown(element: Element, screen: Screen) -> Effect:
    """Return "unknown" for an element of which nothing says what it does, if its page is about what matters.

    A page in a script of no known language may be about anything, and so may a dialog that asks in strange words,
    whatever answers it; to choose among what it lists is no answer. So is what a page tells to press, if it only says
    yes or is strange.
    """
    texts, title = list(loose(screen)), title_of(sayings(element, screen).parts)
    if title and (labels.agrees(title) or labels.is_strange(title)):
        urged = next((text for text in texts if structure.urges(text, title)), "")
        if urged:
            return Effect("unknown", "structure", f"a page that tells to press it: {urged}")
    chooses = any(each.checked is not None for each in screen.elements if each is element or inside(element, each))
    if element.window == "dialog" and not chooses and any(map(labels.is_strange, texts)):
        return Effect("unknown", "structure", "a dialog in words that nothing here knows")
    if not structure.is_unknown(element, screen):
        return NONE
    sentences = (text for text in texts if len(text.split()) >= _SENTENCE)
    found = told_by(texts) or said_in(sentences, lambda text: labels.likely_effect(text, asked=True))
    matter = structure.matter_of(screen) or _MATTERS.get(found.effect, "")
    if not matter and structure.in_other_script("".join(texts)):
        matter = "something in a script that nothing here knows"
    return Effect("unknown", "structure", f"a page about {matter}") if matter else NONE
