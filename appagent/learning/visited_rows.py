"""Compare visits to one page about different things, to find rows that are the app's own and no contents.

The page of each contact has a row "Remark". Which contacts there are, nobody but their owner should learn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from appagent.documents.values import listed_words
from appagent.screen import Element, Screen
from appagent.screen.labels import PARTS
from appagent.screen.lexicon import folded
from appagent.screen.wording import lasting

_Rows = dict[str, str]  # by element id, the first text of a row


@dataclass
class Visits:
    """Rows of the pages that were visited.

    rows: for each page and kind of row, as (screen id, template), the rows by what the page was about then: the words
    of the row that had been touched to get there, as far as the page says them too. contents: for each page, the words
    of its rows. chosen_on: for each page, the pages on which these other rows were touched. Pages are known by their
    screen ids; those with a dialog in front are left out.
    """

    rows: dict[tuple[str, str], dict[tuple[str, ...], _Rows]] = field(default_factory=dict)
    contents: dict[str, set[str]] = field(default_factory=dict)
    chosen_on: dict[str, set[str]] = field(default_factory=dict)

    def note(self, screen: Screen, way: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Remember a visit. way: for each page on the way, its screen id and the words of the row touched there."""
        if any(element.window == "dialog" for element in screen.elements):
            return
        self.contents.setdefault(screen.screen_id, set()).update(map(folded, listed_words(screen)))
        said = {folded(p) for text in (*screen.texts, *(e.text for e in screen.elements)) for p in text.split(PARTS)}
        chosen = [(page, {folded(words) for words in row} & said) for page, row in way if page in self.contents]
        about = tuple(sorted({words for _, found in chosen for words in found}))
        if not about:
            return
        self.chosen_on.setdefault(screen.screen_id, set()).update(page for page, found in chosen if found)
        for element in screen.elements:
            if element.listed and not element.weak:
                of_kind = self.rows.setdefault((screen.screen_id, element.template), {})
                of_kind.setdefault(about, {})[element.id] = name_of_row(element)

    def unchanged(self, screen: Screen) -> _Rows:
        """Return the rows that a page has whatever its subject: first texts by element id.

        All rows of their kind must be the same on two visits about things that share no words, save those that were
        not in sight. None of them may stand on a page on which such things are chosen: they are things themselves.
        """
        chosen_on = self.chosen_on.get(screen.screen_id, ())
        contents = {words for page in chosen_on for words in self.contents.get(page, ())}
        found: _Rows = {}
        for (page, _), visits in self.rows.items():
            kept = _in_all(visits) if page == screen.screen_id else {}
            if contents.isdisjoint(map(folded, kept.values())):
                found |= {name: text for name, text in kept.items() if text}
        return found


def name_of_row(element: Element) -> str:
    """Return the first text of a row as its name, or "" if that text may change: the label is weak, or has a number."""
    text = element.text.split(PARTS)[0]
    return "" if element.weak or "#" in lasting(text) or not lasting(text) else text


def _in_all(visits: Mapping[tuple[str, ...], _Rows]) -> _Rows:
    """Return the rows of one kind that are on every visited page, or {} if the pages differ in such rows.

    visits: as in `Visits.rows`. Of two visits the one that saw fewer rows may have no other ones.
    """
    pairs = [
        (rows, others) for (one, rows), (other, others) in combinations(visits.items(), 2) if set(one).isdisjoint(other)
    ]
    if not all(rows.keys() <= others.keys() or others.keys() <= rows.keys() for rows, others in pairs):
        return {}
    return {name: text for rows, others in pairs for name, text in rows.items() if name in others}
