"""Input fields of a screen: list them, name them, and compare what they hold with a text."""

from appagent.screen.names.labels import inside, same
from appagent.screen.nodes.tree import by_bounds
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.wording import hint_of, one_line

_PREFIX = 40  # letters of a text that are compared


def fields(screen: Screen) -> list[Element]:
    """Return all elements of a screen that take text, in reading order."""
    return [element for element in screen.elements if "text" in element.actions]


def number_wheels(screen: Screen) -> list[Element]:
    """Return the number wheels (NumberPicker) of a screen."""
    return [element for element in screen.elements if element.role == "NumberPicker"]


def writable(screen: Screen) -> list[Element]:
    """Return the input fields of a screen, except those inside number wheels.

    A number wheel always holds a number, so its field never needs filling in.
    """
    return [field for field in fields(screen) if not any(inside(wheel, field) for wheel in number_wheels(screen))]


def beside_fields(screen: Screen) -> list[Element]:
    """Return the elements above and below the input fields of number wheels.

    They show the values before and after the chosen one, and so change with the field.
    """
    held = [wheel for wheel in number_wheels(screen) if any(inside(wheel, field) for field in fields(screen))]
    others = [each for each in screen.elements if "text" not in each.actions]
    return [each for each in others if any(inside(wheel, each) for wheel in held)]


def filled(screen: Screen) -> list[Element]:
    """Return the input fields that hold a text other than their hint, except those inside number wheels."""
    return [field for field in writable(screen) if field.text and field.text != field.hint]


def is_empty(field: Element, screen: Screen) -> bool:
    """Tell whether an input field holds nothing yet, so that any words on it are only its hint or description."""
    nodes = [node for node in by_bounds(screen.tree, screen.size).get(field.bounds, ()) if node.editable]
    return bool(nodes) and all(one_line(node.text) in ("", hint_of(node)) for node in nodes)


def field_name(field: Element) -> str:
    """Return the name of an input field: the label before it, else its hint, else the text that it holds."""
    return field.label or field.hint or field.text


def field_holds(field: Element, text: str) -> bool:
    """Tell whether an input field holds a given text, by comparing the first 40 letters of both.

    Letter case, spaces and punctuation are ignored. True for every password field, because its content cannot be read.
    """
    return field.password or same(field.text[:_PREFIX], " ".join(text.split())[:_PREFIX])


def shows(screen: Screen, text: str) -> bool:
    """Tell whether some text on a screen begins with the first line of the given text.

    The first line is the first that is not blank. Letter case, spaces and punctuation are ignored. Texts that input
    fields hold do not count.
    """
    held = {field.text for field in fields(screen)}
    line = next((line for line in text.splitlines() if line.strip()), text)
    texts = (each for each in screen.texts if each not in held and each[:_PREFIX] not in held)
    return any(same(each[: len(line)], line) for each in texts)
