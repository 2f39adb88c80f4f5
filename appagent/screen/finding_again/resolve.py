"""Find the elements that a record may be about, and tell whether an element can be found again from its record.

A record keeps an element's id and its facts. The id alone is not enough on a screen with many similar controls: it may
tell them apart by their places only, and on another screen another control may be at this place.
"""

from collections.abc import Container, Mapping
from dataclasses import replace

from appagent.screen.nodes.places import usable
from appagent.screen.screens import Element, Screen

_FACTS = ("class", "role", "resource_id", "words", "ancestors", "window", "shape")  # facts that are compared


def resolve(element_id: str, facts: Mapping[str, object], screen: Screen) -> list[Element]:
    """Return all elements of a screen that match the element in a record.

    element_id: the id in the record. facts: the record's facts, as `Element.facts` gives them. An element in a list is
    found by its id, because the words of lists are not recorded. Any other element must have the recorded role,
    resource-id, resource-ids around it, kind of window, words and inner structure; what is not recorded may be
    anything.
    """
    named = [each for each in screen.elements if element_id in (each.id, *each.aliases)]
    if any(each.listed for each in named):
        return named
    return [each for each in screen.elements if not each.listed and _fits(each, facts)]


def isolates(element: Element, screen: Screen) -> bool:
    """Tell whether a record about an element would find exactly this element on its screen.

    It would not if the element is weak, or if only its place tells it from others. A document about such an element is
    used on this screen only, and no replay relies on it.
    """
    if element.weak or (element.listed and not (element.words or element.row)):
        return False
    if element.source != "hierarchy":
        return True  # it is found by its looks
    kept = {**element.facts, "shape": element.shape}
    return [each.id for each in resolve(element.id, kept, screen)] == [element.id]


def documentable(element: Element) -> bool:
    """Tell whether documents may be written about an element: not if it is weak, or a bare row of a list.

    A bare element has neither a resource-id nor words. Outside lists it is recognised by its looks, since its
    place may be another's; in a row with words, by its place among those of the row.
    """
    return not element.weak and not (element.listed and is_bare(element) and not element.row)


def is_bare(element: Element) -> bool:
    """Tell whether an element has neither words nor a usable resource-id, and was not recognised on the picture."""
    return element.source == "hierarchy" and not (usable(element.resource_id) or element.words)


def bare_like(element: Element, screen: Screen) -> int:
    """Return the number of bare elements of the same kind on the screen, this one included.

    Return 0 if the element is not bare, or is in a row of a list, where `Element.row_shape` tells its place.
    """
    if not is_bare(element) or (element.listed and element.row):
        return 0
    return sum(each.template == element.template and is_bare(each) for each in screen.elements)


def under_known_names(screen: Screen, known: Container[str]) -> Screen:
    """Return a copy of a screen in which each unknown id is replaced by its first alias that is known.

    known: ids of screens, elements and templates. An id stays if it is known, or if none of its aliases is.
    """

    def name(own: str, aliases: tuple[str, ...]) -> str:
        return own if own in known else next((alias for alias in aliases if alias in known), own)

    elements = tuple(
        replace(each, id=name(each.id, each.aliases), template=name(each.template, each.old_templates))
        for each in screen.elements
    )
    return replace(screen, screen_id=name(screen.screen_id, screen.aliases), elements=elements)


def _fits(element: Element, facts: Mapping[str, object]) -> bool:
    given = {**element.facts, "shape": element.shape}
    return all(facts[name] == given[name] for name in _FACTS if name in facts)
