"""Read a label as a person sees it: spaced-out letters, digits in place of letters and heaps of accents are words.

All words that the guard judges come from `bare`, whether of a control, its row, its page or its resource-id.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, groupby, islice, product, takewhile

from appagent.foreign import shown
from appagent.guard import tables
from appagent.guard.classifier import effect_by_words, knows_words
from appagent.screen.language.dates import UNSPACED
from appagent.screen.language.lexicon import YES, decorated, folded, in_plain_width, listed, unaccented
from appagent.screen.language.lookalikes import as_drawn, latin, unmasked
from appagent.screen.language.money import SIGN, has_amount, priced
from appagent.screen.names.element_texts import BREAKS

_LONGEST = 2_000  # visible letters to look at, from the beginning and the end
# Signs that are drawn like letters, each with these.
_DRAWN = {
    "0": "o", "1": "li", "2": "z", "3": "e", "4": "a", "5": "s", "6": "gb", "7": "t", "8": "b", "9": "g",
    "@": "a", "$": "s", "€": "e", "£": "l", "¢": "c", "¥": "y", "§": "s", "!": "i", "|": "li", "+": "t",
}  # fmt: skip
_WITHIN = "'’"  # signs that part no word: "s'il"
_LEAST, _LEAST_WIDE = 3, 2  # letters of a word in disguise, and in a script without blanks
_MOST_PIECES, _MOST_LETTERS = 3, 16  # that a word is broken into, and if each piece is a letter
_MOST_BETWEEN = 3  # signs between the pieces of a word
_MOST_APART = 64  # letters apart that are read word by word; nobody writes more, and each takes milliseconds
_MOST_FORMS = 16  # ways to read the digits of a word
_MASK = "*"
_SHORT = 4  # letters of a word that differs from others by one accent
_REPEATED = re.compile(r"(?<!\S)(\S{2,})(?:\s+\1){2,}(?!\S)")
_INNER = re.compile(rf"(?<=[^\W\d_])[{re.escape(''.join(_DRAWN))}]+(?=[^\W\d_])")
_DRAWN_OUT, _DOUBLED = re.compile(r"(.)\1{2,}"), re.compile(r"(.)\1+")


@lru_cache(maxsize=8192)
def bare(label: str) -> str:
    """Fold a label to one line, with "¤" for amounts of money, words for what is drawn as such, no leading signs.

    >>> bare("P4y n0w"), bare("D e l e t e"), bare("de-lete all"), bare("3D view of MP3, 5 GB")
    ('pay now', 'delete', 'delete all', '3d view of mp3, 5 gb')
    """
    said, amount = priced(_spelt(label)), has_amount(in_plain_width(as_drawn(label)))
    spaced = folded(f"{said} {SIGN}" if amount and SIGN not in said else said).replace("_", " ")
    return re.sub(rf"^[^\w{SIGN}🗑]+", "", spaced).strip()


def rejoined(parts: tuple[str, ...], whole: str) -> tuple[str, ...]:
    """Return the texts of one control, and before them all in one if some are pieces of a word. whole: all as it shows.

    >>> rejoined(("De", "lete"), "De · lete"), rejoined(("Delete", "all"), "Delete · all")
    (('De lete', 'De', 'lete'), ('Delete', 'all'))
    """
    read = {word for part in parts for word in _spelt(part).split()}
    for one in (" ".join(parts), whole) if len(parts) > 1 else ():
        if not read.issuperset(word for part in BREAKS.split(_spelt(one)) for word in part.split()):
            return (one, *parts)
    return parts


@lru_cache(maxsize=8192)
def _spelt(label: str) -> str:
    """Return a label in words, without fillers that repeat the same."""
    seen = shown(_REPEATED.sub(r"\1", as_drawn(label)), _LONGEST, lines=True)
    return _respelt(in_plain_width(unmasked(seen)), decorated(label))


def _respelt(text: str, heaped: bool) -> str:
    """Replace what only looks like a word, such as "d3lete", by that word.

    heaped: True if letters of the text wore marks that no alphabet has.
    """
    runs = [(is_part, "".join(run)) for is_part, run in groupby(text, _is_part)]
    said, at = [""], 0
    while at < len(runs):
        if runs[at][0]:
            size, word = _verbs_apart(runs, at) or _read(runs[at : at + 2 * _MOST_LETTERS], heaped)
        else:
            size, word = 1, runs[at][1]
        said.append(f" {word} " if size > 1 else word)
        between = {sign for _, gap in runs[at + 1 : at + size : 2] for sign in gap}
        at += size
        at += size > 1 and at < len(runs) and between.issuperset(runs[at][1].strip())  # parts letters, and no clauses
    return "".join(said)


def _verbs_apart(runs: Sequence[tuple[bool, str]], at: int) -> tuple[int, str] | None:
    """Return (size, words) for a crowd of spaced-out letters: every verb that they make, else the letters; or None.

    at: where the letters begin. It is a crowd if there are more than 64.
    """
    letters = [*takewhile(lambda word: len(word) == 1, (word for _, word in islice(runs, at, None, 2)))]
    if len(letters) <= _MOST_APART:
        return None
    drawn = _bald(folded("".join(letters)))
    read = drawn, "".join(_DRAWN.get(sign, sign)[0] for sign in drawn)
    verbs = [verb for verb, bald in _bald_verbs() if any(bald in each for each in read)]
    return 2 * len(letters) - 1, " ".join(verbs) or drawn


def _is_part(sign: str) -> bool:
    """Tell whether a sign is part of a word: a letter, a digit or an accent, or drawn like a letter."""
    return sign.isalnum() or sign in _DRAWN or sign in _WITHIN or unicodedata.category(sign)[0] == "M"


def _read(runs: Sequence[tuple[bool, str]], heaped: bool) -> tuple[int, str]:
    """Return (number of runs at the beginning that make one word, this word).

    runs: what is part of a word and what is not, by turns. Letters that stand apart may be a word, and so may up to
    three pieces with few signs in between, one of which is no word by itself. A sign may also hide one letter.
    heaped: as for `_respelt`.
    """
    words, gaps = [run for _, run in runs[::2]], [run for _, run in runs[1::2]]
    if words[0].casefold() in _verbs():
        return 1, words[0]
    apart = len([*takewhile(lambda word: len(word) == 1, words)])
    near = min(len(words), _MOST_PIECES, 1 + len([*takewhile(lambda gap: len(gap) <= _MOST_BETWEEN, gaps)]))
    sizes = range(max(apart, near), 1, -1)
    pieces = {size: _are_pieces(tuple(words[:size]), "".join(gaps[: size - 1])) for size in sizes if size <= near}
    for size in sizes:
        whole, broken = "".join(words[:size]), pieces.get(size, False)
        found = _as_verb(whole, heaped) if broken or size <= apart else ""
        if found := found or (_as_masked(_MASK.join(words[:size])) if broken else ""):
            return 2 * size - 1, found
    letters = folded("".join(words[:apart]))
    if end := min((at for at in (letters.find(verb, 2) for verb in _verbs()) if at > 0), default=0):
        return 2 * end - 1, letters[:end]  # a verb follows
    for size in sizes:
        loose = pieces.get(size) and not any(len(word) > _SHORT and _stands(word) for word in words[:size])
        if (loose or size <= apart) and (found := _as_known("".join(words[:size]))):
            return 2 * size - 1, found
    plain = _stands(words[0]) and not heaped
    return 1, words[0] if plain else _as_verb(words[0], heaped) or _as_known(words[0]) or words[0]


def _are_pieces(words: tuple[str, ...], gaps: str) -> bool:
    """Tell whether some words may be pieces of one, none of them a verb or a number. gaps: the signs in between.

    Where each is a word by itself, only a verb counts that is written in one, and no blank may be in between.
    """
    if not all(any(map(str.isalpha, word)) for word in words) or any(word.casefold() in _verbs() for word in words):
        return False
    if not all(map(_stands, words)):
        return True
    whole = folded("".join(words))
    return not any(map(str.isspace, gaps)) and whole in _verbs() and folded(" ".join(words)) not in _phrases()


@lru_cache(maxsize=8192)
def _as_verb(drawn: str, heaped: bool) -> str:
    """Return the verb of the tables that some signs look like; "" if there is none.

    A short word with one accent is another word: "mùa" is the season, and "mua" buys.
    """
    forms, bald = _forms(drawn), unaccented(drawn)
    accents = sum(one != other for one, other in zip(folded(drawn), bald, strict=False))
    worn = heaped or accents > 1 or any(latin(letter) != letter for letter in bald)
    alike = (_skeletons().get(_skeleton(form)) for form in forms if worn or len(form) > _SHORT)
    return next(filter(None, chain((form for form in forms if form in _verbs()), alike)), "")


@lru_cache(maxsize=8192)
def _as_known(drawn: str) -> str:
    """Return the word that some signs look like, if it changes the meaning of a verb or has an effect; else ""."""
    for form in _forms(drawn):
        if form in _besides() or (knows_words(form, 1) and effect_by_words(form)):
            return form
        if joined := _joined().fullmatch(form):
            return " ".join(joined.groups())
    return ""


@lru_cache(maxsize=8192)
def _as_masked(drawn: str) -> str:
    """Return the verb whose letters are hidden by signs, as in "d*lete"; "" if there is none."""
    hidden = re.compile(re.escape(folded(drawn)).replace(re.escape(_MASK), r"\w"))
    return next((verb for verb in _verbs() if len(verb) > _LEAST and hidden.fullmatch(verb)), "")


def _forms(drawn: str) -> list[str]:
    """Return the ways to read the digits and signs of a word as letters, and the word without them."""
    word = folded(drawn).rstrip("!")
    word = word.replace("'", "") if word.count("'") > 1 else word
    letters = islice(product(*(_DRAWN.get(sign, sign) for sign in word)), _MOST_FORMS)
    forms = (*map("".join, letters), _INNER.sub("", word), _DRAWN_OUT.sub(r"\1", word))
    return [form for form in forms if len(form) >= (_LEAST_WIDE if UNSPACED.match(form) else _LEAST)]


def _bald(word: str) -> str:
    return "".join(map(latin, unaccented(word)))


def _skeleton(word: str) -> str:
    """Return what two words that look alike have in common: the letters without accents, inner ones in any order."""
    bald = _DOUBLED.sub(r"\1", _bald(word))
    return bald if len(bald) <= _SHORT else f"{bald[0]}{''.join(sorted(bald[1:-1]))}{bald[-1]}"


@lru_cache(maxsize=8192)
def _stands(word: str) -> bool:
    """Tell whether a text is a word as it is, or has no letters. A single letter is no word."""
    if not any(map(str.isalpha, word)):
        return True
    plain = not any(sign in _DRAWN for sign in word.rstrip("!")) and not _DRAWN_OUT.search(word)
    return plain and len(word) > 1 and knows_words(folded(word), 1)


@cache
def _phrases() -> frozenset[str]:
    return frozenset(verb.rstrip("*+") for table in tables.VERBS.values() for verb in listed(table))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(word for verb in _phrases() for word in verb.split() if len(word) >= _LEAST)


@cache
def _bald_verbs() -> tuple[tuple[str, str], ...]:
    """Return each verb with the Latin letters that it looks like."""
    return tuple((verb, _bald(verb)) for verb in sorted(_verbs()))


@cache
def _skeletons() -> dict[str, str]:
    return {_skeleton(verb): verb for verb in sorted(_verbs())}


@cache
def _joined() -> re.Pattern[str]:
    """Build a pattern for a verb with its objects and no blank in between, such as "deletemyaccount"."""
    verbs, objects = sorted(_verbs(), reverse=True), (*listed(tables.OBJECTS), *listed(tables.DETERMINERS))
    return re.compile(rf"({'|'.join(map(re.escape, verbs))})((?:{'|'.join(map(re.escape, objects))})+)")


@cache
def _besides() -> frozenset[str]:
    """Return words that change the meaning of a verb beside them, and words of warnings and totals."""
    warnings = " ".join((*tables.WARNINGS.values(), tables.TOTALS)).replace(",", " ")
    return frozenset((*listed(YES), *listed(tables.OBJECTS), *folded(warnings).split()))
