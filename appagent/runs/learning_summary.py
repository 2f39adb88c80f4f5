"""Describe the results of a learning run in words, for the terminal and the report page."""

from collections.abc import Mapping
from typing import Any

_MOST = 1e9  # a number above this is no count


def reach(facts: Mapping[str, Any]) -> str:
    """Describe in words how much of an app a learning run reached; "" if that is not known.

    facts: the last line of the learning run's trajectory.

    >>> elements = {"met": 212, "tried": 140, "left_out": {"delete": 6, "pay": 3}}
    >>> reach({"screens": {"seen": 9, "known": 12}, "elements": elements})
    '9 of 12 screens known; 140 of 212 elements tried, 9 left out for safety (6 delete, 3 pay)'
    >>> reach({"screens": {"seen": 1, "known": 0}, "elements": {"met": 4, "tried": 0}})
    '1 screen seen; 0 of 4 elements tried'
    """
    screens, elements = _numbers(facts.get("screens")), _numbers(facts.get("elements"))
    if not screens or not elements:
        return ""
    left = _numbers(facts["elements"].get("left_out"))
    why = ", ".join(f"{number} {effect}" for effect, number in left.items())
    safe = f", {sum(left.values())} left out for safety ({why})" if left else ""
    seen, known = screens.get("seen", 0), screens.get("known", 0)
    of = f"{seen} of {known} screens known" if seen <= known else f"{seen} screen{'' if seen == 1 else 's'} seen"
    return f"{of}; {elements.get('tried', 0)} of {elements.get('met', 0)} elements tried{safe}"


def news(facts: Mapping[str, Any]) -> str:
    """Say what a learning run found that earlier ones had not; "" if there was none.

    facts: as in `reach`.

    >>> before = {"screens": 27, "elements": 140}
    >>> news({"new": {"screens": 0, "elements": 0}, "known_before": before, "documents_written": 0})
    'Nothing new: 27 screens and 140 elements known'
    >>> news({"new": {"screens": 1, "elements": 4}, "known_before": before, "documents_written": 3})
    'New: 1 screen and 4 elements; 27 screens and 140 elements were known'
    """
    new, before = _numbers(facts.get("new")), _numbers(facts.get("known_before"))
    if not before:
        return ""
    if any(new.values()):
        return f"New: {_counted(new)}; {_counted(before)} were known"
    more = "No new screen or element" if facts.get("documents_written") else "Nothing new"
    return f"{more}: {_counted(before)} known"


def _counted(numbers: Mapping[str, Any]) -> str:
    named = [(numbers.get(f"{what}s", 0), what) for what in ("screen", "element")]
    return " and ".join(f"{number} {what}{'' if number == 1 else 's'}" for number, what in named)


def price(facts: Mapping[str, Any]) -> str:
    """Describe how many calls and tokens the model took for each document; "" if no model was asked.

    facts: as in `reach`.

    >>> price({"per_document": {"calls": 0.25, "tokens": 913}})
    '0.25 calls and 913 tokens for each document'
    """
    each = _numbers(facts.get("per_document"))
    return f"{each.get('calls', 0):g} calls and {each.get('tokens', 0)} tokens for each document" if each else ""


def _numbers(found: object) -> dict[str, Any]:
    """Return the entries of a mapping whose values are numbers; a stranger's file may contain anything else."""
    given = found.items() if isinstance(found, Mapping) else ()
    return {str(name)[:20]: number for name, number in given if type(number) in (int, float) and 0 <= number < _MOST}
