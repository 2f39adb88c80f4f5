"""Find rows whose words belong to the app, by comparing visits to one page that was about different things.

For example, the page of every contact has a row "Remark". A document may contain this word, but no contact's name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from appagent.documents.values import listed_words
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS
from appagent.screen.texts.wording import lasting

_Rows = dict[str, str]  # by element id, the first text of a row


@dataclass
class Visits:
    """Rows of the pages that were visited.

    rows: by (screen id, template), the rows on each visit, by what the page was about then, such as a contact. That is
    told by words of the rows touched on the way that the page itself shows, too.
    contents: by screen id, the words of the page's rows.
    chosen_on: by screen id, the ids of the screens on which the thing was chosen that the page is about.
    Pages with a dialog in front are left out.
    """

    rows: dict[tuple[str, str], dict[tuple[str, ...], _Rows]] = field(default_factory=dict)
    contents: dict[str, set[str]] = field(default_factory=dict)
    chosen_on: dict[str, set[str]] = field(default_factory=dict)

    def note(self, screen: Screen, way: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Remember a visit to a page.

        way: (screen id, words of the row touched there) for each page on the way.
        """
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
        """Return the rows that a page has whatever it is about: their first texts, by element id.

        There must have been two visits about different things, such as two contacts. On both, all rows of a template
        must be the same, apart from rows out of sight. A row that is also on the page where such things are chosen does
        not count: it may be such a thing itself.
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
    """Return the first text of a row as its name; "" if it may change, because it has a number or the id is weak."""
    text = element.text.split(PARTS)[0]
    return "" if element.weak or "#" in lasting(text) or not lasting(text) else text


def _in_all(visits: Mapping[tuple[str, ...], _Rows]) -> _Rows:
    """Return the rows of one template that visits about different things have in common; {} if these visits differ.

    visits: as the values of `Visits.rows`. Two visits differ if each has a row that the other lacks.
    """
    pairs = [
        (rows, others) for (one, rows), (other, others) in combinations(visits.items(), 2) if set(one).isdisjoint(other)
    ]
    if not all(rows.keys() <= others.keys() or others.keys() <= rows.keys() for rows, others in pairs):
        return {}
    return {name: text for rows, others in pairs for name, text in rows.items() if name in others}
