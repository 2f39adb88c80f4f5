"""Find personal data in texts, such as mail addresses, numbers and names in rows, and remove them."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from appagent.documents.facts import is_listed, words_in
from appagent.documents.values import LEFT_OUT
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, Label
from appagent.store import Record

_PATTERNS = {
    "mail": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "web": re.compile(r"(?:https?://|www\.)[^\s'\"”’]+"),
    "account": re.compile(r"(?<![\w@])@\w{2,}|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
    "address": re.compile(
        r"\b\d{1,5},? (?:[A-Z]\w+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Square|Way)\b"
        r"|\b[A-ZÄÖÜ]\w+(?:stra(?:ß|ss)e|str\.|gasse|weg|platz) ?\d+"
        r"|\b(?:rue|calle|via|avenue) (?:[A-Z]\w+,? ){1,4}\d+"
        r"|[\u4e00-\u9fff]{2,}(?:路|街|道)\d+号"
    ),
    "number": re.compile(r"(?<![\w#])\+?\(?\d(?:[\s().:/-]{0,2}\d){4,}(?!\w)"),
}
# Words with capital letters after another word: a person's name, or what an app calls something.
_CAPITAL = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)*"
_CAPITALS = re.compile(rf"(?<=\w ){_CAPITAL}(?: {_CAPITAL})+")
_QUOTATION = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|‘[^’]*’")
# facts by which elements are recognised: made of the app's own names, or hashes
_STRUCTURE = frozenset(
    ("class", "resource_id", "ancestors", "role", "shape", "row_shape", "window", "looks", "spot", "coarse", "kind",
     "page", "to_page", "layout", "app", "effect", "cost", "shapes", "shown")
)  # fmt: skip
_FEWEST = 2  # titles of one screen id; as many are names of what the screens show
_LETTERS = 3  # that a name in ASCII has at least; another needs one less
_MOST_NAMES = 5_000


def general(text: str) -> str:
    """Return a text with "…" in place of everything that looks like personal data.

    >>> general("Calls +49 (30) 123 456 or writes to anna@example.org, at 12 Baker Street, up to 3 times.")
    'Calls … or writes to …, at …, up to 3 times.'
    """
    for pattern in _PATTERNS.values():
        text = pattern.sub(LEFT_OUT, text)
    return text


def general_facts(facts: Any) -> Any:
    """Apply `general` to all texts in facts, except those by which elements are recognised."""
    if isinstance(facts, str):
        return general(facts)
    if isinstance(facts, Mapping):
        return {name: told if name in _STRUCTURE else general_facts(told) for name, told in facts.items()}
    return [general_facts(each) for each in facts] if isinstance(facts, list | tuple) else facts


def personal(text: str, names: Collection[str] = ()) -> list[tuple[str, str]]:
    """Find personal data in a text; return pairs (kind, words).

    The kinds are "mail", "web", "account", "number", "address" and "name". names: names of persons and things.

    >>> personal("Opens the chat with Anna Novak, anna@example.org.", ["Anna Novak"])
    [('mail', 'anna@example.org'), ('name', 'Anna Novak')]
    """
    found = [(kind, match[0].strip()) for kind, pattern in _PATTERNS.items() for match in pattern.finditer(text)]
    return found + [("name", match[0]) for match in _any_of(names).finditer(text)] if names else found


def given_away(
    records: Iterable[Record], names: Collection[str], own: Collection[str] | None
) -> Iterator[tuple[Record, list[tuple[str, str]]]]:
    """Yield the records that contain personal data, each with the data that `personal` finds in it.

    own: what the app itself calls things, folded, to look for other names too in sentences that a person or a model
    wrote; None to look for none.
    """
    for record in records:
        texts = "\n".join([record.text, *_texts(record.facts)])
        found = personal(texts, names)
        found += (
            [("name", each) for each in likely_names(record.text) if folded(each) not in own] if own is not None else []
        )
        if found := list(dict.fromkeys(found)):
            yield record, found


def likely_names(text: str) -> list[str]:
    """Return what may be names of persons in a sentence: two and more words with capital letters, not quoted.

    >>> likely_names("Call Anna Schmidt from here, or open 'New Contact'."), likely_names("Opens the Display page.")
    (['Anna Schmidt'], [])
    """
    return _CAPITALS.findall(_QUOTATION.sub("", text))


def names_seen(records: Iterable[Record], labels: Mapping[tuple[str, str], Iterable[Label]]) -> list[str]:
    """Return names of persons and things that this machine has seen in an app: in rows of lists, and as titles.

    A title counts if its screen id had several titles. Words that documents record as the app's own do not count.
    records: the app's documents. labels: what was seen on each screen, by screen id and title.
    """
    known = list(records)
    rows = {record.template for record in known if is_listed(record)}
    own = {folded(part) for record in known for part in words_in(record).split(PARTS)}
    titles: dict[str, set[str]] = {}
    for screen_id, title in labels:
        titles.setdefault(screen_id, set()).add(title)
    found = {title for each in titles.values() if len(each) >= _FEWEST for title in each}
    found |= {label.name for seen in labels.values() for label in seen if label.template in rows}
    return sorted(name for name in found if folded(name) not in own and _is_name(name))[:_MOST_NAMES]


def _is_name(text: str) -> bool:
    return sum(letter.isalpha() for letter in text) >= (_LETTERS if text.isascii() else _LETTERS - 1)


def _any_of(names: Collection[str]) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    either = "|".join(rf"(?<!\w){each}(?!\w)" if each.isascii() else each for each in longest_first)
    return re.compile(either, re.IGNORECASE)


def _texts(facts: object) -> Iterator[str]:
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping):
        for name, told in facts.items():
            yield from _texts(told) if name not in _STRUCTURE else ()
    elif isinstance(facts, list):
        for each in facts:
            yield from _texts(each)
