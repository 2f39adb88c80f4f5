"""Write appagent/documents/names.json: given and family names of persons in many languages.

Run: python bench/names.py DICTIONARIES, with the packages faker and jieba installed. Faker has names of 80 places.
DICTIONARIES: a folder of Hunspell's dictionaries (*.dic), such as /usr/share/hunspell with those of 27 languages. By
them, and by the words of interfaces in bench/guard_words and every other line of bench/guard_labels, names that are
ordinary words too, such as "Mark" and "Rose", are told from others. The package reads the file and needs none of this.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from unicodedata import normalize

from appagent.documents.names import WORD

ROOT = Path(__file__).resolve().parents[1]
DATES = ROOT / "appagent" / "screen" / "language" / "dates.json"
FILE = ROOT / "appagent" / "documents" / "names.json"
_SOURCE = "Faker, copyright 2012 Daniele Faraglia, MIT License: https://github.com/joke2k/faker"
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_CHINESE, _JAPANESE, _KOREAN = ("zh_CN", "zh_TW"), ("ja_JP",), ("ko_KR",)
_SHOWN = 2
_SPREAD = 5  # languages from which on a name is one although some dictionary knows the word
_MOST = 2  # signs of a Chinese family name, and of a given name


def names_of(place: str) -> tuple[set[str], set[str]]:
    """Return the given names and the family names of a place as Faker has them, such as "de_DE"."""
    provider = import_module(f"faker.providers.person.{place}").Provider
    found: tuple[set[str], set[str]] = set(), set()
    for attribute in dir(provider):
        kind = re.match("(first_.*name|given)|(last_.*name)", attribute)
        held = getattr(provider, attribute)
        if kind and not callable(held) and not isinstance(held, property):
            found[0 if kind[1] else 1].update(each if isinstance(each, str) else each[0] for each in held)
    return found


def ordinary_words(dictionaries: Path) -> Counter[str]:
    """Return how ordinary words are, by folded word: the number of dictionaries that have it in small letters.

    Words of interfaces and of dates count as much as two dictionaries: sentences about apps are made of them.
    """
    found = Counter[str]()
    for file in dictionaries.glob("*.dic"):
        if not file.is_symlink():
            lines = (_decoded(line.split(b"/")[0].split(b"\t")[0]).strip() for line in file.read_bytes().splitlines())
            found.update({_folded(word) for word in lines if word and word[0] == word[0].lower()})
    shown = (ROOT / "bench").glob("guard_words/*.txt"), (ROOT / "bench").glob("guard_labels/*.txt")
    said = {_folded(word) for file in shown[0] for word in _small(file.read_text("utf-8").splitlines())}
    said |= {_folded(word) for file in shown[1] for word in _small(file.read_text("utf-8").splitlines()[::2])}
    for word in [*said, *json.loads(DATES.read_text("utf-8"))["names"]]:
        found[word] += _SHOWN
    return found


def _decoded(word: bytes) -> str:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return word.decode("iso-8859-2")


def _small(lines: Iterable[str]) -> Iterator[str]:
    """Yield words of labels that begin with a small letter, or with a sign that has no case."""
    for line in lines:
        yield from (word for word in WORD.findall(line) if word[0] == word[0].lower())


def _folded(text: str) -> str:
    return normalize("NFKC", text).casefold()


def tables(dictionaries: Path) -> dict[str, str]:
    """Return the tables by name, each as words between spaces.

    given, family: names that are no ordinary words. given_too, family_too: those that are. han_family, han_given: in
    Chinese signs. kanji_family, kanji_given: in Japanese ones. hangul_family, hangul_given: in Korean letters. words:
    ordinary Chinese words that are made like a name.
    """
    places = [each.name for each in iter_modules(import_module("faker.providers.person").__path__)]
    held = {place: names_of(place) for place in places}
    ordinary = ordinary_words(dictionaries)
    found: dict[str, set[str]] = {}
    for part, kind in ((0, "given"), (1, "family")):
        known: dict[str, set[str]] = {}  # by name: languages in which it is one
        for place in places:
            for word in held[place][part]:
                if WORD.fullmatch(word) and not _unspaced(word):
                    known.setdefault(_folded(word), set()).add(place[:2])
        sure = {
            word
            for word, languages in known.items()
            if not ordinary[word] or (len(languages) >= _SPREAD and len(languages) > ordinary[word])
        }
        found |= {kind: sure, f"{kind}_too": set(known) - sure}
    for name, where in (("han", _CHINESE), ("kanji", _JAPANESE), ("hangul", _KOREAN)):
        for which, part in ((0, "given"), (1, "family")):
            found[f"{name}_{part}"] = {word for place in where for word in held[place][which] if _unspaced(word)}
    found["words"] = _like_names(found["han_family"], found["han_given"])
    return {name: " ".join(sorted(words)) for name, words in found.items()}


def _unspaced(word: str) -> bool:
    return bool(re.match(r"[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]", word))


def _like_names(family: set[str], given: set[str]) -> set[str]:
    """Return the ordinary Chinese words that are made like a name: a family name, and signs of given names."""
    signs = {sign for name in given for sign in name}
    found = set()
    with import_module("jieba").get_dict_file() as file:
        for line in file:
            word, _, kind = line.decode("utf-8").split()
            name = next((each for each in (word[:1], word[:2]) if each in family), "")
            rest = word[len(name) :]
            if name and 1 <= len(rest) <= _MOST and set(rest) <= signs and not kind.startswith("nr"):
                found.add(word)
    return found


if __name__ == "__main__":
    told = {"source": _SOURCE, **tables(Path(sys.argv[1]))}
    FILE.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print({name: len(words.split()) for name, words in told.items()}, FILE.stat().st_size)
