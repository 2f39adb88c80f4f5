"""Find the − and + buttons with a number between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from appagent.screen.language.lexicon import UP, folded, listed
from appagent.screen.nodes.tree import Node, centre, upwards, walk
from appagent.screen.pictures.drawn import at
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.numbers import number_in
from appagent.screen.texts.wording import visible_words

_LEVELS = 3  # from a button up to what holds both buttons and the number
_BUTTONS = 2


@dataclass(frozen=True)
class NumberStepper:
    """Two buttons of one size with a number between them, on one line.

    text: the number as it is shown, with any words. less, more: the buttons at the left and at the right; None for one
    that is disabled.
    """

    text: str
    less: Element | None
    more: Element | None

    @property
    def number(self) -> float:
        """Return the number that is shown."""
        return number_in(self.text) or 0.0

    @property
    def first(self) -> Element | None:
        """Return the first button that can be touched, by which the stepper is named."""
        return self.less or self.more


def stepper_at(element: Element, screen: Screen) -> NumberStepper | None:
    """Return the stepper of which an element is a button; None if it is none.

    It is one if something around it holds exactly two things to tap, of one class and size and without a number, and a
    single text with a number, which stands between the two on their line. Two signs, such as − and +, may be of two
    widths. The arrow that leads up from a page and the icon at the other end of its title are none.
    """
    if element.actions and "tap" not in element.actions:
        return None
    node = at(element.bounds, screen)
    for around in islice(upwards(node), 1, _LEVELS + 1) if node else ():
        buttons = sorted(islice(_buttons(around), _BUTTONS + 1), key=lambda each: each.bounds[0])
        if len(buttons) > _BUTTONS:
            return None
        told = [each for each in walk(around) if each.visible and any(map(str.isdigit, visible_words(each)))]
        if len(told) > 1:
            return None
        if len(buttons) == _BUTTONS and told:
            return _made(buttons[0], told[0], buttons[1], screen)
    return None


def names_a_stepper(element: Element, screen: Screen) -> bool:
    """Tell whether an element is the button by which a stepper is named; see `NumberStepper.first`."""
    found = stepper_at(element, screen)
    return found is not None and found.first == element


def _buttons(around: Node) -> Iterator[Node]:
    """Yield what can be tapped within a node, also while it is disabled."""
    return (each for each in walk(around) if each is not around and each.visible and each.clickable)


def _made(less: Node, number: Node, more: Node, screen: Screen) -> NumberStepper | None:
    (left, y), (right, level), (x, middle) = (centre(each.bounds) for each in (less, more, number))
    wide, high = ({each.bounds[at + 2] - each.bounds[at] for each in (less, more)} for at in (0, 1))
    words = visible_words(less), visible_words(more)
    signs = not any(map(str.isalpha, "".join(words)))
    if any(folded(each) in listed(UP) for each in words):
        return None
    if less.cls != more.cls or len(high) > 1 or (len(wide) > 1 and not signs):
        return None
    if not left < x < right or max(abs(y - middle), abs(level - y)) >= max(high):
        return None
    if any(number in walk(each) for each in (less, more)) or number_in(visible_words(number)) is None:
        return None
    found = [next((e for e in screen.elements if e.bounds == each.bounds), None) for each in (less, more)]
    return NumberStepper(visible_words(number), found[0], found[1])
