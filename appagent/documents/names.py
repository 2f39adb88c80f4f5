"""Find names of persons in a text, by lists of given and family names in many languages.

`names.json` has the lists; bench/names.py writes them.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from appagent.screen.language.lexicon import folded, listed

_FILE = Path(__file__).with_name("names.json")
# Comma-separated, about one language a line. They stand before a name, or behind it in languages without spaces.
_BEFORE = """mr, mrs, ms, miss, dr, herr, herrn, frau, señor, señora, sr, sra, don, doña, monsieur, madame, mme, mlle,
    signor, signora, senhor, senhora, dona, meneer, mevrouw, pan, pani, herra, rouva, господин, госпожа, пан, пані,
    κύριος, κυρία, grandma, grandpa, uncle, aunt, oma, opa, onkel, tante"""
_BEHIND = ("さん", "様", "ちゃん", "くん", "氏", "先生", "女士", "小姐", "님", "씨", "선생님")
_VOWELS = r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0655\u0900-\u0903\u093a-\u094f\u0980-\u0dff\u0e31-\u0e4e"
_LETTERS = rf"(?:[^\W\d_]|[{_VOWELS}])+"  # with the signs of vowels above and below them
WORD = re.compile(rf"{_LETTERS}(?:['’-]{_LETTERS})*")
_GAP = re.compile(r"\.? ")  # between the parts of a name
_OWNS = re.compile(r"['’]s$")
_HAN, _HANGUL = re.compile(r"[\u4e00-\u9fff々]+"), re.compile(r"[\uac00-\ud7af]+")
_SHORTEST = 3  # letters of a given name that is known alone
_WORDS = 4  # of a name
_LONGEST = 4  # Chinese signs of a whole name
_PAIR = 2  # signs of a given name that may be none of the list
_TITLE = 3  # of a title behind it
_ENDINGS = re.compile(r"(?:ами|ями|ові|еві|ом|ем|ём|ой|ей|ою|ею|им|[аеёиіїйоуыьэюя])$")  # of cases of Slavic names
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_OTHER = re.compile(r"[\u0590-\u0e7f\u10a0-\u10ff]")  # scripts that have no capital letters


@dataclass(frozen=True)
class _Lists:
    given: frozenset[str]
    given_too: frozenset[str]  # those that are ordinary words as well
    family: frozenset[str]
    family_too: frozenset[str]
    stems: frozenset[str]  # of given names in Cyrillic
    han_family: frozenset[str]
    han_given: frozenset[str]
    signs: frozenset[str]  # of Chinese given names
    kanji_family: frozenset[str]
    kanji_given: frozenset[str]
    kanji_signs: frozenset[str]  # of Japanese given names
    hangul_family: frozenset[str]
    hangul_given: frozenset[str]
    words: frozenset[str]  # ordinary Chinese words that are made like names


def persons_in(text: str) -> list[str]:
    """Return the names of persons in a text, each once.

    A given name that is no ordinary word counts by itself if it has a capital letter. Any other counts beside a family
    name, and so do both in small letters if neither is an ordinary word. A word with a capital letter counts behind a
    title such as "Mrs".

    >>> persons_in("Opens Ana's chat, or anna schmidt's, as Mark Miller and Dr. Wolf do."), persons_in("给刘洋打电话")
    (['Ana', 'anna schmidt', 'Mark Miller', 'Wolf'], ['刘洋'])
    >>> persons_in("Mark all as read, add a Rose, or open 'New contact'."), persons_in("高级设置, 全部")
    ([], [])
    """
    return list(dict.fromkeys((*_spaced(text), *_in_han(text), *_in_hangul(text))))


def _spaced(text: str) -> Iterator[str]:
    """Yield the names in a text whose words stand between spaces."""
    words = list(WORD.finditer(text))
    at = 0
    while at < len(words):
        if not (_part(words[at][0]) or _titled(words[at][0])):
            at += 1
            continue
        run = [words[at]]
        for word in words[at + 1 : at + _WORDS]:
            if not _GAP.fullmatch(text, run[-1].end(), word.start()):
                break
            run.append(word)
        start, end = _name_in([each[0] for each in run])
        if end:
            yield _OWNS.sub("", text[run[start].start() : run[end - 1].end()])
        at += end or 1


def _name_in(run: list[str]) -> tuple[int, int]:
    """Return where a name at the start of some words begins and ends, as indices; (0, 0) if there is none."""
    large = next((at for at, word in enumerate(run) if not _large(word)), len(run))
    if _titled(run[0]) and len(run) > 1 and _large(run[1]):
        return 1, next((at for at, word in enumerate(run[1:], 1) if not _large(word)), len(run))
    first, second = _part(run[0]), _part(run[1]) if len(run) > 1 else ""
    full = any(one in first.lower() and other in second.lower() for one, other in ("gf", "fg"))
    if large and (("G" in first and len(run[0]) >= _SHORTEST) or (large > 1 and full)):
        return 0, large
    sure = bool(_OTHER.match(run[0])) or ("G" in first and second) or ("F" in first and "G" in second)
    return (0, 2) if full and sure and all(len(word) >= _SHORTEST for word in run[:2]) else (0, 0)


@lru_cache(maxsize=4096)  # sentences about apps have few words, again and again
def _part(word: str) -> str:
    """Return "G" for a given name, "F" for a family name, small letters for ordinary words; both or ""."""
    lists, said = _lists(), folded(_OWNS.sub("", word))
    given = "G" if said in lists.given else "g" if said in lists.given_too else ""
    family = "F" if said in lists.family else "f" if said in lists.family_too else ""
    if not given and len(said) > _SHORTEST and _CYRILLIC.match(word) and _large(word) and _stem(said) in lists.stems:
        given = "G"
    return given + family


def _large(word: str) -> bool:
    return word[:1].isupper() and not word[1:].isupper()


@lru_cache(maxsize=4096)
def _titled(word: str) -> bool:
    return folded(word) in listed(_BEFORE)


def _stem(name: str) -> str:
    """Return a Slavic name without the ending of its case, or "" if hardly anything is left."""
    stem = _ENDINGS.sub("", name)
    return stem if len(stem) > _SHORTEST else ""


def _in_han(text: str) -> Iterator[str]:
    """Yield the names in Chinese signs: a family name with signs of given names, or before a title such as 先生."""
    lists = _lists()
    for part in _HAN.finditer(text):
        said, at = text[part.start() : part.end() + _TITLE], 0
        while at < len(part[0]):
            name = _han_name(said[at : at + _LONGEST + _TITLE], lists)
            if name:
                yield name
            at += len(name) or 1


def _han_name(said: str, lists: _Lists) -> str:
    """Return the name with which Chinese signs begin, the longest that may be one, or ""."""
    word = any(said[:length] in lists.words for length in (2, 3))
    for length in range(_LONGEST, 0, -1):
        for cut in (1, 2, 3):
            family, given = said[: min(cut, length)], said[cut:length]
            titled = cut == length and said[length:].startswith(_BEHIND)
            known = family in lists.han_family, family in lists.kanji_family
            likely = given in lists.han_given or (len(given) == _PAIR and lists.signs.issuperset(given))
            chinese = known[0] and not word and likely
            japanese = known[1] and len(family) > 1 and lists.kanji_signs.issuperset(given)
            if (given and (chinese or japanese)) or (titled and any(known)):
                return said[:length]
    return ""


def _in_hangul(text: str) -> Iterator[str]:
    """Yield the names in Korean letters: a family name and a given name of two, whatever ending follows."""
    lists = _lists()
    for part in _HANGUL.finditer(text):
        for cut in (1, 2):
            if part[0][:cut] in lists.hangul_family and part[0][cut : cut + 2] in lists.hangul_given:
                yield part[0][: cut + 2]
                break


@cache
def _lists() -> _Lists:
    told = json.loads(_FILE.read_text("utf-8"))
    held = {name: frozenset(words.split()) for name, words in told.items() if name != "source"}
    stems = frozenset(stem for name in held["given"] if _CYRILLIC.match(name) and (stem := _stem(name)))
    signs = frozenset(sign for name in held["han_given"] for sign in name)
    kanji = frozenset(sign for name in held["kanji_given"] for sign in name if _HAN.match(sign))
    return _Lists(**held, stems=stems, signs=signs, kanji_signs=kanji)
