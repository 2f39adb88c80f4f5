"""Find personal data in texts, such as names, mail addresses, numbers and passwords, and remove them."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from appagent.documents.names import persons_in
from appagent.documents.values import LEFT_OUT
from appagent.screen.language.lexicon import any_word, folded
from appagent.screen.language.secret import names_a_secret

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
# Words that a code stands beside, besides those of appagent.screen.language.secret; one language or so a line.
_CODES = "code, código, codice, kod, kode, kód, koodi, код, κωδικός, קוד, رمز, कोड, รหัส, 代码, 代碼, コード, 코드"
_SECRET = re.compile(r"\$\{\w+\}")  # a secret by its name, as it is typed
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n")
_CODE = re.compile(r"(?<![\w.,:/#-])(?=[^\W\d_]*\d)[^\W_]{4,}(?![\w:/-]|[.,]\d)")
# Words with capital letters after another word: a person's name, or what an app calls something.
_CAPITAL = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)*"
_CAPITALS = re.compile(rf"(?<=\w ){_CAPITAL}(?: {_CAPITAL})+")
_QUOTATION = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|‘[^’]*’")
# facts by which elements are recognised: made of the app's own names, or hashes
_STRUCTURE = frozenset(
    ("class", "resource_id", "ancestors", "role", "shape", "row_shape", "window", "looks", "spot", "coarse", "kind",
     "page", "to_page", "layout", "app", "effect", "cost", "shapes", "shown")
)  # fmt: skip


def general(text: str) -> str:
    """Return a text with "…" in place of everything that looks like personal data.

    >>> general("Calls +49 (30) 123 456 or writes to anna@example.org, at 12 Baker Street, up to 3 times.")
    'Calls … or writes to …, at …, up to 3 times.'
    >>> general("Opens the chat with Ana; her password is hunter2.")
    'Opens the chat with …; her password is ….'
    """
    for pattern in _PATTERNS.values():
        text = pattern.sub(LEFT_OUT, text)
    for words in dict.fromkeys((*codes_in(text), *persons_in(text))):
        text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)" if words.isascii() else re.escape(words), LEFT_OUT, text)
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

    The kinds are "mail", "web", "account", "number", "address", "code" and "name". names: further names of persons and
    things.

    >>> personal("Opens the chat with the Zapps, zapp@example.org.", ["the Zapps"])
    [('mail', 'zapp@example.org'), ('name', 'the Zapps')]
    """
    found = [(kind, match[0].strip()) for kind, pattern in _PATTERNS.items() for match in pattern.finditer(text)]
    found += [*(("code", code) for code in codes_in(text)), *(("name", name) for name in persons_in(text))]
    return found + [("name", match[0]) for match in _any_of(names).finditer(text)] if names else found


def codes_in(text: str) -> list[str]:
    """Return what may be a password, PIN or code in a text: four signs and more with a digit, beside a word for one.

    >>> codes_in("Unlocks with code 4711. Shows 2024 photos."), codes_in("Asks for a PIN of 6 digits.")
    (['4711'], [])
    """
    told = [each for each in _SENTENCE.split(_SECRET.sub("", text)) if _CODE.search(each)]
    said = [each for each in told if names_a_secret(each) or re.search(any_word(_CODES), folded(each))]
    return [code for each in said for code in _CODE.findall(each)]


def likely_names(text: str) -> list[str]:
    """Return what may be names of persons in a sentence: two and more words with capital letters, not quoted.

    >>> likely_names("Call Anna Schmidt from here, or open 'New Contact'."), likely_names("Opens the Display page.")
    (['Anna Schmidt'], [])
    """
    return _CAPITALS.findall(_QUOTATION.sub("", text))


def _any_of(names: Collection[str]) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    either = "|".join(rf"(?<!\w){each}(?!\w)" if each.isascii() else each for each in longest_first)
    return re.compile(either, re.IGNORECASE)


def texts_in(facts: object) -> Iterator[str]:
    """Yield all texts in facts, except those by which elements are recognised."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping):
        for name, told in facts.items():
            yield from texts_in(told) if name not in _STRUCTURE else ()
    elif isinstance(facts, list):
        for each in facts:
            yield from texts_in(each)
