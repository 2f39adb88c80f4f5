"""Read letters that are made to look like others, such as a Cyrillic "е" in "Dеlete".

Unicode's table of confusable letters comes from the library confusable-homoglyphs.
"""

import re
import unicodedata
from functools import cache, lru_cache

from appagent.screen.language.lexicon import undecorated

_WORD = re.compile(r"[^\W\d_]+")
_BACKWARDS = re.compile("\\u202e([^\\u202a-\\u202e\\u2066-\\u2069]*)")
# names of characters that are drawn as a Latin letter: a small capital, or one in a flag or a box
_DRAWN_AS = re.compile(
    r"(?:^LATIN LETTER SMALL CAPITAL|^REGIONAL INDICATOR SYMBOL LETTER|^NEGATIVE .* LATIN CAPITAL LETTER) ([A-Z])$"
)

# names of Latin letters that are forms of another, such as "LATIN SMALL LETTER O WITH STROKE" and "... TURNED A"
_FORM_OF = re.compile("^LATIN (?:.* )?([A-Z])(?: WITH .*)?$")

# letters that some write for others, though they look like them from afar only
_FAUX = dict(zip("εðþзияшф", "edpenrwo", strict=True))
_TURNED = str.maketrans("dpbqnuɔ", "pdqbunc")  # letters that are others upside down


@lru_cache(maxsize=8192)
def as_drawn(text: str) -> str:
    """Return a text as a person reads it, who is not shown what its letters are.

    It is read in the direction in which it is drawn, also upside down. Strokes through letters are left out, and small
    capitals and letters in boxes are letters.

    >>> as_drawn("P\\u0336a\\u0336y\\u0336"), as_drawn("\\u202ewon yaP"), as_drawn("\\u1d18\\u1d00\\u028f")
    ('Pay', 'Pay now', 'PAY')
    """
    if text.isascii():
        return text
    forwards = _BACKWARDS.sub(lambda run: run[1][::-1], text)
    if any(" TURNED " in unicodedata.name(letter, "") for letter in text):
        forwards = "".join(map(latin, text.casefold().translate(_TURNED)))[::-1]
    return undecorated("".join(map(_letter, forwards)))


@cache
def _letter(drawn: str) -> str:
    found = _DRAWN_AS.search(unicodedata.name(drawn, ""))
    return found[1] if found else drawn


@lru_cache(maxsize=8192)
def unmasked(text: str) -> str:
    """Replace look-alike letters in a text, so that each word is written in one script where that is possible.

    A word is written in Latin letters if each of its letters looks like one, else in the script of most of its letters.
    Source: Unicode Technical Standard #39, confusables.

    >>> unmasked("D\u0435lete"), unmasked("\u0420\u0430\u0443"), unmasked("o\u043fлатить"), unmasked("Оплатить")
    ('Delete', 'Pay', 'оплатить', 'Оплатить')
    """
    return text if text.isascii() else _WORD.sub(_in_one_script, text)


def _in_one_script(found: re.Match[str]) -> str:
    word = found[0]
    scripts = [_script(letter) for letter in word]
    if set(scripts) == {"LATIN"}:
        return word
    main = max(set(scripts), key=lambda script: (scripts.count(script), script))
    for script in ("LATIN", main):
        letters = [letter if _script(letter) == script else _alike(letter, script) for letter in word]
        if all(letters):
            return "".join(letters)
    return word


@cache
def latin(letter: str) -> str:
    """Return the Latin letter that another looks like or is a form of, such as one with a stroke or upside down.

    >>> latin("\u00f8"), latin("\u0131"), latin("\u0250"), latin("\u0430"), latin("\u0449")
    ('o', 'i', 'a', 'a', '\u0449')
    """
    if letter.isascii():
        return letter
    found = _FORM_OF.search(unicodedata.name(letter, ""))
    return found[1].lower() if found else _FAUX.get(letter) or _alike(letter, "LATIN").lower() or letter


@cache
def _script(letter: str) -> str:
    from confusable_homoglyphs import categories  # reads tables when it is imported

    return str(categories.alias(letter))


@cache
def _alike(letter: str, script: str) -> str:
    """Return a letter of a script that looks like another letter, of the same case if there is one; "" if none does."""
    from confusable_homoglyphs import confusables

    found = [each["c"] for each in confusables.confusables_data.get(letter, ()) if len(each["c"]) == 1]
    fitting = [
        one for one in found if one.isalpha() and (one.isascii() if script == "LATIN" else _script(one) == script)
    ]
    return min(fitting, key=lambda one: (one.isupper() != letter.isupper(), one), default="")
