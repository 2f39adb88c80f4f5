"""Replace letters and digits by plain forms, so that a secret is found even if it is written in another form.

Upper and lower case, wide letters, accents, letters in circles, superscripts, digits of other scripts, and letters that
look like Latin ones all get one plain form. All other characters are dropped.
"""

import re
import unicodedata

OMITTED = "…"  # shows in a folded text that something was left out

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
    """Dict of the plain form of each character, by its code point. A form is computed when it is first needed."""

    def __missing__(self, code: int) -> str:
        form = _form(chr(code))
        if len(self) < _MOST_KEPT:
            self[code] = form
        return form


def plain_form(text: str) -> str:
    """Return the letters and digits of a text in plain form, with OMITTED ("…") in place of each sign of omission.

    Signs of omission are "…" and the like, and rows of dots or asterisks.

    >>> plain_form("４-⑦ ¹ ١"), plain_form("Ｈúnt\\u200ber² was"), plain_form("hun... or ****1111")
    ('4711', 'hunter2was', 'hun…or…1111')
    """
    return re.sub(f"{OMITTED}+", OMITTED, _same_length(text).translate(_FORMS))


def located(text: str) -> tuple[str, list[int]]:
    """Fold a text. Return the folded text, and a list with the position in `text` of each of its characters."""
    forms: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(_same_length(text)):
        form = _FORMS[ord(sign)]
        if form and not (form == OMITTED and forms and forms[-1] == OMITTED):
            forms.append(form)
            places += [place] * len(form)
    return "".join(forms), places


def unseen(sign: str) -> bool:
    """Tell whether a character takes up no space: an accent, a joiner or a direction mark.

    >>> [unseen(sign) for sign in ("\\u0301", "\\u200b", " ", "-", "a")]
    [True, True, False, False, False]
    """
    return unicodedata.category(sign) in {"Mn", "Me", "Cf"} and not _FORMS[ord(sign)]


def _same_length(text: str) -> str:
    return _RUNS.sub(lambda run: OMITTED * len(run[0]), text)


def _form(sign: str) -> str:
    if sign == OMITTED:
        return OMITTED
    if digit := _digit(sign):
        return digit
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold())
    return "".join(map(_plain, apart))


def _plain(sign: str) -> str:
    """Return the plain form of a character that Unicode does not decompose any further.

    The result is "" for a character that is neither a letter nor a digit.
    """
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
    """Return the digit "0" to "9" that a character of any script stands for; "" if it stands for none."""
    value = unicodedata.numeric(sign, -1)
    return str(int(value)) if value in range(10) else ""


_FORMS = _Forms()
