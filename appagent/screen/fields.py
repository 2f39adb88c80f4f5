"""Fields of a screen: find them, what each is called and holds, and whether a text was kept."""

from appagent.screen.labels import inside, same
from appagent.screen.screens import Element, Screen

_PREFIX = 40  # letters of a text that are enough to know it by


def fields(screen: Screen) -> list[Element]:
    """Return the fields to type into, in reading order."""
    return [element for element in screen.elements if "text" in element.actions]


def writable(screen: Screen) -> list[Element]:
    """Return the fields without those of number wheels, which always hold something."""
    turning = [element for element in screen.elements if element.role == "NumberPicker"]
    return [field for field in fields(screen) if not any(inside(wheel, field) for wheel in turning)]


def filled(screen: Screen) -> list[Element]:
    """Return the fields that hold something, wheels aside."""
    return [field for field in writable(screen) if field.text and field.text != field.hint]


def field_name(field: Element) -> str:
    """Return what a field is called, or holds where it has no name."""
    return field.hint or field.label or field.text


def holds(field: Element, text: str) -> bool:
    """Tell whether a field holds a text, as far as it shows it."""
    return field.password or same(field.text[:_PREFIX], " ".join(text.split())[:_PREFIX])


def shows(screen: Screen, text: str) -> bool:
    """Tell whether the first line of a text stands on a screen outside of fields, whole or as a beginning."""
    held = {field.text for field in fields(screen)}
    line = next((line for line in text.splitlines() if line.strip()), text)
    texts = (each for each in screen.texts if each not in held and each[:_PREFIX] not in held)
    return any(same(each[: len(line)], line) for each in texts)
