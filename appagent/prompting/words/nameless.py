"""Describe a control without words for a prompt: by what is learnt of it, its resource-id, its row, or its position."""

from appagent.actions.parts.description import place_of, shares_its_id
from appagent.screen import Element, Screen
from appagent.screen.elements.controls import takes_touches
from appagent.screen.elements.ids import read_ids
from appagent.screen.names.labels import id_name
from appagent.screen.names.menu_button import shows_dots
from appagent.screen.names.without_words import peers, rows_of_icons
from appagent.screen.nodes.tree import Bounds, by_bounds, nodes_of
from appagent.screen.once import once_a_screen

_FEWEST = 4  # resource-ids that look shortened; fewer may be short words, such as "add"


def nameless(element: Element, screen: Screen, learnt: str = "") -> str:
    """Describe an element without words, in brackets: "(learnt: Opens the menu)", "(star, 3 of 5)", '(box of "Milk")'.

    If a document says what it does, nothing else is told. Otherwise it is its name, as for `named_by_place`, or that it
    shows three dots; if several elements look the same, also its number among them; if only their resource-ids are,
    its position; and for an element in a list row that is no element itself, a text of the row.
    """
    if learnt:
        return f"(learnt: {learnt})"
    which, row = peers(screen).get(element.mark), rows_of_icons(screen).get(element.mark)
    name = _name(element.bounds, element.resource_id, screen) or "three dots" * shows_dots(element, screen)
    if which:
        return f"({name or place_of(element.bounds, screen.size)}, {which[0]} of {which[1]})"
    if row:
        return f'({name} of "{row}")' if name else f'(of "{row}")'
    if name and shares_its_id(element, screen):
        return f"({name}, {place_of(element.bounds, screen.size)})"
    return f"({name or place_of(element.bounds, screen.size)})"


def named_by_place(bounds: Bounds, resource_id: str, screen: Screen) -> str:
    """Describe a control by its resource-id, such as "(search)", or by its position: "(50% across, 20% down)".

    bounds: of the control, px.
    A resource-id that is random, or shortened by a tool, is not used.
    """
    return f"({_name(bounds, resource_id, screen) or place_of(bounds, screen.size)})"


def id_of(bounds: Bounds, resource_id: str, screen: Screen) -> str:
    """Return a control's resource-id, or that of another one at the same place; "" if neither has a name in it.

    resource_id: the control's own. One that is random, or shortened by a tool, has no name in it.
    """
    nodes = by_bounds(screen.tree, screen.size).get(bounds, ())
    given = (resource_id, *(node.resource_id for node in nodes if takes_touches(node)))
    return next((each for each in given if each not in _shortened(screen) and id_name(each)), "")


def _name(bounds: Bounds, resource_id: str, screen: Screen) -> str:
    return id_name(id_of(bounds, resource_id, screen))


@once_a_screen
def _shortened(screen: Screen) -> frozenset[str]:
    """Return the resource-ids that a tool has shortened, such as "ni8"."""
    read = read_ids(screen.windows)
    found = {node.resource_id for node in nodes_of(screen.tree) if id_name(node.resource_id)}
    made_up = frozenset(each for each in found if not read(each))
    return made_up if len(made_up) >= _FEWEST else frozenset()
