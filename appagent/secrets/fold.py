"""Fold letters and digits to their plain forms, so that a text is found however it is written.

Case, width, accents, circles, superscripts, digits of other scripts and letters that look Latin all fold to one form.
Everything but letters and digits is dropped, visible or not.
"""

import re
import unicodedata

CUT = "…"  # marks in a folded text that something was left out

_MOST_KEPT = 50_000  # characters whose folded form is cached
_RUNS = re.compile("[.]{2,}|[•●∙·⋅*＊▪■]{2,}|[…⋯‥︙⋮]+")  # signs of omission
_LATIN = re.compile(
    r"\b(?:LATIN|REGIONAL INDICATOR)\b.* (?:LETTER|CAPITAL) (?:(?:SCRIPT|DOTLESS|LONG|INSULAR) )?([A-Z])(?: WITH .*)?$"
)
_DIGIT = re.compile(r".*\bDIGIT (ZERO|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE)")
_DIGITS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_ALIKE = dict(
    zip(
        "авгезіјкмнорстухѕһԁԛԝғα" + "βεικνορτυχγη",
        "abrezijkmhopctyxshdqwfa" + "beikvoptuxyn",
        strict=True,
    )
)


class _Forms(dict[int, str]):
    """Folded form of each character, by code point, filled as characters come up."""

    def __missing__(self, code: int) -> str:
        form = _form(chr(code))
        if len(self) < _MOST_KEPT:
            self[code] = form
        return form


def fold(text: str) -> str:
    """Reduce a text to its letters and digits in plain form, with `CUT` wherever the text leaves something out.

    >>> fold("４-⑦ ¹ ١"), fold("Ｈúnt\\u200ber² was"), fold("hun... or ****1111")
    ('4711', 'hunter2was', 'hun…or…1111')
    """
    return re.sub(f"{CUT}+", CUT, _same_length(text).translate(_FORMS))


def located(text: str) -> tuple[str, list[int]]:
    """Fold a text, and return for each folded character its position in the text."""
    forms: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(_same_length(text)):
        form = _FORMS[ord(sign)]
        if form and not (form == CUT and forms and forms[-1] == CUT):
            forms.append(form)
            places += [place] * len(form)
    return "".join(forms), places


def unseen(sign: str) -> bool:
    """Tell whether a character takes no room of its own: an accent, a joiner, a direction mark.

    >>> [unseen(sign) for sign in ("\\u0301", "\\u200b", " ", "-", "a")]
    [True, True, False, False, False]
    """
    return unicodedata.category(sign) in {"Mn", "Me", "Cf"} and not _FORMS[ord(sign)]


def _same_length(text: str) -> str:
    return _RUNS.sub(lambda run: CUT * len(run[0]), text)


def _form(sign: str) -> str:
    if sign == CUT:
        return CUT
    if digit := _digit(sign):
        return digit
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold())
    return "".join(map(_plain, apart))


def _plain(sign: str) -> str:
    """Fold one character that is not made of others."""
    if digit := _digit(sign):
        return digit
    kind, name = unicodedata.category(sign), unicodedata.name(sign, "")
    if kind[0] == "M":
        return ""
    if latin := _LATIN.search(name):
        return latin[1].lower()
    if named := _DIGIT.fullmatch(name):
        return str(_DIGITS.index(named[1]))
    return _ALIKE.get(sign, sign) if kind[0] in "LN" else ""


def _digit(sign: str) -> str:
    """Return the value of a character that counts as one of 0 to 9 in any script, "" for any other."""
    value = unicodedata.numeric(sign, -1)
    return str(int(value)) if value in range(10) else ""


_FORMS = _Forms()
