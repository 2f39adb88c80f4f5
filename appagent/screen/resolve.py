"""Find the element that a record means, and tell whether what is recorded of an element finds it again.

A record keeps an element's id and its facts. The id alone says little on a screen where many controls are alike: it may
hold only by the place of the control, and another screen has another control there.
"""

from collections.abc import Mapping

from appagent.screen.places import usable
from appagent.screen.screens import Element, Screen

_FACTS = ("class", "role", "resource_id", "words", "ancestors", "window", "shape")  # that are compared


def resolve(element_id: str, facts: Mapping[str, object], screen: Screen) -> list[Element]:
    """Return the elements of a screen that a record may mean, because what it keeps does not tell them apart.

    element_id: the record's. facts: its facts, as `Element.facts` gives them. An element in a list is found by its id,
    because a list's words are not recorded. Any other one is found by its role, its resource-id and those around it,
    its kind of window, its words and its inner structure; those that the facts do not state are not compared.
    """
    named = [each for each in screen.elements if element_id in (each.id, *each.aliases)]
    if any(each.listed for each in named):
        return named
    return [each for each in screen.elements if not each.listed and _fits(each, facts)]


def isolates(element: Element, screen: Screen) -> bool:
    """Tell whether what a record would keep of an element finds exactly that element on its own screen.

    It does not for a weak element, nor for one that only its place tells from others: a document about it serves this
    screen alone, and no replay may rest on it.
    """
    if element.weak or (element.listed and not (element.words or element.row)):
        return False
    if element.source != "hierarchy":
        return True  # it is found by its looks
    kept = {**element.facts, "shape": element.shape}
    return [each.id for each in resolve(element.id, kept, screen)] == [element.id]


def documentable(element: Element) -> bool:
    """Tell whether a document may be about an element: not if it is weak, nor if it is bare and in a list.

    What is bare has neither a resource-id nor words. Outside lists it is known by its place on its own screen, as long
    as there are as many of its kind as there were.
    """
    return not element.weak and not (element.listed and is_bare(element))


def is_bare(element: Element) -> bool:
    """Tell whether only its place tells what an element is. What was seen on the picture is known by its looks."""
    return element.source == "hierarchy" and not (usable(element.resource_id) or element.words)


def bare_like(element: Element, screen: Screen) -> int:
    """Return how many elements of a screen are bare and of the same kind as this one; 0 if it is not bare itself."""
    return sum(is_bare(each) and each.template == element.template for each in screen.elements) * is_bare(element)


def _fits(element: Element, facts: Mapping[str, object]) -> bool:
    given = {**element.facts, "shape": element.shape}
    return all(facts[name] == given[name] for name in _FACTS if name in facts)
