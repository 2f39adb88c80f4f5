"""Find secrets in a text, even if they are written in another form or shortened."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from appagent.screen.texts.wording import lasting
from appagent.secrets.plain_forms import OMITTED, located, plain_form, unseen

LEAST = 3  # letters and digits; shorter secrets are not searched for, because unrelated words contain them
SHORT = 4  # letters; secrets of up to this length are found only if they stand alone
SURE_LETTERS = 8  # letters; secrets of at least this length are found even inside a word and with spaces between
_SHOWN = 4  # letters of a shortened secret that must be left; 3 if the secret is short
_LONGEST = 64  # letters from either end of a secret that are searched for if it is shortened

Span = tuple[int, int, int]  # start, end, number of the secret


@dataclass(frozen=True)
class Value:
    """Secret, prepared so that texts can be searched for it.

    number: position of the secret in the list given to `values`.
    folded: its letters and digits in plain form (`plain_form`); "" if they are too few to search for, or if most of
    the secret is other characters.
    signs: number of its characters that are neither letters nor digits.
    exact: pattern that finds the forms of the secret that are not found by searching for `folded`; None if there are
    none.
    cut: pattern that finds its shortened forms in a folded text; None if it is too short for that.
    """

    number: int
    folded: str
    signs: int
    exact: re.Pattern[str] | None
    cut: re.Pattern[str] | None

    @property
    def least_shown(self) -> int:
        """Return how many letters a shortened form must show to be recognised: 4, or 3 for a short secret."""
        return _SHOWN if len(self.folded) > _SHOWN + 1 else LEAST


def values(texts: Iterable[str]) -> tuple[Value, ...]:
    """Prepare secrets for searching, and return them sorted, longest first.

    texts: the secrets. Those that are too short to be found reliably are left out.
    """
    made = [_prepared(number, text) for number, text in enumerate(texts)]
    return tuple(sorted((one for one in made if one.folded or one.exact), key=lambda one: -len(one.folded)))


def secret_spans(text: str, known: Sequence[Value]) -> list[Span]:
    """Return (start, end, number) of each secret in a text, from left to right.

    known: the secrets, as `values` returns them.
    start, end: position of the first character, and position after the last one. number: position of the secret in the
    list given to `values`. Secrets that overlap are joined into one span, with the number of the longer secret.
    A secret is found
    - exactly as it is, and with its letters and digits in another form, such as upper case or with accents,
    - with other characters between its letters, visible or not,
    - with "#" for its digits, as element ids write it, and
    - shortened: some of its letters beside a sign of omission, such as "…". At least 4 letters must be left (3 if the
      secret has 5 or fewer).
    In these rules on length, digits count as letters. A secret of up to 4 letters must stand alone: no letter directly
    beside one of its letters, and no digit directly beside one of its digits. So it is not found inside a longer
    number. A secret of up to 7 letters must stand alone if other characters are between its letters.
    """
    flat = plain_form(text)
    whole = flat.replace(OMITTED, "")
    found: list[Span] = []
    for value in known:
        if value.exact:
            found += [(*hit.span(), value.number) for hit in value.exact.finditer(text)]
        if value.folded and value.folded in whole:
            found += _whole(text, value)
        if value.cut and OMITTED in flat and _may_be_cut(flat, value):
            found += _cut(text, value)
    rank = {value.number: rank for rank, value in enumerate(known)}
    return _apart(found, rank)


def _prepared(number: int, text: str) -> Value:
    line = " ".join(text.split())
    folded = plain_form(text).replace(OMITTED, "")
    signs = len(line) - len(folded)
    if len(folded) < LEAST or 2 * len(folded) < len(line.replace(" ", "")):
        folded = ""  # mostly signs: found in its exact form only
    exact = _exact(line, lasting(text), folded)
    return Value(number, folded, max(signs, 0), exact, _cut_pattern(folded) if len(folded) > LEAST else None)


def _exact(line: str, named: str, folded: str) -> re.Pattern[str] | None:
    """Build a pattern for the forms of a secret that are not found by searching for `folded`; None if there are none.

    named: its lasting words, as element ids have them, with "#" for digits.
    folded: its letters and digits in plain form.
    The pattern finds
    - the secret as it is and as JSON writes it, if it has mostly signs, or begins or ends with a sign, and
    - `named`, if it contains "#" and is longer than 4 characters.
    """
    all_found = folded and plain_form(line[0]) and plain_form(line[-1])
    forms = [] if all_found or len(line) < LEAST else [line, json.dumps(line, ensure_ascii=False)[1:-1]]
    forms += [named] if "#" in named and len(named) > SHORT else []
    found = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in dict.fromkeys(forms))
    return re.compile(found, re.IGNORECASE) if found else None


def _cut_pattern(folded: str) -> re.Pattern[str]:
    """Build a pattern that finds a shortened secret in a folded text: first letters, sign of omission, last letters.

    folded: the letters and digits of the secret in plain form.
    The group "head" matches as many of the first letters as there are before the sign, and "tail" as many of the last
    letters as there are after it. Both may be empty.
    """
    first, last = folded[:_LONGEST], folded[-_LONGEST:]
    head = "".join(f"(?:{re.escape(sign)}" for sign in first) + ")?" * len(first)
    ends = "|".join(re.escape(last[start:]) for start in range(len(last)))
    return re.compile(f"(?P<head>{head}){OMITTED}(?P<tail>{ends}|)")


def _whole(text: str, value: Value) -> Iterator[Span]:
    letters, places = _without_cuts(*located(text))
    size, at = len(value.folded), letters.find(value.folded)
    while at >= 0:
        first, last = places[at], places[at + size - 1]
        signs = sum(not unseen(sign) for sign in text[first : last + 1]) - len(set(places[at : at + size]))
        alone = size <= SHORT or (signs > value.signs and size < SURE_LETTERS)
        if not alone or (_begins(text, first) and _ends(text, last)):
            yield first, _reach(text, last), value.number
            at = letters.find(value.folded, at + size)
        else:
            at = letters.find(value.folded, at + 1)


def _may_be_cut(flat: str, value: Value) -> bool:
    least = value.least_shown
    shown = (len(hit["head"]) + len(hit["tail"]) for hit in value.cut.finditer(flat)) if value.cut else ()
    return any(size >= least for size in shown) or any(_inner(piece, value) for piece in flat.split(OMITTED)[1:-1])


def _inner(piece: str, value: Value) -> bool:
    return value.least_shown <= len(piece) < len(value.folded) and piece in value.folded


def _cut(text: str, value: Value) -> Iterator[Span]:
    letters, places = located(text)
    for hit in value.cut.finditer(letters) if value.cut else ():
        head, tail = len(hit["head"]), len(hit["tail"])
        head = head if head and _begins(text, places[hit.start()]) else 0
        tail = tail if tail and _ends(text, places[hit.end() - 1]) else 0
        if head + tail >= value.least_shown:
            sign = hit.end("head")
            yield places[sign - head], _reach(text, places[sign + tail]), value.number
    cuts = [at for at, sign in enumerate(letters) if sign == OMITTED]
    for left, right in pairwise(cuts):
        if _inner(letters[left + 1 : right], value):
            yield places[left], _reach(text, places[right]), value.number


def _without_cuts(letters: str, places: list[int]) -> tuple[str, list[int]]:
    if OMITTED not in letters:
        return letters, places
    kept = [place for sign, place in zip(letters, places, strict=True) if sign != OMITTED]
    return letters.replace(OMITTED, ""), kept


def _begins(text: str, first: int) -> bool:
    """Tell whether a word or a number begins at a position of a text.

    It does unless the character before is of the same kind: a letter before a letter, or a digit before a digit.
    """
    before = first - 1
    while before >= 0 and unseen(text[before]):
        before -= 1
    return before < 0 or not _go_together(text[before], text[first])


def _ends(text: str, last: int) -> bool:
    after = _reach(text, last)
    return after >= len(text) or not _go_together(text[last], text[after])


def _go_together(one: str, other: str) -> bool:
    left, right = plain_form(one).replace(OMITTED, "")[-1:], plain_form(other).replace(OMITTED, "")[:1]
    return bool(left and right) and left.isdigit() == right.isdigit()


def _reach(text: str, last: int) -> int:
    """Return the position after a character, and after the accents and invisible characters that follow it."""
    after = last + 1
    while after < len(text) and unseen(text[after]):
        after += 1
    return after


def _apart(found: Iterable[Span], rank: dict[int, int]) -> list[Span]:
    joined: list[Span] = []
    for first, last, number in sorted(found):
        if joined and first < joined[-1][1]:
            begun, ended, other = joined[-1]
            joined[-1] = (begun, max(ended, last), min(number, other, key=rank.__getitem__))
        else:
            joined.append((first, last, number))
    return joined
