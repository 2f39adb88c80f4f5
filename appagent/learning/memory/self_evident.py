"""Tell whether an element's own words or looks already say what it does."""

from appagent.guard.labels import BUTTON, agrees, declines, said_by_label
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import SAVE, UP, folded, listed
from appagent.screen.names.labels import PARTS, state_of


def says_itself(element: Element | None, screen: Screen, what: str) -> bool:
    """Tell whether the effect of an action is clear from the element itself, so that no document needs to say it.

    what: the effect, as `learning.memory.screen_history.effect` returns it.
    screen: the screen before the action.
    It is clear in these cases, by the effect:
    - "returns": a row, anything in a menu or dialog, a button that says no, or an Up button
    - "opens": a button that says no, or an Up button
    - "saves": a button that agrees or saves
    - "changes": a row, which may be ticked now, or an icon without words
    - "switches": a switch that shows its state
    """
    if element is None:
        return False
    said = folded(element.text)
    if what == "returns":
        return element.listed or element.window == "dialog" or goes_up(element)
    if what == "opens":
        return goes_up(element)
    if what == "saves":
        return agrees(element.text) or said in listed(SAVE)
    return (
        not said or element.listed
        if what == "changes"
        else what == "switches" and state_of(element, screen) is not None
    )


def says_cost(element: Element, cost: str) -> bool:
    """Tell whether an element's words name the effect for which the guard refused it, such as "delete", or mean no.

    cost: the effect that the guard found.
    """
    said = (element.text, element.text.split(PARTS)[0])
    return goes_up(element) or cost in (said_by_label(words, BUTTON) for words in said)


def goes_up(element: Element) -> bool:
    """Tell whether an element's words mean no, or it is an Up button."""
    return folded(element.text) in listed(UP) or declines(element.text)


def only_closes(element: Element | None) -> bool:
    """Tell whether an action that led back did nothing else, judging by the words of the touched element.

    In a dialog the words must mean no. On a page they must not agree, save, send or the like.
    element: None for the back key, which does nothing else.
    """
    if element is None or element.window == "dialog":
        return element is None or declines(element.text)
    return not (agrees(element.text) or folded(element.text) in listed(SAVE) or said_by_label(element.text, BUTTON))
