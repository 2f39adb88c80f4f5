"""Read what a screen says: its title, the labels on it, and whether a switch is on."""

import re
from dataclasses import dataclass

from appagent.screen.lexicon import folded
from appagent.screen.screens import Element, Screen

PARTS = " · "  # between the texts of one element
_MOST_LETTERS = 60  # of a title
_TITLE_AMONG = 4  # the title is one of the first texts, or there is none


@dataclass(frozen=True)
class Label:
    """One thing on a screen by its words.

    text: its words; for an element without any, what its document says. kind: "field", "check" (on or off), "button",
    "icon" (without words) or "text" (no element). element_id, template: of its element, "" for a text.
    """

    text: str
    kind: str
    element_id: str = ""
    template: str = ""

    @property
    def key(self) -> str:
        """Name it on its screen: by the element's id, else by its words."""
        return self.element_id or self.text

    @property
    def name(self) -> str:
        """Return the first of its texts, which names it; the rest tells about it."""
        return self.text.split(PARTS)[0]


def labels(screen: Screen) -> list[Label]:
    """Return all that has words on a screen, elements first."""
    found = [_label(element, screen) for element in screen.elements if element.text or element.hint]
    said = {part for element in screen.elements for part in element.text.split(PARTS)}
    return found + [Label(text, "text") for text in screen.texts if text not in said]


def title(screen: Screen) -> str:
    """Return the heading of a screen: its one selected tab, else the first text of no element; "" for none.

    A web page states its own. Digits become "#".
    """
    pages = [e.text for e in screen.elements if e.role == "WebView" and e.text]
    tabs = [e for e in screen.elements if e.selected and e.text]
    if len(tabs) == 1 and sum(e.template == tabs[0].template for e in screen.elements) > 1:
        return _without_numbers(tabs[0].text)
    touched = {part for e in screen.elements for part in (*e.text.split(PARTS), e.hint)}
    texts = (text for text in screen.texts[:_TITLE_AMONG] if text not in touched)
    return _without_numbers(next(iter((*pages, *texts)), ""))


def same(one: str, other: str) -> bool:
    """Compare two texts, letter case and signs aside.

    >>> same("5 Minutes", "5 minutes"), same("Rock 'n' roll", "Rock’n’roll"), same("7", "8"), same("🥣", "🍵")
    (True, True, False, False)
    """
    one, other = (re.sub(r"[\W_]+", "", folded(text)) or text.strip() for text in (one, other))
    return one == other


def inside(outer: Element, inner: Element) -> bool:
    """Tell whether an element lies in another."""
    a, b, c, d = outer.bounds
    left, top, right, bottom = inner.bounds
    return inner is not outer and a <= left and b <= top and right <= c and bottom <= d


def state_of(element: Element, screen: Screen) -> bool | None:
    """Return whether an element, or the one switch inside it, is on; None where it is no switch."""
    if element.checked is not None:
        return element.checked
    held = [e.checked for e in screen.elements if e.checked is not None and inside(element, e)]
    return held[0] if len(held) == 1 else None


def _label(element: Element, screen: Screen) -> Label:
    if "text" in element.actions:
        return Label(element.hint or element.label or element.text, "field", element.id, element.template)
    kind = "check" if state_of(element, screen) is not None else "button"
    return Label(element.text, kind, element.id, element.template)


def _without_numbers(words: str) -> str:
    return re.sub(r"\d+", "#", words)[:_MOST_LETTERS]
