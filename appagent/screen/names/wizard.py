"""Tell the steps of a wizard, which are pages under one title, by the question that each asks or its number."""

from functools import lru_cache

from appagent.screen.language.lexicon import QUESTION_MARKS
from appagent.screen.nodes.front import is_tab
from appagent.screen.nodes.tree import Bounds, Node, centre, contains, upwards, walk
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Screen
from appagent.screen.texts.heading import as_heading, bar_title
from appagent.screen.texts.numbers import position
from appagent.screen.texts.wording import visible_words

_MOST_WORDS = 4  # of a step's number, as in "Step 2 of 4"
_LOW = 0.5  # share of the display's height; the button that goes on is below it
_MASKED = "1"  # stands for a number that a record has masked by "#"


@once_a_screen
def step_of_wizard(screen: Screen) -> str:
    """Return what tells a page from others under its title: the question that it asks, or its number, as in "2 of 4".

    The question is the first text below the title. The number may also be the title in the bar, but it is in no row.
    Return "" for a page without either, for a dialog, and for a page that has no button at its foot to go on with,
    greyed out or not.
    """
    if screen.front.kind == "dialog" or not any(_goes_on(node, screen) for node in screen.front.nodes):
        return ""
    taken = {element.bounds for element in screen.elements}
    texts = [text for text, bounds in screen.placed_texts if bounds not in taken and as_heading(text) != screen.heading]
    loose = [text for text, bounds in screen.placed_texts if text in texts and not _in_row(bounds, screen)]
    first = next((text for text in texts if any(map(str.isalpha, text)) and not position(text)), "")
    if first.rstrip().endswith(QUESTION_MARKS):
        return as_heading(first)
    return next(filter(counts_steps, (bar_title(screen.front, screen.size), *loose)), "")


def titled_by_step(screen: Screen) -> bool:
    """Tell whether the title in the bar of a page is only the number of its step, so that no text below is its name."""
    return bool(step := step_of_wizard(screen)) and step == bar_title(screen.front, screen.size)


def counts_steps(text: str) -> bool:
    """Tell whether a text is the number of a step, as in "Step 2 of 4", or a title that ends with one.

    A number in the title of a page as documents record it is "#".

    >>> counts_steps("2 / 3"), counts_steps("Trip: Step # of #"), counts_steps("Trip: Which day?")
    (True, True, False)
    """
    last = text.rpartition(": ")[2]
    return len(last.split()) <= _MOST_WORDS and position(last.replace("#", _MASKED)) is not None


@lru_cache(maxsize=1024)  # many documents lead to one page
def without_step(title: str) -> str:
    """Return the title of a page without the number of its step: "Trip" of "Trip: 2 of 4", and "" of "2 of 4"."""
    return title.rpartition(": ")[0] if counts_steps(title) else title


def step_number(screen: Screen) -> tuple[int, int] | None:
    """Return (number, total) where a text of a page such as "2 / 4" counts the steps of a form; else None."""
    counted = (position(text) for text in screen.texts if counts_steps(text))
    return next(filter(None, counted), None)


def _in_row(bounds: Bounds, screen: Screen) -> bool:
    """Tell whether a text is in a control or row, which it then describes, as "Open 9–12" below a name does."""
    taps = (each.bounds for each in screen.elements if "tap" in each.actions)
    most = _LOW * screen.size[1]  # higher than this is the page itself
    return any(contains(each, *centre(bounds)) for each in taps if each[3] - each[1] <= most)


def _goes_on(node: Node, screen: Screen) -> bool:
    """Tell whether a node is a button with words at the foot of a page, outside of all that scrolls."""
    button = node.clickable or (not node.enabled and node.role.endswith("Button"))
    if not button or node.editable or node.checkable or node.bounds[1] <= _LOW * screen.size[1]:
        return False
    said = any(visible_words(each) for each in walk(node))
    fixed = not any(above.scrollable for above in upwards(node))
    return said and fixed and not is_tab(node.bounds, screen.front.nodes)
