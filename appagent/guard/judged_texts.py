"""Collect the texts that say what an action would do: to find out later whether they changed, and to tell a person."""

from collections.abc import Collection

from appagent.actions import Action
from appagent.guard import labels
from appagent.screen import Element, Screen
from appagent.screen.comparing.rewritten import LISTS, listed_texts
from appagent.screen.language.money import has_amount
from appagent.screen.language.ticking import unticked
from appagent.screen.names.element_texts import loose, texts_of
from appagent.screen.nodes.tree import upwards
from appagent.screen.texts.numbers import frame
from appagent.screen.texts.wording import lasting, visible_words


def texts_judged(
    action: Action, screen: Screen, but: Collection[str] = (), values: Collection[str] = (), *, masked: bool = True
) -> tuple[str, ...]:
    """Return the texts by which an action was judged on a screen, to find out later whether they have changed.

    They begin with the words of the touched element. In a dialog all other words follow, except what input fields hold.
    Elsewhere these follow: what the other fields hold; the words of other elements that are not in lists; and of the
    words that belong to no element, those that name an amount of money or an effect.
    Times and percentages are replaced by "#", and outside of lists other numbers too; `renumbered` compares these. The
    element's own words and the contents of fields are left as they are. but: ids of elements to leave out. values:
    texts to leave out, which are of no element. masked: False to leave all numbers and times as they are.
    """
    element = action.target(screen)
    own = texts_of(element, screen).parts if element and "text" not in element.actions else ()
    held: list[str] = []
    if element and element.window == "dialog":
        typed = {one.text for one in screen.elements if "text" in one.actions}
        told = [text for text in screen.texts if text not in typed]
    else:
        told = [t for t in loose(screen) if has_amount(t) or labels.said_by_sentence(t) or labels.said_aside(t)]
        others = [e for e in screen.elements if e is not element and e.window == "app" and not e.listed]
        others = [each for each in others if each.id not in but]
        held = [each.text for each in others if "text" in each.actions and not each.password]
        said = [lasting(each.text) for each in others if "tap" in each.actions and "text" not in each.actions]
        told += filter(None, said)  # the minus of a stepper, which has no words, may be enabled meanwhile
    told = [text for text in told if text not in values]
    if not masked:
        return *own, *held, *told
    rows = listed_texts(screen)
    return *own, *held, *(unticked(text) if text in rows else frame(text) for text in told)


def listed_above(element: Element, screen: Screen) -> list[str]:
    """Return the texts of lists above an element in the front window, from top to bottom, each once.

    Contents of input fields are left out. For an element in a list, the result is empty.
    """
    rows = (
        node
        for node in screen.front.nodes
        if node.visible and not node.editable and any(each.role in LISTS for each in upwards(node))
    )
    above = (visible_words(node) for node in rows if node.bounds[3] <= element.bounds[1])
    return list(dict.fromkeys(filter(None, above))) if not element.listed else []
