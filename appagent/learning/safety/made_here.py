"""Find rows that a crawl itself has made in an app, and the controls that delete just one of them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.guard.consent import Consent
from appagent.guard.labels import agrees
from appagent.learning.safety.made_rows import named_rows
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import DELETES_ONE, OVERFLOW, folded, listed
from appagent.screen.names.labels import PARTS

TAKING_BACK = "what learning made is taken back"  # thought of each step that does so


class OwnDeletions(Consent):
    """Consent for the guard: deletions are allowed while `open` is True, and nothing else ever is."""

    def __init__(self) -> None:
        self.open = False

    def take(self, effect: str, screen: Screen) -> bool:
        """Tell whether an action may be done: only if its effect is "delete", and only while `open` is True."""
        return self.open and effect == "delete"


@dataclass(frozen=True)
class MadeHere:
    """Finds on a screen the rows that a crawl has made, and the controls that delete them.

    typed: the texts that the crawl typed to name new things, the longest first.
    """

    screen: Screen
    typed: Sequence[str]

    @property
    def rows(self) -> list[Element]:
        """Return the rows of the page that have words."""
        return [each for each in self.screen.elements if each.listed and each.window == "app" and each.text]

    def row(self, name: str) -> Element | None:
        """Return the row with this name, or None if the crawl may not have made it.

        A part of the row's text must consist of texts that the crawl typed, and no other row may have the same text.
        """
        times = Counter(row.text for row in self.rows)
        named = (row for row in self.rows if name in named_rows(self.screen, [row]))
        return next((row for row in named if times[row.text] == 1 and self._own_part(row)), None)

    def control(self, row: Element) -> Element | None:
        """Return the control that deletes a row, or None.

        It must be the only control on the screen that deletes one thing, and be in a dialog or on a page about the row.
        """
        dialog = self._dialog()
        found = [e for e in dialog or self.screen.elements if _deletes_one(e)]
        return found[0] if len(found) == 1 and (dialog or self._is_about(row)) else None

    def menu(self, row: Element) -> Element | None:
        """Return the menu button of the page in front if this page is about a row, else None."""
        found = [e for e in self.screen.elements if folded(e.text) in listed(OVERFLOW)]
        return found[0] if len(found) == 1 and self._is_about(row) else None

    def answer(self) -> Element | None:
        """Return the button that confirms a deletion in the dialog in front; None if there is none, or several."""
        asked = self._dialog()
        sure = [e for e in asked if _deletes_one(e)] or [e for e in asked if agrees(e.text)]
        return sure[0] if len(sure) == 1 else None

    def _dialog(self) -> list[Element]:
        return [each for each in self.screen.elements if each.window == "dialog"]

    def _is_about(self, row: Element) -> bool:
        """Tell whether the page in front is about a row.

        It is if its heading says that one row is selected, such as "1 selected". It also is if it shows the text that
        the crawl typed, but not the row itself.
        """
        screen, words = self.screen, self._own_part(row)
        if any(each.text == row.text for each in self.rows):
            return re.findall(r"\d+", screen.heading) == ["1"]
        return any(words in said for said in (screen.heading, *screen.texts, *(e.text for e in screen.elements)))

    def _own_part(self, row: Element) -> str:
        """Return the first part of a row's text that consists only of texts that the crawl typed, or ""."""
        return next((part for part in row.text.split(PARTS) if _is_made_of(part, self.typed)), "")


def _deletes_one(element: Element) -> bool:
    return folded(element.text) in listed(DELETES_ONE)


def _is_made_of(text: str, typed: Sequence[str]) -> bool:
    """Tell whether a text consists only of typed texts, and has letters.

    typed: the typed texts, the longest first.
    """
    left = text
    for each in typed:
        left = left.replace(each, "")
    return not left.strip() and any(map(str.isalpha, text))
