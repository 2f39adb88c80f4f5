"""Compare a shown value with a wanted one."""

import re

from appagent.screen.language.dates import is_day
from appagent.screen.language.lexicon import SHOWN_OFF, SHOWN_ON, folded, listed, unaccented
from appagent.screen.language.moments import half_in, moments_in
from appagent.screen.texts.numbers import SIGNED, number_in

_BETWEEN = re.compile(r"(?<=\w)[\s().,/-]+(?=\w)|[()]")  # signs that fields add between typed digits
_CODE = re.compile(r"0\d{2,}")  # leading zeros belong to it, as in a phone number; "07" is a 7
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)")  # 1 800, with any such sign between
_SHORTEST = 3  # letters of an abbreviation
_ON = f"{SHOWN_ON}, true, yes, 1, checked, enabled, enable, selected, ticked"
_OFF = f"{SHOWN_OFF}, false, no, 0, unchecked, disabled, disable, unticked"


def changed_number(text: str, later: str) -> int:
    """Return the index of the first number that differs between two versions of a text; 0 if none does.

    >>> changed_number("Zone 1: 7 km", "Zone 1: 62 km"), changed_number("", "Zone 1: 62 km")
    (1, 0)
    """
    pairs = zip(SIGNED.findall(text), SIGNED.findall(later), strict=False)
    return next((nth for nth, (one, other) in enumerate(pairs) if one != other), 0)


def same_value(shown: str, wanted: str) -> bool:
    """Tell whether a text shows a value, even if it is written differently. A value without a unit matches any unit.

    >>> same_value("07", "7"), same_value("25.0", "25%"), same_value("Mar", "mar"), same_value("3 °C", "3")
    (True, True, True, True)
    >>> same_value("12", "2"), same_value("7 pm", "7 am"), same_value("Room 3", "3"), same_value("171", "0171")
    (False, False, False, False)
    >>> same_value("20", "20 Jan 27"), same_value("4", "4 1/2")
    (False, False)
    >>> same_value("1 800 kr", "1800"), same_value("1 800 kr", "1")
    (True, False)
    """
    shown, wanted = (_THOUSANDS.sub(_without_signs, each) for each in (shown, wanted))
    if folded(shown) == folded(wanted):
        return True
    numbers = number_in(shown), number_in(wanted)
    if _CODE.fullmatch(shown.strip()) or _CODE.fullmatch(wanted.strip()):
        return False
    if None in numbers or numbers[0] != numbers[1]:
        return False
    units = unit_of(shown), unit_of(wanted)
    bare = units[0] in ("", "%") and not SIGNED.search(units[1])
    return units[0] == units[1] or bare or (not units[1] and bool(SIGNED.match(shown.strip())))


def _without_signs(number: re.Match[str]) -> str:
    return "".join(filter(str.isdigit, number[0]))


def same_choice(shown: str, wanted: str) -> bool:
    """Tell whether a choice on offer is a value, as `same_value` does, or the same word without accents or in short.

    >>> same_choice("août", "aout"), same_choice("juil.", "juillet"), same_choice("Aug", "August")
    (True, True, True)
    >>> same_choice("Mar", "Marc"), same_choice("mai", "mars")
    (False, False)
    """
    if same_value(shown, wanted):
        return True
    one, other = sorted(map(_bare, (shown, wanted)), key=len)
    short = len(one) >= _SHORTEST and other.startswith(one)
    return one == other or (short and (shown.strip().endswith(".") or (is_day(shown) and is_day(wanted))))


def same_setting(shown: str, wanted: str) -> bool:
    """Tell whether what a setting shows is a value, as `same_choice` does, or the same time or date in other words.

    A date without a year may be of any year.

    >>> same_setting("6:45 PM", "18:45"), same_setting("3. April", "2027-04-03"), same_setting("11:00 PM", "11:00")
    (True, True, False)
    """
    pairs = [(one, other) for one in moments_in(shown) for other in moments_in(wanted)]
    if not pairs:
        return same_choice(shown, wanted)
    return any(
        all(one[part] == other[part] for part in one.keys() & other.keys() - {"half"})
        and one.keys() ^ other.keys() <= {"half", "year"}
        for one, other in pairs
    )


def hours_meant(value: str) -> tuple[int, int] | None:
    """Return the hour that a value such as "7 pm" means: on a clock of 24 hours, and on one of 12; None for another.

    >>> hours_meant("7 pm"), hours_meant("12 a.m."), hours_meant("7"), hours_meant("7:30 pm")
    ((19, 7), (0, 12), None, None)
    """
    hour, half = number_in(value), half_in(unit_of(value))
    if half is None or hour is None or hour not in range(1, 13) or ":" in value:
        return None
    return 12 * half + int(hour) % 12, int(hour)


def same_typed(shown: str, typed: str) -> bool:
    """Tell whether a field shows the typed text, even if it has added blanks, dots, hyphens or brackets.

    >>> same_typed("4111 1111", "41111111"), same_typed("(555) 123-4567", "5551234567"), same_typed("15", "1.5")
    (True, True, False)
    """
    if same_value(shown, typed):
        return True
    bare = folded(_BETWEEN.sub("", shown.strip()))
    return bool(bare) and not _BETWEEN.search(typed.strip()) and bare == folded(typed)


def state_meant(value: str) -> bool | None:
    """Return True for a value that means on, False for one that means off, and None for any other.

    >>> state_meant("On"), state_meant("off"), state_meant("Aus"), state_meant("half")
    (True, False, False, None)
    """
    said = folded(value)
    return True if said in listed(_ON) else False if said in listed(_OFF) else None


def unit_of(text: str) -> str:
    """Return what is left of a text without its first number, folded, to tell "7 pm" from "7 am"."""
    return folded(SIGNED.sub("", text, count=1))


def _bare(text: str) -> str:
    """Return a text, folded, without accents and without full stops at its end."""
    return unaccented(text).strip(" .")
