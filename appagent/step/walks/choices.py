"""Find the choice that a value means among the choices of one under a heading, as rows of radio buttons are."""

from collections.abc import Sequence

from appagent.actions.parts.description import quoted
from appagent.actions.setting.readings import same_choice
from appagent.errors import ActionError
from appagent.screen import Bounds, Element, Screen
from appagent.screen.names.labels import inside, name_in, same, state_of
from appagent.screen.nodes.tree import encloses, nodes_of

_SEVERAL = ("Switch", "CheckBox", "ToggleButton")  # ends of roles of what is on or off each for itself
_FEWEST = 2  # choices
_SENTENCE = 4  # words; a text as long between a heading and its choices explains them


def choice_under(heading: str, value: str, screen: Screen) -> Element | None:
    """Return the choice with a value among those under a heading; None if no choices stand under such a heading.

    A heading is a text outside all elements. Its choices are the elements that follow it down to the next such text, if
    each is on or off, at most one is on, and none is a switch or a check box.
    Raises ActionError, with the choices that there are, if not exactly one of them has the value.
    """
    loose = [
        (text, place)
        for text, place in screen.placed_texts
        if any(map(str.isalpha, text))
        and not any(encloses(each.bounds, place) for each in screen.elements if _takes(each))
    ]
    groups = [_choices(place, loose, screen) for text, place in loose if same(text, heading)]
    found = [group for group in groups if group]
    if len(found) != 1:
        return None
    names = {each: name_in(each.text) for each in found[0]}
    there = [each for each, name in names.items() if same(name, value)]
    there = there or [each for each, name in names.items() if same_choice(name, value)]
    if len(there) != 1:
        has = ", ".join(quoted(name) for name in names.values())
        raise ActionError(f"{quoted(heading)} has {has}; {'several are' if there else 'none is'} {quoted(value)}")
    return there[0]


def _takes(element: Element) -> bool:
    return "tap" in element.actions or "text" in element.actions


def _choices(heading: Bounds, loose: Sequence[tuple[str, Bounds]], screen: Screen) -> list[Element]:
    """Return the choices of one that follow a heading; [] if something else follows it."""
    under = [each for each in screen.elements if _takes(each) and each.bounds[1] >= heading[3]]
    rows = [each for each in under if not any(inside(other, each) for other in under)]
    found: list[Element] = []
    for each in sorted(rows, key=lambda row: row.bounds[1]):
        above = found[-1].bounds if found else heading
        between = [text for text, place in loose if above[3] <= place[1] and place[3] <= each.bounds[1]]
        if state_of(each, screen) is None or any(found or len(text.split()) < _SENTENCE for text in between):
            break
        found.append(each)
    on = sum(bool(state_of(each, screen)) for each in found)
    alone = any(_is_for_itself(each, screen) for each in found)
    return [] if len(found) < _FEWEST or on > 1 or alone else found


def _is_for_itself(element: Element, screen: Screen) -> bool:
    """Tell whether an element is or holds a switch or a check box."""
    nodes = (node for node in nodes_of(screen.tree) if node.checkable and encloses(element.bounds, node.bounds))
    return any(node.role.endswith(_SEVERAL) for node in nodes)
