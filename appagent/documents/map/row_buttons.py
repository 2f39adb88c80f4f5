"""Find the elements of a screen that a transition is about, such as the buttons inside the rows of a list."""

from collections.abc import Iterable, Mapping
from typing import Any

from appagent.documents.facts import is_listed, observed_effect, shape_of
from appagent.documents.map.app_map import LEADING, Map
from appagent.documents.map.labels_ahead import RowKind, kind_of_row
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import resolve
from appagent.screen.names.labels import inside, name_in, same
from appagent.screen.transitions import Transition
from appagent.store import Record


def buttons_of(screen_id: str, template: str, records: Iterable[Record]) -> list[RowKind]:
    """Return the kinds of the buttons inside rows of a template that lead to another screen, as documents record them.

    A button belongs to the rows whose resource-id is among those of the nodes around it, and to all rows if the screen
    has only one kind of them. template: that of the rows.
    """
    here = [each for each in records if each.screen_id == screen_id and is_listed(each)]
    rows = [each for each in here if not shape_of(each)[1]]
    ids = {each.facts.get("resource_id") for each in rows if each.template == template} - {"", None}
    alone = {each.template for each in rows} == {template}
    found = []
    for each in here:
        around = each.facts.get("ancestors")
        lies_in = bool(shape_of(each)[1]) and (alone or bool(ids & {*(around if isinstance(around, list) else ())}))
        if lies_in and each.action in LEADING and observed_effect(each) == "opens":
            found.append(kind_of_row(each))
    return list(dict.fromkeys(found))


def in_row(row: str, template: str, screen: Screen) -> list[Element]:
    """Return the elements of a template that lie in the row with a given name. row: the name."""
    rows = [each for each in screen.elements if same(name_in(each.text), row)]
    alike = (each for each in screen.elements if each.template == template)
    return [each for each in alike if same(each.row, row) or any(inside(around, each) for around in rows)]


def elements_of(transition: Transition, facts: Mapping[str, Any] | None, screen: Screen) -> list[Element]:
    """Return the elements of a screen that a transition from one element may be about.

    facts: those of its document, by which the element is found after an update of the app, or None without a document.
    """
    ids = (transition.element_id,) if transition.element_id else ()
    named = [each for each in screen.elements if each.id in ids]
    named = named or [each for each in screen.elements if {*each.aliases} & {*ids}]
    fitting = resolve(transition.element_id, facts, screen) if facts is not None and ids else named
    return [each for each in named if each in fitting] or fitting


def is_of_each_row(transition: Transition, record: Record, known: Map) -> bool:
    """Tell whether a transition begins with a button that every row of a list has.

    Such buttons, as three dots for a menu, all open the same page, which then is about their row. record: the document
    of the transition. known: the map.
    """
    if not (is_listed(record) and shape_of(record)[1]):
        return False
    kind = transition.template, transition.action
    every = (each for several in known.transitions.values() for each in several.values())
    return len({each.to for each in every if (each.template, each.action) == kind}) == 1


def leads_alone(transition: Transition, screen_id: str, known: Map) -> bool:
    """Tell whether no other element of its template on a screen leads to the screen that a transition leads to.

    Rows of contents lead to one screen; tabs, which may have the template of such rows, to different ones.
    """
    kind = transition.template, transition.action, transition.to[0]
    pages = (several.values() for page, several in known.transitions.items() if page[0] == screen_id)
    return len({each.key for found in pages for each in found if (each.template, each.action, each.to[0]) == kind}) < 2
