"""Tell what a message says that lies over an element where a finger goes down, whatever its resource-id is."""

from itertools import islice, takewhile

from appagent.screen.beside import MOST_LEVELS, is_most_of_page
from appagent.screen.grid import Point
from appagent.screen.screens import Screen
from appagent.screen.tree import Node, contains, drawn, root_of, upwards, walk
from appagent.screen.wording import visible_words


def said_over(node: Node, place: Point, screen: Screen) -> list[str]:
    """Return the words of all boxes that are drawn over a node at a pixel, in its own window.

    A box is what holds a text and is not most of the page, such as a snack bar. Touches pass through a toast, which is
    a window of its own.
    """
    around = set(upwards(node))
    inside = set(walk(node))
    painted = list(drawn(root_of(node)))
    later = painted[painted.index(node) + 1 :]
    return [
        words
        for text in later
        if text.visible and text not in inside and (words := visible_words(text))
        for boxes in [takewhile(lambda box: box not in around, islice(upwards(text), MOST_LEVELS))]
        if any(contains(box.bounds, *place) and not is_most_of_page(box, screen.size[1]) for box in boxes)
    ]
