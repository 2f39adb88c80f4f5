"""Letters and digits in their plain forms: what is left of a text when its writing is taken away.

Case, width, accents, circles, superscripts, the digits of other scripts, letters that look like Latin ones: all fold to
one form. What is no letter and no digit goes, be it to be seen or not.
"""

import re
import unicodedata

CUT = "…"  # stands in a folded text where something was left out

_MOST_KEPT = 50_000  # characters whose form is remembered
_RUNS = re.compile("[.]{2,}|[•●∙·⋅*＊▪■]{2,}|[…⋯‥︙⋮]+")  # what words are cut with
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
    """The folded form of each character, by its code point."""

    def __missing__(self, code: int) -> str:
        form = _form(chr(code))
        if len(self) < _MOST_KEPT:
            self[code] = form
        return form


def fold(text: str) -> str:
    """The letters and digits of a text in their plain forms, and `CUT` where it says that something was left out.

    >>> fold("４-⑦ ¹ ١"), fold("Ｈúnt\\u200ber² was"), fold("hun... or ****1111")
    ('4711', 'hunter2was', 'hun…or…1111')
    """
    return re.sub(f"{CUT}+", CUT, _same_length(text).translate(_FORMS))


def located(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters where in the text it comes from."""
    forms: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(_same_length(text)):
        form = _FORMS[ord(sign)]
        if form and not (form == CUT and forms and forms[-1] == CUT):
            forms.append(form)
            places += [place] * len(form)
    return "".join(forms), places


def unseen(sign: str) -> bool:
    """Whether a character takes no room of its own: an accent, a joiner, a direction mark.

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
    """One character that is not made of others."""
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
    """What counts as one of 0 to 9, in any script; "" for anything else."""
    value = unicodedata.numeric(sign, -1)
    return str(int(value)) if value in range(10) else ""


_FORMS = _Forms()
