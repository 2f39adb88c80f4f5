"""Tell the steps of a wizard, which are pages under one title, by the question that each asks or its number."""

from appagent.screen.drawn import at
from appagent.screen.front import is_tab
from appagent.screen.heading import as_heading
from appagent.screen.lexicon import QUESTION_MARKS
from appagent.screen.numbers import position
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import upwards

_MOST_WORDS = 4  # of a step's number, as in "Step 2 of 4"
_LOW = 0.5  # share of the display's height; the button that goes on is below it


@once_a_screen
def step_of_wizard(screen: Screen) -> str:
    """Return what tells a page from others under its title: the question that it asks, or its number, as in "2 of 4".

    The question is the first text below the title. Return "" for a page without either, for a dialog, and for a page
    that has no button at its foot to go on with.
    """
    if screen.front.kind == "dialog" or not any(_goes_on(element, screen) for element in screen.elements):
        return ""
    taken = {element.bounds for element in screen.elements}
    texts = [text for text, bounds in screen.placed_texts if bounds not in taken and as_heading(text) != screen.heading]
    first = next((text for text in texts if any(map(str.isalpha, text)) and not position(text)), "")
    if first.rstrip().endswith(QUESTION_MARKS):
        return as_heading(first)
    return next((text for text in texts if position(text) and len(text.split()) <= _MOST_WORDS), "")


def step_number(screen: Screen) -> tuple[int, int] | None:
    """Return (number, total) where a text of a page such as "2 / 4" counts the steps of a form; else None."""
    counted = (position(text) for text in screen.texts if len(text.split()) <= _MOST_WORDS)
    return next(filter(None, counted), None)


def _goes_on(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a button with words at the foot of a page, outside of all that scrolls."""
    low = element.text and not element.listed and element.bounds[1] > _LOW * screen.size[1]
    if not (low and "tap" in element.actions and "text" not in element.actions and element.checked is None):
        return False
    node = at(element.bounds, screen)
    fixed = node is not None and not any(above.scrollable for above in upwards(node))
    return fixed and not is_tab(element.bounds, screen.front.nodes)
