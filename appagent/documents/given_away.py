"""Find what documents and titles would give away: personal data by their form, and contents that screens have shown."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from appagent.documents.facts import is_listed, words_in
from appagent.documents.names import persons_in
from appagent.documents.private import likely_names, personal, texts_in
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, Label
from appagent.store import Record

_FEWEST = 2  # titles of one screen id; as many are names of what the screens show
_LETTERS = 3  # that a name in ASCII has at least; another needs one less
_MOST_NAMES = 5_000
_NO_CONTROLS = ("icon", "field", "text")  # kinds of labels
_Labels = Mapping[tuple[str, str], Iterable[Label]]  # what was seen on each screen, by screen id and title


@dataclass(frozen=True)
class Finding:
    """Words that look private in what would be shared.

    kind: as `personal` returns it; also "words" for two and more words with capital letters that the app is not known
    to say. where: id of the document, or "" for the title of a screen. text: the text they are in.
    """

    kind: str
    words: str
    where: str
    text: str


def given_away(
    records: Iterable[Record], titles: Iterable[str], labels: _Labels, *, strictly: bool = False
) -> Iterator[Finding]:
    """Yield what looks private in the documents of an app and in the titles of its screens.

    Names, addresses, numbers and codes are known by their form. What this machine has seen as contents is looked for in
    sentences by persons and models, if it is written as persons are ("Zaphod Beeblebrox").
    strictly: True to look for all contents, in facts and titles too, and for other words with capital letters.
    """
    known = list(records)
    contents = contents_seen(known, labels) if strictly else names_seen(known, labels)
    own = {folded(label.name) for each in labels.values() for label in each}
    everywhere = contents if strictly else ()
    in_sentences = contents if strictly else [name for name in contents if _like_a_person(name)]
    for record in known:
        told = [(text, everywhere) for text in dict.fromkeys(texts_in(record.facts))]
        for text, names in ((record.text, in_sentences), *told):
            for kind, words in dict.fromkeys(personal(text, names)):
                yield Finding(kind, words, record.id, record.text or text)
        names = persons_in(record.text)
        for words in likely_names(record.text) if strictly else ():
            if folded(words) not in own and not any(name in words for name in names):
                yield Finding("words", words, record.id, record.text)
    for title in dict.fromkeys(titles):
        for kind, words in dict.fromkeys(personal(title, everywhere)):
            yield Finding(kind, words, "", title)


def names_seen(records: Iterable[Record], labels: _Labels) -> list[str]:
    """Return names of persons and things that this machine has seen in an app: in rows of lists, and as titles.

    A title counts if its screen id had several titles. Left out is what a control says on all pages of a screen id, as
    "New contact", and what documents record as the words of an element.
    records: the app's documents.
    """
    known = list(records)
    rows, pages = _rows_of(known), _pages_of(labels)
    own = {folded(part) for record in known for part in words_in(record).split(PARTS)}
    own |= {folded(name) for each in pages for name in _on_all(_controls(each, rows))}
    found = {title for each in pages if len(each) >= _FEWEST for title in each}
    found |= {label.name for seen in labels.values() for label in seen if label.template in rows}
    return _named(name for name in found if folded(name) not in own)


def contents_seen(records: Iterable[Record], labels: _Labels) -> list[str]:
    """Return what `names_seen` returns, and what controls say on some pages of a screen id and not on others.

    So are the groups that a contact is in, and titles of that name. Most of such words are the app's own all the same.
    """
    known = list(records)
    rows = _rows_of(known)
    found = set(names_seen(known, labels))
    for each in _pages_of(labels):
        controls = _controls(each, rows)
        found |= set.union(*controls) - _on_all(controls)
    return _named(found)


def _rows_of(records: Iterable[Record]) -> set[str]:
    """Return the templates of the rows that documents are about."""
    return {record.template for record in records if is_listed(record)}


def _pages_of(labels: _Labels) -> list[dict[str, list[Label]]]:
    """Return for each screen id its labels by title."""
    pages: dict[str, dict[str, list[Label]]] = {}
    for (screen_id, title), found in labels.items():
        pages.setdefault(screen_id, {})[title] = list(found)
    return list(pages.values())


def _controls(page: Mapping[str, list[Label]], rows: Collection[str]) -> list[set[str]]:
    """Return for each title of a screen id the words of its controls that are in no list and do not say the title."""
    return [
        {
            label.name
            for label in found
            if label.kind not in _NO_CONTROLS and label.template not in rows and label.name != title
        }
        for title, found in page.items()
    ]


def _on_all(pages: list[set[str]]) -> set[str]:
    return set.intersection(*pages)


def _named(words: Iterable[str]) -> list[str]:
    return sorted(filter(_is_name, words))[:_MOST_NAMES]


def _is_name(text: str) -> bool:
    return sum(letter.isalpha() for letter in text) >= (_LETTERS if text.isascii() else _LETTERS - 1)


def _like_a_person(name: str) -> bool:
    """Tell whether a text is written as names of persons are: two words and more, each with a capital letter."""
    return len(name.split()) > 1 and name.istitle()
