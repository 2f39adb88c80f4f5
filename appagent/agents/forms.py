"""Forms: which field is for which value, and whether a value is to be seen afterwards."""

from collections.abc import Sequence

from appagent.agents.atlas import fields, inside
from appagent.agents.goal import Value
from appagent.agents.wording import same, same_kind
from appagent.screen import Element, Screen

_PREFIX = 40  # letters of a value that are enough to know it by


def label(field: Element) -> str:
    """What a field is called, or holds where it has no name."""
    return field.hint or field.label or field.text


def wheels(screen: Screen) -> list[Element]:
    """The fields in the middle of wheels of numbers, from left to right."""
    turning = [e for e in screen.elements if e.role == "NumberPicker"]
    found = [f for f in fields(screen) if f.text.isdigit() and any(inside(wheel, f) for wheel in turning)]
    return sorted(found, key=lambda field: field.bounds[0])


def named(values: Sequence[Value], labels: Sequence[str]) -> int:
    """How many of the values have a field by their name; 0 where there are fewer fields than values.

    >>> named([Value("titled", "Trip"), Value("", "Pack")], ["Title", "Note"]), named([Value("", "Pack")], [])
    (1, 0)
    """
    if len(labels) < len(values):
        return 0
    return sum(any(same_kind(value.name, each) for each in labels) for value in values)


def pairs(values: Sequence[Value], labels: Sequence[str]) -> list[tuple[int, Value]]:
    """Each value with the number of its field, from 0: by name first, what is left in order.

    >>> pairs([Value("", "Trip"), Value("body", "Pack")], ["Title", "Note"])
    [(0, Value(name='', text='Trip')), (1, Value(name='body', text='Pack'))]
    """
    free = list(range(len(labels)))
    found: list[tuple[int, Value]] = []
    for value in sorted(values, key=lambda value: not any(same_kind(value.name, each) for each in labels)):
        mine = next((number for number in free if same_kind(value.name, labels[number])), None)
        number = free[0] if mine is None else mine
        free.remove(number)
        found.append((number, value))
    return sorted(found, key=lambda pair: pair[0])


def holds(field: Element, value: str) -> bool:
    """Whether a field holds a value, as far as it shows it."""
    return field.password or same(field.text[:_PREFIX], " ".join(value.split())[:_PREFIX])


def shows(screen: Screen, value: str) -> bool:
    """Whether the first line of a value stands on a screen outside of fields, whole or as a beginning."""
    typed = {field.text for field in fields(screen)}
    line = next((line for line in value.splitlines() if line.strip()), value)
    texts = [text for text in screen.texts if text not in typed and text[:_PREFIX] not in typed]
    return any(same(text[: len(line)], line) for text in texts)
