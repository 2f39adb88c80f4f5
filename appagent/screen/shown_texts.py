"""Collect the texts that a screen shows, in the order in which people read them."""

from collections.abc import Iterable

from appagent.screen.controls import Control, reading_order
from appagent.screen.tree import Bounds, Size, clip, overlap
from appagent.screen.windows import Window
from appagent.screen.wording import visible_words


def texts_in_sight(shown_windows: Iterable[Window], size: Size) -> list[tuple[str, Bounds]]:
    """Return (text, bounds) for each text in sight, in reading order.

    A text that only repeats the one before it is left out: that of a row in the row, or that which a picture describes.
    But equal values side by side are all there.
    """
    said = [
        Control(node, (node,), bounds, (), window.kind)
        for window in shown_windows
        if window.reachable
        for node in window.nodes
        if node.visible and visible_words(node) and (bounds := clip(node.bounds, size))
    ]
    kept: list[Control] = []
    for control in reading_order(said):
        if not (kept and _repeats(kept[-1], control)):
            kept.append(control)
    return [(visible_words(control.node), control.bounds) for control in kept]


def _repeats(one: Control, other: Control) -> bool:
    """Tell whether two texts are equal and at one place, or one of them is a description and the other is not."""
    same = visible_words(one.node) == visible_words(other.node)
    return same and (bool(overlap(one.bounds, other.bounds)) or bool(one.node.text) != bool(other.node.text))
